import { expect, test } from "vitest";
import { readMarkdown } from "../../../server/core/markdown/markdown.ts";
import { convertNodebb } from "../../../server/transfer/bodies/nodebb.ts";
import { references } from "../../support/bodyReferences.ts";

const convert = (text: string) => convertNodebb(text, references, "https://old.example");

test.each([
  ["plain text", "Hello\r\nworld", "Hello\nworld"],
  ["an empty text", "", ""],
  ["marks", "**a** *b* ~~c~~ `d`", "**a** *b* ~~c~~ `d`"],
  [
    "lists and tables",
    "* a\n* b\n\n| a | b |\n|---|---|\n| c | d |",
    "* a\n* b\n\n| a | b |\n|---|---|\n| c | d |",
  ],
  ["HTML, which is text", "<b>a</b>", "<b>a</b>"],
  ["a mention", "@ada look", "[@ada](/user/107) look"],
  ["a mention behind Chinese", "问（@ada）", "问（[@ada](/user/107)）"],
  ["a mention that ends a sentence", "Ask @ada.", "Ask [@ada](/user/107)."],
  [
    "a mention of a name in Chinese",
    "@老王_2 你好",
    "[@老王_2](/user/108) 你好".replace("老王_2]", "老王\\_2]"),
  ],
  ["a mention of nobody", "@bob look", "@bob look"],
  ["a mail address", "a@ada.example x@ada", "a@ada.example x@ada"],
  ["an escaped sign", "\\@ada", "\\@ada"],
  ["a mention as a link", "[@ada](/user/ada)", "[@ada](/user/107)"],
  ["code in a line", "`@ada :smile: /post/33` @ada", "`@ada :smile: /post/33` [@ada](/user/107)"],
  ["code of several ticks", "``a ` @ada`` @ada", "``a ` @ada`` [@ada](/user/107)"],
  ["a tick without an end", "a ` @ada", "a ` [@ada](/user/107)"],
  ["a block of code", "```js\n@ada :smile:\n```\n@ada", "```js\n@ada :smile:\n```\n[@ada](/user/107)"],
  ["a block of code without an end", "~~~\n@ada", "~~~\n@ada"],
  ["a block of code in a quote", "> ```\n> @ada\n> ```\n> @ada", "> ```\n> @ada\n> ```\n> [@ada](/user/107)"],
  ["an emoji", "good :tada: :+1:", "good 🎉 👍"],
  ["an emoji that we do not know", "good :nodebb_logo:", "good :nodebb_logo:"],
  ["a time", "at 10:30:45", "at 10:30:45"],
  [
    "an uploaded picture",
    "![dog.png](/assets/uploads/files/1600000000000-dog.png)",
    "![dog.png](luntan-file:1601)",
  ],
  [
    "an uploaded picture with the host",
    "![](https://old.example/assets/uploads/files/1600000000000-dog.png)",
    "![dog\\.png](luntan-file:1601)",
  ],
  [
    "an uploaded file",
    "[plan.pdf](/assets/uploads/files/1600000000001-plan.pdf)",
    "[plan.pdf](luntan-file:1602)",
  ],
  [
    "an uploaded file as a picture",
    "![the plan](/assets/uploads/files/1600000000001-plan.pdf)",
    "[the plan](luntan-file:1602)",
  ],
  [
    "an uploaded picture that is a link",
    "[![d](/assets/uploads/files/1600000000000-dog.png)](https://a.example/)",
    "[![d](luntan-file:1601)](https://a.example/)",
  ],
  [
    "an uploaded file that is lost",
    "![x](/assets/uploads/files/9-x.png)",
    "![x](/assets/uploads/files/9-x.png)",
  ],
  ["a picture of another site", "![x](https://a.example/x.png)", "![x](https://a.example/x.png)"],
  ["a link to a thread", "[see](/topic/12/hello-world/3)", "[see](/thread/112)"],
  ["a link to a post with the host", "[see](https://old.example/post/33)", "[see](/thread/112?post=3#p3)"],
  [
    "a bare link to a thread",
    "see https://old.example/topic/12/hello.",
    "see [https\\:\\/\\/old\\.example\\/topic\\/12\\/hello](/thread/112).",
  ],
  [
    "a bare link to another site",
    "see https://a.example/topic/12/@ada",
    "see https://a.example/topic/12/@ada",
  ],
  ["a link to a member", "[a](/user/ada)", "[a](/user/107)"],
  ["a link to a post that is gone", "[see](/post/99)", "[see](/post/99)"],
  ["a link with its title", '[see](/topic/12 "Hello")', '[see](/thread/112 "Hello")'],
  ["a link by reference", "[see][1]\n\n[1]: /topic/12", "[see][1]\n\n[1]: /thread/112"],
  ["a link with brackets in its address", "[w](https://a.example/x_(y))", "[w](https://a.example/x_(y))"],
  ["a quote", "> a\n\nb", "> a\n\nb"],
  ["a quote of somebody", "@ada said:\n> a\n\nb", "[@ada](/user/107) said:\n> a\n\nb"],
  [
    "a quote of a post that is gone",
    "@ada said in [Hello](/post/99):\n> a\n\nb",
    "[@ada](/user/107) said in [Hello](/post/99):\n> a\n\nb",
  ],
  [
    "words that only look like it",
    "@ada said in [Hello](/post/33):\n\nnothing",
    "[@ada](/user/107) said in [Hello](/thread/112?post=3#p3):\n\nnothing",
  ],
])("%s", (_name, text, markdown) => {
  expect(convert(text).markdown).toBe(markdown);
});

