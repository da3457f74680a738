import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Mapping } from "../../server/transfer/mapping/mappingFile.ts";
import type { PackedFile } from "../plugins/packing.ts";
import type { ServerProcess } from "../support/serverProcess.ts";
import {
  ADA,
  ADMINS,
  BO,
  CATS,
  GOLD,
  KEEPERS,
  LOUNGE,
  MEMBERS,
  PETS,
  READING,
  ROOT,
  SILVER,
  STAFF,
  community,
} from "./mapping/community.ts";
import { communityFiles, filesIn, isClosed, newForum, opensAgain, Owner } from "./page/owner.ts";

/** An owner without a shell decides on the groups and categories of a community before it moves in. */
const PATIENCE_MS = 300_000;
const ROOT_LOGIN = { username: "root", password: "mV3-copper-lamp" } as const;
const BO_LOGIN = { username: "bo", password: "qZ8-willow-tram" } as const;
const SAVE = `mutation ($input: SaveImportMappingInput!) { saveImportMapping(input: $input) { version } }`;

let files: PackedFile[];
let server: ServerProcess;
let owner: Owner;

beforeAll(async () => {
  const root = mkdtempSync(join(tmpdir(), "luntan-page-mapping-"));
  await community(root, [
    [ROOT, ROOT_LOGIN.password],
    [BO, BO_LOGIN.password],
  ]);
  files = filesIn(root);
  rmSync(root, { recursive: true });
}, PATIENCE_MS);
afterEach(async () => {
  await server?.close();
});

/** A new forum with its owner, who has tried the community. @returns the page */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the document decides
async function tried(): Promise<any> {
  server = await newForum();
  owner = await Owner.signIn(server);
  return owner.checkArchive(files);
}

interface Row {
  id: number;
  to: string;
  grants?: string[];
}

/** Saves decisions on what the page shows. */
async function save(rows: { groups?: Row[]; categories?: Row[] }, version?: string): Promise<unknown> {
  const { mapping } = await owner.page();
  const input = { version: version ?? mapping?.version ?? "0", groups: [], categories: [], ...rows };
  return owner.ask(SAVE, { input });
}

/** Decisions of an owner who wants less: gold and keepers become members, cats are pets, staff's is for administrators. */
const TIDY = {
  groups: [
    { id: GOLD, to: String(MEMBERS) },
    { id: KEEPERS, to: String(MEMBERS) },
    { id: SILVER, to: "new", grants: ["thread.sticky", ...READING] },
  ],
  categories: [
    { id: CATS, to: String(PETS) },
    { id: STAFF, to: "admins" },
  ],
};

const rowOf = (rows: readonly { id: string }[], id: number) => rows.find((row) => row.id === String(id));

test(
  "what an owner decides outlives a restart, and the community comes so",
  async () => {
    const page = await tried();
    expect(rowOf(page.mapping.groups, GOLD)).toEqual({
      id: String(GOLD),
      name: "Gold",
      members: 2,
      isPreset: false,
      isTarget: false,
      to: "new",
      grants: READING,
    });
    expect(rowOf(page.mapping.groups, MEMBERS)).toMatchObject({ isPreset: true, isTarget: true, to: "10" });
    expect(rowOf(page.mapping.categories, CATS)).toMatchObject({ parentId: "1", threads: 2, to: "keep" });
    await save(TIDY);
    await server.stop();
    await server.start();

    const again = await owner.page();
    expect(rowOf(again.mapping!.groups, GOLD)).toMatchObject({ to: String(MEMBERS) });
    expect(rowOf(again.mapping!.groups, SILVER)).toMatchObject({ grants: ["thread.sticky", ...READING] });
    expect(rowOf(again.mapping!.categories, STAFF)).toMatchObject({ to: "admins" });
    expect(again.run!.counts).toContainEqual({ name: "groups", count: 7 });
    expect(again.run!.counts).toContainEqual({ name: "categories", count: 3 });

    await owner.ask(`mutation { startImport }`);
    await isClosed(server);
    await opensAgain(server);
    const root = await Owner.signIn(server, ROOT_LOGIN);
    const { categories } = (await root.ask(`{ categories { id threadCount children { id } } }`)) as {
      categories: unknown;
    };
    expect(categories).toEqual([
      { id: String(PETS), threadCount: 3, children: [] },
      { id: String(LOUNGE), threadCount: 1, children: [] },
      { id: String(STAFF), threadCount: 1, children: [] },
    ]);
    const { groups } = (await root.ask(`{ groups { id permissions } }`)) as { groups: { id: string }[] };
    expect(groups.map(({ id }) => Number(id))).not.toContain(GOLD);
    expect(rowOf(groups, SILVER)).toMatchObject({ permissions: expect.arrayContaining(["thread.sticky"]) });
    const members = await server.rows(
      "SELECT u.id, u.groupId FROM users u WHERE u.id IN (2, 3) ORDER BY u.id",
    );
    expect(members.map((row) => Object.values(row as object).map(Number))).toEqual([
      [ADA, MEMBERS],
      [BO, MEMBERS],
    ]);
    expect((await fetch(`${server.url}/thread/5`)).status).toBe(404);
    const report = await (await root.get("/import-report?format=json")).json();
    expect(report.result.isMapped).toBe(true);
    expect(report.mapping.rows).toContainEqual(
      expect.objectContaining({ row: `categories ${CATS}`, becomes: "Its threads go to 1 Pets." }),
    );
    expect(await (await root.get("/import-report")).text()).toContain("Its members go to 10 Members.");
    // It is decided: nothing is left to decide.
    expect((await root.page()).mapping).toBeNull();
  },
  PATIENCE_MS,
);

