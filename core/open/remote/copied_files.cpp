// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/remote/copied_files.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace kernline::remote {

namespace fs = std::filesystem;

CopiedFiles::~CopiedFiles() {
  std::error_code error;
  if (!m_folder.empty()) {
    fs::remove_all(m_folder, error);
  }
}

Expected<std::string> CopiedFiles::add(std::string_view name, std::string_view content) {
  std::error_code error;
  const fs::path parent = fs::temp_directory_path(error);
  if (m_folder.empty()) {
    std::string folder = parent / "kernline-remote-XXXXXX";
    m_folder = ::mkdtemp(folder.data()) == nullptr ? std::string() : folder;
  }
  const fs::path file = fs::path(m_folder) / fs::path(name).filename();
  std::ofstream copy(file, std::ios::binary);
  copy << content;
  copy.close();
  if (m_folder.empty() || !copy) {
    return std::unexpected(Error{Error::Kind::Unreadable,
                                 Phrase::tr("cannot write a copy below %1; free space there, or set TMPDIR to another "
                                            "folder")
                                     .with(parent.string())});
  }
  return file.string();
}

}  // namespace kernline::remote
