// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/base/replaced_file.h"

#include "core/model/base/unfinished_file.h"

#include <system_error>

namespace kernline {

std::optional<Message> replaceFile(const std::filesystem::path& file, std::string_view content) {
  const std::optional<Message> problem = writeWholeFile(file, content);
  return problem ? std::optional(Phrase::tr("cannot write the file (%1).").with(*problem)) : std::nullopt;
}

std::optional<Message> removeFile(const std::filesystem::path& file) {
  std::error_code error;
  std::filesystem::remove(file, error);
  return error ? std::optional(Phrase::tr("cannot remove the file (%1).").with(Message::systemError(error.value())))
               : std::nullopt;
}

}  // namespace kernline
