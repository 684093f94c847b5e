// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures as a person wants them: size, scale, title, legend.
#include "tests/support/test_files.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/kit/output/file_dialogs.h"
#include "ui/kit/output/picture.h"
#include "ui/kit/output/picture_dialog.h"
#include "ui/views/timeline/color_legend.h"
#include "ui/views/timeline/timeline_canvas.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/window/parts/commands.h"

#include <QAction>
#include <QCheckBox>
#include <QDialog>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QHeaderView>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTimer>
#include <QTreeView>

#include <algorithm>
#include <functional>
#include <vector>

namespace kernline::ui {
namespace {

class PictureLooks : public Window {
 protected:
  void SetUp() override {
    Window::SetUp();
    openSmallTrace();
  }
  QImage saved(const PictureLook& look) {
    const QString path = m_folder.filePath(QStringLiteral("picture.png"));
    EXPECT_TRUE(savePicture(view(), path, {}, look));
    return QImage(path);
  }

  QTemporaryDir m_folder;
};

/// Answers dialogs one after the other, as they come.
class Answers {
 public:
  explicit Answers(std::function<void(QWidget&)> answer) {
    QObject::connect(&m_timer, &QTimer::timeout, [answer = std::move(answer)] {
      if (QWidget* dialog = QApplication::activeModalWidget()) {
        answer(*dialog);
      }
    });
    m_timer.start(20);
  }

