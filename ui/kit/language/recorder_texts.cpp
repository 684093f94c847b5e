// SPDX-License-Identifier: GPL-3.0-or-later
// What kernline-recorder says of its kernels and of the machine: it is a program of its own, which speaks English
// alone.
#include "ui/kit/language/recorder_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <optional>
#include <vector>

namespace kernline::ui {
namespace {

constexpr const char* markedTexts[] = {
    QT_TRANSLATE_NOOP("recorder", "Memory"),
    QT_TRANSLATE_NOOP("recorder", "Normalisation"),
    QT_TRANSLATE_NOOP("recorder", "Elementwise"),
    QT_TRANSLATE_NOOP("recorder", "Matrix products"),
    QT_TRANSLATE_NOOP("recorder", "Quantisation"),
    QT_TRANSLATE_NOOP("recorder", "Attention"),
    QT_TRANSLATE_NOOP("recorder", "Attention with a state"),
    QT_TRANSLATE_NOOP(
        "recorder", "How fast this device's memory can be read and written: the ceiling of every memory-bound kernel."),
    QT_TRANSLATE_NOOP("recorder",
                      "One sum of a whole array in a single launch, reading as fast as the memory can be read."),
    QT_TRANSLATE_NOOP("recorder",
                      "Each row is read once, kept in registers for its maximum and its sum, and written once."),
    QT_TRANSLATE_NOOP("recorder",
                      "Mean and variance of each row in one pass over memory and one reduction across the block."),
    QT_TRANSLATE_NOOP("recorder", "The norm of most language models: one reduction a row, bound by memory alone."),
    QT_TRANSLATE_NOOP("recorder",
                      "What fusing saves: the sum with the residual never makes a trip to memory of its own."),
    QT_TRANSLATE_NOOP("recorder",
                      "The gate of a language model's MLP in one pass: two reads and one write for each element."),
    QT_TRANSLATE_NOOP("recorder", "Queries and keys turned by their positions in place, angles from a table."),
    QT_TRANSLATE_NOOP("recorder",
                      "A whole optimiser step in one launch: 28 bytes moved for each weight, hardly any arithmetic."),
    QT_TRANSLATE_NOOP("recorder",
                      "A matrix product in fp32 without tensor cores: tiles in shared memory, sums in registers."),
    QT_TRANSLATE_NOOP("recorder",
                      "The matrix product that most of a model's time goes into: the library's beside one to read."),
    QT_TRANSLATE_NOOP("recorder",
                      "Blocks of 64 four-bit weights made 16-bit again, as QLoRA does before each product."),
    QT_TRANSLATE_NOOP(
        "recorder",
        "NF4 weights made 16-bit and multiplied by the library, or multiplied as they come for few tokens."),
    QT_TRANSLATE_NOOP(
        "recorder",
        "What flash attention saves: six launches, and the matrix of scores travels to memory and back three times."),
    QT_TRANSLATE_NOOP("recorder",
                      "Attention without its matrix of scores: one kernel on tensor cores, bound by arithmetic."),
    QT_TRANSLATE_NOOP("recorder",
                      "Requests of different lengths against a cache in scattered pages, as a server appends to it."),
    QT_TRANSLATE_NOOP("recorder",
                      "Requests of different lengths one behind the other in one launch, none of them padded."),
    QT_TRANSLATE_NOOP(
        "recorder",
        "Attention without a softmax: a state of fixed size instead of all keys, in chunks, bound by memory."),
    QT_TRANSLATE_NOOP(
        "recorder",
        "A state that forgets and is corrected: triangular systems inverted ahead, bound by their many small steps."),
    QT_TRANSLATE_NOOP("recorder",
                      "A sequence spread over GPUs: keys and values go round while each computes with those it has."),
    QT_TRANSLATE_NOOP("recorder", "How much is copied"),
    QT_TRANSLATE_NOOP("recorder", "How many are added up"),
    QT_TRANSLATE_NOOP("recorder", "Type of the elements in memory; sums are kept in fp32"),
    QT_TRANSLATE_NOOP("recorder", "How many rows, for instance tokens"),
    QT_TRANSLATE_NOOP("recorder", "Length of a row, for instance the hidden size"),
    QT_TRANSLATE_NOOP("recorder", "Tokens"),
    QT_TRANSLATE_NOOP("recorder", "Width of the gate"),
    QT_TRANSLATE_NOOP("recorder", "Positions 0, 1, 2 and so on"),
    QT_TRANSLATE_NOOP("recorder", "Heads of the queries"),
    QT_TRANSLATE_NOOP("recorder", "Heads of the keys"),
    QT_TRANSLATE_NOOP("recorder", "Length of a head"),
    QT_TRANSLATE_NOOP("recorder", "Weights of the model"),
    QT_TRANSLATE_NOOP("recorder", "Type of the gradients; weights and moments are fp32"),
    QT_TRANSLATE_NOOP("recorder", "Rows of A and C"),
    QT_TRANSLATE_NOOP("recorder", "Columns of B and C"),
    QT_TRANSLATE_NOOP("recorder", "Columns of A, rows of B"),
    QT_TRANSLATE_NOOP("recorder", "A readable kernel, the library, or the library on tensor cores with tf32"),
    QT_TRANSLATE_NOOP("recorder", "The library, or a readable kernel"),
    QT_TRANSLATE_NOOP("recorder", "Weights"),
    QT_TRANSLATE_NOOP("recorder", "Type of the result"),
    QT_TRANSLATE_NOOP("recorder", "Rows of the input"),
    QT_TRANSLATE_NOOP("recorder", "Length of an input"),
    QT_TRANSLATE_NOOP("recorder", "Length of an output"),
    QT_TRANSLATE_NOOP("recorder", "Type of inputs and outputs"),
    QT_TRANSLATE_NOOP("recorder", "Make the weights 16-bit first, as bitsandbytes does for many tokens, or never"),
    QT_TRANSLATE_NOOP("recorder", "Sequences"),
    QT_TRANSLATE_NOOP("recorder", "Heads of the queries in each sequence"),
    QT_TRANSLATE_NOOP("recorder", "Heads of keys and values; heads is a multiple of it"),
    QT_TRANSLATE_NOOP("recorder", "Length of each sequence"),
    QT_TRANSLATE_NOOP("recorder", "Whether a token sees only itself and those before it"),
    QT_TRANSLATE_NOOP("recorder", "Type of the elements; sums are kept in fp32"),
    QT_TRANSLATE_NOOP("recorder", "Hopper's warpgroup products, those of every GPU since Ampere, or the best there is"),
    QT_TRANSLATE_NOOP("recorder", "Requests; their lengths go from a quarter of seq_len up to it"),
    QT_TRANSLATE_NOOP("recorder", "New tokens of the longest request"),
    QT_TRANSLATE_NOOP("recorder", "Tokens that are in the cache before these"),
    QT_TRANSLATE_NOOP("recorder", "Tokens to a page of the cache"),
    QT_TRANSLATE_NOOP("recorder", "Heads in each sequence, 64 long"),
    QT_TRANSLATE_NOOP("recorder", "Type of the elements; the state is kept in fp32"),
    QT_TRANSLATE_NOOP("recorder", "How many, from the first on"),
    QT_TRANSLATE_NOOP("recorder", "Heads of keys and values"),
    QT_TRANSLATE_NOOP("recorder", "Length of the whole sequence"),
    QT_TRANSLATE_NOOP("recorder", "Zigzag gives every GPU the same to do when causal"),
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
    QT_TRANSLATE_NOOP("recorder", "NVIDIA's driver is here"),
    QT_TRANSLATE_NOOP("recorder", "install NVIDIA's driver (package nvidia-driver), then restart"),
    QT_TRANSLATE_NOOP(
        "recorder",
        "start the container with its GPUs: docker run --gpus all, with the NVIDIA Container Toolkit on the host"),
    QT_TRANSLATE_NOOP("recorder", "install NVIDIA's driver in Windows, not in Linux, and restart WSL"),
    QT_TRANSLATE_NOOP("recorder",
                      "the kernel module is loaded, but libcuda.so.1 is not installed: install package libcuda1"),
    QT_TRANSLATE_NOOP("recorder", "there is no NVIDIA driver here: libcuda.so.1 was not found"),
    QT_TRANSLATE_NOOP("recorder", "the container has no /dev/nvidia* files"),
    QT_TRANSLATE_NOOP("recorder", "start it with its GPUs: docker run --gpus all, or --device nvidia.com/gpu=all"),
    QT_TRANSLATE_NOOP("recorder", "there are no /dev/nvidia* files"),
    QT_TRANSLATE_NOOP(
        "recorder",
        "load the driver's kernel module (modprobe nvidia), or look with lspci whether there is an NVIDIA GPU"),
    QT_TRANSLATE_NOOP("recorder", "this user may not open /dev/nvidia*"),
    QT_TRANSLATE_NOOP("recorder", "add the user to the group that owns them"),
    QT_TRANSLATE_NOOP("recorder", "the driver shows no GPU"),
    QT_TRANSLATE_NOOP("recorder", "look at CUDA_VISIBLE_DEVICES and at what nvidia-smi says"),
    QT_TRANSLATE_NOOP("recorder", "CUPTI was not found"),
    QT_TRANSLATE_NOOP("recorder",
                      "install the CUDA toolkit's cuda-cupti package, or name libcupti.so in KERNLINE_CUPTI"),
    QT_TRANSLATE_NOOP("recorder", "install a newer driver, or name an older libcupti.so in KERNLINE_CUPTI"),
    QT_TRANSLATE_NOOP("recorder", "another profiler or debugger has CUPTI in this process"),
    QT_TRANSLATE_NOOP("recorder", "run without Nsight, cuda-gdb or compute-sanitizer: CUPTI serves one at a time"),
    // NOLINTBEGIN(bugprone-suspicious-missing-comma): one sentence on two lines
    QT_TRANSLATE_NOOP("recorder",
                      "look at whether the GPU is virtual (vGPU profiling must be enabled), in confidential mode, or "
                      "older than this CUPTI supports"),
    // NOLINTEND(bugprone-suspicious-missing-comma)
    QT_TRANSLATE_NOOP("recorder", "CUPTI begins"),
    QT_TRANSLATE_NOOP("recorder",
                      "record on another GPU, or use the CUPTI of a toolkit that supports it (KERNLINE_CUPTI)"),
    QT_TRANSLATE_NOOP("recorder", "unset CUDA_INJECTION64_PATH and NVTX_INJECTION64_PATH"),
    QT_TRANSLATE_NOOP("recorder",
                      "its timeline can be recorded; numbers of multiprocessors and of bandwidth are the part's"),
    QT_TRANSLATE_NOOP("recorder",
                      "hardware counters are for administrators here (ERR_NVGPUCTRPERM); timelines need none"),
    QT_TRANSLATE_NOOP("recorder",
                      "nothing to do for recording; Nsight Compute would need NVreg_RestrictProfilingToAdminUsers=0"),
    QT_TRANSLATE_NOOP("recorder", "libkernline-inject.so is missing beside kernline-recorder"),
    QT_TRANSLATE_NOOP("recorder", "install Kernline again"),
};

/// Sentences with names and versions in them, each known by what stands around its gaps.
constexpr const char* markedPatterns[] = {
    QT_TRANSLATE_NOOP("recorder", "NVIDIA's driver %1"),
    QT_TRANSLATE_NOOP("recorder", "the driver cannot be used: %1"),
    QT_TRANSLATE_NOOP("recorder", "CUPTI is CUDA %1's, and the driver knows CUDA %2 at most"),
    QT_TRANSLATE_NOOP("recorder", "version %1 at %2"),
    QT_TRANSLATE_NOOP("recorder", "CUPTI does not begin: %1"),
    QT_TRANSLATE_NOOP("recorder", "CUPTI cannot record %1"),
    QT_TRANSLATE_NOOP("recorder", "another profiler is to be loaded into programs: %1"),
    QT_TRANSLATE_NOOP("recorder", "%1 is a part of a GPU (MIG)"),
    QT_TRANSLATE_NOOP("recorder", "built with CUDA %1"),
};

/// What fills the gaps %1 and %2 of a pattern, in this order; nothing if the text is another sentence.
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
  const QString known = QCoreApplication::translate("recorder", text.toUtf8().constData());
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
