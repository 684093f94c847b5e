// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compile/compiled_origins.h"

#include "core/import/inductor/read_inductor.h"
#include "core/model/names/fused_kernel.h"
#include "core/open/compiled_files.h"
#include "tests/core/analysis/hand_made_trace.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <map>
#include <set>

namespace kernline::test {
namespace {

using testing::ElementsAre;
using Texts = std::vector<std::string>;

TEST(FusedKernel, itsNameListsTheOperatorsThatItFuses) {
  EXPECT_EQ(fusedOperators("triton_poi_fused_add_relu_3"), (Texts{"add", "relu"}));
  EXPECT_EQ(fusedOperators("triton_per_fused_add_native_layer_norm_view_1"),
            (Texts{"add", "native_layer_norm", "view"}));
  EXPECT_EQ(fusedOperators("triton_red_fused__fused_rms_norm__fused_rms_norm_backward_add_view_10"),
            (Texts{"_fused_rms_norm", "_fused_rms_norm_backward", "add", "view"}));
  EXPECT_EQ(fusedOperators("triton_poi_fused_index_put_0"), Texts{"index_put"});
}

TEST(FusedKernel, whatIsNoKnownOperatorIsNotGuessed) {
  EXPECT_EQ(fusedOperators("triton_poi_fused_add_frobnicate_3"), std::nullopt);
  EXPECT_EQ(fusedOperators("triton_poi_fused_relu_add_3"), std::nullopt) << "Inductor sorts them";
  EXPECT_EQ(fusedOperators("triton_poi_fused_0"), std::nullopt);
  EXPECT_EQ(fusedOperators("triton_poi_fused_add_x"), std::nullopt);
  EXPECT_EQ(fusedOperators("void at::native::fused_add_3"), std::nullopt);
  EXPECT_EQ(fusedOperators("triton_"), std::nullopt);
  EXPECT_TRUE(namesInductorKernel("triton_poi_fused_0"));
  EXPECT_FALSE(namesInductorKernel("triton_matmul_kernel_0"));
  const auto known = [](std::string_view name) { return name == "moe_forward"; };
  EXPECT_EQ(fusedOperators("triton_poi_fused_constant_pad_nd_moe_forward_0", known),
            (Texts{"constant_pad_nd", "moe_forward"}));
}

TEST(InductorCode, eachKernelHasItsFileItsOperatorsAndItsSource) {
  const auto kernels = readInductorCode(
      "import torch\n\n# kernel path: /tmp/ab/cab.py\n# Topologically Sorted Source Nodes: [x], Original ATen: "
      "[aten.view, aten.add]\nkernel_a = async_compile.triton('kernel_a', '''\ndef kernel_a():\n    pass\n''', "
      "device_str='cuda')\n\ndef call():\n    # [Provenance debug handles] kernel_a:1\n    kernel_a.run()\n"
      "kernel_b = async_compile.triton('kernel_b', '''\ncut off");
  ASSERT_EQ(kernels.size(), 2U);
  EXPECT_EQ(kernels[0].name, "kernel_a");
  EXPECT_EQ(kernels[0].file, "/tmp/ab/cab.py");
  EXPECT_THAT(kernels[0].operators, ElementsAre("view", "add"));
  EXPECT_TRUE(kernels[0].source.starts_with("# kernel path"));
  EXPECT_TRUE(kernels[0].source.ends_with("device_str='cuda')"));
  EXPECT_EQ(kernels[1].file, "");
  EXPECT_TRUE(kernels[1].source.ends_with("cut off"));
}

TEST(InductorProvenance, callsAreInTheOrderOfTheirNumbers) {
  const InductorProvenance read = readInductorProvenance(
      R"({"postToPre": {"add": ["x"], "mul": ["x", "y"]},
          "cppCodeToPost": {"k_b:2": ["mul", "add"], "k_a:1": ["add"], "k_old": []}})");
  EXPECT_FALSE(read.isDamaged);
  ASSERT_EQ(read.calls.size(), 3U);
  EXPECT_EQ(read.calls[0].kernel, "k_old");
  EXPECT_EQ(read.calls[0].number, 0U);
  EXPECT_EQ(read.calls[1].kernel, "k_a");
  EXPECT_EQ(read.calls[2].number, 2U);
  EXPECT_THAT(read.calls[2].nodes, ElementsAre("add", "mul"));
  EXPECT_THAT(read.calls[2].sources, ElementsAre("x", "y"));
}

TEST(InductorProvenance, damageIsSaidAndTheRestIsRead) {
  for (const char* text : {"", "[]", "{", R"({"cppCodeToPost": 5})", R"({"cppCodeToPost": {"a:1": [)",
                           R"({"cppCodeToPost": {"a:1": "b"}, "postToPre": {}})", R"({"postToPre": {"a": [1]}})"}) {
    EXPECT_TRUE(readInductorProvenance(text).isDamaged) << text;
  }
  const InductorProvenance read = readInductorProvenance(
      R"({"postToPre": {}, "cppCodeToPost": {"a:1": ["x"], "b:zwei": ["y"], "c:99999999999": []}})");
  ASSERT_EQ(read.calls.size(), 3U);
  EXPECT_EQ(read.calls[2].number, 1U);  // the others have no number that is one
}

// The H200 files, against figures counted by other means.

struct CompiledRun {
  std::shared_ptr<const Trace> trace;
  CompiledOrigins origins;

