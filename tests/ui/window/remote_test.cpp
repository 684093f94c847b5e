// SPDX-License-Identifier: GPL-3.0-or-later
// A file of another machine in the window. A script takes the place of ssh, and the built kernline answers.
#include "core/open/digest_trace.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"
#include "tests/ui/window/wait.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/kit/jobs/workers.h"
#include "ui/kit/language/language.h"
#include "ui/views/compare/ranks/heat_view.h"
#include "ui/window/session.h"
#include "ui/window/start/recent_files.h"
#include "ui/window/tabs/file_tab_bar.h"
#include "ui/window/tabs/file_tabs.h"
#include "ui/window/tabs/ranks_tab.h"
#include "ui/window/tabs/trace_tab.h"

#include <QAbstractItemModel>
#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <QTimer>

#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace kernline::ui {
namespace {

using test::waitUntil;

class RemoteWindow : public Window {
 protected:
  void SetUp() override {
    Window::SetUp();
    useScript("exec /bin/sh -c \"$2\"");
    ::setenv("KERNLINE_REMOTE", qUtf8Printable(QCoreApplication::applicationDirPath() + QStringLiteral("/kernline")),
             1);
    std::filesystem::create_directory(m_folder / "runs");
    std::filesystem::copy_file(test::fixture("h200-attention-original.json.gz"), m_folder / "runs/train.json.gz");
  }

  void TearDown() override {
    ::unsetenv("KERNLINE_SSH");
    ::unsetenv("KERNLINE_REMOTE");
    RecentFiles::clear();
  }

  void useScript(const std::string& last) {
    m_folder.add("ssh", "#!/bin/sh\necho $$ >>" + m_folder / "pids" + "\ncd " + m_folder.path() + "\n" + last + "\n");
    std::filesystem::permissions(m_folder / "ssh", std::filesystem::perms::owner_all);
    ::setenv("KERNLINE_SSH", (m_folder / "ssh").c_str(), 1);
  }

  void openRemote() {
    m_window.openFiles({QStringLiteral("node7:runs/train.json.gz")});
    ASSERT_TRUE(settles());
    ASSERT_EQ(m_window.currentFile()->state(), FileTab::State::Ready)
        << m_window.currentFile()->refusal().toStdString();
  }

