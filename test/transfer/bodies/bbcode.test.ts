import { expect, test } from "vitest";
import { readMarkdown } from "../../../server/core/markdown/markdown.ts";
import { type BbcodeForm, convertBbcode } from "../../../server/transfer/bodies/bbcode.ts";
import { references } from "../../support/bodyReferences.ts";

const discuz = (text: string, form: Partial<BbcodeForm> = {}) =>
  convertBbcode(text, references, { software: "discuz-x", ...form });
const phpbb = (text: string, uid = "1a2b3c4d") => convertBbcode(text, references, { software: "phpbb", uid });

test.each([
  ["a line", "大家好", "大家好"],
  ["lines and paragraphs", "一\r\n二\r\n\r\n三", "一\n二\n\n三"],
  ["bold", "[b]重点[/b]后面", "**重点**后面"],
  ["marks within each other", "[b]a [i]b[/i][/b]", "**a _b_**"],
  ["marks that cross", "[b]a [i]b[/b] c[/i]", "**a _b_** *c*"],
  ["marks across paragraphs", "[b]a\n\nb[/b]", "**a**\n\n**b**"],
  ["struck text", "[s]a[/s] [strike]b[/strike]", "~~a~~ ~~b~~"],
  [
    "looks that cannot be written",
    "[color=red][size=5][font=Times New Roman]a[/font][/size][/color] [u]b[/u]",
    "a b",
  ],
  ["alignment", "前[align=center]中[/align]后", "前\n\n中\n\n后"],
  ["capital letters", "[B]a[/B] [URL=http://a.example/]b[/URL]", "**a** [b](http://a.example/)"],
  ["a tag without an end", "[b]a", "\\[b]a"],
  ["an end without a tag", "a[/b]", "a\\[/b]"],
  ["brackets that are no tags", "[公告] a[1] [x]", "\\[公告] a\\[1] \\[x]"],
  ["an empty text", "", ""],
  ["a link", "[url=http://a.example/?a=1&amp;b=2]这里[/url]", "[这里](http://a.example/?a=1\\&b=2)"],
  ["a link without words", "[url]http://a.example/x_y[/url]", "[http://a.example/x_y](http://a.example/x_y)"],
  ["a link without a scheme", "[url=www.a.example]站[/url]", "[站](http://www.a.example)"],
  ["a link with brackets", "[url=http://a.example/?x[]=1]a[/url]", "[a](http://a.example/?x\\[]=1)"],
  ["a link that runs", "[url=javascript:alert(1)]a[/url]", "a"],
  ["an address in the text", "看http://a.example/x，好", "看[http://a.example/x](http://a.example/x)，好"],
  ["a mail address", "[email=a@b.example]写信[/email]", "[写信](mailto:a@b.example)"],
  ["a picture", "[img]http://a.example/1.png[/img]", "![](http://a.example/1.png)"],
  ["a picture with its size", "[img=400,300]http://a.example/1.png[/img]", "![](http://a.example/1.png)"],
  [
    "a picture that is a link",
    "[url=http://a.example/][img]http://a.example/1.png[/img][/url]",
    "[![](http://a.example/1.png)](http://a.example/)",
  ],
  ["an attached picture", "前[attach]174[/attach]后", "前![cat.png](luntan-file:1174)后"],
  ["an attached picture by its other name", "[attachimg]174[/attachimg]", "![cat.png](luntan-file:1174)"],
  ["an attached file", "[attach]175[/attach]", "[plan \\[v2\\].pdf](luntan-file:1175)"],
  ["an attached file that is lost", "[attach]9[/attach]", "\\[attach]9\\[/attach]"],
  ["a list", "[list]\n[*]一\n[*]二\n[/list]", "- 一\n- 二"],
  ["a list in order", "[list=1][*]a[*]b[/list]", "1. a\n2. b"],
  ["a list within a list", "[list][*]a[list=1][*]b[/list][*]c[/list]", "- a\n  1. b\n- c"],
  ["an item outside of a list", "[*]a", "\\[\\*]a"],
  [
    "code",
    "[code]if (a &lt; b) {\n  [b]x[/b] = '*';\n}[/code]",
    "```\nif (a < b) {\n  [b]x[/b] = '*';\n}\n```",
  ],
  ["code without an end", "[code]a [b]c[/b]", "\\[code]a **c**"],
  ["a rule", "a[hr]b", "a\n\n---\n\nb"],
  ["pages of a text", "一[page]二", "一\n\n---\n\n二"],
  [
    "a table",
    "[table=98%][tr][td]a[/td][td]b[/td][/tr]\n[tr][td]c[/td][td][b]d[/b][/td][/tr][/table]",
    "|   |       |\n| - | ----- |\n| a | b     |\n| c | **d** |",
  ],
  ["a table of lines", "[table]a|b\nc|d[/table]", "|   |   |\n| - | - |\n| a | b |\n| c | d |"],
  [
    "cells over two columns",
    "[table][tr][td=2,1]a[/td][/tr][tr][td]b[/td][td]c[/td][/tr][/table]",
    "|   |   |\n| - | - |\n| a |   |\n| b | c |",
  ],
  ["a table that only arranges", "[table][tr][td]一\n\n二[/td][/tr][/table]", "一\n\n二"],
  ["a quote", "[quote]a[/quote]b", "> a\n\nb"],
  ["quotes within quotes", "[quote][quote]a[/quote]b[/quote]c", "> > a\n>\n> b\n\nc"],
  ["entities, decoded once", "&lt;b&gt; &amp;amp; &#128512;", "\\<b> \\&amp; 😀"],
  ["signs that were no marks", "2*3*4 _a_\n# b\n1. c\n> d", "2\\*3\\*4 \\_a\\_\n\\# b\n1\\. c\n\\> d"],
  ["smileys", "好:) 哈:lol 心:loveliness: {:1_1:}", "好🙂 哈😂 心🥰 ![呵呵](luntan-file:1900)"],
  [
    "signs that are no smileys",
    "a:b http://a.example:8080/ 12:30 c:Data",
    "a:b [http://a.example:8080/](http://a.example:8080/) 12:30 c:Data",
  ],
  ["a note of an edit", "[i=s] 本帖最后由 ada 于 2012-1-1 12:00 编辑 [/i]\n\n正文", "正文"],
  [
    "a video",
    "[media=swf,500,375]http://v.example/1.swf[/media]",
    "[http://v.example/1.swf](http://v.example/1.swf)",
  ],
  ["a member", "[url=home.php?mod=space&amp;uid=7]@ada[/url] 看", "[@ada](/user/107) 看"],
  ["a link to a thread", "[url=forum.php?mod=viewthread&amp;tid=12]帖[/url]", "[帖](/thread/112)"],
  [
    "a link to a post",
    "[url=forum.php?mod=redirect&amp;goto=findpost&amp;ptid=12&amp;pid=33]楼[/url]",
    "[楼](/thread/112?post=3#p3)",
  ],
])("Discuz! X: %s", (_name, text, markdown) => {
  expect(discuz(text).markdown).toBe(markdown);
});

