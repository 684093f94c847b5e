// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"
#include "core/model/base/time.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// Target of a change.
enum class WhatIfTarget : std::uint8_t {
  Kernel,      ///< kernels of a name
  Op,          ///< calls of a name and what they launch
  Family,      ///< kernels of a family
  Module,      ///< device activity of a module
  Phase,       ///< device activity of a phase
  Collective,  ///< communication kernels
  Copy,        ///< memcpys
  Sync,        ///< calls that wait for the device
  Host,        ///< time of the host in calls of a name, not what they launch
  Launch,      ///< launch calls
  Allocator,   ///< cudaMalloc, cudaFree and the like
  Rank,        ///< device activity of a rank
  Advice,      ///< targets of rows of `advise`, by their numbers: "1,3"
};
inline constexpr std::size_t whatIfTargetCount = 13;

enum class WhatIfChangeKind : std::uint8_t {
  Factor,    ///< `x0.5`: takes that share of its time
  Duration,  ///< `2ms`: each takes that long; of operators what each call launches, if that is anything
  Roofline,  ///< time that its work needs on this device
  None,      ///< is not there
  Async,     ///< no call waits for it
  Graph,     ///< is launched as one CUDA graph
  Fused,     ///< neighbors on a stream become one kernel as long as the longest of them
  Follow,    ///< is done as advised
};

/// "kernel:gemm=x0.5" and the like.
struct WhatIfChange {
  WhatIfTarget target = WhatIfTarget::Kernel;
  std::string pattern;  ///< text after the colon; empty for all
  WhatIfChangeKind kind = WhatIfChangeKind::Factor;
  double factor = 1;
  Duration duration = {};

  /// Limits, so that times of a run fit their type.
  static constexpr double maxFactor = 1000;
  static constexpr Duration longest{1'000'000'000'000};

  /// Returns the time after this change, of a factor, a duration or none; others leave it as it is.
  [[nodiscard]] Duration applied(Duration time) const;
  /// Returns the change as typed.
  [[nodiscard]] std::string text() const;
};

/// Errors: Usage with what is expected.
[[nodiscard]] Expected<WhatIfChange> parseWhatIf(std::string_view text);
/// Several after semicolons: "launch=graph; kernel:gemm=x0.5". Errors: as those of one, and that there is none.
[[nodiscard]] Expected<std::vector<WhatIfChange>> parseWhatIfs(std::string_view text);
/// "kernel", "op", …
[[nodiscard]] std::string_view toText(WhatIfTarget target);

}  // namespace kernline
