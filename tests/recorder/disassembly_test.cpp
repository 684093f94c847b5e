// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/disassembly.h"

#include <gtest/gtest.h>

#include <chrono>

namespace kernline::recorder {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

TEST(Disassembly, readsInstructionsAndTheirLinesAsNvdisasmPrintsThem) {
  const Disassembly found = disassemblyOf(R"(
//--------------------- .text._Z3hotPf       --------------------------
	.section	.text._Z3hotPf,"ax",@progbits
.text._Z3hotPf:
        /*0000*/                   LDC R1, c[0x0][0x28] ;
	//## File "/home/me/k.cu", line 4
        /*0010*/                   S2R R0, SR_TID.X ;
	//## File "/usr/include/math.hpp", line 44 inlined at "/home/me/k.cu", line 7
        /*01a0*/              @!P0 BRA `(.L_x_1) ;
.L_x_1:
        /*01b0*/                   EXIT ;
)");
  ASSERT_EQ(found.size(), 1);
  const auto& code = found.at("_Z3hotPf");
  ASSERT_EQ(code.size(), 4);
  EXPECT_EQ(code.at(0).text, "LDC R1, c[0x0][0x28]");
  EXPECT_EQ(code.at(0).line, 0);
  EXPECT_EQ(code.at(0x10).file, "/home/me/k.cu");
  EXPECT_EQ(code.at(0x10).line, 4);
  EXPECT_EQ(code.at(0x1a0).text, "@!P0 BRA `(.L_x_1)");
  EXPECT_EQ(code.at(0x1a0).file, "/usr/include/math.hpp");
  EXPECT_EQ(code.at(0x1a0).line, 44);
}

TEST(Disassembly, readsInstructionsAsCuobjdumpPrintsThem) {
  const Disassembly found = disassemblyOf(R"(
		Function : _Z3hotPf
	.headerflags	@"EF_CUDA_SM90"
        /*0000*/                   LDC R1, c[0x0][0x28] ;         /* 0x00000a00ff017b82 */
                                                                  /* 0x000fe20000000800 */
        /*0010*/                   EXIT ;                         /* 0x000000000000794d */
		Function : _Z4coldv
        /*0000*/                   EXIT ;                         /* 0x000000000000794d */
)");
  ASSERT_EQ(found.size(), 2);
  EXPECT_EQ(found.at("_Z3hotPf").size(), 2);
  EXPECT_EQ(found.at("_Z3hotPf").at(0x10).text, "EXIT");
  EXPECT_EQ(found.at("_Z4coldv").at(0).text, "EXIT");
}

TEST(Disassembly, ofNonsenseIsEmpty) {
  EXPECT_TRUE(disassemblyOf("").empty());
  EXPECT_TRUE(disassemblyOf("nvdisasm fatal: not a cubin\n/*0000*/ EXIT ;\n//## File \"").empty());
}

TEST(Disassembly, takesNothingOfAToolThatFailsOrTakesTooLong) {
  const auto begin = steady_clock::now();
  EXPECT_EQ(outputOf({"/bin/sh", "-c", "echo code; exit 0"}, begin + milliseconds(5000)), "code\n");
  EXPECT_EQ(outputOf({"/bin/sh", "-c", "echo code; exit 3"}, begin + milliseconds(5000)), "");
  EXPECT_EQ(outputOf({"/nowhere/nvdisasm"}, begin + milliseconds(5000)), "");
  EXPECT_EQ(outputOf({"/bin/sh", "-c", "echo code; exec sleep 30"}, steady_clock::now() + milliseconds(200)), "");
  EXPECT_LT(steady_clock::now() - begin, milliseconds(10'000));
}

}  // namespace
}  // namespace kernline::recorder
