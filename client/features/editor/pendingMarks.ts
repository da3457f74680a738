import type { AttachedFile } from "./attachedFile.ts";

/** Stands in the text where a picture will be, until it has arrived; never saved and never sent. */
const SCHEME = "uploading:";
const MARK = /!\[[^[\]\n]*\]\(uploading:\d+\)\n?/g;

/** Signs that would end the name of a picture in Markdown. */
const nameIn = (fileName: string): string => fileName.replace(/[[\]\\\n]/g, "");

/** The Markdown of a picture on its way. */
export function pendingMark(key: string, fileName: string): string {
  return `![${nameIn(fileName)}](${SCHEME}${key})`;
}

/** The upload whose place an address of a picture keeps; null for addresses of pictures. */
export function pendingKey(src: string): string | null {
  return src.startsWith(SCHEME) ? src.slice(SCHEME.length) : null;
}

/** A text without the places of pictures that have not arrived. */
export function withoutPending(markdown: string): string {
  return markdown.includes(SCHEME) ? markdown.replace(MARK, "") : markdown;
}

/** The Markdown that shows an uploaded file: a picture, or a link to anything else. */
export function markdownOf(file: AttachedFile): string {
  return `${file.isImage ? "!" : ""}[${nameIn(file.fileName)}](${file.url})`;
}

/** Files in the order in which a text shows them; those that it does not show follow in their own order. */
export function inTextOrder(files: readonly AttachedFile[], body: string): AttachedFile[] {
  const place = ({ url }: AttachedFile): number => {
    const at = body.indexOf(url);
    return at < 0 ? Number.MAX_SAFE_INTEGER : at;
  };
  return files
    .map((file, index) => ({ file, index, at: place(file) }))
    .sort((a, b) => a.at - b.at || a.index - b.index)
    .map(({ file }) => file);
}
