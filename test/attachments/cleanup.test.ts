import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { removeUnusedUploads } from "../../server/features/attachments/cleanup.service.ts";
import { Forum } from "../support/forum.ts";
import { filesOf } from "./material.ts";

let forum: Forum;
beforeAll(async () => void (forum = await Forum.open()));
afterAll(() => forum.close());

const DAY_MS = 86_400_000;
let placed = 0;

interface Placed {
  readonly kind?: "image" | "avatar";
  readonly daysOld: number;
  readonly threadId?: number;
}

/** An upload as it lies there after some days. */
async function place(
  userId: number,
  { kind = "image", daysOld, threadId }: Placed,
): Promise<{ id: number; path: string }> {
  const name = String(++placed).padStart(32, "0");
  const [path, thumbPath] = [`ab/cd/${name}.webp`, `ab/cd/${name}-thumb.webp`];
  for (const each of [path, thumbPath]) {
    const location = join(forum.app.services.filesDir, each);
    mkdirSync(dirname(location), { recursive: true });
    writeFileSync(location, "picture");
  }
  const id = await forum.write(async (ctx) => {
    const at = new Date(ctx.now.getTime() - daysOld * DAY_MS);
    const { insertId } = await run(
      ctx,
      `INSERT INTO attachments (userId, kind, path, thumbPath, fileName, fileSize, mimeType, width, height, threadId,
         postId, sort, createdAt) VALUES (?, ?, ?, ?, 'a.webp', 7, 'image/webp', 1, 1, ?, NULL, 0, ?)`,
      [userId, kind, path, thumbPath, threadId ?? null, at],
    );
    return insertId;
  });
  return { id, path };
}

test("uploads that nothing uses go after a day, with their files; everything else stays", async () => {
  const ada = await forum.member();
  const [thread] = await forum.rows<{ id: number }>("SELECT t.id FROM threads t LIMIT 1");
  const forgotten = await place(ada.id, { daysOld: 2 });
  const unusedFace = await place(ada.id, { kind: "avatar", daysOld: 2 });
  const staying = {
    fresh: await place(ada.id, { daysOld: 0.5 }),
    attached: await place(ada.id, { daysOld: 2, threadId: thread!.id }),
    drafted: await place(ada.id, { daysOld: 2 }),
    face: await place(ada.id, { kind: "avatar", daysOld: 2 }),
  };
  await ada.graphql(`mutation ($i: UpdateProfileInput!) { updateProfile(input: $i) { id } }`, {
    i: { avatarId: String(staying.face.id) },
  });
  await ada.graphql(`mutation ($i: SaveDraftInput!) { saveDraft(input: $i) { id } }`, {
    i: { title: "Later", body: `Look: ![sea](/files/${staying.drafted.path})` },
  });

  await removeUnusedUploads(forum.app.context());

  const left = await forum.rows<{ id: number }>(
    "SELECT a.id FROM attachments a WHERE a.userId = ? ORDER BY a.id",
    [ada.id],
  );
  expect(left.map(({ id }) => id)).toEqual(Object.values(staying).map(({ id }) => id));
  const files = filesOf(forum);
  for (const { path } of Object.values(staying)) expect(files).toContain(path);
  for (const { path } of [forgotten, unusedFace]) {
    expect(files).not.toContain(path);
    expect(files).not.toContain(path.replace(".webp", "-thumb.webp"));
  }
});
