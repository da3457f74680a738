import { leaveOut, writeSorted } from "../run.ts";
import { idOf, textOf } from "../values.ts";
import { type Run, timeOf } from "./run.ts";

/** Levels of watching here, by what members chose for a discussion. */
const LEVELS = { follow: "WATCHING", ignore: "MUTED" } as const;

/** Writes likes: those of a first post are of its thread. */
export async function readLikes(run: Run): Promise<void> {
  const { scratch } = run;
  const reading = { columns: ["post_id", "user_id", "created_at"], key: ["post_id", "user_id"] };
  for await (const slice of run.source.slices("post_likes", reading))
    for (const row of slice) {
      const [post, member] = [scratch.post(idOf(row["post_id"])), scratch.member(idOf(row["user_id"]))];
      if (!post || !member) {
        leaveOut(
          run,
          `post_likes ${textOf(row["post_id"])} ${textOf(row["user_id"])}`,
          "It belongs to nothing.",
        );
        continue;
      }
      const like = { memberId: member.id, reaction: "", createdAt: timeOf(run, row["created_at"]) };
      if (post.number === 0)
        scratch.put("threadReactions", [post.threadId, member.id], { threadId: post.threadId, ...like });
      else scratch.put("postReactions", [post.id, member.id], { postId: post.id, ...like });
    }
  await writeSorted(run, "threadReactions");
  await writeSorted(run, "postReactions");
}

/** Writes which discussions members follow and ignore. */
export async function readWatches(run: Run): Promise<void> {
  const { scratch } = run;
  const columns = ["user_id", "discussion_id", "last_read_at", "subscription"];
  const reading = { columns, key: ["user_id", "discussion_id"] };
  for await (const slice of run.source.slices("discussion_user", reading))
    for (const row of slice) {
      const level = LEVELS[textOf(row["subscription"]) as keyof typeof LEVELS];
      const [thread, member] = [
        scratch.thread(idOf(row["discussion_id"])),
        scratch.member(idOf(row["user_id"])),
      ];
      if (level === undefined || !thread || !member) continue;
      scratch.put("watches", [member.id, thread.id], {
        memberId: member.id,
        target: "THREAD",
        targetId: thread.id,
        level,
        changedAt: timeOf(run, row["last_read_at"]),
      });
    }
  await writeSorted(run, "watches");
}
