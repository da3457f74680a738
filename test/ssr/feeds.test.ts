import { JSDOM } from "jsdom";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { escapeXml } from "../../server/ssr/feeds/feedXml.ts";
import { BEHIND_MAX_MS } from "../../server/ssr/pageCache.ts";
import { ENGINE, Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, reply } from "../threads/content.ts";

/** Programs that read news follow the site, a category, a topic, a member or a thread. */
let forum: Forum;
let ada: Person;
let bo: Person;
let categoryId: string;
beforeAll(async () => {
  forum = await Forum.open({ env: { PAGE_CACHE: "1" } });
  [ada, bo] = [await forum.member(), await forum.member()];
  categoryId = await forum.categoryId();
});
afterAll(() => forum.close());
// New rows may come some seconds late, by the monotonic clock.
beforeAll(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterAll(() => void vi.useRealTimers());
const later = () => vi.advanceTimersByTime(BEHIND_MAX_MS);

/** Reads a feed as a strict XML parser does; it throws on the first fault. */
async function feed(path: string): Promise<Document> {
  const { status, text, headers } = await forum.visitor().get(path);
  expect([path, status]).toEqual([path, 200]);
  expect(headers["content-type"]).toContain(
    path.endsWith("rss.xml") ? "application/rss+xml" : "application/atom+xml",
  );
  return new JSDOM(text, { contentType: "text/xml" }).window.document;
}
const textsOf = (document: Document, selector: string): (string | null)[] =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);

async function topicOf(name: string): Promise<number> {
  const [row] = await forum.rows<{ id: number }>(`SELECT x.id FROM topics x WHERE x.name = '${name}'`);
  return row!.id;
}

test("each kind of page has both formats, named in its head, with the newest first", async () => {
  const older = await publish(ada, { categoryId, title: "Older", body: "One #feeds#" });
  const newer = await publish(ada, { categoryId, title: "Newer", body: "Two #feeds#" });
  await reply(bo, newer.id, { body: "An **answer** with [a link](/thread/1)" });
  const topicId = await topicOf("feeds");

  for (const page of ["", `/category/${categoryId}`, `/topic/${topicId}`, `/user/${ada.id}`]) {
    const head = (await forum.visitor().get(page || "/")).text;
    for (const [format, item, address] of [
      ["rss", "item", "link"],
      ["atom", "entry", "id"],
    ] as const) {
      expect(head).toContain(`type="application/${format}+xml"`);
      expect(head).toContain(`${page}/${format}.xml"`);
      const document = await feed(`${page}/${format}.xml`);
      expect(textsOf(document, `${item} > title`).slice(0, 2)).toEqual(["Newer", "Older"]);
      expect(textsOf(document, `${item} > ${address}`)[1]).toMatch(
        new RegExp(`^https?://.*/thread/${older.id}$`),
      );
    }
  }
  const thread = await feed(`/thread/${newer.id}/atom.xml`);
  expect(textsOf(thread, "feed > title")[0]).toContain("Newer - ");
  expect(textsOf(thread, "entry > author > name")).toEqual([bo.nickname]);
  expect(textsOf(thread, "entry > content")[0]).toMatch(
    /<strong>answer<\/strong>.*href="https?:\/\/[^"]+\/thread\/1"/,
  );
});

