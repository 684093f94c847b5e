// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/names/family_rules.h"

#include "core/model/names/user_families.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <unistd.h>

namespace kernline {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// Puts rules in force for one test.
class OwnRules {
 public:
  explicit OwnRules(std::vector<FamilyRule> rules) {
    setFamilyRules(std::make_shared<const FamilyRules>(std::move(rules)));
  }
  OwnRules(const OwnRules&) = delete;
  OwnRules& operator=(const OwnRules&) = delete;
  ~OwnRules() { setFamilyRules(std::make_shared<const FamilyRules>(std::vector<FamilyRule>())); }
};

TEST(FamilyRules, thoseOfTheProgramAreWholeAndCatchSomethingEach) {
  const std::string text = test::readFile(std::string(KERNLINE_SOURCE_DIR) + "/resources/families.txt");
  const FamilyFile file = parseFamilies(text);
  EXPECT_THAT(file.problems, IsEmpty());
  EXPECT_EQ(file.rules, builtinFamilyRules());
  EXPECT_GT(file.rules.size(), 150U);
  for (const FamilyRule& rule : file.rules) {
    EXPECT_LT(static_cast<std::size_t>(familyNamed(rule.family)), kernelFamilyCount) << rule.family;
  }
}

TEST(FamilyRules, ownRulesComeFirstAndTheFirstThatMatchesDecides) {
  const OwnRules own({{"attention", "^my_gemm", {}}, {"My fused things", "my_(gemm|norm)", {}}});
  EXPECT_EQ(kernelFamily("my_gemm_kernel"), KernelFamily::Attention);
  EXPECT_EQ(toText(kernelFamily("do_MY_norm")), "My fused things");
  EXPECT_EQ(toText(kernelFamily("your_gemm")), "GEMM") << "the program's rules follow";
  EXPECT_EQ(familyNamed("my FUSED things"), kernelFamily("my_norm"));
  EXPECT_GT(knownFamilyCount(), kernelFamilyCount);
}

TEST(FamilyRules, whatAnOwnRuleCallsCommunicationCommunicates) {
  EXPECT_FALSE(isCommunication("halo_exchange"));
  const OwnRules own({{"Communication", "^halo_", {}}, {"copy", "nccl", {}}});
  EXPECT_TRUE(isCommunication("halo_exchange"));
  EXPECT_FALSE(isCommunication("ncclDevKernel_SendRecv(int)"));
}

TEST(FamilyRules, patternsSeeNamesWithoutParameters) {
  const OwnRules own({FamilyRule{"copy", "tensor", {}}});
  EXPECT_EQ(kernelFamily("zap(tensor const&)"), KernelFamily::Other);
  EXPECT_EQ(kernelFamily("zap_tensor(int)"), KernelFamily::Copy);
}

TEST(FamilyRules, aPatternThatBlowsUpElsewhereIsHarmless) {
  const OwnRules own({FamilyRule{"copy", "(a*)*(a*)*(a*)*b$", {}}});
  EXPECT_EQ(kernelFamily(std::string(4000, 'a')), KernelFamily::Other);
}

TEST(FamilyFile, eachLineIsARuleARemarkOrEmpty) {
  const FamilyFile file = parseFamilies("# about it\n# more\nattention : flash_v9 \r\n\n# lost\n\nsort and scan:a:b\n");
  EXPECT_THAT(file.problems, IsEmpty());
  ASSERT_THAT(file.rules, SizeIs(2));
  EXPECT_EQ(file.rules[0], (FamilyRule{"attention", "flash_v9", "about it\nmore"}));
  EXPECT_EQ(file.rules[1], (FamilyRule{"sort and scan", "a:b", {}}));
  EXPECT_EQ(parseFamilies(toText(file.rules)).rules, file.rules);
}

TEST(FamilyFile, whatIsWrongIsToldWithItsLineAndTheRestCounts) {
  const FamilyFile file = parseFamilies("attention: a\nno rule at all\ncopy: gemm(\n: x\nGEMM: b\n");
  ASSERT_THAT(file.rules, SizeIs(2));
  ASSERT_THAT(file.problems, SizeIs(3));
  EXPECT_EQ(file.problems[0].line, 2U);
  EXPECT_THAT(file.problems[0].text, test::mentions("rule-needs-family"));
  EXPECT_EQ(file.problems[1].line, 3U);
  EXPECT_THAT(file.problems[1].text.english(), HasSubstr("missing )"));
  EXPECT_EQ(file.problems[2].line, 4U);
}

class UserFamilies : public ::testing::Test {
 protected:
  test::TemporaryFolder m_folder;
  std::filesystem::path m_file = m_folder / "kernline/families.txt";
};

TEST_F(UserFamilies, areWrittenAndReadAgain) {
  const std::vector<FamilyRule> rules{{"attention", "a|b", "why"}, {"Mine", "c", {}}};
  EXPECT_TRUE(readFamilies(m_file)->rules.empty());
  ASSERT_TRUE(writeFamilies(m_file, rules).has_value());
  EXPECT_EQ(readFamilies(m_file)->rules, rules);
  ASSERT_TRUE(writeFamilies(m_file, {}).has_value());
  EXPECT_FALSE(std::filesystem::exists(m_file)) << "without rules there is no file";
}

TEST_F(UserFamilies, areFoundWhereTheDesktopKeepsSettings) {
  const char* const before = std::getenv("XDG_CONFIG_HOME");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("XDG_CONFIG_HOME", m_folder.path().c_str(), 1);
  EXPECT_EQ(userFamiliesFile(), m_file);
  std::filesystem::create_directories(m_file.parent_path());
  std::ofstream(m_file) << "Physics: my_physics\nbroken\n";
  const std::vector<std::string> complaints = useOwnFamilies();
  ASSERT_THAT(complaints, SizeIs(1));
  EXPECT_THAT(complaints[0], testing::AllOf(HasSubstr("families.txt:2: "), test::mentions("rule-needs-family")));
  EXPECT_EQ(toText(kernelFamily("my_physics_step")), "Physics");
  setFamilyRules(std::make_shared<const FamilyRules>(std::vector<FamilyRule>()));
  before == nullptr ? ::unsetenv("XDG_CONFIG_HOME") : ::setenv("XDG_CONFIG_HOME", kept.c_str(), 1);
}

}  // namespace
}  // namespace kernline
