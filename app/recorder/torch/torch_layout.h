// SPDX-License-Identifier: Apache-2.0
// This folder records the operators of a PyTorch that the recorded program brought with it. Nothing of PyTorch is
// needed to build it: functions are found by their exported names, and the offsets of members in a process by calling
// operators with known tensors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace kernline::recorder {

class InputPacker;

/// Kinds of an IValue, by the numbers that this PyTorch gives them.
struct ValueTags {
  static constexpr std::uint32_t unknown = UINT32_MAX;
  std::uint32_t tensor = unknown;
  std::uint32_t integer = unknown;
  std::uint32_t real = 3;  ///< same in every version so far: None, Tensor, Storage, Double
  std::uint32_t boolean = unknown;
  std::uint32_t list = unknown;
};

/// A view of memory whose type is known to PyTorch alone.
using Object = const std::byte*;

/// Offsets, in bytes, of what a recording has of an operator in PyTorch.
struct TorchLayout {
  std::size_t inputs = 0;         ///< ArrayRef<IValue> in RecordFunction; the sequence number lies before it
  std::size_t forwardThread = 0;  ///< offset in RecordFunction
  std::size_t sizes = 0;          ///< SizesAndStrides in TensorImpl
  std::size_t type = 0;           ///< ScalarType in TensorImpl
  std::size_t elements = 0;       ///< vector<IValue> in ListImpl; the type of its elements follows
  Object integerType = nullptr;   ///< the type of elements of a list of integers
  ValueTags tags;
  Object undefinedTensor = nullptr;  ///< the one TensorImpl of all undefined tensors

  /// Whether arguments can be read.
  [[nodiscard]] bool knowsInputs() const;
};

/// A tensor made for the search: its TensorImpl and what it has.
struct KnownTensor {
  Object object = nullptr;
  std::uint8_t type = 0;
  std::span<const std::int64_t> sizes;
  std::span<const std::int64_t> strides;
};

/// Finds the arguments in the RecordFunction of a call with two tensors and the integer `third`, and what lies around
/// them. False if they are not found.
bool findInputs(Object function, const KnownTensor& first, const KnownTensor& second, std::int64_t third,
                TorchLayout& layout);
/// Finds lists and booleans in a call with a tensor, the list [0, 1] and the value true. `layout` has `inputs`.
bool findLists(Object function, TorchLayout& layout);
/// Finds sizes, strides and type of tensors: of at least two with other types.
bool findTensorParts(std::span<const KnownTensor> tensors, TorchLayout& layout);

/// -1 if the operator has none.
[[nodiscard]] std::int64_t sequenceNumber(Object function, const TorchLayout& layout);
/// PyTorch's number of the thread that ran forward; 0 if this is no backward operator.
[[nodiscard]] std::uint64_t forwardThread(Object function, const TorchLayout& layout);
/// Packs the arguments of an operator that has just begun.
void packInputs(Object function, const TorchLayout& layout, InputPacker& packer);

}  // namespace kernline::recorder
