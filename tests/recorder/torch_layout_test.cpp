// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/torch/torch_layout.h"

#include "app/recorder/io/operator_inputs.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace kernline::recorder {
namespace {

constexpr std::uint8_t scalarFloat = 6;
constexpr std::uint8_t scalarLong = 4;

struct Value {  // c10::IValue
  std::uint64_t payload = 0;
  std::uint32_t tag = 0;
  std::uint32_t padding = 0;
};

template <typename Thing>
std::uint64_t addressOf(const Thing* thing) {
  return reinterpret_cast<std::uintptr_t>(thing);
}

/// A TensorImpl as one version of PyTorch might have it: `before` words, then sizes and strides.
class MadeTensor {
 public:
  MadeTensor(std::size_t before, std::uint8_t type, std::vector<std::int64_t> sizes, std::vector<std::int64_t> strides)
      : m_words(before + 40, 0), m_sizes(std::move(sizes)), m_strides(std::move(strides)), m_type(type) {
    m_words[before] = m_sizes.size();
    constexpr std::size_t inlineDimensions = 5;
    if (m_sizes.size() <= inlineDimensions) {
      std::ranges::copy(m_sizes, &m_words[before + 1]);
      std::ranges::copy(m_strides, &m_words[before + 1 + inlineDimensions]);
    } else {
      m_far = m_sizes;
      m_far.insert(m_far.end(), m_strides.begin(), m_strides.end());
      m_words[before + 1] = addressOf(m_far.data());
    }
    m_words[before + 13] = type;  // follows the offset in the storage and the number of elements
  }

  [[nodiscard]] Object object() const { return reinterpret_cast<Object>(m_words.data()); }
  [[nodiscard]] KnownTensor known() const { return {object(), m_type, m_sizes, m_strides}; }

 private:
  std::vector<std::uint64_t> m_words;
  std::vector<std::int64_t> m_sizes;
  std::vector<std::int64_t> m_strides;
  std::vector<std::int64_t> m_far;
  std::uint8_t m_type;
};

/// Tags and offsets of a version.
struct Version {
  std::size_t before = 0;  ///< words of a RecordFunction before its sequence number
  bool hasMap = false;     ///< whether it has arguments by name
  std::uint32_t boolean = 0;
  std::uint32_t list = 0;
  std::size_t listHead = 0;  ///< words of a list before its elements
};

class MadeFunction {
 public:
  MadeFunction(const Version& version, std::span<const Value> inputs, std::int64_t sequence, std::uint64_t thread)
      : m_words(version.before + 40, 0) {
    m_words[version.before] = static_cast<std::uint64_t>(sequence);
    m_words[version.before + 1] = addressOf(inputs.data());
    m_words[version.before + 2] = inputs.size();
    if (version.hasMap) {
      m_words[version.before + 3] = addressOf(&m_words[version.before + 9]);
    }
    m_words[version.before + (version.hasMap ? 13 : 6)] = thread;
  }
  [[nodiscard]] Object object() const { return reinterpret_cast<Object>(m_words.data()); }

 private:
  std::vector<std::uint64_t> m_words;
};

class TorchLayouts : public testing::TestWithParam<Version> {
 protected:
  TorchLayouts() {
    const std::array add{tensor(m_first), tensor(m_second), integer(3)};
    EXPECT_TRUE(
        findInputs(MadeFunction(GetParam(), add, -1, 0).object(), m_first.known(), m_second.known(), 3, m_layout));
    const std::array sum{tensor(m_first), list(m_axes), Value{1, GetParam().boolean}, Value{}};
    EXPECT_TRUE(findLists(MadeFunction(GetParam(), sum, -1, 0).object(), m_layout));
    const std::array tensors{m_first.known(), m_second.known()};
    EXPECT_TRUE(findTensorParts(tensors, m_layout));
  }

