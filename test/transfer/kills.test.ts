import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadConfig } from "../../server/config.ts";
import { exportForum } from "../../server/transfer/export/export.ts";
import { createServerDatabase, ENGINE } from "../support/forum.ts";
import { numbersFrom } from "../support/numbers.ts";
import { ServerProcess } from "../support/serverProcess.ts";
import { bytesOf } from "./bytes.ts";
import { DISCUZ_Q } from "./discuzQ/community.ts";
import { Reading } from "./reading.ts";

/** Discuz! Q lives on a server; SQLite has none. */
const onServer = test.runIf(ENGINE !== "sqlite");
const PATIENCE_MS = 300_000;
/** Kills of a move into each of the two engines. */
const KILLS = 10;
const COUNTER = new URL("killAt.mjs", import.meta.url).href;

let reading: Reading;

beforeAll(async () => {
  if (ENGINE !== "sqlite") reading = await Reading.begin(DISCUZ_Q);
}, PATIENCE_MS);
afterAll(() => reading?.end());

/** A forum into which the command line moves the community of Discuz! Q. */
class Target {
  private constructor(
    private readonly server: ServerProcess,
    private readonly url: string,
  ) {}

  static async open(isOnServer: boolean): Promise<Target> {
    const database = isOnServer ? await createServerDatabase() : { url: "", drop: () => Promise.resolve() };
    return new Target(await ServerProcess.prepare({ database }), database.url);
  }

  get work(): string {
    return join(this.server.folder, "import-discuz-q");
  }

  /** Moves in. @param killAt the step before which the power fails; null lets it finish. @returns its steps; null if it was killed */
  async move(killAt: number | null): Promise<number | null> {
    const { from, files, address, appKey } = reading.options();
    const { code, output } = await this.server.run(
      ["import", "discuz-q", "--from", from, "--files", files!, "--address", address, "--app-key", appKey!],
      { NODE_OPTIONS: `--import=${COUNTER}`, ...(killAt !== null && { KILL_AT: String(killAt) }) },
    );
    if (code === -1) return null;
    expect(code, output).toBe(0);
    return Number(/^steps: (\d+)$/m.exec(output)?.[1]);
  }

  /** Gives all that the forum exports. */
  async exported(): Promise<Map<string, string>> {
    const { folder } = this.server;
    const config = loadConfig({ DATA_DIR: folder, DATABASE_URL: this.url, NODE_ENV: "test", PORT: "0" });
    await exportForum(config, join(folder, "out"), () => undefined);
    return bytesOf(join(folder, "out"));
  }

  close(): Promise<void> {
    return this.server.close();
  }
}

onServer.each([
  ["SQLite", false],
  ["a server", true],
] as const)(
  "a move into %s that is killed again and again has the same result as one that was not",
  async (_name, isOnServer) => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const random = numbersFrom(seed);
    const [whole, killed] = [await Target.open(isOnServer), await Target.open(isOnServer)];
    try {
      await whole.move(null);
      // A run that finds nothing to do takes the fewest steps, so that each kill comes before the end.
      const fewest = (await whole.move(null))!;
      mkdirSync(killed.work);
      // The names of files depend on a key there.
      copyFileSync(join(whole.work, "reader.json"), join(killed.work, "reader.json"));
      const points = Array.from({ length: KILLS }, () => 1 + random(fewest));
      for (const point of points)
        expect(await killed.move(point), `seed ${seed}: killed at ${points.join(", ")}`).toBe(null);
      await killed.move(null);
      expect(await killed.exported(), `seed ${seed}: killed at ${points.join(", ")}`).toEqual(
        await whole.exported(),
      );
    } finally {
      await whole.close();
      await killed.close();
    }
  },
  PATIENCE_MS,
);
