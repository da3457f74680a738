import fc from "fast-check";
import { expect, test } from "vitest";
import {
  excerptOf,
  readMarkdown,
  parsedBody,
  plainText,
  renderMarkdown,
} from "../../server/core/markdown/markdown.ts";
import { isPlain } from "../../server/core/markdown/plain.ts";
import { writtenMentions } from "../../server/core/markdown/writtenMentions.ts";
import { cpuMs } from "../support/cpuTime.ts";

test("Markdown becomes the HTML that people expect", () => {
  const html = renderMarkdown("# Title\n\nSome **bold**, `code` and\na new line.\n\n- one\n- two");

  expect(html).toBe(
    "<h2>Title</h2>\n<p>Some <strong>bold</strong>, <code>code</code> and<br>\na new line.</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>",
  );
});

test("boxes of tasks are named by the words beside them", () => {
  expect(renderMarkdown("- [x] Buy **soil**\n- [ ] Water")).toBe(
    [
      '<ul class="contains-task-list">',
      '<li class="task-list-item"><label><input type="checkbox" checked disabled> Buy <strong>soil</strong></label></li>',
      '<li class="task-list-item"><label><input type="checkbox" disabled> Water</label></li>',
      "</ul>",
    ].join("\n"),
  );
  expect(renderMarkdown("- [ ] Repot\n\n  In spring.\n  - [x] Pots")).toContain(
    '<p><label><input type="checkbox" disabled> Repot</label></p>\n<p>In spring.</p>',
  );
  expect(renderMarkdown("- \\[ ] x")).toBe("<ul>\n<li>[ ] x</li>\n</ul>");
  expect(renderMarkdown("- [x]")).toContain('checked disabled aria-label="[x]">');
  expect(renderMarkdown("- [x] ![](/files/a.png)")).toContain('disabled aria-label="[x]"> <img');
});

test("headings make an outline without gaps below the page's own title", () => {
  const levels = (source: string): string[] =>
    [...renderMarkdown(source).matchAll(/<h(\d)/g)].map((m) => m[1]!);

  expect(levels("#### small")).toEqual(["2"]);
  expect(levels("# one\n\n### three\n\n# one")).toEqual(["2", "3", "2"]);
  expect(levels("### three\n\n# one\n\n#### four\n\n### three")).toEqual(["2", "2", "3", "3"]);
  expect(levels("# 1\n\n## 2\n\n### 3\n\n#### 4\n\n##### 5\n\n###### 6")).toEqual([
    "2",
    "3",
    "4",
    "5",
    "6",
    "6",
  ]);
});

