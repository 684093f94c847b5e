// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/style/figure_marks.h"

#include "ui/kit/language/words.h"

#include <QFont>
#include <QPainter>
#include <QRectF>

#include <array>

namespace kernline::ui {
namespace {

FigureMark mark(char letter, QRgb color, const char* name, const char* definition) {
  return {QLatin1Char(letter), QColor(color), name, definition};
}

constexpr QRgb blue = 0x7fb2f5;
constexpr QRgb amber = 0xecbd5a;
constexpr QRgb sand = 0xd0b08c;
constexpr QRgb violet = 0xbfa0ec;
constexpr QRgb teal = 0x7fcabb;
constexpr QRgb coral = 0xf29c90;
constexpr QRgb green = 0xa5d07a;
constexpr QRgb gray = 0xb9c0ca;

}  // namespace

QString FigureMark::name() const {
  return Words::tr(sourceOfName);
}

QString FigureMark::definition() const {
  return Words::tr(sourceOfDefinition);
}

const FigureMark& markOf(TimeCategory part) {
  static const std::array<FigureMark, timeCategoryCount> marks{
      mark('K', blue, QT_TRANSLATE_NOOP("Words", "Kernel"),
           QT_TRANSLATE_NOOP("Words", "A kernel other than communication is running on the device.")),
      mark('C', amber, QT_TRANSLATE_NOOP("Words", "Memcpy"),
           QT_TRANSLATE_NOOP("Words", "No kernel is running, but a memcpy is.")),
      mark('S', sand, QT_TRANSLATE_NOOP("Words", "Memset"),
           QT_TRANSLATE_NOOP("Words", "No kernel or memcpy is running, but a memset is.")),
      mark('N', violet, QT_TRANSLATE_NOOP("Words", "Only communication"),
           QT_TRANSLATE_NOOP("Words",
                             "An NCCL kernel or a gloo or NCCL call is running, but no other kernel and no copy.")),
      mark('R', teal, QT_TRANSLATE_NOOP("Words", "Runtime call"),
           QT_TRANSLATE_NOOP("Words", "The device is idle; the host is in a CUDA or HIP runtime or driver call.")),
      mark(
          'D', coral, QT_TRANSLATE_NOOP("Words", "Data loader"),
          QT_TRANSLATE_NOOP("Words", "The device is idle; the host is waiting for the next batch of the data loader.")),
      mark('P', green, QT_TRANSLATE_NOOP("Words", "CPU operator"),
           QT_TRANSLATE_NOOP("Words", "The device is idle; the host is running an operator or the optimizer.")),
      mark('O', gray, QT_TRANSLATE_NOOP("Words", "Other"),
           QT_TRANSLATE_NOOP("Words",
                             "None of the above: Python between operators, or work that is not in the profile.")),
  };
  return marks[static_cast<std::size_t>(part)];
}

const FigureMark& markOf(IdleCause cause) {
  static const std::array<FigureMark, idleCauseCount> marks{
      mark('H', coral, QT_TRANSLATE_NOOP("Words", "Host-bound"),
           QT_TRANSLATE_NOOP("Words", "The host launched the next work only after the device had run out of work.")),
      mark('S', amber, QT_TRANSLATE_NOOP("Words", "Synchronization"),
           QT_TRANSLATE_NOOP(
               "Words",
               "The host was in a …Synchronize call, or the stream in a recorded wait, and nothing was launched.")),
      mark('C', sand, QT_TRANSLATE_NOOP("Words", "Waiting on memcpy"),
           QT_TRANSLATE_NOOP("Words", "The host was in a memcpy call, or a launched memcpy started late.")),
      mark(
          'N', violet, QT_TRANSLATE_NOOP("Words", "Waiting on communication"),
          QT_TRANSLATE_NOOP("Words", "The host was in a collective, or a launched communication kernel started late.")),
      mark('L', teal, QT_TRANSLATE_NOOP("Words", "Launch latency"),
           QT_TRANSLATE_NOOP("Words", "From a launch into an empty queue to its start, up to 30 µs.")),
      mark('K', blue, QT_TRANSLATE_NOOP("Words", "Inter-kernel gap"),
           QT_TRANSLATE_NOOP("Words", "The next work was already queued and started within 30 µs.")),
      mark('G', green, QT_TRANSLATE_NOOP("Words", "Graph gap"),
           QT_TRANSLATE_NOOP("Words", "Between two operations of one CUDA graph launch.")),
      mark('U', gray, QT_TRANSLATE_NOOP("Words", "Unknown"),
           QT_TRANSLATE_NOOP(
               "Words",
               "The launch is not in the profile, or launched work waited longer than 30 µs for an unknown reason.")),
  };
  return marks[static_cast<std::size_t>(cause)];
}

const FigureMark& markOf(PathKind kind) {
  static const std::array<FigureMark, pathKindCount> marks{
      mark('H', green, QT_TRANSLATE_NOOP("Words", "Host"),
           QT_TRANSLATE_NOOP("Words", "The step waits for a host thread: operators, calls, Python.")),
      mark('L', teal, QT_TRANSLATE_NOOP("Words", "Launch"),
           QT_TRANSLATE_NOOP("Words", "A launch is on its way to an idle device.")),
      mark('K', blue, QT_TRANSLATE_NOOP("Words", "Kernel"), QT_TRANSLATE_NOOP("Words", "The step waits for a kernel.")),
      mark('N', violet, QT_TRANSLATE_NOOP("Words", "Communication"),
           QT_TRANSLATE_NOOP("Words", "A communication kernel runs, or waits for other ranks.")),
      mark('C', amber, QT_TRANSLATE_NOOP("Words", "Memcpy"),
           QT_TRANSLATE_NOOP("Words", "The step waits for a memcpy.")),
      mark('M', sand, QT_TRANSLATE_NOOP("Words", "Memset"), QT_TRANSLATE_NOOP("Words", "The step waits for a memset.")),
      mark('G', gray, QT_TRANSLATE_NOOP("Words", "Gap"),
           QT_TRANSLATE_NOOP("Words", "Between two consecutive device activities.")),
      mark('S', coral, QT_TRANSLATE_NOOP("Words", "Synchronization"),
           QT_TRANSLATE_NOOP("Words", "From the end of device work until the waiting host goes on.")),
  };
  return marks[static_cast<std::size_t>(kind)];
}

const FigureMark& exposedMark() {
  static const FigureMark exposed = mark(
      'E', violet, QT_TRANSLATE_NOOP("Words", "Exposed"),
      QT_TRANSLATE_NOOP("Words", "Communication runs and no other kernel of the device does: the step waits for it."));
  return exposed;
}

const FigureMark& overlappedMark() {
  static const FigureMark overlapped =
      mark('O', blue, QT_TRANSLATE_NOOP("Words", "Overlapped"),
           QT_TRANSLATE_NOOP("Words", "Communication runs at the same time as other kernels, which hide it."));
  return overlapped;
}

QColor markInk() {
  return {0x14, 0x18, 0x1d};
}

void paintMark(QPainter& painter, QRectF rect, const FigureMark& mark, const QFont& font) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(mark.color);
  painter.drawRoundedRect(rect, 3, 3);
  QFont letter(font);
  letter.setWeight(QFont::DemiBold);
  painter.setFont(letter);
  painter.setPen(markInk());
  painter.drawText(rect, Qt::AlignCenter, QString(mark.letter));
  painter.restore();
}

}  // namespace kernline::ui
