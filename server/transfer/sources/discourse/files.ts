import { extensionOf, mediaTypeOf } from "../../../features/attachments/fileKinds.ts";
import type { RecordOf } from "../../format/records.ts";
import type { Row } from "../sqlSource.ts";
import { authorOf, putAddress, putFile } from "../run.ts";
import { cut, idOf, textOf } from "../values.ts";
import { type Run, timeOf } from "./run.ts";

type Attachment = RecordOf<"attachments">;

const PICTURES: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"]);
const COLUMNS = ["id", "user_id", "original_filename", "url", "sha1", "original_sha1", "created_at"];
/** Files that the program brings have ids below zero. */
const OWN = "id > 0";
const SHA1 = /^[\da-f]{40}$/;
const BASE62 = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Gives the paths at which a backup may have a file, by its address there; those elsewhere came with the backup as well. */
export function uploadPaths(url: string): string[] {
  const at = url.indexOf("/uploads/");
  if (at >= 0) {
    const path = url.slice(at + 1);
    return [path, `public/${path}`, path.slice("uploads/".length)];
  }
  const original = url.indexOf("/original/");
  if (original < 0) return [];
  const path = url.slice(original + 1);
  return [`uploads/default/${path}`, `default/${path}`, path];
}

/** Notes the uploaded files, so that texts find them by their sums; which of them come, the texts say. */
export async function noteFiles(run: Run): Promise<void> {
  for await (const slice of run.source.slices("uploads", { columns: COLUMNS, where: OWN }))
    for (const row of slice) await noteFile(run, row);
}

async function noteFile(run: Run, row: Row): Promise<void> {
  const id = idOf(row["id"])!;
  const url = textOf(row["url"]);
  const file = await run.files.find(uploadPaths(url));
  // Two rows may name one file; each needs a path of its own.
  const isFirst = file !== null && run.scratch.takeName(`stored:${file.path}`, id);
  const path = file && run.files.storedPath(isFirst ? file.path : `${id}/${file.path}`);
  run.scratch.run(
    "INSERT INTO attachments (id, path, name, isImage) VALUES (?, ?, ?, ?)",
    id,
    path,
    cut(textOf(row["original_filename"]) || url, 255),
    PICTURES.has(mediaTypeOf(extensionOf(url))) ? 1 : 0,
  );
  // The sum of a file that was changed, or is secured, is another one in texts.
  for (const column of ["sha1", "original_sha1"]) {
    const sum = textOf(row[column]);
    if (SHA1.test(sum)) run.scratch.takeName(`sha1:${sum}`, id);
  }
}

/** Finds the file that a text names by its sum. */
export function fileNamed({ scratch }: Run, sum: string): number | null {
  return idOf(scratch.name(`sha1:${sum}`)?.id);
}

/** Notes that a post shows files; a post that everybody reads comes before all others. */
export function noteUses(
  { scratch }: Run,
  postId: number,
  attachmentIds: readonly number[],
  isOpen: boolean,
): void {
  for (const id of attachmentIds) {
    scratch.takeName(`use:${id}`, postId);
    if (isOpen) scratch.takeName(`openUse:${id}`, postId);
  }
}

/** Notes that a message shows files. @returns the one that belongs to it */
export function noteMessageUses(
  { scratch, report }: Run,
  label: string,
  attachmentIds: readonly number[],
): number | null {
  const [first, ...others] = attachmentIds.filter((id) => scratch.attachment(id)?.path);
  for (const id of others)
    report.remark("leftOut", `uploads ${id}`, `${label}: a message has one file here.`);
  if (first !== undefined) scratch.takeName(`messageUse:${first}`, 1);
  return first ?? null;
}

/** Writes the files that texts show. Those that none shows stay behind: whispers and deleted pages had some of them. */
export async function writeAttachments(run: Run): Promise<void> {
  const { scratch } = run;
  for await (const slice of run.source.slices("uploads", { columns: COLUMNS, where: OWN }))
    for (const row of slice) {
      const id = idOf(row["id"])!;
      const use = scratch.name(`openUse:${id}`) ?? scratch.name(`use:${id}`);
      if (use) await writeAttachment(run, row, idOf(use.id));
      else if (scratch.name(`messageUse:${id}`)) await writeAttachment(run, row, null);
    }
}

async function writeAttachment(run: Run, row: Row, postId: number | null): Promise<void> {
  const id = idOf(row["id"])!;
  const { path, name, isImage } = run.scratch.attachment(id)!;
  const url = textOf(row["url"]);
  const file = path === null ? null : await run.files.find(uploadPaths(url));
  if (!file || path === null) {
    run.report.remark("missingFiles", `uploads ${id}`, url);
    return;
  }
  putFile(run, path, file.location);
  putFileAddresses(run, row, path);
  await run.writer.append("attachments", {
    id,
    memberId: authorOf(run, idOf(row["user_id"])),
    kind: isImage === 1 ? "image" : "file",
    path,
    thumbPath: null,
    name,
    bytes: file.bytes,
    mimeType: mediaTypeOf(extensionOf(url)),
    width: null,
    height: null,
    ...placeOf(run, postId),
    sort: 0,
    isPaid: false,
    createdAt: timeOf(run, row["created_at"]),
  });
}

function placeOf({ scratch }: Run, postId: number | null): Pick<Attachment, "threadId" | "postId"> {
  const post = scratch.post(postId);
  if (!post) return { threadId: null, postId: null };
  return post.number === 0 ? { threadId: post.threadId, postId: null } : { threadId: null, postId: post.id };
}

function putFileAddresses(run: Run, row: Row, path: string): void {
  const url = textOf(row["url"]);
  const at = url.indexOf("/uploads/");
  if (at >= 0) putAddress(run, url.slice(at), `/files/${path}`);
  const sum = textOf(row["sha1"]);
  if (!SHA1.test(sum)) return;
  const name = `${base62(sum)}.${extensionOf(url)}`;
  putAddress(run, `/uploads/short-url/${name}`, `/files/${path}`);
}

function base62(sum: string): string {
  let digits = "";
  for (let number = BigInt(`0x${sum}`); number > 0n; number /= 62n)
    digits = BASE62[Number(number % 62n)]! + digits;
  return digits;
}