  test::TemporaryFolder m_folder;
};

TEST_F(RemoteWindow, showsATraceThatStaysThere) {
  openRemote();
  EXPECT_GT(trace().spanCount(), 1000U);
  EXPECT_EQ(tabs().bar()->tabText(0), QStringLiteral("node7:train"));
  EXPECT_EQ(RecentFiles::list(), QStringList{QStringLiteral("node7:runs/train.json.gz")});
}

TEST_F(RemoteWindow, showsTheArgsOfASelectedSpan) {
  openRemote();
  std::uint32_t kernel = 0;
  while (trace().kind(SpanId{kernel}) != SpanKind::Kernel) {
    ++kernel;
  }
  view().select(SpanId{kernel}, true);
  const auto* const args = child<QAbstractItemView>("argsView");
  const auto says = [&](const QString& key) {
    return args->model() != nullptr &&
           !args->model()->match(args->model()->index(0, 0), Qt::DisplayRole, key).isEmpty();
  };
  EXPECT_TRUE(waitUntil([&] { return says(QStringLiteral("registers per thread")); }));
}

TEST_F(RemoteWindow, saysThatTheConnectionIsLost) {
  openRemote();
  ::kill(std::stoi(test::readFile(m_folder / "pids")), SIGKILL);
  useScript("echo 'ssh: no route to host' >&2; exit 255");
  view().select(SpanId{0}, true);
  EXPECT_TRUE(waitUntil([&] {
    return std::ranges::any_of(m_window.findChildren<QLabel*>(), [](const QLabel* label) {
      return label->isVisible() && label->text().contains(QLatin1String("ssh: no route to host"));
    });
  }));
}

TEST_F(RemoteWindow, countsNothingFromArgsThatItCannotHave) {
  openRemote();
  ::kill(std::stoi(test::readFile(m_folder / "pids")), SIGKILL);
  useScript("echo 'ssh: no route to host' >&2; exit 255");
  auto* const dock = child<QDockWidget>("workDock");
  dock->show();
  dock->raise();
  const auto* const note = child<QLabel>("workEmpty");
  ASSERT_NE(note, nullptr);
  EXPECT_TRUE(waitUntil([&] { return note->text().contains(QLatin1String("no route to host")); }))
      << note->text().toStdString();
  dock->hide();
  useScript("exec /bin/sh -c \"$2\"");
  test::runEventsFor(std::chrono::milliseconds(3100));  // it does not try all the time
  dock->show();
  dock->raise();
  EXPECT_TRUE(waitUntil([&] { return child<QLabel>("workCounts")->text().contains(QLatin1String("row")); }));
  EXPECT_FALSE(note->isVisible());
}

TEST_F(RemoteWindow, saysNothingOfTheWorkOfASpanWithoutItsShapes) {
  openRemote();
  std::uint32_t product = 0;
  while (trace().nameText(SpanId{product}) != "aten::bmm") {
    ++product;
  }
  const auto saysWork = [&] {
    return std::ranges::any_of(m_window.findChildren<QLabel*>(), [](const QLabel* label) {
      return label->isVisible() &&
             (label->text() == QLatin1String("FLOPs") || label->text() == QLatin1String("Not modeled"));
    });
  };
  ::kill(std::stoi(test::readFile(m_folder / "pids")), SIGKILL);
  useScript("echo 'ssh: no route to host' >&2; exit 255");
  view().select(SpanId{product}, true);
  ASSERT_TRUE(settles());
  test::runEventsFor(std::chrono::milliseconds(500));
  EXPECT_FALSE(saysWork());
  useScript("exec /bin/sh -c \"$2\"");
  test::runEventsFor(std::chrono::milliseconds(3100));  // it does not try all the time
  view().select(SpanId{0}, true);
  view().select(SpanId{product}, true);
  EXPECT_TRUE(waitUntil(saysWork));
}

TEST_F(RemoteWindow, saysTheNameOfTheMachineAsItIs) {
  m_window.openFiles({QStringLiteral("node7:none.json")});
  ASSERT_TRUE(settles());
  EXPECT_EQ(m_window.currentFile()->refusal(),
            QString::fromStdString("node7: cannot open none.json: " + test::phrase("no-such-file") + "."));
}

TEST_F(RemoteWindow, saysInChineseWhatThatMachineSays) {
  applyLanguage(LanguageChoice::SimplifiedChinese);
  m_window.openFiles({QStringLiteral("node7:none.json")});
  const bool isRefused = settles();
  const QString refusal = m_window.currentFile()->refusal();
  applyLanguage(LanguageChoice::English);
  ASSERT_TRUE(isRefused);
  EXPECT_TRUE(refusal.contains(QStringLiteral("没有这样的文件或目录"))) << refusal.toStdString();
  EXPECT_FALSE(refusal.contains(QLatin1String("Cannot"))) << refusal.toStdString();
}

TEST_F(RemoteWindow, asksForThePlace) {
  QTimer::singleShot(50, &m_window, [] {
    auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
    ASSERT_NE(dialog, nullptr);
    auto* place = dialog->findChild<QComboBox*>();
    place->lineEdit()->clear();
    QTest::keyClicks(place->lineEdit(), QStringLiteral("node7:runs/train.json.gz"));
    QTest::keyClick(place->lineEdit(), Qt::Key_Return);
  });
  const QList<QAction*> actions = m_window.findChildren<QAction*>();
  const auto action = std::ranges::find(actions, QStringLiteral("Open remo&te…"), &QAction::text);
  ASSERT_NE(action, actions.end());
  (*action)->trigger();
  ASSERT_TRUE(settles());
  ASSERT_EQ(tabs().count(), 1);
  EXPECT_EQ(tabs().at(0)->state(), FileTab::State::Ready);
}

TEST_F(RemoteWindow, saysWhyTheMachineCannotBeReached) {
  useScript("echo 'ssh: Could not resolve hostname node7' >&2; exit 255");
  m_window.openFiles({QStringLiteral("node7:runs/train.json.gz")});
  ASSERT_TRUE(settles());
  EXPECT_EQ(m_window.currentFile()->state(), FileTab::State::Refused);
  EXPECT_TRUE(m_window.currentFile()->refusal().contains(QLatin1String("Could not resolve hostname node7")))
      << m_window.currentFile()->refusal().toStdString();
}

TEST_F(RemoteWindow, opensATraceThereFromTheDigestsThere) {
  for (const char* rank : {"0", "1"}) {
    const std::string trace = std::string("ranks/ddp_straggler/rank") + rank + ".json.gz";
    ASSERT_TRUE(digestTrace(test::fixture(trace), m_folder / "digests", false, {}));
  }
  m_window.openFiles({QStringLiteral("node7:digests")});
  ASSERT_TRUE(settles());
  const auto* tab = qobject_cast<RanksTab*>(m_window.currentFile());
  ASSERT_NE(tab, nullptr) << m_window.currentFile()->refusal().toStdString();
  EXPECT_EQ(tabs().bar()->tabText(0), QStringLiteral("node7:digests · 2 ranks"));
  auto* heat = child<HeatView>("heatView");
  QTest::mouseClick(heat->viewport(), Qt::LeftButton, {}, heat->rectOf({1, 1}).center().toPoint());
  ASSERT_TRUE(waitUntil([&] { return m_window.currentTrace() != nullptr && !m_window.isBusy(); }));
  EXPECT_EQ(m_window.currentFile()->path().toStdString(),
            "node7:" + std::filesystem::canonical(test::fixture("ranks/ddp_straggler/rank1.json.gz")).native());
  EXPECT_GT(trace().spanCount(), 0U);
}

TEST_F(RemoteWindow, isOpenedAgainWithTheSession) {
  openRemote();
  const Session session = sessionOf(tabs());
  ASSERT_EQ(session.files.size(), 1);
  EXPECT_EQ(session.files.front().path, QStringLiteral("node7:runs/train.json.gz"));
  storeSession(session);
  EXPECT_EQ(storedSession().files.size(), 1);
  storeSession({});
}

TEST_F(RemoteWindow, loadingCanBeCanceled) {
  useScript("sleep 60");
  m_window.openFiles({QStringLiteral("node7:runs/train.json.gz")});
  test::runEventsFor(std::chrono::milliseconds(200));
  m_window.currentFile()->cancel();
  ASSERT_TRUE(settles());
  EXPECT_EQ(m_window.currentFile()->state(), FileTab::State::Canceled);
}

}  // namespace
}  // namespace kernline::ui
