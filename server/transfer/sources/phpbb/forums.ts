import { cut, textOf, wholeOf } from "../values.ts";
import type { Forum } from "./access.ts";
import type { Run } from "./run.ts";
import { plainOf } from "./texts.ts";

/** Name of the category for topics whose forum is missing. */
const LOST_NAME = "未分类";
const NAME_UNITS = 100;
const LOCKED = 1;

/** Writes the forums in two levels; deeper ones are at the second, with the names of those above in theirs. */
export async function readForums(run: Run): Promise<void> {
  const { forums, links, closed, lostId } = run.access;
  for (const forum of forums.values()) await writeForum(run, forum);
  for (const { id, name, row } of links)
    run.report.remark("links", `forums ${id}`, `${name}: ${textOf(row["forum_link"])}`);
  for (const [id, reason] of closed) run.report.remark("closedCategories", `forums ${id}`, reason);
  if (lostId === null) return;
  const reason = "Holds topics whose forum is missing; only administrators read it.";
  run.report.remark("closedCategories", `forums ${lostId}`, reason);
  await run.writer.append("categories", {
    id: lostId,
    name: LOST_NAME,
    description: "",
    icon: "",
    color: "",
    sort: 0,
    parentId: null,
    createdAt: run.beginning,
  });
}

async function writeForum(run: Run, forum: Forum): Promise<void> {
  const { id, row } = forum;
  const label = `forums ${id}`;
  if (wholeOf(row["forum_status"]) === LOCKED)
    run.report.remark("lockedForums", label, "It was locked; members may write here.");
  const above = ancestorsOf(run, forum);
  const root = above.at(-1) ?? null;
  if (above.length > 1)
    run.report.remark("categories", label, `Its parent was ${above[0]!.id}; there are two levels here.`);
  // A name that not everybody reads must not be a part of one that everybody does.
  const parents = above
    .slice(0, -1)
    .filter((parent) => run.access.isPublic(parent.id) || !run.access.isPublic(id))
    .reverse();
  const name = [...parents, forum].map((each) => each.name).join(" / ");
  if (name.length > NAME_UNITS) run.report.remark("shortened", label, name);
  const description = plainOf(textOf(row["forum_desc"]), row["forum_desc_uid"]);
  if (description.length > 255) run.report.remark("shortened", label, `forum_desc: ${description}`);
  await run.writer.append("categories", {
    id,
    name: cut(name, NAME_UNITS) || `分类 ${id}`,
    description: cut(description, 255),
    icon: "",
    color: "",
    sort: wholeOf(row["left_id"]),
    parentId: root?.id ?? null,
    createdAt: run.beginning,
  });
}

/** Gives the forums above one, the nearest first; none if there is no end of them. */
function ancestorsOf({ access }: Run, forum: Forum): Forum[] {
  const above: Forum[] = [];
  for (
    let next = access.forums.get(forum.parentId ?? 0);
    next !== undefined;
    next = access.forums.get(next.parentId ?? 0)
  ) {
    if (next === forum || above.includes(next)) return [];
    above.push(next);
  }
  return above;
}

/** Gives the category of a topic. */
export function categoryOf(run: Run, forumId: unknown): number {
  const id = wholeOf(forumId);
  return run.access.forums.has(id) ? id : run.access.lostId!;
}
