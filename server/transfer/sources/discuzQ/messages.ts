import type { RecordOf } from "../../format/records.ts";
import { idOf, jsonOf, textOf, wholeOf } from "../values.ts";
import type { Row } from "../sqlSource.ts";
import { leaveOut } from "../run.ts";
import { type Run, timeOf } from "./run.ts";
import { convertText } from "./texts.ts";

const COLUMNS = [
  "id",
  "sender_user_id",
  "recipient_user_id",
  "sender_read_at",
  "recipient_read_at",
  "sender_deleted_at",
  "recipient_deleted_at",
  "created_at",
  "updated_at",
];
const SIDES = ["sender", "recipient"] as const;

type Dialog = RecordOf<"dialogs">;
type Side = Dialog["sides"][number];

/** Writes the dialogs, one for each pair of members, and their messages. */
export async function readMessages(run: Run): Promise<void> {
  if (!run.source.has("dialog_message")) return;
  for await (const slice of run.source.slices("dialog", { columns: COLUMNS })) {
    const marks = await marksOf(run, slice);
    for (const row of slice) noteDialog(run, row, marks.get(wholeOf(row["id"])) ?? {});
  }
  const columns = ["id", "dialog_id", "user_id", "message_text", "attachment_id", "created_at", "updated_at"];
  let newest = 0;
  for await (const slice of run.source.slices("dialog_message", { columns }))
    for (const row of slice) newest = (await writeMessage(run, row)) ?? newest;
  // A mark beyond the last message would hide the first one that is written here.
  for (const dialog of run.scratch.sorted<Dialog>("dialogs")) {
    const sides = dialog.sides.map(({ memberId, readUpTo, deletedUpTo }) => ({
      memberId,
      readUpTo: Math.min(readUpTo, newest),
      deletedUpTo: Math.min(deletedUpTo, newest),
    }));
    await run.writer.append("dialogs", { ...dialog, sides });
  }
}

/** Reads up to which message each side of some dialogs has read and deleted. */
async function marksOf(run: Run, slice: readonly Row[]): Promise<Map<number, Row>> {
  const marks = SIDES.flatMap((side) =>
    (["read", "deleted"] as const)
      .filter((what) => run.source.has("dialog", `${side}_${what}_at`))
      .map((what) => `MAX(CASE WHEN m.created_at <= d.${side}_${what}_at THEN m.id END) AS ${side}_${what}`),
  );
  const own = SIDES.map(
    (side) => `MAX(CASE WHEN m.user_id = d.${side}_user_id THEN m.id END) AS ${side}_own`,
  );
  const rows = await run.source.rows(
    `SELECT d.id AS id, MAX(m.id) AS newest, ${[...own, ...marks].join(", ")}
     FROM {dialog} d JOIN {dialog_message} m ON m.dialog_id = d.id WHERE d.id IN (?) GROUP BY d.id`,
    [slice.map((row) => wholeOf(row["id"]))],
  );
  return new Map(rows.map((row) => [wholeOf(row["id"]), row]));
}

/** Notes a dialog; one of a pair that has one already becomes a part of it. */
function noteDialog(run: Run, row: Row, marks: Row): void {
  const id = wholeOf(row["id"]);
  const label = `dialog ${id}`;
  const members = SIDES.map((side) => run.scratch.member(idOf(row[`${side}_user_id`]))?.id ?? run.ghostId);
  const [lowMemberId, highMemberId] = [Math.min(...members), Math.max(...members)];
  if (lowMemberId === highMemberId) {
    leaveOut(run, label, "It is not of two members.");
    return;
  }
  const sides = SIDES.map((side, place): Side => {
    const isMarked = run.source.has("dialog", `${side}_read_at`);
    const readUpTo = isMarked
      ? Math.max(wholeOf(marks[`${side}_read`]), wholeOf(marks[`${side}_own`]))
      : wholeOf(marks["newest"]);
    return { memberId: members[place]!, readUpTo, deletedUpTo: wholeOf(marks[`${side}_deleted`]) };
  }).sort((one, other) => one.memberId - other.memberId);
  const pair = `dialog:${lowMemberId}:${highMemberId}`;
  const createdAt = timeOf(run, row, "created_at", "updated_at");
  const isFirst = run.scratch.takeName(pair, id);
  const intoId = run.scratch.name(pair)!.id;
  run.scratch.run("INSERT INTO dialogs (id, intoId) VALUES (?, ?)", id, intoId);
  if (isFirst) {
    run.scratch.put("dialogs", [id, 0], { id, lowMemberId, highMemberId, createdAt, sides });
    return;
  }
  run.report.remark("mergedDialogs", label, `It is a part of dialog ${intoId} of the same members.`);
  mergeInto(run, intoId, sides, createdAt);
}

