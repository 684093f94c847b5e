// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/operator_inputs.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstring>
#include <iterator>
#include <string_view>

namespace kernline::recorder {

namespace {

enum class InputKind : std::uint8_t { Other, Tensor, UndefinedTensor, Integer, Real, Boolean, Tensors, Scalars };

/// Names of c10::ScalarType by its number, as torch.profiler writes them.
constexpr std::array<std::string_view, 46> typeNames{
    "unsigned char",
    "signed char",
    "short int",
    "int",
    "long int",
    "c10::Half",
    "float",
    "double",
    "c10::complex<c10::Half>",
    "c10::complex<float>",
    "c10::complex<double>",
    "bool",
    "c10::qint8",
    "c10::quint8",
    "c10::qint32",
    "c10::BFloat16",
    "c10::quint4x2",
    "c10::quint2x4",
    "c10::bits1x8",
    "c10::bits2x4",
    "c10::bits4x2",
    "c10::bits8",
    "c10::bits16",
    "c10::Float8_e5m2",
    "c10::Float8_e4m3fn",
    "c10::Float8_e5m2fnuz",
    "c10::Float8_e4m3fnuz",
    "short unsigned int",
    "unsigned int",
    "long unsigned int",
    "c10::dummy_uint1_7_t<1u>",
    "c10::dummy_uint1_7_t<2u>",
    "c10::dummy_uint1_7_t<3u>",
    "c10::dummy_uint1_7_t<4u>",
    "c10::dummy_uint1_7_t<5u>",
    "c10::dummy_uint1_7_t<6u>",
    "c10::dummy_uint1_7_t<7u>",
    "c10::dummy_int1_7_t<1u>",
    "c10::dummy_int1_7_t<2u>",
    "c10::dummy_int1_7_t<3u>",
    "c10::dummy_int1_7_t<4u>",
    "c10::dummy_int1_7_t<5u>",
    "c10::dummy_int1_7_t<6u>",
    "c10::dummy_int1_7_t<7u>",
    "c10::Float8_e8m0fnu",
    "c10::Float4_e2m1fn_x2",
};

/// Reads what InputPacker packed; a read beyond the end gives zeros.
class Unpacker {
 public:
  explicit Unpacker(std::span<const std::byte> packed) : m_rest(packed) {}

  [[nodiscard]] bool isEmpty() const { return m_rest.empty(); }

  template <typename Value>
  Value get() {
    Value value{};
    if (m_rest.size() < sizeof value) {
      m_rest = {};
      return value;
    }
    std::memcpy(&value, m_rest.data(), sizeof value);
    m_rest = m_rest.subspan(sizeof value);
    return value;
  }

  void appendIntegers(std::string& text, std::size_t count) {
    text += '[';
    for (std::size_t i = 0; i < count; ++i) {
      fmt::format_to(std::back_inserter(text), FMT_COMPILE("{}{}"), i == 0 ? "" : ", ", get<std::int64_t>());
    }
    text += ']';
  }

