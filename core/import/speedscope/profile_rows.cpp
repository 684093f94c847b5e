// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/speedscope/profile_rows.h"

#include "core/import/samples/loose_json.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

namespace kernline::speedscope {

namespace {

using chrome::MemberWalk;
using chrome::RawValue;

constexpr std::int64_t latestNs = std::int64_t{1} << 61;  // limit so that sums of two never overflow

std::uint64_t offsetIn(const ProfileRow& row, std::string_view part) {
  return samples::offsetAt(static_cast<std::uint64_t>(part.data() - row.textBegin));
}

Time valueOf(const ProfileRow& row, std::string_view profile, std::string_view key) {
  return {nanosecondsOf(chrome::findMember(profile, key), row.unit).value_or(0)};
}

/// Frames of an evented profile that are open.
class OpenFrames {
 public:
  explicit OpenFrames(const ProfileRow& row) : m_row(row), m_timesOpen(row.frames.size()) {}

  void take(std::string_view event) {
    const std::uint64_t offset = offsetIn(m_row, event);
    const auto at = nanosecondsOf(chrome::findMember(event, "at"), m_row.unit);
    const auto frame = frameOf(chrome::findMember(event, "frame"), m_row.frames.size());
    const RawValue type = chrome::findMember(event, "type");
    if (!at) {
      m_row.builder.report().add(IssueKind::BadTimestamp, offset, event);
    } else if (!frame || (type.text != "O" && type.text != "C")) {
      m_row.builder.report().add(IssueKind::BrokenEvent, offset, event);
    } else {
      m_last = std::max(m_last, Time{*at});
      if (type.text == "O") {
        m_open.push_back({*frame, {*at}, offset});
        ++m_timesOpen[*frame];
      } else {
        close(*frame, {*at}, offset);
      }
    }
  }

  void end(Time time) {
    m_row.builder.report().addMany(IssueKind::BeginWithoutEnd, m_open.size(),
                                   m_open.empty() ? 0 : m_open.back().offset);
    closeDownTo(0, std::max(time, m_last), SpanFlags::Unfinished);
  }

 private:
  struct Open {
    std::uint32_t frame = 0;
    Time start;
    std::uint64_t offset = 0;
  };

  void close(std::uint32_t frame, Time time, std::uint64_t offset) {
    if (m_timesOpen[frame] == 0) {
      m_row.builder.report().add(IssueKind::EndWithoutBegin, offset, nameOf(frame));
      return;
    }
    const auto wanted = std::ranges::find(m_open.rbegin(), m_open.rend(), frame, &Open::frame);
    const auto depth = static_cast<std::size_t>(m_open.rend() - wanted) - 1;
    m_row.builder.report().addMany(IssueKind::MismatchedEnd, m_open.size() - depth - 1, offset, nameOf(frame));
    closeDownTo(depth, time, SpanFlags::None);
  }

  [[nodiscard]] std::string_view nameOf(std::uint32_t frame) const {
    return m_row.builder.strings()[m_row.frames[frame].name];
  }

  void closeDownTo(std::size_t depth, Time time, SpanFlags flags) {
    for (std::size_t i = depth; i < m_open.size(); ++i) {
      --m_timesOpen[m_open[i].frame];
      const samples::Frame& frame = m_row.frames[m_open[i].frame];
      SpanRecord span;
      span.start = m_open[i].start;
      span.duration = std::max(time, span.start) - span.start;
      span.offset = m_open[i].offset;
      span.name = frame.name;
      span.kind = frame.kind;
      span.track = m_row.track;
      span.flags = flags;
      if (time < span.start) {
        m_row.builder.report().add(IssueKind::NegativeDuration, span.offset, nameOf(m_open[i].frame));
        span.flags |= SpanFlags::Repaired;
      }
      m_row.builder.addSpan(span);
    }
    m_open.resize(depth);
  }

