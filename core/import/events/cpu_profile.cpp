// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/events/cpu_profile.h"

#include "core/import/events/decimal_time.h"
#include "core/import/events/stack_samples.h"
#include "core/model/base/text.h"
#include "core/model/json/members.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace kernline::chrome {

namespace {

/// "f", or for functions without a name "(anonymous file.js:12)".
std::string frameName(std::string_view callFrame) {
  std::string name = findMember(callFrame, "functionName").unescaped();
  if (!name.empty()) {
    repairUtf8(name);
    return name;
  }
  std::string url = findMember(callFrame, "url").unescaped();
  repairUtf8(url);
  const RawValue line = findMember(callFrame, "lineNumber");
  std::int64_t number = 0;
  const ParsedTime parsed = parseMicroseconds(line.text);
  number = parsed.state == NumberState::Good ? parsed.ns / 1000 + 1 : 0;  // V8 counts lines from 0
  const std::string_view file = fileNameOf(url);
  return file.empty() ? std::string("(anonymous)") : fmt::format("(anonymous {}:{})", file, number);
}

/// Nodes as a list that names parents or children.
void addNodes(FrameTable& frames, std::string_view nodes) {
  std::map<std::string, std::string> parentOf;
  std::vector<std::pair<std::string, FrameTable::Frame>> listed;
  for (MemberWalk walk(nodes); walk.next();) {
    const std::string_view node = walk.value().text;
    const std::string id = findMember(node, "id").unescaped();
    const RawValue parent = findMember(node, "parent");
    for (MemberWalk children(findMember(node, "children").text); children.next();) {
      parentOf.emplace(children.value().unescaped(), id);
    }
    listed.emplace_back(
        id, FrameTable::Frame{frameName(findMember(node, "callFrame").text),
                              parent.kind == RawValue::Kind::None ? std::string() : parent.unescaped(), nullptr});
  }
  for (auto& [id, frame] : listed) {
    if (const auto at = parentOf.find(id); frame.parent.empty() && at != parentOf.end()) {
      frame.parent = at->second;
    }
    frames.add(id, std::move(frame));
  }
}

/// Nodes as a tree, as V8 wrote them before 2017: a node is its own call frame.
void addNodeTree(FrameTable& frames, std::string_view head) {
  // Each level is searched for its members, which costs its whole text; a tree of usual depth stays far below this.
  constexpr std::size_t maxSearches = 64;
  std::size_t bytesLeft = maxSearches * head.size();
  std::vector<std::pair<std::string_view, std::string>> pending{{head, std::string()}};
  while (!pending.empty()) {
    const auto [node, parent] = std::move(pending.back());
    pending.pop_back();
    if (node.size() > bytesLeft) {
      return;
    }
    bytesLeft -= node.size();
    const std::string id = findMember(node, "id").unescaped();
    frames.add(id, {frameName(node), parent, nullptr});
    for (MemberWalk children(findMember(node, "children").text); children.next();) {
      pending.emplace_back(children.value().text, id);
    }
  }
}

/// One profile under way.
struct Profile {
  FrameTable frames;
  TrackId track = TrackId::none;
  ProcessId process = ProcessId::none;
  Time clock;
  std::vector<std::tuple<Time, std::uint64_t, std::string>> observed;  // time, offset in the text, node
};

void addChunk(Profile& profile, const PlacedProfile& record) {
  const RawValue data = findMember(record.args, "data");
  const RawValue cpuProfile = findMember(data.text, "cpuProfile");
  addNodes(profile.frames, findMember(cpuProfile.text, "nodes").text);
  RawValue deltas = findMember(data.text, "timeDeltas");
  if (deltas.kind == RawValue::Kind::None) {
    deltas = findMember(cpuProfile.text, "timeDeltas");
  }
  MemberWalk times(deltas.text);
  for (MemberWalk samples(findMember(cpuProfile.text, "samples").text); samples.next();) {
    if (times.next()) {
      profile.clock.ns += parseMicroseconds(times.value().text).ns;
    }
    profile.observed.emplace_back(profile.clock, record.offset, samples.value().unescaped());
  }
}

void draw(TraceBuilder& builder, Profile& profile, TrackId track) {
  profile.frames.linkCallers();
  std::vector<StackSample> samples;
  for (auto& [time, offset, node] : profile.observed) {
    samples.push_back({time, offset, profile.frames.find(node)});
  }
  addSampledSpans(builder, track, std::move(samples), profile.clock);
}

}  // namespace

void addCpuProfiles(TraceBuilder& builder, std::vector<PlacedProfile>&& records) {
  std::ranges::stable_sort(records, {}, &PlacedProfile::offset);
  std::map<std::tuple<ProcessId, StringId, std::uint64_t>, Profile> profiles;
  for (const PlacedProfile& record : records) {
    constexpr std::uint64_t inChunks = UINT64_MAX;
    Profile& profile = profiles[{record.process, record.id, record.isWhole ? record.offset : inChunks}];
    if (profile.track == TrackId::none) {
      profile.track = record.track;
      profile.process = record.process;
      profile.clock = record.time;
    }
    const std::string_view data = findMember(record.args, "data").text;
    const RawValue start = findMember(record.isWhole ? findMember(data, "cpuProfile").text : data, "startTime");
    if (const ParsedTime time = parseMicroseconds(start.text); time.state == NumberState::Good) {
      profile.clock = {time.ns};
    }
    addChunk(profile, record);
  }
  for (auto& [key, profile] : profiles) {
    if (!profile.observed.empty() && profile.track != TrackId::none) {
      const Track of = builder.track(profile.track);
      draw(builder, profile, addSampleTrack(builder, profile.process, of.tid, of.name));
    }
  }
}

void addCpuProfileDocument(TraceBuilder& builder, const DocumentFacts& facts) {
  Profile profile;
  const bool isTree = facts.profileNodes.front() == '{';
  if (isTree) {
    addNodeTree(profile.frames, facts.profileNodes);
  } else {
    addNodes(profile.frames, facts.profileNodes);
    profile.clock = {parseMicroseconds(fmt::format("{:.0f}", facts.profileStart)).ns};
  }
  MemberWalk times(facts.profileDeltas);
  for (MemberWalk samples(facts.samples); samples.next();) {
    if (times.next()) {
      const Time read{parseMicroseconds(times.value().text).ns};
      profile.clock = isTree ? read : Time{profile.clock.ns + read.ns};
    }
    profile.observed.emplace_back(profile.clock, 0, samples.value().unescaped());
  }
  Process process;
  process.name = builder.intern("CPU profile");
  const ProcessId owner = builder.addProcess(process);
  draw(builder, profile, addSampleTrack(builder, owner, StringId::empty, StringId::empty));
}

}  // namespace kernline::chrome