const QUOTED =
  "[quote][size=2][url=forum.php?mod=redirect&goto=findpost&pid=33&ptid=12][color=#999999]ada 发表于 2020-1-1 12:00[/color][/url][/size]\n去吗？[/quote]\n\n去！";

test.each([
  ["3", QUOTED],
  ["3, on one line", QUOTED.replace("\n去吗", " 去吗")],
  [
    "3, by its picture",
    QUOTED.replace(
      /\[size=2\].*\[\/size\]/,
      "[size=2][color=#999999]ada 发表于 2020-1-1 12:00[/color] [url=forum.php?mod=redirect&amp;goto=findpost&amp;pid=33&amp;ptid=12][img]static/image/common/back.gif[/img][/url][/size]",
    ),
  ],
  [
    "2, of before",
    QUOTED.replace(
      /\[size=2\].*\[\/size\]/,
      "原帖由 [i]ada[/i] 于 2009-1-1 12:00 发表 [url=http://old.example/redirect.php?goto=findpost&pid=33&ptid=12][img]http://old.example/images/common/back.gif[/img][/url]",
    ),
  ],
])("a quote of Discuz! X %s names the reply that is answered", (_version, text) => {
  expect(discuz(text)).toMatchObject({
    markdown: "> [ada #3](/thread/112?post=3#p3)\n>\n> 去吗？\n\n去！",
    replyToPostId: 233,
  });
});

