// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace_builder.h"

#include <memory>
#include <string_view>

namespace kernline::test {

/// A trace from a text with a span a line: where it runs, its name, its start and length.
///
///     gpu 0/7: gemm 10+90 <- launch 0+5    a kernel on stream 7 of GPU 0, and the call on thread 1 that launched it
///     gpu 0/8: Memcpy HtoD 20+4            a copy without a launch; a name that begins with Memset is a memset
///     gpu 0/7: b 110+5 <- cpu 2: cudaGraphLaunch 90+9    a call on thread 2; written again, it is the same call
///     gpu 0/7: c 120+5 <- ?                its call was not recorded
///     cpu 1: aten::mm 0+50                 an operator on thread 1; cuda… and hip… are calls of the runtime
///     cpu 9/2: ProfilerStep#1 0+100        an annotation on thread 2 of process 9, which is 1 where none is named
///     python 1: train 0+100                a Python function on thread 1
///     cpu 9/loader: collate 0+100          an operator on a thread of that name
///     cpu 1: loop 0+100 [annotation]       a kind that neither the row nor the name tells, as toText writes it
///     gpu 0/7: add 200+5 x30 every 10      30 spans, the next one 10 later
///     counter gpu 0: memory 10@0 5@500     a counter of GPU 0, 5 from 500 on; nan where it was not sampled
///
/// Times are whole microseconds, or nanoseconds below a first line "ns". "launch" is short for cudaLaunchKernel. What
/// follows "# " is a comment. A line of another form fails the running test.
[[nodiscard]] std::shared_ptr<const Trace> sketch(std::string_view text);

/// Adds the spans of one sketch to a trace with more in it.
void addSketch(TraceBuilder& builder, std::string_view text);

}  // namespace kernline::test
