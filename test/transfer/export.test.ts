import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { locationOf } from "../../server/features/attachments/storage.ts";
import { exportForum, exportFrom, openSnapshot } from "../../server/transfer/export/export.ts";
import { leftOut } from "../../server/transfer/export/tables.ts";
import { NeutralFolder, sha256Of } from "../../server/transfer/format/folder.ts";
import { KEYS, KINDS, type Kind, type RecordOf } from "../../server/transfer/format/records.ts";
import { moveForum } from "../../server/transfer/move/move.ts";
import { createServerDatabase, ENGINE, Forum } from "../support/forum.ts";
import { reply } from "../threads/content.ts";
import { bytesOf } from "./bytes.ts";
import { live, SECRET, SOLD, type Life } from "./living.ts";

const onServer = test.runIf(ENGINE !== "sqlite");
const PATIENCE_MS = 300_000;
/** Shorter texts of tables of secrets may be anywhere. */
const TELLING_LENGTH = 20;
/** Kinds whose order is not that of their keys. */
const BY_TIME: readonly Kind[] = ["transactions"];

let root: string;
let dataDir: string;
let database: { url: string; drop(): Promise<void> } | null = null;
let forum: Forum;
let life: Life;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "luntan-export-"));
  dataDir = join(root, "data");
  mkdirSync(dataDir);
  if (ENGINE !== "sqlite") database = await createServerDatabase();
  forum = await Forum.open({ env: { DATA_DIR: dataDir, DATABASE_URL: database?.url ?? "" } });
  life = await live(forum);
}, PATIENCE_MS);
afterAll(async () => {
  await forum?.close();
  await database?.drop();
  rmSync(root, { recursive: true, force: true });
});

let exports = 0;
const newFolder = () => join(root, `export-${++exports}`);

async function exported(folder = newFolder()): Promise<{ folder: string; lines: string[] }> {
  const lines: string[] = [];
  await exportForum(forum.app.config, folder, (line) => void lines.push(line));
  return { folder, lines };
}

async function recordsOf<K extends Kind>(folder: string, kind: K): Promise<RecordOf<K>[]> {
  const records: RecordOf<K>[] = [];
  for await (const { record } of (await NeutralFolder.open(folder)).records(kind)) records.push(record);
  return records;
}

const count = async (from: string): Promise<number> =>
  Number((await forum.rows<{ n: number }>(`SELECT COUNT(*) AS n FROM ${from}`))[0]!.n);

/** Rows that the records of each kind come from. */
const ROWS: { readonly [K in Exclude<Kind, "files" | "settings">]: string | null } = {
  groups: "`groups`",
  members: "users",
  credentials: "users WHERE passwordHash <> 'none'",
  contacts: "channel_addresses WHERE channel IN ('EMAIL', 'SMS') AND address <> ''",
  wechatAccounts: "wechat_accounts",
  follows: "follows",
  blocks: "blocks",
  categories: "categories",
  topics: "topics",
  attachments: "attachments",
  threads: "threads",
  posts: "posts",
  postMoves: "post_moves",
  threadReactions: "thread_likes",
  postReactions: "post_likes",
  bookmarkFolders: "bookmark_folders",
  favorites: "thread_favorites",
  watches: "watches",
  dialogs: "dialogs",
  rooms: "rooms",
  messages: "messages",
  stopWords: "stop_words",
  invitations: "invitations",
  acceptances: "invitation_acceptances",
  signInFields: "sign_in_fields",
  signInAnswers: "user_sign_in_fields",
  transactions: "money_transactions",
  holds: "money_holds",
  orders: "orders",
  entitlements: "entitlements",
  redPackets: "red_packets",
  bounties: "bounties",
  questions: "questions",
  polls: "polls",
  pollOptions: "poll_options",
  pollVotes: "poll_votes",
  goods: "goods",
  withdrawals: "withdrawals",
  drafts: "drafts",
  formerForums: "former_forums",
  oldAddresses: "old_addresses",
};

