import { JSDOM } from "jsdom";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drawCard } from "../../server/ssr/cards/drawCard.ts";
import { canDraw } from "../../server/ssr/cards/fonts.ts";
import { plain } from "../attachments/material.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { act, publish, reply, see } from "../threads/content.ts";

/** Head of a thread, as search engines and the cards of other sites read it. */
let forum: Forum;
beforeAll(async () => void (forum = await Forum.open()));
afterAll(() => forum.close());

async function headOf(id: string) {
  const { text } = await forum.visitor().get(`/thread/${id}`);
  const { document } = new JSDOM(text, { contentType: "text/html" }).window;
  const tags = [...document.head.querySelectorAll("meta[property^='og:']")];
  const graph = tags.map((tag) => [tag.getAttribute("property"), tag.getAttribute("content")]);
  const description = document.head.querySelector("script[type='application/ld+json']")!.textContent!;
  const twitter = document.head.querySelector("meta[name='twitter:card']")?.getAttribute("content");
  return {
    twitter,
    graph: Object.fromEntries(graph) as Record<string, string>,
    posting: JSON.parse(description),
  };
}

test("a thread says its title, text and address to other sites, and what it is to search engines", async () => {
  const ada = await forum.member();
  const input = { categoryId: await forum.categoryId(), title: "窗边的<薄荷>", body: "长得太快了。" };
  const { id } = await publish(ada, input);
  await reply(await forum.member(), id);

  const { graph, posting } = await headOf(id);

  expect(graph).toMatchObject({
    "og:title": "窗边的<薄荷>",
    "og:description": "长得太快了。",
    "og:type": "article",
    "og:url": expect.stringMatching(new RegExp(`^http.*/thread/${id}$`)),
  });
  expect(posting).toMatchObject({
    "@type": "DiscussionForumPosting",
    url: graph["og:url"],
    headline: "窗边的<薄荷>",
    text: "长得太快了。",
    author: { "@type": "Person", name: ada.nickname },
    commentCount: 1,
  });
});

test("an anonymous author has no name and no address there, and a price keeps its text", async () => {
  const bo = await forum.member();
  const categoryId = await forum.categoryId();
  const nameless = await publish(bo, { categoryId, title: "匿名", body: "不说是谁。", isAnonymous: true });
  const paid = await publish(bo, { categoryId, title: "付费", body: "只给买的人看。", priceCents: 100 });

  const { posting } = await headOf(nameless.id);
  expect(posting.author).toEqual({ "@type": "Person", name: "Anonymous" });
  const pageFor = async (person: Person) => (await person.get(`/thread/${paid.id}`)).text;
  expect(await pageFor(bo)).toContain("只给买的人看");
  expect(await pageFor(forum.visitor())).not.toContain("只给买的人看");
});

describe("the picture beside a link to a thread", () => {
  const pictureOf = (id: string, person = forum.visitor()) => person.get(`/thread/${id}.png`);

  test("a thread without pictures has a drawn one, which follows its title", async () => {
    const ada = await forum.member("thread.editOwnThread");
    const { id } = await publish(ada, { categoryId: await forum.categoryId(), title: "Mint by the window" });
    const { graph, twitter } = await headOf(id);
    expect(graph).toMatchObject({
      "og:image": `${forum.url}/thread/${id}.png`,
      "og:image:width": "1200",
      "og:image:height": "630",
    });
    expect(twitter).toBe("summary_large_image");

    const { status, headers, bytes } = await pictureOf(id);
    expect([status, headers["content-type"]]).toEqual([200, "image/png"]);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "png", width: 1_200, height: 630 });
    const known = { "if-none-match": String(headers["etag"]) };
    expect(await forum.visitor().get(`/thread/${id}.png`, known)).toMatchObject({ status: 304, text: "" });

    const input = { threadId: id, title: "Mint in the kitchen" };
    await ada.graphql(`mutation ($input: EditThreadInput!) { editThread(input: $input) { id } }`, { input });
    expect(await forum.visitor().get(`/thread/${id}.png`, known)).toMatchObject({ status: 200 });
  });

  test("a thread with a picture shows that one", async () => {
    const ada = await forum.member();
    const { id: pictureId, url } = await ada.upload("mint.png", await plain(400, 300).png().toBuffer());
    const input = { categoryId: await forum.categoryId(), attachmentIds: [pictureId] };
    const { id } = await publish(ada, input);
    const { graph } = await headOf(id);
    expect(graph["og:image"]).toBe(new URL(url, forum.url).href);
    expect(graph["og:image:width"]).toBeUndefined();
  });

  test("it gives no anonymous author away", async () => {
    const [ada, bo] = [await forum.member(), await forum.member()];
    const input = { categoryId: await forum.categoryId(), title: "A secret", isAnonymous: true };
    const [hers, his] = [await publish(ada, input), await publish(bo, input)];
    const [one, other] = [await pictureOf(hers.id), await pictureOf(his.id)];
    expect(one.status).toBe(200);
    expect(one.bytes.equals(other.bytes)).toBe(true);
  });

  test("what visitors may not read has none, whoever asks", async () => {
    const admin = await forum.admin();
    const { id } = await publish(await forum.member(), { categoryId: await forum.categoryId() });
    await act(admin, "deleteThread", { threadId: id });
    expect((await see(admin, id)).isDeleted).toBe(true);
    expect(await pictureOf(id)).toMatchObject({ status: 404 });
    expect(await pictureOf(id, admin)).toMatchObject({ status: 404 });
    for (const path of ["/thread/999999.png", "/thread/0.png", "/thread/1e3.png"])
      expect(await forum.visitor().get(path)).toMatchObject({ status: 404 });
  });

  test("letters that the machine has no font for are not drawn as boxes", async () => {
    expect(await canDraw("สวัสดี")).toBe(false);
    const facts = { site: "1", category: "2", author: null, accent: "#3d50d6" };
    const [unknown, empty] = [
      await drawCard({ ...facts, title: "สวัสดี" }),
      await drawCard({ ...facts, title: "" }),
    ];
    expect(unknown.equals(empty)).toBe(true);
  });
});
