// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/kit/language/latin_words.h"

#include "tests/ui/kit/language/translation_messages.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTabBar>

namespace kernline::test {
namespace {

/// Names, keys, units and file formats that Chinese users write so, too.
const QStringList& ours() {
  static const QStringList words =
      QStringLiteral(
          // products, formats, libraries
          "Kernline GPU CPU CUDA SM DRAM NVIDIA H200 ROCm HIP NCCL gloo nsys ncu nvprof "
          "rocprof Nsight Systems Compute PyTorch torch profiler prof step activities Python "
          "Transformer TensorFlow vLLM SGLang TensorRT LLM ATOM JAX VizTracer clang ftime trace Bazel Chrome export "
          "type sqlite flamegraph pl speedscope RE2 JSON CSV TSV HTML PNG SVG SQL SQLite "
          "Markdown gzip zstd zip tar json gz schema XPU record_shapes "
          // English names of choices, and commands
          "kernline record source English Input Dims grid follow fused profile memset Synchronize "
          // what SQL answers with
          "kernel memcpy device_sync device_annotation runtime op python_function "
          "annotation overhead other note repaired lost bytes base_time_ns REGEXP "
          "path format notes stream device_other thread async steps or bookkeeping partial_overlap "
          // terms
          "warp Warp DRAM L2 Rank rank KV token GEMM softmax Triton attention elementwise communication "
          "id NaN NULL NCCL Aa args max log MFU TF32 work txt Linear "
          // keys and units
          "Ctrl Shift Alt Enter Esc Return Backspace Del Tab PgUp PgDown Space Home End Up Down Left Right ns µs us ms "
          "s B KiB MiB GiB TB GB MB kB FLOP kFLOP MFLOP GFLOP TFLOP GHz UTC P50 P90 P99")
          .split(QLatin1Char(' '));
  return words;
}

const QRegularExpression& latinWord() {
  static const QRegularExpression word(QStringLiteral("[A-Za-z][A-Za-z0-9_]+"));
  return word;
}

/// Texts shown in English until somebody translates them.
QStringList untranslated() {
  QStringList texts;
  for (const TranslationMessage& message : translationMessages()) {
    if (!message.isFinished()) {
      texts << message.source;
    }
  }
  return texts;
}

}  // namespace

LatinWords::LatinWords(const QStringList& ofFile) : LatinWords(ofFile + untranslated(), ours()) {}

LatinWords::LatinWords(const QStringList& known, const QStringList& allowed)
    : m_known(known.join(QLatin1Char('\n'))), m_allowed(allowed.begin(), allowed.end()) {
  for (const QString& text : known) {
    for (const QRegularExpressionMatch& match : latinWord().globalMatch(text)) {
      m_allowed.insert(match.captured());
    }
  }
}

void LatinWords::readText(const QString& text) {
  static const QRegularExpression functionKey(QStringLiteral("^F\\d+$"));
  for (const QRegularExpressionMatch& match : latinWord().globalMatch(text)) {
    const QString word = match.captured();
    // Short names of kernels are parts of longer ones, and any name may be cut where there is no room for it.
    const bool isCut = text.mid(match.capturedEnd()).startsWith(QChar(0x2026));
    // Allows parts that tell two short names apart, in marks: ‹split_k›.
    const bool isMarked =
        text.lastIndexOf(QChar(0x2039), match.capturedStart()) > text.lastIndexOf(QChar(0x203A), match.capturedStart());
    const bool isPart = (isCut || isMarked || word.size() >= 12) && m_known.contains(word);
    if (!isPart && !m_allowed.contains(word) && !functionKey.match(word).hasMatch()) {
      m_found.try_emplace(word.toStdString(), text.toStdString());
    }
  }
}

void LatinWords::readWidget(const QWidget& widget) {
  for (const QString& text : {widget.toolTip(), widget.accessibleName(), widget.accessibleDescription(),
                              widget.statusTip(), widget.whatsThis()}) {
    readText(text);
  }
  for (const QAction* action : widget.actions()) {
    readText(action->text());
    readText(action->toolTip());
  }
  if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
    readText(label->text());
  } else if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) {
    readText(button->text());
  } else if (const auto* field = qobject_cast<const QLineEdit*>(&widget)) {
    readText(field->placeholderText());
  } else if (const auto* combo = qobject_cast<const QComboBox*>(&widget)) {
    for (int i = 0; i < combo->count(); ++i) {
      readText(combo->itemText(i));
    }
  } else if (const auto* header = qobject_cast<const QHeaderView*>(&widget)) {
    for (int i = 0; header->orientation() == Qt::Horizontal && header->model() != nullptr && i < header->count(); ++i) {
      readText(header->model()->headerData(i, Qt::Horizontal, Qt::DisplayRole).toString());
      readText(header->model()->headerData(i, Qt::Horizontal, Qt::ToolTipRole).toString());
    }
  } else if (const auto* view = qobject_cast<const QAbstractItemView*>(&widget); view != nullptr && view->model()) {
    for (int row = 0; row < view->model()->rowCount(); ++row) {
      for (int column = 0; column < view->model()->columnCount(); ++column) {
        readText(view->model()->index(row, column).data(Qt::DisplayRole).toString());
        readText(view->model()->index(row, column).data(Qt::ToolTipRole).toString());
      }
    }
  }
}

void LatinWords::read(const QWidget& window) {
  readText(window.windowTitle());
  readWidget(window);
  for (const QWidget* widget : window.findChildren<QWidget*>()) {
    readWidget(*widget);
  }
}

}  // namespace kernline::test
