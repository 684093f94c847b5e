// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the open traces is the base, and which stands against it.
#include "tests/ui/window/window_fixture.h"
#include "ui/views/compare/runs/run_strip.h"
#include "ui/views/compare/runs/runs_window.h"
#include "ui/window/parts/commands.h"

#include <QAction>

#include <memory>
#include <string>

namespace kernline::ui {
namespace {

std::string kernelText(int length) {
  return R"([{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":1,"dur":)" + std::to_string(length) +
         R"(,"args":{"device":0,"stream":7}}])";
}

class BaseChoice : public Window {
 protected:
  void SetUp() override {
    Window::SetUp();
    m_window.openFiles({QString::fromStdString(m_first.path()), QString::fromStdString(m_second.path()),
                        QString::fromStdString(m_third.path())});
    ASSERT_TRUE(settles());
  }

  /// The numbers of the tabs that are compared while one is looked at, the base first.
  QString comparedFrom(int current) {
    tabs().setCurrentIndex(current);
    m_window.commands()[Command::CompareTraces]->trigger();
    auto* runs = m_window.findChild<RunsWindow*>();
    QString numbers;
    for (const ChosenRun& chosen : runs->runs()) {
      for (int i = 0; i < tabs().count(); ++i) {
        const auto* document = qobject_cast<const TraceTab*>(tabs().at(i));
        numbers += document != nullptr && document->trace() == chosen.run.trace ? QString::number(i) : QString();
      }
    }
    delete runs;  // as closing it does, in the end
    return numbers;
  }

  test::TemporaryFile m_first{kernelText(100)};
  test::TemporaryFile m_second{kernelText(110)};
  test::TemporaryFile m_third{kernelText(120)};
};

TEST_F(BaseChoice, takesTheFirstTabWhicheverIsLookedAt) {
  EXPECT_EQ(comparedFrom(0), QStringLiteral("02")) << "against what was opened last";
  EXPECT_EQ(comparedFrom(1), QStringLiteral("01"));
  EXPECT_EQ(comparedFrom(2), QStringLiteral("02"));
  tabs().closeTab(2);
  EXPECT_EQ(comparedFrom(1), QStringLiteral("01")) << "as the command line has two files";
  EXPECT_EQ(comparedFrom(0), QStringLiteral("01"));
}

}  // namespace
}  // namespace kernline::ui
