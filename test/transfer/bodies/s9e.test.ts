import { expect, test } from "vitest";
import { readMarkdown } from "../../../server/core/markdown/markdown.ts";
import { flarumAddresses, phpbbAddresses } from "../../../server/transfer/bodies/links.ts";
import { convertS9e } from "../../../server/transfer/bodies/s9e.ts";
import { references } from "../../support/bodyReferences.ts";

const convert = (xml: string) => convertS9e(xml, references);

test.each([
  ["plain text", "<t>Hello world</t>", "Hello world"],
  ["plain text of several lines", "<t>one<br/>\ntwo</t>", "one\ntwo"],
  ["lines that nothing marks", "<t>one\ntwo\n\nthree</t>", "one\ntwo\n\nthree"],
  ["paragraphs", "<t><p>one</p>\n\n<p>two</p></t>", "one\n\ntwo"],
  ["a text without its end", "<t>Discuz! Q cut it", "Discuz! Q cut it"],
  ["a marked text without its end", "<r><p>a <B><s>[b]</s>bold", "a **bold**"],
  ["signs that were no marks", "<t>2 * 3 * 4, a_b_c, # no</t>", "2 \\* 3 \\* 4, a_b_c, # no"],
  ["a line that began like a heading", "<t># no heading</t>", "\\# no heading"],
  ["a line that began like an item", "<t>1. no item<br/>\n- none</t>", "1\\. no item\n\\- none"],
  ["entities, decoded once", "<t>&lt;b&gt; &amp;amp; &quot;</t>", '\\<b> \\&amp; "'],
  ["bare signs of broken XML", "<t>a & b <3 c</t>", "a & b <3 c"],
  ["an ending that nothing began", "<r>a</B> b</r>", "a b"],
  ["text behind the end", "<r>a</r> b", "a b"],
  ["tags that cross", "<r><B><s>[b]</s>a <I><s>[i]</s>b</B> c</I></r>", "**a _b_** c"],
])("Discuz! Q and all: %s", (_name, xml, markdown) => {
  expect(convert(xml).markdown).toBe(markdown);
});

