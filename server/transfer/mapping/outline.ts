import type { NeutralFolder } from "../format/folder.ts";
import type { Software } from "../format/manifest.ts";
import type { RecordOf } from "../format/records.ts";

/** Groups and categories of a folder, and how much is in each. */
export interface Outline {
  readonly software: Software;
  readonly groups: readonly RecordOf<"groups">[];
  readonly categories: readonly RecordOf<"categories">[];
  /** Numbers of members by group. */
  readonly members: ReadonlyMap<number, number>;
  /** Numbers of threads by category. */
  readonly threads: ReadonlyMap<number, number>;
  /** The oldest account, which identifies the community; null for a folder without members. */
  readonly firstMember: Pick<RecordOf<"members">, "id" | "createdAt"> | null;
}

/** Reads the groups and categories of a folder, and counts what is in them. */
export async function readOutline(folder: NeutralFolder): Promise<Outline> {
  const groups: RecordOf<"groups">[] = [];
  for await (const { record } of folder.records("groups")) groups.push(record);
  const categories: RecordOf<"categories">[] = [];
  for await (const { record } of folder.records("categories")) categories.push(record);
  const members = new Map<number, number>();
  let firstMember: Outline["firstMember"] = null;
  for await (const { record } of folder.records("members")) {
    firstMember ??= { id: record.id, createdAt: record.createdAt };
    increase(members, record.groupId);
  }
  const threads = new Map<number, number>();
  for await (const { record } of folder.records("threads")) increase(threads, record.categoryId);
  const { software } = folder.manifest.source;
  return { software, groups, categories, members, threads, firstMember };
}

function increase(counts: Map<number, number>, id: number): void {
  counts.set(id, (counts.get(id) ?? 0) + 1);
}
