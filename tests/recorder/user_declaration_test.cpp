// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/parameters/user_declaration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/recorder/parameters/expression.h"

namespace kernline::recorder {
namespace {

std::int64_t plain(std::string_view expression) {
  return evaluate(expression, [](std::string_view name) -> std::optional<std::int64_t> {
    return name == "n" ? std::optional<std::int64_t>(1000) : std::nullopt;
  });
}

TEST(Expression, FollowsTheRulesOfC) {
  EXPECT_EQ(plain("2 + 3 * 4"), 14);
  EXPECT_EQ(plain("(2 + 3) * 4"), 20);
  EXPECT_EQ(plain("(n + 255) / 256"), 4);
  EXPECT_EQ(plain("10 - 3 - 2"), 5);
  EXPECT_EQ(plain("n % 7"), 6);
}

TEST(Expression, SaysWhatIsWrong) {
  EXPECT_THROW(plain("m + 1"), Failure);
  EXPECT_THROW(plain("1 / 0"), Failure);
  EXPECT_THROW(plain("(1"), Failure);
  EXPECT_THROW(plain("1 1"), Failure);
  EXPECT_THROW(plain(""), Failure);
  EXPECT_THROW(plain("9223372036854775807 + 1"), Failure);
  EXPECT_THROW(plain("9223372036854775807 * 2"), Failure);
  EXPECT_THROW(plain("99999999999999999999"), Failure);
  EXPECT_THROW(plain(std::string(100000, '(')), Failure);
}

constexpr std::string_view saxpy = R"(// A kernel of my own.
// kernline: kernel saxpy
// kernline: parameter n 1048576 from 1 to 1073741824
// kernline: define BLOCK 256
// kernline: in x float n
// kernline: inout y float n
// kernline: value a float 2.5
// kernline: value n int n
// kernline: grid (n + BLOCK - 1) / BLOCK
// kernline: block BLOCK
// kernline: bytes 12 * n
// kernline: flops 2 * n
__global__ void saxpy(const float* x, float* y, float a, int n) {}
)";

TEST(UserDeclaration, SaysHowAKernelIsLaunched) {
  const UserDeclaration declaration = userDeclaration(saxpy);
  EXPECT_EQ(declaration.kernel, "saxpy");
  ASSERT_EQ(declaration.parameters.size(), 2U);
  EXPECT_EQ(declaration.parameters[0].maximum, 1073741824);
  EXPECT_THAT(declaration.defines, testing::ElementsAre("BLOCK"));
  ASSERT_EQ(declaration.arguments.size(), 4U);
  EXPECT_EQ(declaration.arguments[1].kind, UserDeclaration::Argument::Kind::inout);
  EXPECT_EQ(declaration.arguments[2].expression, "2.5");
  const std::vector<Setting> settings{{"n", "1000"}};
  const Values values(declaration.parameters, settings);
  EXPECT_EQ(evaluateWith(values, declaration.grid[0]), 4);
  EXPECT_EQ(evaluateWith(values, declaration.bytes), 12000);
}

int lineOfProblem(std::string_view source) {
  try {
    userDeclaration(source);
  } catch (const DeclarationFailure& failure) {
    return failure.line();
  }
  return 0;
}

TEST(UserDeclaration, SaysInWhichLineItIsWrong) {
  EXPECT_EQ(lineOfProblem("\n// kernline: kernal x\n"), 2);
  EXPECT_EQ(lineOfProblem("// kernline: kernel k\n\n// kernline: in x double 5\n"), 3);
  EXPECT_EQ(lineOfProblem("// kernline: parameter n\n"), 1);
  EXPECT_EQ(lineOfProblem("// kernline: parameter n 5 from 6 to 9\n"), 1);
  EXPECT_EQ(lineOfProblem("// kernline: grid 1,2,3,4\n"), 1);
  EXPECT_EQ(lineOfProblem("// kernline: kernel\n"), 1);
  EXPECT_EQ(lineOfProblem("__global__ void k() {}\n"), 1);
}

TEST(UserDeclaration, NamesPhases) {
  const std::string source = std::string(saxpy) + "\n// kernline: mark 2 wait for loads\n";
  EXPECT_EQ(userDeclaration(source).phases, (std::map<std::uint32_t, std::string>{{2, "wait for loads"}}));
  EXPECT_THROW(userDeclaration(std::string(saxpy) + "\n// kernline: mark work\n"), DeclarationFailure);
  EXPECT_THROW(userDeclaration(std::string(saxpy) + "\n// kernline: mark 2\n"), DeclarationFailure);
}

}  // namespace
}  // namespace kernline::recorder