test.each([
  ["bold of Markdown", "<r><p><STRONG><s>**</s>bold<e>**</e></STRONG></p></r>", "**bold**"],
  [
    "marks within each other",
    "<r><EM><s>*</s>a <STRONG><s>**</s>b<e>**</e></STRONG><e>*</e></EM></r>",
    "*a __b__*",
  ],
  ["struck text", "<r><DEL><s>~~</s>gone<e>~~</e></DEL></r>", "~~gone~~"],
  ["code in a line", "<r><C><s>`</s>a*b &lt;c&gt;<e>`</e></C></r>", "`a*b <c>`"],
  [
    "a block of code",
    '<r><CODE lang="js"><s>```js</s><i>\n</i>if (a) {\n\n  b_c = "*";\n}<i>\n</i><e>```</e></CODE></r>',
    '```js\nif (a) {\n\n  b_c = "*";\n}\n```',
  ],
  [
    "code that was indented in a quote",
    "<r><QUOTE><i>&gt;     </i><CODE>a\n<i>&gt;     </i>b</CODE></QUOTE></r>",
    "> ```\n> a\n> b\n> ```",
  ],
  ["a heading", "<r><H2><s>## </s>Rules</H2>\n\n<p>one</p></r>", "## Rules\n\none"],
  ["a rule", "<r><p>a</p>\n\n<HR>---</HR>\n\n<p>b</p></r>", "a\n\n---\n\nb"],
  [
    "lists within lists",
    '<r><LIST><LI><s>* </s>one</LI>\n<LI><s>* </s>two\n<LIST type="decimal"><LI><s>1. </s>deep</LI></LIST></LI></LIST></r>',
    "- one\n- two\n  1. deep",
  ],
  [
    "a list that begins later",
    '<r><LIST start="3" type="decimal"><LI><s>3. </s>three</LI>\n<LI><s>4. </s>four</LI></LIST></r>',
    "3. three\n4. four",
  ],
  [
    "tasks",
    '<r><LIST><LI><s>- </s><TASK id="a" state="checked">[x]</TASK> done</LI>\n<LI><s>- </s><TASK id="b" state="unchecked">[ ]</TASK> open</LI></LIST></r>',
    "- [x] done\n- [ ] open",
  ],
  [
    "a table",
    '<r><TABLE><THEAD><TR><TH>a</TH><i>|</i><TH align="right">b</TH></TR></THEAD><i>\n-|-:</i>\n<TBODY><TR><TD>c</TD><i>|</i><TD align="right">d</TD></TR></TBODY></TABLE></r>',
    "| a |  b |\n| - | -: |\n| c |  d |",
  ],
  [
    "a link",
    '<r><URL url="https://a.example/x?y=1&amp;z=2"><s>[</s>here<e>](https://a.example/x?y=1&amp;z=2)</e></URL></r>',
    "[here](https://a.example/x?y=1\\&z=2)",
  ],
  ["a link that runs", '<r><URL url="javascript:alert(1)"><s>[</s>x<e>]()</e></URL></r>', "x"],
  [
    "a picture",
    '<r><IMG alt="a cat" src="https://a.example/cat.png"><s>![</s>a cat<e>](https://a.example/cat.png)</e></IMG></r>',
    "![a cat](https://a.example/cat.png)",
  ],
  ["an escaped sign", "<r><ESC><s>\\</s>*</ESC>no<ESC><s>\\</s>*</ESC></r>", "\\*no\\*"],
  [
    "a member by id",
    '<r><p><USERMENTION displayname="Ada L." id="7">@"Ada L."#7</USERMENTION> hi</p></r>',
    "[@ada](/user/107) hi",
  ],
  ["a member who is gone", '<r><USERMENTION displayname="Bob" id="9">@"Bob"#9</USERMENTION></r>', "@Bob"],
  ["a member by name only", '<r><USERMENTION username="ada">@ada</USERMENTION></r>', "[@ada](/user/107)"],
  ["a group", '<r><GROUPMENTION groupname="Mods" id="4">@"Mods"#g4</GROUPMENTION> help</r>', "@Mods help"],
  ["a topic of Flarum", '<r>in <TAGMENTION id="3" tagname="Travel">#travel</TAGMENTION></r>', "in #旅行#"],
  ["a topic that is gone", '<r>in <TAGMENTION id="4" tagname="Food">#food</TAGMENTION></r>', "in #Food#"],
  ["an emoji by its points", '<r><EMOJI seq="1f44d-1f3fd" tseq="1f44d-1f3fd">:thumbsup:</EMOJI></r>', "👍🏽"],
  [
    "an uploaded picture",
    '<r><UPL-IMAGE-PREVIEW uuid="1b2c3d4e" url="https://f.example/assets/files/x.jpg" alt="">[upl-image-preview uuid=1b2c3d4e]</UPL-IMAGE-PREVIEW></r>',
    "![upload.jpg](luntan-file:1501)",
  ],
  [
    "an uploaded picture that is lost",
    '<r><UPL-IMAGE-PREVIEW url="https://f.example/x.png">[upl-image-preview url=https://f.example/x.png]</UPL-IMAGE-PREVIEW></r>',
    "[https://f.example/x.png](https://f.example/x.png)",
  ],
])("Flarum: %s", (_name, xml, markdown) => {
  expect(convert(xml).markdown).toBe(markdown);
});

