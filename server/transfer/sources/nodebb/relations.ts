import type { RecordOf } from "../../format/records.ts";
import { leaveOut, writeSorted } from "../run.ts";
import { idOf } from "../values.ts";
import { millisOf } from "./fields.ts";
import type { Run } from "./run.ts";

type Watch = RecordOf<"watches">;

/** States of watching a category that are no others here: of NodeBB, tracking and none tell nobody of anything. */
const CATEGORY_LEVELS: Readonly<Record<number, Watch["level"]>> = { 1: "MUTED", 4: "WATCHING" };

/** Writes who follows and who blocks whom. */
export async function readRelations(run: Run): Promise<void> {
  for (const { id } of run.objects.each("user")) {
    for (const { value, score } of run.objects.members(`following:${id}`)) {
      const other = otherOf(run, id, value);
      const createdAt = millisOf(score) ?? run.beginning;
      if (other) run.scratch.put("follows", [id, other], { fromId: id, toId: other, createdAt });
    }
    for (const { value, score } of run.objects.members(`uid:${id}:blocked_uids`)) {
      const other = otherOf(run, id, value);
      const createdAt = millisOf(score) ?? run.beginning;
      if (other) run.scratch.put("blocks", [id, other], { memberId: id, blockedId: other, createdAt });
    }
  }
  await writeSorted(run, "follows");
  await writeSorted(run, "blocks");
}

function otherOf(run: Run, id: number, value: string): number | null {
  const other = run.scratch.member(idOf(value))?.id ?? null;
  return other === id || other === run.ghostId ? null : other;
}

/** Writes votes as likes, and bookmarks as favourites of threads. Votes against a text do not exist here. */
export async function readVotes(run: Run): Promise<void> {
  for (const { id: memberId } of run.objects.each("user")) {
    for (const { value, score } of run.objects.members(`uid:${memberId}:upvote`)) {
      const post = textNamed(run, value);
      const like = { memberId, reaction: "", createdAt: millisOf(score) ?? run.beginning };
      if (post?.number === 0)
        run.scratch.put("threadReactions", [post.threadId, memberId], { threadId: post.threadId, ...like });
      else if (post) run.scratch.put("postReactions", [post.id, memberId], { postId: post.id, ...like });
    }
    for (const { value, score } of run.objects.members(`uid:${memberId}:bookmarks`)) {
      const threadId = textNamed(run, value)?.threadId;
      const createdAt = millisOf(score) ?? run.beginning;
      if (threadId) run.scratch.put("favorites", [threadId, memberId], { threadId, memberId, createdAt });
    }
    const against = run.objects.size(`uid:${memberId}:downvote`);
    if (against > 0) leaveOut(run, `uid:${memberId}:downvote`, `${against} votes against texts.`);
  }
  await writeSorted(run, "threadReactions");
  await writeSorted(run, "postReactions");
  await writeSorted(run, "favorites");
}

/** Finds a post that others read; those of other servers have an address in place of a number. */
function textNamed({ scratch }: Run, value: string) {
  const post = scratch.post(/^\d{1,15}$/.test(value) ? idOf(value) : null);
  return post && scratch.thread(post.threadId)?.isDraft === 0 ? post : undefined;
}

/** Writes which topics and categories members follow and ignore. */
export async function readWatches(run: Run): Promise<void> {
  const { objects, scratch } = run;
  for (const { id: memberId } of objects.each("user")) {
    const sets = [
      ["followed_tids", "WATCHING"],
      ["ignored_tids", "MUTED"],
    ] as const;
    for (const [set, level] of sets)
      for (const { value, score } of objects.members(`uid:${memberId}:${set}`)) {
        const thread = scratch.thread(idOf(value));
        if (thread?.isDraft === 0) putWatch(run, memberId, "THREAD", thread.id, level, score);
      }
  }
  for (const categoryId of run.access.categories.keys())
    for (const { value, score } of objects.members(`cid:${categoryId}:uid:watch:state`)) {
      const level = CATEGORY_LEVELS[score];
      const member = scratch.member(idOf(value));
      if (level && member) putWatch(run, member.id, "CATEGORY", categoryId, level, 0);
    }
  await writeSorted(run, "watches");
}

function putWatch(
  run: Run,
  memberId: number,
  target: Watch["target"],
  targetId: number,
  level: Watch["level"],
  score: number,
): void {
  const changedAt = millisOf(score) ?? run.beginning;
  const record: Watch = { memberId, target, targetId, level, changedAt };
  run.scratch.put("watches", [memberId, `${target} ${String(targetId).padStart(16, "0")}`], record);
}
