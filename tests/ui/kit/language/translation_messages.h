// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>
#include <vector>

namespace kernline::test {

inline constexpr auto translationsPath = KERNLINE_SOURCE_DIR "/resources/translations/kernline_zh_CN.ts";

/// A text of the window in the file of translations.
struct TranslationMessage {
  std::string context;
  QString source;
  QString translation;
  QString type;  ///< "unfinished", "obsolete"; empty if it is good

  [[nodiscard]] bool isFinished() const { return type.isEmpty() && !translation.isEmpty(); }
};

/// All of them. Fails the test if the file is not well-formed.
[[nodiscard]] std::vector<TranslationMessage> translationMessages();

}  // namespace kernline::test
