// SPDX-License-Identifier: GPL-3.0-or-later
// The guided look at the sample: from the start page, by mouse and keys, to its end; once by itself, never again.
#include "tests/ui/window/window_fixture.h"
#include "ui/kit/open/sample_file.h"
#include "ui/window/guide/guide_card.h"
#include "ui/window/parts/commands.h"
#include "ui/window/parts/window_settings.h"

#include <QAction>
#include <QDir>
#include <QDockWidget>
#include <QLabel>
#include <QPushButton>
#include <QSettings>

#include <chrono>

namespace kernline::ui {
namespace {

class GuidedLook : public Window {
 protected:
  void SetUp() override {
    storeGuideSeen();
    Window::SetUp();
  }
  void TearDown() override { QSettings().clear(); }

  QString title() { return child<QLabel>("guideTitle")->text(); }
  bool begins() {
    return test::waitUntil([&] { return card() != nullptr; });
  }
  bool ends() {
    return test::waitUntil([&] { return card() == nullptr; });
  }
  GuideCard* card() { return child<GuideCard>("guideCard"); }
  void click(const char* button) { QTest::mouseClick(child<QPushButton>(button), Qt::LeftButton); }
};

TEST_F(GuidedLook, leadsThroughTheSampleInFiveSteps) {
  click("startGuide");
  ASSERT_TRUE(begins());
  ASSERT_TRUE(settles());
  EXPECT_EQ(title(), QStringLiteral("Read the timeline"));
  EXPECT_FALSE(child<QPushButton>("guideBack")->isEnabled());
  press(Qt::Key_Return);
  EXPECT_EQ(title(), QStringLiteral("Find what launched a kernel"));
  const SpanId kernel = view().selection();
  ASSERT_NE(kernel, SpanId::none);
  EXPECT_EQ(trace().kind(kernel), SpanKind::Kernel);
  EXPECT_TRUE(child<QDockWidget>("detailsDock")->isVisible());
  click("guideNext");
  EXPECT_EQ(m_window.currentTrace()->page(), TraceTab::Page::Overview);
  click("guideBack");
  EXPECT_EQ(m_window.currentTrace()->page(), TraceTab::Page::Timeline);
  click("guideNext");
  click("guideNext");
  EXPECT_EQ(title(), QStringLiteral("Find what to optimize"));
  EXPECT_TRUE(child<QDockWidget>("adviceDock")->isVisible());
  click("guideNext");
  EXPECT_EQ(child<QPushButton>("guideNext")->text(), QStringLiteral("&Done"));
  EXPECT_FALSE(child<QPushButton>("guideSkip")->isVisible());
  EXPECT_TRUE(m_window.rect().contains(card()->geometry()));
  press(Qt::Key_Return);
  EXPECT_TRUE(ends());
  EXPECT_EQ(child<QWidget>("guideOutline"), nullptr);
}

TEST_F(GuidedLook, endsWithEscapeAndWithItsFile) {
  m_window.openFiles({*sampleFile()});
  ASSERT_TRUE(settles());
  EXPECT_EQ(card(), nullptr) << "seen before";
  QAction* look = m_window.commands()[Command::GuidedLook];
  look->trigger();
  ASSERT_NE(card(), nullptr) << "the sample is open already";
  press(Qt::Key_Escape);
  EXPECT_TRUE(ends());
  look->trigger();
  ASSERT_NE(card(), nullptr);
  m_window.commands()[Command::CloseTab]->trigger();
  EXPECT_TRUE(ends());
}

TEST_F(GuidedLook, hidesLittleOfWhatItIsAbout) {
  m_window.openFiles({*sampleFile()});
  ASSERT_TRUE(settles());
  m_window.commands()[Command::GuidedLook]->trigger();
  click("guideNext");
  const auto* details = child<QDockWidget>("detailsDock");
  const QRect shown(details->mapTo(&m_window, QPoint()), details->size());
  EXPECT_TRUE((card()->geometry() & shown).isEmpty());
  EXPECT_EQ(child<QWidget>("guideOutline")->geometry(), shown);
  m_window.resize(1000, 640);
  QCoreApplication::processEvents();
  EXPECT_TRUE(m_window.rect().contains(card()->geometry()));
  EXPECT_EQ(child<QWidget>("guideOutline")->geometry(), QRect(details->mapTo(&m_window, QPoint()), details->size()));
}

TEST_F(GuidedLook, beginsByItselfOnceAndNeverInPictures) {
  QSettings().clear();
  const auto beginsOnSample = [](MainWindow::Settings settings) {
    MainWindow window(settings);
    window.show();
    window.openFiles({QDir().relativeFilePath(*sampleFile())});
    EXPECT_TRUE(test::settles(window));
    test::runEventsFor(std::chrono::milliseconds(50));
    return window.findChild<GuideCard*>() != nullptr;
  };
  EXPECT_FALSE(beginsOnSample(MainWindow::Settings::Ephemeral));
  EXPECT_TRUE(beginsOnSample(MainWindow::Settings::Kept));
  EXPECT_FALSE(beginsOnSample(MainWindow::Settings::Kept));
}

}  // namespace
}  // namespace kernline::ui
