import { extensionOf, mediaTypeOf } from "../../../features/attachments/fileKinds.ts";
import type { RecordOf } from "../../format/records.ts";
import type { Row } from "../sqlSource.ts";
import { authorOf, leaveOut, putAddress, putFile } from "../run.ts";
import type { PostNote } from "../scratch.ts";
import { cut, idOf, textOf, wholeOf } from "../values.ts";
import { type Run, timeOf } from "./run.ts";

type Attachment = RecordOf<"attachments">;

const PICTURES: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"]);
const COLUMNS = ["id", "uuid", "actor_id", "post_id", "base_name", "path", "url", "created_at"];
const FOLDER = "assets/files";

/** Notes the files that members have uploaded by fof/upload, and puts their records aside: texts say where they belong. */
export async function noteFiles(run: Run): Promise<void> {
  for await (const slice of run.source.slices("fof_upload_files", { columns: COLUMNS })) {
    const ids = slice.map((row) => wholeOf(row["id"]));
    const posts = await run.source.rowsOf("fof_upload_file_posts", "file_id", ids, ["post_id"]);
    const stored = slice.map((row) => textOf(row["path"])).filter((path) => path !== "");
    await run.files.prepare(stored.map((path) => ({ paths: pathsOf(path) })));
    for (const row of slice) {
      const rows = [row, ...(posts.get(wholeOf(row["id"])) ?? [])];
      await noteFile(
        run,
        row,
        rows.flatMap((each) => idOf(each["post_id"]) ?? []),
      );
    }
  }
}

async function noteFile(run: Run, row: Row, postIds: readonly number[]): Promise<void> {
  const id = idOf(row["id"]);
  const label = `fof_upload_files ${textOf(row["id"])}`;
  const post = postIds
    .filter((postId) => !run.scratch.name(`hidden:${postId}`))
    .map((postId) => run.scratch.post(postId))
    .find((each) => each !== undefined);
  if (id === null || (postIds.length > 0 && !post)) {
    leaveOut(
      run,
      label,
      id === null ? "Its id is no number." : "Its post does not exist, or nobody reads it.",
    );
    return;
  }
  const stored = textOf(row["path"]);
  const name = cut(textOf(row["base_name"]) || stored, 255);
  const file = stored === "" ? null : await run.files.find(pathsOf(stored));
  if (!file) run.report.remark("missingFiles", label, stored || textOf(row["url"]));
  // Two rows may name one file; each needs a path of its own.
  const isFirst = file !== null && run.scratch.takeName(`stored:${file.path}`, id);
  const path = file && run.files.storedPath(isFirst ? file.path : `${id}/${file.path}`);
  const mimeType = mediaTypeOf(extensionOf(stored));
  const isImage = PICTURES.has(mimeType);
  run.scratch.run(
    "INSERT INTO attachments (id, path, name, isImage) VALUES (?, ?, ?, ?)",
    id,
    path,
    name,
    isImage ? 1 : 0,
  );
  for (const key of [textOf(row["uuid"]), textOf(row["url"]), `/${FOLDER}/${stored}`])
    if (key !== "") run.scratch.takeName(`file:${key}`, id);
  if (!file || !path) return;
  putFile(run, path, file.location);
  if (isFirst) putAddress(run, `/${FOLDER}/${stored}`, `/files/${path}`);
  const record: Attachment = {
    id,
    memberId: authorOf(run, idOf(row["actor_id"])),
    kind: isImage ? "image" : "file",
    path,
    thumbPath: null,
    name,
    bytes: file.bytes,
    mimeType,
    width: null,
    height: null,
    ...placeOf(post),
    sort: 0,
    isPaid: false,
    createdAt: timeOf(run, row["created_at"]),
  };
  run.scratch.put("attachments", [id, 0], record);
}

function pathsOf(stored: string): string[] {
  return [`public/${FOLDER}/${stored}`, `${FOLDER}/${stored}`, `files/${stored}`];
}

function placeOf(post: PostNote | undefined): Pick<Attachment, "threadId" | "postId"> {
  if (!post) return { threadId: null, postId: null };
  return post.number === 0 ? { threadId: post.threadId, postId: null } : { threadId: null, postId: post.id };
}

/** Finds the file that a text names by its uuid or its address. */
export function fileNamed({ scratch, options, basePath }: Run, key: string): number | null {
  const path = key.startsWith(`${options.address}/`)
    ? key.slice(options.address.length)
    : key.slice(basePath.length);
  return idOf(scratch.name(`file:${key}`)?.id) ?? idOf(scratch.name(`file:${path}`)?.id);
}

/** Notes that a post shows files. */
export function noteUses({ scratch }: Run, postId: number, attachmentIds: readonly number[]): void {
  for (const id of attachmentIds) scratch.takeName(`use:${id}`, postId);
}

/** Writes the files; those that name no post belong to the first one whose text shows them. */
export async function writeAttachments({ scratch, writer }: Run): Promise<void> {
  for (const record of scratch.sorted<Attachment>("attachments")) {
    const isPlaced = record.threadId !== null || record.postId !== null;
    const use = isPlaced ? undefined : scratch.post(idOf(scratch.name(`use:${record.id}`)?.id));
    await writer.append("attachments", use ? { ...record, ...placeOf(use) } : record);
  }
}
