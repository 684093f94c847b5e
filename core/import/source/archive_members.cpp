// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/archive_members.h"

#include "core/import/source/kept_input.h"
#include "core/import/source/layers.h"
#include "core/import/source/member_path.h"
#include "core/import/source/member_stream.h"
#include "core/import/source/stored_file.h"

#include <fmt/format.h>

#include <utility>

namespace kernline {

Expected<ArchiveMembers> ArchiveMembers::open(const std::string& file, RateText rate) {
  auto stored = StoredFile::open(file);
  if (!stored) {
    return std::unexpected(std::move(stored.error()));
  }
  ArchiveMembers members;
  members.m_file = file;
  members.m_rate = rate;
  members.m_stored = (*stored)->isSeekable() ? *stored : nullptr;
  members.m_storedBytes = (*stored)->size();
  members.m_archive = openArchive(*stored, members.m_layers);
  if (!members.m_archive) {
    return std::unexpected(Error{Error::Kind::Unreadable, Phrase::tr("%1 is not an archive").with(file)});
  }
  return members;
}

bool ArchiveMembers::next() {
  if (!m_archive->nextMember()) {
    return false;
  }
  m_name = plainMemberName(m_archive->memberName());
  m_head.resize(memberHeadBytes);
  m_head.resize(m_archive->read(m_head));
  return true;
}

FormatMatch ArchiveMembers::match() const {
  return m_rate(m_head);
}

Expected<Input> ArchiveMembers::input() {
  const std::string path = m_file + '/' + m_name;
  auto text =
      unwrap(std::make_unique<MemberStream>(m_archive, std::move(m_head)), nullptr, path, m_rate, usualUnpackedMember);
  if (!text) {
    return std::unexpected(std::move(text.error()));
  }
  text->layers.insert(text->layers.begin(), m_layers.begin(), m_layers.end());
  Input input;
  input.path = path;
  input.storedBytes = m_storedBytes;
  input.file = m_stored;
  input.memberName = m_name;
  if (auto failed = keepWhatIsRead(input, std::move(*text))) {
    return std::unexpected(std::move(*failed));
  }
  return input;
}

Expected<Input> openArchiveMember(const std::string& file, const std::string& member, RateText rate) {
  auto members = ArchiveMembers::open(file, rate);
  if (!members) {
    return std::unexpected(std::move(members.error()));
  }
  while (members->next()) {
    if (members->name() == member) {
      return members->input();
    }
  }
  return std::unexpected(Error{Error::Kind::Unreadable, Phrase::tr("%1 does not contain %2").with(file, member)});
}

}  // namespace kernline