test.each([
  ["a script", "<script>alert(1)</script>"],
  ["an event handler", '<img src=x onerror="alert(1)">'],
  ["a javascript link", "[x](javascript:alert(1))"],
  ["a javascript link in disguise", "[x](java&#x0A;script:alert(1))"],
  ["a data link", "[x](data:text/html;base64,PHNjcmlwdD4=)"],
  ["an autolink with a handler", "<javascript:alert(1)>"],
  ["an iframe", "<iframe src=//evil.example></iframe>"],
  ["a style", "<style>*{display:none}</style>"],
  ["half a comment", "<!--<script>"],
  ["a reference", "[x][1]\n\n[1]: javascript:alert(1)"],
])("%s is shown or dropped, never run", (_what, source) => {
  const html = renderMarkdown(source);

  expect(html).not.toMatch(/<(script|style|iframe|img)/i);
  expect(html).not.toMatch(/(href|src)="(javascript|data)/i);
});

test("pictures of our own are shown when they come into view, foreign ones are links", () => {
  expect(renderMarkdown("![cat](/files/ab/cd/cat.png)")).toBe(
    '<p><img src="/files/ab/cd/cat.png" alt="cat" loading="lazy" decoding="async"></p>',
  );
  const foreign = renderMarkdown("![cat](https://evil.example/cat.png)");
  expect(foreign).not.toContain("<img");
  expect(foreign).toContain('href="https://evil.example/cat.png"');
  expect(foreign).toContain('rel="nofollow ugc noopener"');
  expect(renderMarkdown("![x](/graphql?query=1)")).not.toContain("<img");
  expect(renderMarkdown("![x](/files/../graphql)")).not.toContain("<img");
});

test("mentions show the names that members have, whatever was written", () => {
  const users = new Map([
    [7, { nickname: "小王", isGone: false }],
    [8, { nickname: "A&B", isGone: false }],
    [9, { nickname: "已注销#9", isGone: true }],
  ]);
  const read = (source: string) => readMarkdown(source).named(users);
  const wang = '<a href="/user/7" class="mention">@小王</a>';

  expect(read("[@admin](/user/7) 看看").html()).toBe(`<p>${wang} 看看</p>`);
  for (const forged of [
    "[@**admin** x](/user/7)",
    "[＠admin](/user/7/)",
    "[\u200b@admin](/user/007?x)",
    "[@`admin`](/user/7#a)",
    "[ @admin][w]\n\n[w]: /user/7",
    "[@](/user/7)",
  ])
    expect(read(forged).html()).toBe(`<p>${wang}</p>`);
  expect(read("Hi![@x](/user/7)").html()).toBe(`<p>Hi!${wang}</p>`);
  expect(read("| a |\n|---|\n| [@x](/user/8) |").html()).toContain(
    '<td><a href="/user/8" class="mention">@A&amp;B</a></td>',
  );
  expect(read("[@x](/user/9) [@y](/user/10)").html()).toBe("<p>@已注销#9 @y</p>");
  for (const other of [
    "[@x](/thread/7)",
    "[x](/user/7)",
    "[@x](/user/7/x)",
    "[@x](https://a.example/user/7)",
  ])
    expect(read(other).html()).not.toContain("mention");
  expect([read("Hi [@x](/user/7)!").plain(), read("Hi [@x](/user/7)!").summary()]).toEqual(
    Array(2).fill("Hi @小王!"),
  );
  expect(readMarkdown("[@a](/user/1) `[@b](/user/2)`\n\n> [@c](/user/3)[@a](/user/1)").mentions()).toEqual({
    own: [1],
    quoted: [3],
  });
});

/** The names that each @ of a text may mean, as they are written in its source. */
const meant = (source: string): string[][] =>
  writtenMentions(source, 15).map(({ from, names }) => names.map(({ to }) => source.slice(from, to)));

test("names behind @ end where names may end", () => {
  expect(meant("@小王 看看")).toEqual([["@小王"]]);
  expect(meant("你好@小王，再见")).toEqual([["@小王，再见", "@小王，", "@小王"]]);
  expect(meant("谢谢，@Ada.")).toEqual([["@Ada.", "@Ada"]]);
  expect(meant("@bob-smith’s @bobby")).toEqual([["@bob-smith’s", "@bob-smith’", "@bob-smith"], ["@bobby"]]);
  expect(meant("**@bob** _@bob_")).toEqual([
    ["@bob**", "@bob*", "@bob"],
    ["@bob_", "@bob"],
  ]);
  expect(meant("@a\\*b&amp;c")).toEqual([["@a\\*b&amp;c", "@a\\*b&amp;", "@a\\*b", "@a\\*", "@a"]]);
  expect(meant("@👨‍👩‍👧 @प्रिया @น้ำฝน")).toEqual([["@👨‍👩‍👧"], ["@प्रिया"], ["@น้ำฝน"]]);
  expect(meant("`@Ada` mail@Ada [x @Ada](/y) https://a.example/@Ada \\@Ada @ @@")).toEqual([]);
  expect(meant("```\n@Ada\n```\n\n    @Ada\n\n@Bo")).toEqual([["@Bo"]]);
  expect(meant("\u{f0000}@Ada\u{f0000}")).toEqual([["@Ada\u{f0000}", "@Ada"]]);
});

test("the short way for plain text gives what the long way gives, to the byte", () => {
  const words = fc.constantFrom(
    "hello",
    "世界",
    "，",
    "。",
    "!",
    "a-b",
    "3.5",
    "1)",
    "2.",
    "x=y",
    "-",
    "+",
    "=",
    "  ",
    " ",
    "\n",
    "\n\n",
    "\n\n\n",
    "：",
    ":",
    ";",
    '"',
    "'",
    "(",
    ")",
    "/",
    "?",
    "%",
    "$",
    "^",
    "{",
    "}",
    "🎉",
    "é",
    "\u3000",
    "\u00a0",
  );
  const plain = fc.array(words, { maxLength: 40 }).map((parts) => parts.join(""));
  let plainOnes = 0;

  fc.assert(
    fc.property(
      fc.oneof(plain, fc.string({ maxLength: 60 }), fc.string({ unit: "grapheme", maxLength: 60 })),
      (source) => {
        const clean = source.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "");
        if (!isPlain(clean)) return;
        plainOnes++;
        expect(renderMarkdown(clean)).toBe(parsedBody(clean).html());
      },
    ),
    { numRuns: 5000, seed: 20261121 },
  );
  expect(plainOnes).toBeGreaterThan(1000);
});

