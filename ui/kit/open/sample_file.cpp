// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/open/sample_file.h"

#include "ui/kit/open/installed_file.h"

namespace kernline::ui {

Expected<QString> sampleFile() {
  const QString file = installedFile(QStringLiteral("samples/attention-training.json.gz"));
  if (!file.isEmpty()) {
    return file;
  }
  return std::unexpected(
      Error{Error::Kind::Unreadable,
            Phrase::tr("The sample is missing from /usr/share/kernline/samples. Install Kernline again.")});
}

}  // namespace kernline::ui
