// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/language/core_text.h"

#include "core/model/format/printable_text.h"
#include "ui/kit/language/qt_text.h"

#include <QCoreApplication>

#include <string>

namespace kernline::ui {
namespace {

/// Frequent names of measurements and parameters in logs, which the core passes on as they are.
[[maybe_unused]] constexpr const char* wordsOfLogs[] = {
    QT_TRANSLATE_NOOP("Phrase", "section"),       QT_TRANSLATE_NOOP("Phrase", "model"),
    QT_TRANSLATE_NOOP("Phrase", "rank"),          QT_TRANSLATE_NOOP("Phrase", "file"),
    QT_TRANSLATE_NOOP("Phrase", "seq_len"),       QT_TRANSLATE_NOOP("Phrase", "batch_size"),
    QT_TRANSLATE_NOOP("Phrase", "hidden_size"),   QT_TRANSLATE_NOOP("Phrase", "num_layers"),
    QT_TRANSLATE_NOOP("Phrase", "num_heads"),     QT_TRANSLATE_NOOP("Phrase", "head_dim"),
    QT_TRANSLATE_NOOP("Phrase", "dtype"),         QT_TRANSLATE_NOOP("Phrase", "world_size"),
    QT_TRANSLATE_NOOP("Phrase", "vocab_size"),    QT_TRANSLATE_NOOP("Phrase", "learning_rate"),
    QT_TRANSLATE_NOOP("Phrase", "epoch"),         QT_TRANSLATE_NOOP("Phrase", "step"),
    QT_TRANSLATE_NOOP("Phrase", "model_size"),    QT_TRANSLATE_NOOP("Phrase", "copy_length"),
    QT_TRANSLATE_NOOP("Phrase", "kv_pairs"),      QT_TRANSLATE_NOOP("Phrase", "time"),
    QT_TRANSLATE_NOOP("Phrase", "memory"),        QT_TRANSLATE_NOOP("Phrase", "throughput"),
    QT_TRANSLATE_NOOP("Phrase", "loss"),          QT_TRANSLATE_NOOP("Phrase", "perplexity"),
    QT_TRANSLATE_NOOP("Phrase", "accuracy"),      QT_TRANSLATE_NOOP("Phrase", "bandwidth"),
    QT_TRANSLATE_NOOP("Phrase", "share"),         QT_TRANSLATE_NOOP("Phrase", "size"),
    QT_TRANSLATE_NOOP("Phrase", "frequency"),     QT_TRANSLATE_NOOP("Phrase", "Time"),
    QT_TRANSLATE_NOOP("Phrase", "Step Time"),     QT_TRANSLATE_NOOP("Phrase", "Forward Time"),
    QT_TRANSLATE_NOOP("Phrase", "Backward Time"), QT_TRANSLATE_NOOP("Phrase", "Forward+Backward Time"),
    QT_TRANSLATE_NOOP("Phrase", "Latency"),       QT_TRANSLATE_NOOP("Phrase", "Memory"),
    QT_TRANSLATE_NOOP("Phrase", "Memory Usage"),  QT_TRANSLATE_NOOP("Phrase", "Peak Memory"),
    QT_TRANSLATE_NOOP("Phrase", "Throughput"),    QT_TRANSLATE_NOOP("Phrase", "Bandwidth"),
    QT_TRANSLATE_NOOP("Phrase", "Loss"),          QT_TRANSLATE_NOOP("Phrase", "Train Loss"),
    QT_TRANSLATE_NOOP("Phrase", "Val Loss"),      QT_TRANSLATE_NOOP("Phrase", "Validation Loss"),
    QT_TRANSLATE_NOOP("Phrase", "PPL"),           QT_TRANSLATE_NOOP("Phrase", "Perplexity"),
    QT_TRANSLATE_NOOP("Phrase", "Val PPL"),       QT_TRANSLATE_NOOP("Phrase", "Accuracy"),
    QT_TRANSLATE_NOOP("Phrase", "Test Accuracy"), QT_TRANSLATE_NOOP("Phrase", "Learning Rate"),
    QT_TRANSLATE_NOOP("Phrase", "Speedup"),
};

QString translated(std::string_view phrase) {
  return QCoreApplication::translate("Phrase", std::string(phrase).c_str());
}

}  // namespace

QString coreText(const Message& message) {
  return qt(printable(message.in([](std::string_view phrase) { return translated(phrase).toStdString(); })));
}

QString coreText(Phrase phrase) {
  return translated(phrase.english());
}

QString coreText(std::string_view word) {
  return translated(word);
}

}  // namespace kernline::ui
