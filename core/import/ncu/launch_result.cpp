// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/ncu/launch_result.h"

#include "core/import/ncu/wire.h"
#include "core/import/protobuf/message_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace kernline::ncu {

namespace {

MetricValue valueOf(std::string_view bytes) {
  MetricValue value;
  protobuf::eachField(bytes, [&](const protobuf::MessageWalk& field) {
    if (field.field() == metric_value::stringValue && field.isBytes()) {
      value.kind = MetricValue::Kind::Text;
      value.text = field.bytes();
    } else if (field.field() > metric_value::stringValue && field.field() <= metric_value::uint64Value &&
               !field.isBytes()) {
      value.kind = field.isVarint() ? MetricValue::Kind::Whole : MetricValue::Kind::Real;
      value.whole = field.whole();
      value.real = field.real();
    }
  });
  return value;
}

std::array<std::uint64_t, 3> sizesOf(std::string_view bytes) {
  std::array<std::uint64_t, 3> sizes{};
  protobuf::eachField(bytes, [&](const protobuf::MessageWalk& field) {
    if (field.field() >= 1 && field.field() <= sizes.size()) {
      sizes[field.field() - 1] = field.whole();
    }
  });
  return sizes;
}

/// The compute capabilities that a filter lets through: one range in its own members, or several in messages.
void addChips(SectionMetric::Option& option, std::string_view filter) {
  constexpr std::uint64_t all = ~std::uint64_t{0};
  std::pair<std::uint64_t, std::uint64_t> own{0, all};
  bool hasOwn = false;
  protobuf::eachField(filter, [&](const protobuf::MessageWalk& field) {
    if (field.field() == chip_filter::min || field.field() == chip_filter::max) {
      (field.field() == chip_filter::min ? own.first : own.second) = field.whole();
      hasOwn = true;
    } else if (field.field() == chip_filter::ranges && field.isBytes()) {
      std::pair<std::uint64_t, std::uint64_t> range{0, all};
      protobuf::eachField(field.bytes(), [&](const protobuf::MessageWalk& end) {
        (end.field() == chip_filter::min ? range.first : range.second) = end.whole();
      });
      option.chips.push_back(range);
    }
  });
  if (hasOwn) {
    option.chips.push_back(own);
  }
}

SectionMetric sectionMetric(std::string_view bytes) {
  SectionMetric metric;
  protobuf::eachField(bytes, [&](const protobuf::MessageWalk& field) {
    if (field.field() == section_metric::name) {
      metric.name = field.bytes();
    } else if (field.field() == section_metric::label) {
      metric.label = field.bytes();
    } else if (field.field() == section_metric::options && field.isBytes()) {
      SectionMetric::Option option;
      protobuf::eachField(field.bytes(), [&](const protobuf::MessageWalk& member) {
        if (member.field() == metric_option::name) {
          option.name = member.bytes();
        } else if (member.field() == metric_option::filter && member.isBytes()) {
          addChips(option, member.bytes());
        }
      });
      metric.options.push_back(std::move(option));
    }
  });
  return metric;
}

/// The member of a rule's message type.
std::string_view kindOfAdvice(std::uint64_t type) {
  constexpr std::string_view kinds[] = {"", "INF", "WRN", "ERR", "OPT"};
  return type < std::size(kinds) ? kinds[type] : std::string_view{};
}

/// Reads the members of one launch.
class LaunchDecoder {
 public:
  LaunchDecoder(LaunchResult& launch, const std::vector<std::string_view>& strings)
      : m_launch(launch), m_strings(strings) {}

  void take(const protobuf::MessageWalk& field);
  void finish() {
    std::ranges::stable_sort(m_launch.sections, {}, &Section::order);
    if (m_launch.name.empty()) {
      m_launch.name = m_function.empty() ? m_launch.mangled : m_function;
    }
  }

 private:
  void addMetric(std::string_view bytes);
  void addSection(std::string_view bytes);
  void addRule(std::string_view bytes);
  void addRuleItem(Advice advice, std::string_view bytes);