  static Value tensor(const MadeTensor& made) { return {addressOf(made.object()), 1}; }
  static Value integer(std::int64_t value) { return {static_cast<std::uint64_t>(value), 5}; }
  Value list(const std::vector<Value>& elements, bool isOfIntegers = true) {
    auto& words = m_lists.emplace_back(GetParam().listHead + 8, 0);
    words[GetParam().listHead] = addressOf(elements.data());
    words[GetParam().listHead + 1] = addressOf(elements.data() + elements.size());
    words[GetParam().listHead + 3] = isOfIntegers ? 77 : 78;
    return {addressOf(words.data()), GetParam().list};
  }
  nlohmann::json packed(Object function) {
    std::array<std::byte, 2048> room{};
    InputPacker packer(room);
    packInputs(function, m_layout, packer);
    std::string members;
    InputText().append(members, packer.packed());
    return nlohmann::json::parse("{" + members + "}");
  }

  MadeTensor m_first{8, scalarFloat, {3, 5, 7}, {35, 7, 1}};
  MadeTensor m_second{8, scalarLong, {3, 5, 7}, {2, 12, 60}};
  std::vector<Value> m_axes{integer(0), integer(1)};
  std::vector<std::vector<std::uint64_t>> m_lists;
  TorchLayout m_layout;
};

TEST_P(TorchLayouts, areFoundByCallsWithKnownArguments) {
  EXPECT_TRUE(m_layout.knowsInputs());
  EXPECT_EQ(m_layout.inputs, (GetParam().before + 1) * 8);
  EXPECT_EQ(m_layout.tags.list, GetParam().list);
}

TEST_P(TorchLayouts, giveTheArgumentsOfOtherCalls) {
  const MadeTensor image(8, scalarFloat, {1, 2, 3, 4, 5, 6}, {720, 360, 120, 30, 6, 1});
  const MadeTensor scalar(8, scalarLong, {}, {});
  const MadeTensor none(8, scalarLong, {}, {});
  m_layout.undefinedTensor = none.object();
  const std::vector<Value> tensors{tensor(scalar), tensor(none)};
  const std::vector<Value> nothing;
  double half = 0.5;
  std::uint64_t bits = 0;
  std::memcpy(&bits, &half, sizeof bits);
  const std::array inputs{tensor(image),  list(tensors, false),         list(nothing), list(nothing, false),
                          Value{bits, 3}, Value{0, GetParam().boolean}, Value{}};
  const MadeFunction function(GetParam(), inputs, 41, 2);
  const auto args = packed(function.object());
  EXPECT_EQ(args["Input Dims"].dump(), "[[1,2,3,4,5,6],[[],[]],[],[],[],[],[]]");
  EXPECT_EQ(args["Input Strides"][0].dump(), "[720,360,120,30,6,1]");
  EXPECT_EQ(args["Input type"].dump(), R"(["float","TensorList","ScalarList","TensorList","Scalar","Scalar",""])");
  EXPECT_EQ(args["Concrete Inputs"].dump(), R"(["","","[]","","0.5","False",""])");
  EXPECT_EQ(sequenceNumber(function.object(), m_layout), 41);
  EXPECT_EQ(forwardThread(function.object(), m_layout), 2U);
}

TEST_P(TorchLayouts, leaveOutTheElementsOfLongLists) {
  const std::vector<Value> many(InputPacker::maxListLength + 1, tensor(m_first));
  const std::array inputs{list(many, false)};
  EXPECT_EQ(packed(MadeFunction(GetParam(), inputs, -1, 0).object())["Input Dims"].dump(), "[[]]");
}

INSTANTIATE_TEST_SUITE_P(Versions, TorchLayouts,
                         testing::Values(Version{28, true, 10, 14, 2}, Version{28, false, 9, 13, 3},
                                         Version{25, true, 9, 13, 2}));

TEST(TorchLayout, isUnknownIfTheArgumentsAreNotThere) {
  const MadeTensor first(8, scalarFloat, {3, 5, 7}, {35, 7, 1});
  const std::vector<std::uint64_t> words(128, 3);
  TorchLayout layout;
  const auto object = reinterpret_cast<Object>(words.data());
  EXPECT_FALSE(findInputs(object, first.known(), first.known(), 3, layout));
  EXPECT_FALSE(layout.knowsInputs());
  EXPECT_EQ(sequenceNumber(object, layout), -1);
  EXPECT_EQ(forwardThread(object, layout), 0U);
}

}  // namespace
}  // namespace kernline::recorder