 private:
  std::span<const std::byte> m_rest;
};

/// Appends a number as PyTorch prints it: a whole number ends with its point.
void appendReal(std::string& text, double value) {
  if (!std::isfinite(value)) {
    text += std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
    return;
  }
  constexpr double maxExact = 1e15;
  if (value == std::trunc(value) && std::fabs(value) < maxExact) {
    fmt::format_to(std::back_inserter(text), FMT_COMPILE("{:.0f}."), value);
  } else {
    fmt::format_to(std::back_inserter(text), FMT_COMPILE("{}"), value);
  }
}

/// The value of a scalar of this kind; false if it is no scalar.
bool appendScalar(std::string& text, InputKind kind, Unpacker& from) {
  switch (kind) {
    case InputKind::Integer:
      fmt::format_to(std::back_inserter(text), FMT_COMPILE("{}"), from.get<std::int64_t>());
      return true;
    case InputKind::Real:
      appendReal(text, from.get<double>());
      return true;
    case InputKind::Boolean:
      text += from.get<std::uint8_t>() != 0 ? "True" : "False";
      return true;
    default:
      return false;
  }
}

/// Appends sizes and strides; returns the name of the type.
std::string_view appendTensor(std::string& sizes, std::string& strides, InputKind kind, Unpacker& from) {
  if (kind != InputKind::Tensor) {
    sizes += "[]";
    strides += "[]";
    return "";
  }
  const auto type = from.get<std::uint8_t>();
  const auto rank = from.get<std::uint8_t>();
  from.appendIntegers(sizes, rank);
  from.appendIntegers(strides, rank);
  return type < typeNames.size() ? typeNames[type] : "";
}

}  // namespace

template <typename Value>
void InputPacker::put(Value value) {
  if (m_isFull || m_room.size() - m_size < sizeof value) {
    m_isFull = true;
    return;
  }
  std::memcpy(m_room.data() + m_size, &value, sizeof value);
  m_size += sizeof value;
}

void InputPacker::put(std::span<const std::int64_t> values) {
  if (m_isFull || m_room.size() - m_size < values.size_bytes()) {
    m_isFull = true;
    return;
  }
  std::memcpy(m_room.data() + m_size, values.data(), values.size_bytes());
  m_size += values.size_bytes();
}

void InputPacker::addTensor(std::uint8_t type, std::span<const std::int64_t> sizes,
                            std::span<const std::int64_t> strides) {
  put(InputKind::Tensor);
  put(type);
  put(static_cast<std::uint8_t>(sizes.size()));
  put(sizes);
  put(strides);
}

void InputPacker::addUndefinedTensor() {
  put(InputKind::UndefinedTensor);
}

void InputPacker::addInteger(std::int64_t value) {
  put(InputKind::Integer);
  put(value);
}

void InputPacker::addReal(double value) {
  put(InputKind::Real);
  put(value);
}

void InputPacker::addBoolean(bool value) {
  put(InputKind::Boolean);
  put(static_cast<std::uint8_t>(value ? 1 : 0));
}

void InputPacker::beginTensors(std::size_t count) {
  put(InputKind::Tensors);
  put(static_cast<std::uint8_t>(count));
}

void InputPacker::beginScalars(std::size_t count) {
  put(InputKind::Scalars);
  put(static_cast<std::uint8_t>(count));
}

void InputPacker::addOther() {
  put(InputKind::Other);
}

std::span<const std::byte> InputPacker::packed() const {
  return m_isFull ? std::span<const std::byte>() : m_room.first(m_size);
}

void InputText::append(std::string& json, std::span<const std::byte> packed) {
  if (packed.empty()) {
    return;
  }
  for (std::string* text : {&m_values, &m_types, &m_strides, &m_sizes}) {
    text->clear();
  }
  Unpacker from(packed);
  std::string_view comma;
  while (!from.isEmpty()) {
    const auto kind = static_cast<InputKind>(from.get<std::uint8_t>());
    for (std::string* text : {&m_values, &m_types, &m_strides, &m_sizes}) {
      *text += comma;
    }
    comma = ", ";
    std::string_view type;
    m_values += '"';
    if (kind == InputKind::Tensors) {
      type = "TensorList";
      m_sizes += '[';
      m_strides += '[';
      std::string_view between;
      for (auto left = from.get<std::uint8_t>(); left > 0; --left) {
        m_sizes += between;
        m_strides += between;
        between = ", ";
        const auto element = static_cast<InputKind>(from.get<std::uint8_t>());
        appendTensor(m_sizes, m_strides, element, from);
      }
      m_sizes += ']';
      m_strides += ']';
    } else if (kind == InputKind::Scalars) {
      type = "ScalarList";
      m_values += '[';
      std::string_view between;
      for (auto left = from.get<std::uint8_t>(); left > 0; --left) {
        m_values += between;
        between = ", ";
        appendScalar(m_values, static_cast<InputKind>(from.get<std::uint8_t>()), from);
      }
      m_values += ']';
      m_sizes += "[]";
      m_strides += "[]";
    } else if (appendScalar(m_values, kind, from)) {
      type = "Scalar";
      m_sizes += "[]";
      m_strides += "[]";
    } else {
      type = appendTensor(m_sizes, m_strides, kind, from);
    }
    m_values += '"';
    fmt::format_to(std::back_inserter(m_types), FMT_COMPILE("\"{}\""), type);
  }
  fmt::format_to(std::back_inserter(json),
                 FMT_COMPILE("\"Concrete Inputs\":[{}],\"Input type\":[{}],\"Input Strides\":[{}],\"Input Dims\":[{}]"),
                 m_values, m_types, m_strides, m_sizes);
}

}  // namespace kernline::recorder
