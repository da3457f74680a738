import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { importCommunity } from "../../server/cli/import.ts";
import { NeutralFolder } from "../../server/transfer/format/folder.ts";
import { KINDS, type Kind, type RecordOf } from "../../server/transfer/format/records.ts";
import { applyMapping } from "../../server/transfer/mapping/mapping.ts";
import type { Mapping } from "../../server/transfer/mapping/mappingFile.ts";
import { createServerDatabase, ENGINE, Forum } from "../support/forum.ts";
import {
  ADA,
  ADMINS,
  BO,
  CATS,
  CY,
  DEE,
  GOLD,
  GUESTS,
  KEEPERS,
  LATER,
  LOUNGE,
  MEMBERS,
  PETS,
  READING,
  ROOT,
  SILVER,
  STAFF,
  community,
} from "./mapping/community.ts";

const PATIENCE_MS = 120_000;
const root = mkdtempSync(join(tmpdir(), "luntan-mapping-"));
const databases: { drop(): Promise<void> }[] = [];
let folder: string;
let mappingFile: string;
let said: string[] = [];

beforeAll(async () => {
  folder = await community(join(root, "old"));
  mappingFile = join(folder, "mapping.json");
  await inNewForum("dry");
  await importing(folder, "--dry-run");
}, PATIENCE_MS);
afterAll(async () => {
  vi.unstubAllEnvs();
  for (const database of databases) await database.drop();
  rmSync(root, { recursive: true, force: true });
});

/** Lets the command line work on an empty forum. @returns its place */
async function inNewForum(name: string): Promise<{ DATA_DIR: string; DATABASE_URL: string }> {
  const env = { DATA_DIR: join(root, `data-${name}`), DATABASE_URL: "" };
  mkdirSync(env.DATA_DIR);
  if (ENGINE !== "sqlite") {
    const database = await createServerDatabase();
    databases.push(database);
    env.DATABASE_URL = database.url;
  }
  for (const [variable, value] of Object.entries(env)) vi.stubEnv(variable, value);
  return env;
}

/** Runs `luntan import neutral`. */
async function importing(from: string, ...options: string[]): Promise<void> {
  said = [];
  await importCommunity(["neutral", from, ...options], (line) => said.push(line));
}

let edits = 0;
/** Writes the mapping of the dry run as an owner edits it. */
function edited(edit: (mapping: Mapping) => void): string {
  const mapping = JSON.parse(readFileSync(mappingFile, "utf8")) as Mapping;
  edit(mapping);
  const location = join(root, `mapping-${++edits}.json`);
  writeFileSync(location, JSON.stringify(mapping));
  return location;
}

const groupIn = ({ groups }: Mapping, id: number): Mapping["groups"][number] =>
  groups.find((each) => each.id === id)!;
const categoryIn = ({ categories }: Mapping, id: number): Mapping["categories"][number] =>
  categories.find((each) => each.id === id)!;

async function recordsOf<K extends Kind>(from: NeutralFolder, kind: K): Promise<RecordOf<K>[]> {
  const all: RecordOf<K>[] = [];
  for await (const { record } of from.records(kind)) all.push(record);
  return all;
}

/** Records of a kind as a mapping changes them. */
async function mapped<K extends Kind>(kind: K, edit: (mapping: Mapping) => void): Promise<RecordOf<K>[]> {
  return recordsOf(await applyMapping(await NeutralFolder.open(folder), edited(edit)), kind);
}

/** Gold and keepers become members; cats are pets, and nobody but administrators reads what staff wrote. */
function tidy(mapping: Mapping): void {
  groupIn(mapping, GOLD).to = MEMBERS;
  groupIn(mapping, KEEPERS).to = MEMBERS;
  categoryIn(mapping, CATS).to = PETS;
  categoryIn(mapping, STAFF).to = "admins";
}

test("a dry run writes a file with all groups and categories, which changes nothing as it is", async () => {
  const mapping = JSON.parse(readFileSync(mappingFile, "utf8")) as Mapping;
  expect(groupIn(mapping, GOLD)).toEqual({ id: GOLD, name: "Gold", members: 2, to: "new", grants: READING });
  expect(groupIn(mapping, ADMINS)).toMatchObject({ members: 1, to: ADMINS });
  expect(categoryIn(mapping, CATS)).toEqual({ id: CATS, name: "Cats", threads: 2, to: "keep" });
  expect(said.at(-1)).toBe(
    `Groups and categories can be changed in ${mappingFile}; give it with --mapping then.`,
  );

  const source = await NeutralFolder.open(folder);
  const same = await applyMapping(source, mappingFile);
  expect(same.manifest).toEqual(source.manifest);
  expect(readdirSync(join(folder, "mapped"))).toEqual([]);
  for (const kind of KINDS) expect(await recordsOf(same, kind)).toEqual(await recordsOf(source, kind));
});

