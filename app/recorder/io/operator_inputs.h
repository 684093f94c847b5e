// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace kernline::recorder {

/// The arguments of an operator in few bytes: packed in the thread that calls it, written as JSON by another one.
/// A list or tensor that finds no room spoils the whole: packed() is empty then.
class InputPacker {
 public:
  /// Longer lists have no elements in the recording, as in torch.profiler.
  static constexpr std::size_t maxListLength = 30;

  explicit InputPacker(std::span<std::byte> room) : m_room(room) {}

  /// `type` is PyTorch's ScalarType; as many strides as sizes.
  void addTensor(std::uint8_t type, std::span<const std::int64_t> sizes, std::span<const std::int64_t> strides);
  void addUndefinedTensor();
  void addInteger(std::int64_t value);
  void addReal(double value);
  void addBoolean(bool value);
  /// The next `count` arguments are its elements.
  void beginTensors(std::size_t count);
  void beginScalars(std::size_t count);
  /// None, a string, a device: whatever has no shape and no number.
  void addOther();

  [[nodiscard]] std::span<const std::byte> packed() const;

 private:
  template <typename Value>
  void put(Value value);
  void put(std::span<const std::int64_t> values);

  std::span<std::byte> m_room;
  std::size_t m_size = 0;
  bool m_isFull = false;
};

/// Writes packed arguments as members of a JSON object, with torch.profiler's names and types.
class InputText {
 public:
  /// Appends `"Concrete Inputs":[…],"Input type":[…],"Input Strides":[…],"Input Dims":[…]`; nothing without arguments.
  void append(std::string& json, std::span<const std::byte> packed);

 private:
  std::string m_values;
  std::string m_types;
  std::string m_strides;
  std::string m_sizes;
};

}  // namespace kernline::recorder
