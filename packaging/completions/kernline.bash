# SPDX-License-Identifier: GPL-3.0-or-later
# bash completion for kernline; installed as /usr/share/bash-completion/completions/kernline.

# Folders, and the files whose names end in one of the given suffixes; all files if there are none of either.
_kernline_files() {
  local IFS=$'\n' path suffix
  local -a all=($(compgen -f -- "$cur"))
  for path in "${all[@]}"; do
    if [[ -d $path ]]; then
      COMPREPLY+=("$path")
      continue
    fi
    for suffix in "$@"; do
      if [[ $path == *"$suffix" ]]; then
        COMPREPLY+=("$path")
        break
      fi
    done
  done
  [[ ${#COMPREPLY[@]} -gt 0 ]] || COMPREPLY=("${all[@]}")
  compopt -o filenames 2>/dev/null
  return 0
}

# Profiles are recognized by content, so any file may be one; these are what they are usually called.
_kernline_profiles() {
  _kernline_files .json .sqlite .csv .gz .zst .zip .tar .html .trace .log .txt
}

_kernline_folders() {
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -d -- "$cur"))
}

_kernline_words() {
  COMPREPLY=($(compgen -W "$1" -- "$cur"))
  return 0
}

# Behind --, and for its name, another program's command line: files.
_kernline_record() {
  local i
  for ((i = 2; i < COMP_CWORD; i++)); do
    if [[ ${COMP_WORDS[i]} == -- ]]; then
      _kernline_files
      return
    fi
  done
  case $prev in
    --to) _kernline_words '-' && return ;;
    --counters) _kernline_words 'basic memory links all' && return ;;
    --metrics) _kernline_words 'basic memory' && return ;;
    --l2) _kernline_words 'flush warm' && return ;;
    --progress) _kernline_words 'json' && return ;;
    --delay | --duration | --steps | --when | --windows | --every | --launches | --set | --sweep | --tune | --samples | --noise | --time-limit | --device) return ;;
    -o | --output) _kernline_files .json && return ;;
    --calls)
      _kernline_words 'all launches none'
      return
      ;;
    run)
      _kernline_files .cu
      COMPREPLY+=($(compgen -W "$(kernline record list 2>/dev/null | grep -o '^[^ ]*')" -- "$cur"))
      return
      ;;
    list) _kernline_files .cu && return ;;
  esac
  case ${COMP_WORDS[2]} in
    list | doctor) _kernline_words '--json' ;;
    fire | attach) _kernline_words '--duration' ;;
    ceilings) _kernline_words '--device --no-keep --json' ;;
    run) _kernline_words '--set --sweep --tune --samples --noise --time-limit --l2 --device --counters --every --profile --source --blocks --output --no-timeline --no-ceilings --json --progress' ;;
    *) _kernline_words 'list run ceilings doctor fire attach --arm --keep --steps --when --windows --calls --delay --duration --counters --every --profile --launches --metrics --source --torch --output --to --help --' ;;
  esac
  return 0
}

# generated: commands
_kernline_commands='summary stats steps calltree modules work advise whatif replay blocks source events tables memory query export digest compare ranks render families work-rules schema record demo mcp serve'
# end of generated

# Completes the value of an option; fails where the word before is none that takes a value.
_kernline_value() {
  case "$command $prev" in
    # generated: values
    'stats --by') _kernline_words 'name family category op module phase step shape launch stream' ;;
    'work --by' | 'render --by') _kernline_words 'shape op kernel family module phase' ;;
    'whatif --by') _kernline_words 'name kind op module phase rank' ;;
    'source --by') _kernline_words 'instruction line stall' ;;
    'memory --by') _kernline_words 'line op phase size stack' ;;
    'compare --by') _kernline_words 'name normal family op shape order seq_len batch_size' ;;
    'whatif -o') _kernline_files .json .json.gz ;;
    'export -o') _kernline_files .sqlite .json .json.gz ;;
    'digest -o') _kernline_folders ;;
    'render -o') _kernline_files .png .svg ;;
    'whatif --output') _kernline_files .json .json.gz ;;
    'export --output') _kernline_files .sqlite .json .json.gz ;;
    'digest --output') _kernline_folders ;;
    'render --output') _kernline_files .png .svg ;;
    'events --args') ;;
    'compare --tables') ;;
    'compare --metric') ;;
    'ranks --metric' | 'render --metric') _kernline_words 'step_time compute exposed_communication waiting lateness bus_bandwidth idle peak_memory pipeline_waiting expert_excess expert_load idle_host_bound idle_synchronization idle_copy idle_communication idle_launch_latency idle_inter_kernel_gap idle_graph_gap idle_unknown counter:' ;;
    *' --capture') _kernline_profiles ;;
    *' --max-memory' | *' --filter' | *' --range' | *' --steps' | *' --limit' | *' --track' | *' --depth' | *' --min-share' | *' --device' | *' --set' | *' --op' | *' --at' | *' --top' | *' --python' | *' --samples' | *' --import' | *' --kernel' | *' --name' | *' --timeout' | *' --rows' | *' --columns' | *' --for' | *' --where' | *' --baseline' | *' --pair' | *' --fail-above' | *' --pattern' | *' --clock') ;;
    *' --color') _kernline_words 'auto always never' ;;
    *' --kind') _kernline_words 'all annotation device gpu_annotation kernel memcpy memset op python runtime' ;;
    *' --steps-by') _kernline_words 'recorded annotations functions rounds' ;;
    *' --sort') _kernline_words 'total count mean median min max stddev name' ;;
    *' --names') _kernline_words 'short demangled raw' ;;
    *' --weight') _kernline_words 'count device host' ;;
    *' --ncu') _kernline_files .ncu-rep .csv ;;
    *' --write') _kernline_files .py ;;
    *' --measured') _kernline_files .json ;;
    *' --l2') _kernline_words 'cold warm' ;;
    *' --align') _kernline_words 'each-step first-step start stretched' ;;
    *' --format') _kernline_words 'sqlite json parquet' ;;
    *' --better') _kernline_words 'less more none' ;;
    *' --time') _kernline_words 'device host launch' ;;
    *' --html') _kernline_files .html ;;
    *' --view') _kernline_words 'timeline overview memory roofline heatmap compare matrix series' ;;
    *' --size') _kernline_words '1280x720 1920x1080 2560x1440 3840x2160' ;;
    *' --theme') _kernline_words 'light dark' ;;
    *' --language') _kernline_words 'en zh_CN' ;;
    # end of generated
    *) return 1 ;;
  esac
  return 0
}

