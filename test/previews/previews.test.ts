import { existsSync } from "node:fs";
import { join } from "node:path";
import iconv from "iconv-lite";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { linkPreviewJobs } from "../../server/features/previews/linkPreview.jobs.ts";
import { Clock } from "../../server/jobs/clock.ts";
import { run } from "../../server/core/sql.ts";
import { publish, reply, type Seen } from "../threads/content.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { rule } from "../spam/rules.ts";
import { Outside } from "./outside.ts";
import { storePage } from "./stored.ts";

/** Links that are a paragraph of their own become cards, once the forum has read the pages behind them. */
const CARD = `url title description siteName imageUrl imageWidth imageHeight`;
const THREAD = `query ($id: ID!) { thread(id: $id) {
  linkPreviews { ${CARD} } bodyHtml shown: bodyHtml(previews: true) excerpt
  posts(first: 50) { nodes { id linkPreviews { title } bodyHtml(previews: true) } } } }`;
const EDIT = `mutation ($input: EditThreadInput!) { editThread(input: $input) { id } }`;
const EDIT_POST = `mutation ($input: EditPostInput!) { editPost(input: $input) { id } }`;
const DELETE = `mutation ($id: ID!) { deleteThread(threadId: $id) { id } }`;
const DAY_MS = 86_400_000;

let forum: Forum;
let outside: Outside;
let admin: Person;
let ada: Person;
let ben: Person;
let categoryId: string;
beforeAll(async () => {
  forum = await Forum.open();
  outside = await Outside.open();
  [admin, ada, ben] = [await forum.admin(), await forum.member("thread.editOwnThread"), await forum.member()];
  categoryId = await forum.categoryId();
  await rule(admin, { link_previews: "1" });
});
afterAll(async () => {
  await forum?.close();
  await outside?.close();
});
beforeEach(() => void (outside.calls.length = 0));

const write = async (body: string, input: object = {}): Promise<string> =>
  (await publish(ada, { categoryId, body, ...input })).id;
/** Delivers what was written, and reads the pages that are due. */
const read = async (): Promise<void> => {
  await forum.delivered();
  await forum.app.clock.runAll(["fetchLinkPreviews"]);
};
const see = async (id: string, person: Person = ben): Promise<Seen> =>
  (await person.graphql(THREAD, { id })).thread;
const cardsOf = async (id: string, person: Person = ben): Promise<Seen[]> =>
  (await see(id, person)).linkPreviews;
const titlesOf = async (id: string): Promise<string[]> => (await cardsOf(id)).map(({ title }) => title);
const stateOf = async (url: string): Promise<Seen> =>
  (await forum.rows("SELECT p.* FROM link_previews p WHERE p.url = ?", [url]))[0];
/** Lets time pass for a page. */
const pass = (url: string, column: "nextAttemptAt" | "expiresAt" | "usedAt", ms: number): Promise<unknown> =>
  forum.write((ctx) =>
    run(ctx, `UPDATE link_previews SET ${column} = ? WHERE url = ?`, [new Date(Date.now() - ms), url]),
  );
const drawn = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: "#357" } })
    .png()
    .toBuffer();

