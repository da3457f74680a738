import { extensionOf, mediaTypeOf } from "../../../features/attachments/fileKinds.ts";
import type { RecordOf } from "../../format/records.ts";
import { cut, idOf, textOf, wholeOf } from "../values.ts";
import type { Row } from "../sqlSource.ts";
import { authorOf, leaveOut, putFile } from "../run.ts";
import { lineOf, type Run, timeOf } from "./run.ts";

/** Extensions of pictures by their media types. */
const PICTURES: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/gif": "gif",
  "image/webp": "webp",
};
const COLUMNS = [
  "post_msg_id",
  "in_message",
  "poster_id",
  "is_orphan",
  "physical_filename",
  "real_filename",
  "extension",
  "mimetype",
  "filetime",
];

/** Ids of the files of posts or messages. */
export type FilesByPost = ReadonlyMap<number, readonly number[]>;

/** Gives the files of some posts or messages in the order in which texts count them: the newest is 0. */
export async function filesByPost(
  { source }: Run,
  ids: readonly number[],
  of: "post" | "message",
): Promise<FilesByPost> {
  const rows = await source.rowsOf("attachments", "post_msg_id", ids, {
    columns: ["attach_id"],
    order: "attach_id DESC",
    where: `in_message = ${of === "message" ? 1 : 0} AND is_orphan = 0`,
  });
  return new Map([...rows].map(([id, own]) => [id, own.map((row) => wholeOf(row["attach_id"]))]));
}

/** Notes the attachments, and puts their records aside: texts decide later which of them are hidden. */
export async function noteAttachments(run: Run): Promise<void> {
  const sql = "INSERT INTO attachments (id, path, name, isImage) VALUES (?, ?, ?, ?)";
  for await (const slice of run.source.slices("attachments", { key: ["attach_id"], columns: COLUMNS })) {
    await run.files.prepare(
      slice
        .filter((row) => wholeOf(row["is_orphan"]) === 0 && textOf(row["physical_filename"]) !== "")
        .map((row) => wantedOf(run, row)),
    );
    for (const row of slice) {
      const id = wholeOf(row["attach_id"]);
      const label = `attachments ${id}`;
      const isMessage = wholeOf(row["in_message"]) === 1;
      if (wholeOf(row["is_orphan"]) === 1) {
        leaveOut(run, label, "It belongs to no text.");
        continue;
      }
      const post = isMessage ? undefined : run.scratch.post(idOf(row["post_msg_id"]));
      if (!isMessage && !post) {
        leaveOut(run, label, `Post ${textOf(row["post_msg_id"])} does not exist.`);
        continue;
      }
      const record = await recordOf(run, row, label);
      const kind = kindOf(row);
      run.scratch.run(sql, id, record?.path ?? null, nameOf(row), kind.isPicture ? 1 : 0);
      if (!record) continue;
      run.scratch.put("attachments", [id, 0], {
        ...record,
        threadId: post?.number === 0 ? post.threadId : null,
        postId: post && post.number !== 0 ? post.id : null,
      });
    }
  }
}

async function recordOf(
  run: Run,
  row: Row,
  label: string,
): Promise<Omit<RecordOf<"attachments">, "threadId" | "postId"> | null> {
  const id = wholeOf(row["attach_id"]);
  const { paths, onSite } = wantedOf(run, row);
  const file = await run.files.find(paths, onSite);
  if (!file || textOf(row["physical_filename"]) === "") {
    run.report.remark("missingFiles", label, nameOf(row));
    return null;
  }
  const { extension, isPicture } = kindOf(row);
  // Copies of a topic name the same file; each needs a path of its own.
  const path = run.files.storedPath(`${id}/${file.path}.${extension}`);
  putFile(run, path, file.location);
  return {
    id,
    memberId: authorOf(run, idOf(row["poster_id"])),
    kind: isPicture ? "image" : "file",
    path,
    thumbPath: null,
    name: nameOf(row),
    bytes: file.bytes,
    mimeType: mediaTypeOf(extension),
    width: null,
    height: null,
    sort: 0,
    isPaid: false,
    createdAt: timeOf(run, row, "filetime"),
  };
}

/** Files have no addresses of their names: a script gives them by their ids. */
function wantedOf(run: Run, row: Row): { paths: string[]; onSite: string } {
  const folder = run.config.get("upload_path") ?? "files";
  return {
    paths: [`${folder}/${textOf(row["physical_filename"])}`],
    onSite: `/download/file.php?id=${wholeOf(row["attach_id"])}`,
  };
}

function nameOf(row: Row): string {
  return cut(lineOf(row["real_filename"]) || `attachment ${wholeOf(row["attach_id"])}`, 255);
}

/** Gives the extension of a file, and whether it is a picture: stored names have none, so name and media type say it. */
function kindOf(row: Row): { extension: string; isPicture: boolean } {
  const type = textOf(row["mimetype"]).toLowerCase();
  const named = extensionOf(lineOf(row["real_filename"])) || extensionOf(`.${textOf(row["extension"])}`);
  const extension = named || PICTURES[type] || "bin";
  const isPicture = PICTURES[mediaTypeOf(extension)] !== undefined && /^(?:image\/|$)/.test(type);
  return { extension, isPicture };
}
