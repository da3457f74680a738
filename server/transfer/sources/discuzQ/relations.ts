import { idOf, textOf, wholeOf } from "../values.ts";
import type { Row } from "../sqlSource.ts";
import { leaveOut, writeSorted } from "../run.ts";
import { type Run, timeOf } from "./run.ts";

/** Columns of `user_wechats` with the app that each belongs to. */
const WECHAT_IDS = [
  ["mp_openid", "official"],
  ["min_openid", "miniProgram"],
  ["dev_openid", "website"],
] as const;
/** App in place of one for the id that all apps share. */
const UNION = "union";

/** Writes WeChat accounts. Ids of an app are of no use without the id of the app, which the settings name. */
export async function readWechatAccounts(run: Run): Promise<void> {
  const columns = [
    "id",
    "user_id",
    "unionid",
    "nickname",
    "created_at",
    ...WECHAT_IDS.map(([column]) => column),
  ];
  for await (const slice of run.source.slices("user_wechats", { columns }))
    for (const row of slice) {
      const memberId = idOf(row["user_id"]);
      const label = `user_wechats ${textOf(row["id"])}`;
      if (!run.scratch.member(memberId)) {
        leaveOut(run, label, "Its member does not exist.");
        continue;
      }
      const subjects = WECHAT_IDS.map(
        ([column, app]) => [textOf(row[column]), run.wechatApps[app], column] as const,
      );
      for (const [place, [subject, app, column]] of [
        ...subjects,
        [textOf(row["unionid"]), UNION, "unionid"] as const,
      ].entries()) {
        if (subject === "") continue;
        if (app === "")
          run.report.remark("wechatAccounts", label, `${column}: nobody knows the id of the app.`);
        else if (
          !run.scratch.takeName(`wechat:${app}:${subject}`, 0) ||
          !run.scratch.takeName(`wechat:${app} of ${memberId}`, 0)
        )
          run.report.remark("wechatAccounts", label, `${column}: there is another account with this id.`);
        else
          await run.writer.append("wechatAccounts", {
            id: wholeOf(row["id"]) * 4 + place,
            memberId: memberId!,
            app,
            subject,
            nickname: textOf(row["nickname"]).slice(0, 60),
            createdAt: timeOf(run, row, "created_at", "updated_at"),
          });
      }
    }
}

/** Writes who follows and who blocks whom. */
export async function readRelations(run: Run): Promise<void> {
  const follows = { columns: ["id", "from_user_id", "to_user_id", "created_at", "updated_at"] };
  for await (const slice of run.source.slices("user_follow", follows))
    for (const row of slice) {
      const pair = pairOf(run, row, "user_follow", "from_user_id", "to_user_id");
      if (!pair) continue;
      const createdAt = timeOf(run, row, "created_at", "updated_at");
      run.scratch.put("follows", pair, { fromId: pair[0], toId: pair[1], createdAt });
    }
  await writeSorted(run, "follows");
  const blocks = { columns: ["user_id", "deny_user_id", "created_at"], key: ["user_id", "deny_user_id"] };
  for await (const slice of run.source.slices("deny_users", blocks))
    for (const row of slice) {
      const pair = pairOf(run, row, "deny_users", "user_id", "deny_user_id");
      if (!pair) continue;
      const createdAt = timeOf(run, row, "created_at");
      run.scratch.put("blocks", pair, { memberId: pair[0], blockedId: pair[1], createdAt });
    }
  await writeSorted(run, "blocks");
}

/** Gives two members of a row; null if one is missing or both are the same. */
function pairOf(run: Run, row: Row, table: string, from: string, to: string): [number, number] | null {
  const [one, other] = [run.scratch.member(idOf(row[from])), run.scratch.member(idOf(row[to]))];
  if (one && other && one.id !== other.id) return [one.id, other.id];
  leaveOut(run, `${table} ${textOf(row[from])} ${textOf(row[to])}`, "One of its members does not exist.");
  return null;
}

/** Writes favourites, and likes: those of a first post are of its thread. */
export async function readReactions(run: Run): Promise<void> {
  const { scratch } = run;
  const favorites = { columns: ["thread_id", "user_id", "created_at"], key: ["thread_id", "user_id"] };
  for await (const slice of run.source.slices("thread_user", favorites))
    for (const row of slice) {
      const [thread, member] = [scratch.thread(idOf(row["thread_id"])), scratch.member(idOf(row["user_id"]))];
      if (!thread || thread.isDraft || !member) {
        leaveOut(
          run,
          `thread_user ${textOf(row["thread_id"])} ${textOf(row["user_id"])}`,
          "It belongs to nothing.",
        );
        continue;
      }
      const createdAt = timeOf(run, row, "created_at");
      scratch.put("favorites", [thread.id, member.id], {
        threadId: thread.id,
        memberId: member.id,
        createdAt,
      });
    }
  await writeSorted(run, "favorites");
  const likes = { columns: ["post_id", "user_id", "created_at"], key: ["post_id", "user_id"] };
  for await (const slice of run.source.slices("post_user", likes))
    for (const row of slice) {
      const [post, member] = [scratch.post(idOf(row["post_id"])), scratch.member(idOf(row["user_id"]))];
      if (!post || !member || scratch.thread(post.threadId)!.isDraft) {
        leaveOut(
          run,
          `post_user ${textOf(row["post_id"])} ${textOf(row["user_id"])}`,
          "It belongs to nothing.",
        );
        continue;
      }
      const like = { memberId: member.id, reaction: "", createdAt: timeOf(run, row, "created_at") };
      if (post.number === 0)
        scratch.put("threadReactions", [post.threadId, member.id], { threadId: post.threadId, ...like });
      else scratch.put("postReactions", [post.id, member.id], { postId: post.id, ...like });
    }
  await writeSorted(run, "threadReactions");
  await writeSorted(run, "postReactions");
}
