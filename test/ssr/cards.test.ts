import { JSDOM } from "jsdom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, reply } from "../threads/content.ts";

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
  return { graph: Object.fromEntries(graph) as Record<string, string>, posting: JSON.parse(description) };
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
