// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/container.h"

#include <algorithm>
#include <optional>

namespace kernline {

namespace {

using namespace std::string_view_literals;

struct Signature {
  std::string_view bytes;
  Container container;
};

// Longer ones first where one is the beginning of another: UTF-32's mark begins with UTF-16's.
constexpr Signature signatures[] = {
    {"\x1F\x8B\x08"sv, Container::Gzip},
    {"\x28\xB5\x2F\xFD"sv, Container::Zstd},
    {"\xFD\x37\x7A\x58\x5A\x00"sv, Container::Xz},
    {"\x04\x22\x4D\x18"sv, Container::Lz4},
    {"PK\x03\x04"sv, Container::Zip},
    {"PK\x05\x06"sv, Container::Zip},
    {"PK\x07\x08"sv, Container::Zip},
    {"\xFF\xFE\x00\x00"sv, Container::Utf32Le},
    {"\x00\x00\xFE\xFF"sv, Container::Utf32Be},
    {"\xFF\xFE"sv, Container::Utf16Le},
    {"\xFE\xFF"sv, Container::Utf16Be},
};

unsigned byteAt(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

bool isBzip2(std::string_view head) {
  return head.size() >= 10 && head.starts_with("BZh") && head[3] >= '1' && head[3] <= '9' &&
         head.substr(4, 6) == "\x31\x41\x59\x26\x53\x59"sv;
}

/// RFC 8878: a frame that decoders skip, sixteen magic numbers; what follows it is zstd or lz4.
bool isSkippableZstdFrame(std::string_view head) {
  return head.size() >= 8 && (byteAt(head, 0) & 0xF0U) == 0x50U && head.substr(1, 3) == "\x2A\x4D\x18"sv;
}

std::optional<unsigned> octal(std::string_view field) {
  unsigned value = 0;
  bool any = false;
  for (const char c : field) {
    if (c >= '0' && c <= '7') {
      value = value * 8 + static_cast<unsigned>(c - '0');
      any = true;
    } else if (any || c != ' ') {
      break;
    }
  }
  return any ? std::optional(value) : std::nullopt;
}

/// Old tars have no magic, but every header has its own checksum, computed with the checksum field as blanks.
bool isTar(std::string_view head) {
  constexpr std::size_t headerBytes = 512;
  constexpr std::size_t sumAt = 148;
  constexpr std::size_t sumBytes = 8;
  if (head.size() < headerBytes || head[0] == '\0') {
    return false;
  }
  const std::optional<unsigned> stored = octal(head.substr(sumAt, sumBytes));
  unsigned sum = 0;
  for (std::size_t i = 0; i < headerBytes; ++i) {
    sum += i >= sumAt && i < sumAt + sumBytes ? unsigned{' '} : byteAt(head, i);
  }
  return stored && *stored == sum;
}

bool startsJsonOrMarkup(char c) {
  return "{[<\"  \t\r\n"sv.find(c) != std::string_view::npos;
}

/// Wide text without a mark: JSON begins with ASCII, so the zeros say which kind it is.
std::optional<Container> unmarkedUnicode(std::string_view head) {
  if (head.size() < 4) {
    return std::nullopt;
  }
  const auto isZero = [head](std::size_t at) { return head[at] == '\0'; };
  const bool tailIsZero = isZero(2) && isZero(3);
  if (startsJsonOrMarkup(head[0]) && isZero(1)) {
    return tailIsZero ? Container::Utf32Le : Container::Utf16Le;
  }
  if (isZero(0) && startsJsonOrMarkup(head[1]) && !tailIsZero) {
    return Container::Utf16Be;
  }
  if (isZero(0) && isZero(1) && isZero(2) && startsJsonOrMarkup(head[3])) {
    return Container::Utf32Be;
  }
  return std::nullopt;
}

}  // namespace

Container containerOf(std::string_view head) {
  const auto* found = std::ranges::find_if(signatures, [&](const Signature& s) { return head.starts_with(s.bytes); });
  if (found != std::end(signatures)) {
    return found->container;
  }
  if (isBzip2(head)) {
    return Container::Bzip2;
  }
  if (isSkippableZstdFrame(head)) {
    return Container::Zstd;
  }
  if (isTar(head)) {
    return Container::Tar;
  }
  return unmarkedUnicode(head).value_or(Container::Plain);
}

std::string_view toText(Container container) {
  switch (container) {
    case Container::Plain:
      return "";
    case Container::Gzip:
      return "gzip";
    case Container::Zstd:
      return "zstd";
    case Container::Xz:
      return "xz";
    case Container::Bzip2:
      return "bzip2";
    case Container::Lz4:
      return "lz4";
    case Container::Zip:
      return "zip";
    case Container::Tar:
      return "tar";
    case Container::Utf16Le:
    case Container::Utf16Be:
      return "UTF-16";
    case Container::Utf32Le:
    case Container::Utf32Be:
      return "UTF-32";
  }
  return "";
}

}  // namespace kernline
