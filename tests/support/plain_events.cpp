// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/plain_events.h"

#include <nlohmann/json.hpp>

#include <iterator>
#include <ranges>

namespace kernline::test {

const PlainValue* findLast(const PlainMembers& members, std::string_view key) {
  for (const auto& [name, value] : std::views::reverse(members)) {
    if (name == key) {
      return &value;
    }
  }
  return nullptr;
}

std::string_view PlainEvent::text(std::string_view key) const {
  const PlainValue* value = find(key);
  return value != nullptr && value->isScalar() ? std::string_view(value->text) : std::string_view{};
}

bool PlainEvent::isTrue(std::string_view key) const {
  const PlainValue* value = find(key);
  return value != nullptr && value->kind == PlainValue::Kind::Bool && value->text == "true";
}

char PlainEvent::phase() const {
  const PlainValue* ph = find("ph");
  const bool isOne = ph != nullptr && ph->kind == PlainValue::Kind::Text && ph->text.size() == 1;
  return isOne ? ph->text.front() : '\0';
}

namespace {

using nlohmann::json;

// Walks the text and tells how far the reader has come, which nlohmann_json does not.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, std::uint64_t* consumed) : m_at(at), m_consumed(consumed) {}

  reference operator*() const { return *m_at; }
  CountingIterator& operator++() {
    ++m_at;
    ++*m_consumed;
    return *this;
  }
  bool operator==(const CountingIterator& other) const { return m_at == other.m_at; }
  bool operator!=(const CountingIterator& other) const { return m_at != other.m_at; }

 private:
  const char* m_at;
  std::uint64_t* m_consumed;
};

enum class Place { Nowhere, Document, Events, Event, Args, Id2, Elsewhere };

class EventCollector : public nlohmann::json_sax<json> {
 public:
  EventCollector(std::string_view text, const std::uint64_t& consumed, PlainDocument& document,
                 const std::function<void(const PlainEvent&)>& onEvent)
      : m_text(text), m_consumed(consumed), m_document(document), m_onEvent(onEvent) {}

  bool null() override { return scalar({PlainValue::Kind::Null, ""}); }
  bool boolean(bool value) override { return scalar({PlainValue::Kind::Bool, value ? "true" : "false"}); }
  bool number_integer(number_integer_t value) override {
    return scalar({PlainValue::Kind::Number, std::to_string(value)});
  }
  bool number_unsigned(number_unsigned_t value) override {
    return scalar({PlainValue::Kind::Number, std::to_string(value)});
  }
  bool number_float(number_float_t, const string_t& digits) override {
    return scalar({PlainValue::Kind::Number, digits});
  }
  bool string(string_t& value) override { return scalar({PlainValue::Kind::Text, value}); }
  bool binary(binary_t&) override { return false; }
  bool key(string_t& name) override {
    m_key = name;
    m_keyEnd = m_consumed;
    return true;
  }
  bool start_object(std::size_t) override {
    open(placeOfObject());
    return true;
  }
  bool end_object() override {
    close(PlainValue::Kind::Object);
    return true;
  }
  bool start_array(std::size_t) override {
    open(placeOfArray());
    return true;
  }
  bool end_array() override {
    close(PlainValue::Kind::Array);
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

 private:
  struct Frame {
    Place place;
    std::uint64_t begin;
    std::string key;
  };

  [[nodiscard]] Place here() const { return m_stack.empty() ? Place::Nowhere : m_stack.back().place; }

  [[nodiscard]] Place placeOfObject() const {
    switch (here()) {
      case Place::Nowhere:
        return Place::Document;
      case Place::Document:
        return m_key == "traceEvents" ? Place::Document : Place::Elsewhere;
      case Place::Events:
        return Place::Event;
      case Place::Event:
        return m_key == "args" ? Place::Args : m_key == "id2" ? Place::Id2 : Place::Elsewhere;
      default:
        return Place::Elsewhere;
    }
  }

  [[nodiscard]] Place placeOfArray() const {
    const bool isEvents = here() == Place::Nowhere || (here() == Place::Document && m_key == "traceEvents");
    return isEvents ? Place::Events : Place::Elsewhere;
  }

  void open(Place place) {
    m_stack.push_back({place, m_consumed - 1, m_key});
    if (place == Place::Event) {
      m_event = PlainEvent{};
      m_event.offset = m_consumed - 1;
    } else if (place == Place::Args) {
      m_event.args.clear();
    } else if (place == Place::Id2) {
      m_event.id2.clear();
    } else if (place == Place::Events) {
      m_document.hasEvents = true;
    }
  }

  void close(PlainValue::Kind kind) {
    const Frame frame = std::move(m_stack.back());
    m_stack.pop_back();
    if (frame.place == Place::Event) {
      m_onEvent(m_event);
    } else if (here() != Place::Elsewhere && frame.place != Place::Events && frame.place != Place::Document) {
      m_key = frame.key;
      deliver({kind, std::string(m_text.substr(frame.begin, m_consumed - frame.begin))});
    }
  }

  bool scalar(PlainValue value) {
    deliver(std::move(value));
    return true;
  }

  void deliver(PlainValue value) {
    switch (here()) {
      case Place::Document:
        if (value.kind == PlainValue::Kind::Text) {
          value.text = rawValue();
        }
        m_document.members.emplace_back(m_key, std::move(value));
        break;
      case Place::Events: {
        PlainEvent entry;
        entry.isObject = false;
        entry.offset = m_consumed;
        m_onEvent(entry);
        break;
      }
      case Place::Event:
        m_event.members.emplace_back(m_key, std::move(value));
        break;
      case Place::Args:
        m_event.args.emplace_back(m_key, std::move(value));
        break;
      case Place::Id2:
        m_event.id2.emplace_back(m_key, std::move(value));
        break;
      case Place::Nowhere:
      case Place::Elsewhere:
        break;
    }
  }

  // The text of the scalar just read, from behind the colon of its key.
  [[nodiscard]] std::string rawValue() const {
    const std::size_t begin = m_text.find_first_not_of(" \t\r\n", m_text.find(':', m_keyEnd) + 1);
    return std::string(m_text.substr(begin, m_consumed - begin));
  }

  std::string_view m_text;
  const std::uint64_t& m_consumed;
  PlainDocument& m_document;
  const std::function<void(const PlainEvent&)>& m_onEvent;
  std::vector<Frame> m_stack;
  std::string m_key;
  std::uint64_t m_keyEnd = 0;
  PlainEvent m_event;
};

}  // namespace

PlainDocument readPlain(std::string_view text, const std::function<void(const PlainEvent&)>& onEvent) {
  PlainDocument document;
  std::uint64_t consumed = 0;
  EventCollector collector(text, consumed, document, onEvent);
  const CountingIterator begin(text.data(), &consumed);
  const CountingIterator end(text.data() + text.size(), &consumed);
  document.isWellFormed = json::sax_parse(begin, end, &collector);
  return document;
}

}  // namespace kernline::test
