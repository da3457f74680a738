import { decodeHTML } from "entities";
import { nameKey, withoutEnd } from "../../../core/text.ts";
import { cut, idOf, textOf, wholeOf } from "../values.ts";
import type { Row } from "../sqlSource.ts";
import { leaveOut, writeSorted } from "../run.ts";
import type { Run } from "./run.ts";

/** Longest replacement and word. */
const WORD_UNITS = 255;
const [IGNORE, REPLACE] = ["{IGNORE}", "{REPLACE}"] as const;

/** Writes friends as members that one follows, and foes as those that one blocks. phpBB notes no time for either. */
export async function readRelations(run: Run): Promise<void> {
  const reading = { key: ["user_id", "zebra_id"], columns: ["friend", "foe"] };
  for await (const slice of run.source.slices("zebra", reading))
    for (const row of slice) {
      const [member, other] = [
        run.scratch.member(idOf(row["user_id"])),
        run.scratch.member(idOf(row["zebra_id"])),
      ];
      if (!member || !other || member.id === other.id) {
        leaveOut(run, labelOf("zebra", row, "user_id", "zebra_id"), "One of its members does not exist.");
        continue;
      }
      const createdAt = run.beginning;
      const key = [member.id, other.id] as const;
      if (wholeOf(row["friend"]) === 1)
        run.scratch.put("follows", key, { fromId: key[0], toId: key[1], createdAt });
      if (wholeOf(row["foe"]) === 1)
        run.scratch.put("blocks", key, { memberId: key[0], blockedId: key[1], createdAt });
    }
  await writeSorted(run, "follows");
  await writeSorted(run, "blocks");
}

/** Writes bookmarks as favourites, and what members watch. */
export async function readWatches(run: Run): Promise<void> {
  const bookmarks = { key: ["topic_id", "user_id"], columns: [] };
  for await (const slice of run.source.slices("bookmarks", bookmarks))
    for (const row of slice) {
      const pair = pairOf(run, row, "bookmarks", "topic_id");
      if (!pair) continue;
      const [threadId, memberId] = pair;
      run.scratch.put("favorites", [threadId, memberId], { threadId, memberId, createdAt: run.beginning });
    }
  await writeSorted(run, "favorites");
  for (const [table, column, target] of [
    ["topics_watch", "topic_id", "THREAD"],
    ["forums_watch", "forum_id", "CATEGORY"],
  ] as const)
    for await (const slice of run.source.slices(table, { key: [column, "user_id"], columns: [] }))
      for (const row of slice) {
        const pair = pairOf(run, row, table, column);
        if (!pair) continue;
        const [targetId, memberId] = pair;
        run.scratch.put("watches", [memberId, `${target} ${String(targetId).padStart(16, "0")}`], {
          memberId,
          target,
          targetId,
          level: "WATCHING",
          changedAt: run.beginning,
        });
      }
  await writeSorted(run, "watches");
}

/** Gives the topic or forum and the member of a row; null if one is missing. */
function pairOf(run: Run, row: Row, table: string, column: "topic_id" | "forum_id"): [number, number] | null {
  const id = wholeOf(row[column]);
  const member = run.scratch.member(idOf(row["user_id"]));
  const isPresent =
    column === "topic_id" ? run.scratch.thread(idOf(id)) !== undefined : run.access.forums.has(id);
  if (member && isPresent) return [id, member.id];
  leaveOut(run, labelOf(table, row, column, "user_id"), "It belongs to nothing.");
  return null;
}

function labelOf(table: string, row: Row, one: string, other: string): string {
  return `${table} ${textOf(row[one])} ${textOf(row[other])}`;
}

/** Writes the words that phpBB replaced. A `*` at an end says that the word may be a part of another, as it may here. */
export async function readWords(run: Run): Promise<void> {
  for await (const slice of run.source.slices("words", {
    key: ["word_id"],
    columns: ["word", "replacement"],
  }))
    for (const row of slice) {
      const id = wholeOf(row["word_id"]);
      const word = decodeHTML(textOf(row["word"])).trim();
      const find = withoutEnd(word, "*").replace(/^\*+/, "");
      const isPlain = find !== "" && find.length <= WORD_UNITS && !/[*{}]/.test(find);
      if (!isPlain || !run.scratch.takeName(`word:${nameKey(find)}`, id)) {
        leaveOut(run, `words ${id}`, `This word cannot be replaced here, or comes twice: ${word}`);
        continue;
      }
      await run.writer.append("stopWords", {
        id,
        find,
        replacement: cut(decodeHTML(textOf(row["replacement"])), WORD_UNITS),
        ugc: REPLACE,
        username: IGNORE,
        signature: REPLACE,
        dialog: REPLACE,
        nickname: IGNORE,
        memberId: run.ghostId,
        createdAt: run.beginning,
        updatedAt: run.beginning,
      });
    }
}

/** Lists the fields of profiles, for which there is no place here. */
export async function listProfileFields(run: Run): Promise<void> {
  const reading = { key: ["field_id"], columns: ["field_name"] };
  for (const row of await run.source.all("profile_fields", reading))
    run.report.remark(
      "profileFields",
      `profile_fields ${wholeOf(row["field_id"])}`,
      textOf(row["field_name"]),
    );
}
