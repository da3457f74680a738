import { createRequire } from "node:module";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parsedBody, renderMarkdown } from "../../server/core/markdown/markdown.ts";

/** All that the HTML of a body may consist of: elements, their attributes, and what these may say. */
const ALLOWED: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  a: {
    href: /^(?:https?:|mailto:|(?![a-z][a-z0-9+.-]*:))/i,
    title: /^/,
    class: /^(?:mention|topic)$/,
    rel: /^nofollow ugc noopener$/,
  },
  img: {
    src: /^\/files\/[\w./-]+$/,
    alt: /^/,
    title: /^/,
    width: /^\d+$/,
    height: /^\d+$/,
    loading: /^lazy$/,
    decoding: /^async$/,
  },
  input: { type: /^checkbox$/, disabled: /^$/, checked: /^$/, "aria-label": /^\[[ x]\]$/ },
  label: {},
  code: { class: /^language-[\w+#.-]{1,30}$/ },
  p: { class: /^pictures$/, "data-more": /^[1-9]\d*$/ },
  li: { class: /^task-list-item$/ },
  ul: { class: /^contains-task-list$/ },
  ol: { class: /^contains-task-list$/, start: /^\d+$/ },
  td: { align: /^(?:left|right|center)$/ },
  th: { align: /^(?:left|right|center)$/ },
  ...Object.fromEntries(
    [..."blockquote br del em h2 h3 h4 h5 h6 hr pre strong table tbody thead tr".split(" ")].map((name) => [
      name,
      {},
    ]),
  ),
};

// Without types of its own.
const { JSDOM } = createRequire(import.meta.url)("jsdom") as {
  JSDOM: new (html: string) => { window: { document: Document } };
};
const { document } = new JSDOM("").window;

/** Lists what is in HTML and must not be. */
function forbiddenIn(html: string): string[] {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const found: string[] = [];
  for (const element of holder.content.querySelectorAll("*")) {
    const name = element.localName;
    const attributes = ALLOWED[name];
    if (!attributes) found.push(name);
    for (const { name: key, value } of element.attributes)
      if (!attributes?.[key]?.test(value)) found.push(`${name} ${key}=${value}`);
    if (name === "a" && element.querySelector("a")) found.push("a link in a link");
  }
  if (html.includes("<!--")) found.push("a comment");
  return found;
}

const PIECES = [
  ..."* _ ~~ ` ``` ~~~ # ## > - + 1. | [ ] ( ) ! < > & \" ' \\ : / @ = \n \n\n \t".split(" "),
  " ",
  "    ",
  "- [ ] ",
  "- [x] ",
  "\n|-|-|\n",
  "\n:-:|-:\n",
  "](",
  "![",
  "[a]: ",
  "[a]",
  "[^1]",
  "javascript:alert(1)",
  "JaVaScRiPt&#58;alert(1)",
  "java\nscript:",
  "data:text/html,<script>",
  "vbscript:",
  "//evil.example",
  "http://a.b",
  "www.a.b",
  "a@b.cc",
  "mailto:a@b.c",
  "/files/a.png",
  "/files/../x",
  "<script>",
  "</p>",
  "<img src=x onerror=alert(1)>",
  "<!--",
  "-->",
  "<![CDATA[",
  '" onmouseover="alert(1)',
  "' x='",
  "&quot;",
  "&#34;",
  "&lt;script&gt;",
  "&#x3c;",
  "%22",
  "@ada",
  "[@ada](/user/7)",
  "](/user/7)",
  "#topic#",
  "\u0000",
  "\u202e",
  "汉",
  "😀",
  "language-x",
  '```a"b<c>\n',
];

test("whatever is written, nothing leaves but what is allowed", () => {
  const users = new Map([[7, { nickname: '<b a="x">&', isGone: false }]]);
  const topics = new Map([["topic", 3]]);
  const pictures = new Map([["/files/a.png", { width: 640, height: 480 }]]);
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join("")),
        fc.string({ unit: "grapheme", maxLength: 60 }),
      ),
      (source) => {
        expect(forbiddenIn(parsedBody(source).named(users).html({ topics, pictures }))).toEqual([]);
        expect(forbiddenIn(renderMarkdown(source))).toEqual([]);
      },
    ),
    { numRuns: 4_000, seed: 20261122 },
  );
}, 120_000);

test("the check itself finds what must not be", () => {
  expect(forbiddenIn('<p onclick="x">a</p>')).toEqual(["p onclick=x"]);
  expect(forbiddenIn('<a href="javascript:x">a</a>')).toEqual(["a href=javascript:x"]);
  expect(forbiddenIn("<script>x</script>")).toEqual(["script"]);
});
