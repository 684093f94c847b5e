// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/member_choice.h"

#include "core/import/source/archive_stream.h"
#include "core/import/source/input.h"
#include "core/import/source/member_stream.h"
#include "core/import/source/peeked_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace kernline {

namespace {

constexpr std::size_t listedNames = 4;

struct Member {
  std::size_t index = 0;
  FormatMatch match = FormatMatch::None;
};

/// Walks the members up to the first one of `enough`, noting names, the best one seen and how many may be logs.
std::optional<Member> findMember(ArchiveStream& archive, RateText rate, FormatMatch enough,
                                 std::vector<std::string>& names, std::string& head, std::size_t& logs) {
  std::optional<Member> best;
  for (std::size_t index = 0; archive.nextMember(); ++index) {
    names.push_back(archive.memberName());
    head.resize(memberHeadBytes);
    head.resize(archive.read(head));
    const FormatMatch match = rate(head);
    logs += canBeLog(match) ? 1 : 0;
    if (match != FormatMatch::None && (!best || match > best->match)) {
      best = Member{.index = index, .match = match};
    }
    if (best && best->match >= enough) {
      break;
    }
  }
  return best;
}

Error nothingInside(const std::string& name, Container container, const std::vector<std::string>& members,
                    const std::optional<std::string>& damage) {
  std::string holds;
  for (std::size_t i = 0; i < std::min(members.size(), listedNames); ++i) {
    holds += (i > 0 ? ", " : "") + members[i];
  }
  if (members.size() > listedNames) {
    holds += fmt::format(", … (+{})", members.size() - listedNames);
  }
  Message message =
      members.empty()
          ? Phrase::tr("%1: empty %2 archive").with(name, toText(container))
          : Phrase::tr("%1: %2 archive without a trace or a log, only %3").with(name, toText(container), holds);
  return {Error::Kind::NotATrace,
          damage ? Phrase::tr("%1 (%2)").with(std::move(message), *damage) : std::move(message)};
}

}  // namespace

Expected<ChosenMember> openMember(StoredArchive stored, const std::string& name) {
  ChosenMember chosen;
  std::vector<std::string> names;
  std::string head;
  const FormatMatch enough = stored.reopen ? FormatMatch::Trace : FormatMatch::Possible;
  auto archive = std::make_unique<ArchiveStream>(std::move(stored.stored), stored.file, stored.container);
  const std::optional<Member> found = findMember(*archive, stored.rate, enough, names, head, chosen.logs);
  const bool isBehind = found && (found->index + 1 < names.size() || found->match < enough);
  if (!found || (isBehind && !stored.reopen)) {
    return std::unexpected(nothingInside(name, stored.container, names, archive->damage()));
  }
  chosen.name = names[found->index];
  if (!canBeLog(found->match) || !stored.reopen) {
    chosen.logs = 0;
  }
  if (isBehind) {
    auto again = stored.reopen();
    if (!again) {
      return std::unexpected(std::move(again.error()));
    }
    archive = std::make_unique<ArchiveStream>(std::move(*again), stored.file, stored.container);
    for (std::size_t i = 0; i <= found->index && archive->nextMember(); ++i) {
    }
    head.clear();
  }
  chosen.text = std::make_unique<MemberStream>(std::move(archive), std::move(head));
  return chosen;
}

}  // namespace kernline
