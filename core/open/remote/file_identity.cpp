// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/remote/file_identity.h"

#include "core/import/source/member_path.h"

#include <fmt/format.h>
#include <sys/stat.h>

namespace kernline::remote {

std::string identityOf(const std::string& path) {
  struct stat status{};
  if (::stat(splitMemberPath(path).file.c_str(), &status) != 0) {
    return "-";
  }
  return fmt::format("{} {} {}.{}", static_cast<std::uint64_t>(status.st_ino), status.st_size, status.st_mtim.tv_sec,
                     status.st_mtim.tv_nsec);
}

}  // namespace kernline::remote
