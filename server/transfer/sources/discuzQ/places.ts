import { nameKey } from "../../../core/text.ts";
import { isTopicName } from "../../../core/markdown/names.ts";
import { idOf, textOf, wholeOf } from "../values.ts";
import { topicNameOf } from "../names.ts";
import type { Row } from "../sqlSource.ts";
import { leaveOut, shortText } from "../run.ts";
import { type Run, timeOf } from "./run.ts";

/** Name of the category for threads whose category is missing. */
const LOST_NAME = "未分类";

/** Writes the categories in two levels. Moderators of a category do not exist here: the report names them. */
export async function readCategories(run: Run): Promise<void> {
  const columns = [
    "id",
    "name",
    "description",
    "icon",
    "sort",
    "parentid",
    "moderators",
    "created_at",
    "updated_at",
  ];
  const parents = new Map<number, number | null>();
  for await (const slice of run.source.slices("categories", { columns: ["id", "parentid"] }))
    for (const row of slice) parents.set(wholeOf(row["id"]), idOf(row["parentid"]));
  for await (const slice of run.source.slices("categories", { columns }))
    for (const row of slice) await writeCategory(run, row, parents);
  await writeLostCategory(run);
}

async function writeCategory(run: Run, row: Row, parents: ReadonlyMap<number, number | null>): Promise<void> {
  const id = wholeOf(row["id"]);
  const label = `categories ${id}`;
  run.categoryIds.add(id);
  const moderators = textOf(row["moderators"]);
  if (moderators !== "") run.report.remark("moderators", label, moderators);
  const parentId = rootOf(parents, id);
  if (parentId !== idOf(row["parentid"]))
    run.report.remark(
      "categories",
      label,
      `Its parent was ${textOf(row["parentid"])}; there are two levels here.`,
    );
  await run.writer.append("categories", {
    id,
    name: shortText(run, row, "name", 100, label) || `分类 ${id}`,
    description: shortText(run, row, "description", 255, label),
    icon: shortText(run, row, "icon", 255, label),
    color: "",
    sort: wholeOf(row["sort"]),
    parentId,
    createdAt: timeOf(run, row, "created_at", "updated_at"),
  });
}

/** Gives the uppermost category above one; null if there is none, or no end of them. */
function rootOf(parents: ReadonlyMap<number, number | null>, id: number): number | null {
  const path = new Set([id]);
  let root: number | null = null;
  for (
    let next = parents.get(id) ?? null;
    next !== null && parents.has(next);
    next = parents.get(next) ?? null
  ) {
    if (path.has(next)) return null;
    path.add(next);
    root = next;
  }
  return root;
}

/** Writes a category for threads whose own is missing, if there are any. */
async function writeLostCategory(run: Run): Promise<void> {
  const lost = await run.source.row(
    "SELECT 1 AS n FROM {threads} t LEFT JOIN {categories} c ON c.id = t.category_id WHERE c.id IS NULL LIMIT 1",
  );
  if (wholeOf(lost["n"]) === 0) return;
  run.lostCategoryId = Math.max(0, ...run.categoryIds) + 1;
  run.report.remark(
    "categories",
    `categories ${run.lostCategoryId}`,
    "Holds threads whose category is missing.",
  );
  await run.writer.append("categories", {
    id: run.lostCategoryId,
    name: LOST_NAME,
    description: "",
    icon: "",
    color: "",
    sort: 0,
    parentId: null,
    createdAt: run.beginning,
  });
}

/** Gives the category of a thread. */
export function categoryOf(run: Run, row: Row): number {
  const id = wholeOf(row["category_id"]);
  return run.categoryIds.has(id) ? id : run.lostCategoryId!;
}

/** Writes the topics. Those that differ by case, width or the punctuation behind them become one. */
export async function readTopics(run: Run): Promise<void> {
  const columns = ["id", "content", "view_count", "recommended", "created_at", "updated_at"];
  for await (const slice of run.source.slices("topics", { columns }))
    for (const row of slice) {
      const id = wholeOf(row["id"]);
      const label = `topics ${id}`;
      const name = topicNameOf(textOf(row["content"]));
      if (name === "") {
        leaveOut(run, label, "It has no name.");
        continue;
      }
      const key = `topic:${nameKey(name)}`;
      const first = run.scratch.name(key)?.id;
      const target = run.scratch.topic(first ?? null);
      run.scratch.takeName(key, id);
      run.scratch.run("INSERT INTO topics (id, name) VALUES (?, ?)", id, target?.name ?? name);
      if (target) {
        run.report.remark(
          "mergedTopics",
          label,
          `${textOf(row["content"])} → ${target.name} (topics ${target.id})`,
        );
        for (const address of [`/topic/topic-detail/${id}`, `/topic/${id}`])
          run.scratch.put("oldAddresses", [address, 0], { address, target: `/topic/${target.id}` });
        continue;
      }
      if (!isTopicName(name)) run.report.remark("longTopics", label, name);
      await run.writer.append("topics", {
        id,
        name,
        isRecommended: wholeOf(row["recommended"]) === 1,
        viewCount: Math.max(wholeOf(row["view_count"]), 0),
        deletedAt: null,
        mergedIntoId: null,
        createdAt: timeOf(run, row, "created_at", "updated_at"),
      });
    }
}
