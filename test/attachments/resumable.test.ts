import { statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { removeUnusedUploads } from "../../server/features/attachments/cleanup.service.ts";
import { UNFINISHED_MAX } from "../../server/features/attachments/resumable/resumable.service.ts";
import { Forum } from "../support/forum.ts";
import type { Person, Uploaded } from "../support/person.ts";
import { clip, fetchFile, filesOf, sound } from "./material.ts";
import { begin, begun, cancel, finish, piece, state } from "./pieces.ts";

/** Files that arrive in pieces and go on after a broken line. */

let forum: Forum;
beforeAll(async () => void (forum = await Forum.open({ listen: true })));
afterAll(() => forum.close());

const SONG = sound(60_000);
const song = { name: "歌.wav", kind: "audio", bytes: SONG.length };
const singer = (): Promise<Person> => forum.member("thread.insertAudio");
const unfinished = (): string[] => filesOf(forum).filter((path) => path.startsWith(".resumable"));

test("a song arrives in three pieces, and is the same attachment as one that came at once", async () => {
  const ada = await singer();
  const address = await begun(ada, song);
  for (const [from, to] of [
    [0, 10_000],
    [10_000, 40_000],
    [40_000, SONG.length],
  ] as const) {
    const answer = await piece(ada, address, from, SONG.subarray(from, to));
    expect([answer.status, answer.headers["upload-offset"]]).toEqual([204, String(to)]);
  }

  const answer = await finish(ada, address);

  expect(answer.status).toBe(200);
  const file = answer.json() as Uploaded;
  expect(file).toMatchObject({ fileName: "歌.wav", fileSize: SONG.length, mimeType: "audio/wav" });
  expect((await fetchFile(forum, ada, file.url)).bytes.equals(SONG)).toBe(true);
  // An answer that was lost is asked for again.
  expect((await finish(ada, address)).json()).toEqual(file);
  expect((await state(ada, address)).status).toBe(404);
});

test("after a broken line the server says how much it has, and takes nothing at another place", async () => {
  const ada = await singer();
  const address = await begun(ada, song);
  await piece(ada, address, 0, SONG.subarray(0, 20_000));

  const { status, headers } = await state(ada, address);

  expect(status).toBe(200);
  expect(headers).toMatchObject({ "upload-offset": "20000", "upload-length": String(SONG.length) });
  expect(headers["cache-control"]).toContain("no-store");
  const wrong = await piece(ada, address, 30_000, SONG.subarray(30_000));
  expect(wrong.status).toBe(409);
  expect(wrong.json()).toMatchObject({ error: { code: "INVALID_PARAMETER", legacyCode: -4001 } });
  expect((await finish(ada, address)).text).toContain("Bytes of the file are missing.");
  expect((await piece(ada, address, 20_000, SONG.subarray(20_000))).status).toBe(204);
  expect((await finish(ada, address)).status).toBe(200);
});

test("a piece that breaks off in the middle leaves the bytes that arrived", async () => {
  const ada = await singer();
  const address = await begun(ada, song);
  const { cookie, accessToken } = ada.credentials!;
  const cut = new AbortController();
  let sent = 0;
  const body = new ReadableStream({
    pull(stream) {
      if (sent < 30_000) stream.enqueue(SONG.subarray(sent, (sent += 10_000)));
      return sent < 30_000 ? undefined : new Promise<void>(() => undefined);
    },
  });
  const sending = fetch(forum.url + address, {
    method: "PATCH",
    signal: cut.signal,
    headers: {
      cookie,
      authorization: `Bearer ${accessToken}`,
      "tus-resumable": "1.0.0",
      "upload-offset": "0",
      "content-type": "application/offset+octet-stream",
    },
    body,
    duplex: "half",
  } as RequestInit);
  const ended = sending.catch(() => null);
  await expect.poll(() => arrived(), { timeout: 10_000 }).toBe(30_000);
  cut.abort();
  await ended;

  const { headers } = await state(ada, address);

  expect(headers["upload-offset"]).toBe("30000");
  await piece(ada, address, 30_000, SONG.subarray(30_000));
  const file = (await finish(ada, address)).json() as Uploaded;
  expect((await fetchFile(forum, ada, file.url)).bytes.equals(SONG)).toBe(true);

  function arrived(): number {
    return statSync(bytesOf(ada, address)).size;
  }
});

test.each([
  ["a kind that nobody knows", { ...song, kind: "film" }, 400, "kind is image"],
  ["an ending that the site does not accept", { ...song, name: "歌.exe" }, 400, "not supported"],
  ["more than the site accepts", { ...song, bytes: 2_000_000_000 }, 413, "at most"],
  ["nothing", { ...song, bytes: 0 }, 400, "empty"],
  ["a file without a name", { ...song, name: "" }, 400, "name of the file is missing"],
  ["a video by one who may add only sound", { ...song, name: "a.mp4", kind: "video" }, 403, ""],
])("%s is refused before a byte is sent", async (_what, file, status, reason) => {
  const before = unfinished();

  const answer = await begin(await singer(), file);

  expect(answer.status).toBe(status);
  expect(answer.text).toContain(reason);
  expect(unfinished()).toEqual(before);
});

test("without a size nothing begins: no check could be made", async () => {
  const ada = await singer();
  const facts = { "tus-resumable": "1.0.0", "upload-metadata": "filename YS53YXY=,kind YXVkaW8=" };

  const sizes: Readonly<Record<string, string>>[] = [
    {},
    { "upload-defer-length": "1" },
    { "upload-length": "-1" },
  ];
  for (const more of sizes)
    expect((await ada.request("POST", "/uploads/resumable", undefined, { ...facts, ...more })).status).toBe(
      400,
    );
});

test("what is something else than its name says is refused at the end, and removed", async () => {
  const ada = await singer();
  const before = unfinished();
  const page = Buffer.from("<html><script>alert(1)</script></html>");
  const address = await begun(ada, { ...song, bytes: page.length });
  await piece(ada, address, 0, page);

  const answer = await finish(ada, address);

  expect(answer.status).toBe(400);
  expect(answer.text).toContain("The content is not what .wav says.");
  expect(unfinished()).toEqual(before);
  expect((await finish(ada, address)).status).toBe(404);
});

test("rights and limits count again at the end", async () => {
  const ada = await singer();
  const address = await begun(ada, song);
  await piece(ada, address, 0, SONG);
  await accept("mp4");

  const answer = await finish(ada, address);
  await accept("mp4,wav");

  expect(answer.text).toContain("not supported");
});

test("an upload belongs to the member who began it", async () => {
  const [ada, eve] = [await singer(), await singer()];
  const address = await begun(ada, song);

  expect((await state(eve, address)).status).toBe(404);
  expect((await piece(eve, address, 0, SONG)).status).toBe(404);
  expect((await cancel(eve, address)).status).toBe(404);
  expect((await finish(eve, address)).status).toBe(404);
  for (const id of ["..%2F..%2Fsecret.key", "0".repeat(32), `${ada.id}%2F${address.split("/").at(-1)!}`])
    expect((await state(eve, `/uploads/resumable/${id}`)).status).toBe(404);
  expect((await state(ada, address)).headers["upload-offset"]).toBe("0");
});

test("visitors upload nothing, and no other site makes a member do it", async () => {
  const address = await begun(await singer(), song);

  expect((await begin(forum.visitor(), song)).status).toBe(401);
  expect((await piece(forum.visitor(), address, 0, SONG)).status).toBe(401);
  expect((await finish(forum.visitor(), address)).status).toBe(401);
  const { cookie } = (await singer()).credentials!;
  const facts = { "tus-resumable": "1.0.0", "upload-length": "9", "upload-metadata": "kind YXVkaW8=" };
  const send = (headers: Readonly<Record<string, string>>) =>
    forum.visitor().request("POST", "/uploads/resumable", undefined, { ...facts, cookie, ...headers });
  expect((await send({ "sec-fetch-site": "cross-site" })).status).toBe(403);
  // Other sites can send the cookie, so a request needs the origin of this one.
  expect((await send({})).status).toBe(401);
});

test("who cancels leaves nothing behind", async () => {
  const ada = await singer();
  const before = unfinished();
  const address = await begun(ada, song);
  await piece(ada, address, 0, SONG.subarray(0, 9_000));

  expect((await cancel(ada, address)).status).toBe(204);

  expect(unfinished()).toEqual(before);
  expect((await piece(ada, address, 9_000, SONG.subarray(9_000))).status).toBe(404);
});

test("the oldest unfinished upload of a member ends when too many are open", async () => {
  const ada = await singer();
  const addresses: string[] = [];
  for (let open = 0; open <= UNFINISHED_MAX; open++) {
    addresses.push(await begun(ada, song));
    age(ada, addresses.at(-1)!, UNFINISHED_MAX - open);
  }

  expect((await state(ada, addresses[0]!)).status).toBe(404);
  expect((await state(ada, addresses[1]!)).status).toBe(200);
});

test("an unfinished upload ends after a day, also for the disk", async () => {
  const ada = await singer();
  const [old, fresh] = [await begun(ada, song), await begun(ada, song)];
  age(ada, old, 90_000);

  await forum.write((ctx) => removeUnusedUploads(ctx));

  expect((await state(ada, old)).status).toBe(404);
  expect((await state(ada, fresh)).status).toBe(200);
  expect(unfinished().filter((path) => path.includes(old.split("/").at(-1)!))).toEqual([]);
});

test("a video keeps the size that its sender measured", async () => {
  const bob = await forum.member("thread.insertVideo");
  const film = clip();
  const facts = { name: "a.mp4", kind: "video", bytes: film.length, width: 640, height: 360 };
  const address = await begun(bob, facts);
  await piece(bob, address, 0, film);

  expect((await finish(bob, address)).json()).toMatchObject({ width: 640, height: 360 });
});

test("clients of the protocol learn what it can do here", async () => {
  const answer = await forum.visitor().request("OPTIONS", "/uploads/resumable");

  expect(answer.headers).toMatchObject({
    "tus-version": "1.0.0",
    "tus-extension": "creation,termination,expiration",
  });
});

/** Says which endings of video and audio the site accepts. */
async function accept(value: string): Promise<void> {
  const entries = [{ tag: "default", key: "support_media_ext", value }];
  const admin = await forum.admin();
  await admin.graphql(`mutation ($e: [SettingInput!]!) { saveSettings(entries: $e) { id } }`, {
    e: entries,
  });
}

/** Lets an upload have begun some seconds ago. */
function age(person: Person, address: string, seconds: number): void {
  const at = new Date(Date.now() - seconds * 1_000);
  const path = bytesOf(person, address);
  for (const each of [path, `${path}.json`]) utimesSync(each, at, at);
}

/** Place of the bytes of an upload on the disk. */
function bytesOf(person: Person, address: string): string {
  const id = address.split("/").at(-1)!;
  return join(forum.app.services.filesDir, ".resumable", String(person.id), id);
}