test("whatever members write, the XML is whole", async () => {
  const title = `<b>&amp; "quotes' ]]> 😀 </title>`;
  const { id } = await publish(ada, {
    categoryId,
    title,
    body: "</description><script>alert(1)</script> &nbsp; 5 < 6",
  });
  await reply(bo, id, { body: "]]></content> <b>&" });

  later();
  const rss = await feed("/rss.xml");
  expect(textsOf(rss, "item > title")[0]).toMatch(/^<b>&amp; "quotes' \]\]>\s+😀 <\/title>$/);
  expect(rss.querySelector("script")).toBeNull();
  const ofIt = [...rss.querySelectorAll("item")].find((item) =>
    item.querySelector("link")!.textContent!.endsWith(`/thread/${id}`),
  );
  // What readers take for HTML shows the text as it was written.
  expect(ofIt!.querySelector("description")!.textContent).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  await feed(`/thread/${id}/rss.xml`);
  await feed(`/thread/${id}/atom.xml`);
  // Rows of other programs may hold what no member can write.
  expect(escapeXml("a\u000b\ud800b\uffff😀")).toBe("ab😀");
});

test("a feed shows what visitors may see, and no more", async () => {
  const hidden = await publish(ada, { categoryId, title: "Soon gone" });
  const anonymous = await publish(await forum.member("thread.allowAnonymous"), {
    categoryId,
    title: "Nameless",
    isAnonymous: true,
  });
  later();
  expect(textsOf(await feed("/rss.xml"), "item > title")).toContain("Soon gone");
  const nameless = [...(await feed("/rss.xml")).querySelectorAll("item")].find(
    (item) => item.querySelector("title")!.textContent === "Nameless",
  );
  expect(nameless!.getElementsByTagName("dc:creator")).toHaveLength(0);

  const admin = await forum.admin();
  await admin.graphql(`mutation ($id: ID!) { deleteThread(threadId: $id) { id } }`, { id: hidden.id });
  expect(textsOf(await feed("/rss.xml"), "item > title")).not.toContain("Soon gone");
  for (const path of [
    `/thread/${hidden.id}`,
    "/thread/999999",
    "/category/999999",
    "/user/999999",
    "/topic/999999",
  ])
    expect([path, (await forum.visitor().get(`${path}/rss.xml`)).status]).toEqual([path, 404]);
  expect((await forum.visitor().get(`/thread/${anonymous.id}/rss.xml`)).status).toBe(200);
});

test("a reader that has this edition is told so, until something has changed", async () => {
  const { id } = await publish(ada, { categoryId, title: "Followed" });
  await reply(bo, id, { body: "First" });
  const path = `/thread/${id}/rss.xml`;
  const { headers } = await forum.visitor().get(path);
  const etag = String(headers["etag"]);
  const modifiedAt = String(headers["last-modified"]);

  expect((await forum.visitor().get(path, { "if-none-match": etag })).status).toBe(304);
  expect((await forum.visitor().get(path, { "if-modified-since": modifiedAt })).status).toBe(304);
  expect((await forum.statementsOf(() => forum.visitor().get(path))).length).toBe(0);

  await reply(bo, id, { body: "Second" });
  const changed = await forum.visitor().get(path, { "if-none-match": etag, "if-modified-since": modifiedAt });
  expect(changed.status).toBe(200);
  expect(changed.text).toContain("Second");
});

test("a feed costs the same number of statements, however much it shows", async () => {
  const small = await Forum.open({ env: { PAGE_CACHE: "0" } });
  try {
    const authors = [await small.member(), await small.member(), await small.member()];
    const place = { categoryId: await small.categoryId() };
    const { id } = await publish(authors[0]!, { ...place, title: "Long", body: "#counted#" });
    await reply(authors[1]!, id);
    const [topic] = await small.rows<{ id: number }>("SELECT x.id FROM topics x WHERE x.name = 'counted'");
    const paths = [
      "",
      `/category/${place.categoryId}`,
      `/topic/${topic!.id}`,
      `/user/${authors[0]!.id}`,
      `/thread/${id}`,
    ];
    const costs = async (): Promise<number[]> => {
      const all: number[] = [];
      for (const path of paths)
        all.push(await small.countSettled(() => small.visitor().get(`${path}/rss.xml`)));
      return all;
    };
    const before = await costs();
    for (let index = 0; index < 9; index++) {
      const author = authors[index % 3]!;
      await publish(author, { ...place, title: `More ${index}`, body: "#counted#" });
      await reply(author, id, { body: `More ${index}` });
    }
    const jitter = ENGINE !== "sqlite" ? 2 : 0;
    for (const [index, cost] of (await costs()).entries()) {
      expect([paths[index], cost <= before[index]! + jitter]).toEqual([paths[index], true]);
      expect(cost).toBeLessThanOrEqual(8);
    }
  } finally {
    await small.close();
  }
});
