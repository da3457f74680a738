import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { rule } from "../spam/rules.ts";
import { publish, type Seen } from "../threads/content.ts";
import { Outside } from "./outside.ts";
import { storePage } from "./stored.ts";

/** Sites of the owner's list are asked for the facts of their pages, and for the frame of a video. */
const THREAD = `query ($id: ID!) { thread(id: $id) { shown: bodyHtml(previews: true)
  linkPreviews { title description siteName imageUrl embed { kind url width height } } } }`;
const PLAYER = "https://play.tube.example/embed/7?start=3";
const VIDEO = {
  type: "video",
  version: "1.0",
  title: "A kite\nrises",
  author_name: "Ada",
  provider_name: "Tube",
  width: 480,
  height: "270",
  html: `<script src="https://tube.example/all.js"></script><iframe src="${PLAYER.replace("&", "&amp;")}" onload="steal()"></iframe><p>Words</p>`,
};

let forum: Forum;
let tube: Outside;
let admin: Person;
let ada: Person;
let categoryId: string;
beforeAll(async () => {
  forum = await Forum.open();
  tube = await Outside.open();
  [admin, ada] = [await forum.admin(), await forum.member()];
  categoryId = await forum.categoryId();
});
afterAll(async () => {
  await forum?.close();
  await tube?.close();
});
beforeEach(async () => {
  tube.calls.length = 0;
  const providers = `Tube | http://${tube.host}/watch* http://${tube.host}/*/clips/* | http://${tube.host}/oembed`;
  await rule(admin, {
    link_previews: "1",
    link_preview_providers: providers,
    link_preview_players: "https://play.tube.example https://*.frames.example",
  });
});

const endpoint = (url: string): string => {
  const query = new URLSearchParams({ url, format: "json", maxwidth: "640" });
  return `/oembed?${query.toString()}`;
};
/** Lets the site answer for a page. @returns the address of the page */
function answering(path: string, answer: unknown, type = "application/json; charset=utf-8"): string {
  const url = tube.url(path);
  const body = typeof answer === "string" ? answer : JSON.stringify(answer);
  tube.answer(endpoint(url), (response) => response.writeHead(200, { "content-type": type }).end(body));
  return url;
}
async function cardsOf(...urls: readonly string[]): Promise<{ cards: Seen[]; shown: string; id: string }> {
  const { id } = await publish(ada, { categoryId, body: urls.join("\n\n") });
  await forum.delivered();
  for (const _ of urls) await forum.app.clock.runAll(["fetchLinkPreviews"]);
  return { id, ...(await seen(id)) };
}
async function seen(id: string): Promise<{ cards: Seen[]; shown: string }> {
  const { linkPreviews, shown } = (await ada.graphql(THREAD, { id })).thread;
  return { cards: linkPreviews, shown };
}

