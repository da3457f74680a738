import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countsOf, pollOf, vote } from "../../polls/polling.ts";
import { createApp } from "../../../server/app.ts";
import type { Config } from "../../../server/config.ts";
import { NeutralFolder } from "../../../server/transfer/format/folder.ts";
import { importFolder, type ImportResult } from "../../../server/transfer/import/import.ts";
import { readNodebb } from "../../../server/transfer/sources/nodebb/read.ts";
import { createServerDatabase, ENGINE, Forum } from "../../support/forum.ts";
import type { Person } from "../../support/person.ts";
import { PASSWORD } from "./community.ts";
import { Reading } from "./reading.ts";

const PATIENCE_MS = 120_000;
const LOGIN = `mutation ($input: LoginInput!) { login(input: $input) { viewer { id nickname avatarUrl } } }`;

let reading: Reading;
const place = { DATA_DIR: "", DATABASE_URL: "" };
let database: { url: string; drop(): Promise<void> } | undefined;
let forum: Forum;

beforeAll(async () => {
  reading = await Reading.begin();
  place.DATA_DIR = join(reading.root, "data");
  mkdirSync(place.DATA_DIR);
  if (ENGINE !== "sqlite") place.DATABASE_URL = (database = await createServerDatabase()).url;
  const empty = await Forum.open({ env: place });
  await empty.close();
  await imported(empty.app.config);
  forum = await Forum.open({ env: place });
}, PATIENCE_MS);
afterAll(async () => {
  await forum?.close();
  await database?.drop();
  reading?.end();
});

async function imported(config: Config): Promise<ImportResult> {
  const app = await createApp(config, { isImporting: true });
  try {
    return await importFolder(app, {
      folder: await NeutralFolder.open(reading.folder),
      tell: () => undefined,
    });
  } finally {
    await app.close();
  }
}

/** A browser of a member of the old forum. */
async function memberOf(id: number): Promise<Person> {
  const [row] = await forum.rows<{ username: string; nickname: string; groupId: number }>(
    "SELECT u.username, u.nickname, u.groupId FROM users u WHERE u.id = ?",
    [id],
  );
  return forum.signIn(id, row!.username, row!.nickname, Number(row!.groupId));
}

/** The address here of a file of the old site. */
async function fileOf(upload: string, person: Person): Promise<number> {
  const [row] = await forum.rows<{ target: string }>(
    "SELECT o.target FROM old_addresses o WHERE o.address LIKE ?",
    [`%${upload}`],
  );
  return (await person.get(row!.target)).status;
}

test.each([
  ["of now", "Ada", "2"],
  ["of before 1.13", "was-banned", "6"],
])("a member with a password %s signs in with it, more than once", async (_, username, id) => {
  const input = { username, password: PASSWORD };
  const wrong = { input: { ...input, password: "夏天的风" } };
  await expect(forum.visitor().graphql(LOGIN, wrong)).rejects.toThrow();
  for (let times = 0; times < 2; times++) {
    const { viewer } = (await forum.visitor().graphql(LOGIN, { input })).login;
    expect(viewer).toMatchObject({ id, nickname: username });
    if (id === "2") expect((await forum.visitor().get(viewer.avatarUrl as string)).status).toBe(200);
  }
  const left = "SELECT f.userId FROM foreign_passwords f WHERE f.userId = ?";
  expect(await forum.rows(left, [Number(id)])).toEqual([]);
});

test("topics are at their old numbers, with their pictures and answers", async () => {
  const page = await forum.visitor().get("/thread/100");
  expect(page.status).toBe(200);
  for (const text of ["欢迎", "I answer", "旅行", "John_Doe"]) expect(page.text).toContain(text);
  expect(page.text).not.toContain("taken back reply");
  const [, picture] = /src="(\/files\/[^"]+)"/.exec(page.text)!;
  expect((await forum.visitor().get(picture!)).status).toBe(200);
});

test("polls go on: who voted keeps the vote, and others vote until the end", async () => {
  expect(countsOf(await pollOf(forum.visitor(), "100"))).toEqual({ "猫 | cat": 2, 狗: 0 });
  expect(countsOf(await vote(await memberOf(2), "100", "狗"))).toEqual({ "猫 | cat": 1, 狗: 1 });
  const ended = await pollOf(await memberOf(3), "111");
  expect(countsOf(ended)).toEqual({ Monday: 2, Tuesday: 2, Never: 0 });
  expect(ended).toMatchObject({ viewerCanVote: false, voterCount: 3 });
});