_kernline_options() {
  case $command in
    # generated: options
    summary) _kernline_words '--help --capture --json --all --max-memory --color --no-pager' ;;
    stats) _kernline_words '--help --by --kind --filter --range --steps --steps-by --lazy --capture --sort --limit --names --full-names --shapes --json --csv --markdown --max-memory --color --no-pager' ;;
    steps) _kernline_words '--help --steps-by --limit --json --csv --max-memory --color --no-pager' ;;
    calltree) _kernline_words '--help --bottom-up --weight --track --range --steps --steps-by --lazy --depth --min-share --limit --names --json --folded --max-memory --color --no-pager' ;;
    modules) _kernline_words '--help --range --steps --steps-by --lazy --capture --depth --limit --json --csv --max-memory --color --no-pager' ;;
    work) _kernline_words '--help --by --range --steps --steps-by --lazy --capture --ncu --device --limit --json --csv --max-memory --color --no-pager' ;;
    advise) _kernline_words '--help --range --steps --steps-by --lazy --capture --device --limit --json --markdown --max-memory --color --no-pager' ;;
    whatif) _kernline_words '--help --set --steps-by --device --by --limit --output --json --csv --markdown --max-memory --color --no-pager' ;;
    replay) _kernline_words '--help --op --at --range --steps --steps-by --capture --top --write --measured --python --l2 --samples --import --device --json --csv --max-memory --color --no-pager' ;;
    blocks | families | work-rules) _kernline_words '--help --json --max-memory --color --no-pager' ;;
    source) _kernline_words '--help --kernel --by --limit --json --max-memory --color --no-pager' ;;
    events) _kernline_words '--help --name --args --track --range --steps --steps-by --lazy --capture --limit --json --csv --max-memory --color --no-pager' ;;
    tables) _kernline_words '--help --json --csv --all --max-memory --color --no-pager' ;;
    memory) _kernline_words '--help --by --at --range --steps --steps-by --align --limit --json --csv --max-memory --color --no-pager' ;;
    query) _kernline_words '--help --tables --limit --timeout --json --csv --markdown --max-memory --color --no-pager' ;;
    export) _kernline_words '--help --output --format --range --steps --steps-by --args --max-memory --color --no-pager' ;;
    digest) _kernline_words '--help --output --again --max-memory --color --no-pager' ;;
    compare) _kernline_words '--help --metric --rows --columns --for --where --baseline --better --tables --time --by --steps-by --pair --fail-above --matrix --pattern --series --why --ncu --by-time --limit --json --csv --markdown --html --max-memory --color --no-pager' ;;
    ranks) _kernline_words '--help --clock --json --csv --metric --limit --max-memory --color --no-pager' ;;
    render) _kernline_words '--help --view --output --size --range --steps --steps-by --lazy --metric --by --device --blocks --theme --language --max-memory --color --no-pager' ;;
    schema | mcp) _kernline_words '--help --max-memory --color --no-pager' ;;
    demo) _kernline_words '--help --path --max-memory --color --no-pager' ;;
    serve) _kernline_words '--help --stdio --max-memory --color --no-pager' ;;
    # end of generated
    *) _kernline_words '--help --version' ;;
  esac
}

_kernline_operands() {
  case $command in
    # generated: operands
    summary | stats | steps | calltree | modules | work | advise | whatif | replay | blocks | source | events | tables | memory | query | export | digest | compare | ranks | render | families | work-rules) _kernline_profiles ;;
    schema) _kernline_words 'advise blocks calltree compare compare-runs compare-series digest events experiment families heat-map memory memory-comparison memory-log modules query query-tables ranks record-ceilings record-doctor record-list record-run replay source source-comparison stats steps summary tables whatif work work-rules' ;;
    mcp) _kernline_folders ;;
    # end of generated
    *) _kernline_profiles ;;
  esac
}

_kernline() {
  local cur prev command word i
  COMPREPLY=()
  cur=${COMP_WORDS[COMP_CWORD]}
  prev=${COMP_WORDS[COMP_CWORD - 1]}
  if [[ $cur == = ]]; then # "--by=" is three words to bash
    cur=
  elif [[ $prev == = ]]; then
    prev=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  command=
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if [[ " $_kernline_commands " == *" $word "* ]]; then
      command=$word
      break
    fi
  done

  if [[ $command == record ]]; then
    _kernline_record
    return
  fi
  _kernline_value && return
  if [[ $cur == -* ]]; then
    _kernline_options
    return
  fi
  _kernline_operands
  if [[ -z $command && COMP_CWORD -eq 1 ]]; then
    COMPREPLY+=($(compgen -W "$_kernline_commands help" -- "$cur"))
  fi
}

complete -F _kernline kernline
