import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { GUEST_GROUP_ID } from "../../server/core/viewer.ts";
import { invalidateGroups } from "../../server/features/groups/group.service.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { fetchFile } from "./material.ts";

const PUBLISH = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`;
const REPLY = `mutation ($input: ReplyToThreadInput!) { replyToThread(input: $input) { id } }`;
const DELETE = `mutation ($id: ID!) { deleteThread(threadId: $id) { id } }`;
const CONTENT = "0123456789";

let forum: Forum;
let ada: Person;
let placed = 0;
beforeAll(async () => void (forum = await Forum.open()));
beforeEach(async () => void (ada = await forum.member()));
afterAll(() => forum.close());

interface Placed {
  readonly kind?: "image" | "file" | "avatar";
  readonly fileName?: string;
}

/** A stored upload, written past the door so that its bytes are known. */
async function place({ kind = "image", fileName = "a.webp" }: Placed = {}): Promise<{
  id: string;
  url: string;
  thumbUrl: string;
}> {
  const name = String(++placed).padStart(32, "0");
  const extension = kind === "file" ? "pdf" : "webp";
  const [path, thumbPath] = [`12/34/${name}.${extension}`, `12/34/${name}-thumb.webp`];
  for (const each of [path, thumbPath]) {
    const location = join(forum.app.services.filesDir, each);
    mkdirSync(dirname(location), { recursive: true });
    writeFileSync(location, CONTENT);
  }
  const id = await forum.write(async (ctx) => {
    const mimeType = kind === "file" ? "application/pdf" : "image/webp";
    const { insertId } = await run(
      ctx,
      `INSERT INTO attachments (userId, kind, path, thumbPath, fileName, fileSize, mimeType, width, height, threadId,
         postId, sort, createdAt) VALUES (?, ?, ?, ?, ?, 10, ?, NULL, NULL, NULL, NULL, 0, ?)`,
      [ada.id, kind, path, kind === "file" ? null : thumbPath, fileName, mimeType, ctx.now],
    );
    return insertId;
  });
  return { id: String(id), url: `/files/${path}`, thumbUrl: `/files/${thumbPath}` };
}

async function publish(attachmentIds: string[], categoryId?: string): Promise<string> {
  const input = {
    categoryId: categoryId ?? (await forum.categoryId()),
    title: "Look",
    body: "Here",
    attachmentIds,
  };
  return ((await ada.graphql(PUBLISH, { input })) as { publishThread: { id: string } }).publishThread.id;
}

/** Does something while visitors lack permissions that they usually have. */
async function withoutForGuests(permissions: readonly string[], work: () => Promise<void>): Promise<void> {
  const change = async (sql: string): Promise<void> => {
    for (const permission of permissions)
      await forum.write((ctx) => run(ctx, sql, [GUEST_GROUP_ID, permission]));
    invalidateGroups(forum.app.context());
  };
  await change("DELETE FROM group_permissions WHERE groupId = ? AND permission = ?");
  try {
    await work();
  } finally {
    await change("INSERT INTO group_permissions (groupId, permission) VALUES (?, ?)");
  }
}

async function statusesFor(url: string, ...people: (Person | null)[]): Promise<number[]> {
  return Promise.all(people.map(async (person) => (await fetchFile(forum, person, url)).status));
}

test("a picture of a public thread is kept by everybody's browser, and runs nothing", async () => {
  const { id, url, thumbUrl } = await place();
  await publish([id]);

  for (const each of [url, thumbUrl]) {
    const { status, headers, bytes } = await fetchFile(forum, null, each);
    expect([status, bytes.toString()]).toEqual([200, CONTENT]);
    expect(headers).toMatchObject({
      "content-type": "image/webp",
      "content-length": "10",
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
      "cache-control": "public, max-age=3600",
    });
    expect(headers["content-disposition"]).toBeUndefined();
  }
});

test("a picture of a public thread costs one statement, signed in or not", async () => {
  const { id, url } = await place();
  await publish([id]);
  await fetchFile(forum, null, url);

  for (const person of [null, ada]) {
    const statements = await forum.statementsOf(() => fetchFile(forum, person, url));
    expect(statements.filter((sql) => !/group_permissions|`?groups`?/.test(sql))).toHaveLength(1);
  }
});

test("another file is offered for download under its true name", async () => {
  const { id, url } = await place({ kind: "file", fileName: `报告 "1"; (a).pdf` });
  await publish([id]);

  const { status, headers } = await fetchFile(forum, null, url);

  expect(status).toBe(200);
  expect(headers["content-disposition"]).toBe(
    `attachment; filename="__ _1_; (a).pdf"; filename*=UTF-8''%E6%8A%A5%E5%91%8A%20%221%22%3B%20%28a%29.pdf`,
  );
  expect(headers["cache-control"]).toMatch(/^private/);
});

test("downloading needs thread.downloadAttachment, looking at pictures does not", async () => {
  const [file, image] = [await place({ kind: "file", fileName: "a.pdf" }), await place()];
  await publish([file.id, image.id]);
  const mayNot = await forum.limitedMember("thread.downloadAttachment");
  await withoutForGuests(["thread.downloadAttachment"], async () => {
    expect(await statusesFor(file.url, null, mayNot, ada)).toEqual([404, 404, 200]);
    expect(await statusesFor(image.url, null, mayNot, ada)).toEqual([200, 200, 200]);
  });
  // Taken from members, while visitors have it.
  const neither = await forum.limitedMember("thread.viewAttachment");
  expect(await statusesFor(file.url, null, mayNot, neither, ada)).toEqual([200, 404, 404, 200]);
});

test("what is not attached yet is its uploader's alone", async () => {
  const { url } = await place();

  expect(await statusesFor(url, null, await forum.member(), await forum.admin(), ada)).toEqual([
    404, 404, 404, 200,
  ]);
  expect((await fetchFile(forum, ada, url)).headers["cache-control"]).toMatch(/^private/);
});

test("a file in a category that is closed to visitors does not exist for them", async () => {
  const admin = await forum.admin();
  const closed = await admin.graphql(`mutation { createCategory(input: {name: "Closed"}) { id } }`);
  const categoryId = (closed as { createCategory: { id: string } }).createCategory.id;
  const grants = ["viewThreads", "createThread", "thread.viewPosts", "thread.reply"].map(
    (key) => `category${categoryId}.${key}`,
  );
  const groupId = await forum.group([...grants, "thread.insertImage"]);
  ada = await forum.join(groupId);
  const { id, url } = await place();
  const threadId = await publish([id], categoryId);
  const inReply = await place();
  await ada.graphql(REPLY, { input: { threadId, body: "And this", attachmentIds: [inReply.id] } });
  const [friend, stranger] = [await forum.join(groupId), await forum.join(await forum.group(["user.view"]))];

  await withoutForGuests(["viewThreads", "thread.viewPosts"], async () => {
    for (const each of [url, inReply.url]) {
      expect(await statusesFor(each, null, stranger, friend, admin)).toEqual([404, 404, 200, 200]);
      const refused = await fetchFile(forum, null, each);
      const unknown = await fetchFile(forum, null, `/files/12/34/${"f".repeat(32)}.webp`);
      expect([refused.status, refused.bytes.toString()]).toEqual([unknown.status, unknown.bytes.toString()]);
      expect((await fetchFile(forum, friend, each)).headers["cache-control"]).toMatch(/^private/);
    }
  });
});

test("a picture disappears with its thread, except for moderators", async () => {
  const { id, url } = await place();
  const threadId = await publish([id]);
  const moderator = await forum.moderator();
  await moderator.graphql(DELETE, { id: threadId });

  expect(await statusesFor(url, null, await forum.member(), moderator)).toEqual([404, 404, 200]);
});

test("a face is shown to everybody", async () => {
  const { url } = await place({ kind: "avatar" });

  expect(await statusesFor(url, null, await forum.member())).toEqual([200, 200]);
});

test.each([
  ["bytes=2-4", 206, "234", "bytes 2-4/10"],
  ["bytes=7-", 206, "789", "bytes 7-9/10"],
  ["bytes=-3", 206, "789", "bytes 7-9/10"],
  ["bytes=5-99", 206, "56789", "bytes 5-9/10"],
  ["bytes=10-", 416, "", "bytes */10"],
  ["bytes=-0", 416, "", "bytes */10"],
  ["bytes=0-1,4-5", 200, CONTENT, undefined],
  ["bytes=4-2", 200, CONTENT, undefined],
  ["lines=1-2", 200, CONTENT, undefined],
])("Range: %s is answered with %i", async (range, status, body, contentRange) => {
  const { id, url } = await place();
  await publish([id]);

  const answer = await fetchFile(forum, null, url, { range });

  expect([answer.status, answer.bytes.toString(), answer.headers["content-range"]]).toEqual([
    status,
    body,
    contentRange,
  ]);
});

test("a part is sent only of the file that the browser has, and nothing if it has it whole", async () => {
  const { id, url } = await place();
  await publish([id]);
  const etag = String((await fetchFile(forum, null, url)).headers["etag"]);

  expect((await fetchFile(forum, null, url, { "if-none-match": etag })).status).toBe(304);
  expect((await fetchFile(forum, null, url, { range: "bytes=0-1", "if-range": etag })).status).toBe(206);
  expect((await fetchFile(forum, null, url, { range: "bytes=0-1", "if-range": `"other"` })).status).toBe(200);
});

test.each([
  "/files/../luntan.db",
  "/files/..%2Fluntan.db",
  "/files/12/34/..%2f..%2f..%2fluntan.db",
  "/files/12/34/%2e%2e/%2e%2e/%2e%2e/luntan.db",
  "/files/people/..%5c..%5cluntan.db",
  "/files/people/../../luntan.db",
  "/files//etc/passwd",
  "/files/12/34/a.webp%00.html",
  "/files/.arriving/a",
  "/files/",
])("%s leads nowhere", async (url) => {
  const answer = await fetchFile(forum, await forum.admin(), url);

  expect(answer.status).toBe(404);
  expect(answer.bytes.includes("SQLite")).toBe(false);
});
