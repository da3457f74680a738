import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createApp } from "../../server/app.ts";
import { type Config, loadConfig } from "../../server/config.ts";
import { NO_PAGES } from "../../server/ssr/pages.ts";
import { exportForum } from "../../server/transfer/export/export.ts";
import { NeutralFolder } from "../../server/transfer/format/folder.ts";
import { importFolder } from "../../server/transfer/import/import.ts";
import { copySqliteTemplate } from "../support/template.ts";
import { bytesOf } from "./bytes.ts";
import { randomCommunity, type RandomCommunity, writeCommunity } from "./randomCommunity.ts";

/** Communities of a run; `COMMUNITIES=1000` makes more of them. */
const COMMUNITIES = Number(process.env["COMMUNITIES"] ?? 100);
const AGAIN = Math.ceil(COMMUNITIES / 5);
const PATIENCE_MS = COMMUNITIES * 5_000;

const root = mkdtempSync(join(tmpdir(), "luntan-random-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Lines of which a folder has others than another one: a failure shows these, and not all of both. */
function differences(before: string, after: string): (readonly [string | undefined, string | undefined])[] {
  const [one, other] = [bytesOf(before), bytesOf(after)];
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((name) => {
    const [lines, others] = [one.get(name)?.split("\n") ?? [name], other.get(name)?.split("\n") ?? []];
    return Array.from({ length: Math.max(lines.length, others.length) }, (_, index) =>
      lines[index] === others[index] ? [] : [[lines[index], others[index]] as const],
    ).flat();
  });
}

/** Imports a folder into the forum in a place. */
async function move(config: Config, before: string, seed: number): Promise<void> {
  const app = await createApp(config, { isImporting: true, pages: NO_PAGES });
  try {
    const folder = await NeutralFolder.open(before);
    await importFolder(app, { folder, tell: () => undefined });
  } catch (error) {
    throw new Error(`SEED=${seed}: ${(error as Error).message}`, { cause: error });
  } finally {
    await app.close();
  }
}

async function newForum(place: string): Promise<Config> {
  mkdirSync(join(place, "data"), { recursive: true });
  const config = loadConfig({ NODE_ENV: "test", PORT: "0", DATA_DIR: join(place, "data") });
  await copySqliteTemplate(config.dataDir);
  return config;
}

const firstSeed = (): number => Number(process.env["SEED"] ?? Math.floor(Math.random() * 2 ** 31));

test(
  `${COMMUNITIES} random communities are exported as they were imported, byte by byte`,
  async () => {
    const first = firstSeed();
    for (let seed = first; seed < first + COMMUNITIES; seed++) {
      const place = join(root, String(seed));
      const [before, after] = [join(place, "before"), join(place, "after")];
      await writeCommunity(randomCommunity(seed), before);
      const config = await newForum(place);
      await move(config, before, seed);
      await exportForum(config, after, () => undefined);
      expect(differences(before, after), `SEED=${seed}`).toEqual([]);
      rmSync(place, { recursive: true });
    }
  },
  PATIENCE_MS,
);

/** Kinds of which later runs take nothing away: books, and bytes that texts may still show. */
const LASTING = [
  "transactions",
  "credentials",
  "files",
  "attachments",
  "oldAddresses",
  "formerForums",
] as const;

/** Lets each record have the value of a field that the next one had. */
function pass<R, F extends keyof R>(all: R[], field: F): void {
  const values = all.map((record) => record[field]);
  for (const [index, record] of all.entries()) record[field] = values[(index + 1) % all.length]!;
}

/** Gives a community in which all that exists once has changed hands: names, addresses, numbers of replies, polls, dialogs. */
function exchanged(seed: number): RandomCommunity {
  const community = randomCommunity(seed);
  const { members, contacts, topics, stopWords, invitations, threads, posts, ...others } = community.records;
  pass(members, "username");
  pass(members, "nickname");
  for (const channel of ["EMAIL", "SMS"])
    pass(
      contacts.filter((each) => each.channel === channel),
      "address",
    );
  pass(topics, "name");
  pass(stopWords, "find");
  pass(invitations, "code");
  for (const { id } of threads)
    pass(
      posts.filter(({ threadId, number }) => threadId === id && number !== null),
      "number",
    );
  for (const each of [...others.polls, ...others.dialogs]) each.id++;
  for (const each of [...others.pollOptions, ...others.pollVotes]) each.pollId++;
  for (const each of others.messages) each.dialogId = each.dialogId! + 1;
  for (const { id } of others.polls) {
    pass(
      others.pollOptions.filter(({ pollId }) => pollId === id),
      "position",
    );
    for (const { id: voterId } of members)
      pass(
        others.pollVotes.filter(({ pollId, memberId }) => pollId === id && memberId === voterId),
        "optionId",
      );
  }
  return community;
}

test(
  `later runs make others of ${AGAIN} random communities, whatever is gone or has changed hands`,
  async () => {
    const first = firstSeed();
    for (let seed = first; seed < first + AGAIN; seed++) {
      const place = join(root, String(seed));
      const config = await newForum(place);
      const runs = [randomCommunity(seed), randomCommunity(seed + 1), exchanged(seed + 1)];
      for (const [index, { records, files }] of runs.entries()) {
        const [before, after] = [join(place, `before-${index}`), join(place, `after-${index}`)];
        for (const kind of LASTING) records[kind].splice(0);
        await writeCommunity({ records, files }, before);
        await move(config, before, seed);
        await exportForum(config, after, () => undefined);
        expect(differences(before, after), `SEED=${seed}, run ${index + 1}`).toEqual([]);
      }
      rmSync(place, { recursive: true });
    }
  },
  PATIENCE_MS,
);
