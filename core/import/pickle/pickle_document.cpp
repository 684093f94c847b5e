// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pickle/pickle_document.h"

namespace kernline::pickle {

const Document::Object* Document::objectOf(Value value) const {
  return value.isObject() ? &m_objects[index(value.asObject())] : nullptr;
}

std::span<const Value> Document::items(Value value) const {
  const Object* object = objectOf(value);
  if (object == nullptr || object->shape == Shape::Record || object->number == none) {
    return {};
  }
  return m_items[object->number];
}

bool Document::isDict(Value value) const {
  const Object* object = objectOf(value);
  return object != nullptr && object->shape == Shape::Dict;
}

bool Document::isSequence(Value value) const {
  const Object* object = objectOf(value);
  return object != nullptr && object->shape == Shape::Sequence;
}

Value Document::find(Value dict, std::string_view key) const {
  if (!isDict(dict)) {
    return {};
  }
  const std::span<const Value> pairs = items(dict);
  for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
    if (pairs[i].isText() && text(pairs[i]) == key) {
      return pairs[i + 1];
    }
  }
  return {};
}

std::optional<std::uint32_t> Document::record(Value value) const {
  const Object* object = objectOf(value);
  return object != nullptr && object->shape == Shape::Record ? std::optional{object->number} : std::nullopt;
}

void Document::replace(Value value, std::uint32_t number) {
  if (!value.isObject()) {
    return;
  }
  Object& object = m_objects[index(value.asObject())];
  if (object.shape != Shape::Record && object.number != none) {
    m_items[object.number] = {};
    m_freeItems.push_back(object.number);
  }
  object = {Shape::Record, number};
}

}  // namespace kernline::pickle
