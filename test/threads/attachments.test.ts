import { afterAll, beforeAll, expect, test } from "vitest";
import { invalidateGroups } from "../../server/features/groups/group.service.ts";
import { run } from "../../server/core/sql.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { createCategory, listIds, publish, reply, seePosts } from "./content.ts";

const IMAGES = `query ($id: ID!) { thread(id: $id) { types images { id } attachments { id fileName } } }`;
const EDIT = `mutation ($input: EditThreadInput!) { editThread(input: $input) { types images { id } attachments { id } } }`;

let forum: Forum;
let categoryId: string;
beforeAll(async () => {
  forum = await Forum.open();
  categoryId = await createCategory(await forum.admin(), "Pictures");
});
afterAll(() => forum.close());

let uploads = 0;

/** Inserts the row that the upload door leaves behind; the door itself has stories of its own. */
async function upload(person: Person, kind: "image" | "file"): Promise<string> {
  const fileName = kind === "image" ? "a.png" : "notes.txt";
  const { insertId } = await forum.write((ctx) =>
    run(
      ctx,
      `INSERT INTO attachments (userId, kind, path, thumbPath, fileName, fileSize, mimeType, width, height, threadId, postId, sort, createdAt)
       VALUES (?, ?, ?, NULL, ?, 5, ?, NULL, NULL, NULL, NULL, 0, ?)`,
      [person.id, kind, `${++uploads}`, fileName, kind === "image" ? "image/png" : "text/plain", ctx.now],
    ),
  );
  return String(insertId);
}

test("pictures and files come with a thread in their order, and an edit that does not name them lets them go", async () => {
  const ada = await forum.member();
  const picture = await upload(ada, "image");
  const file = await upload(ada, "file");

  const { id } = await publish(ada, { categoryId, attachmentIds: [file, picture] });

  expect((await ada.graphql(IMAGES, { id })).thread).toEqual({
    types: ["IMAGE", "ATTACHMENT"],
    images: [{ id: picture }],
    attachments: [{ id: file, fileName: "notes.txt" }],
  });
  expect(await listIds(ada, { categoryId, filter: { type: "IMAGE" } })).toEqual([id]);
  expect(await listIds(ada, { categoryId, filter: { type: "TEXT" } })).toEqual([]);
  const { editThread } = await ada.graphql(EDIT, { input: { threadId: id, attachmentIds: [file] } });
  expect(editThread).toEqual({ types: ["ATTACHMENT"], images: [], attachments: [{ id: file }] });
});

test("a reply has attachments, too, and nobody takes those of others", async () => {
  const ada = await forum.member();
  const bo = await forum.member();
  const { id } = await publish(ada, { categoryId });
  const picture = await upload(bo, "image");

  await expect(reply(ada, id, { attachmentIds: [picture] })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await reply(bo, id, { attachmentIds: [picture] });
  await expect(reply(bo, id, { attachmentIds: [picture] })).rejects.toMatchObject({ code: "NOT_FOUND" });

  expect((await seePosts(ada, id)).nodes).toHaveLength(1);
  const ATTACHED = `query ($id: ID!) { thread(id: $id) { posts { nodes { attachments { id } } } } }`;
  expect((await ada.graphql(ATTACHED, { id })).thread.posts.nodes).toEqual([
    { attachments: [{ id: picture }] },
  ]);
});

test("who loses the permission to insert pictures is told so, in threads and replies", async () => {
  const ada = await forum.member();
  const { id } = await publish(ada, { categoryId });
  const picture = await upload(ada, "image");
  await forum.write((ctx) =>
    ctx.db.query("DELETE FROM group_permissions WHERE groupId = ? AND permission = 'thread.insertImage'", [
      ada.groupId,
    ]),
  );

  invalidateGroups(forum.app.context());

  const refusal = { code: "FORBIDDEN", extensions: { permission: "thread.insertImage" } };
  await expect(publish(ada, { categoryId, attachmentIds: [picture] })).rejects.toMatchObject(refusal);
  await expect(reply(ada, id, { attachmentIds: [picture] })).rejects.toMatchObject(refusal);
});

test("a picture that the text shows belongs to the thread even if the list forgot it, unless it is somebody else's", async () => {
  const ada = await forum.member();
  const bo = await forum.member();
  const own = await upload(ada, "image");
  const ownPath = uploads;
  await upload(bo, "image");
  const foreignPath = uploads;

  const { id } = await publish(ada, {
    categoryId,
    body: `Mine ![a](/files/${ownPath}) and theirs ![b](/files/${foreignPath})`,
    attachmentIds: [],
  });

  expect((await ada.graphql(IMAGES, { id })).thread.images).toEqual([{ id: own }]);
});
