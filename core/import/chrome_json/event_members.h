// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/chrome_json/fast_event.h"
#include "core/import/chrome_json/loose_value.h"
#include "core/import/events/event.h"

#include <string>
#include <string_view>

namespace kernline::chrome {

/// Puts members that were read carefully where an event has them; of keys that occur twice the last one counts.
class EventMembers {
 public:
  EventMembers(Event& event, EventScratch& scratch, RepairCounts& repairs)
      : m_event(event), m_scratch(scratch), m_repairs(repairs) {}

  void take(std::string_view key, const LooseValue& value);

 private:
  std::string_view text(const LooseValue& value, std::string& scratch);
  std::string_view idText(const LooseValue& value, std::string& scratch);
  void takeTime(const LooseValue& value, NumberState& state, std::int64_t& ns);
  void takeRare(std::string_view key, const LooseValue& value, bool isNull);
  void takeId2(const LooseValue& value);
  void takeArgs(const LooseValue& value);

  Event& m_event;
  EventScratch& m_scratch;
  RepairCounts& m_repairs;
};

}  // namespace kernline::chrome
