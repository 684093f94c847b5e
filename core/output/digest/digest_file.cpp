// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/digest/digest_file.h"

#include "core/model/base/file_state.h"

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace kernline {

Expected<DigestSource> digestSourceOf(const std::string& path) {
  const std::optional<FileState> state = fileState(path);
  if (!state) {
    return std::unexpected(
        Error{Error::Kind::Unreadable, Phrase::tr("cannot open %1: %2").with(path, Message::systemError(errno))});
  }
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::weakly_canonical(path, error);
  return DigestSource{.path = error ? path : absolute.native(), .bytes = state->bytes, .modifiedNs = state->modifiedNs};
}

}  // namespace kernline
