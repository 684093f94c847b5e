// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/tabs/sight.h"

#include <QString>

#include <vector>

namespace kernline::ui {

class FileTabs;

/// A file that was open, and what of it was in sight.
struct SessionFile {
  QString path;
  Sight sight;

  bool operator==(const SessionFile&) const = default;
};

/// What was open when the last window was closed.
struct Session {
  std::vector<SessionFile> files;
  int current = 0;  ///< position in `files`

  bool operator==(const Session&) const = default;
};

/// What is open, but for what was piped in, which is gone, and what was refused, which will be again.
[[nodiscard]] Session sessionOf(const FileTabs& tabs);
/// Opens the files, each where it was looked at.
void reopen(const Session& session, FileTabs& tabs);

void storeSession(const Session& session);
/// Files that are gone meanwhile are left out.
[[nodiscard]] Session storedSession();

}  // namespace kernline::ui
