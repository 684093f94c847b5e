// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/ceilings/ceilings_command.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <string>
#include <string_view>

#include "app/recorder/ceilings/ceilings_answer.h"
#include "app/recorder/ceilings/kept_ceilings.h"
#include "app/recorder/ceilings/measured_ceilings.h"
#include "app/recorder/cuda/blas_library.h"
#include "app/recorder/cuda/check.h"
#include "app/recorder/io/device_table.h"

namespace kernline::recorder {

namespace {

struct CeilingsOptions {
  int device = 0;
  bool json = false;
  bool keep = true;
};

CeilingsOptions optionsOf(Arguments arguments) {
  CeilingsOptions options;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view word = arguments[i];
    if (word == "--json") {
      options.json = true;
    } else if (word == "--no-keep") {
      options.keep = false;
    } else if (word == "--device" && i + 1 < arguments.size()) {
      const std::string_view text = arguments[++i];
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), options.device);
      if (error != std::errc{} || end != text.data() + text.size() || options.device < 0) {
        throw Failure(ExitCode::wrongUsage, fmt::format("--device: \"{}\" is not a device number", text));
      }
    } else {
      throw Failure(ExitCode::wrongUsage,
                    word == "--device"
                        ? "--device needs a value"
                        : fmt::format("unknown argument \"{}\"; it takes --device N, --no-keep and --json", word));
    }
  }
  return options;
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  ::localtime_r(&now, &local);
  return fmt::format("{:%Y-%m-%d}", local);
}

void measureAndTell(const CeilingsOptions& options) {
  const DeviceFacts facts = deviceFacts(options.device);
  blasLibrary();  // says what is missing before anything is measured
  check(cudaSetDevice(options.device), "selecting the device");
  const PeakRates rates = measuredPeakRates(facts);
  std::string keptIn;
  if (options.keep) {
    const std::filesystem::path file = keptCeilingsFile();
    const std::string problem = file.empty()
                                    ? "there is no home folder to keep the ceilings in; --no-keep only prints them"
                                    : keepDeviceLine(file, deviceLine(rates, today()));
    if (!problem.empty()) {
      throw Failure(ExitCode::fileTrouble, problem);
    }
    keptIn = file.string();
  }
  const std::string text = options.json ? ceilingsJson(rates, keptIn) : ceilingsText(rates, keptIn);
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    throw Failure(ExitCode::fileTrouble, "cannot write the output");
  }
}

}  // namespace

int ceilingsCommand(Arguments arguments) {
  try {
    measureAndTell(optionsOf(arguments));
  } catch (const Failure& failure) {
    fmt::print(stderr, "kernline record ceilings: {}\n", failure.what());
    return static_cast<int>(failure.code());
  }
  return static_cast<int>(ExitCode::done);
}

}  // namespace kernline::recorder
