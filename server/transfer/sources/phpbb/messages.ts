import type { RecordOf } from "../../format/records.ts";
import { idOf, textOf, wholeOf } from "../values.ts";
import { filesByPost } from "./attachments.ts";
import type { Row } from "../sqlSource.ts";
import { authorOf, leaveOut } from "../run.ts";
import { type Run, timeOf } from "./run.ts";
import { subjectOf } from "./posts.ts";
import { convertText } from "./texts.ts";

const COLUMNS = [
  "author_id",
  "message_time",
  "message_subject",
  "message_text",
  "bbcode_uid",
  "enable_bbcode",
  "to_address",
  "bcc_address",
];

/** A side of a dialog while its messages are read in their order. */
interface Side {
  readonly memberId: number;
  readUpTo: number;
  deletedUpTo: number;
  /** A message before is not read, or still there: the marks go no further. */
  hasUnread: boolean;
  hasKept: boolean;
}

/** A dialog while its messages are read. */
type Dialog = Omit<RecordOf<"dialogs">, "sides"> & { readonly sides: Side[] };

/** Copies of messages that members still have, by `message member`, with whether they are not read. */
type Copies = ReadonlyMap<string, boolean>;

/** Writes the messages of one member to another, one dialog for each pair; the report lists those of more people. */
export async function readMessages(run: Run): Promise<void> {
  for await (const slice of run.source.slices("privmsgs", { key: ["msg_id"], columns: COLUMNS })) {
    const ids = slice.map((row) => wholeOf(row["msg_id"]));
    const files = await filesByPost(run, ids, "message");
    const copies = await copiesOf(run, ids);
    for (const row of slice) await readMessage(run, row, files.get(wholeOf(row["msg_id"])) ?? [], copies);
  }
  for (const { sides, ...dialog } of run.scratch.sorted<Dialog>("dialogs"))
    await run.writer.append("dialogs", {
      ...dialog,
      sides: sides.map(({ memberId, readUpTo, deletedUpTo }) => ({ memberId, readUpTo, deletedUpTo })),
    });
}

async function copiesOf({ source }: Run, ids: readonly number[]): Promise<Copies> {
  const columns = ["user_id", "pm_unread", "pm_deleted"];
  const rows = await source.rowsOf("privmsgs_to", "msg_id", ids, { columns, order: "msg_id" });
  const copies = new Map<string, boolean>();
  for (const [id, own] of rows)
    for (const row of own)
      if (wholeOf(row["pm_deleted"]) === 0)
        copies.set(`${id} ${wholeOf(row["user_id"])}`, wholeOf(row["pm_unread"]) === 1);
  return copies;
}

async function readMessage(run: Run, row: Row, files: readonly number[], copies: Copies): Promise<void> {
  const id = wholeOf(row["msg_id"]);
  const label = `privmsgs ${id}`;
  const recipients = `${textOf(row["to_address"])}:${textOf(row["bcc_address"])}`
    .split(":")
    .filter((part) => part !== "");
  const recipient = /^u_(\d{1,10})$/.exec(recipients[0] ?? "")?.[1];
  if (recipient === undefined || recipients.length > 1) {
    run.report.remark("messagesOfMany", label, `${textOf(row["author_id"])} → ${recipients.join(", ")}`);
    return;
  }
  const authorId = authorOf(run, idOf(row["author_id"]));
  const recipientId = authorOf(run, idOf(recipient));
  if (authorId === recipientId) {
    leaveOut(run, label, "It is not of two members.");
    return;
  }
  const attachments = files.filter((file) => run.scratch.attachment(file)?.path);
  const text = convertText(run, label, {
    text: textOf(row["message_text"]),
    uid: row["bbcode_uid"],
    hasTags: row["enable_bbcode"],
    files,
    before: [subjectOf(row["message_subject"])],
  });
  const attachmentId = attachments.find((file) => run.scratch.attachment(file)?.path) ?? null;
  for (const other of attachments)
    if (other !== attachmentId) leaveOut(run, `attachments ${other}`, "A message has one file here.");
  if (text.markdown === "" && attachmentId === null) {
    leaveOut(run, label, "It is empty.");
    return;
  }
  const createdAt = timeOf(run, row, "message_time");
  await run.writer.append("messages", {
    id,
    dialogId: noteDialog(run, id, [authorId, recipientId], createdAt, copies),
    authorId,
    body: text.markdown,
    attachmentId,
    createdAt,
    removedAt: null,
    removedById: null,
  });
}

/** Notes a message in the dialog of its pair. @returns the id of the dialog, which is that of its first message */
function noteDialog(
  run: Run,
  id: number,
  pair: readonly [number, number],
  createdAt: string,
  copies: Copies,
): number {
  const [lowMemberId, highMemberId] = [Math.min(...pair), Math.max(...pair)];
  const name = `dialog:${lowMemberId}:${highMemberId}`;
  const isFirst = run.scratch.takeName(name, id);
  const dialogId = run.scratch.name(name)!.id;
  const stored = run.scratch.get<{ json: string }>(
    "SELECT json FROM sorted WHERE kind = 'dialogs' AND one = ?",
    dialogId,
  );
  const side = (memberId: number): Side => ({
    memberId,
    readUpTo: 0,
    deletedUpTo: 0,
    hasUnread: false,
    hasKept: false,
  });
  const dialog: Dialog = stored
    ? (JSON.parse(stored.json) as Dialog)
    : { id, lowMemberId, highMemberId, createdAt, sides: [side(lowMemberId), side(highMemberId)] };
  for (const each of dialog.sides) if (each.memberId !== run.ghostId) mark(each, id, copies);
  if (isFirst) run.scratch.put("dialogs", [id, 0], dialog);
  else {
    const sql = "UPDATE sorted SET json = ? WHERE kind = 'dialogs' AND one = ?";
    run.scratch.run(sql, JSON.stringify(dialog), dialogId);
  }
  return dialogId;
}

/** Moves the marks of a side over a message that it has read or deleted, as long as all before are so, too. */
function mark(side: Side, id: number, copies: Copies): void {
  const isUnread = copies.get(`${id} ${side.memberId}`);
  side.hasKept ||= isUnread !== undefined;
  side.hasUnread ||= isUnread === true;
  if (!side.hasKept) side.deletedUpTo = id;
  if (!side.hasUnread) side.readUpTo = id;
}
