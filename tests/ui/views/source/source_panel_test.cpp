// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/source/source_panel.h"

#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/ui/kit/panels/impatient.h"
#include "tests/ui/views/panel_test.h"
#include "ui/views/source/code_pane.h"
#include "ui/views/source/source_view.h"

#include <QLabel>
#include <QTest>

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace kernline::ui {
namespace {

class SourceOfATrace : public test::PanelTest<SourcePanel> {
 protected:
  QLabel& note() { return child<QLabel>("sourceEmpty"); }
  CodePane& lines() { return child<CodePane>("sourceLines"); }
};

TEST_F(SourceOfATrace, isReadOnceItIsSeen) {
  m_panel.setTrace(load(test::fixture("recordings/source.json.gz")).value());
  EXPECT_FALSE(m_panel.isBusy()) << "nobody sees it yet";
  show();
  EXPECT_TRUE(m_panel.view()->isVisible());
  EXPECT_FALSE(note().isVisible());
  ASSERT_EQ(m_panel.view()->kernel(), 0U) << "it is the only one";
  EXPECT_EQ(lines().rows().rows[static_cast<std::size_t>(lines().current())].line, 9U) << "its hot line";
}

TEST_F(SourceOfATrace, isNoLongerReadAfterCancelOrOnceItIsHidden) {
  const test::Impatient impatient;
  m_panel.setTrace(load(test::fixture("recordings/source.json.gz")).value());
  m_panel.show();
  ASSERT_TRUE(m_panel.isBusy());
  QTest::mouseClick(&test::buttonOf(m_panel, "source", "Cancel"), Qt::LeftButton);
  EXPECT_FALSE(m_panel.isBusy());
  EXPECT_FALSE(m_panel.view()->isVisible());
  QTest::mouseClick(&test::buttonOf(m_panel, "source", "Again"), Qt::LeftButton);
  ASSERT_TRUE(m_panel.isBusy());
  m_panel.hide();
  EXPECT_FALSE(m_panel.isBusy());
  m_panel.show();
  ASSERT_TRUE(settles());
  EXPECT_TRUE(m_panel.view()->isVisible());
  EXPECT_FALSE(test::buttonOf(m_panel, "source", "Cancel").isVisible());
}

TEST_F(SourceOfATrace, saysHowToRecordWhereThereIsNone) {
  open("recordings/torch-step.json.gz");
  EXPECT_FALSE(m_panel.view()->isVisible());
  EXPECT_TRUE(note().text().contains(QStringLiteral("kernline record --source"))) << note().text().toStdString();
}

TEST_F(SourceOfATrace, followsTheKernelThatIsSelected) {
  open("recordings/source.json.gz");
  m_panel.view()->showTopLines();
  EXPECT_FALSE(m_panel.view()->kernel());
  m_panel.showKernel(QStringLiteral("another(int)"));
  EXPECT_FALSE(m_panel.view()->kernel()) << "nothing was sampled of it";
  m_panel.showKernel(QStringLiteral("hotLine(float*, int)"));
  EXPECT_EQ(m_panel.view()->kernel(), 0U);
}

TEST_F(SourceOfATrace, opensALineThatWasAskedForBeforeItWasRead) {
  m_panel.setTrace(load(test::fixture("recordings/source.json.gz")).value());
  m_panel.showLine({.kernel = 0, .file = 0, .line = 11, .samples = 0, .states = {}});
  show();
  EXPECT_EQ(lines().rows().rows[static_cast<std::size_t>(lines().current())].line, 11U);
}

}  // namespace
}  // namespace kernline::ui
