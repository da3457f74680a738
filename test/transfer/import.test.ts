import { mkdtempSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "../../server/app.ts";
import type { Config } from "../../server/config.ts";
import { INVARIANTS, violationSql } from "../../server/features/money/checks/invariants.sql.ts";
import { exportForum } from "../../server/transfer/export/export.ts";
import { NeutralFolder } from "../../server/transfer/format/folder.ts";
import { importFolder, undoImport, type ImportResult } from "../../server/transfer/import/import.ts";
import type { Kind } from "../../server/transfer/format/records.ts";
import { ROW_KINDS } from "../../server/transfer/import/rowKinds.ts";
import type { RowKind } from "../../server/transfer/import/rows/rowKind.ts";
import { REFERENCES } from "../../server/transfer/format/references.ts";
import { createServerDatabase, ENGINE, Forum } from "../support/forum.ts";
import { answer, roomsOf, see, unreadOf } from "../rooms/company.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";
import { bytesOf } from "./bytes.ts";
import { live, OLD_PASSWORD, SOLD, type Life } from "./living.ts";

const PATIENCE_MS = 300_000;

let root: string;
let life: Life;
/** The forum that is left, and the folder in which it was exported. */
let source: Forum;
let exported: string;
/** Group chats of the source, by the member who sees them. */
const chats: [id: number, chats: object][] = [];
const databases: { drop(): Promise<void> }[] = [];

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "luntan-import-"));
  source = await Forum.open({ env: await newPlace() });
  life = await live(source);
  // Before the export, which has the minute of each visit.
  for (const person of [life.ada, life.bo, life.admin]) chats.push([person.id, await chatsOf(person)]);
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
  rooms: [],
  room_members: [],
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
  polls: ["version"],
  poll_options: [],
  poll_votes: [],
  goods: [],
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

async function opened(config: Config): Promise<Forum> {
  return Forum.open({ env: { DATA_DIR: config.dataDir, DATABASE_URL: config.databaseUrl ?? "" } });
}

/** A member of the old forum, as the new one has them. */
async function memberOf(forum: Forum, id: number) {
  const [member] = await forum.rows<{ username: string; nickname: string; groupId: number }>(
    "SELECT u.username, u.nickname, u.groupId FROM users u WHERE u.id = ?",
    [id],
  );
  return member!;
}

/** A member of the old forum in a browser of the new one. */
async function personOf(forum: Forum, id: number): Promise<Person> {
  const { username, nickname, groupId } = await memberOf(forum, id);
  return forum.signIn(id, username, nickname, Number(groupId));
}

test(
  "members sign in with the passwords that they had, and money and paid texts are theirs",
  async () => {
    const config = await newConfig();
    await imported(config, exported);
    const forum = await opened(config);

    const { username } = await memberOf(forum, life.cy.id);
    const login = `mutation ($input: LoginInput!) { login(input: $input) { viewer { id } } }`;
    const input = { username, password: OLD_PASSWORD };
    for (let times = 0; times < 2; times++)
      expect((await forum.visitor().graphql(login, { input })).login.viewer.id).toBe(String(life.cy.id));
    for (const invariant of INVARIANTS)
      expect([invariant.name, await forum.rows(violationSql(invariant, 0))]).toEqual([invariant.name, []]);
    const text = `query ($id: ID!) { thread(id: $id) { body } }`;
    const bodyFor = async (person: Person): Promise<string> =>
      (await person.graphql(text, { id: life.soldId })).thread.body as string;
    expect(await bodyFor(await personOf(forum, life.bo.id))).toContain(SOLD);
    expect(await bodyFor(await forum.member())).not.toContain(SOLD);
    await forum.close();
  },
  PATIENCE_MS,
);

async function chatsOf(person: Person): Promise<object> {
  const rooms = await roomsOf(person);
  const seen = await Promise.all(rooms.map(async ({ id }) => see(person, id)));
  return { rooms, seen, unread: await unreadOf(person) };
}

test(
  "a group chat goes on: who is in it, what they have read, what is unread, and the invitation",
  async () => {
    const config = await newConfig();
    await imported(config, exported);
    const forum = await opened(config);

    for (const [id, before] of chats) expect(await chatsOf(await personOf(forum, id))).toEqual(before);
    const admin = await personOf(forum, life.admin.id);
    const [room] = await roomsOf(admin);
    expect(await answer(admin, room!.id)).toMatchObject({ state: "JOINED", memberCount: 4 });
    await forum.close();
  },
  PATIENCE_MS,
);

test(
  "an import that is killed goes on, as often as it is, and ends as one that was not",
  async () => {
    const config = await newConfig();
    const kinds = [
      "groups",
      "members",
      "files",
      "threads",
      "posts",
      "rooms",
      "messages",
      "transactions",
      "drafts",
    ];
    for (const kind of kinds) {
      const app = await createApp(config, { isImporting: true });
      const folder = await NeutralFolder.open(exported);
      await expect(
        importFolder(app, { folder: endingAt(folder, kind), tell: () => undefined }),
      ).rejects.toThrow("power cut");
      await app.close();
    }
    await expect(createApp(config)).rejects.toThrow(
      /An import from luntan into this database has not finished/,
    );

    await imported(config, exported);
    expect(bytesOf(await exportOf(config))).toEqual(bytesOf(exported));
  },
  PATIENCE_MS,
);

