// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds names of kernels in their styles, and kernel families.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kernline {

/// Family of a kernel, by its name. Numbers from `kernelFamilyCount` on are families of the user's own.
enum class KernelFamily : std::uint8_t {
  Gemm,
  Attention,
  Convolution,
  Elementwise,
  Reduction,
  Normalization,
  Softmax,
  Copy,
  Fill,
  Communication,
  Embedding,
  SortScan,
  Optimizer,
  Triton,
  Other,
};

/// Number of built-in families.
inline constexpr std::size_t kernelFamilyCount = static_cast<std::size_t>(KernelFamily::Other) + 1;

/// "GEMM", "attention", … for people.
[[nodiscard]] std::string_view toText(KernelFamily family);

/// The family by the first rule in force that catches the name; see family_rules.h.
[[nodiscard]] KernelFamily kernelFamily(std::string_view name);

/// Returns whether the kernel moves data between devices: NCCL, RCCL, MSCCL, NVSHMEM, DeepEP, custom all-reduces, and
/// kernels that the user's rules call communication.
[[nodiscard]] bool isCommunication(std::string_view name);

/// A kernel's name in its short form: the function without return type, namespaces, parameters and the
/// template arguments that only fix types and sizes; those that are functors stay.
/// `void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>, …>(…)` becomes
/// `vectorized_elementwise_kernel<FillFunctor<float>>`. Mangled names are demangled. Names that are no C++ function
/// ("Memcpy HtoD (Pinned -> Device)", "aten::mm") come back as they are. Linear in the name's length.
[[nodiscard]] std::string shortKernelName(std::string_view full);

}  // namespace kernline