test("another dry run leaves a file that was edited", async () => {
  const other = await community(join(root, "edited"));
  await inNewForum("edited");
  await importing(other, "--dry-run");
  await importing(other, "--dry-run");
  expect(said.at(-1)).toContain("can be changed in");
  const location = join(other, "mapping.json");
  const text = readFileSync(edited(tidy), "utf8");
  writeFileSync(location, text);
  await importing(other, "--dry-run");
  expect(said.at(-1)).toBe(`${location} has been edited and was left; remove it to get a new one.`);
  expect(readFileSync(location, "utf8")).toBe(text);
});

describe("an owner moves groups and categories together,", () => {
  let forum: Forum;
  let place: { DATA_DIR: string; DATABASE_URL: string };
  let file: string;

  beforeAll(async () => {
    place = await inNewForum("tidy");
    file = edited(tidy);
    await importing(folder, "--mapping", file);
    forum = await Forum.open({ env: place });
  }, PATIENCE_MS);
  afterAll(async () => {
    await forum.close();
  });

  test("and members are in the groups that are left", async () => {
    const groups = await forum.rows(
      "SELECT g.id, g.level, g.isDefault FROM `groups` g WHERE g.id > 8 ORDER BY g.id",
    );
    expect(groups.map((row) => Object.values(row as object).map(Number))).toEqual([
      [MEMBERS, 0, 1],
      [SILVER, 1, 0],
    ]);
    const columns = "u.id, u.groupId, u.groupExpiresAt IS NULL AS forGood, u.returnGroupId";
    const members = await forum.rows(`SELECT ${columns} FROM users u WHERE u.id <= ? ORDER BY u.id`, [DEE]);
    expect(members.map((row) => Object.values(row as object).map((value) => value && Number(value)))).toEqual(
      [
        [ROOT, ADMINS, 1, null],
        [ADA, MEMBERS, 1, null],
        [BO, MEMBERS, 1, null],
        // The silver time waits for the end of the golden one.
        [CY, MEMBERS, 0, MEMBERS],
        [DEE, SILVER, 0, MEMBERS],
      ],
    );
    expect(await forum.rows("SELECT e.id FROM entitlements e ORDER BY e.id")).toEqual(
      [3, 4].map((id) => expect.objectContaining({ id: expect.toSatisfy((value) => Number(value) === id) })),
    );
    expect((await forum.rows("SELECT o.groupId FROM orders o")).map((row) => Number(row["groupId"]))).toEqual(
      [MEMBERS],
    );
  });

  test("and threads and what members chose are in the categories that are left", async () => {
    const categories = `query { categories { id threadCount } }`;
    const admin = await forum.signIn(ROOT, "root", "root", ADMINS);
    const all = (await admin.graphql(categories)).categories as { id: string; threadCount: number }[];
    expect(all.map(({ id, threadCount }) => [Number(id), threadCount])).toEqual([
      [PETS, 3],
      [LOUNGE, 1],
      [STAFF, 1],
    ]);
    const watches = await forum.rows(
      "SELECT w.userId, w.target, w.targetId, w.level FROM watches w ORDER BY w.userId, w.target",
    );
    expect(watches.map((row) => [Number(row["userId"]), row["target"], Number(row["targetId"])])).toEqual(
      expect.arrayContaining([
        [ADA, "CATEGORY", PETS],
        [BO, "CATEGORY", PETS],
        [BO, "CATEGORY", LOUNGE],
        [BO, "THREAD", CATS],
      ]),
    );
    expect(
      (await forum.rows("SELECT d.categoryId FROM drafts d")).map((row) => Number(row["categoryId"])),
    ).toEqual([PETS]);
  });

  test("and old addresses lead to the category that took the other one in", async () => {
    const visitor = forum.visitor();
    const location = async (address: string): Promise<unknown> => {
      const { status, headers } = await visitor.get(address);
      return [status, headers["location"]];
    };
    expect(await location(`/category/${CATS}`)).toEqual([301, `/category/${PETS}`]);
    expect(await location(`/category/${CATS}/rss.xml`)).toEqual([301, `/category/${PETS}/rss.xml`]);
    expect(await location(`/board/viewforum.php?f=${CATS}`)).toEqual([301, `/category/${CATS}`]);
    expect(await location("/cats.html")).toEqual([301, `/category/${PETS}?sort=HOT`]);
    expect(await location("/zoo.html")).toEqual([301, "/category/21"]);
    expect(await location(`/category/${PETS}`)).toEqual([200, undefined]);
  });

  test("and only administrators read what was closed", async () => {
    const read = async (person: { get(path: string): Promise<{ status: number }> }): Promise<number[]> =>
      Promise.all([1, 2, 4, 5].map(async (id) => (await person.get(`/thread/${id}`)).status));
    expect(await read(forum.visitor())).toEqual([200, 200, 200, 404]);
    expect(await read(await forum.signIn(BO, "bo", "bo", MEMBERS))).toEqual([200, 200, 200, 404]);
    expect(await read(await forum.signIn(ROOT, "root", "root", ADMINS))).toEqual([200, 200, 200, 200]);
  });

  test("and the report says what was changed", () => {
    const page = readFileSync(join(folder, "report.html"), "utf8");
    expect(page).toContain("Its threads go to 1 Pets.");
    expect(page).toContain("Its members go to 10 Members.");
    expect(page).toContain("Only administrators read it.");
    expect(page).toContain(
      "times in groups that were bought, and are the group of all members now</td><td>2<",
    );
  });

  test(
    "and a later run changes nothing with the file, and is refused without it",
    async () => {
      await forum.close();
      for (const [variable, value] of Object.entries(place)) vi.stubEnv(variable, value);
      await expect(importing(folder)).rejects.toThrow("give --mapping FILE again");
      await importing(folder, "--mapping", file);
      expect(said.filter((line) => /added|changed|removed/.test(line) && !/^ .* 0 added/.test(line))).toEqual(
        [],
      );
      forum = await Forum.open({ env: place });
      expect((await forum.visitor().get(`/category/${CATS}`)).status).toBe(301);
    },
    PATIENCE_MS,
  );
});

