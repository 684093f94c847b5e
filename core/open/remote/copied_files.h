// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"

#include <string>
#include <string_view>

namespace kernline::remote {

/// Files of another machine, copied into a folder that is gone with this object.
class CopiedFiles {
 public:
  CopiedFiles() = default;
  ~CopiedFiles();
  CopiedFiles(const CopiedFiles&) = delete;
  CopiedFiles& operator=(const CopiedFiles&) = delete;

  /// Returns its path. `name` is none of a folder. Error: Unreadable if there is no space for it.
  [[nodiscard]] Expected<std::string> add(std::string_view name, std::string_view content);

 private:
  std::string m_folder;
};

}  // namespace kernline::remote
