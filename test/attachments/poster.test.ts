import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";
import { clip, fetchFile, filesOf, plain } from "./material.ts";

/** Posters of videos: who sets them, who sees them, and what becomes of the pictures that they were. */

const SET = `mutation ($video: ID!, $picture: ID!) {
  setVideoPoster(attachmentId: $video, pictureId: $picture) { id isImage thumbUrl posterUrl }
}`;

let forum: Forum;
let ada: Person;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  ada = await forum.member("thread.insertVideo", "thread.insertImage", "thread.insertPay");
});
afterAll(() => forum.close());

const video = (person = ada) => person.upload("海边.mp4", clip(), "video");
const picture = async (person = ada) => person.upload("poster.png", await plain(640, 360).png().toBuffer());

async function setPoster(person: Person, videoId: string, pictureId: string): Promise<string> {
  const { setVideoPoster } = await person.graphql(SET, { video: videoId, picture: pictureId });
  return setVideoPoster.posterUrl as string;
}

async function statusFor(person: Person | null, url: string): Promise<number> {
  return (await fetchFile(forum, person, url)).status;
}

test("a picture becomes the poster of a video, and is no upload any more", async () => {
  const { id, url } = await video();
  const frame = await picture();

  const { setVideoPoster } = await ada.graphql(SET, { video: id, picture: frame.id });

  expect(setVideoPoster).toEqual({
    id,
    isImage: false,
    thumbUrl: null,
    posterUrl: expect.stringMatching(/^\/files\/.*-poster-[\da-f]{8}\.\w+$/) as string,
  });
  const poster = await fetchFile(forum, ada, setVideoPoster.posterUrl);
  expect([poster.status, poster.headers["content-type"]]).toEqual([200, expect.stringMatching(/^image\//)]);
  expect(poster.headers["content-disposition"]).toBeUndefined();
  expect(await statusFor(ada, `${setVideoPoster.posterUrl}?q=7`)).toBe(200);
  expect(await statusFor(ada, frame.url)).toBe(404);
  expect(await statusFor(ada, `${url}?q=7`)).toBe(404);
  await expect(
    publish(ada, { categoryId: await forum.categoryId(), attachmentIds: [frame.id] }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("another picture takes the place of the poster, whose file goes", async () => {
  const { id } = await video();
  const before = await setPoster(ada, id, (await picture()).id);
  const count = filesOf(forum).length;

  const after = await setPoster(ada, id, (await picture()).id);

  expect(after).not.toBe(before);
  expect([await statusFor(ada, before), await statusFor(ada, after)]).toEqual([404, 200]);
  expect(filesOf(forum)).toHaveLength(count);
});

test("readers of a video see its poster in the thread and in lists; who may not see files does not", async () => {
  const { id } = await video();
  const url = await setPoster(ada, id, (await picture()).id);
  expect(await statusFor(await forum.member(), url)).toBe(404);
  const thread = await publish(ada, { categoryId: await forum.categoryId(), attachmentIds: [id] });
  const groupId = await forum.group(["viewThreads", "thread.viewPosts"]);

  const asked = `{ thread(id: "${thread.id as string}") { attachments { posterUrl } } }`;
  expect((await (await forum.member()).graphql(asked)).thread.attachments).toEqual([{ posterUrl: url }]);
  expect(await statusFor(await forum.member(), url)).toBe(200);
  const other = await forum.join(groupId);
  expect((await other.graphql(asked)).thread.attachments).toEqual([]);
  expect(await statusFor(other, url)).toBe(404);
});

test("the poster of a video that is for sale is for buyers only", async () => {
  const { id } = await video();
  const url = await setPoster(ada, id, (await picture()).id);
  await publish(ada, {
    categoryId: await forum.categoryId(),
    attachmentIds: [id],
    attachmentPriceCents: 500,
  });

  expect([await statusFor(await forum.member(), url), await statusFor(ada, url)]).toEqual([404, 200]);
});

test.each<[what: string, field: string, make: (bob: Person) => Promise<[video: string, picture: string]>]>([
  ["somebody else's video", "attachmentId", async (bob) => [(await video()).id, (await picture(bob)).id]],
  ["a picture", "attachmentId", async (bob) => [(await picture(bob)).id, (await picture(bob)).id]],
  ["somebody else's picture", "pictureId", async (bob) => [(await video(bob)).id, (await picture()).id]],
  ["a video as the picture", "pictureId", async (bob) => [(await video(bob)).id, (await video(bob)).id]],
  [
    "a picture that a thread shows",
    "pictureId",
    async (bob) => {
      const { id } = await picture(bob);
      await publish(bob, { categoryId: await forum.categoryId(), attachmentIds: [id] });
      return [(await video(bob)).id, id];
    },
  ],
])("%s is refused", async (_what, field, make) => {
  const bob = await forum.member("thread.insertVideo", "thread.insertImage");
  const [videoId, pictureId] = await make(bob);

  await expect(setPoster(bob, videoId, pictureId)).rejects.toMatchObject({
    code: "NOT_FOUND",
    extensions: { field },
  });
});

test("a picture that becomes the poster of two videos at once is that of one", async () => {
  const [one, other, frame] = [await video(), await video(), await picture()];
  const count = filesOf(forum).length;

  const results = await Promise.allSettled([
    setPoster(ada, one.id, frame.id),
    setPoster(ada, other.id, frame.id),
  ]);

  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  // The picture and its thumbnail became one poster.
  expect(filesOf(forum)).toHaveLength(count - 1);
});

test("old clients get the poster as the cover of the video", async () => {
  const old = await OldClient.of(forum, ada);
  const { id } = await video();
  const url = await setPoster(ada, id, (await picture()).id);
  const thread = await publish(ada, { categoryId: await forum.categoryId(), attachmentIds: [id] });

  const { content } = (await old.get("/api/v3/thread.detail", { threadId: thread.id })).Data;

  expect(content.indexes["103"].body.coverUrl).toBe(forum.url + url);
});
