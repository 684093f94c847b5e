// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/html_page.h"

#include "core/model/base/text.h"

#include <fmt/format.h>

#include <array>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

namespace kernline {

namespace {

int base64Value(char c) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto at = digits.find(c);
  return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

/// RFC 4648 base64 with white space between; empty if anything else is in it.
std::string decodeBase64(std::string_view text) {
  std::array<int, 256> values{};
  for (int c = 0; c < 256; ++c) {
    values[static_cast<std::size_t>(c)] = base64Value(static_cast<char>(c));
  }
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  std::uint32_t bits = 0;
  int held = 0;
  for (const char c : text) {
    const int value = values[static_cast<unsigned char>(c)];
    if (value < 0) {
      if (c == '=' || c == '\n' || c == '\r' || c == ' ' || c == '\t') {
        continue;
      }
      return {};
    }
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes += static_cast<char>(bits >> held & 0xff);
    }
  }
  return bytes;
}

bool isJson(std::string_view text) {
  return text.starts_with('{') || text.starts_with('[');
}

/// The inside of the next script element whose tag mentions one of catapult's marks, from `at` on, which moves behind
/// it.
std::string_view nextSection(std::string_view page, std::size_t& at) {
  for (at = page.find("<script", at); at != std::string_view::npos; at = page.find("<script", at)) {
    const auto tagEnd = page.find('>', at);
    const auto close = tagEnd == std::string_view::npos ? tagEnd : page.find("</script", tagEnd);
    if (close == std::string_view::npos) {
      at = close;
      break;
    }
    const std::string_view tag = page.substr(at, tagEnd - at);
    at = close;
    if (tag.find("viewer-data") != std::string_view::npos || tag.find("trace-data") != std::string_view::npos) {
      return trimmed(page.substr(tagEnd + 1, close - tagEnd - 1));
    }
  }
  return {};
}

/// Opens bytes like a file; the kernel holds them as long as the input lives.
Expected<Input> openBytes(std::string_view bytes, const std::string& path) {
  const int descriptor = memfd_create("kernline-page", MFD_CLOEXEC);
  bool written = descriptor >= 0;
  for (std::size_t at = 0; written && at < bytes.size();) {
    const auto got = write(descriptor, bytes.data() + at, bytes.size() - at);
    written = got > 0;
    at += written ? static_cast<std::size_t>(got) : 0;
  }
  Expected<Input> input =
      written ? openInput(fmt::format("/proc/self/fd/{}", descriptor))
              : std::unexpected(Error{Error::Kind::Unreadable,
                                      Phrase::tr("%1: not enough memory for the trace in this page").with(path)});
  if (descriptor >= 0) {
    close(descriptor);
  }
  return input;
}

/// Returns the text of a page's stream; empty for a mapped page. A small file must not fill the memory.
Expected<std::string> textOfPage(const Input& page) {
  constexpr std::size_t always = std::size_t{64} << 20;
  constexpr std::size_t maxExpansion = 32;  // JSON and base64 shrink to a twentieth at best
  const std::size_t maxBytes = always + maxExpansion * page.storedBytes;
  std::string text;
  std::size_t size = 0;
  while (page.stream != nullptr) {
    text.resize(size + (std::size_t{1} << 20));
    const std::size_t got = page.stream->read({text.data() + size, text.size() - size});
    size += got;
    if (got == 0) {
      break;
    }
    if (size > maxBytes) {
      return std::unexpected(Error{
          Error::Kind::NotATrace,
          Phrase::tr("%1: compressed HTML page of more than %2 bytes. Unpack it first").with(page.path, maxBytes)});
    }
  }
  text.resize(size);
  return text;
}

}  // namespace

bool isHtmlPage(std::string_view head) {
  constexpr std::string_view comment = "<!--";
  constexpr std::string_view commentEnd = "-->";
  head = trimmed(head);
  while (head.starts_with(comment)) {  // Markdown may begin with one as well
    const std::size_t end = head.find(commentEnd, comment.size());
    if (end == std::string_view::npos) {
      return true;
    }
    head = trimmed(head.substr(end + commentEnd.size()));
  }
  constexpr std::array<std::string_view, 2> beginnings{"<!doctype html", "<html"};
  for (const std::string_view beginning : beginnings) {
    bool same = head.size() >= beginning.size();
    for (std::size_t i = 0; same && i < beginning.size(); ++i) {
      const char c = head[i];
      same = (c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c) == beginning[i];
    }
    if (same) {
      return true;
    }
  }
  return false;
}

Expected<Input> openTraceInPage(const Input& page) {
  const Expected<std::string> held = textOfPage(page);
  if (!held) {
    return std::unexpected(held.error());
  }
  const std::string_view text = page.stream == nullptr ? page.mapped : std::string_view(*held);
  std::size_t at = 0;
  for (std::string_view section = nextSection(text, at); at != std::string_view::npos;
       section = nextSection(text, at)) {
    const std::string decoded = isJson(section) ? std::string{} : decodeBase64(section);
    const bool isGzip = decoded.starts_with("\x1f\x8b");
    if (!isJson(section) && !isGzip && !isJson(trimmed(decoded))) {
      continue;
    }
    Expected<Input> input = openBytes(decoded.empty() ? section : std::string_view(decoded), page.path);
    if (input) {
      input->path = page.path;
      input->storedBytes = page.storedBytes;
      for (const std::string& layer : {std::string("HTML page"), page.container}) {
        input->container += (input->container.empty() || layer.empty() ? "" : ", ") + layer;
      }
    }
    return input;
  }
  return std::unexpected(
      Error{Error::Kind::NotATrace,
            Phrase::tr("%1: HTML page without a Chrome trace. For systrace pages with Linux ftrace text, use Perfetto")
                .with(page.path)});
}

}  // namespace kernline
