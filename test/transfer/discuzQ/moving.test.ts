import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "../../../server/app.ts";
import type { Config } from "../../../server/config.ts";
import { findViolations, INVARIANTS } from "../../../server/features/money/checks/invariants.sql.ts";
import { exportForum } from "../../../server/transfer/export/export.ts";
import { NeutralFolder } from "../../../server/transfer/format/folder.ts";
import { KINDS, type Kind } from "../../../server/transfer/format/records.ts";
import { importFolder } from "../../../server/transfer/import/import.ts";
import { createServerDatabase, ENGINE, Forum } from "../../support/forum.ts";
import { DISCUZ_Q } from "./community.ts";
import { Reading } from "../reading.ts";

/** Discuz! Q lives on a server; SQLite has none. */
const onServer = test.runIf(ENGINE !== "sqlite");
const PATIENCE_MS = 120_000;

let reading: Reading;
let database: Awaited<ReturnType<typeof createServerDatabase>>;

beforeAll(async () => {
  if (ENGINE === "sqlite") return;
  reading = await Reading.begin(DISCUZ_Q);
  database = await createServerDatabase();
}, PATIENCE_MS);
afterAll(async () => {
  await reading?.end();
  await database?.drop();
});

/** Makes an empty forum, without or on a database server. */
async function emptyForum(name: string, url: string): Promise<Config> {
  const dataDir = join(reading.root, name);
  mkdirSync(dataDir);
  const forum = await Forum.open({ env: { DATA_DIR: dataDir, DATABASE_URL: url } });
  await forum.close();
  return forum.app.config;
}

function linesOf(folder: string, kind: Kind): string[] {
  const lines = readFileSync(join(folder, `${kind}.ndjson`), "utf8").split("\n");
  return kind === "oldAddresses" ? lines.sort() : lines;
}

onServer(
  "a community of Discuz! Q moves into a forum on either engine, and all that it brought is there",
  async () => {
    for (const [name, url] of [
      ["file", ""],
      ["server", database.url],
    ] as const) {
      const config = await emptyForum(name, url);
      const app = await createApp(config, { isImporting: true });
      try {
        const folder = await NeutralFolder.open(reading.folder);
        const { withoutPassword } = await importFolder(app, { folder, tell: () => undefined });
        expect(withoutPassword).toEqual([]);
        for (const invariant of INVARIANTS)
          expect([invariant.name, await findViolations(app.context(), invariant, 0)]).toEqual([
            invariant.name,
            [],
          ]);
      } finally {
        await app.close();
      }
      const out = join(reading.root, `export-${name}`);
      await exportForum(config, out, () => undefined);
      // A forum keeps old addresses in an order of its own.
      for (const kind of KINDS) expect(linesOf(out, kind), kind).toEqual(linesOf(reading.folder, kind));
    }
  },
  PATIENCE_MS,
);
