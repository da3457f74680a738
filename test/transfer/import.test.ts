import { cpSync, mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "../../server/app.ts";
import type { Config } from "../../server/config.ts";
import { INVARIANTS, violationSql } from "../../server/features/money/checks/invariants.sql.ts";
import { exportForum } from "../../server/transfer/export/export.ts";
import { NeutralFolder } from "../../server/transfer/format/folder.ts";
import { importFolder, undoImport, type ImportResult } from "../../server/transfer/import/import.ts";
import { createServerDatabase, ENGINE, Forum } from "../support/forum.ts";
import { live, SECRET, SOLD, type Life } from "./living.ts";

const PATIENCE_MS = 300_000;

let root: string;
let life: Life;
/** The forum that is left, and the folder in which it was exported. */
let source: Forum;
let exported: string;
const databases: { drop(): Promise<void> }[] = [];

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "luntan-import-"));
  source = await Forum.open({ env: await newPlace() });
  life = await live(source);
  exported = await exportOf(source.app.config);
}, PATIENCE_MS);
afterAll(async () => {
  await source?.close();
  for (const database of databases) await database.drop();
  rmSync(root, { recursive: true, force: true });
});

let places = 0;
/** A new data folder, with an empty database on the engine under test. */
async function newPlace(): Promise<{ DATA_DIR: string; DATABASE_URL: string }> {
  const dataDir = join(root, `data-${++places}`);
  mkdirSync(dataDir);
  if (ENGINE === "sqlite") return { DATA_DIR: dataDir, DATABASE_URL: "" };
  const database = await createServerDatabase();
  databases.push(database);
  return { DATA_DIR: dataDir, DATABASE_URL: database.url };
}

async function exportOf(config: Config): Promise<string> {
  const folder = join(root, `export-${++places}`);
  await exportForum(config, folder, () => undefined);
  return folder;
}

async function imported(config: Config, folder: string): Promise<ImportResult> {
  const app = await createApp(config, { isImporting: true });
  try {
    return await importFolder(app, { folder: await NeutralFolder.open(folder), tell: () => undefined });
  } finally {
    await app.close();
  }
}

/** All files of a folder with their bytes, but for the manifest, which has the time. */
function bytesOf(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return new Map(
    files
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => !path.endsWith("manifest.json"))
      .map((path) => [path.slice(folder.length), readFileSync(path).toString("latin1")] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** Settings of a place where nothing has started yet. */
async function newConfig(): Promise<Config> {
  const forum = await Forum.open({ env: await newPlace() });
  await forum.close();
  return forum.app.config;
}

test(
  "a forum moves into a new one, and what that exports is the same, byte by byte",
  async () => {
    const config = await newConfig();
    const { counts } = await imported(config, exported);

    expect(counts.threads.added).toBeGreaterThan(0);
    expect(bytesOf(await exportOf(config))).toEqual(bytesOf(exported));
  },
  PATIENCE_MS,
);

/** Tables whose rows are the same afterwards, with the columns in which they may differ. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  "`groups`": [],
  group_permissions: [],
  users: ["updatedAt", "isNew"],
  "channel_addresses WHERE channel <> 'PUSH'": [],
  follows: [],
  blocks: [],
  categories: [],
  topics: [],
  topic_categories: [],
  thread_topics: [],
  attachments: [],
  threads: [],
  paid_contents: [],
  posts: [],
  post_moves: [],
  thread_likes: [],
  thread_favorites: [],
  post_likes: [],
  watches: [],
  dialogs: [],
  dialog_sides: [],
  messages: ["clientKey"],
  stop_words: [],
  invitations: [],
  invitation_acceptances: [],
  sign_in_fields: [],
  user_sign_in_fields: [],
  money_accounts: ["id"],
  money_holds: ["id"],
  orders: [],
  entitlements: [],
  red_packets: [],
  red_packet_shares: [],
  bounties: [],
  bounty_gifts: [],
  questions: [],
  question_answers: [],
  withdrawals: [],
  drafts: ["version"],
};

async function rowsOf(forum: Forum, table: string): Promise<string[]> {
  const differing = SAME[table]!;
  const rows = await forum.rows<Record<string, unknown>>(`SELECT * FROM ${table}`);
  return rows
    .map((row) =>
      JSON.stringify(
        Object.entries(row)
          .filter(([column]) => !differing.includes(column))
          .sort(([one], [other]) => (one < other ? -1 : 1)),
      ),
    )
    .sort();
}

test(
  "all that follows from the records is as it was: counters, numbers, pages, links, balances",
  async () => {
    const config = await newConfig();
    await imported(config, exported);
    const forum = await Forum.open({
      env: { DATA_DIR: config.dataDir, DATABASE_URL: config.databaseUrl ?? "" },
    });

    for (const table of Object.keys(SAME))
      expect.soft([table, await rowsOf(forum, table)]).toEqual([table, await rowsOf(source, table)]);
    await forum.close();
  },
  PATIENCE_MS,
);