  const ProfileRow& m_row;
  std::vector<Open> m_open;
  std::vector<std::uint32_t> m_timesOpen;  // open count of each frame
  Time m_last{std::numeric_limits<std::int64_t>::min()};
};

/// The duration of a sample, and false if the weights have ended.
bool takeWeight(const ProfileRow& row, MemberWalk& weights, std::uint64_t offset, std::int64_t& ns) {
  if (!weights.next()) {
    row.builder.report().add(IssueKind::MissingTimestamp, offset, "sample without a weight");
    return false;
  }
  const auto weight = nanosecondsOf(weights.value(), row.unit);
  if (!weight || *weight < 0) {
    row.builder.report().add(weight ? IssueKind::NegativeDuration : IssueKind::BadDuration, offset);
  }
  ns = std::max<std::int64_t>(0, weight.value_or(0));
  return true;
}

/// The frames of a sample from the root on, without those that the file does not have.
void readStack(const ProfileRow& row, std::string_view sample, std::vector<std::uint32_t>& stack) {
  stack.clear();
  for (MemberWalk walk(sample); walk.next();) {
    if (const auto frame = frameOf(walk.value(), row.frames.size())) {
      stack.push_back(*frame);
    } else {
      row.builder.report().add(IssueKind::BrokenEvent, offsetIn(row, sample), "frame that the file does not have");
    }
  }
}

}  // namespace

void addSamples(const ProfileRow& row, std::string_view profile) {
  const std::string_view list = samples::memberOrRest(profile, "samples").text;
  const auto count = static_cast<std::size_t>(std::ranges::count(list, '['));
  samples::StackRow drawn(row.builder, row.track, row.frames, count);
  MemberWalk weights(samples::memberOrRest(profile, "weights").text);
  Time time = valueOf(row, profile, "startValue");
  std::vector<std::uint32_t> stack;
  for (MemberWalk walk(list); walk.next();) {
    const std::string_view sample = walk.value().text;
    const std::uint64_t offset = offsetIn(row, sample);
    if (row.isFullAt(offset)) {
      break;
    }
    std::int64_t ns = 0;
    if (walk.value().kind != RawValue::Kind::Array) {
      row.builder.report().add(IssueKind::EmptyEvent, offset, sample);
      static_cast<void>(weights.next());
    } else if (takeWeight(row, weights, offset, ns)) {
      readStack(row, sample, stack);
      drawn.see(time, stack, samples::byteOf(offset));
      if (time.ns + ns > latestNs) {
        row.builder.report().add(IssueKind::ClampedTime, offset);
      }
      time.ns = std::min(time.ns + ns, latestNs);
    }
  }
  drawn.end(time);
}

void addEvents(const ProfileRow& row, std::string_view profile) {
  OpenFrames open(row);
  for (MemberWalk walk(samples::memberOrRest(profile, "events").text); walk.next();) {
    if (row.isFullAt(offsetIn(row, walk.value().text))) {
      break;
    }
    if (walk.value().kind == RawValue::Kind::Object) {
      open.take(walk.value().text);
    } else {
      row.builder.report().add(IssueKind::EmptyEvent, offsetIn(row, walk.value().text), walk.value().text);
    }
  }
  open.end(valueOf(row, profile, "endValue"));
}

std::size_t countFrames(std::string_view profiles) {
  std::size_t count = 0;
  const auto see = [&](const RawValue& value) {
    if (const auto frame = frameOf(value, std::numeric_limits<std::uint32_t>::max())) {
      count = std::max(count, std::size_t{*frame} + 1);
    }
  };
  for (samples::LooseElements profile(profiles); profile.next();) {
    for (MemberWalk sample(samples::memberOrRest(profile.text(), "samples").text); sample.next();) {
      for (MemberWalk frame(sample.value().text); frame.next();) {
        see(frame.value());
      }
    }
    for (MemberWalk event(samples::memberOrRest(profile.text(), "events").text); event.next();) {
      see(chrome::findMember(event.value().text, "frame"));
    }
  }
  return count;
}

}  // namespace kernline::speedscope
