import { nameKey } from "../../../core/text.ts";
import type { RecordOf } from "../../format/records.ts";
import type { Row } from "../sqlSource.ts";
import { authorOf, leaveOut, writeSorted } from "../run.ts";
import { cut, idOf, textOf, wholeOf } from "../values.ts";
import { type Run, timeOf } from "./run.ts";

type StopWord = RecordOf<"stopWords">;

/** Longest word and replacement. */
const WORD_UNITS = 255;
const CODE_UNITS = 32;
const COVER = "■■■";
const IGNORE = "{IGNORE}";
/** `action` of watched words, with what happens to texts here. Flags, links, tags and silence have no counterpart. */
const ACTIONS: Readonly<Record<number, StopWord["ugc"]>> = {
  1: "{BANNED}",
  2: "{REPLACE}",
  3: "{MOD}",
  5: "{REPLACE}",
};
/** `action` of words that are replaced by another. */
const REPLACED = 5;

/** Writes the watched words, each once. A `*` at an end says that the word may be a part of another, as it may here. */
export async function readWords(run: Run): Promise<void> {
  const columns = ["id", "word", "action", "replacement", "created_at", "updated_at"];
  for await (const slice of run.source.slices("watched_words", { columns }))
    for (const row of slice) {
      const id = wholeOf(row["id"]);
      const action = ACTIONS[wholeOf(row["action"])];
      const word = textOf(row["word"]).trim();
      const find = word.replace(/^\*/, "").replace(/\*$/, "");
      const isPlain = find !== "" && find.length <= WORD_UNITS && !/[*{}\\]/.test(find);
      if (action === undefined || !isPlain || !run.scratch.takeName(`word:${nameKey(find)}`, id)) {
        leaveOut(run, `watched_words ${id}`, `There is no such rule here, or the word comes twice: ${word}`);
        continue;
      }
      const isReplaced = wholeOf(row["action"]) === REPLACED;
      const replacement = isReplaced ? textOf(row["replacement"]) : action === "{REPLACE}" ? COVER : "";
      await run.writer.append("stopWords", {
        id,
        find,
        replacement: cut(replacement, WORD_UNITS),
        ugc: action,
        username: IGNORE,
        signature: action === "{REPLACE}" ? action : IGNORE,
        dialog: action === "{MOD}" ? IGNORE : action,
        nickname: IGNORE,
        memberId: run.ghostId,
        createdAt: timeOf(run, row["created_at"]),
        updatedAt: timeOf(run, row["updated_at"] ?? row["created_at"]),
      });
    }
}

/** Writes the invitations that are still good, and who came by whom. Those for one address would be good for all here. */
export async function readInvitations(run: Run): Promise<void> {
  const columns = [
    "id",
    "invite_key",
    "email",
    "invited_by_id",
    "created_at",
    "expires_at",
    "deleted_at",
    "invalidated_at",
    "max_redemptions_allowed",
    "redemption_count",
  ];
  for await (const slice of run.source.slices("invites", { columns }))
    for (const row of slice) {
      const id = wholeOf(row["id"]);
      run.scratch.put("inviters", [id, 0], wholeOf(row["invited_by_id"]));
      if (!isGood(run, row)) continue;
      if (textOf(row["email"]) !== "") leaveOut(run, `invites ${id}`, "It is for one mail address.");
      else await writeInvitation(run, row);
    }
  const redeemed = { columns: ["user_id", "invite_id", "redeemed_at", "created_at"] };
  for await (const slice of run.source.slices("invited_users", redeemed))
    for (const row of slice) noteAcceptance(run, row);
  await writeSorted(run, "acceptances");
}

function isGood(run: Run, row: Row): boolean {
  const end = run.times.utc(row["expires_at"]);
  const isOver = end !== null && end <= run.options.now.toISOString();
  const isWithdrawn = textOf(row["deleted_at"]) !== "" || textOf(row["invalidated_at"]) !== "";
  const isUsed = wholeOf(row["redemption_count"]) >= wholeOf(row["max_redemptions_allowed"] ?? 1);
  return !isOver && !isWithdrawn && !isUsed;
}

async function writeInvitation(run: Run, row: Row): Promise<void> {
  const id = wholeOf(row["id"]);
  const code = textOf(row["invite_key"]).trim();
  const member = run.scratch.member(idOf(row["invited_by_id"]));
  const isUsable = code !== "" && code.length <= CODE_UNITS && member !== undefined;
  if (!isUsable || !run.scratch.takeName(`code:${code}`, id)) {
    leaveOut(run, `invites ${id}`, "Its code is none here, or its member does not come.");
    return;
  }
  await run.writer.append("invitations", {
    id,
    code,
    memberId: member.id,
    groupId: null,
    isOfficial: false,
    maxUses: wholeOf(row["max_redemptions_allowed"] ?? 1),
    useCount: wholeOf(row["redemption_count"]),
    createdAt: timeOf(run, row["created_at"]),
    expiresAt: run.times.utc(row["expires_at"]),
    revokedAt: null,
  });
}

/** Puts aside by whom a member came; the first row of each holds. */
function noteAcceptance(run: Run, row: Row): void {
  const inviter = run.scratch.get<{ json: string }>(
    "SELECT json FROM sorted WHERE kind = 'inviters' AND one = ?",
    wholeOf(row["invite_id"]),
  );
  const member = run.scratch.member(idOf(row["user_id"]));
  if (!inviter || !member) return;
  const inviterId = authorOf(run, idOf(JSON.parse(inviter.json)));
  if (inviterId === member.id || inviterId === run.ghostId) return;
  run.scratch.put("acceptances", [member.id, 0], {
    memberId: member.id,
    inviterId,
    invitationId: null,
    sharePercent: 0,
    isSubordinate: false,
    isCommission: false,
    createdAt: timeOf(run, row["redeemed_at"] ?? row["created_at"]),
  });
}
