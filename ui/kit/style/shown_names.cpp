// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/style/shown_names.h"

#include "core/model/names/distinct_names.h"

#include <atomic>

namespace kernline::ui {
namespace {

std::atomic<NameStyle> shownStyle = NameStyle::Short;

}  // namespace

ShownNames& ShownNames::shared() {
  static ShownNames names;
  return names;
}

NameStyle ShownNames::style() {
  return shownStyle;
}

void ShownNames::setStyle(NameStyle style) {
  if (shownStyle.exchange(style) != style) {
    Q_EMIT changed();
  }
}

std::string shownName(std::string_view name, bool isKernel) {
  return isKernel ? kernelNameIn(ShownNames::style(), name) : std::string(name);
}

std::string shownName(const Trace& trace, std::string_view name, bool isKernel) {
  return isKernel ? trace.kernelNames().in(ShownNames::style(), name) : std::string(name);
}

std::string shownName(const Trace& trace, SpanId span) {
  return shownName(trace, trace.nameText(span), trace.kind(span) == SpanKind::Kernel);
}

}  // namespace kernline::ui