test.each([
  ["marks", "<r><B><s>[b]</s>a <I><s>[i]</s>b<e>[/i]</e></I><e>[/b]</e></B></r>", "**a _b_**"],
  [
    "what cannot be expressed",
    '<r><U><s>[u]</s>a<e>[/u]</e></U> <COLOR color="red"><s>[color=red]</s>b<e>[/color]</e></COLOR> <SIZE size="150"><s>[size=150]</s>c<e>[/size]</e></SIZE></r>',
    "a b c",
  ],
  [
    "a tag of an extension that we do not know",
    '<r><WIKI id="1"><s>[wiki=1]</s>page<e>[/wiki]</e></WIKI></r>',
    "\\[wiki=1]page\\[/wiki]",
  ],
  [
    "an address",
    '<r><URL url="https://a.example/x_y">https://a.example/x_y</URL></r>',
    "[https://a.example/x_y](https://a.example/x_y)",
  ],
  [
    "an address that was shortened",
    '<r><URL url="https://a.example/long/address"><LINK_TEXT text="https://a.example/…">https://a.example/long/address</LINK_TEXT></URL></r>',
    "[https://a.example/long/address](https://a.example/long/address)",
  ],
  [
    "a mail address",
    '<r><EMAIL email="a@b.example"><s>[email]</s>a@b.example<e>[/email]</e></EMAIL></r>',
    "[a@b.example](mailto:a@b.example)",
  ],
  [
    "a picture by its address",
    '<r><IMG src="https://a.example/x.gif"><s>[img]</s>https://a.example/x.gif<e>[/img]</e></IMG></r>',
    "![](https://a.example/x.gif)",
  ],
  [
    "an attached picture",
    '<r><ATTACHMENT filename="zero.png" index="0"><s>[attachment=0]</s>zero.png<e>[/attachment]</e></ATTACHMENT></r>',
    "![zero.png](luntan-file:1000)",
  ],
  [
    "an attached file that is lost",
    '<r><ATTACHMENT filename="lost.zip" index="5"><s>[attachment=5]</s>lost.zip<e>[/attachment]</e></ATTACHMENT></r>',
    "lost.zip",
  ],
  ["a smiley", "<r>ok <E>:D</E></r>", "ok 😀"],
  ["a smiley of an extension", "<r>ok <E>:banana:</E></r>", "ok :banana:"],
  [
    "a quote with its author only",
    '<r><QUOTE author="Mr. Blobby"><s>[quote="Mr. Blobby"]</s>Lorem<br/>\nipsum<e>[/quote]</e></QUOTE>Thanks</r>',
    "> Mr. Blobby\n>\n> Lorem\n> ipsum\n\nThanks",
  ],
  [
    "quotes within quotes",
    '<r><QUOTE author="ada"><s>[quote="ada"]</s><QUOTE><s>[quote]</s>one<e>[/quote]</e></QUOTE>two<e>[/quote]</e></QUOTE>three</r>',
    "> [@ada](/user/107)\n>\n> > one\n>\n> two\n\nthree",
  ],
  [
    "a list in order",
    '<r><LIST type="decimal"><s>[list=1]</s>\n<LI><s>[*]</s>one</LI>\n<LI><s>[*]</s>two</LI>\n<e>[/list]</e></LIST></r>',
    "1. one\n2. two",
  ],
])("phpBB: %s", (_name, xml, markdown) => {
  expect(convert(xml).markdown).toBe(markdown);
});

test("a quote of a reply is written as the composer writes it, and names what is answered", () => {
  const body = convert(
    '<r><QUOTE author="Ada" post_id="33" time="1" user_id="7"><s>[quote=Ada post_id=33 time=1 user_id=7]</s>Shall we?<e>[/quote]</e></QUOTE>Yes!</r>',
  );

  expect(body).toEqual({
    markdown: "> [ada #3](/thread/112?post=3#p3)\n>\n> Shall we?\n\nYes!",
    replyToPostId: 233,
    attachmentIds: [],
    losses: {},
    hidden: [],
  });
});

