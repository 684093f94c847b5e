// SPDX-License-Identifier: GPL-3.0-or-later
// Commands that would do nothing cannot be given.
#include "tests/support/trace_query.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/views/steps/trace_steps.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/window/parts/commands.h"
#include "ui/window/tabs/trace_study.h"
#include "ui/window/tabs/trace_tab.h"

#include <QAction>
#include <QLineEdit>
#include <QTest>

#include <chrono>

namespace kernline::ui {
namespace {

class IdleCommands : public Window {
 protected:
  void SetUp() override {
    Window::SetUp();
    openSmallTrace();
  }
  [[nodiscard]] bool isEnabled(Command command) const { return m_window.commands()[command]->isEnabled(); }
};

TEST_F(IdleCommands, nothingIsClearedWhereNothingIsChosen) {
  EXPECT_FALSE(isEnabled(Command::ClearSelection));
  view().select(test::spanNamed(trace(), "aten::mm"));
  EXPECT_TRUE(isEnabled(Command::ClearSelection));
  press(Qt::Key_Escape);
  EXPECT_EQ(view().selection(), SpanId::none);
  EXPECT_FALSE(isEnabled(Command::ClearSelection));
  view().chooseRange(trace().bounds());
  EXPECT_TRUE(isEnabled(Command::ClearSelection));
  view().chooseRange(std::nullopt);
  EXPECT_FALSE(isEnabled(Command::ClearSelection));
}

TEST_F(IdleCommands, escapeLeadsToTheTimelineEvenThen) {
  auto* field = child<QLineEdit>("workFilter");
  ASSERT_NE(field, nullptr);
  field->setFocus();
  QTest::keyClick(&m_window, Qt::Key_Escape);
  EXPECT_FALSE(field->hasFocus());
}

TEST_F(IdleCommands, noMatchIsNextWithoutASearch) {
  EXPECT_FALSE(isEnabled(Command::FindNext));
  EXPECT_FALSE(isEnabled(Command::FindPrevious));
  child<QLineEdit>("searchField")->setText(QStringLiteral("gemm"));
  EXPECT_TRUE(isEnabled(Command::FindNext));
  EXPECT_TRUE(isEnabled(Command::ClearSelection));
  ASSERT_TRUE(settles());
  child<QLineEdit>("searchField")->clear();
  EXPECT_FALSE(isEnabled(Command::FindPrevious));
}

TEST_F(IdleCommands, viewsGoBackOnlyToOneBefore) {
  ASSERT_TRUE(test::waitUntil([&] { return !isEnabled(Command::Back); })) << "the view that it opens with rests";
  EXPECT_FALSE(isEnabled(Command::Forward));
  test::runEventsFor(std::chrono::milliseconds(500));
  EXPECT_FALSE(isEnabled(Command::Back));
  const TimeRange first = view().visibleRange();
  view().scene().time().zoomIn();
  ASSERT_TRUE(test::waitUntil([&] { return isEnabled(Command::Back); }));
  test::runEventsFor(std::chrono::milliseconds(800));
  m_window.commands()[Command::Back]->trigger();
  ASSERT_TRUE(test::waitUntil([&] { return isEnabled(Command::Forward); }));
  EXPECT_FALSE(isEnabled(Command::Back));
  EXPECT_EQ(view().visibleRange(), first);
}

TEST_F(IdleCommands, thereIsNoNextFileOfOneAndNoNextStepWithoutSteps) {
  EXPECT_FALSE(isEnabled(Command::NextTab));
  EXPECT_FALSE(isEnabled(Command::PreviousTab));
  const FoundSteps* steps = m_window.currentTrace()->study()->steps()->found().get();
  ASSERT_NE(steps, nullptr);
  EXPECT_EQ(isEnabled(Command::NextStep), !steps->steps.empty());
  const test::TemporaryFile other{test::smallTraceText()};
  m_window.openFiles({QString::fromStdString(other.path())});
  ASSERT_TRUE(settles());
  EXPECT_TRUE(isEnabled(Command::NextTab));
}

TEST_F(IdleCommands, aTextIsSearchedInOtherWaysOnlyWhereThereIsATrace) {
  EXPECT_TRUE(isEnabled(Command::SearchRegex));
  m_window.commands()[Command::CloseTab]->trigger();
  ASSERT_TRUE(settles());
  EXPECT_FALSE(isEnabled(Command::SearchRegex));
}

}  // namespace
}  // namespace kernline::ui
