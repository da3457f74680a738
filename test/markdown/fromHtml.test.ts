import { expect, test } from "vitest";
import { markdownOfHtml } from "../../server/core/markdown/fromHtml.ts";
import { readMarkdown } from "../../server/core/markdown/markdown.ts";
import { linesOfHtml } from "../support/editorDocuments.ts";
import { chanceOf, Writer } from "../support/randomDocuments.ts";

const DOCUMENTS = 200;
/** Some seconds of work, many times as long on a slow and busy machine. */
const PATIENCE_MS = 180_000;

const renderedHtml = (html: string): string =>
  readMarkdown(markdownOfHtml(html)).html({ topics: new Map([["话题", 9]]) });

test.each([
  "<p>看这里<strong>“重点”</strong>后面，<em>注意：</em>请<del>先。</del>备份</p>",
  "<p><strong>Note:</strong>text a<em>(b)</em>c <strong>น้ำ</strong>ฝน</p>",
  "<p>~~a~~ ~b~ 1~2 *c* _d_ snake_case __init__ `e` \\f &lt;b> &amp;amp; &amp;#35;</p>",
  "<p>[ ] a [x] b [c](d) ![e](f) [g]: h</p>",
  "<ul>\n<li>[ ] no task</li>\n<li>1. a</li>\n<li>- b</li>\n<li># c</li>\n</ul>",
  '<p><a href="https://example.com/a_b" rel="nofollow ugc noopener">https://example.com/a_b</a>的官网 <a href="/thread/1">“这里”</a></p>',
  '<p>问 @ada 和 a@b 还有 <a href="/topic/9" class="topic">#话题#</a> #topic</p>',
  "<ol>\n<li>a\n<ul>\n<li>b\n<ol>\n<li>c</li>\n</ol>\n</li>\n</ul>\n</li>\n<li>d</li>\n</ol>",
  '<table>\n<thead>\n<tr>\n<th>a|b</th>\n<th align="right"><code>c|d</code></th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><strong>“e”</strong>f</td>\n<td align="right">\\|</td>\n</tr>\n</tbody>\n</table>',
  "<p><code>`a`</code> <code>b``c</code> <code>`d` e</code></p>",
  '<pre><code class="language-js">```\n  a_b\n~~~\n</code></pre>',
  "<p>1. a<br>\n- b<br>\n# c<br>\n===<br>\n> d</p>",
  '<ul class="contains-task-list">\n<li class="task-list-item"><label><input type="checkbox" checked disabled> <a href="/topic/9" class="topic">#话题#</a></label></li>\n</ul>',
])("text and marks of an old client are shown as they were: %s", (html) => {
  expect(renderedHtml(html)).toBe(html);
});

test.each([
  ["<div>a</div><div><b>“b”</b>c</div>", "<p>a</p>\n<p><strong>“b”</strong>c</p>"],
  ["<p><i>a</i><i>b</i> <s>c</s></p>", "<p><em>a</em><em>b</em> <del>c</del></p>"],
  ["<p>a<b> b </b>c</p>", "<p>a<strong> b </strong>c</p>"],
  ["<p>a<code> </code>b</p>", "<p>a b</p>"],
])("what Markdown says otherwise keeps its words and marks: %s", (html, other) => {
  expect(renderedHtml(html)).toBe(other);
});

/** Lines as browsers show them: no empty ones in front, no blanks behind, and blanks in a row are one. */
const asRead = (lines: string): string =>
  lines
    .replace(/[ \t]+/g, " ")
    .replace(/: [\s⏎]*(?=\S)/g, ": ")
    .replace(/\s+$/gm, "");

test("a published text sent back as HTML is shown as it was", { timeout: PATIENCE_MS }, () => {
  const writer = new Writer(chanceOf(20261126));
  const differences: unknown[] = [];
  for (let count = 0; count < DOCUMENTS && differences.length < 3; count++) {
    const [page, other] = linesOfHtml(writer.document(), markdownOfHtml).map(asRead);
    if (page !== other) differences.push({ count, page, other });
  }
  expect(differences).toEqual([]);
});
