import type { RecordOf } from "../../format/records.ts";
import type { Row } from "../sqlSource.ts";
import { authorOf, leaveOut } from "../run.ts";
import { idOf, textOf, wholeOf } from "../values.ts";
import { type Run, timeOf } from "./run.ts";
import { convertText } from "./texts.ts";

type Dialog = RecordOf<"dialogs">;

/** Writes the dialogs of Flarum 2 between two members, one for each pair, and their messages. */
export async function readMessages(run: Run): Promise<void> {
  // Other programs have tables of this name, too.
  if (!run.source.has("dialog_messages", "dialog_id") || !run.source.has("dialog_user", "dialog_id")) return;
  for await (const slice of run.source.slices("dialogs", { columns: ["id", "created_at"] })) {
    const ids = slice.map((row) => wholeOf(row["id"]));
    const columns = ["user_id", "last_read_message_id"];
    const sides = await run.source.rowsOf("dialog_user", "dialog_id", ids, columns);
    for (const row of slice) noteDialog(run, row, sides.get(wholeOf(row["id"])) ?? []);
  }
  let newest = 0;
  const columns = ["id", "dialog_id", "user_id", "content", "created_at"];
  for await (const slice of run.source.slices("dialog_messages", { columns }))
    for (const row of slice) newest = (await writeMessage(run, row)) ?? newest;
  // A mark beyond the last message would hide the first one that is written here.
  for (const dialog of run.scratch.sorted<Dialog>("dialogs")) {
    const sides = dialog.sides.map((side) => ({ ...side, readUpTo: Math.min(side.readUpTo, newest) }));
    await run.writer.append("dialogs", { ...dialog, sides });
  }
}

/** Notes a dialog; one of a pair that has one already becomes a part of it. Who has left is the member of deleted authors. */
function noteDialog(run: Run, row: Row, rows: readonly Row[]): void {
  const id = wholeOf(row["id"]);
  const label = `dialogs ${id}`;
  const marks = new Map(
    rows.map((side) => [authorOf(run, idOf(side["user_id"])), wholeOf(side["last_read_message_id"])]),
  );
  if (marks.size === 1) marks.set(run.ghostId, 0);
  if (marks.size !== 2) {
    run.report.remark("groupDialogs", label, `It is of ${marks.size} members, and is left out.`);
    return;
  }
  const [lowMemberId, highMemberId] = [...marks.keys()].sort((one, other) => one - other) as [number, number];
  const sides = [lowMemberId, highMemberId].map((memberId) => ({
    memberId,
    readUpTo: Math.max(marks.get(memberId)!, 0),
    deletedUpTo: 0,
  }));
  const pair = `dialog:${lowMemberId}:${highMemberId}`;
  const isFirst = run.scratch.takeName(pair, id);
  const intoId = run.scratch.name(pair)!.id;
  run.scratch.run("INSERT INTO dialogs (id, intoId) VALUES (?, ?)", id, intoId);
  if (isFirst) {
    const createdAt = timeOf(run, row["created_at"]);
    run.scratch.put("dialogs", [id, 0], { id, lowMemberId, highMemberId, createdAt, sides });
  } else run.report.remark("mergedDialogs", label, `It is a part of dialog ${intoId} of the same members.`);
}

/** Writes a message. @returns its id; null if it is left out */
async function writeMessage(run: Run, row: Row): Promise<number | null> {
  const id = wholeOf(row["id"]);
  const label = `dialog_messages ${id}`;
  const note = run.scratch.get<{ intoId: number }>(
    "SELECT intoId FROM dialogs WHERE id = ?",
    wholeOf(row["dialog_id"]),
  );
  if (!note) return null;
  const authorId = authorOf(run, idOf(row["user_id"]));
  const sql = "SELECT json FROM sorted WHERE kind = 'dialogs' AND one = ?";
  const dialog = JSON.parse(run.scratch.get<{ json: string }>(sql, note.intoId)!.json) as Dialog;
  const body = convertText(run, label, textOf(row["content"])).markdown;
  const isOwn = authorId === dialog.lowMemberId || authorId === dialog.highMemberId;
  if (!isOwn || body === "") {
    leaveOut(run, label, isOwn ? "It is empty." : "Its author is not in the dialog.");
    return null;
  }
  await run.writer.append("messages", {
    id,
    dialogId: note.intoId,
    authorId,
    body,
    attachmentId: null,
    createdAt: timeOf(run, row["created_at"]),
    removedAt: null,
    removedById: null,
  });
  return id;
}