test("what was closed stays closed", async () => {
  const closed = [101, 102, 105, 107, 108, 109];
  const readable = async (person: Person): Promise<number[]> => {
    const statuses = await Promise.all(closed.map(async (id) => (await person.get(`/thread/${id}`)).status));
    expect(statuses.every((status) => status === 200 || status === 404)).toBe(true);
    return closed.filter((_, at) => statuses[at] === 200);
  };
  const [visitor, ada, clubber] = [forum.visitor(), await memberOf(2), await memberOf(3)];
  expect(await readable(visitor)).toEqual([]);
  expect(await readable(clubber)).toEqual([101, 109]);
  // She wrote in the club once, and may not read there any more.
  expect(await readable(ada)).not.toContain(101);
  expect((await visitor.get("/thread/106")).text).not.toContain("taken back");
  expect((await visitor.get("/category/4")).status).toBe(404);
});

test("files are given to who may read the texts that show them", async () => {
  const [visitor, ada, clubber] = [forum.visitor(), await memberOf(2), await memberOf(3)];
  expect(await fileOf("-club.png", visitor)).toBe(404);
  expect(await fileOf("-club.png", clubber)).toBe(200);
  expect(await fileOf("-both.pdf", visitor)).toBe(200);
  for (const upload of ["-secret.pdf", "-back.pdf"])
    expect([upload, await fileOf(upload, clubber), await fileOf(upload, ada)]).toEqual([upload, 404, 200]);
  // The two of a chat see its picture, and nobody else.
  expect(await fileOf("-note.png", clubber)).toBe(200);
  expect(await fileOf("-note.png", await memberOf(4))).toBe(404);
});

test.each([
  ["/forum/topic/100", "/thread/100"],
  ["/forum/topic/100/welcome", "/thread/100"],
  ["/forum/topic/100/welcome/3", "/thread/100?post=2#p2"],
  ["/forum/topic/100.rss", "/thread/100/rss.xml"],
  ["/forum/post/1002", "/thread/100?post=2#p2"],
  ["/forum/post/1000", "/thread/100"],
  ["/forum/category/1/general", "/category/1"],
  ["/forum/category/1.rss", "/category/1/rss.xml"],
  ["/forum/user/ada", "/user/2"],
  ["/forum/user/john-doe", "/user/3"],
  ["/forum/uid/2", "/user/2"],
  ["/forum/tags/%E6%97%85%E8%A1%8C", "/topic/2"],
  ["/forum/recent", "/"],
  ["/forum/recent.rss", "/rss.xml"],
])("the old address %s leads to %s", async (address, target) => {
  const answer = await forum.visitor().get(address);
  expect([answer.status, answer.headers["location"]]).toEqual([301, target]);
});

test("topics that were merged lead to where their text is now", async () => {
  const targets = [114, 115].map(
    async (id) => (await forum.visitor().get(`/thread/${id}`)).headers["location"],
  );
  expect(await Promise.all(targets)).toEqual(["/thread/100?moved=114", "/thread/113?moved=115"]);
});

test("old addresses of pictures lead to them", async () => {
  const answer = await forum.visitor().get("/forum/assets/uploads/files/1600000000000-b.png");
  expect(answer.status).toBe(301);
  expect((await forum.visitor().get(answer.headers["location"] as string)).status).toBe(200);
});

test("who was banned stays so, and chats are unread where they were", async () => {
  const input = { username: "troll", password: PASSWORD };
  await expect(forum.visitor().graphql(LOGIN, { input })).rejects.toThrow();
  const unread = `{ unreadCounts { dialogMessage } }`;
  const counts = async (id: number) =>
    (await (await memberOf(id)).graphql(unread)).unreadCounts.dialogMessage;
  expect(await counts(3)).toBeGreaterThan(0);
  expect(await counts(2)).toBe(0);
});

test(
  "reading and importing again changes nothing",
  async () => {
    await readNodebb(reading.options());
    const { config } = forum.app;
    await forum.app.close();
    const { counts } = await imported(config);
    for (const [kind, { added, changed, removed }] of Object.entries(counts))
      expect([kind, added, changed, removed]).toEqual([kind, 0, 0, 0]);
    forum = await Forum.open({ env: place });
  },
  PATIENCE_MS,
);
