// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/jobs/gui_queue.h"
#include "ui/kit/jobs/workers.h"
#include "ui/kit/style/theme.h"

#include <QCoreApplication>
#include <QSettings>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <chrono>
#include <memory>

namespace kernline::ui {
namespace {

/// Environment that the program's main sets up: the queue of the workers, a theme, and settings of its own.
class ProgramEnvironment : public ::testing::Environment {
 public:
  void SetUp() override {
    QCoreApplication::setOrganizationName(QStringLiteral("KernlineTests"));
    QCoreApplication::setApplicationName(QStringLiteral("kernline-tests"));
    m_settings = std::make_unique<QTemporaryDir>();
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_settings->path());
    GuiQueue::open();
    applyTheme(ThemeChoice::Light);
  }

  void TearDown() override {
    GuiQueue::close();
    EXPECT_TRUE(waitForWorkers(std::chrono::seconds(10)));
  }

 private:
  std::unique_ptr<QTemporaryDir> m_settings;
};

const ::testing::Environment* const environment = ::testing::AddGlobalTestEnvironment(new ProgramEnvironment);

}  // namespace
}  // namespace kernline::ui
