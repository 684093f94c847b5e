// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/families/families_dialog.h"

#include "core/model/names/kernel_name.h"
#include "core/model/names/user_families.h"
#include "tests/ui/window/cell.h"
#include "tests/ui/window/sample_trace.h"
#include "tests/ui/window/wait.h"
#include "ui/views/families/active_families.h"
#include "ui/views/families/families_model.h"

#include <QApplication>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

using test::cell;

/// The dialog on the sample trace, as a person has it.
class FamiliesOnScreen : public ::testing::Test {
 protected:
  void TearDown() override {
    delete m_dialog;
    ActiveFamilies::shared().apply({});
  }

  void open(std::vector<FamilyRule> own = {}) {
    ActiveFamilies::shared().apply(std::move(own));
    m_dialog = new FamiliesDialog(test::smallTrace(), m_file);
    m_dialog->show();
    ASSERT_TRUE(settles());
  }

  [[nodiscard]] bool settles() { return test::settles(*m_dialog); }
  template <typename Widget>
  Widget* child(const char* name) {
    return m_dialog->findChild<Widget*>(QString::fromUtf8(name));
  }
  void click(const char* button) { QTest::mouseClick(child<QPushButton>(button), Qt::LeftButton); }
  QAbstractItemModel& rules() { return *child<QTableView>("familiesTable")->model(); }

  /// Into the editor that is open in the table.
  void type(const char* text) {
    auto* editor = child<QTableView>("familiesTable")->findChild<QLineEdit*>();
    ASSERT_NE(editor, nullptr);
    editor->selectAll();
    QTest::keyClicks(editor, QString::fromUtf8(text));
    QTest::keyClick(editor, Qt::Key_Return);
    ASSERT_TRUE(settles());
  }

  int rowThatCatches(const char* example) {
    for (int row = 0; row < rules().rowCount(); ++row) {
      if (cell(rules(), row, FamiliesModel::Example) == example) {
        return row;
      }
    }
    return -1;
  }

  QTemporaryDir m_folder;
  std::filesystem::path m_file = std::filesystem::path(m_folder.path().toStdString()) / "kernline" / "families.txt";
  QPointer<FamiliesDialog> m_dialog;
};

TEST_F(FamiliesOnScreen, sayWhatEachRuleCatches) {
  open();
  const int gemm = rowThatCatches("gemm_kernel<float>");
  ASSERT_GE(gemm, 0);
  EXPECT_EQ(cell(rules(), gemm, FamiliesModel::Family), "GEMM");
  EXPECT_EQ(cell(rules(), gemm, FamiliesModel::Kernels), "2");
  EXPECT_EQ(cell(rules(), gemm, FamiliesModel::Time), "40.00 µs");
  child<QTableView>("familiesTable")->selectRow(gemm);
  ASSERT_EQ(child<QListWidget>("familiesNames")->count(), 1);
  EXPECT_EQ(child<QListWidget>("familiesNames")->item(0)->text().toStdString(), "void gemm_kernel<float>(float*)");
  EXPECT_FALSE(child<QPushButton>("familiesRemove")->isEnabled()) << "it is not the user's";
}

TEST_F(FamiliesOnScreen, rulesOfTheProgramThatCatchNothingStepAsideUntilAskedFor) {
  open({{"mine", "no such kernel", {}}});
  const auto* table = child<QTableView>("familiesTable");
  EXPECT_FALSE(table->isRowHidden(0)) << "one's own is always there";
  EXPECT_TRUE(table->isRowHidden(1));
  EXPECT_FALSE(table->isRowHidden(rowThatCatches("gemm_kernel<float>")));
  child<QCheckBox>("familiesAll")->click();
  EXPECT_FALSE(table->isRowHidden(1));
}

TEST_F(FamiliesOnScreen, aRuleIsAddedForAKernelTriedWhileTypedAndKept) {
  open();
  child<QTableView>("familiesTable")->selectRow(rowThatCatches("gemm_kernel<float>"));
  child<QListWidget>("familiesNames")->setCurrentRow(0);
  click("familiesAdd");
  EXPECT_EQ(cell(rules(), 0, FamiliesModel::Pattern, Qt::EditRole), "gemm_kernel");
  type("gemm_(kernel|other)");
  EXPECT_EQ(cell(rules(), 0, FamiliesModel::Kernels), "2");
  EXPECT_EQ(toText(kernelFamily("gemm_kernel")), "GEMM") << "nothing is in force before it is kept";
  QSignalSpy applied(&ActiveFamilies::shared(), &ActiveFamilies::changed);
  click("familiesKeep");
  EXPECT_EQ(applied.count(), 1);
  EXPECT_EQ(toText(kernelFamily("gemm_kernel")), "My family");
  const auto kept = readFamilies(m_file);
  ASSERT_EQ(kept->rules.size(), 1U);
  EXPECT_EQ(kept->rules[0].pattern, "gemm_(kernel|other)");
}

TEST_F(FamiliesOnScreen, aWrongPatternIsToldAndCannotBeKept) {
  open();
  click("familiesAdd");
  type("gemm(");
  EXPECT_THAT(child<QLabel>("familiesProblem")->text().toStdString(), ::testing::HasSubstr("missing )"));
  EXPECT_THAT(cell(rules(), 0, FamiliesModel::Pattern), ::testing::StartsWith("⚠"));
  EXPECT_FALSE(child<QPushButton>("familiesKeep")->isEnabled());
}

TEST_F(FamiliesOnScreen, rulesMoveGoAndAreAllForgotten) {
  open({{"one", "gemm", {}}, {"two", "kernel", {}}, {"three", "x", {}}});
  EXPECT_EQ(cell(rules(), 0, FamiliesModel::Kernels), "2");
  EXPECT_EQ(cell(rules(), 1, FamiliesModel::Kernels), "") << "the first rule has caught them";
  child<QTableView>("familiesTable")->selectRow(1);
  click("familiesUp");
  ASSERT_TRUE(settles());
  EXPECT_EQ(cell(rules(), 0, FamiliesModel::Family), "two");
  EXPECT_EQ(cell(rules(), 0, FamiliesModel::Kernels), "2");
  EXPECT_FALSE(child<QPushButton>("familiesUp")->isEnabled());
  click("familiesRemove");
  ASSERT_TRUE(settles());
  EXPECT_EQ(cell(rules(), 0, FamiliesModel::Family), "one");
  click("familiesReset");
  ASSERT_TRUE(settles());
  EXPECT_EQ(rules().rowCount(), static_cast<int>(builtinFamilyRules().size()) + 1);
  click("familiesKeep");
  EXPECT_FALSE(std::filesystem::exists(m_file));
  EXPECT_EQ(familyRules()->ownCount(), 0U);
}

}  // namespace
}  // namespace kernline::ui
