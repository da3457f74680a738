import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { NeutralFolder, NeutralWriter } from "../../server/transfer/format/folder.ts";
import type { Kind, RecordOf } from "../../server/transfer/format/records.ts";
import { checkFolder } from "../../server/transfer/import/check.ts";
import { category, GROUP, member, NOW } from "./plainRecords.ts";

const root = mkdtempSync(join(tmpdir(), "luntan-bad-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const payment = (amountCents: number): RecordOf<"transactions"> => ({
  reference: "import:1",
  kind: "ADJUSTMENT",
  memo: "",
  actorId: 0,
  createdAt: NOW,
  entries: [
    { account: "AVAILABLE", memberId: 1, amountCents, as: null },
    { account: "ADJUSTMENTS", memberId: null, amountCents: -100, as: null },
  ],
});

let folders = 0;
type Records = { readonly [K in Kind]?: readonly RecordOf<K>[] };

/** Writes a folder with a group, a member, and what is named. */
async function written(records: Records = {}): Promise<string> {
  const folder = join(root, String(++folders));
  const source = { software: "luntan", version: "1", address: "" } as const;
  const writer = await NeutralWriter.open(folder, source);
  const all: Records = { groups: [GROUP], members: [member(1, "ada")], ...records };
  for (const [kind, some] of Object.entries(all))
    for (const record of some) await writer.append(kind as Kind, record);
  await writer.finish(new Date(NOW));
  return folder;
}

const check = async (folder: string): Promise<void> =>
  checkFolder(await NeutralFolder.open(folder), () => undefined);

test("a folder that is whole passes", async () => {
  await expect(
    check(await written({ categories: [category(1, 2), category(2, null)] })),
  ).resolves.toBeUndefined();
});

describe("a folder is refused in one sentence, before anything is written:", () => {
  test("one whose export did not finish", async () => {
    const folder = await written();
    rmSync(join(folder, "manifest.json"));
    await expect(check(folder)).rejects.toThrow("is no folder of the neutral format, or not complete");
  });

  test("one of another version, or of another format", async () => {
    const folder = await written();
    const location = join(folder, "manifest.json");
    const manifest = JSON.parse(readFileSync(location, "utf8")) as Record<string, unknown>;
    writeFileSync(location, JSON.stringify({ ...manifest, version: 2 }));
    await expect(check(folder)).rejects.toThrow("has version 2 of the format; this program reads version 1");
    writeFileSync(location, JSON.stringify({ ...manifest, format: "nodebb" }));
    await expect(check(folder)).rejects.toThrow(/manifest\.json: format/);
    writeFileSync(location, "PK\u0003\u0004");
    await expect(check(folder)).rejects.toThrow("is not JSON");
  });

  test("one that was cut off, or changed afterwards", async () => {
    const folder = await written();
    const location = join(folder, "members.ndjson");
    truncateSync(location, 40);
    await expect(check(folder)).rejects.toThrow("members.ndjson, line 1: has no end; the file was cut off.");
    writeFileSync(location, "");
    await expect(check(folder)).rejects.toThrow("members.ndjson is not the file that the manifest names");
    rmSync(location);
    await expect(check(folder)).rejects.toThrow("members.ndjson is missing.");
  });

  test("a line that is no record", async () => {
    const folder = await written();
    const location = join(folder, "members.ndjson");
    const line = readFileSync(location, "utf8");
    const refusals = [
      ["{", "is not JSON"],
      [line.replace('"id":1', '"id":-1').trim(), "id: "],
      [line.replace('"id":1', '"id":1,"password":"x"').trim(), "password"],
      [line.replace('"avatar":null', '"avatar":"../../etc/passwd"').trim(), "avatar: "],
      [
        line.replace('"nickname":"ada"', '"nickname":"\\ud800"').trim(),
        "nickname: contains half of a character",
      ],
    ];
    for (const [text, reason] of refusals) {
      writeFileSync(location, `${text}\n`);
      await expect(check(folder)).rejects.toThrow(new RegExp(`^members.ndjson, line 1: .*${reason}`));
    }
    writeFileSync(location, Buffer.from([0x7b, 0xff, 0x7d, 0x0a]));
    await expect(check(folder)).rejects.toThrow("members.ndjson, line 1: is not UTF-8.");
  });

  test("a record that does not fit, in both languages", async () => {
    const folder = await written();
    const location = join(folder, "members.ndjson");
    writeFileSync(location, readFileSync(location, "utf8").replace('"id":1', '"id":"1"'));
    await expect(check(folder)).rejects.toMatchObject({
      sentence: {
        zh: "members.ndjson 第 1 行：不符合格式（id: 无效输入：期望 数字，实际接收 string）",
        en: "members.ndjson, line 1: id: Invalid input: expected number, received string",
      },
    });
  });

  test("a line without end, in bounded memory", async () => {
    const folder = await written();
    const location = join(folder, "posts.ndjson");
    for (let times = 0; times < 40; times++) appendFileSync(location, "x".repeat(100_000));
    await expect(check(folder)).rejects.toThrow("posts.ndjson, line 1: is longer than 2000000 bytes.");
  });

  test("records that name what is not there, come twice, or do not fit each other", async () => {
    const wrong: readonly (readonly [Records, string])[] = [
      [
        { members: [{ ...member(1, "ada"), groupId: 11 }] },
        "members.ndjson, line 1: groupId: there is no 11",
      ],
      [{ members: [member(1, "ada"), member(1, "bo")] }, "members.ndjson, line 2: id 1 comes after 1"],
      [
        { members: [member(1, "Ada"), member(2, "ＡＤＡ")] },
        'members.ndjson, line 2: username "ada" is that of line 1',
      ],
      [
        { categories: [category(1, 2), category(2, 1)] },
        "categories.ndjson, line 1: parentId: 2 has a parent itself",
      ],
      [{ categories: [category(1, 1)] }, "categories.ndjson, line 1: parentId: 1 has a parent itself"],
      [
        { transactions: [payment(90)] },
        "transactions.ndjson, line 1: has entries that do not add up to zero.",
      ],
      [
        { files: [{ path: "ab/cd/abcd.png", sha256: "0".repeat(64), bytes: 3 }] },
        "files/ab/cd/abcd.png is missing.",
      ],
      [
        { follows: [{ fromId: 1, toId: 7, createdAt: NOW }] },
        "follows.ndjson, line 1: toId: there is no 7 in members.",
      ],
    ];
    for (const [records, reason] of wrong)
      await expect(check(await written(records))).rejects.toThrow(reason);
  });
});