  explicit CompiledRun(const std::string& file)
      : trace(load(shared(file)).value()),
        origins(trace, std::make_shared<const std::vector<CompiledGraph>>(compiledGraphsBeside(shared(file)))) {}
};

nlohmann::json expectedInductor() {
  return nlohmann::json::parse(readDecoded(shared("formats/inductor/expected.json")));
}

/// "NAME:N" of the calls of each kernel that has this name.
std::set<std::string> callsOfKernels(CompiledRun& run, std::string_view name) {
  std::set<std::string> calls;
  for (std::uint32_t span = 0; span < run.trace->spanCount(); ++span) {
    if (run.trace->kinds()[span] == SpanKind::Kernel && run.trace->nameText(SpanId{span}) == name) {
      const auto origin = run.origins.of(SpanId{span});
      if (origin && origin->call != nullptr) {
        calls.insert(origin->call->kernel + ":" + std::to_string(origin->call->number));
      }
    }
  }
  return calls;
}

TEST(CompiledOrigins, filesOfGraphsAreFoundBesideATrace) {
  const auto graphs = compiledGraphsBeside(shared("formats/inductor/inductor_trace.json.gz"));
  ASSERT_EQ(graphs.size(), 3U);
  EXPECT_EQ(graphs[0].name, "model__0_backward_3.1");
  EXPECT_EQ(graphs[0].kernels.size(), 14U);
  EXPECT_TRUE(graphs[0].calls.empty());
  EXPECT_EQ(graphs[1].calls.size(), 21U);
  EXPECT_EQ(graphs[2].kernels.size(), 6U);
  EXPECT_TRUE(compiledGraphsBeside("-").empty());
}

TEST(CompiledOrigins, namesAndCodeAgreeOnWhatKernelsFuse) {
  std::size_t compared = 0;
  for (const CompiledGraph& graph : compiledGraphsBeside(shared("formats/inductor/inductor_trace.json.gz"))) {
    for (const CompiledKernel& kernel : graph.kernels) {
      const auto named = fusedOperators(kernel.name);
      ASSERT_TRUE(named) << kernel.name;
      EXPECT_THAT(kernel.operators, testing::IsSupersetOf(*named)) << kernel.name;
      ++compared;
    }
  }
  EXPECT_EQ(compared, 26U);
}

TEST(CompiledOrigins, eachTritonKernelOfTheForwardHasTheCallThatWasCountedForIt) {
  CompiledRun run("formats/inductor/inductor_trace.json.gz");
  const nlohmann::json expected = expectedInductor();
  const CompiledFigures figures = run.origins.figures();
  EXPECT_EQ(figures.kernels, expected["triton_kernels"].get<std::uint64_t>());
  EXPECT_EQ(figures.time.ns, expected["triton_ns"].get<std::int64_t>());
  EXPECT_EQ(figures.called, 21U) << "7 Triton calls of the forward, three times; the backward has no provenance";
  for (const auto& row : expected["triton"]) {
    std::set<std::string> wanted;
    for (const auto& call : row["calls_in_the_graph"].is_null() ? nlohmann::json::array() : row["calls_in_the_graph"]) {
      wanted.insert(call["call"].get<std::string>());
    }
    EXPECT_EQ(callsOfKernels(run, row["kernel"].get<std::string>()), wanted);
  }
  std::map<std::string, Texts> graphs;
  for (std::uint32_t span = 0; span < run.trace->spanCount(); ++span) {
    if (const auto origin = run.origins.of(SpanId{span});
        origin && namesInductorKernel(run.trace->nameText(SpanId{span}))) {
      graphs[std::string(run.trace->nameText(SpanId{span}))] = origin->graphs;
      EXPECT_NE(origin->kernel, nullptr);
      EXPECT_EQ(origin->backend, "triton");
      EXPECT_FALSE(origin->configuration.empty());
      EXPECT_FALSE(origin->fuses.empty());
    }
  }
  for (const auto& row : expected["triton"]) {
    EXPECT_EQ(nlohmann::json(graphs[row["kernel"].get<std::string>()]), row["graph"]) << row["kernel"];
  }
}

TEST(CompiledOrigins, kernelsOfLibrariesHaveTheirCallsByTheirPlace) {
  CompiledRun run("formats/inductor/inductor_trace.json.gz");
  const nlohmann::json expected = expectedInductor()["order"]["forward_calls_and_kernels"];
  std::map<std::uint32_t, std::set<std::pair<std::string, std::string>>> found;
  for (std::uint32_t span = 0; span < run.trace->spanCount(); ++span) {
    if (const auto origin = run.origins.of(SpanId{span}); origin && origin->call != nullptr) {
      found[origin->call->number].emplace(origin->call->kernel, run.trace->nameText(SpanId{span}));
    }
  }
  ASSERT_EQ(found.size(), expected.size());
  for (std::uint32_t n = 0; n < expected.size(); ++n) {
    EXPECT_THAT(found[n + 1],
                ElementsAre(std::pair{expected[n][0].get<std::string>(), expected[n][1].get<std::string>()}));
  }
}

TEST(CompiledOrigins, ofAReplayedGraphCallsAreKnownWhereTheGraphsItCanBeAgree) {
  CompiledRun run("formats/inductor/reduce_overhead_trace.json.gz");
  const nlohmann::json expected = expectedInductor()["reduce_overhead"];
  EXPECT_EQ(run.origins.figures().kernels, 21U);
  for (const auto& row : expected["triton"]) {
    const std::string name = row["kernel"];
    std::set<std::string> wanted;
    for (const auto& call : row["calls_in_the_graph"]) {
      wanted.insert(call["call"].get<std::string>());
    }
    const std::set<std::string> found = callsOfKernels(run, name);
    // Forward and inference have the same kernels in the same order; in two of them they compute other nodes.
    const bool differs = name.ends_with("_view_4") || name == "triton_poi_fused_add_view_5";
    EXPECT_EQ(found, differs ? std::set<std::string>{} : wanted) << name;
  }
}

TEST(CompiledOrigins, anotherNumberOfCallsLeavesTheCallOpen) {
  HandMadeTrace made;
  const TrackId thread = made.track(made.process("5"), "5", TrackKind::Thread);
  const TrackId stream = made.track(made.process("0", 0), "7", TrackKind::Stream);
  made.span(thread, SpanKind::Annotation, "## Call CompiledFxGraph abc ##", 0, 100);
  for (const std::int64_t n : {1, 2}) {
    made.span(thread, SpanKind::Runtime, "cuLaunchKernel", 10 * n, 1).correlation = static_cast<std::uint32_t>(n);
    made.span(stream, SpanKind::Kernel, n == 1 ? "triton_poi_fused_add_0" : "triton_poi_fused_mul_1", 200 + 10 * n, 5)
        .correlation = static_cast<std::uint32_t>(n);
  }
  const auto trace = made.build();
  const auto calls = [&](std::vector<CompiledCall> of) {
    auto graphs = std::make_shared<std::vector<CompiledGraph>>();
    graphs->push_back({.name = "model__0", .calls = std::move(of), .kernels = {}});
    CompiledOrigins origins(trace, graphs);
    return origins.figures().called;
  };
  const CompiledCall add{"triton_poi_fused_add_0", 1, {"add"}, {}};
  const CompiledCall mul{"triton_poi_fused_mul_1", 2, {"mul"}, {}};
  EXPECT_EQ(calls({add, mul}), 2U);
  EXPECT_EQ(calls({add, add, mul}), 1U) << "which of the two adds it is, nothing tells";
  EXPECT_EQ(calls({add}), 0U) << "the graph does not have the other kernel";
  EXPECT_EQ(calls({}), 0U);
}

}  // namespace
}  // namespace kernline::test
