// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace/kinds.h"

namespace kernline {

std::string_view toText(SpanKind kind) {
  switch (kind) {
    case SpanKind::Kernel:
      return "kernel";
    case SpanKind::Memcpy:
      return "memcpy";
    case SpanKind::Memset:
      return "memset";
    case SpanKind::DeviceSync:
      return "device_sync";
    case SpanKind::DeviceAnnotation:
      return "device_annotation";
    case SpanKind::Runtime:
      return "runtime";
    case SpanKind::Op:
      return "op";
    case SpanKind::PythonFunction:
      return "python_function";
    case SpanKind::Annotation:
      return "annotation";
    case SpanKind::Overhead:
      return "overhead";
    case SpanKind::Other:
      break;
  }
  return "other";
}

std::string_view toText(TrackKind kind) {
  switch (kind) {
    case TrackKind::Stream:
      return "stream";
    case TrackKind::DeviceOther:
      return "device_other";
    case TrackKind::Thread:
      return "thread";
    case TrackKind::Async:
      return "async";
    case TrackKind::Steps:
      return "steps";
    case TrackKind::Bookkeeping:
      break;
  }
  return "bookkeeping";
}

}  // namespace kernline
