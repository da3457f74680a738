import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "../../server/app.ts";
import type { Config } from "../../server/config.ts";
import { run } from "../../server/core/sql.ts";
import { INVARIANTS, violationSql } from "../../server/features/money/checks/invariants.sql.ts";
import { NeutralFolder } from "../../server/transfer/format/folder.ts";
import { importFolder, type ImportResult } from "../../server/transfer/import/import.ts";
import { writeReport } from "../../server/transfer/import/report.ts";
import { ENGINE, Forum } from "../support/forum.ts";
import { SOLD } from "./discuzQ/contentRows.ts";
import { PASSWORD } from "./discuzQ/peopleRows.ts";
import { DISCUZ_Q } from "./discuzQ/community.ts";
import { Reading } from "./reading.ts";

/** Discuz! Q lives on a server; SQLite has none. */
const onServer = test.runIf(ENGINE !== "sqlite");
const PATIENCE_MS = 120_000;

let reading: Reading;
let forum: Forum;
let first: ImportResult;

beforeAll(async () => {
  if (ENGINE === "sqlite") return;
  reading = await Reading.begin(DISCUZ_Q);
  const empty = await Forum.open();
  first = await imported(empty.app.config);
  forum = await Forum.open({
    env: { DATA_DIR: empty.app.config.dataDir, DATABASE_URL: empty.app.config.databaseUrl! },
  });
  // The old forum showed visitors nothing; the owner opens the new one.
  await forum.write(async (ctx) => {
    for (const permission of ["viewThreads", "thread.viewPosts", "thread.viewAttachment"])
      await run(ctx, "INSERT INTO group_permissions (groupId, permission) VALUES (7, ?)", [permission]);
  });
}, PATIENCE_MS);
afterAll(async () => {
  await forum?.close();
  await reading?.end();
});

async function imported(config: Config): Promise<ImportResult> {
  const app = await createApp(config, { isImporting: true });
  const folder = await NeutralFolder.open(reading.folder);
  const result = await importFolder(app, { folder, tell: () => undefined });
  await app.close();
  return result;
}

onServer("a member of Discuz! Q signs in with the password of before, and is who they were", async () => {
  const login = `mutation ($input: LoginInput!) { login(input: $input) { viewer { id nickname avatarUrl } } }`;
  const input = { username: "站长", password: PASSWORD };
  await expect(
    forum.visitor().graphql(login, { input: { ...input, password: "冬天的风" } }),
  ).rejects.toThrow();
  for (let times = 0; times < 2; times++) {
    const { viewer } = (await forum.visitor().graphql(login, { input })).login;
    expect(viewer).toMatchObject({ id: "1", nickname: "站长" });
    expect((await forum.visitor().get(viewer.avatarUrl as string)).status).toBe(200);
  }
  expect(await forum.rows("SELECT f.userId FROM foreign_passwords f WHERE f.userId = 1")).toEqual([]);
});

onServer("threads are at their old numbers, with their pictures, and answers under them", async () => {
  const page = await forum.visitor().get("/thread/100");
  expect(page.status).toBe(200);
  expect(page.text).toContain("看图");
  expect(page.text).toContain("好看");
  expect(page.text).toContain("谢谢");
  const [, picture] = /src="(\/files\/[^"]+)"/.exec(page.text)!;
  expect((await forum.visitor().get(picture!)).status).toBe(200);
});

onServer("what was closed to visitors stays closed", async () => {
  const visitor = forum.visitor();
  const sold = await visitor.get("/thread/103");
  expect(sold.text).toContain("买".repeat(10));
  expect(sold.text).not.toContain(SOLD);
  for (const hidden of [104, 105, 106, 109])
    expect([hidden, (await visitor.get(`/thread/${hidden}`)).status]).toEqual([hidden, 404]);
});

onServer("old addresses lead to what they showed", async () => {
  const visitor = forum.visitor();
  const picture = await visitor.get("/storage/attachments/2021/03/04/b.jpg");
  expect([picture.status, picture.headers["location"]]).toEqual([
    301,
    expect.stringMatching(/^\/files\/[\da-f]{2}\//),
  ]);
  expect((await visitor.get("/pages/topic/index?id=100")).headers["location"]).toBe("/thread/100");
  expect((await visitor.get("/thread/comment/500")).headers["location"]).toBe("/thread/100");
});

onServer("money is right to the cent, and the books balance", async () => {
  const balances = await forum.rows<{ ownerId: number; balanceCents: number }>(
    "SELECT a.ownerId, a.balanceCents FROM money_accounts a WHERE a.kind = 'AVAILABLE' AND a.balanceCents > 0 ORDER BY a.ownerId",
  );
  expect(balances.map(({ ownerId, balanceCents }) => [Number(ownerId), Number(balanceCents)])).toEqual([
    [2, 1_515],
    [3, 29],
  ]);
  expect(reading.report.money).toMatchObject({ openedCents: 1_544, sourceCents: 1_944 });
  for (const invariant of INVARIANTS)
    expect([invariant.name, await forum.rows(violationSql(invariant, 0))]).toEqual([invariant.name, []]);
});

onServer("the report names both sides, and what was changed", async () => {
  const folder = await NeutralFolder.open(reading.folder);
  await writeReport(folder, { source: reading.report, result: first }, "https://new.example.org");
  const page = readFileSync(join(reading.folder, "report.html"), "utf8");
  expect(page).toContain("https://new.example.org/thread/100");
  expect(page).toContain("users 4");
  const json = JSON.parse(readFileSync(join(reading.folder, "report.json"), "utf8")) as {
    result: ImportResult;
  };
  expect(json.result.rows.threads).toBe(json.result.counts.threads.added);
});

onServer("reading and importing again changes nothing", async () => {
  await reading.again();
  await forum.close();
  const { counts } = await imported(forum.app.config);
  for (const [kind, { added, changed, removed }] of Object.entries(counts))
    expect([kind, added, changed, removed]).toEqual([kind, 0, 0, 0]);
});
