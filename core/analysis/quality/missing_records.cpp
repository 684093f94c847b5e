// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/quality/missing_records.h"

#include <algorithm>

namespace kernline {

Phrase whyNoDeviceRecords(const Trace& trace) {
  const bool isOfRocm = std::ranges::any_of(trace.sources(), [](const SourceFile& source) {
    return source.format.english().starts_with("roc");  // rocprofv3, rocmProfileData, rocprof
  });
  return isOfRocm ? Phrase::tr(
                        "Either kernels were not traced (`rocprofv3 --kernel-trace`), or the program did not use "
                        "a GPU while it was recorded. There are no device figures.")
                  : Phrase::tr(
                        "Either CUDA was not traced (`nsys profile --trace=cuda`), or the program did not use a "
                        "GPU while it was recorded. There are no device figures.");
}

}  // namespace kernline