test.each([
  [
    "看这里**“重点”**后面的文字，**注意：**请先",
    "看这里<strong>“重点”</strong>后面的文字，<strong>注意：</strong>请先",
  ],
  ["**注意：**Note", "<strong>注意：</strong>Note"],
  ["**“a”**2024", "<strong>“a”</strong>2024"],
  ["字**(a)**字", "字<strong>(a)</strong>字"],
  ["*（斜）*体、~~「删」~~除", "<em>（斜）</em>体、<del>「删」</del>除"],
  ["これは**「強調」**です", "これは<strong>「強調」</strong>です"],
  ["한국어**(강조)**는", "한국어<strong>(강조)</strong>는"],
  ["ข้อความ**(สำคัญ)**ครับ", "ข้อความ<strong>(สำคัญ)</strong>ครับ"],
  ["**Note:**text, 2 * 3 * 4, snake_case_name", "**Note:**text, 2 * 3 * 4, snake_case_name"],
])("marks stand beside punctuation where no blank could stand: %s", (source, html) => {
  expect(renderMarkdown(source)).toBe(`<p>${html}</p>`);
});

test.each([
  ["https://example.com的官网", ["https://example.com"]],
  ["看www.baidu.com就行", ["www.baidu.com"]],
  ["https://a.com和https://b.com。c", ["https://a.com", "https://b.com"]],
  ["https://a.comです、https://b.com에서", ["https://a.com", "https://b.com"]],
  ["《https://a.com/b》「https://c.com」", ["https://a.com/b", "https://c.com"]],
  ["https://a.com/b，然后（www.c.cn）", ["https://a.com/b", "www.c.cn"]],
  ["https://a.com/x_(y)的, https://b.com.", ["https://a.com/x_(y)", "https://b.com"]],
  ["https://a.com/b的文章，https://a.com:80的", ["https://a.com/b", "https://a.com:80"]],
  ["联系admin@example.com吧", ["admin@example.com"]],
  ["见https://zh.wikipedia.org/wiki/北京。", ["https://zh.wikipedia.org/wiki/北京"]],
  ["https://例子.中国/路径 http://例え.jp", ["https://例子.中国/路径", "http://例え.jp"]],
  ["https://qq音乐.com/?q=中文&b=1", ["https://qq音乐.com/?q=中文&amp;b=1"]],
])("an address ends where Chinese words follow it: %s", (source, addresses) => {
  const links = [...renderMarkdown(source).matchAll(/<a [^>]*>([^<]*)<\/a>/g)].map(([, text]) => text);
  expect(links).toEqual(addresses);
});

/** Longest time for 50,000 characters, in milliseconds; a parser that walks back needs minutes. */
const PATIENCE_MS = 15_000;

function until(length: number, piece: (index: number) => string): string {
  let text = "";
  for (let index = 0; text.length < length; index++) text += piece(index);
  return text;
}

