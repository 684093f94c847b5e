// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/language/kind_text.h"

#include "ui/kit/language/words.h"

namespace kernline::ui {

QString kindText(SpanKind kind) {
  switch (kind) {
    case SpanKind::Kernel:
      return Words::tr("Kernel");
    case SpanKind::Memcpy:
      return Words::tr("Device memcpy");
    case SpanKind::Memset:
      return Words::tr("Device memset");
    case SpanKind::DeviceSync:
      return Words::tr("Device synchronization");
    case SpanKind::DeviceAnnotation:
      return Words::tr("GPU annotation (as in Statistics)");
    case SpanKind::Runtime:
      return Words::tr("Runtime or driver call");
    case SpanKind::Op:
      return Words::tr("Operator");
    case SpanKind::PythonFunction:
      return Words::tr("Python function");
    case SpanKind::Annotation:
      return Words::tr("Annotation");
    case SpanKind::Overhead:
      return Words::tr("Profiler overhead");
    case SpanKind::Other:
      break;
  }
  return Words::tr("Span");
}

}  // namespace kernline::ui
