// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/module_profile.h"

#include "core/import/log/quantity_text.h"

#include <algorithm>
#include <utility>

namespace kernline::logs {

namespace {

constexpr std::string_view behindItem = ", ";

/// Returns the unit behind the SI letter.
std::string_view unitOfFigure(ModuleFigure figure) {
  switch (figure) {
    case ModuleFigure::Macs:
      return "MACs";
    case ModuleFigure::Latency:
      return "s";
    case ModuleFigure::FlopRate:
      return "FLOPS";
    default:
      return {};
  }
}

std::optional<std::int32_t> decimalPower(std::string_view prefix) {
  constexpr std::pair<std::string_view, std::int32_t> powers[] = {{"", 0},   {"k", 3},  {"K", 3},  {"M", 6},
                                                                  {"G", 9},  {"B", 9},  {"T", 12}, {"P", 15},
                                                                  {"m", -3}, {"u", -6}, {"n", -9}, {"µ", -6}};
  const auto* found = std::ranges::find(powers, prefix, [](const auto& power) { return power.first; });
  return found == std::end(powers) ? std::nullopt : std::optional(found->second);
}

/// The figure that "100% Params" is the share of.
std::optional<ModuleFigure> sharedFigure(std::string_view word) {
  constexpr std::pair<std::string_view, ModuleFigure> words[] = {{"Params", ModuleFigure::Params},
                                                                 {"MACs", ModuleFigure::Macs},
                                                                 {"FLOPs", ModuleFigure::Flops},
                                                                 {"latency", ModuleFigure::Latency}};
  const auto* found = std::ranges::find(words, word, [](const auto& one) { return one.first; });
  return found == std::end(words) ? std::nullopt : std::optional(found->second);
}

ModuleFigure shareOf(ModuleFigure figure) {
  return static_cast<ModuleFigure>(static_cast<std::uint8_t>(figure) + 1);
}

std::optional<ModuleFigure> figureOfKey(std::string_view key) {
  constexpr std::pair<std::string_view, ModuleFigure> keys[] = {
      {"param", ModuleFigure::Params},     {"params%", ModuleFigure::ParamShare},
      {"flops", ModuleFigure::Flops},      {"flops%", ModuleFigure::FlopShare},
      {"macs", ModuleFigure::Macs},        {"macs%", ModuleFigure::MacShare},
      {"duration", ModuleFigure::Latency}, {"duration%", ModuleFigure::LatencyShare},
      {"FLOPS", ModuleFigure::FlopRate}};
  const auto* found = std::ranges::find(keys, key, [](const auto& one) { return one.first; });
  return found == std::end(keys) ? std::nullopt : std::optional(found->second);
}

std::string_view unquotedText(std::string_view quoted) {
  quoted = trimmed(quoted);
  const bool hasQuotes = quoted.size() > 1 && quoted.front() == '\'' && quoted.back() == '\'';
  return hasQuotes ? quoted.substr(1, quoted.size() - 2) : std::string_view{};
}

/// "module = {…}, functionals = {…}, …".
std::optional<ModuleProfile> profileOfDict(std::string_view text) {
  constexpr std::string_view begin = "module = ";
  const std::size_t end = text.find('}');
  if (!text.starts_with("module = {") || end == std::string_view::npos) {
    return std::nullopt;
  }
  ModuleProfile profile;
  for (const Labeled& entry : quotedEntries(text.substr(begin.size(), end + 1 - begin.size()))) {
    if (const auto figure = figureOfKey(entry.label)) {
      profile[*figure] = entry.value;
    }
  }
  return profile;
}

}  // namespace

const ModuleFigureText& moduleFigureText(ModuleFigure figure) {
  static constexpr ModuleFigureText texts[moduleFigureCount] = {
      {"params", Quantity::Count},      {"params (%)", Quantity::Share},
      {"fwd flops", Quantity::Flops},   {"fwd flops (%)", Quantity::Share},
      {"MACs", Quantity::Count},        {"MACs (%)", Quantity::Share},
      {"fwd latency", Quantity::Time},  {"fwd latency (%)", Quantity::Share},
      {"fwd FLOPS", Quantity::FlopRate}};
  return texts[static_cast<std::size_t>(figure)];
}

std::optional<double> moduleFigure(ModuleFigure figure, std::string_view text) {
  text = trimmed(text);
  if (moduleFigureText(figure).quantity == Quantity::Share) {
    const auto share = quantityOf(text, ByteBase::Decimal);
    return share && share->quantity == Quantity::Share ? std::optional(share->value) : std::nullopt;
  }
  const std::size_t blank = std::min(text.find(' '), text.size());
  std::string_view prefix = trimmed(text.substr(blank));
  const std::string_view unit = unitOfFigure(figure);
  if (prefix.ends_with(unit)) {
    prefix.remove_suffix(unit.size());
  } else if (figure != ModuleFigure::Macs) {  // the first versions print those without their unit
    return std::nullopt;
  }
  const auto power = decimalPower(trimmed(prefix));
  constexpr std::int32_t nano = 9;
  return power ? numberOf(text.substr(0, blank), *power + (figure == ModuleFigure::Latency ? nano : 0)) : std::nullopt;
}

std::vector<Labeled> quotedEntries(std::string_view dict) {
  dict = trimmed(dict);
  std::vector<Labeled> entries;
  if (!dict.starts_with('{') || !dict.ends_with('}')) {
    return entries;
  }
  std::string_view items = dict.substr(1, dict.size() - 2);
  while (!items.empty()) {
    const std::size_t comma = std::min(items.find(behindItem), items.size());
    const std::string_view item = items.substr(0, comma);
    const std::size_t colon = std::min(item.find(':'), item.size());
    const Labeled entry{.label = unquotedText(item.substr(0, colon)),
                        .value = unquotedText(item.substr(std::min(colon + 1, item.size())))};
    if (entry.label.empty() || entry.value.empty()) {
      return {};
    }
    entries.push_back(entry);
    items.remove_prefix(std::min(comma + behindItem.size(), items.size()));
  }
  return entries;
}

std::optional<ModuleProfile> moduleProfile(std::string_view text) {
  text = trimmed(text);
  if (auto profile = profileOfDict(text)) {
    return profile;
  }
  if (!text.contains("% Params")) {
    return std::nullopt;
  }
  ModuleProfile profile;
  std::string_view before;  // the last item that is no share
  while (!text.empty() && profile[ModuleFigure::FlopRate].empty()) {
    const std::size_t end = std::min(text.find(','), text.size());
    const std::string_view item = trimmed(text.substr(0, end));
    text = trimmed(text.substr(std::min(end + 1, text.size())));
    const std::size_t percent = item.find("% ");
    const auto figure =
        percent == std::string_view::npos ? std::nullopt : sharedFigure(trimmed(item.substr(percent + 1)));
    if (figure) {
      const std::size_t equals = item.find(" = ");
      const bool isBoth = equals != std::string_view::npos;
      profile[*figure] = isBoth ? item.substr(0, equals) : before;
      profile[shareOf(*figure)] = item.substr(isBoth ? equals + 3 : 0, percent + 1 - (isBoth ? equals + 3 : 0));
    } else if (item.ends_with("FLOPS")) {
      profile[ModuleFigure::FlopRate] = item;
    }
    before = item;
  }
  profile.rest = text;
  return profile;
}

}  // namespace kernline::logs