test("a living forum is exported whole: every line fits the format, in its order, as many as there are rows", async () => {
  const { folder, lines } = await exported();

  const { manifest } = await NeutralFolder.open(folder);
  for (const kind of KINDS) {
    const records = await recordsOf(folder, kind);
    expect([kind, records.length]).toEqual([kind, manifest.records[kind].records]);
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^ {2}${kind} +${records.length}$`)));
    if (BY_TIME.includes(kind)) continue;
    const keys = records.map((record) =>
      (KEYS[kind] as readonly string[]).map((field) => (record as Record<string, unknown>)[field] as string),
    );
    expect([...keys].sort(byKey)).toEqual(keys);
  }
  for (const [kind, rows] of Object.entries(ROWS))
    expect([kind, manifest.records[kind as Kind].records]).toEqual([kind, rows ? await count(rows) : 0]);
  // What no story fills proves nothing.
  const empty = KINDS.filter((kind) => manifest.records[kind].records === 0);
  expect(empty).toEqual([]);
});

function byKey(one: readonly (string | number)[], other: readonly (string | number)[]): number {
  const place = one.findIndex((part, index) => part !== other[index]);
  return place < 0 ? 0 : one[place]! < other[place]! ? -1 : 1;
}

test("records say what members wrote, bought and own", async () => {
  const { folder } = await exported();

  const threads = await recordsOf(folder, "threads");
  const sold = threads.find(({ id }) => id === Number(life.soldId))!;
  expect(sold).toMatchObject({ priceCents: 500, freePercent: 30, authorId: life.ada.id });
  expect(sold.body).toContain(SOLD);
  expect(threads.filter(({ deletedAt }) => deletedAt !== null).map(({ title }) => title)).toContain(
    "A mistake",
  );
  const entitlements = await recordsOf(folder, "entitlements");
  expect(entitlements).toContainEqual(
    expect.objectContaining({ memberId: life.bo.id, object: "THREAD", objectId: sold.id }),
  );
  const [row] = await forum.rows<{ createdAt: Date | string }>("SELECT createdAt FROM threads WHERE id = ?", [
    sold.id,
  ]);
  expect(new Date(sold.createdAt).getTime()).toBe(new Date(row!.createdAt).getTime());
  expect((await recordsOf(folder, "messages")).at(-1)!.body).toBe("明天见 🐉");
  expect((await recordsOf(folder, "posts")).map(({ body }) => body)).toContain("Which one? 𝒳");
  expect((await recordsOf(folder, "questions"))[0]!.answer).toBe("With patience.");
  expect((await recordsOf(folder, "redPackets"))[0]!.shares).toMatchObject([
    { amountCents: 100, memberId: life.bo.id },
    { amountCents: 100, memberId: null },
    { amountCents: 100, memberId: null },
  ]);
  expect((await recordsOf(folder, "bounties"))[0]!.gifts).toMatchObject([
    { amountCents: 100, memberId: life.bo.id, isShared: false },
  ]);
  expect((await recordsOf(folder, "dialogs"))[0]!.sides).toHaveLength(2);
  const [room] = await recordsOf(folder, "rooms");
  expect(room).toMatchObject({ name: "Bakers 🥖", ownerId: life.ada.id });
  expect(room!.members.map(({ state }) => state).sort()).toEqual([
    ...["DECLINED", "INVITED", "JOINED", "JOINED", "JOINED"],
  ]);
  expect((await recordsOf(folder, "drafts"))[0]!.attachmentIds).toHaveLength(1);
  expect(await recordsOf(folder, "settings")).toContainEqual({
    tag: "mail",
    key: "smtp_host",
    value: "mail.example.org",
  });
});

test("entries of the ledger add up to zero, and to every balance", async () => {
  const { folder } = await exported();

  const balances = new Map<string, number>();
  for (const { entries } of await recordsOf(folder, "transactions")) {
    expect(entries.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(0);
    for (const { account, memberId, amountCents } of entries) {
      const name = `${account} ${memberId ?? 0}`;
      balances.set(name, (balances.get(name) ?? 0) + amountCents);
    }
  }
  const accounts = await forum.rows<{ kind: string; ownerId: number; balanceCents: number }>(
    "SELECT kind, ownerId, balanceCents FROM money_accounts WHERE version > 0",
  );
  expect(balances).toEqual(
    new Map(accounts.map(({ kind, ownerId, balanceCents }) => [`${kind} ${ownerId}`, Number(balanceCents)])),
  );
});

test("stored files come along with their checksums, and one that is not on the disk is named", async () => {
  const [lost] = await forum.rows<{ path: string; thumbPath: string }>(
    "SELECT path, thumbPath FROM attachments WHERE kind = 'image' AND thumbPath IS NOT NULL ORDER BY id DESC LIMIT 1",
  );
  const location = locationOf(join(dataDir, "files"), lost!.path);
  const bytes = readFileSync(location);
  rmSync(location);
  const { folder, lines } = await exported();
  writeFileSync(location, bytes);

  const neutral = await NeutralFolder.open(folder);
  const files = new Map<string, string>();
  for await (const { record } of neutral.records("files")) {
    expect(await sha256Of(neutral.location(record.path))).toBe(record.sha256);
    expect(readFileSync(neutral.location(record.path))).toEqual(
      readFileSync(locationOf(join(dataDir, "files"), record.path)),
    );
    files.set(record.path, record.sha256);
  }
  const attachments = await recordsOf(folder, "attachments");
  const members = await recordsOf(folder, "members");
  const banner = (await recordsOf(folder, "settings")).find(({ key }) => key === "background_image")!;
  const expected = [
    ...attachments.flatMap(({ path, thumbPath }) => [path, thumbPath]),
    ...members.flatMap(({ avatar, background }) => [avatar, background]),
    banner.value.replace("/files/", ""),
  ].filter((path): path is string => path !== null && path !== lost!.path);
  expect(members.find(({ id }) => id === life.ada.id)!.avatar).toMatch(/^people\//);
  expect([...files.keys()]).toEqual([...new Set(expected)].sort());
  expect(lines).toContain("Files that are not on the disk: 1, all of them in missing-files.txt:");
  expect(lines).toContain(`  ${lost!.path}`);
  expect(readFileSync(join(folder, "missing-files.txt"), "utf8")).toBe(`${lost!.path}\n`);
});

test("the same forum gives the same bytes each time", async () => {
  const [one, other] = [await exported(), await exported()];

  expect(bytesOf(one.folder)).toEqual(bytesOf(other.folder));
  const [first, second] = [one, other].map(
    ({ folder }) => JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as object,
  );
  expect({ ...first, createdAt: null }).toEqual({ ...second, createdAt: null });
});

test("no byte of it holds a secret setting, a session, a token or a pay password", async () => {
  const { folder, lines } = await exported();

  const text = [...bytesOf(folder).values()].join("\n");
  const tables = ["sessions", "access_tokens", "access_token_secrets", "pay_passwords"];
  const rows = (await Promise.all(tables.map((name) => forum.rows(`SELECT * FROM ${name}`)))).flat();
  const sealed = await forum.rows<{ value: string }>(
    "SELECT value FROM settings WHERE `key` = 'smtp_password'",
  );
  const secrets = [...rows, ...sealed]
    .flatMap((row) => Object.values(row))
    .filter((value): value is string => typeof value === "string" && !/^\d{4}-\d\d-\d\d/.test(value))
    .filter(({ length }) => length >= TELLING_LENGTH);
  expect(secrets.length).toBeGreaterThan(rows.length);
  const { cookie, accessToken } = life.ada.credentials!;
  for (const secret of [...secrets, SECRET, life.token, cookie.replace("sid=", ""), accessToken])
    expect(text.includes(secret)).toBe(false);
  expect(lines.join("\n")).toMatch(/Not part of the format, .*secret settings[^]*\n {2}sessions: \d+(\n|$)/);
});

test("what is written meanwhile is not in it, and is written all the same", async () => {
  const before = await count("posts");
  const side = await openSnapshot(forum.app.config);
  const meanwhile = await reply(life.bo, life.soldId, { body: "Written meanwhile." });
  const folder = newFolder();
  const writing = (async () => {
    for (let place = 0; place < 20; place++)
      await reply(life.bo, life.soldId, { body: `Beside it, ${place}.` });
  })();

  await exportFrom(side, forum.app.config, folder, () => undefined);
  await writing;

  const posts = await recordsOf(folder, "posts");
  expect(posts).toHaveLength(before);
  expect(posts.map(({ id }) => id)).not.toContain(Number(meanwhile.id));
  expect(await count("posts")).toBe(before + 21);
  expect(await recordsOf((await exported()).folder, "posts")).toHaveLength(before + 21);
});

test("a folder that holds anything else is refused and left as it is; an unfinished export begins again", async () => {
  const { folder } = await exported();
  const complete = bytesOf(folder);
  await expect(exported(folder)).rejects.toThrow(/is not empty: it holds .+\. Name a new or an empty folder/);
  expect(bytesOf(folder)).toEqual(complete);

  const unfinished = newFolder();
  mkdirSync(join(unfinished, "files/aa"), { recursive: true });
  writeFileSync(join(unfinished, "export-unfinished.txt"), "");
  writeFileSync(join(unfinished, "posts.ndjson"), '{"id":1');
  writeFileSync(join(unfinished, "files/aa/left.png"), "left");
  const { lines } = await exported(unfinished);
  expect(lines[0]).toMatch(/earlier export that did not finish .* was removed/);
  expect(bytesOf(unfinished)).toEqual(complete);

  const mixed = newFolder();
  mkdirSync(mixed);
  for (const name of ["export-unfinished.txt", "letters.txt"]) writeFileSync(join(mixed, name), "");
  await expect(exported(mixed)).rejects.toThrow(/it holds letters\.txt/);
});

test("every table is exported, or left out on purpose", async () => {
  const side = await openSnapshot(forum.app.config);
  try {
    const unknown = [...leftOut(await side.tableNames())].filter(([holds]) => /does not know/.test(holds));
    expect(unknown).toEqual([]);
    expect([...leftOut(["letters"]).keys()]).toEqual([
      "rows of the table letters, which this program does not know",
    ]);
  } finally {
    await side.close();
  }
});

onServer(
  "the forum gives the same bytes on the other engine",
  async () => {
    const { config } = forum.app;
    await forum.close();
    const here = newFolder();
    await exportForum(config, here, () => undefined);
    await moveForum(config, "sqlite", () => undefined);

    const there = newFolder();
    await exportForum({ ...config, databaseUrl: undefined }, there, () => undefined);

    expect(bytesOf(there)).toEqual(bytesOf(here));
  },
  PATIENCE_MS,
);
