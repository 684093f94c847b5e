// SPDX-License-Identifier: GPL-3.0-or-later
// The program that runs operators again, and its answer.
#include "core/analysis/rerun/rerun_script.h"
#include "core/analysis/rerun/rerun_inputs.h"
#include "core/analysis/rerun/rerun_results.h"
#include "tests/support/open_file.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

using testing::HasSubstr;
using testing::Not;

RerunCase someCase(std::string name, std::string inputs) {
  RerunCase one;
  one.id = "0123456789abcdef";
  one.name = std::move(name);
  one.inputs = std::move(inputs);
  one.times = {{84'000}};
  return one;
}

TEST(RerunScript, isTheProgramWithTheCasesInIt) {
  const std::string program(rerunProgram());
  EXPECT_EQ(program, readFile(KERNLINE_SOURCE_DIR "/resources/replay/replay.py"));
  RerunCase left = someCase("c10d::allreduce_", "[]");
  left.reason = Message::name("no");
  RerunCase product = someCase("aten::mm", R"([{"dtype":"float32","size":[8,8],"stride":[8,1]},{"value":"it's"}])");
  product.usesTf32 = true;
  const std::string script = rerunScript(std::vector{product, left});
  constexpr const char* cases = R"(CASES = json.loads(r'''[
{"id":"0123456789abcdef","operator":"aten::mm","recorded_ns":84000,"tf32":true,)"
                                R"("inputs":[{"dtype":"float32","size":[8,8],"stride":[8,1]},{"value":"it\u0027s"}]}
]''')
)";
  EXPECT_THAT(script, HasSubstr(cases));
  EXPECT_THAT(script, Not(HasSubstr("c10d::")));
  const std::size_t at = program.find("CASES = []\n");
  ASSERT_NE(at, std::string::npos);
  EXPECT_TRUE(script.starts_with(program.substr(0, at)));
  EXPECT_TRUE(script.ends_with(program.substr(at + 11)));
}

TEST(RerunScript, isPython) {
  const TemporaryFile script(rerunScript(std::vector{someCase("aten::mm", "[null]")}), ".py");
  const std::string check = "import ast, sys; ast.parse(open(sys.argv[1]).read())";
  EXPECT_EQ(std::system(("/usr/bin/python3 -c '" + check + "' " + script.path()).c_str()), 0);
}

TEST(RerunResults, areReadBack) {
  const auto results = parseRerunResults(R"({"schema": "kernline-replay-results-1", "device": "NVIDIA H200",
    "torch": "2.11.0", "l2": "cold", "event_ns": 1500, "results": [
    {"id": "a", "operator": "aten::mm", "overload": "aten.mm.default", "median_ns": 61000, "low_ns": 60000,
     "high_ns": 63000, "samples": 100, "waits": true, "values": ["index: zeros"]},
    {"id": "b", "operator": "aten::x", "error": "no such operator"}]})");
  ASSERT_TRUE(results) << results.error().message.english();
  EXPECT_EQ(results->device, "NVIDIA H200");
  EXPECT_EQ(results->torch, "2.11.0");
  EXPECT_EQ(results->l2, "cold");
  const RerunResult* a = results->find("a");
  ASSERT_NE(a, nullptr);
  EXPECT_EQ(a->overload, "aten.mm.default");
  EXPECT_EQ(a->time.median.ns, 61'000);
  EXPECT_EQ(a->time.low.ns, 60'000);
  EXPECT_EQ(a->time.high.ns, 63'000);
  EXPECT_EQ(a->samples, 100U);
  EXPECT_TRUE(a->waits);
  EXPECT_THAT(a->values, testing::ElementsAre("index: zeros"));
  EXPECT_EQ(results->find("b")->error, "no such operator");
  EXPECT_EQ(results->find("c"), nullptr);
}

TEST(RerunResults, refuseOtherTexts) {
  for (const char* text : {"", "[]", "{}", R"({"schema": 1})", R"({"schema": "kernline-work-1", "results": []})"}) {
    const auto results = parseRerunResults(text);
    ASSERT_FALSE(results) << text;
    EXPECT_THAT(results.error().message, says("no-results-of-script"));
  }
  for (const char* list : {"3", "[1]", R"([{"id": 1}])", R"([{"id": "a"}])", R"([{"id": "a", "median_ns": "x"}])"}) {
    const std::string text = std::string(R"({"schema": "kernline-replay-results-1", "results": )") + list + "}";
    const auto results = parseRerunResults(text);
    ASSERT_FALSE(results) << text;
    EXPECT_THAT(results.error().message, mentions("damaged-results-of-kernline", anyValue)) << text;
  }
}

TEST(RerunInputs, nameTypesAsTorchDoes) {
  EXPECT_EQ(torchTypeName("c10::BFloat16"), "bfloat16");
  EXPECT_EQ(torchTypeName("float"), "float32");
  EXPECT_EQ(torchTypeName("long int"), "int64");
  EXPECT_EQ(torchTypeName("unsigned char"), "uint8");
  EXPECT_EQ(torchTypeName("c10::complex<float>"), "complex64");
  EXPECT_EQ(torchTypeName("c10::complex<c10::Half>"), "complex32");
  EXPECT_EQ(torchTypeName("c10::Float8_e4m3fn"), "float8_e4m3fn");
  EXPECT_EQ(torchTypeName("c10::quint4x2"), "");
}

TEST(RerunInputs, takeListsWithoutShapesAsEmptyWhereOthersHaveShapes) {
  const CallArgument list{
      .kind = CallArgument::Kind::Tensors, .tensors = {{.dims = {4}, .strides = {}, .type = "float"}}, .value = {}};
  const CallArgument none{
      .kind = CallArgument::Kind::Tensors, .tensors = {{.dims = {-1}, .strides = {}, .type = {}}}, .value = {}};
  const RerunInputs inputs = rerunInputs({.arguments = {list, none}, .areRecorded = true});
  EXPECT_TRUE(inputs.reason.isEmpty());
  EXPECT_EQ(nlohmann::json::parse(inputs.json)[1], nlohmann::json::parse(R"({"tensors":[]})"));
  EXPECT_THAT(rerunInputs({.arguments = {none}, .areRecorded = true}).reason, says("shapes-of-its-lists"));
}

TEST(RerunInputs, takeTypesOfListsFromKernels) {
  EXPECT_EQ(listTypeOfKernel("CatArrayBatchedCopy<OpaqueType<2u>, unsigned int, 2, 64, 64>"), "c10::BFloat16");
  EXPECT_EQ(listTypeOfKernel("CatArrayBatchedCopy<long, unsigned int, 2, 64, 64>"), "long");
  EXPECT_EQ(listTypeOfKernel("gemm"), "");
}

}  // namespace
}  // namespace kernline::test
