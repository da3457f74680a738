import { afterAll, beforeAll, expect, test } from "vitest";
import { ENGINE, Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, reply } from "../threads/content.ts";

/**
 * Parts of a page are read at the same time, and on a database behind a socket two of them may ask for the same people
 * before either has its answer. Twelve more rows would cost twelve statements more.
 */
const JITTER = ENGINE !== "sqlite" ? 2 : 0;

/** Each page is opened several times, by a visitor and by a member. */
const PAGES_TIMEOUT_MS = 60_000;

/** Statements of pages, whose number does not grow with what they show. */
let forum: Forum;
let people: readonly Person[];
let reader: Person;
beforeAll(async () => {
  forum = await Forum.open({ env: { PAGE_CACHE: "0" } });
  people = await Promise.all(Array.from({ length: 6 }, () => forum.member()));
  reader = await forum.member();
});
afterAll(() => forum.close());

/** Threads by different people, with topics and replies; one topic and one word are in all of them. */
async function write(count: number): Promise<void> {
  const categoryId = await forum.categoryId();
  for (let index = 0; index < count; index++) {
    const author = people[index % people.length]!;
    const body = `Canary number ${index} #shared# #topic ${Math.random().toString(36).slice(2, 8)}#`;
    const { id } = await publish(author, { categoryId, title: `Thread ${index}`, body });
    await reply(people[(index + 1) % people.length]!, id, { body: `Canary answers ${index}` });
    await author.graphql(`mutation ($id: ID!) { setThreadLiked(threadId: $id, liked: true) { id } }`, { id });
  }
  await forum.searchable();
}

function costOf(person: Person, path: string): Promise<number> {
  return forum.countSettled(async () => {
    const { status } = await person.get(path);
    expect([path, status]).toEqual([path, 200]);
  });
}

test(
  "every page of lists costs a fixed number of statements, for visitors and members",
  async () => {
    await write(6);
    const [topic] = await forum.rows<{ id: number }>("SELECT x.id FROM topics x WHERE x.name = 'shared'");
    const author = people[0]!.id;
    const paths = [
      "/",
      "/?tab=recommended",
      "/?sort=newest&type=text",
      `/category/${await forum.categoryId()}`,
      "/topic",
      `/topic/${topic!.id}`,
      "/search",
      "/search?keyword=canary",
      "/search?keyword=canary&kind=replies",
      "/search?keyword=topic&kind=topics",
      "/search?keyword=person&kind=members",
      `/user/${author}`,
      `/user/${author}?tab=replies`,
      `/user/${author}?tab=liked`,
      "/forum",
    ];
    const costs = async (): Promise<Record<string, number>> => {
      const found: Record<string, number> = {};
      for (const path of paths) {
        found[`visitor ${path}`] = await costOf(forum.visitor(), path);
        found[`member ${path}`] = await costOf(reader, path);
      }
      found["member /my"] = await costOf(people[0]!, "/my");
      return found;
    };

    const few = await costs();
    await write(12);

    const more = await costs();
    const grown = Object.entries(more).filter(([path, count]) => count > few[path]! + JITTER);
    expect(grown).toEqual([]);
    expect(Math.max(...Object.values(few))).toBeLessThanOrEqual(24);
  },
  PAGES_TIMEOUT_MS,
);
