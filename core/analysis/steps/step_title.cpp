// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/step_title.h"

#include "core/model/format/printable_text.h"
#include "core/model/names/kernel_name.h"

namespace kernline {

std::string stepTitle(const Trace& trace, const Step& step) {
  const std::string_view name = trace.text(step.name);
  return printable(step.span == SpanId::none ? shortKernelName(name) : std::string{name});
}

}  // namespace kernline
