// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/names/name_style.h"

#include "core/model/names/demangled_name.h"

#include <gtest/gtest.h>

#include <string>

namespace kernline {
namespace {

constexpr const char* mangled = "_ZN7ck_tile6kentryILi1ENS_12Rmsnorm2dFwdINS_27Rmsnorm2dFwdPipelineOnePassIiEEEEJEEEvv";

TEST(NameStyle, oneNameHasThreeForms) {
  EXPECT_EQ(kernelNameIn(NameStyle::Short, mangled), "kentry<Rmsnorm2dFwd>");
  EXPECT_EQ(kernelNameIn(NameStyle::Demangled, mangled),
            "void ck_tile::kentry<1, ck_tile::Rmsnorm2dFwd<ck_tile::Rmsnorm2dFwdPipelineOnePass<int> >>()");
  EXPECT_EQ(kernelNameIn(NameStyle::Raw, mangled), mangled);
}

TEST(NameStyle, whatIsNotMangledIsWholeInAllFormsButTheShortOne) {
  const std::string name = "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>>(int)";
  EXPECT_EQ(kernelNameIn(NameStyle::Short, name), "vectorized_elementwise_kernel<FillFunctor<float>>");
  EXPECT_EQ(kernelNameIn(NameStyle::Demangled, name), name);
  EXPECT_EQ(kernelNameIn(NameStyle::Raw, name), name);
  EXPECT_EQ(kernelNameIn(NameStyle::Demangled, "_Z9999x"), "_Z9999x");
}

TEST(NameStyle, isNamedInOptions) {
  for (const NameStyle style : {NameStyle::Short, NameStyle::Demangled, NameStyle::Raw}) {
    EXPECT_EQ(nameStyleFrom(toText(style)), style);
  }
  EXPECT_EQ(nameStyleFrom("long"), std::nullopt);
}

TEST(Demangled, aNameThatDoublesWithEveryFewBytesIsCut) {
  std::string bomb = "_Z1f1aIiiE";
  for (int i = 0; i < 30; ++i) {
    const std::string digit(1, static_cast<char>(i < 10 ? '0' + i : 'A' + i - 10));
    bomb += "S_IS" + digit + "_S" + digit + "_E";
  }
  const auto text = demangled(bomb);
  ASSERT_TRUE(text.has_value());
  EXPECT_LT(text->size(), 8200U);
  EXPECT_TRUE(text->ends_with("…"));
}

TEST(Demangled, nestingWithoutEndAndBytesOfAllKindsDoNoHarm) {
  EXPECT_EQ(demangled("_Z1f" + std::string(30'000, 'P') + "i"), std::nullopt);
  EXPECT_EQ(demangled(std::string("_Z1f\0i", 6)), std::nullopt);
  EXPECT_EQ(demangled("_Z"), std::nullopt);
  EXPECT_EQ(demangled(""), std::nullopt);
}

}  // namespace
}  // namespace kernline