/** A folder whose records of a kind end in the middle once they are written, not while they are checked. */
function endingAt(folder: NeutralFolder, last: string): NeutralFolder {
  const reads = new Map<string, number>();
  return new Proxy(folder, {
    get(target, name) {
      if (name !== "records") return Reflect.get(target, name) as unknown;
      return async function* (kind: Kind) {
        const read = (reads.get(kind) ?? 0) + 1;
        reads.set(kind, read);
        let records = 0;
        for await (const entry of target.records(kind)) {
          // The check reads what names other records twice.
          const isWritten = read > (REFERENCES[kind] ? 2 : 1);
          if (
            kind === last &&
            isWritten &&
            ++records > Math.min(700, target.manifest.records[kind].records - 1)
          )
            throw new Error("power cut");
          yield entry;
        }
      };
    },
  });
}

test(
  "a second run brings what has changed since, and takes away what is gone",
  async () => {
    const config = await newConfig();
    await imported(config, exported);
    const { bo } = life;
    const title = "Written while the others packed";
    const { id } = await publish(bo, {
      categoryId: await source.categoryId(),
      title,
      body: "One more #cats#",
    });
    const [gone] = await source.rows<{ id: number }>(
      "SELECT l.postId AS id FROM post_likes l WHERE l.userId = ?",
      [bo.id],
    );
    await bo.graphql(`mutation ($id: ID!) { setPostLiked(postId: $id, liked: false) { id } }`, {
      id: String(gone!.id),
    });
    await bo.graphql(`mutation ($i: UpdateProfileInput!) { updateProfile(input: $i) { id } }`, {
      i: { signature: "Packed" },
    });
    await source.delivered();
    const later = await exportOf(source.app.config);

    const { counts } = await imported(config, later);

    expect(counts.threads).toMatchObject({ added: 1, changed: 0, removed: 0 });
    expect(counts.members).toMatchObject({ added: 0, changed: 1, removed: 0 });
    expect(counts.postReactions).toMatchObject({ added: 0, changed: 0, removed: 1 });
    expect(bytesOf(await exportOf(config))).toEqual(bytesOf(later));
    const forum = await opened(config);
    const read = `query ($id: ID!) { thread(id: $id) { title topics { name } } }`;
    expect((await forum.visitor().graphql(read, { id })).thread).toMatchObject({
      title,
      topics: [{ name: "cats" }],
    });
    await forum.close();
  },
  PATIENCE_MS,
);

/** Values that exist once, and that no record brings. */
const NOT_BROUGHT = ["messages authorId,clientKey"];

test("whatever exists once may be another record's in a later run", () => {
  const { entityMetadatas } = source.app.context().db.connection;
  for (const { table, key, uniques = [] } of Object.values(ROW_KINDS) as RowKind<never>[]) {
    const { indices } = entityMetadatas.find(({ tableName }) => tableName === table)!;
    const once = indices.filter(({ isUnique }) => isUnique).map((each) => each.columns.map(nameOf).join());
    const expected = once.filter(
      (columns) => columns !== key.join() && !NOT_BROUGHT.includes(`${table} ${columns}`),
    );
    expect([table, uniques.map(({ columns }) => columns.join()).sort()]).toEqual([table, expected.sort()]);
  }
});

const nameOf = ({ databaseName }: { databaseName: string }): string => databaseName;

test(
  "an import is undone while nobody has written, and not afterwards",
  async () => {
    const config = await newConfig();
    await imported(config, exported);
    const app = await createApp(config, { isImporting: true });
    await undoImport(app, () => undefined);
    await app.close();

    const forum = await opened(config);
    expect((await forum.rows<{ username: string }>("SELECT username FROM users")).length).toBe(1);
    const files = readdirSync(join(config.dataDir, "files"), { recursive: true, withFileTypes: true });
    expect(files.filter((each) => each.isFile())).toEqual([]);
    await forum.close();

    await imported(config, exported);
    const corrected = await opened(config);
    const [own] = await corrected.rows<{ id: number }>(
      "SELECT t.id FROM threads t WHERE t.visible = 1 ORDER BY t.id LIMIT 1",
    );
    await (
      await personOf(corrected, life.admin.id)
    ).graphql(`mutation ($input: EditThreadInput!) { editThread(input: $input) { id } }`, {
      input: { threadId: String(own!.id), title: "Corrected here" },
    });
    await corrected.delivered();
    await corrected.close();
    const edited = await createApp(config, { isImporting: true });
    await expect(undoImport(edited, () => undefined)).rejects.toThrow(
      /Somebody has edited, hidden or moved a text/,
    );
    await edited.close();

    const lively = await opened(config);
    await publish(await lively.member(), { categoryId: await lively.categoryId(), title: "We live here" });
    await lively.close();
    const again = await createApp(config, { isImporting: true });
    await expect(undoImport(again, () => undefined)).rejects.toThrow(/Somebody has written since the import/);
    const folder = await NeutralFolder.open(exported);
    await expect(importFolder(again, { folder, tell: () => undefined })).rejects.toThrow(
      /Somebody has written since the import/,
    );
    await again.close();
  },
  PATIENCE_MS,
);

test("a community does not move into a forum that has members", async () => {
  const forum = await Forum.open({ env: await newPlace() });
  await forum.admin();
  await forum.close();
  await expect(imported(forum.app.config, exported)).rejects.toThrow("This forum has members already.");
});
