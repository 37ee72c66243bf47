<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>omegascope</name>
    <message>
        <source>  (last time %1)</source>
        <translation>（上次 %1）</translation>
    </message>
    <message>
        <source>  ✓ right</source>
        <translation>  ✓ 正确</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source> (mse %1)</source>
        <translation>（mse %1）</translation>
    </message>
    <message>
        <source> (paper)</source>
        <translation>（论文）</translation>
    </message>
    <message>
        <source> and </source>
        <translation> 且 </translation>
    </message>
    <message>
        <source> mm</source>
        <translation> 毫米</translation>
    </message>
    <message>
        <source> ms</source>
        <translation> 毫秒</translation>
    </message>
    <message>
        <source> or </source>
        <translation> 或 </translation>
    </message>
    <message>
        <source> pt</source>
        <translation> pt</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source> · yours</source>
        <translation> · 自己的</translation>
    </message>
    <message>
        <source>%1
k = %2</source>
        <translation>%1
k = %2</translation>
    </message>
    <message>
        <source>%1
q = %2
Drag it to move its target.</source>
        <translation>%1
q = %2
拖动可移动它的目标分布。</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 % of variance</source>
        <translation>方差的 %1 %</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 %2, %3, all shares at the ω of sample %4: %5</source>
        <translation>%1 %2，%3，样本 %4 的 ω 处的所有份额：%5</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 (character %2 of “%3”)</source>
        <translation>%1（“%3”的第 %2 个字符）</translation>
    </message>
    <message>
        <source>%1 (error %2)</source>
        <translation>%1（误差 %2）</translation>
    </message>
    <message>
        <source>%1 (its heaviest)</source>
        <translation>%1（权重最大）</translation>
    </message>
    <message>
        <source>%1 already belongs to “%2”; choose other keys, or change those first.</source>
        <translation>%1 已属于“%2”；请选别的键，或先改那一个。</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 和 %2</translation>
    </message>
    <message>
        <source>%1 as a table</source>
        <translation>%1 的表格</translation>
    </message>
    <message>
        <source>%1 came with the program and was trained elsewhere: a run with its options made here has a command.</source>
        <translation>%1 随程序附带，是在别处训练的：用它的选项在这里再训练一次，就有命令。</translation>
    </message>
    <message>
        <source>%1 cannot be moved to %2.</source>
        <translation>%1 不能移到 %2。</translation>
    </message>
    <message>
        <source>%1 cannot be read.</source>
        <translation>%1 无法读取。</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>%1 无法读取：%2</translation>
    </message>
    <message>
        <source>%1 cannot be renamed to %2.</source>
        <translation>%1 不能改名为 %2。</translation>
    </message>
    <message>
        <source>%1 draws for τ = %2</source>
        <translation>%1 按 τ = %2 抽取</translation>
    </message>
    <message>
        <source>%1 examples by class</source>
        <translation>%1 个样例，按类别</translation>
    </message>
    <message>
        <source>%1 exported to %2</source>
        <translation>%1 已导出到 %2</translation>
    </message>
    <message>
        <source>%1 from %2 to %3</source>
        <translation>%1：从 %2 到 %3</translation>
    </message>
    <message>
        <source>%1 has %2 rows, too many to copy: Export writes them to a file.</source>
        <translation>%1 有 %2 行，太多，无法复制：导出可把它们写入文件。</translation>
    </message>
    <message>
        <source>%1 has no number of samples to vary.</source>
        <translation>%1 没有可以改变的样本数。</translation>
    </message>
    <message>
        <source>%1 has too many samples to show their weights: %2 for each query.</source>
        <translation>%1 的样本太多，无法显示其权重：每个查询 %2 个。</translation>
    </message>
    <message>
        <source>%1 holds these arrays. The three below are a guess from their names and shapes; correct it where it is wrong. One array for all three is read as its thirds (a first axis of 3, or side by side on the last).</source>
        <translation>%1 中有这些数组。下面三个是按名字和形状猜的；不对就改。三者都选同一个数组时，按三等分来读（第一维为 3，或沿最后一维并排）。</translation>
    </message>
    <message>
        <source>%1 is %2 from the truth</source>
        <translation>%1 离真值 %2</translation>
    </message>
    <message>
        <source>%1 is not read yet.</source>
        <translation>%1 还没有读入。</translation>
    </message>
    <message>
        <source>%1 is paused</source>
        <translation>%1 已暂停</translation>
    </message>
    <message>
        <source>%1 is running</source>
        <translation>%1 正在运行</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>还剩 %1</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 minutes in class. &lt;a href="app:lesson/%2"&gt;Open the lesson&lt;/a&gt;</source>
        <translation>课堂上 %1 分钟。&lt;a href="app:lesson/%2"&gt;打开课程&lt;/a&gt;</translation>
    </message>
    <message>
        <source>%1 most at %2, %3</source>
        <translation>%1 在%2 处最大，%3</translation>
    </message>
    <message>
        <source>%1 needs a value; it stays %2.</source>
        <translation>%1 需要一个值；保持为 %2。</translation>
    </message>
    <message>
        <source>%1 of %2 examples are taken for what they are</source>
        <translation>%2 个样例中有 %1 个判断正确</translation>
    </message>
    <message>
        <source>%1 of %2 panels exported to %3. Left out, since they have no room at that size or nothing for such a file now: %4</source>
        <translation>%2 个面板中的 %1 个已导出到 %3。未导出（该尺寸下放不下，或目前没有可写入此类文件的内容）：%4</translation>
    </message>
    <message>
        <source>%1 of %2 queries</source>
        <translation>%2 个查询中的 %1 个</translation>
    </message>
    <message>
        <source>%1 of %2 rows</source>
        <translation>%2 行中的 %1 行</translation>
    </message>
    <message>
        <source>%1 of %2 rows are measured, and a command measures all: let the study go on to its end.</source>
        <translation>%2 行中测了 %1 行，而命令会测全部：请让实验做到底。</translation>
    </message>
    <message>
        <source>%1 of %2 rows per cell</source>
        <translation>每格 %2 行中的 %1 行</translation>
    </message>
    <message>
        <source>%1 of %2 samples</source>
        <translation>%2 个样本中的 %1 个</translation>
    </message>
    <message>
        <source>%1 of %2 → %3</source>
        <translation>%1，共 %2 → %3</translation>
    </message>
    <message>
        <source>%1 of %n head(s)</source>
        <translation>%n 个头中的 %1 个</translation>
    </message>
    <message>
        <source>%1 of %n head(s) …</source>
        <translation>%n 个头中的 %1 个…</translation>
    </message>
    <message>
        <source>%1 of the figure</source>
        <translation>图组：%1</translation>
    </message>
    <message>
        <source>%1 of the weight of %2</source>
        <translation>%2 的权重的 %1</translation>
    </message>
    <message>
        <source>%1 of the workload</source>
        <translation>输入序列的 %1</translation>
    </message>
    <message>
        <source>%1 of them have no estimate: all their weights are 0.</source>
        <translation>其中 %1 次没有估计值：权重全为 0。</translation>
    </message>
    <message>
        <source>%1 of them have no estimate: it is too large for a number.</source>
        <translation>其中 %1 次没有估计：它太大，没有数能表示。</translation>
    </message>
    <message>
        <source>%1 of them have no estimate: the best β is not known here.</source>
        <translation>其中 %1 次没有估计：这里的最佳 β 未知。</translation>
    </message>
    <message>
        <source>%1 of them make %2 % of mse, which may be larger than ± says</source>
        <translation>其中 %1 个占均方误差的 %2 %，均方误差可能比 ± 所示的更大</translation>
    </message>
    <message>
        <source>%1 over %2</source>
        <translation>%1 除以 %2</translation>
    </message>
    <message>
        <source>%1 pooled (mean)</source>
        <translation>%1 合并（均值）</translation>
    </message>
    <message>
        <source>%1 printed</source>
        <translation>%1 已打印</translation>
    </message>
    <message>
        <source>%1 replicates; each evaluates p %n time(s).</source>
        <translation>%1 次重复；每次要计算 p %n 次。</translation>
    </message>
    <message>
        <source>%1 rounded down</source>
        <translation>%1 向下取整</translation>
    </message>
    <message>
        <source>%1 rounded up</source>
        <translation>%1 向上取整</translation>
    </message>
    <message>
        <source>%1 shows and runs them; %2 says what may stand in one.</source>
        <translation>%1 显示并运行它们；%2 说明一个实验里可以写什么。</translation>
    </message>
    <message>
        <source>%1 shows no numbers now that a command could make.</source>
        <translation>%1 现在没有显示命令能算出的数。</translation>
    </message>
    <message>
        <source>%1 stands at step %2 of %3, and a command trains to the end: let it go on, then both are the same.</source>
        <translation>%1 停在第 %2 步，共 %3 步，而命令会训练到底：请让它做下去，之后两者相同。</translation>
    </message>
    <message>
        <source>%1 steps/s</source>
        <translation>每秒 %1 步</translation>
    </message>
    <message>
        <source>%1 takes keys and does not tell what each of them weighs.</source>
        <translation>%1 取的是键，不给出每个键的权重。</translation>
    </message>
    <message>
        <source>%1 takes keys, not ω: it has no samples here</source>
        <translation>%1 取的是键而不是 ω：它在这里没有样本</translation>
    </message>
    <message>
        <source>%1 takes one value, no list; it stays %2.</source>
        <translation>%1 只取一个值，不取列表；保持为 %2。</translation>
    </message>
    <message>
        <source>%1 too little</source>
        <translation>少了 %1</translation>
    </message>
    <message>
        <source>%1 too much</source>
        <translation>多了 %1</translation>
    </message>
    <message>
        <source>%1 too much: shares below the clamp were raised to it</source>
        <translation>多了 %1：低于截断值的份额被抬到截断值</translation>
    </message>
    <message>
        <source>%1 truth (%3), %2</source>
        <translation>%1 真值（%3），%2</translation>
    </message>
    <message>
        <source>%1 truths (%3), %2</source>
        <translation>%1 真值（%3），%2</translation>
    </message>
    <message>
        <source>%1 was deleted. %2</source>
        <translation>%1 已删除。%2</translation>
    </message>
    <message>
        <source>%1 with %2 samples</source>
        <translation>%1，%2 个样本</translation>
    </message>
    <message>
        <source>%1 with %2 samples and %3 proposals</source>
        <translation>%1，%2 个样本和 %3 个提议分布</translation>
    </message>
    <message>
        <source>%1 would take too long on this sequence, or allows none of the numbers.</source>
        <translation>%1 在这个序列上会太慢，或者不适合任何一个样本数。</translation>
    </message>
    <message>
        <source>%1 ± %2 %</source>
        <translation>%1 ± %2 %</translation>
    </message>
    <message>
        <source>%1 ± %2 (95 %)</source>
        <translation>%1 ± %2（95 %）</translation>
    </message>
    <message>
        <source>%1 ± %2 (se)</source>
        <translation>%1 ± %2（标准误）</translation>
    </message>
    <message>
        <source>%1 · step %2 of %3</source>
        <translation>%1 · 第 %2 步，共 %3 步</translation>
    </message>
    <message>
        <source>%1 × %2 mm</source>
        <translation>%1 × %2 毫米</translation>
    </message>
    <message>
        <source>%1 × %2 pixels</source>
        <translation>%1 × %2 像素</translation>
    </message>
    <message>
        <source>%1 – Manual of Omegascope</source>
        <translation>%1 – Omegascope 手册</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, %2 (auto)</source>
        <translation>%1，%2（自动）</translation>
    </message>
    <message>
        <source>%1, %2 of %3 points</source>
        <translation>%1，%3 个点中的 %2 个</translation>
    </message>
    <message>
        <source>%1, %2 samples, seed %3, draw %4</source>
        <translation>%1，%2 个样本，种子 %3，第 %4 次抽取</translation>
    </message>
    <message>
        <source>%1, %2: %3 % of the weight of %4</source>
        <translation>%1，%2：占%4 的权重的 %3 %</translation>
    </message>
    <message>
        <source>%1, N = %2: %3</source>
        <translation>%1，N = %2：%3</translation>
    </message>
    <message>
        <source>%1, S = %2: %3 %4</source>
        <translation>%1，S = %2：%3 %4</translation>
    </message>
    <message>
        <source>%1, mse %2</source>
        <translation>%1，mse %2</translation>
    </message>
    <message>
        <source>%1, not measured</source>
        <translation>%1，未测量</translation>
    </message>
    <message>
        <source>%1, pinned query %2: ESS %3</source>
        <translation>%1，固定的查询 %2：ESS %3</translation>
    </message>
    <message>
        <source>%1, proposal %2
μ = %3
Drag it to sample elsewhere.</source>
        <translation>%1，提议分布 %2
μ = %3
拖动可改在别处抽样。</translation>
    </message>
    <message>
        <source>%1, query %2: %3, %n group(s)</source>
        <translation>%1，查询 %2：%3，%n 个组</translation>
    </message>
    <message>
        <source>%1, sample %2</source>
        <translation>%1，样本 %2</translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <translation>%1，第 %2 步</translation>
    </message>
    <message>
        <source>%1, the first of %2</source>
        <translation>%1（共 %2 个，只取第一个）</translation>
    </message>
    <message>
        <source>%1, the largest is %2 % (sample %3)</source>
        <translation>%1，最大的为 %2 %（样本 %3）</translation>
    </message>
    <message>
        <source>%1, the mean of its draws %2</source>
        <translation>%1，其各次抽取的均值离真值 %2</translation>
    </message>
    <message>
        <source>%1, validation after step %2</source>
        <translation>%1，第 %2 步之后的验证</translation>
    </message>
    <message>
        <source>%1, τ = %2</source>
        <translation>%1，τ = %2</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>%1. The last sound version is shown.</source>
        <translation>%1。现在显示的是上一个正确的版本。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: %2 %</source>
        <translation>%1：%2 %</translation>
    </message>
    <message>
        <source>%1: %2 attends most to %3, %4</source>
        <translation>%1：%2 最注意%3，%4</translation>
    </message>
    <message>
        <source>%1: %2 is farthest off at %3, %4</source>
        <translation>%1：%2 在%3 处误差最大，%4</translation>
    </message>
    <message>
        <source>%1: %2 of %3 samples, %4 % of the weight</source>
        <translation>%1：%3 个样本中的 %2 个，占权重的 %4 %</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>%1: %n row(s) copied</source>
        <translation>%1：已复制 %n 行</translation>
    </message>
    <message>
        <source>%1: ESS %2 of %3</source>
        <translation>%1：ESS %2，共 %3</translation>
    </message>
    <message>
        <source>%1: N(%2, %3²); drag it to move it, the wheel changes its width</source>
        <translation>%1：N(%2, %3²)；拖动可移动，滚轮改变宽度</translation>
    </message>
    <message>
        <source>%1: N(%2, %3²); drag its shoulder to make it wide or narrow</source>
        <translation>%1：N(%2, %3²)；拖动肩部使它变宽或变窄</translation>
    </message>
    <message>
        <source>%1: N(0, I)</source>
        <translation>%1：N(0, I)</translation>
    </message>
    <message>
        <source>%1: N(0, Σ)</source>
        <translation>%1：N(0, Σ)</translation>
    </message>
    <message>
        <source>%1: a line of its text begins with %2, which is no text in a lesson's file; put a word before it</source>
        <translation>%1：它的文字有一行以 %2 开头，在课程文件里这不是文字；请在前面加一个词</translation>
    </message>
    <message>
        <source>%1: command copied</source>
        <translation>%1：命令已复制</translation>
    </message>
    <message>
        <source>%1: drawn keys</source>
        <translation>%1：抽到的键</translation>
    </message>
    <message>
        <source>%1: estimate %2, ESS %3 of %4</source>
        <translation>%1：估计 %2，ESS %3，共 %4 个样本</translation>
    </message>
    <message>
        <source>%1: image copied</source>
        <translation>%1：图片已复制</translation>
    </message>
    <message>
        <source>%1: no query is chosen</source>
        <translation>%1：没有选中查询</translation>
    </message>
    <message>
        <source>%1: no time is known before the first validation</source>
        <translation>%1：第一次验证之前不知道时间</translation>
    </message>
    <message>
        <source>%1: nothing is computed yet</source>
        <translation>%1：还没有算出结果</translation>
    </message>
    <message>
        <source>%1: proposals</source>
        <translation>%1：提议分布</translation>
    </message>
    <message>
        <source>%1: samples</source>
        <translation>%1：样本</translation>
    </message>
    <message>
        <source>%1: there is a reply to answer %2, but no such answer; write it, or clear the reply</source>
        <translation>%1：有对答案 %2 的回应，却没有这个答案；请写上答案，或清空回应</translation>
    </message>
    <message>
        <source>%1: ŷ = %2</source>
        <translation>%1：ŷ = %2</translation>
    </message>
    <message>
        <source>%1: π %2</source>
        <translation>%1：π %2</translation>
    </message>
    <message>
        <source>%1:1 pooled (mean) along %2</source>
        <translation>沿%2按 %1:1 合并（均值）</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>%1; %2 has %3</source>
        <translation>%1；%2 为 %3</translation>
    </message>
    <message>
        <source>%1; layer %2, head %3, example %4, step %5</source>
        <translation>%1；第 %2 层，第 %3 头，样例 %4，第 %5 步</translation>
    </message>
    <message>
        <source>%1; no ± since one draw makes much of the scatter within a seed</source>
        <translation>%1；没有 ±，因为一次抽取占了一个种子内离散程度的很大一部分</translation>
    </message>
    <message>
        <source>%1; size %2, %3 of %4 rows</source>
        <translation>%1；规模 %2，%4 行中的 %3 行</translation>
    </message>
    <message>
        <source>%1; size %2, measured elsewhere (%3)</source>
        <translation>%1；规模 %2，在别处测得（%3）</translation>
    </message>
    <message>
        <source>%1[*] — Omegascope</source>
        <translation>%1[*] — Omegascope</translation>
    </message>
    <message>
        <source>%1×%2 patches</source>
        <translation>%1×%2 个图块</translation>
    </message>
    <message>
        <source>%1×%2 patches; framed: %3</source>
        <translation>%1×%2 个图块；加框的是：%3</translation>
    </message>
    <message>
        <source>%n card(s)</source>
        <translation>%n 张卡片</translation>
    </message>
    <message>
        <source>%n could not be measured</source>
        <translation>%n 个不能测量</translation>
    </message>
    <message>
        <source>%n denominator(s) kept away from 0</source>
        <translation>%n 个分母被抬离 0</translation>
    </message>
    <message>
        <source>%n denominator(s) ≤ 0, kept</source>
        <translation>%n 个分母 ≤ 0，保留</translation>
    </message>
    <message>
        <source>%n draw(s) each, of seed 0</source>
        <translation>每点 %n 次抽取，种子为 0</translation>
    </message>
    <message>
        <source>%n draw(s): mean, two standard deviations</source>
        <translation>%n 次抽取：均值、两个标准差</translation>
    </message>
    <message>
        <source>%n estimator(s) left out, point here for the reason</source>
        <translation>略去了 %n 个估计量，指向这里看原因</translation>
    </message>
    <message>
        <source>%n group(s) at their best coefficients: J = %1</source>
        <translation>%n 个组取最优系数：J = %1</translation>
    </message>
    <message>
        <source>%n head(s)</source>
        <translation>%n 个头</translation>
    </message>
    <message>
        <source>%n key(s) exact</source>
        <translation>%n 个键精确计算</translation>
    </message>
    <message>
        <source>%n more option(s)</source>
        <translation>还有 %n 个选项</translation>
    </message>
    <message>
        <source>%n place(s)</source>
        <translation>%n 处</translation>
    </message>
    <message>
        <source>%n point(s) measured</source>
        <translation>测了 %n 个点</translation>
    </message>
    <message>
        <source>%n row(s)</source>
        <translation>%n 行</translation>
    </message>
    <message>
        <source>%n row(s) (points: %1, seeds: %2), about %3 here.</source>
        <translation>%n 行（点：%1，种子：%2），在这里约需 %3。</translation>
    </message>
    <message>
        <source>%n row(s) of</source>
        <translation>%n 行，共</translation>
    </message>
    <message>
        <source>%n run(s) w(as/ere) interrupted: the program ended unexpectedly. %1</source>
        <translation>%n 次训练被中断：程序意外终止了。%1</translation>
    </message>
    <message>
        <source>%n token(s) moved by hand</source>
        <translation>%n 个词元被手动移动</translation>
    </message>
    <message>
        <source>%n token(s) moved by hand left out: other tokens are shown now.</source>
        <translation>去掉了 %n 个手动移动的词元：现在显示的是别的词元。</translation>
    </message>
    <message>
        <source>%n token(s) moved by hand left out: the sequence has no such token now.</source>
        <translation>去掉了 %n 个手动移动的词元：序列现在没有这样的词元。</translation>
    </message>
    <message>
        <source>%n weight(s) clamped</source>
        <translation>%n 个权重被截断</translation>
    </message>
    <message>
        <source>&amp;About Omegascope</source>
        <translation>关于 Omegascope(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>添加(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Add a step</source>
        <translation>添加一步(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Array</source>
        <translation>数组(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Autosave every</source>
        <translation>自动保存间隔(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>后退(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Back to the step</source>
        <translation>回到本步(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Colours</source>
        <translation>颜色(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Copy the state for a lesson</source>
        <translation>复制课程状态(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>删除(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>不保存(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Dots per inch</source>
        <translation>每英寸点数(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Exam …</source>
        <translation>英文试卷(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Export panel …</source>
        <translation>导出面板(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Figure for a paper …</source>
        <translation>论文图组(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Find setting …</source>
        <translation>查找设置(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation>格式(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Forward</source>
        <translation>前进(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>全屏(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Give the option its default</source>
        <translation>使选项恢复默认值(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Go on recording this lesson …</source>
        <translation>继续录制这一课(&amp;G)…</translation>
    </message>
    <message>
        <source>&amp;Handout …</source>
        <translation>讲义(&amp;H)…</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;History …</source>
        <translation>历史(&amp;H)…</translation>
    </message>
    <message>
        <source>&amp;Keep as a note</source>
        <translation>留作笔记(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Keys without Ctrl or Alt act</source>
        <translation>不带 Ctrl 或 Alt 的键起作用(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Larger</source>
        <translation>更大(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Legend</source>
        <translation>图例(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Legends</source>
        <translation>图例(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Lesson</source>
        <translation>课程(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Lessons</source>
        <translation>课程列表(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Manual</source>
        <translation>手册(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;My answers …</source>
        <translation>我的回答(&amp;M)…</translation>
    </message>
    <message>
        <source>&amp;Name of the panel above</source>
        <translation>上方写面板名称(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;New</source>
        <translation>新建(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Next step</source>
        <translation>下一步(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Normal</source>
        <translation>正常(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open session or data …</source>
        <translation>打开会话或数据(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>面板(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Pin or unpin the query</source>
        <translation>固定或放开查询(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Preferences …</source>
        <translation>首选项(&amp;P)…</translation>
    </message>
    <message>
        <source>&amp;Previous step</source>
        <translation>上一步(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Print panel …</source>
        <translation>打印面板(&amp;P)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Record a lesson …</source>
        <translation>录制课程(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Release one level</source>
        <translation>放开一级(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>删除(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Reset layout</source>
        <translation>恢复布局(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Save and open</source>
        <translation>保存并打开(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Save session</source>
        <translation>保存会话(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Selection</source>
        <translation>选择(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Shortcuts …</source>
        <translation>快捷键(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Size</source>
        <translation>大小(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Skip the step</source>
        <translation>跳过本步(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Smaller</source>
        <translation>更小(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Studies</source>
        <translation>实验(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Take the state anew</source>
        <translation>重新取状态(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Text size</source>
        <translation>文字大小(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Train</source>
        <translation>训练(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Up</source>
        <translation>上移(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;What this panel shows</source>
        <translation>这个面板显示什么(&amp;W)</translation>
    </message>
    <message>
        <source>(%1)</source>
        <translation>（%1）</translation>
    </message>
    <message>
        <source>(mean of %1 columns)</source>
        <translation>（%1 列的平均）</translation>
    </message>
    <message>
        <source>(mean of %1 of %2 rows)</source>
        <translation>（%2 行中 %1 行的平均）</translation>
    </message>
    <message>
        <source>(row %1, column %2)</source>
        <translation>（第 %1 行，第 %2 列）</translation>
    </message>
    <message>
        <source>, head %1 of %2</source>
        <translation>，第 %1 头，共 %2 头</translation>
    </message>
    <message>
        <source>, when %1 is done</source>
        <translation>，在 %1 完成后</translation>
    </message>
    <message>
        <source>1 to 6</source>
        <translation>1 到 6</translation>
    </message>
    <message>
        <source>1-D</source>
        <translation>一维</translation>
    </message>
    <message>
        <source>2.5 % to 97.5 % quantile of draws: %1 to %2</source>
        <translation>抽取的 2.5 % 到 97.5 % 分位数：%1 到 %2</translation>
    </message>
    <message>
        <source>8 of 10 calls between %1 and %2</source>
        <translation>10 次调用中有 8 次在 %1 和 %2 之间</translation>
    </message>
    <message>
        <source>: being computed</source>
        <translation>：正在计算</translation>
    </message>
    <message>
        <source>: higher than asked, so that all of it can be read</source>
        <translation>：比要求的高，这样才能全部看清</translation>
    </message>
    <message>
        <source>: no closed form</source>
        <translation>：没有闭式</translation>
    </message>
    <message>
        <source>: no closed form of the spread</source>
        <translation>：离散程度没有闭式</translation>
    </message>
    <message>
        <source>: not computed</source>
        <translation>：未计算</translation>
    </message>
    <message>
        <source>: ‘%1’</source>
        <translation>：‘%1’</translation>
    </message>
    <message>
        <source>; %n farther out</source>
        <translation>；还有 %n 个在更远处</translation>
    </message>
    <message>
        <source>; J %1 with one coefficient, %2 with these groups at best, %3 as estimated</source>
        <translation>；一个系数时 J 为 %1，这些组最优时 %2，按估计的系数 %3</translation>
    </message>
    <message>
        <source>; no group ends before its window</source>
        <translation>；没有组在它的窗口之前结束</translation>
    </message>
    <message>
        <source>; seed %1, draw %2</source>
        <translation>；种子 %1，第 %2 次抽取</translation>
    </message>
    <message>
        <source>; ‖q+k‖ = %1</source>
        <translation>；‖q+k‖ = %1</translation>
    </message>
    <message>
        <source>&lt;a href="explore"&gt;Open query in Explore&lt;/a&gt;</source>
        <translation>&lt;a href="explore"&gt;在“探索”中打开该查询&lt;/a&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; · %2 since the beginning</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; · 开始以来 %2</translation>
    </message>
    <message>
        <source>&lt;b&gt;Attention maps&lt;/b&gt;&lt;p&gt;Row n is how query n spreads its attention over the keys m. The map of softmax, π, is exact. Every estimator is linear in the values, so each has a map A of its own. Hover previews a cell everywhere, a click locks its query and key; drag moves, the wheel zooms, a double-click fits.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Look for&lt;/b&gt; rows that are copied from few samples, and switch to the error: blue where an estimator gives too little, red where too much.&lt;/p&gt;&lt;p&gt;Of a long sequence the exact map, and that of ra or is, begins with some rows of each cell, and more join until all are there or no colour would change; above the map stands how many there are. The row of the shown query is exact at once. The map of a linear method begins with means of some columns. A method that draws or weighs by the values has no map beyond 2²⁸ pairs of query and key.&lt;/p&gt;&lt;p&gt;A causal map is empty where keys come later than the query; it is held against causal softmax.&lt;/p&gt;&lt;p&gt;The colours end at the largest value of all rows but outliers: those whose largest value is more than 10 times that of their map's median row, as with a denominator near 0; and for attention at 1, unless nothing goes beyond 2. An arrow at the end of the bar says how far those go. The menu ⋮ has other limits; a double-click on the bar locks them.&lt;/p&gt;</source>
        <translation>&lt;b&gt;注意力图&lt;/b&gt;&lt;p&gt;第 n 行是查询 n 怎样把注意力分给各个键 m。softmax 的图 π 是精确的。每个估计量对值都是线性的，所以各有自己的图 A。指向一格，各处都会预览它；单击锁定它的查询和键；拖动可移动，滚轮可缩放，双击显示全部。&lt;/p&gt;&lt;p&gt;&lt;b&gt;注意看&lt;/b&gt;由少数样本复制出来的行；再切换到误差：估计量给得太少处为蓝色，太多处为红色。&lt;/p&gt;&lt;p&gt;长序列的精确图，以及 ra 和 is 的图，先只算每格中的几行，再逐渐增加，直到全部算完，或颜色不会再变；图的上方写着已有几行。所示查询的那一行立刻就是精确的。线性方法的图先取若干列的平均。按值来抽样或加权的方法，查询与键超过 2²⁸ 对时没有图。&lt;/p&gt;&lt;p&gt;因果注意力图中，键在查询之后的地方是空的；它与因果 softmax 比较。&lt;/p&gt;&lt;p&gt;颜色止于所有行（异常行除外）中的最大值。异常行是最大值超过本图中位行 10 倍的行，例如分母接近 0 时；显示注意力时，只要没有超过 2 的值，就止于 1。颜色条末端的箭头说明它们有多远。菜单 ⋮ 里有别的范围；双击颜色条可锁定。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Chance: importance sampling on a line&lt;/b&gt;&lt;p&gt;The question is the mean I of f (dotted) under the target p (filled). Samples come from proposals q (lines) instead, and each counts with its weight w = p/q, the height of its stem. In the middle the estimate as samples fall; the band is what theory says of it. At the bottom the same run again and again with fresh noise: bias and variance as what they are. Each estimator has a strip, over the same samples; the hollow mark is the run above. While the question stays, their axis only grows, so that a heap is seen to become narrower; a double-click there fits it. Where there are several proposals, hollow marks on a strip's bar say how far plain importance sampling from each of them alone would err.&lt;/p&gt;&lt;p&gt;Drag the round top of a proposal (or of a bump of the target) to move it, its shoulder to make it wide; or Tab to it and press the arrow keys (with Shift ten times as far); the wheel over it changes its width. A double-click makes a new proposal, Del removes one, D draws the target by hand and F the integrand, R draws fresh noise, Space lets samples fall one by one.&lt;/p&gt;&lt;p&gt;The gauge says the effective sample size ESS of this run; the diamond is what it would say of very many samples. Laws are exact or by quadrature to ten digits, those after ≈ for large S alone; where a variance is infinite it says ∞. What replicates say of that, or of one of which they missed most (its law is more than four times what they show), stands in brackets. With a control variate the parabola says the variance for every β: click it to take one.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Look for&lt;/b&gt; the gauge and the coverage. ESS knows only the samples that fell: where p has a bump that q does not reach, it says all is well. Coverage is how many of the runs have the truth within their own estimate ± 2 se: 95 % where all is well and samples are many, 86 % of 4 samples, 70 % of 2.&lt;/p&gt;</source>
        <translation>&lt;b&gt;随机游戏：直线上的重要性采样&lt;/b&gt;&lt;p&gt;要求的是 f（点线）在目标分布 p（填色）下的平均 I。样本却来自提议分布 q（曲线），每个按权重 w = p/q 计入，权重就是竖线的高度。中间是样本逐个落下时的估计值；带是理论给出的范围。下面是用新的噪声一次次重复同样的运行：偏差和方差一目了然。每个估计量各有一行，用同一批样本；空心记号是上面那次运行。问题不变时，它们的坐标轴只会变宽，这样就看得出点堆在变窄；在那里双击可使它重新合适。有几个提议分布时，条上的空心记号说明只用其中一个的普通重要性采样会错多少。&lt;/p&gt;&lt;p&gt;拖动提议分布（或目标的一个峰）顶上的圆点可移动它，拖动肩部可改变宽度；也可用 Tab 选中，再按方向键（加 Shift 快十倍）；在它上面转滚轮改变宽度。双击新建一个提议分布，Del 删除，D 手绘目标分布，F 手绘被积函数，R 重抽噪声，空格让样本逐个落下。&lt;/p&gt;&lt;p&gt;仪表给出本次运行的有效样本量 ESS；菱形是样本极多时它会给出的值。理论值是精确的，或由求积得到，精确到十位，≈ 之后的只在 S 很大时成立；方差无穷时写 ∞。对这样的方差、或重复试验错过了大部分的方差（理论值超过试验所示的四倍），试验的结果放在括号里。有控制变量时，抛物线给出每个 β 的方差：单击它可取一个 β。&lt;/p&gt;&lt;p&gt;&lt;b&gt;注意看&lt;/b&gt;仪表和覆盖率。ESS 只知道已落下的样本：p 若有一个 q 到不了的峰，它照样说一切正常。覆盖率是有多少次运行，其自己的估计值 ± 2 倍标准误包含真值：一切正常且样本多时为 95 %，4 个样本时 86 %，2 个时 70 %。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Confusion&lt;/b&gt;&lt;p&gt;The validation examples of each class by what the model takes them for; coloured by their share of the class. Of the run that is chosen in the list.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Look for&lt;/b&gt; a broad diagonal: the model counts, but miscounts by one; and for columns: it says one class whatever it sees.&lt;/p&gt;</source>
        <translation>&lt;b&gt;混淆矩阵&lt;/b&gt;&lt;p&gt;各类的验证样例，按模型的判断排列；颜色是占该类的份额。属于列表中选中的训练。&lt;/p&gt;&lt;p&gt;&lt;b&gt;注意看&lt;/b&gt;宽的对角线：模型会数，但差一个；以及整列：不管看到什么都说同一类。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Convergence&lt;/b&gt;&lt;p&gt;The mean squared error to softmax against the number of samples S (landmarks, groups, frequencies: what each estimator has to spend), on the sequence that is shown, over fresh draws: their mean, a band from their 2.5 % to their 97.5 % quantile (of 40 draws or fewer: all but the lowest and the highest), and a power law with its slope. Squared bias and variance have curves of their own. Rings stand at the S that the cards have now.&lt;/p&gt;&lt;p&gt;It is measured in the background and gives way while anything else computes; Jobs lists it. After a change the curves stay, marked as stale, until the new ones are there.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Look for&lt;/b&gt; a slope of −1, which is what independent samples give once there are enough of them. A flatter curve may still turn: rfa is consistent, but far from the origin its weights are carried by few samples, and more of them help little for long. A curve that stays flat has an error that S does not cure. Click a point to give the card its S.&lt;/p&gt;</source>
        <translation>&lt;b&gt;收敛&lt;/b&gt;&lt;p&gt;在所示序列上，对 softmax 的均方误差随样本数 S（地标、组、频率：各估计量能用的预算）的变化，对多次新的抽取：均值、从 2.5 % 到 97.5 % 分位数的带（抽取不超过 40 次时：除最低和最高之外的全部），以及幂律和它的斜率。偏差平方和方差各有曲线。圆圈标出各卡片现在的 S。&lt;/p&gt;&lt;p&gt;测量在后台进行，有别的计算时就让路；“后台任务”会列出它。改动之后曲线保留，标为过时，直到新的测好。&lt;/p&gt;&lt;p&gt;&lt;b&gt;注意看&lt;/b&gt;斜率 −1：样本够多时，独立样本就给出它。更平的曲线也许还会转折：rfa 是相合的，但远离原点时它的权重集中在少数样本上，在很长一段范围内，再加样本也帮助不大。一直平的曲线，增大 S 也消除不了它的误差。单击一个点，卡片就取那里的 S。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Cost:&lt;/b&gt; %1</source>
        <translation>&lt;b&gt;代价：&lt;/b&gt;%1</translation>
    </message>
    <message>
        <source>&lt;b&gt;Curves&lt;/b&gt;&lt;p&gt;The loss (cross-entropy, in nats; chance is the entropy of the classes' shares, of equally large classes the logarithm of their number) and the accuracy over the step, or over the time that training took: thin pale lines are the batches of training, strong ones with marks the examples kept for validation; without these, those of training have the marks. What was recorded is always drawn; smoothing adds a line over it. The wheel zooms about the pointer, beside an axis that axis alone; a drag moves, a double-click shows everything again.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Look for&lt;/b&gt; plateaus and the step that ends them, and for accuracy that falls when noise is drawn anew: then the noise was learned, not the task. Point at a curve for its numbers.&lt;/p&gt;</source>
        <translation>&lt;b&gt;曲线&lt;/b&gt;&lt;p&gt;损失（交叉熵，单位 nat；各类所占份额的熵相当于随机猜测，各类一样多时就是类别数的对数）和准确率随步数或随训练所用时间的变化：淡的细线是训练的批，带记号的粗线是留作验证的样例；不画验证时，记号在训练的线上。记录的值总是画出；平滑只在上面加一条线。滚轮以指针为中心缩放，在轴旁则只缩放该轴；拖动可移动，双击显示全部。&lt;/p&gt;&lt;p&gt;&lt;b&gt;注意看&lt;/b&gt;平台期，以及哪一步走出平台；还有噪声重抽时下降的准确率：那说明学到的是噪声，不是任务。指向曲线可看它的数。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Do:&lt;/b&gt; %1</source>
        <translation>&lt;b&gt;做：&lt;/b&gt;%1</translation>
    </message>
    <message>
        <source>&lt;b&gt;Estimators&lt;/b&gt;&lt;p&gt;Each card is one estimator with its options. The eye shows or hides it in every panel; changed options are bold, ↺ puts the default back. What is seldom changed is behind &lt;i&gt;more options&lt;/i&gt;; a folded card still shows what was changed. Duplicate a card to compare two settings of one method: it keeps the colour and takes another dash and marker.&lt;/p&gt;</source>
        <translation>&lt;b&gt;估计量&lt;/b&gt;&lt;p&gt;每张卡片是一个估计量和它的选项。眼睛在所有面板中显示或隐藏它；改过的选项为粗体，↺ 恢复默认值。很少改动的在&lt;i&gt;还有 … 个选项&lt;/i&gt;后面；收起的卡片仍显示改过的选项。复制卡片可比较同一方法的两种设置：颜色不变，线型和记号不同。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Examples&lt;/b&gt;&lt;p&gt;What the run is trained on, drawn from its seed or read from its data: sequences of tokens, or the cells of a picture. For sparsity each cell's value, −1 or 1 (faint where it is irrelevant), the mark of relevance, and the sum of the relevant values so far; the last sum is the class, and the outlines are how often each comes before classes are made equally large.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Look for&lt;/b&gt; what the class hangs on: few marks, one key, one operator, a curve. Click an example to look at it in Heads.&lt;/p&gt;</source>
        <translation>&lt;b&gt;样例&lt;/b&gt;&lt;p&gt;训练所用的数据，由种子抽取或从用户的数据读入：词元序列，或图片的格子。在稀疏任务（sparsity）中，每个单元有一个值 −1 或 1（不相关的为淡色）、相关标记，以及至今的相关值之和；最后的和就是类别，轮廓是各类在被做成一样多之前出现的频率。&lt;/p&gt;&lt;p&gt;&lt;b&gt;注意看&lt;/b&gt;类别取决于什么：少数标记、一个键、一个运算符、一条曲线。单击一个样例，可在“注意力头”中看它。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Gradients&lt;/b&gt;&lt;p&gt;The mean and the standard deviation of |gradient| at the neurons of the classifier, over 50 examples and 50 redraws of the noise, when validation first passed 20, 40, 60 and 80 %. Beside them stand the numbers that the KL-Transformer paper prints for its own runs: of sequences of 200 cells, at its own rate, on its own machine.&lt;/p&gt;&lt;p&gt;RSD is the relative standard deviation of an example's own logit over passes with fresh noise (median over examples), PI the inconsistency of predictions, VA the accuracy of their vote, AGV its gain.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Look for&lt;/b&gt; deviations that are larger beside their means than those of softmax, which come from the examples alone: what is beyond them may be noise of the features that reaches the weights.&lt;/p&gt;</source>
        <translation>&lt;b&gt;梯度&lt;/b&gt;&lt;p&gt;分类器各神经元处 |梯度| 的均值和标准差，取 50 个样例和 50 次重抽噪声，在验证准确率首次超过 20、40、60 和 80 % 时。旁边是 KL-Transformer 论文为自己的训练印出的数：200 个单元的序列，自己的学习率，自己的机器。&lt;/p&gt;&lt;p&gt;RSD 是一个样例自己的 logit 在多次新噪声下的相对标准差（对样例取中位数），PI 是预测的不一致程度，VA 是投票的准确率，AGV 是投票带来的提高。&lt;/p&gt;&lt;p&gt;&lt;b&gt;注意看&lt;/b&gt;与均值相比大于 softmax 的标准差：softmax 的只来自样例，超出的部分可能是传到权重的特征噪声。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Heads&lt;/b&gt;&lt;p&gt;The attention A of one head on one example, y = A v, with the weights and the noise of the latest validation: which positions (keys) each position (query) takes its values from. %1 Sums of cosines (rks, trig) can give weights below 0.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Look for&lt;/b&gt; heads that find the relevant cells: columns that light up where Examples has a mark. &lt;b&gt;Open in Explore&lt;/b&gt; asks the engine's estimator the same: its map there is this map.&lt;/p&gt;</source>
        <translation>&lt;b&gt;注意力头&lt;/b&gt;&lt;p&gt;一个头在一个样例上的注意力 A，y = A v，用最近一次验证的权重和噪声：每个位置（查询）从哪些位置（键）取值。%1余弦之和（rks、trig）可能给出小于 0 的权重。&lt;/p&gt;&lt;p&gt;&lt;b&gt;注意看&lt;/b&gt;找到相关单元的头：“样例”有标记处的列亮起来。&lt;b&gt;在“探索”中打开&lt;/b&gt;用引擎的估计量提同样的问题：它在那里的图就是这张图。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;How proposals share one ω&lt;/b&gt;&lt;p&gt;With several proposals q&lt;sub&gt;c&lt;/sub&gt;, each says how much a sample at ω is its own to weigh: α&lt;sub&gt;nc&lt;/sub&gt;(ω). Any shares will do that sum to 1 at every ω. The default, decoupled, is a balance part b&lt;sub&gt;c&lt;/sub&gt; and a correction for this query, r&lt;sub&gt;nc&lt;/sub&gt;.&lt;/p&gt;&lt;p&gt;The bars show all α at the ω of one sample. Full colour is the balance part (of weightings without it the share itself), light what the query adds, dotted what it takes away. Where ω-space is cut along a line, the shares are stacked at every ω of that line instead. The strip shows α&lt;sub&gt;nc&lt;/sub&gt;(ω&lt;sub&gt;c&lt;/sub&gt;), each at its own ω: those need not sum to 1. Click a bar to select its proposal.&lt;/p&gt;&lt;p&gt;In at most two dimensions quadrature predicts what every weighting would make the estimate of this query vary by, summed over the dimensions of y (Output has the mean over dimensions and queries), and what the best one would. For lara the delta method predicts: it takes the sum of the weights as certain. Where the variance comes from rare huge weights that fails, since an average of values is bounded and the prediction is not; then no number is told. The best is the delta method's best only, a mark to compare with and none to use: its weights grow as 1/‖f − y‖, and its denominators have infinite variance where f can be y.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Look for&lt;/b&gt; Σ&lt;sub&gt;c&lt;/sub&gt; α = 1. Where the clamp raises shares that fell below it, the sum exceeds 1: then mis is biased too, and lara does not reach softmax with any number of samples.&lt;/p&gt;</source>
        <translation>&lt;b&gt;几个提议分布怎样分享一个 ω&lt;/b&gt;&lt;p&gt;有多个提议分布 q&lt;sub&gt;c&lt;/sub&gt; 时，ω 处的一个样本有多少归它来加权，由 α&lt;sub&gt;nc&lt;/sub&gt;(ω) 决定。任何份额都行，只要在每个 ω 处之和为 1。默认的 decoupled 是平衡部分 b&lt;sub&gt;c&lt;/sub&gt; 加上对这个查询的修正 r&lt;sub&gt;nc&lt;/sub&gt;。&lt;/p&gt;&lt;p&gt;各条是一个样本的 ω 处的所有 α。实色是平衡部分（没有这一部分的加权方式则是份额本身），浅色是查询增加的，点线是它减去的。若 ω 空间沿一条线切开，则画出线上每个 ω 处叠起来的份额。条带是 α&lt;sub&gt;nc&lt;/sub&gt;(ω&lt;sub&gt;c&lt;/sub&gt;)，各在自己的 ω 处：它们之和不必为 1。单击一个条可选中它的提议分布。&lt;/p&gt;&lt;p&gt;最多 2 维时，求积可预测每种加权使这个查询的估计变动多少（对 y 的各维求和；“输出”中是对各维和各查询的均值），以及最好的加权能做到多少。对 lara 用 delta 方法预测：它把权重之和当作确定的。若方差来自罕见的巨大权重，这就不成立，因为值的平均有界而预测无界；这时不给出数。最好的只是 delta 方法的最优，是比较用的标尺，不可使用：它的权重像 1/‖f − y‖ 那样增大，在 f 可能等于 y 处其分母的方差无穷。&lt;/p&gt;&lt;p&gt;&lt;b&gt;注意看&lt;/b&gt; Σ&lt;sub&gt;c&lt;/sub&gt; α = 1。若截断把过小的份额抬高，和就超过 1：这时 mis 也有偏差，lara 用再多样本也到不了 softmax。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Inspector&lt;/b&gt;&lt;p&gt;Where the selection is, the equations of its estimator with symbols and then with this selection's values, and every number of this query, key, proposal and sample. Of a sum the chosen term is shown, ⋯ stands for all others. Logits are q&lt;sub&gt;n&lt;/sub&gt;·k&lt;sub&gt;m&lt;/sub&gt; with the scale τ folded in.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Look for&lt;/b&gt; a sample with large log p&lt;sub&gt;n&lt;/sub&gt; and small log q&lt;sub&gt;c&lt;/sub&gt;: it gets a large weight, because its proposal seldom goes there. Hover a symbol to find it everywhere, click it to select what it stands for; the menu copies everything as text.&lt;/p&gt;</source>
        <translation>&lt;b&gt;检查器&lt;/b&gt;&lt;p&gt;选择所在之处，其估计量的方程：先用符号，再代入这个选择的值；以及这个查询、键、提议分布和样本的每一个数。对于求和，只写选中的一项，⋯ 代表其余各项。logit 是 q&lt;sub&gt;n&lt;/sub&gt;·k&lt;sub&gt;m&lt;/sub&gt;，已含尺度 τ。&lt;/p&gt;&lt;p&gt;&lt;b&gt;注意看&lt;/b&gt; log p&lt;sub&gt;n&lt;/sub&gt; 大而 log q&lt;sub&gt;c&lt;/sub&gt; 小的样本：它的权重大，因为它的提议分布很少到那里。指向一个符号，各处都会标出它；单击则选中它所代表的；菜单可把全部复制为文本。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Jobs&lt;/b&gt;&lt;p&gt;Everything is computed in the background, the newest request first: the estimates of all visible cards, then what the visible panels need: shares of proposals, maps, many draws for the output. What takes long comes last, the shortest first, and is shown as soon as it is there. A change replaces what is under way.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Look for&lt;/b&gt; runs that take long: fewer draws, a shorter sequence or a hidden panel makes them shorter. Cancel keeps the picture that is there. Sweeps of studies, of Convergence and Scaling, and training runs stand above the table, with their pause and their end. While a study measures times everything else rests, and goes on afterwards.&lt;/p&gt;</source>
        <translation>&lt;b&gt;后台任务&lt;/b&gt;&lt;p&gt;一切都在后台计算，最新的要求优先：先算所有可见卡片的估计，再算可见面板需要的：提议分布的份额、图、输出的多次抽取。慢的排在后面，短的先算，算好就显示。一有改动，正在算的就被替换。&lt;/p&gt;&lt;p&gt;&lt;b&gt;注意看&lt;/b&gt;用时长的计算：减少抽取次数、缩短序列或隐藏面板，都会变快。取消时保留现有的图。“实验”“收敛”“扩展性”的测量和训练列在表的上方，可暂停或结束。有实验测时间时，其余的都停下，之后再继续。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Learned kernels&lt;/b&gt;&lt;p&gt;Above, for every head of a mixture of Gaussians, the eigenvalues of the covariances S&lt;sub&gt;c&lt;/sub&gt;S&lt;sub&gt;c&lt;/sub&gt;ᵀ of its frequencies at the latest validation, on a logarithmic axis; the dotted line is σ&lt;sub&gt;0&lt;/sub&gt;², where all began. Below, the kernel of the chosen head as its present frequencies estimate it, between 0 and a point at distance t on each axis, in coordinates times √τ.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Look for&lt;/b&gt; eigenvalues that leave the line: with rks a wide density is a narrow kernel, with prf one that grows where q + k is long. Swings below 0 can come from means μ&lt;sub&gt;c&lt;/sub&gt; of rks that have moved away from 0, or from the noise of few frequencies. Choose the head in Heads.&lt;/p&gt;</source>
        <translation>&lt;b&gt;学得的核&lt;/b&gt;&lt;p&gt;上面，对高斯混合的每个头，最近一次验证时其频率的协方差 S&lt;sub&gt;c&lt;/sub&gt;S&lt;sub&gt;c&lt;/sub&gt;ᵀ 的特征值，对数刻度；点线是 σ&lt;sub&gt;0&lt;/sub&gt;²，即起点。下面，选中的头按现在的频率所估计的核，从 0 到各轴上距离 t 处的点，坐标已乘 √τ。&lt;/p&gt;&lt;p&gt;&lt;b&gt;注意看&lt;/b&gt;离开点线的特征值：对 rks，密度宽则核窄；对 prf，则是在 q + k 长处增大的核。低于 0 的摆动，可能来自 rks 的均值 μ&lt;sub&gt;c&lt;/sub&gt; 离开了 0，也可能是频率太少的噪声。在“注意力头”中选头。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Lesson&lt;/b&gt;&lt;p&gt;Lessons lead through the app in steps. A step opens with a picture of its own, in one step of undo; it may ask what you expect before it shows the answer, and give you something to do: Next waits for both, Skip does not. Whatever you try meanwhile, Back to the step brings its picture back. Enter or PageDown goes on, PageUp back, 1 to 6 or A to F answer, Backspace returns to the step.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Look for&lt;/b&gt; the answer you would have bet on. Lessons of your own are Markdown files in the folder lessons of the app's data, or in the one that --lessons names; the manual page lessons.md says how they are written.&lt;/p&gt;</source>
        <translation>&lt;b&gt;课程&lt;/b&gt;&lt;p&gt;课程一步一步地带你走遍这个程序。每一步打开自己的画面，只占一步撤销；它可能先问你预期什么，再给出答案，然后让你动手：“下一步”等两者都做完，“跳过”不等。不管中间试了什么，“回到本步”都会恢复画面。回车或 PageDown 前进，PageUp 后退，1 到 6 或 A 到 F 作答，退格回到本步。&lt;/p&gt;&lt;p&gt;&lt;b&gt;注意看&lt;/b&gt;你本来会押哪个答案。自己的课程是 Markdown 文件，放在程序数据的 lessons 文件夹，或 --lessons 指定的文件夹；手册的 lessons.md 一页说明怎样写。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Look at:&lt;/b&gt; %1</source>
        <translation>&lt;b&gt;注意看：&lt;/b&gt;%1</translation>
    </message>
    <message>
        <source>&lt;b&gt;Model view&lt;/b&gt;&lt;p&gt;Every layer and head of the open file or preset, as it was before tokens were moved by hand: its exact attention as a small map, all on one scale, or a number of that, or how far one of your estimators is from it. The relative error is the root mean squared error over 8 draws, over the root mean square of what exact attention gives; &lt;i&gt;budget needed&lt;/i&gt; doubles samples, landmarks or groups until that is small enough, up to 1024 (landmarks and groups up to the number of keys). Point at a head to see it larger, click it to go there.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Look for&lt;/b&gt; what the hard heads have in common: peaked attention (low entropy), large norms, keys that are near. With an error, sentences below say what goes along with it. The study &lt;i&gt;heads&lt;/i&gt; holds estimators against each other, head by head. A head with ! could not be measured, and says why when you point at it.&lt;/p&gt;</source>
        <translation>&lt;b&gt;模型总览&lt;/b&gt;&lt;p&gt;打开的文件或预设的每一层、每一个头（手动移动词元之前的样子）：它的精确注意力的小图（共用一个刻度），或它的一个数，或你的一个估计量离它有多远。相对误差是 8 次抽取的均方根误差除以精确注意力输出的均方根；&lt;i&gt;所需的预算&lt;/i&gt;把样本数、地标数或组数一再加倍，直到误差足够小，最多 1024（地标和组最多到键的个数）。指向一个头可放大它，单击转到那里。&lt;/p&gt;&lt;p&gt;&lt;b&gt;注意看&lt;/b&gt;困难的头有什么共同之处：尖锐的注意力（熵低）、大的范数、近处的键。显示误差时，下面的句子说明什么与它相伴。研究&lt;i&gt;heads&lt;/i&gt;逐头比较各估计量。带 ! 的头无法测量，指向它就会说明原因。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;New run&lt;/b&gt;&lt;p&gt;A task, an attention, and their sizes. The line above the options says what is learned; chance is what saying the most frequent class gets right. A preset brings sizes and rates; every option of the trainer can be set. Bold names differ from the trainer's default; the arrow or a double-click on the name goes back to it.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Look for&lt;/b&gt; what does not go together, such as a d_model that the heads do not divide: it is said here before anything runs.&lt;/p&gt;</source>
        <translation>&lt;b&gt;新建训练&lt;/b&gt;&lt;p&gt;一个任务、一种注意力，以及它们的规模。选项上方那一行说明学的是什么；随机猜测，就是总说最常见的一类时的准确率。预设给出规模和学习率；训练的每个选项都可以设。粗体的名字与训练的默认值不同；按箭头或双击名字即恢复。&lt;/p&gt;&lt;p&gt;&lt;b&gt;注意看&lt;/b&gt;哪些不能放在一起，例如头数除不尽的 d_model：在任何东西运行之前，这里就会说。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Next:&lt;/b&gt; %1</source>
        <translation>&lt;b&gt;下一步：&lt;/b&gt;%1</translation>
    </message>
    <message>
        <source>&lt;b&gt;Next:&lt;/b&gt; the lesson ends here.</source>
        <translation>&lt;b&gt;下一步：&lt;/b&gt;课程到此结束。</translation>
    </message>
    <message>
        <source>&lt;b&gt;Numbers&lt;/b&gt;&lt;p&gt;Every visible estimator against softmax, for this draw and this head: mse is a mean over queries and dimensions, then the largest error, and the cosine of the angle between the two outputs; ESS is the effective sample size, its mean over queries.&lt;/p&gt;&lt;p&gt;Time and memory are of this run, with everything the panels asked for beside y; operations are of y alone.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Look for&lt;/b&gt; what an error costs: sort by a column, and compare at equal operations. Of a long sequence errors are from some queries, as the remark says: then mse has a standard error, and the largest error is that of these. Clamped counts MIS weights that were raised, ≤ 0 the denominators that were not positive; the remark is also what the draws of Output say of the bias.&lt;/p&gt;</source>
        <translation>&lt;b&gt;数值&lt;/b&gt;&lt;p&gt;每个可见估计量与 softmax 比较，就本次抽取和这个头：mse 是对查询和维度的均值，然后是最大误差，以及两个输出夹角的余弦；ESS 是有效样本量，对查询取均值。&lt;/p&gt;&lt;p&gt;时间和内存属于本次计算，包括面板在 y 之外所要的一切；运算量只算 y。&lt;/p&gt;&lt;p&gt;&lt;b&gt;注意看&lt;/b&gt;误差的代价：按一列排序，在相同运算量下比较。长序列的误差来自部分查询，备注里写明：这时 mse 带有标准误，最大误差也只是这些查询中的。“截断”是被抬高的 MIS 权重的个数，“≤ 0”是不为正的分母的个数；备注也是“输出”的多次抽取对偏差的判断。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Paper:&lt;/b&gt; %1</source>
        <translation>&lt;b&gt;论文：&lt;/b&gt;%1</translation>
    </message>
    <message>
        <source>&lt;b&gt;Runs&lt;/b&gt;&lt;p&gt;Each run trains a small transformer on a task in a folder of its own, on a thread of its own: several can run side by side. Its curve is a function of its options and its seed: pauses, stops and other threads change nothing. A checkpoint is written at least every 30 seconds (the options can say otherwise), on Pause and Stop, at a change and when the window is closed; what was closed, or ended by a crash, is found again here. As long as a run is trained here no other program can write to its folder, nor this one to that of a run that is trained elsewhere. The learning rate η and the redraw period of ω may be changed while a run learns; that is kept with it. Two runs of another machine come with the program, to look at before you have trained one: Delete takes them from the list, the ⋮ menu brings them back.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Look for&lt;/b&gt; steps a second: the cost of each attention, as long as one runs alone.&lt;/p&gt;</source>
        <translation>&lt;b&gt;训练列表&lt;/b&gt;&lt;p&gt;每次训练都在自己的文件夹里、自己的线程上就一个任务训练一个小的 transformer：几个可以并排进行。它的曲线只由选项和种子决定：暂停、停止和别的线程什么也不改变。检查点至少每 30 秒写一次（选项可改），暂停、停止、有改动和关闭窗口时也写；关掉的或因崩溃而结束的，都能在这里找到。一次训练在这里进行时，别的程序不能写它的文件夹，这里也不能写在别处训练的文件夹。学习率 η 和 ω 的重抽周期可在学习中改变，并随之保存。随程序附带两次在别的机器上完成的训练，在你自己训练之前可以先看：“删除”把它们从列表中去掉，⋮ 菜单把它们带回来。&lt;/p&gt;&lt;p&gt;&lt;b&gt;注意看&lt;/b&gt;每秒多少步：只有一个在运行时，这就是各种注意力的代价。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Scaling&lt;/b&gt;&lt;p&gt;The time of one forward estimate and its peak memory, with queries, keys, values and output, against the length N: the visible cards with their options, at the heads and dimensions of the sequence that is shown, on noise. Exact attention stands there twice, with its whole map in memory and in tiles without it.&lt;/p&gt;&lt;p&gt;Nothing is measured before Measure is pressed, and nothing else computes meanwhile. Shortest first; a point that would take more than a second a call, or not fit into memory, is a gap. Bands: 10th to 90th percentile. Thin and pale: power laws from N = 1024, with their exponents.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Look for&lt;/b&gt; exponents near 2 for softmax and 1 for the linear methods, and where their lines cross: below that length the exact one is faster on this machine.&lt;/p&gt;</source>
        <translation>&lt;b&gt;扩展性&lt;/b&gt;&lt;p&gt;一次前向估计的时间，和包括查询、键、值、输出的峰值内存，随长度 N 的变化：可见的卡片按其选项，用所示序列的头数和维度，数据是噪声。精确注意力出现两次：一次把整张图放在内存里，一次分块，不存整张图。&lt;/p&gt;&lt;p&gt;按“测量”之前什么也不测，测量时别的都不计算。从最短的开始；一次调用要一秒以上、或内存放不下的点，留空。带：第 10 到第 90 百分位。细而淡的线：从 N = 1024 起的幂律及其指数。&lt;/p&gt;&lt;p&gt;&lt;b&gt;注意看&lt;/b&gt; softmax 的指数接近 2，线性方法接近 1，以及它们的线在哪里相交：在这台机器上，比那短的序列用精确方法更快。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Studies&lt;/b&gt;&lt;p&gt;Claims of the papers about error, bias, time and memory, though not every one, as experiments on sequences that anyone can make again. Rows come one by one and are kept at once: a study can be paused, cancelled, closed and resumed; one that is run while another one runs begins after it. Bars are two standard errors; what bands hold is said above each plot; thin pale lines are power laws with their slopes, hollow marks are the papers' own numbers: from other machines and trained models, so that only their order and trend compare.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Look for&lt;/b&gt; the order of the methods and where it turns; what the study found stands below. Before you have run a study, results are shown that were measured elsewhere and came with the program; the line above them says where. Click a point to ask the very same in Explore; click a series in the legend to hide it.&lt;/p&gt;</source>
        <translation>&lt;b&gt;实验&lt;/b&gt;&lt;p&gt;论文中关于误差、偏差、时间和内存的论断（并非全部），做成任何人都能重做的序列上的实验。数据一行一行地得到，随即保存：实验可以暂停、取消、关闭和继续；别的实验正在运行时，再运行的排在后面。误差条是两个标准误；带的含义写在每幅图的上方；淡的细线是幂律及其斜率，空心记号是论文自己的数：来自别的机器和训练好的模型，所以只能比较次序和趋势。&lt;/p&gt;&lt;p&gt;&lt;b&gt;注意看&lt;/b&gt;各方法的次序，以及它在哪里反转；实验的发现写在下面。在你运行一个实验之前，显示的是随程序附带、在别处测得的结果；图上方的一行写明在哪里测得。单击一个点，在“探索”中提完全相同的问题；单击图例中的一个系列可隐藏它。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;The control variates of query n&lt;/b&gt;&lt;p&gt;Each key has an estimate g&lt;sub&gt;m&lt;/sub&gt; of what it adds, and h&lt;sub&gt;m&lt;/sub&gt; whose mean is known: π&lt;sub&gt;nm&lt;/sub&gt;. A coefficient β corrects the one by the other. rfa has one β for all keys; eva sees the keys of E&lt;sup&gt;n&lt;/sup&gt; exactly, which is a coefficient v&lt;sub&gt;m&lt;/sub&gt; for each, and has one β&lt;sub&gt;c&lt;/sub&gt; for each group P&lt;sub&gt;c&lt;/sub&gt;: of all keys, or with partition=complement of the others.&lt;/p&gt;&lt;p&gt;Left, over the sequence: E&lt;sup&gt;n&lt;/sup&gt; and the groups, h&lt;sub&gt;m&lt;/sub&gt; with a line at π&lt;sub&gt;nm&lt;/sub&gt;, and one dimension of g&lt;sub&gt;m&lt;/sub&gt;. Middle: the values v&lt;sub&gt;m&lt;/sub&gt; (dots), the estimated coefficients β&lt;sub&gt;c&lt;/sub&gt; (squares) and the best there are (rings). Right: J, the spread of the values about their coefficients, for groups that nest.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Look for&lt;/b&gt; squares far from the dots of their colour, and how J falls from one coefficient for all to one for each key. It is sure to fall where partitions nest, as these do; other numbers of groups may have more or less. A lower J need not be a lower variance of the estimate: J weighs the best coefficients, not how well they are estimated.&lt;/p&gt;</source>
        <translation>&lt;b&gt;查询 n 的控制变量&lt;/b&gt;&lt;p&gt;对每个键，有一个它所贡献的量的估计 g&lt;sub&gt;m&lt;/sub&gt;，和一个均值已知的 h&lt;sub&gt;m&lt;/sub&gt;：均值为 π&lt;sub&gt;nm&lt;/sub&gt;。系数 β 用后者修正前者。rfa 对所有键只用一个 β；eva 精确地看 E&lt;sup&gt;n&lt;/sup&gt; 中的键，相当于每个键一个系数 v&lt;sub&gt;m&lt;/sub&gt;，而每一组 P&lt;sub&gt;c&lt;/sub&gt; 用一个 β&lt;sub&gt;c&lt;/sub&gt;：所有键的组，partition=complement 时是其余键的组。&lt;/p&gt;&lt;p&gt;左边沿序列：E&lt;sup&gt;n&lt;/sup&gt; 和各组，h&lt;sub&gt;m&lt;/sub&gt;（π&lt;sub&gt;nm&lt;/sub&gt; 处有横线），以及 g&lt;sub&gt;m&lt;/sub&gt; 的一个维度。中间：值 v&lt;sub&gt;m&lt;/sub&gt;（点），估计的系数 β&lt;sub&gt;c&lt;/sub&gt;（方块）和最优系数（圆圈）。右边：J，即值对其系数的离散程度，分组是嵌套的。&lt;/p&gt;&lt;p&gt;&lt;b&gt;注意看&lt;/b&gt;远离同色点的方块，以及从所有键共用一个系数到每个键一个系数，J 怎样下降。分组嵌套时（这里就是）它一定下降；换别的组数则可增可减。J 小不一定估计的方差就小：J 衡量的是最优系数，而不是系数估计得好不好。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;The kernel of random features&lt;/b&gt;&lt;p&gt;A product of features φ(q)·φ(k) is a random number whose mean is a kernel κ(q, k). For rfa that is exp(q·k), whatever its features; gmm, fastfood and generative learn which frequencies ω they draw, and so the kernel itself.&lt;/p&gt;&lt;p&gt;Left, over the distance of q and k: this draw (full line), the mean and two standard deviations of 64 draws (dots and band), the closed form (dashed). Middle: the standard deviation over the draws against its closed form. Right: the density of the frequencies, smoothed, and the one they are drawn from. Drag a μ of gmm there, or Tab to it and press the left and right arrow keys (with Shift ten times as far): with two components the other is −μ. A closed form is drawn only where there is one: none for generative, none where S, G or B of fastfood were learned, and none of the deviation for fastfood or an orthogonal draw. Where q + k is longer than about 2, the deviation of positive features is made by few ω that 64 draws seldom meet: then the dots lie below the closed form, often far, and it is the form that is right.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Look for&lt;/b&gt; how moving μ outwards makes κ of rks oscillate, and which features are steady where: positive ones where q + k is short, trigonometric ones where q and k are close. For two components ±μ with one S the deviation of gmm is that of Theorem 3 with two misprints put right (the study of kernel laws shows both); for other mixtures it follows in the same way.&lt;/p&gt;</source>
        <translation>&lt;b&gt;随机特征的核&lt;/b&gt;&lt;p&gt;特征的乘积 φ(q)·φ(k) 是一个随机数，均值是核 κ(q, k)。对 rfa，不论用什么特征，它都是 exp(q·k)；gmm、fastfood 和 generative 学习抽取哪些频率 ω，也就学习了核本身。&lt;/p&gt;&lt;p&gt;左边，随 q 和 k 的距离：本次抽取（实线），64 次抽取的均值和两个标准差（点和带），闭式（虚线）。中间：多次抽取的标准差，与闭式比较。右边：频率的密度（平滑后），和它们所来自的密度。在那里拖动 gmm 的 μ，或用 Tab 选中它再按左右方向键（加 Shift 快十倍）；有两个分量时，另一个是 −μ。有闭式才画闭式：generative 没有，学过 S、G 或 B 的 fastfood 没有，fastfood 和正交抽取的标准差也没有。q + k 长过约 2 时，正特征的标准差来自 64 次抽取难得碰到的少数 ω：这时点在闭式下方，常常远在下方，对的是闭式。&lt;/p&gt;&lt;p&gt;&lt;b&gt;注意看&lt;/b&gt;把 μ 向外移，rks 的 κ 怎样振荡；以及哪种特征在哪里稳定：正特征在 q + k 短处，三角特征在 q 和 k 近处。两个分量 ±μ 共用一个 S 时，gmm 的标准差就是定理 3 的（改正两处印刷错误；核的规律那个实验把两者都画出）；别的混合可用同样方法得出。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;The output of query n&lt;/b&gt;&lt;p&gt;Attention gives y&lt;sub&gt;n&lt;/sub&gt;; each estimate ŷ&lt;sub&gt;n&lt;/sub&gt; of it is random. The plot shows the truth (cross), this draw's estimates (large), those of many draws (small), the ellipse of two standard deviations around their mean, and the arrow from the truth to that mean. The bar at its tip is what chance keeps the mean of an unbiased estimate within in 95 of 100 queries, for clouds that are about normal: two standard errors each way, 2.45 in a plane, more of few draws; there is no arrow where it would be no longer than that. So chance alone draws one for up to five queries of a hundred: it is dashed where the draws show no bias over all queries, or cannot tell.&lt;/p&gt;&lt;p&gt;Its mean squared error is bias² and variance. The numbers are means over all queries (of a long sequence over some of them) and dimensions of this head, with standard errors; bias² is without what chance alone would show and may be below 0. Whether it counts as a bias is judged by the draws: of right estimators at most one in a hundred is called biased. Where they cannot tell, ⋮ ▸ Draws makes more of them.&lt;/p&gt;&lt;p&gt;While nothing but options of the estimators changes, the axes only grow, so that clouds are seen to shrink; a double-click fits them to what is shown now.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Look for&lt;/b&gt; a cloud that misses the truth (bias) and a cloud that is wide (variance). More samples shrink the cloud; unbiased estimators such as ra have none of the first.&lt;/p&gt;</source>
        <translation>&lt;b&gt;查询 n 的输出&lt;/b&gt;&lt;p&gt;注意力给出 y&lt;sub&gt;n&lt;/sub&gt;；它的每个估计 ŷ&lt;sub&gt;n&lt;/sub&gt; 都是随机的。画出的有：真值（十字）、本次抽取的估计（大）、多次抽取的估计（小）、它们均值周围两个标准差的椭圆，以及从真值到该均值的箭头。箭头尖上的条是偶然性在一百个查询中的九十五个里把无偏估计的均值保持在其内的范围（点云大致为正态时）：两侧各两个标准误，平面上为 2.45 个，抽取次数少时更多；箭头若不比它长就不画。因此单凭偶然，一百个查询里最多约五个会有箭头：这些抽取在所有查询上看不出偏差、或还分不清时，画成虚线。&lt;/p&gt;&lt;p&gt;均方误差等于偏差²加方差。数值是对这个头的所有查询（长序列则是其中一部分）和维度的均值，带标准误；偏差²已减去纯属偶然的部分，可能小于 0。它算不算偏差，由抽取来判断：正确的估计量，一百个里最多一个被判为有偏。若分不清，用 ⋮ ▸ 抽取次数可多抽几次。&lt;/p&gt;&lt;p&gt;只改变估计量的选项时，坐标轴只会变宽，这样就看得出点云在缩小；双击可使它们适合现在所显示的。&lt;/p&gt;&lt;p&gt;&lt;b&gt;注意看&lt;/b&gt;偏离真值的点云（偏差）和散得很宽的点云（方差）。样本越多，点云越小；ra 这样的无偏估计量没有前者。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Weights of query n&lt;/b&gt;&lt;p&gt;The plot shows the shares of the weights, largest first, and the effective sample size ESS: how many equal weights would carry as much, beside mse, the mean squared error of this query's estimate to exact attention. rfa and lara divide by the sum of the weights: their estimate is the mean of f at the samples by these shares. is and mis do not divide: their weights add up to the right sum only on average, and the shares say who carries the estimate, not how large it is. key_sampling draws keys instead: a point is one draw, and keys that it takes exactly have none.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Look for&lt;/b&gt; one weight that takes it all: the answer is then that one sample's. But a high effective sample size proves nothing if a part of the target was never visited.&lt;/p&gt;</source>
        <translation>&lt;b&gt;查询 n 的权重&lt;/b&gt;&lt;p&gt;画出的是权重的份额，最大的在前，以及有效样本量 ESS：多少个相等的权重能起同样的作用；旁边的 mse 是该查询的估计对精确注意力的均方误差。rfa 和 lara 除以权重之和：它们的估计就是 f 在各样本处按这些份额的平均。is 和 mis 不除：它们的权重之和只是平均来说正确，份额说明谁在支撑估计，而不是估计有多大。key_sampling 抽取的是键：一个点就是一次抽取，它精确计入的键没有点。&lt;/p&gt;&lt;p&gt;&lt;b&gt;注意看&lt;/b&gt;独占一切的权重：那样的答案就是那一个样本的。但如果目标分布有一部分从未被访问，有效样本量再高也证明不了什么。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Workload&lt;/b&gt;&lt;p&gt;The queries, keys and values that all panels look at. The presets each show one thing about attention; your own data (%1) can be dropped on the window instead. A picture is cut into patches, the tokens: click one to make it the query, whose frame is solid, and Shift+click to make it the key, whose frame is dashed; Ctrl+click collects keys.&lt;/p&gt;&lt;p&gt;q and k are multiplied by √τ once, so that q·k is the logit; τ = 1/√D unless a card sets its scale.&lt;/p&gt;</source>
        <translation>&lt;b&gt;输入序列&lt;/b&gt;&lt;p&gt;所有面板所看的查询、键和值。每个预设各显示注意力的一个方面；也可以把自己的数据（%1）拖到窗口上。图片被切成图块，也就是词元：单击一个使它成为查询，它的框是实线；Shift+单击使它成为键，键的框是虚线；Ctrl+单击收集键。&lt;/p&gt;&lt;p&gt;q 和 k 都先乘以 √τ，这样 q·k 就是 logit；τ = 1/√D，除非卡片自己设了 scale。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;ω-space&lt;/b&gt;&lt;p&gt;Softmax attention of query n is an average of f(ω) over its target p&lt;sub&gt;n&lt;/sub&gt;: a hill of bumps, one for each key. Estimators draw ω elsewhere and weigh: rfa from N(0, I) or N(0, Σ) (dashed, around the origin), lara from a few proposals (circles) shared by all queries. key_sampling and hyper draw keys, not ω: they have no samples here, and rings are around the keys that were drawn for the query.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Look for&lt;/b&gt; dots far from the target: their weights vanish, and the few that are left swell. Drag a query, a key or a proposal and watch the weights follow.&lt;/p&gt;</source>
        <translation>&lt;b&gt;ω 空间&lt;/b&gt;&lt;p&gt;查询 n 的 softmax 注意力是 f(ω) 在目标分布 p&lt;sub&gt;n&lt;/sub&gt; 下的平均：一座多峰的山，每个键一个峰。估计量在别处抽取 ω 再加权：rfa 从 N(0, I) 或 N(0, Σ) 抽取（原点周围的虚线），lara 从所有查询共用的几个提议分布（圆）抽取。key_sampling 与 hyper 抽取的是键而不是 ω：它们在这里没有样本，为该查询抽到的键周围画有圆环。&lt;/p&gt;&lt;p&gt;&lt;b&gt;注意看&lt;/b&gt;远离目标的点：它们的权重消失，剩下的少数几个变得很大。拖动查询、键或提议分布，看权重怎样跟着变。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;code&gt;omega compare --budget B&lt;/code&gt; sets %1.</source>
        <translation>&lt;code&gt;omega compare --budget B&lt;/code&gt; 设定 %1。</translation>
    </message>
    <message>
        <source>&lt;h2&gt;Omegascope&lt;/h2&gt;See how attention is estimated by random projections ω.</source>
        <translation>&lt;h2&gt;Omegascope&lt;/h2&gt;看随机投影 ω 怎样估计注意力。</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Nothing is trained yet&lt;/h3&gt;</source>
        <translation>&lt;h3&gt;还没有训练&lt;/h3&gt;</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Studies&lt;/h3&gt;&lt;p&gt;Each asks one question of a grid of sequences, estimators and seeds, draws the answer beside the papers' numbers and says what it found. Choose one on the left.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;实验&lt;/h3&gt;&lt;p&gt;每个实验对一组序列、估计量和种子提一个问题，把答案画在论文的数旁边，并说出发现了什么。请在左边选一个。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;p&gt;%1 learns no kernel of its own: gmm, fastfood and generative do.&lt;/p&gt;</source>
        <translation>&lt;p&gt;%1 不学习自己的核：gmm、fastfood 和 generative 才学习。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;p&gt;No run that has been read is ticked.&lt;/p&gt;</source>
        <translation>&lt;p&gt;已读入的训练都没有勾选。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;p&gt;Nothing yet: run the study.&lt;/p&gt;</source>
        <translation>&lt;p&gt;还没有结果：请运行实验。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;p&gt;Panels on one page of a paper: File ▸ Figure for a paper.&lt;/p&gt;</source>
        <translation>&lt;p&gt;论文一页上的若干面板：文件 ▸ 论文图组。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;p&gt;The data of the run are being drawn or read again.&lt;/p&gt;</source>
        <translation>&lt;p&gt;正在重新抽取或读取这次训练的数据。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;p&gt;The run is being loaded: its data are drawn or read again, and its weights read.&lt;/p&gt;</source>
        <translation>&lt;p&gt;正在载入训练：重新抽取或读取数据，并读取权重。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;p&gt;The run is brought to memory.&lt;/p&gt;</source>
        <translation>&lt;p&gt;正在把训练读入内存。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>A card of eva with a window and groups that the sequence has room for: one step of undo</source>
        <translation>添加一张 eva 卡片，窗口和组数取序列容得下的值：一步撤销</translation>
    </message>
    <message>
        <source>A card of gmm, whose frequencies have a density that can be dragged: one step of undo</source>
        <translation>一张 gmm 卡片，它的频率密度可以拖动：一步撤销</translation>
    </message>
    <message>
        <source>A click goes to a step; PageDown passes over those in brackets</source>
        <translation>单击转到某一步；括号里的，PageDown 会跳过</translation>
    </message>
    <message>
        <source>A click opens it in Explore.</source>
        <translation>单击在“探索”中打开。</translation>
    </message>
    <message>
        <source>A double-click locks the colours where they are.</source>
        <translation>双击可把颜色锁定在现在的范围。</translation>
    </message>
    <message>
        <source>A guess</source>
        <translation>猜一猜</translation>
    </message>
    <message>
        <source>A learned kernel is drawn here only; its eigenvalues are in the report of the run, whose command the curves have.</source>
        <translation>学得的核只在这里画出；它的特征值在这次训练的报告里，“曲线”有它的命令。</translation>
    </message>
    <message>
        <source>A lesson begins with a synthetic sequence; this one is a file. Choose a preset.</source>
        <translation>课程从合成的序列开始；现在的是文件。请选一个预设。</translation>
    </message>
    <message>
        <source>A lesson is a text, not a number; `omega lesson check` asks the engine for its claims.</source>
        <translation>课程是文字，不是数；`omega lesson check` 会让引擎核对其中的论断。</translation>
    </message>
    <message>
        <source>A lesson keeps no tokens that were moved by hand; undo that, or change an option of the sequence.</source>
        <translation>课程不保存手动移动过的词元；请撤销移动，或改变序列的一个选项。</translation>
    </message>
    <message>
        <source>A newer picture is being computed</source>
        <translation>正在计算更新的图</translation>
    </message>
    <message>
        <source>A paper's number: it cannot be opened.</source>
        <translation>论文的数：不能打开。</translation>
    </message>
    <message>
        <source>A picture for each of its values: samples that grow one after another, or a number drawn from one value to another</source>
        <translation>它的每个取值一张图：样本一个接一个地增加，或一个数从一个值拉到另一个值</translation>
    </message>
    <message>
        <source>A run whose attention learns a kernel</source>
        <translation>其注意力学习核的一次训练</translation>
    </message>
    <message>
        <source>A step that opens with what the window shows now</source>
        <translation>以窗口现在所示状态开始的一步</translation>
    </message>
    <message>
        <source>A study measures times: nothing else may compute</source>
        <translation>有实验正在测时间：别的都不能计算</translation>
    </message>
    <message>
        <source>A study of your own</source>
        <translation>自己的实验</translation>
    </message>
    <message>
        <source>A synthetic sequence; to look at your own, drop a file on the window or use File ▸ Open</source>
        <translation>一个合成的序列；要看自己的数据，把文件拖到窗口上，或用 文件 ▸ 打开</translation>
    </message>
    <message>
        <source>A tick draws the run in the curves; the chosen one is what the other panels look into</source>
        <translation>勾选的画在曲线里；选中的一个供其余面板查看</translation>
    </message>
    <message>
        <source>A tour of the app</source>
        <translation>程序导览</translation>
    </message>
    <message>
        <source>ACL, both columns, 160 mm</source>
        <translation>ACL，双栏，160 毫米</translation>
    </message>
    <message>
        <source>ACL, one column, 77 mm</source>
        <translation>ACL，单栏，77 毫米</translation>
    </message>
    <message>
        <source>AGV</source>
        <translation>AGV</translation>
    </message>
    <message>
        <source>About Omegascope</source>
        <translation>关于 Omegascope</translation>
    </message>
    <message>
        <source>Above each panel, behind its letter</source>
        <translation>在每个面板上方、字母之后</translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation>添加 %1</translation>
    </message>
    <message>
        <source>Add an estimator</source>
        <translation>添加一个估计量</translation>
    </message>
    <message>
        <source>Add estimator</source>
        <translation>添加估计量</translation>
    </message>
    <message>
        <source>Add eva</source>
        <translation>添加 eva</translation>
    </message>
    <message>
        <source>Add gmm</source>
        <translation>添加 gmm</translation>
    </message>
    <message>
        <source>Add it to a set</source>
        <translation>加入选中的集合</translation>
    </message>
    <message>
        <source>Add the file of a study</source>
        <translation>添加实验文件</translation>
    </message>
    <message>
        <source>Add the file of a study …</source>
        <translation>添加实验文件…</translation>
    </message>
    <message>
        <source>Add the study %1</source>
        <translation>添加实验 %1</translation>
    </message>
    <message>
        <source>Add to the figure</source>
        <translation>加入图组</translation>
    </message>
    <message>
        <source>Adds an estimator over the same samples, up to three</source>
        <translation>在同一批样本上再加一个估计量，最多三个</translation>
    </message>
    <message>
        <source>After %1 of %2 samples: %3</source>
        <translation>%2 个样本中前 %1 个之后：%3</translation>
    </message>
    <message>
        <source>After ≈: laws for large S.</source>
        <translation>≈ 之后：S 很大时的理论值。</translation>
    </message>
    <message>
        <source>All attentions</source>
        <translation>所有注意力</translation>
    </message>
    <message>
        <source>All but outliers, which are marked</source>
        <translation>除异常值外（异常值有标记）</translation>
    </message>
    <message>
        <source>All maps keep the colours that they share now, whatever their values become: for figures that are compared</source>
        <translation>所有图保持现在共用的颜色，不论数值怎样变化：用于要相互比较的图</translation>
    </message>
    <message>
        <source>All methods</source>
        <translation>所有方法</translation>
    </message>
    <message>
        <source>All panels exported to %1</source>
        <translation>所有面板已导出到 %1</translation>
    </message>
    <message>
        <source>All rows, with tabs between the columns, to the clipboard</source>
        <translation>把所有行复制到剪贴板，列间用制表符分隔</translation>
    </message>
    <message>
        <source>All rows: %1</source>
        <translation>全部行：%1</translation>
    </message>
    <message>
        <source>All steps are shown.</source>
        <translation>已显示所有步。</translation>
    </message>
    <message>
        <source>All steps take roughly %1 on the processor, at an ordinary speed.</source>
        <translation>以通常的速度，全部步数在处理器上大约需要 %1。</translation>
    </message>
    <message>
        <source>All steps take roughly %1, at the pace of %2.</source>
        <translation>按 %2 的速度，全部步数大约需要 %1。</translation>
    </message>
    <message>
        <source>All studies</source>
        <translation>所有实验</translation>
    </message>
    <message>
        <source>Allowed: %1. Default: %2.</source>
        <translation>允许：%1。默认：%2。</translation>
    </message>
    <message>
        <source>Along the directions in which q + k varies most</source>
        <translation>沿 q + k 变化最大的方向</translation>
    </message>
    <message>
        <source>Always:</source>
        <translation>总是：</translation>
    </message>
    <message>
        <source>An action, setting, panel, preset, method, study, run or lesson …</source>
        <translation>操作、设置、面板、预设、方法、实验、训练或课程…</translation>
    </message>
    <message>
        <source>An answer that somebody gave</source>
        <translation>有人给出的答案</translation>
    </message>
    <message>
        <source>An earlier session ended with unsaved changes.</source>
        <translation>上一个会话结束时有未保存的改动。</translation>
    </message>
    <message>
        <source>An unbiased estimate of bias² can be below 0 where it is 0.</source>
        <translation>偏差² 为 0 时，它的无偏估计可能低于 0。</translation>
    </message>
    <message>
        <source>Animated GIF …</source>
        <translation>GIF 动画…</translation>
    </message>
    <message>
        <source>Another card, with the method's own options: one step of undo</source>
        <translation>另一张卡片，选项为该方法的默认值：一步撤销</translation>
    </message>
    <message>
        <source>Another card: any method, also one that is there already</source>
        <translation>再加一张卡片：任何方法都行，已有的也可以</translation>
    </message>
    <message>
        <source>Another grid: a study of your own that begins as this one</source>
        <translation>换一个网格：从这个实验出发，做自己的实验</translation>
    </message>
    <message>
        <source>Another panel, behind the others</source>
        <translation>在其他面板之后再加一个</translation>
    </message>
    <message>
        <source>Another run to compare with</source>
        <translation>另一次运行，用来比较</translation>
    </message>
    <message>
        <source>Another window could not be started.</source>
        <translation>无法启动另一个窗口。</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>Answer %1</source>
        <translation>答案 %1</translation>
    </message>
    <message>
        <source>Answer %1 is right</source>
        <translation>答案 %1 正确</translation>
    </message>
    <message>
        <source>Area of a sample is its weight</source>
        <translation>样本的面积是它的权重</translation>
    </message>
    <message>
        <source>Arrow f(ω) of the selected sample</source>
        <translation>选中样本的箭头 f(ω)</translation>
    </message>
    <message>
        <source>As PNG pictures in a folder, numbered from 001, or as one animated GIF</source>
        <translation>作为文件夹里从 001 起编号的 PNG 图，或作为一个 GIF 动画</translation>
    </message>
    <message>
        <source>As a ta&amp;ble</source>
        <translation>以表格显示(&amp;B)</translation>
    </message>
    <message>
        <source>As a table</source>
        <translation>以表格显示</translation>
    </message>
    <message>
        <source>As on the screen</source>
        <translation>与屏幕相同</translation>
    </message>
    <message>
        <source>As opened</source>
        <translation>打开时</translation>
    </message>
    <message>
        <source>As they are set now; Help ▸ Shortcuts gives others. Keys without Ctrl or Alt act while no text is being typed. Keys of a single panel stand on its page.</source>
        <translation>现在的设置；帮助 ▸ 快捷键 可以改。不带 Ctrl 或 Alt 的键在没有输入文字时起作用。单个面板的按键写在它自己的页上。</translation>
    </message>
    <message>
        <source>Asks the same of the study's own sequences, or of the one that Explore shows</source>
        <translation>用实验自己的序列，或用“探索”所示的序列来提问</translation>
    </message>
    <message>
        <source>At rest; the last picture took %1.</source>
        <translation>空闲；上一张图用了 %1。</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Attention of %1, %2: most of query %3 at key %4, %5</source>
        <translation>%1的注意力，%2：查询 %3 在键 %4 处最大，%5</translation>
    </message>
    <message>
        <source>Attention of %1, head %2</source>
        <translation>%1 的注意力，第 %2 头</translation>
    </message>
    <message>
        <source>Attention of the head</source>
        <translation>该头的注意力</translation>
    </message>
    <message>
        <source>Autosave failed: %1</source>
        <translation>自动保存失败：%1</translation>
    </message>
    <message>
        <source>Axis %1</source>
        <translation>轴 %1</translation>
    </message>
    <message>
        <source>Axis of the kernels</source>
        <translation>核的轴</translation>
    </message>
    <message>
        <source>Axis of ω-space</source>
        <translation>ω 空间的轴</translation>
    </message>
    <message>
        <source>B, W</source>
        <translation>B、W</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Back to the first draw</source>
        <translation>回到第一次抽取</translation>
    </message>
    <message>
        <source>Back to the step</source>
        <translation>回到本步</translation>
    </message>
    <message>
        <source>Back to the window</source>
        <translation>回到窗口</translation>
    </message>
    <message>
        <source>Back to what was open</source>
        <translation>回到原来打开的内容</translation>
    </message>
    <message>
        <source>Backspace</source>
        <translation>退格</translation>
    </message>
    <message>
        <source>Before it: %1</source>
        <translation>先学：%1</translation>
    </message>
    <message>
        <source>Begins what was cancelled, or what waits for your consent</source>
        <translation>开始计算已取消的、或等待确认的内容</translation>
    </message>
    <message>
        <source>Begins; Jobs can stop it</source>
        <translation>开始；“后台任务”可以停止它</translation>
    </message>
    <message>
        <source>Below the picture; left empty: %1</source>
        <translation>在图的下方；留空则为：%1</translation>
    </message>
    <message>
        <source>Black, white</source>
        <translation>黑屏、白屏</translation>
    </message>
    <message>
        <source>Bring it back</source>
        <translation>取回</translation>
    </message>
    <message>
        <source>Bring the other panels back (Esc)</source>
        <translation>让其他面板回来（Esc）</translation>
    </message>
    <message>
        <source>Brings back the step that was removed last</source>
        <translation>取回最后删除的一步</translation>
    </message>
    <message>
        <source>Built with %1, Qt %2 and QCustomPlot %3</source>
        <translation>由 %1、Qt %2 和 QCustomPlot %3 构建</translation>
    </message>
    <message>
        <source>C</source>
        <translation>C</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>CPU (no CUDA device)</source>
        <translation>CPU（没有 CUDA 设备）</translation>
    </message>
    <message>
        <source>CSV table</source>
        <translation>CSV 表格</translation>
    </message>
    <message>
        <source>CUDA</source>
        <translation>CUDA</translation>
    </message>
    <message>
        <source>Ca&amp;ption</source>
        <translation>说明文字(&amp;P)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancelled before anything of this sequence was computed.</source>
        <translation>在这个序列算出任何结果之前就取消了。</translation>
    </message>
    <message>
        <source>Cancelled before this was computed.</source>
        <translation>算好之前就取消了。</translation>
    </message>
    <message>
        <source>Cancelled. What was computed before that stays.</source>
        <translation>已取消。此前算好的保留。</translation>
    </message>
    <message>
        <source>Cells</source>
        <translation>格子</translation>
    </message>
    <message>
        <source>Cells of the maps</source>
        <translation>图的格子</translation>
    </message>
    <message>
        <source>Centre of %1</source>
        <translation>%1 的中心</translation>
    </message>
    <message>
        <source>Chance</source>
        <translation>随机游戏</translation>
    </message>
    <message>
        <source>Choose a lesson in the list first.</source>
        <translation>请先在列表中选一课。</translation>
    </message>
    <message>
        <source>Choose a proposal in ω-space to see its group.</source>
        <translation>在 ω 空间中选一个提议分布，看它的组。</translation>
    </message>
    <message>
        <source>Choose a task, a preset and an attention under &lt;b&gt;New run&lt;/b&gt; and press &lt;b&gt;Start a run&lt;/b&gt;; or drop the folder of a run that the command made on this window.</source>
        <translation>在&lt;b&gt;新建训练&lt;/b&gt;里选一个任务、一个预设和一种注意力，按&lt;b&gt;开始训练&lt;/b&gt;；或者把命令所做训练的文件夹拖到这个窗口上。</translation>
    </message>
    <message>
        <source>Choose all samples of a rectangle in ω-space</source>
        <translation>在 ω 空间中选中矩形内的所有样本</translation>
    </message>
    <message>
        <source>Choose arrays …</source>
        <translation>选择数组…</translation>
    </message>
    <message>
        <source>Chosen samples</source>
        <translation>选中的样本</translation>
    </message>
    <message>
        <source>Chowdhury et al. 2022, appendix E</source>
        <translation>Chowdhury 等 2022，附录 E</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Classes and what they are taken for</source>
        <translation>各类，以及它们被当作什么</translation>
    </message>
    <message>
        <source>Clear list</source>
        <translation>清空列表</translation>
    </message>
    <message>
        <source>Clear the search, or close</source>
        <translation>清除搜索，或关闭</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>单击</translation>
    </message>
    <message>
        <source>Click %1 in Estimators: its kernel has a μ.</source>
        <translation>在“估计量”中单击 %1：它的核有 μ。</translation>
    </message>
    <message>
        <source>Click a bar of MIS to choose a proposal.</source>
        <translation>单击“MIS”的一个条来选一个提议分布。</translation>
    </message>
    <message>
        <source>Click a cell of a map to choose a key.</source>
        <translation>单击图的一格来选一个键。</translation>
    </message>
    <message>
        <source>Click a point of Weights to choose one of %n sample(s).</source>
        <translation>单击“权重”的一个点，从 %n 个样本中选一个。</translation>
    </message>
    <message>
        <source>Click into the keys of a row, or choose the row and press Enter; then press the new keys. Esc leaves the keys as they are, Del takes them away. Keys without Ctrl or Alt act while no text is being typed.</source>
        <translation>单击一行中的键，或选中该行再按回车；然后按新的键。Esc 保持原来的键，Del 去掉它们。不带 Ctrl 或 Alt 的键只在没有输入文字时起作用。</translation>
    </message>
    <message>
        <source>Click to give the card this S.</source>
        <translation>单击使卡片取这个 S。</translation>
    </message>
    <message>
        <source>Close %1</source>
        <translation>关闭%1</translation>
    </message>
    <message>
        <source>Close; View ▸ Panels opens it again</source>
        <translation>关闭；视图 ▸ 面板 可再次打开</translation>
    </message>
    <message>
        <source>Colour map</source>
        <translation>配色</translation>
    </message>
    <message>
        <source>Colour scale loc&amp;ked</source>
        <translation>锁定颜色标尺(&amp;K)</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Colours of %1, from %2 to %3</source>
        <translation>%1 的颜色，从 %2 到 %3</translation>
    </message>
    <message>
        <source>Colours of the figure</source>
        <translation>图组的颜色</translation>
    </message>
    <message>
        <source>Colu&amp;mns</source>
        <translation>列数(&amp;M)</translation>
    </message>
    <message>
        <source>Column of %1, head %2</source>
        <translation>%1 的列，第 %2 头</translation>
    </message>
    <message>
        <source>Column of the shown key</source>
        <translation>所示键的列</translation>
    </message>
    <message>
        <source>Columns of the &amp;panel</source>
        <translation>面板的列数(&amp;P)</translation>
    </message>
    <message>
        <source>Command pa&amp;lette …</source>
        <translation>命令面板(&amp;L)…</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Compute again</source>
        <translation>重新计算</translation>
    </message>
    <message>
        <source>Compute it</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Compute it all the same?</source>
        <translation>仍要计算吗？</translation>
    </message>
    <message>
        <source>Computed on the CPU: %1</source>
        <translation>在 CPU 上计算：%1</translation>
    </message>
    <message>
        <source>Computes on: %1; CUDA: %2</source>
        <translation>计算设备：%1；CUDA：%2</translation>
    </message>
    <message>
        <source>Computing %1, for %2.</source>
        <translation>正在计算%1，已用 %2。</translation>
    </message>
    <message>
        <source>Computing: %1; Jobs can stop it.</source>
        <translation>正在计算：%1；“后台任务”可以停止它。</translation>
    </message>
    <message>
        <source>Confusion</source>
        <translation>混淆矩阵</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Continues the chosen run from where it stands</source>
        <translation>让选中的训练从所在处继续</translation>
    </message>
    <message>
        <source>Control variates</source>
        <translation>控制变量</translation>
    </message>
    <message>
        <source>Control variates are what eva is made of: exact keys near by, one coefficient for each group of the others.</source>
        <translation>eva 由控制变量构成：近处的键精确计算，其余的键每组一个系数。</translation>
    </message>
    <message>
        <source>Control variates of the shown query</source>
        <translation>所示查询的控制变量</translation>
    </message>
    <message>
        <source>Controls of the step</source>
        <translation>本步的控件</translation>
    </message>
    <message>
        <source>Convergence</source>
        <translation>收敛</translation>
    </message>
    <message>
        <source>Copied: put it into a json step block of a lesson.</source>
        <translation>已复制：把它放进课程的 json step 块。</translation>
    </message>
    <message>
        <source>Copies versions and devices as text</source>
        <translation>把版本和设备信息复制为文本</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy &amp;command</source>
        <translation>复制命令(&amp;C)</translation>
    </message>
    <message>
        <source>Copy &amp;data</source>
        <translation>复制数据(&amp;D)</translation>
    </message>
    <message>
        <source>Copy &amp;image</source>
        <translation>复制图片(&amp;I)</translation>
    </message>
    <message>
        <source>Copy as lin&amp;k</source>
        <translation>复制为链接(&amp;K)</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>Copy data</source>
        <translation>复制数据</translation>
    </message>
    <message>
        <source>Copy image</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>复制表格</translation>
    </message>
    <message>
        <source>Copy the selection, or the page</source>
        <translation>复制所选内容，或整页</translation>
    </message>
    <message>
        <source>Cosine of the angle to the output of softmax with the same τ, causal for a causal estimator</source>
        <translation>与 softmax（τ 相同）输出之间夹角的余弦（因果估计量对因果 softmax）</translation>
    </message>
    <message>
        <source>Covered until the question is answered</source>
        <translation>回答问题之前遮住</translation>
    </message>
    <message>
        <source>Ctrl+arrows</source>
        <translation>Ctrl+方向键</translation>
    </message>
    <message>
        <source>Ctrl+click</source>
        <translation>Ctrl+单击</translation>
    </message>
    <message>
        <source>Ctrl+click three keys or proposals first</source>
        <translation>请先 Ctrl+单击三个键或提议分布</translation>
    </message>
    <message>
        <source>Curve of the weights</source>
        <translation>权重曲线</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Curves over seconds of training in place of steps; between two validations all steps count as equally long</source>
        <translation>曲线的横轴用训练的秒数代替步数；两次验证之间的各步算作一样长</translation>
    </message>
    <message>
        <source>D</source>
        <translation>D</translation>
    </message>
    <message>
        <source>D = %1, Dv = %2, %n head(s)</source>
        <translation>D = %1，Dv = %2，%n 个头</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Dark, high contrast</source>
        <translation>深色，高对比度</translation>
    </message>
    <message>
        <source>Data seed %1</source>
        <translation>数据种子 %1</translation>
    </message>
    <message>
        <source>Data, games, studies, training</source>
        <translation>数据、游戏、实验、训练</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete %1</source>
        <translation>删除 %1</translation>
    </message>
    <message>
        <source>Delete a study</source>
        <translation>删除实验</translation>
    </message>
    <message>
        <source>Delete the study %1? Its results stay on the disk.</source>
        <translation>删除实验 %1？它的结果留在磁盘上。</translation>
    </message>
    <message>
        <source>Delete this study …</source>
        <translation>删除这个实验…</translation>
    </message>
    <message>
        <source>Deletes the chosen run, but no files of your own in its folder; can be undone while the program runs. Of a folder that was opened it only forgets where it is; what came with the program comes back in ⋮</source>
        <translation>删除选中的训练，但不删除它的文件夹中你自己的文件；程序运行期间可以撤销。对打开的外部文件夹，只是忘记它在哪里；随程序附带的可用 ⋮ 带回来</translation>
    </message>
    <message>
        <source>Deletes what was saved; what is open stays</source>
        <translation>删除所保存的内容；已打开的保留</translation>
    </message>
    <message>
        <source>Denominators that were not positive (kept)</source>
        <translation>不为正的分母（保留）</translation>
    </message>
    <message>
        <source>Densities along one line of ω-space as curves</source>
        <translation>ω 空间中一条直线上的密度，画成曲线</translation>
    </message>
    <message>
        <source>Densities, running estimate and replicates</source>
        <translation>密度、逐步估计和重复试验</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>密度</translation>
    </message>
    <message>
        <source>Density of all queries</source>
        <translation>所有查询的密度</translation>
    </message>
    <message>
        <source>Dimension to the right</source>
        <translation>向右的维度</translation>
    </message>
    <message>
        <source>Dimension upwards</source>
        <translation>向上的维度</translation>
    </message>
    <message>
        <source>Dimensions of the output</source>
        <translation>输出的维度</translation>
    </message>
    <message>
        <source>Discard it</source>
        <translation>丢弃它</translation>
    </message>
    <message>
        <source>Discard what an earlier session left?</source>
        <translation>要丢弃先前会话留下的内容吗？</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>关闭消息</translation>
    </message>
    <message>
        <source>Do not show this again</source>
        <translation>不再显示</translation>
    </message>
    <message>
        <source>Do:</source>
        <translation>做：</translation>
    </message>
    <message>
        <source>Dock this panel again</source>
        <translation>把这个面板放回原处</translation>
    </message>
    <message>
        <source>Done when</source>
        <translation>完成条件</translation>
    </message>
    <message>
        <source>Dots per inch of PNG pictures; SVG and PDF are as sharp as the printer</source>
        <translation>PNG 图每英寸的点数；SVG 和 PDF 与打印机一样清晰</translation>
    </message>
    <message>
        <source>Double column, 174 mm</source>
        <translation>双栏，174 毫米</translation>
    </message>
    <message>
        <source>Double-click</source>
        <translation>双击</translation>
    </message>
    <message>
        <source>Double-click a row to ask the same in Explore</source>
        <translation>双击一行，在“探索”中提同样的问题</translation>
    </message>
    <message>
        <source>Double-click its name</source>
        <translation>双击它的名字</translation>
    </message>
    <message>
        <source>Double-click its title</source>
        <translation>双击它的标题</translation>
    </message>
    <message>
        <source>Double-click to edit: one value</source>
        <translation>双击可编辑：一个值</translation>
    </message>
    <message>
        <source>Double-click to edit: values with commas between; every combination is a point</source>
        <translation>双击可编辑：多个值用逗号隔开；每种组合是一个点</translation>
    </message>
    <message>
        <source>Double-click to fill the window with this panel</source>
        <translation>双击让这个面板占满窗口</translation>
    </message>
    <message>
        <source>Dow&amp;n</source>
        <translation>下移(&amp;N)</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>拖动</translation>
    </message>
    <message>
        <source>Drag a point in ω-space and watch the weights follow. Point at a map to preview a query, click to keep it; Esc lets go, Ctrl+Z undoes.</source>
        <translation>在 ω 空间中拖动一个点，看权重怎样跟着变。指向图可预览一个查询，单击则锁定；Esc 放开，Ctrl+Z 撤销。</translation>
    </message>
    <message>
        <source>Drag a rectangle to select samples (also Shift+drag); with Ctrl they are added</source>
        <translation>拖出矩形来选样本（也可 Shift+拖动）；加 Ctrl 则添加</translation>
    </message>
    <message>
        <source>Drag a μ at the right, or Tab to it and press the arrow keys.</source>
        <translation>拖动右边的 μ，或用 Tab 选中它再按方向键。</translation>
    </message>
    <message>
        <source>Drag its sign</source>
        <translation>拖动它的记号</translation>
    </message>
    <message>
        <source>Draw</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>Draw each sample as large as its weight</source>
        <translation>每个样本的大小就是它的权重</translation>
    </message>
    <message>
        <source>Draw f</source>
        <translation>画 f</translation>
    </message>
    <message>
        <source>Draw new noise with the same seed (R); Shift+R goes back to the first draw</source>
        <translation>用同一种子抽取新的噪声（R）；Shift+R 回到第一次抽取</translation>
    </message>
    <message>
        <source>Draw p</source>
        <translation>画 p</translation>
    </message>
    <message>
        <source>Draw the integrand</source>
        <translation>手绘被积函数</translation>
    </message>
    <message>
        <source>Draw the target</source>
        <translation>手绘目标分布</translation>
    </message>
    <message>
        <source>Draws</source>
        <translation>抽取次数</translation>
    </message>
    <message>
        <source>Draws another run of this study beside this one, faint and hollow</source>
        <translation>把这个实验的另一次运行画在旁边，淡色空心</translation>
    </message>
    <message>
        <source>Draws every run that is in the list</source>
        <translation>画出列表中的每次训练</translation>
    </message>
    <message>
        <source>Draws of Output: %1</source>
        <translation>“输出”的抽取次数：%1</translation>
    </message>
    <message>
        <source>Draws the integrand by hand, from −10 to 10 (F)</source>
        <translation>手绘被积函数，从 −10 到 10（F）</translation>
    </message>
    <message>
        <source>Draws the target by hand, from −10 to 10 (D)</source>
        <translation>手绘目标分布，从 −10 到 10（D）</translation>
    </message>
    <message>
        <source>Draws with: %1</source>
        <translation>绘图：%1</translation>
    </message>
    <message>
        <source>Drop</source>
        <translation>落下</translation>
    </message>
    <message>
        <source>Duplicate %1</source>
        <translation>复制 %1</translation>
    </message>
    <message>
        <source>Duplicate to compare settings</source>
        <translation>复制一份，比较不同设置</translation>
    </message>
    <message>
        <source>Duplicate, move, reset, copy the command, or remove</source>
        <translation>复制卡片、移动、恢复默认值、复制命令，或去掉</translation>
    </message>
    <message>
        <source>E&amp;xplore</source>
        <translation>探索(&amp;X)</translation>
    </message>
    <message>
        <source>ESS</source>
        <translation>ESS</translation>
    </message>
    <message>
        <source>ESS %1 of %2</source>
        <translation>ESS %1，共 %2</translation>
    </message>
    <message>
        <source>Each for</source>
        <translation>每张显示</translation>
    </message>
    <message>
        <source>Each pixel stands for several cells: the whole map, in little memory</source>
        <translation>一个像素代表几格：整张图，占内存少</translation>
    </message>
    <message>
        <source>Each step's batch before the step: thin pale lines</source>
        <translation>每一步之前该批的值：淡的细线</translation>
    </message>
    <message>
        <source>Edit …</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Effective sample size, mean over queries</source>
        <translation>有效样本量，对查询取均值</translation>
    </message>
    <message>
        <source>Eigenvalues of S Sᵀ, each layer·head</source>
        <translation>S Sᵀ 的特征值，每个 层·头</translation>
    </message>
    <message>
        <source>Eigenvalues of learned covariances, and the learned kernel</source>
        <translation>学得的协方差的特征值，和学得的核</translation>
    </message>
    <message>
        <source>Error of %1, head %2</source>
        <translation>%1 的误差，第 %2 头</translation>
    </message>
    <message>
        <source>Error of heads %1 %</source>
        <translation>各头的误差 %1 %</translation>
    </message>
    <message>
        <source>Errors of the estimates</source>
        <translation>各估计的误差</translation>
    </message>
    <message>
        <source>Esc, F5</source>
        <translation>Esc、F5</translation>
    </message>
    <message>
        <source>Estimates of the output of the shown query</source>
        <translation>所示查询的输出的估计</translation>
    </message>
    <message>
        <source>Estimator in front</source>
        <translation>前面的估计量</translation>
    </message>
    <message>
        <source>Estimators</source>
        <translation>估计量</translation>
    </message>
    <message>
        <source>Every cell</source>
        <translation>每一格</translation>
    </message>
    <message>
        <source>Every cell of maps of %1×%2 needs %3; %4 is free.</source>
        <translation>%1×%2 的图若显示每一格需要 %3；空闲 %4。</translation>
    </message>
    <message>
        <source>Every cell, of a part of the map</source>
        <translation>显示每一格，只看图的一部分</translation>
    </message>
    <message>
        <source>Everything as this step began (Backspace)</source>
        <translation>恢复本步开始时的一切（退格）</translation>
    </message>
    <message>
        <source>Everything that can be opened (%1);;All files (*)</source>
        <translation>所有能打开的 (%1);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Exact attention and its estimators. N queries, M keys of D dimensions, values of D&lt;sub&gt;v&lt;/sub&gt;, S samples, C landmarks, groups, clusters or components, w keys in a window.</source>
        <translation>精确注意力及其估计量。N 个查询，M 个 D 维的键，D&lt;sub&gt;v&lt;/sub&gt; 维的值，S 个样本，C 个地标、组、聚类或分量，窗口中 w 个键。</translation>
    </message>
    <message>
        <source>Exam</source>
        <translation>试卷</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>样例编号</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>样例</translation>
    </message>
    <message>
        <source>Examples are shown here only: omega train draws the same ones, and writes none of them.</source>
        <translation>样例只在这里显示：omega train 抽取同样的样例，但不把它们写出来。</translation>
    </message>
    <message>
        <source>Examples of the task</source>
        <translation>任务的样例</translation>
    </message>
    <message>
        <source>Examples that are not trained on: strong lines with marks</source>
        <translation>不参加训练的样例：粗线带记号</translation>
    </message>
    <message>
        <source>Explore's sequence</source>
        <translation>“探索”的序列</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Export %1</source>
        <translation>导出 %1</translation>
    </message>
    <message>
        <source>Export a&amp;ll …</source>
        <translation>全部导出(&amp;L)…</translation>
    </message>
    <message>
        <source>Export all panels</source>
        <translation>导出所有面板</translation>
    </message>
    <message>
        <source>Export all panels to a folder</source>
        <translation>把所有面板导出到文件夹</translation>
    </message>
    <message>
        <source>Export cancelled; no file was left half-written.</source>
        <translation>导出已取消；没有留下半个文件。</translation>
    </message>
    <message>
        <source>Export motion</source>
        <translation>导出变化</translation>
    </message>
    <message>
        <source>Export the figure</source>
        <translation>导出图组</translation>
    </message>
    <message>
        <source>Export the motion</source>
        <translation>导出变化</translation>
    </message>
    <message>
        <source>Export the motion to a folder</source>
        <translation>把变化导出到文件夹</translation>
    </message>
    <message>
        <source>Export …</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Exporting %1 …</source>
        <translation>正在导出%1…</translation>
    </message>
    <message>
        <source>Exporting …</source>
        <translation>正在导出…</translation>
    </message>
    <message>
        <source>F1 opens the page of whatever has the keyboard: a panel, an option, the step of a lesson. Words with a line below them are explained under the pointer.</source>
        <translation>F1 打开当前焦点处的那一页：面板、选项或课程的一步。带下划线的词，指针指到就有解释。</translation>
    </message>
    <message>
        <source>Fallen so far: %1 of %n sample(s); the numbers are those of the whole run.</source>
        <translation>%n 个样本中已落下 %1 个；这些数字是整次运行的。</translation>
    </message>
    <message>
        <source>Fewer options</source>
        <translation>收起选项</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>图组</translation>
    </message>
    <message>
        <source>Figure of the study</source>
        <translation>实验的图</translation>
    </message>
    <message>
        <source>Fill the window with a panel, and back</source>
        <translation>让面板占满窗口，或恢复</translation>
    </message>
    <message>
        <source>Fill the window with this panel</source>
        <translation>让这个面板充满窗口</translation>
    </message>
    <message>
        <source>Find on this page</source>
        <translation>在本页查找</translation>
    </message>
    <message>
        <source>Find setting</source>
        <translation>查找设置</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>First steps</source>
        <translation>入门</translation>
    </message>
    <message>
        <source>First value</source>
        <translation>第一个值</translation>
    </message>
    <message>
        <source>Fit the preview into the &amp;window</source>
        <translation>预览适应窗口(&amp;W)</translation>
    </message>
    <message>
        <source>Follow the desktop</source>
        <translation>跟随桌面</translation>
    </message>
    <message>
        <source>For programs without the font: letters become shapes and can no longer be edited or searched</source>
        <translation>给没有这种字体的程序：字母变成图形，不能再编辑或搜索</translation>
    </message>
    <message>
        <source>Formulas of the selection, with their numbers</source>
        <translation>选中内容的公式及其数值</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Four times the darts</source>
        <translation>四倍的镖</translation>
    </message>
    <message>
        <source>Free software under the GNU General Public License, version 3 or later.</source>
        <translation>自由软件，遵循 GNU 通用公共许可证第 3 版或更新版本。</translation>
    </message>
    <message>
        <source>Fresh noise for all runs (R)</source>
        <translation>所有运行用新的噪声（R）</translation>
    </message>
    <message>
        <source>GIF pictures</source>
        <translation>GIF 图</translation>
    </message>
    <message>
        <source>Game</source>
        <translation>游戏</translation>
    </message>
    <message>
        <source>Game: %1</source>
        <translation>游戏：%1</translation>
    </message>
    <message>
        <source>Games of chance</source>
        <translation>随机游戏</translation>
    </message>
    <message>
        <source>Give an option its default again</source>
        <translation>让选项恢复默认值</translation>
    </message>
    <message>
        <source>Give it groups</source>
        <translation>给它分组</translation>
    </message>
    <message>
        <source>Give up what was changed?</source>
        <translation>放弃所作的修改？</translation>
    </message>
    <message>
        <source>Gives every action the keys it first had</source>
        <translation>每个操作恢复最初的按键</translation>
    </message>
    <message>
        <source>Gives “%1” the keys it first had</source>
        <translation>将“%1”恢复为最初的按键</translation>
    </message>
    <message>
        <source>Goal</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Goal of the lesson</source>
        <translation>课程的目标</translation>
    </message>
    <message>
        <source>Goes on where it was paused</source>
        <translation>从暂停处继续</translation>
    </message>
    <message>
        <source>Goes on with the rows that are there</source>
        <translation>接着已有的行继续</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>灰度</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>网格</translation>
    </message>
    <message>
        <source>Groups of eva</source>
        <translation>eva 的组数</translation>
    </message>
    <message>
        <source>Guess</source>
        <translation>猜</translation>
    </message>
    <message>
        <source>H</source>
        <translation>H</translation>
    </message>
    <message>
        <source>Halo around the pointer</source>
        <translation>指针光圈</translation>
    </message>
    <message>
        <source>Handout of the lesson</source>
        <translation>课程讲义</translation>
    </message>
    <message>
        <source>Hands for each answer</source>
        <translation>每个答案的举手人数</translation>
    </message>
    <message>
        <source>Hands:</source>
        <translation>举手人数：</translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>Heading</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Heading of the step</source>
        <translation>这一步的标题</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>注意力头</translation>
    </message>
    <message>
        <source>Heads %1</source>
        <translation>各头：%1</translation>
    </message>
    <message>
        <source>Heads as %1</source>
        <translation>各头显示为%1</translation>
    </message>
    <message>
        <source>Heads of the model</source>
        <translation>模型的各个头</translation>
    </message>
    <message>
        <source>Hei&amp;ght</source>
        <translation>高度(&amp;G)</translation>
    </message>
    <message>
        <source>Help: %1</source>
        <translation>帮助：%1</translation>
    </message>
    <message>
        <source>Hide %1</source>
        <translation>隐藏 %1</translation>
    </message>
    <message>
        <source>Hide the target</source>
        <translation>隐藏目标分布</translation>
    </message>
    <message>
        <source>Hides or shows %1</source>
        <translation>隐藏或显示 %1</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Hollow: query %1 as it was pinned.</source>
        <translation>空心：固定时的查询 %1。</translation>
    </message>
    <message>
        <source>Hover or click a row of a map to see how proposals share a sample for its query.</source>
        <translation>指向或单击图的一行，看提议分布怎样为它的查询分享一个样本。</translation>
    </message>
    <message>
        <source>Hover or click a row of a map to see it as a curve.</source>
        <translation>指向或单击图的一行，看它画成的曲线。</translation>
    </message>
    <message>
        <source>Hover or click a row of a map to see its numbers.</source>
        <translation>指向或单击图的一行，看它的数值。</translation>
    </message>
    <message>
        <source>Hover or click a row of a map to see its weights.</source>
        <translation>指向或单击图的一行，看它的权重。</translation>
    </message>
    <message>
        <source>Hover or click a row of a map to see the control variates of its query.</source>
        <translation>指向或单击图的一行，看它的查询的控制变量。</translation>
    </message>
    <message>
        <source>Hover or click a row of a map to see the output of its query.</source>
        <translation>指向或单击图的一行，看它的查询的输出。</translation>
    </message>
    <message>
        <source>How far you are in the lessons is not kept: %1</source>
        <translation>课程进度没有保存：%1</translation>
    </message>
    <message>
        <source>How high the row of the chosen panel is, relative to the other rows</source>
        <translation>选中面板所在的行与其他行相比有多高</translation>
    </message>
    <message>
        <source>How long a GIF shows each picture</source>
        <translation>GIF 中每张图显示多久</translation>
    </message>
    <message>
        <source>How long q + k is, scaled, from 0 to %1: the variance of positive features grows with it, that of trigonometric ones with the distance ‖q−k‖</source>
        <translation>q + k 有多长（已缩放），从 0 到 %1：正特征的方差随它增大，三角特征的方差随距离 ‖q−k‖ 增大</translation>
    </message>
    <message>
        <source>How many columns the chosen panel is wide</source>
        <translation>选中的面板占几列宽</translation>
    </message>
    <message>
        <source>How many panels stand side by side</source>
        <translation>并排几个面板</translation>
    </message>
    <message>
        <source>How many processor threads compute; results do not depend on it</source>
        <translation>用多少个处理器线程计算；不管几个，结果都相同</translation>
    </message>
    <message>
        <source>How many; fewer where there are fewer whole numbers</source>
        <translation>多少张；整数不够时会更少</translation>
    </message>
    <message>
        <source>How much %1 varies with its noise is not measured yet, and a command measures it: let it go on, then both are the same.</source>
        <translation>%1 随噪声变化多少还没有测量，而命令会测：请让它做下去，之后两者相同。</translation>
    </message>
    <message>
        <source>How much is measured</source>
        <translation>测量进度</translation>
    </message>
    <message>
        <source>How much of the study is done</source>
        <translation>实验完成了多少</translation>
    </message>
    <message>
        <source>How often %1 redraws its noise was changed by hand; a command knows one number.</source>
        <translation>%1 多久重抽一次噪声，手动改过；一条命令只能有一个数。</translation>
    </message>
    <message>
        <source>How often the session is saved, in case the program or the machine fails</source>
        <translation>为防程序或机器出故障，多久保存一次会话</translation>
    </message>
    <message>
        <source>How outputs vary with the noise</source>
        <translation>输出随噪声变化多少</translation>
    </message>
    <message>
        <source>How values become colours; all maps share one scale. auto takes the square root or the logarithm where most values are small beside the largest, else it is linear</source>
        <translation>值怎样变成颜色；所有的图共用一个刻度。与最大值相比多数值很小时，自动取平方根或对数，否则为线性</translation>
    </message>
    <message>
        <source>How wide a column of common venues is</source>
        <translation>常见会议和期刊的栏宽</translation>
    </message>
    <message>
        <source>ICML, both columns, 171 mm</source>
        <translation>ICML，双栏，171 毫米</translation>
    </message>
    <message>
        <source>ICML, one column, 83 mm</source>
        <translation>ICML，单栏，83 毫米</translation>
    </message>
    <message>
        <source>IEEE, both columns, 182 mm</source>
        <translation>IEEE，双栏，182 毫米</translation>
    </message>
    <message>
        <source>IEEE, one column, 89 mm</source>
        <translation>IEEE，单栏，89 毫米</translation>
    </message>
    <message>
        <source>In a terminal, with its arrays, outputs and properties:</source>
        <translation>在终端中，连同数组、输出和它的性质：</translation>
    </message>
    <message>
        <source>In a terminal:</source>
        <translation>在终端中：</translation>
    </message>
    <message>
        <source>In all: %1.</source>
        <translation>共：%1。</translation>
    </message>
    <message>
        <source>In brackets: numbers of a variance without limit, or of which the replicates missed most, which mean nothing.</source>
        <translation>括号内：方差无穷、或重复试验错过了方差的大部分时的数，没有意义。</translation>
    </message>
    <message>
        <source>In commands and files: %1</source>
        <translation>在命令和文件中：%1</translation>
    </message>
    <message>
        <source>In the manual</source>
        <translation>在手册中</translation>
    </message>
    <message>
        <source>In the order of the answers; A12 B5 or a letter for each hand, AAB, will do. Enter shows them, Esc does not.</source>
        <translation>按答案的顺序写；写成 A12 B5，或每只手一个字母（AAB）也可以。回车显示，Esc 不显示。</translation>
    </message>
    <message>
        <source>In the order of their letters, row by row; Delete removes the chosen one, and Alt with an arrow moves it</source>
        <translation>按字母顺序，逐行排列；Delete 移除选中的面板，Alt 加方向键移动它</translation>
    </message>
    <message>
        <source>In the workspace &lt;i&gt;%1&lt;/i&gt;. &lt;a href="app:panel/%2"&gt;Show this panel&lt;/a&gt;</source>
        <translation>在工作区&lt;i&gt;%1&lt;/i&gt;中。&lt;a href="app:panel/%2"&gt;显示这个面板&lt;/a&gt;</translation>
    </message>
    <message>
        <source>In this manual</source>
        <translation>在本手册中</translation>
    </message>
    <message>
        <source>In ω-space, move the selected proposal, key or query</source>
        <translation>在 ω 空间移动选中的提议分布、键或查询</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>It has no size %1 and is shown at %2.</source>
        <translation>它没有规模 %1，按 %2 显示。</translation>
    </message>
    <message>
        <source>It is %1.</source>
        <translation>是 %1。</translation>
    </message>
    <message>
        <source>It is %1. %2</source>
        <translation>答案是 %1。%2</translation>
    </message>
    <message>
        <source>It is about random features alone, not about a sequence: Explore has no picture of it.</source>
        <translation>它只关于随机特征，不涉及序列：“探索”没有它的图。</translation>
    </message>
    <message>
        <source>It is about several heads at once; Explore shows one.</source>
        <translation>它同时涉及几个头；“探索”只显示一个。</translation>
    </message>
    <message>
        <source>It is not about an estimator: Explore has no picture of it.</source>
        <translation>它不涉及估计量：“探索”没有它的图。</translation>
    </message>
    <message>
        <source>It is of data that are no longer open.</source>
        <translation>它所属的数据已不再打开。</translation>
    </message>
    <message>
        <source>It is the first already.</source>
        <translation>它已经是第一个。</translation>
    </message>
    <message>
        <source>It is the last already.</source>
        <translation>它已经是最后一个。</translation>
    </message>
    <message>
        <source>It measures times: nothing else computes meanwhile, and it rests while you work in Explore.</source>
        <translation>它测量时间：测量时别的都不计算；你在“探索”中工作时它停下。</translation>
    </message>
    <message>
        <source>It runs, or waits to, at size %1: cancel that first. The rows that are done stay.</source>
        <translation>它正在以规模 %1 运行，或在等待：请先取消。已完成的行保留。</translation>
    </message>
    <message>
        <source>Its %1 proposals are %2 here: one Gaussian stands for neighbours, with their mean and spread.</source>
        <translation>它的 %1 个提议分布在这里是 %2 个：相邻的由一个均值和离散程度相同的高斯代表。</translation>
    </message>
    <message>
        <source>Its f was changed.</source>
        <translation>它的 f 已改动。</translation>
    </message>
    <message>
        <source>Its sequence is the file %1, which Explore does not show now: open it there first.</source>
        <translation>它的序列是文件 %1，“探索”现在显示的不是它：请先在那里打开。</translation>
    </message>
    <message>
        <source>J</source>
        <translation>J</translation>
    </message>
    <message>
        <source>JSON table</source>
        <translation>JSON 表格</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>后台任务</translation>
    </message>
    <message>
        <source>Jobs lists what was computed here and how long it took; no command makes that again.</source>
        <translation>“后台任务”列出这里算过什么、用了多久；没有命令能再次产生它。</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>锁定它</translation>
    </message>
    <message>
        <source>Keep this query as it is now, hollow, to compare it with what comes (P); a second press lets it go</source>
        <translation>把这个查询现在的样子固定下来（空心），与后来的比较（P）；再按一次就放开</translation>
    </message>
    <message>
        <source>Kept as %1; Lesson ▸ My answers puts it on paper, too.</source>
        <translation>已留存为 %1；“课程 ▸ 我的回答”也会把它印在纸上。</translation>
    </message>
    <message>
        <source>Kept: %1, as it was at %2.</source>
        <translation>保留的是“%1”，时间 %2。</translation>
    </message>
    <message>
        <source>Kernel of layer %1, head %2</source>
        <translation>第 %1 层第 %2 头的核</translation>
    </message>
    <message>
        <source>Kernel, spread and spectral density</source>
        <translation>核、离散程度和谱密度</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>核</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Key %1 or %2</source>
        <translation>按键 %1 或 %2</translation>
    </message>
    <message>
        <source>Keys and mouse</source>
        <translation>按键和鼠标</translation>
    </message>
    <message>
        <source>Keys of %1</source>
        <translation>“%1”的按键</translation>
    </message>
    <message>
        <source>Keys or mouse</source>
        <translation>按键或鼠标</translation>
    </message>
    <message>
        <source>Keys without Ctrl or Alt act</source>
        <translation>不带 Ctrl 或 Alt 的键起作用</translation>
    </message>
    <message>
        <source>KiB</source>
        <translation>KiB</translation>
    </message>
    <message>
        <source>L&amp;etters a, b, c</source>
        <translation>字母 a、b、c(&amp;E)</translation>
    </message>
    <message>
        <source>L, E</source>
        <translation>L、E</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>文字更大</translation>
    </message>
    <message>
        <source>Largest absolute error to softmax with the same τ, causal for a causal estimator</source>
        <translation>对 τ 相同的 softmax 的最大绝对误差（因果估计量对因果 softmax）</translation>
    </message>
    <message>
        <source>Last value</source>
        <translation>最后一个值</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>Layer %1, head %2</source>
        <translation>第 %1 层，第 %2 头</translation>
    </message>
    <message>
        <source>Layer %1, head %2 of %3</source>
        <translation>第 %1 层，第 %2 头，共 %3 头</translation>
    </message>
    <message>
        <source>Layers down and heads across, or all heads sorted by the number shown</source>
        <translation>层向下、头向右排列，或所有的头按所示的数排列</translation>
    </message>
    <message>
        <source>Learned kernels</source>
        <translation>学得的核</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>图例</translation>
    </message>
    <message>
        <source>Length of q + k</source>
        <translation>q + k 的长度</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Lesson step: %1</source>
        <translation>课程步骤：%1</translation>
    </message>
    <message>
        <source>Lesson task</source>
        <translation>课程任务</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>课程列表</translation>
    </message>
    <message>
        <source>Let the samples appear one after another (Space)</source>
        <translation>让样本一个接一个出现（空格）</translation>
    </message>
    <message>
        <source>Lets the samples fall one by one (Space); S drops one more</source>
        <translation>让样本一个一个落下（空格）；S 再落一个</translation>
    </message>
    <message>
        <source>Letters, arrows and Space, while no text is being typed</source>
        <translation>字母、方向键和空格，在没有输入文字时</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation>浅色或深色</translation>
    </message>
    <message>
        <source>Light or dark, with high contrast or without, or as the desktop is</source>
        <translation>浅色或深色，可用高对比度，或跟随桌面</translation>
    </message>
    <message>
        <source>Light, high contrast</source>
        <translation>浅色，高对比度</translation>
    </message>
    <message>
        <source>Limits of the colours</source>
        <translation>颜色的范围</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>直线</translation>
    </message>
    <message>
        <source>Link copied: a shell command, also for File ▸ Open a copied link.</source>
        <translation>已复制链接：一行命令，可在终端运行，也可用“文件 ▸ 打开复制的链接”。</translation>
    </message>
    <message>
        <source>Link copied: a shell command, also for File ▸ Open a copied link; it needs the file too.</source>
        <translation>已复制链接：一行命令，可在终端运行，也可用“文件 ▸ 打开复制的链接”；还需要那个文件。</translation>
    </message>
    <message>
        <source>Locate …</source>
        <translation>寻找…</translation>
    </message>
    <message>
        <source>Locked where they are</source>
        <translation>锁定在现在的范围</translation>
    </message>
    <message>
        <source>Locked; a double-click lets the colours follow the values again.</source>
        <translation>已锁定；双击后颜色重新跟随数值。</translation>
    </message>
    <message>
        <source>Logarithmic weights</source>
        <translation>权重取对数</translation>
    </message>
    <message>
        <source>Look at %1</source>
        <translation>看 %1</translation>
    </message>
    <message>
        <source>Look at the attention of %1</source>
        <translation>查看 %1 的注意力</translation>
    </message>
    <message>
        <source>Loss and accuracy of runs</source>
        <translation>各次训练的损失和准确率</translation>
    </message>
    <message>
        <source>M = %n key(s)</source>
        <translation>M = %n 个键</translation>
    </message>
    <message>
        <source>M&amp;ethods and papers</source>
        <translation>方法与论文(&amp;E)</translation>
    </message>
    <message>
        <source>MIS</source>
        <translation>MIS</translation>
    </message>
    <message>
        <source>MIS weights that were raised to the clamp</source>
        <translation>被抬到截断值的 MIS 权重</translation>
    </message>
    <message>
        <source>Main</source>
        <translation>主工具栏</translation>
    </message>
    <message>
        <source>Makes no difference here: the first head is chosen. Where that is −1, the seed chooses it</source>
        <translation>在这里不起作用：第一个头已选定。选 −1 时由种子决定</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>手册</translation>
    </message>
    <message>
        <source>Manual of Omegascope</source>
        <translation>Omegascope 手册</translation>
    </message>
    <message>
        <source>Map content</source>
        <translation>图的内容</translation>
    </message>
    <message>
        <source>Map of attention</source>
        <translation>注意力图</translation>
    </message>
    <message>
        <source>Map scale</source>
        <translation>图的刻度</translation>
    </message>
    <message>
        <source>Matters only with %1 = %2.</source>
        <translation>只在 %1 = %2 时有意义。</translation>
    </message>
    <message>
        <source>Max&amp;imise or restore</source>
        <translation>最大化或恢复(&amp;I)</translation>
    </message>
    <message>
        <source>Maximise or restore</source>
        <translation>最大化或恢复</translation>
    </message>
    <message>
        <source>Mean over %1 seeds; a click asks which of them to open in Explore.</source>
        <translation>%1 个种子的均值；单击后选择在“探索”中打开哪一个。</translation>
    </message>
    <message>
        <source>Mean squared error of every visible estimator to softmax, or to causal softmax for a causal one, for the head that is shown</source>
        <translation>每个可见估计量对 softmax 的均方误差（因果估计量对因果 softmax），就所示的头</translation>
    </message>
    <message>
        <source>Mean squared error to softmax with the same τ, causal for a causal estimator</source>
        <translation>对 τ 相同的 softmax 的均方误差（因果估计量对因果 softmax）</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>Measure again</source>
        <translation>重新测量</translation>
    </message>
    <message>
        <source>Measured at the end of a run whose attention draws noise; others have no such numbers.</source>
        <translation>注意力要抽噪声的训练，结束时测量；其他的没有这些数。</translation>
    </message>
    <message>
        <source>Measured elsewhere: %1.</source>
        <translation>在别处测得：%1。</translation>
    </message>
    <message>
        <source>Measures every head of the model</source>
        <translation>测量模型的每个头</translation>
    </message>
    <message>
        <source>Measures how the error of the visible estimators falls with their samples, on this sequence, within seconds.</source>
        <translation>在这个序列上测量可见估计量的误差怎样随样本数下降，几秒即可。</translation>
    </message>
    <message>
        <source>Measures row by row; the figure grows as they come</source>
        <translation>一行一行地测量；图随之增长</translation>
    </message>
    <message>
        <source>Measures the same on this machine</source>
        <translation>在这台机器上测量同样的内容</translation>
    </message>
    <message>
        <source>Memory at its highest</source>
        <translation>内存峰值</translation>
    </message>
    <message>
        <source>Memory of the numbers the engine holds</source>
        <translation>引擎所存的数占用的内存</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Methods and papers</source>
        <translation>方法与论文</translation>
    </message>
    <message>
        <source>Methods that put another kernel in the place of softmax and estimate nothing (cosFormer, Hedgehog, gated linear attention) are left out: compared with softmax they could only be wrong. linear_elu, linear_relu and learned kernels are here because the papers compare with them.</source>
        <translation>没有收入的，是用另一种核代替 softmax、什么也不估计的方法（cosFormer、Hedgehog、门控线性注意力）：与 softmax 比较，它们只会是错的。linear_elu、linear_relu 和学得的核在这里，因为论文与它们作了比较。</translation>
    </message>
    <message>
        <source>Mflop</source>
        <translation>Mflop</translation>
    </message>
    <message>
        <source>MiB</source>
        <translation>MiB</translation>
    </message>
    <message>
        <source>Millions of operations for y</source>
        <translation>计算 y 的运算量，单位百万次</translation>
    </message>
    <message>
        <source>Model view</source>
        <translation>模型总览</translation>
    </message>
    <message>
        <source>More maps are shown at once in a larger panel: Ctrl+M lets it fill the window</source>
        <translation>面板越大，一次显示的图越多：Ctrl+M 让它充满窗口</translation>
    </message>
    <message>
        <source>Motion of the figure</source>
        <translation>图组的变化</translation>
    </message>
    <message>
        <source>Motion written to %1</source>
        <translation>变化已写入 %1</translation>
    </message>
    <message>
        <source>Mouse</source>
        <translation>鼠标</translation>
    </message>
    <message>
        <source>Move %1 down</source>
        <translation>下移 %1</translation>
    </message>
    <message>
        <source>Move %1 up</source>
        <translation>上移 %1</translation>
    </message>
    <message>
        <source>Move a query, key or proposal in ω-space</source>
        <translation>在 ω 空间中移动查询、键或提议分布</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Move key %1</source>
        <translation>移动键 %1</translation>
    </message>
    <message>
        <source>Move proposal %1</source>
        <translation>移动提议分布 %1</translation>
    </message>
    <message>
        <source>Move query %1</source>
        <translation>移动查询 %1</translation>
    </message>
    <message>
        <source>Move the part that is seen</source>
        <translation>移动看到的部分</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move what is seen</source>
        <translation>移动可见部分</translation>
    </message>
    <message>
        <source>My answers</source>
        <translation>我的回答</translation>
    </message>
    <message>
        <source>N</source>
        <translation>N</translation>
    </message>
    <message>
        <source>N = %n quer(y/ies)</source>
        <translation>N = %n 个查询</translation>
    </message>
    <message>
        <source>NPY array</source>
        <translation>NPY 数组</translation>
    </message>
    <message>
        <source>NPY holds one array</source>
        <translation>NPY 只能存一个数组</translation>
    </message>
    <message>
        <source>NPZ arrays</source>
        <translation>NPZ 数组</translation>
    </message>
    <message>
        <source>Names &amp;of the panels</source>
        <translation>面板的名称(&amp;O)</translation>
    </message>
    <message>
        <source>NeurIPS, ICLR: text, 140 mm</source>
        <translation>NeurIPS、ICLR：正文，140 毫米</translation>
    </message>
    <message>
        <source>New &amp;window</source>
        <translation>新建窗口(&amp;W)</translation>
    </message>
    <message>
        <source>New proposal</source>
        <translation>新的提议分布</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>新建训练</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Next head</source>
        <translation>下一个头</translation>
    </message>
    <message>
        <source>Next key</source>
        <translation>下一个键</translation>
    </message>
    <message>
        <source>Next layer</source>
        <translation>下一层</translation>
    </message>
    <message>
        <source>Next place</source>
        <translation>下一处</translation>
    </message>
    <message>
        <source>Next query</source>
        <translation>下一个查询</translation>
    </message>
    <message>
        <source>Next sample</source>
        <translation>下一个样本</translation>
    </message>
    <message>
        <source>No lesson is open.</source>
        <translation>没有打开课程。</translation>
    </message>
    <message>
        <source>No lesson is open: there are no notes.</source>
        <translation>没有打开课程，所以没有备注。</translation>
    </message>
    <message>
        <source>No page has all of these words; try fewer, or a part of one.</source>
        <translation>没有一页含有所有这些词；请少写几个，或只写一部分。</translation>
    </message>
    <message>
        <source>No panel is open; open one in View ▸ Panels.</source>
        <translation>没有打开的面板；请在 视图 ▸ 面板 中打开一个。</translation>
    </message>
    <message>
        <source>No run is chosen.</source>
        <translation>没有选中任何运行。</translation>
    </message>
    <message>
        <source>No run yet: start one under &lt;b&gt;New run&lt;/b&gt;, or open the folder of one in the ⋮ menu.</source>
        <translation>还没有训练：在&lt;b&gt;新建训练&lt;/b&gt;里开始一个，或在 ⋮ 菜单里打开一个的文件夹。</translation>
    </message>
    <message>
        <source>No setting and no estimator that can be added has that name.</source>
        <translation>没有叫这个名字的设置，也没有叫这个名字的可添加的估计量。</translation>
    </message>
    <message>
        <source>No study is chosen.</source>
        <translation>没有选中实验。</translation>
    </message>
    <message>
        <source>No visible estimator weighs samples. lara does, rfa with positive features, and key_sampling where it draws keys.</source>
        <translation>可见的估计量都不给样本加权。lara 会，rfa 在正特征下会，key_sampling 在抽取键时也会。</translation>
    </message>
    <message>
        <source>None of the visible estimators has a kernel that this panel can draw. Add gmm, whose kernel you can shape by hand, or show rfa.</source>
        <translation>可见的估计量都没有本面板能画的核。添加 gmm（它的核可以手动改变），或显示 rfa。</translation>
    </message>
    <message>
        <source>Normal text</source>
        <translation>正常大小</translation>
    </message>
    <message>
        <source>Not begun: it takes much time or memory and waits for your consent.</source>
        <translation>未开始：需要很多时间或内存，等待你同意。</translation>
    </message>
    <message>
        <source>Not begun; what is missing would take %1.</source>
        <translation>未开始：还缺的需要 %1。</translation>
    </message>
    <message>
        <source>Not so.</source>
        <translation>不对。</translation>
    </message>
    <message>
        <source>Not there: %1</source>
        <translation>缺少：%1</translation>
    </message>
    <message>
        <source>Not told: %1 (rare huge weights).</source>
        <translation>不给出：%1（有罕见的巨大权重）。</translation>
    </message>
    <message>
        <source>Not used by this query: its proposal may know later tokens.</source>
        <translation>本查询不用它：它的提议分布可能知道后面的词元。</translation>
    </message>
    <message>
        <source>Notes, while held</source>
        <translation>按住时显示备注</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Nothing has been computed yet.</source>
        <translation>还没有计算任何东西。</translation>
    </message>
    <message>
        <source>Nothing has that name; try another word, or a part of one.</source>
        <translation>没有叫这个名字的；请换一个词，或只输入它的一部分。</translation>
    </message>
    <message>
        <source>Nothing is measured yet: press Measure, then there is a command that measures the same again.</source>
        <translation>还没有测量：按“测量”，之后就有能再次测量的命令。</translation>
    </message>
    <message>
        <source>Nothing is shown now that this would change.</source>
        <translation>现在没有显示它会改变的内容。</translation>
    </message>
    <message>
        <source>Nothing moves by itself: samples are there at once</source>
        <translation>画面不会自己动：样本一次全部出现</translation>
    </message>
    <message>
        <source>Nothing of this is trained yet: once it is, the curves have its command.</source>
        <translation>这里还没有训练：训练之后，“曲线”有它的命令。</translation>
    </message>
    <message>
        <source>Nothing of this study is measured yet: run it first.</source>
        <translation>这个实验还没有测量：请先运行。</translation>
    </message>
    <message>
        <source>Nothing of this study was measured here.</source>
        <translation>这个实验没有在这里测量过。</translation>
    </message>
    <message>
        <source>Nothing on this page has “%1”</source>
        <translation>本页没有“%1”</translation>
    </message>
    <message>
        <source>Nothing to compare with softmax yet. Show rfa or lara to see its estimates.</source>
        <translation>还没有可与 softmax 比较的。显示 rfa 或 lara，看它们的估计。</translation>
    </message>
    <message>
        <source>Nothing to compare yet. Make an estimator visible to see its map.</source>
        <translation>还没有可比较的。让一个估计量可见，就能看到它的图。</translation>
    </message>
    <message>
        <source>Nothing to compare yet. Make an estimator visible to see its numbers.</source>
        <translation>还没有可比较的。让一个估计量可见，就能看到它的数值。</translation>
    </message>
    <message>
        <source>Nothing to compare yet: add an estimator to see it beside softmax.</source>
        <translation>还没有可比较的：添加一个估计量，在 softmax 旁边看它。</translation>
    </message>
    <message>
        <source>Nothing to drag: this kernel is fixed. </source>
        <translation>没有可拖动的：这个核是固定的。</translation>
    </message>
    <message>
        <source>Nothing to inspect yet. Make an estimator visible.</source>
        <translation>还没有可检查的。让一个估计量可见。</translation>
    </message>
    <message>
        <source>Nothing to measure yet. Show rfa or lara to see how its error falls with the number of samples.</source>
        <translation>还没有可测量的。显示 rfa 或 lara，就能看到误差怎样随样本数下降。</translation>
    </message>
    <message>
        <source>Nothing was exported. No room at that size, or nothing for such a file now: %1</source>
        <translation>没有导出任何内容。该尺寸下放不下，或目前没有可写入此类文件的内容：%1</translation>
    </message>
    <message>
        <source>Nothing was selected after this.</source>
        <translation>这之后没有选择过别的。</translation>
    </message>
    <message>
        <source>Nothing was selected before.</source>
        <translation>这之前没有选择过别的。</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Numbers of %1</source>
        <translation>%1 的数值</translation>
    </message>
    <message>
        <source>Numbers of every visible estimator</source>
        <translation>每个可见估计量的数值</translation>
    </message>
    <message>
        <source>Numbers of the game</source>
        <translation>游戏的数值</translation>
    </message>
    <message>
        <source>Numbers: %2 of head %1, %n draw(s), mean over the dimensions of y.</source>
        <translation>数：第 %1 头，%2，%n 次抽取，对 y 的各维取均值。</translation>
    </message>
    <message>
        <source>Of %1 and &lt;code&gt;omega train&lt;/code&gt;; %2 says what was found.</source>
        <translation>用于 %1 和 &lt;code&gt;omega train&lt;/code&gt;；%2 说明有什么发现。</translation>
    </message>
    <message>
        <source>Of its file and of the folders of its results: letters, digits, '.', '_' and '-'</source>
        <translation>用于它的文件和结果的文件夹：字母、数字、“.”、“_”和“-”</translation>
    </message>
    <message>
        <source>Of menus, panels and lessons; numbers, files and commands are the same in both</source>
        <translation>菜单、面板和课程的语言；数字、文件和命令两者相同</translation>
    </message>
    <message>
        <source>Of the figure's text, on paper; where a panel lacks room for its words they become smaller, and a line below says so</source>
        <translation>图组文字在纸上的大小；面板放不下它的文字时，字会变小，下方有一行说明</translation>
    </message>
    <message>
        <source>Of the first picture</source>
        <translation>第一张图的</translation>
    </message>
    <message>
        <source>Of the last picture</source>
        <translation>最后一张图的</translation>
    </message>
    <message>
        <source>Of the study</source>
        <translation>实验的内容</translation>
    </message>
    <message>
        <source>Of the whole figure</source>
        <translation>整个图组的</translation>
    </message>
    <message>
        <source>Omegascope %1, commit %2</source>
        <translation>Omegascope %1，提交 %2</translation>
    </message>
    <message>
        <source>Omegascope sessions (*.omega)</source>
        <translation>Omegascope 会话 (*.omega)</translation>
    </message>
    <message>
        <source>Omegascope, for the room</source>
        <translation>Omegascope，观众画面</translation>
    </message>
    <message>
        <source>Omegascope, for the speaker</source>
        <translation>Omegascope，讲者视图</translation>
    </message>
    <message>
        <source>On a map, ω-space or curves of Train that have the keyboard</source>
        <translation>有键盘焦点的图、ω 空间或训练曲线</translation>
    </message>
    <message>
        <source>One PDF, a page for each panel</source>
        <translation>一个 PDF，每个面板一页</translation>
    </message>
    <message>
        <source>One above each panel, for the caption</source>
        <translation>每个面板上方一个，供说明文字引用</translation>
    </message>
    <message>
        <source>One step, then rests</source>
        <translation>走一步，然后停下</translation>
    </message>
    <message>
        <source>Only examples of this class</source>
        <translation>只看这一类的样例</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>Open %n training run(s): %1</source>
        <translation>打开 %n 个训练：%1</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>Open &amp;training run …</source>
        <translation>打开训练(&amp;T)…</translation>
    </message>
    <message>
        <source>Open a copied lin&amp;k</source>
        <translation>打开复制的链接(&amp;K)</translation>
    </message>
    <message>
        <source>Open a lesson first: its handout is of the open one.</source>
        <translation>请先打开一课：讲义是关于打开的那一课的。</translation>
    </message>
    <message>
        <source>Open another file …</source>
        <translation>打开另一个文件…</translation>
    </message>
    <message>
        <source>Open in Explore</source>
        <translation>在“探索”中打开</translation>
    </message>
    <message>
        <source>Open seed %1 in Explore</source>
        <translation>在“探索”中打开种子 %1</translation>
    </message>
    <message>
        <source>Open the folder of a run</source>
        <translation>打开一次训练的文件夹</translation>
    </message>
    <message>
        <source>Open the folder of a run …</source>
        <translation>打开一次训练的文件夹…</translation>
    </message>
    <message>
        <source>Open the folder of the results</source>
        <translation>打开结果的文件夹</translation>
    </message>
    <message>
        <source>Open the lesson</source>
        <translation>打开课程</translation>
    </message>
    <message>
        <source>Open the session %1</source>
        <translation>打开会话 %1</translation>
    </message>
    <message>
        <source>Open the start example</source>
        <translation>打开起始示例</translation>
    </message>
    <message>
        <source>Open the window that this link describes</source>
        <translation>打开这个链接里的窗口</translation>
    </message>
    <message>
        <source>Open this step</source>
        <translation>打开这一步</translation>
    </message>
    <message>
        <source>Opens in Explore what a lesson took the place of: one step of undo</source>
        <translation>在“探索”中打开被课程取代的内容：一步撤销</translation>
    </message>
    <message>
        <source>Opens the chosen lesson where you left it (Enter)</source>
        <translation>在上次离开的地方打开选中的课程（回车）</translation>
    </message>
    <message>
        <source>Opens the file with every value that is not finite replaced by 0</source>
        <translation>打开文件，并把所有不是有限数的值换成 0</translation>
    </message>
    <message>
        <source>Opens the shown query along this line in Chance, as a game with its own target. Samples come from the proposals of the estimator in front, or from N(0, I) where it has none or more than five</source>
        <translation>把所示查询沿这条直线在“随机游戏”中打开，带它自己的目标分布。样本来自前面的估计量的提议分布；它若没有，或多于五个，则来自 N(0, I)</translation>
    </message>
    <message>
        <source>Opens what was saved last before it ended</source>
        <translation>打开它结束前最后保存的内容</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Options of a game</source>
        <translation>游戏的选项</translation>
    </message>
    <message>
        <source>Options of a training run</source>
        <translation>训练的选项</translation>
    </message>
    <message>
        <source>Options, export and copy</source>
        <translation>选项、导出和复制</translation>
    </message>
    <message>
        <source>Order of the figure</source>
        <translation>图组的顺序</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Output of query %1, head %2: %3</source>
        <translation>查询 %1 的输出，第 %2 头：%3</translation>
    </message>
    <message>
        <source>Over %1 draws: Redraw goes from one to the next.</source>
        <translation>%1 次抽取：“重抽”逐次切换。</translation>
    </message>
    <message>
        <source>Own size</source>
        <translation>自定大小</translation>
    </message>
    <message>
        <source>PDF page</source>
        <translation>PDF 页面</translation>
    </message>
    <message>
        <source>PI</source>
        <translation>PI</translation>
    </message>
    <message>
        <source>PNG picture</source>
        <translation>PNG 图片</translation>
    </message>
    <message>
        <source>PNG pictures …</source>
        <translation>PNG 图…</translation>
    </message>
    <message>
        <source>Page copied</source>
        <translation>本页已复制</translation>
    </message>
    <message>
        <source>Page of the manual</source>
        <translation>手册的一页</translation>
    </message>
    <message>
        <source>Page printed</source>
        <translation>本页已打印</translation>
    </message>
    <message>
        <source>PageDown, Enter</source>
        <translation>PageDown、回车</translation>
    </message>
    <message>
        <source>PageDown, PageUp: on, back · 1 to 6: an answer · T: count hands · Backspace: the step again · B, W: black, white · L: pen, E: wipe · H: halo · Z: lens · C: controls · D: dark or light · X: other screen · Esc: end</source>
        <translation>PageDown、PageUp：前进、后退 · 1 到 6：答案 · T：数举手人数 · 退格：重来这一步 · B、W：黑屏、白屏 · L：画笔，E：擦除 · H：光圈 · Z：放大镜 · C：控件 · D：深色或浅色 · X：另一个屏幕 · Esc：结束</translation>
    </message>
    <message>
        <source>PageUp</source>
        <translation>PageUp</translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>面板</translation>
    </message>
    <message>
        <source>Panels behind each other</source>
        <translation>叠放的面板</translation>
    </message>
    <message>
        <source>Panels of the figure</source>
        <translation>图组的面板</translation>
    </message>
    <message>
        <source>Paper: Chowdhury et al. 2022, Table 14: GMM with 200 cells at p = 0.1, 0.5 and 0.9, on their machine; – where it has no such row.</source>
        <translation>论文：Chowdhury 等 2022，表 14：GMM，200 个单元，p = 0.1、0.5 和 0.9，在他们的机器上；– 表示没有这一行。</translation>
    </message>
    <message>
        <source>Papers</source>
        <translation>论文</translation>
    </message>
    <message>
        <source>Part of its name: samples, noise, proposals …</source>
        <translation>名字的一部分：样本、噪声、提议分布…</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Pause (Space)</source>
        <translation>暂停（空格）</translation>
    </message>
    <message>
        <source>Pauses after the current step, until Resume</source>
        <translation>在两步之间停下，直到按继续</translation>
    </message>
    <message>
        <source>Pen; wipe its ink</source>
        <translation>画笔；擦去笔迹</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Picture: large is this draw, small the others; ellipse 2 standard deviations; arrow to their mean, with its 95 %; a dashed arrow: not visibly a bias.</source>
        <translation>图：大的是本次抽取，小的是其他；椭圆为 2 个标准差；箭头指向均值，带其 95 % 范围；虚线箭头：看不出是偏差。</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>图的张数</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Places found</source>
        <translation>找到的地方</translation>
    </message>
    <message>
        <source>Plane</source>
        <translation>平面</translation>
    </message>
    <message>
        <source>Plane: %1</source>
        <translation>平面：%1</translation>
    </message>
    <message>
        <source>Play or p&amp;ause the samples</source>
        <translation>播放或暂停样本(&amp;A)</translation>
    </message>
    <message>
        <source>Play the lesson %1</source>
        <translation>播放课程 %1</translation>
    </message>
    <message>
        <source>Point at it</source>
        <translation>指向它</translation>
    </message>
    <message>
        <source>Point of %1</source>
        <translation>%1 的点</translation>
    </message>
    <message>
        <source>Pooled to the screen</source>
        <translation>按屏幕合并</translation>
    </message>
    <message>
        <source>Precision of the estimates</source>
        <translation>估计的精度</translation>
    </message>
    <message>
        <source>Predicted variance of this query, summed over dimensions (delta method): %1; with optimal weights, denominators can have infinite variance.</source>
        <translation>这个查询的预测方差，对各维求和（delta 方法）：%1；用 optimal 时分母的方差可能无穷。</translation>
    </message>
    <message>
        <source>Predicted variance of this query, summed over dimensions: %1.</source>
        <translation>这个查询的预测方差，对各维求和：%1。</translation>
    </message>
    <message>
        <source>Predicted variance: %1</source>
        <translation>预测方差：%1</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <source>Presen&amp;t</source>
        <translation>演示(&amp;T)</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Press Measure to time the visible estimators against softmax, from N = 128 upwards, for a quarter of a minute, or longer if they are many or slow. Nothing else computes meanwhile.</source>
        <translation>按“测量”，把可见的估计量与 softmax 比较时间，从 N = 128 起，约 15 秒；估计量多或慢时更久。期间别的都不计算。</translation>
    </message>
    <message>
        <source>Preview a query, key, sample or proposal everywhere</source>
        <translation>在所有面板中预览一个查询、键、样本或提议分布</translation>
    </message>
    <message>
        <source>Preview at %1 % of its size</source>
        <translation>预览，%1 % 大小</translation>
    </message>
    <message>
        <source>Preview at its true size</source>
        <translation>按实际大小预览</translation>
    </message>
    <message>
        <source>Previous head</source>
        <translation>上一个头</translation>
    </message>
    <message>
        <source>Previous key</source>
        <translation>上一个键</translation>
    </message>
    <message>
        <source>Previous layer</source>
        <translation>上一层</translation>
    </message>
    <message>
        <source>Previous place</source>
        <translation>上一处</translation>
    </message>
    <message>
        <source>Previous query</source>
        <translation>上一个查询</translation>
    </message>
    <message>
        <source>Previous sample</source>
        <translation>上一个样本</translation>
    </message>
    <message>
        <source>Print %1</source>
        <translation>打印 %1</translation>
    </message>
    <message>
        <source>Print the page</source>
        <translation>打印本页</translation>
    </message>
    <message>
        <source>Print …</source>
        <translation>打印…</translation>
    </message>
    <message>
        <source>Processor: %1, %2 threads, vectors by %3</source>
        <translation>处理器：%1，%2 个线程，向量指令 %3</translation>
    </message>
    <message>
        <source>Projected from %1 to %n dimension(s)</source>
        <translation>从 %1 维投影到 %n 维</translation>
    </message>
    <message>
        <source>Projected from %1 to %n dimension(s): %2 of variance shown</source>
        <translation>从 %1 维投影到 %n 维：显示了方差的 %2</translation>
    </message>
    <message>
        <source>Proposal</source>
        <translation>提议分布</translation>
    </message>
    <message>
        <source>Pull samples to 64.</source>
        <translation>把“样本”拖到 64。</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Query %1 along one line through ω-space: an easier problem. By their law, weights of the same proposals vary no more here than in ω-space.</source>
        <translation>查询 %1 沿 ω 空间中的一条直线：这是较容易的问题。按理论，同样的提议分布，其权重在这里的变化不会比在 ω 空间中大。</translation>
    </message>
    <message>
        <source>Query %1 as a game</source>
        <translation>把查询 %1 变成游戏</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Quit while something runs?</source>
        <translation>还有东西在运行，要退出吗？</translation>
    </message>
    <message>
        <source>RSD</source>
        <translation>RSD</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>Read as 0</source>
        <translation>按 0 读取</translation>
    </message>
    <message>
        <source>Read so: N = %1 queries, M = %2 keys, D = %3, Dv = %4, heads: %5.</source>
        <translation>读作：N = %1 个查询，M = %2 个键，D = %3，Dv = %4，头数：%5。</translation>
    </message>
    <message>
        <source>Reading the file …</source>
        <translation>正在读取文件…</translation>
    </message>
    <message>
        <source>Reading …</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Reads the file once more: it may hold something else now</source>
        <translation>再读一次文件：它的内容可能已经不同</translation>
    </message>
    <message>
        <source>Record a lesson</source>
        <translation>录制课程</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Redraw</source>
        <translation>重抽</translation>
    </message>
    <message>
        <source>Redraw the &amp;noise</source>
        <translation>重抽噪声(&amp;N)</translation>
    </message>
    <message>
        <source>Reduce &amp;motion</source>
        <translation>减少动画(&amp;M)</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>去掉</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>去掉 %1</translation>
    </message>
    <message>
        <source>Remove an estimator</source>
        <translation>去掉一个估计量</translation>
    </message>
    <message>
        <source>Remove from the figure</source>
        <translation>从图组中移除</translation>
    </message>
    <message>
        <source>Remove the estimator in front</source>
        <translation>去掉前面的估计量</translation>
    </message>
    <message>
        <source>Removes the chosen step</source>
        <translation>删除选中的一步</translation>
    </message>
    <message>
        <source>Removes the estimator in front</source>
        <translation>去掉前面的估计量</translation>
    </message>
    <message>
        <source>Replace files?</source>
        <translation>替换文件？</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>回应</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>恢复 %1 的默认值</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>全部恢复</translation>
    </message>
    <message>
        <source>Reset to the paper's defaults</source>
        <translation>恢复论文的默认值</translation>
    </message>
    <message>
        <source>Restore it</source>
        <translation>恢复它</translation>
    </message>
    <message>
        <source>Rests after the row that is being measured</source>
        <translation>测完正在测的这一行就停下</translation>
    </message>
    <message>
        <source>Rests until it is resumed</source>
        <translation>停下，直到按继续</translation>
    </message>
    <message>
        <source>Results that came with the program, with six digits. What is measured here takes their place, and can be compared with them</source>
        <translation>随程序附带的结果，保留六位数字。在这里测得的结果会代替它们，并可与它们比较</translation>
    </message>
    <message>
        <source>Results: %1</source>
        <translation>结果：%1</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Resume from the last checkpoint</source>
        <translation>从最后的检查点继续</translation>
    </message>
    <message>
        <source>Right.</source>
        <translation>对。</translation>
    </message>
    <message>
        <source>Right: it is %1.</source>
        <translation>对：是 %1。</translation>
    </message>
    <message>
        <source>Rings around the selection</source>
        <translation>标出所选内容的框</translation>
    </message>
    <message>
        <source>Row of %1, head %2</source>
        <translation>%1 的行，第 %2 头</translation>
    </message>
    <message>
        <source>Row of the shown query</source>
        <translation>所示查询的行</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>数据行</translation>
    </message>
    <message>
        <source>Rows around query %1</source>
        <translation>查询 %1 附近的行</translation>
    </message>
    <message>
        <source>Rows around query 0</source>
        <translation>查询 0 附近的行</translation>
    </message>
    <message>
        <source>Rows, keys and samples that are selected are marked</source>
        <translation>标出选中的行、键和样本</translation>
    </message>
    <message>
        <source>Rows: %1 (points: %2, seeds: %3), %4.</source>
        <translation>行数：%1（点：%2，种子：%3），%4。</translation>
    </message>
    <message>
        <source>Rows: the class; columns: what the model says; the number of examples, coloured by its share of the class</source>
        <translation>行：类别；列：模型的判断；数字是样例数，颜色是它占该类的份额</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>再次运行</translation>
    </message>
    <message>
        <source>Run it here</source>
        <translation>在这里运行</translation>
    </message>
    <message>
        <source>Run the study</source>
        <translation>运行实验</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>训练列表</translation>
    </message>
    <message>
        <source>Runs side by side: accuracies in %, steps a second of the whole run, memory of values and gradients in MiB</source>
        <translation>各次训练并列：准确率以 % 计，每秒步数取整个训练的平均，值和梯度所占的内存以 MiB 计</translation>
    </message>
    <message>
        <source>S&amp;hare of the height</source>
        <translation>高度的份数(&amp;H)</translation>
    </message>
    <message>
        <source>SVG drawing</source>
        <translation>SVG 矢量图</translation>
    </message>
    <message>
        <source>Said of answer %1</source>
        <translation>对答案 %1 的回应</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Sample %1, of q%2: x = %3, f = %4, p = %5, q = %6, w = %7</source>
        <translation>样本 %1，来自 q%2：x = %3，f = %4，p = %5，q = %6，w = %7</translation>
    </message>
    <message>
        <source>Samples that are no more were taken out of the selection.</source>
        <translation>已不存在的样本从选择中去掉了。</translation>
    </message>
    <message>
        <source>Save session</source>
        <translation>保存会话</translation>
    </message>
    <message>
        <source>Save session &amp;as …</source>
        <translation>会话另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>Save the changes to %1?</source>
        <translation>保存对 %1 的改动？</translation>
    </message>
    <message>
        <source>Save the lesson that is being recorded?</source>
        <translation>保存正在录制的课程吗？</translation>
    </message>
    <message>
        <source>Say which arrays are queries, keys and values</source>
        <translation>指定哪些数组是查询、键和值</translation>
    </message>
    <message>
        <source>Says where the data of this session is now</source>
        <translation>指出这个会话的数据现在在哪里</translation>
    </message>
    <message>
        <source>Scaling</source>
        <translation>扩展性</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search all pages</source>
        <translation>搜索所有页</translation>
    </message>
    <message>
        <source>Search the manual</source>
        <translation>搜索手册</translation>
    </message>
    <message>
        <source>See everything again</source>
        <translation>重新看到全部</translation>
    </message>
    <message>
        <source>See how attention is estimated by random projections ω. A picture leads to its SVG; the commands make its numbers again.</source>
        <translation>看随机投影 ω 怎样估计注意力。点图可打开它的 SVG；命令可重新算出图中的数。</translation>
    </message>
    <message>
        <source>Seed %1</source>
        <translation>种子 %1</translation>
    </message>
    <message>
        <source>Seed of the data; the noise of the estimators has its own seed in the tool bar</source>
        <translation>数据的种子；估计量的噪声在工具栏有自己的种子</translation>
    </message>
    <message>
        <source>Seed of the noise of all estimators: the same seed gives the same picture on every machine</source>
        <translation>所有估计量的噪声的种子：同一种子在任何机器上给出同样的图</translation>
    </message>
    <message>
        <source>Seed: each has questions and numbers of its own</source>
        <translation>种子：每个种子有自己的题目和数</translation>
    </message>
    <message>
        <source>Selection copied</source>
        <translation>所选内容已复制</translation>
    </message>
    <message>
        <source>Sequences of the study</source>
        <translation>实验的序列</translation>
    </message>
    <message>
        <source>Sequences to try things on</source>
        <translation>试验用的序列</translation>
    </message>
    <message>
        <source>Set these results aside</source>
        <translation>搁置这些结果</translation>
    </message>
    <message>
        <source>Sets its number of groups to %1</source>
        <translation>把它的组数设为 %1</translation>
    </message>
    <message>
        <source>Sets these results aside, where they can be compared with, and begins anew</source>
        <translation>把这些结果搁置（以后可以比较），重新开始</translation>
    </message>
    <message>
        <source>Share of each sample for every query</source>
        <translation>每个样本对各个查询的份额</translation>
    </message>
    <message>
        <source>Share of the running mean that stays at each step: 0, nothing is smoothed, to 0.99. What was recorded stays visible beneath</source>
        <translation>每一步保留滑动平均的份额：从 0（不平滑）到 0.99。记录的原值在下面仍然可见</translation>
    </message>
    <message>
        <source>Shares of the proposals at the ω of a sample</source>
        <translation>一个样本的 ω 处各提议分布的份额</translation>
    </message>
    <message>
        <source>Shift+arrows</source>
        <translation>Shift+方向键</translation>
    </message>
    <message>
        <source>Shift+drag</source>
        <translation>Shift+拖动</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>显示 %1</translation>
    </message>
    <message>
        <source>Show all steps</source>
        <translation>显示所有步</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Show gmm</source>
        <translation>显示 gmm</translation>
    </message>
    <message>
        <source>Show lara or mis to see how proposals share a sample.</source>
        <translation>显示 lara 或 mis，看提议分布怎样分享一个样本。</translation>
    </message>
    <message>
        <source>Show one sample &amp;more</source>
        <translation>再显示一个样本(&amp;M)</translation>
    </message>
    <message>
        <source>Show one sample more (S)</source>
        <translation>再显示一个样本（S）</translation>
    </message>
    <message>
        <source>Show or hide its options</source>
        <translation>显示或隐藏它的选项</translation>
    </message>
    <message>
        <source>Show or hide this estimator</source>
        <translation>显示或隐藏这个估计量</translation>
    </message>
    <message>
        <source>Show pooled %1:1</source>
        <translation>按 %1:1 合并显示</translation>
    </message>
    <message>
        <source>Show proposals</source>
        <translation>显示提议分布</translation>
    </message>
    <message>
        <source>Show queries and keys</source>
        <translation>显示查询和键</translation>
    </message>
    <message>
        <source>Show query 0</source>
        <translation>显示查询 0</translation>
    </message>
    <message>
        <source>Show samples</source>
        <translation>显示样本</translation>
    </message>
    <message>
        <source>Show target</source>
        <translation>显示目标分布</translation>
    </message>
    <message>
        <source>Show the density of all queries together</source>
        <translation>把所有查询的密度合在一起显示</translation>
    </message>
    <message>
        <source>Show the folder of this run</source>
        <translation>显示这次训练的文件夹</translation>
    </message>
    <message>
        <source>Show the proposals</source>
        <translation>显示提议分布</translation>
    </message>
    <message>
        <source>Show the query and the keys</source>
        <translation>显示查询和键</translation>
    </message>
    <message>
        <source>Show the runs that came with the program</source>
        <translation>显示随程序附带的训练</translation>
    </message>
    <message>
        <source>Show the samples ω</source>
        <translation>显示样本 ω</translation>
    </message>
    <message>
        <source>Show the target</source>
        <translation>显示目标分布</translation>
    </message>
    <message>
        <source>Show the target p_n of the query</source>
        <translation>显示查询的目标分布 p_n</translation>
    </message>
    <message>
        <source>Show what the selected sample says of the values: an arrow f(ω), in the dimensions of the output panel</source>
        <translation>显示选中的样本对值的说法：箭头 f(ω)，用输出面板的维度</translation>
    </message>
    <message>
        <source>Shows its card again, in every panel</source>
        <translation>在所有面板中重新显示它的卡片</translation>
    </message>
    <message>
        <source>Shows the answer, and whether yours is near it (Enter)</source>
        <translation>显示答案，以及你的数是否接近（回车）</translation>
    </message>
    <message>
        <source>Shows the target and the truth; hide them to let others guess</source>
        <translation>显示目标分布和真值；隐藏它们，让别人猜</translation>
    </message>
    <message>
        <source>Shows what is seldom changed, too; what is changed is always there</source>
        <translation>也显示很少改动的选项；改过的始终显示</translation>
    </message>
    <message>
        <source>Single column, 84 mm</source>
        <translation>单栏，84 毫米</translation>
    </message>
    <message>
        <source>Single rows around the query</source>
        <translation>查询附近的单独各行</translation>
    </message>
    <message>
        <source>Size of all text, in plots and formulas too</source>
        <translation>所有文字的大小，包括图和公式中的</translation>
    </message>
    <message>
        <source>Size of the study</source>
        <translation>实验的规模</translation>
    </message>
    <message>
        <source>Sizes and steps for a purpose; the attention that is chosen below stays</source>
        <translation>适合某种用途的规模和步数；下面选的注意力不变</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>Slide 16:9, 254 mm</source>
        <translation>16:9 幻灯片，254 毫米</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>文字更小</translation>
    </message>
    <message>
        <source>Smoothing of the training curves</source>
        <translation>训练曲线的平滑</translation>
    </message>
    <message>
        <source>Sorts by this column</source>
        <translation>按此列排序</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Start a run</source>
        <translation>开始训练</translation>
    </message>
    <message>
        <source>Start a run with gmm, fastfood or generative.</source>
        <translation>用 gmm、fastfood 或 generative 开始训练。</translation>
    </message>
    <message>
        <source>Start a run, then choose layer, head and example above; &lt;b&gt;Open in Explore&lt;/b&gt; takes the trained q, k and v there, with what the attention has learned.</source>
        <translation>开始训练，然后在上面选层、头和样例；&lt;b&gt;在“探索”中打开&lt;/b&gt;把训练好的 q、k 和 v 连同注意力学到的东西带到那里。</translation>
    </message>
    <message>
        <source>Start a run: it draws or reads its data.</source>
        <translation>开始训练：它会抽取或读取数据。</translation>
    </message>
    <message>
        <source>Start a run: the first row comes when it passes 20 %.</source>
        <translation>开始训练：超过 20 % 时出现第一行。</translation>
    </message>
    <message>
        <source>Start a run: the first validation fills it.</source>
        <translation>开始训练：第一次验证就会填上。</translation>
    </message>
    <message>
        <source>Starts Omegascope once more, beside this window</source>
        <translation>再启动一个 Omegascope，与此窗口并列</translation>
    </message>
    <message>
        <source>Starts a run like this with each of %1</source>
        <translation>用以下每种注意力各开始一次这样的训练：%1</translation>
    </message>
    <message>
        <source>Starts a run of the preset quick with gmm, which learns its kernel</source>
        <translation>用预设 quick 和 gmm 开始一次训练，gmm 学习自己的核</translation>
    </message>
    <message>
        <source>Starts the long computation</source>
        <translation>开始这个较慢的计算</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>一步</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Steps that can be undone</source>
        <translation>可以撤销的步骤</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stops %1; what is done stays</source>
        <translation>停止%1；已做的保留</translation>
    </message>
    <message>
        <source>Stops; the last picture stays</source>
        <translation>停止；保留上一张图</translation>
    </message>
    <message>
        <source>Stops; the points that are measured stay</source>
        <translation>停止；已测的点保留</translation>
    </message>
    <message>
        <source>Stops; the rows that are done stay, and Resume goes on with them</source>
        <translation>停止；已完成的行保留，“继续”接着做</translation>
    </message>
    <message>
        <source>Stops; what is measured so far stays</source>
        <translation>停止；已测量的保留</translation>
    </message>
    <message>
        <source>Studies</source>
        <translation>实验</translation>
    </message>
    <message>
        <source>Studies (*.json)</source>
        <translation>实验 (*.json)</translation>
    </message>
    <message>
        <source>Studies, and how to write one</source>
        <translation>实验，以及怎样写实验</translation>
    </message>
    <message>
        <source>System: %1, %2</source>
        <translation>系统：%1，%2</translation>
    </message>
    <message>
        <source>T&amp;each</source>
        <translation>教学(&amp;E)</translation>
    </message>
    <message>
        <source>T&amp;hreads</source>
        <translation>线程(&amp;H)</translation>
    </message>
    <message>
        <source>Tables of the runs</source>
        <translation>各次训练的表</translation>
    </message>
    <message>
        <source>Takes back: %1</source>
        <translation>撤销：%1</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Tasks and their presets</source>
        <translation>任务及其预设</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Text as &amp;outlines</source>
        <translation>文字转为轮廓(&amp;O)</translation>
    </message>
    <message>
        <source>Text of the step</source>
        <translation>这一步的正文</translation>
    </message>
    <message>
        <source>Text si&amp;ze</source>
        <translation>文字大小(&amp;Z)</translation>
    </message>
    <message>
        <source>That of %1, which is hidden, has a μ.</source>
        <translation>%1 的核有 μ，但它被隐藏了。</translation>
    </message>
    <message>
        <source>That of gmm has a μ.</source>
        <translation>gmm 的核有 μ。</translation>
    </message>
    <message>
        <source>The answer, the task done, the next step</source>
        <translation>揭晓答案，完成任务，下一步</translation>
    </message>
    <message>
        <source>The axis of ω-space along which q and k are apart, counted from 0</source>
        <translation>q 和 k 沿 ω 空间的哪条轴分开，从 0 数起</translation>
    </message>
    <message>
        <source>The axis only grows while the question stays, so that heaps are seen to become narrower; a double-click fits it to these.</source>
        <translation>问题不变时，坐标轴只会变宽，这样就看得出点堆在变窄；双击可使它适合现在的点堆。</translation>
    </message>
    <message>
        <source>The chosen panel changes places with the next one</source>
        <translation>选中的面板与后一个交换位置</translation>
    </message>
    <message>
        <source>The chosen panel changes places with the one before</source>
        <translation>选中的面板与前一个交换位置</translation>
    </message>
    <message>
        <source>The chosen panel goes; a figure has one at least</source>
        <translation>移除选中的面板；图组至少有一个面板</translation>
    </message>
    <message>
        <source>The chosen step opens with what the window shows now</source>
        <translation>选中的一步改为以窗口现在所示状态开始</translation>
    </message>
    <message>
        <source>The class is read from the first position.</source>
        <translation>类别从第一个位置读出。</translation>
    </message>
    <message>
        <source>The class is read from the last position.</source>
        <translation>类别从最后一个位置读出。</translation>
    </message>
    <message>
        <source>The class is read from the mean of all positions.</source>
        <translation>类别从所有位置的均值读出。</translation>
    </message>
    <message>
        <source>The command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>The command omega</source>
        <translation>命令 omega</translation>
    </message>
    <message>
        <source>The curve of the row has no room here: make the panel higher or wider</source>
        <translation>这里放不下这一行的曲线：请把面板拉高或拉宽</translation>
    </message>
    <message>
        <source>The density of ω's projection, or of ω itself at the points shown; they differ where dimensions are left out</source>
        <translation>ω 的投影的密度，或 ω 本身在所示点处的密度；有维度被略去时两者不同</translation>
    </message>
    <message>
        <source>The estimator in front: its weights are the stems, its options those at the right</source>
        <translation>前面的估计量：竖线是它的权重，右边是它的选项</translation>
    </message>
    <message>
        <source>The file of this lesson is gone; put it back, or choose another lesson</source>
        <translation>这一课的文件不在了；请把它放回去，或另选一课</translation>
    </message>
    <message>
        <source>The file of this lesson was changed elsewhere, and nothing is written. Another title saves this one as a file of its own; without the steps here, Lesson ▸ Go on recording this lesson reads the file again.</source>
        <translation>这一课的文件在别处改动过，因此什么也没有写入。换一个标题，就另存为一个文件；去掉这里的步骤后，“课程 ▸ 继续录制这一课”会重新读取该文件。</translation>
    </message>
    <message>
        <source>The first %1 of %2 rows; an export has them all.</source>
        <translation>%2 行中的前 %1 行；导出包含全部。</translation>
    </message>
    <message>
        <source>The first of the list, before anything of it is measured</source>
        <translation>列表中的第一个，还没有测量</translation>
    </message>
    <message>
        <source>The first row of the maps; any other by a click on it, or the arrow keys</source>
        <translation>图的第一行；单击别的行，或按方向键，可换成别的查询</translation>
    </message>
    <message>
        <source>The first validation is after step %1.</source>
        <translation>第一次验证在第 %1 步之后。</translation>
    </message>
    <message>
        <source>The game is being played …</source>
        <translation>游戏正在进行…</translation>
    </message>
    <message>
        <source>The games of %1; %2 says how they are computed.</source>
        <translation>%1 的游戏；%2 说明怎样计算。</translation>
    </message>
    <message>
        <source>The grid of the study</source>
        <translation>实验的网格</translation>
    </message>
    <message>
        <source>The kernels appear here as they are learned: the eigenvalues of every head's covariances, and a head's kernel along each axis.</source>
        <translation>这里将显示学习中的核：每个头的协方差的特征值，以及一个头的核沿各轴的样子。</translation>
    </message>
    <message>
        <source>The largest value</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>The last runs</source>
        <translation>最近的计算</translation>
    </message>
    <message>
        <source>The last session did not end properly.</source>
        <translation>上一个会话没有正常结束。</translation>
    </message>
    <message>
        <source>The list is empty.</source>
        <translation>列表是空的。</translation>
    </message>
    <message>
        <source>The list of lessons; this one keeps its place</source>
        <translation>课程列表；这一课的位置会记住</translation>
    </message>
    <message>
        <source>The loss and the accuracy of every run appear here as it learns.</source>
        <translation>这里将显示每次训练的损失和准确率，随学习而变。</translation>
    </message>
    <message>
        <source>The maps after these</source>
        <translation>后面的图</translation>
    </message>
    <message>
        <source>The maps before these</source>
        <translation>前面的图</translation>
    </message>
    <message>
        <source>The matrix with y = A·V, or its difference from softmax</source>
        <translation>满足 y = A·V 的矩阵，或它与 softmax 之差</translation>
    </message>
    <message>
        <source>The mean squared error, and its two parts: squared bias and variance</source>
        <translation>均方误差及其两部分：偏差平方和方差</translation>
    </message>
    <message>
        <source>The next step (PageDown, Enter)</source>
        <translation>下一步（PageDown、回车）</translation>
    </message>
    <message>
        <source>The next step, whatever is left to do</source>
        <translation>下一步，不管还剩什么没做</translation>
    </message>
    <message>
        <source>The number is measured once a query is chosen, as in the tool bar.</source>
        <translation>选定一个查询（例如在工具栏中）之后才会测量这个数。</translation>
    </message>
    <message>
        <source>The number is not there yet; guess again in a moment.</source>
        <translation>这个数还没有算出来；请稍后再猜。</translation>
    </message>
    <message>
        <source>The number of an example of the run's data; Heads looks at the same one</source>
        <translation>训练数据中样例的编号；“注意力头”看的是同一个</translation>
    </message>
    <message>
        <source>The numbers behind the picture, with what made them</source>
        <translation>图背后的数据，以及产生它们的设置</translation>
    </message>
    <message>
        <source>The other screen</source>
        <translation>换到另一个屏幕</translation>
    </message>
    <message>
        <source>The panel</source>
        <translation>面板</translation>
    </message>
    <message>
        <source>The places given for %1 are dropped: it takes none with these options.</source>
        <translation>为 %1 给定的位置已丢弃：用这些选项时它不需要位置。</translation>
    </message>
    <message>
        <source>The places given for %1 do not fit and are dropped: it takes %2 of them in %3 dimensions now.</source>
        <translation>为 %1 给定的位置不合适，已丢弃：现在它需要 %2 个、%3 维的位置。</translation>
    </message>
    <message>
        <source>The present state is not fully measured: measure it, then there is a command that measures it again.</source>
        <translation>现在的状态还没有测完：请先测量，之后就有能再次测量的命令。</translation>
    </message>
    <message>
        <source>The presets of %1. Each shows one thing about attention; the same seed gives the same numbers.</source>
        <translation>%1 的预设。每个显示注意力的一个方面；同一种子给出同样的数。</translation>
    </message>
    <message>
        <source>The problem is too long for a line of a shell: save the session.</source>
        <translation>问题太长，一行命令放不下：请保存会话。</translation>
    </message>
    <message>
        <source>The proposals of %1 were moved by hand: their number is fixed.</source>
        <translation>%1 的提议分布是手动移动的：它们的个数已固定。</translation>
    </message>
    <message>
        <source>The query that all panels look at (arrow keys); none releases it</source>
        <translation>所有面板所看的查询（方向键）；“无”放开它</translation>
    </message>
    <message>
        <source>The rate of %1 was changed by hand at step %2; a command knows one rate.</source>
        <translation>%1 的学习率在第 %2 步手动改过；一条命令只能有一个学习率。</translation>
    </message>
    <message>
        <source>The recorder cannot write %1 again as it stands: change its file. It keeps no claims, marks, notes or further answers, and only lessons in the window's language whose file has their name.</source>
        <translation>录制器无法原样重写 %1：请直接修改它的文件。录制器不保留论断、标记、备注或更多的答案，并且只处理与窗口语言相同、文件与其同名的课程。</translation>
    </message>
    <message>
        <source>The recorder has a lesson that is not saved: save it, or remove its steps.</source>
        <translation>录制器中有一课尚未保存：请先保存，或移除其中的步骤。</translation>
    </message>
    <message>
        <source>The recorder keeps what is not saved: Record a lesson shows it again.</source>
        <translation>录制器保留未保存的内容：“录制课程”会再次显示它。</translation>
    </message>
    <message>
        <source>The relative error that the samples have to reach</source>
        <translation>样本要达到的相对误差</translation>
    </message>
    <message>
        <source>The replicates are being played …</source>
        <translation>正在做重复试验…</translation>
    </message>
    <message>
        <source>The right answer</source>
        <translation>正确答案</translation>
    </message>
    <message>
        <source>The rows of the study</source>
        <translation>实验的各行</translation>
    </message>
    <message>
        <source>The same numbers once more, to see how long they take</source>
        <translation>把同样的数再算一遍，看用多久</translation>
    </message>
    <message>
        <source>The same way back</source>
        <translation>原路返回</translation>
    </message>
    <message>
        <source>The selection was moved inside what there is now: query %1, key %2, head %3, sample %4.</source>
        <translation>选择移到了现有范围之内：查询 %1，键 %2，头 %3，样本 %4。</translation>
    </message>
    <message>
        <source>The sequence is being computed …</source>
        <translation>正在计算序列…</translation>
    </message>
    <message>
        <source>The sequences that a run learns from appear here: value, relevance and running sum of each cell, and how many there are of each class.</source>
        <translation>这里将显示训练用的序列：每个单元的值、相关标记和累计和，以及各类有多少。</translation>
    </message>
    <message>
        <source>The shell command that makes this again</source>
        <translation>能再次算出这些的命令行</translation>
    </message>
    <message>
        <source>The shell command that makes this estimate again</source>
        <translation>能再次算出这个估计的命令行</translation>
    </message>
    <message>
        <source>The squared error becomes</source>
        <translation>平方误差变为</translation>
    </message>
    <message>
        <source>The step as it began</source>
        <translation>恢复本步开始时的样子</translation>
    </message>
    <message>
        <source>The step before (PageUp)</source>
        <translation>前一步（PageUp）</translation>
    </message>
    <message>
        <source>The step on a logarithmic axis</source>
        <translation>步数用对数刻度</translation>
    </message>
    <message>
        <source>The study as text</source>
        <translation>实验的文本</translation>
    </message>
    <message>
        <source>The study is under way: cancel that first.</source>
        <translation>实验正在进行：请先取消。</translation>
    </message>
    <message>
        <source>The table of all shares is too large to keep: N·C numbers.</source>
        <translation>全部份额的表太大，存不下：N·C 个数。</translation>
    </message>
    <message>
        <source>The task is not done yet</source>
        <translation>任务还没有完成</translation>
    </message>
    <message>
        <source>The tokens of the shown query and key</source>
        <translation>所示查询和键的词元</translation>
    </message>
    <message>
        <source>The trained q, k and v of all heads on this example become Explore's sequence, and their attention, with what it has learned, its estimator; can be undone</source>
        <translation>该样例上所有头的训练好的 q、k 和 v 成为“探索”的序列，它们的注意力连同学到的东西成为它的估计量；可以撤销</translation>
    </message>
    <message>
        <source>There are no notes for this step.</source>
        <translation>这一步没有备注。</translation>
    </message>
    <message>
        <source>There are no numbers here yet.</source>
        <translation>这里还没有数值。</translation>
    </message>
    <message>
        <source>There is no link: copy one with Edit ▸ Copy as link.</source>
        <translation>没有链接：请用“编辑 ▸ 复制为链接”复制一个。</translation>
    </message>
    <message>
        <source>There is no panel %1.</source>
        <translation>没有名为 %1 的面板。</translation>
    </message>
    <message>
        <source>There is no sequence to show: it could not be read or made.</source>
        <translation>没有可显示的序列：它无法读取或生成。</translation>
    </message>
    <message>
        <source>There is not enough memory for this export; choose a smaller picture.</source>
        <translation>内存不够这次导出；请选小一些的图。</translation>
    </message>
    <message>
        <source>There is nothing to redo.</source>
        <translation>没有可重做的步骤。</translation>
    </message>
    <message>
        <source>There is nothing to undo.</source>
        <translation>没有可撤销的步骤。</translation>
    </message>
    <message>
        <source>These files of the folder would be replaced:</source>
        <translation>文件夹中的这些文件将被替换：</translation>
    </message>
    <message>
        <source>These results lie in %1 now; “compare with …” draws them beside others. %2</source>
        <translation>这些结果现在在 %1 中；“与…比较”把它们画在别的旁边。%2</translation>
    </message>
    <message>
        <source>These rows were measured elsewhere: run the study here, then there is a command that measures the same again.</source>
        <translation>这些行是在别处测得的：在这里运行这个实验，之后就有一条重新测量的命令。</translation>
    </message>
    <message>
        <source>They are shown already.</source>
        <translation>它们已经显示。</translation>
    </message>
    <message>
        <source>This cannot be done now.</source>
        <translation>现在不能这样做。</translation>
    </message>
    <message>
        <source>This cannot be undone.</source>
        <translation>此操作无法撤销。</translation>
    </message>
    <message>
        <source>This eva has no groups: it sees its window and nothing else. Set groups above 0.</source>
        <translation>这个 eva 没有分组：它只看窗口之内。请把“组”设为大于 0。</translation>
    </message>
    <message>
        <source>This is being computed …</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>This is no study of your own.</source>
        <translation>这不是你自己的实验。</translation>
    </message>
    <message>
        <source>This lesson does not offer it here.</source>
        <translation>这节课在这里不提供它。</translation>
    </message>
    <message>
        <source>This panel has no arrays now.</source>
        <translation>这个面板现在没有数组。</translation>
    </message>
    <message>
        <source>This panel is brought up to date when it is shown.</source>
        <translation>这个面板在显示时更新。</translation>
    </message>
    <message>
        <source>This panel shows |gradient| at the classifier when validation first passes 20, 40, 60 and 80 %, beside the paper's numbers; how much outputs vary with the noise; and the gradient of each layer.</source>
        <translation>这里将显示验证准确率首次超过 20、40、60 和 80 % 时分类器处的 |梯度|，旁边是论文的数；输出随噪声变化多少；以及各层的梯度。</translation>
    </message>
    <message>
        <source>This step asks nothing that hands could answer.</source>
        <translation>这一步没有可以举手回答的问题。</translation>
    </message>
    <message>
        <source>This step is about %1, which was removed; Backspace brings the step back.</source>
        <translation>这一步要用的 %1 已被删除；按退格恢复这一步。</translation>
    </message>
    <message>
        <source>This step waits for its task; Skip goes on without it.</source>
        <translation>这一步在等要做的事完成；“跳过”则不等。</translation>
    </message>
    <message>
        <source>This step waits for your answer; Skip goes on without it.</source>
        <translation>这一步在等你的回答；“跳过”则不等。</translation>
    </message>
    <message>
        <source>This takes %1, and only %2 is free.</source>
        <translation>这需要 %1，而空闲的只有 %2。</translation>
    </message>
    <message>
        <source>This takes %1.</source>
        <translation>这需要 %1。</translation>
    </message>
    <message>
        <source>This was not computed.</source>
        <translation>这一项没有计算。</translation>
    </message>
    <message>
        <source>This was the last step; Esc goes back to the window.</source>
        <translation>这是最后一步；按 Esc 回到窗口。</translation>
    </message>
    <message>
        <source>Three clusters of tokens in place of what cannot be read: one step of undo</source>
        <translation>用三个聚类的词元代替无法读取的内容：一步撤销</translation>
    </message>
    <message>
        <source>Through the three means q_n + k_m that get most of this query's attention</source>
        <translation>经过三个均值 q_n + k_m，它们得到这个查询最多的注意力</translation>
    </message>
    <message>
        <source>Tick all runs</source>
        <translation>勾选所有训练</translation>
    </message>
    <message>
        <source>Time from the last change to the frame that showed it, and the worst within five seconds</source>
        <translation>从最近的改动到显示它的那一帧的时间，以及五秒内最慢的</translation>
    </message>
    <message>
        <source>Time in milliseconds, or peak memory in MiB, with queries, keys, values and output</source>
        <translation>时间（毫秒），或包括查询、键、值和输出的峰值内存（MiB）</translation>
    </message>
    <message>
        <source>Time of this run; a short one may run twice, and the shorter one stands here</source>
        <translation>本次计算的时间；很短的计算可能会运行两次，这里取较短的时间</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Title of the lesson</source>
        <translation>课程的标题</translation>
    </message>
    <message>
        <source>To a file: as CSV, JSON or arrays, or as a picture</source>
        <translation>写入文件：CSV、JSON、数组或图片</translation>
    </message>
    <message>
        <source>To write a lesson</source>
        <translation>怎样写课程</translation>
    </message>
    <message>
        <source>Tool bar</source>
        <translation>工具栏</translation>
    </message>
    <message>
        <source>Train gmm</source>
        <translation>训练 gmm</translation>
    </message>
    <message>
        <source>Trained elsewhere: %1. &lt;b&gt;Delete&lt;/b&gt; takes it from the list, the ⋮ menu brings it back.</source>
        <translation>在别处训练：%1。&lt;b&gt;删除&lt;/b&gt;把它从列表中去掉，⋮ 菜单把它带回来。</translation>
    </message>
    <message>
        <source>Training %1</source>
        <translation>训练 %1</translation>
    </message>
    <message>
        <source>Training runs</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Trains softmax on the first task with the preset quick</source>
        <translation>用预设 quick 在第一个任务上训练 softmax</translation>
    </message>
    <message>
        <source>Trains with these options, in a folder of its own</source>
        <translation>按这些选项训练，放在自己的文件夹里</translation>
    </message>
    <message>
        <source>Transparent &amp;background</source>
        <translation>透明背景(&amp;B)</translation>
    </message>
    <message>
        <source>Two attentions that have learned a task elsewhere: their curves, gradients and heads</source>
        <translation>在别处学会了一个任务的两种注意力：它们的曲线、梯度和头</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo brings them back.</source>
        <translation>撤销可把它们找回来。</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>未保存的改动</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>VA</source>
        <translation>VA</translation>
    </message>
    <message>
        <source>Values down to %1 lie beyond the colours and have the first one.</source>
        <translation>低至 %1 的值超出颜色范围，用最初一种颜色。</translation>
    </message>
    <message>
        <source>Values may differ from size to size; the table shows and changes those of this one</source>
        <translation>不同规模的值可以不同；表中显示和修改的是这个规模的</translation>
    </message>
    <message>
        <source>Values up to %1 lie beyond the colours and have the last one.</source>
        <translation>高至 %1 的值超出颜色范围，用最末一种颜色。</translation>
    </message>
    <message>
        <source>Variance · S of plain IS from one proposal alone (hollow marks at ± 1 sd): %1.</source>
        <translation>只用一个提议分布的普通 IS 的方差 · S（空心记号在 ± 1 标准差处）：%1。</translation>
    </message>
    <message>
        <source>Visible &amp;range only</source>
        <translation>只导出可见范围(&amp;R)</translation>
    </message>
    <message>
        <source>W&amp;idth</source>
        <translation>宽度(&amp;I)</translation>
    </message>
    <message>
        <source>W&amp;ords</source>
        <translation>词语(&amp;O)</translation>
    </message>
    <message>
        <source>Waiting: a study measures times.</source>
        <translation>等待中：有实验正在测时间。</translation>
    </message>
    <message>
        <source>Ways to write the study</source>
        <translation>编写实验的方式</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Weights of query %1, head %2: %3</source>
        <translation>查询 %1 的权重，第 %2 头：%3</translation>
    </message>
    <message>
        <source>Weights of the shown query</source>
        <translation>所示查询的权重</translation>
    </message>
    <message>
        <source>What</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>What a head does to one example is looked at here only; open the head in Explore, where every panel has its command.</source>
        <translation>一个头对一个样例做什么，只在这里看；请在“探索”中打开它，那里每个面板都有命令。</translation>
    </message>
    <message>
        <source>What any head attends to on one example appears here while it learns.</source>
        <translation>这里将显示任何一个头在一个样例上注意什么，随学习而变。</translation>
    </message>
    <message>
        <source>What can be done about an empty panel</source>
        <translation>面板为空时可以做什么</translation>
    </message>
    <message>
        <source>What colours, markers and lines stand for, above each panel that needs one</source>
        <translation>颜色、记号和线型的含义，写在每个需要它的面板上方</translation>
    </message>
    <message>
        <source>What colours, markers and lines stand for, above the picture; not every panel needs one</source>
        <translation>颜色、记号和线型的含义，放在图的上方；不是每个面板都需要</translation>
    </message>
    <message>
        <source>What comes here</source>
        <translation>这里将显示什么</translation>
    </message>
    <message>
        <source>What each head is drawn as: its exact attention, or a number</source>
        <translation>每个头画成什么：它的精确注意力，或一个数</translation>
    </message>
    <message>
        <source>What has no room in the bar</source>
        <translation>工具栏中放不下的内容</translation>
    </message>
    <message>
        <source>What is drawn</source>
        <translation>画什么</translation>
    </message>
    <message>
        <source>What is said to whoever chose it</source>
        <translation>对选了它的人说的话</translation>
    </message>
    <message>
        <source>What is understood at its end, in one sentence</source>
        <translation>学完后明白了什么，一句话</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>哪里不对</translation>
    </message>
    <message>
        <source>What mo&amp;ves</source>
        <translation>变化的选项(&amp;V)</translation>
    </message>
    <message>
        <source>What still runs stops here, and can be resumed: %1.</source>
        <translation>还在运行的将在此停止，以后可以继续：%1。</translation>
    </message>
    <message>
        <source>What the student reads, at most 60 words; *emphasis*, $formulas$</source>
        <translation>学生读的文字，至多 60 个词（两个汉字算一个词）；*强调*，$公式$</translation>
    </message>
    <message>
        <source>What the study asks</source>
        <translation>实验的问题</translation>
    </message>
    <message>
        <source>What the study found</source>
        <translation>实验发现了什么</translation>
    </message>
    <message>
        <source>What this panel shows</source>
        <translation>这个面板显示什么</translation>
    </message>
    <message>
        <source>What was dragged or pinned is too much for a line of a shell (%1 KiB, at most 128): save the session, whose file omega render and omegascope take.</source>
        <translation>拖动或固定的内容太多，一行命令放不下（%1 KiB，最多 128）：请保存会话，omega render 和 omegascope 都接受它的文件。</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>找到的</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>滚轮</translation>
    </message>
    <message>
        <source>Where is %1?</source>
        <translation>%1 在哪里？</translation>
    </message>
    <message>
        <source>Where the panel is zoomed: the part that is seen; else everything</source>
        <translation>面板放大时，只导出看得见的部分；否则导出全部</translation>
    </message>
    <message>
        <source>Which arrays are queries, keys and values?</source>
        <translation>哪些数组是查询、键和值？</translation>
    </message>
    <message>
        <source>Which arrays of the file are queries, keys and values</source>
        <translation>文件中哪些数组是查询、键和值</translation>
    </message>
    <message>
        <source>Which attention head is shown, from 0 ([ and ])</source>
        <translation>显示哪个注意力头，从 0 数起（[ 和 ]）</translation>
    </message>
    <message>
        <source>Which class the model takes for which appears here, for the examples kept for validation.</source>
        <translation>这里将显示模型把哪一类当作哪一类，用留作验证的样例。</translation>
    </message>
    <message>
        <source>Which coordinate goes to the right, from 0</source>
        <translation>向右是哪个坐标，从 0 数起</translation>
    </message>
    <message>
        <source>Which coordinate goes upwards, from 0</source>
        <translation>向上是哪个坐标，从 0 数起</translation>
    </message>
    <message>
        <source>Which example of the run's data; the same as in Examples</source>
        <translation>训练数据的哪个样例；与“样例”中相同</translation>
    </message>
    <message>
        <source>Which head of the layer, from 0</source>
        <translation>该层的哪个头，从 0 数起</translation>
    </message>
    <message>
        <source>Which layer is shown ({ and })</source>
        <translation>显示哪一层（{ 和 }）</translation>
    </message>
    <message>
        <source>Which layer, from 0</source>
        <translation>哪一层，从 0 数起</translation>
    </message>
    <message>
        <source>Which plane of ω-space is shown; a line is its horizontal direction</source>
        <translation>显示 ω 空间的哪个平面；直线是它的水平方向</translation>
    </message>
    <message>
        <source>While presenting</source>
        <translation>演示时</translation>
    </message>
    <message>
        <source>Width of %1</source>
        <translation>%1 的宽度</translation>
    </message>
    <message>
        <source>Width of the figure</source>
        <translation>图组的宽度</translation>
    </message>
    <message>
        <source>Width × height</source>
        <translation>宽 × 高</translation>
    </message>
    <message>
        <source>With %1:</source>
        <translation>当 %1 时：</translation>
    </message>
    <message>
        <source>With the values of %1:</source>
        <translation>代入 %1 的值：</translation>
    </message>
    <message>
        <source>With this name it is saved as another study; %1 stays as it was.</source>
        <translation>用这个名称会另存为一个实验；%1 保持原样。</translation>
    </message>
    <message>
        <source>Without an interval: %1, counted as misses in the coverage.</source>
        <translation>没有区间的：%1 次，在覆盖率中算作未包含。</translation>
    </message>
    <message>
        <source>Words and symbols</source>
        <translation>词语和符号</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>输入序列</translation>
    </message>
    <message>
        <source>Workload %1</source>
        <translation>输入序列 %1</translation>
    </message>
    <message>
        <source>Workspaces</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>Write a number, such as %1.</source>
        <translation>写一个数，例如 %1。</translation>
    </message>
    <message>
        <source>Write up to %1 numbers, one for each answer in their order, or with letters such as A12 B30.</source>
        <translation>请按答案的顺序写数，每个答案一个，最多 %1 个，或带上字母，例如 A12 B30。</translation>
    </message>
    <message>
        <source>Writes a checkpoint and ends; Resume goes on from there, also after the program was closed</source>
        <translation>写检查点并结束；“继续”从那里接着做，程序关闭之后也行</translation>
    </message>
    <message>
        <source>Writes the lesson into the folder of your lessons and opens it</source>
        <translation>把课程写入你的课程文件夹并打开它</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
    <message>
        <source>Written: %1, and the answers to %2</source>
        <translation>已写入：%1；答案写入 %2</translation>
    </message>
    <message>
        <source>X</source>
        <translation>X</translation>
    </message>
    <message>
        <source>You have not answered any question of “%1” yet.</source>
        <translation>你还没有回答“%1”里的任何问题。</translation>
    </message>
    <message>
        <source>Your number</source>
        <translation>你的数</translation>
    </message>
    <message>
        <source>Zoom a map, field or plot at the pointer</source>
        <translation>以指针为中心缩放图、密度场或曲线图</translation>
    </message>
    <message>
        <source>Zoom about the middle</source>
        <translation>以中心缩放</translation>
    </message>
    <message>
        <source>a formula is empty</source>
        <translation>公式是空的</translation>
    </message>
    <message>
        <source>a key</source>
        <translation>一个键</translation>
    </message>
    <message>
        <source>a later key, which it does not see</source>
        <translation>后面的键，它看不见</translation>
    </message>
    <message>
        <source>a mark on a word</source>
        <translation>附加记号加在了词上</translation>
    </message>
    <message>
        <source>a mark without a letter under it</source>
        <translation>附加记号下面没有字母</translation>
    </message>
    <message>
        <source>a page of its own</source>
        <translation>另有一页</translation>
    </message>
    <message>
        <source>a prime stands at a letter only</source>
        <translation>撇号只能加在字母上</translation>
    </message>
    <message>
        <source>a projection: one sample</source>
        <translation>一个投影：一个样本</translation>
    </message>
    <message>
        <source>a query</source>
        <translation>一个查询</translation>
    </message>
    <message>
        <source>a script is empty</source>
        <translation>上下标是空的</translation>
    </message>
    <message>
        <source>a script without anything to stand at</source>
        <translation>上下标没有依附的符号</translation>
    </message>
    <message>
        <source>a value</source>
        <translation>一个值</translation>
    </message>
    <message>
        <source>about %1 and %2 of memory, most of the time for %3</source>
        <translation>大约 %1，内存 %2，大部分时间用于 %3</translation>
    </message>
    <message>
        <source>about %1 here</source>
        <translation>在这里约需 %1</translation>
    </message>
    <message>
        <source>about %1 left</source>
        <translation>还剩约 %1</translation>
    </message>
    <message>
        <source>about %1, most of it for %2</source>
        <translation>大约 %1，大部分用于 %2</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>added</source>
        <translation>增加的</translation>
    </message>
    <message>
        <source>after step %1</source>
        <translation>第 %1 步之后</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>all n</source>
        <translation>所有 n</translation>
    </message>
    <message>
        <source>all queries</source>
        <translation>所有查询</translation>
    </message>
    <message>
        <source>all three</source>
        <translation>三者</translation>
    </message>
    <message>
        <source>all α there</source>
        <translation>那里所有的 α</translation>
    </message>
    <message>
        <source>alpha</source>
        <translation>阿尔法</translation>
    </message>
    <message>
        <source>also: %1</source>
        <translation>又名：%1</translation>
    </message>
    <message>
        <source>and %n more head(s) that could not be measured</source>
        <translation>另有 %n 个头无法测量</translation>
    </message>
    <message>
        <source>array</source>
        <translation>数组</translation>
    </message>
    <message>
        <source>as the file says</source>
        <translation>按文件所写</translation>
    </message>
    <message>
        <source>asked first</source>
        <translation>先询问</translation>
    </message>
    <message>
        <source>at least %1 here</source>
        <translation>这里最少 %1</translation>
    </message>
    <message>
        <source>at most %1 here</source>
        <translation>这里最多 %1</translation>
    </message>
    <message>
        <source>at rest</source>
        <translation>停着</translation>
    </message>
    <message>
        <source>at the start</source>
        <translation>开始时</translation>
    </message>
    <message>
        <source>at the ω of sample %1</source>
        <translation>在样本 %1 的 ω 处</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>attention A</source>
        <translation>注意力 A</translation>
    </message>
    <message>
        <source>attention maps</source>
        <translation>注意力图</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>auto: in the map with the smallest values about three quarters of the cells that are not 0 are below %1 in size, and the last colour stands for %2, so the scale is %3.</source>
        <translation>自动：在值最小的那幅图里，不为 0 的格子约有四分之三大小低于 %1，而最后一种颜色表示 %2：所以刻度是%3。</translation>
    </message>
    <message>
        <source>auto: values go down to %1, and a logarithm has no colours below 0, so the scale is %2.</source>
        <translation>自动：值低到 %1，而对数对 0 以下没有颜色：所以刻度是%2。</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>axis </source>
        <translation>轴 </translation>
    </message>
    <message>
        <source>balance</source>
        <translation>平衡</translation>
    </message>
    <message>
        <source>balance part, the same ω</source>
        <translation>平衡部分，同一个 ω</translation>
    </message>
    <message>
        <source>band: %1 to %2</source>
        <translation>带：%1 到 %2</translation>
    </message>
    <message>
        <source>bar</source>
        <translation>横</translation>
    </message>
    <message>
        <source>batch of step %1</source>
        <translation>第 %1 步的批</translation>
    </message>
    <message>
        <source>becomes</source>
        <translation>变为</translation>
    </message>
    <message>
        <source>before dividing by Σ w</source>
        <translation>归一化之前</translation>
    </message>
    <message>
        <source>belongs to</source>
        <translation>所属</translation>
    </message>
    <message>
        <source>below 20 % so far</source>
        <translation>至今低于 20 %</translation>
    </message>
    <message>
        <source>best</source>
        <translation>最好</translation>
    </message>
    <message>
        <source>best %1</source>
        <translation>最优 %1</translation>
    </message>
    <message>
        <source>best_accuracy</source>
        <translation>最好的准确率</translation>
    </message>
    <message>
        <source>beta</source>
        <translation>贝塔</translation>
    </message>
    <message>
        <source>bias ± se</source>
        <translation>偏差 ± 标准误</translation>
    </message>
    <message>
        <source>bias²</source>
        <translation>偏差²</translation>
    </message>
    <message>
        <source>bias² %1&lt;br&gt;variance %2&lt;br&gt;</source>
        <translation>偏差² %1&lt;br&gt;方差 %2&lt;br&gt;</translation>
    </message>
    <message>
        <source>block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>both</source>
        <translation>两者</translation>
    </message>
    <message>
        <source>bump %1 of p</source>
        <translation>p 的第 %1 个峰</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>capital %1</source>
        <translation>大写 %1</translation>
    </message>
    <message>
        <source>capital delta</source>
        <translation>大写德尔塔</translation>
    </message>
    <message>
        <source>capital pi</source>
        <translation>大写派</translation>
    </message>
    <message>
        <source>caption</source>
        <translation>说明文字</translation>
    </message>
    <message>
        <source>causal softmax</source>
        <translation>因果 softmax</translation>
    </message>
    <message>
        <source>causal softmax, the truth</source>
        <translation>因果 softmax，真值</translation>
    </message>
    <message>
        <source>causal truth</source>
        <translation>因果真值</translation>
    </message>
    <message>
        <source>cell</source>
        <translation>单元</translation>
    </message>
    <message>
        <source>chance</source>
        <translation>随机猜测</translation>
    </message>
    <message>
        <source>chi</source>
        <translation>希</translation>
    </message>
    <message>
        <source>cividis is made for colour-vision deficiency, grey for print</source>
        <translation>cividis 适合色觉障碍者，grey 适合打印</translation>
    </message>
    <message>
        <source>clamped</source>
        <translation>截断</translation>
    </message>
    <message>
        <source>class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>class %1</source>
        <translation>类别 %1</translation>
    </message>
    <message>
        <source>class %1 is taken for %2 most often, %3 times</source>
        <translation>最常见的误判是把类别 %1 当作 %2，共 %3 次</translation>
    </message>
    <message>
        <source>class %1, taken for %2: %3 of %4 examples</source>
        <translation>类 %1 被当作 %2：%4 个样例中的 %3 个</translation>
    </message>
    <message>
        <source>class %1, the model says %2</source>
        <translation>类别 %1，模型说 %2</translation>
    </message>
    <message>
        <source>closed form</source>
        <translation>闭式</translation>
    </message>
    <message>
        <source>closed form of the deviation</source>
        <translation>标准差的闭式</translation>
    </message>
    <message>
        <source>coefficient of a group</source>
        <translation>一个组的系数</translation>
    </message>
    <message>
        <source>colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>compare with …</source>
        <translation>与…比较</translation>
    </message>
    <message>
        <source>computation</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>computed at %1 queries only</source>
        <translation>只在 %1 个查询处计算</translation>
    </message>
    <message>
        <source>computing …</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>control variates of the query</source>
        <translation>查询的控制变量</translation>
    </message>
    <message>
        <source>coordinate axes</source>
        <translation>坐标轴</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>代价</translation>
    </message>
    <message>
        <source>coverage</source>
        <translation>覆盖率</translation>
    </message>
    <message>
        <source>cubed</source>
        <translation>的立方</translation>
    </message>
    <message>
        <source>data seed</source>
        <translation>数据种子</translation>
    </message>
    <message>
        <source>default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>delta</source>
        <translation>德尔塔</translation>
    </message>
    <message>
        <source>density</source>
        <translation>密度</translation>
    </message>
    <message>
        <source>density drawn from</source>
        <translation>抽样密度</translation>
    </message>
    <message>
        <source>density of %1's samples</source>
        <translation>%1 的样本密度</translation>
    </message>
    <message>
        <source>density of the projection</source>
        <translation>投影的密度</translation>
    </message>
    <message>
        <source>density of ω</source>
        <translation>ω 的密度</translation>
    </message>
    <message>
        <source>density on the line</source>
        <translation>直线上的密度</translation>
    </message>
    <message>
        <source>deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>dimension %1</source>
        <translation>维度 %1</translation>
    </message>
    <message>
        <source>dimension %1 of y</source>
        <translation>y 的维度 %1</translation>
    </message>
    <message>
        <source>distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>distance t along each axis</source>
        <translation>沿各轴的距离 t</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>dot</source>
        <translation>点乘</translation>
    </message>
    <message>
        <source>dotted: query %1 as it was pinned</source>
        <translation>点线：固定时的查询 %1</translation>
    </message>
    <message>
        <source>draw</source>
        <translation>抽取</translation>
    </message>
    <message>
        <source>draw %1, %2</source>
        <translation>抽取 %1，%2</translation>
    </message>
    <message>
        <source>draws are being made</source>
        <translation>正在抽取</translation>
    </message>
    <message>
        <source>draws for the output</source>
        <translation>输出的抽取</translation>
    </message>
    <message>
        <source>effective samples</source>
        <translation>有效样本量</translation>
    </message>
    <message>
        <source>effective samples, of %1</source>
        <translation>有效样本量，共 %1</translation>
    </message>
    <message>
        <source>eigenvalue</source>
        <translation>特征值</translation>
    </message>
    <message>
        <source>eigenvalues from %1 (layer·head %2) to %3 (%4), all %5 at the start</source>
        <translation>特征值从 %1（层·头 %2）到 %3（%4），开始时都是 %5</translation>
    </message>
    <message>
        <source>epsilon</source>
        <translation>艾普西隆</translation>
    </message>
    <message>
        <source>equals</source>
        <translation>等于</translation>
    </message>
    <message>
        <source>error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>error A − π</source>
        <translation>误差 A − π</translation>
    </message>
    <message>
        <source>errors %1</source>
        <translation>误差%1</translation>
    </message>
    <message>
        <source>estimate</source>
        <translation>估计值</translation>
    </message>
    <message>
        <source>estimate of a whole run</source>
        <translation>一次完整运行的估计值</translation>
    </message>
    <message>
        <source>estimates of all visible cards</source>
        <translation>所有可见卡片的估计</translation>
    </message>
    <message>
        <source>estimator</source>
        <translation>估计量</translation>
    </message>
    <message>
        <source>eta</source>
        <translation>伊塔</translation>
    </message>
    <message>
        <source>every class</source>
        <translation>所有类别</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>exact %1, error %2</source>
        <translation>精确值 %1，误差 %2</translation>
    </message>
    <message>
        <source>exact %1, error: about %2</source>
        <translation>精确值 %1，误差：约 %2</translation>
    </message>
    <message>
        <source>exact attention</source>
        <translation>精确注意力</translation>
    </message>
    <message>
        <source>exact: about %1, error: about %2</source>
        <translation>精确值：约 %1，误差：约 %2</translation>
    </message>
    <message>
        <source>example</source>
        <translation>样例</translation>
    </message>
    <message>
        <source>example %1: class %2</source>
        <translation>样例 %1：类别 %2</translation>
    </message>
    <message>
        <source>examples</source>
        <translation>样例</translation>
    </message>
    <message>
        <source>examples, coloured by their share of the class</source>
        <translation>样例数，颜色是占该类的份额</translation>
    </message>
    <message>
        <source>f</source>
        <translation>f</translation>
    </message>
    <message>
        <source>f is dimension %1 of the values.</source>
        <translation>f 是值的第 %1 维。</translation>
    </message>
    <message>
        <source>f(ω) of sample %1 = %2</source>
        <translation>样本 %1 的 f(ω) = %2</translation>
    </message>
    <message>
        <source>f(ω): %1 has none</source>
        <translation>f(ω)：%1 没有</translation>
    </message>
    <message>
        <source>f(ω): click a sample to see its arrow</source>
        <translation>f(ω)：单击一个样本，看它的箭头</translation>
    </message>
    <message>
        <source>f(ω): show the samples, then click one</source>
        <translation>f(ω)：先显示样本，再单击一个</translation>
    </message>
    <message>
        <source>fact</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>first principal direction</source>
        <translation>第一主方向</translation>
    </message>
    <message>
        <source>float64 holds numbers beyond float32; its rows are another study's</source>
        <translation>float64 容得下超出 float32 的数；其行属于另一个实验</translation>
    </message>
    <message>
        <source>floored</source>
        <translation>抬离 0 的分母</translation>
    </message>
    <message>
        <source>frame %1, worst %2</source>
        <translation>帧 %1，最慢 %2</translation>
    </message>
    <message>
        <source>from %1 of %2 queries</source>
        <translation>来自 %2 个查询中的 %1 个</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <translation>从 %1 到 %2</translation>
    </message>
    <message>
        <source>from before the last change</source>
        <translation>是上次改动之前的</translation>
    </message>
    <message>
        <source>game</source>
        <translation>游戏</translation>
    </message>
    <message>
        <source>gamma</source>
        <translation>伽马</translation>
    </message>
    <message>
        <source>gets %1 of the attention of %2</source>
        <translation>得到%2 的注意力的 %1</translation>
    </message>
    <message>
        <source>gradient_norm</source>
        <translation>梯度范数</translation>
    </message>
    <message>
        <source>group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>group %1: weight %2 (softmax gives it %3), β̂ (%4, %5), best (%6, %7)</source>
        <translation>组 %1：权重 %2（softmax 给它 %3），β̂（%4，%5），最优（%6，%7）</translation>
    </message>
    <message>
        <source>groups</source>
        <translation>组</translation>
    </message>
    <message>
        <source>gₘ, dimension %1</source>
        <translation>gₘ，维度 %1</translation>
    </message>
    <message>
        <source>h %1, g %2 in dimension %3</source>
        <translation>h %1，g %2（维度 %3）</translation>
    </message>
    <message>
        <source>hat</source>
        <translation>帽</translation>
    </message>
    <message>
        <source>head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>height</source>
        <translation>高</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>hover or click a row of a map to see its target</source>
        <translation>指向或单击图的一行，看它的目标分布</translation>
    </message>
    <message>
        <source>hₘ, line: πₙₘ</source>
        <translation>hₘ，横线：πₙₘ</translation>
    </message>
    <message>
        <source>image of %1×%2 cells</source>
        <translation>%1×%2 格的图像</translation>
    </message>
    <message>
        <source>in</source>
        <translation>属于</translation>
    </message>
    <message>
        <source>in E, seen exactly</source>
        <translation>在 E 中，精确计算</translation>
    </message>
    <message>
        <source>in front</source>
        <translation>在前面</translation>
    </message>
    <message>
        <source>in order</source>
        <translation>按次序</translation>
    </message>
    <message>
        <source>in part</source>
        <translation>部分完成</translation>
    </message>
    <message>
        <source>index</source>
        <translation>下标</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>被中断</translation>
    </message>
    <message>
        <source>inverse</source>
        <translation>的逆</translation>
    </message>
    <message>
        <source>is about</source>
        <translation>约等于</translation>
    </message>
    <message>
        <source>is at least</source>
        <translation>大于等于</translation>
    </message>
    <message>
        <source>is at most</source>
        <translation>小于等于</translation>
    </message>
    <message>
        <source>is drawn from</source>
        <translation>抽自</translation>
    </message>
    <message>
        <source>is less than</source>
        <translation>小于</translation>
    </message>
    <message>
        <source>is more than</source>
        <translation>大于</translation>
    </message>
    <message>
        <source>is not</source>
        <translation>不等于</translation>
    </message>
    <message>
        <source>is proportional to</source>
        <translation>正比于</translation>
    </message>
    <message>
        <source>is the same in every draw&lt;br&gt;error² %1, all of it bias</source>
        <translation>每次抽取都一样&lt;br&gt;误差² %1，全是偏差</translation>
    </message>
    <message>
        <source>its mean</source>
        <translation>它的均值</translation>
    </message>
    <message>
        <source>its share of the weight</source>
        <translation>它的权重份额</translation>
    </message>
    <message>
        <source>its weight in ŷ = A·V</source>
        <translation>它在 ŷ = A·V 中的权重</translation>
    </message>
    <message>
        <source>its windows hold half of the keys or more</source>
        <translation>它的窗口看到一半或更多的键</translation>
    </message>
    <message>
        <source>joined with</source>
        <translation>拼接</translation>
    </message>
    <message>
        <source>kappa</source>
        <translation>卡帕</translation>
    </message>
    <message>
        <source>kernel κ</source>
        <translation>核 κ</translation>
    </message>
    <message>
        <source>kernels over draws</source>
        <translation>多次抽取的核</translation>
    </message>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>key %1</source>
        <translation>键 %1</translation>
    </message>
    <message>
        <source>key m</source>
        <translation>键 m</translation>
    </message>
    <message>
        <source>key m, of %1</source>
        <translation>键 m，%1 的行</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>键</translation>
    </message>
    <message>
        <source>keys %1–%2</source>
        <translation>键 %1–%2</translation>
    </message>
    <message>
        <source>keys k</source>
        <translation>键 k</translation>
    </message>
    <message>
        <source>keys move %1: mean %2, width %3</source>
        <translation>按键移动 %1：均值 %2，宽度 %3</translation>
    </message>
    <message>
        <source>keys widen %1: mean %2, width %3</source>
        <translation>按键改变 %1 的宽度：均值 %2，宽度 %3</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>lambda</source>
        <translation>兰姆达</translation>
    </message>
    <message>
        <source>largest first</source>
        <translation>最大的在前</translation>
    </message>
    <message>
        <source>largest share</source>
        <translation>最大份额</translation>
    </message>
    <message>
        <source>last</source>
        <translation>最近</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>layer %1, head %2</source>
        <translation>第 %1 层，第 %2 头</translation>
    </message>
    <message>
        <source>learning rate %1, ‖gradient‖ %2</source>
        <translation>学习率 %1，‖梯度‖ %2</translation>
    </message>
    <message>
        <source>left empty for lack of room: %1; a larger size or smaller text helps</source>
        <translation>没有空间而留空：%1；加大尺寸或缩小文字即可</translation>
    </message>
    <message>
        <source>lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>letter</source>
        <translation>字母</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>locked</source>
        <translation>已锁定</translation>
    </message>
    <message>
        <source>log step</source>
        <translation>步数取对数</translation>
    </message>
    <message>
        <source>logarithmic</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>logit, scaled by τ</source>
        <translation>logit，已乘 τ</translation>
    </message>
    <message>
        <source>looking at the heads …</source>
        <translation>正在看各个头…</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>loss %1, accuracy %2 %</source>
        <translation>损失 %1，准确率 %2 %</translation>
    </message>
    <message>
        <source>map %1 of %2</source>
        <translation>第 %1 张图，共 %2 张</translation>
    </message>
    <message>
        <source>map, mean of %1×%2 cells</source>
        <translation>图，%1×%2 格的均值</translation>
    </message>
    <message>
        <source>maps %1–%2 of %3</source>
        <translation>第 %1–%2 张图，共 %3 张</translation>
    </message>
    <message>
        <source>marginal density</source>
        <translation>边缘密度</translation>
    </message>
    <message>
        <source>max |Δ|</source>
        <translation>max |Δ|</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>means of %1 columns</source>
        <translation>%1 列的平均</translation>
    </message>
    <message>
        <source>measure</source>
        <translation>度量</translation>
    </message>
    <message>
        <source>measured elsewhere</source>
        <translation>在别处测得</translation>
    </message>
    <message>
        <source>measured in part</source>
        <translation>只测了一部分</translation>
    </message>
    <message>
        <source>measuring the variation</source>
        <translation>正在测量变化</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>memory %1</source>
        <translation>内存 %1</translation>
    </message>
    <message>
        <source>method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>minus</source>
        <translation>减</translation>
    </message>
    <message>
        <source>mm</source>
        <translation>毫米</translation>
    </message>
    <message>
        <source>more than %1 here</source>
        <translation>这里要大于 %1</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>mse</source>
        <translation>mse</translation>
    </message>
    <message>
        <source>mse of this head  </source>
        <translation>这个头的 mse  </translation>
    </message>
    <message>
        <source>mu</source>
        <translation>缪</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名字</translation>
    </message>
    <message>
        <source>nested groups</source>
        <translation>嵌套的组</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>no OpenGL; pictures are painted by the processor</source>
        <translation>没有 OpenGL；图由处理器绘制</translation>
    </message>
    <message>
        <source>no draws were made</source>
        <translation>没有抽取</translation>
    </message>
    <message>
        <source>no key exact</source>
        <translation>没有键精确计算</translation>
    </message>
    <message>
        <source>no map: too many queries and keys</source>
        <translation>没有图：查询和键太多</translation>
    </message>
    <message>
        <source>no query</source>
        <translation>没有查询</translation>
    </message>
    <message>
        <source>no_command</source>
        <translation>为何没有命令</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>none of %1 rows is measured here</source>
        <translation>%1 行中没有一行是在这里测得的</translation>
    </message>
    <message>
        <source>not applicable</source>
        <translation>不适用</translation>
    </message>
    <message>
        <source>not in</source>
        <translation>不属于</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <source>not measured yet</source>
        <translation>还没有测量</translation>
    </message>
    <message>
        <source>not measured: it takes about %1</source>
        <translation>未测量：约需 %1</translation>
    </message>
    <message>
        <source>not now</source>
        <translation>现在不行</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>还没做</translation>
    </message>
    <message>
        <source>nothing is above the fraction bar</source>
        <translation>分数线上面没有内容</translation>
    </message>
    <message>
        <source>nothing is below the fraction bar</source>
        <translation>分数线下面没有内容</translation>
    </message>
    <message>
        <source>nothing is between the brackets</source>
        <translation>括号之间没有内容</translation>
    </message>
    <message>
        <source>nothing is under the root</source>
        <translation>根号下没有内容</translation>
    </message>
    <message>
        <source>number</source>
        <translation>数</translation>
    </message>
    <message>
        <source>of</source>
        <translation>于</translation>
    </message>
    <message>
        <source>of its proposal</source>
        <translation>按它的提议分布</translation>
    </message>
    <message>
        <source>of the target</source>
        <translation>按目标分布</translation>
    </message>
    <message>
        <source>of what</source>
        <translation>出自</translation>
    </message>
    <message>
        <source>omega</source>
        <translation>欧米伽</translation>
    </message>
    <message>
        <source>omegascope %1, %2, %n thread(s)</source>
        <translation>omegascope %1，%2，%n 个线程</translation>
    </message>
    <message>
        <source>one draw tells neither bias nor variance</source>
        <translation>一次抽取看不出偏差和方差</translation>
    </message>
    <message>
        <source>open %1 close</source>
        <translation>左括号 %1 右括号</translation>
    </message>
    <message>
        <source>option</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>order</source>
        <translation>次序</translation>
    </message>
    <message>
        <source>outlined: before they are made equal</source>
        <translation>轮廓：使各类相等之前</translation>
    </message>
    <message>
        <source>over</source>
        <translation>除以</translation>
    </message>
    <message>
        <source>over %1</source>
        <translation>对 %1</translation>
    </message>
    <message>
        <source>over time</source>
        <translation>按时间</translation>
    </message>
    <message>
        <source>own sequences</source>
        <translation>实验自己的序列</translation>
    </message>
    <message>
        <source>own ω</source>
        <translation>自己的 ω</translation>
    </message>
    <message>
        <source>p over the mean density of all samples as a dashed curve, on a logarithmic axis: the weight at each place, where weighting is balance</source>
        <translation>虚线为 p 除以所有样本的平均密度，对数轴：加权方式为 balance 时，就是各处的权重</translation>
    </message>
    <message>
        <source>panel</source>
        <translation>面板</translation>
    </message>
    <message>
        <source>paper</source>
        <translation>论文</translation>
    </message>
    <message>
        <source>paper's mean</source>
        <translation>论文的均值</translation>
    </message>
    <message>
        <source>paper's std.</source>
        <translation>论文的标准差</translation>
    </message>
    <message>
        <source>passed</source>
        <translation>超过</translation>
    </message>
    <message>
        <source>passes</source>
        <translation>遍数</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>paused while something else computes</source>
        <translation>有别的计算，暂停中</translation>
    </message>
    <message>
        <source>phi</source>
        <translation>斐</translation>
    </message>
    <message>
        <source>pi</source>
        <translation>派</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>固定的</translation>
    </message>
    <message>
        <source>pinned: query %1</source>
        <translation>固定的：查询 %1</translation>
    </message>
    <message>
        <source>place on the line of ω-space</source>
        <translation>在 ω 空间直线上的位置</translation>
    </message>
    <message>
        <source>plane</source>
        <translation>平面</translation>
    </message>
    <message>
        <source>plus</source>
        <translation>加</translation>
    </message>
    <message>
        <source>plus or minus</source>
        <translation>加减</translation>
    </message>
    <message>
        <source>point</source>
        <translation>点</translation>
    </message>
    <message>
        <source>position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>predicted variances</source>
        <translation>预测的方差</translation>
    </message>
    <message>
        <source>preparing</source>
        <translation>准备中</translation>
    </message>
    <message>
        <source>preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>presets</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>presets workload</source>
        <translation>预设 输入序列</translation>
    </message>
    <message>
        <source>preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>prime</source>
        <translation>撇</translation>
    </message>
    <message>
        <source>principal axes</source>
        <translation>主轴</translation>
    </message>
    <message>
        <source>problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>proposal</source>
        <translation>提议分布</translation>
    </message>
    <message>
        <source>proposal %1</source>
        <translation>提议分布 %1</translation>
    </message>
    <message>
        <source>proposal %1 (its heaviest)</source>
        <translation>提议分布 %1（权重最大）</translation>
    </message>
    <message>
        <source>proposal %1: α %2</source>
        <translation>提议分布 %1：α %2</translation>
    </message>
    <message>
        <source>proposal %1: α %2, of which balance %3 and for this query %4</source>
        <translation>提议分布 %1：α %2，其中平衡部分 %3，为这个查询 %4</translation>
    </message>
    <message>
        <source>proposal c</source>
        <translation>提议分布 c</translation>
    </message>
    <message>
        <source>proposal q%1 and its samples</source>
        <translation>提议分布 q%1 及其样本</translation>
    </message>
    <message>
        <source>proposals</source>
        <translation>提议分布</translation>
    </message>
    <message>
        <source>pseudo-inverse</source>
        <translation>的伪逆</translation>
    </message>
    <message>
        <source>px</source>
        <translation>像素</translation>
    </message>
    <message>
        <source>q%1</source>
        <translation>q%1</translation>
    </message>
    <message>
        <source>quantity</source>
        <translation>量</translation>
    </message>
    <message>
        <source>queries %1–%2</source>
        <translation>查询 %1–%2</translation>
    </message>
    <message>
        <source>queries q</source>
        <translation>查询 q</translation>
    </message>
    <message>
        <source>query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>query %1</source>
        <translation>查询 %1</translation>
    </message>
    <message>
        <source>query %1, key %2: %3</source>
        <translation>查询 %1，键 %2：%3</translation>
    </message>
    <message>
        <source>query n</source>
        <translation>查询 n</translation>
    </message>
    <message>
        <source>query n, at %1</source>
        <translation>查询 n，在%1 处</translation>
    </message>
    <message>
        <source>question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>queued</source>
        <translation>排队中</translation>
    </message>
    <message>
        <source>queued, number %1 behind %2</source>
        <translation>排队中，第 %1 个，在 %2 之后</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>名次</translation>
    </message>
    <message>
        <source>rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>reached</source>
        <translation>到达</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>正在读取</translation>
    </message>
    <message>
        <source>recent</source>
        <translation>最近</translation>
    </message>
    <message>
        <source>rectangle</source>
        <translation>框选</translation>
    </message>
    <message>
        <source>relevant</source>
        <translation>相关</translation>
    </message>
    <message>
        <source>remark</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>replaced</source>
        <translation>被替换</translation>
    </message>
    <message>
        <source>replicates</source>
        <translation>重复次数</translation>
    </message>
    <message>
        <source>replicates: estimates of whole runs with fresh noise; mean (bar ± 1 sd)</source>
        <translation>重复试验：新噪声下各次运行的估计；均值（条 ± 1 标准差）</translation>
    </message>
    <message>
        <source>replicates: estimates of whole runs with fresh noise; mean (bar ± 1 sd), the dashed line is the truth</source>
        <translation>重复试验：新噪声下各次运行的估计；均值（条 ± 1 标准差），虚线是真值</translation>
    </message>
    <message>
        <source>revision</source>
        <translation>修订号</translation>
    </message>
    <message>
        <source>rms error</source>
        <translation>均方根误差</translation>
    </message>
    <message>
        <source>row hidden</source>
        <translation>行图已隐藏</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>行数</translation>
    </message>
    <message>
        <source>run</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>running</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>running estimate over the samples fallen</source>
        <translation>随落下样本的逐步估计</translation>
    </message>
    <message>
        <source>running estimate over the samples fallen; the line is the truth, the band two standard deviations by its law</source>
        <translation>随落下样本的逐步估计；直线是真值，带是理论上的两个标准差</translation>
    </message>
    <message>
        <source>sample</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>sample %1</source>
        <translation>样本 %1</translation>
    </message>
    <message>
        <source>sample %1 (its heaviest)</source>
        <translation>样本 %1（权重最大）</translation>
    </message>
    <message>
        <source>sample s</source>
        <translation>样本 s</translation>
    </message>
    <message>
        <source>sample, largest weight first</source>
        <translation>样本，权重最大的在前</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>samples fallen</source>
        <translation>已落下的样本</translation>
    </message>
    <message>
        <source>says</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>刻度</translation>
    </message>
    <message>
        <source>sd, %1 draws</source>
        <translation>标准差，%1 次抽取</translation>
    </message>
    <message>
        <source>second principal direction</source>
        <translation>第二主方向</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒数</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>series</source>
        <translation>系列</translation>
    </message>
    <message>
        <source>set aside %1</source>
        <translation>搁置的 %1</translation>
    </message>
    <message>
        <source>setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>share</source>
        <translation>份额</translation>
    </message>
    <message>
        <source>share of its own proposal</source>
        <translation>自己的提议分布的份额</translation>
    </message>
    <message>
        <source>share of the weight</source>
        <translation>权重份额</translation>
    </message>
    <message>
        <source>shares of the proposals</source>
        <translation>提议分布的份额</translation>
    </message>
    <message>
        <source>shortcuts</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>shows</source>
        <translation>显示什么</translation>
    </message>
    <message>
        <source>sigma</source>
        <translation>西格马</translation>
    </message>
    <message>
        <source>size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>size %1</source>
        <translation>规模 %1</translation>
    </message>
    <message>
        <source>slice</source>
        <translation>切片</translation>
    </message>
    <message>
        <source>slope of the fit: %1</source>
        <translation>拟合的斜率：%1</translation>
    </message>
    <message>
        <source>small</source>
        <translation>小</translation>
    </message>
    <message>
        <source>small ends within minutes; paper has the papers' sizes and takes much longer</source>
        <translation>“小”几分钟就结束；“论文”用论文的规模，要久得多</translation>
    </message>
    <message>
        <source>smoothing</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>softmax</source>
        <translation>softmax</translation>
    </message>
    <message>
        <source>softmax over all keys</source>
        <translation>对所有键的 softmax</translation>
    </message>
    <message>
        <source>softmax, exact</source>
        <translation>softmax，精确</translation>
    </message>
    <message>
        <source>softmax, the truth</source>
        <translation>softmax，真值</translation>
    </message>
    <message>
        <source>square root</source>
        <translation>平方根</translation>
    </message>
    <message>
        <source>squared</source>
        <translation>的平方</translation>
    </message>
    <message>
        <source>stands for its values</source>
        <translation>代表它的值</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>std.</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>step %1/%2</source>
        <translation>第 %1/%2 步</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>steps/s</source>
        <translation>步/秒</translation>
    </message>
    <message>
        <source>stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>study</source>
        <translation>实验</translation>
    </message>
    <message>
        <source>study size</source>
        <translation>规模</translation>
    </message>
    <message>
        <source>sub %1</source>
        <translation>下标 %1</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>累计和</translation>
    </message>
    <message>
        <source>super %1</source>
        <translation>上标 %1</translation>
    </message>
    <message>
        <source>symbol</source>
        <translation>符号</translation>
    </message>
    <message>
        <source>taken</source>
        <translation>减去的</translation>
    </message>
    <message>
        <source>target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>target of query %1</source>
        <translation>查询 %1 的目标分布</translation>
    </message>
    <message>
        <source>target p</source>
        <translation>目标分布 p</translation>
    </message>
    <message>
        <source>target p filled, proposals q, samples as stems as high as their weight</source>
        <translation>目标分布 p 填色，提议分布 q，样本为竖线，高度是权重</translation>
    </message>
    <message>
        <source>target p of query %1</source>
        <translation>查询 %1 的目标分布 p</translation>
    </message>
    <message>
        <source>target, queries and keys with τ = %1</source>
        <translation>目标分布、查询和键按 τ = %1</translation>
    </message>
    <message>
        <source>targets of all queries</source>
        <translation>所有查询的目标分布</translation>
    </message>
    <message>
        <source>task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>tau</source>
        <translation>套</translation>
    </message>
    <message>
        <source>text that lacks room becomes smaller: %1; a larger size helps</source>
        <translation>放不下的文字会变小：%1；加大尺寸即可</translation>
    </message>
    <message>
        <source>the best there is for the query</source>
        <translation>对这个查询最优的系数</translation>
    </message>
    <message>
        <source>the density that samples are drawn from</source>
        <translation>样本所来自的密度</translation>
    </message>
    <message>
        <source>the density whose average softmax attention is</source>
        <translation>目标分布，softmax 注意力是在它之下的平均</translation>
    </message>
    <message>
        <source>the fraction of %1 over %2, end of fraction</source>
        <translation>分数，分子 %1，分母 %2，分数结束</translation>
    </message>
    <message>
        <source>the norm of %1</source>
        <translation>%1 的范数</translation>
    </message>
    <message>
        <source>the product</source>
        <translation>连乘</translation>
    </message>
    <message>
        <source>the projection</source>
        <translation>投影</translation>
    </message>
    <message>
        <source>the root of %1</source>
        <translation>%1 的平方根</translation>
    </message>
    <message>
        <source>the set of %1</source>
        <translation>集合 %1</translation>
    </message>
    <message>
        <source>the share of a proposal</source>
        <translation>提议分布所占的份额</translation>
    </message>
    <message>
        <source>the size of %1</source>
        <translation>%1 的大小</translation>
    </message>
    <message>
        <source>the sum</source>
        <translation>求和</translation>
    </message>
    <message>
        <source>the target is hidden; proposals q, samples as stems</source>
        <translation>目标分布已隐藏；提议分布 q，样本为竖线</translation>
    </message>
    <message>
        <source>the words around the picture of %1 leave no room for it; a larger size or smaller text helps</source>
        <translation>图片周围的文字没有给%1留下空间；加大尺寸或缩小文字即可</translation>
    </message>
    <message>
        <source>then</source>
        <translation>然后</translation>
    </message>
    <message>
        <source>theta</source>
        <translation>西塔</translation>
    </message>
    <message>
        <source>this draw</source>
        <translation>本次抽取</translation>
    </message>
    <message>
        <source>this estimate</source>
        <translation>本次估计</translation>
    </message>
    <message>
        <source>this step %1 of %2 planned</source>
        <translation>这一步 %1，计划 %2</translation>
    </message>
    <message>
        <source>three chosen means</source>
        <translation>三个选中的均值</translation>
    </message>
    <message>
        <source>three heaviest keys</source>
        <translation>三个权重最大的键</translation>
    </message>
    <message>
        <source>tilde</source>
        <translation>波浪</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>times</source>
        <translation>乘</translation>
    </message>
    <message>
        <source>title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>token</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>too many brackets inside each other</source>
        <translation>括号嵌套太深</translation>
    </message>
    <message>
        <source>towards %1</source>
        <translation>朝向 %1</translation>
    </message>
    <message>
        <source>trained elsewhere</source>
        <translation>在别处训练</translation>
    </message>
    <message>
        <source>training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>training time</source>
        <translation>训练时间</translation>
    </message>
    <message>
        <source>transposed</source>
        <translation>的转置</translation>
    </message>
    <message>
        <source>truth</source>
        <translation>真值</translation>
    </message>
    <message>
        <source>truth %1</source>
        <translation>真值 %1</translation>
    </message>
    <message>
        <source>truth hidden</source>
        <translation>真值已隐藏</translation>
    </message>
    <message>
        <source>truth y = %1</source>
        <translation>真值 y = %1</translation>
    </message>
    <message>
        <source>two marks on one letter</source>
        <translation>一个字母上有两个附加记号</translation>
    </message>
    <message>
        <source>two scripts in one place</source>
        <translation>同一处有两个上下标</translation>
    </message>
    <message>
        <source>type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>updating …</source>
        <translation>正在更新…</translation>
    </message>
    <message>
        <source>v</source>
        <translation>v</translation>
    </message>
    <message>
        <source>v of a key, drawn like its group</source>
        <translation>一个键的 v，画法同它的组</translation>
    </message>
    <message>
        <source>v, dimension %1</source>
        <translation>v，维度 %1</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>validation after step %1, at %2</source>
        <translation>第 %1 步之后的验证，%2 时</translation>
    </message>
    <message>
        <source>validation_accuracy</source>
        <translation>验证准确率</translation>
    </message>
    <message>
        <source>validation_loss</source>
        <translation>验证损失</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>values at size %1</source>
        <translation>规模 %1 的值</translation>
    </message>
    <message>
        <source>values v</source>
        <translation>值 v</translation>
    </message>
    <message>
        <source>variance</source>
        <translation>方差</translation>
    </message>
    <message>
        <source>variance · S</source>
        <translation>方差 · S</translation>
    </message>
    <message>
        <source>variance · S over β; dashed: without</source>
        <translation>方差 · S 随 β 变化；虚线：不用控制变量</translation>
    </message>
    <message>
        <source>variation not measured yet</source>
        <translation>变化还没有测量</translation>
    </message>
    <message>
        <source>visible</source>
        <translation>可见</translation>
    </message>
    <message>
        <source>w of %1</source>
        <translation>%1 的权重 w</translation>
    </message>
    <message>
        <source>w(x)</source>
        <translation>w(x)</translation>
    </message>
    <message>
        <source>waiting until Explore has its picture</source>
        <translation>等待“探索”画完</translation>
    </message>
    <message>
        <source>waiting while something else computes</source>
        <translation>有别的计算，等待中</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>weight of the group</source>
        <translation>组的权重</translation>
    </message>
    <message>
        <source>weight w</source>
        <translation>权重 w</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>what</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>what it is</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>what it says of the values</source>
        <translation>它对值的说法</translation>
    </message>
    <message>
        <source>what the model says</source>
        <translation>模型的判断</translation>
    </message>
    <message>
        <source>why not</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>width</source>
        <translation>宽</translation>
    </message>
    <message>
        <source>x</source>
        <translation>x</translation>
    </message>
    <message>
        <source>xi</source>
        <translation>克西</translation>
    </message>
    <message>
        <source>y</source>
        <translation>y</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>your own</source>
        <translation>你自己的</translation>
    </message>
    <message>
        <source>|gradient| at the classifier when validation first passed a mark</source>
        <translation>验证首次超过标线时，分类器处的 |梯度|</translation>
    </message>
    <message>
        <source>± 2 se</source>
        <translation>± 2 标准误</translation>
    </message>
    <message>
        <source>Δ</source>
        <translation>Δ</translation>
    </message>
    <message>
        <source>Δ = %1: standard deviation %2 over %3 draws, closed form %4</source>
        <translation>Δ = %1：标准差 %2（%3 次抽取），闭式 %4</translation>
    </message>
    <message>
        <source>Δ = %1: this draw %2, mean %3, closed form %4</source>
        <translation>Δ = %1：本次抽取 %2，均值 %3，闭式 %4</translation>
    </message>
    <message>
        <source>Δ = ‖q−k‖</source>
        <translation>Δ = ‖q−k‖</translation>
    </message>
    <message>
        <source>α here</source>
        <translation>这里的 α</translation>
    </message>
    <message>
        <source>α of all queries, each at its own ω; need not sum to 1.</source>
        <translation>所有查询的 α，各在自己的 ω 处；和不必为 1。</translation>
    </message>
    <message>
        <source>α of each proposal</source>
        <translation>每个提议分布的 α</translation>
    </message>
    <message>
        <source>β</source>
        <translation>β</translation>
    </message>
    <message>
        <source>β̂, v</source>
        <translation>β̂、v</translation>
    </message>
    <message>
        <source>κ(Δ)</source>
        <translation>κ(Δ)</translation>
    </message>
    <message>
        <source>μ of %1</source>
        <translation>%1 的 μ</translation>
    </message>
    <message>
        <source>μ of component %1: %2 along axis %3; drag it</source>
        <translation>分量 %1 的 μ：沿轴 %3 为 %2；可拖动</translation>
    </message>
    <message>
        <source>τ = 1/√D = %1</source>
        <translation>τ = 1/√D = %1</translation>
    </message>
    <message>
        <source>ω = %1: density %2, drawn from %3</source>
        <translation>ω = %1：密度 %2，抽自 %3</translation>
    </message>
    <message>
        <source>ω, axis %1</source>
        <translation>ω，轴 %1</translation>
    </message>
    <message>
        <source>ω-space</source>
        <translation>ω 空间</translation>
    </message>
    <message>
        <source>ω-space of %1, head %2</source>
        <translation>%1 的 ω 空间，第 %2 头</translation>
    </message>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>‖gradient‖ by layer at the latest validation</source>
        <translation>最近一次验证时各层的 ‖梯度‖</translation>
    </message>
    <message>
        <source>‖q+k‖ </source>
        <translation>‖q+k‖ </translation>
    </message>
    <message>
        <source>‖q+k‖ of the kernels</source>
        <translation>核的 ‖q+k‖</translation>
    </message>
    <message>
        <source>“%1” closes nothing</source>
        <translation>“%1”没有对应的开头</translation>
    </message>
    <message>
        <source>“%1” has no meaning in a formula</source>
        <translation>“%1”在公式中没有含义</translation>
    </message>
    <message>
        <source>“%1” is never closed</source>
        <translation>“%1”没有闭合</translation>
    </message>
    <message>
        <source>“-” stands inside words only; minus is “−”</source>
        <translation>“-”只能出现在词的中间；减号是“−”</translation>
    </message>
    <message>
        <source>“/” has a space on one side only</source>
        <translation>“/”只有一边有空格</translation>
    </message>
    <message>
        <source>† one draw makes much of the scatter: the truth may be farther off than ± says.</source>
        <translation>† 一次抽取占离散的一大部分：真值可能比 ± 所说的更远。</translation>
    </message>
    <message>
        <source>…</source>
        <translation>…</translation>
    </message>
    <message>
        <source>… its law</source>
        <translation>…理论值</translation>
    </message>
    <message>
        <source>→ Chance</source>
        <translation>→ 随机游戏</translation>
    </message>
    <message>
        <source>≤ 0</source>
        <translation>≤ 0</translation>
    </message>
</context>
<context>
    <name>engine</name>
    <message>
        <source>%1 (%2, cost %3)</source>
        <translation>%1（%2，代价 %3）</translation>
    </message>
    <message>
        <source>%1 (paper)</source>
        <translation>%1（论文）</translation>
    </message>
    <message>
        <source>%1 (predicted %2)</source>
        <translation>%1（预测 %2）</translation>
    </message>
    <message>
        <source>%1 (so far %2 of %3 rows)</source>
        <translation>%1（至今 %3 行中的 %2 行）</translation>
    </message>
    <message>
        <source>%1 &lt; %2</source>
        <translation>%1 &lt; %2</translation>
    </message>
    <message>
        <source>%1 against %2</source>
        <translation>%1 与 %2</translation>
    </message>
    <message>
        <source>%1 at %2 (%3)</source>
        <translation>%1，%2 处（%3）</translation>
    </message>
    <message>
        <source>%1 at %2 (%3, cost %4)</source>
        <translation>%1，%2 处（%3，代价 %4）</translation>
    </message>
    <message>
        <source>%1 bytes became tokens</source>
        <translation>%1 个字节成为词元</translation>
    </message>
    <message>
        <source>%1 cannot tell bias from variance; %2 or more can</source>
        <translation>%1分不清偏差和方差；%2 次以上才行</translation>
    </message>
    <message>
        <source>%1 columns of pixels at the right and %2 rows at the bottom fill no patch and were left out</source>
        <translation>右边的 %1 列和底部的 %2 行像素不满一块，已略去</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>%1 draws</source>
        <translation>%1 次抽取</translation>
    </message>
    <message>
        <source>%1 draws may not have met errors that are large and rare</source>
        <translation>%1 次抽取可能没有遇到又大又少见的误差</translation>
    </message>
    <message>
        <source>%1 goes from %2 to %3</source>
        <translation>%1从 %2 变到 %3</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 head takes a budget of more than %2</source>
        <translation>%1 个头需要的预算超过 %2</translation>
    </message>
    <message>
        <source>%1 head takes more than %2</source>
        <translation>%1 个头需要多于 %2</translation>
    </message>
    <message>
        <source>%1 heads take a budget of more than %2</source>
        <translation>%1 个头需要的预算超过 %2</translation>
    </message>
    <message>
        <source>%1 heads take more than %2</source>
        <translation>%1 个头需要多于 %2</translation>
    </message>
    <message>
        <source>%1 is below %2 at %3</source>
        <translation>%1 在 %3 处低于 %2</translation>
    </message>
    <message>
        <source>%1 is computed on the CPU only</source>
        <translation>%1 只在 CPU 上计算</translation>
    </message>
    <message>
        <source>%1 is no power of %2: it falls and rises</source>
        <translation>%1 不按 %2 的幂变化：有降有升</translation>
    </message>
    <message>
        <source>%1 is not read: no mask hides keys here, only the option causal those that come later</source>
        <translation>没有读取 %1：这里没有掩码来隐藏键，只有选项 causal 隐藏后面的键</translation>
    </message>
    <message>
        <source>%1 is not what the run in %2 has learned from so far; bring back the data as they were, or start a new run</source>
        <translation>%1 不是 %2 中的训练至今所学的数据；请恢复原来的数据，或开始新的训练</translation>
    </message>
    <message>
        <source>%1 is nowhere visibly below %2</source>
        <translation>%1 没有明显低于 %2 的地方</translation>
    </message>
    <message>
        <source>%1 is the target, which has no middle to mirror samples at; take a Gaussian, or none mirrored</source>
        <translation>%1 是目标分布，没有可供样本镜像的中心；请取一个高斯分布，或不用镜像</translation>
    </message>
    <message>
        <source>%1 layers, from %2 to %3; what is said of several alike names the arrays of the first</source>
        <translation>%1 层，从 %2 到 %3；对几层都成立的话只写第一层的数组名</translation>
    </message>
    <message>
        <source>%1 loses to %2 (%3 against %4)</source>
        <translation>%1 不如 %2（%3 对 %4）</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 names of tokens for %2 queries and %3 keys: they are left out</source>
        <translation>词元名有 %1 个，而查询有 %2 个、键有 %3 个：没有采用</translation>
    </message>
    <message>
        <source>%1 names of tokens for %2 query and %3 keys: they are left out</source>
        <translation>词元名有 %1 个，而查询有 %2 个、键有 %3 个：没有采用</translation>
    </message>
    <message>
        <source>%1 of %2 heads</source>
        <translation>%2 个头中有 %1 个</translation>
    </message>
    <message>
        <source>%1 of %2 is computed on the CPU only</source>
        <translation>%2 的 %1 只在 CPU 上计算</translation>
    </message>
    <message>
        <source>%1 of %2 rows</source>
        <translation>%2 行中的 %1 行</translation>
    </message>
    <message>
        <source>%1 of %2 rows, means over %3 seeds</source>
        <translation>%2 行中的 %1 行，%3 个种子的均值</translation>
    </message>
    <message>
        <source>%1 of %2 rows, means over up to %3 seeds</source>
        <translation>%2 行中的 %1 行，至多 %3 个种子的均值</translation>
    </message>
    <message>
        <source>%1 of %2 times taken while other programs used more than %3 CPUs</source>
        <translation>%2 次计时中有 %1 次，别的程序占用了 %3 个以上的 CPU</translation>
    </message>
    <message>
        <source>%1 on %2 of %3 heads</source>
        <translation>%3 个头中 %2 个是 %1</translation>
    </message>
    <message>
        <source>%1 on %2 of %3 heads, %4</source>
        <translation>%3 个头中 %2 个是 %1，%4</translation>
    </message>
    <message>
        <source>%1 on %2 of %3 heads, %4 on %5</source>
        <translation>%3 个头中 %2 个是 %1，%5 个是 %4</translation>
    </message>
    <message>
        <source>%1 on %2 of %3 heads, %4 on %5, %6 on %7</source>
        <translation>%3 个头中 %2 个是 %1，%5 个是 %4，%7 个是 %6</translation>
    </message>
    <message>
        <source>%1 on %2 of %3 heads, %4 on %5, %6 on %7, %8 on %9</source>
        <translation>%3 个头中 %2 个是 %1，%5 个是 %4，%7 个是 %6，%9 个是 %8</translation>
    </message>
    <message>
        <source>%1 pixels became %2 patches of %3</source>
        <translation>%1 像素分成 %2 块，每块 %3</translation>
    </message>
    <message>
        <source>%1 rises from %2 at %3 to %4 at %5 (×%6)</source>
        <translation>%1 从 %3 处的 %2 升到 %5 处的 %4（×%6）</translation>
    </message>
    <message>
        <source>%1 rows could not be measured:</source>
        <translation>%1 行无法测量：</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 stays above %2</source>
        <translation>%1 一直高于 %2</translation>
    </message>
    <message>
        <source>%1 takes a budget of %2 on %3 head (median %4)</source>
        <translation>%3 个头达到 %1 需要的预算是 %2（中位数 %4）</translation>
    </message>
    <message>
        <source>%1 takes a budget of %2 on %3 heads (median %4)</source>
        <translation>%3 个头达到 %1 需要的预算是 %2（中位数 %4）</translation>
    </message>
    <message>
        <source>%1 takes a budget of %2 to %3 on %4 heads (median %5)</source>
        <translation>%4 个头达到 %1 需要的预算是 %2 到 %3（中位数 %5）</translation>
    </message>
    <message>
        <source>%1 takes less at all its points</source>
        <translation>%1 在它的所有点上都用得更少</translation>
    </message>
    <message>
        <source>%1 takes more at all its points</source>
        <translation>%1 在它的所有点上都用得更多</translation>
    </message>
    <message>
        <source>%1 with %2 is computed on the CPU only</source>
        <translation>%1 用 %2 时只在 CPU 上计算</translation>
    </message>
    <message>
        <source>%1 with best β</source>
        <translation>%1，最优 β</translation>
    </message>
    <message>
        <source>%1 with estimated β</source>
        <translation>%1，估计的 β</translation>
    </message>
    <message>
        <source>%1 with β = %2</source>
        <translation>%1，β = %2</translation>
    </message>
    <message>
        <source>%1 words and punctuation marks became tokens</source>
        <translation>%1 个词和标点成为词元</translation>
    </message>
    <message>
        <source>%1 ~ %2 from %3 to %4</source>
        <translation>%1 ~ %2，从 %3 到 %4</translation>
    </message>
    <message>
        <source>%1 ~ %2 ± %3 from %4 to %5</source>
        <translation>%1 ~ %2 ± %3，从 %4 到 %5</translation>
    </message>
    <message>
        <source>%1 ≈ %2</source>
        <translation>%1 ≈ %2</translation>
    </message>
    <message>
        <source>%1, rank correlation %2</source>
        <translation>%1，秩相关 %2</translation>
    </message>
    <message>
        <source>%1, size %2</source>
        <translation>%1，规模 %2</translation>
    </message>
    <message>
        <source>%1, weak rank correlation %2</source>
        <translation>%1，弱的秩相关 %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: exact on all %2 heads that were measured</source>
        <translation>%1：在测量的全部 %2 个头上都是精确的</translation>
    </message>
    <message>
        <source>%1: there is no such file or folder to learn from; bring the data back, or give another path</source>
        <translation>%1：没有可供学习的这个文件或文件夹；请把数据放回原处，或给出另一个路径</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>1 draw</source>
        <translation>1 次抽取</translation>
    </message>
    <message>
        <source>1 sample of each of 48</source>
        <translation>48 个各 1 个样本</translation>
    </message>
    <message>
        <source>1 sample of each of 8</source>
        <translation>8 个各 1 个样本</translation>
    </message>
    <message>
        <source>12 samples of each of 4</source>
        <translation>4 个各 12 个样本</translation>
    </message>
    <message>
        <source>16 symbols of 8 kinds: learning shows within three minutes.</source>
        <translation>8 种、共 16 个符号：三分钟内就能看出它在学习。</translation>
    </message>
    <message>
        <source>1: one ω for each group, from its proposal. More: that many ω from N(0, I), shared by all groups; needs group_weight=exact.</source>
        <translation>1：每组一个 ω，来自它的提议分布。更多：从 N(0, I) 抽这么多 ω，所有组共用；须有 group_weight=exact。</translation>
    </message>
    <message>
        <source>2 samples of each of 4</source>
        <translation>4 个各 2 个样本</translation>
    </message>
    <message>
        <source>3 heads of 64 dimensions</source>
        <translation>3 个头，每个 64 维</translation>
    </message>
    <message>
        <source>3 pairs at least 64 cells before the question, which two layers of windows do not reach: learning shows within three minutes.</source>
        <translation>3 对键和值，至少在提问之前 64 个单元，两层窗口够不到：三分钟内就能看出它在学习。</translation>
    </message>
    <message>
        <source>4 samples of each of 12</source>
        <translation>12 个各 4 个样本</translation>
    </message>
    <message>
        <source>4 samples of each of 2</source>
        <translation>2 个各 4 个样本</translation>
    </message>
    <message>
        <source>8 frequencies</source>
        <translation>8 个频率</translation>
    </message>
    <message>
        <source>A circle walked around, by default twice: attention is local in the sequence and returns one turn later; made for EVA's windows.</source>
        <translation>绕圆行走，默认两圈：注意力在序列中是局部的，一圈之后又回来；为 EVA 的窗口而设。</translation>
    </message>
    <message>
        <source>A function whose mean is known: β times what the samples get wrong of it is taken away.</source>
        <translation>一个均值已知的函数：样本在它上面的误差乘 β 后减去。</translation>
    </message>
    <message>
        <source>A lesson: 9 classes, 32 cells; learning can be watched within minutes.</source>
        <translation>教学用：9 类，32 个单元；几分钟内就能看着它学习。</translation>
    </message>
    <message>
        <source>A rare event</source>
        <translation>罕见事件</translation>
    </message>
    <message>
        <source>A real model's heads</source>
        <translation>真实模型的头</translation>
    </message>
    <message>
        <source>A_cm = softmax_m(μ_c·k_m),  μ_c the centroid of n</source>
        <translation>A_cm = softmax_m(μ_c·k_m),  μ_c: n 所在聚类的中心</translation>
    </message>
    <message>
        <source>A_nm = softmax_{m∈top_c}(q_n·k_m) Σ_{j∈top_c} A_cj on the heaviest keys of c,  A_nm = A_cm on the others</source>
        <translation>A_nm = softmax_{m∈top_c}(q_n·k_m) Σ_{j∈top_c} A_cj  在 c 最重的键上,  A_nm = A_cm  在其余的键上</translation>
    </message>
    <message>
        <source>A_nm ∝ exp(q_n·k_m) · (rounds in which n and m meet)</source>
        <translation>A_nm ∝ exp(q_n·k_m) · (n 与 m 相遇的轮数)</translation>
    </message>
    <message>
        <source>Accept NaN and infinite values instead of refusing the file.</source>
        <translation>接受 NaN 和无穷值，而不拒绝文件。</translation>
    </message>
    <message>
        <source>AdamW's decay of matrices; biases, norms and kernels have none.</source>
        <translation>AdamW 对矩阵的衰减；偏置、归一化和核没有。</translation>
    </message>
    <message>
        <source>AdamW's smallest divisor.</source>
        <translation>AdamW 的最小除数。</translation>
    </message>
    <message>
        <source>AdamW's β₁</source>
        <translation>AdamW 的 β₁</translation>
    </message>
    <message>
        <source>AdamW's β₂</source>
        <translation>AdamW 的 β₂</translation>
    </message>
    <message>
        <source>AdamW's ε</source>
        <translation>AdamW 的 ε</translation>
    </message>
    <message>
        <source>Add up what is relevant: each cell is a value, −1 or 1, and a mark of relevance; the class is the sum of the relevant values (KL-Transformer, appendix E).</source>
        <translation>把相关的加起来：每个单元有一个值 −1 或 1 和一个相关标记；类别是相关值之和（KL-Transformer，附录 E）。</translation>
    </message>
    <message>
        <source>After how many tokens they come back.</source>
        <translation>隔多少个词元重复。</translation>
    </message>
    <message>
        <source>Also predicts the variance of each query with this weighting, by quadrature in at most 2 dimensions; of lara by the delta method.</source>
        <translation>还预测每个查询在这种加权下的方差，最多 2 维时用求积；对 lara 用 delta 方法。</translation>
    </message>
    <message>
        <source>An estimate is a random number: its spread is σ/√S, a quarter for 16 times S.</source>
        <translation>估计值是随机数：它的离散程度是 σ/√S，S 变为 16 倍时缩为四分之一。</translation>
    </message>
    <message>
        <source>As long as the Long Range Arena's image task: 512 symbols of 64 kinds.</source>
        <translation>与 Long Range Arena 的图像任务一样长：64 种、共 512 个符号。</translation>
    </message>
    <message>
        <source>As long as the Long Range Arena's text: 4 pairs in 4096 cells, at least 1024 before the question.</source>
        <translation>与 Long Range Arena 的文本一样长：4096 个单元中有 4 对，至少在提问之前 1024 个单元。</translation>
    </message>
    <message>
        <source>Associative recall at a distance: a few keys with values in a long sequence of hay; the last cell asks for one key, and the class is its value. A fixed window cannot answer what it does not reach.</source>
        <translation>远距离的联想回忆：长长的序列里大多是无关的内容，只有几个带值的键；最后一个单元问其中一个键，类别是它的值。固定的窗口够不到的，就答不出来。</translation>
    </message>
    <message>
        <source>Better than the target</source>
        <translation>胜过目标分布</translation>
    </message>
    <message>
        <source>C counts the proposals of n: N(0, I), and those of segments before its own</source>
        <translation>C 是 n 的提议分布数: N(0, I), 以及它所在段之前各段的</translation>
    </message>
    <message>
        <source>C: Gaussians in the spectral mixture, all of weight 1/C.</source>
        <translation>C：谱混合中高斯的个数，权重都是 1/C。</translation>
    </message>
    <message>
        <source>Cells along each side of a picture.</source>
        <translation>图片每边的格子数。</translation>
    </message>
    <message>
        <source>Cells from a key to the question, at least.</source>
        <translation>从键到提问至少多少个单元。</translation>
    </message>
    <message>
        <source>Chance: importance sampling on a line</source>
        <translation>随机游戏：直线上的重要性采样</translation>
    </message>
    <message>
        <source>Cheaper luck</source>
        <translation>更便宜的运气</translation>
    </message>
    <message>
        <source>Clustered attention</source>
        <translation>聚类注意力</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>聚类</translation>
    </message>
    <message>
        <source>Combiner</source>
        <translation>Combiner</translation>
    </message>
    <message>
        <source>Components of the mixture; each has samples frequencies of its own, made of the same draws.</source>
        <translation>混合的分量数；每个分量有 samples 个自己的频率，由同样的抽取造出。</translation>
    </message>
    <message>
        <source>Compute nested MIN, MAX, MED and SM (sum modulo 10) of digits, such as [MAX 4 [MIN 2 3 ] 0 ]; the class is the result (Long Range Arena).</source>
        <translation>计算嵌套的 MIN、MAX、MED 和 SM（和模 10），例如 [MAX 4 [MIN 2 3 ] 0 ]；类别就是结果（Long Range Arena）。</translation>
    </message>
    <message>
        <source>Convergence of the visible estimators</source>
        <translation>可见估计量的收敛</translation>
    </message>
    <message>
        <source>Convergence to softmax attention</source>
        <translation>向 softmax 注意力收敛</translation>
    </message>
    <message>
        <source>Copy: symbols, a bar, and the first of them again; the class is the symbol that comes next.</source>
        <translation>复制：一串符号，一条竖线，再从头重复前面的符号；类别是接下来的符号。</translation>
    </message>
    <message>
        <source>Dashed curves on a grid of cells and two dots at ends of curves; the class is whether one curve connects the dots (Long Range Arena).</source>
        <translation>格子上的虚线曲线，曲线端点处有两个圆点；类别是有没有一条曲线连接这两个圆点（Long Range Arena）。</translation>
    </message>
    <message>
        <source>Decay of AdamW's first mean.</source>
        <translation>AdamW 第一个滑动平均的衰减。</translation>
    </message>
    <message>
        <source>Decay of AdamW's second mean.</source>
        <translation>AdamW 第二个滑动平均的衰减。</translation>
    </message>
    <message>
        <source>Dimensions of each head made from a text or an image (32).</source>
        <translation>由文本或图像生成的每个头的维数（32）。</translation>
    </message>
    <message>
        <source>Divide by the sum of the weights (linear), or by the exact Z_n (quadratic: then it is mis, unbiased with clamp=0, or with balance or power).</source>
        <translation>除以权重之和（线性），或除以精确的 Z_n（二次：这时就是 mis，clamp=0 时或用 balance、power 时无偏）。</translation>
    </message>
    <message>
        <source>Divide by the sum of the weights (self), or by the exact Z_n (none): quadratic, and the estimate is unbiased with it.</source>
        <translation>除以权重之和（self），或除以精确的 Z_n（none）：二次，这时估计无偏。</translation>
    </message>
    <message>
        <source>Divides every logit: attention is flat at high and sharp at low temperature.</source>
        <translation>除每个 logit：温度高时注意力平，低时尖。</translation>
    </message>
    <message>
        <source>Dividing by Σw leans towards the proposal, and is calmer: with 8 samples it errs less.</source>
        <translation>除以 Σw 会偏向提议分布，但更平稳：8 个样本时误差更小。</translation>
    </message>
    <message>
        <source>Draws columns in proportion to ‖v_m‖ to this power; 0: all alike.</source>
        <translation>抽取列时与 ‖v_m‖ 的这个次幂成正比；0：一视同仁。</translation>
    </message>
    <message>
        <source>Draws keys in proportion to ‖v_m‖ to this power, too.</source>
        <translation>抽取键时还与 ‖v_m‖ 的这个次幂成正比。</translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>EVA Table 6: memory (GB)</source>
        <translation>EVA 表 6：内存（GB）</translation>
    </message>
    <message>
        <source>EVA Table 6: ms an iteration</source>
        <translation>EVA 表 6：每次迭代的毫秒数</translation>
    </message>
    <message>
        <source>EVA Table 6: top-1 (%), trained</source>
        <translation>EVA 表 6：top-1（%），已训练</translation>
    </message>
    <message>
        <source>EVA Table 7: memory (GB)</source>
        <translation>EVA 表 7：内存（GB）</translation>
    </message>
    <message>
        <source>EVA Table 7: ms an iteration</source>
        <translation>EVA 表 7：每次迭代的毫秒数</translation>
    </message>
    <message>
        <source>EVA Table 7: perplexity, trained</source>
        <translation>EVA 表 7：困惑度，已训练</translation>
    </message>
    <message>
        <source>EVA Table 8: top-1 (%), trained</source>
        <translation>EVA 表 8：top-1（%），已训练</translation>
    </message>
    <message>
        <source>EVA: attention by control variates</source>
        <translation>EVA：用控制变量的注意力</translation>
    </message>
    <message>
        <source>E^n = the block of keys that holds n, widened by the overlap</source>
        <translation>E^n = n 所在的键块, 两侧按重叠加宽</translation>
    </message>
    <message>
        <source>Easy pictures of 10x10 cells: learning shows in minutes.</source>
        <translation>10x10 格的简单图片：几分钟内就能看出它在学习。</translation>
    </message>
    <message>
        <source>Every layer and head of a real model, a sentence encoder, or of a file of your own: entropy and reach of its exact attention, the squared norm of q + k, and for each method the relative error at one budget and how large a budget an error of 20 % takes: samples, landmarks or groups. EVA sees a window of 11 of the 66 keys beside its groups. The relative error is the root mean squared error over the root mean square of what exact attention gives.</source>
        <translation>真实模型（一个句子编码器）或你自己文件的每一层、每一个头：精确注意力的熵和范围，q + k 的范数平方，以及各方法在同一预算下的相对误差、误差 20 % 需要多大的预算：样本、地标或组。除了各组，EVA 还看 66 个键中 11 个的窗口。相对误差是均方根误差除以精确注意力输出的均方根。</translation>
    </message>
    <message>
        <source>Every second sample mirrors the one before it at its proposal's middle.</source>
        <translation>每第二个样本是前一个关于其提议分布中心的镜像。</translation>
    </message>
    <message>
        <source>Exact attention inside a block and one summary key for each other block, in one softmax.</source>
        <translation>块内是精确的注意力，其余每块一个概括键，合在一个 softmax 里。</translation>
    </message>
    <message>
        <source>Exact attention inside a window, and one control variate coefficient for each group of keys.</source>
        <translation>窗口内是精确的注意力，每组键一个控制变量系数。</translation>
    </message>
    <message>
        <source>Exact attention inside the block of keys that holds the query, nothing outside it.</source>
        <translation>查询所在的键块之内是精确的注意力，块外没有。</translation>
    </message>
    <message>
        <source>Exact attention: each query averages the values with weights softmax(q·k).</source>
        <translation>精确的注意力：每个查询以 softmax(q·k) 为权重对值取平均。</translation>
    </message>
    <message>
        <source>Exact blocks on the diagonal of the map, and outside them stripes: all queries share the weights inside a group.</source>
        <translation>图的对角线上是精确的块，块外是条纹：同组之内的权重由所有查询共用。</translation>
    </message>
    <message>
        <source>Exact inside a window, positive random features for all other keys, in one ratio.</source>
        <translation>窗口内精确，其余的键用正随机特征，合在一个比值里。</translation>
    </message>
    <message>
        <source>Exact keys against samples at one budget; and the bound of the error where one key holds the mass: it is small until a draw finds it.</source>
        <translation>同样预算下，精确的键与抽取的键；以及几乎全部注意力集中在一个键上时误差的界：在抽到它之前，界是小的。</translation>
    </message>
    <message>
        <source>Examples of one batch.</source>
        <translation>一批的样例数。</translation>
    </message>
    <message>
        <source>Examples of one validation, at most all of them.</source>
        <translation>一次验证的样例数，最多为全部。</translation>
    </message>
    <message>
        <source>Examples, four fifths of them for training.</source>
        <translation>样例数，其中五分之四用于训练。</translation>
    </message>
    <message>
        <source>Factor τ on every logit q·k; q and k are each multiplied by √τ once.</source>
        <translation>每个 logit q·k 的因子 τ；q 和 k 各先乘一次 √τ。</translation>
    </message>
    <message>
        <source>Figures for papers</source>
        <translation>论文插图</translation>
    </message>
    <message>
        <source>For a learned kernel prf or rks, for rfa positive or trig; automatic: prf, positive.</source>
        <translation>学得的核用 prf 或 rks，rfa 用 positive 或 trig；自动：prf、positive。</translation>
    </message>
    <message>
        <source>For tests: small, and ends within two minutes with every attention.</source>
        <translation>测试用：很小，任何注意力都在两分钟内结束。</translation>
    </message>
    <message>
        <source>From RFA through LARA to RA</source>
        <translation>从 RFA 经 LARA 到 RA</translation>
    </message>
    <message>
        <source>From equal shares (0) to the weighting itself (1): α ← (1 − λ)/C + λα.</source>
        <translation>从均分（0）到加权本身（1）：α ← (1 − λ)/C + λα。</translation>
    </message>
    <message>
        <source>GMM-PRF, one μ and ±μ</source>
        <translation>GMM-PRF，一个 μ 和 ±μ</translation>
    </message>
    <message>
        <source>G_nc = 0 for groups that do not end before E^n</source>
        <translation>G_nc = 0  对不在 E^n 之前结束的组</translation>
    </message>
    <message>
        <source>Gaussian</source>
        <translation>高斯</translation>
    </message>
    <message>
        <source>Groups of all keys, those in the window counted twice as the authors do, or of the keys outside the window.</source>
        <translation>所有的键分组（窗口内的像作者那样算两次），或只把窗口外的键分组。</translation>
    </message>
    <message>
        <source>Groups one after another, or taking turns token by token.</source>
        <translation>一群接着一群，还是一个词元一个词元地轮流。</translation>
    </message>
    <message>
        <source>Groups the queries by k-means and gives each the attention of its centroid; with topk, its own on the keys its centroid weighs most.</source>
        <translation>用 k-means 把查询分组，每个用其中心的注意力；用 topk 时，对中心权重最大的键用自己的注意力。</translation>
    </message>
    <message>
        <source>Hashes keys less their mean: for keys that all lie to one side.</source>
        <translation>散列减去均值之后的键：在键都偏向一边时使用。</translation>
    </message>
    <message>
        <source>Heads of each layer; they share d_model equally.</source>
        <translation>每层的头数；它们平分 d_model。</translation>
    </message>
    <message>
        <source>Hold the whole N×M map in memory instead of working in tiles; the same numbers, to show the cost.</source>
        <translation>把整张 N×M 的图放在内存里，而不分块计算；结果相同，用来显示代价。</translation>
    </message>
    <message>
        <source>How a sample is shared among the proposals: by query (decoupled, coupled), by densities (balance, power), equally, each query its own, or with the least variance (optimal: by quadrature, in at most 2 dimensions; in lara the least by the delta method only, and its denominators can have infinite variance).</source>
        <translation>一个样本怎样由提议分布分享：按查询（decoupled、coupled），按密度（balance、power），均分，每个查询用自己的，或使方差最小（optimal：最多 2 维时用求积；在 lara 中只是 delta 方法意义上的最小，其分母的方差可能无穷）。</translation>
    </message>
    <message>
        <source>How deep expressions are nested; 1: not at all.</source>
        <translation>表达式嵌套多深；1：不嵌套。</translation>
    </message>
    <message>
        <source>How far away the attended keys are, relative to equal weights: 1 is far and near alike, 0 the token itself.</source>
        <translation>得到注意力的键有多远，除以权重相等时的距离：1 是远近一样，0 是词元自身。</translation>
    </message>
    <message>
        <source>How far each camp stands from the origin.</source>
        <translation>每个阵营离原点多远。</translation>
    </message>
    <message>
        <source>How far queries follow the keys of their own place.</source>
        <translation>查询在多大程度上跟随自己所在处的键。</translation>
    </message>
    <message>
        <source>How far the groups stand from the origin.</source>
        <translation>各群离原点多远。</translation>
    </message>
    <message>
        <source>How fast the wave goes up and down.</source>
        <translation>波上下起伏得多快。</translation>
    </message>
    <message>
        <source>How flat its map is beside softmax: without the exponential nothing is picked out sharply.</source>
        <translation>它的图与 softmax 相比多么平：没有指数，就没有什么被清晰地挑出来。</translation>
    </message>
    <message>
        <source>How long and how broken the curves are, and how many more there are.</source>
        <translation>曲线有多长、断得多厉害，另外还有多少条。</translation>
    </message>
    <message>
        <source>How many buckets a round has; an even number.</source>
        <translation>每轮有多少个桶；须为偶数。</translation>
    </message>
    <message>
        <source>How many clusters of queries; at most one a query.</source>
        <translation>查询分成多少个聚类；最多每个查询一个。</translation>
    </message>
    <message>
        <source>How many columns are drawn, for all queries together.</source>
        <translation>抽取多少列，所有查询共用。</translation>
    </message>
    <message>
        <source>How many different tokens there are.</source>
        <translation>有多少个不同的词元。</translation>
    </message>
    <message>
        <source>How many dimensions queries, keys and values have.</source>
        <translation>查询、键和值有多少维。</translation>
    </message>
    <message>
        <source>How many groups of keys have a coefficient of their own.</source>
        <translation>多少组键各有自己的系数。</translation>
    </message>
    <message>
        <source>How many groups share one coefficient each; 0: none, then only the window is seen.</source>
        <translation>有多少个组，每组共用一个系数；0：没有，只看窗口。</translation>
    </message>
    <message>
        <source>How many groups.</source>
        <translation>多少个群。</translation>
    </message>
    <message>
        <source>How many heads of keys and values, where each serves several heads of queries (grouped queries); needs “heads”.</source>
        <translation>键和值有多少个头，每个供几个查询头使用（分组查询）；需要“heads”。</translation>
    </message>
    <message>
        <source>How many heads of the layer.</source>
        <translation>该层的多少个头。</translation>
    </message>
    <message>
        <source>How many heads of the layer; the seed says from which.</source>
        <translation>该层的多少个头；从哪个起由种子决定。</translation>
    </message>
    <message>
        <source>How many heads, each with noise of its own.</source>
        <translation>多少个头，各有自己的噪声。</translation>
    </message>
    <message>
        <source>How many heads: to cut the last axis of arrays that hold all heads side by side, or to make from a text or an image (4).</source>
        <translation>多少个头：把并排存放所有头的数组沿最后一维切开，或由文本、图像生成（4）。</translation>
    </message>
    <message>
        <source>How many keys a block has.</source>
        <translation>一块有多少个键。</translation>
    </message>
    <message>
        <source>How many keys are drawn for each query, with replacement.</source>
        <translation>每个查询抽取多少个键，有放回。</translation>
    </message>
    <message>
        <source>How many keys are pooled from all; 0 leaves only the window.</source>
        <translation>从全部键池化出多少个键；0 则只留窗口。</translation>
    </message>
    <message>
        <source>How many keys beyond its block, on every side, a query sees exactly.</source>
        <translation>查询在它的块之外，每边还精确地看多少个键。</translation>
    </message>
    <message>
        <source>How many keys of its own block a query sees exactly; 0: none.</source>
        <translation>每个查询精确地看自己块中的多少个键；0：没有。</translation>
    </message>
    <message>
        <source>How many keys the block of a query has (on a grid: the side of its window).</source>
        <translation>查询的块有多少个键（在网格上：窗口的边长）。</translation>
    </message>
    <message>
        <source>How many keys the block of a query has; 0 leaves only the long keys.</source>
        <translation>查询的块有多少个键；0 则只留长程的键。</translation>
    </message>
    <message>
        <source>How many keys the exact block of a query has (on a grid: the side of its window); 0: none.</source>
        <translation>查询的精确块有多少个键（在网格上：窗口的边长）；0：没有。</translation>
    </message>
    <message>
        <source>How many keys with the largest logits are taken exactly (quadratic); the others are sampled.</source>
        <translation>logit 最大的多少个键精确计算（二次）；其余的抽取。</translation>
    </message>
    <message>
        <source>How many landmarks: means over segments of the queries and of the keys; at most as many as there are of either.</source>
        <translation>多少个地标：查询和键的分段均值；最多与两者中较少的一样多。</translation>
    </message>
    <message>
        <source>How many of its tokens, from the first.</source>
        <translation>用它的多少个词元，从第一个起。</translation>
    </message>
    <message>
        <source>How many projections tell the angle by their signs.</source>
        <translation>用多少个投影的正负号来判断夹角。</translation>
    </message>
    <message>
        <source>How many projections ω are drawn.</source>
        <translation>抽取多少个投影 ω。</translation>
    </message>
    <message>
        <source>How many proposals C; those built on segments are at most the number of tokens.</source>
        <translation>多少个提议分布 C；按分段建立的，最多与词元一样多。</translation>
    </message>
    <message>
        <source>How many rounds of hashing.</source>
        <translation>散列多少轮。</translation>
    </message>
    <message>
        <source>How many samples, landmarks, groups or whatever the method's budget counts reach the error that is asked for: the first power of two.</source>
        <translation>需要多少个样本、地标、组或该方法的预算所计的量才能达到所要求的误差：第一个够用的 2 的幂。</translation>
    </message>
    <message>
        <source>How many signs make the code of a table; 0: all keys share it.</source>
        <translation>一张表的编码由多少个正负号组成；0：所有键共用一个。</translation>
    </message>
    <message>
        <source>How many signs sort queries and keys into blocks; 0: blocks as they come.</source>
        <translation>用多少个正负号把查询和键排进各块；0：按原来的次序分块。</translation>
    </message>
    <message>
        <source>How many tables of signs there are.</source>
        <translation>有多少张正负号的表。</translation>
    </message>
    <message>
        <source>How many tokens: queries and as many keys and values.</source>
        <translation>多少个词元：这么多查询，以及同样多的键和值。</translation>
    </message>
    <message>
        <source>How much exact_mass the blocks catch on clusters; one outlier column that the shared draws miss hurts all queries at once.</source>
        <translation>聚类时，各块抓住了多少 exact_mass；共用的抽取若漏掉一个异常的列，所有查询都一起受损。</translation>
    </message>
    <message>
        <source>How often an error may exceed its bound, by the central limit theorem: of many samples. Of few, and where attention is sharp, it does far more often.</source>
        <translation>误差超过其界的概率，按中心极限定理：样本多时如此。样本少，或注意力尖锐时，超过的情形多得多。</translation>
    </message>
    <message>
        <source>How often the run is repeated with fresh noise, to see what its estimate does by chance.</source>
        <translation>用新的噪声重复运行多少次，看估计值偶然会怎样。</translation>
    </message>
    <message>
        <source>How often the sequence walks around it.</source>
        <translation>序列绕圆多少圈。</translation>
    </message>
    <message>
        <source>How random rows mix all keys with weights of both signs, and how pooling turns the map into bands.</source>
        <translation>随机的行怎样用正负权重混合所有的键，池化怎样把图变成带状。</translation>
    </message>
    <message>
        <source>How several proposals share each sample; with one proposal all but the optimal ones agree.</source>
        <translation>几个提议分布怎样分享每个样本；只有一个时，除最优的以外都相同。</translation>
    </message>
    <message>
        <source>How soon gmm-rks and gmm-prf learn, over the sparsity of the task</source>
        <translation>gmm-rks 和 gmm-prf 多快学会，随任务的稀疏程度</translation>
    </message>
    <message>
        <source>How the error of each estimator grows as attention gets sharper, as queries and keys get longer, and with the dimension, at 49 samples, landmarks or groups; and what is left of the effective sample size. Where that of RFA reaches 1, one sample carries every query.</source>
        <translation>注意力变尖、查询和键变长、维数增加时，各估计量的误差怎样增大（49 个样本、地标或组）；以及有效样本量还剩多少。RFA 的有效样本量到 1 时，一个样本支撑着每个查询。</translation>
    </message>
    <message>
        <source>How the rate falls to 0 after the warm-up; none: it stays.</source>
        <translation>预热之后学习率怎样降到 0；none：保持不变。</translation>
    </message>
    <message>
        <source>HxW with whole numbers of at least 1, such as 14x14</source>
        <translation>HxW，均为不小于 1 的整数，例如 14x14</translation>
    </message>
    <message>
        <source>HyperAttention</source>
        <translation>HyperAttention</translation>
    </message>
    <message>
        <source>Importance sampling</source>
        <translation>重要性采样</translation>
    </message>
    <message>
        <source>In how many tables a key must share the whole code.</source>
        <translation>一个键必须在多少张表中与查询有完全相同的编码。</translation>
    </message>
    <message>
        <source>Independent projections; in blocks of D orthogonal ones, or the corners of a simplex, each with its own norm; or shifted points of Halton's sequence.</source>
        <translation>独立的投影；每 D 个一组的正交投影，或单纯形的顶点，各有自己的范数；或平移后的 Halton 序列的点。</translation>
    </message>
    <message>
        <source>Its mean over draws beside rfa's: no bias, but a variance that explodes with ‖q + k‖.</source>
        <translation>它对多次抽取的均值，与 rfa 相比：没有偏差，但方差随 ‖q + k‖ 爆炸。</translation>
    </message>
    <message>
        <source>J falling from one global coefficient to C local ones, and y_groups approaching y_tokens.</source>
        <translation>从一个全局系数到 C 个局部系数，J 下降；y_groups 趋近 y_tokens。</translation>
    </message>
    <message>
        <source>Kernel learning: FastFood</source>
        <translation>核学习：FastFood</translation>
    </message>
    <message>
        <source>Kernel learning: generative network</source>
        <translation>核学习：生成网络</translation>
    </message>
    <message>
        <source>Kernel learning: mixture of Gaussians</source>
        <translation>核学习：高斯混合</translation>
    </message>
    <message>
        <source>Key sampling</source>
        <translation>键采样</translation>
    </message>
    <message>
        <source>Keys in two far camps: samples near one look healthy (high ESS) and are wrong.</source>
        <translation>键分在两个远离的阵营：靠近其中一个的样本看起来健康（ESS 高），却是错的。</translation>
    </message>
    <message>
        <source>Keys with a value in each example.</source>
        <translation>每个样例中带值的键数。</translation>
    </message>
    <message>
        <source>Kinds of symbols.</source>
        <translation>符号的种类数。</translation>
    </message>
    <message>
        <source>L: most tokens of one example.</source>
        <translation>L：一个样例最多的词元数。</translation>
    </message>
    <message>
        <source>LARA Table 5: top-1 (%) and BLEU, trained</source>
        <translation>LARA 表 5：top-1（%）和 BLEU，已训练</translation>
    </message>
    <message>
        <source>LARA Table 7: top-1 (%), trained, N = 196</source>
        <translation>LARA 表 7：top-1（%），已训练，N = 196</translation>
    </message>
    <message>
        <source>Large norms</source>
        <translation>大范数</translation>
    </message>
    <message>
        <source>Largest norm of a gradient, beyond which it is scaled down; 0: any.</source>
        <translation>梯度的最大范数，超过就缩小；0：不限。</translation>
    </message>
    <message>
        <source>Layer norm after each sum, as in the original transformer, or before each part.</source>
        <translation>层归一化放在每次求和之后（同最初的 transformer），或每部分之前。</translation>
    </message>
    <message>
        <source>Layer of the model, as numbered in the names of the tensors (default: the first there is).</source>
        <translation>模型的第几层，按张量名字中的编号（默认：最前的一层）。</translation>
    </message>
    <message>
        <source>Layers of the transformer.</source>
        <translation>transformer 的层数。</translation>
    </message>
    <message>
        <source>Learning rate after the warm-up.</source>
        <translation>预热之后的学习率。</translation>
    </message>
    <message>
        <source>Length of every scaled query and key.</source>
        <translation>每个查询和键缩放后的长度。</translation>
    </message>
    <message>
        <source>Linear attention (ReLU features)</source>
        <translation>线性注意力（ReLU 特征）</translation>
    </message>
    <message>
        <source>Linear attention (elu + 1)</source>
        <translation>线性注意力（elu + 1）</translation>
    </message>
    <message>
        <source>Linear attention with Gaussian or learned frequencies, applied by fast Walsh–Hadamard transforms.</source>
        <translation>线性注意力，频率为高斯的或学得的，用快速 Walsh–Hadamard 变换计算。</translation>
    </message>
    <message>
        <source>Linear attention with a kernel whose spectral density is a mixture of Gaussians.</source>
        <translation>线性注意力，核的谱密度是高斯混合。</translation>
    </message>
    <message>
        <source>Linear attention with frequencies that a small network makes of normal noise.</source>
        <translation>线性注意力，频率由一个小网络从正态噪声产生。</translation>
    </message>
    <message>
        <source>Linear randomized attention</source>
        <translation>线性随机化注意力</translation>
    </message>
    <message>
        <source>Linformer</source>
        <translation>Linformer</translation>
    </message>
    <message>
        <source>Local attention</source>
        <translation>局部注意力</translation>
    </message>
    <message>
        <source>Long queries and keys: the weights of RFA are carried by one or two samples (low ESS).</source>
        <translation>长的查询和键：RFA 的权重集中在一两个样本上（ESS 低）。</translation>
    </message>
    <message>
        <source>Long-short attention</source>
        <translation>长短注意力</translation>
    </message>
    <message>
        <source>M: draws of the noise for a head. Each makes one frequency, with gmm one for each component; a frequency of rks or trig makes two features.</source>
        <translation>M：一个头抽取噪声的次数。每次造一个频率，用 gmm 时每个分量一个；rks 或 trig 的一个频率造两个特征。</translation>
    </message>
    <message>
        <source>MSE against arithmetic, N = %1</source>
        <translation>MSE 与运算量，N = %1</translation>
    </message>
    <message>
        <source>MSE against time, N = %1</source>
        <translation>MSE 与时间，N = %1</translation>
    </message>
    <message>
        <source>MSE, %1</source>
        <translation>MSE，%1</translation>
    </message>
    <message>
        <source>MSE, %1, N = %2</source>
        <translation>MSE，%1，N = %2</translation>
    </message>
    <message>
        <source>MSE, %1, counted, complement</source>
        <translation>MSE，%1，counted，complement</translation>
    </message>
    <message>
        <source>MSE, %1, paper's weights</source>
        <translation>MSE，%1，论文的权重</translation>
    </message>
    <message>
        <source>MSE, a model's heads, layer %1</source>
        <translation>MSE，模型的头，第 %1 层</translation>
    </message>
    <message>
        <source>Make the proposal half as wide as the target: weights have no limit; make it twice as wide: a third is wasted.</source>
        <translation>把提议分布改为目标分布的一半宽：权重就没有上限；改为两倍宽：浪费三分之一。</translation>
    </message>
    <message>
        <source>Marks: the variance of φ(x)·φ(y) over simulated draws of 8 frequencies, with two standard errors. Lines: the closed forms; dashed: Theorem 3 of the paper as it is printed. Its RKS form belongs to twice the kernel (2/m in place of 1/2m), and its PRF form lacks the squares of the norms; the corrected forms are those that the simulation agrees with. Below: the kernels and spectral densities that gmm (±μ), FastFood and an untrained generative network make.</source>
        <translation>记号：8 个频率的模拟抽取中 φ(x)·φ(y) 的方差，带两个标准误。线：闭式；虚线：论文所印的定理 3。其中 RKS 的形式属于两倍的核（2/m 应为 1/2m），PRF 的形式缺了范数的平方；改正后的形式与模拟相符。下面：gmm（±μ）、FastFood 和未训练的生成网络所成的核和谱密度。</translation>
    </message>
    <message>
        <source>Mean effective sample size over queries and draws; of more than 8 draws over the first 8.</source>
        <translation>有效样本量对查询和抽取取平均；抽取多于 8 次时只取前 8 次。</translation>
    </message>
    <message>
        <source>Mean of the squared norm of q + k, scaled: the variance of rfa grows with it.</source>
        <translation>q + k（已缩放）的范数平方的均值：rfa 的方差随它增大。</translation>
    </message>
    <message>
        <source>Mean over queries of exp(entropy): how many keys share the attention of a query.</source>
        <translation>exp（熵）对查询取平均：一个查询的注意力由这么多键分享。</translation>
    </message>
    <message>
        <source>Mean over queries of the entropy of exact attention, in nats: 0 where each query has one key.</source>
        <translation>精确注意力的熵对查询取平均，以 nat 为单位：每个查询只有一个键时为 0。</translation>
    </message>
    <message>
        <source>Mean over queries of the largest attention weight.</source>
        <translation>最大注意力权重对查询取平均。</translation>
    </message>
    <message>
        <source>Mean squared error to softmax attention against the number of samples, landmarks or groups, with squared bias and variance of their own. One number of samples is not one cost: the same errors stand against the arithmetic of an estimate, in units of exact attention, and against its time. On smooth sequences, where neighbours are alike, the proposals of LARA stand well; the heads of a real model (MiniLM, 66 tokens; each seed is another head) are shown layer by layer; on isotropic noise of high dimension nothing is assumed: the order found is printed, with the effective sample sizes and the norms that explain it.</source>
        <translation>对 softmax 注意力的均方误差随样本数、地标数或组数的变化，偏差平方和方差另画。样本数相同，代价并不相同：同样的误差也对着一次估计的运算量（以精确注意力为单位）和它的时间画出。在平滑的序列上，邻居相像，LARA 的提议分布位置合适；真实模型的头（MiniLM，66 个词元；每个种子是另一个头）按层画出；在高维的各向同性噪声上不作任何假设：给出所见的次序，以及解释它的有效样本量和范数。</translation>
    </message>
    <message>
        <source>Mean squared error to softmax on the sequence of a session, with squared bias and variance.</source>
        <translation>在会话的序列上，对 softmax 的均方误差，以及偏差平方和方差。</translation>
    </message>
    <message>
        <source>Mean squared error, as omega compare has it.</source>
        <translation>均方误差，与 omega compare 相同。</translation>
    </message>
    <message>
        <source>Means of queries and keys go through a learned linear map and layer norm before anything uses them.</source>
        <translation>查询和键的均值在使用之前，先经过学得的线性映射和层归一化。</translation>
    </message>
    <message>
        <source>Mirror the samples, or move β of a known average: the variance of the mean of exp falls for nothing.</source>
        <translation>把样本镜像，或移动已知平均的 β：不花代价就减小 exp 均值的方差。</translation>
    </message>
    <message>
        <source>More samples bring it no nearer to softmax, but to attention by the angle of query and key and the key's length.</source>
        <translation>样本再多也不会更接近 softmax，而是更接近由查询与键的夹角和键的长度决定的注意力。</translation>
    </message>
    <message>
        <source>Most arguments of one operator.</source>
        <translation>一个运算符最多有多少个参数。</translation>
    </message>
    <message>
        <source>Most seconds of training between checkpoints; 0: a checkpoint after each step.</source>
        <translation>两个检查点之间最多训练多少秒；0：每步之后一个检查点。</translation>
    </message>
    <message>
        <source>Most steps between checkpoints.</source>
        <translation>两个检查点之间最多多少步。</translation>
    </message>
    <message>
        <source>Multiple importance sampling</source>
        <translation>多重重要性采样</translation>
    </message>
    <message>
        <source>N = %1 would take about %2 a call, beyond the cap of %3</source>
        <translation>N = %1 时每次调用约需 %2，超过上限 %3</translation>
    </message>
    <message>
        <source>Needle</source>
        <translation>大海捞针</translation>
    </message>
    <message>
        <source>Negative weights and rows that do not sum to 1, above all where the landmarks resemble each other.</source>
        <translation>负的权重，以及和不为 1 的行，尤其在地标彼此相像时。</translation>
    </message>
    <message>
        <source>No noise: every projection is the mean of its proposal.</source>
        <translation>没有噪声：每个投影都是其提议分布的均值。</translation>
    </message>
    <message>
        <source>No structure at all: how the error of sampling grows with dimension and falls with temperature.</source>
        <translation>完全没有结构：抽样误差怎样随维数增大、随温度下降。</translation>
    </message>
    <message>
        <source>Nodes of the quadrature along each axis of ω-space, for weighting=optimal and predict.</source>
        <translation>ω 空间每个轴上的求积节点数，用于 weighting=optimal 和 predict。</translation>
    </message>
    <message>
        <source>Nyström attention</source>
        <translation>Nyström 注意力</translation>
    </message>
    <message>
        <source>O(%1) for y; the rest O(%2)</source>
        <translation>y 为 O(%1)；其余 O(%2)</translation>
    </message>
    <message>
        <source>O(N·S·(D+Dv)); lsh O((N+M)·L·K·D) and the keys taken; exact keys or weights O(NMD)</source>
        <translation>O(N·S·(D+Dv))；lsh 为 O((N+M)·L·K·D) 加上取到的键；exact_keys 或按权重抽取为 O(NMD)</translation>
    </message>
    <message>
        <source>Of 64 samples from the target nine runs in ten see nothing of p(x &gt; 3); moved onto 3 they answer.</source>
        <translation>从目标分布抽 64 个样本，十次有九次看不到 p(x &gt; 3)；移到 3 上，就有了答案。</translation>
    </message>
    <message>
        <source>One array that holds queries, keys and values: on a first axis of 3, or side by side on the last.</source>
        <translation>同时含查询、键和值的一个数组：第一维为 3，或沿最后一维并排。</translation>
    </message>
    <message>
        <source>One key matters to one query (the last): whoever averages it away misses the answer.</source>
        <translation>只有一个键对一个查询（最后一个）重要：谁把它平均掉，谁就得不到答案。</translation>
    </message>
    <message>
        <source>One path of options. From 0 to 1 the proposals leave the origin (proposal_scale) while the weighting leaves equal shares (blend): at 0 stands RFA, at 1 LARA. From 1 to 2 the landmarks grow until every query has a proposal of its own; at 2 they are mixtures, each query keeps its own sample, and nothing is divided by a sum of weights: RA. At the named stops the numbers are those of the other method on the same noise.</source>
        <translation>选项的一条路径。从 0 到 1，提议分布离开原点（proposal_scale），加权离开均分（blend）：0 处是 RFA，1 处是 LARA。从 1 到 2，地标增多，直到每个查询有自己的提议分布；在 2 处它们是混合，每个查询留着自己的样本，什么也不除以权重之和：就是 RA。在标名的各站，数值就是另一种方法在同样噪声下的数值。</translation>
    </message>
    <message>
        <source>One softmax over the keys of a window and a few keys pooled from the whole sequence by its content.</source>
        <translation>一个 softmax，对窗口内的键，以及按内容从整个序列池化出的少数几个键。</translation>
    </message>
    <message>
        <source>One tight net</source>
        <translation>一张窄网</translation>
    </message>
    <message>
        <source>Only this head, counted from 0 over batch and heads (default: all). As the only one it draws the noise of head 0.</source>
        <translation>只取这个头，从 0 数起，批次和头一起数（默认：全部）。它是唯一的头，因此抽取的是头 0 的噪声。</translation>
    </message>
    <message>
        <source>Other blocks in the map: inside each, all queries share one pattern; only its strength is their own.</source>
        <translation>图中的其他块：每块之内所有查询的图样相同；只有强度各自不同。</translation>
    </message>
    <message>
        <source>Over how many cells tokens stay alike.</source>
        <translation>词元在多少格之内保持相像。</translation>
    </message>
    <message>
        <source>Overlapping nets</source>
        <translation>重叠的网</translation>
    </message>
    <message>
        <source>P K, P V = means over J segments</source>
        <translation>P K, P V = J 段的均值</translation>
    </message>
    <message>
        <source>Performance</source>
        <translation>性能</translation>
    </message>
    <message>
        <source>Performer, 48 samples</source>
        <translation>Performer，48 个样本</translation>
    </message>
    <message>
        <source>Performer, 8 samples</source>
        <translation>Performer，8 个样本</translation>
    </message>
    <message>
        <source>Periodic</source>
        <translation>周期</translation>
    </message>
    <message>
        <source>Pictures of 8x8 pixels: learning shows within three minutes.</source>
        <translation>8x8 像素的图片：三分钟内就能看出它在学习。</translation>
    </message>
    <message>
        <source>Plain importance sampling, or self-normalised: divided by the sum of the weights.</source>
        <translation>普通的重要性采样（is），或自归一化的（snis）：除以权重之和。</translation>
    </message>
    <message>
        <source>Presenting</source>
        <translation>演示</translation>
    </message>
    <message>
        <source>Projects keys and values along the sequence to a few rows, then attends to those.</source>
        <translation>把键和值沿序列投影成少数几行，再对它们做注意力。</translation>
    </message>
    <message>
        <source>Proposals of mis and lara, groups of eva; of a picture a square number.</source>
        <translation>mis 和 lara 的提议分布数，eva 的组数；对图片须为平方数。</translation>
    </message>
    <message>
        <source>Proposals standing where the targets are: the effective sample size beside that of rfa.</source>
        <translation>提议分布站在目标分布所在处：有效样本量，与 rfa 相比。</translation>
    </message>
    <message>
        <source>Queries, keys and values of a small sentence encoder (MiniLM) on 66 tokens.</source>
        <translation>一个小的句子编码器（MiniLM）在 66 个词元上的查询、键和值。</translation>
    </message>
    <message>
        <source>Query n sees only keys m ≤ n of its window, and groups that end before it.</source>
        <translation>查询 n 只看窗口中 m ≤ n 的键，以及在它之前结束的组。</translation>
    </message>
    <message>
        <source>Query n sees only the keys m ≤ n of its window.</source>
        <translation>查询 n 只看窗口中 m ≤ n 的键。</translation>
    </message>
    <message>
        <source>Query n sees only the keys m ≤ n.</source>
        <translation>查询 n 只看键 m ≤ n。</translation>
    </message>
    <message>
        <source>Query-specific weights below this are raised to it and counted; 0 leaves them, signs and all.</source>
        <translation>低于此值的针对查询的权重被抬高到它并计数；0 则保持原样，连同正负号。</translation>
    </message>
    <message>
        <source>RFA as control variates</source>
        <translation>把 RFA 看作控制变量</translation>
    </message>
    <message>
        <source>Random Kitchen Sinks (cosines and sines, bounded) or positive random features (exponentials, never negative).</source>
        <translation>随机厨房水槽 rks（余弦和正弦，有界），或正随机特征 prf（指数，不为负）。</translation>
    </message>
    <message>
        <source>Random features of q and k: a self-normalised importance sampler whose proposal N(0, I) knows nothing of them.</source>
        <translation>q 和 k 的随机特征：一个自归一化重要性采样器，提议分布 N(0, I) 对它们一无所知。</translation>
    </message>
    <message>
        <source>Random normal rows, or means over segments.</source>
        <translation>随机正态的行，或分段均值。</translation>
    </message>
    <message>
        <source>Random projections cut off at 0 in place of positive random features: linear, and no estimate of softmax.</source>
        <translation>用在 0 处截止的随机投影代替正随机特征：线性，但不是 softmax 的估计。</translation>
    </message>
    <message>
        <source>Random-feature attention</source>
        <translation>随机特征注意力</translation>
    </message>
    <message>
        <source>Random-feature attention taken apart into one control-variate estimator for each key, with one coefficient for all, for each group, or for each key.</source>
        <translation>把随机特征注意力拆开：每个键一个控制变量估计量，系数可以全体共用、每组一个，或每个键一个。</translation>
    </message>
    <message>
        <source>Randomized attention</source>
        <translation>随机化注意力</translation>
    </message>
    <message>
        <source>Read NaN and infinite values as 0 instead of refusing the file; says how many there were.</source>
        <translation>把 NaN 和无穷值读作 0，而不拒绝文件；会说明有多少个。</translation>
    </message>
    <message>
        <source>Read at most the first N tokens of a text (4096) or make N random tokens for a model's weights (256).</source>
        <translation>最多读取文本的前 N 个词元（4096），或为模型的权重生成 N 个随机词元（256）。</translation>
    </message>
    <message>
        <source>Reformer (LSH attention)</source>
        <translation>Reformer（LSH 注意力）</translation>
    </message>
    <message>
        <source>Replaces exp(q·k) by φ(q)·φ(k) with φ = elu + 1: linear, and no estimate of softmax.</source>
        <translation>用 φ(q)·φ(k) 代替 exp(q·k)，φ = elu + 1：线性，但不估计 softmax。</translation>
    </message>
    <message>
        <source>Root mean squared error over the root mean square of exact attention's output.</source>
        <translation>均方根误差除以精确注意力输出的均方根。</translation>
    </message>
    <message>
        <source>Rows of the map that are equal within a cluster, and how topk gives each query its own peaks back.</source>
        <translation>图中同一聚类内相同的行，以及 topk 怎样把每个查询自己的峰找回来。</translation>
    </message>
    <message>
        <source>Sample the mixture itself, or one Gaussian at its mean.</source>
        <translation>从混合本身抽样，或从其均值处的一个高斯抽样。</translation>
    </message>
    <message>
        <source>Samples S of one run, all proposals together, in the proportions that they have.</source>
        <translation>一次运行的样本数 S，所有提议分布合计，按它们的比例分配。</translation>
    </message>
    <message>
        <source>Samples drawn from each proposal.</source>
        <translation>从每个提议分布抽取的样本数。</translation>
    </message>
    <message>
        <source>Samples each query's own Gaussian mixture: unbiased for any number of samples (variant=biased is not), and quadratic.</source>
        <translation>从每个查询自己的高斯混合抽样：样本数不论多少都无偏（variant=biased 除外），代价为二次。</translation>
    </message>
    <message>
        <source>Samples for each group of eva. 1: one, from the group's proposal. More: from N(0, I), the same for all groups, which then weigh what their keys weigh exactly (quadratic).</source>
        <translation>eva 每组的样本数。1：一个，取自该组的提议分布。更多：取自 N(0, I)，所有组共用，此时组的权重就是其中各键的精确权重（二次）。</translation>
    </message>
    <message>
        <source>Samples from the target itself all weigh the same.</source>
        <translation>来自目标分布本身的样本，权重都一样。</translation>
    </message>
    <message>
        <source>Samples gather on the bumps at q_n + k_m in proportion to π_nm; the squared error falls as 1/S.</source>
        <translation>样本按 π_nm 的比例聚集在 q_n + k_m 处的峰上；平方误差按 1/S 下降。</translation>
    </message>
    <message>
        <source>Samples keys in place of projections: some exactly, the others drawn and weighted by how likely they were.</source>
        <translation>不抽投影而抽键：一些精确计算，其余的抽取，并按被抽到的可能性加权。</translation>
    </message>
    <message>
        <source>Samples of ra for each query; the paper takes one.</source>
        <translation>ra 每个查询的样本数；论文取一个。</translation>
    </message>
    <message>
        <source>Scales every proposal's mean, μ_c ← t·μ_c: below 1 moves it towards the origin, 0 to it.</source>
        <translation>缩放每个提议分布的均值，μ_c ← t·μ_c：小于 1 时移向原点，0 时全在原点。</translation>
    </message>
    <message>
        <source>Scatterbrain</source>
        <translation>Scatterbrain</translation>
    </message>
    <message>
        <source>Seed of the data, the weights, the order and the noise.</source>
        <translation>数据、权重、次序和噪声的种子。</translation>
    </message>
    <message>
        <source>Seed of the random embeddings and projections made for texts, images and a model's weights (0).</source>
        <translation>为文本、图像和模型权重所造的随机嵌入和投影的种子（0）。</translation>
    </message>
    <message>
        <source>Share of what a layer adds that is dropped in training.</source>
        <translation>训练时，一层所加的内容中被丢弃的比例。</translation>
    </message>
    <message>
        <source>Shared proposals weighted by the exact targets: quadratic, and what lara makes linear. Unbiased with clamp=0, or with a weighting that needs no clamp, such as balance or power.</source>
        <translation>共用的提议分布，用精确的目标分布加权：代价为二次，lara 把它变成线性。clamp=0 时，或用 balance、power 等不需要截断的加权时，无偏。</translation>
    </message>
    <message>
        <source>Shares a few proposals among all queries and combines them by self-normalised multiple importance sampling.</source>
        <translation>少数几个提议分布由所有查询共用，以自归一化的多重重要性采样结合。</translation>
    </message>
    <message>
        <source>Sharp blocks on the diagonal over a blurred rest; where features overrate a far key, the window cannot help.</source>
        <translation>对角线上清晰的块，其余模糊；特征高估远处的键时，窗口帮不上忙。</translation>
    </message>
    <message>
        <source>Shifted</source>
        <translation>移开</translation>
    </message>
    <message>
        <source>Side of an image's square patches in pixels (default: about 32 patches along the longer side).</source>
        <translation>图像的方块的边长，以像素计（默认：长边约 32 块）。</translation>
    </message>
    <message>
        <source>Six steps of an iteration towards the pseudo-inverse, or the pseudo-inverse itself.</source>
        <translation>趋向伪逆的迭代六步，或伪逆本身。</translation>
    </message>
    <message>
        <source>Slowly varying tokens, as in an image: neighbours are alike, so landmarks stand for what is around them.</source>
        <translation>缓慢变化的词元，像图像那样：邻居相像，所以地标能代表它的周围。</translation>
    </message>
    <message>
        <source>Small grey pictures, pixel by pixel, from a folder with a folder for each class or from an .npz of images and labels; without data, made-up stripes, checks and rings.</source>
        <translation>小的灰度图片，逐个像素，来自每类一个子文件夹的文件夹，或含图像和标签的 .npz；没有数据时，用编造的条纹、棋盘格和圆环。</translation>
    </message>
    <message>
        <source>Smooth</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>Softmax attention</source>
        <translation>softmax 注意力</translation>
    </message>
    <message>
        <source>Softmax attention is an average over tokens and over projections, and can be sampled as either. Error against arithmetic for both families on the heads of a real model (MiniLM, 66 tokens; each seed is another head): projections (rfa, lara, ra) and keys (uniform, from π, hashed, HyperAttention's blocks and columns). Which wins has causes: as the dimension grows at the same entropy of attention, ‖q + k‖² grows and with it the weights of projections, while keys do not notice; as attention gets sharp, few keys hold the mass, and a draw of keys that knows nothing of it misses them. All of these use about as much arithmetic. The bound of the error that drawn keys give with each estimate is right by the central limit theorem: it fails where a few draws never saw the keys that matter. And the bridge: ra is key sampling from π after Rao–Blackwell, its f(ω) the mean value of the key that was drawn, given ω; what it averages away is the variance that ω leaves open.</source>
        <translation>softmax 注意力既是对词元的平均，也是对投影的平均，两者都可以抽样。两类方法在真实模型的头（MiniLM，66 个词元；每个种子是另一个头）上的误差与运算量：投影（rfa、lara、ra）和键（均匀、按 π、散列、HyperAttention 的块和列）。谁胜出自有原因：注意力的熵不变而维数增加时，‖q + k‖² 增大，投影的权重也随之变大，键却不受影响；注意力变尖时，几乎全部注意力集中在少数键上，对此一无所知的键抽取就会漏掉它们。它们的运算量都差不多。抽取的键随每个估计给出的误差界，按中心极限定理是对的：抽取少而从未见到要紧的键时，它就失效。还有那座桥：ra 是按 π 抽取键再作 Rao–Blackwell 化，它的 f(ω) 是给定 ω 时所抽键的值的均值；平均掉的是 ω 留下的方差。</translation>
    </message>
    <message>
        <source>Softmax over the keys that random rotations hash into the query's bucket, over several rounds: who meets twice counts twice.</source>
        <translation>对随机旋转散列到查询所在桶的键做 softmax，共若干轮：相遇两次就算两次。</translation>
    </message>
    <message>
        <source>Sorts queries and keys by the signs of random projections, attends exactly inside blocks, and to a few shared draws elsewhere.</source>
        <translation>按随机投影的正负号给查询和键排序，块内是精确的注意力，块外只对少数几个共用的抽取做注意力。</translation>
    </message>
    <message>
        <source>Spiral</source>
        <translation>螺旋</translation>
    </message>
    <message>
        <source>Standard deviation of %1.</source>
        <translation>%1的标准差。</translation>
    </message>
    <message>
        <source>Standard deviation of each coordinate of the groups' centres.</source>
        <translation>群中心每个坐标的标准差。</translation>
    </message>
    <message>
        <source>Steps after which ω or its noise is drawn anew.</source>
        <translation>隔多少步重抽 ω 或其噪声。</translation>
    </message>
    <message>
        <source>Steps between validations.</source>
        <translation>两次验证之间的步数。</translation>
    </message>
    <message>
        <source>Steps in which the rate rises from 0.</source>
        <translation>学习率从 0 升起的步数。</translation>
    </message>
    <message>
        <source>Steps, one batch each.</source>
        <translation>步数，每步一批。</translation>
    </message>
    <message>
        <source>Strength of the query-specific correction.</source>
        <translation>针对查询的修正的强度。</translation>
    </message>
    <message>
        <source>Table 10 of the paper as approximation error instead of accuracy: one proposal against many, the weightings and the strength of their correction, where the proposals stand, and how the samples are spent. Every variant of a panel uses as many samples in all: 49, and 48 where they are spread in different ways; the paper's accuracies stand beside, of trained models and not comparable in size.</source>
        <translation>论文的表 10，以近似误差代替准确率：一个提议分布与多个，各种加权及其修正的强度，提议分布放在哪里，以及样本怎样分配。同一图中各变体的样本总数相同：49 个，分配方式不同时为 48 个；旁边是论文的准确率，属于训练好的模型，大小不可比。</translation>
    </message>
    <message>
        <source>Table 10 of the paper as approximation error instead of accuracy: one proposal against many, the weightings and the strength of their correction, where the proposals stand, and how the samples are spent. Every variant of a panel uses as many samples in all: 49, and 48 where they are spread in different ways; the paper's accuracies stand beside, of trained models and not comparable in size. In two dimensions quadrature tells what any weighting could reach (appendix D): the heuristics leave most of it. For lara the optimum is one of the delta method: its denominators have infinite variance where f can be y, and a few draws spoil it.</source>
        <translation>论文的表 10，以近似误差代替准确率：一个提议分布与多个，各种加权及其修正的强度，提议分布放在哪里，以及样本怎样分配。同一图中各变体的样本总数相同：49 个，分配方式不同时为 48 个；旁边是论文的准确率，属于训练好的模型，大小不可比。在二维中，求积说明任何加权所能达到的（附录 D）：经验的加权离它还很远。对 lara，最优只是 delta 方法意义上的：在 f 可能等于 y 处其分母的方差无穷，少数几次抽取就毁了它。</translation>
    </message>
    <message>
        <source>Tables 6 to 8 of the paper as approximation error: mean squared error and time over the window |E| and the number of groups C, then partition, proposals and group weight. In trained models accuracy grows with the window. Untrained, with the paper's group weight, error can rise with it: exact keys and groups are not on the same footing, a group weighs as one key at its mean. What control variates do to the error per token is seen without a window and with exact weights: one coefficient for all keys is RFA, one for each key is exact attention. In the paper more samples help one group and do little for 49 (Table 8); so it is here.</source>
        <translation>论文的表 6 到表 8，改用近似误差：均方误差和时间随窗口 |E| 和组数 C 的变化，再看划分、提议分布和组的权重。在训练好的模型中，准确率随窗口增大。未训练时，用论文的组权重，误差可能随窗口增大：精确的键和组地位不同，一个组只当作在其均值处的一个键。控制变量对每个词元的误差起什么作用，要在没有窗口、用精确权重时看：所有的键只有一个系数是 RFA，每个键一个系数是精确注意力。在论文中，更多样本对一个组有帮助，对 49 个组帮助很小（表 8）；这里也是如此。</translation>
    </message>
    <message>
        <source>Take one array as it is for queries, keys and values alike, instead of its thirds: for an array of 3 heads.</source>
        <translation>把一个数组原样同时作为查询、键和值，而不取它的三等分：用于有 3 个头的数组。</translation>
    </message>
    <message>
        <source>Temperature, norm and dimension</source>
        <translation>温度、范数和维数</translation>
    </message>
    <message>
        <source>Texts of up to 48 bytes: learning shows within three minutes.</source>
        <translation>至多 48 字节的文本：三分钟内就能看出它在学习。</translation>
    </message>
    <message>
        <source>Texts, byte by byte, from a CSV with labels and texts or from a folder with a folder of .txt files for each class; without data, made-up reviews that praise or blame.</source>
        <translation>文本，逐个字节，来自含标签和文本的 CSV，或每类一个 .txt 文件夹的文件夹；没有数据时，用编造的褒贬评论。</translation>
    </message>
    <message>
        <source>The Long Range Arena's size: hard pictures of 32x32 cells, 160 000 of them.</source>
        <translation>Long Range Arena 的规模：32x32 格的困难图片，160 000 张。</translation>
    </message>
    <message>
        <source>The Long Range Arena's size: pictures of 32x32 pixels, 35 000 steps.</source>
        <translation>Long Range Arena 的规模：32x32 像素的图片，35 000 步。</translation>
    </message>
    <message>
        <source>The Long Range Arena's size: up to 2000 tokens, 10 levels, 10 arguments, 96 000 examples.</source>
        <translation>Long Range Arena 的规模：至多 2000 个词元、10 层、10 个参数，96 000 个样例。</translation>
    </message>
    <message>
        <source>The Long Range Arena's size: up to 4000 bytes, 20 000 steps.</source>
        <translation>Long Range Arena 的规模：至多 4000 字节，20 000 步。</translation>
    </message>
    <message>
        <source>The angle of each pair of hybrid features: itself (quadratic), or from the signs of random projections (linear).</source>
        <translation>混合特征中每一对的夹角：夹角本身（二次），或由随机投影的正负号得出（线性）。</translation>
    </message>
    <message>
        <source>The array to read as keys.</source>
        <translation>作为键读取的数组。</translation>
    </message>
    <message>
        <source>The array to read as queries; needs “k” and “v” too.</source>
        <translation>作为查询读取的数组；还需要“k”和“v”。</translation>
    </message>
    <message>
        <source>The array to read as values.</source>
        <translation>作为值读取的数组。</translation>
    </message>
    <message>
        <source>The attention map: the picture that every estimator tries to reproduce.</source>
        <translation>注意力图：每个估计量都想再现的那张图。</translation>
    </message>
    <message>
        <source>The attention of the last query to the key.</source>
        <translation>最后一个查询对该键的注意力。</translation>
    </message>
    <message>
        <source>The attention that is trained.</source>
        <translation>所训练的注意力。</translation>
    </message>
    <message>
        <source>The average of two estimates is unbiased and nearly always near ¼; samples judged by both proposals say ½.</source>
        <translation>两个估计的平均是无偏的，却几乎总在 ¼ 附近；由两个提议分布共同评判的样本说是 ½。</translation>
    </message>
    <message>
        <source>The blocks on the diagonal of the map; queries whose best key lies elsewhere have the largest errors.</source>
        <translation>图的对角线上的块；最佳的键在别处的查询误差最大。</translation>
    </message>
    <message>
        <source>The bump nobody saw</source>
        <translation>没人看见的峰</translation>
    </message>
    <message>
        <source>The closed-form kernel beside its estimate: how shifting μ makes rks oscillate, and how shrinking S steadies both.</source>
        <translation>闭式的核与它的估计：移动 μ 怎样使 rks 振荡，缩小 S 怎样使两者都稳定。</translation>
    </message>
    <message>
        <source>The cloud of frequencies, which need not be Gaussian; tanh keeps each coordinate within ±1.</source>
        <translation>频率的点云，不必是高斯的；tanh 使每个坐标在 ±1 之内。</translation>
    </message>
    <message>
        <source>The effective sample size as ‖q + k‖ grows: the target walks away from N(0, I) and a few weights swell.</source>
        <translation>‖q + k‖ 增大时的有效样本量：目标分布离开 N(0, I)，少数权重膨胀。</translation>
    </message>
    <message>
        <source>The farther the proposal, the fewer samples count: the share that does dies as exp(−μ²).</source>
        <translation>提议分布越远，起作用的样本越少：起作用的比例按 exp(−μ²) 消失。</translation>
    </message>
    <message>
        <source>The feature map; all estimate exp(q·k) without bias, with different variance. Hybrid mixes positive and trig by the angle of each pair.</source>
        <translation>特征映射；都无偏地估计 exp(q·k)，方差不同。hybrid 按每一对的夹角混合 positive 和 trig。</translation>
    </message>
    <message>
        <source>The gauge says 64 of 64, the estimate is calm and wrong: no sample has seen the second bump.</source>
        <translation>仪表说 64/64，估计平稳，却是错的：没有样本见过第二个峰。</translation>
    </message>
    <message>
        <source>The logit between tokens a whole number of periods apart.</source>
        <translation>相隔整数个周期的词元之间的 logit。</translation>
    </message>
    <message>
        <source>The mean of the proposal that a group's projection is drawn from.</source>
        <translation>抽取一个组的投影的提议分布的均值。</translation>
    </message>
    <message>
        <source>The paper's length, 200 cells, with a higher rate and fewer steps: for its Table 14 and how outputs vary.</source>
        <translation>论文的长度，200 个单元，学习率更高、步数更少：用于它的表 14，以及输出的变化。</translation>
    </message>
    <message>
        <source>The pattern of who meets whom, and how more hashes fill it; a query whose bucket has no key gets the mean.</source>
        <translation>谁与谁相遇的图样，以及散列更多时怎样填满；桶中没有键的查询得到均值。</translation>
    </message>
    <message>
        <source>The radius of the circle.</source>
        <translation>圆的半径。</translation>
    </message>
    <message>
        <source>The ratio</source>
        <translation>比值</translation>
    </message>
    <message>
        <source>The right place</source>
        <translation>正合适的地方</translation>
    </message>
    <message>
        <source>The running mean of one output number less exact attention, with ±3 standard errors, over more and more draws; the verdict in words is on all output numbers together. IS, RA and MIS (here with balance weights) are unbiased, RFA and LARA divide by a sum of weights and are not. But the weights of IS have heavy tails: where one draw makes much of the variance however many there are, no number of standard errors says anything, and the verdict is undecided.</source>
        <translation>一个输出数减去精确注意力之差的逐步均值，带 ±3 个标准误，抽取次数越来越多；文字的判断是对所有输出数一起作的。IS、RA 和 MIS（这里用 balance 权重）无偏；RFA 和 LARA 除以权重之和，有偏差。但 IS 的权重尾部很重：若不论抽取多少次，总有一次占了方差的大半，那么多少个标准误都说明不了什么，判断就是未定。</translation>
    </message>
    <message>
        <source>The running mean of one output number less exact attention, with ±3 standard errors, over more and more draws; the verdict in words is on all output numbers together. IS, RA and MIS (here with balance weights) are unbiased, RFA and LARA divide by a sum of weights and are not. But the weights of IS have heavy tails: where one draw makes much of the variance however many there are, no number of standard errors says anything, and the verdict is undecided. RA-biased draws around the mean of the targets in place of one of them (appendix G.2): the error of both over the samples of each query, and the squared bias that no number of samples takes away. The paper's Table 5 tells what trained models make of the two.</source>
        <translation>一个输出数减去精确注意力之差的逐步均值，带 ±3 个标准误，抽取次数越来越多；文字的判断是对所有输出数一起作的。IS、RA 和 MIS（这里用 balance 权重）无偏；RFA 和 LARA 除以权重之和，有偏差。但 IS 的权重尾部很重：若不论抽取多少次，总有一次占了方差的大半，那么多少个标准误都说明不了什么，判断就是未定。RA-biased 在各目标分布的均值附近抽样，而不是在其中一个（附录 G.2）：两者的误差随每个查询样本数的变化，以及多少样本也去不掉的偏差平方。论文的表 5 说明训练好的模型怎样对待两者。</translation>
    </message>
    <message>
        <source>The same few queries and keys over and over: copies must share their weight equally.</source>
        <translation>同样的几个查询和键一再出现：相同的键必须平分权重。</translation>
    </message>
    <message>
        <source>The setting of the KL-Transformer paper, appendix E: 200 000 examples of 200 cells, 3 layers, 64 samples for each component, learning rate 5e-6; days, not minutes.</source>
        <translation>KL-Transformer 论文附录 E 的设置：200 000 个样例，每个 200 个单元，3 层，每个分量 64 个样本，学习率 5e-6；要几天，不是几分钟。</translation>
    </message>
    <message>
        <source>The stripes that the few long keys lay over the blocks of the window.</source>
        <translation>少数长程的键在窗口的块上铺出的条纹。</translation>
    </message>
    <message>
        <source>The task of the KL-Transformer paper, appendix E: add up what is relevant, where a cell is relevant with probability p. The number of steps until validation first reaches an accuracy, and the time that they take, over p; every seed is another run: its examples, weights, order and noise. A point with a run that never gets there is a gap, and the best accuracy says how far it came. The paper's Figure 6 shows learning curves at p = 0.1, 0.5 and 0.9 and prints no numbers: there gmm-rks takes about as long whatever p is, and gmm-prf longer the larger it is. Sequences are shorter here than its 200 cells, the rate is higher (5e-6 takes days), and noise is drawn at every step; --size paper has its length.</source>
        <translation>KL-Transformer 论文附录 E 的任务：把相关的加起来，每个单元以概率 p 相关。画的是验证第一次达到某个准确率所需的步数，和所用的时间，随 p 的变化；每个种子是另一次运行：样例、权重、顺序和噪声都不同。有一次运行始终达不到的点留空，最好的准确率说明它走了多远。论文的图 6 画出 p = 0.1、0.5 和 0.9 时的学习曲线，没有印出数：在那里 gmm-rks 不论 p 多大都用差不多的时间，gmm-prf 则 p 越大越久。这里的序列比它的 200 个单元短，学习率更高（5e-6 要几天），噪声每步都抽；--size paper 用它的长度。</translation>
    </message>
    <message>
        <source>The time against gmm as D grows, and whether dependent rows cost accuracy.</source>
        <translation>D 增大时与 gmm 比较的时间，以及行不独立是否降低精度。</translation>
    </message>
    <message>
        <source>The time of one forward estimate and its peak memory (with queries, keys, values and output) over the length N, alone on the machine: warm-up, median, 10th and 90th percentile, shortest first. Exact attention stands there twice, with the whole map in memory and in tiles without it. Processor time stands beside: where other programs take their share of the clock, it tells how the work itself grows. Points beyond their cap, or that would not fit into memory, are gaps. The paper's Table 6 is drawn relative to its own softmax, from another machine and through 8 whole layers.</source>
        <translation>一次前向估计的时间和峰值内存（包括查询、键、值和输出）随长度 N 的变化，机器上只有它在算：预热，取中位数和第 10、第 90 百分位，从最短的开始。精确注意力出现两次：整张图在内存里，和不存整张图的分块。旁边是处理器时间：别的程序占用时钟时，它说明工作本身怎样增长。超过上限或内存放不下的点留空。论文的表 6 以它自己的 softmax 为单位画出，来自另一台机器，经过完整的 8 层。</translation>
    </message>
    <message>
        <source>The time of one forward estimate and its peak memory (with queries, keys, values and output) over the length N, alone on the machine: warm-up, median, 10th and 90th percentile, shortest first. Exact attention stands there twice, with the whole map in memory and in tiles without it. Processor time stands beside: where other programs take their share of the clock, it tells how the work itself grows. Points beyond their cap, or that would not fit into memory, are gaps. The paper's Table 6 is drawn relative to its own softmax, from another machine and through 8 whole layers. Learned kernels of the KL-Transformer stand apart: over the length, and over the samples M at one length; Table 1 of that paper says linear in both, and the last panels show where the cost that neither makes (of a generator, of FastFood's transforms) is more. Its Figures 3, 7 and 8 print no numbers, so that nothing of them is drawn. Steps of training stand apart, too: forward, backward and AdamW for two sequences, by a transformer of one layer (size paper: 8) whose heads compute the method with fresh noise. EVA's Figure 2 is of forward and backward, and prints no numbers. The trainer's softmax makes its weights again on the way back where a map would be large, so that its memory is linear, too.</source>
        <translation>一次前向估计的时间和峰值内存（包括查询、键、值和输出）随长度 N 的变化，机器上只有它在算：预热，取中位数和第 10、第 90 百分位，从最短的开始。精确注意力出现两次：整张图在内存里，和不存整张图的分块。旁边是处理器时间：别的程序占用时钟时，它说明工作本身怎样增长。超过上限或内存放不下的点留空。论文的表 6 以它自己的 softmax 为单位画出，来自另一台机器，经过完整的 8 层。KL-Transformer 学得的核另画：随长度，以及在一个长度上随样本数 M；那篇论文的表 1 说对两者都是线性的，最后几张图显示哪里还有与两者无关的代价（生成器的，FastFood 变换的）占了更多。它的图 3、7 和 8 没有印出数，所以没有画。训练的步骤也另画：两个序列的前向、反向和 AdamW，由一个一层（“论文”规模：8 层）的 transformer 来做，它的头计算该方法，每步用新的噪声。EVA 的图 2 是前向加反向，没有印出数。整张图太大时，训练器的 softmax 在反向时重新算出权重，所以它的内存也是线性的。</translation>
    </message>
    <message>
        <source>The time of one forward estimate and its peak memory over the length N, alone on the machine, shortest first.</source>
        <translation>一次前向估计的时间和峰值内存随长度 N 的变化，机器上只有它在算，从最短的开始。</translation>
    </message>
    <message>
        <source>The tokens are the cells of an image HxW; landmarks are then windows of it, their number a perfect square.</source>
        <translation>词元是 HxW 图像的格子；地标是其中的窗口，个数须为完全平方数。</translation>
    </message>
    <message>
        <source>The user's own data: for image a folder with a folder of pictures for each class, or an .npz; for text the same with .txt files, or a CSV; without it examples are made up. The last fifth of each class, in the order of the files or rows, is for validation, whatever the seed: shuffle a file that is sorted.</source>
        <translation>用户自己的数据：image 用一个文件夹，其中每类一个图片文件夹，或用 .npz；text 同样，但用 .txt 文件，或用 CSV；为空：样例由程序编造。每一类按文件或行的顺序，最后五分之一用于验证，与种子无关：已排序的文件请先打乱。</translation>
    </message>
    <message>
        <source>The variance of the projections, or what suits the pairs of this sequence best: one variance (optimal), or one along each axis of q + k (full).</source>
        <translation>投影的方差，或最适合这个序列各对的方差：一个方差（optimal），或 q + k 的每个轴各一个（full）。</translation>
    </message>
    <message>
        <source>The window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Theorem 3 as printed</source>
        <translation>所印的定理 3</translation>
    </message>
    <message>
        <source>Three clusters</source>
        <translation>三个聚类</translation>
    </message>
    <message>
        <source>Three groups on a circle: where the proposals of LARA stand well and N(0, I) does not.</source>
        <translation>圆上的三群：LARA 的提议分布位置合适，而 N(0, I) 不合适。</translation>
    </message>
    <message>
        <source>Three hills</source>
        <translation>三座小山</translation>
    </message>
    <message>
        <source>Three small softmax maps through landmarks, the middle one inverted: a low-rank softmax map.</source>
        <translation>通过地标的三张小的 softmax 图，中间一张求逆：低秩的 softmax 图。</translation>
    </message>
    <message>
        <source>Time and memory against the length of the sequence</source>
        <translation>时间和内存随序列长度的变化</translation>
    </message>
    <message>
        <source>Time and memory of the visible estimators</source>
        <translation>可见估计量的时间和内存</translation>
    </message>
    <message>
        <source>To how many rows the keys and values are projected; at most as many as keys for pool.</source>
        <translation>键和值投影成多少行；用 pool 时最多与键一样多。</translation>
    </message>
    <message>
        <source>Tokens are the cells of an image of this width, row by row; 1 is a plain sequence.</source>
        <translation>词元是这个宽度的图像的格子，一行接一行；1 是普通的序列。</translation>
    </message>
    <message>
        <source>Tokens in groups anywhere in space: one proposal for each group does more than many samples around the origin.</source>
        <translation>词元成群散布在空间各处：每群一个提议分布，胜过原点附近的许多样本。</translation>
    </message>
    <message>
        <source>Tokens of one window; of a picture the side of its window.</source>
        <translation>一个窗口的词元数；对图片是窗口的边长。</translation>
    </message>
    <message>
        <source>Tokens seen on both sides of a window: with none, local never sees beyond its own.</source>
        <translation>窗口两边还看到的词元数：为 0 时，local 看不到自己的窗口之外。</translation>
    </message>
    <message>
        <source>Tokens that come back every period: attention in stripes, which windows cannot see.</source>
        <translation>每隔一个周期重复出现的词元：注意力成条纹，窗口看不见。</translation>
    </message>
    <message>
        <source>Too narrow, too wide</source>
        <translation>太窄，太宽</translation>
    </message>
    <message>
        <source>Training attentions</source>
        <translation>训练注意力</translation>
    </message>
    <message>
        <source>Two camps</source>
        <translation>两个阵营</translation>
    </message>
    <message>
        <source>Two levels of at most 4 arguments in 24 tokens: learning shows within three minutes.</source>
        <translation>24 个词元以内，两层，每层至多 4 个参数：三分钟内就能看出它在学习。</translation>
    </message>
    <message>
        <source>Two nets</source>
        <translation>两张网</translation>
    </message>
    <message>
        <source>Two ways to sample</source>
        <translation>两种抽样方式</translation>
    </message>
    <message>
        <source>Unbiased importance sampling from N(0, I) with the exact normaliser: right on average, wild each time.</source>
        <translation>从 N(0, I) 的无偏重要性采样，用精确的归一化常数：平均来说正确，单次却很不稳定。</translation>
    </message>
    <message>
        <source>Uses every ε twice, as +ε and −ε.</source>
        <translation>每个 ε 用两次，作为 +ε 和 −ε。</translation>
    </message>
    <message>
        <source>Variances of random features against their closed forms</source>
        <translation>随机特征的方差与闭式</translation>
    </message>
    <message>
        <source>W = (1/(σ √P)) S H G Π H B in ⌈m/P⌉ blocks;  ω = its first m rows and D columns</source>
        <translation>W = (1/(σ √P)) S H G Π H B, 共 ⌈m/P⌉ 块;  ω = 它的前 m 行与前 D 列</translation>
    </message>
    <message>
        <source>What EVA's window, groups and weights do for error and time</source>
        <translation>EVA 的窗口、组和权重对误差和时间的作用</translation>
    </message>
    <message>
        <source>What a group weighs for a query; exact reads every key, to show what the approximation costs.</source>
        <translation>一个组对一个查询的权重；exact 读每个键，用来显示近似的代价。</translation>
    </message>
    <message>
        <source>What each part of LARA does for the error</source>
        <translation>LARA 的各部分对误差的作用</translation>
    </message>
    <message>
        <source>What is learned.</source>
        <translation>学的是什么。</translation>
    </message>
    <message>
        <source>What products read of q and k: all of it, or as many bits as tensor cores do; on a CUDA device they are used then, and round weights and values too.</source>
        <translation>乘法读取 q 和 k 的多少：全部，或与张量核心一样多的位；在 CUDA 设备上这时会使用张量核心，并把权重和值也舍入。</translation>
    </message>
    <message>
        <source>What stands for the keys of a group, and for its queries (k̃, q̃): their mean, or the largest number of each coordinate.</source>
        <translation>用什么代表一组的键和查询（k̃、q̃）：它们的均值，或每个坐标的最大值。</translation>
    </message>
    <message>
        <source>What the tokens of a text are.</source>
        <translation>文本的词元是什么。</translation>
    </message>
    <message>
        <source>Where both proposals are needed, sharper shares lose: balance beats power.</source>
        <translation>两个提议分布都需要时，更尖锐的份额失利：balance 胜过 power。</translation>
    </message>
    <message>
        <source>Where one proposal is nearly perfect, sharper shares win: power beats balance.</source>
        <translation>一个提议分布近乎完美时，更尖锐的份额取胜：power 胜过 balance。</translation>
    </message>
    <message>
        <source>Where proposals stand: at means of queries and keys, of queries alone, at 0 (eva), or at learned places.</source>
        <translation>提议分布放在哪里：查询和键的均值处，只是查询的均值处，0 处（eva），或学得的位置。</translation>
    </message>
    <message>
        <source>Where the key stands, from the first token (0) to the last (1).</source>
        <translation>该键在哪里，从第一个词元（0）到最后一个（1）。</translation>
    </message>
    <message>
        <source>Where the proposals stand: at segment means of queries and keys, at what they attend to, at 0, as mixtures, or at mu.</source>
        <translation>提议分布放在哪里：查询和键的分段均值处，它们所注意之处，0 处，作为混合，或在 mu 处。</translation>
    </message>
    <message>
        <source>Where the step stands: f is 1 beyond it, and 0 before.</source>
        <translation>阶跃在哪里：过了它 f 为 1，之前为 0。</translation>
    </message>
    <message>
        <source>Where β comes from: set by hand, the best one by quadrature, or estimated from the samples.</source>
        <translation>β 从哪里来：手动设定，由求积得到的最优值，或由样本估计。</translation>
    </message>
    <message>
        <source>Whether r_nc sums to 1 over queries (as in the paper) or over proposals.</source>
        <translation>r_nc 对查询求和为 1（同论文），还是对提议分布求和为 1。</translation>
    </message>
    <message>
        <source>Which diagonals of FastFood are learned.</source>
        <translation>学习 FastFood 的哪些对角矩阵。</translation>
    </message>
    <message>
        <source>Which head of the layer is the first; -1: the seed says.</source>
        <translation>从该层的哪个头开始；-1：由种子决定。</translation>
    </message>
    <message>
        <source>Which heads of a model can be approximated, by what, and why</source>
        <translation>模型的哪些头可以近似，用什么，为什么</translation>
    </message>
    <message>
        <source>Which keys: any, by their own weight π (quadratic), or those that share signs of random projections with the query.</source>
        <translation>抽哪些键：任意的，按它们自己的权重 π（二次），或与查询有相同的随机投影正负号的。</translation>
    </message>
    <message>
        <source>Which layer of the model, counted from 0.</source>
        <translation>模型的哪一层，从 0 数起。</translation>
    </message>
    <message>
        <source>Who is biased, how many draws it takes to tell, and what the bias costs</source>
        <translation>谁有偏差，多少次抽取才能看出，偏差的代价是什么</translation>
    </message>
    <message>
        <source>Widen the proposal to √2 times the target: for f = x it errs less than the target itself.</source>
        <translation>把提议分布加宽到目标分布的 √2 倍：对 f = x，误差比目标分布本身还小。</translation>
    </message>
    <message>
        <source>Width of the feed-forward part.</source>
        <translation>前馈部分的宽度。</translation>
    </message>
    <message>
        <source>Width of the model.</source>
        <translation>模型的宽度。</translation>
    </message>
    <message>
        <source>Windows and groups of cells of an image instead of runs of the sequence.</source>
        <translation>窗口和组由图像的格子组成，而不是序列的一段。</translation>
    </message>
    <message>
        <source>Windows of cells of an image instead of blocks of the sequence.</source>
        <translation>窗口由图像的格子组成，而不是序列的块。</translation>
    </message>
    <message>
        <source>With constant weights one sample in a tail spoils the estimate; balance and power stay calm where a proposal is near. The default, decoupled, with clamp=0 has the tails of constant, of both signs.</source>
        <translation>用 constant 加权时，尾部的一个样本就毁掉估计；只要近处有提议分布，balance 和 power 就平稳。默认的 decoupled 在 clamp=0 时有 constant 那样的尾部，正负都有。</translation>
    </message>
    <message>
        <source>Without noise: all S samples are at the mean.</source>
        <translation>不用噪声：S 个样本都在均值处。</translation>
    </message>
    <message>
        <source>Without noise: one sample at each proposal's mean.</source>
        <translation>不用噪声：每个提议分布的均值处一个样本。</translation>
    </message>
    <message>
        <source>Z ← ¼ Z (13 I − A Z (15 I − A Z (7 I − A Z))),  6 times from Aᵀ/(‖A‖_1 ‖A‖_∞)</source>
        <translation>Z ← ¼ Z (13 I − A Z (15 I − A Z (7 I − A Z))),  6 次, 始于 Aᵀ/(‖A‖_1 ‖A‖_∞)</translation>
    </message>
    <message>
        <source>a model's heads</source>
        <translation>模型的头</translation>
    </message>
    <message>
        <source>a model's heads, N = %1</source>
        <translation>模型的头，N = %1</translation>
    </message>
    <message>
        <source>a number above %1 up to %2</source>
        <translation>大于 %1、至多 %2 的数</translation>
    </message>
    <message>
        <source>a number above %1 up to %2, or one of %3</source>
        <translation>大于 %1、至多 %2 的数，或 %3 之一</translation>
    </message>
    <message>
        <source>a number from %1 up to %2</source>
        <translation>%1 到 %2 的数</translation>
    </message>
    <message>
        <source>a number from %1 up to %2, or one of %3</source>
        <translation>%1 到 %2 的数，或 %3 之一</translation>
    </message>
    <message>
        <source>a step of training: peak memory</source>
        <translation>一步训练：峰值内存</translation>
    </message>
    <message>
        <source>a step of training: time</source>
        <translation>一步训练：时间</translation>
    </message>
    <message>
        <source>a step of training: time, softmax = 1</source>
        <translation>一步训练：时间，softmax = 1</translation>
    </message>
    <message>
        <source>a whole number from %1 to %2</source>
        <translation>%1 到 %2 的整数</translation>
    </message>
    <message>
        <source>above again at %1</source>
        <translation>在 %1 处又到上方</translation>
    </message>
    <message>
        <source>accuracy (%), BLEU</source>
        <translation>准确率（%），BLEU</translation>
    </message>
    <message>
        <source>adapters</source>
        <translation>适配层</translation>
    </message>
    <message>
        <source>all %1 draws are the same, and show nothing of their noise</source>
        <translation>%1 次抽取都一样，看不出噪声</translation>
    </message>
    <message>
        <source>all q_n + k_m lie on one line</source>
        <translation>所有 q_n + k_m 都在一条直线上</translation>
    </message>
    <message>
        <source>already below at the shortest</source>
        <translation>在最短处就已在下方</translation>
    </message>
    <message>
        <source>angle</source>
        <translation>角度</translation>
    </message>
    <message>
        <source>antithetic pairs</source>
        <translation>对偶样本对</translation>
    </message>
    <message>
        <source>antithetic pairs of 24</source>
        <translation>24 个的对偶样本对</translation>
    </message>
    <message>
        <source>antithetic pairs of 4</source>
        <translation>4 个的对偶样本对</translation>
    </message>
    <message>
        <source>any text</source>
        <translation>任何文字</translation>
    </message>
    <message>
        <source>arithmetic (exact attention = 1)</source>
        <translation>运算量（精确注意力 = 1）</translation>
    </message>
    <message>
        <source>arithmetic, exact attention = 1</source>
        <translation>运算量，精确注意力 = 1</translation>
    </message>
    <message>
        <source>as printed it is off by up to ×%1</source>
        <translation>按所印的式子，最多差 ×%1</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>在 %1 处</translation>
    </message>
    <message>
        <source>at every point a run never got there</source>
        <translation>每个点都有没能达到的运行</translation>
    </message>
    <message>
        <source>at the means (no noise)</source>
        <translation>在均值处（无噪声）</translation>
    </message>
    <message>
        <source>at the means of 48 (no noise)</source>
        <translation>在 48 个均值处（无噪声）</translation>
    </message>
    <message>
        <source>at the means of 8 (no noise)</source>
        <translation>在 8 个均值处（无噪声）</translation>
    </message>
    <message>
        <source>attention to the key</source>
        <translation>对该键的注意力</translation>
    </message>
    <message>
        <source>averaged away</source>
        <translation>被平均掉的</translation>
    </message>
    <message>
        <source>band: 2.5 % to 97.5 % quantile of draws</source>
        <translation>带：抽取的 2.5 % 到 97.5 % 分位数</translation>
    </message>
    <message>
        <source>band: 80 % of the calls</source>
        <translation>带：80 % 的调用</translation>
    </message>
    <message>
        <source>band: mean ± 3 standard errors</source>
        <translation>带：均值 ± 3 个标准误</translation>
    </message>
    <message>
        <source>bar: 2.5 % to 97.5 % quantile of draws</source>
        <translation>误差条：抽取的 2.5 % 到 97.5 % 分位数</translation>
    </message>
    <message>
        <source>bar: 80 % of the calls</source>
        <translation>误差条：80 % 的调用</translation>
    </message>
    <message>
        <source>bars: ±2 standard errors</source>
        <translation>误差条：±2 个标准误</translation>
    </message>
    <message>
        <source>batch size</source>
        <translation>批的大小</translation>
    </message>
    <message>
        <source>best accuracy (%)</source>
        <translation>最好的准确率（%）</translation>
    </message>
    <message>
        <source>biased at %1: %2</source>
        <translation>%1后：有偏差；%2</translation>
    </message>
    <message>
        <source>biased at %1: %2; yet its equations have none: these draws missed something rare and large, or there is a mistake</source>
        <translation>%1后：有偏差；%2；但它的方程没有偏差：这些抽取漏掉了罕见而大的东西，或者哪里有错</translation>
    </message>
    <message>
        <source>bias² is %1 standard errors above 0</source>
        <translation>偏差² 比 0 高 %1 个标准误</translation>
    </message>
    <message>
        <source>bits of a code</source>
        <translation>编码位数</translation>
    </message>
    <message>
        <source>blend λ</source>
        <translation>混合比 λ</translation>
    </message>
    <message>
        <source>block size</source>
        <translation>块的大小</translation>
    </message>
    <message>
        <source>bucket(x) = argmax [x R, −x R],  R: D × b/2 standard normals, anew in each round</source>
        <translation>bucket(x) = argmax [x R, −x R],  R: D × b/2 个标准正态数, 每轮重新抽取</translation>
    </message>
    <message>
        <source>buckets</source>
        <translation>桶数</translation>
    </message>
    <message>
        <source>budget needed by %1</source>
        <translation>%1 所需的预算</translation>
    </message>
    <message>
        <source>budget of %1 for 20 %</source>
        <translation>%1 达到 20 % 所需的预算</translation>
    </message>
    <message>
        <source>by chance alone they would lean so far to one side in 1 of %1 cases</source>
        <translation>纯属偶然时，%1 次中只有 1 次会这样偏向一边</translation>
    </message>
    <message>
        <source>by the scatter of the seeds, of which chance allows %1</source>
        <translation>以种子间的散布为标准误，偶然可达 %1 个</translation>
    </message>
    <message>
        <source>c_m = (times drawn)/(S p_m),  p_m ∝ ‖v_m‖^a</source>
        <translation>c_m = (抽中次数)/(S p_m),  p_m ∝ ‖v_m‖^a</translation>
    </message>
    <message>
        <source>c_nm = (times drawn)/(S p_nm)</source>
        <translation>c_nm = (抽中次数)/(S p_nm)</translation>
    </message>
    <message>
        <source>c_nm = 1/u_nm for keys that are taken,  c_nm = 0 else</source>
        <translation>c_nm = 1/u_nm  对取到的键,  c_nm = 0  否则</translation>
    </message>
    <message>
        <source>causal</source>
        <translation>因果</translation>
    </message>
    <message>
        <source>centre the keys</source>
        <translation>键减去均值</translation>
    </message>
    <message>
        <source>clear on none of %1 heads</source>
        <translation>%1 个头上都分不清</translation>
    </message>
    <message>
        <source>closed form (kernel, density)</source>
        <translation>闭式（核、密度）</translation>
    </message>
    <message>
        <source>clusters</source>
        <translation>聚类数</translation>
    </message>
    <message>
        <source>components</source>
        <translation>分量数</translation>
    </message>
    <message>
        <source>control variate</source>
        <translation>控制变量</translation>
    </message>
    <message>
        <source>correction β</source>
        <translation>修正强度 β</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>代价</translation>
    </message>
    <message>
        <source>decay of the rate</source>
        <translation>学习率衰减</translation>
    </message>
    <message>
        <source>density</source>
        <translation>密度</translation>
    </message>
    <message>
        <source>depth of nesting</source>
        <translation>嵌套深度</translation>
    </message>
    <message>
        <source>different tokens</source>
        <translation>不同词元数</translation>
    </message>
    <message>
        <source>difficulty</source>
        <translation>难度</translation>
    </message>
    <message>
        <source>dimension, the same entropy</source>
        <translation>维数，熵不变</translation>
    </message>
    <message>
        <source>dimensions</source>
        <translation>维数</translation>
    </message>
    <message>
        <source>distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>distance %1</source>
        <translation>距离 %1</translation>
    </message>
    <message>
        <source>distance of the keys</source>
        <translation>键的距离</translation>
    </message>
    <message>
        <source>draws</source>
        <translation>抽取次数</translation>
    </message>
    <message>
        <source>dropout</source>
        <translation>随机丢弃</translation>
    </message>
    <message>
        <source>each of the %1 heads of keys and values serves %2 heads of queries</source>
        <translation>键和值的 %1 个头，每个供 %2 个查询头使用</translation>
    </message>
    <message>
        <source>each row is a token's vector of %1 numbers, and q, k and v are all that vector (name columns q0.., k0.., v0.. to tell them apart)</source>
        <translation>每行是一个词元的向量，含 %1 个数，q、k、v 都是这个向量（把列命名为 q0..、k0..、v0.. 就能区分）</translation>
    </message>
    <message>
        <source>each row is a token; its q, k and v are the columns so named (%1, %2 and %3)</source>
        <translation>每行是一个词元；它的 q、k、v 是如此命名的列（%1、%2 和 %3 列）</translation>
    </message>
    <message>
        <source>effective keys</source>
        <translation>有效键数</translation>
    </message>
    <message>
        <source>effective samples %1 against %2</source>
        <translation>有效样本量 %1 对 %2</translation>
    </message>
    <message>
        <source>effective samples %1 against %2, mean ‖q+k‖² %3</source>
        <translation>有效样本量 %1 对 %2，‖q+k‖² 的均值 %3</translation>
    </message>
    <message>
        <source>effective samples of %1</source>
        <translation>%1 的有效样本量</translation>
    </message>
    <message>
        <source>effective samples of 49</source>
        <translation>有效样本量，共 49</translation>
    </message>
    <message>
        <source>effective samples of 9</source>
        <translation>有效样本量，共 9</translation>
    </message>
    <message>
        <source>effective samples, dimension</source>
        <translation>有效样本量，维数</translation>
    </message>
    <message>
        <source>effective samples, norm</source>
        <translation>有效样本量，范数</translation>
    </message>
    <message>
        <source>effective samples, temperature</source>
        <translation>有效样本量，温度</translation>
    </message>
    <message>
        <source>entropy</source>
        <translation>熵</translation>
    </message>
    <message>
        <source>entropy %1</source>
        <translation>熵 %1</translation>
    </message>
    <message>
        <source>entropy of exact attention</source>
        <translation>精确注意力的熵</translation>
    </message>
    <message>
        <source>error along the bridge</source>
        <translation>沿途的误差</translation>
    </message>
    <message>
        <source>error of %1</source>
        <translation>%1 的误差</translation>
    </message>
    <message>
        <source>error of ra, %1</source>
        <translation>ra 的误差，%1</translation>
    </message>
    <message>
        <source>error per token over C, %1</source>
        <translation>每个词元的误差随 C 变化，%1</translation>
    </message>
    <message>
        <source>error, %1</source>
        <translation>误差，%1</translation>
    </message>
    <message>
        <source>error, dimension</source>
        <translation>误差，维数</translation>
    </message>
    <message>
        <source>error, norm</source>
        <translation>误差，范数</translation>
    </message>
    <message>
        <source>error, temperature</source>
        <translation>误差，温度</translation>
    </message>
    <message>
        <source>errors within their bound</source>
        <translation>在界内的误差</translation>
    </message>
    <message>
        <source>exact attention of this head gives 0, and no error can be told relative to that</source>
        <translation>这个头的精确注意力给出 0，相对于它说不出误差</translation>
    </message>
    <message>
        <source>exact keys</source>
        <translation>精确的键数</translation>
    </message>
    <message>
        <source>exact, %1 samples</source>
        <translation>exact，%1 个样本</translation>
    </message>
    <message>
        <source>exact, %1 samples a group</source>
        <translation>exact，每组 %1 个样本</translation>
    </message>
    <message>
        <source>exact: each sample of ra takes one key, drawn, which counts as constant for the gradient; biased: the mean of all keys.</source>
        <translation>exact：ra 的每个样本取一个抽到的键，求梯度时它算作常数；biased：所有键的均值。</translation>
    </message>
    <message>
        <source>f, whose mean under the target p is asked for.</source>
        <translation>f，要求的是它在目标分布 p 下的均值。</translation>
    </message>
    <message>
        <source>far from what is predicted</source>
        <translation>与预测相差很远的</translation>
    </message>
    <message>
        <source>features</source>
        <translation>特征</translation>
    </message>
    <message>
        <source>feed-forward width</source>
        <translation>前馈宽度</translation>
    </message>
    <message>
        <source>finding %1 of panel %2 says nothing: no point asks for the number %3</source>
        <translation>图 %2 的结论 %1 什么也没有说：没有点要求 %3 这个数</translation>
    </message>
    <message>
        <source>finding %1 of panel %2 says nothing: no point stands where "at" says</source>
        <translation>图 %2 的结论 %1 什么也没有说：“at”所说之处没有点</translation>
    </message>
    <message>
        <source>first below at about %1</source>
        <translation>约在 %1 处首次到下方</translation>
    </message>
    <message>
        <source>first head</source>
        <translation>第一个头</translation>
    </message>
    <message>
        <source>flat</source>
        <translation>平坦</translation>
    </message>
    <message>
        <source>flat, hyper</source>
        <translation>平坦，hyper</translation>
    </message>
    <message>
        <source>float64 is computed on the CPU only</source>
        <translation>float64 只在 CPU 上计算</translation>
    </message>
    <message>
        <source>frequencies</source>
        <translation>频率数</translation>
    </message>
    <message>
        <source>frequency k</source>
        <translation>频率 k</translation>
    </message>
    <message>
        <source>g: 4 × (linear → batch norm → LeakyReLU 0.01), then linear → tanh</source>
        <translation>g: 4 × (线性层 → 批归一化 → LeakyReLU 0.01), 然后 线性层 → tanh</translation>
    </message>
    <message>
        <source>gmm-prf-pair</source>
        <translation>gmm-prf，±μ</translation>
    </message>
    <message>
        <source>group weight</source>
        <translation>组的权重</translation>
    </message>
    <message>
        <source>groups C</source>
        <translation>组数 C</translation>
    </message>
    <message>
        <source>groups C^%1</source>
        <translation>组数 C^%1</translation>
    </message>
    <message>
        <source>hash tables</source>
        <translation>散列表数</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <source>heads, size %1</source>
        <translation>heads，规模 %1</translation>
    </message>
    <message>
        <source>heads: %1, D = %2</source>
        <translation>头数：%1，D = %2</translation>
    </message>
    <message>
        <source>hold the whole map</source>
        <translation>保存整张图</translation>
    </message>
    <message>
        <source>how far it came</source>
        <translation>走了多远</translation>
    </message>
    <message>
        <source>how samples are spent</source>
        <translation>样本怎样分配</translation>
    </message>
    <message>
        <source>image grid</source>
        <translation>图像网格</translation>
    </message>
    <message>
        <source>images, N = %1</source>
        <translation>图像，N = %1</translation>
    </message>
    <message>
        <source>in the model no token sees later ones (all layers): estimates with causal=true are of its attention, others are not</source>
        <translation>模型中的词元看不到后面的词元（所有层）：causal=true 的估计才是它的注意力，别的不是</translation>
    </message>
    <message>
        <source>in the model no token sees later ones (layers %1): estimates with causal=true are of its attention, others are not</source>
        <translation>模型中的词元看不到后面的词元（%1 层）：causal=true 的估计才是它的注意力，别的不是</translation>
    </message>
    <message>
        <source>integrand f</source>
        <translation>被积函数 f</translation>
    </message>
    <message>
        <source>its window holds half of the keys or more on %1 head, so that much of this is exact attention</source>
        <translation>在 %1 个头上它的窗口看到一半或更多的键，所以其中很大一部分就是精确注意力</translation>
    </message>
    <message>
        <source>its window holds half of the keys or more on %1 heads, so that much of this is exact attention</source>
        <translation>在 %1 个头上它的窗口看到一半或更多的键，所以其中很大一部分就是精确注意力</translation>
    </message>
    <message>
        <source>k: how many of the centroid's heaviest keys each query weighs for itself.</source>
        <translation>k：每个查询自己加权的、中心权重最大的键有多少个。</translation>
    </message>
    <message>
        <source>kernel scale</source>
        <translation>核的尺度</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>核</translation>
    </message>
    <message>
        <source>keys within their camp</source>
        <translation>阵营内的键</translation>
    </message>
    <message>
        <source>keys, hashed</source>
        <translation>键，散列</translation>
    </message>
    <message>
        <source>keys, uniform</source>
        <translation>键，均匀</translation>
    </message>
    <message>
        <source>keys, π</source>
        <translation>键，π</translation>
    </message>
    <message>
        <source>kind of draw</source>
        <translation>抽取方式</translation>
    </message>
    <message>
        <source>kind of pseudo-inverse</source>
        <translation>伪逆的算法</translation>
    </message>
    <message>
        <source>k̂_r, q̂_r = element-wise maxima over block r</source>
        <translation>k̂_r, q̂_r = 块 r 中逐元素的最大值</translation>
    </message>
    <message>
        <source>landmarks</source>
        <translation>地标数</translation>
    </message>
    <message>
        <source>lara in the plane: the delta method's optimum</source>
        <translation>平面上的 lara：delta 方法的最优</translation>
    </message>
    <message>
        <source>larger errors where attention goes far (distance)</source>
        <translation>注意力伸到远处时误差较大（距离）</translation>
    </message>
    <message>
        <source>larger errors where attention is peaked (low entropy)</source>
        <translation>注意力尖锐处误差较大（熵低）</translation>
    </message>
    <message>
        <source>larger errors where attention is spread (high entropy)</source>
        <translation>注意力分散处误差较大（熵高）</translation>
    </message>
    <message>
        <source>larger errors where attention stays near (distance)</source>
        <translation>注意力停在近处时误差较大（距离）</translation>
    </message>
    <message>
        <source>larger errors where ‖q+k‖² is large</source>
        <translation>‖q+k‖² 大处误差较大</translation>
    </message>
    <message>
        <source>larger errors where ‖q+k‖² is small</source>
        <translation>‖q+k‖² 小处误差较大</translation>
    </message>
    <message>
        <source>larger, but too uncertain to be called worse</source>
        <translation>更大，但太不确定，不能说更差</translation>
    </message>
    <message>
        <source>largest difference from what it must be %1</source>
        <translation>与应有之值的最大差为 %1</translation>
    </message>
    <message>
        <source>largest weight</source>
        <translation>最大权重</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>layer %1 of %2 was taken (choose with “layer”)</source>
        <translation>取了第 %1 层，共 %2 层（用“layer”选择）</translation>
    </message>
    <message>
        <source>layer %1, head %2 (%3)</source>
        <translation>第 %1 层第 %2 头（%3）</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>learned diagonals</source>
        <translation>学习的对角矩阵</translation>
    </message>
    <message>
        <source>learned kernels: memory over samples</source>
        <translation>学得的核：内存随样本数</translation>
    </message>
    <message>
        <source>learned kernels: peak memory</source>
        <translation>学得的核：峰值内存</translation>
    </message>
    <message>
        <source>learned kernels: time</source>
        <translation>学得的核：时间</translation>
    </message>
    <message>
        <source>learned kernels: time over samples</source>
        <translation>学得的核：时间随样本数</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>least error</source>
        <translation>误差最小</translation>
    </message>
    <message>
        <source>least error at %1</source>
        <translation>误差最小，%1 处</translation>
    </message>
    <message>
        <source>length of likeness</source>
        <translation>相似的长度</translation>
    </message>
    <message>
        <source>limit of gradients</source>
        <translation>梯度上限</translation>
    </message>
    <message>
        <source>line %1 was taken as the header</source>
        <translation>第 %1 行作为表头</translation>
    </message>
    <message>
        <source>m ≤ n in every sum over keys</source>
        <translation>m ≤ n  在每个对键的求和中</translation>
    </message>
    <message>
        <source>m: frequencies; the last block is cut where m is no multiple of P.</source>
        <translation>m：频率数；m 不是 P 的倍数时，最后一块被截短。</translation>
    </message>
    <message>
        <source>m: noise vectors drawn; each component makes one frequency of each, C·m in all.</source>
        <translation>m：抽取的噪声向量数；每个分量由每个向量造一个频率，共 C·m 个。</translation>
    </message>
    <message>
        <source>m: noise vectors put through the generator, each of which makes one frequency.</source>
        <translation>m：送入生成器的噪声向量数，每个产生一个频率。</translation>
    </message>
    <message>
        <source>match of queries</source>
        <translation>查询的匹配程度</translation>
    </message>
    <message>
        <source>mean squared error</source>
        <translation>均方误差</translation>
    </message>
    <message>
        <source>mean ‖q+k‖²</source>
        <translation>‖q+k‖² 的均值</translation>
    </message>
    <message>
        <source>measured %1 (predicted %2)</source>
        <translation>测得 %1（预测 %2）</translation>
    </message>
    <message>
        <source>measured below that, as can be where few draws miss the tails</source>
        <translation>测得低于它（抽取少、没有碰到尾部时会这样）</translation>
    </message>
    <message>
        <source>memory relative to softmax</source>
        <translation>相对 softmax 的内存</translation>
    </message>
    <message>
        <source>memory, softmax = 1, beside LARA Table 6</source>
        <translation>内存，softmax = 1，旁为 LARA 表 6</translation>
    </message>
    <message>
        <source>mis in the plane: any weighting</source>
        <translation>平面上的 mis：任何加权</translation>
    </message>
    <message>
        <source>most</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>most arguments</source>
        <translation>最多参数个数</translation>
    </message>
    <message>
        <source>mse of %1</source>
        <translation>%1 的 mse</translation>
    </message>
    <message>
        <source>multiple proposals</source>
        <translation>多个提议分布</translation>
    </message>
    <message>
        <source>needle</source>
        <translation>大海捞针</translation>
    </message>
    <message>
        <source>needle among exact keys</source>
        <translation>大海捞针，另取精确键</translation>
    </message>
    <message>
        <source>neither ‖q+k‖² nor entropy nor distance clearly goes along with the error (rank correlations: %1)</source>
        <translation>‖q+k‖²、熵和距离都看不出与误差相关（秩相关：%1）</translation>
    </message>
    <message>
        <source>no CUDA device</source>
        <translation>没有 CUDA 设备</translation>
    </message>
    <message>
        <source>no NVIDIA driver is installed</source>
        <translation>没有安装 NVIDIA 驱动程序</translation>
    </message>
    <message>
        <source>no bias visible at %1</source>
        <translation>%1后：看不出偏差</translation>
    </message>
    <message>
        <source>no bias visible at %1; its equations allow one: if there is one, it is too small for these draws</source>
        <translation>%1后：看不出偏差；它的方程允许有偏差：若有，也太小，这些抽取看不出</translation>
    </message>
    <message>
        <source>no query is selected</source>
        <translation>没有选中查询</translation>
    </message>
    <message>
        <source>no ± since one draw makes much of the scatter within a seed</source>
        <translation>没有 ±，因为一次抽取占了一个种子内离散程度的很大一部分</translation>
    </message>
    <message>
        <source>noise</source>
        <translation>噪声</translation>
    </message>
    <message>
        <source>noise at %1</source>
        <translation>噪声，%1 处</translation>
    </message>
    <message>
        <source>noise, D = %1, temperature %2</source>
        <translation>噪声，D = %1，温度 %2</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>none within the budgets tried</source>
        <translation>试过的预算都不够</translation>
    </message>
    <message>
        <source>none: %1</source>
        <translation>无（%1）</translation>
    </message>
    <message>
        <source>none: CUDA does not start: %1</source>
        <translation>无（CUDA 无法启动：%1）</translation>
    </message>
    <message>
        <source>none: the NVIDIA driver is too old: it knows CUDA %1, this module needs %2</source>
        <translation>无（NVIDIA 驱动程序太旧：它支持 CUDA %1，这个模块需要 %2）</translation>
    </message>
    <message>
        <source>norm of tokens</source>
        <translation>词元的范数</translation>
    </message>
    <message>
        <source>normalise</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>not all of %1, or not all of their squared errors, are finite</source>
        <translation>%1并非都有限，或其误差的平方并非都有限</translation>
    </message>
    <message>
        <source>not below up to %1</source>
        <translation>直到 %1 都不在下方</translation>
    </message>
    <message>
        <source>not clear on %1</source>
        <translation>%1 个头上分不清</translation>
    </message>
    <message>
        <source>not measured yet</source>
        <translation>还没有测量</translation>
    </message>
    <message>
        <source>not visibly below up to %1</source>
        <translation>直到 %1 都不明显在下方</translation>
    </message>
    <message>
        <source>nothing could be measured</source>
        <translation>没有可以测量的内容</translation>
    </message>
    <message>
        <source>nothing is above 0</source>
        <translation>没有大于 0 的值</translation>
    </message>
    <message>
        <source>nothing rises beyond chance</source>
        <translation>没有超出偶然的上升</translation>
    </message>
    <message>
        <source>nothing rises beyond chance but for steps of up to ×%1 on curves that fall</source>
        <translation>除下降曲线上至多 ×%1 的台阶外，没有超出偶然的上升</translation>
    </message>
    <message>
        <source>one group</source>
        <translation>一个组</translation>
    </message>
    <message>
        <source>one group, weight</source>
        <translation>一个组，权重</translation>
    </message>
    <message>
        <source>one of %1</source>
        <translation>%1 之一</translation>
    </message>
    <message>
        <source>one of %1 draws makes %2 % of the scatter of the MSE, so that MSE and variance may be larger than ± says</source>
        <translation>%1 次抽取中的一次占了 MSE 离散程度的 %2 %，因此 MSE 和方差可能比 ± 所示的更大</translation>
    </message>
    <message>
        <source>one of %1 draws makes %2 % of the variance; more draws may settle it</source>
        <translation>%1 次抽取中的一次占了方差的 %2 %；更多的抽取也许能定论</translation>
    </message>
    <message>
        <source>one of %1 draws makes %2 % of the variance; more draws will hardly settle it</source>
        <translation>%1 次抽取中的一次占了方差的 %2 %；更多的抽取也难以定论</translation>
    </message>
    <message>
        <source>one of the three chosen means is not there</source>
        <translation>三个选中的均值中有一个不在了</translation>
    </message>
    <message>
        <source>only head %1 was taken</source>
        <translation>只取了第 %1 头</translation>
    </message>
    <message>
        <source>optimal weights are made for independent samples: take other weights, or none mirrored</source>
        <translation>最优权重是为独立样本而设的：请取别的权重，或不用镜像</translation>
    </message>
    <message>
        <source>origin of β</source>
        <translation>β 的来源</translation>
    </message>
    <message>
        <source>other features, N = %1</source>
        <translation>其他特征，N = %1</translation>
    </message>
    <message>
        <source>overlap</source>
        <translation>重叠</translation>
    </message>
    <message>
        <source>p: the probability that a cell is relevant.</source>
        <translation>p：一个单元相关的概率。</translation>
    </message>
    <message>
        <source>pairs</source>
        <translation>键值对数</translation>
    </message>
    <message>
        <source>panel %1: its x is no number of any point, and nothing is drawn; kind categories has words</source>
        <translation>图 %1：它的 x 在任何一点上都不是数，什么也画不出来；词语要用 categories 这一种</translation>
    </message>
    <message>
        <source>panel %1: up to %2 points of a curve stand at one place, for neither series nor x tells %3; put what tells them apart into "series"</source>
        <translation>图 %1：一条曲线上多达 %2 个点落在同一处，因为 series 和 x 都没有说明 %3；请把区分它们的量写进 "series"</translation>
    </message>
    <message>
        <source>partition</source>
        <translation>划分</translation>
    </message>
    <message>
        <source>partition, proposals, weight, samples</source>
        <translation>划分、提议分布、权重、样本</translation>
    </message>
    <message>
        <source>peak memory</source>
        <translation>峰值内存</translation>
    </message>
    <message>
        <source>peak memory (GiB), %1</source>
        <translation>峰值内存（GiB），%1</translation>
    </message>
    <message>
        <source>peak memory (KiB), %1</source>
        <translation>峰值内存（KiB），%1</translation>
    </message>
    <message>
        <source>peak memory (MiB)</source>
        <translation>峰值内存（MiB）</translation>
    </message>
    <message>
        <source>peak memory (MiB), %1</source>
        <translation>峰值内存（MiB），%1</translation>
    </message>
    <message>
        <source>peak memory (bytes), %1</source>
        <translation>峰值内存（字节），%1</translation>
    </message>
    <message>
        <source>period</source>
        <translation>周期</translation>
    </message>
    <message>
        <source>place of norms</source>
        <translation>归一化的位置</translation>
    </message>
    <message>
        <source>place of the key</source>
        <translation>键的位置</translation>
    </message>
    <message>
        <source>place of the step</source>
        <translation>阶跃的位置</translation>
    </message>
    <message>
        <source>pooled keys</source>
        <translation>池化的键数</translation>
    </message>
    <message>
        <source>precision of products</source>
        <translation>乘积的精度</translation>
    </message>
    <message>
        <source>predict the variance</source>
        <translation>预测方差</translation>
    </message>
    <message>
        <source>predicted by the delta method</source>
        <translation>由 delta 方法预测的</translation>
    </message>
    <message>
        <source>predicted variance</source>
        <translation>预测的方差</translation>
    </message>
    <message>
        <source>processor time (ms)</source>
        <translation>处理器时间（ms）</translation>
    </message>
    <message>
        <source>processor time, of all threads</source>
        <translation>处理器时间，所有线程</translation>
    </message>
    <message>
        <source>projected keys</source>
        <translation>投影后的键数</translation>
    </message>
    <message>
        <source>projection</source>
        <translation>投影方式</translation>
    </message>
    <message>
        <source>projections for signs</source>
        <translation>取正负号的投影数</translation>
    </message>
    <message>
        <source>proposal scale</source>
        <translation>提议分布的尺度</translation>
    </message>
    <message>
        <source>proposal variance</source>
        <translation>提议分布的方差</translation>
    </message>
    <message>
        <source>proposals</source>
        <translation>提议分布</translation>
    </message>
    <message>
        <source>q, k and v are %1 (%2), %3 (%4) and %5 (%6)</source>
        <translation>q、k、v 是 %1（%2）、%3（%4）和 %5（%6）</translation>
    </message>
    <message>
        <source>q, k and v are all the same array, %1 (%2)</source>
        <translation>q、k、v 是同一个数组 %1（%2）</translation>
    </message>
    <message>
        <source>q, k and v are all the same array, of shape %1</source>
        <translation>q、k、v 是同一个数组，形状 %1</translation>
    </message>
    <message>
        <source>q, k and v are the thirds of %1 (%2) along its last axis</source>
        <translation>q、k、v 是 %1（%2）沿最后一维的三等分</translation>
    </message>
    <message>
        <source>q_1 = N(0, I),  q_{c+1} stands so on segment c and the keys up to its end</source>
        <translation>q_1 = N(0, I),  q_{c+1} 如此立于第 c 段及其末尾之前的键</translation>
    </message>
    <message>
        <source>quadrature nodes</source>
        <translation>求积节点数</translation>
    </message>
    <message>
        <source>queries and keys around it</source>
        <translation>圆周围的查询和键</translation>
    </message>
    <message>
        <source>queries and keys within their group</source>
        <translation>群内的查询和键</translation>
    </message>
    <message>
        <source>ra at %1</source>
        <translation>ra，%1 处</translation>
    </message>
    <message>
        <source>radius</source>
        <translation>半径</translation>
    </message>
    <message>
        <source>random embeddings and projections (seed %1) made %2 heads of %3 dimensions</source>
        <translation>随机的嵌入和投影（种子 %1）生成了 %2 个头，每个 %3 维</translation>
    </message>
    <message>
        <source>relative error of %1</source>
        <translation>%1 的相对误差</translation>
    </message>
    <message>
        <source>risk δ</source>
        <translation>风险 δ</translation>
    </message>
    <message>
        <source>rounds of hashing</source>
        <translation>散列轮数</translation>
    </message>
    <message>
        <source>running mean − exact</source>
        <translation>逐步均值 − 精确值</translation>
    </message>
    <message>
        <source>sampler</source>
        <translation>采样方式</translation>
    </message>
    <message>
        <source>samples M</source>
        <translation>样本数 M</translation>
    </message>
    <message>
        <source>samples M^%1</source>
        <translation>样本数 M^%1</translation>
    </message>
    <message>
        <source>samples per group</source>
        <translation>每组样本数</translation>
    </message>
    <message>
        <source>samples per proposal</source>
        <translation>每个提议分布的样本数</translation>
    </message>
    <message>
        <source>samples per query</source>
        <translation>每个查询的样本数</translation>
    </message>
    <message>
        <source>scale τ</source>
        <translation>尺度 τ</translation>
    </message>
    <message>
        <source>seconds between checkpoints</source>
        <translation>检查点间隔秒数</translation>
    </message>
    <message>
        <source>seconds of training</source>
        <translation>训练的秒数</translation>
    </message>
    <message>
        <source>share of draws</source>
        <translation>抽取中的比例</translation>
    </message>
    <message>
        <source>share of queries and draws</source>
        <translation>查询和抽取中的比例</translation>
    </message>
    <message>
        <source>share of the variance</source>
        <translation>占方差的比例</translation>
    </message>
    <message>
        <source>sharp</source>
        <translation>尖锐</translation>
    </message>
    <message>
        <source>sharpness, D = 8</source>
        <translation>尖锐程度，D = 8</translation>
    </message>
    <message>
        <source>side of a picture</source>
        <translation>图像边长</translation>
    </message>
    <message>
        <source>similarity</source>
        <translation>相似度</translation>
    </message>
    <message>
        <source>simulation within %1 standard errors of the closed form at %2 points</source>
        <translation>在 %2 个点上，模拟与闭式相差不到 %1 个标准误</translation>
    </message>
    <message>
        <source>single proposal</source>
        <translation>一个提议分布</translation>
    </message>
    <message>
        <source>slope</source>
        <translation>斜率</translation>
    </message>
    <message>
        <source>smallest error</source>
        <translation>误差最小</translation>
    </message>
    <message>
        <source>smallest weight</source>
        <translation>最小权重</translation>
    </message>
    <message>
        <source>smooth</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>smooth at %1</source>
        <translation>平滑，%1 处</translation>
    </message>
    <message>
        <source>softmax, memory-efficient</source>
        <translation>softmax，节省内存</translation>
    </message>
    <message>
        <source>softmax, whole map</source>
        <translation>softmax，整张图</translation>
    </message>
    <message>
        <source>sparsity</source>
        <translation>稀疏程度</translation>
    </message>
    <message>
        <source>sparsity, size %1</source>
        <translation>sparsity，规模 %1</translation>
    </message>
    <message>
        <source>spectral densities</source>
        <translation>谱密度</translation>
    </message>
    <message>
        <source>spread</source>
        <translation>离散程度</translation>
    </message>
    <message>
        <source>squared bias</source>
        <translation>偏差平方</translation>
    </message>
    <message>
        <source>squared bias of ra, %1</source>
        <translation>ra 的偏差平方，%1</translation>
    </message>
    <message>
        <source>squared bias, N = %1</source>
        <translation>偏差平方，N = %1</translation>
    </message>
    <message>
        <source>squared bias, where above 0</source>
        <translation>偏差平方，大于 0 处</translation>
    </message>
    <message>
        <source>steps between checkpoints</source>
        <translation>检查点间隔步数</translation>
    </message>
    <message>
        <source>steps between redraws</source>
        <translation>重抽间隔步数</translation>
    </message>
    <message>
        <source>steps between validations</source>
        <translation>验证间隔步数</translation>
    </message>
    <message>
        <source>steps to accuracy %1</source>
        <translation>达到准确率 %1 所需的步数</translation>
    </message>
    <message>
        <source>steps to learn it</source>
        <translation>学会所需的步数</translation>
    </message>
    <message>
        <source>strength</source>
        <translation>强度</translation>
    </message>
    <message>
        <source>summary</source>
        <translation>概括方式</translation>
    </message>
    <message>
        <source>symbols</source>
        <translation>符号种数</translation>
    </message>
    <message>
        <source>tables in common</source>
        <translation>共同的表数</translation>
    </message>
    <message>
        <source>temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>the delta method's least</source>
        <translation>delta 方法的最小值</translation>
    </message>
    <message>
        <source>the last axis was cut into %1 heads of %2 dimensions</source>
        <translation>最后一维切成了 %1 个头，每个 %2 维</translation>
    </message>
    <message>
        <source>the least that is predicted of any weighting</source>
        <translation>任何加权的预测值中最小的</translation>
    </message>
    <message>
        <source>the number of keys that attention is spread over</source>
        <translation>注意力分散到的键数</translation>
    </message>
    <message>
        <source>the one head of keys and values serves %1 heads of queries</source>
        <translation>键和值只有一个头，供 %1 个查询头使用</translation>
    </message>
    <message>
        <source>the paper's Table 10 (trained, higher is better)</source>
        <translation>论文的表 10（已训练，越高越好）</translation>
    </message>
    <message>
        <source>the paper's: all, qk, one sample</source>
        <translation>论文的：all，qk，一个样本</translation>
    </message>
    <message>
        <source>the query that the bound serves worst, by chance below the promise</source>
        <translation>界最不管用的查询，单凭偶然也低于许诺</translation>
    </message>
    <message>
        <source>the same in every draw</source>
        <translation>每次抽取都一样</translation>
    </message>
    <message>
        <source>the same, a model's heads</source>
        <translation>同上，模型的头</translation>
    </message>
    <message>
        <source>the three chosen means lie on one line</source>
        <translation>三个选中的均值在一条直线上</translation>
    </message>
    <message>
        <source>there are %1 proposals, but there must be from 1 to %2</source>
        <translation>有 %1 个提议分布，但须为 1 到 %2 个</translation>
    </message>
    <message>
        <source>there are %1 samples in all, but there may be %2</source>
        <translation>共有 %1 个样本，但最多 %2 个</translation>
    </message>
    <message>
        <source>these are the outputs of the model's projections, without the rotary positions, norms, scales and masks that it may apply to them</source>
        <translation>这些只是模型投影层的输出，不含模型可能加在其上的旋转位置、归一化、缩放和掩码</translation>
    </message>
    <message>
        <source>this program comes without its CUDA module</source>
        <translation>这个程序没有带 CUDA 模块</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>time (ms)</source>
        <translation>时间（ms）</translation>
    </message>
    <message>
        <source>time (ms), %1</source>
        <translation>时间（ms），%1</translation>
    </message>
    <message>
        <source>time relative to softmax</source>
        <translation>相对 softmax 的时间</translation>
    </message>
    <message>
        <source>time to learn it</source>
        <translation>学会所需的时间</translation>
    </message>
    <message>
        <source>time, softmax = 1, beside LARA Table 6</source>
        <translation>时间，softmax = 1，旁为 LARA 表 6</translation>
    </message>
    <message>
        <source>together</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>词元数</translation>
    </message>
    <message>
        <source>tokens around their place in the period</source>
        <translation>词元在周期中的位置附近</translation>
    </message>
    <message>
        <source>tokens of an example</source>
        <translation>样例的词元数</translation>
    </message>
    <message>
        <source>top-1 accuracy (%)</source>
        <translation>top-1 准确率（%）</translation>
    </message>
    <message>
        <source>toy</source>
        <translation>极小</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>turns</source>
        <translation>圈数</translation>
    </message>
    <message>
        <source>undecided</source>
        <translation>未定</translation>
    </message>
    <message>
        <source>undecided: %1</source>
        <translation>未定：%1</translation>
    </message>
    <message>
        <source>validation examples</source>
        <translation>验证样例数</translation>
    </message>
    <message>
        <source>value power</source>
        <translation>值的幂</translation>
    </message>
    <message>
        <source>variance</source>
        <translation>方差</translation>
    </message>
    <message>
        <source>variance of a key from π: what ra keeps</source>
        <translation>按 π 抽键的方差：ra 保留的部分</translation>
    </message>
    <message>
        <source>variance of φ(q)·φ(k)</source>
        <translation>φ(q)·φ(k) 的方差</translation>
    </message>
    <message>
        <source>variance of φ(x)·φ(y)</source>
        <translation>φ(x)·φ(y) 的方差</translation>
    </message>
    <message>
        <source>variance, N = %1</source>
        <translation>方差，N = %1</translation>
    </message>
    <message>
        <source>variant</source>
        <translation>变体</translation>
    </message>
    <message>
        <source>visibly below from %1 on</source>
        <translation>从 %1 起明显在下方</translation>
    </message>
    <message>
        <source>warm-up steps</source>
        <translation>预热步数</translation>
    </message>
    <message>
        <source>weight decay</source>
        <translation>权重衰减</translation>
    </message>
    <message>
        <source>weighting</source>
        <translation>加权</translation>
    </message>
    <message>
        <source>what any weighting could reach</source>
        <translation>任何加权所能达到的最小值</translation>
    </message>
    <message>
        <source>what the bound promises</source>
        <translation>界所许诺的</translation>
    </message>
    <message>
        <source>width of the image</source>
        <translation>图像宽度</translation>
    </message>
    <message>
        <source>width of the model</source>
        <translation>模型宽度</translation>
    </message>
    <message>
        <source>width σ</source>
        <translation>宽度 σ</translation>
    </message>
    <message>
        <source>window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>window |E|</source>
        <translation>窗口 |E|</translation>
    </message>
    <message>
        <source>within %1 of exact attention on %2; easiest %3, hardest %4</source>
        <translation>%2与精确注意力相差不到 %1；最容易的是%3，最难的是%4</translation>
    </message>
    <message>
        <source>without noise</source>
        <translation>不用噪声</translation>
    </message>
    <message>
        <source>y_n = softmax over {q_n·k_m, m ∈ E^n} and {q_n·k̄_j, j ≤ r}</source>
        <translation>y_n = softmax 取遍 {q_n·k_m, m ∈ E^n} 与 {q_n·k̄_j, j ≤ r}</translation>
    </message>
    <message>
        <source>y_n = softmax over {q_n·k_m, m ∈ own block} and {q_n·k̂_r, r ≠ own}</source>
        <translation>y_n = softmax 取遍 {q_n·k_m, m ∈ 自己的块} 与 {q_n·k̂_r, r ≠ 自己的}</translation>
    </message>
    <message>
        <source>y_n = Σ_m softmax_m(μ_c·k_m) v_m,  μ_c the centroid of n</source>
        <translation>y_n = Σ_m softmax_m(μ_c·k_m) v_m,  μ_c: n 所在聚类的中心</translation>
    </message>
    <message>
        <source>your own data</source>
        <translation>自己的数据</translation>
    </message>
    <message>
        <source>± is one standard error</source>
        <translation>± 为一个标准误</translation>
    </message>
    <message>
        <source>β where it is set by hand.</source>
        <translation>手动设定的 β。</translation>
    </message>
    <message>
        <source>σ: frequencies are N(0, I/σ²), which with rks makes a Gaussian kernel of this width.</source>
        <translation>σ：频率是 N(0, I/σ²)，用 rks 时就是这个宽度的高斯核。</translation>
    </message>
    <message>
        <source>σ_0, the spread of a learned kernel's frequencies at the start; 0: such that the median of |ω·(q − k)| is about ½.</source>
        <translation>σ_0，学得的核的频率开始时的离散程度；0：使 |ω·(q − k)| 的中位数约为 ½。</translation>
    </message>
    <message>
        <source>ω along the first axis</source>
        <translation>沿第一轴的 ω</translation>
    </message>
    <message>
        <source>‖q+k‖²</source>
        <translation>‖q+k‖²</translation>
    </message>
    <message>
        <source>‖q‖ = ‖k‖, scaled</source>
        <translation>‖q‖ = ‖k‖，已缩放</translation>
    </message>
    <message>
        <source>‖q−k‖ along the first axis</source>
        <translation>沿第一轴的 ‖q−k‖</translation>
    </message>
</context>
<context>
    <name>Qt</name>
    <message>
        <source>%1 already exists.</source>
        <translation>%1 已存在。</translation>
    </message>
    <message>
        <source>&amp;Choose</source>
        <translation>选择(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>删除(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;New Folder</source>
        <translation>新建文件夹(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;No</source>
        <translation>否(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;OK</source>
        <translation>确定(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>重命名(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Step up</source>
        <translation>增加(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Yes</source>
        <translation>是(&amp;Y)</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Computer</source>
        <translation>计算机</translation>
    </message>
    <message>
        <source>Copy &amp;Link Location</source>
        <translation>复制链接地址(&amp;L)</translation>
    </message>
    <message>
        <source>Create New Folder</source>
        <translation>新建文件夹</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>剪切(&amp;T)</translation>
    </message>
    <message>
        <source>Date Modified</source>
        <translation>修改日期</translation>
    </message>
    <message>
        <source>Detail View</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <source>Directory:</source>
        <translation>文件夹：</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Do you want to replace it?</source>
        <translation>要替换它吗？</translation>
    </message>
    <message>
        <source>File &amp;name:</source>
        <translation>文件名(&amp;N)：</translation>
    </message>
    <message>
        <source>Files of type:</source>
        <translation>文件类型：</translation>
    </message>
    <message>
        <source>Float</source>
        <translation>浮动</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>List View</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>Look in:</source>
        <translation>查找范围：</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>My Computer</source>
        <translation>我的电脑</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Parent Directory</source>
        <translation>上一级文件夹</translation>
    </message>
    <message>
        <source>Press shortcut</source>
        <translation>请按快捷键</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Scroll Left</source>
        <translation>向左滚动</translation>
    </message>
    <message>
        <source>Scroll Right</source>
        <translation>向右滚动</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Show &amp;hidden files</source>
        <translation>显示隐藏文件(&amp;H)</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Step &amp;down</source>
        <translation>减少(&amp;D)</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
</context>
</TS>