test("a quote of a post that is gone says who wrote it when", () => {
  const { markdown, replyToPostId } = discuz(QUOTED.replace("pid=33", "pid=99"));
  expect(markdown).toContain("ada 发表于 2020-1-1 12:00");
  expect(markdown).toMatch(/去吗？\n\n去！$/);
  expect(replyToPostId).toBeNull();
});

test("a quote below the text is a quote, and answers nothing", () => {
  expect(discuz(`先说\n${QUOTED}`).replyToPostId).toBeNull();
});

test("a reply without a quote names the post that it answers", () => {
  const { markdown, replyToPostId } = discuz(
    "[b]回复 [url=forum.php?mod=redirect&goto=findpost&pid=33&ptid=12]3#[/url] [i]ada[/i] [/b]\n\n好",
  );
  expect(markdown).toBe("**回复 [3#](/thread/112?post=3#p3) _ada_**\n\n好");
  expect(replyToPostId).toBe(233);
});

test("hidden parts are apart from the text", () => {
  expect(discuz("前[hide]回复可见[/hide]中[hide=d30,100][b]积分[/b][/hide]后")).toMatchObject({
    markdown: "前\n\n中\n\n后",
    hidden: [
      { kind: "hide", markdown: "回复可见" },
      { kind: "hide=d30,100", markdown: "**积分**" },
    ],
  });
});

test("a text behind a password is hidden as a whole, and the password is nowhere", () => {
  const body = discuz("[password]s3cret[/password]正文 [hide]更多[/hide]");
  expect(body).toMatchObject({ markdown: "", hidden: [{ kind: "password", markdown: "正文 更多" }] });
  expect(JSON.stringify(body)).not.toContain("s3cret");
});

test("files of a hidden part are not those of the text", () => {
  const body = discuz("[attach]175[/attach][hide][attach]174[/attach][/hide]");
  expect(body.attachmentIds).toEqual([1175]);
  expect(body.hidden).toEqual([
    { kind: "hide", markdown: "![cat.png](luntan-file:1174)", attachmentIds: [1174] },
  ]);
});

test("links to the site are ours with any scheme, those to other sites of the same kind are not", () => {
  const form = { site: "https://old.example/bbs/" };
  expect(discuz("[url=http://old.example/bbs/thread-12-1-1.html]a[/url]", form).markdown).toBe(
    "[a](/thread/112)",
  );
  expect(discuz("[url=http://other.example/bbs/thread-12-1-1.html]a[/url]", form).markdown).toBe(
    "[a](http://other.example/bbs/thread-12-1-1.html)",
  );
});

test("a quote in a hidden part answers nothing", () => {
  expect(discuz(`[hide]${QUOTED}[/hide]`).replyToPostId).toBeNull();
});

test("losses are counted", () => {
  const { losses } = discuz(
    "[color=red]a[/color][color=blue]b[/color][align=left]c[/align][attach]9[/attach]{:9_9:}[free]d[/free]",
  );
  expect(losses).toEqual({ color: 2, align: 1, attachment: 1, smiley: 1, free: 1 });
});

test("a text of HTML and BBCode keeps both", () => {
  const { markdown } = discuz(
    '<p>a <b>b</b> [i]c[/i]</p>\n<img src="static/image/smiley/default/smile.gif" alt=":)"> &lt;',
    {
      isHtml: true,
    },
  );
  expect(markdown).toBe("a **b** *c*\n\n🙂 <");
});

test("a text without BBCode has no tags", () => {
  expect(discuz("[b]a[/b]", { isPlain: true }).markdown).toBe("\\[b]a\\[/b]");
});

