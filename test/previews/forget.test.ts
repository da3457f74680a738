import { existsSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { finishRows } from "../../server/transfer/import/finish.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { rule } from "../spam/rules.ts";
import { publish, reply } from "../threads/content.ts";
import { Outside } from "./outside.ts";

/** Moderators remove the card of a page from all texts, and it stays away until they restore it. */
const FORGET = `mutation ($url: String!) { forgetLinkPreview(input: { url: $url }) }`;
const RESTORE = `mutation ($url: String!) { restoreLinkPreview(input: { url: $url }) }`;
const THREAD = `query ($id: ID!) { thread(id: $id) { linkPreviews { title imageUrl } } }`;

let forum: Forum;
let outside: Outside;
let admin: Person;
let ada: Person;
let categoryId: string;
beforeAll(async () => {
  forum = await Forum.open();
  outside = await Outside.open();
  [admin, ada] = [await forum.admin(), await forum.member()];
  categoryId = await forum.categoryId();
  await rule(admin, { link_previews: "1" });
});
afterAll(async () => {
  await forum?.close();
  await outside?.close();
});

const read = async (): Promise<void> => {
  await forum.delivered();
  await forum.app.clock.runAll(["fetchLinkPreviews"]);
};
const write = async (url: string): Promise<string> => {
  const { id } = await publish(ada, { categoryId, body: url });
  await read();
  return id;
};
const cardsOf = async (id: string): Promise<{ title: string; imageUrl: string | null }[]> =>
  (await ada.graphql(THREAD, { id })).thread.linkPreviews;

test("a moderator removes a card for good, with its picture, and restores it", async () => {
  const drawn = await sharp({ create: { width: 200, height: 200, channels: 3, background: "#357" } })
    .png()
    .toBuffer();
  outside.picture("/p.png", drawn);
  const url = outside.page("/spam", `<title>Buy now</title><meta property="og:image" content="/p.png">`);
  const moderator = await forum.member("thread.edit");
  const id = await write(url);
  const [card] = await cardsOf(id);
  const file = join(forum.app.config.dataDir, card!.imageUrl!.replace(/^\//, ""));
  expect(existsSync(file)).toBe(true);

  await expect(ada.graphql(FORGET, { url })).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect((await moderator.graphql(FORGET, { url: `${url}#place` })).forgetLinkPreview).toBe(true);
  expect((await moderator.graphql(FORGET, { url })).forgetLinkPreview).toBe(true);
  expect(await cardsOf(id)).toEqual([]);
  expect(existsSync(file)).toBe(false);
  const [entry] = await forum.rows<{ target: string; actorId: number }>(
    "SELECT target, actorId FROM audit_log WHERE action = 'forgetLinkPreview' AND target <> ''",
  );
  expect(entry).toEqual({ target: `link:${outside.host}`, actorId: moderator.id });

  outside.calls.length = 0;
  expect(await cardsOf(await write(url))).toEqual([]);
  await forum.write((ctx) => run(ctx, "UPDATE link_previews SET usedAt = ?", [new Date(0)]));
  await forum.app.clock.runAll(["removeUnusedPreviews"]);
  expect(await cardsOf(await write(url))).toEqual([]);
  expect(outside.calls).toEqual([]);

  await moderator.graphql(RESTORE, { url });
  await read();
  expect(await cardsOf(id)).toMatchObject([{ title: "Buy now" }]);
});

test("a card that is removed while its page is read does not come back", async () => {
  let answer = (): void => undefined;
  const arrived = new Promise<void>((done) =>
    outside.answer("/slow", (response) => {
      answer = () => response.writeHead(200, { "content-type": "text/html" }).end("<title>Slow</title>");
      done();
    }),
  );
  const url = outside.url("/slow");
  const reading = write(url);
  await arrived;
  await admin.graphql(FORGET, { url });
  answer();
  expect(await cardsOf(await reading)).toEqual([]);
});

test("a page without a card, and what is no address, are refused", async () => {
  for (const document of [FORGET, RESTORE]) {
    await expect(admin.graphql(document, { url: "https://nobody.example/" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(admin.graphql(document, { url: "nothing" })).rejects.toMatchObject({
      code: "INVALID_PARAMETER",
    });
  }
});

test("imported threads and replies get cards, comments and hidden texts do not", async () => {
  await rule(admin, { link_previews: "0" });
  const urls = ["/thread", "/reply", "/comment"].map((path) => outside.page(path, `<title>${path}</title>`));
  const id = await write(urls[0]!);
  const post = await reply(ada, id, { body: urls[1]! });
  await reply(ada, id, { body: urls[2]!, replyToPostId: post.id });
  await forum.delivered();
  await rule(admin, { link_previews: "1" });
  outside.calls.length = 0;

  await finishRows(forum.app.context(), () => undefined);
  await read();

  expect([...outside.calls].sort()).toEqual(["/reply", "/thread"]);
  expect(await cardsOf(id)).toMatchObject([{ title: "/thread" }]);
});
