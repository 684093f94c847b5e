// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/output/write_text.h"

#include "ui/kit/language/words.h"

#include <QFile>

namespace kernline::ui {

Expected<QString> writeTextFile(const QString& path, const std::string& text) {
  QFile file(path);
  const auto size = static_cast<qint64>(text.size());
  const bool isGood = file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(text.data(), size) == size;
  file.close();
  if (!isGood || file.error() != QFileDevice::NoError) {
    return std::unexpected(
        Error{Error::Kind::Unreadable,
              Phrase::tr("Cannot write %1: %2").with(path.toStdString(), file.errorString().toStdString())});
  }
  return Words::tr("Saved %1").arg(path);
}

}  // namespace kernline::ui