test.each([
  ["marks", "[b:1a2b3c4d]a[/b:1a2b3c4d]", "**a**"],
  ["tags that were none", "[b]a[/b] [i:1a2b3c4d]b[/i:1a2b3c4d]", "\\[b]a\\[/b] *b*"],
  [
    "a list",
    "[list:1a2b3c4d][*:1a2b3c4d]a[/*:m:1a2b3c4d][*:1a2b3c4d]b[/*:m:1a2b3c4d][/list:u:1a2b3c4d]",
    "- a\n- b",
  ],
  ["a list in order", "[list=1:1a2b3c4d][*:1a2b3c4d]a[/*:m:1a2b3c4d][/list:o:1a2b3c4d]", "1. a"],
  ["a quote of somebody", "[quote=&quot;Mr. B&quot;:1a2b3c4d]a[/quote:1a2b3c4d]b", "> Mr. B\n>\n> a\n\nb"],
  ["a quote of nobody", "[quote:1a2b3c4d]a[/quote:1a2b3c4d]b", "> a\n\nb"],
  [
    "a smiley",
    'ok <!-- s:) --><img src="{SMILIES_PATH}/icon_e_smile.gif" alt=":)" title="Smile" /><!-- s:) -->',
    "ok 🙂",
  ],
  [
    "a smiley of its own",
    '<!-- s:fish: --><img src="{SMILIES_PATH}/fish.gif" alt=":fish:" title="" /><!-- s:fish: -->',
    ":fish:",
  ],
  [
    "an address",
    'a\n<!-- m --><a class="postlink" href="http://a.example/x?y=1&amp;z">http://a.example/x?y=1&amp;z</a><!-- m -->',
    "a\n[http://a.example/x?y=1\\&z](http://a.example/x?y=1\\&z)",
  ],
  [
    "a mail address",
    '<!-- e --><a href="mailto:a@b.example">a@b.example</a><!-- e -->',
    "[a@b.example](mailto:a@b.example)",
  ],
  ["code", "[code:1a2b3c4d]&#91;b&#93;a &lt;\nc[/code:1a2b3c4d]", "```\n[b]a <\nc\n```"],
  [
    "an attached picture",
    "[attachment=0:1a2b3c4d]<!-- ia0 -->zero.png<!-- ia0 -->[/attachment:1a2b3c4d]",
    "![zero.png](luntan-file:1000)",
  ],
  [
    "an attached file that is lost",
    "[attachment=4:1a2b3c4d]<!-- ia4 -->x.zip<!-- ia4 -->[/attachment:1a2b3c4d]",
    "x.zip",
  ],
  ["a size", "[size=150:1a2b3c4d]a[/size:1a2b3c4d]", "a"],
  ["smileys as text", ":) 8)", ":) 8)"],
])("phpBB 3.0: %s", (_name, text, markdown) => {
  expect(phpbb(text).markdown).toBe(markdown);
});

test.each([
  [
    "with its post",
    "[quote=ada post_id=33 time=1 user_id=7]a[/quote]b",
    "> [ada #3](/thread/112?post=3#p3)\n>\n> a\n\nb",
    233,
  ],
  [
    "with its author in quotes",
    '[quote="Mr. B" post_id=99 time=1 user_id=9]a[/quote]b',
    "> Mr. B\n>\n> a\n\nb",
    null,
  ],
  ["with a member", '[quote="老王_2"]a[/quote]b', "> [@老王_2](/user/108)\n>\n> a\n\nb", null],
])("a quote of phpBB 3.2 as typed, %s", (_name, text, markdown, replyToPostId) => {
  expect(phpbb(text, "")).toMatchObject({ markdown, replyToPostId });
});

test("what looked like a post of Discuz! X looks like it here", () => {
  const { markdown } = discuz(
    "[b]“重点”[/b]后面 &lt;i&gt;\n1. 不是列表\n[list][*]一[*]二[/list][quote]引[/quote]",
  );
  expect(readMarkdown(markdown).html()).toBe(
    "<p><strong>“重点”</strong>后面 &lt;i><br>\n1. 不是列表</p>\n<ul>\n<li>一</li>\n<li>二</li>\n</ul>\n<blockquote>\n<p>引</p>\n</blockquote>",
  );
});
