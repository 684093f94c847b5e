// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/protobuf/message_walk.h"

namespace kernline::protobuf {

bool readLongVarint(const char*& at, const char* end, std::uint64_t& number) {
  constexpr unsigned most = 64;  // bits; the tenth byte has the last one
  constexpr unsigned bitsAByte = 7;
  constexpr unsigned more = 0x80;
  number = 0;
  const char* p = at;
  for (unsigned shift = 0; shift < most && p != end; shift += bitsAByte) {
    const auto byte = static_cast<unsigned char>(*p++);
    number |= std::uint64_t{byte & ~more} << shift;
    if (byte < more) {
      at = p;
      return true;
    }
  }
  return false;
}

}  // namespace kernline::protobuf
