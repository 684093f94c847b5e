// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/mcp/picture.h"

#include "app/cli/kit/child_program.h"

#include "core/open/rank_files.h"

#include <fmt/format.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <system_error>

namespace kernline::cli::mcp {

namespace {

constexpr std::chrono::seconds timeToDraw{60};
constexpr std::size_t maxPictureBytes = std::size_t{3} << 20U;  // clients refuse much more

/// Returns the messages without the program's name at the front of each.
std::string sentenceOf(std::string said) {
  constexpr std::string_view before = "kernline: ";
  constexpr std::string_view viewer = "kernline-viewer: ";
  while (!said.empty() && said.back() == '\n') {
    said.pop_back();
  }
  for (const std::string_view name : {before, viewer}) {
    if (said.starts_with(name)) {
      said.erase(0, name.size());
    }
  }
  return said;
}

}  // namespace

std::string base64(std::string_view bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  constexpr std::size_t group = 3;
  constexpr unsigned bitsOfByte = 8;
  constexpr unsigned bitsOfDigit = 6;
  constexpr unsigned digitMask = 63;
  std::string text;
  text.reserve((bytes.size() + 2) / group * 4);
  for (std::size_t i = 0; i < bytes.size(); i += group) {
    std::uint32_t bits = 0;
    for (std::size_t j = i; j < i + group; ++j) {
      bits = (bits << bitsOfByte) | (j < bytes.size() ? static_cast<unsigned char>(bytes[j]) : 0U);
    }
    for (unsigned digit = 0; digit <= group; ++digit) {
      const bool isFilled = i + digit <= bytes.size();
      text += isFilled ? digits[(bits >> (bitsOfDigit * (group - digit))) & digitMask] : '=';
    }
  }
  return text;
}

std::expected<Json, std::string> renderedPicture(const std::vector<std::string>& options,
                                                 const std::vector<std::string>& files, const std::stop_token& stop) {
  for (const std::string& file : files) {
    std::error_code error;
    // The program that draws does not know the folders named at start, so that it opens only what was looked at here.
    if (std::filesystem::is_directory(file, error)) {
      return std::unexpected(fmt::format("{} is a folder; render takes files", file));
    }
    if (isNameOfRun(file)) {
      return std::unexpected(fmt::format("{} names several files; render takes one by one", file));
    }
  }
  std::vector<std::string> arguments{"render"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  arguments.insert(arguments.end(), {"--output=-", "--"});
  arguments.insert(arguments.end(), files.begin(), files.end());
  const ChildRun child = runThisProgram(arguments, timeToDraw, maxPictureBytes, stop);
  if (child.end == ChildRun::End::TooLong) {
    return std::unexpected(
        fmt::format("the picture has more than {} MiB; ask for a smaller one", maxPictureBytes >> 20U));
  }
  if (child.end == ChildRun::End::TimeIsUp) {
    return std::unexpected(fmt::format("drawing took more than {} s; ask for a shorter range", timeToDraw.count()));
  }
  constexpr std::string_view pngMark = "\x89PNG";
  if (child.end != ChildRun::End::Exited || child.code != 0 || !child.out.starts_with(pngMark)) {
    const std::string said = sentenceOf(child.err);
    return std::unexpected(said.empty() ? "the picture could not be drawn" : said);
  }
  return Json{{"type", "image"}, {"data", base64(child.out)}, {"mimeType", "image/png"}};
}

}  // namespace kernline::cli::mcp
