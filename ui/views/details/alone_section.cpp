// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/alone_section.h"

#include "core/analysis/rerun/rerun_results.h"
#include "core/analysis/rerun/rerun_script.h"
#include "core/model/format/quantity.h"
#include "ui/kit/jobs/whole_reading.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/views/details/details_page.h"

#include <QClipboard>
#include <QDir>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTemporaryFile>
#include <QVBoxLayout>

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::ui {
namespace {

constexpr int stopTimeoutMs = 300;

QString pythonProgram() {
  const QString named = qEnvironmentVariable("KERNLINE_PYTHON");
  return named.isEmpty() ? QStringLiteral("python3") : named;
}

std::string scriptOf(const RerunCase& one) {
  return rerunScript(std::span(&one, 1));
}

QString lastLineOf(const QByteArray& text) {
  const QByteArray trimmed = text.trimmed();
  return QString::fromUtf8(trimmed.mid(trimmed.lastIndexOf('\n') + 1));
}

/// The operator itself, or the one that launched device activity; none for others.
SpanId operatorOf(const Trace& trace, SpanId span) {
  if (trace.kind(span) == SpanKind::Op) {
    return span;
  }
  return isDeviceActivity(trace.kind(span)) ? trace.opOf(span) : SpanId::none;
}

}  // namespace

AloneSection::AloneSection(QWidget* parent)
    : QWidget(parent),
      m_text(new QLabel(this)),
      m_measure(new QPushButton(tr("Measure here"), this)),
      m_copy(new QPushButton(tr("Copy script"), this)) {
  setObjectName(QStringLiteral("detailsAlone"));
  m_text->setObjectName(QStringLiteral("aloneText"));
  m_text->setWordWrap(true);
  m_text->setTextFormat(Qt::PlainText);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_measure->setObjectName(QStringLiteral("measureHere"));
  m_copy->setObjectName(QStringLiteral("copyScript"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  layout->addWidget(makeHeading(tr("Alone"), this));
  layout->addWidget(m_text);
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(m_measure);
  buttons->addWidget(m_copy);
  buttons->addStretch(1);
  layout->addLayout(buttons);
  connect(m_measure, &QPushButton::clicked, this, &AloneSection::measure);
  connect(m_copy, &QPushButton::clicked, this, &AloneSection::copyScript);
  connect(&m_process, &QProcess::finished, this,
          [this](int code, QProcess::ExitStatus status) { finish(status == QProcess::NormalExit ? code : -1, true); });
  connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart) {
      finish(-1, false);
    }
  });
  hide();
}

AloneSection::~AloneSection() {
  clear();
}

void AloneSection::showCallOf(const std::shared_ptr<const Trace>& trace, SpanId span) {
  clear();
  const SpanId op = operatorOf(*trace, span);
  if (op == SpanId::none) {
    return;
  }
  if (trace != m_trace) {
    m_trace = trace;
    m_causes = causesOf(trace);
  }
  auto find = [causes = m_causes, op](const std::stop_token& stop, Progress&) -> Expected<RerunCase> {
    const auto model = causes->work(stop);
    std::vector<RerunCase> cases;
    if (model) {
      cases = rerunPlan(causes->trace(), *model, {.scope = {.op = op}}, stop);
    }
    if (cases.empty()) {
      return std::unexpected(Error{.kind = Error::Kind::Canceled, .message = {}});
    }
    return std::move(cases.front());
  };
  m_reading = Job<RerunCase>(readingAllOf({m_trace}, std::move(find)), [this](Expected<RerunCase> found) {
    if (found) {
      fill(*std::move(found));
    }
  });
}

void AloneSection::clear() {
  m_reading = {};
  m_case.reset();
  if (isMeasuring()) {
    const QSignalBlocker quiet(m_process);
    m_process.kill();
    m_process.waitForFinished(stopTimeoutMs);
  }
  m_script.reset();
  hide();
}

void AloneSection::fill(RerunCase found) {
  m_case = std::move(found);
  const bool canRun = m_case->reason.isEmpty();
  const QString reason = canRun ? QString() : tr("It cannot run alone: %1").arg(coreText(m_case->reason));
  m_measure->setEnabled(canRun);
  m_copy->setEnabled(canRun);
  m_measure->setToolTip(canRun
                            ? tr("Run %1 with these shapes, types and strides on the GPU of this machine, by PyTorch")
                                  .arg(qt(m_case->name))
                            : reason);
  m_copy->setToolTip(canRun ? tr("Copy a Python script that runs it on another machine. It needs only PyTorch")
                            : reason);
  showText({});
  show();
}

/// Shows the time in the run, and `text` behind it.
void AloneSection::showText(const QString& text) {
  const auto spread = spreadOf(m_case->times);
  const QString before = tr("In the run: %1.").arg(spread ? qt(formatDuration(spread->median)) : QStringLiteral("–"));
  m_text->setText(text.isEmpty() ? before : before + QLatin1Char(' ') + text);
}

void AloneSection::measure() {
  if (!m_case || isMeasuring()) {
    return;
  }
  m_script = std::make_unique<QTemporaryFile>(QDir::tempPath() + QStringLiteral("/kernline-replay-XXXXXX.py"));
  const std::string text = scriptOf(*m_case);
  const auto size = static_cast<qint64>(text.size());
  if (!m_script->open() || m_script->write(text.data(), size) != size || !m_script->flush()) {
    showText(tr("Cannot write %1.").arg(m_script->fileName()));
    return;
  }
  m_measure->setEnabled(false);
  showText(tr("Measuring…"));
  m_process.setStandardInputFile(QProcess::nullDevice());
  m_process.start(pythonProgram(), {m_script->fileName(), QStringLiteral("--json")});
}

void AloneSection::finish(int code, bool isStarted) {
  m_script.reset();
  if (!m_case) {
    return;
  }
  m_measure->setEnabled(true);
  const QByteArray out = m_process.readAllStandardOutput();
  const QString said = lastLineOf(m_process.readAllStandardError());
  if (!isStarted) {
    showText(tr("Cannot start %1. Copy the script and run it on a machine with PyTorch.").arg(pythonProgram()));
    return;
  }
  const Expected<RerunResults> results =
      parseRerunResults(std::string_view(out.constData(), static_cast<std::size_t>(out.size())));
  const RerunResult* result = code == 0 && results ? results->find(m_case->id) : nullptr;
  if (result == nullptr) {
    showText(tr("It cannot run here: %1. Copy the script and run it on another machine.").arg(said));
  } else if (!result->error.empty()) {
    showText(tr("It failed: %1").arg(qt(result->error)));
  } else {
    showText(tr("Alone: %1 (%2, PyTorch %3).")
                 .arg(qt(formatDuration(result->time.median)), qt(results->device), qt(results->torch)));
  }
}

void AloneSection::copyScript() const {
  if (m_case) {
    QGuiApplication::clipboard()->setText(qt(scriptOf(*m_case)));
  }
}

}  // namespace kernline::ui
