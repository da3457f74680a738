import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { INVARIANTS, violationSql } from "../../server/features/money/checks/invariants.sql.ts";
import { NeutralFolder } from "../../server/transfer/format/folder.ts";
import type { ImportResult } from "../../server/transfer/import/import.ts";
import { writeReport } from "../../server/transfer/import/report.ts";
import { ENGINE } from "../support/forum.ts";
import { DISCUZ_Q } from "./discuzQ/community.ts";
import { SOLD } from "./discuzQ/contentRows.ts";
import { PASSWORD } from "./discuzQ/peopleRows.ts";
import { MovedIn, PATIENCE_MS } from "./movedIn.ts";

/** Discuz! Q lives on a server; SQLite has none. */
const onServer = test.runIf(ENGINE !== "sqlite");

let home: MovedIn;

beforeAll(async () => {
  if (ENGINE === "sqlite") return;
  home = await MovedIn.from(DISCUZ_Q);
  // The old forum showed visitors nothing; the owner opens the new one.
  await home.forum.write(async (ctx) => {
    for (const permission of ["viewThreads", "thread.viewPosts", "thread.viewAttachment"])
      await run(ctx, "INSERT INTO group_permissions (groupId, permission) VALUES (7, ?)", [permission]);
  });
}, PATIENCE_MS);
afterAll(() => home?.end());

onServer("all that the reader gave is in the forum", () => home.expectCounts());

onServer("a member of Discuz! Q signs in with the password of before, and has their picture", async () => {
  await home.expectPassword(1, PASSWORD);
  await home.expectFiles("avatar");
});

onServer("threads are at their old numbers, with their pictures, and answers under them", async () => {
  const visitor = home.forum.visitor();
  await home.expectPage(visitor, "/thread/100", "看图", "好看", "谢谢", await home.fileOf("picture b"));
  await home.expectFiles("picture b");
});

onServer("what was closed to visitors stays closed", async () => {
  const visitor = home.forum.visitor();
  await home.expectPage(visitor, "/thread/103", "买".repeat(10));
  await home.expectHidden(visitor, new RegExp(SOLD));
  await home.expectClosed(
    visitor,
    [104, 105, 106, 109].map((id) => `/thread/${id}`),
  );
});

onServer("old addresses lead to what they showed", async () => {
  await home.expectRedirects({
    "/pages/home/index": "/",
    "/pages/topic/index?id=100": "/thread/100",
    "/topic/index?id=100": "/thread/100",
    "/thread/index?id=100": "/thread/100",
    "/thread/comment/500": "/thread/100",
    "/storage/attachments/2021/03/04/b.jpg": "{picture b}",
    "/storage/avatars/000/00/00/01.png": "{avatar}",
  });
  // Visitors see no profiles there.
  await home.expectRedirects({ "/pages/profile/index?userId=2": "/user/2" }, await home.member(1));
});

onServer("money is right to the cent, and the books balance", async () => {
  const balances = await home.forum.rows<{ ownerId: number; balanceCents: number }>(
    "SELECT a.ownerId, a.balanceCents FROM money_accounts a WHERE a.kind = 'AVAILABLE' AND a.balanceCents > 0 ORDER BY a.ownerId",
  );
  expect(balances.map(({ ownerId, balanceCents }) => [Number(ownerId), Number(balanceCents)])).toEqual([
    [2, 1_515],
    [3, 29],
  ]);
  expect(home.reading.report.money).toMatchObject({ openedCents: 1_544, sourceCents: 1_944 });
  for (const invariant of INVARIANTS)
    expect([invariant.name, await home.forum.rows(violationSql(invariant, 0))]).toEqual([invariant.name, []]);
});

onServer("the report names both sides, and what was changed", async () => {
  const folder = await NeutralFolder.open(home.reading.folder);
  await writeReport(folder, { source: home.reading.report, result: home.result }, "https://new.example.org");
  const page = readFileSync(join(home.reading.folder, "report.html"), "utf8");
  expect(page).toContain("https://new.example.org/thread/100");
  expect(page).toContain("users 4");
  const json = JSON.parse(readFileSync(join(home.reading.folder, "report.json"), "utf8")) as {
    result: ImportResult;
  };
  expect(json.result.rows.threads).toBe(json.result.counts.threads.added);
});

onServer("reading and importing again changes nothing", () => home.expectSecondRunChangesNothing());
