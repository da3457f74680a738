import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { english } from "../../server/cli/demo/english.ts";
import { hobbies } from "../../server/cli/demo/hobbies.ts";
import { life } from "../../server/cli/demo/life.ts";
import { Random } from "../../server/cli/demo/random.ts";
import { technology } from "../../server/cli/demo/technology.ts";
import { Writer } from "../bench/texts.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, reply } from "../threads/content.ts";

/** The weight of a page that shows a thread and twenty replies: texts stand in it once (docs/decisions/0235). */
const RAW_MAX_BYTES = 60_000;
const GZIP_MAX_BYTES = 14_000;
const REPLIES = 20;
/** Mean length of the benchmark's replies, in characters. */
const LENGTH = 400;

let forum: Forum;
let authors: Person[];
beforeAll(async () => {
  forum = await Forum.open();
  authors = await Promise.all(Array.from({ length: REPLIES }, () => forum.member()));
});
afterAll(() => forum.close());

async function discussion(bodies: readonly string[]): Promise<string> {
  const { id } = await publish(authors[0]!, { categoryId: await forum.categoryId(), body: bodies[0] });
  for (const [index, body] of bodies.slice(1).entries()) await reply(authors[index]!, id, { body });
  return id as string;
}

async function pageOf(person: Person, address: string): Promise<string> {
  const answer = await person.get(address);
  expect(answer.status).toBe(200);
  return answer.text;
}

/** Texts as people write them: the texts of the demo's threads, each with what is answered. */
const written = [technology, hobbies, life, english]
  .flatMap(({ boards }) => boards.flatMap(({ topics }) => topics))
  .map(({ body, replies = [] }) => [body, ...replies].join("\n\n"))
  .slice(0, REPLIES + 1);

test("a page of twenty replies is light, and each text stands in it once", async () => {
  const id = await discussion(written);
  const html = await pageOf(forum.visitor(), `/thread/${id}`);
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(RAW_MAX_BYTES);
  expect(gzipSync(html).length).toBeLessThanOrEqual(GZIP_MAX_BYTES);
  for (const body of written.slice(1)) {
    const [words] = body.match(/[\p{L}\p{N}，、 ]{6,}/u)!;
    expect(html.split(words!), words).toHaveLength(2);
  }
});

test("long replies in words that nobody has used before stay within the raw limit", async () => {
  const writer = new Writer(new Random(11), (markdown) => `<p>${markdown}</p>`);
  const bodies = Array.from({ length: REPLIES + 1 }, () => writer.text(LENGTH).body);
  const html = await pageOf(forum.visitor(), `/thread/${await discussion(bodies)}`);
  expect(html).toContain('id="p20"');
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(RAW_MAX_BYTES);
});