test("a video gets title, author, site, picture and player from its site, whose page nobody reads", async () => {
  const drawn = await sharp({ create: { width: 320, height: 180, channels: 3, background: "#357" } })
    .png()
    .toBuffer();
  const url = answering("/watch?v=1", { ...VIDEO, thumbnail_url: tube.picture("/still.png", drawn) });

  const { cards, shown } = await cardsOf(url);

  expect(cards).toMatchObject([
    {
      title: "A kite rises",
      description: "Ada",
      siteName: "Tube",
      embed: { kind: "OTHER", url: PLAYER, width: 480, height: 270 },
    },
  ]);
  expect(cards[0]!.imageUrl).toMatch(/^\/files\//);
  expect(shown).toContain(`data-player="${PLAYER}"`);
  expect(shown).not.toMatch(/<script|<iframe|steal|all\.js/);
  expect(tube.calls).toEqual([endpoint(url), "/still.png"]);
});

test.each([
  ["of a host that the owner does not list", `<iframe src="https://evil.example/embed"></iframe>`],
  ["of a host whose name only ends like it", `<iframe src="https://badframes.example/embed"></iframe>`],
  ["over http", `<iframe src="http://play.tube.example/embed"></iframe>`],
  ["with a name and a password", `<iframe src="https://me:you@play.tube.example/embed"></iframe>`],
  ["on another port", `<iframe src="https://play.tube.example:8443/embed"></iframe>`],
  ["of script", `<iframe src="javascript:alert(1)"></iframe>`],
  ["within a document of its own", `<iframe srcdoc="<script>steal()</script>"></iframe>`],
  ["beside another one", `<iframe src="${PLAYER}"></iframe><iframe src="${PLAYER}"></iframe>`],
  ["that is longer than an address", `<iframe src="${PLAYER}&x=${"x".repeat(1_000)}"></iframe>`],
  ["that is none", `<script src="https://play.tube.example/all.js"></script>`],
])("a frame %s leaves a card without a player", async (about, html) => {
  const url = answering(`/watch?v=${encodeURIComponent(about)}`, { ...VIDEO, html });
  expect((await cardsOf(url)).cards).toMatchObject([{ title: "A kite rises", embed: null }]);
});

test("a frame below a listed name plays, until the owner takes the name away; proportions that are none are the usual ones", async () => {
  const html = `<iframe src="https://a.frames.example/1"></iframe>`;
  const url = answering("/watch?v=rich", { ...VIDEO, type: "rich", html, width: "100%", height: null });
  const { cards, id } = await cardsOf(url);
  expect(cards[0]!.embed).toEqual({
    kind: "OTHER",
    url: "https://a.frames.example/1",
    width: 640,
    height: 360,
  });
  const { headers } = await forum.visitor().get(`/thread/${id}`);
  expect(String(headers["content-security-policy"])).toContain(
    "frame-src 'self' https://play.tube.example https://*.frames.example",
  );
  await rule(admin, { link_preview_players: "https://play.tube.example" });
  expect((await seen(id)).cards[0]!.embed).toBeNull();
});

test("photos and links have no player, whatever their answer holds", async () => {
  const urls = ["photo", "link"].map((type) => answering(`/watch?v=${type}`, { ...VIDEO, type }));
  expect((await cardsOf(...urls)).cards.map(({ embed }) => embed)).toEqual([null, null]);
});

test.each([
  ["no JSON", "{", undefined],
  ["another type", JSON.stringify(VIDEO), "text/html"],
  ["no title", { ...VIDEO, title: "" }, undefined],
  ["no object", "[1]", undefined],
  ["more than 64 kilobytes", { ...VIDEO, junk: "x".repeat(70_000) }, undefined],
])("an answer with %s is passed over, and the page itself is read", async (about, answer, type) => {
  const path = `/a/clips/${encodeURIComponent(about)}`;
  answering(path, answer, type);
  const { cards } = await cardsOf(tube.page(path, `<title>The page</title>`));
  expect(cards).toMatchObject([{ title: "The page", embed: null }]);
});

test("pages that no pattern fits are read themselves, and known sites keep the players that set no cookies", async () => {
  const { cards } = await cardsOf(tube.page("/about", "<title>About</title>"));
  expect(cards[0]!.title).toBe("About");
  expect(tube.calls).toEqual(["/about"]);

  await rule(admin, { link_preview_players: "https://www.youtube-nocookie.com https://www.youtube.com" });
  const url = "https://youtu.be/dQw4w9WgXcQ";
  await storePage(forum, url, { playerUrl: "https://www.youtube.com/embed/dQw4w9WgXcQ" });
  expect((await cardsOf(url)).cards[0]!.embed.url).toBe(
    "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1",
  );
});

test("a line of the list that is none is refused with its words, and the list may be empty", async () => {
  for (const line of [
    "Tube",
    "Tube | https://tube.example/* | javascript:alert(1)",
    "Tube | https://*/* | https://tube.example/oembed",
    "Tube | https://tube.example | https://tube.example/oembed",
    " | https://tube.example/* | https://tube.example/oembed",
  ])
    await expect(rule(admin, { link_preview_providers: line })).rejects.toMatchObject({
      code: "INVALID_PARAMETER",
    });
  await rule(admin, { link_preview_providers: "" });
  const url = answering("/watch?v=off", VIDEO);
  tube.page("/watch?v=off", "<title>Off</title>");
  expect((await cardsOf(url)).cards[0]!.title).toBe("Off");
});
