// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/run_source.h"

#include "ui/kit/style/theme.h"

#include <QColor>
#include <QEvent>
#include <QFile>
#include <QFontDatabase>
#include <QIODevice>
#include <QProcess>
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
}

RunSource::~RunSource() {
  forgetDiff();
}

void RunSource::forgetDiff() {
  if (m_diff != nullptr) {
    m_diff->disconnect(this);
    m_diff->kill();
    m_diff = nullptr;
  }
}

bool RunSource::showFiles(const QStringList& files) {
  forgetDiff();
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
  auto* diff = new QProcess;  // outlives this where it is forgotten: it goes when it has ended
  m_diff = diff;
  connect(diff, &QProcess::finished, diff, &QObject::deleteLater);
  connect(diff, &QProcess::finished, this, [this, diff] { showDiff(*diff); });
  connect(diff, &QProcess::errorOccurred, this, [this, diff](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart) {
      setPlainText(tr("diff is not installed; open both runs to see their sources."));
      diff->deleteLater();
    }
  });
  diff->start(QStringLiteral("diff"), {QStringLiteral("-u"), QStringLiteral("--label"), tr("first run"),
                                       QStringLiteral("--label"), tr("second run"), before, after});
}

void RunSource::showDiff(QProcess& diff) {
  constexpr int differs = 1;
  const int code = diff.exitCode();
  if (code == 0) {
    setPlainText(tr("Both runs were compiled from the same source."));
  } else {
    setPlainText(QString::fromUtf8(code == differs ? diff.readAllStandardOutput() : diff.readAllStandardError()));
  }
}

void RunSource::changeEvent(QEvent* event) {
  QPlainTextEdit::changeEvent(event);
  if (event->type() == QEvent::PaletteChange && m_colors != nullptr) {
    m_colors->rehighlight();
  }
}

}  // namespace kernline::ui