  LaunchResult& m_launch;
  const std::vector<std::string_view>& m_strings;
  std::string_view m_function;
};

void LaunchDecoder::take(const protobuf::MessageWalk& field) {
  switch (field.field()) {
    case profile_result::kernelMangledName:
      m_launch.mangled = field.bytes();
      break;
    case profile_result::kernelFunctionName:
      m_function = field.bytes();
      break;
    case profile_result::kernelDemangledName:
      m_launch.name = field.bytes();
      break;
    case profile_result::globalWorkSize:
      m_launch.grid = sizesOf(field.bytes());
      break;
    case profile_result::localWorkSize:
      m_launch.block = sizesOf(field.bytes());
      break;
    case profile_result::metricResults:
      addMetric(field.bytes());
      break;
    case profile_result::source:
      protobuf::eachField(field.bytes(), [&](const protobuf::MessageWalk& source) {
        if (source.field() == source_data::id) {
          m_launch.source = source.whole();
        }
      });
      break;
    case profile_result::sections:
      addSection(field.bytes());
      break;
    case profile_result::ruleResults:
      addRule(field.bytes());
      break;
    case profile_result::contextId:
      m_launch.context = field.whole();
      break;
    case profile_result::streamId:
      m_launch.stream = field.whole();
      break;
    default:
      break;
  }
}

void LaunchDecoder::addMetric(std::string_view bytes) {
  std::uint64_t name = ~std::uint64_t{0};
  LaunchMetric metric{.name = {}, .value = {}, .bytes = bytes};
  const bool isWhole = protobuf::eachField(bytes, [&](const protobuf::MessageWalk& field) {
    if (field.field() == metric_result::nameId) {
      name = field.whole();
    } else if (field.field() == metric_result::metricValue && field.isBytes()) {
      metric.value = valueOf(field.bytes());
    }
  });
  if (!isWhole || name >= m_strings.size()) {
    ++m_launch.damaged;
    return;
  }
  // ncu writes what its sampler was set to once more for each pass.
  metric.name = m_strings[name];
  if (m_launch.metricsByName.try_emplace(metric.name, m_launch.metrics.size()).second) {
    m_launch.metrics.push_back(metric);
  }
}

void LaunchDecoder::addSection(std::string_view bytes) {
  Section section;
  section.bytes = bytes;
  const bool isWhole = protobuf::eachField(bytes, [&](const protobuf::MessageWalk& field) {
    if (field.field() == profiler_section::identifier) {
      section.identifier = field.bytes();
    } else if (field.field() == profiler_section::displayName) {
      section.name = field.bytes();
    } else if (field.field() == profiler_section::order) {
      section.order = field.whole();
    } else if (field.field() == profiler_section::header && field.isBytes()) {
      protobuf::eachField(field.bytes(), [&](const protobuf::MessageWalk& head) {
        if (head.field() == section_header::metrics && head.isBytes()) {
          section.metrics.push_back(sectionMetric(head.bytes()));
        }
      });
    }
  });
  if (!isWhole) {
    ++m_launch.damaged;
    return;
  }
  m_launch.sections.push_back(std::move(section));
}

void LaunchDecoder::addRule(std::string_view bytes) {
  Advice advice;
  std::string_view body;
  const bool isWhole = protobuf::eachField(bytes, [&](const protobuf::MessageWalk& field) {
    if (field.field() == rule_result::identifier) {
      advice.rule = field.bytes();
    } else if (field.field() == rule_result::body) {
      body = field.bytes();
    } else if (field.field() == rule_result::sectionIdentifier) {
      advice.section = field.bytes();
    }
  });
  const bool isBodyWhole = protobuf::eachField(body, [&](const protobuf::MessageWalk& item) {
    if (item.field() == rule_body::items && item.isBytes()) {
      addRuleItem(advice, item.bytes());
    }
  });
  m_launch.damaged += isWhole && isBodyWhole ? 0 : 1;
}

void LaunchDecoder::addRuleItem(Advice advice, std::string_view bytes) {
  protobuf::eachField(bytes, [&](const protobuf::MessageWalk& field) {
    if (field.field() == rule_item::message) {
      protobuf::eachField(field.bytes(), [&](const protobuf::MessageWalk& member) {
        if (member.field() == rule_message::message) {
          advice.text = withoutLinks(member.bytes());
        } else if (member.field() == rule_message::type) {
          advice.kind = kindOfAdvice(member.whole());
        } else if (member.field() == rule_message::title) {
          advice.title = member.bytes();
        }
      });
    } else if (field.field() == rule_item::speedup) {
      protobuf::eachField(field.bytes(), [&](const protobuf::MessageWalk& member) {
        if (member.field() == rule_speedup::scope) {
          advice.scope = member.whole() == 1 ? "local" : member.whole() == 2 ? "global" : "";
        } else if (member.field() == rule_speedup::value) {
          advice.speedup = member.real();
        }
      });
    }
  });
  if (!advice.text.empty()) {
    m_launch.advice.push_back(std::move(advice));
  }
}

}  // namespace

