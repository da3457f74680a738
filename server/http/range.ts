/** Part of a file: first and last byte, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

const SINGLE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * Reads a Range header.
 * @returns null if the whole file is to be sent: no header, one that is no single range of bytes; "none" if the range
 *   lies outside of the file
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | "none" | null {
  const [, from = "", to = ""] = SINGLE.exec(header ?? "") ?? [];
  if (from === "" && to === "") return null;
  if (from === "") {
    const last = Math.min(Number(to), size);
    return last === 0 ? "none" : { start: size - last, end: size - 1 };
  }
  const start = Number(from);
  if (to !== "" && Number(to) < start) return null;
  return start < size ? { start, end: to === "" ? size - 1 : Math.min(Number(to), size - 1) } : "none";
}
