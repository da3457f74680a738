import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createApp } from "../../server/app.ts";
import { loadConfig } from "../../server/config.ts";
import { NO_PAGES } from "../../server/ssr/pages.ts";
import { exportForum } from "../../server/transfer/export/export.ts";
import { NeutralFolder, NeutralWriter } from "../../server/transfer/format/folder.ts";
import { KINDS } from "../../server/transfer/format/records.ts";
import { importFolder } from "../../server/transfer/import/import.ts";
import { copySqliteTemplate } from "../support/template.ts";
import { bytesOf } from "./bytes.ts";
import { randomCommunity, type RandomCommunity } from "./randomCommunity.ts";

/** Communities of a run; `COMMUNITIES=1000` makes more of them. */
const COMMUNITIES = Number(process.env["COMMUNITIES"] ?? 100);
const PATIENCE_MS = COMMUNITIES * 5_000;
const NOW = new Date("2026-11-26T08:00:00Z");

const root = mkdtempSync(join(tmpdir(), "luntan-random-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function write({ records, files }: RandomCommunity, folder: string): Promise<void> {
  const writer = await NeutralWriter.open(folder, { software: "luntan", version: "1", address: "" });
  for (const kind of KINDS)
    for (const record of records[kind]) if (kind !== "files") await writer.append(kind, record as never);
  for (const { path } of records.files) {
    const location = join(root, "file");
    writeFileSync(location, files.get(path)!);
    await writer.addFile(path, location);
  }
  await writer.finish(NOW);
}

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

test(
  `${COMMUNITIES} random communities are exported as they were imported, byte by byte`,
  async () => {
    const first = Number(process.env["SEED"] ?? Math.floor(Math.random() * 2 ** 31));
    for (let seed = first; seed < first + COMMUNITIES; seed++) {
      const place = join(root, String(seed));
      const [before, after] = [join(place, "before"), join(place, "after")];
      mkdirSync(join(place, "data"), { recursive: true });
      await write(randomCommunity(seed), before);
      const config = loadConfig({ NODE_ENV: "test", PORT: "0", DATA_DIR: join(place, "data") });
      await copySqliteTemplate(config.dataDir);
      const app = await createApp(config, { isImporting: true, pages: NO_PAGES });
      try {
        const folder = await NeutralFolder.open(before);
        await importFolder(app, { folder, tell: () => undefined });
      } catch (error) {
        throw new Error(`SEED=${seed}: ${(error as Error).message}`, { cause: error });
      } finally {
        await app.close();
      }
      await exportForum(config, after, () => undefined);
      expect(differences(before, after), `SEED=${seed}`).toEqual([]);
      rmSync(place, { recursive: true });
    }
  },
  PATIENCE_MS,
);