test(
  "decisions that cannot be are refused at their row, in the language of the reader, and nothing is saved",
  async () => {
    const { mapping } = await tried();
    const cases: [{ groups?: Row[]; categories?: Row[] }, string, string][] = [
      [
        {
          categories: [
            { id: CATS, to: String(LOUNGE) },
            { id: LOUNGE, to: String(PETS) },
          ],
        },
        `categories.${CATS}`,
        "板块 3（Lounge）自己也要并入另一个板块。",
      ],
      [{ categories: [{ id: PETS, to: String(CATS) }] }, `categories.${PETS}`, "只能并入一级板块"],
      [{ categories: [{ id: CATS, to: "gone" }] }, `categories.${CATS}`, '既不是 "keep" 或 "admins"'],
      [{ categories: [{ id: 99, to: "keep" }] }, "categories.99", "没有 99"],
      [{ groups: [{ id: GOLD, to: String(SILVER) }] }, `groups.${GOLD}`, "没有预设用户组 13"],
      [{ groups: [{ id: MEMBERS, to: "new" }] }, `groups.${MEMBERS}`, "用户组 10 是预设的"],
      [{ groups: [{ id: GOLD, to: "new", grants: ["fly"] }] }, `groups.${GOLD}`, "没有权限"],
      [{ groups: [{ id: ADMINS, to: String(MEMBERS) }] }, "groups", "无人能管理论坛"],
    ];
    for (const [rows, field, zh] of cases) {
      const answer = await owner.get("/graphql", {
        method: "POST",
        headers: { "content-type": "application/json", "accept-language": "zh-CN" },
        body: JSON.stringify({
          query: SAVE,
          variables: { input: { version: mapping.version, groups: [], categories: [], ...rows } },
        }),
      });
      const [error] = (await answer.json()).errors;
      expect(error).toMatchObject({
        message: expect.stringContaining(zh),
        extensions: { code: "INVALID_PARAMETER", field },
      });
    }
    await expect(save({ groups: [{ id: ADMINS, to: String(MEMBERS) }] })).rejects.toThrow(
      "INVALID_PARAMETER",
    );
    expect((await owner.page()).mapping).toEqual(mapping);
  },
  PATIENCE_MS,
);

test(
  "decisions on another community, or on what somebody else has changed meanwhile, are refused",
  async () => {
    server = await newForum();
    owner = await Owner.signIn(server);
    await expect(save(TIDY)).rejects.toThrow("FORBIDDEN");
    const others = await communityFiles();
    const { version } = (await owner.checkArchive(others)).mapping;
    await owner.checkArchive(files);
    await expect(save({ groups: [], categories: [] }, version)).rejects.toThrow("CONFLICT");
    const seen = (await owner.page()).mapping!.version;
    await save({ categories: [{ id: CATS, to: String(PETS) }] });
    await expect(save({ categories: [{ id: CATS, to: "keep" }] }, seen)).rejects.toThrow("CONFLICT");
    expect(rowOf((await owner.page()).mapping!.categories, CATS)).toMatchObject({ to: String(PETS) });
    // A new dry run is a new beginning.
    await owner.checkArchive(files);
    expect((await owner.page()).mapping!.version).toBe(seen);
  },
  PATIENCE_MS,
);

