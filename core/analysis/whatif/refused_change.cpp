// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/whatif/refused_change.h"

#include "core/model/base/text.h"
#include "core/model/names/kernel_name.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace kernline {

namespace {

Message whyRefusedOnHost(const WhatIfChange& change) {
  using enum WhatIfChangeKind;
  const bool isWait = change.target == WhatIfTarget::Sync;
  switch (change.kind) {
    case Fused:
      return Phrase::tr("%1: only device work is fused; name it with kernel:, family: or module:").with(change.text());
    case Roofline:
      return Phrase::tr("%1: only device work has a roofline; name it with kernel:, family: or module:")
          .with(change.text());
    case Async:
      return change.target == WhatIfTarget::Launch
                 ? Phrase::tr("%1: launches are asynchronous already; write launch=graph").with(change.text())
                 : Message();
    case Graph:
      return isWait || change.target == WhatIfTarget::Allocator
                 ? Phrase::tr("%1: only launches become a graph; write launch=graph").with(change.text())
                 : Message();
    case Factor:
    case Duration:
      return isWait ? Phrase::tr("%1: a wait takes as long as the device does; write sync=none").with(change.text())
                    : Message();
    default:
      return {};
  }
}

}  // namespace

bool isOfHost(WhatIfTarget target) {
  constexpr std::array targets{WhatIfTarget::Op, WhatIfTarget::Sync, WhatIfTarget::Host, WhatIfTarget::Launch,
                               WhatIfTarget::Allocator};
  return std::ranges::find(targets, target) != targets.end();
}

Message whyRefused(const WhatIfChange& change) {
  if (change.kind == WhatIfChangeKind::Follow && change.target != WhatIfTarget::Advice) {
    return Phrase::tr("%1: only advice is followed; write advice:1=follow").with(change.text());
  }
  return isOfHost(change.target) ? whyRefusedOnHost(change) : Message();
}

Message whyNothingMatches(const WhatIfChange& change) {
  for (std::size_t i = 0; change.target == WhatIfTarget::Kernel && i < kernelFamilyCount; ++i) {
    const std::string_view family = toText(static_cast<KernelFamily>(i));
    if (lowered(family) == lowered(change.pattern)) {
      return Phrase::tr("%1 matches no kernel name in this trace. For kernels of a family, write family:%2")
          .with(change.text(), family);
    }
  }
  return Phrase::tr("%1 matches nothing in this trace").with(change.text());
}

}  // namespace kernline
