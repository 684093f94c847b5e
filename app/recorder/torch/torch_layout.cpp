// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/torch/torch_layout.h"

#include "app/recorder/io/operator_inputs.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace kernline::recorder {

namespace {

constexpr std::size_t word = 8;
constexpr std::size_t tagOffset = 8;    // offset of an IValue's tag, after its payload
constexpr std::size_t valueBytes = 16;  // size of an IValue
constexpr std::size_t inlineDimensions = 5;
constexpr std::size_t maxDimensions = 64;  // more is no tensor that was read right
constexpr std::size_t vectorBytes = 24;
constexpr std::size_t mapBytes = 56;

template <typename Value>
Value read(Object object, std::size_t offset) {
  Value value{};
  std::memcpy(static_cast<void*>(&value), object + offset, sizeof value);
  return value;
}

/// Whether a word may be followed as a pointer to `bytes` bytes.
bool isMapped(Object pointer, std::size_t bytes) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  if (address % word != 0 || address < page) {
    return false;
  }
  unsigned char resident = 0;
  for (std::uintptr_t at = address / page * page; at < address + bytes; at += page) {
    if (::mincore(reinterpret_cast<void*>(at), page, &resident) != 0) {
      return false;
    }
  }
  return true;
}

struct Values {
  Object first = nullptr;
  std::size_t count = 0;

  [[nodiscard]] Object payload(std::size_t i) const { return read<Object>(first, i * valueBytes); }
  [[nodiscard]] std::int64_t number(std::size_t i) const { return read<std::int64_t>(first, i * valueBytes); }
  [[nodiscard]] std::uint32_t tag(std::size_t i) const {
    return read<std::uint32_t>(first, i * valueBytes + tagOffset);
  }
};

Values inputsAt(Object function, std::size_t offset) {
  return {read<Object>(function, offset), read<std::size_t>(function, offset + word)};
}

Values elementsOf(Object list, const TorchLayout& layout) {
  const auto begin = read<Object>(list, layout.elements);
  const auto end = read<Object>(list, layout.elements + word);
  return {begin, begin == nullptr ? 0 : static_cast<std::size_t>(end - begin) / valueBytes};
}

void packTensor(Object tensor, const TorchLayout& layout, InputPacker& packer) {
  const auto rank = tensor == layout.undefinedTensor ? maxDimensions + 1 : read<std::size_t>(tensor, layout.sizes);
  if (rank > maxDimensions) {
    packer.addUndefinedTensor();
    return;
  }
  const bool isInline = rank <= inlineDimensions;
  const Object sizes = isInline ? tensor + layout.sizes + word : read<Object>(tensor, layout.sizes + word);
  const Object strides = sizes + (isInline ? inlineDimensions : rank) * word;
  packer.addTensor(read<std::uint8_t>(tensor, layout.type), {reinterpret_cast<const std::int64_t*>(sizes), rank},
                   {reinterpret_cast<const std::int64_t*>(strides), rank});
}

/// False if the value is no scalar.
bool packScalar(const Values& values, std::size_t i, const ValueTags& tags, InputPacker& packer) {
  const std::uint32_t tag = values.tag(i);
  if (tag == tags.integer) {
    packer.addInteger(values.number(i));
  } else if (tag == tags.boolean) {
    packer.addBoolean(read<bool>(values.first, i * valueBytes));
  } else if (tag == tags.real) {
    packer.addReal(read<double>(values.first, i * valueBytes));
  } else {
    return false;
  }
  return true;
}

void packList(Object list, const TorchLayout& layout, InputPacker& packer) {
  const Values elements = elementsOf(list, layout);
  const ValueTags& tags = layout.tags;
  const auto isScalar = [&](std::uint32_t tag) {
    return tag == tags.integer || tag == tags.boolean || tag == tags.real;
  };
  const std::size_t count = elements.count > InputPacker::maxListLength ? 0 : elements.count;
  const bool isEmptyOfOthers =
      elements.count == 0 && read<Object>(list, layout.elements + vectorBytes) != layout.integerType;
  if (isEmptyOfOthers || (elements.count > 0 && elements.tag(0) == tags.tensor)) {
    packer.beginTensors(count);
    for (std::size_t i = 0; i < count; ++i) {
      if (elements.tag(i) == tags.tensor) {
        packTensor(elements.payload(i), layout, packer);
      } else {
        packer.addUndefinedTensor();
      }
    }
  } else if (elements.count == 0 || isScalar(elements.tag(0))) {
    packer.beginScalars(count);
    for (std::size_t i = 0; i < count; ++i) {
      if (!packScalar(elements, i, tags, packer)) {
        packer.addInteger(0);
      }
    }
  } else {
    packer.addOther();
  }
}

