import type { RecordOf } from "../../format/records.ts";
import type { Row } from "../sqlSource.ts";
import { leaveOut, writeSorted } from "../run.ts";
import { idOf, textOf, wholeOf } from "../values.ts";
import { type Run, timeOf } from "./run.ts";

type Watch = RecordOf<"watches">;

/** `post_action_type_id` of likes. */
const LIKE = 2;
/** `notification_level` of what members mute, watch, and watch for new topics. */
const LEVELS: Readonly<Record<number, Watch["level"]>> = { 0: "MUTED", 3: "WATCHING", 4: "WATCHING" };
const CHOSEN = `notification_level IN (${Object.keys(LEVELS).join(", ")})`;
const WATCHED: readonly (readonly [table: string, column: string, target: Watch["target"]])[] = [
  ["topic_users", "topic_id", "THREAD"],
  ["category_users", "category_id", "CATEGORY"],
  ["tag_users", "tag_id", "TOPIC"],
];

/** Writes likes, and reactions as likes: those of a first post are of its thread. */
export async function readLikes(run: Run): Promise<void> {
  const columns = ["post_id", "user_id", "created_at"];
  const likes = { columns: [...columns, "deleted_at"], where: `post_action_type_id = ${LIKE}` };
  for await (const slice of run.source.slices("post_actions", likes))
    for (const row of slice)
      if (textOf(row["deleted_at"]) === "") noteLike(run, row, `post_actions ${wholeOf(row["id"])}`);
  const table = "discourse_reactions_reaction_users";
  for await (const slice of run.source.slices(table, { columns }))
    for (const row of slice) noteLike(run, row, `${table} ${wholeOf(row["id"])}`);
  await writeSorted(run, "threadReactions");
  await writeSorted(run, "postReactions");
}

function noteLike(run: Run, row: Row, label: string): void {
  const { scratch } = run;
  const [post, member] = [scratch.post(idOf(row["post_id"])), scratch.member(idOf(row["user_id"]))];
  if (!post || !member) {
    leaveOut(run, label, "Its post or member does not come.");
    return;
  }
  const like = { memberId: member.id, reaction: "", createdAt: timeOf(run, row["created_at"]) };
  if (post.number === 0)
    scratch.put("threadReactions", [post.threadId, member.id], { threadId: post.threadId, ...like });
  else scratch.put("postReactions", [post.id, member.id], { postId: post.id, ...like });
}

/** Writes bookmarks as favourites; those of a reply are of its topic here. */
export async function readBookmarks(run: Run): Promise<void> {
  const columns = ["user_id", "bookmarkable_id", "bookmarkable_type", "post_id", "created_at"];
  for await (const slice of run.source.slices("bookmarks", { columns }))
    for (const row of slice) {
      const label = `bookmarks ${wholeOf(row["id"])}`;
      const member = run.scratch.member(idOf(row["user_id"]));
      const isOfTopic = textOf(row["bookmarkable_type"]) === "Topic";
      const isOfPost = ["Post", ""].includes(textOf(row["bookmarkable_type"]));
      const id = idOf(row["bookmarkable_id"] ?? row["post_id"]);
      const post = isOfPost ? run.scratch.post(id) : undefined;
      const thread = run.scratch.thread(isOfTopic ? id : (post?.threadId ?? null));
      if (!member || !thread) {
        leaveOut(run, label, "Its member or topic does not come.");
        continue;
      }
      if (post && post.number !== 0)
        run.report.remark("bookmarks", label, `It is of post ${post.id}; here it is of topic ${thread.id}.`);
      const favorite = {
        threadId: thread.id,
        memberId: member.id,
        createdAt: timeOf(run, row["created_at"]),
      };
      run.scratch.put("favorites", [thread.id, member.id], favorite);
    }
  await writeSorted(run, "favorites");
}

/** Writes what members watch and mute. */
export async function readWatches(run: Run): Promise<void> {
  for (const [table, column, target] of WATCHED) {
    const columns = [column, "user_id", "notification_level", "notifications_changed_at"];
    for await (const slice of run.source.slices(table, { columns, where: CHOSEN }))
      for (const row of slice) {
        const member = run.scratch.member(idOf(row["user_id"]));
        const targetId = targetOf(run, target, idOf(row[column]));
        if (!member || targetId === null) continue;
        const key = [member.id, `${target} ${String(targetId).padStart(16, "0")}`] as const;
        run.scratch.put("watches", key, {
          memberId: member.id,
          target,
          targetId,
          level: LEVELS[wholeOf(row["notification_level"])],
          changedAt: timeOf(run, row["notifications_changed_at"]),
        });
      }
  }
  await writeSorted(run, "watches");
}

function targetOf({ scratch, access }: Run, target: Watch["target"], id: number | null): number | null {
  if (target === "THREAD") return scratch.thread(id)?.id ?? null;
  if (target === "CATEGORY") return access.categories.has(id ?? 0) ? id : null;
  // A tag that became a part of another one has no topic of its own.
  const isOwn = scratch.get("SELECT 1 FROM sorted WHERE kind = 'topics' AND one = ?", id) !== undefined;
  return isOwn ? id : null;
}

/** Writes the members that one mutes or ignores, as those that one blocks. */
export async function readBlocks(run: Run): Promise<void> {
  for (const [table, column] of [
    ["muted_users", "muted_user_id"],
    ["ignored_users", "ignored_user_id"],
  ] as const) {
    const columns = ["user_id", column, "created_at", "expiring_at"];
    for await (const slice of run.source.slices(table, { columns }))
      for (const row of slice) {
        const [member, other] = [
          run.scratch.member(idOf(row["user_id"])),
          run.scratch.member(idOf(row[column])),
        ];
        const end = run.times.utc(row["expiring_at"]);
        const isOver = end !== null && end <= run.options.now.toISOString();
        if (!member || !other || member.id === other.id || isOver) {
          leaveOut(run, `${table} ${wholeOf(row["id"])}`, isOver ? "It is over." : "A member does not come.");
          continue;
        }
        const createdAt = timeOf(run, row["created_at"]);
        run.scratch.put("blocks", [member.id, other.id], {
          memberId: member.id,
          blockedId: other.id,
          createdAt,
        });
      }
  }
  await writeSorted(run, "blocks");
}
