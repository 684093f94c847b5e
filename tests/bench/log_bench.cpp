// SPDX-License-Identifier: GPL-3.0-or-later
// log_bench FILE [THREADS]: how fast a log is read, with what time of all processors, and in how much memory.
// make_log.py makes logs to read.
#include "core/open/open_document.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <variant>

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "log_bench FILE [THREADS]\n");
    return 2;
  }
  const std::string path = argv[1];
  kernline::LoadOptions options;
  options.threads = argc > 2 ? static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10)) : 0;
  kernline::Progress progress;
  const auto begin = std::chrono::steady_clock::now();
  const auto document = kernline::openDocument(path, options, {}, progress);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  if (!document) {
    fmt::print(stderr, "{}\n", document.error().message.english());
    return 1;
  }
  const auto* log = std::get_if<std::shared_ptr<const kernline::Log>>(&*document);
  if (log == nullptr) {
    fmt::print(stderr, "{} is no log\n", path);
    return 1;
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& value) {
    return static_cast<double>(value.tv_sec) + static_cast<double>(value.tv_usec) / 1e6;
  };
  const double megabytes = static_cast<double>(std::filesystem::file_size(path)) / 1e6;
  fmt::print(
      "{:.0f} MB, {} lines, {} tables, {} measurements: {:.2f} s, {:.0f} MB/s; {:.2f} s of all processors; "
      "{:.0f} MB resident at most\n",
      megabytes, (*log)->lineCount(), (*log)->tables().size(), (*log)->metrics().size(), time.count(),
      megabytes / time.count(), seconds(usage.ru_utime) + seconds(usage.ru_stime),
      static_cast<double>(usage.ru_maxrss) / 1e3);
  return 0;
}
