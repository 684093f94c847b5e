// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/run/user_kernel.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

#include "app/recorder/cuda/driver_entry.h"
#include "app/recorder/cuda/tensor.h"
#include "app/recorder/run/compiled_kernel.h"

namespace kernline::recorder {

namespace {

using Argument = UserDeclaration::Argument;

std::string contentsOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file.good() && !file.eof()) {
    const std::string reason = std::generic_category().message(errno);
    throw Failure(ExitCode::fileTrouble, fmt::format("cannot read {}: {}", path, reason));
  }
  return text;
}

Element elementOf(const Argument& argument) {
  if (argument.type == "float") {
    return Element::fp32;
  }
  return argument.type == "half" ? Element::fp16 : Element::bf16;
}

std::size_t countOf(const Argument& argument, const Values& values) {
  const std::int64_t count = evaluateWith(values, argument.expression);
  if (count < 1) {
    throw DeclarationFailure(fmt::format("argument {} must have at least one element, not {}", argument.name, count),
                             argument.line);
  }
  return static_cast<std::size_t>(count);
}

/// The bytes of a value as the kernel takes it.
std::array<std::byte, 8> valueBytes(const Argument& argument, const Values& values) {
  std::array<std::byte, 8> bytes{};
  const auto store = [&bytes](auto value) { std::memcpy(bytes.data(), &value, sizeof value); };
  if (argument.type == "float") {
    float value = 0;
    const char* const end = argument.expression.data() + argument.expression.size();
    const auto read = std::from_chars(argument.expression.data(), end, value);
    if (read.ec != std::errc{} || read.ptr != end) {
      value = static_cast<float>(evaluateWith(values, argument.expression));
    }
    store(value);
  } else if (argument.type == "int") {
    store(static_cast<std::int32_t>(evaluateWith(values, argument.expression)));
  } else {
    store(evaluateWith(values, argument.expression));
  }
  return bytes;
}

class UserKernel : public PreparedKernel {
 public:
  UserKernel(const UserFile& file, const Values& values, const DeviceFacts& facts)
      : m_declaration(file.declaration),
        m_kernel(file.path, file.source, file.declaration.kernel, defines(values), facts),
        m_launch(driverEntry<decltype(&cuLaunchKernel)>("cuLaunchKernel")) {
    const std::size_t count = m_declaration.arguments.size();
    m_buffers.resize(count);
    m_storage.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      makeArgument(i, values);
    }
    m_grid = sizes(m_declaration.grid, values);
    m_block = sizes(m_declaration.block, values);
    m_sharedBytes = static_cast<unsigned int>(evaluateWith(values, m_declaration.sharedBytes));
    m_work.flops = static_cast<double>(evaluateWith(values, m_declaration.flops));
    if (!m_declaration.bytes.empty()) {
      m_work.bytes = static_cast<double>(evaluateWith(values, m_declaration.bytes));
    }
    allowSharedMemory();
  }

  void fill(std::uint64_t seed) override {
    for (std::size_t i = 0; i < m_buffers.size(); ++i) {
      if (m_buffers[i].size() == 0) {
        continue;
      }
      if (m_declaration.arguments[i].kind == Argument::Kind::out) {
        m_buffers[i].fillWithNan();
      } else {
        m_buffers[i].randomize({.seed = seed + i});
      }
    }
  }

  void launch(cudaStream_t stream) override {
    const CUresult result =
        m_launch(m_kernel.function(), m_grid[0], m_grid[1], m_grid[2], m_block[0], m_block[1], m_block[2],
                 m_sharedBytes, static_cast<CUstream>(stream), m_pointers.data(), nullptr);
    if (result != CUDA_SUCCESS) {
      const char* text = "unknown";
      driverEntry<decltype(&cuGetErrorString)>("cuGetErrorString")(result, &text);
      throw Failure(ExitCode::kernelFailed, fmt::format("launch failed: {}", text));
    }
  }

  Comparison compare() override {
    Comparison result{.compared = "nothing"};
    for (std::size_t i = 0; i < m_buffers.size(); ++i) {
      if (m_declaration.arguments[i].kind == Argument::Kind::out) {
        result.unwritten += m_buffers[i].notNumbers();
      }
    }
    return result;
  }

  Work work() const override { return m_work; }

  std::vector<void*> blockSymbols() const override {
    if (void* const symbol = m_kernel.variable("kernline_block_buffers")) {
      return {symbol};
    }
    throw Failure(ExitCode::wrongUsage,
                  "the kernel does not record blocks; include kernline_blocks.cuh and put "
                  "KERNLINE_BLOCK(); first in the kernel");
  }

 private:
  std::vector<std::string> defines(const Values& values) const {
    std::vector<std::string> options;
    for (const std::string& name : m_declaration.defines) {
      options.push_back(fmt::format("-D{}={}", name, values.whole(name)));
    }
    return options;
  }

  void makeArgument(std::size_t i, const Values& values) {
    const Argument& argument = m_declaration.arguments[i];
    if (argument.kind == Argument::Kind::value) {
      m_storage[i] = valueBytes(argument, values);
    } else {
      m_buffers[i] = Tensor(elementOf(argument), countOf(argument, values));
      void* const data = m_buffers[i].data();
      std::memcpy(m_storage[i].data(), &data, sizeof data);
      m_work.bytes += static_cast<double>(m_buffers[i].bytes()) * (argument.kind == Argument::Kind::inout ? 2 : 1);
    }
    m_pointers.push_back(m_storage[i].data());
  }

  static std::array<unsigned int, 3> sizes(const std::vector<std::string>& expressions, const Values& values) {
    std::array<unsigned int, 3> all{1, 1, 1};
    for (std::size_t i = 0; i < expressions.size(); ++i) {
      const std::int64_t size = evaluateWith(values, expressions[i]);
      if (size < 1 || size > 2147483647) {
        throw Failure(ExitCode::wrongUsage,
                      fmt::format("invalid grid or block size {} (from {})", size, expressions[i]));
      }
      all[i] = static_cast<unsigned int>(size);
    }
    return all;
  }

  void allowSharedMemory() const {
    constexpr unsigned int withoutAsking = 48 * 1024;
    if (m_sharedBytes > withoutAsking) {
      driverEntry<decltype(&cuFuncSetAttribute)>("cuFuncSetAttribute")(
          m_kernel.function(), CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, static_cast<int>(m_sharedBytes));
    }
  }

  UserDeclaration m_declaration;
  CompiledKernel m_kernel;
  decltype(&cuLaunchKernel) m_launch;
  std::vector<Tensor> m_buffers;
  std::vector<std::array<std::byte, 8>> m_storage;
  std::vector<void*> m_pointers;  // pointers into m_storage, which does not move any more
  std::array<unsigned int, 3> m_grid{};
  std::array<unsigned int, 3> m_block{};
  unsigned int m_sharedBytes = 0;
  Work m_work;
};

}  // namespace

UserFile::UserFile(const std::string& name)
    : path(name), source(contentsOf(name)), declaration(userDeclaration(source)) {}

std::unique_ptr<PreparedKernel> prepareUserKernel(const UserFile& file, const Values& values,
                                                  const DeviceFacts& facts) {
  return std::make_unique<UserKernel>(file, values, facts);
}

}  // namespace kernline::recorder
