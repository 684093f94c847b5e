// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace kernline {

/// P(|T| <= t) of Student's distribution with that many degrees of freedom, at least 1; `t` is not negative.
[[nodiscard]] double studentProbability(double t, std::size_t degrees);

/// The t with P(|T| <= t) = `confidence` of Student's distribution with that many degrees of freedom, to 1e-9.
/// `degrees` is at least 1, `confidence` in (0, 1).
[[nodiscard]] double studentQuantile(double confidence, std::size_t degrees);

}  // namespace kernline
