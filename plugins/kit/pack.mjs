import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import { packageFiles, readManifest } from "./check.mjs";

const LOCAL = 0x04034b50;
const ENTRY = 0x02014b50;
const END = 0x06054b50;
const DEFLATED = 8;
const UNIX = 3 << 8;
const PLAIN_FILE = 0o100644;

/** Writes NAME-VERSION.zip beside a plugin's files. @returns its path @throws {Error} with what is wrong. */
export function packPlugin(folder) {
  const { pluginName, version } = readManifest(folder);
  const path = join(folder, `${pluginName}-${version}.zip`);
  writeFileSync(path, zipOf(packageFiles(folder)));
  return path;
}

/** Makes a zip archive of files by name (APPNOTE 4.3); the same files give the same bytes. */
export function zipOf(files) {
  const parts = [];
  const entries = [];
  let offset = 0;
  for (const [name, bytes] of files) {
    const packed = deflateRawSync(bytes);
    const nameLength = Buffer.byteLength(name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(LOCAL, 0);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(ENTRY, 0);
    entry.writeUInt16LE(UNIX, 4);
    // The fields that both have, in the same order.
    for (const [head, at] of [
      [local, 8],
      [entry, 10],
    ]) {
      head.writeUInt16LE(DEFLATED, at);
      head.writeUInt32LE(crc32(bytes), at + 6);
      head.writeUInt32LE(packed.length, at + 10);
      head.writeUInt32LE(bytes.length, at + 14);
      head.writeUInt16LE(nameLength, at + 18);
    }
    entry.writeUInt32LE((PLAIN_FILE << 16) >>> 0, 38);
    entry.writeUInt32LE(offset, 42);
    parts.push(local, Buffer.from(name), packed);
    entries.push(entry, Buffer.from(name));
    offset += local.length + nameLength + packed.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(files.size, 8);
  end.writeUInt16LE(files.size, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}
