/** Clipboard as a source fills it, and content of the editor afterwards. */
export interface Sample {
  readonly source: string;
  readonly html?: string;
  readonly text?: string;
  /** A picture of the same beside the text. */
  readonly picture?: true;
  /** Data that VS Code adds to its text. */
  readonly mode?: string;
  readonly shown: string;
}

const word = (body: string): string =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoQuote {font-style:italic;} .loud {font-weight:700;} --></style></head><body lang=ZH-CN><!--StartFragment-->${body}<!--EndFragment--></body></html>`;
const item = (level: number, sign: string, text: string, list = "l0"): string =>
  `<p class=MsoListParagraph style='margin-left:36.0pt;mso-list:${list} level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`;
const excel = (rows: string): string =>
  `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style><!--table {mso-displayed-decimal-separator:"\\.";} .xl65 {font-weight:700; text-align:center;} --></style></head><body link=blue><table border=0 cellpadding=0><!--StartFragment--><col width=64>${rows}<!--EndFragment--></table></body></html>`;

/** Clipboards as their sources write them. */
export const SAMPLES: readonly Sample[] = [
  {
    source: "Google Docs: plain text in a bold element that is not bold",
    html: '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><span style="font-weight:400;font-style:normal;white-space:pre-wrap;">Hello world</span></b>',
    text: "Hello world",
    shown: "<p>Hello world</p>",
  },
  {
    source: "Google Docs: marks by style, a heading, a link",
    html: '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-2"><h2 dir="ltr" style="line-height:1.38;"><span style="font-size:16pt;font-weight:400;">标题</span></h2><br /><p dir="ltr" style="line-height:1.38"><span style="font-weight:700;font-style:normal">bold</span><span style="font-weight:400"> and </span><span style="font-weight:400;font-style:italic;">slanted</span><span> and </span><span style="text-decoration:line-through;">gone</span><a href="https://example.com/" style="text-decoration:none;"><span style="color:#1155cc;text-decoration:underline;">link</span></a></p></b><br class="Apple-interchange-newline">',
    text: "标题\n\nbold and slanted and gonelink",
    shown:
      '<h2>标题</h2><p><strong>bold</strong> and <em>slanted</em> and <s>gone</s><a href="https://example.com/">link</a></p>',
  },
  {
    source: "Google Docs: nested lists, a checklist",
    html: '<b style="font-weight:normal;" id="docs-internal-guid-3"><ul><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400">one</span></p></li><ul><li dir="ltr" aria-level="2"><p><span>inner</span></p></li></ul><li dir="ltr" aria-level="1"><p><span>two</span></p></li></ul><ul><li dir="ltr" role="checkbox" aria-checked="true" aria-level="1"><img src="data:image/png;base64,AA" /><p><span>done</span></p></li></ul></b>',
    text: "one\ninner\ntwo\ndone",
    shown:
      "<ul><li><p>one</p><ul><li><p>inner</p></li></ul></li><li><p>two</p></li></ul><ul><li checked><p>done</p></li></ul>",
  },
  {
    source: "Google Sheets",
    html: '<meta charset="utf-8"><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" dir="ltr" border="1"><colgroup><col width="100"/></colgroup><tbody><tr><td style="font-weight:bold;" data-sheets-value="{&quot;1&quot;:2}">姓名</td><td style="font-weight:bold;text-align:right;">分数</td></tr><tr><td>张三</td><td style="text-align:right;">12</td></tr></tbody></table>',
    text: "姓名\t分数\n张三\t12",
    shown:
      '<table><tr><th><p><strong>姓名</strong></p></th><th align="right"><p><strong>分数</strong></p></th></tr><tr><td><p>张三</p></td><td align="right"><p>12</p></td></tr></table>',
  },
  {
    source: "Excel: cells with a picture of them",
    html: excel(
      "<tr height=20><td height=20 class=xl65>姓名</td><td>12</td></tr><tr><td>b</td><td style='display:none'>hidden</td><td>c</td></tr>",
    ),
    text: "姓名\t12\r\nb\tc\r\n",
    picture: true,
    shown:
      '<table><tr><th align="center"><p><strong>姓名</strong></p></th><th><p>12</p></th></tr><tr><td align="center"><p>b</p></td><td><p>c</p></td></tr></table>',
  },
  {
    source: "Excel: one cell",
    html: excel("<tr height=20><td height=20 class=xl66 width=64>42</td></tr>"),
    text: "42\r\n",
    picture: true,
    shown: "<p>42</p>",
  },
  {
    source: "Excel: cells that span",
    html: excel(
      "<tr><td colspan=2>head</td><td>x</td></tr><tr><td rowspan=2>a</td><td>b</td><td>c</td></tr><tr><td>d</td><td>e</td></tr>",
    ),
    text: "head\t\tx\r\na\tb\tc\r\n\td\te\r\n",
    shown:
      "<table><tr><th><p>head</p></th><th><p></p></th><th><p>x</p></th></tr><tr><td><p>a</p></td><td><p>b</p></td><td><p>c</p></td></tr><tr><td><p></p></td><td><p>d</p></td><td><p>e</p></td></tr></table>",
  },
  {
    source: "LibreOffice Calc",
    html: '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN"><html><head><meta name="generator" content="LibreOffice 24.2 (Linux)"/><style type="text/css">body,div,table { font-family:"Liberation Sans" }</style></head><body><table cellspacing="0" border="0"><colgroup span="2" width="85"></colgroup><tr><td height="17" align="left"><b>a</b></td><td align="right" sdval="1" sdnum="1033;">1</td></tr><tr><td align="left"><comment>note of a reviewer</comment>b</td><td align="right" sdval="2">2</td></tr></table></body></html>',
    text: "a\t1\nb\t2\n",
    picture: true,
    shown:
      '<table><tr><th align="left"><p><strong>a</strong></p></th><th align="right"><p>1</p></th></tr><tr><td align="left"><p>b</p></td><td align="right"><p>2</p></td></tr></table>',
  },
  {
    source: "LibreOffice Writer: a struck word, a change, a list",
    html: '<!DOCTYPE html><html><head><style type="text/css">p { line-height: 115%; background: transparent }</style></head><body lang="zh-CN" dir="ltr"><p style="line-height: 100%"><font face="Noto Sans"><b>粗</b><i>斜</i><strike>划</strike><ins cite="mailto:a" datetime="2026-01-01">new</ins><del cite="mailto:a" datetime="2026-01-01">old</del></font></p><ul><li><p style="margin-bottom: 0cm">point</p></li></ul></body></html>',
    text: "粗斜划new\n\npoint",
    shown: "<p><strong>粗</strong><em>斜</em><s>划</s>new</p><ul><li><p>point</p></li></ul>",
  },
  {
    source: "Word for Windows: lists, a quote, a comment, changes, hidden text",
    html: word(
      `${item(1, "·", "First")}${item(2, "o", "Inner")}${item(1, "·", "Second")}${item(1, "1.", "One", "l1")}${item(1, "2.", "Two", "l1")}<p class=MsoQuote>A quote</p><p class=MsoNormal><b style='mso-bidi-font-weight:normal'>bold</b> <span class=loud>loud</span> text<span class=MsoCommentReference><a class=msocomanchor id="_anchor_1" href="#_msocom_1">[AB1]</a></span><del cite="mailto:AB" datetime="2026-01-01T10:00">gone</del><ins cite="mailto:AB" datetime="2026-01-01T10:00">new</ins><span style='display:none;mso-hide:all'>secret</span></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><div style='mso-element:comment-list'><hr class=msocomoff><div style='mso-element:comment'><p class=MsoCommentText>This is a review comment</p></div></div>`,
    ),
    text: "First",
    picture: true,
    shown:
      "<ul><li><p>First</p><ul><li><p>Inner</p></li></ul></li><li><p>Second</p></li></ul><ol><li><p>One</p></li><li><p>Two</p></li></ol><blockquote><p>A quote</p></blockquote><p><strong>bold</strong> <strong>loud</strong> textnew</p>",
  },
  {
    source: "Word for the Mac: a list that begins at 3, in Chinese",
    html: word(`<h1>章<o:p></o:p></h1>${item(1, "3、", "三")}${item(2, "a)", "内")}${item(1, "4、", "四")}`),
    text: "章\n3、三\na)内\n4、四",
    picture: true,
    shown: '<h1>章</h1><ol start="3"><li><p>三</p><ol><li><p>内</p></li></ol></li><li><p>四</p></li></ol>',
  },
  {
    source: "Word on the web",
    html: '<div class="OutlineElement Ltr"><p class="Paragraph"><span class="TextRun" style="font-weight: bold;"><span class="NormalTextRun">粗体</span></span><span class="EOP">&nbsp;</span></p></div><div class="ListContainerWrapper"><ul class="BulletListStyle1" role="list"><li data-leveltext="" data-listid="2" data-aria-posinset="1" data-aria-level="1" role="listitem"><p class="Paragraph"><span class="TextRun">one</span></p></li></ul></div><div class="ListContainerWrapper"><ul role="list"><li data-listid="2" data-aria-level="2" role="listitem"><p class="Paragraph"><span>inner</span></p></li></ul></div><div class="ListContainerWrapper"><ul role="list"><li data-listid="2" data-aria-level="1" role="listitem"><p class="Paragraph"><span>two</span></p></li></ul></div>',
    text: "粗体\none\ninner\ntwo",
    shown:
      "<p><strong>粗体</strong></p><ul><li><p>one</p><ul><li><p>inner</p></li></ul></li><li><p>two</p></li></ul>",
  },
  {
    source: "PowerPoint: bullets, and a picture of the slide",
    html: "<html xmlns:p=\"urn:schemas-microsoft-com:office:powerpoint\"><body><!--StartFragment--><div class=O style='margin-left:.38in;text-indent:-.38in'><span style='mso-special-format:bullet;font-family:Arial;position:absolute;left:-3.33%'>•</span><span lang=ZH-CN style='font-weight:bold'>要点</span></div><div class=O1><span style='mso-special-format:bullet'>•</span><span>细节</span></div><!--EndFragment--></body></html>",
    text: "要点\r\n细节",
    picture: true,
    shown: "<ul><li><p><strong>要点</strong></p><ul><li><p>细节</p></li></ul></li></ul>",
  },
  {
    source: "PowerPoint: lines of one paragraph",
    text: "第一行\u000B第二行",
    shown: "<p>第一行<br>第二行</p>",
  },
  {
    source: "a PDF reader",
    text: "\uFEFFFirst line of a page\r\nsecond line\r\n\f next page\u0000",
    shown: "<p>First line of a page<br>second line</p><p>next page</p>",
  },
  {
    source: "VS Code, with its language",
    html: '<div style="color: #cccccc;font-family: Menlo, monospace;white-space: pre;"><div><span>def f(a):</span></div><div><span>    return</span><span> *a*</span></div></div>',
    text: "def f(a):\n    return *a*",
    mode: "python",
    shown: '<pre><code class="language-python">def f(a):\n    return *a*</code></pre>',
  },
  {
    source: "VS Code, its HTML alone",
    html: '<div style="font-family: Menlo, monospace;white-space: pre;"><div><span>function</span><span> f() {</span></div><div><span>    return</span><span> *a*;</span></div><br><div><span>}</span></div></div>',
    text: "function f() {\n    return *a*;\n\n}",
    shown: "<pre><code>function f() {\n    return *a*;\n\n}</code></pre>",
  },
  {
    source: "VS Code: a word",
    html: '<div style="font-family: Consolas, monospace;white-space: pre;"><div><span>useState</span></div></div>',
    text: "useState",
    mode: "typescript",
    shown: "<p><code>useState</code></p>",
  },
  {
    source: "VS Code: Markdown",
    html: '<div style="font-family: Consolas, monospace;white-space: pre;"><div><span>## Title</span></div><div><span>- a</span></div></div>',
    text: "## Title\n- a",
    mode: "markdown",
    shown: "<h2>Title</h2><ul><li><p>a</p></li></ul>",
  },
  {
    source: "JetBrains",
    html: '<html><head><meta http-equiv="content-type" content="text/html; charset=UTF-8"></head><body><pre style="background-color:#2b2b2b;color:#a9b7c6;font-family:\'JetBrains Mono\',monospace;font-size:9.8pt;"><span style="color:#cc7832;font-weight:bold;">fun </span>main() {<br>    <span style="color:#ffc66d;">println</span>(<span>"_a_"</span>)<br><br>}</pre></body></html>',
    text: 'fun main() {\n    println("_a_")\n\n}',
    shown: '<pre><code>fun main() {\n    println("_a_")\n\n}</code></pre>',
  },
  {
    source: "Windows Terminal",
    html: '<!DOCTYPE><HTML><HEAD></HEAD><BODY><DIV STYLE="display:inline-block;white-space:pre;background-color:#0C0C0C;font-family:\'Cascadia Mono\',monospace;font-size:12pt;padding:4px;"><SPAN STYLE="color:#CCCCCC;">PS&gt; ls</SPAN><BR><SPAN>  a.txt</SPAN></DIV></BODY></HTML>',
    text: "PS> ls\r\n  a.txt",
    shown: "<pre><code>PS&gt; ls\n  a.txt</code></pre>",
  },
  {
    source: "a terminal: letters alone, with the codes of their colours",
    text: "\u001B[32m✓\u001B[0m 12 passed\r\n\u001B[31m✗\u001B[0m 1 failed",
    shown: "<p>✓ 12 passed<br>✗ 1 failed</p>",
  },
  {
    source: "code from a plain editor",
    text: "int main() {\n\tint a_b = 2 * 3 * 4;\n\treturn 0;\n}\n",
    shown: "<pre><code>int main() {\n\tint a_b = 2 * 3 * 4;\n\treturn 0;\n}</code></pre>",
  },
  {
    source: "GitHub: a heading with its sign, code, tasks, an emoji, a struck word",
    html: '<div class="markdown-heading" dir="auto"><h2 class="heading-element" style="font-weight:600">Install</h2><a id="user-content-install" class="anchor" href="#install"><svg></svg></a></div><div class="highlight highlight-source-js notranslate"><pre><span class="pl-k">const</span> a = 1;\n  b();</pre><div class="zeroclipboard-container"><clipboard-copy value="x"></clipboard-copy></div></div><ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" class="task-list-item-checkbox" checked disabled> done</li><li class="task-list-item"><input type="checkbox" disabled> <del>open</del></li></ul><p dir="auto">Ship <img class="emoji" alt="🚀" src="https://github.githubassets.com/rocket.png"></p>',
    text: "Install\nconst a = 1;\n  b();",
    shown:
      '<h2>Install</h2><pre><code class="language-js">const a = 1;\n  b();</code></pre><ul><li checked><p>done</p></li><li open><p><s>open</s></p></li></ul><p>Ship 🚀</p>',
  },
  {
    source: "a WeChat article",
    html: '<section style="margin: 0px;" data-tool="x"><section><p style="text-align: justify;"><span leaf=""><span textstyle="" style="font-weight: bold;">重点</span></span><span style="font-size: 15px;">：说明</span></p><p><span leaf=""><br></span></p><section><img class="rich_pages" data-src="https://mmbiz.qpic.cn/a.png" src="data:image/svg+xml,x" alt="图片"></section><mp-common-profile></mp-common-profile></section></section>',
    text: "重点：说明",
    shown: '<p><strong>重点</strong>：说明</p><p><span title="https://mmbiz.qpic.cn/a.png">图片</span></p>',
  },
  {
    source: "Notion",
    html: '<meta charset=\'utf-8\'><!-- notionvc: 1 --><h3>Plan</h3><ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">done</span></li></ul><pre><code class="language-TypeScript">let a\n  = 1</code></pre><p>with <code>code</code> and <strong><em>both</em></strong></p>',
    text: "### Plan\n\n- [x]  done\n\n```tsx\nlet a\n  = 1\n```",
    shown:
      '<h3>Plan</h3><ul><li checked><p>done</p></li></ul><pre><code class="language-typescript">let a\n  = 1</code></pre><p>with <code>code</code> and <strong><em>both</em></strong></p>',
  },
  {
    source: "a web page, as Chrome writes its styles",
    html: '<meta charset="utf-8"><h2 style="font-weight: 700; color: red">T</h2><p style="font-style: normal; font-weight: 400; white-space: normal;">see <a href="https://example.com/a" style="font-weight:500">here</a> and <a href="#top">above</a><script>alert(1)</script><span style="display: none">never</span></p><figure><img src="https://example.com/p.png" alt="p"><figcaption>caption</figcaption></figure><nav hidden>menu</nav><div>one</div><div>two</div>',
    text: "T\nsee here",
    shown:
      '<h2>T</h2><p>see <a href="https://example.com/a">here</a> and above</p><p><span title="https://example.com/p.png">p</span></p><p>caption</p><p>one</p><p>two</p>',
  },
  {
    source: "a chat page whose messages keep their lines",
    html: '<span style="white-space: pre-wrap; font-weight: 400">one\ntwo</span>',
    text: "one\ntwo",
    shown: "<p>one<br>two</p>",
  },
  {
    source: "a chat bot's page: code below a line with its language and buttons",
    html: '<p>Do <strong>this</strong>:</p><pre class="overflow-visible!"><div class="contain-inline-size"><div class="flex">python</div><div><button>Copy code</button></div><div class="overflow-y-auto"><code class="whitespace-pre! language-python"><span>def</span> f():\n    pass\n</code></div></div></pre>',
    text: "Do this:",
    shown:
      '<p>Do <strong>this</strong>:</p><pre><code class="language-python">def f():\n    pass</code></pre>',
  },
  {
    source: "a chat bot's Markdown",
    text: "## 标题\n\n1. **第一**：说明\n2. 第二\n\n```python\nprint(1)\n    x = 2\n```\n\n> 引用\n\n- [x] done\n- [link](https://example.com)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    shown:
      '<h2>标题</h2><ol><li><p><strong>第一</strong>：说明</p></li><li><p>第二</p></li></ol><pre><code class="language-python">print(1)\n    x = 2</code></pre><blockquote><p>引用</p></blockquote><ul><li checked><p>done</p></li></ul><ul><li><p><a href="https://example.com">link</a></p></li></ul><table><tr><th><p>a</p></th><th><p>b</p></th></tr><tr><td><p>1</p></td><td><p>2</p></td></tr></table>',
  },
  {
    source: "Markdown: bold words alone",
    text: "结论：**可以**。",
    shown: "<p>结论：<strong>可以</strong>。</p>",
  },
  {
    source: "signs that are no Markdown",
    text: "2 * 3 * 4 = 24, a*b, snake_case_name, f(*args, **kw) ~ 5\n# 1 in C\n-5 °C",
    shown: "<p>2 * 3 * 4 = 24, a*b, snake_case_name, f(*args, **kw) ~ 5<br># 1 in C<br>-5 °C</p>",
  },
  {
    source: "a poem",
    text: "床前明月光，\n疑是地上霜。\n\n举头望明月，\n低头思故乡。",
    shown: "<p>床前明月光，<br>疑是地上霜。</p><p>举头望明月，<br>低头思故乡。</p>",
  },
  {
    source: "an address",
    text: "https://example.com/a_b_c?x=*y*",
    shown: '<p><a href="https://example.com/a_b_c?x=*y*">https://example.com/a_b_c?x=*y*</a></p>',
  },
  {
    source: "joined emoji, Persian and a text that turns its direction",
    text: "👩‍👩‍👧 می‌خواهم \u202Eab\u202C \uD800",
    shown: "<p>👩‍👩‍👧 می‌خواهم \u202Eab\u202C \uFFFD</p>",
  },
];