 private:
  QTimer m_timer;
};

TEST_F(PictureLooks, haveTheSizeAndScaleThatIsAskedForAndTheWidgetStaysAsItWas) {
  const QRect before = view().geometry();
  EXPECT_EQ(saved({.size = {1500, 640}, .scale = 1}).size(), QSize(1500, 640));
  EXPECT_EQ(saved({.size = {800, 400}, .scale = 3}).size(), QSize(2400, 1200));
  EXPECT_EQ(view().geometry(), before);
}

TEST_F(PictureLooks, areDrawnInTheirOwnPixelsNotEnlarged) {
  const QImage small = saved({.size = {800, 400}, .scale = 1});
  const QImage large = saved({.size = {800, 400}, .scale = 2});
  EXPECT_NE(large, small.scaled(large.size(), Qt::IgnoreAspectRatio, Qt::FastTransformation));
  // A row of bars has edges between the pixels of the small picture.
  int odd = 0;
  for (int y = 0; y + 1 < large.height(); y += 2) {
    for (int x = 0; x + 1 < large.width(); x += 2) {
      odd += large.pixel(x, y) != large.pixel(x + 1, y) ? 1 : 0;
    }
  }
  EXPECT_GT(odd, 50);
}

TEST_F(PictureLooks, haveATitleAboveThePicture) {
  const QImage plain = saved({.size = {800, 400}});
  const QImage titled = saved({.size = {800, 400}, .title = QStringLiteral("Before the change")});
  const int added = titled.height() - plain.height();
  EXPECT_GT(added, 10);
  EXPECT_EQ(titled.copy(0, added, 800, 400), plain);
  const QImage head = titled.copy(0, 0, 800, added);
  QImage blank(head.size(), head.format());
  blank.fill(head.pixelColor(0, 0));
  EXPECT_NE(head, blank) << "something is written there";
}

TEST_F(PictureLooks, ofATimelineCanSayWhichKindHasWhichColor) {
  ASSERT_TRUE(mayAddLegend(view()));
  auto* legend = view().findChild<ColorLegend*>();
  const QImage plain = saved({.size = {800, 400}});
  const QImage explained = saved({.size = {800, 400}, .addsLegend = true});
  EXPECT_EQ(explained.size(), plain.size());
  EXPECT_NE(explained.copy(0, 370, 800, 30), plain.copy(0, 370, 800, 30));
  EXPECT_EQ(explained.copy(0, 0, 800, 60), plain.copy(0, 0, 800, 60));
  EXPECT_TRUE(legend->isHidden()) << "the window stays as it was";
  const std::vector<SpanKind>& kinds = legend->kinds();
  EXPECT_NE(std::ranges::find(kinds, SpanKind::Kernel), kinds.end());
  EXPECT_NE(std::ranges::find(kinds, SpanKind::Op), kinds.end());
  EXPECT_EQ(std::ranges::find(kinds, SpanKind::Overhead), kinds.end()) << "there is none";
}

TEST_F(PictureLooks, haveNoChoiceOfALegendWhereThereIsNone) {
  const QLabel plain(QStringLiteral("no colors"), &m_window);
  {
    const Answers answers([](QWidget& dialog) {
      EXPECT_FALSE(dialog.findChild<QCheckBox*>(QStringLiteral("pictureLegend"))->isVisible());
      qobject_cast<QDialog*>(&dialog)->reject();
    });
    EXPECT_FALSE(askPictureLook(&m_window, plain));
  }
}

TEST_F(PictureLooks, areAskedForBeforeAFileIs) {
  const QString path = m_folder.filePath(QStringLiteral("asked.png"));
  {
    const Answers answers([&](QWidget& dialog) {
      if (dialog.objectName() == QStringLiteral("pictureDialog")) {
        dialog.findChild<QSpinBox*>(QStringLiteral("pictureWidth"))->setValue(900);
        dialog.findChild<QSpinBox*>(QStringLiteral("pictureHeight"))->setValue(500);
        dialog.findChild<QDoubleSpinBox*>(QStringLiteral("pictureScale"))->setValue(2);
        auto* legend = dialog.findChild<QCheckBox*>(QStringLiteral("pictureLegend"));
        EXPECT_TRUE(legend->isEnabled());
        EXPECT_FALSE(legend->isChecked()) << "a timeline colored by name shows none";
        for (const QLabel* label : dialog.findChildren<QLabel*>()) {
          EXPECT_TRUE(!label->text().contains(QLatin1Char('&')) || label->buddy() != nullptr)
              << label->text().toStdString() << ": shown as it is";
        }
        QTest::keyClick(&dialog, Qt::Key_Return);
      } else if (auto* files = qobject_cast<QFileDialog*>(&dialog)) {
        auto* name = files->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
        name->setText(path);
        QTest::keyClick(name, Qt::Key_Return);
      }
    });
    m_window.commands()[Command::ExportPicture]->trigger();
  }
  EXPECT_EQ(QImage(path).size(), QSize(1800, 1000));
}

TEST_F(PictureLooks, areNotSavedWhereThatIsCanceled) {
  bool hasAskedForAFile = false;
  {
    const Answers answers([&](QWidget& dialog) {
      hasAskedForAFile = hasAskedForAFile || qobject_cast<QFileDialog*>(&dialog) != nullptr;
      qobject_cast<QDialog*>(&dialog)->reject();
    });
    m_window.commands()[Command::ExportPicture]->trigger();
  }
  EXPECT_FALSE(hasAskedForAFile);
}

TEST_F(PictureLooks, dialogsForFilesBeginBesideTheFileAndShowSizesAndDates) {
  struct {
    QString folder;
    int width = 0;
    int needed = 0;
  } shown;
  {
    const Answers answers([&shown](QWidget& dialog) {
      if (auto* files = qobject_cast<QFileDialog*>(&dialog)) {
        shown.folder = files->directory().absolutePath();
        const QHeaderView* header = files->findChild<QTreeView*>(QStringLiteral("treeView"))->header();
        shown.width = header->sectionSize(3);
        shown.needed = header->fontMetrics().horizontalAdvance(QStringLiteral("2026-11-28 07:50"));
        files->reject();
      }
    });
    EXPECT_TRUE(askSaveFile(&m_window, QStringLiteral("Save"), QStringLiteral("statistics.csv"), {}).isEmpty());
  }
  EXPECT_EQ(shown.folder, QFileInfo(QString::fromStdString(m_file.path())).absolutePath());
  EXPECT_GE(shown.width, shown.needed);
}

}  // namespace
}  // namespace kernline::ui
