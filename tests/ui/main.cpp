// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the tests of the window without a display. A warning of Qt's fails the test that caused it.
#include <QApplication>
#include <QLoggingCategory>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>

namespace {

/// Messages of the offscreen platform that we cannot avoid.
constexpr std::array harmless{
    "This plugin does not support propagateSizeHints()",
    "This plugin does not support raise()",
    "This plugin does not support grabbing the keyboard",
    "This plugin does not support setting window masks",
    "QStandardPaths: XDG_RUNTIME_DIR not set",
    "QStandardPaths: wrong permissions on runtime directory",
};

void failOnWarning(QtMsgType type, const QMessageLogContext&, const QString& message) {
  const bool isSafeFunction =
      std::ranges::any_of(harmless, [&](const char* start) { return message.startsWith(QLatin1String(start)); });
  if (isSafeFunction) {
    return;
  }
  const QByteArray text = message.toLocal8Bit();
  std::fprintf(stderr, "%s\n", text.constData());
  if (type != QtDebugMsg && type != QtInfoMsg) {
    ADD_FAILURE() << "Qt warns: " << text.constData();
  }
}

}  // namespace

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  // Fonts, and what the system is said to speak, are the same wherever the tests run.
  const QByteArray fonts = qEnvironmentVariableIsSet("KERNLINE_TEST_FONTS") ? qgetenv("KERNLINE_TEST_FONTS") : "dejavu";
  qputenv("FONTCONFIG_FILE", KERNLINE_SOURCE_DIR "/tests/ui/fonts/" + fonts + ".conf");
  qputenv("LC_ALL", "C.UTF-8");
  qunsetenv("LANGUAGE");
  // Settings too: what a person, or another test beside this one, has set must not be found here.
  const QTemporaryDir home;
  for (const char* folder : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"}) {
    qputenv(folder, home.path().toLocal8Bit());
  }
  qInstallMessageHandler(failOnWarning);
  QApplication application(argc, argv);
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
