<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Commands</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>转到(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Tracks</source>
        <translation>轨道(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>E&amp;xport</source>
        <translation>导出(&amp;X)</translation>
    </message>
    <message>
        <source>Kernel na&amp;mes</source>
        <translation>核函数名称(&amp;M)</translation>
    </message>
    <message>
        <source>args</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Open one or more traces or logs</source>
        <translation>打开一个或多个跟踪或日志</translation>
    </message>
    <message>
        <source>Open the &amp;sample</source>
        <translation>打开示例(&amp;S)</translation>
    </message>
    <message>
        <source>Two training iterations of a transformer on an NVIDIA H200</source>
        <translation>NVIDIA H200 上一个 Transformer 的两次训练迭代</translation>
    </message>
    <message>
        <source>&amp;Reload</source>
        <translation>重新加载(&amp;R)</translation>
    </message>
    <message>
        <source>Reload this file</source>
        <translation>重新读取此文件</translation>
    </message>
    <message>
        <source>Cancel &amp;loading</source>
        <translation>取消加载(&amp;L)</translation>
    </message>
    <message>
        <source>Stop loading this file</source>
        <translation>停止加载此文件</translation>
    </message>
    <message>
        <source>Timeline or chart as &amp;picture…</source>
        <translation>将时间线或图表导出为图片(&amp;P)…</translation>
    </message>
    <message>
        <source>Save the timeline, or the chart of a log, as PNG or SVG</source>
        <translation>将时间线或日志的图表保存为 PNG 或 SVG</translation>
    </message>
    <message>
        <source>&amp;Range as trace…</source>
        <translation>将范围导出为跟踪(&amp;R)…</translation>
    </message>
    <message>
        <source>Save the selected range, or the visible range if none is selected, as a smaller Chrome trace</source>
        <translation>将所选范围（没有则为可见范围）保存为较小的 Chrome 跟踪</translation>
    </message>
    <message>
        <source>Whole trace as &amp;SQLite…</source>
        <translation>将整个跟踪导出为 SQLite(&amp;S)…</translation>
    </message>
    <message>
        <source>Save everything as an SQLite database with the tables of the query page</source>
        <translation>将全部内容保存为 SQLite 数据库，包含查询页的各个表</translation>
    </message>
    <message>
        <source>S&amp;tatistics as table…</source>
        <translation>将统计导出为表格(&amp;T)…</translation>
    </message>
    <message>
        <source>Save the rows of the statistics or of a log table as CSV or Markdown</source>
        <translation>将统计或日志表格的行保存为 CSV 或 Markdown</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>Close this file</source>
        <translation>关闭此文件</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Quit Kernline</source>
        <translation>退出 Kernline</translation>
    </message>
    <message>
        <source>&amp;Copy name</source>
        <translation>复制名称(&amp;C)</translation>
    </message>
    <message>
        <source>Copy the full name of the selection</source>
        <translation>复制所选区段的完整名称</translation>
    </message>
    <message>
        <source>Clear &amp;selection</source>
        <translation>清除选择(&amp;S)</translation>
    </message>
    <message>
        <source>Clear the search, the selection and the selected range, one at a time</source>
        <translation>依次清除搜索、选择和所选范围</translation>
    </message>
    <message>
        <source>Select its &amp;time range</source>
        <translation>选择其时间范围(&amp;T)</translation>
    </message>
    <message>
        <source>Limit statistics and search to the time of the selection</source>
        <translation>将统计和搜索限制在所选区段的时间内</translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation>查找(&amp;F)…</translation>
    </message>
    <message>
        <source>Search all names, or the whole log</source>
        <translation>搜索所有名称，或整个日志</translation>
    </message>
    <message>
        <source>Find &amp;next</source>
        <translation>查找下一个(&amp;N)</translation>
    </message>
    <message>
        <source>Go to the next match</source>
        <translation>转到下一处匹配</translation>
    </message>
    <message>
        <source>Find &amp;previous</source>
        <translation>查找上一个(&amp;P)</translation>
    </message>
    <message>
        <source>Go to the previous match</source>
        <translation>转到上一处匹配</translation>
    </message>
    <message>
        <source>&amp;Match case</source>
        <translation>区分大小写(&amp;M)</translation>
    </message>
    <message>
        <source>Distinguish upper and lower case</source>
        <translation>搜索时区分大小写</translation>
    </message>
    <message>
        <source>&amp;Regular expressions</source>
        <translation>正则表达式(&amp;R)</translation>
    </message>
    <message>
        <source>Treat the search text as a regular expression (RE2)</source>
        <translation>将搜索内容作为正则表达式（RE2）</translation>
    </message>
    <message>
        <source>Search in &amp;args too</source>
        <translation>同时搜索参数(&amp;A)</translation>
    </message>
    <message>
        <source>Also search the args of each span, read from the file again</source>
        <translation>同时搜索每个区段的参数，从文件中重新读取</translation>
    </message>
    <message>
        <source>&amp;Only matches</source>
        <translation>仅显示匹配项(&amp;O)</translation>
    </message>
    <message>
        <source>Hide tracks without a match and spans that do not match</source>
        <translation>隐藏没有匹配的行和不匹配的区段</translation>
    </message>
    <message>
        <source>&amp;Kernel families…</source>
        <translation>核函数类别(&amp;K)…</translation>
    </message>
    <message>
        <source>Rules that assign kernels to families, and what each rule matches</source>
        <translation>将核函数归入类别的规则，以及每条规则匹配到的内容</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <source>Show a shorter time range</source>
        <translation>显示更短的时间范围</translation>
    </message>
    <message>
        <source>&amp;Zoom out</source>
        <translation>缩小(&amp;Z)</translation>
    </message>
    <message>
        <source>Show a longer time range</source>
        <translation>显示更长的时间范围</translation>
    </message>
    <message>
        <source>&amp;Whole trace</source>
        <translation>整个跟踪(&amp;W)</translation>
    </message>
    <message>
        <source>Show the whole trace</source>
        <translation>显示整个跟踪</translation>
    </message>
    <message>
        <source>&amp;Fit selection</source>
        <translation>缩放至所选(&amp;F)</translation>
    </message>
    <message>
        <source>Fit selected &amp;range</source>
        <translation>缩放至所选范围(&amp;R)</translation>
    </message>
    <message>
        <source>Zoom to the selected range</source>
        <translation>缩放到所选范围</translation>
    </message>
    <message>
        <source>&amp;Collapse all tracks</source>
        <translation>折叠所有行(&amp;C)</translation>
    </message>
    <message>
        <source>Collapse every process and track</source>
        <translation>折叠每个进程和轨道</translation>
    </message>
    <message>
        <source>&amp;Expand all tracks</source>
        <translation>展开所有行(&amp;E)</translation>
    </message>
    <message>
        <source>Expand every process and track</source>
        <translation>展开每个进程和轨道</translation>
    </message>
    <message>
        <source>O&amp;verview</source>
        <translation>概览(&amp;V)</translation>
    </message>
    <message>
        <source>Where time goes and why the GPU is idle, or everything that a log measured, on one page</source>
        <translation>时间花在哪里、GPU 为何空闲，或日志测得的全部内容，汇集于一页</translation>
    </message>
    <message>
        <source>Idle c&amp;auses</source>
        <translation>空闲原因(&amp;A)</translation>
    </message>
    <message>
        <source>Mark on the timeline why each device is idle</source>
        <translation>在时间线上标出每个设备空闲的原因</translation>
    </message>
    <message>
        <source>&amp;Queue depth</source>
        <translation>队列深度(&amp;Q)</translation>
    </message>
    <message>
        <source>Show how much work is launched but not finished over time</source>
        <translation>显示已启动而未完成的工作量随时间的变化</translation>
    </message>
    <message>
        <source>&amp;Short</source>
        <translation>短名称(&amp;S)</translation>
    </message>
    <message>
        <source>The function, without namespaces, parameters and sizes</source>
        <translation>函数名，不含命名空间、参数和尺寸</translation>
    </message>
    <message>
        <source>&amp;Demangled</source>
        <translation>还原修饰的名称(&amp;D)</translation>
    </message>
    <message>
        <source>The whole C++ declaration</source>
        <translation>完整的 C++ 声明</translation>
    </message>
    <message>
        <source>&amp;Raw</source>
        <translation>原始名称(&amp;R)</translation>
    </message>
    <message>
        <source>As in the file</source>
        <translation>与文件中一致</translation>
    </message>
    <message>
        <source>&amp;Next name style</source>
        <translation>下一种名称样式(&amp;N)</translation>
    </message>
    <message>
        <source>Cycle through short, demangled and raw names</source>
        <translation>在短名称、还原修饰的名称和原始名称之间循环</translation>
    </message>
    <message>
        <source>Log te&amp;xt</source>
        <translation>日志文本(&amp;X)</translation>
    </message>
    <message>
        <source>Show or hide the log text around a table</source>
        <translation>显示或隐藏表格前后的日志文本</translation>
    </message>
    <message>
        <source>Table c&amp;hart</source>
        <translation>表格图表(&amp;H)</translation>
    </message>
    <message>
        <source>Show or hide the chart of a log table</source>
        <translation>显示或隐藏日志表格的图表</translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation>全屏(&amp;U)</translation>
    </message>
    <message>
        <source>Use the whole screen</source>
        <translation>使用整个屏幕</translation>
    </message>
    <message>
        <source>Go to &amp;launch</source>
        <translation>转到启动(&amp;L)</translation>
    </message>
    <message>
        <source>Go from a kernel to the call that launched it</source>
        <translation>从核函数转到启动它的调用</translation>
    </message>
    <message>
        <source>Go to &amp;kernel</source>
        <translation>转到核函数(&amp;K)</translation>
    </message>
    <message>
        <source>Go from a call or an operator to the work that it launched</source>
        <translation>从调用或算子转到它所启动的工作</translation>
    </message>
    <message>
        <source>Go to &amp;operator</source>
        <translation>转到算子(&amp;O)</translation>
    </message>
    <message>
        <source>Go to the operator of the selection</source>
        <translation>转到所选区段的算子</translation>
    </message>
    <message>
        <source>&amp;Previous with this name</source>
        <translation>同名的上一个(&amp;P)</translation>
    </message>
    <message>
        <source>Go to the previous span with the same name</source>
        <translation>转到上一个同名区段</translation>
    </message>
    <message>
        <source>&amp;Next with this name</source>
        <translation>同名的下一个(&amp;N)</translation>
    </message>
    <message>
        <source>Go to the next span with the same name</source>
        <translation>转到下一个同名区段</translation>
    </message>
    <message>
        <source>Go to &amp;track…</source>
        <translation>转到轨道(&amp;T)…</translation>
    </message>
    <message>
        <source>Type part of a track name to go to that track</source>
        <translation>输入轨道名称的一部分即可转到它</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>后退(&amp;B)</translation>
    </message>
    <message>
        <source>Return to the previous view</source>
        <translation>返回上一个视图</translation>
    </message>
    <message>
        <source>For&amp;ward</source>
        <translation>前进(&amp;W)</translation>
    </message>
    <message>
        <source>Go to the next view</source>
        <translation>前往下一个视图</translation>
    </message>
    <message>
        <source>&amp;Mark with a note…</source>
        <translation>添加笔记(&amp;M)…</translation>
    </message>
    <message>
        <source>Add a note at the selection, the selected range or the middle of the view</source>
        <translation>在所选区段、所选范围或视图中央写一条笔记</translation>
    </message>
    <message>
        <source>Next &amp;file</source>
        <translation>下一个文件(&amp;F)</translation>
    </message>
    <message>
        <source>Go to the next open file</source>
        <translation>转到下一个打开的文件</translation>
    </message>
    <message>
        <source>Pre&amp;vious file</source>
        <translation>上一个文件(&amp;V)</translation>
    </message>
    <message>
        <source>Go to the previous open file</source>
        <translation>转到上一个打开的文件</translation>
    </message>
    <message>
        <source>&amp;Filter tracks…</source>
        <translation>筛选行(&amp;F)…</translation>
    </message>
    <message>
        <source>Show only tracks whose names contain a text</source>
        <translation>只显示名称含有某文本的行</translation>
    </message>
    <message>
        <source>&amp;Pin or unpin</source>
        <translation>固定或取消固定(&amp;P)</translation>
    </message>
    <message>
        <source>Pin the track of the selection to the top, or unpin it</source>
        <translation>将所选区段的行固定在顶部，或取消固定</translation>
    </message>
    <message>
        <source>&amp;Hide</source>
        <translation>隐藏(&amp;H)</translation>
    </message>
    <message>
        <source>Hide the track of the selection</source>
        <translation>隐藏所选区段所在的行</translation>
    </message>
    <message>
        <source>Show &amp;only this process</source>
        <translation>仅显示其进程(&amp;O)</translation>
    </message>
    <message>
        <source>Hide all other processes or groups of tracks</source>
        <translation>隐藏其他所有进程或其他所有行组</translation>
    </message>
    <message>
        <source>&amp;Show all tracks</source>
        <translation>显示所有行(&amp;S)</translation>
    </message>
    <message>
        <source>Show all hidden and filtered tracks</source>
        <translation>显示所有被隐藏或筛除的行</translation>
    </message>
    <message>
        <source>Move &amp;up</source>
        <translation>上移(&amp;U)</translation>
    </message>
    <message>
        <source>Swap the track of the selection with the one above</source>
        <translation>所选区段所在的行与上一行交换位置</translation>
    </message>
    <message>
        <source>Move &amp;down</source>
        <translation>下移(&amp;D)</translation>
    </message>
    <message>
        <source>Swap the track of the selection with the one below</source>
        <translation>所选区段所在的行与下一行交换位置</translation>
    </message>
    <message>
        <source>&amp;Taller lanes</source>
        <translation>增加行高(&amp;T)</translation>
    </message>
    <message>
        <source>Make the track of the selection taller</source>
        <translation>增加所选区段所在行的高度</translation>
    </message>
    <message>
        <source>Shorter &amp;lanes</source>
        <translation>降低行高(&amp;L)</translation>
    </message>
    <message>
        <source>Make the track of the selection shorter</source>
        <translation>降低所选区段所在行的高度</translation>
    </message>
    <message>
        <source>O&amp;ne scale per unit</source>
        <translation>同单位使用同一刻度(&amp;N)</translation>
    </message>
    <message>
        <source>Use one scale for counters of the same group and unit</source>
        <translation>同组同单位的计数器使用同一刻度</translation>
    </message>
    <message>
        <source>&amp;Reset arrangement</source>
        <translation>重置排列(&amp;R)</translation>
    </message>
    <message>
        <source>Clear pins, order, heights and hidden tracks for traces of this kind</source>
        <translation>清除此类跟踪的固定、顺序、高度和隐藏设置</translation>
    </message>
    <message>
        <source>Find a &amp;command…</source>
        <translation>查找命令(&amp;C)…</translation>
    </message>
    <message>
        <source>Type part of a command name</source>
        <translation>输入命令名称的一部分</translation>
    </message>
    <message>
        <source>&amp;Keyboard and mouse</source>
        <translation>键盘与鼠标(&amp;K)</translation>
    </message>
    <message>
        <source>Show all shortcuts</source>
        <translation>显示所有快捷键</translation>
    </message>
    <message>
        <source>&amp;About Kernline</source>
        <translation>关于 Kernline(&amp;A)</translation>
    </message>
    <message>
        <source>Version and license</source>
        <translation>版本和许可证</translation>
    </message>
    <message>
        <source>Co&amp;mpare traces…</source>
        <translation>比较跟踪(&amp;M)…</translation>
    </message>
    <message>
        <source>Compare this trace with others in a separate window</source>
        <translation>在单独的窗口中将此跟踪与其他跟踪比较</translation>
    </message>
    <message>
        <source>Recor&amp;d</source>
        <translation>录制(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Panel</source>
        <translation>面板(&amp;P)</translation>
    </message>
    <message>
        <source>Show or hide the panel that runs kernels and programs on this machine&apos;s GPU</source>
        <translation>显示或隐藏在本机 GPU 上运行核函数和程序的页面</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>Run and record what the panel shows</source>
        <translation>运行并录制面板中所示的内容</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>Stop the run and keep the recording</source>
        <translation>停止运行并保留录制内容</translation>
    </message>
    <message>
        <source>&amp;Follow the end</source>
        <translation>跟随末端(&amp;F)</translation>
    </message>
    <message>
        <source>Keep the newest records of a running recording visible</source>
        <translation>让正在进行的录制的最新记录保持可见</translation>
    </message>
    <message>
        <source>Open &amp;folder of ranks…</source>
        <translation>打开各 rank 的文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>Open the traces of all ranks of a run as one trace</source>
        <translation>将一次运行中所有 rank 的跟踪作为一个打开</translation>
    </message>
    <message>
        <source>&amp;Documentation</source>
        <translation>文档(&amp;D)</translation>
    </message>
    <message>
        <source>Show the pages on every feature of Kernline</source>
        <translation>显示 Kernline 各项功能的说明</translation>
    </message>
    <message>
        <source>&amp;Add graph capture…</source>
        <translation>添加图捕获(&amp;A)…</translation>
    </message>
    <message>
        <source>Show which operators launched replayed kernels, from the trace of the capture</source>
        <translation>将另一个文件中捕获 CUDA 图时记录的算子赋给重放的核函数</translation>
    </message>
    <message>
        <source>Zoom to the selected span or step, or to the selected range if none is selected</source>
        <translation>缩放到所选区段或步，没有则缩放到所选范围</translation>
    </message>
    <message>
        <source>Go to what &amp;caused it</source>
        <translation>转到其起因(&amp;C)</translation>
    </message>
    <message>
        <source>Go to the Python function, or the operator of the forward pass, that led to the selection</source>
        <translation>转到引起所选区段的 Python 函数或前向算子</translation>
    </message>
    <message>
        <source>Previous &amp;step</source>
        <translation>上一步(&amp;S)</translation>
    </message>
    <message>
        <source>Go to the previous step</source>
        <translation>转到上一步</translation>
    </message>
    <message>
        <source>N&amp;ext step</source>
        <translation>下一步(&amp;E)</translation>
    </message>
    <message>
        <source>Go to the next step</source>
        <translation>转到下一步</translation>
    </message>
    <message>
        <source>Color device work on the timeline by its share of the roofline instead of by name</source>
        <translation>在时间线上按达到屋顶线的比例而非名称为设备工作着色</translation>
    </message>
    <message>
        <source>Add &amp;Nsight Compute report…</source>
        <translation>添加 Nsight Compute 报告(&amp;N)…</translation>
    </message>
    <message>
        <source>Add values that Nsight Compute measured for these kernels</source>
        <translation>显示同一程序的报告对这些核函数的实测结果</translation>
    </message>
    <message>
        <source>Add memory snaps&amp;hot…</source>
        <translation>添加内存快照(&amp;H)…</translation>
    </message>
    <message>
        <source>Draw a memory snapshot of the same process below the timeline</source>
        <translation>在时间线下方绘制同一进程的内存快照</translation>
    </message>
    <message>
        <source>&amp;Guided look</source>
        <translation>导览(&amp;G)</translation>
    </message>
    <message>
        <source>Five steps through the sample, in two minutes</source>
        <translation>用示例走五步，两分钟</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>面板(&amp;P)</translation>
    </message>
    <message>
        <source>Co&amp;lor by roofline</source>
        <translation>按屋顶线着色(&amp;L)</translation>
    </message>
    <message>
        <source>Open remo&amp;te…</source>
        <translation>打开远程文件(&amp;T)…</translation>
    </message>
    <message>
        <source>Open a file on another machine over ssh, without copying it</source>
        <translation>打开另一台机器上的文件，无需复制</translation>
    </message>
    <message>
        <source>Reo&amp;pen closed file</source>
        <translation>重新打开关闭的文件(&amp;P)</translation>
    </message>
    <message>
        <source>Open the file closed last again</source>
        <translation>再次打开最后关闭的文件</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>Undo the last change of a note</source>
        <translation>撤销对笔记的最后一次更改</translation>
    </message>
    <message>
        <source>Re&amp;do</source>
        <translation>重做(&amp;D)</translation>
    </message>
    <message>
        <source>Repeat the change of a note that was undone</source>
        <translation>重做被撤销的笔记更改</translation>
    </message>
    <message>
        <source>W&amp;hat if this took…</source>
        <translation>假设它耗时(&amp;H)…</translation>
    </message>
    <message>
        <source>Enter how long spans of this name would take, and replay the run</source>
        <translation>输入此名称的调用和工作将花费的时间，然后重放此次运行</translation>
    </message>
    <message>
        <source>With&amp;out the profiler</source>
        <translation>不用性能分析器(&amp;O)</translation>
    </message>
    <message>
        <source>Show all times as they would be without the profiler: the run is replayed</source>
        <translation>显示不用性能分析器时的所有时间：重放此次运行</translation>
    </message>
    <message>
        <source>Mar&amp;k the critical path</source>
        <translation>标出关键路径(&amp;K)</translation>
    </message>
    <message>
        <source>Show the critical path of the steps on the timeline, without the profiler</source>
        <translation>在时间线上显示不用性能分析器时决定步骤时长的关键路径</translation>
    </message>
    <message>
        <source>Record &amp;now</source>
        <translation>立即录制(&amp;N)</translation>
    </message>
    <message>
        <source>Record the program that the panel has started armed</source>
        <translation>录制面板以待命方式启动的程序</translation>
    </message>
</context>
<context>
    <name>Phrase</name>
    <message>
        <source>allocated before the recording</source>
        <translation>在记录开始前分配</translation>
    </message>
    <message>
        <source>unknown origin</source>
        <translation>来源未知</translation>
    </message>
    <message>
        <source>freed without a record</source>
        <translation>释放时没有记录</translation>
    </message>
    <message>
        <source>The search was canceled.</source>
        <translation>搜索已取消。</translation>
    </message>
    <message>
        <source>Not a valid regular expression: %1</source>
        <translation>不是有效的正则表达式：%1</translation>
    </message>
    <message>
        <source>wall time</source>
        <translation>墙钟时间</translation>
    </message>
    <message>
        <source>busy and idle time</source>
        <translation>忙碌与空闲时间</translation>
    </message>
    <message>
        <source>idle causes</source>
        <translation>空闲原因</translation>
    </message>
    <message>
        <source>kernel statistics</source>
        <translation>核函数统计</translation>
    </message>
    <message>
        <source>host statistics</source>
        <translation>主机统计</translation>
    </message>
    <message>
        <source>launch latency</source>
        <translation>启动延迟</translation>
    </message>
    <message>
        <source>queue depth</source>
        <translation>队列深度</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>counters and memory</source>
        <translation>计数器与内存</translation>
    </message>
    <message>
        <source>arrows between spans</source>
        <translation>区段之间的箭头</translation>
    </message>
    <message>
        <source>names</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>The recording or the copy of the file was cut off. Later events are missing from all figures, and tracks may end at different times.</source>
        <translation>记录或文件的副本被截断。之后的内容不在任何数据中；各行可能在不同的时间结束。</translation>
    </message>
    <message>
        <source>The events on both sides were read completely. Figures are not affected.</source>
        <translation>两侧的事件均已完整读取，因此数据不变。</translation>
    </message>
    <message>
        <source>Nothing was lost. Figures are not affected.</source>
        <translation>没有遗漏任何内容，因此数据不变。</translation>
    </message>
    <message>
        <source>They are missing from the timeline, from counts and from totals.</source>
        <translation>每一个都未计入计数与总和，也不在时间线上。</translation>
    </message>
    <message>
        <source>Names or texts may differ from what the program wrote. Times are correct.</source>
        <translation>名称或文本可能与程序的本意不同；时间是正确的。</translation>
    </message>
    <message>
        <source>The text is kept unchanged. Times are correct.</source>
        <translation>文本按原样保留；时间是正确的。</translation>
    </message>
    <message>
        <source>The text is shown with escapes. Times are correct.</source>
        <translation>文本以转义形式显示；时间是正确的。</translation>
    </message>
    <message>
        <source>Names that differ only in these bytes share one table row.</source>
        <translation>仅在该处不同的名称会归入同一行。</translation>
    </message>
    <message>
        <source>A missing duration counts as 0; a missing argument is left out of the figures that use it.</source>
        <translation>读作缺失的时长为 0；读作缺失的参数不计入依赖它的数据。</translation>
    </message>
    <message>
        <source>These ids are compared as text, so tracks and links stay distinct.</source>
        <translation>这类 id 按文本比较，因此行和关联不会混淆。</translation>
    </message>
    <message>
        <source>If the first value was meant, the event has a wrong name, time or argument here.</source>
        <translation>如果写入者指的是第一个值，则该事件在此处的名称、时间或参数有误。</translation>
    </message>
    <message>
        <source>Their events share one time axis. With different clocks, times between the documents are meaningless.</source>
        <translation>它们的事件在同一时间轴上。如果来自不同的时钟，其间的时间没有意义。</translation>
    </message>
    <message>
        <source>Events in that text are missing from all figures.</source>
        <translation>如果其中有事件，则未计入任何数据。</translation>
    </message>
    <message>
        <source>They had nothing to count.</source>
        <translation>其中没有可计入的内容。</translation>
    </message>
    <message>
        <source>They are missing from counts and totals.</source>
        <translation>每一个都未计入计数与总和。</translation>
    </message>
    <message>
        <source>Without a time they cannot be placed. They are missing from counts and totals.</source>
        <translation>没有时间就没有位置；每一个都未计入计数与总和。</translation>
    </message>
    <message>
        <source>They are shown at the limit of the time range, far from where they happened.</source>
        <translation>它们显示在时间范围的边界，远离实际发生的时刻。</translation>
    </message>
    <message>
        <source>They are in counts but add nothing to totals, so mean and median are too low.</source>
        <translation>它们计入事件数而不增加总和；平均值和中位数偏小。</translation>
    </message>
    <message>
        <source>The profiler wrote no time for them. They are in statistics by name, but not in busy time.</source>
        <translation>写入者没有给出它们的时间。忙碌时间不计入它们；按名称的统计计入它们。</translation>
    </message>
    <message>
        <source>Their end is unknown. The duration is an estimate, and the span is marked as unfinished.</source>
        <translation>其真正的结束时间未知，因此时长是推测的，并标记为未结束。</translation>
    </message>
    <message>
        <source>Begin and end events may be paired incorrectly, which shifts time between neighboring names.</source>
        <translation>开始与结束可能配对错误，使附近名称之间的时间发生偏移。</translation>
    </message>
    <message>
        <source>They began before the recording. The time before them is not shown as a span.</source>
        <translation>记录在其之后才开始；之前的时间不显示为区段。</translation>
    </message>
    <message>
        <source>Totals count the overlap twice; busy time, a union, counts it once. Nothing was cut.</source>
        <translation>求和会把共同的时间计两次；忙碌时间取并集，只计一次。没有截断任何内容。</translation>
    </message>
    <message>
        <source>Some arrows are missing. A few are normal: profilers write more flow ends than starts.</source>
        <translation>缺少一些箭头。性能分析器写出的箭头终点多于起点，因此少量缺失不说明问题。</translation>
    </message>
    <message>
        <source>The curve keeps the previous value.</source>
        <translation>曲线保持之前的值。</translation>
    </message>
    <message>
        <source>Track names or the order of tracks may be missing.</source>
        <translation>可能缺少名称或行的顺序。</translation>
    </message>
    <message>
        <source>Its launch time is unknown: launch latency and queue depth exclude it, and idle time before it has an unknown cause.</source>
        <translation>它的启动时间未知：启动延迟和队列深度不计入它，它之前的空闲原因未知。</translation>
    </message>
    <message>
        <source>The file merges processes whose ids collide. The work is not linked to any call, to avoid linking it to a wrong one.</source>
        <translation>文件合并了 id 冲突的进程。为避免关联到别的调用，此工作未关联任何调用。</translation>
    </message>
    <message>
        <source>Device and host clocks differ by at least this much. Launch latency is off by as much, and idle time before such work has an unknown cause.</source>
        <translation>设备与主机的时钟在该处至少相差这么多。启动延迟因此有误，此类工作之前的空闲原因未知。</translation>
    </message>
    <message>
        <source>The profiler does not record which operator they belong to, so statistics by operator list them as graph replays. Times are correct.</source>
        <translation>性能分析器没有说明各由哪个算子产生，因此按算子的统计将其列为图重放。时间是正确的。</translation>
    </message>
    <message>
        <source>They are not spans. Times are not affected.</source>
        <translation>它们不是区段；时间数据不变。</translation>
    </message>
    <message>
        <source>Either CUDA was not traced (`nsys profile --trace=cuda`), or the program did not use a GPU while it was recorded. There are no device figures.</source>
        <translation>要么没有跟踪 CUDA（`nsys profile --trace=cuda`），要么程序在记录期间没有使用 GPU。没有设备的数据。</translation>
    </message>
    <message>
        <source>Something may be missing from the recording; see the profiler&apos;s message.</source>
        <translation>可能有内容未被记录；详见性能分析器自己的说明。</translation>
    </message>
    <message>
        <source>Something was not recorded as requested; see the profiler&apos;s message.</source>
        <translation>有内容未按要求记录；详见性能分析器自己的说明。</translation>
    </message>
    <message>
        <source>device work overlaps other work on its stream</source>
        <translation>设备工作与同一流上的其他工作重叠</translation>
    </message>
    <message>
        <source>Work on a stream runs in order, so either a kernel was allowed to start early (programmatic dependent launch) or the profiler&apos;s end times are too late (known for ROCm). Totals count the overlap twice; busy time counts it once.</source>
        <translation>同一个流上的工作依次执行，因此要么核函数被允许提前开始（程序化依赖启动），要么性能分析器记录的结束时间偏晚（ROCm 已知如此）。求和会把重叠时间计两次；忙碌时间只计一次。</translation>
    </message>
    <message>
        <source>kernels with duration 0</source>
        <translation>时长为 0 的核函数</translation>
    </message>
    <message>
        <source>Real kernels take about a microsecond or more: either the file is rounded to whole microseconds, or the profiler lost their ends. They are in counts but add nothing to totals, and lower mean and median.</source>
        <translation>每个核函数至少需要约一微秒；文件舍入到了整微秒，或性能分析器丢失了其结束时间。它们计入数量而不增加总和，使平均值和中位数偏低。</translation>
    </message>
    <message>
        <source>kernels start before their launch call returns</source>
        <translation>核函数在其启动调用返回之前开始</translation>
    </message>
    <message>
        <source>Normal where a call does more than launch, or waits for a full queue. Latency is measured from the start of the call, so it stays positive.</source>
        <translation>在调用不只是启动、或等待已满的队列时很常见。延迟从调用的开始计起，因此仍为正值。</translation>
    </message>
    <message>
        <source>rises by %1 within %2</source>
        <translation>在 %2 内上升 %1</translation>
    </message>
    <message>
        <source>falls by %1 within %2</source>
        <translation>在 %2 内下降 %1</translation>
    </message>
    <message>
        <source>An idle device starts kernels after a constant minimum latency, so host and device clocks have shifted. Launch latency, idle causes and queue depth are off by as much. Times within the device and within the host are correct.</source>
        <translation>空闲的设备总在恒定的最小延迟之后开始执行核函数，因此主机与设备的时钟发生了相对偏移。启动延迟、空闲原因和队列深度有同样大小的误差。设备内部和主机内部的时间是正确的。</translation>
    </message>
    <message>
        <source>the minimum launch latency of a device jumps to another level</source>
        <translation>某设备的最小启动延迟跳变到另一水平</translation>
    </message>
    <message>
        <source>the minimum launch latency of a device drifts over the trace</source>
        <translation>某设备的最小启动延迟在整个跟踪中漂移</translation>
    </message>
    <message>
        <source>device work lies far outside host time</source>
        <translation>设备工作远在主机的时间之外</translation>
    </message>
    <message>
        <source>Device and host clocks were not aligned, or two recordings were merged. Times between host and device are meaningless. Times within the device are correct.</source>
        <translation>设备与主机的时钟未对齐，或合并了两份记录。主机与设备之间的时间没有意义；设备内部的时间是正确的。</translation>
    </message>
    <message>
        <source>device and host clocks drift apart: the minimum launch latency falls below zero over time</source>
        <translation>设备与主机的时钟逐渐偏离：最小启动延迟随时间降到零以下</translation>
    </message>
    <message>
        <source>The offset between host and device grows over the trace. Launch latency and idle causes are off by as much. Times within the device are correct.</source>
        <translation>主机与设备之间的偏移随跟踪增大。启动延迟和空闲原因有同样大小的误差。设备内部的时间是正确的。</translation>
    </message>
    <message>
        <source>memory records without totals</source>
        <translation>没有总量的内存记录</translation>
    </message>
    <message>
        <source>The file has allocations and frees, but not what was allocated before. Totals start from the smallest value that keeps them above zero; the real ones may be larger.</source>
        <translation>文件只记录了分配和释放，没有记录之前已有多少。总量从使其不低于零的最小值累加得出，真实值可能更大。</translation>
    </message>
    <message>
        <source>The profiler lost records, or started counting in the middle of a run. The memory curve shows them unchanged: its changes are correct, its level is not.</source>
        <translation>性能分析器丢失了记录，或从运行中途开始计数。内存曲线按原样显示：变化是对的，高度不对。</translation>
    </message>
    <message>
        <source>A program cannot use more than its allocator has reserved: one of the two was sampled at another time, or is wrong. Memory that is reserved but unused is unknown there.</source>
        <translation>程序使用的不会多于分配器持有的：两者之一是在另一时刻读取的，或者有误。此处无法得知已保留但未使用的量。</translation>
    </message>
    <message>
        <source>The record is damaged or means something else. It is in neither the curve nor the blocks.</source>
        <translation>记录已损坏，或另有含义。曲线和内存块中都不包含它。</translation>
    </message>
    <message>
        <source>steps without device work</source>
        <translation>没有任何设备工作的步</translation>
    </message>
    <message>
        <source>Either the device was not recorded from the start (profilers miss the first steps), or its work ran after the step ended. Means over steps include them.</source>
        <translation>要么设备没有从一开始就被记录（性能分析器会漏掉最初几步），要么其工作在该步结束之后才运行。各步的平均值包含这些步。</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Rank %1: the file has no start time, so its clock is based on the host clock and on collectives.</source>
        <translation>rank %1：文件没有开始时间，因此它的时钟依据主机时钟和集合通信。</translation>
    </message>
    <message>
        <source>Rank %1: the file has no start time, so its clock is based on collectives and on the assumption that both recordings started together.</source>
        <translation>rank %1：文件没有开始时间，因此它的时钟依据集合通信以及两次记录同时开始的假设。</translation>
    </message>
    <message>
        <source>%1 of %2 ranks are here; missing: %3.</source>
        <translation>共 %2 个 rank，这里有 %1 个；缺少：%3。</translation>
    </message>
    <message>
        <source>Rank %1 and rank %2 do not overlap in time; they may be from different runs.</source>
        <translation>rank %1 与 rank %2 的时间不重叠；它们可能属于不同的运行。</translation>
    </message>
    <message>
        <source>Rank %1 has no collective in common with rank %2, so its clock was not checked.</source>
        <translation>rank %1 与 rank %2 没有共同的集合通信，因此未检查它的时钟。</translation>
    </message>
    <message>
        <source>%1 collective without a process group was matched by its order on the stream.</source>
        <translation>%1 次没有进程组的集合通信按其在流上的顺序配对。</translation>
    </message>
    <message>
        <source>%1 collectives without a process group were matched by their order on each stream.</source>
        <translation>%1 次没有进程组的集合通信按其在各流上的顺序配对。</translation>
    </message>
    <message>
        <source>%1 host collective without a process group or ranks was matched by name, size and order.</source>
        <translation>%1 次没有进程组或 rank 的主机集合通信按名称、大小和顺序配对。</translation>
    </message>
    <message>
        <source>%1 host collectives without a process group or ranks were matched by name, size and order.</source>
        <translation>%1 次没有进程组或 rank 的主机集合通信按名称、大小和顺序配对。</translation>
    </message>
    <message>
        <source>Rank %1 has host collectives without kernels (%2), so its waits are unknown.</source>
        <translation>rank %1 在主机上有 %2 次集合通信，但没有对应的核函数，因此它的等待未知。</translation>
    </message>
    <message>
        <source>%1 of %2 ranks</source>
        <translation>%1，%2 个 rank</translation>
    </message>
    <message>
        <source>Only one rank: there is nothing to wait for.</source>
        <translation>只有一个 rank：没有等待。</translation>
    </message>
    <message>
        <source>These ranks have no collective in common, so waits are unknown.</source>
        <translation>这些 rank 没有共同的集合通信，因此等待未知。</translation>
    </message>
    <message>
        <source>The ranks are in step: waits total %1, %2 of their time.</source>
        <translation>各 rank 步调一致：等待共 %1，占其时间的 %2。</translation>
    </message>
    <message>
        <source>Inconclusive: waits total %1, but clocks may be off by %2 in each of %3 collectives.</source>
        <translation>无法判断：等待共 %1，而在 %3 次集合通信的每一次中时钟可能偏差 %2。</translation>
    </message>
    <message>
        <source>Rank %1 holds up the others: they wait %2 for it, %3 of their time. It is last in %4 of %5 collectives.</source>
        <translation>rank %1 拖慢了其他 rank：它们为它等待 %2，占其时间的 %3。在 %5 次集合通信中它有 %4 次最后开始。</translation>
    </message>
    <message>
        <source>Input shapes differ: %1 gets %2 in the baseline and %3 in the other run</source>
        <translation>输入形状不同：%1 在基线中为 %2，在另一次运行中为 %3</translation>
    </message>
    <message>
        <source>%1 recorded step</source>
        <translation>%1 个已记录的步</translation>
    </message>
    <message>
        <source>%1 recorded steps</source>
        <translation>%1 个已记录的步</translation>
    </message>
    <message>
        <source>%1 span of that name</source>
        <translation>%1 个该名称的区段</translation>
    </message>
    <message>
        <source>%1 spans of that name</source>
        <translation>%1 个该名称的区段</translation>
    </message>
    <message>
        <source>%1 repeating round of kernels</source>
        <translation>%1 轮重复的核函数</translation>
    </message>
    <message>
        <source>%1 repeating rounds of kernels</source>
        <translation>%1 轮重复的核函数</translation>
    </message>
    <message>
        <source>the whole recording</source>
        <translation>整个记录</translation>
    </message>
    <message>
        <source>Different GPUs: %1 and %2</source>
        <translation>GPU 不同：%1 与 %2</translation>
    </message>
    <message>
        <source>Steps are defined differently: %1 and %2</source>
        <translation>步的定义不同：%1 与 %2</translation>
    </message>
    <message>
        <source>Different number of steps: %1 and %2. Compare figures per step, not totals</source>
        <translation>步数不同：%1 与 %2。请比较每步的数值，不要比较总计</translation>
    </message>
    <message>
        <source>No operator and no kernel in common</source>
        <translation>没有共同的算子或核函数</translation>
    </message>
    <message>
        <source>Different number of GPUs: %1 and %2</source>
        <translation>GPU 数量不同：%1 与 %2</translation>
    </message>
    <message>
        <source>%1: %2 from the first to the last GPU work; no repeating steps found</source>
        <translation>%1：从第一项到最后一项 GPU 工作共 %2；没有发现重复的步</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>%1: %2 ± %3 over %4</source>
        <translation>%1：%2 ± %3，共 %4</translation>
    </message>
    <message>
        <source>%1: skipped the first step as warm-up</source>
        <translation>%1：第一步作为预热略去</translation>
    </message>
    <message>
        <source>%1: skipped the first %2 steps as warm-up</source>
        <translation>%1：前 %2 步作为预热略去</translation>
    </message>
    <message>
        <source>%1: skipped %2 step over 3 times the median: %3</source>
        <translation>%1：略去 %2 个超过中位数 3 倍的步：%3</translation>
    </message>
    <message>
        <source>%1: skipped %2 steps over 3 times the median, the longest %3</source>
        <translation>%1：略去 %2 个超过中位数 3 倍的步，最长 %3</translation>
    </message>
    <message>
        <source>%1: %2, the busiest of %3 GPUs</source>
        <translation>%1：%2，%3 个 GPU 中最忙的一个</translation>
    </message>
    <message>
        <source>%1 has no GPU work to compare. Use kernline stats for its threads</source>
        <translation>%1 中没有可比较的 GPU 工作。其线程请用 kernline stats 查看</translation>
    </message>
    <message>
        <source>(outside steps)</source>
        <translation>（各步之外）</translation>
    </message>
    <message>
        <source>at the same place of a step, %1 of %2 times</source>
        <translation>在步中处于同一位置，%2 次中有 %1 次</translation>
    </message>
    <message>
        <source>same name except for tiles, architecture and template arguments</source>
        <translation>除分块、架构和模板参数外名称相同</translation>
    </message>
    <message>
        <source>launched by the same operator, as often per step</source>
        <translation>由同一算子启动，每步次数相同</translation>
    </message>
    <message>
        <source>The last round is skipped, since nothing marks its end</source>
        <translation>略去最后一轮，因为没有标记表明它何时结束</translation>
    </message>
    <message>
        <source>step time</source>
        <translation>步时间</translation>
    </message>
    <message>
        <source>GPU busy time</source>
        <translation>GPU 忙碌时间</translation>
    </message>
    <message>
        <source>GPU idle time</source>
        <translation>GPU 空闲时间</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>核函数数</translation>
    </message>
    <message>
        <source>peak memory</source>
        <translation>峰值显存</translation>
    </message>
    <message>
        <source>reserved memory</source>
        <translation>保留显存</translation>
    </message>
    <message>
        <source>(CUDA graph)</source>
        <translation>（CUDA 图）</translation>
    </message>
    <message>
        <source>(no operator)</source>
        <translation>（无算子）</translation>
    </message>
    <message>
        <source>No other run has &quot;%1&quot;, so it is not paired with &quot;%2&quot;</source>
        <translation>其他运行中没有“%1”，因此未与“%2”配对</translation>
    </message>
    <message>
        <source>Rows by launch order are not paired by name: &quot;%1&quot; is not paired with &quot;%2&quot;</source>
        <translation>按启动顺序的行不按名称配对：“%1”未与“%2”配对</translation>
    </message>
    <message>
        <source>No significant change.</source>
        <translation>没有显著变化。</translation>
    </message>
    <message>
        <source>Cannot tell changes from noise: a run with a single step has no spread.</source>
        <translation>无法区分变化与噪声：只有一步的运行没有离散度。</translation>
    </message>
    <message>
        <source>%1 % slower from run %2 on (%3)</source>
        <translation>从第 %2 次运行（%3）起慢 %1 %</translation>
    </message>
    <message>
        <source>%1 % faster from run %2 on (%3)</source>
        <translation>从第 %2 次运行（%3）起快 %1 %</translation>
    </message>
    <message>
        <source>… %1 more</source>
        <translation>… 另外 %1 项</translation>
    </message>
    <message>
        <source>idle: %1</source>
        <translation>空闲：%1</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>已消失</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>Peak allocated memory: %1 → %2 (%3); reserved: %4 → %5</source>
        <translation>已分配显存峰值：%1 → %2（%3）；保留：%4 → %5</translation>
    </message>
    <message>
        <source>Peak allocated memory: %1 → %2 (%3)</source>
        <translation>已分配显存峰值：%1 → %2（%3）</translation>
    </message>
    <message>
        <source>same model and parameters in its name</source>
        <translation>名称中的模型和参数相同</translation>
    </message>
    <message>
        <source>%1 % faster: %2 → %3 per step.</source>
        <translation>快 %1 %：每步 %2 → %3。</translation>
    </message>
    <message>
        <source>%1 % slower: %2 → %3 per step.</source>
        <translation>慢 %1 %：每步 %2 → %3。</translation>
    </message>
    <message>
        <source>%1× faster: %2 → %3 per step.</source>
        <translation>速度为 %1 倍：每步 %2 → %3。</translation>
    </message>
    <message>
        <source>%1× slower: %2 → %3 per step.</source>
        <translation>耗时为 %1 倍：每步 %2 → %3。</translation>
    </message>
    <message>
        <source>No significant difference: %1 → %2 per step.</source>
        <translation>没有显著差异：每步 %1 → %2。</translation>
    </message>
    <message>
        <source>Difference is significant (%1 %). Noise floor: ±%2 % of a step.</source>
        <translation>差异显著（%1 %）。噪声水平：每步的 ±%2 %。</translation>
    </message>
    <message>
        <source>Difference is not significant (%1 %). Noise floor: ±%2 % of a step.</source>
        <translation>差异不显著（%1 %）。噪声水平：每步的 ±%2 %。</translation>
    </message>
    <message>
        <source>%1 relative to %2</source>
        <translation>%1（相对于 %2）</translation>
    </message>
    <message>
        <source>%1 [%2]</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>∝ n^%1 (2 points)</source>
        <translation>∝ n^%1（2 个点）</translation>
    </message>
    <message>
        <source>one</source>
        <translation>其一</translation>
    </message>
    <message>
        <source>%1 overtakes %2 at %3 %4</source>
        <translation>%1 在 %3 为 %4 处反超 %2</translation>
    </message>
    <message>
        <source>%1 overtakes %2 at %3 %4, extrapolated from the fits</source>
        <translation>%1 在 %3 为 %4 处反超 %2（由拟合外推）</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>%1 (%2–%3, n=%4)</source>
        <translation>%1（%2–%3，n=%4）</translation>
    </message>
    <message>
        <source>Time of listed kernels</source>
        <translation>所列核函数的时间</translation>
    </message>
    <message>
        <source>Time of listed operators</source>
        <translation>所列算子的时间</translation>
    </message>
    <message>
        <source>Time of listed rows</source>
        <translation>所列各行的时间</translation>
    </message>
    <message>
        <source>%1: Nsight Compute report without kernel durations. Record them with ncu --metrics gpu__time_duration.sum or --section SpeedOfLight</source>
        <translation>%1：Nsight Compute 报告中没有核函数时长。请用 ncu --metrics gpu__time_duration.sum 或 --section SpeedOfLight 记录</translation>
    </message>
    <message>
        <source>%1: by device time %2 (listed rows only). Kernel run time, without the gaps between kernels.</source>
        <translation>%1：按设备时间 %2（仅含列出的行）。即核函数的运行时间，不含其间的空隙。</translation>
    </message>
    <message>
        <source>%1: by device time %2. Kernel run time, without the gaps between kernels.</source>
        <translation>%1：按设备时间 %2。即核函数的运行时间，不含其间的空隙。</translation>
    </message>
    <message>
        <source>%1: by host time %2 (listed rows only). Host thread time under the profiler, with waits for the device and profiler overhead.</source>
        <translation>%1：按主机时间 %2（仅含列出的行）。即性能分析器下主机线程的时间，包括等待设备的时间和性能分析器的开销。</translation>
    </message>
    <message>
        <source>%1: by host time %2. Host thread time under the profiler, with waits for the device and profiler overhead.</source>
        <translation>%1：按主机时间 %2。即性能分析器下主机线程的时间，包括等待设备的时间和性能分析器的开销。</translation>
    </message>
    <message>
        <source>%1: by printed times %2.</source>
        <translation>%1：按打印的时间 %2。</translation>
    </message>
    <message>
        <source>%1: by time per launch %2, for kernels in both tables, with the launch counts of %3.</source>
        <translation>%1：按单次启动时间 %2，只计两个表格共有的核函数，启动次数以 %3 为准。</translation>
    </message>
    <message>
        <source>The log prints %1 (line %2).</source>
        <translation>日志打印 %1（第 %2 行）。</translation>
    </message>
    <message>
        <source>the same as by device time</source>
        <translation>与按设备时间的相同</translation>
    </message>
    <message>
        <source>%1 % higher than by device time</source>
        <translation>比按设备时间的高 %1 %</translation>
    </message>
    <message>
        <source>%1 % lower than by device time</source>
        <translation>比按设备时间的低 %1 %</translation>
    </message>
    <message>
        <source>the same as by host time</source>
        <translation>与按主机时间的相同</translation>
    </message>
    <message>
        <source>%1 % higher than by host time</source>
        <translation>比按主机时间的高 %1 %</translation>
    </message>
    <message>
        <source>%1 % lower than by host time</source>
        <translation>比按主机时间的低 %1 %</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>The printed speed-up is %1. It usually compares wall time measured without the profiler, where kernels, gaps, launches and waits overlap; table totals add up all activity under the profiler.</source>
        <translation>打印的加速比%1。它通常是不用性能分析器测得的墙钟时间之比，其中核函数、空隙、启动和等待相互重叠；表格的总计则是在性能分析器下把各项活动相加。</translation>
    </message>
    <message>
        <source>%1: skipped %2 of %3 launches, which have no duration.</source>
        <translation>%1：%3 次启动中有 %2 次没有时长，未计入。</translation>
    </message>
    <message>
        <source>%1: SM clock %2 to %3 GHz.</source>
        <translation>%1：SM 时钟为 %2 至 %3 GHz。</translation>
    </message>
    <message>
        <source>Nsight Compute runs each kernel alone and replays it for every group of metrics, by default with caches flushed and clocks locked to base. Its times differ from those of a normal run.</source>
        <translation>Nsight Compute 单独运行每个核函数，并为每组指标重放；默认还会清空缓存并把时钟锁定在基准频率。其时间与正常运行时不同。</translation>
    </message>
    <message>
        <source>≈ cut name, matched by count and time</source>
        <translation>≈ 名称被截断，按次数和时间匹配</translation>
    </message>
    <message>
        <source>cut name</source>
        <translation>名称被截断</translation>
    </message>
    <message>
        <source>matched by short name</source>
        <translation>按短名称匹配</translation>
    </message>
    <message>
        <source>not listed</source>
        <translation>未列出</translation>
    </message>
    <message>
        <source>table at line %1</source>
        <translation>第 %1 行的表格</translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <translation>%1，第 %2 行</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: loading was canceled</source>
        <translation>%1：加载已取消</translation>
    </message>
    <message>
        <source>Chrome trace JSON</source>
        <translation>Chrome 跟踪 JSON</translation>
    </message>
    <message>
        <source>%1 is empty</source>
        <translation>%1 为空</translation>
    </message>
    <message>
        <source>%1 is not a trace. It looks like %2</source>
        <translation>%1 不是跟踪。它看起来是 %2</translation>
    </message>
    <message>
        <source>byte %1</source>
        <translation>第 %1 字节</translation>
    </message>
    <message>
        <source>%1: no event table</source>
        <translation>%1：没有事件表</translation>
    </message>
    <message>
        <source>event table (CSV)</source>
        <translation>事件表（CSV）</translation>
    </message>
    <message>
        <source>cannot open %1: %2</source>
        <translation>无法打开 %1：%2</translation>
    </message>
    <message>
        <source>cannot store standard input: the disk is full</source>
        <translation>无法保存标准输入：磁盘已满</translation>
    </message>
    <message>
        <source>%1 is a Python pickle, but not a memory snapshot from torch.cuda.memory._dump_snapshot()</source>
        <translation>%1 是 Python pickle，但不是 torch.cuda.memory._dump_snapshot() 的内存快照</translation>
    </message>
    <message>
        <source>%1 (%2 at byte %3)</source>
        <translation>%1（第 %3 字节：%2）</translation>
    </message>
    <message>
        <source>%1: torch.profiler memory timeline without records</source>
        <translation>%1：没有记录的 torch.profiler 内存时间线</translation>
    </message>
    <message>
        <source>standard input</source>
        <translation>标准输入</translation>
    </message>
    <message>
        <source>%1: damaged SQLite database (%2). Export it again with `nsys export --type sqlite`</source>
        <translation>%1：SQLite 数据库已损坏（%2）。请用 `nsys export --type sqlite` 重新导出</translation>
    </message>
    <message>
        <source>Nsight Systems SQLite export</source>
        <translation>Nsight Systems SQLite 导出</translation>
    </message>
    <message>
        <source>Nsight Systems SQLite export, schema %1</source>
        <translation>Nsight Systems SQLite 导出，schema %1</translation>
    </message>
    <message>
        <source>%1, row %2</source>
        <translation>%1，第 %2 行</translation>
    </message>
    <message>
        <source>%1 is not an archive</source>
        <translation>%1 不是归档文件</translation>
    </message>
    <message>
        <source>%1 does not contain %2</source>
        <translation>%1 中没有 %2</translation>
    </message>
    <message>
        <source>%1: not enough memory for the trace in this page</source>
        <translation>%1：内存不足以容纳此网页中的跟踪</translation>
    </message>
    <message>
        <source>%1: compressed HTML page of more than %2 bytes. Unpack it first</source>
        <translation>%1：压缩的 HTML 网页超过 %2 字节。请先解压</translation>
    </message>
    <message>
        <source>%1: HTML page without a Chrome trace. For systrace pages with Linux ftrace text, use Perfetto</source>
        <translation>%1：HTML 网页中没有 Chrome 跟踪。含 Linux ftrace 文本的 systrace 网页请用 Perfetto</translation>
    </message>
    <message>
        <source>cannot read %1</source>
        <translation>无法读取 %1</translation>
    </message>
    <message>
        <source>%1: empty %2 archive</source>
        <translation>%1：空的 %2 归档</translation>
    </message>
    <message>
        <source>%1: %2 archive without a trace or a log, only %3</source>
        <translation>%1：%2 归档中没有跟踪或日志，只有 %3</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 is a folder. Choose a file in it</source>
        <translation>%1 是文件夹。请选择其中的文件</translation>
    </message>
    <message>
        <source>No writable temporary folder. Set TMPDIR, or unpack the file first</source>
        <translation>没有可写的临时文件夹。请设置 TMPDIR，或先解压文件</translation>
    </message>
    <message>
        <source>%1: a database over %2 that is compressed, piped, truncated or in write-ahead mode does not fit into memory. Save it as a plain file, or export it again if it is damaged</source>
        <translation>%1：经压缩、管道、截断或处于预写日志模式的数据库超过 %2，无法放入内存。请存为普通文件；如已损坏，请重新导出</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>没有这样的文件或目录</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>权限不足</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>是一个目录</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>不是目录</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>设备上没有剩余空间</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>只读文件系统</translation>
    </message>
    <message>
        <source>%2 %1</source>
        <translation>%2 %1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>cannot write the file (%1).</source>
        <translation>无法写入文件（%1）。</translation>
    </message>
    <message>
        <source>cannot remove the file (%1).</source>
        <translation>无法删除文件（%1）。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a time; write 1500000, 1.5ms or 2s</source>
        <translation>“%1”不是时间；请写成 1500000、1.5ms 或 2s</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a unit of time; use ns, us, ms, s or min</source>
        <translation>“%1”不是时间单位；请用 ns、us、ms、s 或 min</translation>
    </message>
    <message>
        <source>&quot;%1&quot; does not fit into 64-bit nanoseconds</source>
        <translation>“%1”超出 64 位纳秒的范围</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a range; write A..B, for example 1.2ms..3ms</source>
        <translation>“%1”不是范围；请写成 A..B，例如 1.2ms..3ms</translation>
    </message>
    <message>
        <source>&quot;%1&quot; ends before it starts</source>
        <translation>“%1”的结束早于开始</translation>
    </message>
    <message>
        <source>row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>核函数</translation>
    </message>
    <message>
        <source>annotation</source>
        <translation>标注</translation>
    </message>
    <message>
        <source>trace</source>
        <translation>跟踪</translation>
    </message>
    <message>
        <source>summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>the input is truncated or damaged</source>
        <translation>输入被截断或已损坏</translation>
    </message>
    <message>
        <source>lines over 1 MiB, read up to that length</source>
        <translation>超过 1 MiB 的行，只读到该处</translation>
    </message>
    <message>
        <source>invalid UTF-8 in the text that was kept</source>
        <translation>所保留文本中有无效的 UTF-8</translation>
    </message>
    <message>
        <source>binary lines, skipped</source>
        <translation>二进制行，已跳过</translation>
    </message>
    <message>
        <source>table rows with missing columns, skipped</source>
        <translation>表格中缺少列的行，已略去</translation>
    </message>
    <message>
        <source>cells that are not numbers in their column&apos;s unit, kept as text</source>
        <translation>不是其列单位的数字的单元格，按文本保留</translation>
    </message>
    <message>
        <source>tables without a header, columns inferred from the rows</source>
        <translation>没有表头的表格，由各行推断出列</translation>
    </message>
    <message>
        <source>truncated tables</source>
        <translation>被截断的表格</translation>
    </message>
    <message>
        <source>unrelated lines inside a table</source>
        <translation>表格中夹杂的无关行</translation>
    </message>
    <message>
        <source>tables with wrapped lines, joined again</source>
        <translation>行被折断的表格，已重新拼接</translation>
    </message>
    <message>
        <source>text attached to a number, removed</source>
        <translation>粘在数字后的文本，已略去</translation>
    </message>
    <message>
        <source>percentages that do not match the row&apos;s share of the total</source>
        <translation>百分比不等于该行占总计的比例</translation>
    </message>
    <message>
        <source>averages that do not match total by calls</source>
        <translation>平均值不等于总计除以调用次数</translation>
    </message>
    <message>
        <source>rows that add up to more than the printed total</source>
        <translation>各行之和超过打印的总计</translation>
    </message>
    <message>
        <source>minimum, median, average and maximum out of order</source>
        <translation>最小值、中位数、平均值和最大值的次序不对</translation>
    </message>
    <message>
        <source>cut names that match several longer ones</source>
        <translation>截断的名称，有多个更长的名称以其开头</translation>
    </message>
    <message>
        <source>numbers beyond 2,000,000 and failures beyond 100,000, not kept</source>
        <translation>超出两百万个数字或十万次失败的部分，未保留</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>the file is damaged; only what precedes the damage was read</source>
        <translation>文件已损坏；损坏之前的内容已读取</translation>
    </message>
    <message>
        <source>the file tried to run code; nothing was run</source>
        <translation>文件想要运行代码；没有运行任何代码</translation>
    </message>
    <message>
        <source>incomplete records, skipped</source>
        <translation>不完整的记录，已跳过</translation>
    </message>
    <message>
        <source>records of an unknown kind</source>
        <translation>种类未知的记录</translation>
    </message>
    <message>
        <source>frees of memory allocated before the recording</source>
        <translation>释放了记录开始前的分配</translation>
    </message>
    <message>
        <source>addresses allocated twice without a free</source>
        <translation>地址未经释放又被分配</translation>
    </message>
    <message>
        <source>totals below zero</source>
        <translation>总量小于零</translation>
    </message>
    <message>
        <source>impossible totals: more allocated than reserved</source>
        <translation>不可能的总量：已分配多于已保留</translation>
    </message>
    <message>
        <source>sizes that no device has, skipped</source>
        <translation>没有设备能有的大小；已略去</translation>
    </message>
    <message>
        <source>records out of order, moved to the time of the previous one</source>
        <translation>记录早于前一条；已移到前一条的时刻</translation>
    </message>
    <message>
        <source>a rule needs a family and a pattern, for example “attention: flash_”</source>
        <translation>规则需要类别和模式，例如“attention: flash_”</translation>
    </message>
    <message>
        <source>the pattern is longer than 1000 bytes; split it into several rules</source>
        <translation>模式超过 1000 字节；请拆成多条规则</translation>
    </message>
    <message>
        <source>“%1” is not a valid regular expression: %2</source>
        <translation>“%1”不是有效的正则表达式：%2</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>convolution</source>
        <translation>卷积</translation>
    </message>
    <message>
        <source>elementwise</source>
        <translation>逐元素</translation>
    </message>
    <message>
        <source>reduction</source>
        <translation>归约</translation>
    </message>
    <message>
        <source>normalization</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <source>fill</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>sort and scan</source>
        <translation>排序与扫描</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>cannot read the file (%1).</source>
        <translation>无法读取文件（%1）。</translation>
    </message>
    <message>
        <source>cannot read the file.</source>
        <translation>无法读取文件。</translation>
    </message>
    <message>
        <source>Notes in %1: %2</source>
        <translation>%1 中的笔记：%2</translation>
    </message>
    <message>
        <source>the file is over 64 MiB, too large for notes.</source>
        <translation>文件超过 64 MiB，对笔记来说太大。</translation>
    </message>
    <message>
        <source>not in Kernline&apos;s format. Move the file away to start new notes.</source>
        <translation>不是 Kernline 的格式。移走该文件即可新建笔记。</translation>
    </message>
    <message>
        <source>written by a newer version of Kernline. Update Kernline to open them.</source>
        <translation>由较新版本的 Kernline 写入。请更新 Kernline 后打开。</translation>
    </message>
    <message>
        <source>the file is damaged (%1). Repair it or move it away.</source>
        <translation>文件已损坏（%1）。请修复或移走。</translation>
    </message>
    <message>
        <source>the file is truncated; what precedes the end is shown</source>
        <translation>文件提前结束；显示结束之前的内容</translation>
    </message>
    <message>
        <source>missing commas were assumed</source>
        <translation>缺少逗号，已按有逗号处理</translation>
    </message>
    <message>
        <source>extra commas were ignored</source>
        <translation>多余的逗号已忽略</translation>
    </message>
    <message>
        <source>unreadable events were skipped</source>
        <translation>无法读取的事件已跳过</translation>
    </message>
    <message>
        <source>unescaped quotes in strings were kept as text</source>
        <translation>字符串中的引号未转义，已按文本保留</translation>
    </message>
    <message>
        <source>unescaped backslashes were kept as text</source>
        <translation>反斜杠未转义，已按文本保留</translation>
    </message>
    <message>
        <source>control characters in strings were kept</source>
        <translation>字符串中的原始控制字符已保留</translation>
    </message>
    <message>
        <source>invalid UTF-8 was replaced</source>
        <translation>无效的 UTF-8 已替换</translation>
    </message>
    <message>
        <source>NaN and infinite values were treated as missing</source>
        <translation>NaN 或无穷大的值按缺失处理</translation>
    </message>
    <message>
        <source>integers over 64 bits were kept as text</source>
        <translation>超过 64 位的整数按文本保留</translation>
    </message>
    <message>
        <source>duplicate keys in an event; the last value counts</source>
        <translation>同一事件中键出现两次；以最后的值为准</translation>
    </message>
    <message>
        <source>several JSON documents in the file; all were read</source>
        <translation>文件含有多个 JSON 文档；均已读取</translation>
    </message>
    <message>
        <source>text after the document was skipped</source>
        <translation>文档之后的文本已跳过</translation>
    </message>
    <message>
        <source>entries that are not events were skipped</source>
        <translation>不是事件的条目已跳过</translation>
    </message>
    <message>
        <source>events with an unknown phase were skipped</source>
        <translation>阶段未知的事件已跳过</translation>
    </message>
    <message>
        <source>events without a timestamp were skipped</source>
        <translation>没有时间戳的事件已跳过</translation>
    </message>
    <message>
        <source>events with an invalid timestamp were skipped</source>
        <translation>时间戳无效的事件已跳过</translation>
    </message>
    <message>
        <source>times outside 64-bit nanoseconds were clamped</source>
        <translation>超出 64 位纳秒范围的时间已截断</translation>
    </message>
    <message>
        <source>complete events without a duration were given duration 0</source>
        <translation>没有时长的完整事件，时长计为 0</translation>
    </message>
    <message>
        <source>complete events with an invalid duration were given duration 0</source>
        <translation>时长无效的完整事件，时长计为 0</translation>
    </message>
    <message>
        <source>negative durations were set to 0</source>
        <translation>负的时长已设为 0</translation>
    </message>
    <message>
        <source>events at time 0, far before all others, were left out of the trace bounds</source>
        <translation>时刻为 0、远早于其他事件的事件不计入跟踪的范围</translation>
    </message>
    <message>
        <source>end events without a begin were skipped</source>
        <translation>没有开始的结束已跳过</translation>
    </message>
    <message>
        <source>begin events without an end were closed at the end of their thread</source>
        <translation>没有结束的开始事件已在其线程末尾结束</translation>
    </message>
    <message>
        <source>end events have another name than their begin</source>
        <translation>结束事件与其开始的名称不同</translation>
    </message>
    <message>
        <source>async end or step events without a begin were skipped</source>
        <translation>没有开始的异步结束或步已跳过</translation>
    </message>
    <message>
        <source>async begin events without an end were closed at the end of the trace</source>
        <translation>没有结束的异步开始事件已在跟踪末尾结束</translation>
    </message>
    <message>
        <source>overlapping spans that do not nest were put on extra lanes</source>
        <translation>区段重叠而不嵌套，各占一条子行</translation>
    </message>
    <message>
        <source>flow events without a counterpart or a span</source>
        <translation>没有对应项或区段的流事件</translation>
    </message>
    <message>
        <source>invalid counter values were skipped</source>
        <translation>无效的计数器值已跳过</translation>
    </message>
    <message>
        <source>unusable metadata events</source>
        <translation>无法使用的元数据事件</translation>
    </message>
    <message>
        <source>device work whose launch call is not in the trace</source>
        <translation>设备工作的启动调用不在跟踪中</translation>
    </message>
    <message>
        <source>device work with an ambiguous correlation id, shared by several processes, was not linked</source>
        <translation>关联 id 为多个进程共有而有歧义的设备工作，未作关联</translation>
    </message>
    <message>
        <source>device work starts before its launch call</source>
        <translation>设备工作在其启动调用之前开始</translation>
    </message>
    <message>
        <source>device work of CUDA graphs: many kernels per launch call</source>
        <translation>CUDA 图的设备工作：每次启动调用有许多核函数</translation>
    </message>
    <message>
        <source>records of kinds that are counted but not shown</source>
        <translation>这类记录只计数而不显示</translation>
    </message>
    <message>
        <source>the recording has no CUDA data: no kernels, copies or API calls</source>
        <translation>记录中没有 CUDA 数据：没有核函数、拷贝或 API 调用</translation>
    </message>
    <message>
        <source>the profiler reported warnings</source>
        <translation>性能分析器报告了警告</translation>
    </message>
    <message>
        <source>the profiler reported errors</source>
        <translation>性能分析器报告了错误</translation>
    </message>
    <message>
        <source>%1: not enough memory. Close other files or programs and try again</source>
        <translation>%1：内存不足。请关闭其他文件或程序后重试</translation>
    </message>
    <message>
        <source>%1: no trace, and no table, metric or failure that Kernline can read. It looks like %2</source>
        <translation>%1：没有跟踪，也没有 Kernline 能读取的表格、指标或失败。它看起来是 %2</translation>
    </message>
    <message>
        <source>%1 and %2 are both rank %3. Choose the files of one run</source>
        <translation>%1 和 %2 都是 rank %3。请选择同一次运行的文件</translation>
    </message>
    <message>
        <source>%1 is from a run of world size %2, %3 from one of world size %4. Choose the files of one run</source>
        <translation>%1 所属的运行有 %2 个 rank，%3 所属的有 %4 个。请选择同一次运行的文件</translation>
    </message>
    <message>
        <source>Too many spans for one trace. Open fewer ranks</source>
        <translation>区段太多，一个跟踪无法容纳。请减少打开的 rank</translation>
    </message>
    <message>
        <source>cannot set the clock of rank %1: no such rank</source>
        <translation>无法设置 rank %1 的时钟：没有这个 rank</translation>
    </message>
    <message>
        <source>Skipped: %1.</source>
        <translation>已略去：%1。</translation>
    </message>
    <message>
        <source>%1 has no trace</source>
        <translation>%1 中没有跟踪</translation>
    </message>
    <message>
        <source>cannot read folder %1: %2</source>
        <translation>无法读取文件夹 %1：%2</translation>
    </message>
    <message>
        <source>%1 has the ranks of %2 runs: %3. Choose one, for example %4</source>
        <translation>%1 含有 %2 次运行的 rank：%3。请选择其中一次，例如 %4</translation>
    </message>
    <message>
        <source>%1: export was canceled</source>
        <translation>%1：导出已取消</translation>
    </message>
    <message>
        <source>cannot write %1: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>%1 is the trace itself. Choose another name</source>
        <translation>%1 就是跟踪文件本身。请另取名称</translation>
    </message>
    <message>
        <source>unknown error</source>
        <translation>未知错误</translation>
    </message>
    <message>
        <source>%1: written by a newer version of Kernline. Update Kernline to open it</source>
        <translation>%1：由较新版本的 Kernline 写入。请更新 Kernline 后打开</translation>
    </message>
    <message>
        <source>Kernline SQLite export</source>
        <translation>Kernline SQLite 导出</translation>
    </message>
    <message>
        <source>tracks of the timeline: threads, streams and others with spans</source>
        <translation>时间线的行：线程、流和其他含有区段的行</translation>
    </message>
    <message>
        <source>number of the track, for joins</source>
        <translation>轨道的编号，用于连接</translation>
    </message>
    <message>
        <source>as spans.track</source>
        <translation>同 spans.track</translation>
    </message>
    <message>
        <source>title of the process or device</source>
        <translation>进程或设备的标题</translation>
    </message>
    <message>
        <source>as in the file</source>
        <translation>与文件一致</translation>
    </message>
    <message>
        <source>index of the GPU; NULL on the host</source>
        <translation>GPU 的序号；在主机上则为 NULL</translation>
    </message>
    <message>
        <source>distributed rank; NULL if unknown</source>
        <translation>分布式 rank；未知则为 NULL</translation>
    </message>
    <message>
        <source>number of spans</source>
        <translation>区段数</translation>
    </message>
    <message>
        <source>number of lanes</source>
        <translation>子行数</translation>
    </message>
    <message>
        <source>start of the first span</source>
        <translation>第一个区段的开始</translation>
    </message>
    <message>
        <source>end of the last span</source>
        <translation>最后一个区段的结束</translation>
    </message>
    <message>
        <source>data issues: what the importer repaired or skipped, and what may be wrong</source>
        <translation>导入时修复、跳过或存疑的内容</translation>
    </message>
    <message>
        <source>number of occurrences</source>
        <translation>出现次数</translation>
    </message>
    <message>
        <source>position of the first one: byte of the decompressed text, or row of a database</source>
        <translation>第一个的位置：解压后文本的字节，或数据库的行</translation>
    </message>
    <message>
        <source>example: the first one</source>
        <translation>示例：第一个</translation>
    </message>
    <message>
        <source>description</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>the trace as a whole, and the members of the document besides the events</source>
        <translation>整个跟踪，以及文档中除事件之外的成员</translation>
    </message>
    <message>
        <source>all other attributes of a span; read from the file, so filter by span_id where possible</source>
        <translation>区段的其他全部属性；从文件中读取，因此请尽量按 span_id 筛选</translation>
    </message>
    <message>
        <source>name of the argument</source>
        <translation>参数的名称</translation>
    </message>
    <message>
        <source>number or text; lists and objects as JSON</source>
        <translation>数字或文本；列表和对象为 JSON</translation>
    </message>
    <message>
        <source>The query was canceled.</source>
        <translation>查询已取消。</translation>
    </message>
    <message>
        <source>Not enough memory for the result. Narrow the query.</source>
        <translation>内存不足以容纳结果。请缩小查询范围。</translation>
    </message>
    <message>
        <source>The query is empty. Write a SELECT.</source>
        <translation>查询为空。请写一条 SELECT。</translation>
    </message>
    <message>
        <source>More than one statement. Run them one at a time.</source>
        <translation>不止一条语句。请逐条运行。</translation>
    </message>
    <message>
        <source>device work and its launch call on the host</source>
        <translation>设备工作与其在主机上的启动调用</translation>
    </message>
    <message>
        <source>spans.id of the call</source>
        <translation>调用的 spans.id</translation>
    </message>
    <message>
        <source>spans.id of the kernel, memcpy or memset</source>
        <translation>核函数、memcpy 或 memset 的 spans.id</translation>
    </message>
    <message>
        <source>name of the call</source>
        <translation>调用的名称</translation>
    </message>
    <message>
        <source>name of the work</source>
        <translation>工作的名称</translation>
    </message>
    <message>
        <source>from the start of the call to the start of the work</source>
        <translation>从调用的开始到工作的开始</translation>
    </message>
    <message>
        <source>from the end of the call to the start of the work; negative if it started before the call returned</source>
        <translation>从调用的结束到工作的开始；工作在调用返回前开始则为负值</translation>
    </message>
    <message>
        <source>arrows from one span to another</source>
        <translation>从一个区段指向另一个区段的箭头</translation>
    </message>
    <message>
        <source>spans.id of the source</source>
        <translation>起点的 spans.id</translation>
    </message>
    <message>
        <source>spans.id of the target</source>
        <translation>终点的 spans.id</translation>
    </message>
    <message>
        <source>as in the file: ac2g, fwdbwd, …</source>
        <translation>与文件一致：ac2g、fwdbwd…</translation>
    </message>
    <message>
        <source>Did you mean &quot;%1&quot;?</source>
        <translation>也许是“%1”？</translation>
    </message>
    <message>
        <source>no table &quot;%1&quot;.</source>
        <translation>没有表“%1”。</translation>
    </message>
    <message>
        <source>The tables are %1.</source>
        <translation>可用的表有 %1。</translation>
    </message>
    <message>
        <source>%1 has %2.</source>
        <translation>%1 有 %2。</translation>
    </message>
    <message>
        <source>no column &quot;%1&quot;.</source>
        <translation>没有列“%1”。</translation>
    </message>
    <message>
        <source>no function %1().</source>
        <translation>没有函数 %1()。</translation>
    </message>
    <message>
        <source>Besides those of SQLite there are %1.</source>
        <translation>除 SQLite 自带的以外还有 %1。</translation>
    </message>
    <message>
        <source>syntax error near &quot;%1&quot;.</source>
        <translation>“%1”附近有语法错误。</translation>
    </message>
    <message>
        <source>ambiguous column name &quot;%1&quot;.</source>
        <translation>列名“%1”有歧义。</translation>
    </message>
    <message>
        <source>wrong number of arguments to %1.</source>
        <translation>%1 的参数个数不对。</translation>
    </message>
    <message>
        <source>the query is incomplete.</source>
        <translation>查询不完整。</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>Column %1: %2</source>
        <translation>第 %1 列：%2</translation>
    </message>
    <message>
        <source>Line %1, column %2: %3</source>
        <translation>第 %1 行第 %2 列：%3</translation>
    </message>
    <message>
        <source>Query failed: %1</source>
        <translation>查询失败：%1</translation>
    </message>
    <message>
        <source>A statement that creates or changes tables</source>
        <translation>创建或更改表的语句</translation>
    </message>
    <message>
        <source>A transaction</source>
        <translation>事务</translation>
    </message>
    <message>
        <source>%1() is not allowed: queries are read-only.</source>
        <translation>不允许使用 %1()：查询只能读取。</translation>
    </message>
    <message>
        <source>%1 is not allowed: queries are read-only. Write a SELECT.</source>
        <translation>不允许使用 %1：查询只能读取。请写一条 SELECT。</translation>
    </message>
    <message>
        <source>name of a kernel without types, namespaces and parameters</source>
        <translation>不含类型、命名空间和参数的核函数名称</translation>
    </message>
    <message>
        <source>family of a kernel by its name: GEMM, attention, elementwise, …</source>
        <translation>按名称判断核函数做什么：GEMM、attention、elementwise…</translation>
    </message>
    <message>
        <source>nanoseconds as milliseconds</source>
        <translation>纳秒换算为毫秒</translation>
    </message>
    <message>
        <source>nanoseconds as microseconds</source>
        <translation>纳秒换算为微秒</translation>
    </message>
    <message>
        <source>argument of a span, read from the file; NULL if absent</source>
        <translation>区段的一个参数，从文件中读取；没有则为 NULL</translation>
    </message>
    <message>
        <source>text REGEXP pattern: whether the RE2 expression matches a part of the text</source>
        <translation>text REGEXP pattern：RE2 表达式是否匹配文本的一部分</translation>
    </message>
    <message>
        <source>median; for an even count the mean of the two middle values</source>
        <translation>中位数；个数为偶数时取中间两个值的平均</translation>
    </message>
    <message>
        <source>percentile p, 0 to 100, with linear interpolation</source>
        <translation>百分位数 p，0 至 100，线性插值</translation>
    </message>
    <message>
        <source>sample standard deviation (n - 1); NULL for fewer than two values</source>
        <translation>样本标准差（n - 1）；不足两个值时为 NULL</translation>
    </message>
    <message>
        <source>number of the span, for joins</source>
        <translation>区段的编号，用于连接</translation>
    </message>
    <message>
        <source>as in the file: kernel, cpu_op, …; NULL if absent</source>
        <translation>与文件一致：kernel、cpu_op…；没有则为 NULL</translation>
    </message>
    <message>
        <source>kernel, memcpy, memset, device_sync, device_annotation, runtime, op, python_function, annotation, overhead or other</source>
        <translation>kernel、memcpy、memset、device_sync、device_annotation、runtime、op、python_function、annotation、overhead 或 other</translation>
    </message>
    <message>
        <source>on the clock of the trace</source>
        <translation>以跟踪的时钟为准</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>duration without direct children on the same track</source>
        <translation>时长减去同一轨道上的直接子区段</translation>
    </message>
    <message>
        <source>number of enclosing spans on the same track</source>
        <translation>同一轨道上包围它的区段数</translation>
    </message>
    <message>
        <source>process and track: GPU 0 · stream 7</source>
        <translation>进程与轨道：GPU 0 · stream 7</translation>
    </message>
    <message>
        <source>track alone: stream 7, thread 4711</source>
        <translation>仅轨道：stream 7、thread 4711</translation>
    </message>
    <message>
        <source>line within the track, 0 at the top</source>
        <translation>轨道内的子行，最上为 0</translation>
    </message>
    <message>
        <source>stream; NULL on the host</source>
        <translation>流；在主机上则为 NULL</translation>
    </message>
    <message>
        <source>name of the operator that issued it</source>
        <translation>发出它的算子的名称</translation>
    </message>
    <message>
        <source>spans.id of that operator</source>
        <translation>该算子的 spans.id</translation>
    </message>
    <message>
        <source>1: times were clamped, or missing in the file</source>
        <translation>1：其时间在文件中被截断或缺失</translation>
    </message>
    <message>
        <source>position of the event: byte of the decompressed text, or row of a database</source>
        <translation>事件的位置：解压后文本的字节，或数据库的行</translation>
    </message>
    <message>
        <source>from the args, read from the file; not in *</source>
        <translation>取自其参数，从文件中读取；不在 * 中</translation>
    </message>
    <message>
        <source>GEMM, attention, elementwise, …, by name</source>
        <translation>按名称归类：GEMM、attention、elementwise…</translation>
    </message>
    <message>
        <source>spans.id of the launch call</source>
        <translation>启动调用的 spans.id</translation>
    </message>
    <message>
        <source>from the start of the launch call to the start of the kernel</source>
        <translation>从启动调用的开始到核函数的开始</translation>
    </message>
    <message>
        <source>blocks, as [x, y, z], read from the file; not in *</source>
        <translation>线程块数，形如 [x, y, z]，从文件中读取；不在 * 中</translation>
    </message>
    <message>
        <source>threads per block, as [x, y, z], read from the file; not in *</source>
        <translation>线程块的线程数，形如 [x, y, z]，从文件中读取；不在 * 中</translation>
    </message>
    <message>
        <source>everything with a start and a duration</source>
        <translation>有开始和时长的一切</translation>
    </message>
    <message>
        <source>spans of kind kernel, with columns for kernels only</source>
        <translation>类型为 kernel 的区段，以及只有核函数才有的信息</translation>
    </message>
    <message>
        <source>title of the process</source>
        <translation>进程的标题</translation>
    </message>
    <message>
        <source>values of counters</source>
        <translation>计数器的值</translation>
    </message>
    <message>
        <source>name of the counter</source>
        <translation>计数器的名称</translation>
    </message>
    <message>
        <source>series of the counter; NULL if it has only one</source>
        <translation>计数器的序列；只有一个时为 NULL</translation>
    </message>
    <message>
        <source>bytes, %, …; NULL if unknown</source>
        <translation>bytes、%…；未知则为 NULL</translation>
    </message>
    <message>
        <source>events at a point in time</source>
        <translation>某一时刻的事件</translation>
    </message>
    <message>
        <source>track; NULL for the whole trace</source>
        <translation>轨道；对整个跟踪则为 NULL</translation>
    </message>
    <message>
        <source>allocations and frees recorded by torch.profiler</source>
        <translation>torch.profiler 记录的分配与释放</translation>
    </message>
    <message>
        <source>negative for a free</source>
        <translation>释放则为负值</translation>
    </message>
    <message>
        <source>total afterwards</source>
        <translation>此后的总量</translation>
    </message>
    <message>
        <source>address of the block</source>
        <translation>内存块的地址</translation>
    </message>
    <message>
        <source>thread</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Not enough memory. Close other files or programs and try again.</source>
        <translation>内存不足。请关闭其他文件或程序后重试。</translation>
    </message>
    <message>
        <source>section</source>
        <translation>章节</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>rank</translation>
    </message>
    <message>
        <source>seq_len</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>batch_size</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>hidden_size</source>
        <translation>隐藏层大小</translation>
    </message>
    <message>
        <source>num_layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>num_heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <source>head_dim</source>
        <translation>头维度</translation>
    </message>
    <message>
        <source>dtype</source>
        <translation>数据类型</translation>
    </message>
    <message>
        <source>world_size</source>
        <translation>总进程数</translation>
    </message>
    <message>
        <source>vocab_size</source>
        <translation>词表大小</translation>
    </message>
    <message>
        <source>learning_rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>model_size</source>
        <translation>模型规模</translation>
    </message>
    <message>
        <source>copy_length</source>
        <translation>复制长度</translation>
    </message>
    <message>
        <source>kv_pairs</source>
        <translation>KV 对数</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>perplexity</source>
        <translation>困惑度</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>size</source>
        <translation>规模</translation>
    </message>
    <message>
        <source>frequency</source>
        <translation>频率</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Step Time</source>
        <translation>步时间</translation>
    </message>
    <message>
        <source>Forward Time</source>
        <translation>前向时间</translation>
    </message>
    <message>
        <source>Backward Time</source>
        <translation>反向时间</translation>
    </message>
    <message>
        <source>Forward+Backward Time</source>
        <translation>前向+反向时间</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Memory Usage</source>
        <translation>显存占用</translation>
    </message>
    <message>
        <source>Peak Memory</source>
        <translation>峰值显存</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Train Loss</source>
        <translation>训练损失</translation>
    </message>
    <message>
        <source>Val Loss</source>
        <translation>验证损失</translation>
    </message>
    <message>
        <source>Validation Loss</source>
        <translation>验证损失</translation>
    </message>
    <message>
        <source>PPL</source>
        <translation>困惑度</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>困惑度</translation>
    </message>
    <message>
        <source>Val PPL</source>
        <translation>验证困惑度</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>Test Accuracy</source>
        <translation>测试准确率</translation>
    </message>
    <message>
        <source>Learning Rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Speedup</source>
        <translation>加速比</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>The sample is missing from /usr/share/kernline/samples. Install Kernline again.</source>
        <translation>/usr/share/kernline/samples 中缺少示例。请重新安装 Kernline。</translation>
    </message>
    <message>
        <source>%1 is a memory recording. Use --view memory</source>
        <translation>%1 是内存记录。请使用 --view memory</translation>
    </message>
    <message>
        <source>%1 has no memory timeline. Record with profile_memory=True, or take a snapshot with torch.cuda.memory._dump_snapshot().</source>
        <translation>%1 没有内存时间线。请用 profile_memory=True 记录，或用 torch.cuda.memory._dump_snapshot() 生成快照。</translation>
    </message>
    <message>
        <source>The other file has no %1.</source>
        <translation>另一个文件没有 %1。</translation>
    </message>
    <message>
        <source>Cannot read the recorder&apos;s output. Do the versions of both programs match?</source>
        <translation>无法读取录制程序的输出。两个程序的版本一致吗？</translation>
    </message>
    <message>
        <source>%1: only Chrome traces can be replayed</source>
        <translation>%1：只能重放 Chrome 跟踪</translation>
    </message>
    <message>
        <source>cannot write %1</source>
        <translation>无法写入 %1</translation>
    </message>
    <message>
        <source>cannot write %1 completely</source>
        <translation>无法完整写入 %1</translation>
    </message>
    <message>
        <source>%1 is not a trace</source>
        <translation>%1 不是跟踪文件</translation>
    </message>
    <message>
        <source>an empty file</source>
        <translation>空文件</translation>
    </message>
    <message>
        <source>a PNG picture</source>
        <translation>PNG 图片</translation>
    </message>
    <message>
        <source>a JPEG picture</source>
        <translation>JPEG 图片</translation>
    </message>
    <message>
        <source>a GIF picture</source>
        <translation>GIF 图片</translation>
    </message>
    <message>
        <source>a WebP picture</source>
        <translation>WebP 图片</translation>
    </message>
    <message>
        <source>a PDF document</source>
        <translation>PDF 文档</translation>
    </message>
    <message>
        <source>a CUDA binary</source>
        <translation>CUDA 二进制文件</translation>
    </message>
    <message>
        <source>a CUDA fat binary</source>
        <translation>CUDA fat binary</translation>
    </message>
    <message>
        <source>an SQLite database</source>
        <translation>SQLite 数据库</translation>
    </message>
    <message>
        <source>an Arrow table</source>
        <translation>Arrow 表</translation>
    </message>
    <message>
        <source>an HDF5 file</source>
        <translation>HDF5 文件</translation>
    </message>
    <message>
        <source>a NumPy array</source>
        <translation>NumPy 数组</translation>
    </message>
    <message>
        <source>a 7-Zip archive: unpack it first</source>
        <translation>7-Zip 压缩包：请先解压</translation>
    </message>
    <message>
        <source>a RAR archive: unpack it first</source>
        <translation>RAR 压缩包：请先解压</translation>
    </message>
    <message>
        <source>a Linux perf recording: `perf script` prints it</source>
        <translation>Linux perf 记录：可用 `perf script` 打印</translation>
    </message>
    <message>
        <source>a Windows program</source>
        <translation>Windows 程序</translation>
    </message>
    <message>
        <source>an Nsight Systems report (.nsys-rep): export it with `nsys export --type sqlite`</source>
        <translation>Nsight Systems 报告（.nsys-rep）：请用 `nsys export --type sqlite` 导出</translation>
    </message>
    <message>
        <source>a CSV table of GPU events</source>
        <translation>GPU 事件的 CSV 表</translation>
    </message>
    <message>
        <source>an HTML page without a trace in it</source>
        <translation>不含跟踪的 HTML 页面</translation>
    </message>
    <message>
        <source>an RTF document</source>
        <translation>RTF 文档</translation>
    </message>
    <message>
        <source>a script</source>
        <translation>脚本</translation>
    </message>
    <message>
        <source>an SVG picture</source>
        <translation>SVG 图片</translation>
    </message>
    <message>
        <source>an XML document</source>
        <translation>XML 文档</translation>
    </message>
    <message>
        <source>a JSON document without trace events</source>
        <translation>不含跟踪事件的 JSON 文档</translation>
    </message>
    <message>
        <source>a table that torch.profiler printed: `kernline tables` reads it, and `prof.export_chrome_trace(&quot;trace.json&quot;)` exports a timeline</source>
        <translation>torch.profiler 打印的表：可用 `kernline tables` 读取，用 `prof.export_chrome_trace(&quot;trace.json&quot;)` 导出时间线</translation>
    </message>
    <message>
        <source>a table that nsys or nvprof printed: `kernline tables` reads it</source>
        <translation>nsys 或 nvprof 打印的表：可用 `kernline tables` 读取</translation>
    </message>
    <message>
        <source>a CSV table</source>
        <translation>CSV 表</translation>
    </message>
    <message>
        <source>a table with tabs</source>
        <translation>制表符分隔的表</translation>
    </message>
    <message>
        <source>Python source: run it under torch.profiler, and open what it exports</source>
        <translation>Python 源代码：请在 torch.profiler 下运行并打开它导出的文件</translation>
    </message>
    <message>
        <source>plain text or a log</source>
        <translation>纯文本或日志</translation>
    </message>
    <message>
        <source>only zero bytes: writing it was probably interrupted</source>
        <translation>全为零字节：写入可能被中断</translation>
    </message>
    <message>
        <source>an ELF program or library</source>
        <translation>ELF 程序或库</translation>
    </message>
    <message>
        <source>only white space</source>
        <translation>只有空白字符</translation>
    </message>
    <message>
        <source>OpenTelemetry or cloud spans, which have no Chrome trace events</source>
        <translation>OpenTelemetry 或云端 span，不含 Chrome 跟踪事件</translation>
    </message>
    <message>
        <source>a Python pickle; if it is a memory snapshot of torch, `kernline memory`, `kernline summary` and the viewer show it</source>
        <translation>Python pickle；若为 torch 的内存快照，可用 `kernline memory`、`kernline summary` 和窗口查看</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>Everything after this place in the file is missing from all figures, and tracks may end at different times.</source>
        <translation>文件中此位置之后的内容未计入任何数字，各行的结束时间可能不同。</translation>
    </message>
    <message>
        <source>%1 has changed since it was opened. Open it again</source>
        <translation>%1 打开后已被更改。请重新打开</translation>
    </message>
    <message>
        <source>the memory limit was reached; the rest of the file was not read</source>
        <translation>已达到内存上限；文件的其余部分未读取</translation>
    </message>
    <message>
        <source>lists of numbers; if they are a memory timeline of torch, `kernline memory`, `kernline summary` and the viewer show them</source>
        <translation>数字列表；如果是 torch 的内存时间线，可用 `kernline memory`、`kernline summary` 和查看器显示</translation>
    </message>
    <message>
        <source>cannot map %1 into memory: %2</source>
        <translation>无法将 %1 映射到内存：%2</translation>
    </message>
    <message>
        <source>Some args were not searched: the file can no longer be read.</source>
        <translation>部分参数未搜索：文件已无法读取。</translation>
    </message>
    <message>
        <source>%1 changed while it was being read. Open it again when it is complete</source>
        <translation>%1 在读取过程中被更改。请在文件完整后重新打开</translation>
    </message>
    <message>
        <source>%1 needs more memory than the limit of %2. Close other files, or raise the limit</source>
        <translation>%1 所需内存超出上限 %2。请关闭其他文件，或提高上限</translation>
    </message>
    <message>
        <source>Can no longer read the trace file. Open it again.</source>
        <translation>无法再读取跟踪文件。请重新打开。</translation>
    </message>
    <message>
        <source>no steps found</source>
        <translation>未找到步</translation>
    </message>
    <message>
        <source>its last step is %1</source>
        <translation>最后一步是 %1</translation>
    </message>
    <message>
        <source>The file does not say that they are devices. If they are not, their spans are no device work.</source>
        <translation>文件没有说明它们是设备。如果不是，它们的区段就不是设备工作。</translation>
    </message>
    <message>
        <source>launch calls, but no GPU work</source>
        <translation>有启动调用，但没有 GPU 工作</translation>
    </message>
    <message>
        <source>The tracks of the GPU are missing: the file was cut before them, or the profiler could not record the GPU. There are no device figures.</source>
        <translation>缺少 GPU 的行：文件在它们之前被截断，或分析器无法记录 GPU。没有任何设备的数据。</translation>
    </message>
    <message>
        <source>It wrote 0 or nothing. Their occupancy is computed from grid, block, registers and shared memory, and the mean of the device includes it.</source>
        <translation>分析器写了 0 或没有写。它们的占用率由网格、块、寄存器和共享内存计算得出，并计入设备的平均值。</translation>
    </message>
    <message>
        <source>kernels whose occupancy is unknown</source>
        <translation>占用率未知的核函数</translation>
    </message>
    <message>
        <source>The file is cut off at %1: everything after is missing.</source>
        <translation>文件在 %1 处被截断：此后的内容全部缺失。</translation>
    </message>
    <message>
        <source>The memory limit was reached at %1: everything after is missing.</source>
        <translation>在 %1 处达到内存上限：此后的内容全部缺失。</translation>
    </message>
    <message>
        <source>The loaded range has launch calls (%1), but no GPU work.</source>
        <translation>已读取的部分有启动调用（%1 个），但没有 GPU 工作。</translation>
    </message>
    <message>
        <source>On rank %1, the device is idle %2 longer than on the others.</source>
        <translation>在 rank %1 上，设备的空闲时间比其他 rank 多 %2。</translation>
    </message>
    <message>
        <source>On rank %1, %2 takes %3 longer than on the others.</source>
        <translation>在 rank %1 上，%2 比其他 rank 多用 %3。</translation>
    </message>
    <message>
        <source>Traced back, %1 of the waiting began on rank %2.</source>
        <translation>追溯来看，%1 的等待始于 rank %2。</translation>
    </message>
    <message>
        <source>Traced back, %1 of the waiting began on ranks %2.</source>
        <translation>追溯来看，%1 的等待始于 rank %2。</translation>
    </message>
    <message>
        <source>processes were treated as devices because of their track names</source>
        <translation>根据行的名称将一些进程视为设备</translation>
    </message>
    <message>
        <source>Fragmentation: %1 free inside segments and what the device has left are enough together, but the largest free block is %2.</source>
        <translation>是碎片所致：段内空闲的 %1 加上设备剩余的内存已足够，但最大的空闲块只有 %2。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a range of steps; expected 3, 3..5 or 3..</source>
        <translation>“%1”不是步的范围；应为 3、3..5 或 3..</translation>
    </message>
    <message>
        <source>recorded as %1</source>
        <translation>记录为 %1</translation>
    </message>
    <message>
        <source>found by annotation %1</source>
        <translation>由注解 %1 得出</translation>
    </message>
    <message>
        <source>found by Python function %1</source>
        <translation>由 Python 函数 %1 得出</translation>
    </message>
    <message>
        <source>found by %1</source>
        <translation>由 %1 得出</translation>
    </message>
    <message>
        <source>found as repeating kernels, beginning with %1</source>
        <translation>为以 %1 开头的核函数循环</translation>
    </message>
    <message>
        <source>named %1</source>
        <translation>名为 %1</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>(no name)</source>
        <translation>（无名称）</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>(no family)</source>
        <translation>（无类别）</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>分类</translation>
    </message>
    <message>
        <source>(no category)</source>
        <translation>（无分类）</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>(no module)</source>
        <translation>（无模块）</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>(no phase)</source>
        <translation>（无阶段）</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>(no step)</source>
        <translation>（无步）</translation>
    </message>
    <message>
        <source>Input shapes</source>
        <translation>输入形状</translation>
    </message>
    <message>
        <source>Launch shape</source>
        <translation>启动形状</translation>
    </message>
    <message>
        <source>(no launch shape)</source>
        <translation>（无启动形状）</translation>
    </message>
    <message>
        <source>Stream or thread</source>
        <translation>流或线程</translation>
    </message>
    <message>
        <source>(CUDA graph replay)</source>
        <translation>（CUDA 图重放）</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>已记录</translation>
    </message>
    <message>
        <source>only a trace has steps; choose a range of time</source>
        <translation>只有跟踪才有步；请选择时间范围</translation>
    </message>
    <message>
        <source>device work of CUDA graphs that is matched to the launches that captured it</source>
        <translation>已关联到捕获它的启动的 CUDA 图设备工作</translation>
    </message>
    <message>
        <source>Matched by launch order, and by name where the capture names its kernels. Operator and module are those of the capture.</source>
        <translation>按启动顺序关联；捕获给出核函数名称时也按名称。其算子和模块取自捕获。</translation>
    </message>
    <message>
        <source>device work of CUDA graphs whose capture is unknown</source>
        <translation>捕获未知的 CUDA 图设备工作</translation>
    </message>
    <message>
        <source>No capture has as many launches of these names, or several with different operators have. Its operator is unknown.</source>
        <translation>有捕获，但没有哪个捕获的启动数量和名称与之相符，或有多个算子不同的捕获相符。其算子未知。</translation>
    </message>
    <message>
        <source>%1 is not a number above 0</source>
        <translation>%1 不是大于 0 的数</translation>
    </message>
    <message>
        <source>A device is &quot;words of its name: memory 4.8, bf16 989; source&quot;</source>
        <translation>设备的写法为“名称中的词: memory 4.8, bf16 989; 来源”</translation>
    </message>
    <message>
        <source>memory is missing</source>
        <translation>缺少 memory</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>replayed by a graph: no operator is recorded</source>
        <translation>由图重放：未记录算子</translation>
    </message>
    <message>
        <source>no operator is recorded</source>
        <translation>未记录算子</translation>
    </message>
    <message>
        <source>the shape of %1 is not recorded</source>
        <translation>未记录 %1 的形状</translation>
    </message>
    <message>
        <source>the element type of %1 is not recorded</source>
        <translation>未记录 %1 的元素类型</translation>
    </message>
    <message>
        <source>%1 has an unknown element type, %2</source>
        <translation>%1 的元素类型未知：%2</translation>
    </message>
    <message>
        <source>a dimension that is divided by is 0</source>
        <translation>作除数的维度为 0</translation>
    </message>
    <message>
        <source>the value of %1 is not recorded</source>
        <translation>未记录 %1 的值</translation>
    </message>
    <message>
        <source>%1 has no such dimension</source>
        <translation>%1 没有该维度</translation>
    </message>
    <message>
        <source>the shapes of its arguments do not fit each other</source>
        <translation>各参数的形状不相容</translation>
    </message>
    <message>
        <source>stride and padding are not recorded</source>
        <translation>未记录步长和填充</translation>
    </message>
    <message>
        <source>its dimensions are too large, or do not fit each other</source>
        <translation>维度过大，或互不相容</translation>
    </message>
    <message>
        <source>%1 is not expected here</source>
        <translation>此处不应出现 %1</translation>
    </message>
    <message>
        <source>it is nested too deeply</source>
        <translation>嵌套过深</translation>
    </message>
    <message>
        <source>: is missing after ?</source>
        <translation>? 之后缺少 :</translation>
    </message>
    <message>
        <source>) is missing</source>
        <translation>缺少 )</translation>
    </message>
    <message>
        <source>%1 is not a number</source>
        <translation>%1 不是数</translation>
    </message>
    <message>
        <source>it ends too early</source>
        <translation>表达式不完整</translation>
    </message>
    <message>
        <source>%1 is neither an argument nor a dimension of this rule</source>
        <translation>%1 既不是此规则的参数，也不是其维度</translation>
    </message>
    <message>
        <source>there is no function %1</source>
        <translation>没有函数 %1</translation>
    </message>
    <message>
        <source>%1() is given %2 arguments</source>
        <translation>%1() 得到 %2 个参数</translation>
    </message>
    <message>
        <source>%1 is no name of an argument</source>
        <translation>%1 不是参数名</translation>
    </message>
    <message>
        <source>] is missing</source>
        <translation>缺少 ]</translation>
    </message>
    <message>
        <source>%1 is no dimension</source>
        <translation>%1 不是维度</translation>
    </message>
    <message>
        <source>only one .. is possible in a shape</source>
        <translation>一个形状中只能有一个 ..</translation>
    </message>
    <message>
        <source>%1 is none of flops, reads, writes, type and matrix</source>
        <translation>%1 不是 flops、reads、writes、type、matrix 之一</translation>
    </message>
    <message>
        <source>%1 stands there twice</source>
        <translation>%1 出现了两次</translation>
    </message>
    <message>
        <source>A rule is &quot;operator(arguments): flops …; writes …&quot;</source>
        <translation>规则的写法为“算子(参数): flops …; writes …”</translation>
    </message>
    <message>
        <source>the name of the operator is missing</source>
        <translation>缺少算子名称</translation>
    </message>
    <message>
        <source>: is missing behind the arguments</source>
        <translation>参数之后缺少 :</translation>
    </message>
    <message>
        <source>writes is missing</source>
        <translation>缺少 writes</translation>
    </message>
    <message>
        <source>the shape of %1 does not fit the rule</source>
        <translation>%1 的形状与规则不符</translation>
    </message>
    <message>
        <source>no rule for this operator</source>
        <translation>没有适用于此算子的规则</translation>
    </message>
    <message>
        <source>no shapes recorded (record_shapes=True)</source>
        <translation>未记录形状（record_shapes=True）</translation>
    </message>
    <message>
        <source>%1 annotated step</source>
        <translation>%1 个注解步</translation>
    </message>
    <message>
        <source>%1 annotated steps</source>
        <translation>%1 个注解步</translation>
    </message>
    <message>
        <source>%1 call of a Python function</source>
        <translation>%1 次 Python 函数调用</translation>
    </message>
    <message>
        <source>%1 calls of a Python function</source>
        <translation>%1 次 Python 函数调用</translation>
    </message>
    <message>
        <source>binary data of an unknown format. If it is an Nsight Systems report, export it first: `nsys export --type sqlite`</source>
        <translation>未知格式的二进制数据。如果是 Nsight Systems 报告，请先导出：`nsys export --type sqlite`</translation>
    </message>
    <message>
        <source>training or inference steps, recorded or found, each to the end of the device work launched in it</source>
        <translation>训练或推理步，记录的或找到的，各自到其中启动的设备工作结束为止</translation>
    </message>
    <message>
        <source>number among the steps of the process, from 0</source>
        <translation>在该进程各步中的序号，从 0 开始</translation>
    </message>
    <message>
        <source>recorded, annotation, function or rounds</source>
        <translation>已记录、注解、函数或核函数循环</translation>
    </message>
    <message>
        <source>the profile does not tell which collective it is</source>
        <translation>性能记录没有说明这是哪种集合通信</translation>
    </message>
    <message>
        <source>the size of the message is not recorded</source>
        <translation>未记录消息的大小</translation>
    </message>
    <message>
        <source>the number of ranks is not recorded</source>
        <translation>未记录 rank 的数量</translation>
    </message>
    <message>
        <source>this form of the operator is not modeled</source>
        <translation>该算子的这种形式没有模型</translation>
    </message>
    <message>
        <source>%1 is neither an argument of this rule nor an element type</source>
        <translation>%1 既不是此规则的参数，也不是元素类型</translation>
    </message>
    <message>
        <source>the file is over 1 MiB, too large for rules.</source>
        <translation>文件超过 1 MiB，作为规则文件过大。</translation>
    </message>
    <message>
        <source>high</source>
        <translation>高</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>中</translation>
    </message>
    <message>
        <source>low</source>
        <translation>低</translation>
    </message>
    <message>
        <source>%1 per step</source>
        <translation>每步 %1</translation>
    </message>
    <message>
        <source>These copies take %1; each takes %2 on average.</source>
        <translation>这些复制用时 %1；平均每次 %2。</translation>
    </message>
    <message>
        <source>A matrix product reads the copied tensor next.</source>
        <translation>接下来由矩阵乘法读取复制出的张量。</translation>
    </message>
    <message>
        <source>Avoid layout changes in convolutions</source>
        <translation>避免卷积中的布局转换</translation>
    </message>
    <message>
        <source>Avoid layout copies of %1 beside matrix products</source>
        <translation>避免矩阵乘法前后 %1 的布局复制</translation>
    </message>
    <message>
        <source>Avoid conversions from %1 to %2 beside matrix products</source>
        <translation>避免矩阵乘法前后从 %1 到 %2 的转换</translation>
    </message>
    <message>
        <source>No kernel runs during %2 of these copies (%1).</source>
        <translation>这些复制共 %1，其中 %2 期间没有核函数运行。</translation>
    </message>
    <message>
        <source>The kernels take %1; gaps between them take %2.</source>
        <translation>这些核函数用时 %1；其间的空隙用时 %2。</translation>
    </message>
    <message>
        <source>They are faster than memory allows: a cache already keeps much of it.</source>
        <translation>它们比显存带宽允许的更快：大部分数据已在缓存中。</translation>
    </message>
    <message>
        <source>Fuse %1</source>
        <translation>融合 %1</translation>
    </message>
    <message>
        <source>Fuse %1, … (%2 kernels)</source>
        <translation>融合 %1, …（%2 个核函数）</translation>
    </message>
    <message>
        <source>Kernels run for %1 on average, and the device is idle for %2 between them.</source>
        <translation>核函数平均运行 %1，其间设备平均空闲 %2。</translation>
    </message>
    <message>
        <source>In these stretches the GPU is idle for %1 and busy for %2; they contain no synchronization.</source>
        <translation>在这些时段中，设备空闲 %1，忙碌 %2；其中没有同步。</translation>
    </message>
    <message>
        <source>The longest of them has %1 kernels; the device is idle for %2 of it.</source>
        <translation>其中最长的一段有 %1 个核函数；设备在其中空闲 %2。</translation>
    </message>
    <message>
        <source>Pad the sizes of %1 for tensor cores</source>
        <translation>为张量核心补齐 %1 的尺寸</translation>
    </message>
    <message>
        <source>Fit the sizes of %1 to whole tiles</source>
        <translation>使 %1 的尺寸为完整分块</translation>
    </message>
    <message>
        <source>All have the shapes %1.</source>
        <translation>形状均为 %1。</translation>
    </message>
    <message>
        <source>Nothing is computed during %2 of this communication (%1).</source>
        <translation>这种通信共 %1，其中 %2 期间没有计算。</translation>
    </message>
    <message>
        <source>The device is idle for %1 because of it.</source>
        <translation>设备因此空闲 %1。</translation>
    </message>
    <message>
        <source>Computation that could hide it takes %1.</source>
        <translation>可用来掩盖它的计算用时 %1。</translation>
    </message>
    <message>
        <source>The device is idle for %1; the longest gap lasts %2.</source>
        <translation>设备空闲 %1；最长的空隙持续 %2。</translation>
    </message>
    <message>
        <source>bytes moved</source>
        <translation>搬运的字节数</translation>
    </message>
    <message>
        <source>FLOP rate</source>
        <translation>浮点运算速率</translation>
    </message>
    <message>
        <source>share of roofline</source>
        <translation>屋顶线占比</translation>
    </message>
    <message>
        <source>%1 % fewer bytes</source>
        <translation>字节数减少 %1 %</translation>
    </message>
    <message>
        <source>%1 % more bytes</source>
        <translation>字节数增加 %1 %</translation>
    </message>
    <message>
        <source>%1 % fewer FLOPs</source>
        <translation>浮点运算减少 %1 %</translation>
    </message>
    <message>
        <source>%1 % more FLOPs</source>
        <translation>浮点运算增加 %1 %</translation>
    </message>
    <message>
        <source>%1 from calls that only the other run has</source>
        <translation>%1 来自仅另一次运行才有的调用</translation>
    </message>
    <message>
        <source>%1 from calls that only the baseline has</source>
        <translation>%1 来自仅基线才有的调用</translation>
    </message>
    <message>
        <source>%1 from more calls (%2 → %3)</source>
        <translation>%1 来自调用增多（%2 → %3）</translation>
    </message>
    <message>
        <source>%1 from fewer calls (%2 → %3)</source>
        <translation>%1 来自调用减少（%2 → %3）</translation>
    </message>
    <message>
        <source>%1 from more work</source>
        <translation>%1 来自工作量增加</translation>
    </message>
    <message>
        <source>%1 from less work</source>
        <translation>%1 来自工作量减少</translation>
    </message>
    <message>
        <source>%1 from more work (%2)</source>
        <translation>%1 来自工作量增加（%2）</translation>
    </message>
    <message>
        <source>%1 from less work (%2)</source>
        <translation>%1 来自工作量减少（%2）</translation>
    </message>
    <message>
        <source>%1 from lower efficiency (%2 instead of %3 of roofline)</source>
        <translation>%1 来自效率降低（屋顶线的 %2，而非 %3）</translation>
    </message>
    <message>
        <source>%1 from higher efficiency (%2 instead of %3 of roofline)</source>
        <translation>%1 来自效率提高（屋顶线的 %2，而非 %3）</translation>
    </message>
    <message>
        <source>%1 from lower efficiency (%2 instead of %3)</source>
        <translation>%1 来自效率降低（%2，而非 %3）</translation>
    </message>
    <message>
        <source>%1 from higher efficiency (%2 instead of %3)</source>
        <translation>%1 来自效率提高（%2，而非 %3）</translation>
    </message>
    <message>
        <source>%1 from work that is not modeled</source>
        <translation>%1 来自未建模的工作</translation>
    </message>
    <message>
        <source>%1 from longer calls, whose work is not modeled</source>
        <translation>%1 来自调用变长，其工作未建模</translation>
    </message>
    <message>
        <source>%1 from shorter calls, whose work is not modeled</source>
        <translation>%1 来自调用变短，其工作未建模</translation>
    </message>
    <message>
        <source>all GPU work</source>
        <translation>全部 GPU 工作</translation>
    </message>
    <message>
        <source>%1 per step in %2: %3.</source>
        <translation>每步 %1（%2）：%3。</translation>
    </message>
    <message>
        <source>%1 is none of memory, l2, launch, fp64, fp32, tf32, bf16, fp16, fp8, fp4, int8, vector32 and vector64</source>
        <translation>%1 不是 memory、l2、launch、fp64、fp32、tf32、bf16、fp16、fp8、fp4、int8、vector32 和 vector64 中的任何一个</translation>
    </message>
    <message>
        <source>replayed by a graph: captures with other shapes fit as well</source>
        <translation>由图重放：形状不同的其他捕获也相符</translation>
    </message>
    <message>
        <source>The longest is called from %1.</source>
        <translation>最长的一次由 %1 调用。</translation>
    </message>
    <message>
        <source>cuDNN converts between NCHW and NHWC; tensors in channels_last avoid that.</source>
        <translation>cuDNN 在 NCHW 与 NHWC 之间转换；使用 channels_last 的张量可避免。</translation>
    </message>
    <message>
        <source>%1 convert what a matrix product wrote, %2 what one reads next.</source>
        <translation>其中 %1 转换矩阵乘写出的张量，%2 转换矩阵乘接着要读的张量。</translation>
    </message>
    <message>
        <source>Overlap %1 with kernels</source>
        <translation>让 %1 与核函数重叠</translation>
    </message>
    <message>
        <source>Capture short kernels in a CUDA graph</source>
        <translation>用 CUDA graph 捕获短核函数</translation>
    </message>
    <message>
        <source>%1: with tiles of %2 × %3, %4 of the computed outputs are padding.</source>
        <translation>%1：按 %2 × %3 的分块，算出的结果中有 %4 是填充。</translation>
    </message>
    <message>
        <source>%1: %2 is not a multiple of %3, so rows are not aligned to 16 bytes.</source>
        <translation>%1：%2 不是 %3 的倍数，因此各行未按 16 字节对齐。</translation>
    </message>
    <message>
        <source>GEMMs of these sizes take %1.</source>
        <translation>这些尺寸的 GEMM 用时 %1。</translation>
    </message>
    <message>
        <source>Allow TF32 for the fp32 products of %1</source>
        <translation>允许 %1 的 fp32 矩阵乘使用 TF32</translation>
    </message>
    <message>
        <source>They take %1 on the vector units, and at least %2 on tensor cores with TF32.</source>
        <translation>它们在向量单元上用时 %1，在 tensor core 上用 TF32 至少需要 %2。</translation>
    </message>
    <message>
        <source>torch.set_float32_matmul_precision(&quot;high&quot;) allows it, where 10 bits of mantissa are enough.</source>
        <translation>如果 10 位尾数足够，可用 torch.set_float32_matmul_precision(&quot;high&quot;) 允许。</translation>
    </message>
    <message>
        <source>Its kernels take %1, %2 each, at %3 of the memory bandwidth (%4).</source>
        <translation>其核函数用时 %1，每个 %2，达到显存带宽的 %3（%4）。</translation>
    </message>
    <message>
        <source>Its kernels take %1, %2 each, at %3 of the peak (%4).</source>
        <translation>其核函数用时 %1，每个 %2，达到峰值的 %3（%4）。</translation>
    </message>
    <message>
        <source>Its kernels take %1, %2 each, at %3 of the peaks of their types.</source>
        <translation>其核函数用时 %1，每个 %2，达到各自类型峰值的 %3。</translation>
    </message>
    <message>
        <source>%2 of the saving come from the shapes %1.</source>
        <translation>其中 %2 来自形状 %1。</translation>
    </message>
    <message>
        <source>A further %1 above the roofline overlaps other work of the device, and is not counted.</source>
        <translation>另有 %1 高于屋顶线，但与设备上的其他工作重叠，不计入。</translation>
    </message>
    <message>
        <source>Overlap %1 with computation</source>
        <translation>让 %1 与计算重叠</translation>
    </message>
    <message>
        <source>Computation that overlaps no communication yet can hide only %1.</source>
        <translation>尚未与通信重叠的计算最多只能掩盖 %1。</translation>
    </message>
    <message>
        <source>it depends on values of tensors or lists, which profiles do not record</source>
        <translation>取决于张量或列表的值，而性能数据不记录这些值</translation>
    </message>
    <message>
        <source>the writer of the file leaves out some of what was recorded</source>
        <translation>写入该文件的程序省略了部分记录内容</translation>
    </message>
    <message>
        <source>It is not in the file, so it is in no figure. Operators of calls and of device work are found by when the calls were made. The JSON export of the same run has all of it.</source>
        <translation>这些内容不在文件中，因此不计入任何数值。调用和设备工作所属的算子按调用时间确定。同一次运行的 JSON 导出包含全部内容。</translation>
    </message>
    <message>
        <source>Chrome trace JSON; its lengths are cycles of the GPU, shown as nanoseconds</source>
        <translation>Chrome 跟踪 JSON；其长度为 GPU 周期数，按纳秒显示</translation>
    </message>
    <message>
        <source>%1: a Firefox profile without threads that can be read. Save it from profiler.firefox.com and open that file</source>
        <translation>%1：Firefox 性能分析文件中没有可读取的线程。请从 profiler.firefox.com 保存后再打开该文件</translation>
    </message>
    <message>
        <source>Firefox profile</source>
        <translation>Firefox 性能分析文件</translation>
    </message>
    <message>
        <source>%1: a flight recorder dump without an entry</source>
        <translation>%1：飞行记录器转储中没有条目</translation>
    </message>
    <message>
        <source>%1: a memory snapshot without a record</source>
        <translation>%1：内存快照中没有记录</translation>
    </message>
    <message>
        <source>%1: the Nsight Compute report holds no kernel launch that Kernline can read</source>
        <translation>%1：Nsight Compute 报告中没有 Kernline 可读取的核函数启动</translation>
    </message>
    <message>
        <source>%1: no samples of perf</source>
        <translation>%1：没有 perf 的采样</translation>
    </message>
    <message>
        <source>perf script</source>
        <translation>perf script</translation>
    </message>
    <message>
        <source>byte %1 of the compressed packets at byte %2</source>
        <translation>位于字节 %2 的压缩数据包中的字节 %1</translation>
    </message>
    <message>
        <source>Perfetto trace</source>
        <translation>Perfetto 跟踪</translation>
    </message>
    <message>
        <source>pprof profile</source>
        <translation>pprof 性能分析文件</translation>
    </message>
    <message>
        <source>pprof profile; it has totals (%1) and no times: a span is as wide as its total</source>
        <translation>pprof 性能分析文件；只有总计（%1），没有时间：区段宽度等于其总计</translation>
    </message>
    <message>
        <source>Proton tree without a measured total</source>
        <translation>没有测得总计的 Proton 树</translation>
    </message>
    <message>
        <source>Proton tree; it has totals (%1) and no times: a span is as wide as its total</source>
        <translation>Proton 树；只有总计（%1），没有时间：区段宽度等于其总计</translation>
    </message>
    <message>
        <source>%1: a notebook, but no output in it has a table or a number that Kernline can read; if it exported a trace, open that</source>
        <translation>%1：笔记本的输出中没有 Kernline 可读取的表格或数值；如果它导出了跟踪，请打开该跟踪</translation>
    </message>
    <message>
        <source>%1: no records of results</source>
        <translation>%1：没有结果记录</translation>
    </message>
    <message>
        <source>%1: damaged SQLite database (%2). Record it again</source>
        <translation>%1：SQLite 数据库已损坏（%2）。请重新录制</translation>
    </message>
    <message>
        <source>%1 is not a recording of ROCm</source>
        <translation>%1 不是 ROCm 的录制文件</translation>
    </message>
    <message>
        <source>rocmProfileData recording</source>
        <translation>rocmProfileData 录制文件</translation>
    </message>
    <message>
        <source>rocmProfileData recording, schema %1</source>
        <translation>rocmProfileData 录制文件，架构版本 %1</translation>
    </message>
    <message>
        <source>rocprof database</source>
        <translation>rocprof 数据库</translation>
    </message>
    <message>
        <source>rocprofv3 database</source>
        <translation>rocprofv3 数据库</translation>
    </message>
    <message>
        <source>rocprofv3 database, schema %1</source>
        <translation>rocprofv3 数据库，架构版本 %1</translation>
    </message>
    <message>
        <source>%1: more than 2 GiB once decompressed; decompress the file first</source>
        <translation>%1：解压后超过 2 GiB；请先解压文件</translation>
    </message>
    <message>
        <source>%1: a speedscope file without profiles</source>
        <translation>%1：speedscope 文件中没有性能分析数据</translation>
    </message>
    <message>
        <source>speedscope profile</source>
        <translation>speedscope 性能分析文件</translation>
    </message>
    <message>
        <source>speedscope profile; its values have no unit and are shown as nanoseconds</source>
        <translation>speedscope 性能分析文件；其数值没有单位，按纳秒显示</translation>
    </message>
    <message>
        <source>speedscope profile; its values are %1, shown as nanoseconds</source>
        <translation>speedscope 性能分析文件；其数值单位为 %1，按纳秒显示</translation>
    </message>
    <message>
        <source>XPlane profile</source>
        <translation>XPlane 性能分析文件</translation>
    </message>
    <message>
        <source>lists inside records, skipped</source>
        <translation>记录中的列表，已跳过</translation>
    </message>
    <message>
        <source>a dump of NCCL&apos;s flight recorder: `kernline tables`, `kernline summary` and the viewer show it</source>
        <translation>NCCL 飞行记录器的转储：可用 `kernline tables`、`kernline summary` 和查看器查看</translation>
    </message>
    <message>
        <source>an Nsight Compute report</source>
        <translation>Nsight Compute 报告</translation>
    </message>
    <message>
        <source>a Perfetto trace</source>
        <translation>Perfetto 跟踪</translation>
    </message>
    <message>
        <source>an XPlane profile</source>
        <translation>XPlane 性能分析文件</translation>
    </message>
    <message>
        <source>a pprof profile</source>
        <translation>pprof 性能分析文件</translation>
    </message>
    <message>
        <source>what perf script prints</source>
        <translation>perf script 的输出</translation>
    </message>
    <message>
        <source>a Jupyter notebook</source>
        <translation>Jupyter 笔记本</translation>
    </message>
    <message>
        <source>an execution trace of PyTorch</source>
        <translation>PyTorch 的执行跟踪</translation>
    </message>
    <message>
        <source>a speedscope profile</source>
        <translation>speedscope 性能分析文件</translation>
    </message>
    <message>
        <source>a Firefox profile</source>
        <translation>Firefox 性能分析文件</translation>
    </message>
    <message>
        <source>a tree of Triton&apos;s Proton</source>
        <translation>Triton Proton 的树</translation>
    </message>
    <message>
        <source>%1 is not a trace. `kernline summary` and the viewer show it</source>
        <translation>%1 不是跟踪。可用 `kernline summary` 和查看器查看</translation>
    </message>
    <message>
        <source>%1: cannot write to %2, where exports are kept. Set XDG_CACHE_HOME</source>
        <translation>%1：无法写入保存导出文件的 %2。请设置 XDG_CACHE_HOME</translation>
    </message>
    <message>
        <source>%1: cannot start %2 (%3)</source>
        <translation>%1：无法启动 %2（%3）</translation>
    </message>
    <message>
        <source>%1: nsys export did not end in time. Run `nsys export --type sqlite %2`</source>
        <translation>%1：nsys export 未在限时内结束。请运行 `nsys export --type sqlite %2`</translation>
    </message>
    <message>
        <source>%1: nsys export failed: %2</source>
        <translation>%1：nsys export 失败：%2</translation>
    </message>
    <message>
        <source>%1: cannot keep the export (%2)</source>
        <translation>%1：无法保存导出文件（%2）</translation>
    </message>
    <message>
        <source>%1 is an Nsight Systems report, which only nsys reads. Run `nsys export --type sqlite %2` where it is installed, and open the report again with the .sqlite file beside it</source>
        <translation>%1 是 Nsight Systems 报告，只有 nsys 能读取。请在安装了 nsys 的机器上运行 `nsys export --type sqlite %2`，把 .sqlite 文件放在报告旁边，再重新打开报告</translation>
    </message>
    <message>
        <source>%1 is an Nsight Systems report that is packed. Unpack it, and open the file</source>
        <translation>%1 是打包的 Nsight Systems 报告。请解包后再打开文件</translation>
    </message>
    <message>
        <source>The first steps (%1) take much longer than the others and are left out as warm-up.</source>
        <translation>前几步（%1）耗时远长于其余各步，视为预热，不计入。</translation>
    </message>
    <message>
        <source>For %1 the device runs earlier work that is not recorded; this time is left out.</source>
        <translation>设备有 %1 在执行更早的、未记录的工作；这段时间不计入。</translation>
    </message>
    <message>
        <source>No savings found in this profile.</source>
        <translation>在此性能分析文件中没有发现可节省的时间。</translation>
    </message>
    <message>
        <source>They are shorter than a launch: the saving keeps the time of one of them.</source>
        <translation>它们比一次启动还短：上限保留其中一个的时间。</translation>
    </message>
    <message>
        <source>%1 runs at %2 of peak</source>
        <translation>%1 达到峰值的 %2</translation>
    </message>
    <message>
        <source>%1 runs at %2 of memory bandwidth</source>
        <translation>%1 达到显存带宽的 %2</translation>
    </message>
    <message>
        <source>The saving assumes that %1 of this datasheet value can be reached.</source>
        <translation>上限以数据手册该数值的 %1 为可达到的水平。</translation>
    </message>
    <message>
        <source>No input shapes recorded; record with record_shapes=True.</source>
        <translation>没有记录输入形状；请用 record_shapes=True 记录。</translation>
    </message>
    <message>
        <source>steps.number of that step</source>
        <translation>该步的 steps.number</translation>
    </message>
    <message>
        <source>of its time, while nothing ran on a device</source>
        <translation>该步时间内设备上没有运行任何工作的部分</translation>
    </message>
    <message>
        <source>of device_ns, communication that no other kernel of the device hides</source>
        <translation>device_ns 中未被该设备其他核函数掩盖的通信</translation>
    </message>
    <message>
        <source>name of the step that launched it; of a call, in which it starts</source>
        <translation>启动它的步的名称；对调用，为其开始时所在的步</translation>
    </message>
    <message>
        <source>%1 contains nothing to compare</source>
        <translation>%1 中没有可相互比较的内容</translation>
    </message>
    <message>
        <source>%1 has %2 runs, %3 logs and ncu reports, and %4 files of results; name those to compare, for example %5</source>
        <translation>%1 中有 %2 次运行、%3 个日志和 ncu 报告、%4 个结果文件；请指定要比较的文件，例如 %5</translation>
    </message>
    <message>
        <source>%1 has %2 runs; name those to compare, for example %5</source>
        <translation>%1 中有 %2 次运行；请指定要比较的运行，例如 %5</translation>
    </message>
    <message>
        <source>%1 of %2 kernels of %3 occur in %4</source>
        <translation>%3 的 %2 个核函数中有 %1 个出现在 %4 中</translation>
    </message>
    <message>
        <source>%1 and %2 were recorded at the same time</source>
        <translation>%1 与 %2 在同一时间记录</translation>
    </message>
    <message>
        <source>%1 names %2</source>
        <translation>%1 提到了 %2</translation>
    </message>
    <message>
        <source>%1 and %2 are of process %3</source>
        <translation>%1 与 %2 属于进程 %3</translation>
    </message>
    <message>
        <source>%1 is empty: no profile and no log</source>
        <translation>%1 中没有性能分析文件或日志：其中没有文件</translation>
    </message>
    <message>
        <source>%1 has no profile and no log among %2 files. The first, %3, cannot be read: %4</source>
        <translation>%1 的 %2 个文件中没有性能分析文件或日志。第一个文件 %3 无法读取：%4</translation>
    </message>
    <message>
        <source>notes on %1</source>
        <translation>%1 的笔记</translation>
    </message>
    <message>
        <source>both are named %1</source>
        <translation>两者都名为 %1</translation>
    </message>
    <message>
        <source>both are of rank %1</source>
        <translation>两者都属于 rank %1</translation>
    </message>
    <message>
        <source>the only run here; a guess</source>
        <translation>此处唯一的运行；这是猜测</translation>
    </message>
    <message>
        <source>graphs that were compiled together</source>
        <translation>一起编译的图</translation>
    </message>
    <message>
        <source>ranks of %1</source>
        <translation>%1 的各 rank</translation>
    </message>
    <message>
        <source>rank %1 of %2</source>
        <translation>%2 的 rank %1</translation>
    </message>
    <message>
        <source>a large archive; open it by itself</source>
        <translation>大型归档；请单独打开</translation>
    </message>
    <message>
        <source>an archive without a profile or a log</source>
        <translation>不含性能分析文件或日志的归档</translation>
    </message>
    <message>
        <source>a broken link</source>
        <translation>指向不存在文件的链接</translation>
    </message>
    <message>
        <source>not a regular file</source>
        <translation>不是普通文件</translation>
    </message>
    <message>
        <source>ncu report</source>
        <translation>ncu 报告</translation>
    </message>
    <message>
        <source>log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>execution trace</source>
        <translation>执行跟踪</translation>
    </message>
    <message>
        <source>flight recorder dump</source>
        <translation>flight recorder 转储</translation>
    </message>
    <message>
        <source>compiled code</source>
        <translation>编译生成的代码</translation>
    </message>
    <message>
        <source>notes</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>not read</source>
        <translation>未读取</translation>
    </message>
    <message>
        <source>Flight recorder: %1.</source>
        <translation>Flight recorder：%1。</translation>
    </message>
    <message>
        <source>the rest of the archive: %1</source>
        <translation>归档的其余部分：%1</translation>
    </message>
    <message>
        <source>A span is as wide as its total and may stand for many calls. Totals are correct; starts, order and gaps mean nothing.</source>
        <translation>区段宽度等于其总计，可能代表多次调用。总计正确；起点、顺序和间隙没有意义。</translation>
    </message>
    <message>
        <source>trees have totals only; spans are not placed in time</source>
        <translation>棵树只有总计；区段在时间上没有位置</translation>
    </message>
    <message>
        <source>the only run in folder %1; a guess</source>
        <translation>文件夹 %1 中唯一的运行；这是猜测</translation>
    </message>
    <message>
        <source>the name of the kernel is missing</source>
        <translation>缺少核函数名称</translation>
    </message>
    <message>
        <source>Barrier</source>
        <translation>屏障</translation>
    </message>
    <message>
        <source>Waiting for other warps of the block at a barrier</source>
        <translation>在屏障处等待同一线程块的其他 warp</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>Waiting for the target of a branch</source>
        <translation>等待分支目标</translation>
    </message>
    <message>
        <source>Dispatch</source>
        <translation>派发</translation>
    </message>
    <message>
        <source>The dispatcher holds back an instruction that is ready</source>
        <translation>派发器暂缓一条已就绪的指令</translation>
    </message>
    <message>
        <source>Drain</source>
        <translation>排空</translation>
    </message>
    <message>
        <source>Waiting at the end for memory writes to finish</source>
        <translation>结束时等待内存写入完成</translation>
    </message>
    <message>
        <source>Warpgroup MMA</source>
        <translation>Warpgroup MMA</translation>
    </message>
    <message>
        <source>Waiting for a warpgroup matrix instruction</source>
        <translation>等待 warpgroup 矩阵指令</translation>
    </message>
    <message>
        <source>Constant cache miss</source>
        <translation>常量缓存未命中</translation>
    </message>
    <message>
        <source>Waiting for constants that are not in their cache</source>
        <translation>等待不在缓存中的常量</translation>
    </message>
    <message>
        <source>LG throttle</source>
        <translation>LG 限流</translation>
    </message>
    <message>
        <source>The queue for global and local memory instructions is full</source>
        <translation>全局与局部内存指令队列已满</translation>
    </message>
    <message>
        <source>Long scoreboard</source>
        <translation>长记分牌</translation>
    </message>
    <message>
        <source>Waiting for data from global, local, texture or surface memory</source>
        <translation>等待来自全局、局部、纹理或表面内存的数据</translation>
    </message>
    <message>
        <source>Math pipe throttle</source>
        <translation>运算管线限流</translation>
    </message>
    <message>
        <source>The arithmetic pipe is busy</source>
        <translation>运算管线繁忙</translation>
    </message>
    <message>
        <source>Memory barrier</source>
        <translation>内存屏障</translation>
    </message>
    <message>
        <source>Waiting at a memory barrier</source>
        <translation>在内存屏障处等待</translation>
    </message>
    <message>
        <source>MIO throttle</source>
        <translation>MIO 限流</translation>
    </message>
    <message>
        <source>The queue for shared memory, special math and dynamic branches is full</source>
        <translation>共享内存、特殊运算与动态分支的队列已满</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Stalled for another reason</source>
        <translation>因其他原因停顿</translation>
    </message>
    <message>
        <source>No instruction</source>
        <translation>无指令</translation>
    </message>
    <message>
        <source>Waiting for instructions to be fetched</source>
        <translation>等待取指</translation>
    </message>
    <message>
        <source>Not selected</source>
        <translation>未被选中</translation>
    </message>
    <message>
        <source>Issuing</source>
        <translation>发射</translation>
    </message>
    <message>
        <source>Issuing an instruction: no stall</source>
        <translation>正在发射指令：没有停顿</translation>
    </message>
    <message>
        <source>Short scoreboard</source>
        <translation>短记分牌</translation>
    </message>
    <message>
        <source>Waiting for shared memory, special math or dynamic branches</source>
        <translation>等待共享内存、特殊运算或动态分支</translation>
    </message>
    <message>
        <source>Sleeping</source>
        <translation>休眠</translation>
    </message>
    <message>
        <source>All threads of the warp sleep</source>
        <translation>该 warp 的所有线程都在休眠</translation>
    </message>
    <message>
        <source>TEX throttle</source>
        <translation>TEX 限流</translation>
    </message>
    <message>
        <source>The queue for texture instructions is full</source>
        <translation>纹理指令队列已满</translation>
    </message>
    <message>
        <source>Fixed latency</source>
        <translation>固定延迟</translation>
    </message>
    <message>
        <source>Waiting for an instruction of fixed latency</source>
        <translation>等待固定延迟的指令</translation>
    </message>
    <message>
        <source>Warpgroup arrive</source>
        <translation>Warpgroup 汇合</translation>
    </message>
    <message>
        <source>Waiting for other warps of the warpgroup</source>
        <translation>等待 warpgroup 的其他 warp</translation>
    </message>
    <message>
        <source>SM</source>
        <translation>SM</translation>
    </message>
    <message>
        <source>DRAM</source>
        <translation>DRAM</translation>
    </message>
    <message>
        <source>L2 cache</source>
        <translation>L2 缓存</translation>
    </message>
    <message>
        <source>L1/TEX cache</source>
        <translation>L1/TEX 缓存</translation>
    </message>
    <message>
        <source>Tensor pipe</source>
        <translation>张量管线</translation>
    </message>
    <message>
        <source>FMA pipe</source>
        <translation>FMA 管线</translation>
    </message>
    <message>
        <source>ALU pipe</source>
        <translation>ALU 管线</translation>
    </message>
    <message>
        <source>registers</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <source>shared memory</source>
        <translation>共享内存</translation>
    </message>
    <message>
        <source>warps</source>
        <translation>warp</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>线程块</translation>
    </message>
    <message>
        <source>barriers</source>
        <translation>屏障</translation>
    </message>
    <message>
        <source>Limited by %1: %2 of its peak</source>
        <translation>受限于 %1：达到其峰值的 %2</translation>
    </message>
    <message>
        <source>%1 is the busiest unit: %2 of its peak</source>
        <translation>%1 是最繁忙的单元：达到其峰值的 %2</translation>
    </message>
    <message>
        <source>Grid too small: it fills %1 of the GPU. No unit is above %2 of its peak (%3)</source>
        <translation>网格太小：只占满 GPU 的 %1。没有单元超过其峰值的 %2（%3）</translation>
    </message>
    <message>
        <source>Limited by latency: no unit is above %1 of its peak (%2)</source>
        <translation>受限于延迟：没有单元超过其峰值的 %1（%2）</translation>
    </message>
    <message>
        <source>Limited by latency: no unit is above %1 of its peak (%2). Warps mostly wait: %3, %4</source>
        <translation>受限于延迟：没有单元超过其峰值的 %1（%2）。warp 主要在等待：%3，%4</translation>
    </message>
    <message>
        <source>%1: %2 of %3 launches match kernels of the trace</source>
        <translation>%1：%3 次启动中有 %2 次已关联到跟踪中的核函数</translation>
    </message>
    <message>
        <source>busy for %1 of %2 sampled, SMs active %3</source>
        <translation>采样的 %2 中有 %1 忙碌，SM 活跃 %3</translation>
    </message>
    <message>
        <source>busy for %1 of %2 sampled, by DRAM traffic alone</source>
        <translation>采样的 %2 中有 %1 忙碌，只有 DRAM 流量</translation>
    </message>
    <message>
        <source>Another process used the GPU, or some of its work was not recorded. The device was idle for less time than the trace says, and for other reasons.</source>
        <translation>有其他进程使用了该 GPU，或有部分工作没有被记录。设备的空闲时间比跟踪所说的少，原因也不同。</translation>
    </message>
    <message>
        <source>Ready, but another warp was selected</source>
        <translation>已就绪，但选中了另一个 warp</translation>
    </message>
    <message>
        <source>No throughput metrics in this report</source>
        <translation>此报告中没有吞吐量指标</translation>
    </message>
    <message>
        <source>%1: %2 of %3 launches match %4 kernels of the trace, each up to %5 times</source>
        <translation>%1：%3 次启动中有 %2 次已关联到跟踪中的 %4 个核函数，每次最多重复 %5 次</translation>
    </message>
    <message>
        <source>%1; %2 are ambiguous, %3 have no kernel with the same grid and block in the trace</source>
        <translation>%1；%2 次无法确定对应，%3 次在跟踪中没有网格和线程块相同的核函数</translation>
    </message>
    <message>
        <source>stretches of idle time in which counters show GPU activity</source>
        <translation>段空闲时间内计数器显示 GPU 有活动</translation>
    </message>
    <message>
        <source>%1: no launches are recorded, so each step has the work that starts in it</source>
        <translation>%1：没有启动记录，因此各步包含在其中开始的工作</translation>
    </message>
    <message>
        <source>%1 is not an Nsight Compute report with kernel launches</source>
        <translation>%1 不是含有核函数启动的 Nsight Compute 报告</translation>
    </message>
    <message>
        <source>SM clock</source>
        <translation>SM 时钟</translation>
    </message>
    <message>
        <source>DRAM traffic</source>
        <translation>DRAM 流量</translation>
    </message>
    <message>
        <source>DRAM use</source>
        <translation>DRAM 利用率</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>浮点运算数</translation>
    </message>
    <message>
        <source>tensor pipe use</source>
        <translation>张量管线利用率</translation>
    </message>
    <message>
        <source>achieved occupancy</source>
        <translation>实际占用率</translation>
    </message>
    <message>
        <source>L2 hit rate</source>
        <translation>L2 命中率</translation>
    </message>
    <message>
        <source>%1 is not drawn here: %2</source>
        <translation>%1 未绘制在此处：%2</translation>
    </message>
    <message>
        <source>%1 was recorded at the same time; the trace has no allocations to compare</source>
        <translation>%1 是同一时间记录的；跟踪没有可供比对的分配</translation>
    </message>
    <message>
        <source>The memory limit was reached at line %1: everything after is missing.</source>
        <translation>在第 %1 行达到内存上限：此后的内容全部缺失。</translation>
    </message>
    <message>
        <source>The memory limit was reached: the last launches (%1) are missing.</source>
        <translation>已达到内存上限：缺少最后的启动（%1 次）。</translation>
    </message>
    <message>
        <source>oldest records, left out at the memory limit</source>
        <translation>条最早的记录因达到内存上限而略去</translation>
    </message>
    <message>
        <source>The memory limit was reached: the end of the recording is missing.</source>
        <translation>已达到内存上限：缺少记录的末尾部分。</translation>
    </message>
    <message>
        <source>The memory limit was reached: the oldest records (%1) are missing.</source>
        <translation>已达到内存上限：缺少最早的记录（%1 条）。</translation>
    </message>
    <message>
        <source>%1 of %2 SMs have no block; use more blocks</source>
        <translation>%2 个 SM 中有 %1 个没有线程块；请使用更多线程块</translation>
    </message>
    <message>
        <source>The tail, in which SMs have run out of blocks, is %1 of the SM time: some blocks or SMs take longer; start long blocks first or split them</source>
        <translation>尾部（SM 已没有线程块可执行）占 SM 时间的 %1：部分线程块或 SM 用时更长；请先启动较长的线程块，或将其拆分</translation>
    </message>
    <message>
        <source>The tail, in which SMs have run out of blocks, is %1 of the SM time: the grid is %2 waves; use whole waves or smaller blocks</source>
        <translation>尾部（SM 已没有线程块可执行）占 SM 时间的 %1：网格为 %2 个波次；请使用整数个波次，或更小的线程块</translation>
    </message>
    <message>
        <source>Counted by the recorder: %1 of %2 launches</source>
        <translation>记录器计数：%2 次启动中的 %1 次</translation>
    </message>
    <message>
        <source>it has no absolute timestamps</source>
        <translation>其中没有绝对时间戳</translation>
    </message>
    <message>
        <source>the trace has no absolute start time</source>
        <translation>跟踪没有绝对开始时间</translation>
    </message>
    <message>
        <source>it starts %1 after the end of the trace</source>
        <translation>它在跟踪结束 %1 后才开始</translation>
    </message>
    <message>
        <source>it ends %1 before the start of the trace</source>
        <translation>它在跟踪开始 %1 前就已结束</translation>
    </message>
    <message>
        <source>it is from another process: it contains %1 of the %2 allocations in the trace</source>
        <translation>它来自另一个进程：跟踪中的 %2 次分配，其中只有 %1 次</translation>
    </message>
    <message>
        <source>%1 is from this process: %2 of %3 allocations match</source>
        <translation>%1 来自此进程：%3 次分配中有 %2 次吻合</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>%1 ranks: the files have no start time, so their clocks are based on the host clock and on collectives: %3.</source>
        <translation>%1 个 rank 的文件没有开始时间，因此其时钟依据主机时钟和集合通信：%3。</translation>
    </message>
    <message>
        <source>%1 ranks: the files have no start time, so their clocks are based on collectives and on the assumption that all recordings started together: %3.</source>
        <translation>%1 个 rank 的文件没有开始时间，因此其时钟依据集合通信，并假设所有记录同时开始：%3。</translation>
    </message>
    <message>
        <source>%1 ranks do not overlap in time with rank %2; they may be from different runs: %3.</source>
        <translation>%1 个 rank 与 rank %2 在时间上不重叠；它们可能来自不同的运行：%3。</translation>
    </message>
    <message>
        <source>%1 ranks have no collective in common with rank %2, so their clocks were not checked: %3.</source>
        <translation>%1 个 rank 与 rank %2 没有共同的集合通信，因此其时钟未经检查：%3。</translation>
    </message>
    <message>
        <source>%1 more ranks have host collectives without kernels, so their waits are unknown.</source>
        <translation>另有 %1 个 rank 的主机集合通信没有核函数，因此其等待时间未知。</translation>
    </message>
    <message>
        <source>%1 lies outside of the folders whose files may be read</source>
        <translation>%1 不在允许读取的文件夹中</translation>
    </message>
    <message>
        <source>Advice of Nsight Compute</source>
        <translation>Nsight Compute 的建议</translation>
    </message>
    <message>
        <source>Source lines of %1</source>
        <translation>%1 的源代码行</translation>
    </message>
    <message>
        <source>Instructions of %1</source>
        <translation>%1 的指令</translation>
    </message>
    <message>
        <source>Collectives that ranks disagree about</source>
        <translation>各 rank 不一致的集合通信</translation>
    </message>
    <message>
        <source>Collectives that are not complete</source>
        <translation>未完成的集合通信</translation>
    </message>
    <message>
        <source>Process groups</source>
        <translation>进程组</translation>
    </message>
    <message>
        <source>Collectives</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>Operators in the order of the file</source>
        <translation>按文件顺序排列的算子</translation>
    </message>
    <message>
        <source>Operators by name and inputs</source>
        <translation>按名称和输入分组的算子</translation>
    </message>
    <message>
        <source>The memory limit was reached: the rest of the file was not read.</source>
        <translation>已达到内存上限：文件的其余部分未读取。</translation>
    </message>
    <message>
        <source>%1 is the digest of %2. Choose another folder for that of %3</source>
        <translation>%1 是 %2 的摘要。请为 %3 的摘要另选文件夹</translation>
    </message>
    <message>
        <source>The memory limit was reached: %1 of %2 files were not read to their ends.</source>
        <translation>已达到内存上限：%2 个文件中有 %1 个未读到末尾。</translation>
    </message>
    <message>
        <source>a digest of a trace: `kernline ranks` reads it</source>
        <translation>跟踪的摘要：由 `kernline ranks` 读取</translation>
    </message>
    <message>
        <source>Skipped %1 files; the first: %2.</source>
        <translation>已跳过 %1 个文件；第一个：%2。</translation>
    </message>
    <message>
        <source>A digest says that its trace could not be read: %1.</source>
        <translation>一个摘要说明其跟踪无法读取：%1。</translation>
    </message>
    <message>
        <source>%1 digests say that their traces could not be read; the first: %2.</source>
        <translation>%1 个摘要说明其跟踪无法读取；第一个：%2。</translation>
    </message>
    <message>
        <source>%1 and %2 are both rank %3</source>
        <translation>%1 和 %2 都是 rank %3</translation>
    </message>
    <message>
        <source>%1; the first is used.</source>
        <translation>%1；使用第一个。</translation>
    </message>
    <message>
        <source>%1 has digests of traces, which have no events; `kernline ranks` reads them</source>
        <translation>%1 中是跟踪的摘要，没有事件；由 `kernline ranks` 读取</translation>
    </message>
    <message>
        <source>Skipped %1 digests, which have no events.</source>
        <translation>已跳过 %1 个摘要，它们没有事件。</translation>
    </message>
    <message>
        <source>%1 is no digest</source>
        <translation>%1 不是摘要</translation>
    </message>
    <message>
        <source>%1 is a digest of another version (%2 instead of %3); digest its trace again</source>
        <translation>%1 是另一版本的摘要（%2，而非 %3）；请重新生成</translation>
    </message>
    <message>
        <source>%1 is a damaged digest (%2); digest its trace again</source>
        <translation>%1 是损坏的摘要（%2）；请重新生成</translation>
    </message>
    <message>
        <source>%1 is not a memory snapshot</source>
        <translation>%1 不是内存快照</translation>
    </message>
    <message>
        <source>this file was exported from a trace that was read only partly</source>
        <translation>此文件导出自只读取了一部分的跟踪</translation>
    </message>
    <message>
        <source>The memory limit was reached before the end of that trace. Figures cover only what was read.</source>
        <translation>读到该跟踪末尾之前已达到内存上限。数据只涵盖已读取的部分。</translation>
    </message>
    <message>
        <source>Exported from a file that was read only partly.</source>
        <translation>导出自只读取了一部分的文件。</translation>
    </message>
    <message>
        <source>no clear trend</source>
        <translation>趋势不明显</translation>
    </message>
    <message>
        <source>Most of these samples, %1, are in %2.</source>
        <translation>这些样本大多（%1）位于 %2。</translation>
    </message>
    <message>
        <source>Most of these samples, %1, are in %2: %3</source>
        <translation>这些样本大多（%1）位于 %2：%3</translation>
    </message>
    <message>
        <source>Warps mostly wait: %1, %2 of samples. %3.</source>
        <translation>warp 主要在等待：%1，占样本的 %2。%3。</translation>
    </message>
    <message>
        <source>Counted: DRAM at %1 of its peak, %2 a launch, %3× the %4 that the algorithm needs.</source>
        <translation>计数：DRAM 达到其峰值的 %1，每次启动 %2，是算法所需 %4 的 %3 倍。</translation>
    </message>
    <message>
        <source>Sampled: DRAM at %1 of its peak, %2 a launch, %3× the %4 that the algorithm needs.</source>
        <translation>采样：DRAM 达到其峰值的 %1，每次启动 %2，是算法所需 %4 的 %3 倍。</translation>
    </message>
    <message>
        <source>%1 moves more DRAM traffic than needed</source>
        <translation>%1 经 DRAM 传输的数据多于所需</translation>
    </message>
    <message>
        <source>%1 is bound by cache bandwidth</source>
        <translation>%1 受缓存带宽限制</translation>
    </message>
    <message>
        <source>Counted: %1 at %2 of its peak, arithmetic and DRAM at %3 at most.</source>
        <translation>计数：%1 达到其峰值的 %2，运算和 DRAM 最多 %3。</translation>
    </message>
    <message>
        <source>Counted: the tensor pipe works for %1 of the time, though the model calls this product compute-bound.</source>
        <translation>计数：张量管线只在 %1 的时间里工作，而按模型此矩阵乘法受限于算力。</translation>
    </message>
    <message>
        <source>Sampled: the tensor pipe works for %1 of the time, though the model calls this product compute-bound.</source>
        <translation>采样：张量管线只在 %1 的时间里工作，而按模型此矩阵乘法受限于算力。</translation>
    </message>
    <message>
        <source>%1 leaves tensor cores idle</source>
        <translation>%1 使张量核心空闲</translation>
    </message>
    <message>
        <source>%1 leaves SMs idle</source>
        <translation>%1 使部分 SM 空闲</translation>
    </message>
    <message>
        <source>%1 is bound by latency</source>
        <translation>%1 受延迟限制</translation>
    </message>
    <message>
        <source>No unit is above %1 of its peak (%2).</source>
        <translation>没有单元超过其峰值的 %1（%2）。</translation>
    </message>
    <message>
        <source>Only %1 of the warps fit that an SM can hold, limited by %2.</source>
        <translation>SM 能容纳的 warp 只放得下 %1，受限于%2。</translation>
    </message>
    <message>
        <source>Its launches take %1, %2 each.</source>
        <translation>其各次启动用时 %1，每次 %2。</translation>
    </message>
    <message>
        <source>%1 %2 → %3 of peak</source>
        <translation>%1 峰值占比 %2 → %3</translation>
    </message>
    <message>
        <source>%1 %2 → %3</source>
        <translation>%1 %2 → %3</translation>
    </message>
    <message>
        <source>limit: %1 (was %2)</source>
        <translation>瓶颈：%1（原为 %2）</translation>
    </message>
    <message>
        <source>%1: %2 → %3 a launch; only %4 has counters of it</source>
        <translation>%1：每次启动 %2 → %3；只有 %4 有它的计数器</translation>
    </message>
    <message>
        <source>%1: %2 → %3 a launch; no counter changed enough to explain it</source>
        <translation>%1：每次启动 %2 → %3；没有计数器的变化大到足以说明原因</translation>
    </message>
    <message>
        <source>%1: %2 → %3 a launch: %4</source>
        <translation>%1：每次启动 %2 → %3：%4</translation>
    </message>
    <message>
        <source>%1 has no column &quot;%2&quot;; it has %3</source>
        <translation>%1 没有列“%2”；它有 %3</translation>
    </message>
    <message>
        <source>column &quot;%1&quot; is named twice</source>
        <translation>列“%1”被指定了两次</translation>
    </message>
    <message>
        <source>no table &quot;%1&quot;; there are %2</source>
        <translation>没有表“%1”；有 %2</translation>
    </message>
    <message>
        <source>canceled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>The first step begins %1 before the first recorded work of the device; this time is left out.</source>
        <translation>第一步开始于设备首个记录的工作之前 %1；这段时间不计入。</translation>
    </message>
    <message>
        <source>grid</source>
        <translation>网格</translation>
    </message>
    <message>
        <source>value from this time on; NULL where it was not sampled, so count(value) counts samples</source>
        <translation>从此时刻起的值；未采样处为 NULL，因此 count(value) 得到采样数</translation>
    </message>
    <message>
        <source>The connection to %1 was lost</source>
        <translation>与 %1 的连接已断开</translation>
    </message>
    <message>
        <source>The connection to %1 was lost: %2</source>
        <translation>与 %1 的连接已断开：%2</translation>
    </message>
    <message>
        <source>%1 did not reach %2; try: %1 %2 true</source>
        <translation>%1 无法连接到 %2；请尝试：%1 %2 true</translation>
    </message>
    <message>
        <source>%1 could not start kernline on %2: %3</source>
        <translation>%1 无法在 %2 上启动 kernline：%3</translation>
    </message>
    <message>
        <source>%1:%2: %3</source>
        <translation>%1:%2：%3</translation>
    </message>
    <message>
        <source>the data received is not a trace of this version</source>
        <translation>收到的数据不是此版本的跟踪</translation>
    </message>
    <message>
        <source>invalid request</source>
        <translation>请求无效</translation>
    </message>
    <message>
        <source>not enough memory on that machine</source>
        <translation>该机器内存不足</translation>
    </message>
    <message>
        <source>%1 is not a trace, and too large to copy. Use kernline tables or kernline memory for it</source>
        <translation>%1 不是跟踪，且过大无法复制。请对其使用 kernline tables 或 kernline memory</translation>
    </message>
    <message>
        <source>cannot run %1; install OpenSSH&apos;s client, or name another program in KERNLINE_SSH</source>
        <translation>无法运行 %1；请安装 OpenSSH 客户端，或在 KERNLINE_SSH 中指定其他程序</translation>
    </message>
    <message>
        <source>the trace received is damaged, or larger than memory allows</source>
        <translation>收到的跟踪已损坏，或超出内存限制</translation>
    </message>
    <message>
        <source>the args received are damaged</source>
        <translation>收到的参数已损坏</translation>
    </message>
    <message>
        <source>a Parquet export of Kernline</source>
        <translation>Kernline 的 Parquet 导出</translation>
    </message>
    <message>
        <source>a table of a Parquet export of Kernline: open the spans.parquet beside it, or their folder</source>
        <translation>Kernline 的 Parquet 导出中的一个表：请打开同一文件夹中的 spans.parquet，或该文件夹</translation>
    </message>
    <message>
        <source>a Parquet table that this version of Kernline did not export; DuckDB reads it, and `nsys export --type sqlite` exports what Kernline reads</source>
        <translation>并非由此版本的 Kernline 导出的 Parquet 表；DuckDB 可以读取它，而 `nsys export --type sqlite` 可导出 Kernline 能读取的内容</translation>
    </message>
    <message>
        <source>%1 has no profile: no .json, .json.gz, .trace, .sqlite or spans.parquet file; name a file, or another folder</source>
        <translation>%1 中没有性能分析文件：没有 .json、.json.gz、.trace、.sqlite 或 spans.parquet 文件；请指定一个文件或另一个文件夹</translation>
    </message>
    <message>
        <source>%1 is cut or damaged. Export the profile again</source>
        <translation>%1 不完整或已损坏。请重新导出性能分析文件</translation>
    </message>
    <message>
        <source>Kernline Parquet export</source>
        <translation>Kernline Parquet 导出</translation>
    </message>
    <message>
        <source>%1 lacks what a trace is made of. Export the profile again</source>
        <translation>%1 缺少构成跟踪所需的内容。请重新导出性能分析文件</translation>
    </message>
    <message>
        <source>cannot write a copy below %1; free space there, or set TMPDIR to another folder</source>
        <translation>无法在 %1 下写入副本；请在那里腾出空间，或将 TMPDIR 设为其他文件夹</translation>
    </message>
    <message>
        <source>%1 of waiting for ranks whose recording had not begun is not counted.</source>
        <translation>未计入：在被等待的 rank 开始录制之前等待的 %1。</translation>
    </message>
    <message>
        <source>The heat map lacks counters of %1 rank that has too many: %2.</source>
        <translation>%1 个 rank 的计数器过多，热图中缺少其中 %2 个。</translation>
    </message>
    <message>
        <source>The heat map lacks counters of %1 ranks that have too many: up to %2 of a rank.</source>
        <translation>%1 个 rank 的计数器过多，热图中缺少其中一部分：每个 rank 最多缺 %2 个。</translation>
    </message>
    <message>
        <source>The tail, in which SMs have run out of blocks, is %1 of the SM time: some blocks or SMs take longer; split long blocks</source>
        <translation>尾部（SM 已没有线程块可执行）占 SM 时间的 %1：部分线程块或 SM 用时更长；请拆分耗时长的块</translation>
    </message>
    <message>
        <source>spans and other events outside of the time range were not read</source>
        <translation>时间范围之外的区段和其他事件未读取</translation>
    </message>
    <message>
        <source>They are in no figure. Device work may lack its call, operator and step, calls their work, counters their first value. Steps are numbered from the first one that was read.</source>
        <translation>它们不计入任何数值。设备工作可能缺少其调用、算子和步，调用可能缺少其启动的工作，计数器可能缺少初始值。步从读取到的第一个开始编号。</translation>
    </message>
    <message>
        <source>The heat map lacks %1 of %2 rank, which has it in %3 instead of %4.</source>
        <translation>热图缺少 %2 个 rank 的 %1：其单位是 %3 而不是 %4。</translation>
    </message>
    <message>
        <source>The heat map lacks %1 of %2 ranks, which have it in %3 instead of %4.</source>
        <translation>热图缺少 %2 个 rank 的 %1：其单位是 %3 而不是 %4。</translation>
    </message>
    <message>
        <source>%1: the digests have %2, which is too much to copy. Use kernline ranks for them</source>
        <translation>%1：摘要共 %2，过大，无法复制。请改用 kernline ranks</translation>
    </message>
    <message>
        <source>%1 trace beside the digests was not read; run kernline digest on that machine.</source>
        <translation>摘要旁的 %1 个跟踪未被读取；请在那台机器上运行 kernline digest。</translation>
    </message>
    <message>
        <source>These ranks have no %1; they have: %2</source>
        <translation>这些 rank 没有 %1；它们有：%2</translation>
    </message>
    <message>
        <source>There is no %1: these digests are of an older version and have no counters. Digest the traces again with --again.</source>
        <translation>没有 %1：这些摘要来自旧版本，不含计数器。请用 --again 重新生成摘要。</translation>
    </message>
    <message>
        <source>These ranks have no %1; they have no counters in steps. Choose a metric such as step_time.</source>
        <translation>这些 rank 没有 %1；它们的步中没有计数器。请选择 step_time 之类的指标。</translation>
    </message>
    <message>
        <source>These ranks have no %1; they have no steps. Call prof.step() once per iteration to record steps.</source>
        <translation>这些 rank 没有 %1；它们没有步。请在每次迭代中调用一次 prof.step() 来记录步。</translation>
    </message>
    <message>
        <source>Expert load is unknown: digests do not say what all-to-alls send and receive (rank %1); digest their traces again with --again.</source>
        <translation>专家负载未知：摘要没有说明 all-to-all 发送和接收了多少（rank %1）；请用 --again 重新生成摘要。</translation>
    </message>
    <message>
        <source>The heat map lacks counters of digests of an older version (rank %1); digest their traces again with --again.</source>
        <translation>热图缺少旧版本摘要的计数器（rank %1）；请用 --again 重新生成摘要。</translation>
    </message>
    <message>
        <source>%1 traces beside the digests were not read; run kernline digest on that machine.</source>
        <translation>摘要旁的 %1 个跟踪未被读取；请在那台机器上运行 kernline digest。</translation>
    </message>
    <message>
        <source>Cannot judge: the roofline covers only %1 of kernel time.</source>
        <translation>无法判断：屋顶线仅覆盖 %1 的核函数时间。</translation>
    </message>
    <message>
        <source>the range %1 is outside the recording, which lasts %2; times count from its start, with @ on its clock</source>
        <translation>范围 %1 在记录之外，记录时长为 %2；时间从其开始处算起，前加 @ 则按其时钟</translation>
    </message>
    <message>
        <source>Only a range of time was read; %1 spans and other events outside of it are not included.</source>
        <translation>只读取了一段时间范围；其外的 %1 个区间和其他事件未计入。</translation>
    </message>
    <message>
        <source>function and main template arguments; kernels of one trace that share these are distinguished</source>
        <translation>函数及主要模板参数；同一跟踪中相同者会加以区分</translation>
    </message>
    <message>
        <source>most FLOPs in %1 instead of %2</source>
        <translation>大部分 FLOPs 由 %2 变为 %1</translation>
    </message>
    <message>
        <source>the same FLOPs in %1 instead of %2</source>
        <translation>FLOPs 相同，但由 %2 变为 %1</translation>
    </message>
    <message>
        <source>memory snapshot (Python pickle)</source>
        <translation>内存快照（Python pickle）</translation>
    </message>
    <message>
        <source>memory timeline</source>
        <translation>内存时间线</translation>
    </message>
    <message>
        <source>NCCL flight recorder dump</source>
        <translation>NCCL 飞行记录器转储</translation>
    </message>
    <message>
        <source>%1: no rank in distributedInfo or in the file name; name it as in rank0.json</source>
        <translation>%1：distributedInfo 和文件名中都没有 rank；请像 rank0.json 那样命名文件</translation>
    </message>
    <message>
        <source>Column &quot;%1&quot; is a BLOB. Write hex() around it.</source>
        <translation>列“%1”是 BLOB。请用 hex() 转换。</translation>
    </message>
    <message>
        <source>%1 of the waiting cannot be traced because ranks are missing: %2.</source>
        <translation>%1 的等待无法追溯，因为缺少以下 rank：%2。</translation>
    </message>
    <message>
        <source>Rank %1: %2.</source>
        <translation>rank %1：%2。</translation>
    </message>
    <message>
        <source>Skipped %1 file whose name does not match the others: %2.</source>
        <translation>已略去 %1 个名称与其他文件不一致的文件：%2。</translation>
    </message>
    <message>
        <source>Skipped %1 files whose names do not match the others; the first is %2.</source>
        <translation>已略去 %1 个名称与其他文件不一致的文件，第一个是 %2。</translation>
    </message>
    <message>
        <source>bytes of the message, ranks of the group</source>
        <translation>消息的字节数、组内的进程数</translation>
    </message>
    <message>
        <source>bytes of the record</source>
        <translation>记录中的字节数</translation>
    </message>
    <message>
        <source>Aligned to the clock of rank %1, not rank %2: ranks %3.</source>
        <translation>时钟以 rank %1 为准，而非 rank %2：rank %3。</translation>
    </message>
    <message>
        <source>Ranks hold each other up: waits total %1, %2 of their time, %3 of that directly for rank %4.</source>
        <translation>各 rank 相互拖延：等待共 %1，占其时间的 %2，其中 %3 是直接等待 rank %4。</translation>
    </message>
    <message>
        <source>Before %1 of its %2 late starts, it exchanged %3 times the mean all-to-all bytes: its experts get more tokens.</source>
        <translation>在它 %2 次迟到的开始中，有 %1 次之前它的 all-to-all 字节是平均值的 %3 倍：它的专家收到的 token 更多。</translation>
    </message>
    <message>
        <source>%1 is an incomplete digest; digest its trace again</source>
        <translation>%1 是不完整的摘要；请重新生成</translation>
    </message>
    <message>
        <source>Recording slows the host down: up to %1 of this may be the profiler&apos;s.</source>
        <translation>记录会使主机变慢：其中至多 %1 可能来自性能分析器。</translation>
    </message>
    <message>
        <source>Copy on a stream of its own, and read the result a step later.</source>
        <translation>在单独的流上拷贝，并在下一步再读取结果。</translation>
    </message>
    <message>
        <source>Start it a step ahead, on a stream of its own.</source>
        <translation>在单独的流上提前一步启动它。</translation>
    </message>
    <message>
        <source>The host waits for pageable memory; copy to pinned memory on a stream of its own, and read it a step later.</source>
        <translation>主机要等待可分页内存；请在单独的流上拷贝到锁页内存，并在下一步再读取。</translation>
    </message>
    <message>
        <source>The host waits for pageable memory; pin it, and copy a step ahead on a stream of its own (non_blocking=True).</source>
        <translation>主机要等待可分页内存；请使用锁页内存，并在单独的流上提前一步拷贝（non_blocking=True）。</translation>
    </message>
    <message>
        <source>Each kernel reads what one before it read or wrote: one fused kernel would save up to %1 of traffic per chain.</source>
        <translation>每个核函数都读取前面某个核函数读过或写出的数据：融合成一个核函数，每条链至多可省 %1 的访存。</translation>
    </message>
    <message>
        <source>Optimizers of torch do this in one kernel with fused=True.</source>
        <translation>torch 的优化器用 fused=True 可在一个核函数中完成。</translation>
    </message>
    <message>
        <source>The host is in %1</source>
        <translation>主机处于 %1 中</translation>
    </message>
    <message>
        <source>The host waits for the device in %1</source>
        <translation>主机在 %1 中等待设备</translation>
    </message>
    <message>
        <source>Launches reach an empty queue</source>
        <translation>启动时队列已空</translation>
    </message>
    <message>
        <source>%1 starts late after its launch</source>
        <translation>%1 启动后很久才开始</translation>
    </message>
    <message>
        <source>Host activity is not recorded</source>
        <translation>未记录主机活动</translation>
    </message>
    <message>
        <source>Let the host run ahead of the device</source>
        <translation>让主机领先于设备</translation>
    </message>
    <message>
        <source>operators, calls and functions whose recording slows the host down</source>
        <translation>记录时会使主机变慢的算子、调用和函数</translation>
    </message>
    <message>
        <source>Recording one takes about 1 to 4 µs. Much of the time in which devices wait for the host may be the profiler&apos;s.</source>
        <translation>记录其中一个约需 1 至 4 µs。设备等待主机的时间中，很大一部分可能来自性能分析器。</translation>
    </message>
    <message>
        <source>Input shapes differ: only the baseline calls %1 with %2</source>
        <translation>输入形状不同：只有基线以 %2 调用 %1</translation>
    </message>
    <message>
        <source>%1: the host runs ahead, at %2 per step, so steps are measured on the device</source>
        <translation>%1：主机领先，每步 %2，因此在设备上测量步</translation>
    </message>
    <message>
        <source>Largest change: idle time, %1 of %2 → %3 of %4 per step (%5).</source>
        <translation>最大变化：空闲时间，每步 %2 中的 %1 → %4 中的 %3（%5）。</translation>
    </message>
    <message>
        <source>Largest change: %1, %2 → %3 per step.</source>
        <translation>最大变化：%1，每步 %2 → %3。</translation>
    </message>
    <message>
        <source>no steps &quot;%1&quot; with GPU work; kernline steps lists what may be the steps</source>
        <translation>没有带 GPU 工作的步“%1”；kernline steps 列出可能的步</translation>
    </message>
    <message>
        <source>other GPU work during the step</source>
        <translation>该步期间的其他 GPU 工作</translation>
    </message>
    <message>
        <source>minus GPU work outside the step&apos;s time</source>
        <translation>减去该步时间之外的 GPU 工作</translation>
    </message>
    <message>
        <source>GPU work that ran during the steps but was launched before or between them.</source>
        <translation>在各步期间运行、但在各步之前或之间启动的 GPU 工作。</translation>
    </message>
    <message>
        <source>Rows count all GPU work that a step launches. What ran outside the step&apos;s time is subtracted here.</source>
        <translation>各行计入一步启动的所有 GPU 工作。在该步时间之外运行的部分在此减去。</translation>
    </message>
    <message>
        <source>About %1× faster without the profiler (%2 to %3×): %4 → %5 per step.</source>
        <translation>没有性能分析器时约快 %1×（%2 到 %3×）：每步 %4 → %5。</translation>
    </message>
    <message>
        <source>About %1× slower without the profiler (%2 to %3×): %4 → %5 per step.</source>
        <translation>没有性能分析器时约慢 %1×（%2 到 %3×）：每步 %4 → %5。</translation>
    </message>
    <message>
        <source>Other causes (%1)</source>
        <translation>其他原因（%1）</translation>
    </message>
    <message>
        <source>a Git LFS pointer, in place of the file itself; `git lfs pull` fetches it</source>
        <translation>Git LFS 指针，而不是文件本身；`git lfs pull` 会取回文件</translation>
    </message>
    <message>
        <source>Use scaled_dot_product_attention: attention is written out</source>
        <translation>改用 scaled_dot_product_attention：注意力是逐步写出的</translation>
    </message>
    <message>
        <source>Do not wait for the device in %1</source>
        <translation>不要在 %1 中等待设备</translation>
    </message>
    <message>
        <source>%1 kernels, tensor by tensor, take %2; gaps between them take %3.</source>
        <translation>%1 个核函数逐张量运行，耗时 %2；其间的空隙为 %3。</translation>
    </message>
    <message>
        <source>%1 kernels take %2; gaps between them take %3.</source>
        <translation>%1 个核函数耗时 %2；其间的空隙为 %3。</translation>
    </message>
    <message>
        <source>Softmax and the kernels between it and the products take %1; each reads or writes up to %2 of attention scores.</source>
        <translation>Softmax 以及它与矩阵乘之间的核函数耗时 %1；每个最多读写 %2 的注意力分数。</translation>
    </message>
    <message>
        <source>Flash attention keeps them on chip. The products take %1; the saving keeps the time of their FLOPs.</source>
        <translation>Flash attention 将分数留在片上。矩阵乘耗时 %1；上限中保留了其 FLOP 所需的时间。</translation>
    </message>
    <message>
        <source>Keep memory allocated: %1 makes the host wait for the device</source>
        <translation>保留已分配的内存：%1 使主机等待设备</translation>
    </message>
    <message>
        <source>The host waits %1. Without these waits it would need about %2, less than the %3 that the device is busy, and would run ahead.</source>
        <translation>主机等待 %1。若无这些等待，主机约需 %2，少于设备忙碌的 %3，便会领先于设备。</translation>
    </message>
    <message>
        <source>torch.cuda.empty_cache() in a loop causes this, as does memory that is nearly full.</source>
        <translation>在循环中调用 torch.cuda.empty_cache() 会导致这种情况，内存将满时也会。</translation>
    </message>
    <message>
        <source>This reads a value on the host: keep it on the device, or read it later.</source>
        <translation>这会在主机上读取一个值：将它留在设备上，或稍后再读取。</translation>
    </message>
    <message>
        <source>Use the fused kernel of %1</source>
        <translation>使用 %1 的融合核函数</translation>
    </message>
    <message>
        <source>fused=True does this in one kernel for many tensors. It takes at least as long as %1 does: %2.</source>
        <translation>fused=True 用一个核函数处理多个张量。它至少需要 %1 所需的时间：%2。</translation>
    </message>
    <message>
        <source>Checkpoint less: the backward pass recomputes parts of the forward pass</source>
        <translation>减少检查点：反向传播重新计算了部分前向传播</translation>
    </message>
    <message>
        <source>Recomputation takes %1 on the device and %2 on the host; the device waits for that for %3.</source>
        <translation>重新计算在设备上耗时 %1，在主机上耗时 %2；设备为此等待 %3。</translation>
    </message>
    <message>
        <source>Activation checkpointing trades time for memory: with memory to spare, checkpoint fewer modules.</source>
        <translation>激活检查点以时间换内存：内存有余时，可减少设置检查点的模块。</translation>
    </message>
    <message>
        <source>host-bound</source>
        <translation>主机受限</translation>
    </message>
    <message>
        <source>synchronization</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>memcpy</source>
        <translation>内存拷贝</translation>
    </message>
    <message>
        <source>inter-kernel gap</source>
        <translation>核函数间隙</translation>
    </message>
    <message>
        <source>graph gap</source>
        <translation>图内间隙</translation>
    </message>
    <message>
        <source>event %1</source>
        <translation>第 %1 个事件</translation>
    </message>
    <message>
        <source>1 event</source>
        <translation>1 个事件</translation>
    </message>
    <message>
        <source>%1 events</source>
        <translation>%1 个事件</translation>
    </message>
    <message>
        <source>records without a time, counted in their order</source>
        <translation>没有时间的记录，按其顺序计数</translation>
    </message>
    <message>
        <source>The values are kept as they stand, or left out. The other values of these events are read.</source>
        <translation>这些值按原样保留或略去。这些事件的其他值都已读取。</translation>
    </message>
    <message>
        <source>%1 spans within %2, then %3 spans within %4, %5 later</source>
        <translation>%2 内有 %1 个区段，%5 之后 %4 内有 %3 个区段</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 h</translation>
    </message>
    <message>
        <source>clusters of spans with hours of nothing between them</source>
        <translation>区段分成几簇，簇与簇之间空白数小时</translation>
    </message>
    <message>
        <source>Two recordings were merged, or some times are wrong. Wall time, idle time and busy shares count the gap too. Choose the time range of one cluster to see its own figures.</source>
        <translation>合并了两次录制，或者有些时间有误。墙钟时间、空闲时间和忙碌占比也计入了空白。选择一簇的时间范围即可查看它自己的数值。</translation>
    </message>
    <message>
        <source>log of an inference engine</source>
        <translation>推理引擎的日志</translation>
    </message>
    <message>
        <source>perf script; a span is as wide as what was counted, instants have the times</source>
        <translation>perf script；区段的宽度是计数，时间见瞬时事件</translation>
    </message>
    <message>
        <source>py-spy dump; each stack has the same width, which is no time</source>
        <translation>py-spy dump；每个调用栈宽度相同，并非时间</translation>
    </message>
    <message>
        <source>line_profiler; a span is as wide as its total</source>
        <translation>line_profiler；区段的宽度是其总计</translation>
    </message>
    <message>
        <source>events with values that are no JSON, as numbers with a decimal comma</source>
        <translation>事件中有不是 JSON 的值，例如带小数逗号的数字</translation>
    </message>
    <message>
        <source>what py-spy dump or line_profiler prints</source>
        <translation>py-spy dump 或 line_profiler 的输出</translation>
    </message>
    <message>
        <source>the log of an inference engine</source>
        <translation>推理引擎的日志</translation>
    </message>
    <message>
        <source>table rows with fewer cells than columns, the last left empty</source>
        <translation>表格中单元格少于列数的行，末尾的列留空</translation>
    </message>
    <message>
        <source>MFU and memory bandwidth</source>
        <translation>MFU 和内存带宽</translation>
    </message>
    <message>
        <source>records with other keys than the first 1,024 tables, not kept</source>
        <translation>键与前 1,024 个表都不同的记录，未保留</translation>
    </message>
    <message>
        <source>rows and parts beyond the largest size of a table, not kept</source>
        <translation>超出表的最大大小的行和部分，未保留</translation>
    </message>
    <message>
        <source>No steps found, so there is no step time to predict. Call prof.step() once per iteration, or choose spans as steps.</source>
        <translation>没有找到步，因此没有可预测的步时间。请在每次迭代中调用一次 prof.step()，或选择区段作为步。</translation>
    </message>
    <message>
        <source>No launches recorded: without them, nothing says what the device waited for.</source>
        <translation>没有记录启动：没有它们就无从得知设备在等待什么。</translation>
    </message>
    <message>
        <source>The replay of this trace is %1 % off its recorded time, so predictions would not hold.</source>
        <translation>此跟踪的重放与记录的时间相差 %1 %，因此预测不可靠。</translation>
    </message>
    <message>
        <source>%1 matches nothing in this trace</source>
        <translation>%1 在此跟踪中没有匹配项</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no kind of copy: h2d, d2h, d2d or pageable</source>
        <translation>“%1”不是拷贝的种类：h2d、d2h、d2d 或 pageable</translation>
    </message>
    <message>
        <source>%1: only device work has a roofline; name it with kernel:, family: or module:</source>
        <translation>%1：只有设备工作才有屋顶线；请用 kernel:、family: 或 module: 指定</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no selector; there are %2</source>
        <translation>“%1”不是选择器；可用的有 %2</translation>
    </message>
    <message>
        <source>operators and annotations</source>
        <translation>个算子和标注</translation>
    </message>
    <message>
        <source>runtime calls</source>
        <translation>次运行时调用</translation>
    </message>
    <message>
        <source>Python functions</source>
        <translation>Python 函数</translation>
    </message>
    <message>
        <source>GPU busy %1 as recorded, about %2 without the profiler</source>
        <translation>记录中 GPU 忙碌 %1，不用性能分析器时约 %2</translation>
    </message>
    <message>
        <source>There are no device figures.</source>
        <translation>没有设备的数据。</translation>
    </message>
    <message>
        <source>Either kernels were not traced (`rocprofv3 --kernel-trace`), or the program did not use a GPU while it was recorded. There are no device figures.</source>
        <translation>要么没有跟踪核函数（`rocprofv3 --kernel-trace`），要么程序在记录期间没有使用 GPU。没有设备的数据。</translation>
    </message>
    <message>
        <source>the trace has counters, such as clocks, and nothing else</source>
        <translation>跟踪中只有计数器（例如时钟频率），没有其他内容</translation>
    </message>
    <message>
        <source>Neither calls nor kernels were recorded. There are no times to count.</source>
        <translation>既没有记录调用，也没有记录核函数。没有可以统计的时间。</translation>
    </message>
    <message>
        <source>the trace has no spans</source>
        <translation>跟踪中没有区段</translation>
    </message>
    <message>
        <source>Nothing was recorded that takes time. Record while the program runs.</source>
        <translation>没有记录任何占用时间的内容。请在程序运行时记录。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a length of time; write 1.5ms or 300us</source>
        <translation>“%1”不是时间长度；请写 1.5ms 或 300us</translation>
    </message>
    <message>
        <source>a CPU profile of gperftools; `pprof -proto PROGRAM FILE &gt; profile.pb.gz` makes what Kernline reads</source>
        <translation>gperftools 的 CPU 性能数据；`pprof -proto PROGRAM FILE &gt; profile.pb.gz` 可转换成 Kernline 能读取的文件</translation>
    </message>
    <message>
        <source>a heap profile of gperftools; `pprof -proto PROGRAM FILE &gt; profile.pb.gz` makes what Kernline reads</source>
        <translation>gperftools 的堆性能数据；`pprof -proto PROGRAM FILE &gt; profile.pb.gz` 可转换成 Kernline 能读取的文件</translation>
    </message>
    <message>
        <source>%1: a wait takes as long as the device does; write sync=none</source>
        <translation>%1：等待的时间取决于设备；请写 sync=none</translation>
    </message>
    <message>
        <source>Without the profiler it saves next to nothing: it is not on the critical path.</source>
        <translation>不用性能分析器时几乎不节省：步的长度由其他工作决定。</translation>
    </message>
    <message>
        <source>Fuse the cross entropy loss</source>
        <translation>融合交叉熵损失</translation>
    </message>
    <message>
        <source>torch.compile fuses its softmax; computed in chunks, the logits are never in memory at once.</source>
        <translation>torch.compile 会融合其中的 softmax；若分块计算，logits 不会一次全部在内存中。</translation>
    </message>
    <message>
        <source>The host waits %1. Without these waits much of this idle time would go.</source>
        <translation>主机等待 %1。没有这些等待，大部分空闲时间会消失。</translation>
    </message>
    <message>
        <source>%1: advice has no row &quot;%2&quot;; its rows are 1 to %3</source>
        <translation>%1：建议中没有第“%2”行；行号为 1 到 %3</translation>
    </message>
    <message>
        <source>%1: advice is followed or not; write advice:1=follow</source>
        <translation>%1：建议只能采纳或不采纳；请写 advice:1=follow</translation>
    </message>
    <message>
        <source>%1: only advice is followed; write advice:1=follow</source>
        <translation>%1：只有建议可以采纳；请写 advice:1=follow</translation>
    </message>
    <message>
        <source>%1: only device work is fused; name it with kernel:, family: or module:</source>
        <translation>%1：只有设备工作可以融合；请用 kernel:、family: 或 module: 指定</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no change; write x0.5 (up to x1000), 2ms (up to 1000s), roofline, none, async, graph, fused or follow</source>
        <translation>“%1”不是改动；请写 x0.5（最多 x1000）、2ms（最多 1000s）、roofline、none、async、graph、fused 或 follow</translation>
    </message>
    <message>
        <source>No difference without the profiler (%1 to %2 times the step): %3 → %4 per step.</source>
        <translation>没有性能分析器时没有差异（步时间的 %1 到 %2 倍）：每步 %3 → %4。</translation>
    </message>
    <message>
        <source>the trace has counters and single events, and nothing that lasts</source>
        <translation>跟踪中只有计数器和单个事件，没有持续时间</translation>
    </message>
    <message>
        <source>rocprof-compute analysis database</source>
        <translation>rocprof-compute 分析数据库</translation>
    </message>
    <message>
        <source>expected &quot;key: value&quot;</source>
        <translation>应为“键: 值”</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no number</source>
        <translation>“%1”不是数字</translation>
    </message>
    <message>
        <source>a rule needs id, calls and title</source>
        <translation>规则需要 id、calls 和 title</translation>
    </message>
    <message>
        <source>%1 calls per step, median size %2.</source>
        <translation>每步 %1 次调用，中位大小 %2。</translation>
    </message>
    <message>
        <source>They start after backward; DDP and FSDP reduce gradients while backward runs.</source>
        <translation>它们在反向传播之后才开始；DDP 和 FSDP 在反向传播进行时规约梯度。</translation>
    </message>
    <message>
        <source>%1 of them send less than 1 MiB; reduce them together in larger buckets.</source>
        <translation>其中 %1 次不足 1 MiB；应合并到更大的桶中一起规约。</translation>
    </message>
    <message>
        <source>Followed alone, it saves about %1: the rest is in the bounds of other rows.</source>
        <translation>单独采纳约可节省 %1：其余部分计入其他行的上限。</translation>
    </message>
    <message>
        <source>Recording slows the host. As recorded: %1</source>
        <translation>记录会使主机变慢。所记录的：%1</translation>
    </message>
    <message>
        <source>Without the profiler, host and device take about as long. If the host is slower than estimated, it saves up to %1.</source>
        <translation>没有性能分析器时，主机与设备耗时相当。如果主机比估计的慢，最多可节省 %1。</translation>
    </message>
    <message>
        <source>Largest change as recorded: idle time, %1 of %2 → %3 of %4 per step (%5).</source>
        <translation>记录中的最大变化：空闲时间，每步 %2 中的 %1 → %4 中的 %3（%5）。</translation>
    </message>
    <message>
        <source>Most of the longest are called from %1.</source>
        <translation>其中较长的大多由 %1 调用。</translation>
    </message>
    <message>
        <source>Recording slows the host: steps are estimates without the profiler.</source>
        <translation>记录会拖慢主机：各步时间为没有性能分析器时的估计值。</translation>
    </message>
    <message>
        <source>About %1× faster without the profiler (%2 to %3×), but this may be noise: %4 → %5 per step.</source>
        <translation>没有性能分析器时约快 %1×（%2 到 %3×），但可能只是噪声：每步 %4 → %5。</translation>
    </message>
    <message>
        <source>About %1× slower without the profiler (%2 to %3×), but this may be noise: %4 → %5 per step.</source>
        <translation>没有性能分析器时约慢 %1×（%2 到 %3×），但可能只是噪声：每步 %4 → %5。</translation>
    </message>
    <message>
        <source>unknown key &quot;%1&quot;: id, kind, calls, within, outside, top, waits, series, work, bucket, at least, title or hint</source>
        <translation>未知的键“%1”：应为 id、kind、calls、within、outside、top、waits、series、work、bucket、at least、title 或 hint</translation>
    </message>
    <message>
        <source>unknown kind &quot;%1&quot;: synchronization, host_call or data_parallel</source>
        <translation>未知的 kind“%1”：应为 synchronization、host_call 或 data_parallel</translation>
    </message>
    <message>
        <source>Their work on the device takes %1.</source>
        <translation>它们在设备上的工作用时 %1。</translation>
    </message>
    <message>
        <source>%1 collectives per step, median size %2; buckets of %3 would need %4.</source>
        <translation>每步 %1 次集合通信，中位大小 %2；若用 %3 的桶，只需 %4 次。</translation>
    </message>
    <message>
        <source>step time without the profiler</source>
        <translation>无性能分析器时的步时间</translation>
    </message>
    <message>
        <source>Each file is one rank of %1, which waits for the others in collectives: compare all ranks</source>
        <translation>每个文件只是 %1 个 rank 中的一个，其步会在集合通信中等待其他 rank：请比较包含所有 rank 的文件夹</translation>
    </message>
    <message>
        <source>1 step over 3 times the median (%2) is left out: the host&apos;s activity in it is not recorded.</source>
        <translation>略去 1 步（%2，超过中位数的 3 倍）：没有记录主机当时的活动。</translation>
    </message>
    <message>
        <source>%1 steps over 3 times the median (up to %2) are left out: the host&apos;s activity in them is not recorded.</source>
        <translation>略去 %1 步（最长 %2，超过中位数的 3 倍）：没有记录主机当时的活动。</translation>
    </message>
    <message>
        <source>kernels without an occupancy from the profiler</source>
        <translation>分析器未给出占用率的核函数</translation>
    </message>
    <message>
        <source>Neither the profiler nor the launch configuration gives it. The mean of the device excludes them.</source>
        <translation>分析器和启动配置都未给出。设备的平均值不包括它们。</translation>
    </message>
    <message>
        <source>They began before the recording, or their begin events were lost. The time before them is not shown as a span.</source>
        <translation>它们在记录之前开始，或其开始事件已丢失。之前的时间不显示为区段。</translation>
    </message>
    <message>
        <source>%1: no roofline for these activities; kernline work gives the reason</source>
        <translation>%1：这些活动没有屋顶线；kernline work 会给出原因</translation>
    </message>
    <message>
        <source>%1 matches table %2, %3 (%4:%5): %6</source>
        <translation>%1 对应表格 %2，%3（%4:%5）：%6</translation>
    </message>
    <message>
        <source>the log names this trace file</source>
        <translation>日志中有此跟踪文件的名称</translation>
    </message>
    <message>
        <source>As recorded, the difference is significant (%1 %). Noise floor: ±%2 % of a step.</source>
        <translation>按记录，差异显著（%1 %）。噪声水平：每步的 ±%2 %。</translation>
    </message>
    <message>
        <source>As recorded, the difference is not significant (%1 %). Noise floor: ±%2 % of a step.</source>
        <translation>按记录，差异不显著（%1 %）。噪声水平：每步的 ±%2 %。</translation>
    </message>
    <message>
        <source>%1: the execution trace has no operators</source>
        <translation>%1：执行跟踪中没有算子</translation>
    </message>
    <message>
        <source>%1: not a Proton tree (.hatchet)</source>
        <translation>%1：不是 Proton 树（.hatchet）</translation>
    </message>
    <message>
        <source>%1 files repeat a rank and were skipped; the first: %2.</source>
        <translation>%1 个文件的 rank 重复，已略去；第一个：%2。</translation>
    </message>
    <message>
        <source>%1 has other contents than its name. Export the profile again</source>
        <translation>%1 的内容与文件名不符。请重新导出性能分析文件</translation>
    </message>
    <message>
        <source>path, format, start_ns, end_ns, base_time_ns, spans, then the members of the file</source>
        <translation>path、format、start_ns、end_ns、base_time_ns、spans，其后是文件自身的成员</translation>
    </message>
    <message>
        <source>value; JSON for members of the file</source>
        <translation>值；文件自身的成员为 JSON</translation>
    </message>
    <message>
        <source>spans.id of the annotation; NULL if there is none</source>
        <translation>标注的 spans.id；没有标注时为 NULL</translation>
    </message>
    <message>
        <source>device time of the activities launched in the step</source>
        <translation>该步中启动的活动的设备时间</translation>
    </message>
    <message>
        <source>Collectives wait for ranks that are not in this trace (%1), so predictions may be far off. Open the traces of all ranks together.</source>
        <translation>集合通信会等待不在此跟踪中的 rank（%1 个），因此预测可能相差很远。请一起打开所有 rank 的跟踪。</translation>
    </message>
    <message>
        <source>ranks of this job that are not in the trace</source>
        <translation>此作业中不在跟踪里的 rank</translation>
    </message>
    <message>
        <source>Collectives wait for them. Times without the profiler and predictions may be far off. Open the traces of all ranks together.</source>
        <translation>集合通信会等待它们。不用性能分析器的时间和预测可能相差很远。请一起打开所有 rank 的跟踪。</translation>
    </message>
    <message>
        <source>%1 matches no kernel name in this trace. For kernels of a family, write family:%2</source>
        <translation>%1 不匹配此跟踪中的任何核函数名称。要选择一类核函数，请写 family:%2</translation>
    </message>
    <message>
        <source>%1: launches are asynchronous already; write launch=graph</source>
        <translation>%1：启动本来就是异步的；请写 launch=graph</translation>
    </message>
    <message>
        <source>%1: only launches become a graph; write launch=graph</source>
        <translation>%1：只有启动能变成图；请写 launch=graph</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no change; write SELECTOR=CHANGE, such as family:GEMM=x0.5</source>
        <translation>“%1”不是改动；请写“选择器=改动”，例如 family:GEMM=x0.5</translation>
    </message>
    <message>
        <source>the shapes of its lists of tensors are not recorded</source>
        <translation>未记录其张量列表的形状</translation>
    </message>
    <message>
        <source>torch cannot make tensors of type %1</source>
        <translation>torch 无法创建类型为 %1 的张量</translation>
    </message>
    <message>
        <source>the types of its inputs are not recorded</source>
        <translation>未记录其输入的类型</translation>
    </message>
    <message>
        <source>a dimension of its inputs is not a number</source>
        <translation>其输入的某个维度不是数字</translation>
    </message>
    <message>
        <source>communication needs other ranks</source>
        <translation>通信需要其他 rank</translation>
    </message>
    <message>
        <source>torch has no operator of this name: it is compiled, or code of the program</source>
        <translation>torch 没有此名称的算子：它是编译生成的，或是程序自身的代码</translation>
    </message>
    <message>
        <source>an operator of another library: --import its module</source>
        <translation>其他库的算子：用 --import 导入其模块</translation>
    </message>
    <message>
        <source>its shapes are not recorded; record with record_shapes=True</source>
        <translation>未记录其形状；请用 record_shapes=True 记录</translation>
    </message>
    <message>
        <source>no results of a script of kernline replay: run it with --json</source>
        <translation>不是 kernline replay 脚本的结果：请用 --json 运行脚本</translation>
    </message>
    <message>
        <source>damaged results of kernline replay: %1</source>
        <translation>kernline replay 的结果已损坏：%1</translation>
    </message>
    <message>
        <source>&quot;%1&quot; needs a unit, such as %1ms; a factor begins with x: x%1</source>
        <translation>“%1”需要单位，例如 %1ms；倍数以 x 开头：x%1</translation>
    </message>
    <message>
        <source>Not fragmentation: %1 free in segments plus %2 on the device are less than %3.</source>
        <translation>不是碎片所致：段内空闲的 %1 加上设备上的 %2 少于 %3。</translation>
    </message>
    <message>
        <source>kernels by operator</source>
        <translation>核函数所属的算子</translation>
    </message>
    <message>
        <source>No single rank holds up the others: waits total %1, %2 of their time, %3 caused by rank %4.</source>
        <translation>没有单独某个 rank 拖慢其他 rank：等待共 %1，占其时间的 %2，其中 %3 由 rank %4 造成。</translation>
    </message>
    <message>
        <source>%1 → %2 per step, but this may be noise: too few steps, or too much variation.</source>
        <translation>每步 %1 → %2，但可能是噪声：步数太少，或波动太大。</translation>
    </message>
    <message>
        <source>%1× faster: %2 → %3 per step, but this may be noise: too few steps, or too much variation.</source>
        <translation>快 %1×：每步 %2 → %3，但可能是噪声：步数太少，或波动太大。</translation>
    </message>
    <message>
        <source>%1× slower: %2 → %3 per step, but this may be noise: too few steps, or too much variation.</source>
        <translation>慢 %1×：每步 %2 → %3，但可能是噪声：步数太少，或波动太大。</translation>
    </message>
    <message>
        <source>rocprofv3&apos;s own JSON, which has no Chrome trace events; record again with `--output-format rocpd` or `pftrace`</source>
        <translation>rocprofv3 自有的 JSON，不含 Chrome 跟踪事件；请用 `--output-format rocpd` 或 `pftrace` 重新记录</translation>
    </message>
    <message>
        <source>Aligned to the clock of rank %1, not rank %2: ranks %3 and more.</source>
        <translation>时钟以 rank %1 为准，而非 rank %2：rank %3 等。</translation>
    </message>
    <message>
        <source>Reserved memory grows from %1 to %2.</source>
        <translation>保留显存从 %1 增至 %2。</translation>
    </message>
    <message>
        <source>Leave memory free: allocations fail and release all cached memory</source>
        <translation>留出空闲显存：分配失败会释放全部缓存的内存</translation>
    </message>
    <message>
        <source>A smaller batch needs less. PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True loses less of it to fragmentation.</source>
        <translation>批次越小，所需越少。PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True 可减少碎片造成的损失。</translation>
    </message>
    <message>
        <source>Do not empty the memory cache in each step</source>
        <translation>不要在每步清空内存缓存</translation>
    </message>
    <message>
        <source>torch.cuda.empty_cache() does that; without it, the allocator uses its segments again.</source>
        <translation>这是 torch.cuda.empty_cache() 所致；去掉它，分配器会重复使用其内存段。</translation>
    </message>
    <message>
        <source>Let memory segments grow instead of allocating new ones in each step</source>
        <translation>让内存段增长，而不是每步分配新段</translation>
    </message>
    <message>
        <source>PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True extends them. Inputs of few sizes, the largest first, need no new ones.</source>
        <translation>PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True 可扩展内存段。输入尺寸种类少、最大的在前时，无需新段。</translation>
    </message>
    <message>
        <source>Allocate device memory once, not in each step</source>
        <translation>设备内存只分配一次，而不是每步分配</translation>
    </message>
    <message>
        <source>Keep buffers from step to step, or use cudaMallocAsync: the host does not wait for it.</source>
        <translation>在各步之间保留缓冲区，或使用 cudaMallocAsync：主机无需等待。</translation>
    </message>
    <message>
        <source>The memory that checkpointing saves is unknown: record memory (profile_memory) or shapes.</source>
        <translation>检查点节省的内存未知：请记录内存 (profile_memory) 或形状。</translation>
    </message>
    <message>
        <source>By the memory records, it saves about %1: it makes %2 per step again, at most %3 at once.</source>
        <translation>按内存记录，它约节省 %1：每步重新生成 %2，同时最多 %3。</translation>
    </message>
    <message>
        <source>Estimated by shapes, it saves %1 of memory: it makes %2 per step again, at most %3 at once.</source>
        <translation>按形状估计，它节省内存 %1：每步重新生成 %2，同时最多 %3。</translation>
    </message>
    <message>
        <source>Give the device more work at once: small kernels take %1 of kernel time</source>
        <translation>让设备同时做更多工作：小核函数占核函数时间的 %1</translation>
    </message>
    <message>
        <source>A larger batch does more work in a step of about the same time; it saves nothing of this step.</source>
        <translation>更大的批次在用时相近的一步中完成更多工作；这一步的时间不会减少。</translation>
    </message>
    <message>
        <source>Several streams, or one kernel for several, save up to the bound, if the kernels are independent.</source>
        <translation>若核函数相互独立，使用多个流或合并为一个核函数，最多可节省至上限。</translation>
    </message>
    <message>
        <source>host late: %1, mostly in %2</source>
        <translation>主机过慢：%1，主要在 %2 中</translation>
    </message>
    <message>
        <source>device longer: %1, others %2, mostly %3</source>
        <translation>设备更久：%1，其他 rank 为 %2，主要是 %3</translation>
    </message>
    <message>
        <source>device work: %1, mostly %2</source>
        <translation>设备工作：%1，主要是 %2</translation>
    </message>
    <message>
        <source>communication: %1, mostly %2</source>
        <translation>通信：%1，主要是 %2</translation>
    </message>
    <message>
        <source>Operators that release memory and allocate it again, because the first attempt failed: %1.</source>
        <translation>因首次分配失败而释放内存并重新分配的算子：%1 个。</translation>
    </message>
    <message>
        <source>Memory segments per step: the program releases %1, and operators allocate %2 again.</source>
        <translation>每步的内存段：程序释放 %1 个，算子又重新分配 %2 个。</translation>
    </message>
    <message>
        <source>Memory segments per step: operators allocate %1, and none is released.</source>
        <translation>每步的内存段：算子分配 %1 个，没有释放。</translation>
    </message>
    <message>
        <source>Calls per step: %1 allocate device memory, %2 release it.</source>
        <translation>每步的调用：分配设备内存 %1 次，释放 %2 次。</translation>
    </message>
    <message>
        <source>%1 of %2 ranks are here; missing: %3 and more.</source>
        <translation>共 %2 个 rank，这里只有 %1 个；缺少：%3 等。</translation>
    </message>
    <message>
        <source>%1: %2 blocks for %3 multiprocessors (%4).</source>
        <translation>%1：%3 个多处理器只有 %2 个块（%4）。</translation>
    </message>
    <message>
        <source>The host spends %1 in calls like %2 (%3 per step).</source>
        <translation>主机在 %2 之类的调用中耗时 %1（每步 %3 次）。</translation>
    </message>
    <message>
        <source>The host spends %1 in calls like %2 (%3).</source>
        <translation>主机在 %2 之类的调用中耗时 %1（%3 次）。</translation>
    </message>
    <message>
        <source>They take %1 and occupy %2 of the multiprocessors.</source>
        <translation>它们耗时 %1，只占用 %2 的多处理器。</translation>
    </message>
    <message>
        <source>%1 cannot be replayed: it changes no recorded activity or call</source>
        <translation>%1 无法重放：它不改变任何已记录的活动或调用</translation>
    </message>
</context>
<context>
    <name>PictureDialog</name>
    <message>
        <source>Save as a picture</source>
        <translation>保存为图片</translation>
    </message>
    <message>
        <source>Multiply the pixels of a PNG, so that print and slides stay sharp</source>
        <translation>成倍增加 PNG 的像素，使打印和幻灯片保持清晰</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>&amp;Legend</source>
        <translation>图例(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>保存(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation>标题(&amp;T)</translation>
    </message>
    <message>
        <source>Si&amp;ze</source>
        <translation>尺寸(&amp;Z)</translation>
    </message>
    <message>
        <source>S&amp;cale</source>
        <translation>缩放倍数(&amp;C)</translation>
    </message>
    <message>
        <source>Draw what the colors mean</source>
        <translation>画出颜色的含义</translation>
    </message>
</context>
<context>
    <name>SourceSection</name>
    <message>
        <source>unknown line</source>
        <translation>未知行</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>GPU total</source>
        <translation>GPU 总计</translation>
    </message>
    <message>
        <source>Host total</source>
        <translation>主机总计</translation>
    </message>
    <message>
        <source>Functions by self; below each, its callers</source>
        <translation>按自身列出函数；其下是调用者</translation>
    </message>
    <message>
        <source>Calls as nested; device work is below the call that launched it</source>
        <translation>按嵌套关系排列的调用；设备工作位于启动它的调用之下</translation>
    </message>
    <message>
        <source>Self of the top function along this call path</source>
        <translation>最上层函数沿此调用路径的自身值</translation>
    </message>
    <message>
        <source>Self plus everything below, exact to the nanosecond</source>
        <translation>自身加上其下的一切，精确到纳秒</translation>
    </message>
    <message>
        <source>Share of the overall total</source>
        <translation>占全部总计的比例</translation>
    </message>
    <message>
        <source>Part of the total without further calls</source>
        <translation>总计中不再继续被调用的部分</translation>
    </message>
    <message>
        <source>Excluding everything below</source>
        <translation>不含其下的部分</translation>
    </message>
    <message>
        <source>Number of spans</source>
        <translation>区段的数量</translation>
    </message>
    <message>
        <source>Host time of device views, device time of host views. Overlapping device work adds up</source>
        <translation>另一侧的时间；设备上重叠的工作会相加</translation>
    </message>
    <message>
        <source>(no launch)</source>
        <translation>（无启动调用）</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>%1, %2 %3: failed
%4</source>
        <translation>%1，%2 %3：失败
%4</translation>
    </message>
    <message>
        <source>%1× the baseline</source>
        <translation>基线的 %1×</translation>
    </message>
    <message>
        <source>Best here</source>
        <translation>此处最佳</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>核函数</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Annotations</source>
        <translation>标注</translation>
    </message>
    <message>
        <source>%1 by device time</source>
        <translation>按设备时间 %1</translation>
    </message>
    <message>
        <source>%1 by host time</source>
        <translation>按主机时间 %1</translation>
    </message>
    <message>
        <source>%1 by printed times</source>
        <translation>按打印的时间 %1</translation>
    </message>
    <message>
        <source>%1 printed</source>
        <translation>日志打印 %1</translation>
    </message>
    <message>
        <source>{%1 members}</source>
        <translation>{%1 个成员}</translation>
    </message>
    <message>
        <source>[%1 values]</source>
        <translation>[%1 个值]</translation>
    </message>
    <message>
        <source>Nothing selected</source>
        <translation>未选择任何内容</translation>
    </message>
    <message>
        <source>Args</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Copy all args as JSON</source>
        <translation>将所有参数复制为 JSON</translation>
    </message>
    <message>
        <source>Args of the event</source>
        <translation>事件的参数</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Same name</source>
        <translation>同名区段</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>In time order, across all tracks</source>
        <translation>按时间顺序，跨所有轨道</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Bytes divided by duration, as reported by the profiler</source>
        <translation>字节数除以时长，以性能分析器报告的为准</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>网格</translation>
    </message>
    <message>
        <source>%1  (%2 blocks)</source>
        <translation>%1（%2 个线程块）</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>线程块</translation>
    </message>
    <message>
        <source>%1  (%2 threads)</source>
        <translation>%1（%2 个线程）</translation>
    </message>
    <message>
        <source>Registers</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <source>%1 per thread</source>
        <translation>每线程 %1</translation>
    </message>
    <message>
        <source>Shared memory</source>
        <translation>共享内存</translation>
    </message>
    <message>
        <source>Blocks per SM</source>
        <translation>每 SM 线程块数</translation>
    </message>
    <message>
        <source>Grid blocks divided by the number of multiprocessors</source>
        <translation>网格的线程块数除以多处理器数</translation>
    </message>
    <message>
        <source>Warps per SM</source>
        <translation>每 SM warp 数</translation>
    </message>
    <message>
        <source>Grid warps divided by the number of multiprocessors</source>
        <translation>网格的 warp 数除以多处理器数</translation>
    </message>
    <message>
        <source>Occupancy</source>
        <translation>占用率</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节数</translation>
    </message>
    <message>
        <source>Collective</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>Group size</source>
        <translation>组大小</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Unfinished: no end in the file; drawn to the end of its thread</source>
        <translation>未结束：在文件中没有结束，画到其线程的末尾</translation>
    </message>
    <message>
        <source>Repaired: its duration was missing or impossible in the file</source>
        <translation>已修复：其时长在文件中缺失或不可能</translation>
    </message>
    <message>
        <source>Overlaps another span of its track; drawn on a separate lane</source>
        <translation>与同一行的另一区段重叠，因此画在单独的子行上</translation>
    </message>
    <message>
        <source>Part of a CUDA graph replay: many kernels, one launch</source>
        <translation>CUDA 图重放的一部分：许多核函数，一次启动</translation>
    </message>
    <message>
        <source>At time 0 in a trace with epoch times; excluded from the trace&apos;s range</source>
        <translation>跟踪使用纪元时间，而此区段的时刻为 0：不计入跟踪的范围</translation>
    </message>
    <message>
        <source>(no name)</source>
        <translation>（无名称）</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>核函数</translation>
    </message>
    <message>
        <source>Device memcpy</source>
        <translation>设备上的内存拷贝</translation>
    </message>
    <message>
        <source>Device memset</source>
        <translation>设备上的内存设置</translation>
    </message>
    <message>
        <source>Device synchronization</source>
        <translation>设备上的同步</translation>
    </message>
    <message>
        <source>GPU annotation (as in Statistics)</source>
        <translation>投影到设备上的标注</translation>
    </message>
    <message>
        <source>Runtime or driver call</source>
        <translation>运行时或驱动调用</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Python function</source>
        <translation>Python 函数</translation>
    </message>
    <message>
        <source>Annotation</source>
        <translation>标注</translation>
    </message>
    <message>
        <source>Profiler overhead</source>
        <translation>性能分析器自身的开销</translation>
    </message>
    <message>
        <source>Span</source>
        <translation>区段</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>分类</translation>
    </message>
    <message>
        <source>As in the file</source>
        <translation>与文件中一致</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>From the start of the trace</source>
        <translation>从跟踪的开始计起</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Wall clock</source>
        <translation>墙钟时间</translation>
    </message>
    <message>
        <source>Base time of the file plus the start</source>
        <translation>文件的基准时间加上开始时间</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Self time</source>
        <translation>自身时间</translation>
    </message>
    <message>
        <source>Duration without nested spans on its thread</source>
        <translation>不含在其线程上嵌套运行部分的时长</translation>
    </message>
    <message>
        <source>%1 before</source>
        <translation>早 %1</translation>
    </message>
    <message>
        <source>%1 after</source>
        <translation>晚 %1</translation>
    </message>
    <message>
        <source>Flow to</source>
        <translation>流指向</translation>
    </message>
    <message>
        <source>Flow from</source>
        <translation>流来自</translation>
    </message>
    <message>
        <source>Launched by</source>
        <translation>启动者</translation>
    </message>
    <message>
        <source>Inside</source>
        <translation>位于</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>上一个</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一个</translation>
    </message>
    <message>
        <source>Launched</source>
        <translation>启动了</translation>
    </message>
    <message>
        <source>and %1 more; all %2 take %3</source>
        <translation>另有 %1 个；全部 %2 个共耗时 %3</translation>
    </message>
    <message>
        <source>%1 SMs</source>
        <translation>%1 个 SM</translation>
    </message>
    <message>
        <source>%1, %2 of text</source>
        <translation>%1，文本 %2</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>First start to last end</source>
        <translation>从最早开始到最晚结束</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始于</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>No data recorded</source>
        <translation>没有记录到数据</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>In the distributed job</source>
        <translation>在分布式任务中</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Spans</source>
        <translation>区段</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Name of the family. Any name works; “communication” counts as communication everywhere.</source>
        <translation>类别的名称，可任意命名；“communication”在各处均计为通信。</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>A regular expression, matched against the name without its parameter list, ignoring case</source>
        <translation>正则表达式，匹配不含参数列表的名称，不区分大小写</translation>
    </message>
    <message>
        <source>Kernels of the open trace that this rule matches and no earlier rule does</source>
        <translation>规则匹配到当前跟踪中的多少核函数：不含已被其上规则匹配的</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Sum of the durations</source>
        <translation>其时长之和</translation>
    </message>
    <message>
        <source>For example</source>
        <translation>例如</translation>
    </message>
    <message>
        <source>The one with the largest total time</source>
        <translation>其中总时长最长的核函数</translation>
    </message>
    <message>
        <source>%1 more families</source>
        <translation>另外 %1 个类别</translation>
    </message>
    <message>
        <source>not printed</source>
        <translation>未打印</translation>
    </message>
    <message>
        <source>Operators only: other rows repeat the same time</source>
        <translation>仅算子：其他行重复了相同的时间</translation>
    </message>
    <message>
        <source>Kernels only: other rows repeat the same time</source>
        <translation>仅核函数：其他行重复了相同的时间</translation>
    </message>
    <message>
        <source>Annotations only: other rows repeat the same time</source>
        <translation>仅标注：其他行重复了相同的时间</translation>
    </message>
    <message>
        <source>Rows only: other rows repeat the same time</source>
        <translation>仅普通行：其他行重复了相同的时间</translation>
    </message>
    <message>
        <source>%1 by kernel family</source>
        <translation>按核函数类别的 %1</translation>
    </message>
    <message>
        <source>%1 of %2 rows</source>
        <translation>%1 / %2 行</translation>
    </message>
    <message>
        <source>Kernel families</source>
        <translation>核函数类别</translation>
    </message>
    <message>
        <source>Pareto</source>
        <translation>帕累托</translation>
    </message>
    <message>
        <source>Top rows</source>
        <translation>最大的行</translation>
    </message>
    <message>
        <source>table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>profile</source>
        <translation>性能分析</translation>
    </message>
    <message>
        <source>measurements</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>failed run</source>
        <translation>失败的运行</translation>
    </message>
    <message>
        <source>found: double-click to open</source>
        <translation>已找到：双击打开</translation>
    </message>
    <message>
        <source>not found near the log</source>
        <translation>不在日志附近</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Belongs to</source>
        <translation>所属</translation>
    </message>
    <message>
        <source>Item</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>概要</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行号</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Measurements</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Failed: %1</source>
        <translation>失败：%1</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>A parameter of the run</source>
        <translation>该次运行的参数</translation>
    </message>
    <message>
        <source>The error printed after the number</source>
        <translation>打印在数字之后的误差</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>failed: %1</source>
        <translation>失败：%1</translation>
    </message>
    <message>
        <source>What the kernel does, judging by its name</source>
        <translation>根据名称判断的核函数用途</translation>
    </message>
    <message>
        <source>Text added to the row by hand</source>
        <translation>手动写入该行的文字</translation>
    </message>
    <message>
        <source>Operator rows add up to %1</source>
        <translation>算子行合计 %1</translation>
    </message>
    <message>
        <source>Kernel rows add up to %1</source>
        <translation>核函数行合计 %1</translation>
    </message>
    <message>
        <source>The rows add up to %1</source>
        <translation>各行合计 %1</translation>
    </message>
    <message>
        <source>%1 (line %2)</source>
        <translation>%1（第 %2 行）</translation>
    </message>
    <message>
        <source>%1 (lines %2)</source>
        <translation>%1（第 %2 行）</translation>
    </message>
    <message>
        <source>PyTorch profiler</source>
        <translation>PyTorch 性能分析器</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>%1 kernel</source>
        <translation>%1 个核函数</translation>
    </message>
    <message>
        <source>%1 kernels</source>
        <translation>%1 个核函数</translation>
    </message>
    <message>
        <source>Median step: %1.</source>
        <translation>步的中位数：%1。</translation>
    </message>
    <message>
        <source>%1, the longest %2. Click to show it on the timeline.</source>
        <translation>%1，最长 %2。点击可在时间线上查看。</translation>
    </message>
    <message>
        <source>%1 gap</source>
        <translation>%1 段空闲</translation>
    </message>
    <message>
        <source>%1 gaps</source>
        <translation>%1 段空闲</translation>
    </message>
    <message>
        <source>No GPU work</source>
        <translation>没有 GPU 工作</translation>
    </message>
    <message>
        <source>%1 devices</source>
        <translation>%1 个设备</translation>
    </message>
    <message>
        <source>%1 devices: %2, …</source>
        <translation>%1 个设备：%2，…</translation>
    </message>
    <message>
        <source>Limited to the selected range of %1</source>
        <translation>限于所选范围 %1</translation>
    </message>
    <message>
        <source>%1 recorded</source>
        <translation>记录了 %1</translation>
    </message>
    <message>
        <source>%1 step</source>
        <translation>%1 步</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 步</translation>
    </message>
    <message>
        <source>%1 span</source>
        <translation>%1 个区段</translation>
    </message>
    <message>
        <source>%1 spans</source>
        <translation>%1 个区段</translation>
    </message>
    <message>
        <source>figures include %1 repaired times</source>
        <translation>数据包含 %1 个修复过的时间</translation>
    </message>
    <message>
        <source>Click to show the longest gap, %1.</source>
        <translation>点击可查看其最长的一段，%1。</translation>
    </message>
    <message>
        <source>Idle for %1, %2 of the selected range.</source>
        <translation>空闲 %1，占所选范围的 %2。</translation>
    </message>
    <message>
        <source>Idle for %1, %2 of the time from the device&apos;s first start to its last end.</source>
        <translation>空闲 %1，占设备从最早开始到最晚结束的时间的 %2。</translation>
    </message>
    <message>
        <source>%1 Of the host-bound time, %2 follows a synchronization that drained the device.</source>
        <translation>%1 在主机受限的时间中，有 %2 紧随一次使设备排空的同步之后。</translation>
    </message>
    <message>
        <source>Click to show the longest gap.</source>
        <translation>点击可查看其最长的一段。</translation>
    </message>
    <message>
        <source>%1 · %2 · longest %3</source>
        <translation>%1 · %2 · 最长 %3</translation>
    </message>
    <message>
        <source>%1 time</source>
        <translation>%1 次</translation>
    </message>
    <message>
        <source>%1 times</source>
        <translation>%1 次</translation>
    </message>
    <message>
        <source>tensor cores</source>
        <translation>张量核心</translation>
    </message>
    <message>
        <source>Click to show the longest on the timeline.</source>
        <translation>点击可在时间线上查看最长的一个。</translation>
    </message>
    <message>
        <source>%1 · longest: %2</source>
        <translation>%1 · 最长：%2</translation>
    </message>
    <message>
        <source>Kernels whose names indicate “%1”.</source>
        <translation>名称表明属于“%1”的核函数。</translation>
    </message>
    <message>
        <source>GPU busy</source>
        <translation>GPU 忙碌</translation>
    </message>
    <message>
        <source>A kernel, memcpy or memset is running on any stream.</source>
        <translation>任一流上正在运行核函数、内存拷贝或内存设置。</translation>
    </message>
    <message>
        <source>Share of the time from the device&apos;s first start to its last end, or of the selected range. Streams that run
at the same time count once.
Click to show the longest idle gap.</source>
        <translation>占设备从最早开始到最晚结束的时间或所选范围的比例；同时运行的多个流
只计一次。
点击可查看最长的空闲段。</translation>
    </message>
    <message>
        <source>Median step</source>
        <translation>步的中位数</translation>
    </message>
    <message>
        <source>The profile has no steps.</source>
        <translation>性能记录中没有步。</translation>
    </message>
    <message>
        <source>Call prof.step() once per iteration to record steps.</source>
        <translation>每次迭代调用一次 prof.step() 即可得到。</translation>
    </message>
    <message>
        <source>Occupancy (estimated)</source>
        <translation>占用率（估算）</translation>
    </message>
    <message>
        <source>Active warps per multiprocessor as a share of the maximum, weighted by kernel time.</source>
        <translation>每个多处理器的活动 warp 占最大数的比例，按核函数时间加权。</translation>
    </message>
    <message>
        <source>SM use (estimated)</source>
        <translation>SM 利用率（估算）</translation>
    </message>
    <message>
        <source>Multiprocessors with a block to run, over the whole time of the device.</source>
        <translation>有线程块可运行的多处理器，占设备全部时间的比例。</translation>
    </message>
    <message>
        <source>At each moment, the blocks per multiprocessor of the running kernels, at most 1; 0 while none runs.
Computed by the profiler for each launch, not measured. – if not available.
Click to show the kernel that leaves the most multiprocessors free.</source>
        <translation>每一时刻正在运行的核函数的每多处理器线程块数，最多计 1；没有核函数运行时为 0。
由性能分析器根据每次启动计算，并非测量值。不可用时显示 –。
点击可查看使最多多处理器空闲的核函数。</translation>
    </message>
    <message>
        <source>Tensor cores</source>
        <translation>张量核心</translation>
    </message>
    <message>
        <source>Share of kernel time in kernels whose names indicate tensor cores.</source>
        <translation>名称表明使用张量核心的核函数所占的核函数时间。</translation>
    </message>
    <message>
        <source>Launches per second</source>
        <translation>每秒启动数</translation>
    </message>
    <message>
        <source>Host calls that launched work on this device.</source>
        <translation>在此设备上启动工作的主机调用。</translation>
    </message>
    <message>
        <source>A graph launch counts once, however many kernels it runs. – if the profile links no launches.
Click to show the queue depth over time.</source>
        <translation>一次 CUDA 图启动只计一次，无论其中运行多少核函数。性能记录未关联启动时显示 –。
点击可查看队列深度随时间的变化。</translation>
    </message>
    <message>
        <source>Kernels per second</source>
        <translation>每秒核函数数</translation>
    </message>
    <message>
        <source>Kernels started per second of device time.</source>
        <translation>设备时间内每秒开始运行的核函数数。</translation>
    </message>
    <message>
        <source>With many short kernels, launching them becomes the bottleneck.
Click to show the longest.</source>
        <translation>大量短小的核函数使启动成为瓶颈。
点击可查看最长的一个。</translation>
    </message>
    <message>
        <source>Queue depth</source>
        <translation>队列深度</translation>
    </message>
    <message>
        <source>Work launched but not finished, on average. Below 2, the host barely keeps up.</source>
        <translation>已启动而尚未完成的工作的平均数。低于 2 时，主机勉强跟得上。</translation>
    </message>
    <message>
        <source>Counted from the start of the launch call, weighted by time. – if the profile links no launches.
Click to show it over time.</source>
        <translation>从启动调用的开始计起，按时间加权。性能记录未关联启动时显示 –。
点击可查看随时间的变化。</translation>
    </message>
    <message>
        <source>Top kernels</source>
        <translation>耗时最多的核函数</translation>
    </message>
    <message>
        <source>The kernels with the most GPU time.</source>
        <translation>占用 GPU 时间最多的核函数。</translation>
    </message>
    <message>
        <source>How GPU time splits into GEMM, attention, elementwise and so on.</source>
        <translation>GPU 时间如何分布于 GEMM、注意力、逐元素等类别。</translation>
    </message>
    <message>
        <source>Longest gaps</source>
        <translation>最长的空隙</translation>
    </message>
    <message>
        <source>Where a stream waited longest, and the span that ended the wait.</source>
        <translation>流在何处等待最久，以及结束等待的区段。</translation>
    </message>
    <message>
        <source>Launch latency by kernel</source>
        <translation>各核函数的启动延迟</translation>
    </message>
    <message>
        <source>How long after its call each kernel starts.</source>
        <translation>每个核函数在其调用之后多久开始。</translation>
    </message>
    <message>
        <source>Kernels of an operator</source>
        <translation>某个算子的核函数</translation>
    </message>
    <message>
        <source>What one operator launches; enter the name of the operator.</source>
        <translation>一个算子启动了什么；请填入算子的名称。</translation>
    </message>
    <message>
        <source>Operators by GPU time</source>
        <translation>按 GPU 时间列出算子</translation>
    </message>
    <message>
        <source>The operators that use the most GPU time.</source>
        <translation>使用 GPU 时间最多的算子。</translation>
    </message>
    <message>
        <source>Operators by self time</source>
        <translation>按自身时间列出算子</translation>
    </message>
    <message>
        <source>The operators in which the host itself spends the most time.</source>
        <translation>主机自身耗时最多的算子。</translation>
    </message>
    <message>
        <source>Step times</source>
        <translation>各步时间</translation>
    </message>
    <message>
        <source>The length of each step, and the kernels that start in it.</source>
        <translation>每一步的长度，以及在其中开始的核函数。</translation>
    </message>
    <message>
        <source>Slow outliers</source>
        <translation>异常偏慢</translation>
    </message>
    <message>
        <source>Kernels that took more than twice their median.</source>
        <translation>耗时超过其中位数两倍的核函数。</translation>
    </message>
    <message>
        <source>Short kernels</source>
        <translation>短小的核函数</translation>
    </message>
    <message>
        <source>How many launched kernels run for less than 5 µs.</source>
        <translation>有多少启动的核函数运行不足 5 µs。</translation>
    </message>
    <message>
        <source>Memcpy and memset</source>
        <translation>内存拷贝与设置</translation>
    </message>
    <message>
        <source>Memcpy and memset by kind, with their bandwidth from the args in the file.</source>
        <translation>按种类列出内存拷贝与设置及其带宽，取自文件中的参数。</translation>
    </message>
    <message>
        <source>Waiting calls</source>
        <translation>等待中的调用</translation>
    </message>
    <message>
        <source>The longest runtime calls, mostly synchronizations.</source>
        <translation>耗时最长的运行时调用，多为同步。</translation>
    </message>
    <message>
        <source>Counters</source>
        <translation>计数器</translation>
    </message>
    <message>
        <source>The range of values of each counter.</source>
        <translation>每个计数器的取值范围。</translation>
    </message>
    <message>
        <source>Args of a name</source>
        <translation>某个名称的参数</translation>
    </message>
    <message>
        <source>Everything in the file about the first span with a name.</source>
        <translation>文件对某名称第一个区段所记录的一切。</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Collectives by name: count and duration.</source>
        <translation>按名称列出集合通信：次数与时长。</translation>
    </message>
    <message>
        <source>Track</source>
        <translation>轨道</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>匹配项</translation>
    </message>
    <message>
        <source>A kernel other than communication is running on the device.</source>
        <translation>设备上正在运行通信以外的核函数。</translation>
    </message>
    <message>
        <source>Memcpy</source>
        <translation>内存拷贝</translation>
    </message>
    <message>
        <source>Memset</source>
        <translation>内存设置</translation>
    </message>
    <message>
        <source>No kernel or memcpy is running, but a memset is.</source>
        <translation>没有核函数和内存拷贝在运行，但有内存设置（memset）在运行。</translation>
    </message>
    <message>
        <source>Runtime call</source>
        <translation>运行时调用</translation>
    </message>
    <message>
        <source>The device is idle; the host is in a CUDA or HIP runtime or driver call.</source>
        <translation>设备空闲；主机正处于 CUDA 或 HIP 的运行时或驱动调用中。</translation>
    </message>
    <message>
        <source>Data loader</source>
        <translation>数据加载</translation>
    </message>
    <message>
        <source>The device is idle; the host is waiting for the next batch of the data loader.</source>
        <translation>设备空闲；主机正在等待数据加载器的下一批数据。</translation>
    </message>
    <message>
        <source>CPU operator</source>
        <translation>CPU 算子</translation>
    </message>
    <message>
        <source>The device is idle; the host is running an operator or the optimizer.</source>
        <translation>设备空闲；主机正在运行算子或优化器。</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>None of the above: Python between operators, or work that is not in the profile.</source>
        <translation>以上皆非：算子之间的 Python，或性能记录未显示的工作。</translation>
    </message>
    <message>
        <source>Host-bound</source>
        <translation>主机受限</translation>
    </message>
    <message>
        <source>The host launched the next work only after the device had run out of work.</source>
        <translation>主机在设备已没有工作之后才启动下一项工作。</translation>
    </message>
    <message>
        <source>Synchronization</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>The host was in a …Synchronize call, or the stream in a recorded wait, and nothing was launched.</source>
        <translation>主机处于 …Synchronize 调用中，或流处于记录到的等待中，没有启动任何工作。</translation>
    </message>
    <message>
        <source>Waiting on memcpy</source>
        <translation>等待内存拷贝</translation>
    </message>
    <message>
        <source>The host was in a memcpy call, or a launched memcpy started late.</source>
        <translation>主机处于内存拷贝调用中，或已启动的内存拷贝迟迟未开始。</translation>
    </message>
    <message>
        <source>Waiting on communication</source>
        <translation>等待通信</translation>
    </message>
    <message>
        <source>The host was in a collective, or a launched communication kernel started late.</source>
        <translation>主机处于集合通信中，或已启动的通信核函数迟迟未开始。</translation>
    </message>
    <message>
        <source>Launch latency</source>
        <translation>启动延迟</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>The launch is not in the profile, or launched work waited longer than 30 µs for an unknown reason.</source>
        <translation>性能记录中没有其启动，或已启动的工作等待超过 30 µs 而原因不明。</translation>
    </message>
    <message>
        <source>Exposed</source>
        <translation>未掩盖</translation>
    </message>
    <message>
        <source>Overlapped</source>
        <translation>已掩盖</translation>
    </message>
    <message>
        <source>Communication runs at the same time as other kernels, which hide it.</source>
        <translation>通信与其他核函数同时运行，被其掩盖。</translation>
    </message>
    <message>
        <source>(not read)</source>
        <translation>（未读取）</translation>
    </message>
    <message>
        <source>The operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Input shapes</source>
        <translation>输入形状</translation>
    </message>
    <message>
        <source>Dimensions of the inputs; the tooltip of a cell shows their types</source>
        <translation>输入的各维大小；单元格的提示中有类型</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>Number of calls. A call that is the only one inside a call of the same name counts as the same call.</source>
        <translation>调用次数；某次调用若是同名调用内的唯一调用，则视为同一次</translation>
    </message>
    <message>
        <source>Time in at least one of its calls, including everything that they call</source>
        <translation>至少处于其一次调用中的时间，包括其调用的一切</translation>
    </message>
    <message>
        <source>Host self</source>
        <translation>主机自身</translation>
    </message>
    <message>
        <source>Excluding directly nested operators, annotations and runtime calls; the bar shows the share of all rows</source>
        <translation>不含直接位于其中的算子、标注和运行时调用；条形表示其占所有行的比例</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Mean duration of a call</source>
        <translation>一次调用的平均时长</translation>
    </message>
    <message>
        <source>Sum of the durations of the device work launched in its calls</source>
        <translation>在其调用中启动的设备工作的时长之和</translation>
    </message>
    <message>
        <source>GPU self</source>
        <translation>GPU 自身</translation>
    </message>
    <message>
        <source>Device work not launched by a nested operator; the bar shows the share of all device work</source>
        <translation>不由其内部算子启动的设备工作；条形表示其占全部设备工作的比例</translation>
    </message>
    <message>
        <source>Launches</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Runtime calls in its calls that launched device work</source>
        <translation>其调用中启动了设备工作的运行时调用</translation>
    </message>
    <message>
        <source>Share of GPU total in kernels whose names indicate tensor cores</source>
        <translation>GPU 总计中，名称表明使用张量核心的核函数</translation>
    </message>
    <message>
        <source>How rows are grouped</source>
        <translation>行的分组方式</translation>
    </message>
    <message>
        <source>From the longest span of the row, as in the file</source>
        <translation>该行最长区段的类别，与文件中一致</translation>
    </message>
    <message>
        <source>Sum of all durations</source>
        <translation>所有时长之和</translation>
    </message>
    <message>
        <source>Total divided by count</source>
        <translation>总计除以数量</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Half of the spans are at most this long</source>
        <translation>一半的区段不长于此值</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>The shortest span</source>
        <translation>最短的区段</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>The longest span; click the row to go to it</source>
        <translation>最长的区段；点击该行可转到它</translation>
    </message>
    <message>
        <source>Std dev</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>Standard deviation of the durations</source>
        <translation>时长的标准差</translation>
    </message>
    <message>
        <source>GPU work</source>
        <translation>GPU 工作</translation>
    </message>
    <message>
        <source>Runtime calls</source>
        <translation>运行时调用</translation>
    </message>
    <message>
        <source>Python functions</source>
        <translation>Python 函数</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>no gap</source>
        <translation>无空隙</translation>
    </message>
    <message>
        <source>gap %1</source>
        <translation>空隙 %1</translation>
    </message>
    <message>
        <source>overlap %1</source>
        <translation>重叠 %1</translation>
    </message>
    <message>
        <source>the host launched the work too late</source>
        <translation>主机启动该工作太晚</translation>
    </message>
    <message>
        <source>the host or the stream was waiting</source>
        <translation>主机或流在等待</translation>
    </message>
    <message>
        <source>a memcpy blocked the host or started late</source>
        <translation>内存拷贝阻塞了主机，或开始得晚</translation>
    </message>
    <message>
        <source>a collective blocked the host or started late</source>
        <translation>集合通信阻塞了主机，或开始得晚</translation>
    </message>
    <message>
        <source>no launch recorded, or cause unknown</source>
        <translation>未记录启动，或原因不明</translation>
    </message>
    <message>
        <source>Idle: %1</source>
        <translation>空闲：%1</translation>
    </message>
    <message>
        <source>Caused by</source>
        <translation>归因于</translation>
    </message>
    <message>
        <source>Followed by</source>
        <translation>随后</translation>
    </message>
    <message>
        <source>Preceded by</source>
        <translation>此前</translation>
    </message>
    <message>
        <source>a synchronization that drained the device</source>
        <translation>使设备排空的同步</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>深度</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>launched by the host, not yet finished by the device</source>
        <translation>主机已启动而设备尚未完成</translation>
    </message>
    <message>
        <source>Launch to start</source>
        <translation>启动到开始</translation>
    </message>
    <message>
        <source>CUDA graph</source>
        <translation>CUDA 图</translation>
    </message>
    <message>
        <source>graph replay; operator not recorded</source>
        <translation>一次重放中的一个；其算子未被记录</translation>
    </message>
    <message>
        <source>%1 device operations</source>
        <translation>%1 项设备操作</translation>
    </message>
    <message>
        <source>no end in the file; drawn to the end of its track</source>
        <translation>没有结束；画到其轨道的末尾</translation>
    </message>
    <message>
        <source>time repaired on import</source>
        <translation>其时间在导入时被修复</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>始于</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Instant at</source>
        <translation>时刻</translation>
    </message>
    <message>
        <source>Step length</source>
        <translation>步时长</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>&amp;Hide</source>
        <translation>隐藏(&amp;H)</translation>
    </message>
    <message>
        <source>Show &amp;only this process</source>
        <translation>仅显示该进程(&amp;O)</translation>
    </message>
    <message>
        <source>Show &amp;only this group</source>
        <translation>仅显示该组(&amp;O)</translation>
    </message>
    <message>
        <source>Un&amp;pin all</source>
        <translation>全部取消固定(&amp;P)</translation>
    </message>
    <message>
        <source>Un&amp;pin</source>
        <translation>取消固定(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Pin all tracks to the top</source>
        <translation>将所有行固定到顶部(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Pin to the top</source>
        <translation>固定到顶部(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Expand</source>
        <translation>展开(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Collapse</source>
        <translation>折叠(&amp;C)</translation>
    </message>
    <message>
        <source>Lane h&amp;eight</source>
        <translation>行高(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Compact</source>
        <translation>紧凑(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Normal</source>
        <translation>正常(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Tall</source>
        <translation>高(&amp;T)</translation>
    </message>
    <message>
        <source>Move &amp;up</source>
        <translation>上移(&amp;U)</translation>
    </message>
    <message>
        <source>Move &amp;down</source>
        <translation>下移(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Show hidden tracks (%1)</source>
        <translation>显示隐藏的行（%1）(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Reset arrangement</source>
        <translation>重置排列(&amp;R)</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Streams</source>
        <translation>流</translation>
    </message>
    <message>
        <source>Annotations and other device tracks</source>
        <translation>设备的标注行及其他行</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Async tracks</source>
        <translation>异步行</translation>
    </message>
    <message>
        <source>Profiler tracks</source>
        <translation>性能分析器的行</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>No process</source>
        <translation>无进程</translation>
    </message>
    <message>
        <source>No rank</source>
        <translation>无 rank</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>idle, by cause</source>
        <translation>空闲（按原因）</translation>
    </message>
    <message>
        <source>queue depth</source>
        <translation>队列深度</translation>
    </message>
    <message>
        <source>Steps of %1 processes</source>
        <translation>%1 个进程的步</translation>
    </message>
    <message>
        <source>Steps · %1</source>
        <translation>步 · %1</translation>
    </message>
    <message>
        <source>max %1</source>
        <translation>最大 %1</translation>
    </message>
    <message>
        <source>Data issues:</source>
        <translation>数据问题：</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>丢失</translation>
    </message>
    <message>
        <source>Caution</source>
        <translation>注意</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>严重程度</translation>
    </message>
    <message>
        <source>Data issue</source>
        <translation>数据问题</translation>
    </message>
    <message>
        <source>Affected figures</source>
        <translation>受影响的数据</translation>
    </message>
    <message>
        <source>First occurrence</source>
        <translation>首次出现</translation>
    </message>
    <message>
        <source>Data issues of this trace</source>
        <translation>此跟踪的数据问题</translation>
    </message>
    <message>
        <source>About Kernline</source>
        <translation>关于 Kernline</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Kernline %1&lt;/h3&gt;&lt;p&gt;A viewer for GPU traces, for people who make GPU code fast.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later. It comes with no warranty, to the extent the law allows.&lt;/p&gt;&lt;p&gt;Qt %2 · %3 · %4&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Kernline %1&lt;/h3&gt;&lt;p&gt;GPU 跟踪查看器，为优化 GPU 代码的人而做。&lt;/p&gt;&lt;p&gt;自由软件，遵循 GNU 通用公共许可证第 3 版或更高版本。在法律允许的范围内不提供任何担保。&lt;/p&gt;&lt;p&gt;Qt %2 · %3 · %4&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>the file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>正在读取</translation>
    </message>
    <message>
        <source>Arranging spans and links</source>
        <translation>正在排列区段与关联</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Opening</source>
        <translation>正在打开</translation>
    </message>
    <message>
        <source>start to start %1 · %2</source>
        <translation>开始到开始 %1 · %2</translation>
    </message>
    <message>
        <source>%1 more devices</source>
        <translation>另外 %1 个设备</translation>
    </message>
    <message>
        <source>no GPU work in this range</source>
        <translation>此范围内没有 GPU 工作</translation>
    </message>
    <message>
        <source>On the timeline</source>
        <translation>在时间线上</translation>
    </message>
    <message>
        <source>Zoom in and out</source>
        <translation>放大与缩小</translation>
    </message>
    <message>
        <source>Move left and right</source>
        <translation>左右移动</translation>
    </message>
    <message>
        <source>Zoom at the pointer</source>
        <translation>在指针处缩放</translation>
    </message>
    <message>
        <source>Ctrl+Wheel</source>
        <translation>Ctrl+滚轮</translation>
    </message>
    <message>
        <source>Scroll the tracks</source>
        <translation>滚动各行</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>滚轮</translation>
    </message>
    <message>
        <source>Move in time</source>
        <translation>沿时间移动</translation>
    </message>
    <message>
        <source>Shift+Wheel</source>
        <translation>Shift+滚轮</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>拖动</translation>
    </message>
    <message>
        <source>Select a range</source>
        <translation>选择范围</translation>
    </message>
    <message>
        <source>Drag on the ruler</source>
        <translation>在标尺上拖动</translation>
    </message>
    <message>
        <source>Shift+Drag</source>
        <translation>Shift+拖动</translation>
    </message>
    <message>
        <source>Measure from the selection</source>
        <translation>从所选区段开始测量</translation>
    </message>
    <message>
        <source>Shift+Click</source>
        <translation>Shift+单击</translation>
    </message>
    <message>
        <source>Zoom to a box</source>
        <translation>缩放到框选区域</translation>
    </message>
    <message>
        <source>Right-drag</source>
        <translation>右键拖动</translation>
    </message>
    <message>
        <source>Double-click</source>
        <translation>双击</translation>
    </message>
    <message>
        <source>Previous or next on the lane</source>
        <translation>同一子行上的上一个或下一个</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>左</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>右</translation>
    </message>
    <message>
        <source>Reorder tracks</source>
        <translation>调整行的顺序</translation>
    </message>
    <message>
        <source>Drag a name</source>
        <translation>拖动名称</translation>
    </message>
    <message>
        <source>Pin, hide or collapse a track</source>
        <translation>固定、隐藏、折叠行</translation>
    </message>
    <message>
        <source>Right-click its name</source>
        <translation>右键单击其名称</translation>
    </message>
    <message>
        <source>Parent or child span</source>
        <translation>父区段或子区段</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>上</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>下</translation>
    </message>
    <message>
        <source>In a log</source>
        <translation>在日志中</translation>
    </message>
    <message>
        <source>Open a file, go to a section</source>
        <translation>打开文件，转到某一章节</translation>
    </message>
    <message>
        <source>Go from a bar to its row</source>
        <translation>从条形到其所在行</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>单击</translation>
    </message>
    <message>
        <source>Move between bars</source>
        <translation>在条形之间移动</translation>
    </message>
    <message>
        <source>Sort, reverse, restore printed order</source>
        <translation>排序、反转、恢复打印的顺序</translation>
    </message>
    <message>
        <source>Click a column header</source>
        <translation>单击列标题</translation>
    </message>
    <message>
        <source>Copy rows or lines</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Loading %1…</source>
        <translation>正在加载 %1…</translation>
    </message>
    <message>
        <source>Cannot open %1</source>
        <translation>无法打开 %1</translation>
    </message>
    <message>
        <source>%1: canceled</source>
        <translation>%1：已取消</translation>
    </message>
    <message>
        <source>%1 · loaded in %2</source>
        <translation>%1 · 加载用时 %2</translation>
    </message>
    <message>
        <source>“%1” is not one of %2</source>
        <translation>“%1”不在 %2 之中</translation>
    </message>
    <message>
        <source>“%1” is not a whole number</source>
        <translation>“%1”不是整数</translation>
    </message>
    <message>
        <source>%1 is too small; the minimum is %2</source>
        <translation>%1 太小；最小为 %2</translation>
    </message>
    <message>
        <source>%1 is too large; the maximum is %2</source>
        <translation>%1 太大；最大为 %2</translation>
    </message>
    <message>
        <source>%1 is not a multiple of %2</source>
        <translation>%1 不是 %2 的倍数</translation>
    </message>
    <message>
        <source>a value is missing</source>
        <translation>缺少取值</translation>
    </message>
    <message>
        <source>%1 values; the maximum is %2</source>
        <translation>共有 %1 个取值；上限为 %2 个</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Printed figures</source>
        <translation>打印出的数值</translation>
    </message>
    <message>
        <source>By operator</source>
        <translation>按算子</translation>
    </message>
    <message>
        <source>Memory by operator</source>
        <translation>按算子的显存</translation>
    </message>
    <message>
        <source>Allocated minus freed over the whole profile; not a peak</source>
        <translation>整个性能分析期间分配的减去释放的：不是峰值</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>In collectives, until the last rank starts: time caused by other ranks.</source>
        <translation>在集合通信中，直到最后一个 rank 开始为止：由其他 rank 造成的时间。</translation>
    </message>
    <message>
        <source>Transferring</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>In collectives, after the last rank has started.</source>
        <translation>在集合通信中，最后一个 rank 开始之后。</translation>
    </message>
    <message>
        <source>Unmatched</source>
        <translation>未配对</translation>
    </message>
    <message>
        <source>Messages, or communication with no counterpart on another rank: wait and transfer are unknown.</source>
        <translation>消息，或在其他 rank 上没有对应部分的通信：等待和传输未知。</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Nothing runs on the device.</source>
        <translation>设备上没有任何工作在运行。</translation>
    </message>
    <message>
        <source>part of #%1, %2</source>
        <translation>属于 #%1，%2</translation>
    </message>
    <message>
        <source>Number in the list of collectives</source>
        <translation>它在集合通信列表中的编号</translation>
    </message>
    <message>
        <source>In process group %1</source>
        <translation>属于进程组 %1</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>From its start until the last rank starts, at most until its own end</source>
        <translation>从它开始到最后一个 rank 开始，最多到它自己结束</translation>
    </message>
    <message>
        <source>Transfer</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>From then until its end</source>
        <translation>从那时到它结束</translation>
    </message>
    <message>
        <source>Last rank</source>
        <translation>最后的 rank</translation>
    </message>
    <message>
        <source>rank %1, %2 later</source>
        <translation>rank %1，晚 %2</translation>
    </message>
    <message>
        <source>The rank that started last, and how long after the second to last</source>
        <translation>最后开始的 rank，以及它比倒数第二个晚多久</translation>
    </message>
    <message>
        <source>Bus bandwidth</source>
        <translation>总线带宽</translation>
    </message>
    <message>
        <source>unknown size</source>
        <translation>大小未知</translation>
    </message>
    <message>
        <source>Sends</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>%1 to rank %2</source>
        <translation>%1 到 rank %2</translation>
    </message>
    <message>
        <source>Receives</source>
        <translation>接收</translation>
    </message>
    <message>
        <source>%1 from rank %2</source>
        <translation>%1 来自 rank %2</translation>
    </message>
    <message>
        <source>Before that, its device is idle %1 longer than the others.</source>
        <translation>此前它的设备比其他的多空闲 %1。</translation>
    </message>
    <message>
        <source>Before that, %1 takes %2 longer there than on the others.</source>
        <translation>此前 %1 在那里比在其他 rank 上多用 %2。</translation>
    </message>
    <message>
        <source>The clock of %1 rank was set manually; wait times depend on it.</source>
        <translation>%1 个 rank 的时钟为手动设置；等待时间取决于它。</translation>
    </message>
    <message>
        <source>The clocks of %1 ranks were set manually; wait times depend on them.</source>
        <translation>%1 个 rank 的时钟为手动设置；等待时间取决于它们。</translation>
    </message>
    <message>
        <source>The clock of %1 rank is taken from its file; no collective confirms it.</source>
        <translation>%1 个 rank 的时钟取自文件；没有集合通信可供校验。</translation>
    </message>
    <message>
        <source>The clocks of %1 ranks are taken from their files; no collective confirms them.</source>
        <translation>%1 个 rank 的时钟取自各自的文件；没有集合通信可供校验。</translation>
    </message>
    <message>
        <source>Clock accuracy: ±%1, from the ends of collectives.</source>
        <translation>时钟精度：±%1（按集合通信的结束时刻）。</translation>
    </message>
    <message>
        <source>%1, manual</source>
        <translation>%1，手动</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>as recorded</source>
        <translation>按记录</translation>
    </message>
    <message>
        <source>%1 ±%2</source>
        <translation>%1 ±%2</translation>
    </message>
    <message>
        <source>Reference: all other clocks are aligned to this rank.</source>
        <translation>基准：其他时钟均与此 rank 对齐。</translation>
    </message>
    <message>
        <source>The recorded clocks differ by %1 from the first rank.</source>
        <translation>按记录的时钟，与第一个 rank 相差 %1。</translation>
    </message>
    <message>
        <source>%1 collectives give an offset of %2; half of them are within %3 of it.</source>
        <translation>%1 次集合通信给出的偏差为 %2；其中一半与之相差不超过 %3。</translation>
    </message>
    <message>
        <source>%1 rank</source>
        <translation>%1 个 rank</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 个 rank</translation>
    </message>
    <message>
        <source>%1 of %2 ranks</source>
        <translation>%2 个 rank 中的 %1 个</translation>
    </message>
    <message>
        <source>Clock accuracy is only ±%1, from the ends of collectives; waits are hardly longer and mean little.</source>
        <translation>时钟精度仅为 ±%1（按集合通信的结束时刻）；等待几乎不比这更长，意义不大。</translation>
    </message>
    <message>
        <source>Before that, it waits for rank %1 itself, %2 longer than the others.</source>
        <translation>在此之前它自己在等待 rank %1，比其他 rank 多等 %2。</translation>
    </message>
    <message>
        <source>Share of busy</source>
        <translation>占忙碌时间</translation>
    </message>
    <message>
        <source>%1 per launch</source>
        <translation>每次启动的 %1</translation>
    </message>
    <message>
        <source>%1 over its full duration</source>
        <translation>%1（按其全部时长）</translation>
    </message>
    <message>
        <source>As in nccl-tests, from the last start to the last end. 1 GB = 10⁹ bytes</source>
        <translation>算法同 NCCL 测试程序，从最后一次开始到最后一次结束。1 GB = 10⁹ 字节</translation>
    </message>
    <message>
        <source>No kernel is running, but a memcpy is.</source>
        <translation>没有核函数在运行，但有内存拷贝（memcpy）在运行。</translation>
    </message>
    <message>
        <source>the folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>%1 over %2 of all ranks</source>
        <translation>%1（按所有 rank 的 %2 计）</translation>
    </message>
    <message>
        <source>Not adjusted: single collectives scatter as much.</source>
        <translation>未调整：单次集合通信的离散程度与此相当。</translation>
    </message>
    <message>
        <source>Not adjusted: even on one clock, kernels of one collective end up to %1 apart.</source>
        <translation>未调整：即使在同一时钟上，同一次集合通信的核函数结束时刻也会相差达 %1。</translation>
    </message>
    <message>
        <source>%1 from %2</source>
        <translation>%1，起于 %2</translation>
    </message>
    <message>
        <source>In the comparison</source>
        <translation>在比较窗口中</translation>
    </message>
    <message>
        <source>Show the change of a run</source>
        <translation>显示某次运行的变化</translation>
    </message>
    <message>
        <source>Click its name</source>
        <translation>单击其名称</translation>
    </message>
    <message>
        <source>Show a kernel in all timelines</source>
        <translation>在所有时间线中显示核函数</translation>
    </message>
    <message>
        <source>Click its row</source>
        <translation>单击其所在行</translation>
    </message>
    <message>
        <source>Sort rows, reverse</source>
        <translation>排序、反转行序</translation>
    </message>
    <message>
        <source>Select in all timelines</source>
        <translation>在所有时间线中选择</translation>
    </message>
    <message>
        <source>Move one timeline only</source>
        <translation>单独移动一条时间线</translation>
    </message>
    <message>
        <source>Ctrl+Drag</source>
        <translation>Ctrl+拖动</translation>
    </message>
    <message>
        <source>Whole recording</source>
        <translation>整个记录</translation>
    </message>
    <message>
        <source>Fit selection</source>
        <translation>缩放至所选</translation>
    </message>
    <message>
        <source>Clear selection</source>
        <translation>清除选择</translation>
    </message>
    <message>
        <source>Keyboard and mouse</source>
        <translation>键盘与鼠标</translation>
    </message>
    <message>
        <source>Call tree</source>
        <translation>调用树</translation>
    </message>
    <message>
        <source>Ca&amp;ll tree</source>
        <translation>调用树(&amp;L)</translation>
    </message>
    <message>
        <source>Show or hide the call tree and the flame graph</source>
        <translation>显示或隐藏调用树和火焰图</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>R&amp;anks</source>
        <translation>各 rank(&amp;A)</translation>
    </message>
    <message>
        <source>Show or hide which ranks wait for which, and the collectives of all ranks</source>
        <translation>显示或隐藏谁在等待谁，以及所有 rank 的集合通信</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>&amp;Details</source>
        <translation>详情(&amp;D)</translation>
    </message>
    <message>
        <source>Show or hide the details of the selection</source>
        <translation>显示或隐藏所选区段的详情</translation>
    </message>
    <message>
        <source>Show or hide the memory of this trace over time</source>
        <translation>显示或隐藏此跟踪随时间变化的显存</translation>
    </message>
    <message>
        <source>Note on the selected range (%1):</source>
        <translation>所选范围（%1）的笔记：</translation>
    </message>
    <message>
        <source>Note on %1:</source>
        <translation>%1 的笔记：</translation>
    </message>
    <message>
        <source>Note at the middle of the view:</source>
        <translation>视图中央的笔记：</translation>
    </message>
    <message>
        <source>Add note</source>
        <translation>添加笔记</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>&amp;Notes</source>
        <translation>笔记(&amp;N)</translation>
    </message>
    <message>
        <source>Show or hide the notes of this trace</source>
        <translation>显示或隐藏此跟踪的笔记</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Show or hide the SQL page</source>
        <translation>显示或隐藏 SQL 页</translation>
    </message>
    <message>
        <source>&amp;List matches</source>
        <translation>列出匹配项(&amp;L)</translation>
    </message>
    <message>
        <source>Show or hide the table of search matches</source>
        <translation>显示或隐藏匹配项的表格</translation>
    </message>
    <message>
        <source>&amp;Statistics</source>
        <translation>统计(&amp;S)</translation>
    </message>
    <message>
        <source>Show or hide the statistics</source>
        <translation>显示或隐藏统计</translation>
    </message>
    <message>
        <source>Tracks</source>
        <translation>轨道</translation>
    </message>
    <message>
        <source>Trac&amp;ks</source>
        <translation>轨道(&amp;K)</translation>
    </message>
    <message>
        <source>Show or hide the list of tracks</source>
        <translation>显示或隐藏行列表</translation>
    </message>
    <message>
        <source>Data issues</source>
        <translation>数据问题</translation>
    </message>
    <message>
        <source>Show or hide the data issues of this trace</source>
        <translation>显示或隐藏此跟踪的数据问题</translation>
    </message>
    <message>
        <source>&amp;Copy rows</source>
        <translation>复制行(&amp;C)</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>已保留</translation>
    </message>
    <message>
        <source>Reserved, not in use</source>
        <translation>已保留但未使用</translation>
    </message>
    <message>
        <source>Allocation site not recorded</source>
        <translation>未记录分配位置</translation>
    </message>
    <message>
        <source>Allocated at</source>
        <translation>分配时刻</translation>
    </message>
    <message>
        <source>before the recording</source>
        <translation>记录开始之前</translation>
    </message>
    <message>
        <source>Freed at</source>
        <translation>释放时刻</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从未</translation>
    </message>
    <message>
        <source>Lifetime</source>
        <translation>存活时间</translation>
    </message>
    <message>
        <source>Source line</source>
        <translation>源代码行</translation>
    </message>
    <message>
        <source>warm</source>
        <translation>不清空</translation>
    </message>
    <message>
        <source>flushed</source>
        <translation>清空</translation>
    </message>
    <message>
        <source>%1 of the measured copy bandwidth</source>
        <translation>实测拷贝带宽的 %1</translation>
    </message>
    <message>
        <source>%1 of the measured matrix multiplication rate</source>
        <translation>实测矩阵乘法速率的 %1</translation>
    </message>
    <message>
        <source>%1 (limit %2)</source>
        <translation>%1（限值 %2）</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>未核对</translation>
    </message>
    <message>
        <source>±%1, above the limit</source>
        <translation>±%1，高于限值</translation>
    </message>
    <message>
        <source>%1 to %2 MHz, %3</source>
        <translation>%1 至 %2 MHz，%3</translation>
    </message>
    <message>
        <source>%1, %2 dropped</source>
        <translation>%1 条，丢弃 %2 条</translation>
    </message>
    <message>
        <source>no throttling</source>
        <translation>无降频</translation>
    </message>
    <message>
        <source>throttled: %1</source>
        <translation>降频：%1</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Second / first</source>
        <translation>第二 / 第一</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>噪声</translation>
    </message>
    <message>
        <source>Half of the 95 % confidence interval of the median</source>
        <translation>中位数 95 % 置信区间的一半</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>采样次数</translation>
    </message>
    <message>
        <source>Bytes that the algorithm must move, divided by the median</source>
        <translation>算法必须搬运的字节数除以中位数</translation>
    </message>
    <message>
        <source>Arithmetic</source>
        <translation>算力</translation>
    </message>
    <message>
        <source>FLOPs that the algorithm needs, divided by the median</source>
        <translation>算法所需的浮点运算数除以中位数</translation>
    </message>
    <message>
        <source>Share of peak</source>
        <translation>占峰值</translation>
    </message>
    <message>
        <source>Max error</source>
        <translation>最大误差</translation>
    </message>
    <message>
        <source>Relative to a double-precision reference</source>
        <translation>相对双精度参考结果</translation>
    </message>
    <message>
        <source>L2 cache</source>
        <translation>L2 缓存</translation>
    </message>
    <message>
        <source>Clocks</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>%1 collective gives an offset of %2, within %3.</source>
        <translation>%1 次集合通信给出的偏移为 %2，误差在 %3 以内。</translation>
    </message>
    <message>
        <source>{%1 member}</source>
        <translation>{%1 个成员}</translation>
    </message>
    <message>
        <source>[%1 value]</source>
        <translation>[%1 个值]</translation>
    </message>
    <message>
        <source>figures include %1 repaired time</source>
        <translation>数据包含 %1 个修复过的时间</translation>
    </message>
    <message>
        <source>%2 · %1 span</source>
        <translation>%2 · %1 个区段</translation>
    </message>
    <message>
        <source>%2 · %1 spans</source>
        <translation>%2 · %1 个区段</translation>
    </message>
    <message>
        <source>%2 busy %3 (%4), idle %5, %1 kernel</source>
        <translation>%2 忙碌 %3（%4），空闲 %5，%1 个核函数</translation>
    </message>
    <message>
        <source>%2 busy %3 (%4), idle %5, %1 kernels</source>
        <translation>%2 忙碌 %3（%4），空闲 %5，%1 个核函数</translation>
    </message>
    <message>
        <source>%1 more device</source>
        <translation>另外 %1 个设备</translation>
    </message>
    <message>
        <source>Blocks too small to draw individually</source>
        <translation>太小而未单独绘制的内存块</translation>
    </message>
    <message>
        <source>✕ out of memory: %1 requested</source>
        <translation>✕ 显存不足：申请 %1</translation>
    </message>
    <message>
        <source>%1 visible</source>
        <translation>可见 %1</translation>
    </message>
    <message>
        <source>&amp;Automatic: three quarters of free memory</source>
        <translation>自动：空闲内存的四分之三(&amp;A)</translation>
    </message>
    <message>
        <source>Memor&amp;y limit for reading</source>
        <translation>读取时的内存上限(&amp;Y)</translation>
    </message>
    <message>
        <source>From a launch into an empty queue to its start, up to 30 µs.</source>
        <translation>从启动进入空队列到开始执行，不超过 30 µs。</translation>
    </message>
    <message>
        <source>Inter-kernel gap</source>
        <translation>核函数间隙</translation>
    </message>
    <message>
        <source>The next work was already queued and started within 30 µs.</source>
        <translation>下一项工作已在队列中，并在 30 µs 内开始。</translation>
    </message>
    <message>
        <source>Graph gap</source>
        <translation>图内间隙</translation>
    </message>
    <message>
        <source>Between two operations of one CUDA graph launch.</source>
        <translation>同一次 CUDA graph 启动的两个操作之间。</translation>
    </message>
    <message>
        <source>Estimated by the profiler from the launch configuration, not measured</source>
        <translation>由分析器根据启动配置估算，非实测</translation>
    </message>
    <message>
        <source>%1 (computed)</source>
        <translation>%1（计算值）</translation>
    </message>
    <message>
        <source>Not in the profile; computed from grid, block, registers and shared memory</source>
        <translation>分析文件中没有；由 grid、block、寄存器和共享内存计算得出</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>The profiler writes 0 where it has no figure</source>
        <translation>分析器在没有数据时写入 0</translation>
    </message>
    <message>
        <source>Estimated by the profiler from each launch, not measured. – if not available.</source>
        <translation>由分析器根据每次启动估算，非实测。– 表示不可用。</translation>
    </message>
    <message>
        <source>For %1 kernel the profiler gives no figure; it is computed from grid, block, registers and shared memory.</source>
        <translation>有 %1 个核函数分析器没有数据；由 grid、block、寄存器和共享内存计算得出。</translation>
    </message>
    <message>
        <source>For %1 kernels the profiler gives no figure; it is computed from grid, block, registers and shared memory.</source>
        <translation>有 %1 个核函数分析器没有数据；由 grid、block、寄存器和共享内存计算得出。</translation>
    </message>
    <message>
        <source>%1 kernel is left out: its occupancy is unknown.</source>
        <translation>%1 个核函数未计入：其占用率未知。</translation>
    </message>
    <message>
        <source>%1 kernels are left out: their occupancy is unknown.</source>
        <translation>%1 个核函数未计入：其占用率未知。</translation>
    </message>
    <message>
        <source>Click to show the kernel that lowers it most.</source>
        <translation>单击以显示使其降低最多的核函数。</translation>
    </message>
    <message>
        <source>launched into an empty queue, up to 30 µs</source>
        <translation>启动时队列为空，不超过 30 µs</translation>
    </message>
    <message>
        <source>already queued, started within 30 µs</source>
        <translation>已在队列中，30 µs 内开始</translation>
    </message>
    <message>
        <source>between operations of one CUDA graph</source>
        <translation>同一 CUDA graph 的操作之间</translation>
    </message>
    <message>
        <source>Total divided by the time in which at least one of the counted spans was running, of each device by itself; rows that overlap add up to more than 100 %</source>
        <translation>总计除以至少有一个被计入的区段在运行的时间，各设备分别计算；重叠的行相加会超过 100 %</translation>
    </message>
    <message>
        <source>%1: %2 longer than on the others, %3 of waiting</source>
        <translation>%1：比其他 rank 多 %2，造成 %3 的等待</translation>
    </message>
    <message>
        <source>Others wait %1 for rank %2, which it had delayed</source>
        <translation>其他 rank 为被它拖延的 rank %2 等待了 %1</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>rank %1 in %2</source>
        <translation>%2 中的 rank %1</translation>
    </message>
    <message>
        <source>Not traced further: %1</source>
        <translation>未能继续追溯：%1</translation>
    </message>
    <message>
        <source>(no single call)</source>
        <translation>（没有单一调用）</translation>
    </message>
    <message>
        <source>most of it in %1</source>
        <translation>大部分时间在 %1 中</translation>
    </message>
    <message>
        <source>The host was in:</source>
        <translation>主机当时在：</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Show or hide the GPU time of the modules of a network</source>
        <translation>显示或隐藏网络各模块的 GPU 时间</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Modules as nested; work of a backward pass belongs to the module of its forward operator</source>
        <translation>按嵌套关系列出模块；反向传播的工作属于其前向算子所在的模块</translation>
    </message>
    <message>
        <source>Device time caused by the module and the modules in it, exact to the nanosecond</source>
        <translation>此模块及其内部模块产生的设备时间，精确到纳秒</translation>
    </message>
    <message>
        <source>Share of all device time</source>
        <translation>占全部设备时间的比例</translation>
    </message>
    <message>
        <source>Excluding the modules in it</source>
        <translation>不含其内部模块</translation>
    </message>
    <message>
        <source>Everything outside of backward and optimizer</source>
        <translation>反向和优化器以外的全部</translation>
    </message>
    <message>
        <source>Caused by backward passes</source>
        <translation>由反向传播产生</translation>
    </message>
    <message>
        <source>Caused by optimizers</source>
        <translation>由优化器产生</translation>
    </message>
    <message>
        <source>Calls, with those that a backward pass repeats</source>
        <translation>调用次数，包括反向传播中重复的调用</translation>
    </message>
    <message>
        <source>(no module)</source>
        <translation>（无模块）</translation>
    </message>
    <message>
        <source>What the kernel does, by its name (Edit &gt; Kernel families…)</source>
        <translation>核函数的用途，由名称得出（编辑 &gt; 核函数类别…）</translation>
    </message>
    <message>
        <source>Requests in the batch</source>
        <translation>批次中的请求数</translation>
    </message>
    <message>
        <source>Tokens of the iteration</source>
        <translation>迭代的 token 数</translation>
    </message>
    <message>
        <source>KV length of a request</source>
        <translation>单个请求的 KV 长度</translation>
    </message>
    <message>
        <source>Time in the trace</source>
        <translation>跟踪中的时间</translation>
    </message>
    <message>
        <source>Time per token</source>
        <translation>每 token 时间</translation>
    </message>
    <message>
        <source>Time per iteration</source>
        <translation>每次迭代时间</translation>
    </message>
    <message>
        <source>Inference</source>
        <translation>推理</translation>
    </message>
    <message>
        <source>Show or hide the iterations of an inference engine</source>
        <translation>显示或隐藏推理引擎的迭代</translation>
    </message>
    <message>
        <source>Per token</source>
        <translation>每 token</translation>
    </message>
    <message>
        <source>Duration divided by the tokens that go through the model</source>
        <translation>时长除以通过模型的 token 数</translation>
    </message>
    <message>
        <source>Prefill reads prompts, decode generates, mixed does both in one batch</source>
        <translation>预填充读取提示词，解码生成 token，混合在一个批次中兼有两者</translation>
    </message>
    <message>
        <source>Tokens that go through the model in one iteration</source>
        <translation>一次迭代中通过模型的 token 数</translation>
    </message>
    <message>
        <source>Keys and values that a request reads on average</source>
        <translation>每个请求平均读取的键和值</translation>
    </message>
    <message>
        <source>Iteration</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Click to go to it on the timeline</source>
        <translation>单击转到时间线上的位置</translation>
    </message>
    <message>
        <source>Up to the end of the work that it launched</source>
        <translation>直到它启动的工作结束</translation>
    </message>
    <message>
        <source>GPU time</source>
        <translation>GPU 时间</translation>
    </message>
    <message>
        <source>GPU time of the work that it launched</source>
        <translation>它启动的工作所用的时间</translation>
    </message>
    <message>
        <source>GPU idle</source>
        <translation>GPU 空闲</translation>
    </message>
    <message>
        <source>Time in which the device did nothing</source>
        <translation>设备无事可做的时间</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求数</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>token 数</translation>
    </message>
    <message>
        <source>KV length</source>
        <translation>KV 长度</translation>
    </message>
    <message>
        <source>Iterations</source>
        <translation>迭代次数</translation>
    </message>
    <message>
        <source>Same kind and similar size: within a factor of two</source>
        <translation>类型相同、大小相近：相差不到两倍</translation>
    </message>
    <message>
        <source>Median duration of an iteration</source>
        <translation>单次迭代时长的中位数</translation>
    </message>
    <message>
        <source>Longest iteration</source>
        <translation>最长的迭代</translation>
    </message>
    <message>
        <source>Median of the GPU time of an iteration</source>
        <translation>单次迭代 GPU 时间的中位数</translation>
    </message>
    <message>
        <source>Median of the idle time in an iteration</source>
        <translation>单次迭代中空闲时间的中位数</translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation>预填充</translation>
    </message>
    <message>
        <source>Decode</source>
        <translation>解码</translation>
    </message>
    <message>
        <source>Mixed</source>
        <translation>混合</translation>
    </message>
    <message>
        <source>%1, %2 per token</source>
        <translation>%1，每 token %2</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>%1, idle %2</source>
        <translation>%1，空闲 %2</translation>
    </message>
    <message>
        <source>%1 request</source>
        <translation>%1 个请求</translation>
    </message>
    <message>
        <source>%1 requests</source>
        <translation>%1 个请求</translation>
    </message>
    <message>
        <source>%1 token</source>
        <translation>%1 个 token</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个 token</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>采样</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>峰值显存</translation>
    </message>
    <message>
        <source>Max of allocated memory in the phase, of all steps</source>
        <translation>所有步中该阶段已分配显存的最大值</translation>
    </message>
    <message>
        <source>Memory change</source>
        <translation>显存变化</translation>
    </message>
    <message>
        <source>Allocated less freed in the phase; median of all steps</source>
        <translation>该阶段分配减去释放；所有步的中位数</translation>
    </message>
    <message>
        <source>Peak in phase</source>
        <translation>峰值在此阶段</translation>
    </message>
    <message>
        <source>Steps whose memory peak falls into this phase</source>
        <translation>显存最先在该阶段达到峰值的步</translation>
    </message>
    <message>
        <source>%1 of %2 steps</source>
        <translation>%2 步中的 %1 步</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Each moment of a step belongs to one phase</source>
        <translation>步的每一时刻只属于一个阶段</translation>
    </message>
    <message>
        <source>Idle before it</source>
        <translation>之前的空闲</translation>
    </message>
    <message>
        <source>Gaps that end with work of this phase</source>
        <translation>以该阶段的工作结束的空隙</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>未掩盖的通信</translation>
    </message>
    <message>
        <source>Communication that it launched and that no other kernel hides</source>
        <translation>由它启动且没有被其他核函数掩盖的通信</translation>
    </message>
    <message>
        <source>Click a span on the timeline to see its times, launch and args.

[  goes from a kernel to its launch,  ]  from a call to its kernel, U to the Python function that led to it. F zooms to the selection. A click on a row of the statistics selects the longest span with that name.</source>
        <translation>点击时间线上的区段，即可查看其时间、启动和参数。

[ 从核函数转到其启动，] 从调用转到其核函数，U 转到引起它的 Python 函数。F 缩放至所选。点击统计中的一行会选中该名称最长的区段。</translation>
    </message>
    <message>
        <source>No capture has these launches</source>
        <translation>没有捕获包含这些启动</translation>
    </message>
    <message>
        <source>Several captures or graphs fit</source>
        <translation>有多个捕获或图相符</translation>
    </message>
    <message>
        <source>No capture is recorded here. Add one: File &gt; Add graph capture…</source>
        <translation>此处没有记录捕获；请添加：文件 &gt; 添加图捕获…</translation>
    </message>
    <message>
        <source>Capture</source>
        <translation>捕获</translation>
    </message>
    <message>
        <source>Matched by launch order; the capture names the same kernels</source>
        <translation>按启动顺序关联；捕获中的核函数名称相同</translation>
    </message>
    <message>
        <source>Matched by launch order: same number and kinds of launches</source>
        <translation>按启动顺序关联；启动数量和种类相同</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Captures</source>
        <translation>捕获</translation>
    </message>
    <message>
        <source>last of %1 matching captures</source>
        <translation>%1 个算子相同的捕获中的最后一个</translation>
    </message>
    <message>
        <source>Shapes may be those of another one</source>
        <translation>形状可能属于其中另一个</translation>
    </message>
    <message>
        <source>Fuses</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>From output_code.py</source>
        <translation>取自 output_code.py</translation>
    </message>
    <message>
        <source>From the kernel name</source>
        <translation>取自核函数名称</translation>
    </message>
    <message>
        <source>Computes</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Nodes of the graph as it was written</source>
        <translation>原始图的节点</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Nodes of the graph that was lowered</source>
        <translation>降级后的图的节点</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>Position among the calls of the compiled graph</source>
        <translation>它在已编译图的调用中的位置</translation>
    </message>
    <message>
        <source>Any of these; their code has the same kernels</source>
        <translation>可能属于其中任何一个；它们的代码有相同的核函数</translation>
    </message>
    <message>
        <source>Its folder next to the trace</source>
        <translation>跟踪旁边的对应文件夹</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>kernel_kwargs of its operator</source>
        <translation>其算子的 kernel_kwargs</translation>
    </message>
    <message>
        <source>Excluding nested spans that are counted; rows add up to the time in which at least one span was running</source>
        <translation>不含其内部其他被计入的区段所占的时间；各行相加即至少有一个区段在运行的时间</translation>
    </message>
    <message>
        <source>graph launches</source>
        <translation>图启动</translation>
    </message>
    <message>
        <source>repeating kernels</source>
        <translation>核函数循环</translation>
    </message>
    <message>
        <source>All recorded, %1</source>
        <translation>全部已记录的步，%1</translation>
    </message>
    <message>
        <source>%1 (recorded), %2</source>
        <translation>%1（已记录），%2</translation>
    </message>
    <message>
        <source>%1 (annotation), %2</source>
        <translation>%1（注解），%2</translation>
    </message>
    <message>
        <source>%1 (Python function), %2</source>
        <translation>%1（Python 函数），%2</translation>
    </message>
    <message>
        <source>Graph launches, %1</source>
        <translation>图启动，%1</translation>
    </message>
    <message>
        <source>Repeating kernels, %1</source>
        <translation>核函数循环，%1</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>%1 of 0 to %2</source>
        <translation>%1（0 到 %2）</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Share of device work in them</source>
        <translation>其中设备工作的占比</translation>
    </message>
    <message>
        <source>Share of device work that they launch</source>
        <translation>它们启动的设备工作占比</translation>
    </message>
    <message>
        <source>Choose other steps</source>
        <translation>选择其他步</translation>
    </message>
    <message>
        <source>Steps: %1</source>
        <translation>步：%1</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>Zoom to a span or a step</source>
        <translation>缩放到区段或步</translation>
    </message>
    <message>
        <source>Select a step</source>
        <translation>选择一步</translation>
    </message>
    <message>
        <source>Select a range of steps</source>
        <translation>选择若干步的范围</translation>
    </message>
    <message>
        <source>Drag on them</source>
        <translation>在其上拖动</translation>
    </message>
    <message>
        <source>Steps %1 to %2</source>
        <translation>第 %1 到 %2 步</translation>
    </message>
    <message>
        <source>%1 (captured)</source>
        <translation>%1（捕获）</translation>
    </message>
    <message>
        <source>What to optimize</source>
        <translation>优化建议</translation>
    </message>
    <message>
        <source>Show or hide optimization suggestions and their maximum savings</source>
        <translation>显示或隐藏优化建议及其最大节省</translation>
    </message>
    <message>
        <source>Max saving per step</source>
        <translation>每步最多节省</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>最多</translation>
    </message>
    <message>
        <source>Total saving</source>
        <translation>总节省</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>可信度</translation>
    </message>
    <message>
        <source>Suggested change. Expand it for figures and examples</source>
        <translation>建议的改动。展开可查看数据与示例</translation>
    </message>
    <message>
        <source>Maximum saving. Savings do not overlap, so they can be added up</source>
        <translation>最多可节省的时间。各项互不重叠，可以相加</translation>
    </message>
    <message>
        <source>Share of the analyzed time</source>
        <translation>占所考察时间的比例</translation>
    </message>
    <message>
        <source>Over all steps; for an example, its duration</source>
        <translation>所有步合计；对于位置，是其持续时间</translation>
    </message>
    <message>
        <source>How likely the saving is</source>
        <translation>实现该节省的可能性</translation>
    </message>
    <message>
        <source>idle at %1</source>
        <translation>空闲，位于 %1</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1，位于 %2</translation>
    </message>
    <message>
        <source>Show or hide FLOPs, bytes and roofline</source>
        <translation>显示或隐藏浮点运算数、字节数与屋顶线</translation>
    </message>
    <message>
        <source>Click to go to its longest kernel on the timeline</source>
        <translation>单击可转到时间线上其最长的核函数</translation>
    </message>
    <message>
        <source>Sum of the durations of its device work</source>
        <translation>其设备工作的时长之和</translation>
    </message>
    <message>
        <source>Share of the time of all device work</source>
        <translation>占全部设备工作时间的比例</translation>
    </message>
    <message>
        <source>Calls of operators, or device activities</source>
        <translation>算子的调用次数，或设备工作的个数</translation>
    </message>
    <message>
        <source>Bound by</source>
        <translation>受限于</translation>
    </message>
    <message>
        <source>Main limit: compute, memory, latency (below the launch floor) or communication</source>
        <translation>使其大部分时间无法更短的因素：计算、内存、短于启动下限的延迟，或通信</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>The operators of the rule that models it, or why it has no model; the tooltip of a cell shows the line of work.txt</source>
        <translation>为其建模的规则所含的算子，或没有模型的原因；单元格的提示显示 work.txt 中的那一行</translation>
    </message>
    <message>
        <source>Recoverable</source>
        <translation>可节省</translation>
    </message>
    <message>
        <source>Time above the roofline, in calls longer than the launch floor</source>
        <translation>所有长于启动下限的调用超出屋顶线的时间</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>浮点运算数</translation>
    </message>
    <message>
        <source>Floating-point operations of a call; a multiply-add is two</source>
        <translation>一次调用的浮点运算数；一次乘加算两次</translation>
    </message>
    <message>
        <source>Intensity</source>
        <translation>计算强度</translation>
    </message>
    <message>
        <source>FLOPs per byte</source>
        <translation>每字节浮点运算数</translation>
    </message>
    <message>
        <source>FLOP rate</source>
        <translation>浮点运算速率</translation>
    </message>
    <message>
        <source>FLOPs per second of its time</source>
        <translation>其时间内每秒的浮点运算数</translation>
    </message>
    <message>
        <source>peak rates of %1 (%2)</source>
        <translation>%1 的上限（%2）</translation>
    </message>
    <message>
        <source>no peak rates: the GPU is unknown</source>
        <translation>没有上限：设备未知</translation>
    </message>
    <message>
        <source>no peak rates: %1 is not in the table of devices</source>
        <translation>没有上限：设备表中没有 %1</translation>
    </message>
    <message>
        <source>Operator and shapes</source>
        <translation>算子与形状</translation>
    </message>
    <message>
        <source>Line %1 of work.txt:
%2
Matches %3.</source>
        <translation>work.txt 第 %1 行：
%2
匹配 %3。</translation>
    </message>
    <message>
        <source>%1; in part: %2</source>
        <translation>%1；部分：%2</translation>
    </message>
    <message>
        <source>Not modeled: %1</source>
        <translation>未建模：%1</translation>
    </message>
    <message>
        <source>%1 FLOP/byte</source>
        <translation>%1 FLOP/字节</translation>
    </message>
    <message>
        <source>%1 call</source>
        <translation>%1 次调用</translation>
    </message>
    <message>
        <source>%1 calls</source>
        <translation>%1 次调用</translation>
    </message>
    <message>
        <source>%1 of %2 modeled</source>
        <translation>已建模 %2 中的 %1</translation>
    </message>
    <message>
        <source>MFU %1</source>
        <translation>MFU %1</translation>
    </message>
    <message>
        <source>memory bandwidth utilization %1</source>
        <translation>显存带宽利用率 %1</translation>
    </message>
    <message>
        <source>FLOPs and bytes are computed from the input shapes of operators. A multiply-add is two FLOPs; every input is read once and every output written once. The roofline is the least time that the device needs for both.</source>
        <translation>浮点运算数与字节数由算子调用时的形状得出。一次乘加算两次浮点运算；每个输入读一次，每个输出写一次。屋顶线是设备完成两者所需的最短时间。</translation>
    </message>
    <message>
        <source>%2 on %1 device</source>
        <translation>%1 个设备上的 %2</translation>
    </message>
    <message>
        <source>%2 on %1 devices</source>
        <translation>%1 个设备上的 %2</translation>
    </message>
    <message>
        <source>MFU, model FLOPs utilization: FLOPs of matrix products, convolutions and attention (%1), each divided by the peak of its type, then by the elapsed time (%2). Recomputation is counted each time.</source>
        <translation>MFU（模型浮点运算利用率）：矩阵乘、卷积与注意力的浮点运算数（%1），各除以其类型的峰值，再除以经过的时间（%2）。重复计算的会重复计入。</translation>
    </message>
    <message>
        <source>Memory bandwidth utilization: bytes of all modeled work (%1), divided by %2 and by the same time.</source>
        <translation>显存带宽利用率：所有已建模工作的字节数（%1），除以 %2，再除以同一时间。</translation>
    </message>
    <message>
        <source>Compulsory traffic of a call: every input read once, every output written once. For a collective, its message</source>
        <translation>一次调用的必要数据量：每个输入读一次，每个输出写一次。集合通信则为其消息的大小</translation>
    </message>
    <message>
        <source>Bytes per second of its time. For collectives, bus bandwidth as in nccl-tests</source>
        <translation>其用时内每秒的字节数。集合通信则为总线带宽，按 nccl-tests 的算法</translation>
    </message>
    <message>
        <source>Share of roofline</source>
        <translation>屋顶线占比</translation>
    </message>
    <message>
        <source>latency bound</source>
        <translation>受延迟限制</translation>
    </message>
    <message>
        <source>no roofline</source>
        <translation>无屋顶线</translation>
    </message>
    <message>
        <source>Only communication</source>
        <translation>仅通信</translation>
    </message>
    <message>
        <source>Communication runs and no other kernel of the device does: the step waits for it.</source>
        <translation>通信在运行，而该设备没有其他核函数在运行：该步在等待它。</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>measurement</source>
        <translation>测量值</translation>
    </message>
    <message>
        <source>ignored</source>
        <translation>忽略</translation>
    </message>
    <message>
        <source>%1 value</source>
        <translation>%1 个值</translation>
    </message>
    <message>
        <source>%1 values</source>
        <translation>%1 个值</translation>
    </message>
    <message>
        <source>Changed by you; detected as: %1</source>
        <translation>已由您更改；原判定为：%1</translation>
    </message>
    <message>
        <source>%1 · log</source>
        <translation>%1 · 对数</translation>
    </message>
    <message>
        <source>Speed-up</source>
        <translation>加速比</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>Better by</source>
        <translation>优于基线</translation>
    </message>
    <message>
        <source>Best in</source>
        <translation>最佳次数</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>Won</source>
        <translation>胜出</translation>
    </message>
    <message>
        <source>Lead</source>
        <translation>领先</translation>
    </message>
    <message>
        <source>How many times better than the best of the others, by geometric mean</source>
        <translation>优于其余最佳者的倍数，几何平均值</translation>
    </message>
    <message>
        <source>%1 against %2: %3</source>
        <translation>%1，相对于 %2：%3</translation>
    </message>
    <message>
        <source>each with its own %1</source>
        <translation>各有自己的 %1</translation>
    </message>
    <message>
        <source>Change what a column is</source>
        <translation>更改列的含义</translation>
    </message>
    <message>
        <source>%1 values or more</source>
        <translation>%1 个值或更多</translation>
    </message>
    <message>
        <source>Varies by a factor of</source>
        <translation>波动倍数</translation>
    </message>
    <message>
        <source>%1 at %2; %3 on the timeline</source>
        <translation>%1（%2）；时间线上为 %3</translation>
    </message>
    <message>
        <source>%1; %2 on the timeline</source>
        <translation>%1；时间线上为 %2</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>%1, launch %2 of %3</source>
        <translation>%1，第 %2 次启动，共 %3 次</translation>
    </message>
    <message>
        <source>Matched by kernel name, grid, block and launch order</source>
        <translation>按核函数名称、网格、线程块和启动顺序关联</translation>
    </message>
    <message>
        <source>%1 busy</source>
        <translation>忙碌 %1</translation>
    </message>
    <message>
        <source>DRAM intensity</source>
        <translation>DRAM 强度</translation>
    </message>
    <message>
        <source>Modeled FLOPs per byte of DRAM that counters measured</source>
        <translation>模型的 FLOP 数除以计数器测得的 DRAM 字节数</translation>
    </message>
    <message>
        <source>Sampled</source>
        <translation>采样</translation>
    </message>
    <message>
        <source>Share of its time covered by whole counter samples. Kernels shorter than a sample are not sampled; the tooltip of a cell counts them</source>
        <translation>其时间中由计数器的完整采样覆盖的份额。比一次采样短的核函数没有采样；单元格的提示给出其数量</translation>
    </message>
    <message>
        <source>Not sampled</source>
        <translation>未采样</translation>
    </message>
    <message>
        <source>DRAM</source>
        <translation>DRAM</translation>
    </message>
    <message>
        <source>DRAM rate</source>
        <translation>DRAM 速率</translation>
    </message>
    <message>
        <source>Read and written per second, mean over the samples within its launches</source>
        <translation>每秒读写的字节数，对其启动内的采样取平均</translation>
    </message>
    <message>
        <source>Tensor pipe</source>
        <translation>张量管线</translation>
    </message>
    <message>
        <source>Share of time in which tensor pipes were active, mean over the samples within its launches</source>
        <translation>张量管线活跃的时间份额，对其启动内的采样取平均</translation>
    </message>
    <message>
        <source>FLOPs (ncu)</source>
        <translation>浮点运算数 (ncu)</translation>
    </message>
    <message>
        <source>DRAM (ncu)</source>
        <translation>DRAM (ncu)</translation>
    </message>
    <message>
        <source>The report has this launch once; the trace repeats it up to %1 times</source>
        <translation>报告中此启动只有一次，跟踪中最多重复 %1 次</translation>
    </message>
    <message>
        <source>Share of cycles in which tensor pipes were active</source>
        <translation>张量管线活跃的周期所占比例</translation>
    </message>
    <message>
        <source>%1 Counters show activity in %2 of %3 of sampled idle time: another process, or unrecorded work.</source>
        <translation>%1 在 %3 已采样的空闲时间中，计数器在 %2 内显示有活动：来自其他进程，或未录制的工作。</translation>
    </message>
    <message>
        <source>%1 of %2 launches contain a whole sample</source>
        <translation>%2 次启动中有 %1 次包含完整采样</translation>
    </message>
    <message>
        <source>DRAM bytes that the whole GPU read and wrote during a sampled launch: mean rate times duration</source>
        <translation>已采样的一次启动期间整个 GPU 读写的 DRAM 字节数：平均速率乘以持续时间</translation>
    </message>
    <message>
        <source>GPU use, DRAM traffic, clock</source>
        <translation>GPU 利用、DRAM 流量、时钟</translation>
    </message>
    <message>
        <source>DRAM and L2 traffic</source>
        <translation>DRAM 与 L2 流量</translation>
    </message>
    <message>
        <source>PCIe and NVLink traffic</source>
        <translation>PCIe 与 NVLink 流量</translation>
    </message>
    <message>
        <source>Sampled every 100 µs for all that runs on the GPU; may need administrator rights</source>
        <translation>每 100 µs 采样一次，包括 GPU 上运行的一切；可能需要管理员权限</translation>
    </message>
    <message>
        <source>Earlier runs</source>
        <translation>以往的运行</translation>
    </message>
    <message>
        <source>Runs of this kernel with the same parameters, on the same device</source>
        <translation>此核函数在同一设备上、参数相同的运行</translation>
    </message>
    <message>
        <source>the best so far</source>
        <translation>目前最佳</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>瓶颈</translation>
    </message>
    <message>
        <source>L1 hit rate</source>
        <translation>L1 命中率</translation>
    </message>
    <message>
        <source>Counted</source>
        <translation>计数</translation>
    </message>
    <message>
        <source>in %1 pass</source>
        <translation>%1 遍</translation>
    </message>
    <message>
        <source>in %1 passes</source>
        <translation>%1 遍</translation>
    </message>
    <message>
        <source>FLOPs (counted)</source>
        <translation>浮点运算数（计数）</translation>
    </message>
    <message>
        <source>Floating-point operations executed by a call, measured by Nsight Compute or counted by the recorder. Counts only calls whose kernels were all measured</source>
        <translation>Nsight Compute 测得或记录器计数的一次调用执行的浮点运算数。只计核函数全部测过的调用</translation>
    </message>
    <message>
        <source>DRAM (counted)</source>
        <translation>DRAM（计数）</translation>
    </message>
    <message>
        <source>DRAM bytes read and written by a call, measured by Nsight Compute or counted by the recorder. Counts only calls whose kernels were all measured</source>
        <translation>Nsight Compute 测得或记录器计数的一次调用读写的 DRAM 字节数。只计核函数全部测过的调用</translation>
    </message>
    <message>
        <source>%1 less time than the last run</source>
        <translation>比上次运行少用时 %1</translation>
    </message>
    <message>
        <source>%1 more time than the last run</source>
        <translation>比上次运行多用时 %1</translation>
    </message>
    <message>
        <source>same time as the last run, within noise</source>
        <translation>与上次运行用时相同（噪声范围内）</translation>
    </message>
    <message>
        <source>%1 more than the best run (%2, %3)</source>
        <translation>比最佳运行（%2，%3）多用时 %1</translation>
    </message>
    <message>
        <source>same as the best run, within noise</source>
        <translation>与最佳运行相同（噪声范围内）</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1, %2× the algorithm&apos;s</source>
        <translation>%1，为算法所需的 %2 倍</translation>
    </message>
    <message>
        <source>%1 of DRAM traffic, %2× the algorithm&apos;s</source>
        <translation>DRAM 流量 %1，为算法所需的 %2 倍</translation>
    </message>
    <message>
        <source>%1 of DRAM traffic</source>
        <translation>DRAM 流量 %1</translation>
    </message>
    <message>
        <source>%1 (fastest)</source>
        <translation>%1（最快）</translation>
    </message>
    <message>
        <source>Counted in one launch, compared with what the algorithm needs</source>
        <translation>在一次启动中计数，与算法所需并列</translation>
    </message>
    <message>
        <source>The unit that is closest to its peak; latency where all are below 60 %</source>
        <translation>最接近其峰值的单元；全部低于 60 % 时为延迟</translation>
    </message>
    <message>
        <source>%1 up to %2</source>
        <translation>至 %2 为 %1</translation>
    </message>
    <message>
        <source>%1, limit by %2: %3</source>
        <translation>%1，按 %2 的限制：%3</translation>
    </message>
    <message>
        <source>Limit by %1: %2</source>
        <translation>按 %1 的限制：%2</translation>
    </message>
    <message>
        <source>tensor pipe</source>
        <translation>张量管线</translation>
    </message>
    <message>
        <source>L1 cache</source>
        <translation>L1 缓存</translation>
    </message>
    <message>
        <source>SM</source>
        <translation>SM</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Share of the samples of all kernels</source>
        <translation>占所有核函数采样的份额</translation>
    </message>
    <message>
        <source>States</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>What the sampled warps were doing</source>
        <translation>被采样的 warp 在做什么</translation>
    </message>
    <message>
        <source>Show or hide the source lines and instructions where kernels spend time</source>
        <translation>显示或隐藏核函数耗时的源代码行和指令</translation>
    </message>
    <message>
        <source>%1 sample</source>
        <translation>%1 次采样</translation>
    </message>
    <message>
        <source>%1 samples</source>
        <translation>%1 次采样</translation>
    </message>
    <message>
        <source>In the source panel</source>
        <translation>在源代码面板中</translation>
    </message>
    <message>
        <source>Go from a line to its instructions and back</source>
        <translation>在源代码行与其指令之间跳转</translation>
    </message>
    <message>
        <source>Back to all kernels</source>
        <translation>返回所有核函数</translation>
    </message>
    <message>
        <source>Copy the line</source>
        <translation>复制该行</translation>
    </message>
    <message>
        <source>%1 for all values</source>
        <translation>所有取值均为%1</translation>
    </message>
    <message>
        <source>unknown line</source>
        <translation>未知行</translation>
    </message>
    <message>
        <source>What to &amp;optimize</source>
        <translation>优化建议(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Inference</source>
        <translation>推理(&amp;I)</translation>
    </message>
    <message>
        <source>Memor&amp;y</source>
        <translation>显存(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Modules</source>
        <translation>模块(&amp;M)</translation>
    </message>
    <message>
        <source>On the GPU. The host runs ahead, at %1 per step.</source>
        <translation>GPU 上的时间：主机超前，每步 %1。</translation>
    </message>
    <message>
        <source>&amp;Query</source>
        <translation>查询(&amp;Q)</translation>
    </message>
    <message>
        <source>Sour&amp;ce</source>
        <translation>源代码(&amp;C)</translation>
    </message>
    <message>
        <source>GPU annotations</source>
        <translation>GPU 标注</translation>
    </message>
    <message>
        <source>Da&amp;ta issues</source>
        <translation>数据问题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Roofline</source>
        <translation>屋顶线(&amp;R)</translation>
    </message>
    <message>
        <source>Changed counters</source>
        <translation>变化的计数器</translation>
    </message>
    <message>
        <source>only one of the two runs has counters</source>
        <translation>两次运行中只有一次有计数器</translation>
    </message>
    <message>
        <source>no counter changed enough to explain it</source>
        <translation>没有计数器的变化大到足以说明原因</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <source>Pipeline parallel</source>
        <translation>流水线并行</translation>
    </message>
    <message>
        <source>Data parallel</source>
        <translation>数据并行</translation>
    </message>
    <message>
        <source>Expert parallel</source>
        <translation>专家并行</translation>
    </message>
    <message>
        <source>Context parallel</source>
        <translation>上下文并行</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>exposed</source>
        <translation>未掩盖</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>transferring</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>median step</source>
        <translation>步的中位数</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>步时长</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Lateness</source>
        <translation>迟到时间</translation>
    </message>
    <message>
        <source>Length of the step on the host.</source>
        <translation>该步在主机上的时长。</translation>
    </message>
    <message>
        <source>Device time of the step&apos;s work, without exposed communication.</source>
        <translation>该步的工作占用设备的时间，不含未掩盖的通信。</translation>
    </message>
    <message>
        <source>Communication of the step that no other kernel hides.</source>
        <translation>该步中没有被其他核函数掩盖的通信。</translation>
    </message>
    <message>
        <source>In the step&apos;s collectives, until the last rank starts.</source>
        <translation>在该步的集合通信中，直到最后一个 rank 开始为止。</translation>
    </message>
    <message>
        <source>Bus bandwidth of the step&apos;s collectives, from the last start to the last end. Low is bad.</source>
        <translation>该步集合通信的总线带宽，从最后开始到最后结束。越低越差。</translation>
    </message>
    <message>
        <source>Idle time of the devices during the step.</source>
        <translation>该步期间设备的空闲时间。</translation>
    </message>
    <message>
        <source>Peak memory allocated on a device during the step.</source>
        <translation>该步期间一个设备上分配的最多显存。</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>On the heat map</source>
        <translation>在热图上</translation>
    </message>
    <message>
        <source>Zoom the ranks</source>
        <translation>缩放 rank</translation>
    </message>
    <message>
        <source>Zoom the steps</source>
        <translation>缩放步</translation>
    </message>
    <message>
        <source>Ctrl+Shift+Wheel</source>
        <translation>Ctrl+Shift+滚轮</translation>
    </message>
    <message>
        <source>Show all ranks and steps</source>
        <translation>显示所有 rank 和步</translation>
    </message>
    <message>
        <source>Open the step on the timeline</source>
        <translation>在时间线上打开该步</translation>
    </message>
    <message>
        <source>min %1, max %2</source>
        <translation>最短 %1，最长 %2</translation>
    </message>
    <message>
        <source>%1 · shared scale</source>
        <translation>%1 · 同一刻度</translation>
    </message>
    <message>
        <source>An NCCL kernel or a gloo or NCCL call is running, but no other kernel and no copy.</source>
        <translation>正在运行 NCCL 核函数，或 gloo、NCCL 调用，但没有其他核函数或拷贝。</translation>
    </message>
    <message>
        <source>Based on names only. Kernels whose names do not tell, such as those of your own, take %1 of the kernel time and may use them too; – if no name tells.
Click to show the longest of them, or the longest kernel if there is none.</source>
        <translation>仅根据名称判断。名称未表明的核函数（例如您自己的核函数）占核函数时间的 %1，也可能使用张量核心；若没有名称能表明，则显示 –。
点击可显示其中最长的一个；若没有，则显示最长的核函数。</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>单元</translation>
    </message>
    <message>
        <source>Counted shares of what each unit can do, means over the time of the kernels</source>
        <translation>各单元达到其能力的比例，由计数得出，为核函数时间内的平均值</translation>
    </message>
    <message>
        <source>L2 hit rate</source>
        <translation>L2 命中率</translation>
    </message>
    <message>
        <source>Active warps on average, as a share of the most that a multiprocessor can hold</source>
        <translation>平均活跃 warp 数，占多处理器最多可容纳数的比例</translation>
    </message>
    <message>
        <source>Pipeline waiting</source>
        <translation>流水线等待</translation>
    </message>
    <message>
        <source>Excess all-to-all bytes</source>
        <translation>多出的 all-to-all 字节</translation>
    </message>
    <message>
        <source>In the step&apos;s sends and receives, until the other rank starts: bubbles of a pipeline.</source>
        <translation>该步的发送和接收中，直到对方 rank 开始为止：流水线气泡。</translation>
    </message>
    <message>
        <source>Bytes of the step&apos;s all-to-alls beyond the mean of the ranks in them: experts with more tokens.</source>
        <translation>该步的 all-to-all 中超出参与 rank 平均值的字节：专家收到的 token 更多。</translation>
    </message>
    <message>
        <source>Mean of the counter during the step, weighted by time.</source>
        <translation>该步期间计数器的平均值，按时间加权。</translation>
    </message>
    <message>
        <source>no samples</source>
        <translation>无采样</translation>
    </message>
    <message>
        <source>samples %1</source>
        <translation>采样数 %1</translation>
    </message>
    <message>
        <source>registers %1 → %2</source>
        <translation>寄存器 %1 → %2</translation>
    </message>
    <message>
        <source>shared memory %1 → %2</source>
        <translation>共享内存 %1 → %2</translation>
    </message>
    <message>
        <source>occupancy %1 → %2</source>
        <translation>占用率 %1 → %2</translation>
    </message>
    <message>
        <source>instructions %1 → %2</source>
        <translation>指令 %1 → %2</translation>
    </message>
    <message>
        <source>States: %1</source>
        <translation>状态：%1</translation>
    </message>
    <message>
        <source>Click to show it on the timeline, with its card in the details.</source>
        <translation>点击以在时间线上显示，其卡片在详情中。</translation>
    </message>
    <message>
        <source>Expert load</source>
        <translation>专家负载</translation>
    </message>
    <message>
        <source>Bytes of the step&apos;s all-to-alls, as a multiple of the mean of the ranks in them: tokens of its experts.</source>
        <translation>该步的 all-to-all 字节，以参与 rank 平均值的倍数表示：其专家的 token。</translation>
    </message>
    <message>
        <source>not read</source>
        <translation>未读取</translation>
    </message>
    <message>
        <source>Range read</source>
        <translation>已读取范围</translation>
    </message>
    <message>
        <source>Limited to the %1 that were read</source>
        <translation>限于已读取的 %1</translation>
    </message>
    <message>
        <source>Computed from: %1</source>
        <translation>依据：%1</translation>
    </message>
    <message>
        <source>Delay behind the second-to-last rank, in collectives where this rank is last.</source>
        <translation>在由此 rank 最后加入的集合通信中：比倒数第二个 rank 晚多少。</translation>
    </message>
    <message>
        <source>at least: only %1 of the time is modeled</source>
        <translation>至少如此：只有 %1 的时间有模型</translation>
    </message>
    <message>
        <source>not given</source>
        <translation>未给出</translation>
    </message>
    <message>
        <source>How many times better than the baseline: geometric mean over the cases that both have</source>
        <translation>比基线好多少倍：两者共有情形的几何平均值</translation>
    </message>
    <message>
        <source>Geometric standard deviation: about two thirds of the cases lie between the mean divided by this factor and the mean times this factor</source>
        <translation>几何标准差：约三分之二的情形介于平均值除以该系数与平均值乘以该系数之间</translation>
    </message>
    <message>
        <source>Cases won, of those with two or more models</source>
        <translation>在两个或更多对象共有的所有情形中，它最好的情形数</translation>
    </message>
    <message>
        <source>everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>%1 against %2, as no baseline is chosen: %3</source>
        <translation>%1，相对于 %2（未选择基线）：%3</translation>
    </message>
    <message>
        <source>%1 comparable case</source>
        <translation>%1 个可比情形</translation>
    </message>
    <message>
        <source>%1 comparable cases</source>
        <translation>%1 个可比情形</translation>
    </message>
    <message>
        <source>%1 case with several values left out</source>
        <translation>略去 %1 个有多个值的情形</translation>
    </message>
    <message>
        <source>%1 cases with several values left out</source>
        <translation>略去 %1 个有多个值的情形</translation>
    </message>
    <message>
        <source>From where the GPU is done with the step before until it is done with the step. On the host the next step begins earlier.
Click to show the longest step.</source>
        <translation>从 GPU 完成上一步到完成这一步。在主机上，下一步更早开始。
点击可显示最长的步。</translation>
    </message>
    <message>
        <source>From the start of a step on the host, or from where the GPU is done with the step before,
until the step and the work it launched are done.
Click to show the longest step.</source>
        <translation>从主机上这一步开始，或从 GPU 完成上一步起，
直到这一步及其启动的工作完成。
点击可显示最长的步。</translation>
    </message>
    <message>
        <source>Swap baseline and other run</source>
        <translation>交换基线与另一个运行</translation>
    </message>
    <message>
        <source>Close the comparison</source>
        <translation>关闭比较</translation>
    </message>
    <message>
        <source>event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>filtered: %1 call</source>
        <translation>筛选后：%1 次调用</translation>
    </message>
    <message>
        <source>filtered: %1 calls</source>
        <translation>筛选后：%1 次调用</translation>
    </message>
    <message>
        <source>%1 (self %2)</source>
        <translation>%1（自身 %2）</translation>
    </message>
    <message>
        <source>%1 (busy %2)</source>
        <translation>%1（忙碌 %2）</translation>
    </message>
    <message>
        <source>filtered: %1 span, %2, %3 of all</source>
        <translation>筛选后：%1 个区段，%2，占全部的 %3</translation>
    </message>
    <message>
        <source>filtered: %1 spans, %2, %3 of all</source>
        <translation>筛选后：%1 个区段，%2，占全部的 %3</translation>
    </message>
    <message>
        <source>%1 on %2 devices</source>
        <translation>%2 个设备共 %1</translation>
    </message>
    <message>
        <source>%1 spans inside each other · total %2 · self %3 · busy %4</source>
        <translation>%1 个相互嵌套的区段 · 总计 %2 · 自身 %3 · 忙碌 %4</translation>
    </message>
    <message>
        <source>%1 span · busy %2</source>
        <translation>%1 个区段 · 忙碌 %2</translation>
    </message>
    <message>
        <source>%1 spans · busy %2</source>
        <translation>%1 个区段 · 忙碌 %2</translation>
    </message>
    <message>
        <source>%1 · %2 in duplicate rows left out</source>
        <translation>%1 · 省略重复行中的 %2 个</translation>
    </message>
    <message>
        <source>%1 call · host self %2 · GPU self %3</source>
        <translation>%1 次调用 · 主机自身 %2 · GPU 自身 %3</translation>
    </message>
    <message>
        <source>%1 calls · host self %2 · GPU self %3</source>
        <translation>%1 次调用 · 主机自身 %2 · GPU 自身 %3</translation>
    </message>
    <message>
        <source>operators of %1 inferred</source>
        <translation>%1 的算子为推断所得</translation>
    </message>
    <message>
        <source>Without profiler</source>
        <translation>不计性能分析器</translation>
    </message>
    <message>
        <source>Device data</source>
        <translation>设备数据</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>What i&amp;f</source>
        <translation>假设(&amp;F)</translation>
    </message>
    <message>
        <source>Show or hide the predicted step without the profiler, with changes, and its critical path</source>
        <translation>显示或隐藏不用性能分析器时的步、改动之后的步以及决定其长度的因素</translation>
    </message>
    <message>
        <source>Per step</source>
        <translation>每步</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>节省</translation>
    </message>
    <message>
        <source>A step, and below it its critical path, from the end backwards</source>
        <translation>一个步，其下是决定其长度的因素：从步的末尾起，逐一回溯到所等待的对象</translation>
    </message>
    <message>
        <source>Duration, mean of the counted steps</source>
        <translation>所需时间，即计入的各步的平均值</translation>
    </message>
    <message>
        <source>Share of the recorded step; in rows below a step, share of that step</source>
        <translation>占所记录的步的比例；在步之下为占该步的比例</translation>
    </message>
    <message>
        <source>Reduction of the step time without the profiler</source>
        <translation>比不用性能分析器时的步少用的时间</translation>
    </message>
    <message>
        <source>As recorded</source>
        <translation>如记录</translation>
    </message>
    <message>
        <source>Recording of %1 %2</source>
        <translation>记录 %1 %2</translation>
    </message>
    <message>
        <source>Between device work</source>
        <translation>设备工作之间</translation>
    </message>
    <message>
        <source>From the launch call to the start on the device</source>
        <translation>从启动调用到在设备上开始</translation>
    </message>
    <message>
        <source>Host, outside of all calls</source>
        <translation>主机，不在任何调用中</translation>
    </message>
    <message>
        <source>Without the profiler</source>
        <translation>不用性能分析器</translation>
    </message>
    <message>
        <source>About %1 without the profiler (%2 to %3).</source>
        <translation>不用性能分析器时约 %1（%2 至 %3）。</translation>
    </message>
    <message>
        <source>The step waits for a host thread: operators, calls, Python.</source>
        <translation>该步骤在等待主机线程：算子、调用、Python。</translation>
    </message>
    <message>
        <source>A launch is on its way to an idle device.</source>
        <translation>启动正在到达空闲设备的途中。</translation>
    </message>
    <message>
        <source>The step waits for a kernel.</source>
        <translation>该步骤在等待核函数。</translation>
    </message>
    <message>
        <source>A communication kernel runs, or waits for other ranks.</source>
        <translation>通信核函数正在运行，或在等待其他 rank。</translation>
    </message>
    <message>
        <source>The step waits for a memcpy.</source>
        <translation>该步骤在等待 memcpy。</translation>
    </message>
    <message>
        <source>The step waits for a memset.</source>
        <translation>该步骤在等待 memset。</translation>
    </message>
    <message>
        <source>Gap</source>
        <translation>间隔</translation>
    </message>
    <message>
        <source>Between two consecutive device activities.</source>
        <translation>相继的两项设备任务之间。</translation>
    </message>
    <message>
        <source>From the end of device work until the waiting host goes on.</source>
        <translation>从设备任务结束到等待的主机继续执行。</translation>
    </message>
    <message>
        <source>About %1 without the profiler.</source>
        <translation>不用性能分析器时约 %1。</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>No critical path: %1</source>
        <translation>没有关键路径：%1</translation>
    </message>
    <message>
        <source>Critical path: %1</source>
        <translation>关键路径：%1</translation>
    </message>
    <message>
        <source>critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>slack %1</source>
        <translation>裕量 %1</translation>
    </message>
    <message>
        <source>Activities in all counted steps</source>
        <translation>计入的所有步骤中的段数</translation>
    </message>
    <message>
        <source>Range of the step in about nine of ten runs. Off the critical path: the median slack, by which work may start later without a longer step</source>
        <translation>约九成的运行中该步骤所处的范围。不在关键路径上的任务：裕量的中位数，即可推迟多久而不延长步骤</translation>
    </message>
    <message>
        <source>(none)</source>
        <translation>（无）</translation>
    </message>
    <message>
        <source>Off the critical path</source>
        <translation>不在关键路径上</translation>
    </message>
    <message>
        <source>%1 without the profiler</source>
        <translation>不含性能分析器为 %1</translation>
    </message>
    <message>
        <source>%1 to %2, doubtful</source>
        <translation>%1 至 %2，存疑</translation>
    </message>
    <message>
        <source>On the host</source>
        <translation>在主机上</translation>
    </message>
    <message>
        <source>Estimated saving without the profiler. Rows are sorted by it, weighted by confidence and ease</source>
        <translation>不计性能分析器时的估计节省。各行按此排序，并按可信度和实施难易加权</translation>
    </message>
    <message>
        <source>%1 About %2 without the profiler.</source>
        <translation>%1不用性能分析器时约 %2。</translation>
    </message>
    <message>
        <source>%2 of %3 in %1 step modeled</source>
        <translation>已建模 %1 步中 %3 的 %2</translation>
    </message>
    <message>
        <source>%2 of %3 in %1 steps modeled</source>
        <translation>已建模 %1 步中 %3 的 %2</translation>
    </message>
    <message>
        <source>No collective confirms this clock; its error is unknown.</source>
        <translation>没有集合通信能确认此时钟；其误差未知。</translation>
    </message>
    <message>
        <source>It runs on several streams, and names do not identify the launches</source>
        <translation>它在多个流上运行，名称不足以区分各个启动</translation>
    </message>
    <message>
        <source>Operators and their kernels have the same device time; sums count only one kind</source>
        <translation>算子与其核函数的设备时间相同；求和只计其中一种</translation>
    </message>
    <message>
        <source>Share of L2 sector requests that hit</source>
        <translation>L2 扇区请求的命中率</translation>
    </message>
    <message>
        <source>Share of roofline: the least time that the device needs, divided by the time it took. More than 100 % where a cache helps or a peak rate is too low</source>
        <translation>达到屋顶线的比例：设备所需的最短时间除以实际时间。缓存起作用或峰值速率过低时会超过 100 %</translation>
    </message>
    <message>
        <source>Hatched</source>
        <translation>斜线</translation>
    </message>
    <message>
        <source>Duration and start in the file</source>
        <translation>文件中的时长和开始时间</translation>
    </message>
    <message>
        <source>Ticked rows are one scenario: all of them are followed</source>
        <translation>勾选的各行合成一个方案：全部照做</translation>
    </message>
    <message>
        <source>Estimated saving per step without the profiler, of this row alone</source>
        <translation>仅采纳这一行时，不用性能分析器每步估计节省的时间</translation>
    </message>
    <message>
        <source>In the What if panel</source>
        <translation>在“假设”面板中</translation>
    </message>
    <message>
        <source>Tick a row of advice</source>
        <translation>勾选一条建议</translation>
    </message>
    <message>
        <source>Add a scenario, keep the ticked rows</source>
        <translation>添加方案，保留勾选的各行</translation>
    </message>
    <message>
        <source>Remove the scenario</source>
        <translation>移除方案</translation>
    </message>
    <message>
        <source>Changed by the replay</source>
        <translation>因重放而改变</translation>
    </message>
</context>
<context>
    <name>kernline::ui::AccountsTable</name>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>From the file or its name</source>
        <translation>取自文件或其名称</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>Correction added to the recorded clock of this rank, and its error</source>
        <translation>对此 rank 记录的时钟所加的校正量及其误差</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Median step</source>
        <translation>步中位数</translation>
    </message>
    <message>
        <source>Device time</source>
        <translation>设备时间</translation>
    </message>
    <message>
        <source>From the first to the last work of all ranks: kernels (K), communication only (E), memcpy and memset only (C), idle (I)</source>
        <translation>从所有 rank 的第一项到最后一项工作：核函数 (K)、仅通信 (E)、仅内存拷贝与设置 (C)、空闲 (I)</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>A kernel other than communication is running.</source>
        <translation>有非通信的核函数在运行。</translation>
    </message>
    <message>
        <source>Exposed</source>
        <translation>未掩盖</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Communication kernels: waiting for the last rank (W), transferring (T), unmatched (U)</source>
        <translation>通信核函数：等待最后的 rank (W)、传输 (T)、未配对 (U)</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Transferring</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>Caused waiting</source>
        <translation>造成的等待</translation>
    </message>
    <message>
        <source>Waiting of other ranks that started with this rank, directly or through ranks it delayed. Click one to see what took longer.</source>
        <translation>始于此处的其他 rank 的等待：等待此 rank，或等待被它拖延的 rank。单击可查看哪里用时更长。</translation>
    </message>
    <message>
        <source>Unprofiled</source>
        <translation>不用性能分析器</translation>
    </message>
    <message>
        <source>Median time of its steps in a replay without the profiler</source>
        <translation>不用性能分析器重放时其各步时长的中位数</translation>
    </message>
    <message>
        <source>Number of its steps</source>
        <translation>该 rank 的步数</translation>
    </message>
    <message>
        <source>Median time of its steps, each as its devices end it</source>
        <translation>其各步时长的中位数，以设备完成为准</translation>
    </message>
</context>
<context>
    <name>kernline::ui::AdvicePanel</name>
    <message>
        <source>Show the example on the timeline (Enter)</source>
        <translation>在时间线上显示该示例 (Enter)</translation>
    </message>
    <message>
        <source>What to optimize</source>
        <translation>优化建议</translation>
    </message>
    <message>
        <source>What to optimize appears here once the whole file is loaded.</source>
        <translation>整个文件加载后，优化建议显示在这里。</translation>
    </message>
    <message>
        <source>limited to %1</source>
        <translation>限于 %1</translation>
    </message>
    <message>
        <source>per step of %1, %2</source>
        <translation>每步（%1），%2</translation>
    </message>
    <message>
        <source>at most %1 together</source>
        <translation>合计最多 %1</translation>
    </message>
    <message>
        <source>peak rates of the GPU unknown</source>
        <translation>没有设备的上限</translation>
    </message>
    <message>
        <source>The peak rates of its GPU are unknown.</source>
        <translation>其设备的上限未知。</translation>
    </message>
    <message>
        <source>Most kernels are replayed by CUDA graphs. Add the capture: File &gt; Add graph capture…</source>
        <translation>大部分核函数由 CUDA 图重放。请添加捕获：文件 &gt; 添加图捕获…</translation>
    </message>
    <message>
        <source>torch.profiler records shapes with record_shapes=True.</source>
        <translation>torch.profiler 用 record_shapes=True 记录形状。</translation>
    </message>
    <message>
        <source>%1 selected step</source>
        <translation>所选 %1 步</translation>
    </message>
    <message>
        <source>%1 selected steps</source>
        <translation>所选 %1 步</translation>
    </message>
    <message>
        <source>per step (mean %1, median %2), %3</source>
        <translation>每步（平均 %1，中位数 %2），%3</translation>
    </message>
    <message>
        <source>roofline covers %1 of kernel time</source>
        <translation>屋顶线覆盖 %1 的核函数时间</translation>
    </message>
    <message>
        <source>about %1 without the profiler</source>
        <translation>不计性能分析器约 %1</translation>
    </message>
    <message>
        <source>What the selected rows save together (What if panel)</source>
        <translation>所选各行一共节省多少（“假设”面板）</translation>
    </message>
</context>
<context>
    <name>kernline::ui::AdviceTicks</name>
    <message>
        <source>Advice to follow</source>
        <translation>要采纳的建议</translation>
    </message>
</context>
<context>
    <name>kernline::ui::AloneSection</name>
    <message>
        <source>Measure here</source>
        <translation>在此测量</translation>
    </message>
    <message>
        <source>Copy script</source>
        <translation>复制脚本</translation>
    </message>
    <message>
        <source>Alone</source>
        <translation>单独运行</translation>
    </message>
    <message>
        <source>It cannot run alone: %1</source>
        <translation>无法单独运行：%1</translation>
    </message>
    <message>
        <source>Run %1 with these shapes, types and strides on the GPU of this machine, by PyTorch</source>
        <translation>用 PyTorch 在本机 GPU 上以这些形状、类型和步长运行 %1</translation>
    </message>
    <message>
        <source>In the run: %1.</source>
        <translation>在运行中：%1。</translation>
    </message>
    <message>
        <source>Cannot write %1.</source>
        <translation>无法写入 %1。</translation>
    </message>
    <message>
        <source>Measuring…</source>
        <translation>正在测量…</translation>
    </message>
    <message>
        <source>Cannot start %1. Copy the script and run it on a machine with PyTorch.</source>
        <translation>无法启动 %1。请复制脚本，在装有 PyTorch 的机器上运行。</translation>
    </message>
    <message>
        <source>It cannot run here: %1. Copy the script and run it on another machine.</source>
        <translation>无法在此运行：%1。请复制脚本，在另一台机器上运行。</translation>
    </message>
    <message>
        <source>It failed: %1</source>
        <translation>失败：%1</translation>
    </message>
    <message>
        <source>Alone: %1 (%2, PyTorch %3).</source>
        <translation>单独运行：%1（%2，PyTorch %3）。</translation>
    </message>
    <message>
        <source>Copy a Python script that runs it on another machine. It needs only PyTorch</source>
        <translation>复制在另一台机器上运行它的 Python 脚本。只需要 PyTorch</translation>
    </message>
</context>
<context>
    <name>kernline::ui::AppearanceMenus</name>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>语言(&amp;G)</translation>
    </message>
    <message>
        <source>Memor&amp;y units</source>
        <translation>内存单位(&amp;Y)</translation>
    </message>
    <message>
        <source>Like the &amp;system</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Binary: KiB, MiB, GiB</source>
        <translation>二进制：KiB、MiB、GiB(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Decimal: kB, MB, GB</source>
        <translation>十进制：kB、MB、GB(&amp;D)</translation>
    </message>
</context>
<context>
    <name>kernline::ui::ArgsModel</name>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
</context>
<context>
    <name>kernline::ui::BlockList</name>
    <message>
        <source>Blocks of the group</source>
        <translation>分组的内存块</translation>
    </message>
    <message>
        <source>Call stack of the block, innermost call first</source>
        <translation>内存块的调用栈，最内层调用在前</translation>
    </message>
    <message>
        <source>Select a group to see its blocks.</source>
        <translation>选择一个分组以查看其内存块。</translation>
    </message>
    <message>
        <source>Only the total is known; the file does not list the blocks.</source>
        <translation>只知道总量：文件没有记录其中的内存块。</translation>
    </message>
    <message>
        <source>Largest %1 of %2 blocks of %3</source>
        <translation>%3 的 %2 个内存块中最大的 %1 个</translation>
    </message>
    <message>
        <source>Blocks of %1</source>
        <translation>%1 的内存块</translation>
    </message>
    <message>
        <source>No allocation site was recorded for this block.</source>
        <translation>没有记录此内存块的分配位置。</translation>
    </message>
    <message>
        <source>Show allocation on &amp;timeline</source>
        <translation>在时间线上显示其分配(&amp;T)</translation>
    </message>
    <message>
        <source>Live blocks when &amp;allocated</source>
        <translation>分配时的存活内存块(&amp;A)</translation>
    </message>
    <message>
        <source>Live blocks when &amp;freed</source>
        <translation>释放时的存活内存块(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Copy row</source>
        <translation>复制此行(&amp;C)</translation>
    </message>
</context>
<context>
    <name>kernline::ui::BlocksPanel</name>
    <message>
        <source>Live at this time</source>
        <translation>该时刻存活</translation>
    </message>
    <message>
        <source>Never freed</source>
        <translation>从未释放</translation>
    </message>
    <message>
        <source>Retained after a step</source>
        <translation>步结束后仍占用</translation>
    </message>
    <message>
        <source>Allocated by the selected span</source>
        <translation>由所选区段分配</translation>
    </message>
    <message>
        <source>%1 blocks</source>
        <translation>%1 个内存块</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1，位于 %2</translation>
    </message>
    <message>
        <source>%1 at %2 · %3</source>
        <translation>%1，位于 %2 · %3</translation>
    </message>
    <message>
        <source>No blocks</source>
        <translation>没有内存块</translation>
    </message>
    <message>
        <source>Blocks to show</source>
        <translation>要显示的内存块</translation>
    </message>
    <message>
        <source>Retained after this step or phase</source>
        <translation>此步或阶段结束后仍占用</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>分组方式</translation>
    </message>
    <message>
        <source>by operator</source>
        <translation>按算子</translation>
    </message>
    <message>
        <source>by source line</source>
        <translation>按源代码行</translation>
    </message>
    <message>
        <source>by phase</source>
        <translation>按阶段</translation>
    </message>
    <message>
        <source>by size</source>
        <translation>按大小</translation>
    </message>
    <message>
        <source>by call stack</source>
        <translation>按调用栈</translation>
    </message>
    <message>
        <source>Filter groups</source>
        <translation>筛选分组</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>复制表格</translation>
    </message>
    <message>
        <source>Save the table as CSV or Markdown</source>
        <translation>将表格保存为 CSV 或 Markdown</translation>
    </message>
    <message>
        <source>Groups of blocks</source>
        <translation>内存块分组</translation>
    </message>
    <message>
        <source>%1 block</source>
        <translation>%1 个内存块</translation>
    </message>
</context>
<context>
    <name>kernline::ui::BlocksSection</name>
    <message>
        <source>Blocks</source>
        <translation>线程块</translation>
    </message>
    <message>
        <source>%1 to %2, median %3</source>
        <translation>%1 至 %2，中位数 %3</translation>
    </message>
    <message>
        <source>SMs used</source>
        <translation>使用的 SM</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Blocks per SM</source>
        <translation>每 SM 线程块数</translation>
    </message>
    <message>
        <source>Over the SMs that had a block</source>
        <translation>仅计有线程块的 SM</translation>
    </message>
    <message>
        <source>Block duration</source>
        <translation>线程块时长</translation>
    </message>
    <message>
        <source>Waves</source>
        <translation>波次</translation>
    </message>
    <message>
        <source>Blocks over the most that ran at once</source>
        <translation>线程块总数除以同时运行的最大数量</translation>
    </message>
    <message>
        <source>SMs busy</source>
        <translation>SM 忙碌</translation>
    </message>
    <message>
        <source>Share of the time of all SMs in which they had a block</source>
        <translation>有线程块的时间占全部 SM 时间的比例</translation>
    </message>
    <message>
        <source>Ramp</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>SM time before the first block of each SM</source>
        <translation>每个 SM 的第一个线程块之前的 SM 时间</translation>
    </message>
    <message>
        <source>Tail</source>
        <translation>尾部</translation>
    </message>
    <message>
        <source>SM time after the last block of each SM</source>
        <translation>每个 SM 的最后一个线程块之后的 SM 时间</translation>
    </message>
    <message>
        <source>Some SMs empty</source>
        <translation>部分 SM 空闲</translation>
    </message>
    <message>
        <source>Time in which fewer than all SMs had a block</source>
        <translation>并非所有 SM 都有线程块的时间</translation>
    </message>
    <message>
        <source>Imbalance</source>
        <translation>不均衡</translation>
    </message>
    <message>
        <source>Busy time of the busiest SM over the mean of the SMs used</source>
        <translation>最忙的 SM 的忙碌时间与所用 SM 平均值之比</translation>
    </message>
    <message>
        <source>Phase %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>From its mark to the next one of a warp</source>
        <translation>从其标记到该 warp 的下一个标记</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>核函数</translation>
    </message>
    <message>
        <source>First block</source>
        <translation>第一个线程块</translation>
    </message>
    <message>
        <source>Longest block</source>
        <translation>最长的线程块</translation>
    </message>
    <message>
        <source>Last block</source>
        <translation>最后一个线程块</translation>
    </message>
    <message>
        <source>Warps</source>
        <translation>Warp</translation>
    </message>
    <message>
        <source>%1 cycles</source>
        <translation>%1 个周期</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Lengths are cycles of the SMs. In shares, waves and the time of the kernel a cycle counts as a nanosecond</source>
        <translation>长度以 SM 的周期计。在比例、波数和核函数时间中，一个周期按一纳秒计</translation>
    </message>
    <message>
        <source>Warp %1</source>
        <translation>Warp %1</translation>
    </message>
    <message>
        <source>Warps %1 to %2</source>
        <translation>Warp %1 到 %2</translation>
    </message>
    <message>
        <source>waiting %1</source>
        <translation>等待 %1</translation>
    </message>
    <message>
        <source>not waiting</source>
        <translation>不等待</translation>
    </message>
    <message>
        <source>Share of the time marked by these warps, in all blocks:</source>
        <translation>占这些 warp 在所有线程块中标记的时间：</translation>
    </message>
    <message>
        <source>SMs</source>
        <translation>SM</translation>
    </message>
    <message>
        <source>The file does not record the SM of each block</source>
        <translation>文件未说明各线程块在哪个 SM 上运行</translation>
    </message>
</context>
<context>
    <name>kernline::ui::BlocksTable</name>
    <message>
        <source>Bytes</source>
        <translation>字节数</translation>
    </message>
    <message>
        <source>Allocated at</source>
        <translation>分配时刻</translation>
    </message>
    <message>
        <source>before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>Freed at</source>
        <translation>释放时刻</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从未</translation>
    </message>
    <message>
        <source>Lifetime</source>
        <translation>存活时间</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Source line</source>
        <translation>源代码行</translation>
    </message>
</context>
<context>
    <name>kernline::ui::CallTreePanel</name>
    <message>
        <source>The call tree appears here once the whole file is loaded.</source>
        <translation>整个文件加载完成后，调用树会显示在此处。</translation>
    </message>
    <message>
        <source>No calls in this range.</source>
        <translation>此范围内没有调用。</translation>
    </message>
    <message>
        <source>This file has no calls: no threads with spans, and no device work.</source>
        <translation>此文件没有调用：既没有含区段的线程，也没有设备工作。</translation>
    </message>
    <message>
        <source>No call launched device work here. Select “Host time”.</source>
        <translation>此处没有由调用启动的设备工作。请选择“主机时间”。</translation>
    </message>
    <message>
        <source>No thread spends time here. Select “GPU time”.</source>
        <translation>此处没有线程耗时。请选择“GPU 时间”。</translation>
    </message>
    <message>
        <source>limited to %1</source>
        <translation>限于 %1</translation>
    </message>
    <message>
        <source>%1 found, %2</source>
        <translation>找到 %1 个，%2</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <translation>%1 个节点</translation>
    </message>
    <message>
        <source>%1 overlapping</source>
        <translation>%1 个重叠</translation>
    </message>
    <message>
        <source>%1 duplicate rows left out</source>
        <translation>省略 %1 个重复的行</translation>
    </message>
    <message>
        <source>distant callers left out</source>
        <translation>省略了较远的调用者</translation>
    </message>
    <message>
        <source>Top-down</source>
        <translation>自顶向下</translation>
    </message>
    <message>
        <source>Bottom-up</source>
        <translation>自底向上</translation>
    </message>
    <message>
        <source>From callers to callees, or from functions to their callers</source>
        <translation>从调用者到被调用者，或从函数到其调用者</translation>
    </message>
    <message>
        <source>Host time</source>
        <translation>主机时间</translation>
    </message>
    <message>
        <source>GPU time</source>
        <translation>GPU 时间</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>What makes a call expensive</source>
        <translation>以什么衡量调用的开销</translation>
    </message>
    <message>
        <source>Threads to show</source>
        <translation>要显示的线程</translation>
    </message>
    <message>
        <source>Tree and flame graph</source>
        <translation>树和火焰图</translation>
    </message>
    <message>
        <source>Tree</source>
        <translation>树</translation>
    </message>
    <message>
        <source>Flame graph</source>
        <translation>火焰图</translation>
    </message>
    <message>
        <source>What to show</source>
        <translation>要显示的内容</translation>
    </message>
    <message>
        <source>Find calls</source>
        <translation>查找调用</translation>
    </message>
    <message>
        <source>Expand the most expensive path below the current call</source>
        <translation>展开当前调用之下最耗时的路径</translation>
    </message>
    <message>
        <source>Show the longest on the timeline and highlight all (Enter in the tree, Ctrl+Enter in the flame graph)</source>
        <translation>在时间线上显示最长的一个，并高亮全部（树中按 Enter，火焰图中按 Ctrl+Enter）</translation>
    </message>
    <message>
        <source>Copy as folded stacks, for flamegraph.pl and speedscope</source>
        <translation>复制为折叠栈，供 flamegraph.pl 和 speedscope 使用</translation>
    </message>
    <message>
        <source>All threads</source>
        <translation>所有线程</translation>
    </message>
    <message>
        <source>%1 node</source>
        <translation>%1 个节点</translation>
    </message>
    <message>
        <source>%1 duplicate row left out</source>
        <translation>省略 %1 个重复的行</translation>
    </message>
    <message>
        <source>GPU work of the selected steps</source>
        <translation>所选步的 GPU 工作</translation>
    </message>
</context>
<context>
    <name>kernline::ui::CallTreeView</name>
    <message>
        <source>Call tree</source>
        <translation>调用树</translation>
    </message>
</context>
<context>
    <name>kernline::ui::ChangedStrip</name>
    <message>
        <source>The file has changed since it was opened. Details and args can no longer be read.</source>
        <translation>文件打开后已被更改。详细信息和参数已无法读取。</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <source>Read the file again (F5)</source>
        <translation>重新读取文件 (F5)</translation>
    </message>
</context>
<context>
    <name>kernline::ui::ChartPane</name>
    <message>
        <source>Type of chart</source>
        <translation>图表类型</translation>
    </message>
    <message>
        <source>Column to chart</source>
        <translation>要绘制的列</translation>
    </message>
    <message>
        <source>No numbers to chart</source>
        <translation>没有可绘制的数字</translation>
    </message>
    <message>
        <source>Unit of the metrics to chart</source>
        <translation>图表所示指标的单位</translation>
    </message>
    <message>
        <source>no unit</source>
        <translation>无单位</translation>
    </message>
    <message>
        <source>%2 · %1 metric</source>
        <translation>%2 · %1 个指标</translation>
    </message>
    <message>
        <source>%2 · %1 metrics</source>
        <translation>%2 · %1 个指标</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>核函数</translation>
    </message>
</context>
<context>
    <name>kernline::ui::ClockStrip</name>
    <message>
        <source>Rank whose clock is set</source>
        <translation>要设置时钟的 rank</translation>
    </message>
    <message>
        <source>Offset added to the times of this rank</source>
        <translation>加到此 rank 时间上的偏移量</translation>
    </message>
    <message>
        <source>Offset added to the times of this rank, on top of the difference of the recorded clocks</source>
        <translation>在记录的时钟之差以外，加到此 rank 时间上的偏移量</translation>
    </message>
    <message>
        <source>Align by co&amp;llectives</source>
        <translation>按集合通信对齐(&amp;L)</translation>
    </message>
    <message>
        <source>Align all clocks so that collectives end on all ranks at once</source>
        <translation>对齐所有时钟，使集合通信在所有 rank 上同时结束</translation>
    </message>
    <message>
        <source>By the recorded cloc&amp;k</source>
        <translation>按记录的时钟(&amp;K)</translation>
    </message>
    <message>
        <source>Use all times as in the files</source>
        <translation>所有时间以文件为准</translation>
    </message>
    <message>
        <source>Clock of</source>
        <translation>时钟：</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>Setting the clocks…</source>
        <translation>正在设置时钟…</translation>
    </message>
</context>
<context>
    <name>kernline::ui::CodePane</name>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>份额</translation>
    </message>
    <message>
        <source>States</source>
        <translation>状态</translation>
    </message>
</context>
<context>
    <name>kernline::ui::CollectivesTable</name>
    <message>
        <source>Missing on rank %1: not recorded there, or the rank took another code path</source>
        <translation>rank %1 上缺失：那里没有记录到，或该 rank 执行了不同的代码路径</translation>
    </message>
    <message>
        <source>rank %1: waits %2, transfers %3</source>
        <translation>rank %1：等待 %2，传输 %3</translation>
    </message>
    <message>
        <source>#</source>
        <translation>#</translation>
    </message>
    <message>
        <source>In order of the last rank&apos;s start</source>
        <translation>按最后的 rank 开始的顺序</translation>
    </message>
    <message>
        <source>Collective</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>From the profile, or else from the kernel name</source>
        <translation>取自性能记录，否则取自核函数名</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>进程组</translation>
    </message>
    <message>
        <source>The process group</source>
        <translation>进程组</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Per rank: the larger of input and output, as in nccl-tests</source>
        <translation>单个 rank：输入和输出中较大者，算法同 NCCL 测试程序</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Sum over all ranks, from each start until the last rank starts</source>
        <translation>所有 rank 合计，从各自开始到最后一个开始</translation>
    </message>
    <message>
        <source>Transfer</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>From the last start to the last end</source>
        <translation>从最后一次开始到最后一次结束</translation>
    </message>
    <message>
        <source>As in nccl-tests, over the transfer only: comparable with the bandwidth of the link. 1 GB = 10⁹ bytes</source>
        <translation>算法同 NCCL 测试程序，仅按传输时间：可与链路带宽比较。1 GB = 10⁹ 字节</translation>
    </message>
    <message>
        <source>Last rank</source>
        <translation>最后的 rank</translation>
    </message>
    <message>
        <source>The rank that started last</source>
        <translation>最后开始的 rank</translation>
    </message>
    <message>
        <source>Late by</source>
        <translation>晚</translation>
    </message>
    <message>
        <source>How long after the second-to-last rank it started</source>
        <translation>它比倒数第二个 rank 晚多久开始</translation>
    </message>
    <message>
        <source>Participants</source>
        <translation>参与</translation>
    </message>
    <message>
        <source>Bus BW</source>
        <translation>总线带宽</translation>
    </message>
    <message>
        <source>Ranks with this collective, of all ranks in its group</source>
        <translation>其组的所有 rank 中有此集合通信的 rank</translation>
    </message>
</context>
<context>
    <name>kernline::ui::ColorLegend</name>
    <message>
        <source>Colors of device work</source>
        <translation>设备工作的颜色</translation>
    </message>
    <message>
        <source>%1.
Share of roofline: the least time that the device needs for the work, divided by its duration. Latency bound: shorter than the launch floor. No roofline: no rule, no peak rate, or a range around activities. Where many spans share a pixel, the longest gives its color.</source>
        <translation>%1。
屋顶线占比：设备完成该工作所需的最短时间除以其时长。受延迟限制：短于启动下限。无屋顶线：无规则、无峰值速率，或是活动外围的区段。多个区段共用一个像素时，以最长者的颜色为准。</translation>
    </message>
</context>
<context>
    <name>kernline::ui::ColumnChip</name>
    <message>
        <source>Column %1, %2</source>
        <translation>列 %1，%2</translation>
    </message>
    <message>
        <source>&amp;Parameter</source>
        <translation>参数(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Measurement</source>
        <translation>测量值(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Ignore</source>
        <translation>忽略(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Compare by this</source>
        <translation>按此列比较(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Horizontal axis</source>
        <translation>作为横轴(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Show this metric</source>
        <translation>显示此指标(&amp;S)</translation>
    </message>
</context>
<context>
    <name>kernline::ui::ColumnStrip</name>
    <message>
        <source>Reset columns</source>
        <translation>重置列</translation>
    </message>
    <message>
        <source>Restore the detected role of every column</source>
        <translation>所有列恢复为自动判定的结果</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Measurements</source>
        <translation>测量值</translation>
    </message>
    <message>
        <source>Ignored</source>
        <translation>忽略</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… 另有 %1 个</translation>
    </message>
</context>
<context>
    <name>kernline::ui::CommandPalette</name>
    <message>
        <source>Matching entries</source>
        <translation>匹配的条目</translation>
    </message>
    <message>
        <source>No matches</source>
        <translation>无匹配项</translation>
    </message>
</context>
<context>
    <name>kernline::ui::ComparisonController</name>
    <message>
        <source>Compare with traces</source>
        <translation>与跟踪比较</translation>
    </message>
    <message>
        <source>Replace a run</source>
        <translation>替换一个运行</translation>
    </message>
</context>
<context>
    <name>kernline::ui::ComparisonPage</name>
    <message>
        <source>Measurements</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>Tables side by side</source>
        <translation>并排比较表格</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>正在比较…</translation>
    </message>
    <message>
        <source>Nothing to compare: no figures of several models or sizes, and no profiler tables.</source>
        <translation>没有可比较的内容：既没有多个模型或规模的数据，也没有性能分析表格。</translation>
    </message>
    <message>
        <source>✕ %1 failed: %2</source>
        <translation>✕ %1 失败：%2</translation>
    </message>
    <message>
        <source>Compare this log with others</source>
        <translation>将此日志与其他日志比较</translation>
    </message>
    <message>
        <source>%1 logs compared</source>
        <translation>比较 %1 个日志</translation>
    </message>
    <message>
        <source>Compare with…</source>
        <translation>与…比较</translation>
    </message>
</context>
<context>
    <name>kernline::ui::ComparisonPlot</name>
    <message>
        <source>%1 by %2</source>
        <translation>%1（按 %2）</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 失败</translation>
    </message>
</context>
<context>
    <name>kernline::ui::CountersSection</name>
    <message>
        <source>Counters</source>
        <translation>计数器</translation>
    </message>
    <message>
        <source>Not sampled</source>
        <translation>未采样</translation>
    </message>
    <message>
        <source>Mean of the samples that lie within, weighted by time</source>
        <translation>完全落在其中的采样的平均值，按时间加权</translation>
    </message>
    <message>
        <source>No whole sample lies within: shorter than a sample, or between two</source>
        <translation>其中没有完整的采样：比一次采样短，或落在两次采样之间</translation>
    </message>
    <message>
        <source>Counters in the selected range</source>
        <translation>所选范围内的计数器</translation>
    </message>
    <message>
        <source>Time sampled</source>
        <translation>已采样时间</translation>
    </message>
    <message>
        <source>Time covered by the samples</source>
        <translation>平均值的样本所覆盖的部分</translation>
    </message>
</context>
<context>
    <name>kernline::ui::CountingPanel</name>
    <message>
        <source>Calculating…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>Canceled</source>
        <translation>已取消</translation>
    </message>
</context>
<context>
    <name>kernline::ui::DataIssuesMark</name>
    <message>
        <source>Data issues affect these figures</source>
        <translation>数据问题影响这些数据</translation>
    </message>
    <message>
        <source>Click to see the data issues.</source>
        <translation>点击可查看数据问题。</translation>
    </message>
</context>
<context>
    <name>kernline::ui::DataIssuesPanel</name>
    <message>
        <source>&amp;Next example</source>
        <translation>下一个示例(&amp;N)</translation>
    </message>
    <message>
        <source>Show the next example on the timeline (Enter, or double-click in the list)</source>
        <translation>在时间线上显示下一个示例（按 Enter 或在列表中双击）</translation>
    </message>
    <message>
        <source>No data issues: no event was lost or repaired, every kernel has its launch, and the clocks agree.</source>
        <translation>没有发现问题：没有事件丢失或被修复，每个核函数都有其启动，时钟一致。</translation>
    </message>
    <message>
        <source>The data issues of a trace are listed here once it is loaded.</source>
        <translation>跟踪加载完成后，其数据问题会列在此处。</translation>
    </message>
    <message>
        <source>No figure is affected.</source>
        <translation>没有数据受到影响。</translation>
    </message>
    <message>
        <source>Affects %1.</source>
        <translation>影响：%1。</translation>
    </message>
    <message>
        <source>At %1</source>
        <translation>位于 %1</translation>
    </message>
    <message>
        <source>first %1 of %2</source>
        <translation>前 %1 个，共 %2 个</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>kernline::ui::DeltaTable</name>
    <message>
        <source>Self time on the host, and its share of the table&apos;s total</source>
        <translation>主机上的自身时间，及其占表格总计的比例</translation>
    </message>
    <message>
        <source>Average device time per launch</source>
        <translation>设备上单次启动的平均时间</translation>
    </message>
    <message>
        <source>Self time on the device, and its share of the table&apos;s total</source>
        <translation>设备上的自身时间，及其占表格总计的比例</translation>
    </message>
    <message>
        <source>Name truncated in one table: of the kernels that start the same way, only this one has the same number of calls and time.</source>
        <translation>其名称在一个表中被截断：开头相同的核函数中，只有它的调用次数和耗时与之一致。</translation>
    </message>
    <message>
        <source>Name truncated: other kernels may start the same way.</source>
        <translation>其名称被截断：其他核函数的名称可能开头相同。</translation>
    </message>
    <message>
        <source>Matched by its short name.</source>
        <translation>按短名称匹配。</translation>
    </message>
    <message>
        <source>Several rows have this name; they are added up.</source>
        <translation>多行使用此名称；它们合并计算。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Delta</source>
        <translation>差值</translation>
    </message>
    <message>
        <source>%1 % of the net change of the total</source>
        <translation>占总量净变化的 %1 %</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>比值</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>%1 call, %2</source>
        <translation>%1 次调用，%2</translation>
    </message>
    <message>
        <source>%1 calls, mean %2</source>
        <translation>%1 次调用，平均 %2</translation>
    </message>
</context>
<context>
    <name>kernline::ui::DetailsPanel</name>
    <message>
        <source>Details of the selected span</source>
        <translation>所选区段的详情</translation>
    </message>
    <message>
        <source>This file</source>
        <translation>此文件</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Full name</source>
        <translation>完整名称</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>关联</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>This event has no args.</source>
        <translation>此事件没有参数。</translation>
    </message>
    <message>
        <source>Canceled</source>
        <translation>已取消</translation>
    </message>
</context>
<context>
    <name>kernline::ui::DifferencesPage</name>
    <message>
        <source>Matching</source>
        <translation>匹配</translation>
    </message>
    <message>
        <source>Why the peaks of memory differ</source>
        <translation>显存峰值为何不同</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Matching (%1 proposed)</source>
        <translation>匹配（%1 个建议）</translation>
    </message>
    <message>
        <source>Hot lines</source>
        <translation>热点行</translation>
    </message>
</context>
<context>
    <name>kernline::ui::Docks</name>
    <message>
        <source>No what-if change fits this span; select a kernel, a memcpy or a host span.</source>
        <translation>此区段没有可用的假设改动；请选择核函数、内存复制或主机区段。</translation>
    </message>
</context>
<context>
    <name>kernline::ui::DropHint</name>
    <message>
        <source>Drop to open this file</source>
        <translation>松开以打开此文件</translation>
    </message>
    <message>
        <source>Drop to open %1 files</source>
        <translation>松开以打开 %1 个文件</translation>
    </message>
    <message>
        <source>Drop to open this folder as the ranks of one run</source>
        <translation>松开即可将此文件夹作为一次运行的各 rank 打开</translation>
    </message>
</context>
<context>
    <name>kernline::ui::DurationChart</name>
    <message>
        <source>Durations of all spans of this name</source>
        <translation>此名称所有区段的时长</translation>
    </message>
    <message>
        <source>%1 of %2 to %3. Drag to show only such spans.</source>
        <translation>%1 个，时长 %2 至 %3。拖动可只看这些区段。</translation>
    </message>
</context>
<context>
    <name>kernline::ui::ExperimentPage</name>
    <message>
        <source>%1 in %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1 file</source>
        <translation>%1 个文件</translation>
    </message>
    <message>
        <source>%1 files</source>
        <translation>%1 个文件</translation>
    </message>
    <message>
        <source>%1 group</source>
        <translation>%1 组</translation>
    </message>
    <message>
        <source>%1 groups</source>
        <translation>%1 组</translation>
    </message>
    <message>
        <source>%1 file grouped by its name alone</source>
        <translation>%1 个文件仅按名称分组</translation>
    </message>
    <message>
        <source>%1 files grouped by their names alone</source>
        <translation>%1 个文件仅按名称分组</translation>
    </message>
    <message>
        <source>%1 folder not entered: hidden, too deep or closed</source>
        <translation>%1 个文件夹未进入：隐藏、过深或无权限</translation>
    </message>
    <message>
        <source>%1 folders not entered: hidden, too deep or closed</source>
        <translation>%1 个文件夹未进入：隐藏、过深或无权限</translation>
    </message>
    <message>
        <source>%1 more file not examined</source>
        <translation>另有 %1 个文件未查看</translation>
    </message>
    <message>
        <source>%1 more files not examined</source>
        <translation>另有 %1 个文件未查看</translation>
    </message>
    <message>
        <source>O&amp;pen group</source>
        <translation>打开组(&amp;P)</translation>
    </message>
    <message>
        <source>Open the run, snapshots, reports and logs of this group</source>
        <translation>打开该组的运行、快照、报告和日志</translation>
    </message>
    <message>
        <source>Co&amp;mpare</source>
        <translation>比较(&amp;M)</translation>
    </message>
    <message>
        <source>Check traces, logs or results to compare them. A click on a name opens it.</source>
        <translation>勾选跟踪、日志或结果即可比较。点击名称即可打开。</translation>
    </message>
    <message>
        <source>Chosen: %1, %2</source>
        <translation>已选：%1，%2</translation>
    </message>
    <message>
        <source>%1 run</source>
        <translation>%1 次运行</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 次运行</translation>
    </message>
    <message>
        <source>%1 log or report</source>
        <translation>%1 个日志或报告</translation>
    </message>
    <message>
        <source>%1 logs or reports</source>
        <translation>%1 个日志或报告</translation>
    </message>
    <message>
        <source>%1 file not read</source>
        <translation>%1 个文件未读取</translation>
    </message>
    <message>
        <source>%1 files not read</source>
        <translation>%1 个文件未读取</translation>
    </message>
</context>
<context>
    <name>kernline::ui::ExperimentTab</name>
    <message>
        <source>%1 file</source>
        <translation>%1 个文件</translation>
    </message>
    <message>
        <source>%1 files</source>
        <translation>%1 个文件</translation>
    </message>
    <message>
        <source>%1 group</source>
        <translation>%1 组</translation>
    </message>
    <message>
        <source>%1 groups</source>
        <translation>%1 组</translation>
    </message>
</context>
<context>
    <name>kernline::ui::ExperimentTree</name>
    <message>
        <source>%1 span</source>
        <translation>%1 个区段</translation>
    </message>
    <message>
        <source>%1 spans</source>
        <translation>%1 个区段</translation>
    </message>
    <message>
        <source>%1 table</source>
        <translation>%1 个表格</translation>
    </message>
    <message>
        <source>%1 tables</source>
        <translation>%1 个表格</translation>
    </message>
    <message>
        <source>%1 measurement</source>
        <translation>%1 个测量值</translation>
    </message>
    <message>
        <source>%1 measurements</source>
        <translation>%1 个测量值</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Why together</source>
        <translation>归组原因</translation>
    </message>
    <message>
        <source>%1 file</source>
        <translation>%1 个文件</translation>
    </message>
    <message>
        <source>%1 files</source>
        <translation>%1 个文件</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>%1 rank</source>
        <translation>%1 个 rank</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 个 rank</translation>
    </message>
    <message>
        <source>Not read</source>
        <translation>未读取</translation>
    </message>
    <message>
        <source>%1 collective</source>
        <translation>%1 个集合通信</translation>
    </message>
    <message>
        <source>%1 collectives</source>
        <translation>%1 个集合通信</translation>
    </message>
    <message>
        <source>only a part was read</source>
        <translation>只读取了一部分</translation>
    </message>
    <message>
        <source>larger than the memory limit</source>
        <translation>超过内存上限</translation>
    </message>
</context>
<context>
    <name>kernline::ui::ExportButton</name>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Copy or save what this page shows</source>
        <translation>复制或保存本页所示内容</translation>
    </message>
    <message>
        <source>&amp;Copy table</source>
        <translation>复制表格(&amp;C)</translation>
    </message>
    <message>
        <source>Save the table</source>
        <translation>保存表格</translation>
    </message>
    <message>
        <source>Save as &amp;picture…</source>
        <translation>保存为图片(&amp;P)…</translation>
    </message>
    <message>
        <source>Save as a picture</source>
        <translation>保存为图片</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Copy as &amp;Markdown</source>
        <translation>复制为 Markdown(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Save table…</source>
        <translation>保存表格(&amp;S)…</translation>
    </message>
    <message>
        <source>Nothing to export yet</source>
        <translation>尚无可导出的内容</translation>
    </message>
    <message>
        <source>Save as &amp;HTML…</source>
        <translation>另存为 HTML(&amp;H)…</translation>
    </message>
    <message>
        <source>Save as HTML</source>
        <translation>另存为 HTML</translation>
    </message>
</context>
<context>
    <name>kernline::ui::Exporter</name>
    <message>
        <source>%1 is still being written; wait or cancel</source>
        <translation>仍在写入 %1；请等待或取消</translation>
    </message>
    <message>
        <source>Canceled: %1 is unchanged</source>
        <translation>已取消：%1 保持原样</translation>
    </message>
    <message>
        <source>Save as a picture</source>
        <translation>保存为图片</translation>
    </message>
    <message>
        <source>Save the range as a trace</source>
        <translation>将范围保存为跟踪</translation>
    </message>
    <message>
        <source>Chrome trace, compressed (*.json.gz);;Chrome trace (*.json)</source>
        <translation>Chrome 跟踪，压缩 (*.json.gz);;Chrome 跟踪 (*.json)</translation>
    </message>
    <message>
        <source>Save the whole trace as a database</source>
        <translation>将整个跟踪保存为数据库</translation>
    </message>
    <message>
        <source>Save the statistics</source>
        <translation>保存统计</translation>
    </message>
    <message>
        <source>Saved %2: %1 row</source>
        <translation>已保存 %2：%1 行</translation>
    </message>
    <message>
        <source>Saved %2: %1 rows</source>
        <translation>已保存 %2：%1 行</translation>
    </message>
    <message>
        <source>Saved %2: %3 of %1 span</source>
        <translation>已保存 %2：%1 个区段中的 %3 个</translation>
    </message>
    <message>
        <source>Saved %2: %3 of %1 spans</source>
        <translation>已保存 %2：%1 个区段中的 %3 个</translation>
    </message>
    <message>
        <source>Save the replay as a trace</source>
        <translation>将重放另存为跟踪</translation>
    </message>
    <message>
        <source>Saved %2: %1 span</source>
        <translation>已保存 %2：%1 个区段</translation>
    </message>
    <message>
        <source>Saved %2: %1 spans</source>
        <translation>已保存 %2：%1 个区段</translation>
    </message>
</context>
<context>
    <name>kernline::ui::FacetGrid</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 by %2; all charts have one scale</source>
        <translation>%1，按 %2；各图刻度相同</translation>
    </message>
    <message>
        <source>%1 more value of %2 is in the matrix only</source>
        <translation>%2 的另外 %1 个值仅列于矩阵</translation>
    </message>
    <message>
        <source>%1 more values of %2 are in the matrix only</source>
        <translation>%2 的另外 %1 个值仅列于矩阵</translation>
    </message>
</context>
<context>
    <name>kernline::ui::FactGrid</name>
    <message>
        <source>Shared memory</source>
        <translation>共享内存</translation>
    </message>
</context>
<context>
    <name>kernline::ui::FamiliesDialog</name>
    <message>
        <source>Kernel families</source>
        <translation>核函数类别</translation>
    </message>
    <message>
        <source>Save and appl&amp;y</source>
        <translation>保存并应用(&amp;Y)</translation>
    </message>
    <message>
        <source>A kernel belongs to the family of the first rule whose pattern, a regular expression, matches its name. Your own rules come first and are saved in %1; the built-in rules follow. To make a rule from a kernel&apos;s name, select the kernel below and add a rule.</source>
        <translation>核函数属于第一条与其名称匹配的规则的类别，规则的模式是正则表达式。您自己的规则排在最前，保存在 %1；内置规则在后。若要用某个核函数的名称创建规则，请在下方选择该核函数，再添加规则。</translation>
    </message>
    <message>
        <source>Rules of kernel families</source>
        <translation>核函数类别的规则</translation>
    </message>
    <message>
        <source>A&amp;dd</source>
        <translation>添加(&amp;D)</translation>
    </message>
    <message>
        <source>Add a rule above your selected rule, or after all of your rules</source>
        <translation>在您所选的规则之上添加一条，未选择时添加在您的所有规则之后</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>Remove your selected rule</source>
        <translation>移除您所选的规则</translation>
    </message>
    <message>
        <source>Move &amp;up</source>
        <translation>上移(&amp;U)</translation>
    </message>
    <message>
        <source>Apply the selected rule earlier</source>
        <translation>更早应用所选规则</translation>
    </message>
    <message>
        <source>Move do&amp;wn</source>
        <translation>下移(&amp;W)</translation>
    </message>
    <message>
        <source>Apply the selected rule later</source>
        <translation>更晚应用所选规则</translation>
    </message>
    <message>
        <source>Show &amp;all rules</source>
        <translation>显示所有规则(&amp;A)</translation>
    </message>
    <message>
        <source>Include built-in rules that match no kernel of the open trace</source>
        <translation>包括未匹配到当前跟踪中任何核函数的内置规则</translation>
    </message>
    <message>
        <source>Re&amp;set</source>
        <translation>重置(&amp;S)</translation>
    </message>
    <message>
        <source>Remove all of your rules; the built-in rules stay</source>
        <translation>移除您的所有规则；内置规则保留</translation>
    </message>
    <message>
        <source>Kernels that the selected rule matches</source>
        <translation>所选规则匹配到的核函数</translation>
    </message>
    <message>
        <source>Open a trace to see which kernels a rule matches.</source>
        <translation>打开一个跟踪，即可查看规则匹配到的核函数。</translation>
    </message>
    <message>
        <source>Select a rule to see which kernels it matches.</source>
        <translation>选择一条规则，即可查看它匹配到的核函数。</translation>
    </message>
    <message>
        <source>This rule matches no kernel of the open trace.</source>
        <translation>此规则未匹配到当前跟踪中的任何核函数。</translation>
    </message>
    <message>
        <source>This rule matches %1 name:</source>
        <translation>此规则匹配到 %1 个名称：</translation>
    </message>
    <message>
        <source>This rule matches %1 names:</source>
        <translation>此规则匹配到 %1 个名称：</translation>
    </message>
</context>
<context>
    <name>kernline::ui::FamiliesModel</name>
    <message>
        <source>Rule %1: %2.</source>
        <translation>规则 %1：%2。</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>(no rule matches)</source>
        <translation>（未被任何规则匹配的）</translation>
    </message>
</context>
<context>
    <name>kernline::ui::FileController</name>
    <message>
        <source>Open traces and logs</source>
        <translation>打开跟踪和日志</translation>
    </message>
    <message>
        <source>Open a folder of ranks</source>
        <translation>打开各 rank 的文件夹</translation>
    </message>
    <message>
        <source>No recent files</source>
        <translation>没有最近的文件</translation>
    </message>
    <message>
        <source>Remove &amp;missing files</source>
        <translation>移除不存在的文件(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Clear list</source>
        <translation>清空列表(&amp;C)</translation>
    </message>
    <message>
        <source>Traces and logs (%1);;All files (*)</source>
        <translation>跟踪和日志 (%1);;所有文件 (*)</translation>
    </message>
    <message>
        <source>%2: skipped %1 log, more than can be opened at once</source>
        <translation>%2：跳过了 %1 个日志，超出一次能打开的数量</translation>
    </message>
    <message>
        <source>%2: skipped %1 logs, more than can be opened at once</source>
        <translation>%2：跳过了 %1 个日志，超出一次能打开的数量</translation>
    </message>
    <message>
        <source>HOST:PATH, e.g. node7:runs/train.json.gz</source>
        <translation>HOST:PATH，例如 node7:runs/train.json.gz</translation>
    </message>
    <message>
        <source>%1 is not HOST:PATH, e.g. node7:runs/train.json.gz</source>
        <translation>%1 不是 HOST:PATH 形式，例如 node7:runs/train.json.gz</translation>
    </message>
    <message>
        <source>Open remote</source>
        <translation>打开远程文件</translation>
    </message>
</context>
<context>
    <name>kernline::ui::FileTab</name>
    <message>
        <source>standard input</source>
        <translation>标准输入</translation>
    </message>
    <message>
        <source>Loading was canceled</source>
        <translation>加载已取消</translation>
    </message>
    <message>
        <source>No data from this file was kept.</source>
        <translation>此文件的内容未保留。</translation>
    </message>
    <message>
        <source>Cannot open this file</source>
        <translation>无法打开此文件</translation>
    </message>
    <message>
        <source>Cannot open this folder</source>
        <translation>无法打开此文件夹</translation>
    </message>
    <message>
        <source>No data from this folder was kept.</source>
        <translation>此文件夹的内容未保留。</translation>
    </message>
</context>
<context>
    <name>kernline::ui::FileTabBar</name>
    <message>
        <source>Open files</source>
        <translation>打开的文件</translation>
    </message>
</context>
<context>
    <name>kernline::ui::FilterRow</name>
    <message>
        <source>one chart per</source>
        <translation>分图依据</translation>
    </message>
    <message>
        <source>Small multiples: one chart per value of a dimension</source>
        <translation>分面小图：维度的每个值一张图</translation>
    </message>
    <message>
        <source>Only %1</source>
        <translation>仅 %1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>all, %1 shown</source>
        <translation>全部，显示 %1</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>median of all</source>
        <translation>全部的中位数</translation>
    </message>
</context>
<context>
    <name>kernline::ui::FlameGraph</name>
    <message>
        <source>Flame graph</source>
        <translation>火焰图</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另外 %1 个</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>最大的</translation>
    </message>
    <message>
        <source>Its value</source>
        <translation>其数值</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>%1 · %2 of all</source>
        <translation>%1 · 占全部 %2</translation>
    </message>
    <message>
        <source>Share of the calls above</source>
        <translation>占其上层调用</translation>
    </message>
    <message>
        <source>Share of its caller</source>
        <translation>占其调用者</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>Spans</source>
        <translation>区段</translation>
    </message>
    <message>
        <source>Host time</source>
        <translation>主机时间</translation>
    </message>
    <message>
        <source>GPU time</source>
        <translation>GPU 时间</translation>
    </message>
    <message>
        <source>Show the longest on the &amp;timeline</source>
        <translation>在时间线上显示最长的(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Zoom in</source>
        <translation>放大(&amp;Z)</translation>
    </message>
    <message>
        <source>Show &amp;all</source>
        <translation>显示全部(&amp;A)</translation>
    </message>
    <message>
        <source>%1 calls, too narrow to draw</source>
        <translation>%1 个调用太窄，无法绘制</translation>
    </message>
</context>
<context>
    <name>kernline::ui::GraphController</name>
    <message>
        <source>Open the capture of a CUDA graph</source>
        <translation>打开 CUDA 图的捕获</translation>
    </message>
</context>
<context>
    <name>kernline::ui::GridModel</name>
    <message>
        <source>The log has only this part of the name.</source>
        <translation>日志中的名称只有这么多。</translation>
    </message>
    <message>
        <source>Truncated here in the log. Completed from the only full name in the log that fits.</source>
        <translation>日志在此处截断了名称。已用日志中唯一吻合的完整名称补全。</translation>
    </message>
    <message>
        <source>As printed: %1</source>
        <translation>打印为：%1</translation>
    </message>
    <message>
        <source>Doubtful: %1</source>
        <translation>存疑：%1</translation>
    </message>
    <message>
        <source>Line %1</source>
        <translation>第 %1 行</translation>
    </message>
</context>
<context>
    <name>kernline::ui::GridView</name>
    <message>
        <source>Log table</source>
        <translation>日志表格</translation>
    </message>
</context>
<context>
    <name>kernline::ui::GroupsTable</name>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Source line</source>
        <translation>源代码行</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Call stack</source>
        <translation>调用栈</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>分类</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节数</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>内存块</translation>
    </message>
</context>
<context>
    <name>kernline::ui::GuideCard</name>
    <message>
        <source>&amp;Skip</source>
        <translation>跳过(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>上一步(&amp;B)</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>&amp;Done</source>
        <translation>完成(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>下一步(&amp;N)</translation>
    </message>
</context>
<context>
    <name>kernline::ui::GuideController</name>
    <message>
        <source>Read the timeline</source>
        <translation>看懂时间线</translation>
    </message>
    <message>
        <source>Find what launched a kernel</source>
        <translation>查看核函数从何而来</translation>
    </message>
    <message>
        <source>See where time goes</source>
        <translation>看时间花在哪里</translation>
    </message>
    <message>
        <source>Find what to optimize</source>
        <translation>找出该优化什么</translation>
    </message>
    <message>
        <source>Each row is something to change, with an upper bound of the time it could save. No time is counted twice. Double-click a row to see where it is.</source>
        <translation>每一行是一项可改之处，并给出最多能节省的时间，时间不会重复计算。双击一行可查看其位置。</translation>
    </message>
    <message>
        <source>Go on with your own profiles</source>
        <translation>换成您自己的数据</translation>
    </message>
    <message>
        <source>Each track is a stream of the GPU or a thread of the host. Ctrl+wheel zooms at the pointer, dragging moves in time, the wheel scrolls the tracks. “%1” shows everything again.</source>
        <translation>每一行是 GPU 的一个流或主机的一个线程。Ctrl+滚轮在指针处缩放，拖动可沿时间移动，滚轮滚动各行。“%1”恢复显示全部。</translation>
    </message>
    <message>
        <source>This is the longest kernel. Details has its duration, launch shape, occupancy and the operator behind it. “%1” goes to the call that launched it, “%2” back to the kernel.</source>
        <translation>这是耗时最长的核函数。“详情”里有它的时长、启动形状、占用率和对应的算子。“%1”跳到启动它的调用，“%2”回到核函数。</translation>
    </message>
    <message>
        <source>The overview splits wall time into kernels, copies, communication and host work, and says why the GPU was idle. A click on a figure shows it on the timeline. %1 switches between both.</source>
        <translation>概览把墙钟时间分为核函数、拷贝、通信和主机工作，并说明 GPU 为何空闲。点击数字可在时间线上查看。%1 在两者之间切换。</translation>
    </message>
    <message>
        <source>File opens traces, logs and memory snapshots, and compares two runs. Record runs a CUDA kernel or your program and shows its timeline while it grows. %1 finds any command, “%2” lists all keys, %3 opens the documentation.</source>
        <translation>“文件”菜单可打开跟踪、日志和内存快照，也可比较两次运行。“录制”运行 CUDA 核函数或您的程序，并实时显示时间线。%1 查找任何命令，“%2”列出所有快捷键，%3 打开文档。</translation>
    </message>
</context>
<context>
    <name>kernline::ui::HatchLegend</name>
    <message>
        <source>Hatched host spans are shorter than recorded, and so is their self time. Hatched activities have another duration, or start sooner or later after the previous one. Details has the recorded times.</source>
        <translation>带斜线的主机区段及其自身时间都比记录的短。带斜线的设备活动时长不同，或与前一个活动的间隔不同。“详情”中有记录的时间。</translation>
    </message>
</context>
<context>
    <name>kernline::ui::HeatLegend</name>
    <message>
        <source>Colors from %1 to %2. %3</source>
        <translation>颜色从 %1 到 %2。%3</translation>
    </message>
    <message>
        <source>%1 cell above, %2</source>
        <translation>%1 个单元格超出上限，为 %2</translation>
    </message>
    <message>
        <source>%1 cells above, up to %2</source>
        <translation>%1 个单元格超出上限，最高 %2</translation>
    </message>
    <message>
        <source>%1 cell below, %2</source>
        <translation>%1 个单元格低于下限，为 %2</translation>
    </message>
    <message>
        <source>%1 cells below, down to %2</source>
        <translation>%1 个单元格低于下限，最低 %2</translation>
    </message>
    <message>
        <source>%1 cell without data</source>
        <translation>%1 个单元格无数据</translation>
    </message>
    <message>
        <source>%1 cells without data</source>
        <translation>%1 个单元格无数据</translation>
    </message>
</context>
<context>
    <name>kernline::ui::HeatPage</name>
    <message>
        <source>Metric shown as color</source>
        <translation>颜色表示什么</translation>
    </message>
    <message>
        <source>Order of the ranks</source>
        <translation>rank 的顺序</translation>
    </message>
    <message>
        <source>By rank</source>
        <translation>按 rank</translation>
    </message>
    <message>
        <source>Worst first</source>
        <translation>最差的在前</translation>
    </message>
    <message>
        <source>How ranks are grouped</source>
        <translation>哪些 rank 排在一起</translation>
    </message>
    <message>
        <source>Color&amp;s:</source>
        <translation>颜色(&amp;S)</translation>
    </message>
    <message>
        <source>Order:</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>Gro&amp;ups:</source>
        <translation>分组(&amp;U)</translation>
    </message>
    <message>
        <source>Outliers and why</source>
        <translation>异常的 rank 及原因</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>正在统计…</translation>
    </message>
    <message>
        <source>Open a folder of ranks to see each step of each rank.</source>
        <translation>打开各 rank 的文件夹，查看每个 rank 的每一步。</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>The profiles contain no steps. Mark them in the program, for example with profiler.step(), to see each step of each rank.</source>
        <translation>这些性能分析文件中没有步。请在程序中标记步（例如用 profiler.step()），以查看每个 rank 的每一步。</translation>
    </message>
    <message>
        <source>No step of any rank has a value of this metric.</source>
        <translation>没有任何 rank 的任何一步具有此指标的值。</translation>
    </message>
    <message>
        <source>The ranks have different numbers of steps; each is counted from its first.</source>
        <translation>各 rank 的步数不同；每个 rank 从其第一步开始数。</translation>
    </message>
    <message>
        <source>Low is &amp;bad</source>
        <translation>低值为差(&amp;B)</translation>
    </message>
    <message>
        <source>No counters: digest again</source>
        <translation>无计数器：请重新生成摘要</translation>
    </message>
    <message>
        <source>These digests are of an older version and have no counters. Digest the traces again with kernline digest --again.</source>
        <translation>这些摘要来自旧版本，不含计数器。请用 kernline digest --again 重新生成。</translation>
    </message>
    <message>
        <source>Treat low values as bad: they stand out and sort first. For counters only.</source>
        <translation>将低值视为不佳：突出显示并排在前面。仅适用于计数器。</translation>
    </message>
</context>
<context>
    <name>kernline::ui::HeatView</name>
    <message>
        <source>Heat map of ranks and steps</source>
        <translation>rank 与步的热图</translation>
    </message>
    <message>
        <source>Rank %1, %2</source>
        <translation>rank %1，%2</translation>
    </message>
    <message>
        <source>%1: no data</source>
        <translation>%1：无数据</translation>
    </message>
    <message>
        <source>Median of the ranks: %1</source>
        <translation>各 rank 的中位数：%1</translation>
    </message>
    <message>
        <source>%1 more than the median</source>
        <translation>比中位数多 %1</translation>
    </message>
    <message>
        <source>%1 less than the median</source>
        <translation>比中位数少 %1</translation>
    </message>
    <message>
        <source>%1: not in this digest, which is of an older version; digest the trace again</source>
        <translation>%1：此摘要来自旧版本，不含该项；请重新生成摘要</translation>
    </message>
</context>
<context>
    <name>kernline::ui::HelpController</name>
    <message>
        <source>Type a command</source>
        <translation>输入命令</translation>
    </message>
    <message>
        <source>Type part of a track or process name</source>
        <translation>输入轨道或进程名称的一部分</translation>
    </message>
</context>
<context>
    <name>kernline::ui::HelpWindow</name>
    <message>
        <source>Kernline documentation</source>
        <translation>Kernline 文档</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>The documentation is missing: /usr/share/kernline/docs. Install Kernline again.</source>
        <translation>缺少文档：/usr/share/kernline/docs。请重新安装 Kernline。</translation>
    </message>
    <message>
        <source>The pages are in English.</source>
        <translation>页面为英文。</translation>
    </message>
</context>
<context>
    <name>kernline::ui::HistoryPage</name>
    <message>
        <source>%1 runs</source>
        <translation>%1 次运行</translation>
    </message>
    <message>
        <source>Runs are kept here with their parameters, figures and recordings.</source>
        <translation>运行的参数、数据和录制都保存在这里。</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Kernel or program</source>
        <translation>核函数或程序</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Save the recording</source>
        <translation>保存录制</translation>
    </message>
    <message>
        <source>Chrome traces (*.json)</source>
        <translation>Chrome 跟踪 (*.json)</translation>
    </message>
    <message>
        <source>%1 cannot be written</source>
        <translation>无法写入 %1</translation>
    </message>
    <message>
        <source>Compare the figures of the selected runs side by side; for two runs, their timelines too</source>
        <translation>并列显示所选各次运行的数据；若选两次，也并列其时间线</translation>
    </message>
    <message>
        <source>%1 recordings</source>
        <translation>%1 个记录</translation>
    </message>
</context>
<context>
    <name>kernline::ui::InferenceChart</name>
    <message>
        <source>Time of iterations</source>
        <translation>迭代的时间</translation>
    </message>
    <message>
        <source>These iterations do not record the length of their requests.</source>
        <translation>这些迭代没有说明请求的长度。</translation>
    </message>
    <message>
        <source>These iterations do not record their number of tokens.</source>
        <translation>这些迭代没有说明有多少 token。</translation>
    </message>
    <message>
        <source>These iterations do not record their number of requests.</source>
        <translation>这些迭代没有说明有多少请求。</translation>
    </message>
</context>
<context>
    <name>kernline::ui::InferencePanel</name>
    <message>
        <source>Slowest iterations</source>
        <translation>最慢的迭代</translation>
    </message>
    <message>
        <source>Batches</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>Vertical axis</source>
        <translation>纵轴</translation>
    </message>
    <message>
        <source>Horizontal axis</source>
        <translation>横轴</translation>
    </message>
    <message>
        <source>Kind of iterations to show</source>
        <translation>要显示的迭代类型</translation>
    </message>
    <message>
        <source>Show the iteration on the timeline (Enter)</source>
        <translation>在时间线上显示该迭代（Enter）</translation>
    </message>
    <message>
        <source>All kinds</source>
        <translation>所有类型</translation>
    </message>
    <message>
        <source>The iterations appear here once the whole file is loaded.</source>
        <translation>整个文件加载完成后，迭代将显示在此处。</translation>
    </message>
    <message>
        <source>This file has no iterations of an inference engine. vLLM, SGLang, TensorRT-LLM and ATOM record them as annotations that describe the batch.</source>
        <translation>此文件没有推理引擎的迭代。vLLM、SGLang、TensorRT-LLM 和 ATOM 的迭代是说明批次内容的标注。</translation>
    </message>
    <message>
        <source>No iteration begins in this range.</source>
        <translation>没有迭代在此范围内开始。</translation>
    </message>
    <message>
        <source>limited to %1</source>
        <translation>限于 %1</translation>
    </message>
    <message>
        <source>%1 iteration</source>
        <translation>%1 次迭代</translation>
    </message>
    <message>
        <source>%1 iterations</source>
        <translation>%1 次迭代</translation>
    </message>
    <message>
        <source>%1 not in the chart: value not recorded</source>
        <translation>%1 次未说明，不在图中</translation>
    </message>
</context>
<context>
    <name>kernline::ui::KernelCard</name>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>SM clock</source>
        <translation>SM 时钟</translation>
    </message>
    <message>
        <source>DRAM traffic</source>
        <translation>DRAM 流量</translation>
    </message>
    <message>
        <source>Floating-point operations executed; a multiply-add counts as two</source>
        <translation>执行的浮点运算；一次乘加计为两次</translation>
    </message>
    <message>
        <source>Intensity</source>
        <translation>计算强度</translation>
    </message>
    <message>
        <source>%1 FLOP/B</source>
        <translation>%1 FLOP/B</translation>
    </message>
    <message>
        <source>L1 hit rate</source>
        <translation>L1 命中率</translation>
    </message>
    <message>
        <source>L2 hit rate</source>
        <translation>L2 命中率</translation>
    </message>
    <message>
        <source>Achieved</source>
        <translation>实际</translation>
    </message>
    <message>
        <source>Theoretical</source>
        <translation>理论</translation>
    </message>
    <message>
        <source>Limited by</source>
        <translation>受限于</translation>
    </message>
    <message>
        <source>nothing: all warps fit</source>
        <translation>无：可容纳全部 warp</translation>
    </message>
    <message>
        <source>Registers</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <source>%1 per thread</source>
        <translation>每线程 %1 个</translation>
    </message>
    <message>
        <source>Shared memory</source>
        <translation>共享内存</translation>
    </message>
    <message>
        <source>%1 per block</source>
        <translation>每线程块 %1</translation>
    </message>
    <message>
        <source>Waves</source>
        <translation>波次</translation>
    </message>
    <message>
        <source>How often all multiprocessors are filled with blocks. A last wave that is not full leaves some idle</source>
        <translation>线程块填满所有多处理器的次数。最后一波未填满时，部分多处理器空闲</translation>
    </message>
    <message>
        <source>All others</source>
        <translation>其余全部</translation>
    </message>
    <message>
        <source>Measured in a run of Nsight Compute. It runs each kernel alone, locks the clock and flushes the caches, unless told otherwise</source>
        <translation>在 Nsight Compute 的一次运行中测得。除非另行指定，它单独运行每个核函数，锁定时钟频率并清空缓存</translation>
    </message>
    <message>
        <source>%1 GHz</source>
        <translation>%1 GHz</translation>
    </message>
    <message>
        <source>%1 of peak</source>
        <translation>峰值的 %1</translation>
    </message>
    <message>
        <source>Bytes read from and written to device memory</source>
        <translation>读写设备显存的字节数</translation>
    </message>
    <message>
        <source>FLOPs per byte of DRAM traffic</source>
        <translation>每字节 DRAM 流量的浮点运算数</translation>
    </message>
    <message>
        <source>Active warps on average, as a share of the most that a multiprocessor can hold</source>
        <translation>平均活跃 warp 数，占多处理器最多可容纳数的比例</translation>
    </message>
    <message>
        <source>Warps of this launch that fit on a multiprocessor, as a share of the most that it can hold</source>
        <translation>此启动可驻留在多处理器上的 warp 数，占其最多可容纳数的比例</translation>
    </message>
    <message>
        <source>The recorder counted around this launch, at the real clock. It waited until the GPU was idle, so that the kernel ran alone</source>
        <translation>记录器在此启动前后以实际时钟频率计数，并先等待 GPU 空闲，因此核函数单独运行</translation>
    </message>
    <message>
        <source>%1 · the last fills %2 of the GPU</source>
        <translation>%1 · 最后一波填满 GPU 的 %2</translation>
    </message>
    <message>
        <source>%1, counted %2×</source>
        <translation>%1，计数为其 %2 倍</translation>
    </message>
    <message>
        <source>Algorithm</source>
        <translation>算法</translation>
    </message>
    <message>
        <source>What the algorithm needs: each input read and each output written once. More was counted where work is wasted, fewer bytes where a cache had them</source>
        <translation>算法所需：每个输入读一次，每个输出写一次。有浪费时计数更多；缓存命中时字节更少</translation>
    </message>
    <message>
        <source>%1 by counters</source>
        <translation>按计数器 %1</translation>
    </message>
    <message>
        <source>%1 by the algorithm</source>
        <translation>按算法 %1</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>The least time that the GPU needs for what was counted, and for what the algorithm needs, as a share of the measured time</source>
        <translation>GPU 完成所计数的工作、以及算法所需工作的最短时间，占实测时间的比例</translation>
    </message>
    <message>
        <source>%1 achieved</source>
        <translation>实际 %1</translation>
    </message>
    <message>
        <source>Occupancy</source>
        <translation>占用率</translation>
    </message>
    <message>
        <source>%1 achieved, %2 theoretical</source>
        <translation>实际 %1，理论 %2</translation>
    </message>
    <message>
        <source>%1 achieved, %2 theoretical · limited by %3</source>
        <translation>实际 %1，理论 %2 · 受限于%3</translation>
    </message>
    <message>
        <source>Blocks per multiprocessor that fit by each resource, and that the grid has if they are fewer</source>
        <translation>按每种资源，每个多处理器可容纳的线程块数；若网格的线程块更少，则为网格提供的数量</translation>
    </message>
</context>
<context>
    <name>kernline::ui::KernelCardView</name>
    <message>
        <source>Summary of the kernel</source>
        <translation>核函数摘要</translation>
    </message>
    <message>
        <source>Share of peak</source>
        <translation>占峰值的比例</translation>
    </message>
    <message>
        <source>Warp states</source>
        <translation>warp 状态</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Occupancy</source>
        <translation>占用率</translation>
    </message>
    <message>
        <source>Advice of Nsight Compute</source>
        <translation>Nsight Compute 的建议</translation>
    </message>
    <message>
        <source>%1 sample</source>
        <translation>%1 次采样</translation>
    </message>
    <message>
        <source>%1 samples</source>
        <translation>%1 次采样</translation>
    </message>
</context>
<context>
    <name>kernline::ui::KernelPage</name>
    <message>
        <source>Search kernels</source>
        <translation>搜索核函数</translation>
    </message>
    <message>
        <source>Custom…</source>
        <translation>自定义…</translation>
    </message>
    <message>
        <source>A custom kernel: a .cu file that declares its arguments</source>
        <translation>自定义核函数：声明了参数的 .cu 文件</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>核函数</translation>
    </message>
    <message>
        <source>flushed before each sample</source>
        <translation>每次采样前清空</translation>
    </message>
    <message>
        <source>warm</source>
        <translation>不清空</translation>
    </message>
    <message>
        <source>Whether a sample starts with the cache contents that the previous one left</source>
        <translation>一次采样开始时是否保留上一次留下的缓存内容</translation>
    </message>
    <message>
        <source>until the noise is below 0.5 %</source>
        <translation>直到噪声低于 0.5 %</translation>
    </message>
    <message>
        <source>L2 cache</source>
        <translation>L2 缓存</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>采样次数</translation>
    </message>
    <message>
        <source>Custom</source>
        <translation>自定义</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Custom kernel</source>
        <translation>自定义核函数</translation>
    </message>
    <message>
        <source>CUDA files (*.cu)</source>
        <translation>CUDA 文件 (*.cu)</translation>
    </message>
    <message>
        <source>Compiled when run; errors are shown with their line.</source>
        <translation>运行时编译；错误会连同行号显示。</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Open the file in your editor; its declarations are read again when you save it</source>
        <translation>在编辑器中打开文件；保存后会重新读取其中的声明</translation>
    </message>
    <message>
        <source>Counters</source>
        <translation>计数器</translation>
    </message>
    <message>
        <source>Count what the kernel does</source>
        <translation>统计核函数的硬件计数</translation>
    </message>
    <message>
        <source>DRAM traffic, FLOPs, cache hit rates, stall reasons and what limits it, in about 20 further launches; may need administrator rights</source>
        <translation>DRAM 流量、浮点运算数、缓存命中率、停顿原因及其瓶颈，需约 20 次额外启动；可能需要管理员权限</translation>
    </message>
    <message>
        <source>Sample source lines</source>
        <translation>采样源代码行</translation>
    </message>
    <message>
        <source>Which lines and instructions its warps are at, and why they stall</source>
        <translation>其 warp 停在哪些行和指令上，以及停顿的原因</translation>
    </message>
    <message>
        <source>Record blocks</source>
        <translation>录制线程块</translation>
    </message>
    <message>
        <source>The SM, start and end of each block of one launch, as a timeline of the SMs</source>
        <translation>一次启动中每个线程块所在的 SM、开始和结束时间，显示为各 SM 的时间线</translation>
    </message>
    <message>
        <source>Find the fastest values</source>
        <translation>寻找最快的取值</translation>
    </message>
    <message>
        <source>Try all combinations of the values above, stop slow ones early, and record only the fastest</source>
        <translation>尝试以上取值的所有组合，慢的提前停止，只记录最快的</translation>
    </message>
</context>
<context>
    <name>kernline::ui::LinkRow</name>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
</context>
<context>
    <name>kernline::ui::LiveStrip</name>
    <message>
        <source>Follow</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Keep the newest records visible (End). Moving or zooming the timeline stops following.</source>
        <translation>让最新记录保持可见（End）。移动或缩放时间线会结束跟随。</translation>
    </message>
    <message>
        <source>Close this bar</source>
        <translation>关闭此栏</translation>
    </message>
    <message>
        <source>%1 records</source>
        <translation>%1 条记录</translation>
    </message>
    <message>
        <source>%1 per second</source>
        <translation>每秒 %1 条</translation>
    </message>
    <message>
        <source>%1 kernels</source>
        <translation>%1 个核函数</translation>
    </message>
    <message>
        <source>GPU busy %1</source>
        <translation>GPU 忙碌 %1</translation>
    </message>
    <message>
        <source>none dropped</source>
        <translation>无丢弃</translation>
    </message>
    <message>
        <source>%1 dropped</source>
        <translation>丢弃 %1 条</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>正在录制</translation>
    </message>
    <message>
        <source>No new records for a while; still watching</source>
        <translation>一段时间没有新记录；仍在等待</translation>
    </message>
    <message>
        <source>Recording ended: %1</source>
        <translation>录制已结束：%1</translation>
    </message>
    <message>
        <source>Recording ended</source>
        <translation>录制已结束</translation>
    </message>
    <message>
        <source>The recorder stopped before it finished; everything that it wrote is shown</source>
        <translation>录制程序未完成就停止了；它已写入的内容全部显示</translation>
    </message>
    <message>
        <source>The recording file can no longer be read; the data read so far is kept</source>
        <translation>录制文件已无法读取；已读取的内容保留</translation>
    </message>
    <message>
        <source>%1 record</source>
        <translation>%1 条记录</translation>
    </message>
    <message>
        <source>%1 kernel</source>
        <translation>%1 个核函数</translation>
    </message>
</context>
<context>
    <name>kernline::ui::LoadStrip</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stop loading this file</source>
        <translation>停止加载此文件</translation>
    </message>
    <message>
        <source>%1 · partial view</source>
        <translation>%1 · 当前只显示一部分</translation>
    </message>
    <message>
        <source>Receiving · %1 of %2</source>
        <translation>正在接收 · %1 / %2</translation>
    </message>
</context>
<context>
    <name>kernline::ui::LogChart</name>
    <message>
        <source>Chart of the table</source>
        <translation>表格的图表</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>%1 of all</source>
        <translation>占全部 %1</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>the first %1 together: %2</source>
        <translation>前 %1 项合计：%2</translation>
    </message>
    <message>
        <source>✕ failed</source>
        <translation>✕ 失败</translation>
    </message>
    <message>
        <source>rows by size; the line shows their running total</source>
        <translation>按大小排列的行；曲线为累计值</translation>
    </message>
    <message>
        <source>%1 row</source>
        <translation>%1 行</translation>
    </message>
</context>
<context>
    <name>kernline::ui::LogController</name>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>&amp;All open logs</source>
        <translation>所有打开的日志(&amp;A)</translation>
    </message>
    <message>
        <source>Add &amp;logs…</source>
        <translation>添加日志(&amp;L)…</translation>
    </message>
    <message>
        <source>Compare with logs</source>
        <translation>与日志比较</translation>
    </message>
</context>
<context>
    <name>kernline::ui::LogPage</name>
    <message>
        <source>Outline of the log</source>
        <translation>日志的大纲</translation>
    </message>
    <message>
        <source>Chart of the table (C)</source>
        <translation>表格的图表 (C)</translation>
    </message>
    <message>
        <source>Surrounding text (T)</source>
        <translation>周围的文本 (T)</translation>
    </message>
    <message>
        <source>Everything found</source>
        <translation>找到的全部内容</translation>
    </message>
    <message>
        <source>%1 not found</source>
        <translation>未找到 %1</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>%1 is not near the log</source>
        <translation>%1 不在日志附近</translation>
    </message>
</context>
<context>
    <name>kernline::ui::LogSearchBar</name>
    <message>
        <source>Search the log  (Ctrl+F)</source>
        <translation>搜索日志 (Ctrl+F)</translation>
    </message>
    <message>
        <source>Search the log</source>
        <translation>搜索日志</translation>
    </message>
    <message>
        <source>Previous line (Shift+Enter)</source>
        <translation>上一行 (Shift+Enter)</translation>
    </message>
    <message>
        <source>Next line (Enter)</source>
        <translation>下一行 (Enter)</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>No match in this log</source>
        <translation>此日志中没有匹配</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>1 line</source>
        <translation>1 行</translation>
    </message>
    <message>
        <source>%1 lines</source>
        <translation>%1 行</translation>
    </message>
</context>
<context>
    <name>kernline::ui::LogTab</name>
    <message>
        <source>%1 table</source>
        <translation>%1 个表格</translation>
    </message>
    <message>
        <source>%1 tables</source>
        <translation>%1 个表格</translation>
    </message>
    <message>
        <source>%1 measurement</source>
        <translation>%1 项测量</translation>
    </message>
    <message>
        <source>%1 measurements</source>
        <translation>%1 项测量</translation>
    </message>
    <message>
        <source>%1 failure</source>
        <translation>%1 次失败</translation>
    </message>
    <message>
        <source>%1 failures</source>
        <translation>%1 次失败</translation>
    </message>
    <message>
        <source>%1 line</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>%1 lines</source>
        <translation>%1 行</translation>
    </message>
</context>
<context>
    <name>kernline::ui::LogTextView</name>
    <message>
        <source>Text of the log</source>
        <translation>日志的文本</translation>
    </message>
</context>
<context>
    <name>kernline::ui::LongWork</name>
    <message>
        <source>Calculating…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Calculate</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Canceled</source>
        <translation>已取消</translation>
    </message>
</context>
<context>
    <name>kernline::ui::MainWindow</name>
    <message>
        <source>Open r&amp;ecent</source>
        <translation>最近打开(&amp;E)</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Compare traces</source>
        <translation>比较跟踪</translation>
    </message>
    <message>
        <source>&amp;Steps</source>
        <translation>步(&amp;S)</translation>
    </message>
    <message>
        <source>Open files</source>
        <translation>打开的文件</translation>
    </message>
</context>
<context>
    <name>kernline::ui::MatrixModel</name>
    <message>
        <source>%1, best</source>
        <translation>%1，最佳</translation>
    </message>
    <message>
        <source>%1, failed: %2</source>
        <translation>%1，失败：%2</translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <translation>%1，第 %2 行</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… 另有 %1 个</translation>
    </message>
    <message>
        <source>Failed, line %1: %2</source>
        <translation>失败，第 %1 行：%2</translation>
    </message>
    <message>
        <source>Least-squares fit of the logarithms of %1 points, R² %2. The interval contains the exponent with 95 % confidence.</source>
        <translation>对 %1 个点的对数做最小二乘拟合，R² %2。区间以 95 % 的置信度包含该指数。</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Scaling</source>
        <translation>缩放规律</translation>
    </message>
</context>
<context>
    <name>kernline::ui::MatrixPage</name>
    <message>
        <source>Pattern of trace names:</source>
        <translation>跟踪文件名的模式：</translation>
    </message>
    <message>
        <source>automatic: Flash_seq256_trace.json.gz is the model Flash with seq_len 256; or a pattern such as {model}_s{seq_len}</source>
        <translation>自动识别：Flash_seq256_trace.json.gz 是模型 Flash，seq_len 为 256；也可写成 {model}_s{seq_len} 这样的模式</translation>
    </message>
    <message>
        <source>Open traces or logs of several models or sizes to compare them in a matrix.</source>
        <translation>打开多个模型或多种规模的跟踪或日志，即可在矩阵中比较。</translation>
    </message>
</context>
<context>
    <name>kernline::ui::MeasuredSection</name>
    <message>
        <source>Measured by Nsight Compute</source>
        <translation>Nsight Compute 实测</translation>
    </message>
    <message>
        <source>Counted by the recorder</source>
        <translation>记录器计数</translation>
    </message>
    <message>
        <source>Share of peak</source>
        <translation>占峰值的比例</translation>
    </message>
    <message>
        <source>Warp states</source>
        <translation>warp 状态</translation>
    </message>
    <message>
        <source>Another launch</source>
        <translation>另一次启动</translation>
    </message>
</context>
<context>
    <name>kernline::ui::MeasurementsView</name>
    <message>
        <source>Matrix of the selected metric</source>
        <translation>所选指标的矩阵</translation>
    </message>
    <message>
        <source>No measurements for these values. Choose others.</source>
        <translation>此处没有测量值。请选择其他值。</translation>
    </message>
</context>
<context>
    <name>kernline::ui::MemoryChart</name>
    <message>
        <source>Memory over time</source>
        <translation>随时间变化的显存</translation>
    </message>
    <message>
        <source>No time selected.</source>
        <translation>未选择时刻。</translation>
    </message>
    <message>
        <source>No memory to show.</source>
        <translation>没有可显示的显存数据。</translation>
    </message>
</context>
<context>
    <name>kernline::ui::MemoryHead</name>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Curve</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Show all allocated memory as one curve</source>
        <translation>将全部已分配显存显示为一条曲线</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>内存块</translation>
    </message>
    <message>
        <source>Show each block as a band from its allocation to its free</source>
        <translation>将每个内存块显示为从分配到释放的一条色带</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>比较对象</translation>
    </message>
    <message>
        <source>Overlay the memory of another run on this one</source>
        <translation>将另一次运行的显存叠加到本次运行之上</translation>
    </message>
    <message>
        <source>Go to the peak</source>
        <translation>转到峰值</translation>
    </message>
    <message>
        <source>Select the time of maximum allocation</source>
        <translation>选择分配量最大的时刻</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Show the whole time (0)</source>
        <translation>显示全部时间 (0)</translation>
    </message>
    <message>
        <source>This file has no memory data.</source>
        <translation>此文件没有显存数据。</translation>
    </message>
    <message>
        <source>Figures of this file may be inaccurate.</source>
        <translation>此文件的数字可能不准。</translation>
    </message>
    <message>
        <source>Another &amp;file…</source>
        <translation>其他文件(&amp;F)…</translation>
    </message>
</context>
<context>
    <name>kernline::ui::MemoryPage</name>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>内存块</translation>
    </message>
    <message>
        <source>Segments at the end</source>
        <translation>结束时的内存段</translation>
    </message>
    <message>
        <source>No data recorded for this device.</source>
        <translation>没有此设备的记录。</translation>
    </message>
    <message>
        <source>Peak %1 at %2</source>
        <translation>峰值 %1，位于 %2</translation>
    </message>
    <message>
        <source>max %1 reserved</source>
        <translation>最多保留 %1</translation>
    </message>
    <message>
        <source>%1 at the start, %2 at the end</source>
        <translation>开始时 %1，结束时 %2</translation>
    </message>
    <message>
        <source>✕ Out of memory at %1: %2 requested, %3 free on the device</source>
        <translation>✕ %1 时显存不足：申请 %2，设备剩余 %3</translation>
    </message>
    <message>
        <source>Summed from allocations and frees; the file has no totals</source>
        <translation>由分配和释放累计而来：文件没有总量</translation>
    </message>
    <message>
        <source>Requested sizes; the allocator rounds them up, so its own totals are larger</source>
        <translation>大小按申请值计：分配器会向上取整，其自身的总量更大</translation>
    </message>
    <message>
        <source>%1 × %2 (first: %3)</source>
        <translation>%1 × %2（第一处：%3）</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>the file has no totals; the memory in use before the recording is taken as the minimum that keeps the sum from falling below zero</source>
        <translation>文件没有总量：记录开始前已用的显存取使总和不低于零的最小值</translation>
    </message>
    <message>
        <source>Data issues:</source>
        <translation>数据问题：</translation>
    </message>
</context>
<context>
    <name>kernline::ui::MemoryPanel</name>
    <message>
        <source>Open a trace to see its memory here.</source>
        <translation>打开一个跟踪，即可在此查看其显存。</translation>
    </message>
    <message>
        <source>Adding up the allocations…</source>
        <translation>正在累计分配…</translation>
    </message>
    <message>
        <source>This trace has no memory data. Record it with profile_memory=True, or open a snapshot from torch.cuda.memory._dump_snapshot().</source>
        <translation>此跟踪没有显存数据。请用 profile_memory=True 记录，或改为打开 torch.cuda.memory._dump_snapshot() 的快照。</translation>
    </message>
</context>
<context>
    <name>kernline::ui::MemoryTab</name>
    <message>
        <source>%1 blocks</source>
        <translation>%1 个内存块</translation>
    </message>
    <message>
        <source>%1 changes</source>
        <translation>%1 次变化</translation>
    </message>
    <message>
        <source>%1 block</source>
        <translation>%1 个内存块</translation>
    </message>
    <message>
        <source>%1 change</source>
        <translation>%1 次变化</translation>
    </message>
</context>
<context>
    <name>kernline::ui::MessagePage</name>
    <message>
        <source>&amp;Open another…</source>
        <translation>打开其他文件(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>重试(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Copy text</source>
        <translation>复制文本(&amp;C)</translation>
    </message>
</context>
<context>
    <name>kernline::ui::MessagesTable</name>
    <message>
        <source>#</source>
        <translation>#</translation>
    </message>
    <message>
        <source>Order of start</source>
        <translation>按开始的顺序</translation>
    </message>
    <message>
        <source>From rank</source>
        <translation>从 rank</translation>
    </message>
    <message>
        <source>The sending rank</source>
        <translation>发送的 rank</translation>
    </message>
    <message>
        <source>To rank</source>
        <translation>到 rank</translation>
    </message>
    <message>
        <source>The receiving rank</source>
        <translation>接收的 rank</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Bytes of all messages between these two kernels</source>
        <translation>这两个核函数之间的所有消息</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Start of the sending kernel, from the start of the trace</source>
        <translation>发送核函数的开始，从跟踪开始算起</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Duration of the sending kernel</source>
        <translation>发送核函数的时长</translation>
    </message>
    <message>
        <source>Receive</source>
        <translation>接收</translation>
    </message>
    <message>
        <source>Duration of the receiving kernel</source>
        <translation>接收核函数的时长</translation>
    </message>
    <message>
        <source>Receiver&apos;s start</source>
        <translation>接收方开始</translation>
    </message>
    <message>
        <source>From the start of the sending kernel to the start of the receiving one; if negative, the receiver waits</source>
        <translation>从发送核函数开始到接收核函数开始；小于零时是接收方在等待</translation>
    </message>
</context>
<context>
    <name>kernline::ui::Minimap</name>
    <message>
        <source>Overview of the whole trace</source>
        <translation>整个跟踪的概览</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>%1 devices</source>
        <translation>%1 个设备</translation>
    </message>
</context>
<context>
    <name>kernline::ui::MissingStrip</name>
    <message>
        <source>Read all</source>
        <translation>全部读取</translation>
    </message>
    <message>
        <source>Read the whole file, not only the visible range</source>
        <translation>读取整个文件，而不只是可见范围</translation>
    </message>
    <message>
        <source>Data issues</source>
        <translation>数据问题</translation>
    </message>
    <message>
        <source>Show the data issues of this file</source>
        <translation>显示此文件的数据问题</translation>
    </message>
</context>
<context>
    <name>kernline::ui::ModelsPane</name>
    <message>
        <source>The best by region</source>
        <translation>各区域的最佳者</translation>
    </message>
    <message>
        <source>Best by %1</source>
        <translation>按 %1 的最佳者</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>Speed-up over all comparable cases</source>
        <translation>所有可比情形的加速比</translation>
    </message>
</context>
<context>
    <name>kernline::ui::ModulesPanel</name>
    <message>
        <source>Modules</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Show the longest call of the module on the timeline (Enter)</source>
        <translation>在时间线上显示此模块最长的调用 (Enter)</translation>
    </message>
    <message>
        <source>The modules appear here once the whole file is loaded.</source>
        <translation>文件全部加载后，模块将显示在此处。</translation>
    </message>
    <message>
        <source>This file has no calls of nn.Module and no annotations. torch.profiler records modules with with_stack=True.</source>
        <translation>此文件没有 nn.Module 调用，也没有注解。torch.profiler 使用 with_stack=True 时会记录模块。</translation>
    </message>
    <message>
        <source>No modules in this range.</source>
        <translation>此范围内没有模块。</translation>
    </message>
    <message>
        <source>limited to %1</source>
        <translation>限于 %1</translation>
    </message>
    <message>
        <source>annotations instead of modules</source>
        <translation>以注解代替模块</translation>
    </message>
    <message>
        <source>%1 in no module</source>
        <translation>%1 不属于任何模块</translation>
    </message>
    <message>
        <source>work of the selected steps</source>
        <translation>所选步的工作</translation>
    </message>
</context>
<context>
    <name>kernline::ui::NameSection</name>
    <message>
        <source>All spans with this name and kind</source>
        <translation>同名且同类的全部区段</translation>
    </message>
    <message>
        <source>log</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>Show durations on a logarithmic scale</source>
        <translation>时长使用对数刻度</translation>
    </message>
    <message>
        <source>this</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>%1 of %2 to %3</source>
        <translation>%1，时长 %2 至 %3</translation>
    </message>
    <message>
        <source>%1 span, %2 to %3 · P50 %4 · P90 %5 · P99 %6. Shorter than this one: %7.</source>
        <translation>%1 个区段，%2 至 %3 · P50 %4 · P90 %5 · P99 %6。比当前区段短的有 %7 个。</translation>
    </message>
    <message>
        <source>%1 spans, %2 to %3 · P50 %4 · P90 %5 · P99 %6. Shorter than this one: %7.</source>
        <translation>%1 个区段，%2 至 %3 · P50 %4 · P90 %5 · P99 %6。比当前区段短的有 %7 个。</translation>
    </message>
</context>
<context>
    <name>kernline::ui::NotesModel</name>
    <message>
        <source>Note</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时刻</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>About</source>
        <translation>关于</translation>
    </message>
</context>
<context>
    <name>kernline::ui::NotesPanel</name>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>No notes yet. Press M to add one at the selection, the selected range or the middle of the view.</source>
        <translation>还没有笔记。按 M 可在所选区段、所选范围或视图中央添加一条。</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>Notes of this trace</source>
        <translation>此跟踪的笔记</translation>
    </message>
    <message>
        <source>Not saved: notes are stored next to a file, and this trace comes from standard input</source>
        <translation>未保存：笔记存放在文件旁，而此跟踪来自标准输入</translation>
    </message>
    <message>
        <source>Saved in %1</source>
        <translation>保存在 %1</translation>
    </message>
    <message>
        <source>Remove the selected note (Del); Ctrl+Z undoes it</source>
        <translation>移除所选笔记 (Del)；Ctrl+Z 可撤销</translation>
    </message>
</context>
<context>
    <name>kernline::ui::OnlyStrip</name>
    <message>
        <source>Show everything</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Show the other tracks and spans again (Esc)</source>
        <translation>重新显示其他行和区段 (Esc)</translation>
    </message>
    <message>
        <source>Only search matches are shown.</source>
        <translation>只显示与搜索匹配的内容。</translation>
    </message>
    <message>
        <source>Only search matches are shown; %1 track without a match is hidden.</source>
        <translation>只显示与搜索匹配的内容；%1 个没有匹配的行已隐藏。</translation>
    </message>
    <message>
        <source>Only search matches are shown; %1 tracks without a match are hidden.</source>
        <translation>只显示与搜索匹配的内容；%1 个没有匹配的行已隐藏。</translation>
    </message>
</context>
<context>
    <name>kernline::ui::OriginSection</name>
    <message>
        <source>Caused by</source>
        <translation>起因</translation>
    </message>
    <message>
        <source>Python stack of the forward pass</source>
        <translation>前向的 Python 调用栈</translation>
    </message>
    <message>
        <source>Python stack</source>
        <translation>Python 调用栈</translation>
    </message>
    <message>
        <source>Python stack of the backward pass</source>
        <translation>反向的 Python 调用栈</translation>
    </message>
    <message>
        <source>Fewer frames</source>
        <translation>较少的帧</translation>
    </message>
    <message>
        <source>%1 frame</source>
        <translation>%1 帧</translation>
    </message>
    <message>
        <source>All %1 frames</source>
        <translation>全部 %1 帧</translation>
    </message>
    <message>
        <source>Show or hide calls of C functions and of modules by torch, and outer frames</source>
        <translation>显示或隐藏 C 函数的调用、torch 对模块的调用以及外层帧</translation>
    </message>
</context>
<context>
    <name>kernline::ui::OutliersTable</name>
    <message>
        <source>others wait %1</source>
        <translation>其他 rank 等待 %1</translation>
    </message>
    <message>
        <source>idle %1 longer, others wait %2</source>
        <translation>空闲时间多 %1，其他 rank 等待 %2</translation>
    </message>
    <message>
        <source>%1 longer in %2, others wait %3</source>
        <translation>在 %2 中多用 %1，其他 rank 等待 %3</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Ranks that caused waiting first, then the largest outliers</source>
        <translation>等待由其引起的 rank 在前，然后是与其他 rank 相差最大的</translation>
    </message>
    <message>
        <source>Why it is an outlier (%1)</source>
        <translation>为何异常（%1）</translation>
    </message>
    <message>
        <source>What took longer before others waited, and values far from the median of all ranks</source>
        <translation>其他 rank 等待之前什么耗时更长，以及哪些数值远离所有 rank 的中位数</translation>
    </message>
</context>
<context>
    <name>kernline::ui::OutlineModel</name>
    <message>
        <source>%1 (not found)</source>
        <translation>%1（未找到）</translation>
    </message>
    <message>
        <source>Everything found in the log</source>
        <translation>在日志中找到的全部内容</translation>
    </message>
    <message>
        <source>Not found near the log</source>
        <translation>不在日志附近</translation>
    </message>
    <message>
        <source>Found: %1
Press Enter or double-click to open</source>
        <translation>已找到：%1
按 Enter 或双击即可打开</translation>
    </message>
    <message>
        <source>Contains a failure</source>
        <translation>其中有失败项</translation>
    </message>
    <message>
        <source>Line %1</source>
        <translation>第 %1 行</translation>
    </message>
</context>
<context>
    <name>kernline::ui::OverlayChart</name>
    <message>
        <source>Memory of two runs over time</source>
        <translation>两次运行的显存随时间的变化</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>未记录</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>Other run</source>
        <translation>另一次运行</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差值</translation>
    </message>
    <message>
        <source>The two recordings do not overlap in time.</source>
        <translation>两次记录没有共同的时间段。</translation>
    </message>
</context>
<context>
    <name>kernline::ui::OverlayPanel</name>
    <message>
        <source>Peak %1, baseline %2: %3</source>
        <translation>峰值 %1，基线 %2：%3</translation>
    </message>
    <message>
        <source>largest difference at %1: %2</source>
        <translation>%1 时相差最大：%2</translation>
    </message>
    <message>
        <source>time relative to the first step of each run</source>
        <translation>时间从各自的第一步算起</translation>
    </message>
    <message>
        <source>time relative to the first record of each run</source>
        <translation>时间从各自的第一条记录算起</translation>
    </message>
    <message>
        <source>End the comparison</source>
        <translation>结束比较</translation>
    </message>
    <message>
        <source>Reading %1…</source>
        <translation>正在读取 %1…</translation>
    </message>
    <message>
        <source>this run (baseline)</source>
        <translation>本次运行（基线）</translation>
    </message>
    <message>
        <source>steps aligned: %1; the run that finishes first waits</source>
        <translation>对齐的步：%1，先完成的一方等待</translation>
    </message>
    <message>
        <source>steps aligned: %1; the shorter step is stretched</source>
        <translation>对齐的步：%1，较短的一方被拉伸</translation>
    </message>
    <message>
        <source>How the runs are aligned</source>
        <translation>两次运行如何对齐</translation>
    </message>
    <message>
        <source>First steps aligned</source>
        <translation>对齐第一步</translation>
    </message>
    <message>
        <source>Each step aligned</source>
        <translation>逐步对齐</translation>
    </message>
    <message>
        <source>Each step stretched</source>
        <translation>逐步拉伸</translation>
    </message>
    <message>
        <source>Starts aligned</source>
        <translation>对齐起点</translation>
    </message>
    <message>
        <source>records counted from the first of each run</source>
        <translation>记录从每次运行的第一条开始计数</translation>
    </message>
</context>
<context>
    <name>kernline::ui::OverviewPage</name>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Device whose figures are shown</source>
        <translation>显示哪个设备的数据</translation>
    </message>
    <message>
        <source>Where wall time goes</source>
        <translation>墙钟时间花在哪里</translation>
    </message>
    <message>
        <source>Why the device is idle</source>
        <translation>设备为何空闲</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Top kernels</source>
        <translation>耗时最多的核函数</translation>
    </message>
    <message>
        <source>Kernel families</source>
        <translation>核函数类别</translation>
    </message>
    <message>
        <source>Breakdown of steps</source>
        <translation>各步的分解</translation>
    </message>
    <message>
        <source>No overview</source>
        <translation>没有概览</translation>
    </message>
    <message>
        <source>Calculating…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>The figures of this file are being calculated.</source>
        <translation>正在计算此文件的数据。</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>正在加载…</translation>
    </message>
    <message>
        <source>The overview appears once the whole file is loaded.</source>
        <translation>整个文件加载完成后，概览会显示在此处。</translation>
    </message>
    <message>
        <source>%1. The profile contains no kernel, memcpy or memset. Was the GPU profiled? With torch.profiler, pass activities=[CPU, CUDA].</source>
        <translation>%1。此性能记录中没有核函数、内存拷贝或内存设置。是否采集了 GPU？使用 torch.profiler 时请传入 activities=[CPU, CUDA]。</translation>
    </message>
    <message>
        <source>%1 selected. Each moment counts once, for the first of these activities that is running.</source>
        <translation>所选 %1；每一时刻只计一次，计入当时发生的各项中排在最前的一项。</translation>
    </message>
    <message>
        <source>%1 recorded. Each moment counts once, for the first of these activities that is running.</source>
        <translation>共记录 %1；每一时刻只计一次，计入当时发生的各项中排在最前的一项。</translation>
    </message>
    <message>
        <source>Never idle in the selected range.</source>
        <translation>在所选范围内从未空闲。</translation>
    </message>
    <message>
        <source>Never idle from first start to last end.</source>
        <translation>从最早开始到最晚结束从未空闲。</translation>
    </message>
    <message>
        <source>Mark the causes on the timeline</source>
        <translation>在时间线上标出原因</translation>
    </message>
    <message>
        <source>The profile has no steps. Call prof.step() once per iteration to break down each step here.</source>
        <translation>性能记录中没有步。每次迭代调用一次 prof.step()，即可在此分解每一步。</translation>
    </message>
    <message>
        <source>%1 Each bar is the mean of %2 neighboring steps; click it to go to the longest of them.</source>
        <translation>%1 每根柱是相邻 %2 步的平均值；点击可转到其中最长的一步。</translation>
    </message>
    <message>
        <source>By total duration, %1 of %2.</source>
        <translation>按时长总和，%1 / %2。</translation>
    </message>
    <message>
        <source>What kernels compute, judging by their names.</source>
        <translation>核函数计算什么，就其名称所能判断。</translation>
    </message>
    <message>
        <source>Kernels that move data between devices run for %1. Exposed communication makes the step longer; overlapped communication costs only bandwidth.</source>
        <translation>在设备之间传输数据的核函数运行了 %1。未掩盖的部分使步变长；已掩盖的部分只消耗带宽。</translation>
    </message>
    <message>
        <source>%1 No steps are recorded; these are %2.</source>
        <translation>%1 未记录步；这些步%2。</translation>
    </message>
    <message>
        <source>No steps are shown. Choose some in View, Steps.</source>
        <translation>没有显示步。请在“视图”的“步”中选择。</translation>
    </message>
    <message>
        <source>%1 These are not the recorded steps; they are %2.</source>
        <translation>%1 这些不是已记录的步，%2。</translation>
    </message>
    <message>
        <source>The same breakdown of wall time, step by step. Click a bar or a row to go to the step.</source>
        <translation>墙钟时间的相同组成，逐步列出。点击柱或行可转到该步。</translation>
    </message>
    <message>
        <source>As the recorder counted them, %1 of %2: how close the busiest unit is to its peak.</source>
        <translation>由录制器计数，共 %2 个中的 %1 个：最繁忙的单元离其峰值有多近。</translation>
    </message>
    <message>
        <source>Limits of kernels</source>
        <translation>核函数的限制因素</translation>
    </message>
    <message>
        <source>%1 without the profiler. Each moment counts once, for the first of these activities that is running.</source>
        <translation>不含性能分析器为 %1。每个时刻只计一次，计入其中第一个正在运行的活动。</translation>
    </message>
</context>
<context>
    <name>kernline::ui::PairsPanel</name>
    <message>
        <source>No names look renamed. To pair two kernels, select a row that is only in the baseline and a row that is only in the other run.</source>
        <translation>没有看起来改了名的项。要将两个核函数配对，请选择一个只在基线中的行和一个只在另一个运行中的行。</translation>
    </message>
    <message>
        <source>Same kernel under two names</source>
        <translation>名称不同的相同核函数</translation>
    </message>
    <message>
        <source>In the baseline</source>
        <translation>基线中</translation>
    </message>
    <message>
        <source>In the other run</source>
        <translation>另一个运行中</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Possibly the same</source>
        <translation>可能相同</translation>
    </message>
    <message>
        <source>Treated as the same</source>
        <translation>视为相同</translation>
    </message>
    <message>
        <source>Accept all</source>
        <translation>全部接受</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Paired manually</source>
        <translation>手动配对</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>kernline::ui::ParameterForm</name>
    <message>
        <source>Several values, such as 1024, 2048 or 1024..8192, are run one after the other.</source>
        <translation>多个取值（如 1024, 2048 或 1024..8192）会依次运行。</translation>
    </message>
    <message>
        <source>default values</source>
        <translation>默认值</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>At most %1 parameters can have several values.</source>
        <translation>最多 %1 个参数可以有多个取值。</translation>
    </message>
</context>
<context>
    <name>kernline::ui::PartStrip</name>
    <message>
        <source>Reload</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <source>Read the file again, with the limit of File &gt; Memory limit for reading (F5)</source>
        <translation>按“文件 &gt; 读取时的内存上限”重新读取文件 (F5)</translation>
    </message>
</context>
<context>
    <name>kernline::ui::PhaseTable</name>
    <message>
        <source>Phases of steps</source>
        <translation>步的阶段</translation>
    </message>
</context>
<context>
    <name>kernline::ui::ProgramPage</name>
    <message>
        <source>Any program that uses CUDA, with its child processes. The program needs no changes.</source>
        <translation>任何使用 CUDA 的程序，包括它启动的进程。程序无需改动。</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>where Kernline was started</source>
        <translation>Kernline 启动时所在的文件夹</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>immediately</source>
        <translation>立即</translation>
    </message>
    <message>
        <source>until it ends</source>
        <translation>直到程序结束</translation>
    </message>
    <message>
        <source>Record after</source>
        <translation>开始录制前等待</translation>
    </message>
    <message>
        <source>Record for</source>
        <translation>录制时长</translation>
    </message>
    <message>
        <source>Working folder</source>
        <translation>工作文件夹</translation>
    </message>
    <message>
        <source>Counters</source>
        <translation>计数器</translation>
    </message>
    <message>
        <source>Profile kernels</source>
        <translation>剖析核函数</translation>
    </message>
    <message>
        <source>Sample source lines</source>
        <translation>采样源代码行</translation>
    </message>
    <message>
        <source>Profile the first launches of kernels that match. Cannot be combined with counters or source lines</source>
        <translation>核函数名称的模式：统计每个核函数前几次启动的行为；不能与计数器或源代码行同时使用</translation>
    </message>
    <message>
        <source>Which lines and instructions warps execute, and why they stall. Cannot be combined with counters or profiled kernels</source>
        <translation>warp 停在哪些行和指令、为何停顿；不能与计数器或核函数分析同时使用</translation>
    </message>
    <message>
        <source>Operators with shapes</source>
        <translation>算子及形状</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Calls of nn.Module by path. Adds PyTorch&apos;s global module hooks to the program</source>
        <translation>按路径记录 nn.Module 的调用。会在程序中添加 PyTorch 的全局模块钩子</translation>
    </message>
    <message>
        <source>Python stacks</source>
        <translation>Python 调用栈</translation>
    </message>
    <message>
        <source>The lines of Python that run, sampled 1,000 times a second</source>
        <translation>正在运行的 Python 代码行，每秒采样 1,000 次</translation>
    </message>
    <message>
        <source>PyTorch</source>
        <translation>PyTorch</translation>
    </message>
    <message>
        <source>From the start</source>
        <translation>从程序启动开始</translation>
    </message>
    <message>
        <source>When asked</source>
        <translation>按需</translation>
    </message>
    <message>
        <source>Seconds before “Record now” that are in the file too. The program is recorded all the time then</source>
        <translation>文件中还包含“立即录制”之前的秒数。此时程序一直被录制</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>录制</translation>
    </message>
    <message>
        <source>10 s</source>
        <translation>10 s</translation>
    </message>
    <message>
        <source>nothing before</source>
        <translation>不含之前的时间</translation>
    </message>
    <message>
        <source> s before</source>
        <translation> s 之前</translation>
    </message>
    <message>
        <source>Slow step</source>
        <translation>慢步</translation>
    </message>
    <message>
        <source>A step takes over 1.3 times the median of the 100 before</source>
        <translation>某一步超过之前 100 步中位数的 1.3 倍</translation>
    </message>
    <message>
        <source>Exception</source>
        <translation>异常</translation>
    </message>
    <message>
        <source>A Python exception or a signal ends the program or a thread</source>
        <translation>Python 异常或信号使程序或线程结束</translation>
    </message>
    <message>
        <source>Out of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>PyTorch or a CUDA call finds no memory</source>
        <translation>PyTorch 或 CUDA 调用分配不到内存</translation>
    </message>
    <message>
        <source>Idle GPU</source>
        <translation>GPU 空闲</translation>
    </message>
    <message>
        <source>A GPU is idle for over 30 % of the time kept</source>
        <translation>在保留的时间内，某个 GPU 空闲超过 30 %</translation>
    </message>
    <message>
        <source>On events</source>
        <translation>事件触发</translation>
    </message>
    <message>
        <source>“When asked” starts the program armed: “Record now” records it, each time into a file. “On events” also records by itself</source>
        <translation>“按需”使程序以待命方式启动：“立即记录”每次记录到一个文件。“事件触发”还会自动记录</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>10 s before</source>
        <translation>之前 10 秒</translation>
    </message>
</context>
<context>
    <name>kernline::ui::ProvenanceSection</name>
    <message>
        <source>Captured by</source>
        <translation>捕获来源</translation>
    </message>
    <message>
        <source>Compiled kernel</source>
        <translation>已编译的核函数</translation>
    </message>
    <message>
        <source>Show source</source>
        <translation>显示源代码</translation>
    </message>
</context>
<context>
    <name>kernline::ui::QueryPanel</name>
    <message>
        <source>Canceled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>%1 in %2; more available</source>
        <translation>%1，用时 %2，还有更多</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1，用时 %2</translation>
    </message>
    <message>
        <source>%1 row</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>Queries can be run once the whole file is loaded.</source>
        <translation>整个文件加载完成后即可查询。</translation>
    </message>
    <message>
        <source>Results appear here. Start from an example, or press Ctrl+Return to run your query.</source>
        <translation>结果会显示在此处。可从示例开始，或按 Ctrl+Return 运行。</translation>
    </message>
    <message>
        <source>No rows.</source>
        <translation>没有行。</translation>
    </message>
    <message>
        <source>No row contains “%1”.</source>
        <translation>没有包含“%1”的行。</translation>
    </message>
    <message>
        <source>Running…</source>
        <translation>正在运行…</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Run the query (Ctrl+Return)</source>
        <translation>运行查询 (Ctrl+Return)</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>表</translation>
    </message>
    <message>
        <source>Filter rows</source>
        <translation>筛选行</translation>
    </message>
    <message>
        <source>Copy the selected rows, or all, as tab-separated values</source>
        <translation>将所选行（或全部）复制为制表符分隔值</translation>
    </message>
    <message>
        <source>Save the selected rows, or all, as CSV, Markdown or JSON</source>
        <translation>将所选行（或全部）保存为 CSV、Markdown 或 JSON</translation>
    </message>
    <message>
        <source>Query result</source>
        <translation>查询结果</translation>
    </message>
    <message>
        <source>No queries yet</source>
        <translation>还没有查询</translation>
    </message>
    <message>
        <source>&amp;Clear history</source>
        <translation>清空历史(&amp;C)</translation>
    </message>
    <message>
        <source>Functions</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>Save the result</source>
        <translation>保存结果</translation>
    </message>
    <message>
        <source>CSV (*.csv);;Markdown (*.md);;JSON (*.json);;Tab-separated values (*.tsv)</source>
        <translation>CSV (*.csv);;Markdown (*.md);;JSON (*.json);;制表符分隔值 (*.tsv)</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>%1 · of an earlier query</source>
        <translation>%1 · 属于之前的查询</translation>
    </message>
</context>
<context>
    <name>kernline::ui::RangeStrip</name>
    <message>
        <source>Busy: at least one kernel, memcpy or memset is running. Idle: the rest of the range.</source>
        <translation>忙碌：至少有一个核函数、内存拷贝或内存设置在运行。空闲：范围内的其余时间。</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Zoom to the selected range (Shift+F)</source>
        <translation>缩放到所选范围 (Shift+F)</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Name the range and save it as a note (M)</source>
        <translation>为范围命名并保存为笔记 (M)</translation>
    </message>
    <message>
        <source>Clear the range (Esc)</source>
        <translation>清除所选范围 (Esc)</translation>
    </message>
</context>
<context>
    <name>kernline::ui::RanksPanel</name>
    <message>
        <source>Ranks</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Collectives</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Time breakdown of each rank</source>
        <translation>每个 rank 的时间分解</translation>
    </message>
    <message>
        <source>Collectives of all ranks</source>
        <translation>所有 rank 的集合通信</translation>
    </message>
    <message>
        <source>&amp;Pin their tracks to the top</source>
        <translation>将它们的行固定在顶部(&amp;P)</translation>
    </message>
    <message>
        <source>Pin the tracks of the selected collective, so that all ranks are next to each other</source>
        <translation>固定所选集合通信的行，使所有 rank 上下相邻</translation>
    </message>
    <message>
        <source>Sends and their matching receives</source>
        <translation>发送及与之对应的接收</translation>
    </message>
    <message>
        <source>Open a folder with the traces of all ranks to see which ranks wait for which.</source>
        <translation>打开包含所有 rank 跟踪的文件夹，即可查看哪些 rank 在等待哪些。</translation>
    </message>
    <message>
        <source>Collectives (%1)</source>
        <translation>集合通信 (%1)</translation>
    </message>
    <message>
        <source>Messages (%1)</source>
        <translation>消息 (%1)</translation>
    </message>
    <message>
        <source>The profiles contain no collectives on a device.</source>
        <translation>性能记录中没有设备上的集合通信。</translation>
    </message>
    <message>
        <source>Every collective is on all of its ranks. Click one to see its parts.</source>
        <translation>每个集合通信在应有的 rank 上都有。点击一个可查看其各部分。</translation>
    </message>
    <message>
        <source>%1 collective is missing on some ranks. Click one to see its parts.</source>
        <translation>%1 个集合通信在某些 rank 上缺失。点击一个可查看其各部分。</translation>
    </message>
    <message>
        <source>%1 collectives are missing on some ranks. Click one to see its parts.</source>
        <translation>%1 个集合通信在某些 rank 上缺失。点击一个可查看其各部分。</translation>
    </message>
    <message>
        <source>The profiles contain no messages between ranks.</source>
        <translation>性能记录中没有 rank 之间的消息。</translation>
    </message>
    <message>
        <source>%1 send or receive has no counterpart.</source>
        <translation>%1 个发送或接收没有对应的另一端。</translation>
    </message>
    <message>
        <source>%1 sends and receives have no counterpart.</source>
        <translation>%1 个发送和接收没有对应的另一端。</translation>
    </message>
    <message>
        <source>%1 kernel sends or receives, but the profile does not name the other rank.</source>
        <translation>%1 个核函数发送或接收，但性能记录没有说明另一端的 rank。</translation>
    </message>
    <message>
        <source>%1 kernels send or receive, but the profile does not name the other rank.</source>
        <translation>%1 个核函数发送或接收，但性能记录没有说明另一端的 rank。</translation>
    </message>
    <message>
        <source>Click one to see both ends and its arrow on the timeline.</source>
        <translation>点击其中一条可查看两端及时间线上的箭头。</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>热图</translation>
    </message>
    <message>
        <source>Distributions</source>
        <translation>分布</translation>
    </message>
    <message>
        <source>Times of collectives by kind and group</source>
        <translation>按种类和组划分的集合通信时间</translation>
    </message>
    <message>
        <source>From the last start to the last end of each collective. Click a row to see the longest.</source>
        <translation>每次集合通信从最后一个 rank 开始到最后一个 rank 结束。单击一行可查看最长的一次。</translation>
    </message>
</context>
<context>
    <name>kernline::ui::RanksTab</name>
    <message>
        <source>%2 · %1 rank</source>
        <translation>%2 · %1 个 rank</translation>
    </message>
    <message>
        <source>%2 · %1 ranks</source>
        <translation>%2 · %1 个 rank</translation>
    </message>
    <message>
        <source>%1 rank</source>
        <translation>%1 个 rank</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 个 rank</translation>
    </message>
    <message>
        <source>%1 collective</source>
        <translation>%1 个集合通信</translation>
    </message>
    <message>
        <source>%1 collectives</source>
        <translation>%1 个集合通信</translation>
    </message>
    <message>
        <source>Rank %1 has no such step.</source>
        <translation>rank %1 没有这一步。</translation>
    </message>
    <message>
        <source>The trace of rank %1 is not at %2, where it was digested. Copy it there to open it.</source>
        <translation>rank %1 的跟踪文件不在 %2（生成摘要时的位置）。请将其复制到那里再打开。</translation>
    </message>
    <message>
        <source>The trace of rank %1, which is typical in this step, is not at %2.</source>
        <translation>rank %1 在这一步中有代表性，但其跟踪文件不在 %2。</translation>
    </message>
</context>
<context>
    <name>kernline::ui::RecentRow</name>
    <message>
        <source>%1 no longer exists</source>
        <translation>%1 已不存在</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1，用时 %2</translation>
    </message>
    <message>
        <source>missing · %1</source>
        <translation>已不存在 · %1</translation>
    </message>
</context>
<context>
    <name>kernline::ui::RecordDock</name>
    <message>
        <source>Record</source>
        <translation>录制</translation>
    </message>
</context>
<context>
    <name>kernline::ui::RecordPanel</name>
    <message>
        <source>Kernel</source>
        <translation>核函数</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>Copy the equivalent command</source>
        <translation>复制等效的命令</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>The recorder is not part of this installation. It is built only with CUDA toolkit 12.4 or newer.</source>
        <translation>此安装不含录制程序。有 CUDA 工具包 12.4 或更新版本时才会构建它。</translation>
    </message>
    <message>
        <source>The recorder cannot be started or does not respond: %1</source>
        <translation>无法启动录制程序或其没有响应：%1</translation>
    </message>
    <message>
        <source>Stop immediately</source>
        <translation>立即停止</translation>
    </message>
    <message>
        <source>Cannot write to the folder for recordings.</source>
        <translation>无法写入存放录制的文件夹。</translation>
    </message>
    <message>
        <source>Cannot start the recorder: %1</source>
        <translation>无法启动录制程序：%1</translation>
    </message>
    <message>
        <source>Stopped. The recording was kept.</source>
        <translation>已停止。已录制的内容保留。</translation>
    </message>
    <message>
        <source>Stopped before anything was recorded.</source>
        <translation>在录制任何内容之前已停止。</translation>
    </message>
    <message>
        <source>The recorder crashed or was killed. The recording so far was kept.</source>
        <translation>录制程序崩溃或被终止。它已录制的内容保留。</translation>
    </message>
    <message>
        <source>The recorder crashed or was killed before anything was recorded.</source>
        <translation>录制程序在录制任何内容之前崩溃或被终止。</translation>
    </message>
    <message>
        <source>The program ended.</source>
        <translation>程序已结束。</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>The program exited with status %1.</source>
        <translation>程序以状态 %1 结束。</translation>
    </message>
    <message>
        <source>No usable GPU; see “This machine”.</source>
        <translation>没有可用的 GPU：见“本机”。</translation>
    </message>
    <message>
        <source>The run failed.</source>
        <translation>运行失败。</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 次运行</translation>
    </message>
    <message>
        <source>Cannot read the output of the recorder. Check that viewer and recorder have the same version.</source>
        <translation>无法读取录制程序的输出。请检查查看器与录制程序的版本是否一致。</translation>
    </message>
    <message>
        <source>Run and record (Ctrl+F10)</source>
        <translation>运行并录制（Ctrl+F10）</translation>
    </message>
    <message>
        <source>Nothing can be run here; see “This machine”.</source>
        <translation>此处无法运行；请查看“本机”。</translation>
    </message>
    <message>
        <source>Enter a command to run.</source>
        <translation>请输入要运行的命令。</translation>
    </message>
    <message>
        <source>Choose a kernel to run.</source>
        <translation>请选择要运行的核函数。</translation>
    </message>
    <message>
        <source>Nothing to run again yet; choose a kernel or a program.</source>
        <translation>尚无可再次运行的内容；请选择核函数或程序。</translation>
    </message>
    <message>
        <source>Record now</source>
        <translation>立即录制</translation>
    </message>
    <message>
        <source>Record the armed program now (Ctrl+Shift+F10)</source>
        <translation>立即录制待命的程序 (Ctrl+Shift+F10)</translation>
    </message>
</context>
<context>
    <name>kernline::ui::ReplayedStrip</name>
    <message>
        <source>As recorded</source>
        <translation>如记录</translation>
    </message>
    <message>
        <source>Show the times as they were recorded (Shift+P)</source>
        <translation>显示记录的时间（Shift+P）</translation>
    </message>
    <message>
        <source>Replaying without the profiler…</source>
        <translation>正在重放（不用性能分析器）…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>a step takes about %1 (%2 to %3), recorded in %4</source>
        <translation>每步约 %1（%2 至 %3），记录为 %4</translation>
    </message>
    <message>
        <source>Replayed without the profiler: %1.</source>
        <translation>已重放（不用性能分析器）：%1。</translation>
    </message>
    <message>
        <source>Cannot show times without the profiler: %1</source>
        <translation>无法显示不用性能分析器时的时间：%1</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Replayed without the profiler: %2. Scenario: %1.</source>
        <translation>不含性能分析器的重放：%2。方案：%1。</translation>
    </message>
</context>
<context>
    <name>kernline::ui::ReportController</name>
    <message>
        <source>Open a report of Nsight Compute</source>
        <translation>打开 Nsight Compute 报告</translation>
    </message>
</context>
<context>
    <name>kernline::ui::ResultPage</name>
    <message>
        <source>Preparing</source>
        <translation>准备</translation>
    </message>
    <message>
        <source>Checking the result against a reference</source>
        <translation>与参考结果核对</translation>
    </message>
    <message>
        <source>Warming up</source>
        <translation>预热</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>采样</translation>
    </message>
    <message>
        <source>Recording the timeline</source>
        <translation>录制时间线</translation>
    </message>
    <message>
        <source>Measuring the peak rates of this GPU</source>
        <translation>测量此 GPU 的峰值速率</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Nothing run yet</source>
        <translation>尚未运行任何内容</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>A roofline needs the bytes and FLOPs of the kernel and the peak rates of the GPU.</source>
        <translation>屋顶线图需要核函数的字节数和浮点运算数，以及 GPU 的上限。</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>扫描</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>%1 (run %2 of %3)</source>
        <translation>%1（第 %2 次运行，共 %3 次）</translation>
    </message>
    <message>
        <source>sample %1 · median %2 · noise ±%3</source>
        <translation>采样 %1 · 中位数 %2 · 噪声 ±%3</translation>
    </message>
    <message>
        <source>%1 MHz · memory %2 MHz · %3 °C · %4</source>
        <translation>%1 MHz · 显存 %2 MHz · %3 °C · %4</translation>
    </message>
    <message>
        <source>No output from the recorder for %1 s. Stop ends it; the recording is kept.</source>
        <translation>录制程序已有 %1 s 没有消息。“停止”会结束它；录制保留。</translation>
    </message>
    <message>
        <source>The last two of %1 runs. The charts show all of them.</source>
        <translation>%1 次运行中的最后两次；图中包含全部。</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>正在录制</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源代码</translation>
    </message>
    <message>
        <source>Counting what the kernel does</source>
        <translation>正在统计核函数的活动</translation>
    </message>
    <message>
        <source>Hot lines</source>
        <translation>热点行</translation>
    </message>
    <message>
        <source>Armed: the program runs, and “Record now” records it</source>
        <translation>待命：程序正在运行，点击“立即录制”开始录制</translation>
    </message>
</context>
<context>
    <name>kernline::ui::RibbonView</name>
    <message>
        <source>Connects the steps of both recordings, and the selection</source>
        <translation>连接两次记录的步以及所选内容</translation>
    </message>
</context>
<context>
    <name>kernline::ui::RooflineChart</name>
    <message>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>Intensity (FLOP/byte)</source>
        <translation>计算强度（FLOP/字节）</translation>
    </message>
    <message>
        <source>TFLOP/s</source>
        <translation>TFLOP/s</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>No peak rates for this GPU. Choose one above.</source>
        <translation>没有该设备的上限。请在上方选择设备。</translation>
    </message>
    <message>
        <source>No kernel here has known FLOPs. The Rule column gives the reason.</source>
        <translation>这里没有浮点运算量已知的工作。原因见“规则”列。</translation>
    </message>
    <message>
        <source>GFLOP/s</source>
        <translation>GFLOP/s</translation>
    </message>
</context>
<context>
    <name>kernline::ui::RooflineColors</name>
    <message>
        <source>Modeling work…</source>
        <translation>正在计算工作量…</translation>
    </message>
</context>
<context>
    <name>kernline::ui::RowsHint</name>
    <message>
        <source>%1 of %2 rows</source>
        <translation>%1 / %2 行</translation>
    </message>
    <message>
        <source>Some rows are hidden. Click to show all.</source>
        <translation>有些行被隐藏。点击可显示全部。</translation>
    </message>
    <message>
        <source>Rows are filtered by “%1”. Click to show all.</source>
        <translation>行已按“%1”筛选。点击可显示全部。</translation>
    </message>
    <message>
        <source>%1, show all</source>
        <translation>%1，显示全部</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
</context>
<context>
    <name>kernline::ui::RunChart</name>
    <message>
        <source>specified</source>
        <translation>标称</translation>
    </message>
    <message>
        <source>FLOPs per byte</source>
        <translation>每字节浮点运算数</translation>
    </message>
    <message>
        <source>TFLOP/s</source>
        <translation>TFLOP/s</translation>
    </message>
    <message>
        <source>median, µs</source>
        <translation>中位数，µs</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Peak rates: %1 · %2 (%3)</source>
        <translation>上限：%1 · %2（%3）</translation>
    </message>
    <message>
        <source>median, ms</source>
        <translation>中位数，ms</translation>
    </message>
    <message>
        <source>share of peak, %</source>
        <translation>占峰值的比例，%</translation>
    </message>
</context>
<context>
    <name>kernline::ui::RunRowsModel</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Delta</source>
        <translation>差值</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>比值</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>%1
in other runs: %2</source>
        <translation>%1
在其他运行中：%2</translation>
    </message>
    <message>
        <source>Share of change</source>
        <translation>占全部变化</translation>
    </message>
    <message>
        <source>Share of the total absolute change</source>
        <translation>其差值占所有增减之和的比例</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>Share of roofline: %1
Rate: %2
Bandwidth: %3
Bytes per call: %4</source>
        <translation>屋顶线占比：%1
速率：%2
带宽：%3
每次调用的字节数：%4</translation>
    </message>
    <message>
        <source>From calls</source>
        <translation>来自调用</translation>
    </message>
    <message>
        <source>From work</source>
        <translation>来自工作量</translation>
    </message>
    <message>
        <source>From efficiency</source>
        <translation>来自效率</translation>
    </message>
    <message>
        <source>Not modeled</source>
        <translation>未建模</translation>
    </message>
    <message>
        <source>Part of the delta from more or fewer calls</source>
        <translation>差值中来自调用增减的部分</translation>
    </message>
    <message>
        <source>Part of the delta from more or less work in a call: FLOPs and bytes, as the roofline weighs them</source>
        <translation>差值中来自每次调用工作量增减的部分：按屋顶线折算的浮点运算和字节数</translation>
    </message>
    <message>
        <source>Part of the delta from work done faster or slower</source>
        <translation>差值中来自工作完成得更快或更慢的部分</translation>
    </message>
    <message>
        <source>Part of the delta from longer or shorter calls, whose work is not modeled</source>
        <translation>差值中来自调用变长或变短的部分，其工作未建模</translation>
    </message>
    <message>
        <source>

Hardware counters, mean per launch</source>
        <translation>

硬件计数器，每次启动的平均值</translation>
    </message>
</context>
<context>
    <name>kernline::ui::RunRowsPane</name>
    <message>
        <source>Filter rows</source>
        <translation>筛选行</translation>
    </message>
    <message>
        <source>How kernels of different runs are matched</source>
        <translation>如何匹配不同运行的核函数</translation>
    </message>
    <message>
        <source>by name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>by name without tile size</source>
        <translation>按名称（忽略分块大小）</translation>
    </message>
    <message>
        <source>by family</source>
        <translation>按类别</translation>
    </message>
    <message>
        <source>by operator</source>
        <translation>按算子</translation>
    </message>
    <message>
        <source>by operator and shape</source>
        <translation>按算子和形状</translation>
    </message>
    <message>
        <source>by launch order</source>
        <translation>按启动顺序</translation>
    </message>
    <message>
        <source>Value shown for each run</source>
        <translation>每个运行显示的数值</translation>
    </message>
    <message>
        <source>total</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>per step</source>
        <translation>每步</translation>
    </message>
    <message>
        <source>median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Rows to show</source>
        <translation>要显示的行</translation>
    </message>
    <message>
        <source>all rows</source>
        <translation>所有行</translation>
    </message>
    <message>
        <source>only in baseline</source>
        <translation>仅在基线中</translation>
    </message>
    <message>
        <source>only in other run</source>
        <translation>仅在另一个运行中</translation>
    </message>
    <message>
        <source>under two names</source>
        <translation>有两个名称</translation>
    </message>
    <message>
        <source>Pair</source>
        <translation>配对</translation>
    </message>
    <message>
        <source>Match two selected rows: one only in the baseline, one only in the other run</source>
        <translation>将所选的两行配对：一行只在基线中，一行只在另一个运行中</translation>
    </message>
    <message>
        <source>GPU time over the whole recordings</source>
        <translation>整个记录的 GPU 时间</translation>
    </message>
    <message>
        <source>Rows: mean per step</source>
        <translation>行：每步平均</translation>
    </message>
    <message>
        <source>Rows: whole recording</source>
        <translation>行：整个记录</translation>
    </message>
    <message>
        <source>Unpair</source>
        <translation>取消配对</translation>
    </message>
    <message>
        <source>Rows: selected range</source>
        <translation>行：所选范围</translation>
    </message>
    <message>
        <source>Select a row to see its hardware counters</source>
        <translation>选择一行以查看其硬件计数器</translation>
    </message>
    <message>
        <source>Mean per launch: %1</source>
        <translation>每次启动平均：%1</translation>
    </message>
    <message>
        <source>No hardware counters for this row</source>
        <translation>此行没有硬件计数器数据</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>automatic: %1</source>
        <translation>自动：%1</translation>
    </message>
</context>
<context>
    <name>kernline::ui::RunSource</name>
    <message>
        <source>diff is not installed; open both runs to see their sources.</source>
        <translation>未安装 diff；可分别打开两次运行查看其源代码。</translation>
    </message>
    <message>
        <source>first run</source>
        <translation>第一次运行</translation>
    </message>
    <message>
        <source>second run</source>
        <translation>第二次运行</translation>
    </message>
    <message>
        <source>Both runs were compiled from the same source.</source>
        <translation>两次运行由同一源代码编译。</translation>
    </message>
</context>
<context>
    <name>kernline::ui::RunStrip</name>
    <message>
        <source>⇄ Swap</source>
        <translation>⇄ 交换</translation>
    </message>
    <message>
        <source>+ Add</source>
        <translation>+ 添加</translation>
    </message>
    <message>
        <source>Add a run to the comparison</source>
        <translation>添加一个运行进行比较</translation>
    </message>
    <message>
        <source>Baseline: %1</source>
        <translation>基线：%1</translation>
    </message>
    <message>
        <source>Set as &amp;baseline</source>
        <translation>设为基线(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Rename…</source>
        <translation>重命名(&amp;R)…</translation>
    </message>
    <message>
        <source>Remo&amp;ve from the comparison</source>
        <translation>移出比较(&amp;V)</translation>
    </message>
    <message>
        <source>Replace with</source>
        <translation>替换为</translation>
    </message>
    <message>
        <source>&amp;Open a file…</source>
        <translation>打开文件(&amp;O)…</translation>
    </message>
    <message>
        <source>Rename run</source>
        <translation>重命名运行</translation>
    </message>
    <message>
        <source>Name in this comparison:</source>
        <translation>在此比较中的名称：</translation>
    </message>
    <message>
        <source>Logs: compared in the matrix</source>
        <translation>日志：在矩阵中比较</translation>
    </message>
    <message>
        <source>Memory only: compared on its own page</source>
        <translation>仅含显存：在其自己的页面比较</translation>
    </message>
    <message>
        <source>First %1 of these</source>
        <translation>其中前 %1 个</translation>
    </message>
    <message>
        <source>&amp;All open</source>
        <translation>所有已打开的(&amp;A)</translation>
    </message>
    <message>
        <source>Swap baseline and other run (%1)</source>
        <translation>交换基线与另一个运行（%1）</translation>
    </message>
</context>
<context>
    <name>kernline::ui::RunsWindow</name>
    <message>
        <source>Comparison – Kernline</source>
        <translation>比较 – Kernline</translation>
    </message>
    <message>
        <source>Open another trace to compare with.</source>
        <translation>请打开另一个跟踪进行比较。</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>并排</translation>
    </message>
    <message>
        <source>Selected runs against the baseline</source>
        <translation>所选运行与基线的比较</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>矩阵</translation>
    </message>
    <message>
        <source>All open traces and logs, by model and size</source>
        <translation>所有打开的跟踪和日志，按模型和规模</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>All open traces as successive runs of one program</source>
        <translation>把所有打开的跟踪视为同一程序的相继运行</translation>
    </message>
    <message>
        <source>Reading runs…</source>
        <translation>正在读取各运行…</translation>
    </message>
    <message>
        <source>Logs are compared in the matrix.</source>
        <translation>日志在矩阵中比较。</translation>
    </message>
    <message>
        <source>Snapshots and memory timelines contain no kernel times. To overlay their memory on another run, use “Compare with” on their own page or “Add” here.</source>
        <translation>快照和显存时间线不含核函数的时间。要将其显存与另一次运行叠加，请使用其页面上的“比较对象”，或此处的“添加”。</translation>
    </message>
</context>
<context>
    <name>kernline::ui::SamplesPage</name>
    <message>
        <source>original speed</source>
        <translation>原速</translation>
    </message>
    <message>
        <source>10 times slower</source>
        <translation>慢 10 倍</translation>
    </message>
    <message>
        <source>100 times slower</source>
        <translation>慢 100 倍</translation>
    </message>
    <message>
        <source>10 times faster</source>
        <translation>快 10 倍</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>重新检查</translation>
    </message>
    <message>
        <source>Replay a sample</source>
        <translation>重放样本</translation>
    </message>
    <message>
        <source>Recordings from NVIDIA H100 and H200 GPUs, replayed as if live.</source>
        <translation>来自 NVIDIA H100 和 H200 GPU 的录制，像实时录制一样重放。</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>重放</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Checking this machine…</source>
        <translation>正在检查本机…</translation>
    </message>
    <message>
        <source>This machine can record</source>
        <translation>本机可以录制</translation>
    </message>
    <message>
        <source>This machine cannot record yet</source>
        <translation>本机还不能录制</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
</context>
<context>
    <name>kernline::ui::SearchBar</name>
    <message>
        <source>Search  (Ctrl+F)</source>
        <translation>搜索 (Ctrl+F)</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Finds spans by name, ignoring case. With “args” on, also searches the args, such as grid:[128 or Input Dims:[[4096. Enter goes to the next match, Ctrl+Enter lists all.</source>
        <translation>按名称查找区段，不区分大小写。打开“参数”后也搜索参数，例如 grid:[128 或 Input Dims:[[4096。Enter 转到下一处匹配，Ctrl+Enter 列出全部。</translation>
    </message>
    <message>
        <source>Previous match (Shift+Enter)</source>
        <translation>上一处匹配 (Shift+Enter)</translation>
    </message>
    <message>
        <source>Next match (Enter)</source>
        <translation>下一处匹配 (Enter)</translation>
    </message>
    <message>
        <source>no match yet</source>
        <translation>尚无匹配</translation>
    </message>
    <message>
        <source>no match</source>
        <translation>没有匹配</translation>
    </message>
    <message>
        <source>%1 match</source>
        <translation>%1 处匹配</translation>
    </message>
    <message>
        <source>%1 matches</source>
        <translation>%1 处匹配</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 in the range</source>
        <translation>范围内 %1</translation>
    </message>
    <message>
        <source>%1 · args %2 %</source>
        <translation>%1 · 参数 %2 %</translation>
    </message>
</context>
<context>
    <name>kernline::ui::SearchPanel</name>
    <message>
        <source>By name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>Every match</source>
        <translation>每处匹配</translation>
    </message>
    <message>
        <source>How matches are grouped</source>
        <translation>匹配项的分组方式</translation>
    </message>
    <message>
        <source>Copy the selected rows, or all, as CSV</source>
        <translation>将所选行（或全部）复制为 CSV</translation>
    </message>
    <message>
        <source>Copy the selected rows, or all, as a Markdown table</source>
        <translation>将所选行（或全部）复制为 Markdown 表格</translation>
    </message>
    <message>
        <source>Matches by name</source>
        <translation>按名称列出的匹配项</translation>
    </message>
    <message>
        <source>Matches appear here once the whole file is loaded.</source>
        <translation>整个文件加载完成后，匹配项会显示在此处。</translation>
    </message>
    <message>
        <source>Type in the search field (Ctrl+F) to list matches here.</source>
        <translation>在搜索框中输入 (Ctrl+F)，匹配项会列在此处。</translation>
    </message>
    <message>
        <source>No matches.</source>
        <translation>没有匹配项。</translation>
    </message>
    <message>
        <source>limited to %1</source>
        <translation>限于 %1</translation>
    </message>
    <message>
        <source>%1 matches</source>
        <translation>%1 处匹配</translation>
    </message>
    <message>
        <source>%1 names</source>
        <translation>%1 个名称</translation>
    </message>
    <message>
        <source>busy %1</source>
        <translation>忙碌 %1</translation>
    </message>
    <message>
        <source>Copied the first %1 rows</source>
        <translation>已复制前 %1 行</translation>
    </message>
    <message>
        <source>Copied %1 rows</source>
        <translation>已复制 %1 行</translation>
    </message>
    <message>
        <source>%1 match</source>
        <translation>%1 处匹配</translation>
    </message>
    <message>
        <source>%1 name</source>
        <translation>%1 个名称</translation>
    </message>
    <message>
        <source>Copied %1 row</source>
        <translation>已复制 %1 行</translation>
    </message>
</context>
<context>
    <name>kernline::ui::SegmentMap</name>
    <message>
        <source>Allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>Awaiting free</source>
        <translation>等待释放</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Map of the segments</source>
        <translation>内存段图</translation>
    </message>
    <message>
        <source>Address: %1</source>
        <translation>地址：%1</translation>
    </message>
    <message>
        <source>Requested: %1 (%2 lost to rounding)</source>
        <translation>申请：%1（取整损失 %2）</translation>
    </message>
    <message>
        <source>Segment: %1 of %2, stream %3</source>
        <translation>内存段：%1，%2，流 %3</translation>
    </message>
    <message>
        <source>segment</source>
        <translation>内存段</translation>
    </message>
    <message>
        <source>Allocation site not recorded.</source>
        <translation>未记录分配位置。</translation>
    </message>
    <message>
        <source>This file has no segments.</source>
        <translation>此文件没有内存段数据。</translation>
    </message>
</context>
<context>
    <name>kernline::ui::SegmentsPanel</name>
    <message>
        <source>%1 reserved in 1 segment</source>
        <translation>%1 保留于 1 个内存段</translation>
    </message>
    <message>
        <source>%1 reserved in %2 segments</source>
        <translation>%1 保留于 %2 个内存段</translation>
    </message>
    <message>
        <source>%1 allocated (%2)</source>
        <translation>%1 已分配（%2）</translation>
    </message>
    <message>
        <source>%1 awaiting free</source>
        <translation>%1 等待释放</translation>
    </message>
    <message>
        <source>%1 free inside segments (%2)</source>
        <translation>内存段内空闲 %1（%2）</translation>
    </message>
    <message>
        <source>largest free block %1</source>
        <translation>最大空闲块 %1</translation>
    </message>
    <message>
        <source>%1 of the free memory is in smaller pieces</source>
        <translation>%1 的空闲显存在较小的碎片中</translation>
    </message>
    <message>
        <source>%1 lost to rounding (%2 of the allocated memory)</source>
        <translation>取整损失 %1（占已分配的 %2）</translation>
    </message>
    <message>
        <source>Click a block, or use the arrow keys, to see its address, size and allocation site.</source>
        <translation>单击内存块或使用方向键，查看其地址、大小和分配位置。</translation>
    </message>
</context>
<context>
    <name>kernline::ui::SeriesChart</name>
    <message>
        <source>Step time over a series of runs</source>
        <translation>一系列运行的步时间</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source> ± %1, the 95 % interval of the mean</source>
        <translation> ± %1，均值的 95 % 区间</translation>
    </message>
</context>
<context>
    <name>kernline::ui::SeriesLegend</name>
    <message>
        <source>Legend</source>
        <translation>图例</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… 另有 %1 个</translation>
    </message>
</context>
<context>
    <name>kernline::ui::SeriesPage</name>
    <message>
        <source>Order of the runs</source>
        <translation>运行的顺序</translation>
    </message>
    <message>
        <source>by time of recording</source>
        <translation>按记录时间</translation>
    </message>
    <message>
        <source>in the order of tabs</source>
        <translation>按标签页顺序</translation>
    </message>
    <message>
        <source>Changes, and the kernels that explain them</source>
        <translation>变化，以及由哪些核函数造成</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Delta</source>
        <translation>差值</translation>
    </message>
    <message>
        <source>Open more runs of the same program to see where it changed.</source>
        <translation>再打开同一程序的其他运行，以查看何处发生变化。</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Mean step times with their 95 % intervals; dashed: the mean between changes</source>
        <translation>每步耗时的均值及其 95 % 区间；虚线：两次变化之间的均值</translation>
    </message>
    <message>
        <source>%1 – the last of %2 changes</source>
        <translation>%1——这是 %2 次变化中的最后一次</translation>
    </message>
    <message>
        <source>95 % interval</source>
        <translation>95 % 区间</translation>
    </message>
</context>
<context>
    <name>kernline::ui::ShortcutSheet</name>
    <message>
        <source>Keyboard and mouse</source>
        <translation>键盘与鼠标</translation>
    </message>
</context>
<context>
    <name>kernline::ui::SnapshotController</name>
    <message>
        <source>Open a memory snapshot</source>
        <translation>打开内存快照</translation>
    </message>
</context>
<context>
    <name>kernline::ui::SourceChanges</name>
    <message>
        <source>%1, new</source>
        <translation>%1，新增</translation>
    </message>
    <message>
        <source>%1, gone</source>
        <translation>%1，已删除</translation>
    </message>
    <message>
        <source>%1, changed</source>
        <translation>%1，已修改</translation>
    </message>
    <message>
        <source>First run</source>
        <translation>第一次运行</translation>
    </message>
    <message>
        <source>Second run</source>
        <translation>第二次运行</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Most changed state</source>
        <translation>变化最大的状态</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源代码</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>核函数</translation>
    </message>
    <message>
        <source>Source lines that became cheaper or more expensive</source>
        <translation>代价变小或变大的源代码行</translation>
    </message>
    <message>
        <source>unknown line</source>
        <translation>未知行</translation>
    </message>
    <message>
        <source>≈: change within sampling noise</source>
        <translation>≈：变化在采样噪声之内</translation>
    </message>
    <message>
        <source>Samples per launch, proportional to cycles.</source>
        <translation>每次启动的采样数，与周期数成正比。</translation>
    </message>
    <message>
        <source>Samples per launch; shares of the kernel&apos;s samples where launches are unknown.</source>
        <translation>每次启动的采样数；启动次数未知时为占该核函数采样的份额。</translation>
    </message>
</context>
<context>
    <name>kernline::ui::SourcePanel</name>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>No source lines were sampled in this trace; record with:

kernline record --source -- PROGRAM</source>
        <translation>此跟踪没有采样源代码行；请这样录制：

kernline record --source -- 程序</translation>
    </message>
</context>
<context>
    <name>kernline::ui::SourceSection</name>
    <message>
        <source>Hot lines</source>
        <translation>热点行</translation>
    </message>
    <message>
        <source>From %1 sample of all its launches.</source>
        <translation>占其所有启动的 %1 次采样。</translation>
    </message>
    <message>
        <source>From %1 samples of all its launches.</source>
        <translation>占其所有启动的 %1 次采样。</translation>
    </message>
</context>
<context>
    <name>kernline::ui::SourceView</name>
    <message>
        <source>Kernel to show</source>
        <translation>要显示的核函数</translation>
    </message>
    <message>
        <source>Source file to show</source>
        <translation>要显示的源文件</translation>
    </message>
    <message>
        <source>Hottest lines of all kernels</source>
        <translation>所有核函数的热点行</translation>
    </message>
    <message>
        <source>Source lines</source>
        <translation>源代码行</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>All kernels: hottest lines</source>
        <translation>所有核函数：热点行</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>%1 · text not recorded</source>
        <translation>%1 · 未录制文本</translation>
    </message>
    <message>
        <source>SASS</source>
        <translation>SASS</translation>
    </message>
    <message>
        <source>SASS not recorded</source>
        <translation>未录制 SASS</translation>
    </message>
    <message>
        <source>%1 instruction</source>
        <translation>%1 条指令</translation>
    </message>
    <message>
        <source>%1 instructions</source>
        <translation>%1 条指令</translation>
    </message>
    <message>
        <source>no source lines; compile with -lineinfo</source>
        <translation>没有源代码行；请用 -lineinfo 编译</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>偏移</translation>
    </message>
</context>
<context>
    <name>kernline::ui::SourceWindow</name>
    <message>
        <source>Source of the kernel</source>
        <translation>核函数的源代码</translation>
    </message>
</context>
<context>
    <name>kernline::ui::SpreadsTable</name>
    <message>
        <source>Min %1</source>
        <translation>最小 %1</translation>
    </message>
    <message>
        <source>P25 %1</source>
        <translation>P25 %1</translation>
    </message>
    <message>
        <source>Median %1</source>
        <translation>中位数 %1</translation>
    </message>
    <message>
        <source>P75 %1</source>
        <translation>P75 %1</translation>
    </message>
    <message>
        <source>P90 %1</source>
        <translation>P90 %1</translation>
    </message>
    <message>
        <source>P99 %1</source>
        <translation>P99 %1</translation>
    </message>
    <message>
        <source>Max %1</source>
        <translation>最大 %1</translation>
    </message>
    <message>
        <source>Sum of all, per rank: the larger of input and output</source>
        <translation>全部之和，按每个 rank：输入与输出中较大者</translation>
    </message>
    <message>
        <source>Bus BW</source>
        <translation>总线带宽</translation>
    </message>
    <message>
        <source>Median, as in nccl-tests. 1 GB = 10⁹ bytes</source>
        <translation>中位数，计法同 nccl-tests。1 GB = 10⁹ 字节</translation>
    </message>
    <message>
        <source>Last rank</source>
        <translation>最后的 rank</translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <translation>%1：%3 个中的 %2 个</translation>
    </message>
    <message>
        <source>Distribution of times</source>
        <translation>时间分布</translation>
    </message>
    <message>
        <source>Line: min to max. Box: the middle half. Tick: the median. All rows share a logarithmic axis; its lines are at powers of ten: 10 µs, 100 µs, 1 ms…</source>
        <translation>线：最小到最大。框：中间一半。刻度：中位数。所有行共用一条对数轴，轴线位于 10 的幂：10 µs、100 µs、1 ms……</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Kind of collective</source>
        <translation>集合通信的种类</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>进程组</translation>
    </message>
    <message>
        <source>Purpose of the groups if the profile records it, else their name</source>
        <translation>组的用途（如果性能数据说明了），否则为其名称</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Ranks of each group</source>
        <translation>每组的 rank 数</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Collectives on several ranks</source>
        <translation>多个 rank 上的集合通信</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Half of them took no longer</source>
        <translation>一半不超过此时间</translation>
    </message>
    <message>
        <source>P90</source>
        <translation>P90</translation>
    </message>
    <message>
        <source>Nine of ten took no longer</source>
        <translation>十个中有九个不超过此时间</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>The longest; click the row to go to it</source>
        <translation>最长的一次；单击该行可转到它</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Sum over all ranks, from each start until the last rank starts</source>
        <translation>所有 rank 合计，从各自开始到最后一个开始</translation>
    </message>
    <message>
        <source>Distribution of times, %1 to %2</source>
        <translation>时间分布，%1 至 %2</translation>
    </message>
    <message>
        <source>Total size</source>
        <translation>总大小</translation>
    </message>
    <message>
        <source>Rank that started last most often, with the number of its collectives</source>
        <translation>最常最后开始的 rank，及其集合通信的次数</translation>
    </message>
</context>
<context>
    <name>kernline::ui::SqlEditor</name>
    <message>
        <source>SQL query</source>
        <translation>SQL 查询</translation>
    </message>
</context>
<context>
    <name>kernline::ui::StackedTimelines</name>
    <message>
        <source>Offset of this run from its aligned position</source>
        <translation>此运行相对于对齐位置的偏移</translation>
    </message>
    <message>
        <source>Offset of this run from its aligned position. Ctrl+drag its timeline to change it.</source>
        <translation>此运行相对于对齐位置的偏移。按住 Ctrl 拖动其时间线可以改变。</translation>
    </message>
    <message>
        <source>Baseline: %1</source>
        <translation>基线：%1</translation>
    </message>
    <message>
        <source>offset</source>
        <translation>偏移</translation>
    </message>
</context>
<context>
    <name>kernline::ui::StartPage</name>
    <message>
        <source>Recent files</source>
        <translation>最近的文件</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Open traces (Ctrl+O)</source>
        <translation>打开跟踪 (Ctrl+O)</translation>
    </message>
    <message>
        <source>Open the &amp;sample</source>
        <translation>打开示例(&amp;S)</translation>
    </message>
    <message>
        <source>Two training iterations of a transformer on an NVIDIA H200</source>
        <translation>NVIDIA H200 上一个 Transformer 的两次训练迭代</translation>
    </message>
    <message>
        <source>Or drop files and folders anywhere on this window.</source>
        <translation>也可以将文件或文件夹拖放到此窗口的任意位置。</translation>
    </message>
    <message>
        <source>Traces, memory and logs</source>
        <translation>跟踪、内存和日志</translation>
    </message>
    <message>
        <source>Profiles of PyTorch, JAX, TensorFlow, ROCm, Chrome and more, exports of nsys, memory snapshots, and logs with printed tables. Any size, compressed or damaged.</source>
        <translation>PyTorch、JAX、TensorFlow、ROCm、Chrome 等的性能记录，nsys 导出，内存快照，以及含打印表格的日志。不限大小，可压缩，可损坏。</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Needs two or more traces of one program, or the logs of an experiment with many models.</source>
        <translation>需要同一程序的两个或更多跟踪，或含多个模型的实验日志。</translation>
    </message>
    <message>
        <source>&amp;Compare…</source>
        <translation>比较(&amp;C)…</translation>
    </message>
    <message>
        <source>Many ranks</source>
        <translation>多个 rank</translation>
    </message>
    <message>
        <source>Needs one trace per rank, in a folder or an archive.</source>
        <translation>需要每个 rank 一个跟踪，放在文件夹或压缩包中。</translation>
    </message>
    <message>
        <source>Live capture</source>
        <translation>实时采集</translation>
    </message>
    <message>
        <source>Runs a bundled CUDA kernel, or your program, and shows its timeline while it grows. Needs an NVIDIA GPU and its driver.</source>
        <translation>运行内置的 CUDA 核函数或您的程序，并显示不断增长的时间线。需要 NVIDIA GPU 及其驱动。</translation>
    </message>
    <message>
        <source>Five steps through the sample, in two minutes</source>
        <translation>用示例走五步，两分钟</translation>
    </message>
    <message>
        <source>Guided loo&amp;k</source>
        <translation>导览(&amp;K)</translation>
    </message>
    <message>
        <source>Open a fo&amp;lder…</source>
        <translation>打开文件夹(&amp;L)…</translation>
    </message>
    <message>
        <source>&amp;Record…</source>
        <translation>录制(&amp;R)…</translation>
    </message>
</context>
<context>
    <name>kernline::ui::StatisticsPanel</name>
    <message>
        <source>Spans to count</source>
        <translation>要统计的区段</translation>
    </message>
    <message>
        <source>How rows are grouped</source>
        <translation>行的分组方式</translation>
    </message>
    <message>
        <source>by input shape</source>
        <translation>按输入形状</translation>
    </message>
    <message>
        <source>One row per input shape, where the file has shapes (record_shapes)</source>
        <translation>每种输入形状各占一行，前提是文件中有形状（record_shapes）</translation>
    </message>
    <message>
        <source>Filter rows</source>
        <translation>筛选行</translation>
    </message>
    <message>
        <source>Copy the selected rows, or all, as tab-separated values</source>
        <translation>将所选行（或全部）复制为制表符分隔值</translation>
    </message>
    <message>
        <source>by</source>
        <translation>按</translation>
    </message>
    <message>
        <source>Calculating…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>Statistics appear here once the whole file is loaded.</source>
        <translation>整个文件加载完成后，统计会显示在此处。</translation>
    </message>
    <message>
        <source>This file has no spans.</source>
        <translation>此文件没有区段。</translation>
    </message>
    <message>
        <source>No spans of this kind here. Select “Everything” to count all spans.</source>
        <translation>此处没有这类区段。选择“全部”可统计所有区段。</translation>
    </message>
    <message>
        <source>No row contains “%1”.</source>
        <translation>没有包含“%1”的行。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>limited to %1</source>
        <translation>限于 %1</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>%1 row</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>Show spans whose name, family, category, operator, module or phase contains the text. A key limits the search to one of them: %1</source>
        <translation>只计入名称、类别、分类、算子、模块或阶段含有该文本的区段。若只在其中一项中查找，请在文本前加上：%1</translation>
    </message>
    <message>
        <source>work of the selected steps</source>
        <translation>所选步的工作</translation>
    </message>
    <message>
        <source>Canceled</source>
        <translation>已取消</translation>
    </message>
</context>
<context>
    <name>kernline::ui::StatusLine</name>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Visible range</source>
        <translation>可见范围</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>Being written</source>
        <translation>正在写入</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stop writing; the file stays unchanged</source>
        <translation>停止写入；文件保持原样</translation>
    </message>
    <message>
        <source>%1 from %2</source>
        <translation>%1，起于 %2</translation>
    </message>
    <message>
        <source>Length and start of the visible time range</source>
        <translation>可见时间的长度，及其起点</translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation>正在写入 %1…</translation>
    </message>
    <message>
        <source>%1 data issues</source>
        <translation>%1 个数据问题</translation>
    </message>
    <message>
        <source>Parts of this trace were lost, repaired or may be wrong; figures may be inaccurate</source>
        <translation>此跟踪中有内容丢失、被修复或存疑：数据可能有误</translation>
    </message>
    <message>
        <source>Special features of this trace; no figure is affected</source>
        <translation>关于此跟踪的特别之处；数据不受影响</translation>
    </message>
    <message>
        <source>%1 data issue</source>
        <translation>%1 个数据问题</translation>
    </message>
    <message>
        <source>Step %1 (0 to %2) · %3</source>
        <translation>第 %1 步（0 到 %2）· %3</translation>
    </message>
    <message>
        <source>%1 · device busy %2 · %3</source>
        <translation>%1 · 设备繁忙 %2 · %3</translation>
    </message>
    <message>
        <source>%1 hint</source>
        <translation>%1 条提示</translation>
    </message>
    <message>
        <source>%1 hints</source>
        <translation>%1 条提示</translation>
    </message>
</context>
<context>
    <name>kernline::ui::StepChart</name>
    <message>
        <source>Breakdown of each step</source>
        <translation>每一步的时间分解</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Click to show the longest of them.</source>
        <translation>点击可查看其中最长的一步。</translation>
    </message>
    <message>
        <source>Click to show it on the timeline.</source>
        <translation>点击可在时间线上查看。</translation>
    </message>
    <message>
        <source>%1 on average</source>
        <translation>平均 %1</translation>
    </message>
</context>
<context>
    <name>kernline::ui::StepsController</name>
    <message>
        <source>No trace open</source>
        <translation>没有打开跟踪</translation>
    </message>
    <message>
        <source>Looking for steps…</source>
        <translation>正在查找步…</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Show no steps</source>
        <translation>不显示步</translation>
    </message>
</context>
<context>
    <name>kernline::ui::StepsTable</name>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>GPU time</source>
        <translation>GPU 时间</translation>
    </message>
    <message>
        <source>Time of the work launched in the step, whenever it ran</source>
        <translation>该步中启动的工作所用的时间，无论何时运行</translation>
    </message>
    <message>
        <source>Until the GPU has done the work of the step</source>
        <translation>直到 GPU 完成这一步的工作</translation>
    </message>
    <message>
        <source>Unprofiled</source>
        <translation>不用性能分析器</translation>
    </message>
    <message>
        <source>How long the step takes in a replay without the profiler</source>
        <translation>不用性能分析器重放时该步骤的时长</translation>
    </message>
</context>
<context>
    <name>kernline::ui::TablePane</name>
    <message>
        <source>Filter rows</source>
        <translation>筛选行</translation>
    </message>
    <message>
        <source>Rows to show</source>
        <translation>要显示的行</translation>
    </message>
    <message>
        <source>How names are shown</source>
        <translation>名称的显示方式</translation>
    </message>
    <message>
        <source>Short names</source>
        <translation>短名称</translation>
    </message>
    <message>
        <source>Full names</source>
        <translation>完整名称</translation>
    </message>
    <message>
        <source>As printed</source>
        <translation>按打印的</translation>
    </message>
    <message>
        <source>Copy the selected rows, or all, as tab-separated values</source>
        <translation>将所选行（或全部）复制为制表符分隔值</translation>
    </message>
    <message>
        <source>All rows</source>
        <translation>所有行</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>%1 of %2 rows</source>
        <translation>%1 / %2 行</translation>
    </message>
    <message>
        <source>No rows</source>
        <translation>没有行</translation>
    </message>
    <message>
        <source>No row matches the filter</source>
        <translation>没有符合筛选条件的行</translation>
    </message>
    <message>
        <source>%1 row</source>
        <translation>%1 行</translation>
    </message>
</context>
<context>
    <name>kernline::ui::TablesView</name>
    <message>
        <source>Profiler tables to compare; the first one ticked is the baseline</source>
        <translation>要比较的性能分析表格；首个勾选的为基线</translation>
    </message>
    <message>
        <source>Time to compare</source>
        <translation>要比较的时间</translation>
    </message>
    <message>
        <source>device time</source>
        <translation>设备时间</translation>
    </message>
    <message>
        <source>host time</source>
        <translation>主机时间</translation>
    </message>
    <message>
        <source>Rows of the compared tables</source>
        <translation>所比较表格的行</translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <translation>%1，第 %2 行</translation>
    </message>
    <message>
        <source>Tick a table</source>
        <translation>请勾选一个表格</translation>
    </message>
    <message>
        <source>All kinds</source>
        <translation>所有类型</translation>
    </message>
    <message>
        <source>time per launch</source>
        <translation>单次启动时间</translation>
    </message>
    <message>
        <source>Rows to compare: operators and their kernels have the same device time</source>
        <translation>要比较的行：算子与其核函数的设备时间相同</translation>
    </message>
</context>
<context>
    <name>kernline::ui::TimeScope</name>
    <message>
        <source>Whole trace</source>
        <translation>整个跟踪</translation>
    </message>
    <message>
        <source>Visible range</source>
        <translation>可见范围</translation>
    </message>
    <message>
        <source>Selected range</source>
        <translation>所选范围</translation>
    </message>
    <message>
        <source>Time range to count</source>
        <translation>要统计的时间范围</translation>
    </message>
    <message>
        <source>Time range to count. Drag on the ruler to select a range.</source>
        <translation>要统计的时间范围。在标尺上拖动可选择范围。</translation>
    </message>
    <message>
        <source>Loaded range</source>
        <translation>已读取部分</translation>
    </message>
</context>
<context>
    <name>kernline::ui::TimelineCanvas</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>正在加载…</translation>
    </message>
</context>
<context>
    <name>kernline::ui::TimelineController</name>
    <message>
        <source>No linked span in this file.</source>
        <translation>文件中没有此关联。</translation>
    </message>
</context>
<context>
    <name>kernline::ui::TimelineView</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Nothing selected.</source>
        <translation>未选择任何内容。</translation>
    </message>
</context>
<context>
    <name>kernline::ui::TimelinesPane</name>
    <message>
        <source>What counts as a step: detected automatically, or the spans with a name</source>
        <translation>什么算作一步：自动识别，或某个名称的区段</translation>
    </message>
    <message>
        <source>steps: detected</source>
        <translation>步：自动识别</translation>
    </message>
    <message>
        <source>How timelines are aligned</source>
        <translation>时间线的对齐方式</translation>
    </message>
    <message>
        <source>How timelines are scaled</source>
        <translation>时间线的缩放方式</translation>
    </message>
    <message>
        <source>same time scale</source>
        <translation>相同时间尺度</translation>
    </message>
    <message>
        <source>same step length</source>
        <translation>相同步长</translation>
    </message>
    <message>
        <source>Move together</source>
        <translation>一起移动</translation>
    </message>
    <message>
        <source>When off, each timeline moves alone. Turning it on again keeps their current alignment.</source>
        <translation>关闭后各时间线单独移动；重新开启时保持当时的对齐</translation>
    </message>
    <message>
        <source>First steps</source>
        <translation>最初几步</translation>
    </message>
    <message>
        <source>steps: %1</source>
        <translation>步：%1</translation>
    </message>
    <message>
        <source>aligned by steps</source>
        <translation>按步对齐</translation>
    </message>
    <message>
        <source>aligned by the first kernel</source>
        <translation>按首个核函数对齐</translation>
    </message>
    <message>
        <source>aligned by %1</source>
        <translation>按 %1 对齐</translation>
    </message>
</context>
<context>
    <name>kernline::ui::TraceNotes</name>
    <message>
        <source>Notes are not saved: the file with the earlier notes could not be read.</source>
        <translation>笔记未保存：无法读取存有旧笔记的文件。</translation>
    </message>
</context>
<context>
    <name>kernline::ui::TraceOrigins</name>
    <message>
        <source>%1 has no capture of a CUDA graph; record the step in which it is captured</source>
        <translation>%1 没有 CUDA 图的捕获；请记录进行捕获的那一步</translation>
    </message>
    <message>
        <source>%1: %2 of %3 replayed kernels and copies are matched to their capture</source>
        <translation>%1：%3 个重放的核函数和拷贝中有 %2 个已关联到其捕获</translation>
    </message>
</context>
<context>
    <name>kernline::ui::TraceTab</name>
    <message>
        <source>%2 · %1 rank</source>
        <translation>%2 · %1 个 rank</translation>
    </message>
    <message>
        <source>%2 · %1 ranks</source>
        <translation>%2 · %1 个 rank</translation>
    </message>
    <message>
        <source>%1 span</source>
        <translation>%1 个区段</translation>
    </message>
    <message>
        <source>%1 spans</source>
        <translation>%1 个区段</translation>
    </message>
    <message>
        <source>%1 track</source>
        <translation>%1 条轨道</translation>
    </message>
    <message>
        <source>%1 tracks</source>
        <translation>%1 条轨道</translation>
    </message>
</context>
<context>
    <name>kernline::ui::TracksModel</name>
    <message>
        <source>Pinned to the top</source>
        <translation>已固定到顶部</translation>
    </message>
    <message>
        <source>Not pinned</source>
        <translation>未固定</translation>
    </message>
    <message>
        <source>%1, hidden</source>
        <translation>%1，已隐藏</translation>
    </message>
    <message>
        <source>%1, pinned</source>
        <translation>%1，已固定</translation>
    </message>
    <message>
        <source>Track</source>
        <translation>轨道</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>固定</translation>
    </message>
</context>
<context>
    <name>kernline::ui::TracksPanel</name>
    <message>
        <source>Filter rows</source>
        <translation>筛选行</translation>
    </message>
    <message>
        <source>Filter tracks by text</source>
        <translation>按文本筛选行</translation>
    </message>
    <message>
        <source>Group rows by</source>
        <translation>行的分组方式</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Kind of track</source>
        <translation>轨道的种类</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Show all hidden and filtered tracks</source>
        <translation>显示所有被隐藏或筛除的行</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Clear pins, order, heights and hidden tracks</source>
        <translation>清除固定、顺序、高度和隐藏设置</translation>
    </message>
    <message>
        <source>Group b&amp;y</source>
        <translation>分组方式(&amp;Y)</translation>
    </message>
    <message>
        <source>Tracks of the timeline</source>
        <translation>时间线的行</translation>
    </message>
    <message>
        <source>&amp;Pin or unpin</source>
        <translation>固定或取消固定(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Hide</source>
        <translation>隐藏(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Show</source>
        <translation>显示(&amp;S)</translation>
    </message>
    <message>
        <source>Show &amp;only this group</source>
        <translation>仅显示该组(&amp;O)</translation>
    </message>
    <message>
        <source>Move &amp;up</source>
        <translation>上移(&amp;U)</translation>
    </message>
    <message>
        <source>Move &amp;down</source>
        <translation>下移(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Taller lanes</source>
        <translation>增加行高(&amp;T)</translation>
    </message>
    <message>
        <source>Shorter &amp;lanes</source>
        <translation>降低行高(&amp;L)</translation>
    </message>
    <message>
        <source>%1 of %2 tracks</source>
        <translation>%1 / %2 条轨道</translation>
    </message>
    <message>
        <source>%1 tracks</source>
        <translation>%1 条轨道</translation>
    </message>
</context>
<context>
    <name>kernline::ui::ValuesButton</name>
    <message>
        <source>%1: all %2</source>
        <translation>%1：全部 %2 个</translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <translation>%1：%3 个中的 %2 个</translation>
    </message>
    <message>
        <source>Values of %1 that are shown and compared</source>
        <translation>显示并比较的 %1 值</translation>
    </message>
    <message>
        <source>&amp;All values</source>
        <translation>全部值(&amp;A)</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… 另有 %1 个</translation>
    </message>
</context>
<context>
    <name>kernline::ui::VerdictHead</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>kernline::ui::ViewChoice</name>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Metric to compare</source>
        <translation>要比较的指标</translation>
    </message>
    <message>
        <source>with</source>
        <translation>并列</translation>
    </message>
    <message>
        <source>Metric of the second chart</source>
        <translation>第二个图表的指标</translation>
    </message>
    <message>
        <source>by</source>
        <translation>按</translation>
    </message>
    <message>
        <source>Horizontal axis</source>
        <translation>横轴</translation>
    </message>
    <message>
        <source>for each</source>
        <translation>每个</translation>
    </message>
    <message>
        <source>Lines and rows</source>
        <translation>线条和行</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>Baseline of the ratios</source>
        <translation>比值的基线</translation>
    </message>
    <message>
        <source>log x</source>
        <translation>x 轴对数</translation>
    </message>
    <message>
        <source>Logarithmic horizontal axis</source>
        <translation>横轴使用对数刻度</translation>
    </message>
    <message>
        <source>log y</source>
        <translation>y 轴对数</translation>
    </message>
    <message>
        <source>Logarithmic vertical axis</source>
        <translation>纵轴使用对数刻度</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>拟合</translation>
    </message>
    <message>
        <source>Show fitted lines: value ~ n^k</source>
        <translation>显示拟合线：值 ~ n^k</translation>
    </message>
    <message>
        <source>relative</source>
        <translation>相对</translation>
    </message>
    <message>
        <source>Show ratios to the baseline</source>
        <translation>显示相对于基线的比值</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Which values of the metric are better; its name does not say</source>
        <translation>该指标的哪些值更好；名称没有说明</translation>
    </message>
    <message>
        <source>better: not known</source>
        <translation>优劣：未知</translation>
    </message>
    <message>
        <source>less is better</source>
        <translation>越小越好</translation>
    </message>
    <message>
        <source>more is better</source>
        <translation>越大越好</translation>
    </message>
</context>
<context>
    <name>kernline::ui::WarpLanes</name>
    <message>
        <source>Phases of the warps of this block</source>
        <translation>此线程块中各 warp 的阶段</translation>
    </message>
    <message>
        <source>warp %1</source>
        <translation>warp %1</translation>
    </message>
</context>
<context>
    <name>kernline::ui::WaterfallView</name>
    <message>
        <source>Where the change in step time comes from</source>
        <translation>每步时间的变化来自何处</translation>
    </message>
    <message>
        <source>%1
%2 per step in the baseline, %3 in the other run</source>
        <translation>%1
基线每步 %2，另一个运行每步 %3</translation>
    </message>
    <message>
        <source>Step of the baseline</source>
        <translation>基线的一步</translation>
    </message>
    <message>
        <source>Step of the other run</source>
        <translation>另一个运行的一步</translation>
    </message>
    <message>
        <source>Max allocated, baseline</source>
        <translation>基线最多分配</translation>
    </message>
    <message>
        <source>%1
%2 at the peak of the baseline, %3 at the peak of the other run</source>
        <translation>%1
基线峰值时 %2，另一个运行峰值时 %3</translation>
    </message>
    <message>
        <source>Max allocated, other run</source>
        <translation>另一个运行最多分配</translation>
    </message>
    <message>
        <source>Max reserved, baseline</source>
        <translation>基线最多保留</translation>
    </message>
    <message>
        <source>Max reserved, other run</source>
        <translation>另一个运行最多保留</translation>
    </message>
    <message>
        <source>Click to show the longest of these gaps in each run.</source>
        <translation>点击以显示每个运行中最长的此类空隙。</translation>
    </message>
    <message>
        <source>Click to show it in the table and the timelines.</source>
        <translation>点击以在各行和时间线中显示。</translation>
    </message>
</context>
<context>
    <name>kernline::ui::WhatIfPanel</name>
    <message>
        <source>Changes</source>
        <translation>改动</translation>
    </message>
    <message>
        <source>Remove the scenario (Delete)</source>
        <translation>移除方案（Del 键）</translation>
    </message>
    <message>
        <source>Show the longest activity on the timeline (Enter)</source>
        <translation>在时间线上显示最长的一段（Enter）</translation>
    </message>
    <message>
        <source>Steps and their critical path</source>
        <translation>各步及其决定因素</translation>
    </message>
    <message>
        <source>The step without the profiler appears here once the whole file is loaded.</source>
        <translation>整个文件加载完毕后，此处显示不用性能分析器时的步。</translation>
    </message>
    <message>
        <source>%1 as recorded, about %2 without the profiler · %3</source>
        <translation>记录为 %1，不用性能分析器时约 %2 · %3</translation>
    </message>
    <message>
        <source>%1 step</source>
        <translation>%1 步</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 步</translation>
    </message>
    <message>
        <source>critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>SELECTOR=CHANGE, several behind ;
Selectors: kernel:, op:, family:, module:, phase:, collective, copy, sync, host:, launch, allocator, rank:, advice:
Changes: x0.5, 2ms, roofline, none, async, graph, fused, follow</source>
        <translation>选择器=改动，多个用 ; 分隔
选择器：kernel:、op:、family:、module:、phase:、collective、copy、sync、host:、launch、allocator、rank:、advice:
改动：x0.5、2ms、roofline、none、async、graph、fused、follow</translation>
    </message>
    <message>
        <source>Show this replay on the timeline, in place of what was recorded</source>
        <translation>在时间线上显示此重放，代替记录的内容</translation>
    </message>
    <message>
        <source>Mark the critical path on the timeline; N goes along it</source>
        <translation>在时间线上标记决定步长度的内容；N 沿其前进</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>By kind</source>
        <translation>按类型</translation>
    </message>
    <message>
        <source>By operator</source>
        <translation>按算子</translation>
    </message>
    <message>
        <source>By module</source>
        <translation>按模块</translation>
    </message>
    <message>
        <source>By phase</source>
        <translation>按阶段</translation>
    </message>
    <message>
        <source>By rank</source>
        <translation>按 rank</translation>
    </message>
    <message>
        <source>Group the critical path</source>
        <translation>关键路径的分组方式</translation>
    </message>
    <message>
        <source>launch=graph, family:GEMM=x0.5, copy:pageable=async…</source>
        <translation>launch=graph, family:GEMM=x0.5, copy:pageable=async…</translation>
    </message>
    <message>
        <source>Add a scenario with these changes, or keep that of the ticked rows (Enter)</source>
        <translation>以这些改动添加方案，或保留勾选各行的方案（Enter 键）</translation>
    </message>
    <message>
        <source>Save this replay as a Chrome trace</source>
        <translation>将此重放保存为 Chrome 跟踪</translation>
    </message>
    <message>
        <source>Show the &amp;longest activity</source>
        <translation>显示最长的活动(&amp;L)</translation>
    </message>
    <message>
        <source>Show the replay on the &amp;timeline</source>
        <translation>在时间线上显示重放(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Mark the critical path</source>
        <translation>标出关键路径(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Save the replay as a trace…</source>
        <translation>将重放另存为跟踪(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Remove the scenario</source>
        <translation>移除方案(&amp;R)</translation>
    </message>
</context>
<context>
    <name>kernline::ui::WorkPanel</name>
    <message>
        <source>How rows are grouped</source>
        <translation>行的分组方式</translation>
    </message>
    <message>
        <source>GPU whose peak rates are used</source>
        <translation>用哪个设备的上限作比较</translation>
    </message>
    <message>
        <source>GPU of the trace</source>
        <translation>跟踪的设备</translation>
    </message>
    <message>
        <source>Filter rows</source>
        <translation>筛选行</translation>
    </message>
    <message>
        <source>Show rows that contain this text. A key counts only matching kernels: phase:backward, module:Linear, op:aten::mm, family:GEMM, step:3</source>
        <translation>只显示文字中包含它的行。前面加上键时，只统计该键的工作：phase:backward、module:Linear、op:aten::mm、family:GEMM、step:3</translation>
    </message>
    <message>
        <source>Show the longest kernel of the row on the timeline (Enter)</source>
        <translation>在时间线上显示该行最长的核函数（Enter）</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>FLOPs and bytes appear here once the whole file is loaded.</source>
        <translation>文件全部加载后，此处显示 浮点运算数与字节数。</translation>
    </message>
    <message>
        <source>This file has no device work.</source>
        <translation>此文件没有设备工作。</translation>
    </message>
    <message>
        <source>No device work starts in this range.</source>
        <translation>此范围内没有设备工作开始。</translation>
    </message>
    <message>
        <source>No device work in this range fits the filter.</source>
        <translation>此范围内没有设备工作符合筛选条件。</translation>
    </message>
    <message>
        <source>No operator in this file has recorded input shapes, so FLOPs and bytes are unknown. torch.profiler records them with record_shapes=True.</source>
        <translation>此文件的算子都没有记录调用时的形状，因此 浮点运算数与字节数未知。torch.profiler 用 record_shapes=True 记录形状。</translation>
    </message>
    <message>
        <source>%1 row</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>No device work is launched in these steps.</source>
        <translation>这些步没有启动设备工作。</translation>
    </message>
    <message>
        <source>work of the selected steps</source>
        <translation>所选步的工作</translation>
    </message>
    <message>
        <source>work that starts in the selected %1</source>
        <translation>在所选 %1 内开始的工作</translation>
    </message>
</context>
<context>
    <name>kernline::ui::WorkSection</name>
    <message>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Not modeled</source>
        <translation>未建模</translation>
    </message>
    <message>
        <source>Modeled</source>
        <translation>已建模</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Share of its device work whose operators have a rule</source>
        <translation>其设备工作中算子有规则的部分所占比例</translation>
    </message>
    <message>
        <source>A kernel&apos;s share of its operator&apos;s work, by its share of the operator&apos;s kernel time</source>
        <translation>核函数在其算子工作量中的份额，按它在该算子核函数时间中的份额计算</translation>
    </message>
</context>
<context>
    <name>recorder</name>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Normalization</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>Elementwise</source>
        <translation>逐元素</translation>
    </message>
    <message>
        <source>Matrix multiplication</source>
        <translation>矩阵乘法</translation>
    </message>
    <message>
        <source>Quantization</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Linear attention</source>
        <translation>线性注意力</translation>
    </message>
    <message>
        <source>Read and write bandwidth of the device memory: the ceiling of every memory-bound kernel.</source>
        <translation>设备显存的读写带宽：所有受显存限制的核函数的上限。</translation>
    </message>
    <message>
        <source>Sum of an array in a single launch, at the read bandwidth of the memory.</source>
        <translation>一次启动求出整个数组的和，达到显存的读带宽。</translation>
    </message>
    <message>
        <source>Reads each row once, keeps it in registers for its max and sum, and writes it once.</source>
        <translation>每行只读一次，留在寄存器中求最大值与和，再写出一次。</translation>
    </message>
    <message>
        <source>Mean and variance of each row in one pass over memory and one reduction across the block.</source>
        <translation>每行的均值和方差只需读一遍显存，并在线程块内做一次归约。</translation>
    </message>
    <message>
        <source>The normalization of most language models: one reduction per row, memory-bound.</source>
        <translation>大多数语言模型所用的归一化：每行一次归约，只受显存限制。</translation>
    </message>
    <message>
        <source>The benefit of fusion: the sum with the residual needs no round trip to memory.</source>
        <translation>融合的收益：与残差的和无需往返显存。</translation>
    </message>
    <message>
        <source>The gate of a language model&apos;s MLP in one pass: two reads and one write per element.</source>
        <translation>语言模型 MLP 的门控一遍完成：每个元素两次读、一次写。</translation>
    </message>
    <message>
        <source>Rotates queries and keys by their positions, in place, with angles from a table.</source>
        <translation>按位置就地旋转查询和键，角度取自表格。</translation>
    </message>
    <message>
        <source>A whole optimizer step in one launch: 28 bytes moved per weight, almost no arithmetic.</source>
        <translation>一次启动完成整个优化器步骤：每个权重搬运 28 字节，几乎没有运算。</translation>
    </message>
    <message>
        <source>Matrix multiplication in FP32 without tensor cores: tiles in shared memory, sums in registers.</source>
        <translation>不用张量核心的 FP32 矩阵乘法：分块放在共享内存，累加放在寄存器。</translation>
    </message>
    <message>
        <source>The matrix multiplication that dominates most models: cuBLASLt, or a simple tiled kernel.</source>
        <translation>占模型大部分时间的矩阵乘法：cuBLASLt，或一个简单的分块核函数。</translation>
    </message>
    <message>
        <source>Dequantizes blocks of 64 4-bit weights to 16 bits, as QLoRA does before each multiplication.</source>
        <translation>把每 64 个 4 位权重组成的块反量化为 16 位，正如 QLoRA 在每次矩阵乘之前所做。</translation>
    </message>
    <message>
        <source>NF4 weights: dequantized and multiplied by cuBLASLt, or multiplied directly for few tokens.</source>
        <translation>NF4 权重：反量化后由 cuBLASLt 相乘；token 较少时则直接相乘。</translation>
    </message>
    <message>
        <source>Attention without fusion: six launches, and three round trips of the score matrix to memory.</source>
        <translation>未融合的注意力：六次启动，以及分数矩阵三次往返显存。</translation>
    </message>
    <message>
        <source>Attention without a stored score matrix: one compute-bound kernel on tensor cores.</source>
        <translation>不存分数矩阵的注意力：张量核心上的单个核函数，受算力限制。</translation>
    </message>
    <message>
        <source>Requests of different lengths on a paged KV cache, as in an inference server.</source>
        <translation>不同长度的请求访问分页 KV 缓存，正如推理服务器那样。</translation>
    </message>
    <message>
        <source>Requests of different lengths packed into one launch, without padding.</source>
        <translation>不同长度的请求打包在一次启动中，不做填充。</translation>
    </message>
    <message>
        <source>Attention without softmax: a state of fixed size instead of all keys, in chunks, memory-bound.</source>
        <translation>没有 softmax 的注意力：以固定大小的状态代替所有的键，分块计算，受限于显存带宽。</translation>
    </message>
    <message>
        <source>A state with decay and correction: triangular systems inverted first, latency-bound in many small steps.</source>
        <translation>带衰减与修正的状态：提前求出三角方程组的逆，受限于许多小步骤的延迟。</translation>
    </message>
    <message>
        <source>A sequence split over GPUs: keys and values rotate while each GPU computes on its current block.</source>
        <translation>一个序列分布在多个 GPU 上：键和值轮流传递，各 GPU 同时用当前的块计算。</translation>
    </message>
    <message>
        <source>Copy size</source>
        <translation>拷贝的大小</translation>
    </message>
    <message>
        <source>Number of elements</source>
        <translation>元素数</translation>
    </message>
    <message>
        <source>Element type in memory; accumulation in FP32</source>
        <translation>元素在显存中的类型；累加用 FP32</translation>
    </message>
    <message>
        <source>Number of rows, e.g. tokens</source>
        <translation>行数，例如 token 数</translation>
    </message>
    <message>
        <source>Row length, e.g. the hidden size</source>
        <translation>一行的长度，例如隐藏层大小</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>token 数</translation>
    </message>
    <message>
        <source>Gate width</source>
        <translation>门控的宽度</translation>
    </message>
    <message>
        <source>Number of tokens, at positions 0, 1, 2, …</source>
        <translation>token 数，位置为 0、1、2……</translation>
    </message>
    <message>
        <source>Query heads</source>
        <translation>查询的头数</translation>
    </message>
    <message>
        <source>Key heads</source>
        <translation>键的头数</translation>
    </message>
    <message>
        <source>Head dimension</source>
        <translation>每个头的维度</translation>
    </message>
    <message>
        <source>Number of weights</source>
        <translation>模型的权重数</translation>
    </message>
    <message>
        <source>Gradient type; weights and moments are in FP32</source>
        <translation>梯度的类型；权重和动量为 FP32</translation>
    </message>
    <message>
        <source>Rows of A and C</source>
        <translation>A 和 C 的行数</translation>
    </message>
    <message>
        <source>Columns of B and C</source>
        <translation>B 和 C 的列数</translation>
    </message>
    <message>
        <source>Columns of A, rows of B</source>
        <translation>A 的列数、B 的行数</translation>
    </message>
    <message>
        <source>Simple tiled kernel, cuBLASLt, or cuBLASLt with TF32 on tensor cores</source>
        <translation>简单的分块核函数、cuBLASLt，或以 TF32 用张量核心的 cuBLASLt</translation>
    </message>
    <message>
        <source>cuBLASLt or a simple tiled kernel</source>
        <translation>cuBLASLt，或简单的分块核函数</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重数</translation>
    </message>
    <message>
        <source>Output type</source>
        <translation>输出的类型</translation>
    </message>
    <message>
        <source>Rows of the input</source>
        <translation>输入的行数</translation>
    </message>
    <message>
        <source>Input length</source>
        <translation>输入的长度</translation>
    </message>
    <message>
        <source>Output length</source>
        <translation>输出的长度</translation>
    </message>
    <message>
        <source>Input and output type</source>
        <translation>输入和输出的类型</translation>
    </message>
    <message>
        <source>Dequantize the weights first, as bitsandbytes does for many tokens, or in the kernel</source>
        <translation>先反量化权重（如 bitsandbytes 在 token 多时所做），或在核函数中反量化</translation>
    </message>
    <message>
        <source>Sequences</source>
        <translation>序列数</translation>
    </message>
    <message>
        <source>Query heads per sequence</source>
        <translation>每个序列中查询的头数</translation>
    </message>
    <message>
        <source>Key and value heads; heads must be a multiple of this</source>
        <translation>键和值的头数；heads 是它的倍数</translation>
    </message>
    <message>
        <source>Length of each sequence</source>
        <translation>每个序列的长度</translation>
    </message>
    <message>
        <source>Causal: a token attends only to itself and earlier tokens</source>
        <translation>因果：token 只关注自己和之前的 token</translation>
    </message>
    <message>
        <source>Element type; accumulation in FP32</source>
        <translation>元素的类型；累加用 FP32</translation>
    </message>
    <message>
        <source>Warpgroup MMA of Hopper, MMA of Ampere and later, or the best available</source>
        <translation>Hopper 的 warpgroup MMA、Ampere 及更新架构的 MMA，或可用的最佳者</translation>
    </message>
    <message>
        <source>Requests; their lengths range from a quarter of seq_len to seq_len</source>
        <translation>请求数；长度从 seq_len 的四分之一到 seq_len</translation>
    </message>
    <message>
        <source>New tokens of the longest request</source>
        <translation>最长请求的新 token 数</translation>
    </message>
    <message>
        <source>Tokens already in the cache</source>
        <translation>在此之前缓存中已有的 token 数</translation>
    </message>
    <message>
        <source>Tokens per cache page</source>
        <translation>缓存每页的 token 数</translation>
    </message>
    <message>
        <source>Heads per sequence, each of dimension 64</source>
        <translation>每个序列的头数，每头维度 64</translation>
    </message>
    <message>
        <source>Element type; the state is in FP32</source>
        <translation>元素的类型；状态用 FP32</translation>
    </message>
    <message>
        <source>Number of GPUs, starting with GPU 0</source>
        <translation>GPU 数，从 GPU 0 开始</translation>
    </message>
    <message>
        <source>Key and value heads</source>
        <translation>键和值的头数</translation>
    </message>
    <message>
        <source>Length of the whole sequence</source>
        <translation>整个序列的长度</translation>
    </message>
    <message>
        <source>Zigzag balances the work of all GPUs when causal</source>
        <translation>因果时，Zigzag 使各 GPU 的工作量均衡</translation>
    </message>
    <message>
        <source>elements</source>
        <translation>个元素</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>个 token</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>个头</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>个权重</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>sequences</source>
        <translation>个序列</translation>
    </message>
    <message>
        <source>requests</source>
        <translation>个请求</translation>
    </message>
    <message>
        <source>fits the L2 cache</source>
        <translation>放得进 L2 缓存</translation>
    </message>
    <message>
        <source>driver</source>
        <translation>驱动</translation>
    </message>
    <message>
        <source>toolkit</source>
        <translation>工具包</translation>
    </message>
    <message>
        <source>recording</source>
        <translation>录制</translation>
    </message>
    <message>
        <source>GPU support</source>
        <translation>GPU 支持</translation>
    </message>
    <message>
        <source>other profiler</source>
        <translation>其他性能分析器</translation>
    </message>
    <message>
        <source>permissions</source>
        <translation>权限</translation>
    </message>
    <message>
        <source>installation</source>
        <translation>安装</translation>
    </message>
    <message>
        <source>NVIDIA driver found</source>
        <translation>NVIDIA 驱动已安装</translation>
    </message>
    <message>
        <source>install the NVIDIA driver (package nvidia-driver), then reboot</source>
        <translation>安装 NVIDIA 驱动（软件包 nvidia-driver），然后重启</translation>
    </message>
    <message>
        <source>start the container with GPU access: docker run --gpus all, with the NVIDIA Container Toolkit on the host</source>
        <translation>启动容器时启用 GPU：docker run --gpus all，主机上需有 NVIDIA Container Toolkit</translation>
    </message>
    <message>
        <source>install the NVIDIA driver on Windows, not in WSL, then restart WSL</source>
        <translation>在 Windows（而不是 WSL）中安装 NVIDIA 驱动，然后重启 WSL</translation>
    </message>
    <message>
        <source>the kernel module is loaded, but libcuda.so.1 is not installed: install package libcuda1</source>
        <translation>内核模块已加载，但没有安装 libcuda.so.1：请安装软件包 libcuda1</translation>
    </message>
    <message>
        <source>no NVIDIA driver: libcuda.so.1 not found</source>
        <translation>没有 NVIDIA 驱动：找不到 libcuda.so.1</translation>
    </message>
    <message>
        <source>the container has no /dev/nvidia* files</source>
        <translation>容器中没有 /dev/nvidia* 文件</translation>
    </message>
    <message>
        <source>start the container with GPU access: docker run --gpus all, or --device nvidia.com/gpu=all</source>
        <translation>启动容器时启用 GPU：docker run --gpus all，或 --device nvidia.com/gpu=all</translation>
    </message>
    <message>
        <source>no /dev/nvidia* files</source>
        <translation>没有 /dev/nvidia* 文件</translation>
    </message>
    <message>
        <source>load the kernel module of the driver (modprobe nvidia), or check with lspci for an NVIDIA GPU</source>
        <translation>加载驱动的内核模块（modprobe nvidia），或用 lspci 查看是否有 NVIDIA GPU</translation>
    </message>
    <message>
        <source>no permission to open /dev/nvidia*</source>
        <translation>此用户无权打开 /dev/nvidia*</translation>
    </message>
    <message>
        <source>add the user to the group that owns these files</source>
        <translation>把用户加入拥有这些文件的组</translation>
    </message>
    <message>
        <source>the driver reports no GPU</source>
        <translation>驱动没有显示任何 GPU</translation>
    </message>
    <message>
        <source>check CUDA_VISIBLE_DEVICES and the output of nvidia-smi</source>
        <translation>查看 CUDA_VISIBLE_DEVICES 以及 nvidia-smi 的输出</translation>
    </message>
    <message>
        <source>CUPTI not found</source>
        <translation>找不到 CUPTI</translation>
    </message>
    <message>
        <source>install the cuda-cupti package of the CUDA toolkit, or set KERNLINE_CUPTI to the path of libcupti.so</source>
        <translation>安装 CUDA 工具包的 cuda-cupti 软件包，或将 KERNLINE_CUPTI 设为 libcupti.so 的路径</translation>
    </message>
    <message>
        <source>install a newer driver, or set KERNLINE_CUPTI to the path of an older libcupti.so</source>
        <translation>安装更新的驱动，或将 KERNLINE_CUPTI 设为较旧的 libcupti.so 的路径</translation>
    </message>
    <message>
        <source>another profiler or debugger is using CUPTI in this process</source>
        <translation>另一个性能分析器或调试器已在此进程中占用 CUPTI</translation>
    </message>
    <message>
        <source>run without Nsight, cuda-gdb or compute-sanitizer: CUPTI supports one client at a time</source>
        <translation>不要同时使用 Nsight、cuda-gdb 或 compute-sanitizer：CUPTI 同时只支持一个客户端</translation>
    </message>
    <message>
        <source>check whether the GPU is virtual (vGPU profiling must be enabled), in confidential mode, or too old for this CUPTI</source>
        <translation>检查 GPU 是否为虚拟 GPU（须启用 vGPU profiling）、处于机密模式，或对此 CUPTI 来说太旧</translation>
    </message>
    <message>
        <source>CUPTI works</source>
        <translation>CUPTI 可用</translation>
    </message>
    <message>
        <source>record on another GPU, or set KERNLINE_CUPTI to the CUPTI of a toolkit that supports this GPU</source>
        <translation>换一个 GPU 录制，或将 KERNLINE_CUPTI 设为支持此 GPU 的工具包的 CUPTI</translation>
    </message>
    <message>
        <source>unset CUDA_INJECTION64_PATH and NVTX_INJECTION64_PATH</source>
        <translation>取消设置 CUDA_INJECTION64_PATH 和 NVTX_INJECTION64_PATH</translation>
    </message>
    <message>
        <source>timelines can be recorded; SM count and bandwidth are those of the instance</source>
        <translation>可以录制时间线；SM 数量和带宽是该实例的</translation>
    </message>
    <message>
        <source>GPU performance counters require administrator rights (ERR_NVGPUCTRPERM); timelines do not</source>
        <translation>使用 GPU 性能计数器需要管理员权限（ERR_NVGPUCTRPERM）；时间线不需要</translation>
    </message>
    <message>
        <source>no action needed for timelines; record --counters and Nsight Compute need root or the driver option NVreg_RestrictProfilingToAdminUsers=0</source>
        <translation>录制时间线无需处理；record --counters 和 Nsight Compute 需要 root 权限或驱动选项 NVreg_RestrictProfilingToAdminUsers=0</translation>
    </message>
    <message>
        <source>libkernline-inject.so not found next to kernline-recorder</source>
        <translation>kernline-recorder 旁边找不到 libkernline-inject.so</translation>
    </message>
    <message>
        <source>reinstall Kernline</source>
        <translation>重新安装 Kernline</translation>
    </message>
    <message>
        <source>NVIDIA driver %1</source>
        <translation>NVIDIA 驱动 %1</translation>
    </message>
    <message>
        <source>cannot use the driver: %1</source>
        <translation>驱动无法使用：%1</translation>
    </message>
    <message>
        <source>CUPTI is from CUDA %1, but the driver supports at most CUDA %2</source>
        <translation>CUPTI 属于 CUDA %1，而驱动最高只支持 CUDA %2</translation>
    </message>
    <message>
        <source>version %1 at %2</source>
        <translation>版本 %1，位于 %2</translation>
    </message>
    <message>
        <source>CUPTI cannot start: %1</source>
        <translation>CUPTI 无法启动：%1</translation>
    </message>
    <message>
        <source>CUPTI cannot record %1</source>
        <translation>CUPTI 无法录制 %1</translation>
    </message>
    <message>
        <source>another profiler is set to be loaded into programs: %1</source>
        <translation>另有性能分析器将被加载到程序中：%1</translation>
    </message>
    <message>
        <source>%1 is a MIG instance</source>
        <translation>%1 是 MIG 实例</translation>
    </message>
    <message>
        <source>built with CUDA %1</source>
        <translation>用 CUDA %1 构建</translation>
    </message>
</context>
</TS>
