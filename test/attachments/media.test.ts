import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";
import type { Person } from "../support/person.ts";
import { clip, fetchFile, plain, sound } from "./material.ts";

/** Video and audio in threads: who uploads and plays them, and how old clients send and read them. */

const PUBLISH = `mutation ($input: PublishThreadInput!) {
  publishThread(input: $input) { id attachments { fileName mimeType width height url } }
}`;

let forum: Forum;
let ada: Person;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  ada = await forum.member("thread.insertVideo", "thread.insertAudio");
});
afterAll(() => forum.close());

async function publish(person: Person, attachmentIds: readonly string[], more: object = {}) {
  const input = {
    categoryId: await forum.categoryId(),
    title: "Listen",
    body: "Here",
    attachmentIds,
    ...more,
  };
  return (await person.graphql(PUBLISH, { input })).publishThread;
}

test("a member publishes a video and a song, and readers learn what they are", async () => {
  const video = await ada.upload("海边.mp4", clip(), "video");
  const song = await ada.upload("song.wav", sound(100), "audio");

  const thread = await publish(ada, [video.id, song.id]);

  expect(thread.attachments).toEqual([
    { fileName: "海边.mp4", mimeType: "video/mp4", width: null, height: null, url: video.url },
    { fileName: "song.wav", mimeType: "audio/wav", width: null, height: null, url: song.url },
  ]);
});

test.each([
  ["?kind=video&width=640&height=360", [640, 360]],
  ["?kind=video&width=640", [null, null]],
  ["?kind=video&width=640&height=99999", [null, null]],
  ["?kind=video&width=-1&height=1.5", [null, null]],
])("the size of a video in %s is kept as %j", async (query, size) => {
  const boundary = "----media";
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), clip(), Buffer.from(`\r\n--${boundary}--\r\n`)]);

  const answer = await ada.request("POST", `/uploads${query}`, body, {
    "content-type": `multipart/form-data; boundary=${boundary}`,
  });

  expect(answer.status).toBe(200);
  expect([answer.json().width, answer.json().height]).toEqual(size);
});

test.each([
  ["a.mp4", "video", "thread.insertVideo"],
  ["a.wav", "audio", "thread.insertAudio"],
] as const)("%s needs %s: %s", async (name, kind, permission) => {
  const others = ["thread.insertVideo", "thread.insertAudio"].filter((each) => each !== permission);
  const bob = await forum.member(...others);

  const uploading = bob.upload(name, kind === "video" ? clip() : sound(9), kind);

  await expect(uploading).rejects.toMatchObject({
    code: "FORBIDDEN",
    message: expect.stringContaining(permission) as string,
  });
});

test("who lost the permission does not publish the video that they uploaded before", async () => {
  const group = await forum.group(["createThread", "viewThreads", "thread.viewPosts", "thread.insertVideo"]);
  const bob = await forum.join(group);
  const { id } = await bob.upload("a.mp4", clip(), "video");
  expect((await publish(bob, [id])).attachments).toHaveLength(1);
  const other = await bob.upload("b.mp4", clip(), "video");
  const plainGroup = await forum.group(["createThread", "viewThreads", "thread.viewPosts"]);
  await forum.write((ctx) => run(ctx, "UPDATE users SET groupId = ? WHERE id = ?", [plainGroup, bob.id]));

  await expect(publish(bob, [other.id])).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test.each<[what: string, name: string, bytes: () => Buffer | Promise<Buffer>, kind: "video" | "audio"]>([
  ["a picture that is called a video", "a.mp4", () => plain(9, 9).png().toBuffer(), "video"],
  ["a page that is called a video", "a.webm", () => Buffer.from("<!doctype html><script></script>"), "video"],
  ["sound that is called a video", "a.mp4", () => sound(9), "video"],
  ["sound that is sent as a video", "a.wav", () => sound(9), "video"],
  ["a video that is sent as sound", "a.mp4", clip, "audio"],
  ["a format that no browser plays", "a.avi", clip, "video"],
  ["a file without a name", "", clip, "video"],
  ["an empty file", "a.mp4", () => Buffer.alloc(0), "video"],
])("%s is refused", async (_what, name, bytes, kind) => {
  await expect(ada.upload(name, await bytes(), kind)).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
});

test("a part of a file is served for jumping, and never as a page", async () => {
  const { id, url } = await ada.upload("song.wav", sound(1_000), "audio");
  await publish(ada, [id]);
  const reader = await forum.member();

  const part = await fetchFile(forum, reader, url, { range: "bytes=10-19" });
  const beyond = await fetchFile(forum, reader, url, { range: "bytes=5000-" });

  expect([part.status, part.bytes.length, part.headers["content-range"]]).toEqual([
    206,
    10,
    "bytes 10-19/1044",
  ]);
  expect(part.headers).toMatchObject({
    "content-type": "audio/wav",
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'",
    "content-disposition": expect.stringMatching(/^attachment;/) as string,
  });
  expect([beyond.status, beyond.headers["content-range"]]).toEqual([416, "bytes */1044"]);
});

test("a video that is for sale plays for buyers only", async () => {
  const seller = await forum.member("thread.insertVideo", "thread.insertPay");
  const { id, url } = await seller.upload("lesson.mp4", clip(), "video");
  await publish(seller, [id], { attachmentPriceCents: 500 });

  const range = { range: "bytes=0-3" };
  expect((await fetchFile(forum, await forum.member(), url, range)).status).toBe(404);
  expect((await fetchFile(forum, seller, url, range)).status).toBe(206);
});

test("old clients send a video and sound in their own parts, and read them there", async () => {
  const old = await OldClient.of(forum, ada);
  const video = await ada.upload("sea.mp4", clip(), "video");
  const song = await ada.upload("song.wav", sound(9), "audio");
  const indexes = {
    103: { tomId: 103, operation: "create", body: { videoId: Number(video.id) } },
    102: { tomId: 102, operation: "create", body: { audioId: Number(song.id) } },
  };

  const { Code, Data } = await old.post("/api/v3/thread.create", {
    categoryId: Number(await forum.categoryId()),
    title: "Old",
    content: { text: "Look and listen", indexes },
  });

  expect(Code).toBe(0);
  const { content } = (await old.get("/api/v3/thread.detail", { threadId: Data.threadId })).Data;
  expect(content.indexes).toEqual({
    102: {
      tomId: "102",
      operation: "select",
      body: {
        id: Number(song.id),
        mediaUrl: forum.url + song.url,
        fileName: "song.wav",
        coverUrl: "",
        width: 0,
        height: 0,
        status: 1,
      },
    },
    103: {
      tomId: "103",
      operation: "select",
      body: {
        id: Number(video.id),
        mediaUrl: forum.url + video.url,
        fileName: "sea.mp4",
        coverUrl: "",
        width: 0,
        height: 0,
        status: 1,
      },
    },
  });
});
