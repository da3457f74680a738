import { isTopicName } from "../../../core/markdown/names.ts";
import { nameKey } from "../../../core/text.ts";
import type { Row } from "../sqlSource.ts";
import { leaveOut, putAddress, shortText } from "../run.ts";
import { cut, idOf, textOf, wholeOf } from "../values.ts";
import { topicNameOf } from "../names.ts";
import type { Tag } from "./access.ts";
import { type Run, timeOf } from "./run.ts";

/** Names of the categories for discussions without a primary tag, and for those that their category would open. */
const [LOOSE_NAME, CLOSED_NAME] = ["未分类", "仅管理员可见"];

/** Writes the primary tags as categories in two levels. */
export async function readCategories(run: Run): Promise<void> {
  const columns = ["id", "name", "slug", "description", "color", "icon", "position", "created_at"];
  for await (const slice of run.source.slices("tags", { columns }))
    for (const row of slice)
      if (run.access.tags.get(wholeOf(row["id"]))!.isPrimary) await writeCategory(run, row);
  for (const id of [...run.extraCategories].sort((one, other) => one - other)) {
    const name = id === run.closedCategoryId ? CLOSED_NAME : LOOSE_NAME;
    const plain = { description: "", icon: "", color: "", sort: 0, parentId: null };
    await run.writer.append("categories", { ...plain, id, name: name!, createdAt: run.beginning });
  }
}

async function writeCategory(run: Run, row: Row): Promise<void> {
  const id = wholeOf(row["id"]);
  const label = `tags ${id}`;
  const tag = run.access.tags.get(id)!;
  const above = run.access.path(tag).slice(1) as Tag[];
  const names = [
    ...above
      .slice(0, -1)
      .map(({ name }) => name)
      .reverse(),
    textOf(row["name"]),
  ];
  if (names.length > 1)
    run.report.remark("categories", label, `${names.join(" / ")}: there are two levels here.`);
  if (run.access.readers([tag]).length === 0)
    run.report.remark("closedCategories", label, "Administrators read it, and nobody else.");
  await run.writer.append("categories", {
    id,
    name: cut(names.join(" / "), 100) || `分类 ${id}`,
    description: shortText(run, row, "description", 255, label),
    icon: shortText(run, row, "icon", 255, label),
    color: cut(textOf(row["color"]), 7),
    sort: tag.position,
    parentId: above.at(-1)?.id ?? null,
    createdAt: timeOf(run, row["created_at"]),
  });
  putAddress(run, `/t/${textOf(row["slug"])}`, `/category/${id}`);
}

/** Writes the other tags as topics. Those that differ by case, width or the punctuation behind them become one. */
export async function readTopics(run: Run): Promise<void> {
  const columns = ["id", "name", "slug", "created_at"];
  for await (const slice of run.source.slices("tags", { columns }))
    for (const row of slice) {
      const id = wholeOf(row["id"]);
      const label = `tags ${id}`;
      const tag = run.access.tags.get(id)!;
      if (tag.isPrimary) continue;
      const name = topicNameOf(tag.name);
      if (name === "" || tag.isRestricted) {
        leaveOut(run, label, name === "" ? "It has no name." : "Not everybody may read it; a topic is open.");
        continue;
      }
      const key = `topic:${nameKey(name)}`;
      const target = run.scratch.topic(run.scratch.name(key)?.id ?? null);
      run.scratch.takeName(key, id);
      run.scratch.run("INSERT INTO topics (id, name) VALUES (?, ?)", id, target?.name ?? name);
      putAddress(run, `/t/${textOf(row["slug"])}`, `/topic/${target?.id ?? id}`);
      if (target) {
        run.report.remark("mergedTopics", label, `${tag.name} → ${target.name} (tags ${target.id})`);
        continue;
      }
      if (!isTopicName(name)) run.report.remark("longTopics", label, name);
      const plain = { isRecommended: false, viewCount: 0, deletedAt: null, mergedIntoId: null };
      await run.writer.append("topics", { ...plain, id, name, createdAt: timeOf(run, row["created_at"]) });
    }
}

/**
 * Gives the category of a discussion: its first child tag, or its first primary one. Whoever reads a category reads all
 * of it, so a discussion that another tag closes is in one that only administrators read.
 */
export function categoryOf(run: Run, id: number, rows: readonly Row[]): number {
  const { access } = run;
  const tags = rows
    .flatMap((row) => access.tags.get(idOf(row["tag_id"]) ?? 0) ?? [])
    .sort((one, other) => one.position - other.position || one.id - other.id);
  const primary = tags.filter(({ isPrimary }) => isPrimary);
  const tag = primary.find(({ parentId }) => parentId !== null) ?? primary[0] ?? null;
  const readers = new Set(access.readers(tags.length > 0 ? tags : [null]));
  const isOpen = access.readers([tag]).every((groupId) => readers.has(groupId));
  if (!isOpen)
    run.report.remark("closedThreads", `discussions ${id}`, "Another tag closes it; administrators read it.");
  const categoryId = !isOpen ? run.closedCategoryId : (tag?.id ?? run.looseCategoryId);
  if (tag === null || !isOpen) run.extraCategories.add(categoryId);
  return categoryId;
}