test(
  "an owner who decides after a first run gets the same with a second one",
  async () => {
    const place = await inNewForum("later");
    await importing(folder);
    await importing(folder, "--mapping", edited(tidy));
    const forum = await Forum.open({ env: place });
    const ids = async (table: string): Promise<number[]> =>
      (await forum.rows(`SELECT t.id FROM ${table} t ORDER BY t.id`)).map((row) => Number(row["id"]));
    expect(await ids("`groups`")).toEqual([ADMINS, 5, 6, GUESTS, 8, MEMBERS, SILVER]);
    expect(await ids("categories")).toEqual([PETS, LOUNGE, STAFF]);
    expect((await forum.visitor().get("/thread/5")).status).toBe(404);
    expect((await forum.visitor().get("/thread/2")).status).toBe(200);
    await forum.close();
  },
  PATIENCE_MS,
);

test("rights are those that the file gives, in the categories that are left", async () => {
  const groups = await mapped("groups", (mapping) => {
    tidy(mapping);
    groupIn(mapping, KEEPERS).to = "new";
    groupIn(mapping, KEEPERS).grants.push("thread.sticky", `category${LOUNGE}.thread.hide`);
    groupIn(mapping, SILVER).grants = [];
  });
  const grants = (id: number): string[] => groups.find((group) => group.id === id)!.grants;
  const open = (key: string): string[] => [PETS, LOUNGE].map((id) => `category${id}.${key}`);
  expect(grants(KEEPERS)).toEqual(
    [
      // What keepers might do to cats only, they may not do to all pets.
      `category${PETS}.thread.reply`,
      `category${LOUNGE}.thread.hide`,
      "thread.sticky",
      ...READING.flatMap(open),
    ].sort(),
  );
  expect(grants(SILVER)).toEqual([]);
  expect(grants(GUESTS)).toEqual(READING.flatMap(open).sort());
  expect(grants(ADMINS)).toEqual([]);
});

test("a category takes in what lies below one that is merged", async () => {
  const categories = await mapped("categories", (mapping) => {
    categoryIn(mapping, PETS).to = LOUNGE;
  });
  expect(categories.map(({ id, parentId }) => [id, parentId])).toEqual([
    [CATS, LOUNGE],
    [LOUNGE, null],
    [STAFF, null],
  ]);
});

