import { fileTypeFromBuffer } from "file-type";

/** Kinds of pictures that are accepted. */
export type PictureKind = "jpg" | "png" | "gif" | "webp";

/** Result of examining a file that should be a picture. */
export type PictureVerdict = PictureKind | "heic" | "other";

const PICTURE_KINDS: ReadonlySet<string> = new Set<PictureKind>(["jpg", "png", "gif", "webp"]);
/** Formats of phones that no browser but their own shows. */
const HEIC_KINDS: ReadonlySet<string> = new Set(["heic", "heif", "avif"]);

/** Media types of served files by extension; all others are bytes. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
  pdf: "application/pdf",
  zip: "application/zip",
  doc: "application/msword",
  xls: "application/vnd.ms-excel",
  ppt: "application/vnd.ms-powerpoint",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  txt: "text/plain; charset=utf-8",
  md: "text/plain; charset=utf-8",
  csv: "text/plain; charset=utf-8",
  mp4: "video/mp4",
  m4v: "video/mp4",
  webm: "video/webm",
  ogv: "video/ogg",
  mov: "video/quicktime",
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  ogg: "audio/ogg",
  oga: "audio/ogg",
  opus: "audio/ogg",
  wav: "audio/wav",
  flac: "audio/flac",
  aac: "audio/aac",
};

/** Gives the media type of an extension; never one that a browser runs. */
export function mediaTypeOf(extension: string): string {
  return MEDIA_TYPES[extension] ?? "application/octet-stream";
}

/** Gives the extension of a file name in lower case, or "" if it has none. */
export function extensionOf(fileName: string): string {
  return /\.([a-z\d]{1,8})$/i.exec(fileName)?.[1]?.toLowerCase() ?? "";
}

/** Detects the kind of a picture by its content, not its name. */
export async function pictureKindOf(head: Buffer): Promise<PictureVerdict> {
  const extension = (await fileTypeFromBuffer(head).catch(() => undefined))?.ext ?? "";
  // The first frame of an animated PNG is what programs that know PNG alone show, and what is stored.
  if (extension === "apng") return "png";
  if (PICTURE_KINDS.has(extension)) return extension as PictureKind;
  return HEIC_KINDS.has(extension) ? "heic" : "other";
}

type Check = (head: Buffer) => boolean;

const startsWith =
  (...bytes: number[]): Check =>
  (head) =>
    bytes.every((byte, index) => head[index] === byte);

/** Zip archives, and documents that are zip archives. */
const isZip = startsWith(0x50, 0x4b, 0x03, 0x04);
const isEmptyZip = startsWith(0x50, 0x4b, 0x05, 0x06);
/** Documents of old office programs, and new ones with a password. */
const isCompound = startsWith(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);
const isPdf: Check = (head) => head.subarray(0, 1024).includes("%PDF-");
const isRichText = startsWith(...Buffer.from("{\\rtf"));

const isWide: Check = (head) => startsWith(0xff, 0xfe)(head) || startsWith(0xfe, 0xff)(head);

/** Text in whatever encoding: no zero bytes unless a mark says that characters are two bytes. */
const isText: Check = (head) => isWide(head) || !head.includes(0);

/** Control characters that no text has: those beside tabs, breaks and escapes. */
const CONTROL = /[\0-\x08\x0E-\x1A\x1C-\x1F]/;

/** True if there is nothing that only programs and pictures have. */
const isTyped: Check = (head) => {
  if (!isWide(head)) return !CONTROL.test(head.toString("latin1"));
  const whole = Buffer.from(head.subarray(0, head.length - (head.length % 2)));
  return !CONTROL.test((head[0] === 0xfe ? whole.swap16() : whole).toString("utf16le"));
};

/** Contents that an extension may have; other extensions must be what their name says. */
const CONTENTS: Readonly<Record<string, readonly Check[]>> = {
  pdf: [isPdf],
  zip: [isZip, isEmptyZip],
  doc: [isCompound, isRichText],
  xls: [isCompound],
  ppt: [isCompound],
  docx: [isZip, isCompound],
  xlsx: [isZip, isCompound],
  pptx: [isZip, isCompound],
  txt: [isText],
  md: [isText],
  csv: [isText],
};

/** Extensions of files that browsers may run; never stored, whatever the site allows. */
const ACTIVE: ReadonlySet<string> = new Set([
  "htm",
  "html",
  "xhtml",
  "xht",
  "xml",
  "svg",
  "svgz",
  "shtml",
  "mht",
  "mhtml",
  "js",
  "mjs",
  "css",
  "swf",
  "hta",
]);

/** True if the content of a file matches its extension. */
export async function contentFits(head: Buffer, extension: string): Promise<boolean> {
  if (extension === "" || ACTIVE.has(extension)) return false;
  const checks = CONTENTS[extension];
  const type = await fileTypeFromBuffer(head).catch(() => undefined);
  if (!checks) return type?.ext === extension;
  // Bytes that begin like a program or a picture are one; words such as "BMI" or "ID3" begin so by chance.
  const isKnown = type && !type.mime.startsWith("text/") && type.ext !== "xml";
  if (checks.includes(isText) && isKnown && !isTyped(head)) return false;
  return checks.some((check) => check(head));
}

/** Beginnings and ends of the parts that may precede the first element. */
const LEADING: readonly (readonly [begin: RegExp, end: string])[] = [
  [/^<!--/, "-->"],
  [/^<\?xml/i, "?>"],
  [/^<!doctype\s+svg/i, ">"],
];

/** Cuts off the parts that precede the first element; unclosed parts stay. */
function withoutLeading(text: string): string {
  let rest = text.trimStart();
  for (;;) {
    const leading = LEADING.find(([begin]) => begin.test(rest));
    const end = leading ? rest.indexOf(leading[1]) : -1;
    if (end < 0) return rest;
    rest = rest.slice(end + leading![1].length).trimStart();
  }
}

/** Detects drawings and pages that a browser would run, by their beginning. */
export function markupIn(head: Buffer): "svg" | "html" | null {
  const wide = startsWith(0xff, 0xfe)(head);
  const text = withoutLeading(head.toString(wide ? "utf16le" : "utf8"));
  if (/^<(?:\w+:)?svg[\s/>]/i.test(text)) return "svg";
  return /^<(?:!doctype\s+html|html|head|body|script|iframe)\b/i.test(text) ? "html" : null;
}

/** Longest name of a file, in UTF-16 units, as the database stores it. */
const NAME_MAX = 200;
/** Characters that a name must not have. Joiners stay: Persian, Indian scripts and emoji are shown otherwise without them. */
const UNSEEN = /[\u0000-\u001F\u007F-\u009F\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFFD"<>|*?:]/g;

/** Cleans the name under which a file is shown and downloaded: no folders, nothing invisible; long names lose their middle. */
export function cleanFileName(name: string, extension: string): string {
  const last = name
    .toWellFormed()
    .normalize("NFC")
    .split(/[/\\]/)
    .at(-1)!
    .replace(UNSEEN, "")
    .trim()
    .replace(/^\.+/, "");
  const nameExtension = extensionOf(last);
  const stem = (nameExtension === "" ? last : last.slice(0, -nameExtension.length - 1)).trim() || "file";
  const ending = nameExtension === "jpeg" && extension === "jpg" ? nameExtension : extension;
  return `${stem.slice(0, NAME_MAX - ending.length - 1).replace(/[\uD800-\uDBFF]$/, "")}.${ending}`;
}
