// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/test_files.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace kernline::test {

/// A program for `kernline replay --python`, which gets a script and options as Python would.
class FakePython {
 public:
  /// `body`: of a program of Python, which finds in `cases` what the script would run.
  explicit FakePython(std::string_view body = measuring) : m_file(std::string(beginning).append(body), ".py") {
    std::filesystem::permissions(m_file.path(), std::filesystem::perms::owner_all);
  }

  [[nodiscard]] const std::string& path() const { return m_file.path(); }

  /// Each operator takes half of its time in the run, but aten::sum fails and aten::item waits.
  static constexpr std::string_view measuring = R"PY(
def result(case):
    base = {"id": case["id"], "operator": case["operator"]}
    if case["operator"] == "aten::sum":
        return {**base, "error": "out of luck"}
    ns = case["recorded_ns"] // 2
    return {**base, "overload": case["operator"].replace("::", ".") + ".default", "median_ns": ns, "low_ns": ns - 10,
            "high_ns": ns + 10, "samples": 30, "waits": case["operator"] == "aten::item", "values": ["index: zeros"]}
print(json.dumps({"schema": "kernline-replay-results-1", "device": "NVIDIA H200", "torch": "2.11.0",
                  "l2": sys.argv[sys.argv.index("--l2") + 1] if "--l2" in sys.argv else "cold", "event_ns": 0, "results": [result(c) for c in cases]}))
)PY";

 private:
  static constexpr std::string_view beginning = R"PY(#!/usr/bin/python3
import json, re, sys
assert "--json" in sys.argv
cases = json.loads(re.search(r"CASES = json.loads\(r'''(.*?)'''\)", open(sys.argv[1]).read(), re.DOTALL)[1])
)PY";

  TemporaryFile m_file;
};

}  // namespace kernline::test
