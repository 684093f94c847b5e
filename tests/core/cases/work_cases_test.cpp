// SPDX-License-Identifier: GPL-3.0-or-later
// FLOPs and bytes of operators as TraceLens has them. DECISIONS.md says where Kernline counts otherwise.
#include "core/analysis/work/trace_work.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::test {
namespace {

using nlohmann::json;

struct WorkCase {
  std::string_view file;
  std::int64_t equal;   ///< rows within 1 %, at least
  std::int64_t absent;  ///< rows whose kernels a graph replays, at most
};

constexpr auto workCases = std::to_array<WorkCase>({{"tracelens_h100_bert_small", 8, 0},
                                                    {"tracelens_h100_qwen05b", 24, 0},
                                                    {"tracelens_mi300_bert_small", 8, 0},
                                                    {"tracelens_mi300_resnet_checkpoint", 90, 0},
                                                    {"tracelens_mi300_sglang_decode", 4, 17},
                                                    {"tracelens_torch_compile_triton", 5, 0},
                                                    {"tracelens_vllm_decode_graph", 7, 12}});

/// The innermost operator that launches what the peer gives to the operator around it.
std::vector<std::string> namesFor(const std::string& op) {
  static const std::map<std::string, std::vector<std::string>> inner{
      {"aten::_scaled_dot_product_flash_attention", {"aten::_flash_attention_forward"}},
      {"aten::layer_norm", {"aten::native_layer_norm"}},
      {"aten::convolution", {"aten::miopen_convolution", "aten::cudnn_convolution"}},
      {"aten::batch_norm", {"aten::miopen_batch_norm", "aten::native_batch_norm"}}};
  const auto found = inner.find(op);
  std::vector<std::string> names{op};
  if (found != inner.end()) {
    names.insert(names.end(), found->second.begin(), found->second.end());
  }
  return names;
}

/// Returns whether DECISIONS.md explains the operator under "Work": FLOPs, or bytes, are not compared; ours are less.
bool countsFlopsOtherwise(std::string_view op) {
  return op == "aten::copy_" || op == "aten::convolution_backward" || op.starts_with("triton_");
}

bool countsBytesOtherwise(std::string_view op) {
  return op == "aten::convolution_backward" || op == "aten::layer_norm" || op == "aten::div" || op == "aten::mean" ||
         op == "aten::sum" || op.starts_with("triton_");
}

bool isAlike(const json& theirs, double ours, double unit, bool isOtherwise, double slack) {
  if (theirs.is_null()) {
    return true;
  }
  const double expected = theirs.get<double>() * unit;
  return std::abs(ours - expected) <= 0.01 * expected || (isOtherwise && ours <= expected * slack);
}

class WorkCases : public testing::TestWithParam<WorkCase> {};

TEST_P(WorkCases, agree) {
  const json file = json::parse(readFile(shared("cases/work/" + std::string(GetParam().file) + ".json")));
  const auto trace = load(shared(file.at("trace").get<std::string>()));
  ASSERT_TRUE(trace) << trace.error().message.english();
  const WorkModel model = workModel(**trace, WorkRules::builtin(), 2);
  const TraceWork work = traceWork(**trace, model, WorkMeter(**trace, model, {}), {});
  constexpr double giga = 1e9;
  constexpr double mebi = 1 << 20;
  std::int64_t equal = 0;
  std::int64_t absent = 0;
  for (const json& row : file.at("operators")) {
    if (row.at("gflops").is_null() && row.at("moved_mib").is_null()) {
      continue;
    }
    const auto op = row.at("operator").get<std::string>();
    bool isThere = false;
    bool isEqual = false;
    std::string ours;
    for (const WorkRow& mine : work.rows) {
      const std::vector<std::string> names = namesFor(op);
      if (std::ranges::find(names, mine.name) == names.end() || mine.figures.modeledCount == 0) {
        continue;
      }
      isThere = true;
      const auto calls = static_cast<double>(mine.figures.modeledCount);
      const double slack = 1.15;  // a reduction that writes more than one element
      isEqual =
          isEqual || (isAlike(row.at("gflops"), mine.figures.flops / calls, giga, countsFlopsOtherwise(op), 1) &&
                      isAlike(row.at("moved_mib"), mine.figures.bytes / calls, mebi, countsBytesOtherwise(op), slack));
      ours += "\n  " + mine.name + " " + mine.shape.dims + " " + std::to_string(mine.figures.flops / calls / giga) +
              " " + std::to_string(mine.figures.bytes / calls / mebi);
    }
    absent += isThere ? 0 : 1;
    equal += isEqual ? 1 : 0;
    EXPECT_TRUE(isEqual || GetParam().absent > 0) << row.dump() << ours;
  }
  EXPECT_GE(equal, GetParam().equal);
  EXPECT_LE(absent, GetParam().absent);
}

INSTANTIATE_TEST_SUITE_P(TraceLens, WorkCases, testing::ValuesIn(workCases),
                         [](const auto& each) { return std::string(each.param.file); });

}  // namespace
}  // namespace kernline::test
