import type { RecordOf } from "../../format/records.ts";
import { extensionOf, mediaTypeOf } from "../../../features/attachments/fileKinds.ts";
import { cut, idOf, jsonOf, textOf, wholeOf } from "../values.ts";
import type { Row } from "../sqlSource.ts";
import { authorOf, leaveOut, putAddress, putFile } from "../run.ts";
import { type Run, timeOf } from "./run.ts";

const PICTURE_TYPES: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/gif": "gif",
  "image/webp": "webp",
};
/** `type` of files that answer a sign-in field, and of those of messages. */
const ANSWER = 5;
const MESSAGE = 4;
/** Blocks of threads that name files, with the field that names them. */
const BLOCKS: Readonly<Record<string, string>> = { 101: "imageIds", 108: "docIds" };
const APPROVED = 1;

const COLUMNS = [
  "id",
  "user_id",
  "type",
  "type_id",
  "order",
  "attachment",
  "file_path",
  "file_name",
  "file_type",
  "is_approved",
  "file_width",
  "file_height",
  "created_at",
  "updated_at",
];

/** Ids of files that a block of a thread names; numbers and texts occur. */
export function fileIdsOf(type: string, value: unknown): number[] {
  const ids = (value as Record<string, unknown> | null)?.[BLOCKS[type] ?? ""];
  return Array.isArray(ids) ? ids.flatMap((id) => idOf(id) ?? []) : [];
}

/** Notes which files the blocks of threads name, and which of them have to be bought. */
export async function noteUses(run: Run): Promise<void> {
  const columns = ["id", "thread_id", "tom_type", "value", "price_type", "price_ids"];
  const where = "status = 0 AND tom_type IN ('101', '108')";
  const sql = "INSERT OR IGNORE INTO uses (attachmentId, threadId, isSold) VALUES (?, ?, ?)";
  for await (const slice of run.source.slices("thread_tom", { columns, where }))
    for (const row of slice) {
      const threadId = idOf(row["thread_id"]);
      if (!run.scratch.thread(threadId)) continue;
      const sold = new Set(wholeOf(row["price_type"]) === 1 ? listOf(textOf(row["price_ids"])) : []);
      for (const id of fileIdsOf(textOf(row["tom_type"]), jsonOf(textOf(row["value"]))))
        run.scratch.run(sql, id, threadId, sold.has(id) ? 1 : 0);
    }
}

