import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { loadMongoExport } from "./mongoExport.ts";
import { NodebbObjects } from "./objects.ts";
import { loadPostgresObjects } from "./postgresObjects.ts";
import { codeOf, problem, problemBy } from "../../problems.ts";

const GZIP = Buffer.from([0x1f, 0x8b]);
/** Beginning of an export of MongoDB: an object, or an array of them. */
const MONGO = /^\ufeff?\s*[[{]/;
const HEAD_BYTES = 512;

/**
 * Reads the objects of a NodeBB from a file: what `mongoexport` has written, or a plain dump of PostgreSQL; both also
 * compressed by gzip.
 * @throws {Error} with one sentence if it cannot be read, or is none of NodeBB
 */
export async function loadNodebb(
  from: string,
  folder: string,
  tell: (line: string) => void,
): Promise<NodebbObjects> {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(from))
    throw problem("FILE_WANTED", "NodeBB", {
      zh: " mongoexport --collection=objects 或 pg_dump 导出的文件",
      en: "one of mongoexport --collection=objects, or of pg_dump",
    });
  const isPacked = await isCompressed(from);
  const objects = new NodebbObjects(folder);
  try {
    if (await isMongoExport(from, isPacked)) await loadMongoExport(chunksOf(from, isPacked), objects);
    else await loadPostgresObjects(from, folder, objects, tell);
    objects.finish();
    if (!objects.hash("global") || objects.count("user") === 0 || objects.count("category") === 0)
      throw problem("OTHER_FILE", from, "NodeBB", { zh: "用户和板块", en: "users and categories of one" });
    return objects;
  } catch (error) {
    objects.close();
    const { code = "" } = error as { code?: string };
    if (!code.startsWith("Z_")) throw error;
    throw problemBy(error, "DAMAGED_FILE", from);
  }
}

async function isCompressed(from: string): Promise<boolean> {
  try {
    const file = await open(from);
    try {
      const { buffer } = await file.read(Buffer.alloc(GZIP.length), 0, GZIP.length, 0);
      return buffer.equals(GZIP);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw problemBy(error, "UNREADABLE_FILE", from, codeOf(error));
  }
}

async function isMongoExport(from: string, isPacked: boolean): Promise<boolean> {
  for await (const chunk of chunksOf(from, isPacked))
    return MONGO.test(chunk.subarray(0, HEAD_BYTES).toString("utf8"));
  return false;
}

async function* chunksOf(from: string, isPacked: boolean): AsyncGenerator<Buffer> {
  const file = createReadStream(from);
  const stream: Readable = isPacked ? file.pipe(createGunzip()) : file;
  file.on("error", (error) => stream.destroy(error));
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } finally {
    file.destroy();
  }
}
