import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MARKDOWN_VERSION } from "../../server/core/markdown/markdown.ts";
import { run } from "../../server/core/sql.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, reply, see } from "../threads/content.ts";

let forum: Forum;
let categoryId: string;
let ada: Person;
beforeAll(async () => {
  forum = await Forum.open();
  categoryId = await forum.categoryId();
  ada = await forum.member();
});
afterAll(() => forum.close());

async function picture(width: number, height: number) {
  const create = { width, height, channels: 3, background: "#3d50d6" } as const;
  return ada.upload("picture.png", await sharp({ create }).png().toBuffer());
}

test.each([
  [640, 480, 640, 480],
  [300, 1440, 150, 720],
])("a picture of %i × %i keeps a place of %i × %i before it has loaded", async (width, height, w, h) => {
  const { id, url } = await picture(width, height);

  const thread = await publish(ada, { categoryId, body: `![It](${url})`, attachmentIds: [id] });

  expect(thread.bodyHtml).toContain(`width="${w}" height="${h}"`);
});

test("pictures of replies have a size as well; what is unknown has none", async () => {
  const { id: threadId } = await publish(ada, { categoryId });
  const { id, url } = await picture(64, 48);

  const known = await reply(ada, threadId, { body: `![It](${url})`, attachmentIds: [id] });
  const unknown = await reply(ada, threadId, { body: "![It](/files/2026/01/none.png)" });

  expect(known.bodyHtml).toContain('width="64" height="48"');
  expect(unknown.bodyHtml).not.toContain("width=");
});

test("bodies that were rendered without sizes get them from the job", async () => {
  const { id, url } = await picture(80, 60);
  const thread = await publish(ada, { categoryId, body: `![It](${url})`, attachmentIds: [id] });
  const old = `<p><img src="${url}" alt="It"></p>`;
  await forum.write((ctx) =>
    run(ctx, "UPDATE threads SET bodyHtml = ?, markdownVersion = ? WHERE id = ?", [
      old,
      MARKDOWN_VERSION - 1,
      Number(thread.id),
    ]),
  );

  await forum.app.clock.runAll(["renderOldBodies"]);

  expect((await see(ada, thread.id)).bodyHtml).toContain('width="80" height="60"');
});

test("a text without pictures costs no look at the files", async () => {
  const statements = await forum.statementsOf(() => publish(ada, { categoryId, body: "Words **alone**." }));
  expect(statements.filter((sql) => sql.includes("attachments"))).toEqual([]);
});
