// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/source_samples.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

namespace kernline::recorder {

namespace {

using SamplesJson = nlohmann::json;

SamplesJson rowOf(std::uint64_t offset, const SampledInstruction& instruction) {
  SamplesJson row{offset, instruction.file, instruction.line};
  for (const auto& [reason, count] : instruction.samples) {
    row.push_back(reason);
    row.push_back(count);
  }
  return row;
}

SampledFunction functionOf(const SamplesJson& json, const ProcessSamples& samples) {
  SampledFunction function{
      .name = json.at("name"), .module = json.at("module"), .index = json.at("index"), .instructions = {}};
  for (const SamplesJson& row : json.at("instructions")) {
    SampledInstruction& instruction = function.instructions[row.at(0)];
    instruction.file = row.at(1);
    instruction.line = instruction.file < samples.files.size() ? row.at(2).get<std::uint32_t>() : 0;
    for (std::size_t i = 3; i + 1 < row.size(); i += 2) {
      if (const std::uint32_t reason = row[i]; reason < samples.reasons.size()) {
        instruction.samples[reason] += row[i + 1].get<std::uint64_t>();
      }
    }
  }
  return function;
}

}  // namespace

bool countsAgain(std::string_view reason) {
  return reason.ends_with("_not_issued");
}

std::uint64_t sampleCount(const ProcessSamples& samples, const SampledFunction& function) {
  std::uint64_t total = 0;
  for (const auto& [offset, instruction] : function.instructions) {
    for (const auto& [reason, count] : instruction.samples) {
      total += countsAgain(samples.reasons[reason]) ? 0 : count;
    }
  }
  return total;
}

std::string samplesText(const ProcessSamples& samples) {
  SamplesJson json{{"process", samples.process},
                   {"period", samples.period},
                   {"reasons", samples.reasons},
                   {"files", samples.files},
                   {"functions", SamplesJson::array()}};
  for (const SampledFunction& function : samples.functions) {
    SamplesJson rows = SamplesJson::array();
    for (const auto& [offset, instruction] : function.instructions) {
      rows.push_back(rowOf(offset, instruction));
    }
    json["functions"].push_back({{"name", function.name},
                                 {"module", function.module},
                                 {"index", function.index},
                                 {"instructions", std::move(rows)}});
  }
  return json.dump(-1, ' ', false, SamplesJson::error_handler_t::replace);
}

std::optional<ProcessSamples> samplesOf(std::string_view text) {
  try {
    const SamplesJson json = SamplesJson::parse(text);
    ProcessSamples samples{.process = json.at("process"),
                           .period = json.at("period"),
                           .reasons = json.at("reasons"),
                           .files = json.at("files"),
                           .functions = {}};
    for (const SamplesJson& function : json.at("functions")) {
      samples.functions.push_back(functionOf(function, samples));
    }
    return samples;
  } catch (const SamplesJson::exception&) {
    return std::nullopt;
  }
}

std::string moduleFileName(std::uint64_t module) {
  return fmt::format("{:016x}.cubin", module);
}

std::optional<std::uint32_t> samplingExponent(std::string_view cycles) {
  std::uint64_t number = 0;
  const char* const end = cycles.data() + cycles.size();
  const auto read = std::from_chars(cycles.data(), end, number);
  constexpr std::uint64_t minCycles = 32;
  constexpr std::uint64_t maxCycles = std::uint64_t{1} << 31U;
  if (read.ec != std::errc{} || read.ptr != end || number < minCycles || number > maxCycles ||
      !std::has_single_bit(number)) {
    return std::nullopt;
  }
  return static_cast<std::uint32_t>(std::countr_zero(number));
}

}  // namespace kernline::recorder
