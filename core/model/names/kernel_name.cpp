// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/names/kernel_name.h"

#include "core/model/names/cpp_name.h"
#include "core/model/names/mangled_name.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace kernline {

namespace {

using Part = CppNamePart;

constexpr std::size_t maxShownArguments = 3;
constexpr std::size_t maxResultBytes = 240;

template <std::size_t N>
bool isOneOf(std::string_view name, const std::array<std::string_view, N>& names) {
  return std::ranges::find(names, name) != names.end();
}

/// Whether the template only wraps another one, which is shown instead.
bool isWrapper(std::string_view name) {
  constexpr auto names = std::to_array<std::string_view>(
      {"Kernel", "Kernel2", "device_kernel", "enable_sm90", "enable_sm90_or_later", "enable_sm80_to_sm89",
       "gpu_kernel_impl", "gpu_kernel_impl_nocast", "gpu_index_kernel", "func_wrapper_t", "ReduceOp", "BinaryFunctor",
       "AUnaryFunctor", "BUnaryFunctor", "opmath_gpu_kernel_with_scalars", "GemmUniversal", "kentry"});
  return isOneOf(name, names);
}

/// Template arguments that say how a kernel is tiled or addressed, not what it does.
bool isNoise(std::string_view name) {
  constexpr auto names = std::to_array<std::string_view>(
      {"Array", "array", "LoadWithCast", "StoreWithCast", "LoadWithoutCast", "StoreWithoutCast", "OpaqueType",
       "nullptr_t", "decltype", "integral_constant", "default_config"});
  constexpr auto pieces = std::to_array<std::string_view>(
      {"Calculator", "Metadata", "Traits", "traits", "Policy", "policy", "Params", "Storage", "Accessor", "TileState",
       "Collective", "Scheduler", "_config", "Problem", "Layout", "Shape", "Iterator", "iterator"});
  return isOneOf(name, names) ||
         std::ranges::any_of(pieces, [name](std::string_view piece) { return name.contains(piece); });
}

bool isFloating(std::string_view name) {
  constexpr auto names = std::to_array<std::string_view>(
      {"float",      "double", "Half",   "half",        "__half",        "__half2",        "half_t",
       "BFloat16",   "float2", "float4", "bfloat16_t",  "__nv_bfloat16", "__hip_bfloat16", "complex",
       "tfloat32_t", "bf16_t", "__bf16", "nv_bfloat16", "hip_bfloat16",  "__nv_bfloat162", "ComplexFloat"});
  return isOneOf(name, names) || name.starts_with("Float8") || name.starts_with("float_e") ||
         name.starts_with("__nv_fp8");
}

bool isInteger(std::string_view name) {
  constexpr auto names = std::to_array<std::string_view>({"bool",
                                                          "char",
                                                          "signed char",
                                                          "unsigned char",
                                                          "short",
                                                          "unsigned short",
                                                          "int",
                                                          "unsigned",
                                                          "unsigned int",
                                                          "long",
                                                          "unsigned long",
                                                          "long long",
                                                          "unsigned long long",
                                                          "int8_t",
                                                          "uint8_t",
                                                          "int16_t",
                                                          "uint16_t",
                                                          "int32_t",
                                                          "uint32_t",
                                                          "int64_t",
                                                          "uint64_t",
                                                          "size_t",
                                                          "void"});
  return isOneOf(name, names);
}

/// The part that a person means by `name`: the function around lambdas and call operators, the class of a call
/// operator, else the last identifier.
const Part* headOf(const CppName& name) {
  const Part* last = nullptr;
  for (const Part& part : name.parts) {
    if (part.kind == Part::Kind::CallOperator || part.kind == Part::Kind::Lambda) {
      break;
    }
    if (part.kind == Part::Kind::Identifier && !part.name.empty()) {
      last = &part;
    }
    if (part.isCalled) {
      break;
    }
  }
  return last;
}

void addOnce(std::vector<std::string>& texts, std::string text) {
  if (!text.empty() && texts.size() < maxShownArguments && std::ranges::find(texts, text) == texts.end()) {
    texts.push_back(std::move(text));
  }
}

std::string render(const CppName& name, int level);

/// Returns the element types among `names`, each once; index types only if there are no others.
std::vector<std::string> elementTypes(const std::vector<CppName>& names) {
  std::vector<std::string> floating;
  std::vector<std::string> integer;
  for (const CppName& name : names) {
    const Part* head = headOf(name);
    if (head == nullptr || name.isPointer || name.isLiteral) {
      continue;
    }
    if (isFloating(head->name)) {
      addOnce(floating, std::string{head->name});
    } else if (isInteger(head->name) && head->name != "void") {
      addOnce(integer, std::string{head->name});
    }
  }
  return floating.empty() ? integer : floating;
}

bool isFunctor(const CppName& name) {
  const Part* head = headOf(name);
  return head != nullptr && !name.isLiteral && !name.isPointer && !isFloating(head->name) && !isInteger(head->name) &&
         !isNoise(head->name);
}

std::vector<std::string> significantArguments(const CppName& name, const Part& head, int level) {
  std::vector<std::string> texts;
  if (level < 2) {
    for (const CppName& argument : head.arguments) {
      if (isFunctor(argument)) {
        addOnce(texts, render(argument, texts.empty() ? level + 1 : level + 2));
      }
    }
  }
  if (texts.empty()) {
    texts = elementTypes(head.arguments);
  }
  const Part& last = name.parts.back();
  if (texts.empty() && last.kind == Part::Kind::Lambda) {
    texts = elementTypes(last.parameters);
  }
  return texts;
}

const CppName* firstFunctor(const Part& part) {
  const auto found = std::ranges::find_if(part.arguments, isFunctor);
  return found == part.arguments.end() ? nullptr : &*found;
}

std::string render(const CppName& name, int level) {
  const CppName* entity = &name;
  const Part* head = headOf(*entity);
  while (head != nullptr && isWrapper(head->name)) {
    const CppName* carried = firstFunctor(*head);
    if (carried == nullptr) {
      break;
    }
    entity = carried;
    head = headOf(*entity);
  }
  if (head == nullptr) {
    return {};
  }
  std::string text{head->name};
  const std::vector<std::string> arguments = significantArguments(*entity, *head, level);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    text += (i == 0 ? "<" : ", ") + arguments[i];
  }
  return arguments.empty() ? text : text + ">";
}