test("no invitation leads to the administrators, whoever becomes one", async () => {
  const invitations = await mapped("invitations", (mapping) => {
    groupIn(mapping, GOLD).to = ADMINS;
  });
  expect(invitations.map(({ groupId }) => groupId)).toEqual([null, KEEPERS]);
});

test("new members join the members where their group goes to one that nobody joins", async () => {
  const groups = await mapped("groups", (mapping) => {
    groupIn(mapping, KEEPERS).to = ADMINS;
  });
  expect(groups.filter(({ isDefault }) => isDefault).map(({ id }) => id)).toEqual([MEMBERS]);
});

describe("a file is refused in one sentence that names the place:", () => {
  test.each<[string, (mapping: Mapping) => void, string]>([
    [
      "visitors",
      (mapping) => (groupIn(mapping, GOLD).to = GUESTS),
      "groups.6.to: nobody is moved to visitors",
    ],
    [
      "who has not paid",
      (mapping) => (groupIn(mapping, GOLD).to = 6),
      "groups.6.to: nobody is moved to visitors",
    ],
    [
      "no preset group",
      (mapping) => (groupIn(mapping, GOLD).to = SILVER),
      "groups.6.to: there is no preset group 13",
    ],
    [
      "a preset as new",
      (mapping) => (groupIn(mapping, MEMBERS).to = "new"),
      "groups.5.to: group 10 is a preset",
    ],
    [
      "no administrator",
      (mapping) => (groupIn(mapping, ADMINS).to = MEMBERS),
      "groups: nobody is left in group 1",
    ],
    [
      "another word",
      (mapping) => Object.assign(mapping.groups[0]!, { to: "none" }),
      'groups.0.to: is neither "new"',
    ],
    [
      "a field too many",
      (mapping) => Object.assign(mapping.groups[0]!, { x: 1 }),
      'groups.0: Unrecognized key: "x"',
    ],
    [
      "no such permission",
      (mapping) => groupIn(mapping, GOLD).grants.push("fly"),
      'groups.6.grants.2: there is no permission "fly"',
    ],
    [
      "no such category in a permission",
      (mapping) => groupIn(mapping, GOLD).grants.push("category9.viewThreads"),
      "groups.6.grants.2: there is no permission",
    ],
    ["a group twice", (mapping) => mapping.groups.push(mapping.groups[0]!), "groups.9.id: 1 comes twice"],
    [
      "a group of nobody",
      (mapping) => (mapping.groups[0]!.id = 99),
      "groups.0.id: the community has no 99 in groups",
    ],
    [
      "other names",
      (mapping) => (mapping.categories[1]!.name = "Dogs"),
      'categories.1.name: 2 is called "Cats"',
    ],
    [
      "a category into itself",
      (mapping) => (categoryIn(mapping, CATS).to = CATS),
      "categories.1.to: a category is not merged into itself",
    ],
    [
      "a category into none",
      (mapping) => (categoryIn(mapping, CATS).to = 9),
      "categories.1.to: there is no category 9",
    ],
    [
      "a category into one that is merged",
      (mapping) => {
        categoryIn(mapping, CATS).to = LOUNGE;
        categoryIn(mapping, LOUNGE).to = PETS;
      },
      "categories.1.to: category 3 (Lounge) is merged into another one itself",
    ],
    [
      "a parent into what is below it",
      (mapping) => (categoryIn(mapping, PETS).to = CATS),
      "categories.0.to: category 1 has others below it",
    ],
    [
      "another program",
      (mapping) => (mapping.source.software = "phpbb"),
      "source.software: the file is for a community of phpbb",
    ],
    [
      "another community",
      (mapping) => (mapping.source.firstMember!.createdAt = LATER),
      "source.firstMember: the file is for another community",
    ],
  ])("%s", async (_name, edit, message) => {
    const location = edited(edit);
    await expect(applyMapping(await NeutralFolder.open(folder), location)).rejects.toThrow(
      `${location}: ${message}`,
    );
  });

  test("what is no file, and no JSON", async () => {
    const source = await NeutralFolder.open(folder);
    await expect(applyMapping(source, join(root, "none.json"))).rejects.toThrow("There is no file");
    const location = join(root, "broken.json");
    writeFileSync(location, "{,}");
    await expect(applyMapping(source, location)).rejects.toThrow(`${location} is not JSON: `);
  });
});
