// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/scope.h"

#include "core/import/log/quantity_text.h"
#include "core/model/log/known_words.h"

#include <algorithm>

namespace kernline::logs {

namespace {

void setParameter(std::vector<LogParameter>& parameters, const LogParameter& added) {
  const auto found = std::ranges::find(parameters, added.name, &LogParameter::name);
  if (found != parameters.end()) {
    *found = added;
  } else {
    parameters.push_back(added);
  }
}

}  // namespace

LogCell settingCell(LogBuilder& log, std::string_view value) {
  LogCell cell{.text = log.intern(value)};
  if (const auto quantity = quantityOf(value, ByteBase::Binary)) {
    cell.number = quantity->value;
  }
  return cell;
}

Scope::Scope(LogBuilder& log, std::string_view prefix, std::int32_t rank)
    : m_log(log), m_prefix(log.intern(prefix)), m_rank(rank) {}

Scope::Level& Scope::open(std::uint32_t depth) {
  close(depth);
  m_current = ContextId::none;
  m_levels.push_back({.depth = depth, .title = {}, .subject = {}, .parameters = {}});
  return m_levels.back();
}

void Scope::openSection(std::uint32_t level, std::string_view title, std::uint32_t line) {
  Level& opened = open(level);
  opened.title = title;
  opened.line = line;
}

void Scope::openSubject(std::uint32_t level, std::string_view subject) {
  open(level).subject = subject;
}

void Scope::setSubject(std::string_view subject) {
  if (!m_levels.empty()) {
    m_levels.back().subject = subject;
    m_current = ContextId::none;
  }
}

void Scope::close(std::uint32_t level) {
  while (!m_levels.empty() && m_levels.back().depth >= level) {
    m_levels.pop_back();
    m_current = ContextId::none;
  }
}

Scope::Name Scope::nameOf(std::string_view label) {
  const StringId name = m_log.intern(label);
  const auto [known, isNew] = m_keys.try_emplace(name);
  if (isNew) {
    known->second = m_log.intern(keyOf(label));
  }
  return {name, known->second};
}

LogParameter Scope::parameter(std::string_view label, std::string_view value) {
  const auto [name, key] = nameOf(label);
  return {.name = name, .key = key, .value = settingCell(m_log, value)};
}

void Scope::addParameter(std::string_view label, std::string_view value) {
  if (m_levels.empty()) {
    open(1);
  }
  setParameter(m_levels.back().parameters, parameter(label, value));
  m_current = ContextId::none;
}

void Scope::setCommand(const std::vector<Labeled>& options) {
  m_command.clear();
  for (const Labeled& option : options) {
    setParameter(m_command, parameter(option.label, option.value));
  }
  m_current = ContextId::none;
}

std::string_view Scope::subject() const {
  for (auto level = m_levels.rbegin(); level != m_levels.rend(); ++level) {
    if (!level->subject.empty()) {
      return level->subject;
    }
  }
  return {};
}

SectionId Scope::section() {
  SectionId parent = SectionId::none;
  for (Level& level : m_levels) {
    if (level.title.empty()) {
      continue;
    }
    if (level.section == SectionId::none) {
      level.section = m_log.addSection(
          {.title = m_log.intern(level.title), .parent = parent, .level = level.depth, .line = level.line});
    }
    parent = level.section;
  }
  return parent;
}

ContextId Scope::context(std::string_view subject, const std::vector<Labeled>& extra) {
  const bool isPlain = subject.empty() && extra.empty();
  if (isPlain && m_current != ContextId::none) {
    return m_current;
  }
  LogContext context{.section = section(), .prefix = m_prefix, .rank = m_rank, .parameters = m_command};
  context.subject = m_log.intern(subject.empty() ? this->subject() : subject);
  for (const Level& level : m_levels) {
    for (const LogParameter& known : level.parameters) {
      setParameter(context.parameters, known);
    }
  }
  for (const Labeled& added : extra) {
    setParameter(context.parameters, parameter(added.label, added.value));
  }
  const ContextId id = m_log.addContext(std::move(context));
  m_current = isPlain ? id : m_current;
  return id;
}

ContextId Scope::sectionContext() {
  return m_log.addContext({.section = section(), .prefix = m_prefix, .rank = m_rank, .parameters = {}});
}

}  // namespace kernline::logs
