// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the open traces are compared, and which of them is the base.
#include "tests/ui/window/file_dialog.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/views/compare/runs/run_strip.h"
#include "ui/views/compare/runs/runs_window.h"
#include "ui/window/controllers/comparison_controller.h"
#include "ui/window/parts/commands.h"

#include <QAction>
#include <QPointer>
#include <QPushButton>

#include <string>
#include <vector>

namespace kernline::ui {
namespace {

std::string kernelText(int length) {
  return R"([{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":1,"dur":)" + std::to_string(length) +
         R"(,"args":{"device":0,"stream":7}}])";
}

class BaseChoice : public Window {
 protected:
  void open(const std::vector<std::string>& names) {
    QStringList paths;
    for (const std::string& name : names) {
      paths << pathOf(name);
    }
    m_window.openFiles(paths);
    ASSERT_TRUE(settles());
  }

  QString pathOf(const std::string& name) {
    m_folder.add(name, kernelText(++m_length));
    return QString::fromStdString(m_folder / name);
  }

  /// The names of those that are compared, the base first.
  std::string compared() {
    const auto* runs = m_window.findChild<RunsWindow*>();
    std::string names;
    for (std::size_t i = 0; runs != nullptr && i < runs->runs().size(); ++i) {
      names += (names.empty() ? "" : " ") + runs->runs()[i].name.toStdString();
    }
    return names;
  }

  std::string comparedFrom(int current) {
    tabs().setCurrentIndex(current);
    m_window.commands()[Command::CompareTraces]->trigger();
    return compared();
  }

  void closeComparison() {
    delete m_window.findChild<RunsWindow*>();  // closing it does the same in the end
  }

  test::TemporaryFolder m_folder;
  int m_length = 100;
};

TEST_F(BaseChoice, comparesTheTraceInFrontWithTheOneThatWasInFrontBefore) {
  open({"a.json", "b.json", "c.json"});
  tabs().setCurrentIndex(0);
  EXPECT_EQ(comparedFrom(1), "a b") << "what was opened first is the base";
  closeComparison();
  EXPECT_EQ(comparedFrom(2), "b c");
  closeComparison();
  EXPECT_EQ(comparedFrom(0), "a c");
  closeComparison();
  tabs().closeTab(2);
  EXPECT_EQ(comparedFrom(0), "a b") << "what was in front before has gone";
}

TEST_F(BaseChoice, guessesTheBaseFromNames) {
  open({"after.json", "before.json"});
  EXPECT_EQ(comparedFrom(0), "before after");
  auto* runs = m_window.findChild<RunsWindow*>();
  QTest::mouseClick(runs->findChild<QPushButton*>(QStringLiteral("runsSwap")), Qt::LeftButton);
  EXPECT_EQ(compared(), "after before") << "what a person says counts";
  m_window.openFiles({pathOf("old.json")});
  ASSERT_TRUE(settles());
  EXPECT_EQ(compared(), "after before") << "and goes on to count";
}

TEST_F(BaseChoice, guessesTheBaseOfFilesThatAreOpenedToBeCompared) {
  m_window.comparison().compareFiles({pathOf("feature.json"), pathOf("main.json"), pathOf("new.json")});
  ASSERT_TRUE(settles());
  ASSERT_TRUE(test::waitUntil([&] { return !compared().empty(); }));
  EXPECT_EQ(compared(), "main feature new");
}

TEST_F(BaseChoice, bringsTheTraceInFrontIntoTheComparisonThatIsOpen) {
  open({"a.json", "b.json", "c.json", "d.json"});
  tabs().setCurrentIndex(0);
  EXPECT_EQ(comparedFrom(1), "a b");
  EXPECT_EQ(comparedFrom(2), "a c") << "in the place of the other one of two";
  EXPECT_EQ(comparedFrom(0), "a c") << "is compared already";
  Q_EMIT m_window.findChild<RunStrip*>()->added(1);
  EXPECT_EQ(comparedFrom(3), "a c b d") << "beside several";
}

TEST_F(BaseChoice, asksForTheOtherFileWhereOneAloneIsOpen) {
  open({"new.json"});
  {
    const test::FileDialogAnswer answer(pathOf("old.json"));
    m_window.commands()[Command::CompareTraces]->trigger();
    ASSERT_NE(answer.asker(), nullptr);
  }
  ASSERT_TRUE(test::waitUntil([&] { return compared() == "old new"; })) << compared();
}

TEST_F(BaseChoice, closesItsWindowByKeys) {
  open({"a.json", "b.json"});
  for (const auto& [key, modifiers] : {std::pair(Qt::Key_W, Qt::ControlModifier), {Qt::Key_Escape, Qt::NoModifier}}) {
    comparedFrom(0);
    const QPointer<RunsWindow> runs = m_window.findChild<RunsWindow*>();
    ASSERT_TRUE(test::waitUntil([&] { return QApplication::activeWindow() == runs && !runs->isBusy(); }));
    QTest::keyClick(runs, key, modifiers);
    ASSERT_TRUE(test::waitUntil([&] { return runs == nullptr; }));
    ASSERT_EQ(tabs().count(), 2) << "and no file";
  }
}

}  // namespace
}  // namespace kernline::ui
