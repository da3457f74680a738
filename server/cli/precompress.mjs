import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const TEXT = new Set([
  ".css",
  ".html",
  ".js",
  ".json",
  ".mjs",
  ".svg",
  ".txt",
  ".webmanifest",
  ".wasm",
  ".xml",
]);
/** Smaller files fit one packet anyway. */
const SMALLEST_BYTES = 860;
/** The best brotli level takes a second per half megabyte; large lazy chunks get the next best. */
const BEST_BROTLI_BELOW_BYTES = 400_000;
const AT_ONCE = 4;

/** Writes `x.br` and `x.gz` beside every text file of a folder, where they are smaller than `x`. */
export async function precompress(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let file = files.pop(); file; file = files.pop()) await compressFile(file);
  });
  await Promise.all(workers);
}

async function compressFile(file) {
  const bytes = await readFile(file);
  if (bytes.length < SMALLEST_BYTES) return;
  const quality = bytes.length < BEST_BROTLI_BELOW_BYTES ? 11 : 9;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  if (br.length < bytes.length) await writeFile(`${file}.br`, br);
  if (gz.length < bytes.length) await writeFile(`${file}.gz`, gz);
}
