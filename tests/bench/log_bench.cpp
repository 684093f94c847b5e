// SPDX-License-Identifier: GPL-3.0-or-later
// log_bench [MEGABYTES] [FILE]: how fast a log with tables in it is read, and in how much memory. Makes a log of that
// size (1000 MB without a word) in FILE or in the temporary folder: lines of a training run, and in between tables.
#include "core/import/open_document.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <variant>

namespace {

std::string noiseLine(std::uint64_t i) {
  switch (i % 7) {
    case 0:
      return fmt::format(
          "2025-06-01 12:{:02}:{:02},{:03} INFO trainer.py:217 step {} of 100000, data loader waited for "
          "{} batches\n",
          i / 60 % 60, i % 60, i % 1000, i, i % 13);
    case 1:
      return fmt::format(
          "[rank{}]:   File \"/opt/venv/lib/python3.11/site-packages/torch/nn/modules/module.py\", line {}, "
          "in _call_impl\n",
          i % 8, 1700 + i % 90);
    case 2:
      return "    return forward_call(*args, **kwargs)\n";
    case 3:
      return fmt::format(
          "W0601 12:00:00.{:06} {} torch/_dynamo/convert_frame.py:906] recompiled graph {} because of a new "
          "shape\n",
          i % 1000000, 1000 + i % 64, i);
    case 4:
      return "Loading checkpoint shards, this can take a while; see the documentation for other formats\n";
    case 5:
      return fmt::format(
          "DEBUG urllib3.connectionpool http://127.0.0.1:8080 \"GET /metrics?worker={} HTTP/1.1\" 200 512\n", i % 97);
    default:
      return "\n";
  }
}

std::string table(std::uint64_t i) {
  const std::string ruler = std::string(55, '-') + "  ------------  ------------  ------------  ------------  \n";
  std::string text = "\n[Model" + std::to_string(i % 4) + "] seq_len=" + std::to_string(256 << (i % 4)) + "\n" + ruler +
                     fmt::format("{:>55}  {:>12}  {:>12}  {:>12}  {:>12}  \n", "Name", "Self CPU %", "Self CPU",
                                 "Self CUDA", "# of Calls") +
                     ruler;
  for (int row = 0; row < 20; ++row) {
    text += fmt::format("{:>55}  {:>12}  {:>12}  {:>12}  {:>12}  \n", fmt::format("aten::op_{}", row), "5.00%",
                        fmt::format("{}.000ms", 5 + i % 7), "0.000us", 100 + row);
  }
  return text + ruler + "Self CPU time total: " + fmt::format("{}.000ms", (5 + i % 7) * 20) +
         "\n\n  Peak Memory: 1553.98 MB\n  Model | 24.5±0.06ms | 1337286 tok/s | 1490.0MB\n";
}

void write(const std::string& path, std::uint64_t bytes) {
  constexpr std::uint64_t linesBetweenTables = 20000;
  std::ofstream file(path, std::ios::binary);
  std::uint64_t written = 0;
  for (std::uint64_t i = 0; written < bytes; ++i) {
    const std::string text = i % linesBetweenTables == linesBetweenTables / 2 ? table(i) : noiseLine(i);
    file << text;
    written += text.size();
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t megabytes = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1000;
  const std::string path =
      argc > 2 ? argv[2]
               : (std::filesystem::temp_directory_path() / fmt::format("kernline-log-{}.log", megabytes)).string();
  if (!std::filesystem::exists(path)) {
    write(path, megabytes * 1'000'000);
  }
  const auto begin = std::chrono::steady_clock::now();
  const auto document = kernline::openDocument(path);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  if (!document) {
    fmt::print(stderr, "{}\n", document.error().message);
    return 1;
  }
  const auto* log = std::get_if<std::shared_ptr<const kernline::Log>>(&*document);
  if (log == nullptr) {
    fmt::print(stderr, "{} is a trace\n", path);
    return 1;
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const double bytes = static_cast<double>(std::filesystem::file_size(path));
  fmt::print("{:.0f} MB, {} lines, {} tables, {} measurements: {:.2f} s, {:.0f} MB/s, {:.0f} MB resident at most\n",
             bytes / 1e6, (*log)->lineCount(), (*log)->tables().size(), (*log)->metrics().size(), time.count(),
             bytes / 1e6 / time.count(), static_cast<double>(usage.ru_maxrss) / 1e3);
  return 0;
}
