import { open, type FileHandle } from "node:fs/promises";
import type { Context, Services } from "../core/context.ts";
import { DomainError } from "../core/errors.ts";
import { FILES_PATH, isPictureKind, UploadKind } from "../features/attachments/attachment.entity.ts";
import {
  mediaTypeOfRendition,
  parseRendition,
  type Rendition,
} from "../features/attachments/pictures/renditionNames.ts";
import { openRendition } from "../features/attachments/pictures/renditions.ts";
import { extensionOf, mediaTypeOf } from "../features/attachments/fileKinds.ts";
import {
  isStoredPath,
  locationOf,
  PEOPLE_FOLDER,
  PREVIEWS_FOLDER,
  SITE_FOLDER,
} from "../features/attachments/storage.ts";
import { findFile, mayReadFile, type StoredFile } from "../features/attachments/serving/file.service.ts";
import type { HttpAnswer, HttpRequest } from "./route.ts";
import { rangeOf } from "./range.ts";

/** Public files are cached for an hour: what moderators remove must not stay in other people's caches for ever. */
const FOR_EVERYBODY = "public, max-age=3600";
/** Other files are revalidated each time, since permissions change. */
const FOR_ONE = "private, no-cache";

/** Contexts to look a file up in: first a visitor's, since most pictures are public, and only if need be the viewer's. */
export interface Askers {
  visitor(): Promise<Context>;
  viewer(): Promise<Context>;
}

/** A file that may be read, and whether by everybody. */
interface Readable {
  readonly file: Pick<StoredFile, "path" | "kind" | "isPoster" | "fileName" | "mimeType">;
  readonly isPublic: boolean;
}

/** Serves a stored file to whoever may read it; for everybody else it does not exist. */
export async function sendFile(
  services: Services,
  request: HttpRequest,
  askers: Askers,
): Promise<HttpAnswer> {
  const path = request.path.slice(FILES_PATH.length);
  const rendition = isStoredPath(path)
    ? parseRendition(request.search, path, String(request.headers["accept"] ?? ""))
    : "unknown";
  const stored = rendition === "unknown" ? null : await findReadable(path, askers);
  if (!stored || rendition === "unknown" || (rendition && !isPicture(stored.file))) return missing();
  try {
    return rendition
      ? await sendRendition(services, request, stored, rendition)
      : await sendOriginal(services, request, stored, headersOf(stored));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    services.log.warn({ path }, "a stored file is missing");
    return missing();
  }
}

async function sendOriginal(
  services: Services,
  request: HttpRequest,
  { file: { path } }: Readable,
  common: Readonly<Record<string, string>>,
): Promise<HttpAnswer> {
  const etag = `"${path.slice(path.lastIndexOf("/") + 1)}"`;
  const headers = { ...common, etag };
  if (request.headers["if-none-match"] === etag) return { status: 304, headers, body: "" };
  return answer(await open(locationOf(services.filesDir, path), "r"), request, headers, etag);
}

async function sendRendition(
  services: Services,
  request: HttpRequest,
  found: Readable,
  rendition: Rendition,
): Promise<HttpAnswer> {
  const { path } = found.file;
  const { level, screen, format } = rendition;
  const etag = `"${path.slice(path.lastIndexOf("/") + 1)}-${level}-${screen}.${format}"`;
  const shared = { ...headersOf(found), vary: "Accept" };
  const headers = { ...shared, "content-type": mediaTypeOfRendition(rendition), etag };
  if (request.headers["if-none-match"] === etag) return { status: 304, headers, body: "" };
  const handle = await openRendition(services.filesDir, path, rendition);
  if (handle) return answer(handle, request, headers, etag);
  // Too much is waiting to be drawn, or it cannot be: the original shows too, but nobody keeps it under this name.
  return sendOriginal(services, request, found, { ...shared, "cache-control": "no-store" });
}

async function answer(
  handle: FileHandle,
  request: HttpRequest,
  headers: Readonly<Record<string, string>>,
  etag: string,
): Promise<HttpAnswer> {
  const { size } = await handle.stat();
  const condition = request.headers["if-range"];
  const range =
    condition === undefined || condition === etag ? rangeOf(request.headers["range"] as string, size) : null;
  if (range === "none" || size === 0) {
    await handle.close();
    if (size === 0) return { status: 200, headers: { ...headers, "content-length": "0" }, body: "" };
    return {
      status: 416,
      headers: { ...headers, "content-range": `bytes */${size}`, "cache-control": "no-store" },
      body: "",
    };
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const part: Record<string, string> = range ? { "content-range": `bytes ${start}-${end}/${size}` } : {};
  const length = { "content-length": String(end - start + 1) };
  if (request.method === "HEAD") {
    await handle.close();
    return { status: 200, headers: { ...headers, "content-length": String(size) }, body: "" };
  }
  return {
    status: range ? 206 : 200,
    headers: { ...headers, ...part, ...length },
    body: handle.createReadStream({ start, end }),
  };
}

/** Finds a stored file that may be read: by everybody, or by who asks; null for all others. */
export async function findReadable(path: string, { visitor, viewer }: Askers): Promise<Readable | null> {
  if (path.startsWith(SITE_FOLDER)) {
    const mimeType = mediaTypeOf(extensionOf(path));
    return {
      file: { path, kind: UploadKind.IMAGE, isPoster: false, fileName: "", mimeType },
      isPublic: true,
    };
  }
  if (path.startsWith(PEOPLE_FOLDER)) {
    return {
      file: { path, kind: UploadKind.AVATAR, isPoster: false, fileName: "", mimeType: "image/webp" },
      isPublic: true,
    };
  }
  if (path.startsWith(PREVIEWS_FOLDER)) {
    return {
      file: { path, kind: UploadKind.IMAGE, isPoster: false, fileName: "", mimeType: "image/webp" },
      isPublic: true,
    };
  }
  const nobody = await visitor();
  const file = await findFile(nobody, path);
  if (!file) return null;
  // Only pictures are cached for everybody; the rights to other files are the viewer's, also where visitors have more.
  if (isPictureKind(file.kind) && (await mayReadFile(nobody, file))) return { file, isPublic: true };
  try {
    return (await mayReadFile(await viewer(), file)) ? { file, isPublic: false } : null;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

function headersOf({ file, isPublic }: Readable): Record<string, string> {
  const isShared = isPublic && isPicture(file);
  return {
    "content-type": file.mimeType,
    "content-security-policy": "sandbox; default-src 'none'",
    "cache-control": isShared ? FOR_EVERYBODY : FOR_ONE,
    "accept-ranges": "bytes",
    // Clients of the predecessor lie on hosts of their own and show pictures from here.
    ...(isShared ? { "cross-origin-resource-policy": "cross-origin" } : {}),
    ...(isPicture(file) ? {} : { "content-disposition": attachmentNamed(file.fileName) }),
  };
}

/** True for pictures and for posters of videos, which browsers show and renditions are drawn of. */
function isPicture({ kind, isPoster }: Readable["file"]): boolean {
  return isPictureKind(kind) || isPoster;
}

/** RFC 6266: a name in ASCII for old programs, and the true one as RFC 5987 writes it. */
function attachmentNamed(name: string): string {
  const plain = name.replace(/[^\x20-\x7E]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function missing(): HttpAnswer {
  return {
    status: 404,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
    body: "not found",
  };
}
