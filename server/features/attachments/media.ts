import { fileTypeFromFile } from "file-type";
import { invalid } from "../../core/errors.ts";
import { extensionOf, mediaTypeOf } from "./fileKinds.ts";

/** Kinds of files that browsers play. */
export type MediaKind = "video" | "audio";

/** Extensions that share a container: the bytes do not tell sound from pictures, so that the name decides. */
const FAMILIES: readonly ReadonlySet<string>[] = [
  new Set(["mp4", "m4v", "m4a", "mov"]),
  new Set(["ogg", "oga", "ogv", "opus"]),
];

/** Gives the kind of a media type that a player shows; null for all others. */
export function mediaKindOf(mimeType: string): MediaKind | null {
  if (mimeType.startsWith("video/")) return "video";
  return mimeType.startsWith("audio/") ? "audio" : null;
}

/**
 * Reads the extension of the name of a video or audio file.
 * @throws {DomainError} INVALID_PARAMETER for names that the site does not accept
 */
export function acceptedExtension(name: string, kind: MediaKind, allowed: readonly string[]): string {
  const extension = extensionOf(name);
  const accepted = allowed.filter((each) => mediaKindOf(mediaTypeOf(each)) === kind);
  if (accepted.includes(extension)) return extension;
  const list = accepted.join(", ");
  throw invalid(
    "file",
    `不支持此文件类型（支持 ${list}）`,
    `This type of file is not supported (supported: ${list}).`,
  );
}

/**
 * Checks a video or audio file by its bytes and its name, and reads no more of it than its headers.
 * @returns its extension
 * @throws {DomainError} INVALID_PARAMETER for names that the site does not accept, and for bytes that are something else
 */
export async function mediaExtensionOf(
  location: string,
  name: string,
  kind: MediaKind,
  allowed: readonly string[],
): Promise<string> {
  const extension = acceptedExtension(name, kind, allowed);
  const found = (await fileTypeFromFile(location).catch(() => undefined))?.ext ?? "";
  const isSame = found === extension || FAMILIES.some((each) => each.has(found) && each.has(extension));
  if (!isSame) {
    throw invalid(
      "file",
      `文件内容与扩展名 .${extension} 不符`,
      `The content is not what .${extension} says.`,
    );
  }
  return extension;
}

/** Most pixels of an edge that a client may claim for a video. */
const EDGE_MAX = 16_384;

/** Reads an edge of a video as the client measured it, in pixels; null unless it is a whole number that may be one. */
export function edgeNamed(text: string | null): number | null {
  const edge = Number(text);
  return text !== null && Number.isInteger(edge) && edge >= 1 && edge <= EDGE_MAX ? edge : null;
}
