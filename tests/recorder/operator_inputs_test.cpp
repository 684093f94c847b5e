// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/operator_inputs.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>

namespace kernline::recorder {
namespace {

using Numbers = std::array<std::int64_t, 2>;

constexpr std::uint8_t floatType = 6;
constexpr std::uint8_t bfloat16Type = 15;

class OperatorInputs : public testing::Test {
 protected:
  nlohmann::json text(std::span<const std::byte> packed) {
    std::string members;
    m_text.append(members, packed);
    return nlohmann::json::parse("{" + members + "}");
  }
  nlohmann::json text() { return text(m_packer.packed()); }
  void addMatrix(std::uint8_t type, Numbers sizes) { m_packer.addTensor(type, sizes, Numbers{sizes[1], 1}); }

  std::array<std::byte, 512> m_room{};
  InputPacker m_packer{m_room};
  InputText m_text;
};

TEST_F(OperatorInputs, haveTheNamesAndTypesOfTorchProfiler) {
  addMatrix(bfloat16Type, {8, 64});
  addMatrix(floatType, {64, 3});
  m_packer.addInteger(-100);
  m_packer.addOther();
  m_packer.addUndefinedTensor();
  const auto args = text();
  EXPECT_EQ(args["Input Dims"].dump(), "[[8,64],[64,3],[],[],[]]");
  EXPECT_EQ(args["Input Strides"].dump(), "[[64,1],[3,1],[],[],[]]");
  EXPECT_EQ(args["Input type"].dump(), R"(["c10::BFloat16","float","Scalar","",""])");
  EXPECT_EQ(args["Concrete Inputs"].dump(), R"(["","","-100","",""])");
}

TEST_F(OperatorInputs, showScalarsAsPyTorchPrintsThem) {
  for (const double value : {1.0, 0.125, -3.0, 1e-8, 1e300, std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::quiet_NaN()}) {
    m_packer.addReal(value);
  }
  m_packer.addBoolean(true);
  m_packer.addBoolean(false);
  m_packer.addInteger(std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(text()["Concrete Inputs"].dump(),
            R"(["1.","0.125","-3.","1e-08","1e+300","inf","nan","True","False","-9223372036854775808"])");
}

TEST_F(OperatorInputs, haveListsOfTensorsAndOfScalars) {
  m_packer.beginTensors(2);
  addMatrix(floatType, {2, 4});
  m_packer.addUndefinedTensor();
  m_packer.beginScalars(2);
  m_packer.addInteger(1);
  m_packer.addBoolean(true);
  m_packer.beginScalars(0);
  m_packer.beginTensors(0);
  const auto args = text();
  EXPECT_EQ(args["Input Dims"].dump(), "[[[2,4],[]],[],[],[]]");
  EXPECT_EQ(args["Input Strides"].dump(), "[[[4,1],[]],[],[],[]]");
  EXPECT_EQ(args["Input type"].dump(), R"(["TensorList","ScalarList","ScalarList","TensorList"])");
  EXPECT_EQ(args["Concrete Inputs"].dump(), R"(["","[1, True]","[]",""])");
}

TEST_F(OperatorInputs, areEmptyIfThereAreNoneOrNoRoomForThem) {
  EXPECT_EQ(text().dump(), "{}");
  std::array<std::byte, 20> small{};
  InputPacker packer{small};
  packer.addInteger(1);
  EXPECT_FALSE(packer.packed().empty());
  packer.addTensor(floatType, Numbers{1, 2}, Numbers{2, 1});
  packer.addOther();
  EXPECT_TRUE(packer.packed().empty());
}

TEST_F(OperatorInputs, haveNoNameForATypeThatIsNotKnown) {
  addMatrix(200, {1, 1});
  EXPECT_EQ(text()["Input type"].dump(), R"([""])");
}

TEST_F(OperatorInputs, areReadToTheirEndWhereverTheyAreCut) {
  m_packer.beginTensors(2);
  addMatrix(floatType, {2, 4});
  addMatrix(floatType, {2, 4});
  m_packer.addReal(0.5);
  for (std::size_t bytes = 0; bytes < m_packer.packed().size(); ++bytes) {
    EXPECT_NO_THROW(text(m_packer.packed().first(bytes))) << bytes;
  }
}

}  // namespace
}  // namespace kernline::recorder
