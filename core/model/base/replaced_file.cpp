// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/base/replaced_file.h"

#include <cerrno>
#include <fstream>
#include <system_error>

namespace kernline {

std::optional<Message> replaceFile(const std::filesystem::path& file, std::string_view content) {
  std::filesystem::path fresh = file;
  fresh += ".new";
  std::ofstream out(fresh, std::ios::binary | std::ios::trunc);
  out << content;
  out.close();
  if (!out) {
    const int number = errno;
    std::error_code ignored;
    std::filesystem::remove(fresh, ignored);
    return Phrase::tr("cannot write the file (%1).").with(Message::systemError(number));
  }
  std::error_code error;
  std::filesystem::rename(fresh, file, error);
  return error ? std::optional(Phrase::tr("cannot replace the file (%1).").with(Message::systemError(error.value())))
               : std::nullopt;
}

std::optional<Message> removeFile(const std::filesystem::path& file) {
  std::error_code error;
  std::filesystem::remove(file, error);
  return error ? std::optional(Phrase::tr("cannot remove the file (%1).").with(Message::systemError(error.value())))
               : std::nullopt;
}

}  // namespace kernline
