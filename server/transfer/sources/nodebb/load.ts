import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { loadMongoExport } from "./mongoExport.ts";
import { NodebbObjects } from "./objects.ts";

const GZIP = Buffer.from([0x1f, 0x8b]);
const HEAD_BYTES = 512;

/**
 * Reads the objects of a NodeBB from a file: what `mongoexport` has written.
 * @throws {Error} with one sentence if it cannot be read, or is none of NodeBB
 */
export async function loadNodebb(from: string, folder: string): Promise<NodebbObjects> {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(from))
    throw new Error("NodeBB is read from a file: mongoexport --collection=objects.");
  const isPacked = await isCompressed(from);
  const objects = new NodebbObjects(folder);
  try {
    await loadMongoExport(chunksOf(from, isPacked), objects);
    objects.finish();
    if (!objects.hash("global") || objects.count("user") === 0 || objects.count("category") === 0)
      throw new Error(`The file ${from} is none of NodeBB: it has no objects of users and categories.`);
    return objects;
  } catch (error) {
    objects.close();
    const { code = "" } = error as { code?: string };
    if (!code.startsWith("Z_")) throw error;
    throw new Error(`The file ${from} is damaged or not complete (${code}).`, { cause: error });
  }
}

async function isCompressed(from: string): Promise<boolean> {
  try {
    const file = await open(from);
    try {
      const { buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      return buffer.subarray(0, GZIP.length).equals(GZIP);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new Error(`The file ${from} cannot be read (${(error as { code?: string }).code ?? ""}).`, {
      cause: error,
    });
  }
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