test("a link becomes a card with title, description, site and a picture that the forum keeps", async () => {
  outside.picture("/cover.png", await drawn(1200, 630));
  const url = outside.page(
    "/news",
    `<title>Fallback</title><meta property="og:title" content="A &amp; B"><meta property="og:image" content="/cover.png">
     <meta property="og:description" content="All of  it"><meta property="og:site_name" content="The News">`,
  );
  const id = await write(`Look:\n\n${url}#part\n\nGood.`);
  expect(await cardsOf(id)).toEqual([]);
  await read();

  const { linkPreviews, bodyHtml, shown } = await see(id);
  const imageUrl = expect.stringMatching(/^\/files\/previews\/[\da-f]{2}\/[\da-f]{2}\/[\da-f]{32}\.webp$/);
  const facts = { title: "A & B", description: "All of it", siteName: "The News" };
  expect(linkPreviews).toEqual([
    { url: `${url}#part`, ...facts, imageUrl, imageWidth: 640, imageHeight: 336 },
  ]);
  expect(bodyHtml).not.toContain("link-card");
  expect(shown).toContain(`<p class="link-card"><a href="${url}#part" target="_blank" rel="nofollow ugc`);
  expect(shown).toContain(`The News · ${outside.host}</span><strong class="link-title">A &amp; B</strong>`);
  const picture = await forum.visitor().get(linkPreviews[0].imageUrl);
  expect([picture.status, picture.headers["content-type"]]).toEqual([200, "image/webp"]);
  expect([...outside.agents][0]).toMatch(/^Luntan\/\S+ \(link preview; \+http/);
});

test("pages in GB 18030 and Big5 are read, whether they say so or not", async () => {
  const page = (path: string, charset: string, declared: string, type: string): string => {
    const html = `<html><head>${declared}<title>中文論壇</title></head></html>`;
    return outside.page(path, iconv.encode(html, charset), { "content-type": type });
  };
  const urls = [
    page("/gb", "gb18030", `<meta charset="gb2312">`, "text/html"),
    page("/big5", "big5", "", "text/html; charset=Big5"),
    page("/silent", "gb18030", "", "text/html"),
  ];
  const id = await write(urls.join("\n\n"));
  await read();
  expect(await titlesOf(id)).toEqual(["中文論壇", "中文論壇", "中文論壇"]);
});

test("a page without a title, one that is gone and one that is no page stay links, and are not asked again", async () => {
  const urls = [
    outside.page("/bare", `<meta name="viewport" content="width=1">`),
    outside.url("/gone"),
    outside.page("/file", "<title>Lies</title>", { "content-type": "application/pdf" }),
  ];
  const id = await write(urls.join("\n\n"));
  await read();
  await read();
  expect(await cardsOf(id)).toEqual([]);
  expect(outside.calls.sort()).toEqual(["/bare", "/file", "/gone"]);
  for (const url of urls) expect((await stateOf(url)).state).toBe("NONE");
});

test("of an endless page only the head is read, and of a head without end no more than half a megabyte", async () => {
  let sent = 0;
  const endless = (path: string, head: string): string =>
    outside.answer(path, (response) => {
      response.writeHead(200, { "content-type": "text/html" });
      response.write(`<head>${head}`);
      const pump = (): void => {
        if (response.destroyed) return;
        sent += 65_536;
        response.write(" ".repeat(65_536), pump);
      };
      pump();
    });
  const ended = endless("/endless", "<title>Endless</title></head>");
  const open = endless("/open", "<title>Open</title>");
  const id = await write(`${ended}\n\n${open}`);
  await read();
  expect(await titlesOf(id)).toEqual(["Endless", "Open"]);
  expect(sent).toBeLessThan(64_000_000);
});

test("a page that is slow or broken is asked again after growing pauses, and then given up for days", async () => {
  let isWell = false;
  const url = outside.answer("/weak", (response) => {
    response.writeHead(isWell ? 200 : 503, { "content-type": "text/html" }).end("<title>Well again</title>");
  });
  const id = await write(url);
  await read();
  await read();
  expect(outside.callsOf("/weak")).toBe(1);
  for (const calls of [2, 3]) {
    await pass(url, "nextAttemptAt", 1_000);
    await read();
    expect(outside.callsOf("/weak")).toBe(calls);
  }
  isWell = true;
  await pass(url, "nextAttemptAt", 1_000);
  await read();
  expect(await titlesOf(id)).toEqual(["Well again"]);

  const dead = outside.answer("/dead", (response) => void response.socket!.destroy());
  await write(dead);
  for (let attempt = 0; attempt < 5; attempt++) {
    await read();
    await pass(dead, "nextAttemptAt", 1_000).catch(() => undefined);
    if ((await stateOf(dead)).state === "NONE") break;
  }
  expect(outside.callsOf("/dead")).toBe(4);
});

test(
  "a page that never answers holds up no others and none of the members",
  { timeout: 20_000 },
  async () => {
    const slow = outside.answer("/never", () => undefined);
    await write(slow);
    await read();
    const { state, nextAttemptAt } = await stateOf(slow);
    expect([state, nextAttemptAt !== null]).toEqual(["PENDING", true]);
  },
);

test("redirects are followed three times, and never into the inner net", async () => {
  outside.page("/end", "<title>The end</title>");
  const hop = (path: string, location: string): string =>
    outside.answer(path, (response) => response.writeHead(302, { location }).end());
  hop("/1", "/end");
  hop("/2", "/1");
  const three = hop("/3", "/2");
  const four = hop("/4", "/3");
  const strange = hop("/strange", "file:///etc/passwd");
  const id = await write([three, four, strange].join("\n\n"));
  await read();
  expect(await titlesOf(id)).toEqual(["The end"]);

  Object.assign(forum.app.services, { mayCallInner: false });
  try {
    outside.calls.length = 0;
    const inner = [outside.url("/inner"), "http://127.0.0.1/", "https://169.254.169.254/latest"];
    const other = await write(inner.join("\n\n"));
    await read();
    expect(outside.calls).toEqual([]);
    expect(await cardsOf(other)).toEqual([]);
    for (const url of inner) expect((await stateOf(url)).state).toBe("NONE");
  } finally {
    Object.assign(forum.app.services, { mayCallInner: true });
  }
});

test("a picture that is a bomb, a lie, tiny or missing leaves a card without one", async () => {
  const bomb = await sharp({
    create: { width: 12_000, height: 12_000, channels: 3, background: "#000" },
    limitInputPixels: false,
  })
    .png()
    .toBuffer();
  outside.picture("/bomb.png", bomb);
  outside.picture("/lie.png", Buffer.from("<html>no picture"));
  outside.picture("/tiny.png", await drawn(1, 1));
  outside.picture("/drawing.svg", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "image/svg+xml");
  const names = ["bomb.png", "lie.png", "tiny.png", "drawing.svg", "missing.png"];
  const urls = names.map((name) =>
    outside.page(`/with-${name}`, `<title>${name}</title><meta property="og:image" content="/${name}">`),
  );
  const id = await write(urls.join("\n\n"));
  await read();
  expect((await cardsOf(id)).map(({ title, imageUrl }) => [title, imageUrl])).toEqual(
    names.map((name) => [name, null]),
  );
});

test("titles are text, cut by characters and without signs that turn the writing", async () => {
  const hostile = outside.page(
    "/hostile",
    `<title>&lt;script&gt;alert(1)&lt;/script&gt;</title><meta name="description" content='"><img src=x onerror=alert(1)>'>
     <meta property="og:site_name" content="\u202Eevil\u0007">`,
  );
  const long = outside.page("/long", `<title>${"😀".repeat(300)}</title>`);
  const quiet = outside.page(
    "/quiet",
    `<meta name="robots" content="nosnippet, noimageindex"><title>Quiet</title>
     <meta name="description" content="Secret"><meta property="og:image" content="/cover.png">`,
  );
  const id = await write([hostile, long, quiet].join("\n\n"));
  await read();
  const { linkPreviews, shown } = await see(id);
  expect(shown).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(shown).not.toMatch(/<script|<img src=x/);
  expect(linkPreviews[0].siteName).toBe("evil");
  expect([...linkPreviews[1].title]).toHaveLength(200);
  expect(linkPreviews[2]).toMatchObject({ title: "Quiet", description: "", imageUrl: null });
});

test("only a bare address that is a paragraph of its own becomes a card, at most five in a text", async () => {
  const url = outside.page("/one", "<title>One</title>");
  const quoted = `> ${url}\n\n- ${url}\n\nSee ${url}\n\n[words](${url})\n\n\`${url}\`\n\n${forum.url}/thread/1`;
  const links = await write(quoted);
  const many = await write(
    Array.from({ length: 6 }, (_, index) => outside.page(`/n${index}`, `<title>${index}</title>`)).join(
      "\n\n",
    ),
  );
  await read();
  expect((await see(links)).shown).toBe((await see(links)).bodyHtml);
  expect(await titlesOf(many)).toEqual(["0", "1", "2", "3", "4"]);
  expect(outside.callsOf("/one") + outside.callsOf("/n5")).toBe(0);
});

test("replies have cards and comments on them have links; fifty texts with one link call it once", async () => {
  const url = outside.page("/popular", "<title>Popular</title>");
  const id = await write("Which one?");
  const first = await reply(ben, id, { body: url });
  await reply(ada, id, { body: url, replyToPostId: first.id });
  for (let count = 1; count < 50; count++) await reply(ben, id, { body: `${count}\n\n${url}` });
  await forum.delivered();
  // As in several processes on one database.
  const clocks = [1, 2, 3].map(
    () => new Clock(linkPreviewJobs, () => forum.app.context(), forum.app.services.log),
  );
  await Promise.all(clocks.map((clock) => clock.runAll(["fetchLinkPreviews"])));
  expect(outside.callsOf("/popular")).toBe(1);
  const { posts } = await see(id);
  expect(posts.nodes).toHaveLength(50);
  for (const post of posts.nodes) expect(post.linkPreviews).toEqual([{ title: "Popular" }]);
  const comments = `query ($id: ID!) { post(id: $id) { firstComments { linkPreviews { title } bodyHtml(previews: true) } } }`;
  const [comment] = (await ben.graphql(comments, { id: first.id })).post.firstComments;
  expect(comment.linkPreviews).toEqual([]);
  expect(comment.bodyHtml).not.toContain("link-card");
});

test("a page costs no statement more without links, and at most two more with however many", async () => {
  const counted = async (bodies: readonly string[]): Promise<number> => {
    const id = await write(bodies[0]!);
    for (const body of bodies) await reply(ben, id, { body });
    await read();
    const plain = THREAD.replace(/linkPreviews \{[^}]*\}/g, "").replaceAll("(previews: true)", "");
    const withCards = await forum.countSettled(() => ben.graphql(THREAD, { id }));
    return withCards - (await forum.countSettled(() => ben.graphql(plain, { id })));
  };
  const url = (name: string): string => outside.page(`/s${name}`, `<title>${name}</title>`);
  expect(await counted(["No link", "None https://example.org/ here"])).toBe(0);
  // One for the thread, and one for all its replies.
  for (const names of [
    ["a", "b"],
    ["c", "d", "e", "f", "g", "h", "i", "j", "k"],
  ])
    expect(await counted(names.map(url))).toBeLessThanOrEqual(2);
});

