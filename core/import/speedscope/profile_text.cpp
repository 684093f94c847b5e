// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/speedscope/profile_text.h"

#include "core/import/events/decimal_time.h"
#include "core/import/events/read_details.h"
#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

namespace kernline::speedscope {

namespace {

using chrome::RawValue;

class FrameEvents final : public EventSource {
 public:
  FrameEvents(std::shared_ptr<const WholeText> text, std::vector<samples::Frame> frames)
      : m_text(std::move(text)), m_frames(std::move(frames)) {}

  [[nodiscard]] EventDetails details(std::uint64_t offset) const override {
    EventDetails details;
    details.fields.kind = details.args.kind = ArgNode::Kind::Object;
    const auto frame = frameAt(samples::byteOf(offset), samples::depthOf(offset));
    if (!frame) {
      return details;
    }
    details.args = chrome::toTree(valueAt(m_frames[*frame].offset).text);
    std::erase_if(details.args.children,
                  [](const ArgNode& arg) { return arg.key == "name" || arg.kind == ArgNode::Kind::Null; });
    return details;
  }

  [[nodiscard]] Message place(std::uint64_t offset) const override {
    return Phrase::tr("byte %1").with(formatCount(samples::byteOf(offset)));
  }

 private:
  [[nodiscard]] RawValue valueAt(std::uint64_t byte) const {
    const std::string_view rest = m_text->view.substr(std::min<std::uint64_t>(byte, m_text->view.size()));
    return chrome::scanValue(rest.data(), rest.data() + rest.size()).value;
  }

  /// Returns, for a sample, its frame at a depth; for an event, its frame.
  [[nodiscard]] std::optional<std::uint32_t> frameAt(std::uint64_t byte, std::size_t depth) const {
    const RawValue value = valueAt(byte);
    if (value.kind == RawValue::Kind::Object) {
      return frameOf(chrome::findMember(value.text, "frame"), m_frames.size());
    }
    std::optional<std::uint32_t> frame;
    std::size_t number = 0;
    for (chrome::MemberWalk walk(value.text); walk.next();) {
      const auto known = frameOf(walk.value(), m_frames.size());
      if (known && number++ == depth) {
        return known;
      }
    }
    return frame;
  }

  std::shared_ptr<const WholeText> m_text;
  std::vector<samples::Frame> m_frames;
};

}  // namespace

std::optional<ValueUnit> unitOf(std::string_view name) {
  constexpr std::pair<std::string_view, ValueUnit> units[] = {
      {"nanoseconds", {0, true}}, {"microseconds", {3, true}}, {"milliseconds", {6, true}},
      {"seconds", {9, true}},     {"bytes", {0, false}},       {"none", {0, false}},
  };
  const auto* const at = std::ranges::find(units, name, &std::pair<std::string_view, ValueUnit>::first);
  return at == std::end(units) ? std::nullopt : std::optional{at->second};
}

std::optional<std::int64_t> nanosecondsOf(const RawValue& value, ValueUnit unit) {
  if (value.kind != RawValue::Kind::Number) {
    return std::nullopt;
  }
  // Scales the text with an exponent, so that the digits decide and not a double. A number has at most one exponent.
  constexpr int microseconds = 3;
  std::string_view digits = value.text;
  int exponent = unit.exponent - microseconds;
  if (const std::size_t e = digits.find_first_of("eE"); e != std::string_view::npos) {
    std::string_view own = digits.substr(e + 1);
    own.remove_prefix(own.starts_with('+') ? 1 : 0);
    int number = 0;
    const auto [end, error] = std::from_chars(own.data(), own.data() + own.size(), number);
    if (error != std::errc{} || end != own.data() + own.size()) {
      return std::nullopt;
    }
    exponent += std::clamp(number, -10000, 10000);
    digits = digits.substr(0, e);
  }
  const chrome::ParsedTime parsed = chrome::parseMicroseconds(fmt::format("{}e{}", digits, exponent));
  return parsed.state == chrome::NumberState::Bad ? std::nullopt : std::optional{parsed.ns};
}

std::optional<std::uint32_t> frameOf(const RawValue& value, std::size_t count) {
  std::uint32_t number = 0;
  const char* const end = value.text.data() + value.text.size();
  const auto [behind, error] = std::from_chars(value.text.data(), end, number);
  const bool isKnown = value.kind == RawValue::Kind::Number && error == std::errc{} && behind == end && number < count;
  return isKnown ? std::optional{number} : std::nullopt;
}

std::shared_ptr<const EventSource> framesAsEvents(std::shared_ptr<const WholeText> text,
                                                  std::vector<samples::Frame> frames) {
  return std::make_shared<FrameEvents>(std::move(text), std::move(frames));
}

}  // namespace kernline::speedscope
