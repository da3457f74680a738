import type { Row } from "../sqlSource.ts";
import { leaveOut, writeSorted } from "../run.ts";
import { idOf, textOf, wholeOf } from "../values.ts";
import { type Run, timeOf } from "./run.ts";

/** Writes who follows and who blocks whom; friends follow each other. */
export async function readRelations(run: Run): Promise<void> {
  for (const [table, to, kind] of [
    ["home_follow", "followuid", "follows"],
    ["home_friend", "fuid", "follows"],
    ["home_blacklist", "buid", "blocks"],
  ] as const)
    for await (const slice of run.source.slices(table, { columns: ["uid", to, "dateline"], by: ["uid", to] }))
      for (const row of slice) {
        const pair = pairOf(run, row, table, to);
        if (!pair) continue;
        const [one, other] = pair;
        const createdAt = timeOf(run, row, "dateline");
        run.scratch.put(
          kind,
          pair,
          kind === "follows"
            ? { fromId: one, toId: other, createdAt }
            : { memberId: one, blockedId: other, createdAt },
        );
      }
  await writeSorted(run, "follows");
  await writeSorted(run, "blocks");
}

/** Gives two members of a row; null if one is missing or both are the same. */
function pairOf(run: Run, row: Row, table: string, to: string): [number, number] | null {
  const [one, other] = [run.scratch.member(idOf(row["uid"])), run.scratch.member(idOf(row[to]))];
  if (one && other && one.id !== other.id) return [one.id, other.id];
  leaveOut(run, `${table} ${textOf(row["uid"])} ${textOf(row[to])}`, "One of its members does not exist.");
  return null;
}

/** Writes favourite threads, watched forums, recommended threads and supported replies. */
export async function readReactions(run: Run): Promise<void> {
  const favorites = { columns: ["uid", "id", "idtype", "dateline"], by: ["favid"] };
  for await (const slice of run.source.slices("home_favorite", favorites))
    for (const row of slice) putFavorite(run, row);
  await writeSorted(run, "favorites");
  await writeSorted(run, "watches");
  const recommended = { columns: ["recommenduid", "dateline"], by: ["tid", "recommenduid"] };
  for await (const slice of run.source.slices("forum_memberrecommend", recommended))
    for (const row of slice) {
      const [thread, member] = [
        run.scratch.thread(idOf(row["tid"])),
        run.scratch.member(idOf(row["recommenduid"])),
      ];
      if (!thread || thread.isDraft || !member) {
        leaveOut(run, `forum_memberrecommend ${textOf(row["tid"])}`, "It belongs to nothing.");
        continue;
      }
      const like = { threadId: thread.id, memberId: member.id, reaction: "" };
      run.scratch.put("threadReactions", [thread.id, member.id], {
        ...like,
        createdAt: timeOf(run, row, "dateline"),
      });
    }
  await writeSorted(run, "threadReactions");
  const supported = { columns: ["attitude"], by: ["pid", "uid"] };
  for await (const slice of run.source.slices("forum_hotreply_member", supported))
    for (const row of slice) {
      const [post, member] = [run.scratch.post(idOf(row["pid"])), run.scratch.member(idOf(row["uid"]))];
      if (
        !post?.number ||
        !member ||
        wholeOf(row["attitude"]) !== 1 ||
        run.scratch.thread(post.threadId)!.isDraft
      )
        leaveOut(run, `forum_hotreply_member ${textOf(row["pid"])}`, "It supports no reply.");
      else {
        const like = { postId: post.id, memberId: member.id, reaction: "" };
        run.scratch.put("postReactions", [post.id, member.id], { ...like, createdAt: run.beginning });
      }
    }
  await writeSorted(run, "postReactions");
}

function putFavorite(run: Run, row: Row): void {
  const member = run.scratch.member(idOf(row["uid"]));
  const id = wholeOf(row["id"]);
  const thread = row["idtype"] === "tid" ? run.scratch.thread(id) : undefined;
  const time = timeOf(run, row, "dateline");
  if (member && thread && !thread.isDraft)
    run.scratch.put("favorites", [thread.id, member.id], {
      threadId: thread.id,
      memberId: member.id,
      createdAt: time,
    });
  else if (member && row["idtype"] === "fid" && run.readers.has(id))
    run.scratch.put("watches", [member.id, id], {
      memberId: member.id,
      target: "CATEGORY",
      targetId: id,
      level: "WATCHING",
      changedAt: time,
    });
  else leaveOut(run, `home_favorite ${textOf(row["favid"])}`, `There is no ${textOf(row["idtype"])} ${id}.`);
}
