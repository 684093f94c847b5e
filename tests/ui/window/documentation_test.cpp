// SPDX-License-Identifier: GPL-3.0-or-later
// The pages for users name keys and menu entries as the window has them. KERNLINE_UPDATE_GOLDEN=1 writes the tables of
// keys anew.
#include "tests/ui/window/window_fixture.h"
#include "ui/kit/language/language.h"
#include "ui/kit/language/mnemonic.h"
#include "ui/views/compare/runs/run_strip.h"
#include "ui/window/dialogs/shortcut_sheet.h"

#include <QFile>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

namespace kernline::ui {
namespace {

const QString sources = QStringLiteral(KERNLINE_SOURCE_DIR "/");
const QString keysPage = sources + QStringLiteral("resources/docs/settings.md");

QString textOf(const QString& path) {
  return QString::fromStdString(test::readFile(path.toStdString()));
}

/// A key as code, a movement of the mouse as words.
QString cellOf(const QString& key) {
  const QKeySequence keys(key);
  const bool isKey = !keys.isEmpty() && keys[0].key() != Qt::Key_unknown;
  return isKey ? QStringLiteral("`%1`").arg(key) : key;
}

QString tableOf(const ShortcutGroup& group) {
  QString table = QStringLiteral("| action | key or mouse |\n|---|---|\n");
  for (const ShortcutLine& line : group.lines) {
    QStringList cells;
    std::ranges::transform(line.keys, std::back_inserter(cells), cellOf);
    table += QStringLiteral("| %1 | %2 |\n").arg(line.text, cells.join(QStringLiteral(", ")));
  }
  return table;
}

class DocumentationOfTheWindow : public Window {
 protected:
  QList<ShortcutGroup> allKeys() const {
    return mainWindowShortcuts(*m_window.menuBar())
           << comparisonShortcuts({QStringLiteral("?")}, RunStrip::swapKey().toString()).first();
  }
};

TEST_F(DocumentationOfTheWindow, hasTheKeysOfTheSheet) {
  QString page = textOf(keysPage);
  const QString before = page;
  for (const ShortcutGroup& group : allKeys()) {
    const QRegularExpression place(
        QStringLiteral("\n### %1\n\n((?:\\|.*\n)*)").arg(QRegularExpression::escape(group.title)));
    const QRegularExpressionMatch match = place.match(page);
    ASSERT_TRUE(match.hasMatch()) << "no heading " << group.title.toStdString();
    page.replace(match.capturedStart(1), match.capturedLength(1), tableOf(group));
  }
  if (qEnvironmentVariableIsSet("KERNLINE_UPDATE_GOLDEN")) {
    QFile file(keysPage);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(page.toUtf8());
    return;
  }
  EXPECT_EQ(before.toStdString(), page.toStdString());
}

TEST_F(DocumentationOfTheWindow, hasNoOtherTablesOfKeys) {
  const QString page = textOf(keysPage);
  const qsizetype from = page.indexOf(QLatin1String("\n## Keyboard and mouse\n"));
  const QString section = page.mid(from, page.indexOf(QLatin1String("\n## "), from + 1) - from);
  QStringList titles;
  for (const ShortcutGroup& group : allKeys()) {
    titles << group.title;
  }
  static const QRegularExpression heading(QStringLiteral("\n### (.*)\n"));
  for (const QRegularExpressionMatch& match : heading.globalMatch(section)) {
    EXPECT_TRUE(titles.contains(match.captured(1))) << match.captured(1).toStdString();
  }
}

QString plainName(const QAction& action) {
  return withoutMnemonic(action.text()).remove(QChar(0x2026)).simplified();
}

/// Whether `words` begin with an entry of `menu`, and after " > " with one of its own menu.
bool leadsThrough(const QMenu& menu, const QString& words) {
  return std::ranges::any_of(menu.actions(), [&](const QAction* action) {
    const QString name = plainName(*action);
    if (name.isEmpty() || !words.startsWith(name)) {
      return false;
    }
    const QString rest = words.mid(name.size());
    if (rest.startsWith(QLatin1String(" > "))) {
      return action->menu() != nullptr && leadsThrough(*action->menu(), rest.mid(3));
    }
    return rest.isEmpty() || !rest.front().isLetterOrNumber() || rest.front().script() == QChar::Script_Han;
  });
}

/// How many menu paths (File > Open) `text` has; each has to lead to an entry.
int pathsIn(const QMenuBar& bar, const QString& file, QString text) {
  static const QRegularExpression split(QStringLiteral("\"\\s*\""));  // a literal over several lines
  text.replace(split, QString()).replace(QLatin1String("&gt;"), QLatin1String(">"));
  text = text.simplified();
  int count = 0;
  for (const QAction* title : bar.actions()) {
    const QRegularExpression path(
        QStringLiteral("(?<![\\w-])%1 ([>\u203a\u2192\u25b8]) ").arg(QRegularExpression::escape(plainName(*title))));
    for (const QRegularExpressionMatch& match : path.globalMatch(text)) {
      const QString words = text.mid(match.capturedEnd(), 80);
      EXPECT_EQ(match.captured(1), QStringLiteral(">")) << file.toStdString();
      EXPECT_TRUE(leadsThrough(*title->menu(), words))
          << file.toStdString() << ": " << match.captured(0).toStdString() << words.toStdString();
      ++count;
    }
  }
  return count;
}

int pathsBelow(const QMenuBar& bar, const QString& folder, const std::vector<std::string>& endings) {
  int count = 0;
  for (const std::string& file : test::filesBelow((sources + folder).toStdString(), endings)) {
    const QString path = sources + folder + QLatin1Char('/') + QString::fromStdString(file);
    count += pathsIn(bar, path, textOf(path));
  }
  return count;
}

TEST_F(DocumentationOfTheWindow, namesMenuEntriesThatExist) {
  const QMenuBar& bar = *m_window.menuBar();
  EXPECT_GE(pathsBelow(bar, QStringLiteral("resources/docs"), {".md"}), 15);
  EXPECT_GE(pathsBelow(bar, QStringLiteral("packaging/man"), {".1"}), 1);
  EXPECT_GE(pathsBelow(bar, QStringLiteral("ui"), {".cpp"}), 4);
  EXPECT_GE(pathsIn(bar, QStringLiteral("README.md"), textOf(sources + QStringLiteral("README.md"))), 2);
}

TEST_F(DocumentationOfTheWindow, namesMenuEntriesThatExistInChinese) {
  applyLanguage(LanguageChoice::SimplifiedChinese);
  {
    const MainWindow window(MainWindow::Settings::Ephemeral);
    const QMenuBar& bar = *window.menuBar();
    EXPECT_GE(pathsBelow(bar, QStringLiteral("resources/translations"), {".ts"}), 4);
    EXPECT_GE(pathsIn(bar, keysPage, textOf(keysPage)), 1);
  }
  applyLanguage(LanguageChoice::English);
}

}  // namespace
}  // namespace kernline::ui