test.each([
  ["in English", "@ada said in [Hello](/post/33):\n> Shall we?\n\nYes!"],
  ["with an empty line", "@ada said in [Hello](/post/33):\n\n> Shall we?\n\nYes!"],
  ["in Chinese", "@ada 在 [Hello](/post/33) 中说：\n> Shall we?\n\nYes!"],
  ["with the host", "@ada said in [Hello](https://old.example/post/33):\n> Shall we?\n\nYes!"],
  [
    "of NodeBB 4",
    "[@ada](/user/ada) said in [Hello](/post/33):\n> Shall we?\n\nYes!".replace("[@ada](/user/ada)", "@ada"),
  ],
])("a quote of a post, %s, is written as the composer writes it", (_name, text) => {
  expect(convert(text)).toEqual({
    markdown: "> [ada #3](/thread/112?post=3#p3)\n>\n> Shall we?\n\nYes!",
    replyToPostId: 233,
    attachmentIds: [],
    losses: {},
    hidden: [],
  });
});

test("a quote within a quote names its post, the outer one is answered", () => {
  const { markdown, replyToPostId } = convert(
    "@ada said in [Hello](/post/30):\n> @老王_2 said in [Hello](/post/33):\n> > one\n>\n> two\n\nthree",
  );
  expect(markdown).toBe(
    "> [ada](/thread/112)\n>\n> > [ada #3](/thread/112?post=3#p3)\n> >\n> > one\n>\n> two\n\nthree",
  );
  expect(replyToPostId).toBeNull();
});

test("a quote below the text answers nothing", () => {
  const { markdown, replyToPostId } = convert("First.\n@ada said in [Hello](/post/33):\n> a\n\nb");
  expect(markdown).toBe("First.\n\n> [ada #3](/thread/112?post=3#p3)\n>\n> a\n\nb");
  expect(replyToPostId).toBeNull();
});

test("files that the text shows are listed, each once", () => {
  const picture = "![a](/assets/uploads/files/1600000000000-dog.png)";
  expect(
    convert(`${picture} ${picture} [b](/assets/uploads/files/1600000000001-plan.pdf)`).attachmentIds,
  ).toEqual([1601, 1602]);
});

test("a quote looks like one of ours", () => {
  const { markdown } = convert("@ada said in [Hello](/post/33):\n> Shall **we**?\n\nYes!");
  expect(readMarkdown(markdown).html()).toBe(
    '<blockquote>\n<p><a href="/thread/112?post=3#p3">ada #3</a></p>\n<p>Shall <strong>we</strong>?</p>\n</blockquote>\n<p>Yes!</p>',
  );
});
