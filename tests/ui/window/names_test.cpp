// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/trace_query.h"
#include "tests/ui/window/cell.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/kit/style/shown_names.h"
#include "ui/views/details/span_facts.h"
#include "ui/views/timeline/glyph_labels.h"
#include "ui/window/parts/commands.h"
#include "ui/window/parts/window_settings.h"

#include <QAction>
#include <QTableView>

namespace kernline::ui {
namespace {

using test::cell;

constexpr const char* mangledKernel = R"({"traceEvents": [
{"ph": "M", "name": "process_labels", "pid": 0, "tid": 0, "args": {"labels": "GPU 0"}},
{"ph": "X", "cat": "kernel", "name": "_Z10vector_addPKfS0_Pf", "pid": 0, "tid": 7, "ts": 20.000, "dur": 10.000,
 "args": {"device": 0, "stream": 7}}]})";

class KernelNames : public Window {
 protected:
  void SetUp() override {
    ShownNames::shared().setStyle(NameStyle::Short);
    Window::SetUp();
    m_window.openFiles({QString::fromStdString(m_mangled.path())});
    ASSERT_TRUE(settles());
    m_window.currentFile()->setFocus();
    view().select(SpanId{0});
    ASSERT_TRUE(settles());
  }
  void TearDown() override {
    ShownNames::shared().setStyle(NameStyle::Short);
    storeNameStyle(NameStyle::Short);
  }

  std::vector<std::string> everywhere() {
    return {cell(*child<QTableView>("statisticsView"), 0, 0), GlyphLabels::labelText(trace(), SpanId{0}).toStdString(),
            titleOf(trace(), SpanId{0}).toStdString()};
  }
  static std::vector<std::string> times3(const char* name) { return {name, name, name}; }

  test::TemporaryFile m_mangled{mangledKernel};
};

TEST_F(KernelNames, goRoundAndAreTheSameInTablesAndOnTheTimeline) {
  EXPECT_EQ(everywhere(), times3("vector_add"));
  press(Qt::Key_K, Qt::ControlModifier);
  ASSERT_TRUE(settles());
  EXPECT_EQ(everywhere(), times3("vector_add(float const*, float const*, float*)"));
  EXPECT_TRUE(m_window.commands()[Command::DemangledNames]->isChecked());
  press(Qt::Key_K, Qt::ControlModifier);
  ASSERT_TRUE(settles());
  EXPECT_EQ(everywhere(), times3("_Z10vector_addPKfS0_Pf"));
  press(Qt::Key_K, Qt::ControlModifier);
  ASSERT_TRUE(settles());
  EXPECT_EQ(everywhere(), times3("vector_add"));
}

TEST_F(KernelNames, areRememberedForTheNextWindow) {
  m_window.commands()[Command::RawNames]->trigger();
  ShownNames::shared().setStyle(NameStyle::Short);
  const MainWindow next;
  EXPECT_EQ(ShownNames::style(), NameStyle::Raw);
}

}  // namespace
}  // namespace kernline::ui
