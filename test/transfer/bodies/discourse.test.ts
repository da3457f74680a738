import { expect, test } from "vitest";
import { readMarkdown } from "../../../server/core/markdown/markdown.ts";
import { convertDiscourse } from "../../../server/transfer/bodies/discourse.ts";
import { references } from "../../support/bodyReferences.ts";

const convert = (text: string) => convertDiscourse(text, references, "https://old.example");
/** Short address of the file whose sum is 9b4d1a62b2f8a5d1e1f7c3b5a4d2e6f708192a3b. */
const SEA = "upload://m9RcqEunbLRSziUiEOyCDSrSE6D.jpeg";

test.each([
  ["plain text", "Hello\r\nworld", "Hello\nworld"],
  ["an empty text", "", ""],
  ["marks and lists", "**a** *b*\n\n1. c\n2. d", "**a** *b*\n\n1. c\n2. d"],
  ["a mention", "@ada look", "[@ada](/user/107) look"],
  ["a mention of a group", "@staff look", "@staff look"],
  ["a category", "in #support", "in #support"],
  ["an emoji", "good :tada: :wave:t3:", "good 🎉 👋"],
  [
    "code",
    '`@ada [quote]` and\n```\n[quote="x"]\n@ada\n[/quote]\n```',
    '`@ada [quote]` and\n```\n[quote="x"]\n@ada\n[/quote]\n```',
  ],
  ["an uploaded picture", `![sea|690x388](${SEA})`, "![sea](luntan-file:1701)"],
  ["an uploaded picture that is smaller", `![sea|690x388, 50%](${SEA})`, "![sea](luntan-file:1701)"],
  ["an uploaded picture without a name", `![|690x388](${SEA})`, "![sea\\.jpeg](luntan-file:1701)"],
  [
    "an uploaded file",
    "[notes.pdf|attachment](upload://1.pdf) (12.3 KB)",
    "[notes.pdf](luntan-file:1702) (12.3 KB)",
  ],
  ["an uploaded file that is lost", "![x|10x10](upload://zz.png)", "![x](upload://zz.png)"],
  [
    "an uploaded picture by its stored address",
    "![a](https://old.example/uploads/default/original/1X/9b4d1a62b2f8a5d1e1f7c3b5a4d2e6f708192a3b.jpeg)",
    "![a](luntan-file:1701)",
  ],
  ["a picture of another site", "![x|10x10](https://a.example/x.png)", "![x](https://a.example/x.png)"],
  ["a link with a sign in its words", "[a|b](https://a.example/)", "[a|b](https://a.example/)"],
  ["a link to a topic", "[see](/t/hello/12)", "[see](/thread/112)"],
  ["a link to a post", "[see](https://old.example/t/hello/12/4)", "[see](/thread/112?post=3#p3)"],
  ["a link to a post by its id", "[see](/p/33)", "[see](/thread/112?post=3#p3)"],
  ["a link to a member", "[see](/u/ada)", "[see](/user/107)"],
  [
    "a bare link to a topic",
    "https://old.example/t/12",
    "[https\\:\\/\\/old\\.example\\/t\\/12](/thread/112)",
  ],
  ["a quote of nobody", "[quote]\na\n[/quote]\nb", "> a\n\nb"],
  ["a quote of somebody", '[quote="Mr B"]\na\n\nb\n[/quote]\n\nc', "> Mr B\n>\n> a\n>\n> b\n\nc"],
  ["a quote of a member", '[quote="ada"]\na\n[/quote]', "> [@ada](/user/107)\n>\n> a"],
  [
    "a quote of a member by the username",
    '[quote="Ada L., post:9, topic:12, full:true, username:ada"]\na\n[/quote]',
    "> [@ada](/user/107)\n>\n> a",
  ],
  ["a quote on one line", '[quote="Mr B"]a[/quote] b', "> Mr B\n>\n> a\n\n b"],
  ["a quote without an end", '[quote="ada"]\na', '[quote="ada"]\na'],
  ["an end of a quote without one", "a\n[/quote]\nb", "a\n[/quote]\nb"],
  [
    "quotes within quotes",
    '[quote="x"]\n[quote="y"]\na\n[/quote]\nb\n[/quote]\nc',
    "> x\n>\n> > y\n> >\n> > a\n>\n> b\n\nc",
  ],
  ["code in a quote", "[quote]\n```\na\n\nb\n```\n[/quote]\nc", "> ```\n> a\n>\n> b\n> ```\n\nc"],
  ["details", '[details="More"]\na\n[/details]\nb', "**More**\n\na\n\nb"],
  ["a spoiler in a line", "a [spoiler]b[/spoiler] c", "a b c"],
  ["a spoiler of lines", "[spoiler]\na\n[/spoiler]\nb", "a\n\nb"],
  [
    "a poll",
    "[poll type=regular results=always public=true]\n# Where?\n* Sea\n* Home\n[/poll]\nVote!",
    "**Where?**\n* Sea\n* Home\n\nVote!",
  ],
  [
    "a date",
    '[date=2020-01-02 time=12:30:00 timezone="Asia/Shanghai"]',
    "2020-01-02 12:30:00 (Asia/Shanghai)",
  ],
  [
    "a range of dates",
    '[date-range from=2020-01-02T10:00 to=2020-01-03 timezone="UTC"]',
    "2020-01-02 10:00 – 2020-01-03 (UTC)",
  ],
  ["marks of BBCode", "[b]a[/b] [i]b [s]c[/s][/i] [u]d[/u] x[i] y", "**a** *b ~~c~~* d x[i] y"],
  [
    "links of BBCode",
    "[url=https://a.example/]a[/url] [img]https://a.example/x.png[/img]",
    "[a](https://a.example/) ![](https://a.example/x.png)",
  ],
  ["marks of HTML", "<b>a</b> <em>b</em> <kbd>c</kbd> d<br>e", "**a** *b* c d\ne"],
  [
    "a link of HTML",
    '<a href="https://a.example/?b&amp;c" target="_blank">a</a>',
    "[a](https://a.example/?b&c)",
  ],
  ["a picture of HTML", `<img src="${SEA}" alt="sea" width="690">`, "![sea](luntan-file:1701)"],
  ["a comment", "a <!-- no - one --> b", "a  b"],
  ["an address in angles", "<https://a.example/>", "<https://a.example/>"],
  ["signs that are no tags", "a < b > c <3 List<String>", "a < b > c <3 List<String>"],
  ["details of HTML", "<details>\n<summary>More</summary>\n\na\n</details>", "More\n\na"],
])("%s", (_name, text, markdown) => {
  expect(convert(text).markdown).toBe(markdown);
});

