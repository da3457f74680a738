import type { RecordOf } from "../../format/records.ts";
import type { Row } from "../sqlSource.ts";
import { authorOf, leaveOut } from "../run.ts";
import { idOf, textOf } from "../values.ts";
import { isSet } from "./fields.ts";
import { noteFiles } from "./files.ts";
import { type Run, timeOf } from "./run.ts";
import { convertText } from "./texts.ts";

type Dialog = RecordOf<"dialogs">;
type Side = Dialog["sides"][number];

/** Members of a room: those who are in it, and those who have written in it and left. */
interface Room {
  readonly present: Set<number>;
  readonly left: Set<number>;
}

/** Writes the chats of two members, one dialog for each pair, and their messages; the report lists those of more. */
export async function readMessages(run: Run): Promise<void> {
  const { objects, scratch } = run;
  for (const { id, row } of objects.each("message")) noteAuthor(run, id, row);
  for (const { id, row } of objects.each("chat:room")) noteRoom(run, id, row);
  let last = 0;
  for (const { id, row } of objects.each("message")) if (await writeMessage(run, id, row)) last = id;
  for (const dialog of scratch.sorted<Dialog>("dialogs")) {
    const sides = dialog.sides.map((side) => sideOf(run, dialog, side, last));
    await run.writer.append("dialogs", { ...dialog, sides });
  }
}

/** True for what a member wrote; all others say that somebody has come or left. */
function isWritten(row: Row): boolean {
  return !isSet(row["system"]);
}

function noteAuthor({ scratch, ghostId }: Run, id: number, row: Row): void {
  const room = idOf(row["roomId"]);
  if (room === null || !isWritten(row)) return;
  const uid = textOf(row["fromuid"]);
  const author =
    scratch.member(/^\d{1,15}$/.test(uid) ? idOf(uid) : null)?.id ?? (isRemote(uid) ? -1 : ghostId);
  scratch.put(`writers ${room}`, [author, 0], author);
  scratch.run("INSERT OR REPLACE INTO names (nameKey, id) VALUES (?, ?)", `newest:${room}:${author}`, id);
  scratch.run("INSERT OR REPLACE INTO names (nameKey, id) VALUES (?, ?)", `newest:${room}`, id);
}

/** True for a member of another server, of NodeBB 4. */
function isRemote(uid: string): boolean {
  return uid.includes("://");
}

/** Notes a room; one of a pair that has one already becomes a part of it. */
function noteRoom(run: Run, id: number, row: Row): void {
  const { scratch } = run;
  const label = `chat:room:${id}`;
  const { present, left } = membersOf(run, id);
  if (present.size + left.size === 1) left.add(run.ghostId);
  const all = [...present, ...left].sort((one, other) => one - other);
  const isPair = all.length === 2 && all[0]! > 0 && all[0] !== all[1];
  if (!isPair || isSet(row["public"]) || present.size === 0) {
    const reason = isSet(row["public"]) ? "It is public" : `It is of ${all.length} members`;
    run.report.remark("groupDialogs", label, `${reason}, and is left out.`);
    return;
  }
  const [lowMemberId, highMemberId] = all as [number, number];
  const pair = `dialog:${lowMemberId}:${highMemberId}`;
  const isFirst = scratch.takeName(pair, id);
  const intoId = scratch.name(pair)!.id;
  scratch.run("INSERT INTO dialogs (id, intoId) VALUES (?, ?)", id, intoId);
  for (const memberId of all) noteMarks(run, id, intoId, memberId, present.has(memberId));
  if (!isFirst) {
    run.report.remark("mergedDialogs", label, `It is a part of room ${intoId} of the same members.`);
    return;
  }
  const sides = all.map((memberId) => ({ memberId, readUpTo: 0, deletedUpTo: 0 }));
  const createdAt = timeOf(run, row, "timestamp");
  scratch.put("dialogs", [id, 0], { id, lowMemberId, highMemberId, createdAt, sides } satisfies Dialog);
}

function membersOf(run: Run, id: number): Room {
  const { objects, scratch } = run;
  const present = new Set<number>();
  for (const { value } of objects.members(`chat:room:${id}:uids`)) {
    present.add(isRemote(value) ? -1 : authorOf(run, idOf(value)));
    // A room of more than two people is not a private conversation.
    if (present.size > 2) break;
  }
  const absent = new Set<number>();
  for (const author of scratch.sorted<number>(`writers ${id}`)) if (!present.has(author)) absent.add(author);
  return { present, left: absent };
}

/** Notes up to which message a member has read a room, and up to which one it is no more theirs. */
function noteMarks(run: Run, room: number, intoId: number, memberId: number, isPresent: boolean): void {
  const { scratch, objects } = run;
  const mark = (name: string, id: number, which: "max" | "min"): number =>
    scratch.run(
      `INSERT INTO names (nameKey, id) VALUES (?, ?)
       ON CONFLICT (nameKey) DO UPDATE SET id = ${which}(id, excluded.id)`,
      `${name}:${intoId}:${memberId}`,
      id,
    );
  const newest = scratch.name(`newest:${room}`)?.id ?? 0;
  mark("read", newest, "max");
  // Who has written has read all before.
  if (objects.has(`uid:${memberId}:chat:rooms:unread`, String(room)))
    mark("unread", scratch.name(`newest:${room}:${memberId}`)?.id ?? 0, "min");
  if (!isPresent && memberId !== run.ghostId) mark("deleted", newest, "max");
}

/** Gives a side with its marks. One beyond the last message would hide the first one that is written here. */
function sideOf({ scratch }: Run, { id }: Dialog, { memberId }: Side, last: number): Side {
  const mark = (name: string): number | undefined => scratch.name(`${name}:${id}:${memberId}`)?.id;
  const readUpTo = mark("unread") ?? mark("read") ?? 0;
  return { memberId, readUpTo: Math.min(readUpTo, last), deletedUpTo: Math.min(mark("deleted") ?? 0, last) };
}

/** Writes a message. @returns false if it is left out */
async function writeMessage(run: Run, id: number, row: Row): Promise<boolean> {
  if (!isWritten(row)) return false;
  const label = `message:${id}`;
  const sql = "SELECT id, intoId FROM dialogs WHERE id = ?";
  const dialogId = run.scratch.get<{ intoId: number }>(sql, idOf(row["roomId"]))?.intoId;
  if (dialogId === undefined) return false;
  const authorId = authorOf(run, idOf(row["fromuid"]));
  const content = textOf(row["content"]);
  const createdAt = timeOf(run, row, "timestamp");
  await noteFiles(run, content, { authorId, createdAt, post: null, isOpen: false });
  const { markdown, attachmentIds } = convertText(run, label, content);
  // Files of posts are read by who reads those.
  const files = attachmentIds.filter(
    (file) => run.scratch.attachment(file)?.path && !run.scratch.name(`use:${file}`),
  );
  const attachmentId = files.find((file) => run.scratch.takeName(`message:${file}`, id)) ?? null;
  for (const file of files)
    if (file !== attachmentId)
      run.report.remark("messageFiles", label, "A message has one file here, of its own.");
  if (markdown === "" && attachmentId === null) {
    leaveOut(run, label, "It is empty.");
    return false;
  }
  await run.writer.append("messages", {
    id,
    dialogId,
    authorId,
    body: markdown,
    attachmentId,
    createdAt,
    removedAt: isSet(row["deleted"]) ? createdAt : null,
    removedById: isSet(row["deleted"]) ? authorId : null,
  });
  return true;
}
