// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/base/replaced_file.h"

#include <cerrno>
#include <fstream>
#include <system_error>

namespace kernline {

std::optional<std::string> replaceFile(const std::filesystem::path& file, std::string_view content) {
  std::filesystem::path fresh = file;
  fresh += ".new";
  std::ofstream out(fresh, std::ios::binary | std::ios::trunc);
  out << content;
  out.close();
  std::error_code error;
  if (!out) {
    error = std::error_code(errno, std::generic_category());
    std::error_code ignored;
    std::filesystem::remove(fresh, ignored);
    return "cannot be written: " + error.message() + ".";
  }
  std::filesystem::rename(fresh, file, error);
  return error ? std::optional("cannot be put in place: " + error.message() + ".") : std::nullopt;
}

std::optional<std::string> removeFile(const std::filesystem::path& file) {
  std::error_code error;
  std::filesystem::remove(file, error);
  return error ? std::optional("cannot be removed: " + error.message() + ".") : std::nullopt;
}

}  // namespace kernline