test("a quote of a post is written as the composer writes it, and names what is answered", () => {
  expect(convert('[quote="ada, post:4, topic:12"]\nShall we? :tada:\n[/quote]\n\nYes!')).toEqual({
    markdown: "> [ada #3](/thread/112?post=3#p3)\n>\n> Shall we? 🎉\n\nYes!",
    replyToPostId: 233,
    attachmentIds: [],
    losses: {},
    hidden: [],
  });
});

test("a quote below the text answers nothing", () => {
  const { markdown, replyToPostId } = convert('First.\n[quote="ada, post:4, topic:12"]\na\n[/quote]\nb');
  expect(markdown).toBe("First.\n\n> [ada #3](/thread/112?post=3#p3)\n>\n> a\n\nb");
  expect(replyToPostId).toBeNull();
});

test("quotes deeper than eight are part of the eighth", () => {
  const { markdown, losses } = convert(`${"[quote]\n".repeat(10)}a\n${"[/quote]\n".repeat(10)}b`);
  expect(markdown).toBe(`${"> ".repeat(8)}a\n\nb`);
  expect(losses).toEqual({ nesting: 2 });
});

test("losses and files are counted", () => {
  const { losses, attachmentIds } = convert(
    `[u]a[/u] <kbd>b</kbd> [spoiler]c[/spoiler] [date=2020-01-01] ![x](upload://zz.png) ![y](${SEA})\n[poll]\n* d\n[/poll]`,
  );
  expect(losses).toEqual({ u: 1, html: 1, spoiler: 1, date: 1, attachment: 1, poll: 1 });
  expect(attachmentIds).toEqual([1701]);
});

test("a post looks like one of ours", () => {
  const { markdown } = convert('[quote="ada, post:4, topic:12"]\n* one\n* two\n[/quote]\n**“重点”**后面');
  expect(readMarkdown(markdown).html()).toBe(
    '<blockquote>\n<p><a href="/thread/112?post=3#p3">ada #3</a></p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n</blockquote>\n<p><strong>“重点”</strong>后面</p>',
  );
});
