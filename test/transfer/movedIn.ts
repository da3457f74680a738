import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { createApp } from "../../server/app.ts";
import { exportForum } from "../../server/transfer/export/export.ts";
import { NeutralFolder } from "../../server/transfer/format/folder.ts";
import { KINDS, type Kind } from "../../server/transfer/format/records.ts";
import { importFolder, type ImportResult } from "../../server/transfer/import/import.ts";
import { createServerDatabase, ENGINE, Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { type Community, Reading } from "./reading.ts";

/** Time that reading, importing and opening a community may take on a busy machine. */
export const PATIENCE_MS = 120_000;
const LOGIN = `mutation ($input: LoginInput!) { login(input: $input) { viewer { id } } }`;

/** A community of another program in its new forum, on the engine under test. */
export class MovedIn {
  private constructor(
    readonly reading: Reading,
    public forum: Forum,
    readonly result: ImportResult,
    private readonly env: { DATA_DIR: string; DATABASE_URL: string },
    private readonly drop: () => Promise<void>,
  ) {}

  /** Reads a community, imports it into an empty forum, and opens that. @param query ends the address of its database */
  static async from(community: Community, query = ""): Promise<MovedIn> {
    const reading = await Reading.begin(community, query);
    const dataDir = join(reading.root, "data");
    mkdirSync(dataDir);
    const database = ENGINE === "sqlite" ? null : await createServerDatabase();
    const env = { DATA_DIR: dataDir, DATABASE_URL: database?.url ?? "" };
    const empty = await Forum.open({ env });
    await empty.close();
    const result = await imported(empty, reading.folder);
    const drop = async (): Promise<void> => database?.drop();
    return new MovedIn(reading, await Forum.open({ env }), result, env, drop);
  }

  async end(): Promise<void> {
    await this.forum.close();
    await this.drop();
    await this.reading.end();
  }

  /** A member of the old forum in a browser of the new one. */
  async member(id: number): Promise<Person> {
    const [row] = await this.forum.rows<{ username: string; nickname: string; groupId: number }>(
      "SELECT u.username, u.nickname, u.groupId FROM users u WHERE u.id = ?",
      [id],
    );
    return this.forum.signIn(id, row!.username, row!.nickname, Number(row!.groupId));
  }

  private async signIn(username: string, password: string): Promise<string> {
    return (await this.forum.visitor().graphql(LOGIN, { input: { username, password } })).login.viewer
      .id as string;
  }

  /** Expects that a member signs in under a name. */
  async expectSignIn(id: number, username: string, password: string): Promise<void> {
    expect(await this.signIn(username, password)).toBe(String(id));
  }

  /** Expects that a member signs in with the password of before, twice, and that its old hash is gone after the first time. */
  async expectPassword(id: number, password: string): Promise<void> {
    const [row] = await this.forum.rows<{ username: string }>(
      "SELECT u.username FROM users u WHERE u.id = ?",
      [id],
    );
    const { username } = row!;
    const stored = () => this.forum.rows("SELECT f.userId FROM foreign_passwords f WHERE f.userId = ?", [id]);
    await expect(this.signIn(username, `${password}!`), username).rejects.toThrow();
    expect(await stored(), username).toHaveLength(1);
    for (let times = 0; times < 2; times++) {
      expect(await this.signIn(username, password), username).toBe(String(id));
      expect(await stored(), username).toEqual([]);
    }
    const [own] = await this.forum.rows<{ passwordHash: string }>(
      "SELECT u.passwordHash FROM users u WHERE u.id = ?",
      [id],
    );
    expect(own!.passwordHash, username).toMatch(/^\$argon2id\$/);
    await expect(this.signIn(username, `${password}!`), username).rejects.toThrow();
  }

  /** Expects that pages are not there for somebody. */
  async expectClosed(who: Person, paths: readonly string[]): Promise<void> {
    for (const path of paths) expect([path, (await who.get(path)).status]).toEqual([path, 404]);
  }

  /** Expects that a person sees texts on a page. */
  async expectPage(who: Person, path: string, ...texts: string[]): Promise<void> {
    const { status, text } = await who.get(path);
    expect([path, status]).toEqual([path, 200]);
    for (const each of texts) expect(text, path).toContain(each);
  }

  /** Expects that a person sees a text on a floor. @param address its page, and the anchor of the floor */
  async expectFloor(who: Person, address: string, text: string): Promise<void> {
    const [path, anchor] = address.split("#");
    const page = (await who.get(path!)).text;
    const begin = page.indexOf(`id="${anchor}"`);
    expect(begin, address).toBeGreaterThan(0);
    expect(page.slice(begin, page.indexOf("</article>", begin)), address).toContain(text);
  }

  /** Gives the address of the file with this content. */
  async fileOf(content: string): Promise<string> {
    const sha256 = createHash("sha256").update(content).digest("hex");
    const neutral = await NeutralFolder.open(this.reading.folder);
    for await (const { record } of neutral.records("files"))
      if (record.sha256 === sha256) return `/files/${record.path}`;
    throw new Error(`No file has the content ${content}.`);
  }

  /** Expects that visitors get files, with the content of before. */
  async expectFiles(...contents: string[]): Promise<void> {
    for (const content of contents) {
      const { status, text } = await this.forum.visitor().get(await this.fileOf(content));
      expect([content, status, text]).toEqual([content, 200, content]);
    }
  }

  /** Expects that nothing of what somebody gets of the site contains a text: its lists, its feed, all its threads. */
  async expectHidden(who: Person, text: RegExp): Promise<void> {
    const threads = await this.forum.rows<{ id: number }>("SELECT t.id FROM threads t");
    const paths = ["/", "/categories", "/rss.xml", ...threads.map(({ id }) => `/thread/${id}`)];
    for (const path of paths)
      expect([path, text.exec((await who.get(path)).text)?.[0]]).toEqual([path, undefined]);
  }

  /**
   * Expects that old addresses lead somebody where they have to, and that these pages exist.
   * @param addresses with their targets; `{content}` is the file with this content, and a floor has its text beside it
   */
  async expectRedirects(
    addresses: Readonly<Record<string, string | readonly [string, string]>>,
    who = this.forum.visitor(),
  ): Promise<void> {
    for (const [address, expected] of Object.entries(addresses)) {
      const [name, text] = typeof expected === "string" ? [expected] : expected;
      const content = /^\{(.+)\}$/.exec(name)?.[1];
      const target = content === undefined ? name : await this.fileOf(content);
      const { status, headers } = await who.get(address);
      expect([address, status, headers["location"]]).toEqual([address, 301, target]);
      expect([address, (await who.get(target.split("#")[0]!)).status]).toEqual([address, 200]);
      if (text !== undefined) await this.expectFloor(who, target, text);
    }
  }

  /** Expects that the forum has as many rows of each kind as the source gave. */
  async expectCounts(): Promise<void> {
    const { manifest } = await NeutralFolder.open(this.reading.folder);
    const { counts, rows } = this.result;
    for (const kind of KINDS) {
      const { records } = manifest.records[kind];
      expect([kind, counts[kind].added]).toEqual([kind, records]);
      const count = (rows as Partial<Record<Kind, number>>)[kind];
      if (count !== undefined) expect([kind, count]).toEqual([kind, records]);
    }
  }

  /** Reads and imports again, some hours later. @returns what became of the records of each kind */
  async again(): Promise<ImportResult["counts"]> {
    await this.reading.again({ now: new Date("2026-11-26T20:00:00Z") });
    await this.forum.close();
    const { counts } = await imported(this.forum, this.reading.folder);
    this.forum = await Forum.open({ env: this.env });
    return counts;
  }

  /** Expects that reading and importing again changes nothing. */
  async expectSecondRunChangesNothing(): Promise<void> {
    const counts = await this.again();
    for (const kind of KINDS) {
      const { added, changed, removed } = counts[kind];
      expect([kind, added, changed, removed]).toEqual([kind, 0, 0, 0]);
    }
  }

  /** Expects that the forum exports what the reader gave, line by line. */
  async expectSameRecords(): Promise<void> {
    const out = join(this.reading.root, "out");
    await exportForum(this.forum.app.config, out, () => undefined);
    for (const kind of KINDS) expect(linesOf(out, kind), kind).toEqual(linesOf(this.reading.folder, kind));
  }
}

async function imported(forum: Forum, folder: string): Promise<ImportResult> {
  const app = await createApp(forum.app.config, { isImporting: true });
  try {
    return await importFolder(app, { folder: await NeutralFolder.open(folder), tell: () => undefined });
  } finally {
    await app.close();
  }
}

/** Lines of a kind. A forum has old addresses in an order of its own, and weak hashes within stronger ones. */
function linesOf(folder: string, kind: Kind): string[] {
  const lines = readFileSync(join(folder, `${kind}.ndjson`), "utf8").split("\n");
  if (kind === "credentials") return lines.map((line) => line.split(",", 1)[0]!);
  return kind === "oldAddresses" ? lines.sort() : lines;
}