/// Tensile and xmma encode every tuning parameter in the name: what is left ends with the tile's shape.
std::string withoutTuning(std::string_view name) {
  if (name.starts_with("Cijk_")) {
    const std::size_t instruction = name.find("_MI");
    const std::size_t tile = name.find("_MT");
    if (tile == std::string_view::npos) {
      return std::string{name};
    }
    const std::size_t problem = std::min({name.find("_Bias"), name.find("_HA"), name.find("_UserArgs"), tile});
    const std::size_t end = instruction != std::string_view::npos && instruction > tile
                                ? name.find('_', instruction + 1)
                                : name.find('_', tile + 1);
    return std::string{name.substr(0, problem)}.append(name.substr(tile, std::min(end, name.size()) - tile));
  }
  if (name.contains("_xmma_")) {
    return std::string{name.substr(0, std::min(name.find("_warpsize"), name.find("_warpgroupsize")))};
  }
  return std::string{name};
}

std::string cut(std::string text) {
  if (text.size() <= maxResultBytes) {
    return text;
  }
  std::size_t end = maxResultBytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) {
    --end;
  }
  text.resize(end);
  return text + "…";
}

/// Whether `name` reads as a C++ function with its types. Python frames and the profiler's own names do not.
bool isCppFunction(std::string_view name) {
  const bool isPython = name.starts_with('<') && !name.starts_with("<unnamed>::");  // "<lambda>", "<module>"
  if (name.starts_with("Memcpy") || name.starts_with("Memset") || isPython || name.contains("): ")) {
    return false;
  }
  return name.starts_with("void ") || name.contains('<') || name.contains('(');
}

}  // namespace

std::string shortKernelName(std::string_view full) {
  if (std::optional<std::string> function = mangledFunction(full)) {
    return cut(std::move(*function));
  }
  if (!isCppFunction(full)) {
    return cut(withoutTuning(full));
  }
  const std::string text = render(parseCppName(full), 0);
  return cut(text.empty() ? std::string{full} : withoutTuning(text));
}

}  // namespace kernline
