// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/packed_text.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <random>
#include <stdexcept>

namespace kernline::test {

namespace {

void require(archive* writer, int code) {
  if (code < ARCHIVE_WARN) {
    throw std::runtime_error(archive_error_string(writer));
  }
}

la_ssize_t appendTo(archive*, void* into, const void* bytes, std::size_t length) {
  static_cast<std::string*>(into)->append(static_cast<const char*>(bytes), length);
  return static_cast<la_ssize_t>(length);
}

void writeMember(archive* writer, const std::string& name, std::string_view text) {
  archive_entry* entry = archive_entry_new();
  archive_entry_set_pathname(entry, name.c_str());
  archive_entry_set_size(entry, static_cast<la_int64_t>(text.size()));
  archive_entry_set_filetype(entry, AE_IFREG);
  archive_entry_set_perm(entry, 0644);
  require(writer, archive_write_header(writer, entry));
  archive_entry_free(entry);
  if (archive_write_data(writer, text.data(), text.size()) != static_cast<la_ssize_t>(text.size())) {
    throw std::runtime_error("libarchive did not take all of the text");
  }
}

std::string archiveOf(const Members& members, const std::string& filter, const std::string& format) {
  std::string result;
  archive* writer = archive_write_new();
  if (!filter.empty()) {
    require(writer, archive_write_add_filter_by_name(writer, filter.c_str()));
  }
  if (filter == "lz4") {
    require(writer, archive_write_set_filter_option(writer, "lz4", "block-size", "4"));  // 64 KiB
  }
  require(writer, archive_write_set_format_by_name(writer, format.c_str()));
  require(writer, archive_write_set_bytes_in_last_block(writer, 1));
  require(writer, archive_write_open(writer, &result, nullptr, appendTo, nullptr));
  for (const auto& [name, text] : members) {
    writeMember(writer, name, text);
  }
  require(writer, archive_write_close(writer));
  archive_write_free(writer);
  return result;
}

}  // namespace

std::string compressed(std::string_view text, const std::string& filter) {
  return archiveOf({{"text", std::string(text)}}, filter, "raw");
}

std::string archived(const Members& members, const std::string& format) {
  return archiveOf(members, "", format);
}

std::string widened(std::u32string_view text, int unitBytes, bool isBigEndian) {
  std::string result;
  const auto put = [&](std::uint32_t unit) {
    for (int i = 0; i < unitBytes; ++i) {
      const int shift = 8 * (isBigEndian ? unitBytes - 1 - i : i);
      result.push_back(static_cast<char>(unit >> shift & 0xFFU));
    }
  };
  for (const char32_t c : text) {
    if (unitBytes == 2 && c >= 0x10000) {
      put(0xD800 + ((c - 0x10000) >> 10U));
      put(0xDC00 + ((c - 0x10000) & 0x3FFU));
    } else {
      put(c);
    }
  }
  return result;
}

std::string traceLikeText(std::size_t bytes, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::string text = R"({"traceEvents":[)";
  std::uint64_t time = 1'000'000;
  while (text.size() < bytes) {
    time += random() % 1000;
    text += fmt::format(
        "\n{{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"void kernel_{}<float, {}>(float*)\", \"pid\": 0, "
        "\"tid\": {}, \"ts\": {}.{:03}, \"dur\": {}.{:03}, \"args\": {{\"correlation\": {}}}}},",
        random() % 40, random() % 1024, random() % 8, time, random() % 1000, random() % 90, random() % 1000, random());
  }
  text.back() = '\n';
  return text + "]}";
}

std::string readAll(Input& input, std::size_t pieceBytes) {
  if (!input.stream) {
    return std::string(input.mapped);
  }
  std::string text;
  std::vector<char> piece(pieceBytes);
  while (const std::size_t got = input.stream->read(piece)) {
    text.append(piece.data(), got);
  }
  return text;
}

}  // namespace kernline::test
