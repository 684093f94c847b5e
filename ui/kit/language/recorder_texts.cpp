// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of kernline-recorder on its kernels and the machine: a separate program, which only has English.
#include "ui/kit/language/recorder_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <optional>
#include <vector>

namespace kernline::ui {
namespace {

constexpr const char* markedTexts[] = {
    QT_TRANSLATE_NOOP("recorder", "Memory"),
    QT_TRANSLATE_NOOP("recorder", "Normalization"),
    QT_TRANSLATE_NOOP("recorder", "Elementwise"),
    QT_TRANSLATE_NOOP("recorder", "Matrix multiplication"),
    QT_TRANSLATE_NOOP("recorder", "Quantization"),
    QT_TRANSLATE_NOOP("recorder", "Attention"),
    QT_TRANSLATE_NOOP("recorder", "Linear attention"),
    QT_TRANSLATE_NOOP("recorder",
                      "Read and write bandwidth of the device memory: the ceiling of every memory-bound kernel."),
    QT_TRANSLATE_NOOP("recorder", "Sum of an array in a single launch, at the read bandwidth of the memory."),
    QT_TRANSLATE_NOOP("recorder",
                      "Reads each row once, keeps it in registers for its max and sum, and writes it once."),
    QT_TRANSLATE_NOOP("recorder",
                      "Mean and variance of each row in one pass over memory and one reduction across the block."),
    QT_TRANSLATE_NOOP("recorder", "The normalization of most language models: one reduction per row, memory-bound."),
    QT_TRANSLATE_NOOP("recorder", "The benefit of fusion: the sum with the residual needs no round trip to memory."),
    QT_TRANSLATE_NOOP("recorder",
                      "The gate of a language model's MLP in one pass: two reads and one write per element."),
    QT_TRANSLATE_NOOP("recorder", "Rotates queries and keys by their positions, in place, with angles from a table."),
    QT_TRANSLATE_NOOP("recorder",
                      "A whole optimizer step in one launch: 28 bytes moved per weight, almost no arithmetic."),
    QT_TRANSLATE_NOOP("recorder",
                      "Matrix multiplication in FP32 without tensor cores: tiles in shared memory, sums in registers."),
    QT_TRANSLATE_NOOP("recorder",
                      "The matrix multiplication that dominates most models: cuBLASLt, or a simple tiled kernel."),
    QT_TRANSLATE_NOOP("recorder",
                      "Dequantizes blocks of 64 4-bit weights to 16 bits, as QLoRA does before each multiplication."),
    QT_TRANSLATE_NOOP("recorder",
                      "NF4 weights: dequantized and multiplied by cuBLASLt, or multiplied directly for few tokens."),
    QT_TRANSLATE_NOOP("recorder",
                      "Attention without fusion: six launches, and three round trips of the score matrix to memory."),
    QT_TRANSLATE_NOOP("recorder", "Attention without a stored score matrix: one compute-bound kernel on tensor cores."),
    QT_TRANSLATE_NOOP("recorder", "Requests of different lengths on a paged KV cache, as in an inference server."),
    QT_TRANSLATE_NOOP("recorder", "Requests of different lengths packed into one launch, without padding."),
    QT_TRANSLATE_NOOP("recorder",
                      "Attention without softmax: a state of fixed size instead of all keys, in chunks, memory-bound."),
    QT_TRANSLATE_NOOP(
        "recorder",
        "A state with decay and correction: triangular systems inverted first, latency-bound in many small steps."),
    QT_TRANSLATE_NOOP(
        "recorder", "A sequence split over GPUs: keys and values rotate while each GPU computes on its current block."),
    QT_TRANSLATE_NOOP("recorder", "Copy size"),
    QT_TRANSLATE_NOOP("recorder", "Number of elements"),
    QT_TRANSLATE_NOOP("recorder", "Element type in memory; accumulation in FP32"),
    QT_TRANSLATE_NOOP("recorder", "Number of rows, e.g. tokens"),
    QT_TRANSLATE_NOOP("recorder", "Row length, e.g. the hidden size"),
    QT_TRANSLATE_NOOP("recorder", "Tokens"),
    QT_TRANSLATE_NOOP("recorder", "Gate width"),
    QT_TRANSLATE_NOOP("recorder", "Number of tokens, at positions 0, 1, 2, …"),
    QT_TRANSLATE_NOOP("recorder", "Query heads"),
    QT_TRANSLATE_NOOP("recorder", "Key heads"),
    QT_TRANSLATE_NOOP("recorder", "Head dimension"),
    QT_TRANSLATE_NOOP("recorder", "Number of weights"),
    QT_TRANSLATE_NOOP("recorder", "Gradient type; weights and moments are in FP32"),
    QT_TRANSLATE_NOOP("recorder", "Rows of A and C"),
    QT_TRANSLATE_NOOP("recorder", "Columns of B and C"),
    QT_TRANSLATE_NOOP("recorder", "Columns of A, rows of B"),
    QT_TRANSLATE_NOOP("recorder", "Simple tiled kernel, cuBLASLt, or cuBLASLt with TF32 on tensor cores"),
    QT_TRANSLATE_NOOP("recorder", "cuBLASLt or a simple tiled kernel"),
    QT_TRANSLATE_NOOP("recorder", "Weights"),
    QT_TRANSLATE_NOOP("recorder", "Output type"),
    QT_TRANSLATE_NOOP("recorder", "Rows of the input"),
    QT_TRANSLATE_NOOP("recorder", "Input length"),
    QT_TRANSLATE_NOOP("recorder", "Output length"),
    QT_TRANSLATE_NOOP("recorder", "Input and output type"),
    QT_TRANSLATE_NOOP("recorder",
                      "Dequantize the weights first, as bitsandbytes does for many tokens, or in the kernel"),
    QT_TRANSLATE_NOOP("recorder", "Sequences"),
    QT_TRANSLATE_NOOP("recorder", "Query heads per sequence"),
    QT_TRANSLATE_NOOP("recorder", "Key and value heads; heads must be a multiple of this"),
    QT_TRANSLATE_NOOP("recorder", "Length of each sequence"),
    QT_TRANSLATE_NOOP("recorder", "Causal: a token attends only to itself and earlier tokens"),
    QT_TRANSLATE_NOOP("recorder", "Element type; accumulation in FP32"),
    QT_TRANSLATE_NOOP("recorder", "Warpgroup MMA of Hopper, MMA of Ampere and later, or the best available"),
    QT_TRANSLATE_NOOP("recorder", "Requests; their lengths range from a quarter of seq_len to seq_len"),
    QT_TRANSLATE_NOOP("recorder", "New tokens of the longest request"),
    QT_TRANSLATE_NOOP("recorder", "Tokens already in the cache"),
    QT_TRANSLATE_NOOP("recorder", "Tokens per cache page"),
    QT_TRANSLATE_NOOP("recorder", "Heads per sequence, each of dimension 64"),
    QT_TRANSLATE_NOOP("recorder", "Element type; the state is in FP32"),
    QT_TRANSLATE_NOOP("recorder", "Number of GPUs, starting with GPU 0"),
    QT_TRANSLATE_NOOP("recorder", "Key and value heads"),
    QT_TRANSLATE_NOOP("recorder", "Length of the whole sequence"),
    QT_TRANSLATE_NOOP("recorder", "Zigzag balances the work of all GPUs when causal"),
    QT_TRANSLATE_NOOP("recorder", "elements"),
    QT_TRANSLATE_NOOP("recorder", "rows"),
    QT_TRANSLATE_NOOP("recorder", "tokens"),
    QT_TRANSLATE_NOOP("recorder", "heads"),
    QT_TRANSLATE_NOOP("recorder", "weights"),
    QT_TRANSLATE_NOOP("recorder", "columns"),
    QT_TRANSLATE_NOOP("recorder", "sequences"),
    QT_TRANSLATE_NOOP("recorder", "requests"),
    QT_TRANSLATE_NOOP("recorder", "fits the L2 cache"),
    QT_TRANSLATE_NOOP("recorder", "driver"),
    QT_TRANSLATE_NOOP("recorder", "toolkit"),
    QT_TRANSLATE_NOOP("recorder", "recording"),
    QT_TRANSLATE_NOOP("recorder", "GPU support"),
    QT_TRANSLATE_NOOP("recorder", "other profiler"),
    QT_TRANSLATE_NOOP("recorder", "permissions"),
    QT_TRANSLATE_NOOP("recorder", "installation"),
    QT_TRANSLATE_NOOP("recorder", "NVIDIA driver found"),
    QT_TRANSLATE_NOOP("recorder", "install the NVIDIA driver (package nvidia-driver), then reboot"),
    QT_TRANSLATE_NOOP(
        "recorder",
        "start the container with GPU access: docker run --gpus all, with the NVIDIA Container Toolkit on the host"),
    QT_TRANSLATE_NOOP("recorder", "install the NVIDIA driver on Windows, not in WSL, then restart WSL"),
    QT_TRANSLATE_NOOP("recorder",
                      "the kernel module is loaded, but libcuda.so.1 is not installed: install package libcuda1"),
    QT_TRANSLATE_NOOP("recorder", "no NVIDIA driver: libcuda.so.1 not found"),
    QT_TRANSLATE_NOOP("recorder", "the container has no /dev/nvidia* files"),
    QT_TRANSLATE_NOOP("recorder",
                      "start the container with GPU access: docker run --gpus all, or --device nvidia.com/gpu=all"),
    QT_TRANSLATE_NOOP("recorder", "no /dev/nvidia* files"),
    QT_TRANSLATE_NOOP("recorder",
                      "load the kernel module of the driver (modprobe nvidia), or check with lspci for an NVIDIA GPU"),
    QT_TRANSLATE_NOOP("recorder", "no permission to open /dev/nvidia*"),
    QT_TRANSLATE_NOOP("recorder", "add the user to the group that owns these files"),
    QT_TRANSLATE_NOOP("recorder", "the driver reports no GPU"),
    QT_TRANSLATE_NOOP("recorder", "check CUDA_VISIBLE_DEVICES and the output of nvidia-smi"),
    QT_TRANSLATE_NOOP("recorder", "CUPTI not found"),
    QT_TRANSLATE_NOOP(
        "recorder",
        "install the cuda-cupti package of the CUDA toolkit, or set KERNLINE_CUPTI to the path of libcupti.so"),
    QT_TRANSLATE_NOOP("recorder", "install a newer driver, or set KERNLINE_CUPTI to the path of an older libcupti.so"),
    QT_TRANSLATE_NOOP("recorder", "another profiler or debugger is using CUPTI in this process"),
    QT_TRANSLATE_NOOP("recorder",
                      "run without Nsight, cuda-gdb or compute-sanitizer: CUPTI supports one client at a time"),
    // NOLINTBEGIN(bugprone-suspicious-missing-comma): one sentence on two lines
    QT_TRANSLATE_NOOP("recorder",
                      "check whether the GPU is virtual (vGPU profiling must be enabled), in confidential mode, or too "
                      "old for this CUPTI"),
    // NOLINTEND(bugprone-suspicious-missing-comma)
    QT_TRANSLATE_NOOP("recorder", "CUPTI works"),
    QT_TRANSLATE_NOOP("recorder",
                      "record on another GPU, or set KERNLINE_CUPTI to the CUPTI of a toolkit that supports this GPU"),
    QT_TRANSLATE_NOOP("recorder", "unset CUDA_INJECTION64_PATH and NVTX_INJECTION64_PATH"),
    QT_TRANSLATE_NOOP("recorder", "timelines can be recorded; SM count and bandwidth are those of the instance"),
    QT_TRANSLATE_NOOP("recorder",
                      "GPU performance counters require administrator rights (ERR_NVGPUCTRPERM); timelines do not"),
    QT_TRANSLATE_NOOP("recorder",
                      "no action needed for timelines; record --counters and Nsight Compute need root or the driver "
                      "option NVreg_RestrictProfilingToAdminUsers=0"),
    QT_TRANSLATE_NOOP("recorder", "libkernline-inject.so not found next to kernline-recorder"),
    QT_TRANSLATE_NOOP("recorder", "reinstall Kernline"),
};

/// Sentences with names and versions in them, each identified by the text around its gaps.
constexpr const char* markedPatterns[] = {
    QT_TRANSLATE_NOOP("recorder", "NVIDIA driver %1"),
    QT_TRANSLATE_NOOP("recorder", "cannot use the driver: %1"),
    QT_TRANSLATE_NOOP("recorder", "CUPTI is from CUDA %1, but the driver supports at most CUDA %2"),
    QT_TRANSLATE_NOOP("recorder", "version %1 at %2"),
    QT_TRANSLATE_NOOP("recorder", "CUPTI cannot start: %1"),
    QT_TRANSLATE_NOOP("recorder", "CUPTI cannot record %1"),
    QT_TRANSLATE_NOOP("recorder", "another profiler is set to be loaded into programs: %1"),
    QT_TRANSLATE_NOOP("recorder", "%1 is a MIG instance"),
    QT_TRANSLATE_NOOP("recorder", "built with CUDA %1"),
};

/// Returns the texts for the gaps %1 and %2 of a pattern, in this order; nullopt if the text is another sentence.
std::optional<std::vector<QString>> gapsOf(const QString& pattern, QStringView text) {
  std::vector<QString> gaps;
  const qsizetype first = pattern.indexOf(QStringLiteral("%1"));
  const qsizetype second = pattern.indexOf(QStringLiteral("%2"));
  const QStringView end = QStringView(pattern).sliced(std::max(first, second) + 2);
  const QStringView begin = QStringView(pattern).first(first);
  if (text.size() <= begin.size() + end.size() || !text.startsWith(begin) || !text.endsWith(end)) {
    return std::nullopt;
  }
  text = text.sliced(begin.size(), text.size() - begin.size() - end.size());
  if (second < 0) {
    return std::vector{text.toString()};
  }
  const QStringView between = QStringView(pattern).sliced(first + 2, second - first - 2);
  const qsizetype at = text.indexOf(between);
  return at < 0 ? std::nullopt
                : std::optional(std::vector{text.first(at).toString(), text.sliced(at + between.size()).toString()});
}

}  // namespace

std::span<const char* const> recorderTexts() {
  return markedTexts;
}

QString recorderText(const QString& text) {
  QString known = QCoreApplication::translate("recorder", text.toUtf8().constData());
  if (known != text) {
    return known;
  }
  for (const char* pattern : markedPatterns) {
    if (const auto gaps = gapsOf(QString::fromUtf8(pattern), text)) {
      const QString sentence = QCoreApplication::translate("recorder", pattern);
      return gaps->size() == 1 ? sentence.arg(gaps->front()) : sentence.arg(gaps->front(), gaps->back());
    }
  }
  return text;
}

}  // namespace kernline::ui
