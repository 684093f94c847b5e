// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/mcp/file_list.h"

#include "core/open/experiment/found_files.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>

namespace kernline::cli::mcp {

namespace {

Json listedFile(const FoundFile& file) {
  Json row{{"path", textValue(file.path)},
           {"kind", textValue(toText(file.kind))},
           {"format", textValue(file.what.english())}};
  if (file.bytes > 0) {
    row["bytes"] = file.bytes;
  }
  if (file.rank >= 0) {
    row["rank"] = file.rank;
  }
  return row;
}

}  // namespace

Json listedFiles(const AllowedFiles& allowed, const std::stop_token& stop) {
  Json folders = Json::array();
  Json files = Json::array();
  Json closed = Json::array();
  Json notes = Json::array();
  std::size_t others = 0;
  for (const std::filesystem::path& folder : allowed.folders()) {
    folders.push_back(textValue(folder.native()));
    const Expected<FoundFiles> found = findFiles(folder.native(), stop);
    if (!found) {
      notes.push_back(textValue(found.error().message.english()));
      continue;
    }
    others += found->filesBeyond;
    for (const FoundFile& file : found->files) {
      if (file.kind == FileKind::Unread) {
        ++others;
      } else {
        files.push_back(listedFile(file));
      }
    }
    for (const std::string& name : found->closed) {
      closed.push_back(textValue((folder / name).native()));
    }
  }
  Json list{{"folders", std::move(folders)}, {"files", std::move(files)}, {"files_not_read", others}};
  list["folders_not_looked_into"] = std::move(closed);
  if (!notes.empty()) {
    list["notes"] = std::move(notes);
  }
  return list;
}

}  // namespace kernline::cli::mcp
