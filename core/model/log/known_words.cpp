// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/log/known_words.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>

namespace kernline::logs {

namespace {

struct Known {
  std::string_view spelling;  ///< folded
  std::string_view key;
};

constexpr Known parameters[] = {
    {"seqlen", "seq_len"},
    {"seqlength", "seq_len"},
    {"sequencelength", "seq_len"},
    {"sequencelen", "seq_len"},
    {"contextlength", "seq_len"},
    {"序列长度", "seq_len"},
    {"上下文长度", "seq_len"},
    {"batchsize", "batch_size"},
    {"batch", "batch_size"},
    {"bs", "batch_size"},
    {"批大小", "batch_size"},
    {"批次大小", "batch_size"},
    {"dmodel", "d_model"},
    {"hiddensize", "hidden_size"},
    {"hiddendim", "hidden_size"},
    {"隐藏层大小", "hidden_size"},
    {"numlayers", "num_layers"},
    {"nlayers", "num_layers"},
    {"layers", "num_layers"},
    {"层数", "num_layers"},
    {"numheads", "num_heads"},
    {"nheads", "num_heads"},
    {"heads", "num_heads"},
    {"头数", "num_heads"},
    {"headdim", "head_dim"},
    {"headdimension", "head_dim"},
    {"inputlen", "input_len"},
    {"outputlen", "output_len"},
    {"nprompt", "n_prompt"},
    {"ngen", "n_gen"},
    {"concurrency", "concurrency"},
    {"requestrate", "request_rate"},
    {"dtype", "dtype"},
    {"precision", "dtype"},
    {"精度类型", "dtype"},
    {"worldsize", "world_size"},
    {"vocabsize", "vocab_size"},
    {"词表大小", "vocab_size"},
    {"lr", "learning_rate"},
    {"learningrate", "learning_rate"},
    {"学习率", "learning_rate"},
    {"epoch", "epoch"},
    {"轮", "epoch"},
    {"step", "step"},
    {"iter", "step"},
    {"iteration", "step"},
    {"规模", "model_size"},
    {"模型规模", "model_size"},
    {"modelsize", "model_size"},
    {"复制长度", "copy_length"},
    {"copylength", "copy_length"},
    {"kv对数", "kv_pairs"},
    {"kvpairs", "kv_pairs"},
};

constexpr Known measures[] = {
    {"time", "time"},
    {"steptime", "time"},
    {"latency", "time"},
    {"耗时", "time"},
    {"时间", "time"},
    {"延迟", "time"},
    {"forwardtime", "forward_time"},
    {"fwdtime", "forward_time"},
    {"fwd(ms)", "forward_time"},
    {"前向时间", "forward_time"},
    {"backwardtime", "backward_time"},
    {"反向时间", "backward_time"},
    {"forward+backwardtime", "forward_backward_time"},
    {"throughput", "throughput"},
    {"吞吐", "throughput"},
    {"吞吐量", "throughput"},
    {"memory", "memory"},
    {"memoryusage", "memory"},
    {"显存", "memory"},
    {"内存", "memory"},
    {"显存占用", "memory"},
    {"peakmemory", "peak_memory"},
    {"peakmem", "peak_memory"},
    {"峰值显存", "peak_memory"},
    {"显存峰值", "peak_memory"},
    {"loss", "loss"},
    {"损失", "loss"},
    {"trainloss", "train_loss"},
    {"训练损失", "train_loss"},
    {"valloss", "val_loss"},
    {"evalloss", "val_loss"},
    {"validationloss", "val_loss"},
    {"验证损失", "val_loss"},
    {"ppl", "perplexity"},
    {"perplexity", "perplexity"},
    {"困惑度", "perplexity"},
    {"valppl", "val_perplexity"},
    {"finalppl", "final_perplexity"},
    {"bestppl", "best_perplexity"},
    {"acc", "accuracy"},
    {"accuracy", "accuracy"},
    {"testaccuracy", "accuracy"},
    {"准确率", "accuracy"},
    {"精度", "accuracy"},
    {"speedup", "speedup"},
    {"加速比", "speedup"},
    {"加速", "speedup"},
    {"参数量", "parameters"},
    {"totalparams", "parameters"},
    {"numparameters", "parameters"},
    {"tflops", "flop_rate"},
    {"bandwidth", "bandwidth"},
    {"带宽", "bandwidth"},
    {"utilization", "utilization"},
    {"利用率", "utilization"},
    {"mfu", "utilization"},
    {"layertime", "layer_time"},
    {"optime", "op_time"},
};

constexpr std::string_view machineWords[] = {
    "gpu",    "gpus",     "gpuname",     "显卡",          "pytorch", "torch",  "torchversion", "pytorchversion", "cuda",
    "cudnn",  "nccl",     "cudaversion", "driverversion", "driver",  "python", "triton",       "pythonversion",  "cpu",
    "device", "hostname", "os",          "platform",      "rocm",    "设备",   "驱动",
};

constexpr std::string_view subjectWords[] = {"model",  "modelname",      "engine",   "backend", "framework", "impl",
                                             "method", "implementation", "provider", "library", "variant"};

constexpr std::string_view configurationWords[] = {"config", "configuration", "hyperparameter", "settings", "arguments",
                                                   "args",   "配置",          "超参数",         "设置"};
constexpr std::string_view roundWords[] = {"epoch", "step", "iter", "iteration", "round", "run", "trial", "轮", "第"};
constexpr Known passes[] = {{"fwd", "forward"}, {"forward", "forward"}, {"bwd", "backward"}, {"backward", "backward"}};
constexpr std::string_view writtenWords[] = {"saved",  "exported", "written", "wrote", "saving",
                                             "dumped", "已保存",   "保存",    "导出",  "写入"};
constexpr std::string_view summaryWords[] = {"summary", "汇总", "总结"};

constexpr std::size_t maxWordBytes = 24;  // bytes; checked by a static_assert below

/// The result of `folded`, without an allocation; empty if that is longer than any word of the lists.
class FoldedWord {
 public:
  explicit FoldedWord(std::string_view label) {
    for (const char c : label) {
      if (c == ' ' || c == '_' || c == '-' || c == '\t') {
        continue;
      }
      if (m_size == maxWordBytes) {
        m_size = 0;
        return;
      }
      m_text[m_size++] = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
  }

  [[nodiscard]] std::string_view text() const { return {m_text.data(), m_size}; }

 private:
  std::array<char, maxWordBytes> m_text;  // the first m_size of them
  std::size_t m_size = 0;
};

/// Finds a spelling in a list by one look or two.
template <std::size_t count>
class KnownWords {
 public:
  consteval explicit KnownWords(const Known (&words)[count]) {
    static_assert(count < slotCount / 2);
    for (std::size_t i = 0; i < count; ++i) {
      m_words[i] = words[i];
      std::size_t slot = slotOf(words[i].spelling);
      while (m_slots[slot] != 0) {
        slot = (slot + 1) % slotCount;
      }
      m_slots[slot] = static_cast<std::uint8_t>(i + 1);
    }
  }

