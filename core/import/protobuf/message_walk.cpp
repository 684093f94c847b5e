// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/protobuf/message_walk.h"

#include <protozero/exception.hpp>
#include <protozero/varint.hpp>

namespace kernline::protobuf {

bool readLongVarint(const char*& at, const char* end, std::uint64_t& number) {
  try {
    number = protozero::decode_varint(&at, end);
    return true;
  } catch (const protozero::exception&) {
    return false;
  }
}

}  // namespace kernline::protobuf
