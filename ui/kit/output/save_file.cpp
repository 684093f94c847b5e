// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/output/save_file.h"

#include "core/model/base/unfinished_file.h"
#include "core/output/file/output_file.h"
#include "ui/kit/language/words.h"

namespace kernline::ui {

QString withNote(const QString& sentence, const QString& note) {
  return note.isEmpty() ? sentence : Words::tr("%1. %2").arg(sentence, note);
}

Expected<QString> saveFile(const QString& path, std::string_view content) {
  const std::string file = path.toStdString();
  if (const auto problem = writeWholeFile(file, content)) {
    return std::unexpected(cannotWrite(file, *problem));
  }
  return Words::tr("Saved %1").arg(path);
}

Expected<QString> saveFile(const QString& path, std::string_view content, const QString& note) {
  const Expected<QString> saved = saveFile(path, content);
  return saved ? withNote(*saved, note) : saved;
}

}  // namespace kernline::ui