std::string MetricValue::printed() const {
  switch (kind) {
    case Kind::Text:
      return std::string{text};
    case Kind::Whole:
      return fmt::format("{}", whole);
    case Kind::Real:
      return fmt::format("{}", real);
    case Kind::None:
      break;
  }
  return {};
}

std::optional<LaunchResult> launchResult(std::string_view message, const std::vector<std::string_view>& strings) {
  LaunchResult launch;
  LaunchDecoder decoder(launch, strings);
  const bool isWhole = protobuf::eachField(message, [&](const protobuf::MessageWalk& field) { decoder.take(field); });
  decoder.finish();
  if (launch.name.empty() && launch.metrics.empty()) {
    return std::nullopt;
  }
  launch.damaged += isWhole ? 0 : 1;
  return launch;
}

void eachInstance(const LaunchMetric& metric, const std::function<void(const MetricInstance&)>& take) {
  protobuf::eachField(metric.bytes, [&](const protobuf::MessageWalk& field) {
    if (field.field() != metric_result::metricValueList || !field.isBytes()) {
      return;
    }
    MetricInstance instance;
    protobuf::eachField(field.bytes(), [&](const protobuf::MessageWalk& member) {
      if (member.field() == metric_list_element::correlationId || member.field() == metric_list_element::elementValue) {
        (member.field() == metric_list_element::correlationId ? instance.of : instance.value) = valueOf(member.bytes());
      }
    });
    take(instance);
  });
}

std::string withoutLinks(std::string_view text) {
  std::string plain;
  for (;;) {
    const std::size_t at = text.find('@');
    plain += text.substr(0, at);
    if (at == std::string_view::npos) {
      return plain;
    }
    const std::string_view rest = text.substr(at + 1);
    const bool isPage = rest.starts_with("url:");
    const std::size_t kindEnd = rest.find(':');
    const std::size_t end = rest.find('@');
    const bool isLink =
        isPage || rest.starts_with("section:") || rest.starts_with("source:") || rest.starts_with("metric:");
    if (!isLink || end == std::string_view::npos) {
      plain += '@';
      text = rest;
      continue;
    }
    // url:TEXT:ADDRESS, section:IDENTIFIER:TEXT, source:FILE:LINE:TEXT
    const std::string_view link = rest.substr(kindEnd + 1, end - kindEnd - 1);
    if (isPage) {
      const std::size_t address = link.find(":http");
      plain += link.substr(0, address);
      if (address != std::string_view::npos) {
        plain += fmt::format(" ({})", link.substr(address + 1));
      }
    } else {
      const std::size_t last = link.rfind(':');
      plain += last == std::string_view::npos ? link : link.substr(last + 1);
    }
    text = rest.substr(end + 1);
  }
}

}  // namespace kernline::ncu
