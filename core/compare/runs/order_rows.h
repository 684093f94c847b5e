// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/runs/run_comparison.h"

namespace kernline {

/// Makes the rows of a comparison by launch order: a row a place in the base's step of middle length, "#12 gemm". The
/// kernels of every step of every run are aligned with it by their normal names (see sequence_alignment.h); between two
/// that are the same, as many others as in the base are taken for these, in order, whatever their names (`aliases`).
/// The rest has rows of its own, "#12+ gemm" after place 12; activity outside of the steps or on another device is in
/// one row.
void makeOrderRows(RunComparison& comparison);

}  // namespace kernline
