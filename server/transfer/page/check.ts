import { mkdir, rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { CheckMessage, CheckOrder } from "../../features/imports/page/checkProcess.ts";
import { places, type ImportSummary } from "../../features/imports/page/importFolder.ts";
import { ImportSource } from "../../features/imports/page/importPage.view.ts";
import { NeutralFolder } from "../format/folder.ts";
import { IdSet } from "../format/idSet.ts";
import { KINDS } from "../format/records.ts";
import { checkFolder } from "../import/check.ts";
import { writeReport } from "../import/report.ts";
import { readOutline } from "../mapping/outline.ts";
import { isReadable, READERS } from "../sources/readers.ts";
import type { SourceReport } from "../sources/source.ts";
import { problem } from "../problems.ts";
import { offerMapping, openMappings, type Candidates } from "./mappings.ts";
import { sentenceOf } from "./sentence.ts";
import { unpackNeutral } from "./unpack.ts";

/** Members of a group that are noted: the page shows ten. */
const CANDIDATES_MAX = 10;

/**
 * Runs the dry run that the page has started: the order comes by the input, what happens goes as lines of JSON to the
 * output. It ends when its input does, since then the server is gone.
 */
export async function checkForPage(): Promise<void> {
  const tell = (message: CheckMessage): void => void process.stdout.write(`${JSON.stringify(message)}\n`);
  const order = await readOrder();
  try {
    tell({ summary: await check(order, (step) => tell({ step })) });
  } catch (error) {
    tell({ problem: sentenceOf(error) });
  }
  process.stdin.destroy();
}

function readOrder(): Promise<CheckOrder> {
  return new Promise((resolve) => {
    const lines = createInterface({ input: process.stdin });
    lines.once("line", (line) => resolve(JSON.parse(line) as CheckOrder));
    process.stdin.once("end", () => process.exit(1));
  });
}

/** Reads a source into the folder, checks all records, and writes the report. @throws {Error} with one sentence */
export async function check(order: CheckOrder, tell: (step: string) => void): Promise<ImportSummary> {
  const { community } = places(order.folder);
  await rm(community, { recursive: true, force: true });
  await mkdir(community, { recursive: true, mode: 0o700 });
  const report = await readSource(order, tell);
  const folder = await NeutralFolder.open(community);
  tell("Checking");
  await checkFolder(folder, tell);
  await writeReport(folder, { source: report, result: null }, order.publicUrl);
  offerMapping(community, { outline: await readOutline(folder), candidates: await readCandidates(folder) });
  return summaryOf(folder, report, openMappings(community).read()!.administrators);
}

async function readSource(order: CheckOrder, tell: (step: string) => void): Promise<SourceReport | null> {
  const { source, connection, address, files, appKey, timeZone } = order;
  const { community, upload } = places(order.folder);
  if (source === ImportSource.NEUTRAL) {
    tell("Unpacking");
    await unpackNeutral(upload, community);
    return null;
  }
  if (!isReadable(source)) throw problem("NO_READER", source);
  return READERS[source]!({
    from: connection ?? upload,
    address,
    files,
    folder: community,
    now: new Date(),
    tell,
    ...(appKey && { appKey }),
    ...(timeZone && { zone: timeZone }),
  });
}

function summaryOf(
  folder: NeutralFolder,
  report: SourceReport | null,
  administrators: readonly string[],
): ImportSummary {
  const remarks = Object.entries(report?.remarks ?? {}).map(([kind, { count }]) => [kind, count] as const);
  const money = report && {
    sourceCents: report.money.sourceCents,
    openedCents: report.money.openedCents,
    refusedCents: report.money.refusedCents,
    differences: report.money.differences.count,
  };
  return {
    counts: Object.fromEntries(KINDS.map((kind) => [kind, folder.manifest.records[kind].records])),
    remarks: Object.fromEntries(remarks),
    losses: report?.losses ?? {},
    money: money && Object.values(money).some((sum) => sum !== 0) ? money : null,
    administrators,
  };
}

/**
 * Notes who could run the forum afterwards, by group: the account of the owner gives way to the community, and a mapping
 * says whose members administer it.
 */
async function readCandidates(folder: NeutralFolder): Promise<Candidates> {
  const withPassword = new IdSet();
  for await (const { record } of folder.records("credentials")) withPassword.add(record.memberId);
  const candidates = new Map<number, { id: number; username: string }[]>();
  for await (const { record } of folder.records("members")) {
    const { id, username, groupId, status } = record;
    if (status !== "NORMAL" || !withPassword.has(id)) continue;
    const some = candidates.get(groupId) ?? [];
    if (some.length < CANDIDATES_MAX) candidates.set(groupId, [...some, { id, username }]);
  }
  return candidates;
}
