import { isTopicName } from "../../../core/markdown/names.ts";
import { nameKey } from "../../../core/text.ts";
import { topicNameOf } from "../names.ts";
import type { Row } from "../sqlSource.ts";
import { leaveOut, putAddress, writeSorted } from "../run.ts";
import { cut, idOf, textOf, wholeOf } from "../values.ts";
import { AutoGroup, type Category, Level } from "./access.ts";
import { plainText } from "./polls.ts";
import { type Run, timeOf } from "./run.ts";

/** Name of the category for topics that are in no list there. */
const CLOSED_NAME = "仅管理员可见";
const DESCRIPTION_MAX = 255;

/** Writes the categories in two levels. */
export async function readCategories(run: Run): Promise<void> {
  for (const category of run.access.categories.values()) await writeCategory(run, category);
  if (!run.hasClosedCategory) return;
  const plain = { description: "", icon: "", color: "", sort: 0, parentId: null };
  await run.writer.append("categories", {
    ...plain,
    id: run.closedCategoryId,
    name: CLOSED_NAME,
    createdAt: run.beginning,
  });
}

async function writeCategory(run: Run, category: Category): Promise<void> {
  const { access } = run;
  const { id, row, slug } = category;
  const label = `categories ${id}`;
  const above = access.above(category);
  const names = [
    ...above
      .slice(0, -1)
      .map(({ name }) => name)
      .reverse(),
    category.name,
  ];
  if (names.length > 1)
    run.report.remark("categories", label, `${names.join(" / ")}: there are two levels here.`);
  if (isForAdministrators(run, category))
    run.report.remark("closedCategories", label, "Administrators read it, and nobody else.");
  const description = plainText(textOf(row["description"]));
  if (description.length > DESCRIPTION_MAX)
    run.report.remark("shortened", label, `description: ${description}`);
  const color = textOf(row["color"]);
  await run.writer.append("categories", {
    id,
    name: cut(names.join(" / "), 100) || `分类 ${id}`,
    description: cut(description, DESCRIPTION_MAX),
    icon: "",
    color: /^[\da-f]{3}(?:[\da-f]{3})?$/i.test(color) ? `#${color}` : "",
    sort: wholeOf(row["position"]),
    parentId: above.at(-1)?.id ?? null,
    createdAt: timeOf(run, row["created_at"]),
  });
  const slugs = [...above.map((each) => each.slug).reverse(), slug];
  if (slugs.every((each) => each !== "")) putAddress(run, `/c/${slugs.join("/")}`, `/category/${id}`);
}

function isForAdministrators({ access }: Run, category: Category): boolean {
  const audiences = [
    access.ofTrust(4),
    access.ofGroup(AutoGroup.MODERATORS),
    ...[...access.ownGroups.keys()].map((id) => access.ofGroup(id)),
  ];
  return audiences.every((groups) => access.level(groups, category) === Level.NONE);
}

/** Writes the tags as topics. Synonyms, and those that differ by case, width or the punctuation behind them become one. */
export async function readTopics(run: Run): Promise<void> {
  const hidden = await hiddenTags(run);
  const columns = ["id", "name", "slug", "target_tag_id", "created_at"];
  for (const isSynonym of [false, true])
    for await (const slice of run.source.slices("tags", { columns }))
      for (const row of slice)
        if ((idOf(row["target_tag_id"]) !== null) === isSynonym) readTopic(run, row, hidden);
  await writeSorted(run, "topics");
}

function readTopic(run: Run, row: Row, hidden: ReadonlySet<number>): void {
  const id = wholeOf(row["id"]);
  const label = `tags ${id}`;
  const text = textOf(row["name"]);
  const name = topicNameOf(text);
  if (name === "" || hidden.has(id)) {
    leaveOut(run, label, name === "" ? "It has no name." : "Not everybody may see it; a topic is open.");
    return;
  }
  const targetId = idOf(row["target_tag_id"]);
  const key = `topic:${nameKey(name)}`;
  const target = run.scratch.topic(targetId ?? run.scratch.name(key)?.id ?? null);
  if (targetId !== null && !target) {
    leaveOut(run, label, "It means another tag, which is left out.");
    return;
  }
  if (!target) run.scratch.takeName(key, id);
  run.scratch.run("INSERT INTO topics (id, name) VALUES (?, ?)", id, target?.name ?? name);
  const page = `/topic/${target ? run.scratch.name(`topic:${nameKey(target.name)}`)!.id : id}`;
  putAddress(run, `/tag/${text}`, page);
  putAddress(run, `/tags/${text}`, page);
  putAddress(run, `/tag/${textOf(row["slug"]) || text}/${id}`, page);
  if (target) {
    run.report.remark("mergedTopics", label, `${text} → ${target.name}`);
    return;
  }
  if (!isTopicName(name)) run.report.remark("longTopics", label, name);
  run.scratch.put("topics", [id, 0], {
    id,
    name,
    isRecommended: false,
    viewCount: 0,
    deletedAt: null,
    mergedIntoId: null,
    createdAt: timeOf(run, row["created_at"]),
  });
}

/** Tags in a group of tags that has rules about who sees it, none of which is for everybody. */
async function hiddenTags({ source }: Run): Promise<Set<number>> {
  const hidden = new Set<number>();
  if (!source.has("tag_group_permissions") || !source.has("tag_group_memberships")) return hidden;
  const rows = await source.rows(
    `SELECT DISTINCT m.tag_id AS id FROM {tag_group_memberships} m
     WHERE m.tag_group_id IN (SELECT p.tag_group_id FROM {tag_group_permissions} p GROUP BY p.tag_group_id
       HAVING MIN(p.group_id) > ${AutoGroup.EVERYONE})`,
  );
  for (const row of rows) hidden.add(wholeOf(row["id"]));
  return hidden;
}

/** Gives the category of a topic. One in no list there, or in no category, is in the one that only administrators read. */
export function categoryOf(run: Run, row: Row): number {
  const category = run.access.categories.get(idOf(row["category_id"]) ?? 0);
  const isListed = wholeOf(row["visible"] ?? 1) === 1;
  if (category && isListed) return category.id;
  const reason = category ? "It is in no list there" : "It has no category";
  run.report.remark("closedThreads", `topics ${wholeOf(row["id"])}`, `${reason}; administrators read it.`);
  run.hasClosedCategory = true;
  return run.closedCategoryId;
}
