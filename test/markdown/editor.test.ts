import { expect, test } from "vitest";
import { markdownFrom } from "../../client/features/editor/markdown.ts";
import { differenceOf, documentOf, readDocument } from "../support/editorDocuments.ts";
import { chanceOf, type Json, Writer } from "../support/randomDocuments.ts";

/** Documents of one run of the suite; `npm run bench -- --rows=grammar` tries fifty times as many. */
const DOCUMENTS = 2_000;
/** Some seconds of work, many times as long on a slow and busy machine. */
const PATIENCE_MS = 180_000;

test(
  "what the editor writes is shown as it was written, and stays so in the source",
  { timeout: PATIENCE_MS },
  () => {
    const writer = new Writer(chanceOf(20261125));
    const differences: string[] = [];
    for (let count = 0; count < DOCUMENTS && differences.length < 3; count++) {
      const difference = differenceOf(writer.document());
      if (difference !== null) differences.push(`${count}: ${difference}`);
    }
    expect(differences).toEqual([]);
  },
);

const bold = (text: string): Json => ({ type: "text", text, marks: [{ type: "bold" }] });
const words = (text: string): Json => ({ type: "text", text });

test.each<[string, Json[]]>([
  [
    "看这里**“重点内容”**后面的文字，**注意：**请先备份。",
    [words("看这里"), bold("“重点内容”"), words("后面的文字，"), bold("注意："), words("请先备份。")],
  ],
  ["**Note:**&#116;ext", [bold("Note:"), words("text")]],
  ["a **b** c", [words("a"), bold(" b "), words("c")]],
  ["snake_case 2 * 3, a[0]", [words("snake_case 2 * 3, a[0]")]],
  ["https://example.com/a_b", [words("https://example.com/a_b")]],
])("the source stays readable: %s", (source, content) => {
  const json = { type: "doc", content: [{ type: "paragraph", content }] };
  expect(markdownFrom(documentOf(json))).toBe(source);
  expect(differenceOf(json)).toBeNull();
});

test.each([
  "- a\n- [ ] b\n- [x] c",
  "> a\n>\n> - b\n>   1. c",
  "###### six\n\n```js\n`x`\n```\n\n---",
  "[`code`](/x) ![a_b](uploading:3)",
  "问 [@张三+1](/user/42)、**[@a\\|b](/user/7)** \\![@x](/user/1)",
  "a\n\\\nb",
])("the source is the same after the editor: %j", (source) => {
  expect(markdownFrom(readDocument(source))).toBe(source);
});
