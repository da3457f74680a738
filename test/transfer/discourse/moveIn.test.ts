import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countsOf, pollOf, vote } from "../../polls/polling.ts";
import { createApp } from "../../../server/app.ts";
import type { Config } from "../../../server/config.ts";
import { NeutralFolder } from "../../../server/transfer/format/folder.ts";
import { importFolder, type ImportResult } from "../../../server/transfer/import/import.ts";
import { readDiscourse } from "../../../server/transfer/sources/discourse/read.ts";
import type { SourceOptions } from "../../../server/transfer/sources/source.ts";
import { createServerDatabase, ENGINE, Forum } from "../../support/forum.ts";
import type { Person } from "../../support/person.ts";
import { dumpOf, PASSWORD, ROWS, shortUrl, stored } from "./community.ts";

const PATIENCE_MS = 120_000;
const NAMES = ["a.png", "b.png", "plan.pdf", "secret.pdf", "msg.png", "lounge.png", "flagged.png"];

const root = mkdtempSync(join(tmpdir(), "luntan-from-discourse-"));
const backup = join(root, "backup");
const options: SourceOptions = {
  from: backup,
  address: "https://old.example.org/forum",
  files: null,
  folder: join(root, "neutral"),
  now: new Date("2026-11-26T08:00:00Z"),
  tell: () => undefined,
};
let forum: Forum;
let database: { readonly url: string; drop(): Promise<void> } | null = null;

beforeAll(async () => {
  for (const name of NAMES) put(join(backup, stored(name)), name);
  put(join(backup, "dump.sql"), dumpOf(ROWS));
  await readDiscourse(options);
  const dataDir = join(root, "data");
  mkdirSync(dataDir);
  if (ENGINE !== "sqlite") database = await createServerDatabase();
  const env = { DATA_DIR: dataDir, DATABASE_URL: database?.url ?? "" };
  // The first start creates the tables; nobody is there when the community comes.
  const empty = await Forum.open({ env });
  await empty.close();
  await imported(empty.app.config);
  forum = await Forum.open({ env });
}, PATIENCE_MS);
afterAll(async () => {
  await forum?.close();
  await database?.drop();
  rmSync(root, { recursive: true, force: true });
});

function put(location: string, content: string): void {
  mkdirSync(dirname(location), { recursive: true });
  writeFileSync(location, content);
}

async function imported(config: Config): Promise<ImportResult> {
  const app = await createApp(config, { isImporting: true });
  const folder = await NeutralFolder.open(options.folder);
  const result = await importFolder(app, { folder, tell: () => undefined });
  await app.close();
  return result;
}

/** Opens the browser of a member who came along. */
const browserOf = (id: number, name: string, groupId: number): Promise<Person> =>
  forum.signIn(id, name, name, groupId);

/** Gives the answer at an address, and the place that it leads to. */
async function targetOf(person: Person, address: string): Promise<unknown[]> {
  const { status, headers } = await person.get(address);
  return [status, headers["location"]];
}

test("a member of Discourse signs in with the password of before, and is who they were", async () => {
  const login = `mutation ($input: LoginInput!) { login(input: $input) { viewer { id nickname avatarUrl } } }`;
  const input = { username: "站长", password: PASSWORD };
  await expect(
    forum.visitor().graphql(login, { input: { ...input, password: "天涯共此时" } }),
  ).rejects.toThrow();
  for (let times = 0; times < 2; times++) {
    const { viewer } = (await forum.visitor().graphql(login, { input })).login;
    expect(viewer).toMatchObject({ id: "1", nickname: "站长" });
    expect((await forum.visitor().get(viewer.avatarUrl as string)).status).toBe(200);
  }
  expect(await forum.rows("SELECT f.userId FROM foreign_passwords f WHERE f.userId = 1")).toEqual([]);
  // An account that was never confirmed is none that one gets into.
  await expect(
    forum.visitor().graphql(login, { input: { ...input, username: "sleeper" } }),
  ).rejects.toThrow();
});

test("topics are at their old numbers, with their pictures, polls and answers", async () => {
  const { status, text } = await forum.visitor().get("/thread/100");
  expect(status).toBe(200);
  for (const words of ["欢迎", "猫还是狗？", "in code", "with tabs", "from who left"])
    expect(text).toContain(words);
  for (const words of ["whisper", "deleted reply", "flagged"]) expect(text).not.toContain(words);
  const [, picture] = /src="(\/files\/[^"]+)"/.exec(text)!;
  expect((await forum.visitor().get(picture!)).status).toBe(200);
});

test("polls go on: who voted keeps the vote, and others vote until the end", async () => {
  expect(countsOf(await pollOf(forum.visitor(), "100"))).toEqual({ "猫 | cat": 3, 狗: 1 });
  const [ada, bob, clubber] = [
    await browserOf(2, "ada", 142),
    await browserOf(3, "bob", 102),
    await browserOf(8, "clubber", 142),
  ];
  expect(countsOf(await vote(ada, "100", "狗"))).toEqual({ "猫 | cat": 2, 狗: 2 });
  expect(countsOf(await pollOf(ada, "107"))).toEqual({ Monday: null, Tuesday: null, Never: null });
  expect(countsOf(await pollOf(bob, "107"))).toEqual({ Monday: 1, Tuesday: 0, Never: 1 });
  const ended = await pollOf(clubber, "101");
  expect(ended).toMatchObject({ viewerCanVote: false, kind: "RANKED", voterCount: 2 });
  expect(ended.rounds[0].voteCounts).toEqual([0, 1, 1]);
});

