// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/tabs/sight.h"

#include <QString>

#include <vector>

namespace kernline::ui {

class FileTabs;

/// File that was open, and its visible part.
struct SessionFile {
  QString path;
  Sight sight;

  bool operator==(const SessionFile&) const = default;
};

/// Files that were open when the last window was closed.
struct Session {
  std::vector<SessionFile> files;
  int current = 0;  ///< position in `files`

  bool operator==(const Session&) const = default;
};

/// Returns the open files, except piped ones, which are gone, and refused ones, which would be refused again.
[[nodiscard]] Session sessionOf(const FileTabs& tabs);
/// Opens the files, each at its last place.
void reopen(const Session& session, FileTabs& tabs);

void storeSession(const Session& session);
/// Files that are gone meanwhile are left out.
[[nodiscard]] Session storedSession();

}  // namespace kernline::ui
