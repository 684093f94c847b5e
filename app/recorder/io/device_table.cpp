// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/device_table.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>

namespace kernline::recorder {

namespace {

constexpr std::string_view header =
    "# Ceilings of devices, which Kernline takes before its own: one a line, as `kernline record ceilings` measures "
    "them.\n";

std::string_view deviceOf(std::string_view line) {
  return line.substr(0, line.find(':'));
}

/// All of `text` on the disk, or the error.
int writeAll(const char* path, std::string_view text) {
  const int file = ::open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) {
    return errno;
  }
  int error = 0;
  while (!text.empty() && error == 0) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written > 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      error = errno;
    }
  }
  if (error == 0 && ::fsync(file) != 0 && errno != EINVAL) {
    error = errno;
  }
  if (::close(file) != 0 && error == 0) {
    error = errno;
  }
  return error;
}

}  // namespace

std::filesystem::path keptCeilingsFile() {
  const char* const config = std::getenv("XDG_CONFIG_HOME");
  const char* const home = std::getenv("HOME");
  std::filesystem::path folder;
  if (config != nullptr && *config == '/') {
    folder = config;
  } else if (home != nullptr && *home != '\0') {
    folder = std::filesystem::path(home) / ".config";
  }
  return folder.empty() ? folder : folder / "kernline" / "devices.txt";
}

std::string keptDeviceLine(const std::filesystem::path& file, std::string_view deviceName) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with('#') && line.find(':') != std::string::npos && deviceOf(line) == deviceName) {
      return line;
    }
  }
  return {};
}

std::string withDeviceLine(std::string_view text, std::string_view line) {
  std::string head;
  std::string rest;
  bool isHead = true;
  bool isPlaced = false;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view each = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    isHead = isHead && (each.empty() || each.starts_with('#'));
    const bool isSame =
        !each.starts_with('#') && each.find(':') != std::string_view::npos && deviceOf(each) == deviceOf(line);
    if (isSame && isPlaced) {
      continue;
    }
    isPlaced = isPlaced || isSame;
    (isHead ? head : rest).append(isSame ? line : each).push_back('\n');
  }
  if (!isPlaced) {
    head.append(line).push_back('\n');
  }
  return head + rest;
}

std::string keepDeviceLine(const std::filesystem::path& file, std::string_view line) {
  std::error_code error;
  std::filesystem::create_directories(file.parent_path(), error);
  std::string text(header);
  if (std::filesystem::exists(file, error)) {
    std::ifstream in(file, std::ios::binary);
    if (!in) {
      return fmt::format("{}: cannot read the file, so the ceilings are not kept", file.string());
    }
    text.assign(std::istreambuf_iterator<char>(in), {});
  }
  const std::string made = file.string() + ".unfinished";
  int problem = writeAll(made.c_str(), withDeviceLine(text, line));
  if (problem == 0 && ::rename(made.c_str(), file.c_str()) != 0) {
    problem = errno;
  }
  if (problem == 0) {
    return {};
  }
  ::unlink(made.c_str());
  return fmt::format("{}: cannot write the file ({})", file.string(), std::strerror(problem));
}

}  // namespace kernline::recorder
