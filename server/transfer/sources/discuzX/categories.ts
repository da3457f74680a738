import { cut, idOf, textOf, wholeOf } from "../values.ts";
import type { Row } from "../sqlSource.ts";
import { leaveOut } from "../run.ts";
import { type SourceGroups, targetsOf } from "./groups.ts";
import { CLOSED_CATEGORY, lineOf, LOST_CATEGORY, type Run, splitTables } from "./run.ts";

const COLUMNS = ["fid", "fup", "type", "name", "status", "displayorder"];
const FIELDS = [
  "description",
  "viewperm",
  "postperm",
  "replyperm",
  "getattachperm",
  "password",
  "formulaperm",
  "redirect",
];
/** State of the forums of members' groups. */
const OF_GROUPS = 3;
const SHOWN = 1;

/** A forum of the source with its fields. */
interface Forum {
  readonly id: number;
  readonly parentId: number | null;
  readonly name: string;
  readonly row: Row;
}

/** Writes the forums as categories of two levels, and notes who reads them. */
export async function readCategories(run: Run, groups: SourceGroups): Promise<void> {
  const forums = await forumsOf(run);
  for (const forum of forums.values()) {
    run.readers.set(forum.id, readersOf(run, forum, forums, groups));
    await writeForum(run, forum, forums);
    if (filesAreClosed(forum, groups, run.readers.get(forum.id)!)) run.closedFiles.add(forum.id);
    const isBound = ["postperm", "replyperm"].some((column) => textOf(forum.row[column]).trim() !== "");
    if (isBound)
      run.report.remark("permissions", `forum_forum ${forum.id}`, "Who reads it may write in it here.");
  }
  const lost = await anyThread(
    run,
    (table) =>
      `SELECT 1 AS n FROM {${table}} t LEFT JOIN {forum_forum} f ON f.fid = t.fid WHERE f.fid IS NULL LIMIT 1`,
  );
  if (lost) await writeClosed(run, LOST_CATEGORY, "未分类", "Holds threads whose forum is missing");
  const closed = await anyThread(run, (table) =>
    run.source.has(table, "readperm")
      ? `SELECT 1 AS n FROM {${table}} t WHERE t.readperm > 0 OR (t.price > 0 AND t.special <> 3) LIMIT 1`
      : "SELECT 0 AS n",
  );
  if (closed) await writeClosed(run, CLOSED_CATEGORY, "受限主题", "Holds threads for ranks or for credits");
}

async function forumsOf(run: Run): Promise<Map<number, Forum>> {
  const forums = new Map<number, Forum>();
  for await (const slice of run.source.slices("forum_forum", { columns: COLUMNS, by: ["fid"] })) {
    const ids = slice.map((row) => wholeOf(row["fid"]));
    const fields = await run.source.rowsOf("forum_forumfield", "fid", ids, FIELDS);
    for (const row of slice) {
      const id = wholeOf(row["fid"]);
      if (wholeOf(row["status"]) === OF_GROUPS)
        leaveOut(run, `forum_forum ${id}`, "It is a group of members.");
      else
        forums.set(id, {
          id,
          parentId: idOf(row["fup"]),
          name: lineOf(row["name"]) || `版块 ${id}`,
          row: { ...row, ...fields.get(id)?.[0] },
        });
    }
  }
  return forums;
}

/** Gives the groups here that read a forum and all that are above it. */
function readersOf(
  run: Run,
  forum: Forum,
  forums: ReadonlyMap<number, Forum>,
  groups: SourceGroups,
): ReadonlySet<number> {
  let readers = targetsOf(groups, ({ mayVisit }) => mayVisit);
  for (const { row } of pathOf(forum, forums)) {
    const own = closedBy(row) === null ? allowedBy(groups, row["viewperm"]) : new Set<number>();
    readers = new Set([...readers].filter((target) => own.has(target)));
  }
  const reason = pathOf(forum, forums)
    .map(({ row }) => closedBy(row) ?? (textOf(row["viewperm"]).trim() === "" ? null : "viewperm"))
    .find((each) => each !== null);
  if (reason)
    run.report.remark(
      "categories",
      `forum_forum ${forum.id}`,
      readers.size === 0
        ? `Administrators only read it here (${reason}).`
        : `Groups ${[...readers].sort((one, other) => one - other).join(", ")} read it here.`,
    );
  return readers;
}

/** Gives what closes a forum in a way that groups cannot express; null for nothing. */
function closedBy(row: Row): string | null {
  if (wholeOf(row["status"]) !== SHOWN) return "hidden";
  if (textOf(row["password"]) !== "") return "password";
  const formula = textOf(row["formulaperm"]).replace(/s:\d+:"(?:message|medal|users)";/g, "");
  return /[sa]:[1-9]\d*:["{]/.test(formula.replace(/^a:\d+:\{/, "")) ? "formula" : null;
}

/** Groups here that a list of groups there allows; an empty one allows all. */
function allowedBy(groups: SourceGroups, list: unknown): Set<number> {
  const ids = new Set(
    textOf(list)
      .split("\t")
      .flatMap((id) => idOf(id) ?? []),
  );
  return targetsOf(groups, ({ id }) => textOf(list).trim() === "" || ids.has(id));
}

/** True if somebody who reads a forum may not get its files. */
function filesAreClosed({ row }: Forum, groups: SourceGroups, readers: ReadonlySet<number>): boolean {
  const allowed = allowedBy(groups, row["getattachperm"]);
  return [...readers].some((reader) => !allowed.has(reader));
}

/** A forum and those above it, the uppermost last. */
function pathOf(forum: Forum, forums: ReadonlyMap<number, Forum>): Forum[] {
  const path = [forum];
  for (;;) {
    const parent = forums.get(path.at(-1)!.parentId ?? 0);
    if (!parent) return path;
    if (path.includes(parent)) return [forum];
    path.push(parent);
  }
}

async function writeForum(run: Run, forum: Forum, forums: ReadonlyMap<number, Forum>): Promise<void> {
  const label = `forum_forum ${forum.id}`;
  const path = pathOf(forum, forums);
  const root = path.at(-1)!;
  const names = path.slice(0, Math.max(path.length - 1, 1)).map(({ name }) => name);
  if (path.length > 2)
    run.report.remark("categories", label, `It is below ${path[1]!.name}; there are two levels here.`);
  if (textOf(forum.row["redirect"]) !== "")
    run.report.remark("categories", label, `It led to ${textOf(forum.row["redirect"])}.`);
  const description = lineOf(forum.row["description"]);
  if (description.length > 255) run.report.remark("shortened", label, `description: ${description}`);
  await run.writer.append("categories", {
    id: forum.id,
    name: cut(names.reverse().join(" / "), 100),
    description: cut(description, 255),
    icon: "",
    color: "",
    sort: wholeOf(forum.row["displayorder"]),
    parentId: root === forum ? null : root.id,
    createdAt: run.beginning,
  });
}

/** Writes a category that administrators only read. */
async function writeClosed(run: Run, id: number, name: string, reason: string): Promise<void> {
  run.readers.set(id, new Set());
  run.report.remark("categories", `categories ${id}`, `${reason}; administrators only read it.`);
  await run.writer.append("categories", {
    id,
    name,
    description: "",
    icon: "",
    color: "",
    sort: 0,
    parentId: null,
    createdAt: run.beginning,
  });
}

async function anyThread(run: Run, statement: (table: string) => string): Promise<boolean> {
  for (const table of splitTables(run, "forum_thread"))
    if (wholeOf((await run.source.row(statement(table)))["n"]) === 1) return true;
  return false;
}
