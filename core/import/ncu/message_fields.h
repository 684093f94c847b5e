// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <protozero/exception.hpp>
#include <protozero/pbf_reader.hpp>

#include <cstdint>
#include <string_view>

namespace kernline::ncu {

/// A field of a protobuf message, by whatever wire type it came.
struct Field {
  std::uint32_t number = 0;
  bool isBytes = false;     ///< a string or another message; else a number
  bool isReal = false;      ///< a float or a double
  std::uint64_t whole = 0;  ///< of a number that is not real
  double real = 0;
  std::string_view bytes;
};

/// Calls `take` with each field of `message`, which need not be one: returns whether it is, to its end. Wire types are
/// looked at, not believed to be those that the field's number should have.
template <typename Take>
bool eachField(std::string_view message, Take take) {
  try {
    protozero::pbf_reader reader(message.data(), message.size());
    while (reader.next()) {
      Field field;
      field.number = reader.tag();
      switch (reader.wire_type()) {
        case protozero::pbf_wire_type::varint:
          field.whole = reader.get_uint64();
          break;
        case protozero::pbf_wire_type::fixed64:
          field.isReal = true;
          field.real = reader.get_double();
          break;
        case protozero::pbf_wire_type::fixed32:
          field.isReal = true;
          field.real = static_cast<double>(reader.get_float());
          break;
        case protozero::pbf_wire_type::length_delimited: {
          const protozero::data_view view = reader.get_view();
          field.isBytes = true;
          field.bytes = {view.data(), view.size()};
          break;
        }
        default:
          return false;
      }
      take(static_cast<const Field&>(field));
    }
    return true;
  } catch (const protozero::exception&) {
    return false;
  }
}

}  // namespace kernline::ncu