test("an edit brings the card of the new link; a page that is old is read again when somebody writes it again", async () => {
  let title = "Before";
  const old = outside.answer("/renewed", (response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(`<title>${title}</title>`);
  });
  const other = outside.page("/other", "<title>Other</title>");
  const id = await write(old);
  await read();
  await ada.graphql(EDIT, { input: { threadId: id, body: other } });
  await read();
  expect(await titlesOf(id)).toEqual(["Other"]);

  title = "After";
  const next = await write(old);
  await read();
  expect(await titlesOf(next)).toEqual(["Before"]);
  await pass(old, "expiresAt", 1_000);
  const editor = await forum.member("thread.editOwnThread");
  const post = await reply(editor, next, { body: "Soon" });
  await editor.graphql(EDIT_POST, { input: { postId: post.id, body: old } });
  expect(await titlesOf(next)).toEqual(["Before"]);
  await read();
  expect(await titlesOf(next)).toEqual(["After"]);
});

test("a card is for readers of its text: not before approval, not in what has to be paid, not once it is deleted", async () => {
  const url = outside.page("/private", "<title>Private</title>");
  const paid = await publish(admin, {
    categoryId,
    body: `Free\n\n${url}`,
    priceCents: 100,
    freePercent: 0,
  });
  await read();
  expect(await cardsOf(paid.id)).toEqual([]);
  expect(await cardsOf(paid.id, admin)).toMatchObject([{ title: "Private" }]);

  await rule(admin, { first_texts_held: "1" });
  const waiting = outside.page("/waiting", "<title>Waiting</title>");
  const held = await publish(await forum.member(), { categoryId, body: waiting });
  await rule(admin, { first_texts_held: "0" });
  await read();
  expect(outside.callsOf("/waiting")).toBe(0);
  await admin.graphql(`mutation ($id: ID!) { setThreadApproval(threadId: $id, approval: APPROVED) { id } }`, {
    id: held.id,
  });
  await read();
  expect(await titlesOf(held.id)).toEqual(["Waiting"]);

  await admin.graphql(DELETE, { id: held.id });
  await expect(see(held.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const post = await reply(ben, await write("Hello"), { body: waiting });
  await read();
  await ben.graphql(`mutation ($id: ID!) { deletePost(postId: $id) { id } }`, { id: post.id });
  expect((await see(post.threadId, ada)).posts.nodes).toMatchObject([{ linkPreviews: [], bodyHtml: "" }]);
});

test("the owner switches previews off, or keeps the forum away from a site", async () => {
  const url = outside.page("/switched", "<title>Switched</title>");
  const id = await write(url);
  await read();
  await rule(admin, { link_previews: "0" });
  const unread = await write(outside.page("/unread", "<title>Unread</title>"));
  await read();
  expect(await cardsOf(id)).toEqual([]);
  expect(outside.callsOf("/unread")).toBe(0);
  await rule(admin, { link_previews: "1", link_preview_blocked: "https://example.org *.example.net" });
  expect(await titlesOf(id)).toEqual(["Switched"]);
  const blocked = ["https://example.org/", "https://www.example.org/a", "https://a.example.net/"];
  await write(blocked.join("\n\n"));
  await read();
  for (const address of blocked) expect(await stateOf(address)).toBeUndefined();
  await rule(admin, { link_preview_blocked: "" });
  expect(await cardsOf(unread)).toEqual([]);
});

test("a preview that no text has used for a year goes with its picture", async () => {
  outside.picture("/old.png", await drawn(300, 300));
  const url = outside.page("/old", `<title>Old</title><meta property="og:image" content="/old.png">`);
  const id = await write(url);
  await read();
  const clean = (): Promise<void> => forum.app.clock.runAll(["removeUnusedPreviews"]);
  const file = join(forum.app.services.filesDir, (await stateOf(url)).imagePath);
  await pass(url, "usedAt", 400 * DAY_MS);
  await clean();
  expect(existsSync(file)).toBe(true);
  await ada.graphql(EDIT, { input: { threadId: id, body: "No more" } });
  await forum.delivered();
  await clean();
  expect(existsSync(file)).toBe(true);
  await pass(url, "usedAt", 400 * DAY_MS);
  await clean();
  expect([existsSync(file), await stateOf(url)]).toEqual([false, undefined]);
});

test("videos of known sites get a player where the owner allows it, and pages may frame those hosts only", async () => {
  const pages = {
    "https://www.bilibili.com/video/BV1xx411c7mD?p=2":
      "https://player.bilibili.com/player.html?bvid=BV1xx411c7mD&p=2&autoplay=1",
    "https://v.qq.com/x/cover/mzc00200abcdefg/a0012abcdef.html":
      "https://v.qq.com/txp/iframe/player.html?vid=a0012abcdef&autoplay=true",
    "https://vimeo.com/123456": "https://player.vimeo.com/video/123456?dnt=1&autoplay=1",
    "https://youtu.be/dQw4w9WgXcQ": "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1",
    "https://www.youtube.com/watch?v=%22%3E%3Cscript": undefined,
  };
  for (const url of Object.keys(pages)) await storePage(forum, url);
  const id = await write(Object.keys(pages).join("\n\n"));
  const query = `query ($id: ID!) { thread(id: $id) { linkPreviews { embed { kind url width height } } } }`;
  const players = async (): Promise<(string | undefined)[]> =>
    (await ben.graphql(query, { id })).thread.linkPreviews.map((each: Seen) => each.embed?.url);
  const framed = async (): Promise<string | undefined> => {
    const { headers } = await forum.visitor().get(`/thread/${id}`);
    return /frame-src [^;]*/.exec(String(headers["content-security-policy"]))?.[0];
  };
  expect(await players()).toEqual(Object.values(pages));
  expect((await see(id)).shown).toContain(
    `data-player="https://player.bilibili.com/player.html?bvid=BV1xx411c7mD&amp;p=2&amp;autoplay=1"`,
  );
  expect(await framed()).toBe(
    "frame-src 'self' https://player.bilibili.com https://v.qq.com https://player.vimeo.com https://www.youtube-nocookie.com",
  );
  await rule(admin, { link_preview_players: "https://player.vimeo.com https://other.example.org" });
  expect((await players()).map(Boolean)).toEqual([false, false, true, false, false]);
  expect(await framed()).toBe("frame-src 'self' https://player.vimeo.com https://other.example.org");
  await rule(admin, { link_preview_players: "" });
  expect(await framed()).toBeUndefined();
});