/** Ids of a list, which is JSON or separated by commas. */
function listOf(text: string): number[] {
  return text
    .replace(/[[\]"\s]/g, "")
    .split(",")
    .flatMap((id) => idOf(id) ?? []);
}

/** Notes the attachments, and puts their records aside: texts decide later which of them are sold. */
export async function noteAttachments(run: Run): Promise<void> {
  await noteUses(run);
  const sql = "INSERT INTO attachments (id, path, name, isImage) VALUES (?, ?, ?, ?)";
  for await (const slice of run.source.slices("attachments", { columns: COLUMNS })) {
    await run.files.prepare(slice.filter(isApproved).map((row) => ({ paths: pathsOf(row) })));
    for (const row of slice) {
      const id = wholeOf(row["id"]);
      const label = `attachments ${id}`;
      const record = await recordOf(run, row, label);
      const name = cut(textOf(row["file_name"]) || textOf(row["attachment"]), 255);
      const isImage = record?.kind === "image" || (!record && pictureType(row) !== null);
      run.scratch.run(sql, id, record?.path ?? null, name, isImage ? 1 : 0);
      if (record) run.scratch.put("attachments", [id, 0], record);
    }
  }
}

function isApproved(row: Row): boolean {
  return wholeOf(row["is_approved"] ?? APPROVED) === APPROVED;
}

async function recordOf(run: Run, row: Row, label: string): Promise<RecordOf<"attachments"> | null> {
  if (!isApproved(row)) {
    leaveOut(run, label, "It was not approved.");
    return null;
  }
  const file = await run.files.find(pathsOf(row));
  if (!file) {
    run.report.remark("missingFiles", label, pathsOf(row)[0]!);
    return null;
  }
  const id = wholeOf(row["id"]);
  // Two rows may name one file; each needs a path of its own.
  const isFirst = run.scratch.takeName(`file:${file.path}`, id);
  const path = run.files.storedPath(isFirst ? file.path : `${id}/${file.path}`);
  putFile(run, path, file.location);
  const address = file.path.replace(/^public\//, "/storage/");
  if (isFirst) putAddress(run, address, `/files/${path}`);
  const picture = pictureType(row);
  const isAnswer = wholeOf(row["type"]) === ANSWER;
  const size = (column: string): number | null => (picture === null ? null : idOf(row[column]));
  return {
    id,
    memberId: authorOf(run, idOf(row["user_id"])),
    kind: isAnswer ? (picture ? "answerImage" : "answerFile") : picture ? "image" : "file",
    path,
    thumbPath: null,
    name: cut(textOf(row["file_name"]) || textOf(row["attachment"]), 255),
    bytes: file.bytes,
    mimeType: picture ?? mediaTypeOf(extensionOf(file.path)),
    width: size("file_width"),
    height: size("file_height"),
    ...placeOf(run, row),
    sort: Math.max(wholeOf(row["order"]), 0),
    createdAt: timeOf(run, row, "created_at", "updated_at"),
  };
}

/** Gives the media type of a picture; null for other files. The source's own kinds of files contradict each other. */
function pictureType(row: Row): string | null {
  const extension = extensionOf(textOf(row["attachment"]));
  const type = textOf(row["file_type"]).toLowerCase();
  if (PICTURE_TYPES[type] !== undefined) return type;
  const byName = mediaTypeOf(extension);
  return PICTURE_TYPES[byName] !== undefined && !/^(?!image\/)\w+\//.test(type) ? byName : null;
}

/** Paths of a file below the folder of the old site; remote files of Discuz! X hold all of it in one column. */
function pathsOf(row: Row): string[] {
  const [folder, name] = [textOf(row["file_path"]), textOf(row["attachment"])];
  const whole = `${folder.replace(/\/$/, "")}/${name}`.replace(/^\//, "");
  return [whole, folder, `public/${whole}`].filter((path) => path !== "" && !path.endsWith("/"));
}

/** Gives the thread or reply that shows a file, and whether it has to be bought. */
function placeOf(run: Run, row: Row): Pick<RecordOf<"attachments">, "threadId" | "postId" | "isPaid"> {
  const nowhere = { threadId: null, postId: null, isPaid: false };
  const type = wholeOf(row["type"]);
  if (type === ANSWER || type === MESSAGE) return nowhere;
  const id = wholeOf(row["id"]);
  const use = run.scratch.get<{ threadId: number; isSold: number }>(
    "SELECT threadId, isSold FROM uses WHERE attachmentId = ?",
    id,
  );
  const post = run.scratch.post(idOf(row["type_id"]));
  if (post && post.number !== 0 && !use)
    return run.scratch.thread(post.threadId)!.isDraft ? nowhere : { ...nowhere, postId: post.id };
  const thread = run.scratch.thread(use?.threadId ?? post?.threadId ?? null);
  if (!thread || thread.isDraft) return nowhere;
  const isFile = pictureType(row) === null;
  const isPaid = thread.priceCents > 0 || (thread.attachmentPriceCents > 0 && (isFile || use?.isSold === 1));
  return { threadId: thread.id, postId: null, isPaid };
}

/** Makes a file free that the free part of a text shows. */
export function freeAttachment(run: Run, id: number): void {
  const sql = "UPDATE sorted SET json = json_set(json, '$.isPaid', json('false')) WHERE kind = ? AND one = ?";
  run.scratch.run(sql, "attachments", id);
}
