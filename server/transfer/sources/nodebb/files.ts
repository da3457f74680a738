import { withoutEnd } from "../../../core/text.ts";
import { extensionOf, mediaTypeOf } from "../../../features/attachments/fileKinds.ts";
import type { RecordOf } from "../../format/records.ts";
import { ownPath } from "../../bodies/links.ts";
import type { PostNote } from "../scratch.ts";
import { cut, idOf } from "../values.ts";
import { putAddress } from "../run.ts";
import type { Run } from "./run.ts";

type Attachment = RecordOf<"attachments">;

const PICTURES: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"]);
/** Uploads as texts name them, up to a sign that no address has. */
const UPLOADS = /uploads\/(files\/[^\s"'<>[\]]{1,300})/g;
/** Time that NodeBB puts before the name of an upload. */
const TIME = /^\d{10,16}-/;

/** Gives the path of an upload below `public/uploads` by its address; null for addresses of other things. */
export function uploadNamed({ options }: Pick<Run, "options">, address: string): string | null {
  const path = ownPath(address, options.address) ?? "";
  const upload = /^(?:[\w-]{1,50}\/)?(?:assets\/)?uploads\/([^?#]{1,500})/.exec(path)?.[1];
  return upload === undefined || upload.includes("..") ? null : upload;
}

/** Gives where the file of an upload may be in the folder of the old site. */
export function uploadPaths(upload: string): string[] {
  const names = [upload, decoded(upload)];
  return [...new Set(names)].flatMap((name) => [`public/uploads/${name}`, `uploads/${name}`, name]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Notes who has uploaded what. */
export function noteUploaders(run: Run): void {
  for (const { id } of run.objects.each("user"))
    for (const { value } of run.objects.members(`uid:${id}:uploads`))
      run.scratch.takeName(`uploader:${value.replace(/^\//, "")}`, id);
}

/** A text with files. */
export interface Place {
  readonly authorId: number;
  readonly createdAt: string;
  /** The post of the text, if others read it; null for drafts and messages. */
  readonly post: PostNote | null;
  /** True if visitors read it. */
  readonly isOpen: boolean;
}

/** Notes the files that a text shows. A file belongs to the first text that visitors read, or to the first that others do. */
export async function noteFiles(run: Run, content: string, place: Place): Promise<void> {
  for (const [, match] of content.matchAll(UPLOADS)) {
    const upload = addressIn(match!);
    const key = keyOf(upload);
    const id = run.ids.of("file", key);
    if (!run.scratch.attachment(id)) await noteFile(run, id, upload, place);
    if (place.post) run.scratch.takeName(`use:${id}`, place.post.id);
    if (place.post && place.isOpen) run.scratch.takeName(`openUse:${id}`, place.post.id);
  }
}

/** Ends an address where a bracket ends that was not within it, and before signs of a sentence. */
function addressIn(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && depth-- === 0) return withoutEnd(text.slice(0, at), ".,;:!?*_~");
  }
  return withoutEnd(text, ".,;:!?*_~");
}

/** The path of an upload, however it is escaped. */
function keyOf(upload: string): string {
  return decoded(upload.replace(/[?#].*$/s, ""));
}

async function noteFile(run: Run, id: number, upload: string, place: Place): Promise<void> {
  const key = keyOf(upload);
  const name = cut(key.replace(/^.*\//s, "").replace(TIME, "") || key, 255);
  const file = key.includes("..") ? null : await run.files.find(uploadPaths(upload.replace(/[?#].*$/s, "")));
  if (!file) run.report.remark("missingFiles", `uploads ${key}`, key);
  const path = file && run.files.storedPath(`files ${id} ${file.path}`);
  const mimeType = mediaTypeOf(extensionOf(key));
  const isImage = PICTURES.has(mimeType);
  const sql = "INSERT INTO attachments (id, path, name, isImage) VALUES (?, ?, ?, ?)";
  run.scratch.run(sql, id, path, name, isImage ? 1 : 0);
  if (!file || !path) return;
  run.scratch.put("files", [path, 0], { path, location: file.location });
  putAddress(run, `/assets/uploads/${encodeURI(key)}`, `/files/${path}`);
  const uploader = run.scratch.member(idOf(run.scratch.name(`uploader:${key}`)?.id));
  run.scratch.put("attachments", [id, 0], {
    id,
    memberId: uploader?.id ?? place.authorId,
    kind: isImage ? "image" : "file",
    path,
    thumbPath: null,
    name,
    bytes: file.bytes,
    mimeType,
    width: null,
    height: null,
    threadId: null,
    postId: null,
    sort: 0,
    isPaid: false,
    createdAt: place.createdAt,
  } satisfies Attachment);
}

/** Finds the file that a text names by its address; null if no text has shown it. */
export function fileNamed(run: Run, address: string): number | null {
  const upload = uploadNamed(run, address);
  return upload === null ? null : run.ids.find("file", keyOf(upload));
}

/** Writes the files with the posts that they belong to. */
export async function writeAttachments({ scratch, writer }: Run): Promise<void> {
  for (const record of scratch.sorted<Attachment>("attachments")) {
    const use = scratch.name(`openUse:${record.id}`) ?? scratch.name(`use:${record.id}`);
    const post = scratch.post(idOf(use?.id));
    const isText = post?.number === 0;
    await writer.append("attachments", {
      ...record,
      threadId: isText ? post.threadId : null,
      postId: post && !isText ? post.id : null,
    });
  }
}