/**
 * Adds the sides of a second dialog of a pair. Messages of both lie in one order, so the lower mark of what a side deleted
 * holds: else messages would disappear that the member still had.
 */
function mergeInto(run: Run, intoId: number, sides: readonly Side[], createdAt: string): void {
  const sql = "SELECT json FROM sorted WHERE kind = 'dialogs' AND one = ?";
  const dialog = JSON.parse(run.scratch.get<{ json: string }>(sql, intoId)!.json) as Dialog;
  const merged: Dialog = {
    ...dialog,
    createdAt: createdAt < dialog.createdAt ? createdAt : dialog.createdAt,
    sides: dialog.sides.map((side, place) => ({
      memberId: side.memberId,
      readUpTo: Math.max(side.readUpTo, sides[place]!.readUpTo),
      deletedUpTo: Math.min(side.deletedUpTo, sides[place]!.deletedUpTo),
    })),
  };
  run.scratch.run(
    "UPDATE sorted SET json = ? WHERE kind = 'dialogs' AND one = ?",
    JSON.stringify(merged),
    intoId,
  );
}

/** Writes a message. @returns its id; null if it is left out */
async function writeMessage(run: Run, row: Row): Promise<number | null> {
  const id = wholeOf(row["id"]);
  const label = `dialog_message ${id}`;
  const dialog = run.scratch.get<{ intoId: number }>(
    "SELECT intoId FROM dialogs WHERE id = ?",
    wholeOf(row["dialog_id"]),
  );
  if (!dialog) {
    leaveOut(run, label, `Dialog ${textOf(row["dialog_id"])} does not exist.`);
    return null;
  }
  const { text, picture } = contentOf(textOf(row["message_text"]));
  const attachment = run.scratch.attachment(idOf(row["attachment_id"]));
  const attachmentId = attachment?.path ? attachment.id : null;
  const name = attachmentId === null ? (attachment?.name ?? picture) : "";
  const body = [convertText(run, label, text).markdown, name].filter((part) => part !== "").join("\n");
  if (body === "" && attachmentId === null) {
    leaveOut(run, label, "It is empty.");
    return null;
  }
  await run.writer.append("messages", {
    id,
    dialogId: dialog.intoId,
    authorId: run.scratch.member(idOf(row["user_id"]))?.id ?? run.ghostId,
    body,
    attachmentId,
    createdAt: timeOf(run, row, "created_at", "updated_at"),
    removedAt: null,
    removedById: null,
  });
  return id;
}

/** Reads a message: JSON, JSON whose quotes were escaped again, or in old rows plain text. */
function contentOf(stored: string): { text: string; picture: string } {
  for (const text of [stored, stored.replace(/\\(["'\\0])/g, "$1")]) {
    const value = jsonOf(text);
    if (value === null || typeof value !== "object" || !("message_text" in value)) continue;
    const { message_text: message, image_url: picture } = value as Record<string, unknown>;
    return { text: textOf(message), picture: textOf(picture) };
  }
  return { text: stored, picture: "" };
}