test("what was closed stays closed, to members as well", async () => {
  const [visitor, ada, bob] = [
    forum.visitor(),
    await browserOf(2, "ada", 142),
    await browserOf(3, "bob", 102),
  ];
  const open = async (person: Person): Promise<number[]> => {
    const pages: number[] = [];
    for (let id = 100; id <= 109; id++)
      if ((await person.get(`/thread/${id}`)).status === 200) pages.push(id);
    return pages;
  };
  expect(await open(visitor)).toEqual([100, 103, 106, 107]);
  expect(await open(ada)).toEqual(expect.arrayContaining([100, 101, 103, 106, 107]));
  for (const id of [102, 104, 108, 109]) expect(await open(ada)).not.toContain(id);
  // Moderators see what was deleted.
  expect(await open(bob)).toEqual([100, 103, 105, 106, 107, 108]);
  expect((await visitor.get("/thread/106")).text).not.toContain("hidden secret");
});

test("files are got by who reads the text that shows them", async () => {
  const [visitor, ada, bob] = [
    forum.visitor(),
    await browserOf(2, "ada", 142),
    await browserOf(3, "bob", 102),
  ];
  const statusOf = async (person: Person, name: string): Promise<number> => {
    const [file] = await forum.rows<{ path: string }>(
      "SELECT a.path FROM attachments a WHERE a.fileName = ?",
      [`my ${name}`],
    );
    return (await person.get(`/files/${file!.path}`)).status;
  };
  for (const [name, statuses] of [
    ["b.png", [200, 200, 200]],
    ["plan.pdf", [200, 200, 200]],
    ["lounge.png", [200, 200, 200]],
    ["secret.pdf", [404, 200, 404]],
    ["msg.png", [404, 200, 200]],
  ] as const)
    expect([
      name,
      await statusOf(visitor, name),
      await statusOf(ada, name),
      await statusOf(bob, name),
    ]).toEqual([name, ...statuses]);
});

test("who was silenced reads, and who could only read a category cannot write in it", async () => {
  const reply = `mutation ($input: ReplyToThreadInput!) { replyToThread(input: $input) { id } }`;
  const quiet = await browserOf(5, "quiet", 8);
  expect((await quiet.get("/thread/100")).status).toBe(200);
  await expect(quiet.graphql(reply, { input: { threadId: "100", body: "Let me" } })).rejects.toMatchObject({
    code: "SILENCED",
  });
  const ada = await browserOf(2, "ada", 142);
  for (const threadId of ["101", "107"])
    await expect(ada.graphql(reply, { input: { threadId, body: "Me too" } })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
});

test("messages are between the same two members", async () => {
  const read = "{ dialogs { nodes { id peer { nickname } } } }";
  const names = async (person: Person): Promise<string[]> =>
    ((await person.graphql(read)).dialogs.nodes as { peer: { nickname: string } }[]).map(
      ({ peer }) => peer.nickname,
    );
  expect((await names(await browserOf(2, "ada", 142))).sort()).toEqual(["bob", "已注销用户"]);
  expect(await names(await browserOf(3, "bob", 102))).toEqual(["ada"]);
});

test("old addresses lead to what they showed", async () => {
  const visitor = forum.visitor();
  for (const [address, target] of [
    ["/t/welcome/100", "/thread/100"],
    ["/t/100", "/thread/100"],
    ["/t/welcome/100/1", "/thread/100"],
    ["/t/welcome/100/4", "/thread/100?post=3#p3"],
    ["/t/-/100/9", "/thread/100?post=8#p8"],
    ["/p/1004", "/thread/100?post=3#p3"],
    ["/p/1001", "/thread/100"],
    ["/c/general/child/2", "/category/2"],
    ["/c/general/child", "/category/2"],
    ["/u/ada", "/user/2"],
    ["/u/ada/summary", "/user/2"],
    [`/u/${encodeURIComponent("ＡＤＡ")}`, "/user/10"],
    ["/tag/travel", "/topic/1"],
    ["/tag/trip", "/topic/1"],
    [`/tag/${encodeURIComponent("旅行")}`, "/topic/4"],
    ["/latest", "/"],
    ["/t/welcome/100.rss", "/thread/100/rss.xml"],
    ["/thread-5-1-1.html", "/thread/100"],
    ["/showpost.php?p=2", "/thread/100?post=1#p1"],
  ] as const)
    expect([address, ...(await targetOf(visitor, `/forum${address}`))]).toEqual([address, 301, target]);
  for (const address of [stored("b.png"), shortUrl("b.png")]) {
    const [status, target] = await targetOf(visitor, `/forum${address}`);
    expect([status, target]).toEqual([301, expect.stringMatching(/^\/files\/[\da-f]{2}\//)]);
    expect((await visitor.get(String(target))).status).toBe(200);
  }
  // What somebody else may see is not told by where its address leads.
  const [, secret] = await targetOf(visitor, `/forum${stored("secret.pdf")}`);
  expect((await visitor.get(String(secret))).status).toBe(404);
});

test("reading and importing again changes nothing", async () => {
  await readDiscourse(options);
  await forum.close();
  const { counts } = await imported(forum.app.config);
  for (const [kind, { added, changed, removed }] of Object.entries(counts))
    expect([kind, added, changed, removed]).toEqual([kind, 0, 0, 0]);
});
