import { expect, test } from "vitest";
import { plainText } from "../../server/core/markdown/markdown.ts";
import { roughText } from "../../server/core/markdown/rough.ts";

const words = (text: string): string => text.replace(/\s+/g, " ").trim();

test.each([
  "只是一段普通的文字。\n\n第二段",
  "## 标题\n\n**粗体** 和 *斜体*、~~删掉~~，[链接](https://a.example/x_y) 与 `代码`",
  "- 一\n- 二\n  - 三\n\n1. first\n2) second",
  "> quoted *words*\n> > deeper\n\nanswer",
  "- [ ] open\n- [x] done",
  "![图](/files/ab/cd/a.png)\n\n后面",
  "a | b\n--|--\n1 | 2",
  "| a | b |\n|---|:-:|\n| 1 | 2 |",
  "```ts\nconst a = 1;\n```\nafter",
  "Title\n===\n\ntext\n\n---\n\nmore",
  "2 * 3 * 4 and snake_case_name and __init__ stay",
  "\\*no emphasis\\*",
  "***both*** and _one_ and __two__",
  "5 - 3 > 1 and #1 is no heading",
])("without a parser, %j reads the same", (source) => {
  expect(words(roughText(source))).toBe(words(plainText(source)));
});

test.each([
  "*a_",
  "![",
  "[a](",
  "[a",
  "- ",
  "> ",
  "`a",
  "|-",
  "\\",
  "#",
  "a|",
  "_a",
  "1. ",
  " ",
  "---\n",
  "| ",
])("3,000 times %j is quick", (piece) => {
  const began = performance.now();
  roughText(`*${piece.repeat(3000)}`);

  expect(performance.now() - began).toBeLessThan(1000);
});
