// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/digest/digest_file.h"

#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace kernline {

Expected<DigestSource> digestSourceOf(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) {
    return std::unexpected(
        Error{Error::Kind::Unreadable, Phrase::tr("Cannot open %1: %2").with(path, Message::systemError(errno))});
  }
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::weakly_canonical(path, error);
  constexpr std::int64_t second = 1'000'000'000;
  return DigestSource{.path = error ? path : absolute.native(),
                      .bytes = static_cast<std::uint64_t>(status.st_size),
                      .modifiedNs = std::int64_t{status.st_mtim.tv_sec} * second + status.st_mtim.tv_nsec};
}

}  // namespace kernline
