import type { PictureKind } from "../attachments/fileKinds.ts";

/** Finds the end of a picture by its format; null if it is incomplete or invalid. */
type FindEnd = (bytes: Buffer) => number | null;

/**
 * True if a file is one picture and nothing else: bytes behind a picture are a second file for a program that reads it
 * differently.
 */
export function isWholePicture(bytes: Buffer, kind: PictureKind): boolean {
  try {
    return ENDS[kind](bytes) === bytes.length;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

const ENDS: Readonly<Record<PictureKind, FindEnd>> = {
  png: endOfPng,
  gif: endOfGif,
  jpg: endOfJpeg,
  // A RIFF file says how long it is, without its first eight bytes.
  webp: (bytes) => bytes.readUInt32LE(4) + 8,
};

/** Gives the length of a PNG up to the end of IEND. */
export function endOfPng(bytes: Buffer): number | null {
  for (let at = 8; at + 12 <= bytes.length;) {
    const next = at + 12 + bytes.readUInt32BE(at);
    if (bytes.toString("latin1", at + 4, at + 8) === "IEND") return next;
    at = next;
  }
  return null;
}

function endOfGif(bytes: Buffer): number | null {
  const tableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const behindBlocks = (from: number): number => {
    let at = from;
    while (bytes.readUInt8(at) !== 0) at += bytes.readUInt8(at) + 1;
    return at + 1;
  };
  let at = 13 + tableBytes(bytes.readUInt8(10));
  for (;;) {
    const kind = bytes.readUInt8(at);
    if (kind === 0x3b) return at + 1;
    if (kind === 0x21) at = behindBlocks(at + 2);
    else if (kind === 0x2c) at = behindBlocks(at + 11 + tableBytes(bytes.readUInt8(at + 9)));
    else return null;
  }
}

function endOfJpeg(bytes: Buffer): number | null {
  let at = 2;
  for (;;) {
    if (bytes.readUInt8(at) !== 0xff) return null;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xd9) return at + 2;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    at += 2 + bytes.readUInt16BE(at + 2);
    if (marker === 0xda) at = behindScan(bytes, at);
  }
}

/** Finds the first marker behind the coded pixels of a scan. */
function behindScan(bytes: Buffer, from: number): number {
  for (let at = from; ; at++) {
    at = bytes.indexOf(0xff, at);
    if (at < 0) throw new RangeError("The scan has no end.");
    const marker = bytes.readUInt8(at + 1);
    if (marker !== 0 && (marker < 0xd0 || marker > 0xd7)) return at;
  }
}
