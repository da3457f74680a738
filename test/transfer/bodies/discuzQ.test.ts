import { expect, test } from "vitest";
import { readMarkdown } from "../../../server/core/markdown/markdown.ts";
import { convertDiscuzQ } from "../../../server/transfer/bodies/discuzQ.ts";
import { references } from "../../support/bodyReferences.ts";

const convert = (text: string) => convertDiscuzQ(text, references);

test.each([
  ["paragraphs of the editor", "<p>你好</p><p>世界</p>", "你好\n\n世界"],
  ["lines of the mini-program", "你好<br />世界", "你好\n世界"],
  ["empty lines", "a<br /><br /><br />b", "a\n\nb"],
  ["marks", "<p><strong>重</strong><em>斜</em><del>删</del></p>", "**重**_斜_~~删~~"],
  ["marks that cross blocks", "<strong><p>a</p><p>b</p></strong>", "**a**\n\n**b**"],
  ["headings", "<h1>一</h1><h3>三</h3><p>文</p>", "# 一\n\n### 三\n\n文"],
  ["a list", "<ul><li><p>1</p></li><li><p>2</p></li></ul>", "- 1\n- 2"],
  ["a list in order", '<ol start="3"><li>c</li><li>d</li></ol>', "3. c\n4. d"],
  ["a list within a list", "<ul><li>a<ul><li>b</li></ul></li></ul>", "- a\n  - b"],
  [
    "tasks",
    '<ul><li class="vditor-task"><input checked="checked" type="checkbox" /> 完成</li><li><input type="checkbox"> 未完成</li></ul>',
    "- [x] 完成\n- [ ] 未完成",
  ],
  ["a quote", "<blockquote><p>引用</p></blockquote><p>答</p>", "> 引用\n\n答"],
  [
    "code",
    '<pre><code class="language-js">let a = 1;\nlet b = "&lt;p&gt;";\n</code></pre>',
    '```js\nlet a = 1;\nlet b = "<p>";\n```',
  ],
  ["code in a line", "<p>用 <code>a*b</code> 吧</p>", "用 `a*b` 吧"],
  ["a rule", "<p>a</p><hr /><p>b</p>", "a\n\n---\n\nb"],
  ["a link", '<p><a href="https://a.example/">站点</a></p>', "[站点](https://a.example/)"],
  ["a link without an address", '<p><a href="">www.example.com</a></p>', "www\\.example.com"],
  ["a bare address", "<p>看https://a.example/x，好</p>", "看[https://a.example/x](https://a.example/x)，好"],
  [
    "a table",
    "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>c</td><td>d</td></tr></tbody></table>",
    "| a | b |\n| - | - |\n| c | d |",
  ],
  [
    "a picture by its file",
    '<img src="https://cos.example/1.png?sign=x" alt="attachmentId-174">',
    "![cat.png](luntan-file:1174)",
  ],
  [
    "a picture of 2.x by its file",
    '<p><img src="https://cos.example/a.png" alt="a.png" title="603"></p>',
    "![chart.png](luntan-file:1603)",
  ],
  [
    "a picture of another site",
    '<p><img src="https://a.example/1.png" alt="图"></p>',
    "![图](https://a.example/1.png)",
  ],
  [
    "a picture whose file is lost",
    '<img src="https://a.example/1.png" alt="attachmentId-9">',
    "![attachmentId-9](https://a.example/1.png)",
  ],
  ["an emoji", '<p>好<img src="https://q.example/emoji/qq/ku.gif" alt="ku" class="qq-emotion"></p>', "好😎"],
  ["an emoji by its code", "<p>好:weixiao:</p>", "好🙂"],
  ["an emoji by its code in a line of text", "好:weixiao:", "好🙂"],
  ["an emoji that we do not know", '<img src="/emoji/qq/new.gif" alt="new" class="qq-emotion">', ":new:"],
  ["times are no emoji", "<p>12:30:45 :http:</p>", "12:30:45 :http:"],
  ["a member", '<p><span id="member" value="7">@LamHo</span> 看</p>', "[@ada](/user/107) 看"],
  ["a member who is gone", '<p><span id="member" value="9">@Bob</span> 看</p>', "@Bob 看"],
  ["a topic", '<p>在<span id="topic" value="3">#WY测试#</span></p>', "在#旅行#"],
  ["a topic that is gone", '<p>在<span id="topic" value="4">#测试#</span></p>', "在#测试#"],
  ["entities, decoded once", "<p>&lt;b&gt; &amp;amp; &nbsp;x</p>", "\\<b> \\&amp; \u00a0x"],
  ["entities in Markdown", "a &lt; b", "a &lt; b"],
  [
    "signs that were no marks",
    "<p>2*3*4 _a_ # x</p><p># y</p><p>1. z</p>",
    "2\\*3\\*4 \\_a\\_ # x\n\n\\# y\n\n1\\. z",
  ],
  ["HTML that was cut", "<p>a<strong>b", "a**b**"],
  ["a script", "<p>a</p><script>alert(1)</script><p>b</p>", "a\n\nb"],
  ["Markdown of a converter", "**b** `:weixiao:` :weixiao:\n\n- a", "**b** `:weixiao:` 🙂\n\n- a"],
  ["XML of 2.x", "<t>旧文</t>", "旧文"],
  [
    "XML of 2.x with all its tags",
    '<r><USERMENTION id="7">@ada</USERMENTION> <TOPIC id="3">#旅行#</TOPIC> <E>:ciya:</E><br/>\n<html:center><s>&lt;center&gt;</s>中<e>&lt;/center&gt;</e></html:center></r>',
    "[@ada](/user/107) #旅行# 😁\n\n中",
  ],
  [
    "a picture in XML of 2.x",
    '<r><IMG alt="c.png" src="https://cos.example/c.png" title="603"><s>![</s>c.png<e>](…)</e></IMG></r>',
    "![c.png](luntan-file:1603)",
  ],
  [
    "an address of the site",
    '<p><a href="/thread/12">帖子</a> <a href="/user/7">人</a></p>',
    "[帖子](/thread/112) [人](/user/107)",
  ],
  ["an empty text", "", ""],
])("%s", (_name, text, markdown) => {
  expect(convert(text).markdown).toBe(markdown);
});