/// Offset of the sizes of a tensor with at most five dimensions.
std::optional<std::size_t> findSizes(const KnownTensor& tensor) {
  constexpr std::size_t maxBytesBefore = 128;
  for (std::size_t offset = word; offset <= maxBytesBefore; offset += word) {
    const Object sizes = tensor.object + offset + word;
    if (read<std::size_t>(tensor.object, offset) == tensor.sizes.size() &&
        std::memcmp(sizes, tensor.sizes.data(), tensor.sizes.size_bytes()) == 0 &&
        std::memcmp(sizes + inlineDimensions * word, tensor.strides.data(), tensor.strides.size_bytes()) == 0) {
      return offset;
    }
  }
  return std::nullopt;
}

}  // namespace

bool TorchLayout::knowsInputs() const {
  return inputs != 0 && sizes != 0 && type != 0 && elements != 0 && tags.list != ValueTags::unknown;
}

bool findInputs(Object function, const KnownTensor& first, const KnownTensor& second, std::int64_t third,
                TorchLayout& layout) {
  constexpr std::size_t maxBytesBefore = 512;
  constexpr std::size_t count = 3;
  for (std::size_t offset = word; offset <= maxBytesBefore; offset += word) {
    const Values values = inputsAt(function, offset);
    if (values.count != count || !isMapped(values.first, count * valueBytes) || values.payload(0) != first.object ||
        values.payload(1) != second.object || values.number(2) != third) {
      continue;
    }
    layout.inputs = offset;
    layout.tags.tensor = values.tag(0);
    layout.tags.integer = values.tag(2);
    // Next come the arguments by name, in versions that have them: an empty map refers to a bucket of its own.
    const std::size_t next = offset + 2 * word;
    const bool hasMap = read<Object>(function, next) == function + next + mapBytes - word;
    layout.forwardThread = next + (hasMap ? mapBytes : 0) + vectorBytes;
    return true;
  }
  return false;
}

bool findLists(Object function, TorchLayout& layout) {
  const Values values = inputsAt(function, layout.inputs);
  constexpr std::size_t listAt = 1;
  constexpr std::size_t booleanAt = 2;
  constexpr std::size_t maxBytesBefore = 48;
  if (values.count <= booleanAt || !isMapped(values.payload(listAt), maxBytesBefore + vectorBytes)) {
    return false;
  }
  for (std::size_t offset = word; offset <= maxBytesBefore; offset += word) {
    layout.elements = offset;
    const auto begin = read<Object>(values.payload(listAt), offset);
    const auto end = read<Object>(values.payload(listAt), offset + word);
    if (end == begin + 2 * valueBytes && isMapped(begin, 2 * valueBytes)) {
      const Values elements{begin, 2};
      if (elements.number(0) == 0 && elements.number(1) == 1 && elements.tag(0) == layout.tags.integer &&
          elements.tag(1) == layout.tags.integer) {
        layout.integerType = read<Object>(values.payload(listAt), offset + vectorBytes);
        layout.tags.list = values.tag(listAt);
        layout.tags.boolean = values.tag(booleanAt);
        return true;
      }
    }
  }
  layout.elements = 0;
  return false;
}

bool findTensorParts(std::span<const KnownTensor> tensors, TorchLayout& layout) {
  const auto sizes = findSizes(tensors.front());
  if (!sizes || !std::ranges::all_of(tensors, [&](const KnownTensor& each) { return findSizes(each) == sizes; })) {
    return false;
  }
  layout.sizes = *sizes;
  const std::size_t after = *sizes + word + 2 * inlineDimensions * word;
  constexpr std::size_t maxBytesAfter = 48;
  for (std::size_t offset = after + word; offset < after + maxBytesAfter; offset += 2) {
    if (std::ranges::all_of(
            tensors, [&](const KnownTensor& each) { return read<std::uint16_t>(each.object, offset) == each.type; })) {
      layout.type = offset;
      return true;
    }
  }
  return false;
}

std::int64_t sequenceNumber(Object function, const TorchLayout& layout) {
  return layout.inputs == 0 ? -1 : read<std::int64_t>(function, layout.inputs - word);
}

std::uint64_t forwardThread(Object function, const TorchLayout& layout) {
  return layout.forwardThread == 0 ? 0 : read<std::uint64_t>(function, layout.forwardThread);
}

void packInputs(Object function, const TorchLayout& layout, InputPacker& packer) {
  const Values values = inputsAt(function, layout.inputs);
  for (std::size_t i = 0; i < values.count; ++i) {
    const std::uint32_t tag = values.tag(i);
    if (tag == layout.tags.tensor) {
      packTensor(values.payload(i), layout, packer);
    } else if (tag == layout.tags.list) {
      packList(values.payload(i), layout, packer);
    } else if (!packScalar(values, i, layout.tags, packer)) {
      packer.addOther();
    }
  }
}

}  // namespace kernline::recorder
