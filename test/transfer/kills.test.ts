import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadConfig } from "../../server/config.ts";
import { exportForum } from "../../server/transfer/export/export.ts";
import { databaseServer, ENGINE } from "../support/forum.ts";
import { numbersFrom } from "../support/numbers.ts";
import { ServerProcess } from "../support/serverProcess.ts";
import { borrowServerDatabase, copySqliteTemplate } from "../support/template.ts";
import { bytesOf } from "./bytes.ts";
import { COMMUNITIES, ON_SERVERS } from "./communities.ts";
import { randomCommunity, writeCommunity } from "./randomCommunity.ts";
import { type Community, Reading } from "./reading.ts";

/** Kills of each move; `LUNTAN_KILLS=20` makes more of them. */
const FEW_KILLS = 4;
const KILLS = Number(process.env["LUNTAN_KILLS"] ?? FEW_KILLS);
const PATIENCE_MS = 60_000 + KILLS * 60_000;
const COUNTER = new URL("killAt.mjs", import.meta.url).href;
/** Sources of the moves: the others read the same from a server, where only many kills are worth the time. */
const SOURCES = COMMUNITIES.filter(
  ([name]) => ENGINE === "sqlite" || KILLS > FEW_KILLS || ON_SERVERS.has(name),
);
/** Lines that the program prints between reading and checking what it has read, and once all records are written. */
const [CHECKING, COUNTING] = ["Every line is a record", "Counting."];

/** A weak hash is imported within a stronger one, whose salt is chosen at random. */
const WRAPPED = /("scheme":"[^"]+\+argon2","hash":")[^"]+/g;

/** A community that moves in, with the arguments of the command. */
interface Origin {
  readonly name: string;
  readonly args: readonly string[];
  end(): Promise<void>;
}

async function originOf(name: string, community: Community): Promise<Origin> {
  const reading = await Reading.begin(community);
  const { from, files, address, appKey } = reading.options();
  const args = ["import", name, "--from", from, "--address", address];
  if (files !== null) args.push("--files", files);
  if (appKey !== undefined) args.push("--app-key", appKey);
  return { name, args, end: () => reading.end() };
}

/** A community in the neutral format. */
async function neutralOrigin(seed: number): Promise<Origin> {
  const root = mkdtempSync(join(tmpdir(), "luntan-neutral-"));
  await writeCommunity(randomCommunity(seed), join(root, "forum"));
  const end = (): Promise<void> => Promise.resolve(rmSync(root, { recursive: true, force: true }));
  return { name: "neutral", args: ["import", "neutral", join(root, "forum")], end };
}

/** Numbers of steps of a move that nothing disturbs, up to the end of each part. */
interface Steps {
  readonly checking: number;
  readonly counting: number;
  readonly all: number;
}

/** A forum into which the command line moves a community. */
class Target {
  private constructor(
    private readonly server: ServerProcess,
    private readonly url: string,
    private readonly origin: Origin,
  ) {}

  static async open(origin: Origin): Promise<Target> {
    const database = ENGINE === "sqlite" ? null : await borrowServerDatabase(databaseServer());
    const server = await ServerProcess.prepare(database ? { database } : {});
    if (!database) await copySqliteTemplate(server.folder);
    return new Target(server, database?.url ?? "", origin);
  }

  /** Folder of what the reader writes. */
  get work(): string {
    return join(this.server.folder, `import-${this.origin.name}`);
  }

  /** Moves in. @returns the steps that it took */
  async move(): Promise<Steps> {
    const { code, output } = await this.run({});
    expect(code, output).toBe(0);
    const stepOf = (line: string): number => Number(new RegExp(`^(\\d+) ${line}`, "m").exec(output)![1]);
    return { checking: stepOf(CHECKING), counting: stepOf(COUNTING), all: stepOf("steps") };
  }

  /** Moves in until the power fails. @param step the one before which that happens */
  async fail(step: number): Promise<void> {
    const { code, output } = await this.run({ KILL_AT: String(step) });
    expect(code, output).toBe(-1);
  }

  private run(env: Readonly<Record<string, string>>): Promise<{ code: number; output: string }> {
    return this.server.run([...this.origin.args], { NODE_OPTIONS: `--import=${COUNTER}`, ...env });
  }

  /** Gives all that the forum exports. */
  async exported(): Promise<Map<string, string>> {
    const { folder } = this.server;
    const config = loadConfig({ DATA_DIR: folder, DATABASE_URL: this.url, NODE_ENV: "test", PORT: "0" });
    await exportForum(config, join(folder, "out"), () => undefined);
    const bytes = bytesOf(join(folder, "out"));
    const credentials = "/credentials.ndjson";
    return bytes.set(credentials, bytes.get(credentials)!.replace(WRAPPED, "$1"));
  }

  close(): Promise<void> {
    return this.server.close();
  }
}

/** Chooses points at which the power fails, in their order: while reading, checking, writing, and while counting. */
function pointsIn({ checking, counting, all }: Steps, seed: number): number[] {
  const below = numbersFrom(seed);
  const between = (first: number, end: number, count: number): number[] =>
    Array.from({ length: count }, () => first + below(end - first)).sort((one, other) => one - other);
  const quarter = Math.max(1, Math.floor(KILLS / 4));
  return [
    ...between(1, checking, quarter),
    checking,
    ...between(checking + 1, counting, KILLS - 2 * quarter - 1),
    ...between(counting, all, quarter),
  ];
}

test.concurrent.each([...SOURCES.map(([name]) => name), "neutral"])(
  `a move from %s that is killed ${KILLS} times has the same result as one that was not`,
  async (name) => {
    const seed = Number(process.env["SEED"] ?? Math.floor(Math.random() * 2 ** 31));
    const community = SOURCES.find(([each]) => each === name)?.[1];
    const origin = community ? await originOf(name, community) : await neutralOrigin(seed);
    const [whole, killed] = [await Target.open(origin), await Target.open(origin)];
    try {
      const steps = await whole.move();
      const points = pointsIn(steps, seed);
      const label = `SEED=${seed}: killed at ${points.join(", ")} of ${JSON.stringify(steps)}`;
      // The names of files depend on a key there.
      if (community) cpSync(join(whole.work, "reader.json"), join(killed.work, "reader.json"));
      let progress = steps.checking;
      for (const point of points) {
        // Reading and checking begin again, and records that are written are left out.
        await killed.fail(point <= steps.checking ? point : steps.checking + point - progress);
        progress = Math.max(progress, point);
      }
      await killed.move();
      expect(await killed.exported(), label).toEqual(await whole.exported());
    } finally {
      await whole.close();
      await killed.close();
      await origin.end();
    }
  },
  PATIENCE_MS,
);
