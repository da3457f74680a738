import { extensionOf, mediaTypeOf } from "../../../features/attachments/fileKinds.ts";
import type { RecordOf } from "../../format/records.ts";
import type { Row } from "../sqlSource.ts";
import { authorOf, leaveOut, putAddress, putFile } from "../run.ts";
import { cut, idOf, textOf, wholeOf } from "../values.ts";
import { lineOf, type Run, timeOf } from "./run.ts";

const COLUMNS = [
  "aid",
  "tid",
  "pid",
  "uid",
  "dateline",
  "filename",
  "attachment",
  "readperm",
  "price",
  "isimage",
  "width",
];
/** Tables of files in use; others are uploads that no post has. */
const TABLES = 10;
const FOLDER = "data/attachment/forum/";

/** Notes the files of posts, and puts their records aside: texts decide later which of them are hidden. */
export async function noteAttachments(run: Run): Promise<void> {
  const columns = ["tableid", "uid"];
  for await (const slice of run.source.slices("forum_attachment", { columns, by: ["aid"] })) {
    const rows = new Map<number, Row>();
    for (let table = 0; table < TABLES; table++) {
      const ids = slice.filter((row) => wholeOf(row["tableid"]) === table).map((row) => wholeOf(row["aid"]));
      for (const [id, [row]] of await run.source.rowsOf(`forum_attachment_${table}`, "aid", ids, COLUMNS))
        rows.set(id, row!);
    }
    await run.files.prepare(
      [...rows.values()].map((row) => ({ paths: [FOLDER + textOf(row["attachment"])] })),
    );
    for (const { aid } of slice) {
      const id = wholeOf(aid);
      const row = rows.get(id);
      if (row) await noteFile(run, id, row);
      else leaveOut(run, `forum_attachment ${id}`, "No post has it.");
    }
  }
}

async function noteFile(run: Run, id: number, row: Row): Promise<void> {
  const record = await recordOf(run, id, row);
  const name = cut(lineOf(row["filename"]), 255);
  const isImage = isPicture(row) ? 1 : 0;
  const sql = "INSERT INTO attachments (id, path, name, isImage) VALUES (?, ?, ?, ?)";
  run.scratch.run(sql, id, record?.path ?? null, name, isImage);
  if (record) run.scratch.put("attachments", [id, 0], record);
}

async function recordOf(run: Run, id: number, row: Row): Promise<RecordOf<"attachments"> | null> {
  const label = `forum_attachment ${id}`;
  const post = run.scratch.post(idOf(row["pid"]));
  if (!post) {
    leaveOut(run, label, `Post ${textOf(row["pid"])} is not here.`);
    return null;
  }
  const file = await run.files.find([FOLDER + textOf(row["attachment"])]);
  if (!file) {
    run.report.remark("missingFiles", label, textOf(row["attachment"]));
    return null;
  }
  // Two rows may name one file; each needs a path of its own.
  const isFirst = run.scratch.takeName(`file:${file.path}`, id);
  const path = run.files.storedPath(isFirst ? file.path : `${id}/${file.path}`);
  putFile(run, path, file.location);
  if (isFirst) putAddress(run, `/${file.path}`, `/files/${path}`);
  const isClosed =
    wholeOf(row["readperm"]) > 0 || wholeOf(row["price"]) > 0 || isOfClosedFiles(run, post.threadId);
  if (isClosed) run.report.remark("closedFiles", label, "Its uploader only gets it here.");
  const place = isClosed
    ? { threadId: null, postId: null }
    : post.number === 0
      ? { threadId: post.threadId, postId: null }
      : { threadId: null, postId: post.id };
  return {
    id,
    memberId: authorOf(run, idOf(row["uid"])),
    kind: isPicture(row) ? "image" : "file",
    path,
    thumbPath: null,
    name: cut(lineOf(row["filename"]), 255),
    bytes: file.bytes,
    mimeType: mediaTypeOf(extensionOf(file.path)),
    width: isPicture(row) ? idOf(row["width"]) : null,
    height: null,
    ...place,
    sort: 0,
    isPaid: false,
    createdAt: timeOf(run, row, "dateline"),
  };
}

/** Discuz! X tells pictures by their names, or marks those of other names with −1. */
function isPicture(row: Row): boolean {
  return (
    wholeOf(row["isimage"]) !== 0 && mediaTypeOf(extensionOf(textOf(row["attachment"]))).startsWith("image/")
  );
}

function isOfClosedFiles(run: Run, threadId: number): boolean {
  return run.scratch.name(`closedFiles:${threadId}`) !== undefined;
}

/** Writes the files. Those of hidden parts belong to no text: their uploader only gets them. */
export async function writeAttachments(run: Run): Promise<void> {
  for (const record of run.scratch.sorted<RecordOf<"attachments">>("attachments")) {
    const isHidden = run.scratch.name(`hiddenFile:${record.id}`) !== undefined;
    if (isHidden)
      run.report.remark("closedFiles", `forum_attachment ${record.id}`, "It is of a hidden part.");
    const isOfDraft = run.scratch.thread(record.threadId)?.isDraft === 1;
    await run.writer.append(
      "attachments",
      isHidden || isOfDraft ? { ...record, threadId: null, postId: null } : record,
    );
  }
}