test.each([
  ["nested quotes", "> ".repeat(25_000)],
  ["quotes without blanks", ">".repeat(49_000)],
  ["nested lists", "- ".repeat(24_000)],
  ["nested numbers", "1. ".repeat(16_000)],
  ["nested numbers and quotes", "1) > ".repeat(9_000)],
  ["open brackets", "[".repeat(49_000)],
  ["links in links", "[a](".repeat(12_000)],
  ["emphasis without end", "*a ".repeat(16_000)],
  ["two kinds of emphasis", "*a_".repeat(16_000)],
  ["emphasis in every line", "a*\n".repeat(16_000)],
  ["emphasis behind a fence in a list", `- x\n  \`\`\`\n${"*a_".repeat(16_000)}`],
  ["emphasis behind a fence in HTML", `<div>\n\`\`\`\n\n${"*a_".repeat(16_000)}`],
  ["underlined headings", "a\n-\n".repeat(12_000)],
  ["underlined headings in quotes", "> a\n> =\n".repeat(6_000)],
  ["underscores", "_a_ ".repeat(12_000)],
  ["code marks", "`a".repeat(24_000)],
  ["code marks of every length", until(49_000, (index) => `${"`".repeat(index)}a `)],
  ["tables", `${"|a".repeat(500)}|\n${"|-".repeat(500)}|\n${`${"|b".repeat(500)}|\n`.repeat(40)}`],
  ["rows", `a|b\n-|-\n${"c|d\n".repeat(12_000)}`],
  ["angle brackets", "<a ".repeat(16_000)],
  ["comments without end", "<!--".repeat(12_000)],
  ["entities", "&amp;".repeat(9_000)],
  ["definitions", until(49_000, (index) => `[a${index}]: b\n[a${index}] `)],
  ["footnotes", until(49_000, (index) => `[^${index}]: x\n\n`)],
  ["addresses", `http://a.b/${"(".repeat(45_000)}`],
  ["mentions", "@a".repeat(24_000)],
  ["mentions with blanks", "@a ".repeat(16_000)],
  ["mentions with ids", "[@a](/user/1)".repeat(3_500)],
  ["a long name", `@${"·".repeat(48_000)}`],
  ["deep indentation", Array.from({ length: 300 }, (_, i) => `${" ".repeat(i)}- x`).join("\n")],
])("50,000 characters of %s neither hang nor crash", (_what, source) => {
  let html = "";
  const took = cpuMs(() => {
    html = renderMarkdown(source);
    plainText(source);
    excerptOf(source);
    writtenMentions(`@a ${source}`, 15);
  });

  expect(took).toBeLessThan(PATIENCE_MS);
  expect(html.length).toBeGreaterThan(0);
  expect(html).not.toContain("<a <a");
});

test("a long text with much code and many links is no attack", () => {
  const code = `\`\`\`c\n${"if (a[i] < b && *c) { d(&e[j]); }\n".repeat(600)}\`\`\`\n`;
  const text = "Some **bold** words, a [link](https://a.example) and `code`.\n\n".repeat(250);

  expect(renderMarkdown(code)).toContain("<pre><code");
  expect(renderMarkdown(text)).toContain("<strong>bold</strong>");
});

test("plain text keeps words and loses marks", () => {
  expect(plainText("## 标题\n\n**粗体** 和 [链接](/x)\n\n![图](/files/a.png)")).toBe("标题\n粗体 和 链接");
});

test("an excerpt is one line and cuts no character in two", () => {
  expect(excerptOf("a\n\nb   c")).toBe("a b c");
  const long = excerptOf("👨‍👩‍👧‍👦".repeat(100), 50);
  expect(long.endsWith("…")).toBe(true);
  expect(long.isWellFormed()).toBe(true);
  expect(long.slice(0, -1).endsWith("\u200D")).toBe(false);
});

test.each([
  ["Dinner for a week\n\n| Day | Dish |\n|---|---|\n| Mon | Soup |\n\nEnjoy!", "Dinner for a week\nEnjoy!"],
  ["Try this:\n\n```sql\nSELECT 1\n```\n\n    more code", "Try this:"],
  ["## Steps\n\n- one\n- two\n  1. deep\n\nDone with `x`.", "Steps\nDone with x."],
  ["Good tea #tea# today #cup", "Good tea  today"],
  ["#tea# #cup#", ""],
  ["- salt\n- **oil** and #rice#", "salt · oil and"],
  ["> said before\n\nAnd my answer", "said before\nAnd my answer"],
  ["| a | b |\n|---|---|\n| 1 | 2 |", ""],
])("an excerpt of %j tells sentences", (source, sentences) => {
  expect(readMarkdown(source).summary()).toBe(sentences);
});
