// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/python/python.h"

#include <cstdint>

namespace kernline::recorder {

/// Called when PyTorch finds no memory on a device: bytes that were requested, and that are free.
using OutOfMemory = void (*)(std::int64_t device, std::uint64_t wanted, std::uint64_t free);

/// Has PyTorch's caching allocator report that memory is exhausted, when it has freed what it can. Within the main
/// thread of the interpreter. False while PyTorch does not use CUDA, or if its allocator reports nothing.
bool hookOutOfMemory(const Python& python, OutOfMemory failed);

}  // namespace kernline::recorder
