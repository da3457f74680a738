import { endOfPng } from "./wholePicture.ts";

/** Maximum pictures in one container. */
const PICTURES_MAX = 64;
/** Edge that a zero stands for, in pixels. */
const ZERO_EDGE_PX = 256;
const [HEAD_BYTES, ENTRY_BYTES, DIB_HEAD_BYTES] = [6, 16, 40];
const PNG_MAGIC = Buffer.from("89504e470d0a1a0a", "hex");

/** The largest picture of an icon: as PNG, or as pixels of four bytes (red, green, blue, alpha). */
export type IconPicture =
  | { readonly kind: "png"; readonly bytes: Buffer }
  | { readonly kind: "pixels"; readonly bytes: Buffer; readonly width: number; readonly height: number };

interface Entry {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly from: number;
  readonly to: number;
}

/** True if a file begins like an icon. */
export function beginsAsIcon(bytes: Buffer): boolean {
  return bytes.length > HEAD_BYTES && bytes.readUInt32LE(0) === 0x00010000;
}

/**
 * Opens an icon (ICO): the pictures that it lists must fill the file one after the other, without gaps or a rest, and
 * each must be valid, so that nothing else hides in it.
 * @returns its largest picture; null if anything is wrong
 */
export function largestOfIcon(bytes: Buffer): IconPicture | null {
  if (!beginsAsIcon(bytes)) return null;
  const count = bytes.readUInt16LE(4);
  const start = HEAD_BYTES + ENTRY_BYTES * count;
  if (count < 1 || count > PICTURES_MAX || start > bytes.length) return null;
  const entries = Array.from({ length: count }, (_, index) =>
    entryAt(bytes, HEAD_BYTES + ENTRY_BYTES * index),
  );
  let end = start;
  for (const { from, to } of [...entries].sort((a, b) => a.from - b.from)) {
    if (from !== end || to <= from) return null;
    end = to;
  }
  if (end !== bytes.length) return null;
  const pictures = entries.map((entry) => ({
    entry,
    picture: open(bytes.subarray(entry.from, entry.to), entry),
  }));
  if (pictures.some(({ picture }) => picture === null)) return null;
  pictures.sort((a, b) => b.entry.width - a.entry.width || b.entry.depth - a.entry.depth);
  return pictures[0]!.picture;
}

function entryAt(bytes: Buffer, at: number): Entry {
  const from = bytes.readUInt32LE(at + 12);
  return {
    width: bytes.readUInt8(at) || ZERO_EDGE_PX,
    height: bytes.readUInt8(at + 1) || ZERO_EDGE_PX,
    depth: bytes.readUInt16LE(at + 6),
    from,
    to: from + bytes.readUInt32LE(at + 8),
  };
}

function open(bytes: Buffer, entry: Entry): IconPicture | null {
  if (bytes.subarray(0, PNG_MAGIC.length).equals(PNG_MAGIC))
    return endOfPng(bytes) === bytes.length ? { kind: "png", bytes } : null;
  return pixelsOf(bytes, entry);
}

/** Decodes a bitmap without a file header: rows from the bottom, padded to four bytes, followed by a transparency mask. */
function pixelsOf(dib: Buffer, { width, height }: Entry): IconPicture | null {
  if (dib.length < DIB_HEAD_BYTES || dib.readUInt32LE(0) !== DIB_HEAD_BYTES) return null;
  const depth = dib.readUInt16LE(14);
  const isPlain = dib.readUInt16LE(12) === 1 && dib.readUInt32LE(16) === 0;
  const fits = dib.readInt32LE(4) === width && dib.readInt32LE(8) === height * 2;
  if (!isPlain || !fits || ![1, 4, 8, 24, 32].includes(depth)) return null;
  const colors = depth > 8 ? 0 : dib.readUInt32LE(32) || 2 ** depth;
  const rowBytes = (bits: number): number => Math.ceil((width * bits) / 32) * 4;
  const [pixelsAt, maskRow] = [DIB_HEAD_BYTES + colors * 4, rowBytes(1)];
  const maskAt = pixelsAt + rowBytes(depth) * height;
  // The mask may be left out where each pixel has its own alpha.
  const hasMask = dib.length === maskAt + maskRow * height;
  if (colors > 2 ** depth || !(hasMask || (depth === 32 && dib.length === maskAt))) return null;
  const bit = (at: number, x: number): number => (dib.readUInt8(at + (x >> 3)) >> (7 - (x & 7))) & 1;
  const bytes = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y++) {
    const line = height - 1 - y;
    const rowAt = pixelsAt + line * rowBytes(depth);
    for (let x = 0; x < width; x++) {
      const from = depth > 8 ? rowAt + (x * depth) / 8 : DIB_HEAD_BYTES + 4 * indexAt(dib, rowAt, x, depth);
      if (from + 3 > maskAt) return null;
      const hidden = hasMask && depth !== 32 && bit(maskAt + line * maskRow, x) === 1;
      const alpha = depth === 32 ? dib.readUInt8(from + 3) : hidden ? 0 : 255;
      const [blue, green, red] = [dib.readUInt8(from), dib.readUInt8(from + 1), dib.readUInt8(from + 2)];
      bytes.set([red, green, blue, alpha], (y * width + x) * 4);
    }
  }
  return { kind: "pixels", bytes, width, height };
}

/** Gives the palette index of a pixel. */
function indexAt(dib: Buffer, rowAt: number, x: number, depth: number): number {
  const perByte = 8 / depth;
  const byte = dib.readUInt8(rowAt + Math.floor(x / perByte));
  return (byte >> ((perByte - 1 - (x % perByte)) * depth)) & (2 ** depth - 1);
}