test.each([
  [
    "in front of the text",
    '<r><p><POSTMENTION displayname="A" id="33" number="4" discussionid="12">@"A"#p33</POSTMENTION> ok</p></r>',
    "[ada #3](/thread/112?post=3#p3) ok",
    233,
  ],
  [
    "in a quote",
    '<r><QUOTE><i>&gt; </i><p><POSTMENTION displayname="A" id="33" number="4" discussionid="12">@"A"#p33</POSTMENTION> hm</p></QUOTE>\n\n<p>ok</p></r>',
    "> [ada #3](/thread/112?post=3#p3)\n>\n> hm\n\nok",
    233,
  ],
  [
    "behind words",
    '<r><p>see <POSTMENTION displayname="A" id="33" number="4" discussionid="12">@"A"#p33</POSTMENTION></p></r>',
    "see [ada #3](/thread/112?post=3#p3)",
    null,
  ],
  [
    "of a thread's own text",
    '<r><p><POSTMENTION displayname="A" id="30" number="1" discussionid="12">@"A"#p30</POSTMENTION> ok</p></r>',
    "[ada](/thread/112) ok",
    null,
  ],
  [
    "that is gone",
    '<r><p><POSTMENTION displayname="A" id="99" number="9" discussionid="12">@"A"#p99</POSTMENTION> ok</p></r>',
    "@A ok",
    null,
  ],
])("a mention of a post %s", (_name, xml, markdown, replyToPostId) => {
  expect(convert(xml)).toMatchObject({ markdown, replyToPostId });
});

test("tags may have any names", () => {
  const { markdown, losses } = convert(
    "<r><CONSTRUCTOR>a</CONSTRUCTOR> <html:constructor>b</html:constructor> <valueOf>c</valueOf></r>",
  );
  expect(markdown).toBe("a b c");
  expect(losses).toEqual({ constructor: 1, valueof: 1 });
});

test("losses and files are counted", () => {
  const body = convert(
    '<r><COLOR color="red">a</COLOR><COLOR color="blue">b</COLOR><SPOILER>c</SPOILER><ATTACHMENT index="0">x</ATTACHMENT><ATTACHMENT index="9">y</ATTACHMENT><E>:nope:</E></r>',
  );

  expect(body.losses).toEqual({ color: 2, spoiler: 1, attachment: 1, smiley: 1 });
  expect(body.attachmentIds).toEqual([1000]);
});

test.each([
  ["Flarum, by its place", "https://old.example/d/12-hello/4", "/thread/112?post=3#p3"],
  ["Flarum, whole", "https://old.example/d/12-hello", "/thread/112"],
  ["Flarum, a member", "/u/ada", "/user/107"],
  ["another forum", "https://other.example/d/12-hello", "https://other.example/d/12-hello"],
])("a link to a thread of %s", (_name, url, href) => {
  const { markdown } = convertS9e(
    `<r><URL url="${url}"><s>[</s>x<e>](${url})</e></URL></r>`,
    references,
    flarumAddresses(references, "https://old.example/"),
  );
  expect(markdown).toBe(`[x](${href})`);
});

test("a link to a post of phpBB leads to it here", () => {
  const addresses = phpbbAddresses(references, "https://old.example/board");
  const xml = '<r><URL url="https://old.example/board/viewtopic.php?f=2&amp;p=33#p33">x</URL></r>';
  expect(convertS9e(xml, references, addresses).markdown).toBe("[x](/thread/112?post=3#p3)");
});

test("what looked like a post looks like it here", () => {
  const { markdown } = convert(
    "<r><p>看<STRONG><s>**</s>“重点”<e>**</e></STRONG>后面<br/>\n1. 不是列表</p>\n\n<QUOTE><i>&gt; </i><p>引</p></QUOTE></r>",
  );
  expect(readMarkdown(markdown).html()).toBe(
    "<p>看<strong>“重点”</strong>后面<br>\n1. 不是列表</p>\n<blockquote>\n<p>引</p>\n</blockquote>",
  );
});
