import { readdirSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import type { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

/** A word that stands in the metadata of `photo`, and in no pixel. */
export const CANARY = "CanaryCamera";

/** A picture in one colour. */
export function plain(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: "#4a7" } });
}

/** A photo as phones write them: 400 × 300 pixels lying on its side, with the camera and the place in its EXIF. */
export function photo(): Promise<Buffer> {
  return plain(400, 300)
    .jpeg()
    .withExif({
      IFD0: { Make: CANARY, Orientation: "6" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "51/1 30/1 3/1",
        GPSLongitudeRef: "W",
        GPSLongitude: "0/1 7/1 3/1",
      },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

/** A GIF of three frames. */
export async function animation(): Promise<Buffer> {
  const colours = ["#f00", "#0f0", "#00f"];
  const frames = await Promise.all(
    colours.map((background) =>
      sharp({ create: { width: 40, height: 30, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100, 100] })
    .toBuffer();
}

/** A silent WAV file with so many bytes of sound, 8,000 of them for each second. */
export function sound(bytes: number): Buffer {
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + bytes, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8_000, 24);
  header.writeUInt32LE(8_000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36);
  header.writeUInt32LE(bytes, 40);
  return Buffer.concat([header, Buffer.alloc(bytes, 128)]);
}

/** The beginning of an MP4 file: its type and no frame, which no browser plays. */
export function clip(): Buffer {
  const box = Buffer.from("\0\0\0\x18ftypisom\0\0\x02\0isommp41", "latin1");
  return Buffer.concat([box, Buffer.from("\0\0\0\x08free", "latin1")]);
}

/** A small file that says truly that it is a picture of 900 megapixels. */
export function bomb(): Buffer {
  const edge = 30_000;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(edge, 0);
  header.writeUInt32BE(edge, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc(edge * (1 + edge / 8)), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Fetches an address, byte for byte. */
export async function fetchFile(
  forum: Forum,
  person: Person | null,
  url: string,
  headers: Readonly<Record<string, string>> = {},
) {
  const cookie = person?.credentials ? { cookie: person.credentials.cookie } : {};
  const answer = await forum.app.inject({ url, headers: { ...cookie, ...headers } });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
}

/** Every file below the folder of uploads, half arrived ones included. */
export function filesOf(forum: Forum): string[] {
  const folder = forum.app.services.filesDir;
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