const picturesAndFiles = [
  { type: 101, key: "$0", value: { imageIds: [174, 603] } },
  { type: 108, key: "$1", value: { docIds: ["175"] } },
];

test("blocks follow the text, pictures that it shows are not shown twice", () => {
  const body = convertDiscuzQ('<p>a</p><img src="x.png" alt="attachmentId-174">', references, {
    blocks: [...picturesAndFiles, { type: 106, value: { price: 1 } }],
  });

  expect(body.markdown).toBe(
    "a\n\n![cat.png](luntan-file:1174)\n\n![chart.png](luntan-file:1603)\n\n[plan \\[v2\\].pdf](luntan-file:1175)",
  );
  expect(body.attachmentIds).toEqual([1174, 1603, 1175]);
  expect(body.losses).toEqual({});
});

test("several pictures of a block become one album", () => {
  const { markdown } = convertDiscuzQ("<t>a</t>", references, { blocks: picturesAndFiles.slice(0, 1) });
  expect(markdown).toBe("a\n\n![cat.png](luntan-file:1174)\n![chart.png](luntan-file:1603)");
});

test("a text names its blocks by key", () => {
  const { markdown } = convertDiscuzQ("<p>前 $1 后 $10 $5</p>", references, { blocks: picturesAndFiles });
  expect(markdown).toBe(
    "前\n\n[plan \\[v2\\].pdf](luntan-file:1175)\n\n后 $10 $5\n\n![cat.png](luntan-file:1174)\n![chart.png](luntan-file:1603)",
  );
});

test("audio, video and goods become links; what has no address is a loss", () => {
  const { markdown, losses } = convertDiscuzQ("听", references, {
    blocks: [
      { type: 102, value: { audioId: 1, mediaUrl: "https://v.example/a.mp3", fileName: "a.mp3" } },
      { type: 103, value: { videoId: 2 } },
      { type: 104, value: { title: "杯子", detailContent: "https://shop.example/1", price: "9.90" } },
      { type: 101, value: { imageIds: [9] } },
      { type: 999, value: null },
    ],
  });

  expect(markdown).toBe("听\n\n[a.mp3](https://v.example/a.mp3)\n\n[杯子](https://shop.example/1) ¥9.90");
  expect(losses).toEqual({ video: 1, attachment: 1, block: 1 });
});

test("a vote becomes a table with its results", () => {
  const { markdown } = convertDiscuzQ("投票", references, {
    blocks: [{ type: 109, value: { voteIds: [1] } }],
    votes: [
      {
        title: "去哪？",
        choices: [
          { text: "山|海", votes: 3 },
          { text: "家", votes: 0 },
        ],
      },
    ],
  });

  expect(markdown).toBe("投票\n\n**去哪？**\n\n|      |   |\n| ---- | - |\n| 山\\|海 | 3 |\n| 家    | 0 |");
  expect(readMarkdown(markdown).html()).toContain("<td>山|海</td>\n<td>3</td>");
});

test("what Markdown cannot express is counted", () => {
  const { markdown, losses } = convert(
    '<p style="text-align:center"><span style="color: red">a</span><u>b</u></p><video src="https://v.example/1.mp4"></video><p>x<sup>2</sup></p>',
  );

  expect(markdown).toBe(
    "ab\n\n[https://v.example/1.mp4](https://v.example/1.mp4)\n\nx2".replace("\n\n[", "\n\n["),
  );
  expect(losses).toEqual({ align: 1, color: 1, underline: 1, media: 1, sup: 1 });
});

test("a long text of an editor looks like it did", () => {
  const { markdown } = convert(
    "<h2>标题</h2><p>看<strong>“重点”</strong>后面，a_b_c &lt;i&gt;</p><ol><li><p>一</p></li><li><p>二</p></li></ol>",
  );
  expect(readMarkdown(markdown).html()).toBe(
    "<h2>标题</h2>\n<p>看<strong>“重点”</strong>后面，a_b_c &lt;i></p>\n<ol>\n<li>一</li>\n<li>二</li>\n</ol>",
  );
});
