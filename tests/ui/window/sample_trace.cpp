// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/window/sample_trace.h"

#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>

namespace kernline::test {

std::string smallTraceText() {
  return R"json({"schemaVersion": 1, "baseTimeNanoseconds": 1763715600000000000, "traceEvents": [
{"ph": "M", "name": "process_name", "pid": 0, "tid": 0, "args": {"name": "python"}},
{"ph": "M", "name": "process_labels", "pid": 0, "tid": 0, "args": {"labels": "GPU 0"}},
{"ph": "M", "name": "process_name", "pid": 77, "tid": 0, "args": {"name": "python"}},
{"ph": "M", "name": "process_labels", "pid": 77, "tid": 0, "args": {"labels": "CPU"}},
{"ph": "X", "cat": "python_function", "name": "train.py(7): step", "pid": 77, "tid": 77, "ts": 0.000, "dur": 200.000},
{"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 77, "tid": 77, "ts": 10.000, "dur": 50.000,
 "args": {"External id": 5, "Input Dims": [[4, 8], [8, 2]], "note": "two launches"}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 77, "tid": 77, "ts": 12.000, "dur": 4.000,
 "args": {"External id": 5, "cbid": 211, "correlation": 21}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 77, "tid": 77, "ts": 30.000, "dur": 5.000,
 "args": {"External id": 5, "cbid": 211, "correlation": 22}},
{"ph": "X", "cat": "kernel", "name": "void gemm_kernel<float>(float*)", "pid": 0, "tid": 7, "ts": 20.000, "dur": 10.000,
 "args": {"External id": 5, "device": 0, "stream": 7, "correlation": 21, "grid": [4, 2, 1], "block": [128, 1, 1],
          "registers per thread": 40, "shared memory": 16384, "est. achieved occupancy %": 62}},
{"ph": "X", "cat": "kernel", "name": "void gemm_kernel<float>(float*)", "pid": 0, "tid": 7, "ts": 40.000, "dur": 30.000,
 "args": {"External id": 5, "device": 0, "stream": 7, "correlation": 22, "grid": [4, 2, 1], "block": [128, 1, 1]}},
{"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy HtoD (Pinned -> Device)", "pid": 0, "tid": 7, "ts": 90.000, "dur": 8.000,
 "args": {"device": 0, "stream": 7, "bytes": 4194304, "memory bandwidth (GB/s)": 524.288}},
{"ph": "E", "name": "never begun", "pid": 77, "tid": 77, "ts": 150.000}
]})json";
}

std::shared_ptr<const Trace> smallTrace() {
  // Args are read from the file when somebody looks, so it stays for the whole run.
  static const TemporaryFile file(smallTraceText());
  static const Expected<std::shared_ptr<const Trace>> trace = load(file.path());
  EXPECT_TRUE(trace.has_value());
  return trace.value_or(nullptr);
}

}  // namespace kernline::test
