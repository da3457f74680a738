import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { lineOf, type MappingReport, type NeutralFolder } from "../format/folder.ts";
import { IdSet } from "../format/idSet.ts";
import { LineWriter, type Sum } from "../format/lines.ts";
import { KINDS, type Kind, type RecordOf } from "../format/records.ts";
import { MAPPING_FILE, plainMapping, readMapping, saveMapping } from "./mappingFile.ts";
import { readOutline, type Outline } from "./outline.ts";
import { newReadersOf, planOf, type Plan } from "./plan.ts";
import { REWRITERS, type Rewriting } from "./rewrite.ts";

/** Folder of the kinds that a mapping changes. */
const MAPPED_FOLDER = "mapped";

/** Writes `mapping.json` into a folder, for the owner to edit; one that was edited stays. @returns a line to tell */
export async function writeMapping(folder: NeutralFolder): Promise<string> {
  const outline = await readOutline(folder);
  const location = join(folder.folder, MAPPING_FILE);
  if (existsSync(location) && (await isEdited(location, outline)))
    return `${location} has been edited and was left; remove it to get a new one.`;
  saveMapping(location, plainMapping(outline));
  return `Groups and categories can be changed in ${location}; give it with --mapping then.`;
}

async function isEdited(location: string, outline: Outline): Promise<boolean> {
  try {
    return planOf(await readMapping(location), outline, location).kinds.size > 0;
  } catch {
    // It is edited and not right yet, or of another community.
    return true;
  }
}

/**
 * Applies a mapping: writes the records that it changes beside the others, one kind after the other.
 * @returns the folder with these records
 * @throws {Error} with one sentence that names the place in the file
 */
export async function applyMapping(folder: NeutralFolder, location: string): Promise<NeutralFolder> {
  const mapping = await readMapping(location);
  const outline = await readOutline(folder);
  const plan = planOf(mapping, outline, location);
  const target = join(folder.folder, MAPPED_FOLDER);
  await rm(target, { recursive: true, force: true });
  await mkdir(target);
  const others: Record<string, number> = {};
  const rewriting: Rewriting = {
    plan,
    queued: plan.movedGroups.size > 0 ? await readQueued(folder, plan) : new IdSet(),
    count: (reason) => void (others[reason] = (others[reason] ?? 0) + 1),
  };
  const sums: Partial<Record<Kind, Sum>> = {};
  for (const kind of KINDS)
    if (plan.kinds.has(kind)) sums[kind] = await rewriteKind(folder, kind, target, rewriting);
  return folder.mappedBy({
    folder: MAPPED_FOLDER,
    sums,
    report: { rows: changesOf(outline, plan), others },
  });
}

async function rewriteKind<K extends Kind>(
  folder: NeutralFolder,
  kind: K,
  target: string,
  rewriting: Rewriting,
): Promise<Sum> {
  const writer = new LineWriter(join(target, `${kind}.ndjson`));
  for await (const record of REWRITERS[kind]!(recordsOf(folder, kind), rewriting))
    await writer.append(lineOf(kind, record));
  return writer.end();
}

async function* recordsOf<K extends Kind>(folder: NeutralFolder, kind: K): AsyncGenerator<RecordOf<K>> {
  for await (const { record } of folder.records(kind)) yield record;
}

/** Reads which members have bought a group that stays one of its own. */
async function readQueued(folder: NeutralFolder, { movedGroups, defaultGroupId }: Plan): Promise<IdSet> {
  const queued = new IdSet();
  for await (const { record } of folder.records("entitlements")) {
    const groupId = record.groupId === null ? null : (movedGroups.get(record.groupId) ?? record.groupId);
    if (groupId !== null && groupId !== defaultGroupId) queued.add(record.memberId);
  }
  return queued;
}

function changesOf(outline: Outline, plan: Plan): MappingReport["rows"] {
  const named = (all: readonly { id: number; name: string }[], id: number): string =>
    `${id} ${all.find((each) => each.id === id)!.name}`;
  const rows: MappingReport["rows"][number][] = [];
  for (const group of outline.groups) {
    const { id, name, grants } = group;
    const parts: string[] = [];
    const target = plan.movedGroups.get(id);
    if (target !== undefined) parts.push(`Its members go to ${named(outline.groups, target)}.`);
    const after = plan.groups.get(id)?.grants ?? grants;
    const added = after.filter((grant) => !grants.includes(grant));
    const lost = grants.filter((grant) => !after.includes(grant));
    if (added.length > 0) parts.push(`It may: ${added.join(", ")}.`);
    if (lost.length > 0) parts.push(`It may no more: ${lost.join(", ")}.`);
    if (parts.length > 0)
      rows.push({
        row: `groups ${id}`,
        name,
        count: outline.members.get(id) ?? 0,
        becomes: parts.join(" "),
      });
  }
  for (const category of outline.categories) {
    const { id, name } = category;
    const target = plan.mergedCategories.get(id);
    const count = outline.threads.get(id) ?? 0;
    if (plan.closedCategories.has(id))
      rows.push({ row: `categories ${id}`, name, count, becomes: "Only administrators read it." });
    if (target === undefined) continue;
    const readers = newReadersOf(category, outline, plan);
    const also = readers.length > 0 ? ` It is read now by: ${readers.join(", ")}.` : "";
    rows.push({
      row: `categories ${id}`,
      name,
      count,
      becomes: `Its threads go to ${named(outline.categories, target)}.${also}`,
    });
  }
  return rows;
}
