import { literal } from "../../../core/markdown/literal.ts";
import { cleanLine } from "../../../core/text.ts";
import type { RecordOf } from "../../format/records.ts";
import type { Row } from "../sqlSource.ts";
import { authorOf, leaveOut } from "../run.ts";
import { idOf, textOf, wholeOf } from "../values.ts";
import { noteMessageUses } from "./files.ts";
import { isGone, PRIVATE_POSTS, PRIVATE_TOPICS } from "./outline.ts";
import { type Run, timeOf } from "./run.ts";
import { convertText } from "./texts.ts";

/** A side of a dialog while its messages are read in their order. */
interface Side {
  readonly memberId: number;
  readUpTo: number;
  /** A message before is not read: the mark goes no further. */
  hasUnread: boolean;
}

/** A dialog while its messages are read. */
type Dialog = Omit<RecordOf<"dialogs">, "sides"> & { readonly sides: Side[] };

const POST_COLUMNS = [
  "id",
  "topic_id",
  "post_number",
  "user_id",
  "raw",
  "created_at",
  "deleted_at",
  "hidden",
  "user_deleted",
];

/** Writes the messages between two members, one dialog for each pair; the report lists those of more people and of groups. */
export async function readMessages(run: Run): Promise<void> {
  const columns = ["id", "title", "user_id", "created_at", "deleted_at"];
  for await (const slice of run.source.slices("topics", { columns, where: PRIVATE_TOPICS })) {
    const ids = slice.map((row) => wholeOf(row["id"]));
    const users = await run.source.rowsOf("topic_allowed_users", "topic_id", ids, ["user_id"]);
    const groups = await run.source.rowsOf("topic_allowed_groups", "topic_id", ids, ["group_id"]);
    const marks = await run.source.rowsOf("topic_users", "topic_id", ids, [
      "user_id",
      "last_read_post_number",
    ]);
    for (const row of slice) {
      const id = wholeOf(row["id"]);
      noteTopic(run, row, users.get(id) ?? [], groups.has(id), marks.get(id) ?? []);
    }
  }
  for await (const slice of run.source.slices("posts", { columns: POST_COLUMNS, where: PRIVATE_POSTS }))
    for (const row of slice) await readMessage(run, row);
  for (const { sides, ...dialog } of run.scratch.sorted<Dialog>("dialogs"))
    await run.writer.append("dialogs", {
      ...dialog,
      sides: sides.map(({ memberId, readUpTo }) => ({ memberId, readUpTo, deletedUpTo: 0 })),
    });
}

/** Notes a topic of two members as a part of their dialog. Who has left the forum is the member of deleted authors. */
function noteTopic(
  run: Run,
  row: Row,
  users: readonly Row[],
  hasGroups: boolean,
  marks: readonly Row[],
): void {
  const id = wholeOf(row["id"]);
  const label = `topics ${id}`;
  if (textOf(row["deleted_at"]) !== "") {
    leaveOut(run, label, "These messages were deleted.");
    return;
  }
  const userIds = new Set([...users.map((each) => wholeOf(each["user_id"])), wholeOf(row["user_id"])]);
  if ([...userIds].some((userId) => userId < 0)) {
    run.report.remark("systemMessages", label, "It is from the program, or its bot.");
    return;
  }
  const memberIds = new Set([...userIds].map((userId) => authorOf(run, idOf(userId))));
  if (memberIds.size !== 2 || hasGroups) {
    const whom = hasGroups ? "a group" : `${memberIds.size} members`;
    run.report.remark("messagesOfMany", label, `${cleanLine(textOf(row["title"]))}: it is of ${whom}.`);
    return;
  }
  const [lowMemberId, highMemberId] = [...memberIds].sort((one, other) => one - other) as [number, number];
  const pair = `dialog:${lowMemberId}:${highMemberId}`;
  const isFirst = run.scratch.takeName(pair, id);
  const intoId = run.scratch.name(pair)!.id;
  run.scratch.run("INSERT INTO dialogs (id, intoId) VALUES (?, ?)", id, intoId);
  run.scratch.put("dialogTitles", [id, 0], cleanLine(textOf(row["title"])));
  for (const mark of marks)
    run.scratch.put("dialogMarks", [id, wholeOf(mark["user_id"])], wholeOf(mark["last_read_post_number"]));
  const sides = [lowMemberId, highMemberId].map((memberId) => ({ memberId, readUpTo: 0, hasUnread: false }));
  const createdAt = timeOf(run, row["created_at"]);
  if (isFirst) run.scratch.put("dialogs", [id, 0], { id, lowMemberId, highMemberId, createdAt, sides });
}

async function readMessage(run: Run, row: Row): Promise<void> {
  const { scratch } = run;
  const id = wholeOf(row["id"]);
  const label = `posts ${id}`;
  const topicId = wholeOf(row["topic_id"]);
  const note = scratch.get<{ intoId: number }>("SELECT intoId FROM dialogs WHERE id = ?", topicId);
  if (!note) return;
  const authorId = authorOf(run, idOf(row["user_id"]));
  const dialog = storedOf<Dialog>(run, "dialogs", note.intoId, 0)!;
  const isOwn = authorId === dialog.lowMemberId || authorId === dialog.highMemberId;
  if (!isOwn || isGone(row)) {
    leaveOut(run, label, isOwn ? "This message was deleted." : "Its author is not in the dialog.");
    return;
  }
  const number = wholeOf(row["post_number"]);
  const title = number === 1 ? (storedOf<string>(run, "dialogTitles", topicId, 0) ?? "") : "";
  const text = convertText(run, label, textOf(row["raw"]), { before: title && `**${literal(title)}**` });
  if (text.markdown === "") {
    leaveOut(run, label, "It is empty.");
    return;
  }
  for (const side of dialog.sides) {
    const readUpTo = storedOf<number>(run, "dialogMarks", topicId, side.memberId) ?? 0;
    const isRead = side.memberId === authorId || side.memberId === run.ghostId || number <= readUpTo;
    side.hasUnread ||= !isRead;
    if (!side.hasUnread) side.readUpTo = id;
  }
  const sql = "UPDATE sorted SET json = ? WHERE kind = 'dialogs' AND one = ?";
  scratch.run(sql, JSON.stringify(dialog), note.intoId);
  await run.writer.append("messages", {
    id,
    dialogId: note.intoId,
    authorId,
    body: text.markdown,
    attachmentId: noteMessageUses(run, label, text.attachmentIds),
    createdAt: timeOf(run, row["created_at"]),
    removedAt: null,
    removedById: null,
  });
}

/** Gives a value that was put aside. */
function storedOf<T>({ scratch }: Run, kind: string, one: number, two: number): T | undefined {
  const sql = "SELECT json FROM sorted WHERE kind = ? AND one = ? AND two = ?";
  const row = scratch.get<{ json: string }>(sql, kind, one, two);
  return row && (JSON.parse(row.json) as T);
}
