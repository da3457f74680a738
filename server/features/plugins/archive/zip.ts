import { crc32, inflateRawSync } from "node:zlib";
import { refusePackage } from "../manifest.ts";

/**
 * Reads the zip archives of plugins, and only such as plugins need: in memory, a few files, stored or deflated. Whatever
 * else the format knows is refused, so that there is nothing to be confused by (decision 0332).
 */

/** Most files of a package. */
export const FILES_MAX = 20;
/** Most bytes of all files together, unpacked. */
export const UNPACKED_MAX_BYTES = 8_000_000;

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const LOCAL_LENGTH = 30;
const COMMENT_MAX = 65_535;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;
const UNIX = 3;
const KIND_OF_FILE = 0o170000;
const REGULAR = 0o100000;
const FOLDER = 0o040000;

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly packed: number;
  readonly size: number;
  readonly checksum: number;
  readonly offset: number;
}

const broken = () => refusePackage("压缩包已损坏或不是 zip 文件", "The archive is damaged or no zip file.");

/**
 * Unpacks an archive.
 * @returns files by name
 * @throws {DomainError} INVALID_PARAMETER with the reason: what leads out of the folder, links, too many files, too large
 *   ones, two of one name, encryption, and whatever is no archive.
 */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  let room = UNPACKED_MAX_BYTES;
  for (const entry of entriesOf(archive)) {
    if (files.has(entry.name))
      throw refusePackage(`压缩包里有两个 ${entry.name}`, `The archive has two files ${entry.name}.`);
    if (entry.size > room)
      throw refusePackage(
        `解压后超过 ${UNPACKED_MAX_BYTES / 1e6} MB`,
        `The files are larger than ${UNPACKED_MAX_BYTES / 1e6} MB together.`,
      );
    const bytes = contentOf(archive, entry);
    room -= bytes.length;
    files.set(entry.name, bytes);
  }
  return files;
}

function endOf(archive: Buffer): number {
  const first = Math.max(0, archive.length - END_LENGTH - COMMENT_MAX);
  for (let at = archive.length - END_LENGTH; at >= first; at--)
    if (
      archive.readUInt32LE(at) === END &&
      at + END_LENGTH + archive.readUInt16LE(at + 20) === archive.length
    )
      return at;
  throw broken();
}

function entriesOf(archive: Buffer): Entry[] {
  const end = endOf(archive);
  const count = archive.readUInt16LE(end + 10);
  if (count > FILES_MAX)
    throw refusePackage(`文件过多，最多 ${FILES_MAX} 个`, `There are more than ${FILES_MAX} files.`);
  const entries: Entry[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_LENGTH > end || archive.readUInt32LE(at) !== ENTRY) throw broken();
    const nameLength = archive.readUInt16LE(at + 28);
    const next =
      at + ENTRY_LENGTH + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
    if (next > end) throw broken();
    const name = archive.toString("utf8", at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength);
    if (!isFolder(archive, at, name)) entries.push(entryAt(archive, at, name));
    at = next;
  }
  return entries;
}

/** Tells folders, which hold nothing themselves, from files. @throws {DomainError} INVALID_PARAMETER for links and devices. */
function isFolder(archive: Buffer, at: number, name: string): boolean {
  const system = archive.readUInt16LE(at + 4) >> 8;
  const kind = system === UNIX ? (archive.readUInt32LE(at + 38) >>> 16) & KIND_OF_FILE : 0;
  if (kind !== 0 && kind !== REGULAR && kind !== FOLDER)
    throw refusePackage(`${name} 不是普通文件`, `${name} is a link or no plain file.`);
  return name.endsWith("/") || kind === FOLDER;
}

function entryAt(archive: Buffer, at: number, name: string): Entry {
  // Before anything else is made of the name.
  if (/^[/\\]|[\\:\0]|(?:^|\/)\.{1,2}(?:\/|$)/.test(name))
    throw refusePackage(`不允许的路径：${name}`, `The path ${name} leads out of the package.`);
  if (archive.readUInt16LE(at + 8) & ENCRYPTED)
    throw refusePackage("不支持加密的压缩包", "Encrypted archives are not taken.");
  const method = archive.readUInt16LE(at + 10);
  if (method !== STORED && method !== DEFLATED)
    throw refusePackage("不支持的压缩方式", "The compression is unknown.");
  return {
    name,
    method,
    checksum: archive.readUInt32LE(at + 16),
    packed: archive.readUInt32LE(at + 20),
    size: archive.readUInt32LE(at + 24),
    offset: archive.readUInt32LE(at + 42),
  };
}

function contentOf(archive: Buffer, { name, method, packed, size, checksum, offset }: Entry): Buffer {
  if (offset + LOCAL_LENGTH > archive.length || archive.readUInt32LE(offset) !== LOCAL) throw broken();
  const start = offset + LOCAL_LENGTH + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
  const data = archive.subarray(start, start + packed);
  if (data.length !== packed) throw broken();
  const bytes = method === STORED ? data : inflated(data, size, name);
  if (bytes.length !== size || crc32(bytes) !== checksum) throw broken();
  return bytes;
}

/** Inflates no more than was announced: what is larger is a bomb. */
function inflated(data: Buffer, size: number, name: string): Buffer {
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, size) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE")
      throw refusePackage(`${name} 比声明的大`, `${name} is larger than it says.`);
    throw broken();
  }
}
