// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/run_source.h"

#include "ui/kit/style/theme.h"

#include <QColor>
#include <QEvent>
#include <QFile>
#include <QFontDatabase>
#include <QIODevice>
#include <QSyntaxHighlighter>

namespace kernline::ui {

namespace {

/// Colors the lines of a unified diff, and leaves other texts alone.
class DiffColors final : public QSyntaxHighlighter {
 public:
  explicit DiffColors(const RunSource& source) : QSyntaxHighlighter(source.document()), m_source(source) {}

 protected:
  void highlightBlock(const QString& text) override {
    if (!m_source.isDifference() || text.isEmpty()) {
      return;
    }
    const Tint& colors = tint(m_source.palette());
    const QChar mark = text.front();
    const QColor color = mark == QLatin1Char('+')   ? colors.good
                         : mark == QLatin1Char('-') ? colors.bad
                         : mark == QLatin1Char('@') ? colors.quiet
                                                    : QColor();
    if (color.isValid()) {
      setFormat(0, static_cast<int>(text.size()), color);
    }
  }

 private:
  const RunSource& m_source;
};

}  // namespace

RunSource::RunSource(QWidget* parent) : QPlainTextEdit(parent), m_colors(new DiffColors(*this)) {
  setObjectName(QStringLiteral("runSource"));
  setReadOnly(true);
  setFrameShape(QFrame::NoFrame);
  setLineWrapMode(QPlainTextEdit::NoWrap);
  setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  connect(&m_diff, &QProcess::finished, this, &RunSource::showDiff);
  connect(&m_diff, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart) {
      setPlainText(tr("diff is not installed; open both runs to see their sources."));
    }
  });
}

bool RunSource::showFiles(const QStringList& files) {
  m_diff.kill();
  m_isDifference = false;
  clear();
  if (files.size() == 2) {
    startDiff(files.front(), files.back());
    return true;
  }
  QFile file(files.value(0));
  if (files.size() != 1 || !file.open(QIODevice::ReadOnly)) {
    return false;
  }
  setPlainText(QString::fromUtf8(file.readAll()));
  return true;
}

void RunSource::startDiff(const QString& before, const QString& after) {
  m_isDifference = true;
  m_diff.waitForFinished(1000);  // the one that was killed
  m_diff.start(QStringLiteral("diff"), {QStringLiteral("-u"), QStringLiteral("--label"), tr("first run"),
                                        QStringLiteral("--label"), tr("second run"), before, after});
}

void RunSource::showDiff(int code) {
  if (!m_isDifference) {
    return;  // of runs that are no longer shown
  }
  constexpr int differs = 1;
  if (code == 0) {
    setPlainText(tr("Both runs were compiled from the same source."));
  } else {
    setPlainText(QString::fromUtf8(code == differs ? m_diff.readAllStandardOutput() : m_diff.readAllStandardError()));
  }
}

void RunSource::changeEvent(QEvent* event) {
  QPlainTextEdit::changeEvent(event);
  if (event->type() == QEvent::PaletteChange && m_colors != nullptr) {
    m_colors->rehighlight();
  }
}

}  // namespace kernline::ui