  /// nullptr if there is none.
  [[nodiscard]] const Known* find(std::string_view spelling) const {
    if (spelling.empty()) {
      return nullptr;
    }
    for (std::size_t slot = slotOf(spelling); m_slots[slot] != 0; slot = (slot + 1) % slotCount) {
      const Known& known = m_words[m_slots[slot] - std::size_t{1}];
      if (known.spelling == spelling) {
        return &known;
      }
    }
    return nullptr;
  }

 private:
  static constexpr std::size_t slotCount = 256;

  static constexpr std::size_t slotOf(std::string_view word) {
    const auto at = [word](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(word[i])); };
    return (word.size() * 37 + at(0) * 11 + at(word.size() / 2) * 5 + at(word.size() - 1)) % slotCount;
  }

  std::array<Known, count> m_words;
  std::array<std::uint8_t, slotCount> m_slots{};  // 0 if free, else the word's number from 1
};

constexpr KnownWords knownParameters{parameters};
constexpr KnownWords knownMeasures{measures};

constexpr bool areShort(auto&& words) {
  return std::ranges::all_of(words, [](std::string_view word) { return word.size() <= maxWordBytes; });
}
static_assert(areShort(machineWords) && areShort(roundWords));
static_assert(std::ranges::all_of(parameters,
                                  [](const Known& known) { return known.spelling.size() <= maxWordBytes; }));
static_assert(std::ranges::all_of(measures, [](const Known& known) { return known.spelling.size() <= maxWordBytes; }));

bool containsAny(std::string_view text, auto&& words) {
  return std::ranges::any_of(words, [text](std::string_view w) { return text.find(w) != std::string_view::npos; });
}

}  // namespace

std::string folded(std::string_view label) {
  std::string result;
  for (const char c : label) {
    if (c != ' ' && c != '_' && c != '-' && c != '\t') {
      result += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
  }
  return result;
}

std::string_view keyOf(std::string_view label) {
  const FoldedWord spelling{label};
  if (const Known* found = knownParameters.find(spelling.text())) {
    return found->key;
  }
  const Known* found = knownMeasures.find(spelling.text());
  return found != nullptr ? found->key : label;
}

bool namesMeasure(std::string_view label) {
  return knownMeasures.find(FoldedWord{label}.text()) != nullptr;
}

bool namesParameter(std::string_view label) {
  return !namesMeasure(label) && knownParameters.find(FoldedWord{label}.text()) != nullptr;
}

bool namesMachine(std::string_view label) {
  constexpr std::size_t maxLength = 32;  // bytes, including blanks and underlines
  return label.size() <= maxLength &&
         std::ranges::find(machineWords, FoldedWord{label}.text()) != std::end(machineWords);
}

bool namesSubject(std::string_view label) {
  return std::ranges::find(subjectWords, FoldedWord{label}.text()) != std::end(subjectWords);
}

bool namesConfiguration(std::string_view label) {
  return containsAny(folded(label), configurationWords);
}

bool namesRound(std::string_view label) {
  return std::ranges::find(roundWords, FoldedWord{label}.text()) != std::end(roundWords);
}

std::string_view passOf(std::string_view word) {
  const FoldedWord spelling{word};
  const auto* found = std::ranges::find(passes, spelling.text(), &Known::spelling);
  return found == std::end(passes) ? std::string_view{} : found->key;
}

bool meansWritten(std::string_view label) {
  return containsAny(folded(label), writtenWords);
}

bool meansSummary(std::string_view label) {
  return containsAny(folded(label), summaryWords);
}

std::string_view nameOf(Quantity quantity) {
  switch (quantity) {
    case Quantity::Time:
      return "time";
    case Quantity::Bytes:
      return "memory";
    case Quantity::Rate:
      return "throughput";
    case Quantity::Share:
      return "share";
    case Quantity::Count:
      return "size";
    case Quantity::Flops:
      return "flops";
    case Quantity::FlopRate:
      return "flop_rate";
    case Quantity::ByteRate:
      return "bandwidth";
    case Quantity::Frequency:
      return "frequency";
    case Quantity::Number:
    case Quantity::Text:
      break;
  }
  return "value";
}

}  // namespace kernline::logs
