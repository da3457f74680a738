import { isTopicName } from "../../../core/markdown/names.ts";
import { nameKey } from "../../../core/text.ts";
import { topicNameOf } from "../names.ts";
import { leaveOut, putAddress, shortText, writeSorted } from "../run.ts";
import { cut, textOf, wholeOf } from "../values.ts";
import { type Category, SystemGroup } from "./access.ts";
import { isSet } from "./fields.ts";
import type { Run } from "./run.ts";

/** Names of the categories for topics of no category, and for those whose category does not exist. */
const [WORLD_NAME, LOST_NAME] = ["未分类", "仅管理员可见"];
const NAME_UNITS = 100;

/** Writes the categories in two levels. */
export async function readCategories(run: Run): Promise<void> {
  const { access } = run;
  for (const link of access.links)
    leaveOut(run, `category:${link.id}`, `It is a link: ${textOf(link.row["link"])}`);
  for (const category of access.categories.values()) await writeCategory(run, category);
  for (const id of [...run.extraCategories].sort((one, other) => one - other)) {
    const name = id === access.worldId ? WORLD_NAME : LOST_NAME;
    const plain = { description: "", icon: "", color: "", sort: 0, parentId: null };
    await run.writer.append("categories", { ...plain, id, name: name!, createdAt: run.beginning });
    if (access.readers(id).length === 0) noteClosed(run, id);
  }
}

async function writeCategory(run: Run, category: Category): Promise<void> {
  const { access } = run;
  const { id, row } = category;
  const label = `category:${id}`;
  const above = access.above(category);
  // What somebody may read must not show the name of what they may not.
  const parents = above.filter((parent) =>
    access.readers(id).every((group) => access.reads(group, parent.id)),
  );
  const root = parents.includes(above.at(-1)!) ? above.at(-1)! : null;
  const names = [category, ...parents.filter((parent) => parent !== root)].map((each) => each.name);
  const name = names.reverse().join(" / ");
  if (above.length > 1 || (above.length === 1 && root === null))
    run.report.remark(
      "categories",
      label,
      root === null
        ? `Its parent was ${above[0]!.id}, which not all may read who read this one.`
        : `Its parent was ${above[0]!.id}; there are two levels here.`,
    );
  if (name.length > NAME_UNITS) run.report.remark("shortened", label, name);
  if (access.readers(id).length === 0) noteClosed(run, id);
  await run.writer.append("categories", {
    id,
    name: cut(name, NAME_UNITS) || `分类 ${id}`,
    description: shortText(run, row, "description", 255, label),
    icon: "",
    color: /^#[\da-f]{6}$/i.exec(textOf(row["bgColor"]))?.[0] ?? "",
    sort: wholeOf(row["order"]),
    parentId: root?.id ?? null,
    createdAt: run.beginning,
  });
}

function noteClosed(run: Run, id: number): void {
  run.report.remark("closedCategories", `category:${id}`, "Administrators read it, and nobody else.");
}

/** Gives the tags of a topic, which are a list with commas. */
export function tagsOf(value: unknown): string[] {
  const tags = Array.isArray(value) ? value.map(textOf) : textOf(value).split(",");
  return tags.map((tag) => tag.trim()).filter((tag) => tag !== "");
}

/**
 * Writes the tags as topics. Those that differ by case, width or the punctuation behind them become one; those that only
 * closed categories know stay behind.
 */
export async function readTopics(run: Run): Promise<void> {
  for (const { id, row } of run.objects.each("topic")) {
    const isOpen =
      run.access.reads(SystemGroup.MEMBERS, run.scratch.name(`category:${id}`)!.id) &&
      run.scratch.thread(id)!.isDraft === 0 &&
      !isSet(row["deleted"]);
    for (const tag of tagsOf(row["tags"])) {
      run.scratch.put("tags", [tag, 0], tag);
      if (isOpen) run.scratch.takeName(`open:${tag}`, id);
    }
  }
  for (const tag of run.scratch.sorted<string>("tags")) {
    const label = `tag ${tag}`;
    const name = topicNameOf(tag);
    if (name === "" || !run.scratch.name(`open:${tag}`)) {
      leaveOut(run, label, name === "" ? "It has no name." : "Not all members may read it; a topic is open.");
      continue;
    }
    const id = run.ids.of("topic", nameKey(name));
    const existing = run.scratch.topic(id);
    if (existing) run.report.remark("mergedTopics", label, `${tag} → ${existing.name}`);
    else {
      if (!isTopicName(name)) run.report.remark("longTopics", label, name);
      run.scratch.run("INSERT INTO topics (id, name) VALUES (?, ?)", id, name);
      const plain = { isRecommended: false, viewCount: 0, deletedAt: null, mergedIntoId: null };
      run.scratch.put("topics", [id, 0], { ...plain, id, name, createdAt: run.beginning });
    }
    run.scratch.takeName(`tag:${tag}`, id);
    putAddress(run, `/tags/${encodeURIComponent(tag)}`, `/topic/${id}`);
  }
  await writeSorted(run, "topics");
}
