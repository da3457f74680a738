import { expect, test } from "vitest";
import { quotedPart } from "../../client/features/posts/composer/quotedPart.ts";
import { QUOTE_MAX, quoteOf } from "../../client/features/posts/composer/quotes.ts";
import { quotedMarkdown } from "../../client/features/editor/quotedMarkdown.ts";
import { readMarkdown } from "../../server/core/markdown/markdown.ts";
import { linesOfHtml } from "../support/editorDocuments.ts";
import { chanceOf, Writer } from "../support/randomDocuments.ts";

const SOURCE = { threadId: "12", number: 34, name: "A_da [x]" };
const HEAD = "> [A_da \\[x\\] #34](/thread/12?post=34#p34)\n>\n";
/** Each is drawn in a page, which takes more time than reading it. */
const DOCUMENTS = 100;
const PATIENCE_MS = 120_000;

function prose(html: string): HTMLElement {
  const element = document.createElement("div");
  element.innerHTML = html;
  return element;
}

const page = (markdown: string): HTMLElement =>
  prose(
    readMarkdown(markdown)
      .named(new Map([[7, { nickname: "bo", isGone: false }]]))
      .html({ topics: new Map([["话题", 9]]) }),
  );

/** Selects from the first letter of one text to the last one of another. */
function selected(root: Element, from = "", to = ""): Range {
  const range = document.createRange();
  range.selectNodeContents(root);
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const [start, end] = [node.nodeValue!.indexOf(from), node.nodeValue!.indexOf(to)];
    if (from && start >= 0) range.setStart(node, start);
    if (to && end >= 0) range.setEnd(node, end + to.length);
  }
  return range;
}

async function quoted(root: HTMLElement, from?: string, to?: string, max = QUOTE_MAX): Promise<string> {
  const markdown = await quoteOf(SOURCE, quotedPart(root, selected(root, from, to), max)!)();
  expect(markdown.startsWith(HEAD)).toBe(true);
  return markdown.slice(HEAD.length);
}

const LONG =
  "一 **bold “引号”** a_b_c\n\n3. three\n4. four\n   - [x] done\n   - [ ] open\n5. five\n\n```js\n  x = `1`\n\ny\n```\n\n| a | b |\n| - | -: |\n| 1 | 2 |\n| 3 | 4 |";

test.each<[string, string, string, string]>([
  [LONG, "引号", "four", "> **引号”** a_b_c\n>\n> 3. three\n> 4. four\n"],
  [LONG, "four", "five", "> 4. four\n>    - [x] done\n>    - [ ] open\n> 5. five\n"],
  [LONG, "open", "five", "> 4.\n>    - [ ] open\n> 5. five\n"],
  [LONG, "thr", "thr", "> thr\n"],
  [LONG, "x = ", "y", "> ```js\n> x = `1`\n>\n> y\n> ```\n"],
  [LONG, "2", "3", "> |  | 2 |\n> | --- | --: |\n> | 3 |  |\n"],
  [LONG, "4", "4", "> 4\n"],
  ["# 标题\n\n字", "标", "标", "> 标\n"],
  ["> 旧话 *x*\n\n新", "旧", "旧", "> > 旧\n"],
  [
    "问 [@bo](/user/7) 看 #话题# ![图](/files/1/a.png)",
    "问",
    "",
    "> 问 [@bo](/user/7) 看 #话题# ![图](/files/1/a.png)\n",
  ],
  ["1 * 2 <b> \\# no\nsecond\n\n\n\\@bo", "", "", "> 1 * 2 \\<b> # no\n> second\n>\n> @bo\n"],
])("a quote of a part of %j from %j to %j keeps its marks", async (body, from, to, quote) => {
  expect(await quoted(page(body), from, to)).toBe(quote);
});

test("what the page adds to a text is no part of a quote", async () => {
  const root = prose(
    '<blockquote><p><a href="/thread/1"><span data-added="">A</span>Ada</a><button data-added="">more</button></p>' +
      '<p hidden="">short</p><div><p>whole</p></div></blockquote>' +
      '<pre><code class="language-js"><span class="hljs-keyword">let</span> a\n</code><span data-added=""><button>复制</button>js</span></pre>' +
      '<p><picture><source srcset="/files/1/a.png?q=3&amp;s=high"><img src="/files/1/a.png?q=3&amp;s=low" alt="a"></picture></p>',
  );
  expect(await quoted(root)).toBe(
    "> > [Ada](/thread/1)\n> >\n> > whole\n>\n> ```js\n> let a\n> ```\n>\n> ![a](/files/1/a.png)\n",
  );
});

test("a long text is cut within its marks, and nothing makes no quote", async () => {
  expect(await quoted(page(`**${"界😀".repeat(QUOTE_MAX)}**\n\n- end`))).toBe(
    `> **${"界😀".repeat(QUOTE_MAX / 2)}…**\n`,
  );
  const picture = "![a](/files/1/a.png)";
  expect(await quoted(page(picture.repeat(9)), "", "", 240)).toBe(`> ${picture}${picture}…\n`);
  const root = page("a\n\nb");
  const range = document.createRange();
  range.setStart(root.querySelector("p")!.firstChild!, 1);
  range.setEnd(root.querySelectorAll("p")[1]!.firstChild!, 0);
  expect(quotedPart(root, range, QUOTE_MAX)).toBeNull();
});

/** Lines as browsers show them: blanks in a row are one, but in code. An address beside a link to it joins that link. */
const asRead = (lines: string): string =>
  lines
    .split("\n")
    .map((line) => (/^(?: \S+)* pre:/.test(line) ? line : line.replace(/[ \t]+/g, " ")))
    .join("\n")
    .replace(/,mailto:a@b\.cn(?=[,}])|(?<=\{)mailto:a@b\.cn,?/g, "")
    .replace(/\{([^{}]*)\}(?=[^{}\s]+\{\1\})/g, "");

test("a quote of a whole text is shown like the text", { timeout: PATIENCE_MS }, () => {
  const writer = new Writer(chanceOf(20261126));
  const differences: unknown[] = [];
  for (let count = 0; count < DOCUMENTS && differences.length < 3; count++) {
    const [page, quoted] = linesOfHtml(writer.document(), (html) => {
      const root = prose(html);
      const part = quotedPart(root, selected(root), Infinity);
      const quote = part ? quotedMarkdown("a", "/thread/1", part) : HEAD;
      // Without the line that says where it comes from, and the signs.
      return quote
        .split("\n")
        .slice(2)
        .map((line) => line.slice(2))
        .join("\n");
    });
    if (asRead(page) !== asRead(quoted)) differences.push({ count, page, quoted });
  }
  expect(differences).toEqual([]);
});