test(
  "the file of the command line goes both ways, and mistakes in it are told with their place",
  async () => {
    await tried();
    const download = async (): Promise<Mapping> => {
      const answer = await owner.get("/import-mapping");
      expect(answer.headers.get("content-disposition")).toContain("mapping.json");
      return (await answer.json()) as Mapping;
    };
    const upload = async (text: string, language = "en"): Promise<[number, string | undefined]> => {
      const form = new FormData();
      form.append("file", new Blob([text]), "mine.json");
      const answer = await owner.get("/import-mapping", {
        method: "POST",
        headers: { "accept-language": language },
        body: form,
      });
      return [answer.status, (await answer.json()).error?.message as string | undefined];
    };
    const mapping = await download();
    expect(mapping).toEqual(
      JSON.parse(readFileSync(join(server.folder, "import/community/mapping.json"), "utf8")),
    );
    mapping.categories.find(({ id }) => id === CATS)!.to = PETS;
    // Rows that are left out come as they are.
    mapping.groups = [{ ...mapping.groups.find(({ id }) => id === GOLD)!, members: 0, to: MEMBERS }];
    expect(await upload(JSON.stringify(mapping))).toEqual([200, undefined]);
    const { mapping: shown } = await owner.page();
    expect(rowOf(shown!.groups, GOLD)).toMatchObject({ to: String(MEMBERS), members: 2 });
    expect(shown!.groups).toHaveLength(9);
    expect(rowOf(shown!.categories, CATS)).toMatchObject({ to: String(PETS) });

    mapping.categories[0]!.to = CATS;
    expect(await upload(JSON.stringify(mapping))).toEqual([
      400,
      "mine.json: categories.0.to: category 2 (Cats) is merged into another one itself.",
    ]);
    expect(await upload(JSON.stringify({ ...mapping, version: 2 }), "zh-CN")).toEqual([
      400,
      expect.stringMatching(/^mine\.json：version：不符合格式/),
    ]);
    expect(await upload("{,}")).toEqual([400, expect.stringMatching(/^mine\.json is not JSON: /)]);
    mapping.source.software = "phpbb";
    expect(await upload(JSON.stringify(mapping))).toEqual([
      400,
      "mine.json: source.software: the file is for a community of phpbb, not luntan.",
    ]);
    expect((await owner.page()).mapping).toEqual(shown);
  },
  PATIENCE_MS,
);

test(
  "a mapping that leaves nobody who can sign in as an administrator is saved, and does not start",
  async () => {
    const { run } = await tried();
    expect(run.administrators).toEqual([ROOT_LOGIN.username]);
    const swap = (group: number): { groups: Row[] } => ({
      groups: [
        { id: ADMINS, to: String(MEMBERS) },
        { id: group, to: String(ADMINS) },
      ],
    });
    // Nobody in gold has a password; among the keepers, bo has.
    await save(swap(GOLD));
    expect((await owner.page()).run!.administrators).toEqual([]);
    await expect(owner.ask(`mutation { startImport }`)).rejects.toThrow("FORBIDDEN");
    await save({ groups: [{ id: GOLD, to: "new" }, swap(KEEPERS).groups[1]!] });
    expect((await owner.page()).run!.administrators).toEqual([BO_LOGIN.username]);
    await owner.ask(`mutation { startImport }`);
    await isClosed(server);
    await opensAgain(server);
    const bo = await Owner.signIn(server, BO_LOGIN);
    expect((await bo.page()).run!.phase).toBe("MOVED_IN");
    expect(await bo.ask(`{ viewer { group { id } } }`)).toEqual({
      viewer: { group: { id: String(ADMINS) } },
    });
  },
  PATIENCE_MS,
);

test(
  "nobody but administrators decides, and a file that was broken beside the page is told by the start",
  async () => {
    await tried();
    const location = join(server.folder, "import/community/mapping.json");
    const text = readFileSync(location, "utf8");
    writeFileSync(location, text.replace('"keep"', '"kept"'));
    expect((await owner.page()).mapping).toBeNull();
    await expect(owner.ask(`mutation { startImport }`)).rejects.toThrow("mapping.json");
    writeFileSync(location, text);

    const { token } = await server.register("ada");
    const input = { version: "0", groups: [], categories: [] };
    await expect(server.ask(SAVE, { input }, token)).rejects.toThrow("FORBIDDEN");
    await expect(server.ask(SAVE, { input })).rejects.toThrow("LOGIN_REQUIRED");
    for (const method of ["GET", "POST"]) {
      const status = async (headers: Record<string, string>): Promise<number> =>
        (await fetch(`${server.url}/import-mapping`, { method, headers })).status;
      expect([await status({}), await status({ authorization: `Bearer ${token}` })]).toEqual([401, 403]);
    }
    // Members are here now: the forum is no place for another community, and nothing is left to decide.
    await expect(save(TIDY)).rejects.toThrow("除站长外论坛已有成员");
  },
  PATIENCE_MS,
);
