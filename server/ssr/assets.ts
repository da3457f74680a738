import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import type { HttpAnswer } from "../http/route.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".json": "application/json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".map": "application/json; charset=utf-8",
};
/** Files of the build carry a digest of their content in their name. */
const FOR_EVER = "public, max-age=31536000, immutable";
const FOR_AN_HOUR = "public, max-age=3600";
const HASHED = "/assets/";
/** The worker decides what else is kept, so browsers ask for it each time. */
const WORKER = "/sw.js";
const ASK_AGAIN = "no-cache";
/** The only page among the files is the one for cut lines: it shows text and a picture. */
const HTML_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'";

interface Asset {
  readonly type: string;
  readonly cacheControl: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly br: Buffer | null;
  readonly gzip: Buffer | null;
}

/** The files of the built client, kept in memory with the renditions that the build compressed. */
export class Assets {
  private readonly byPath = new Map<string, Asset>();

  constructor(folder: string) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const type = TYPES[extname(entry.name)];
      const file = join(entry.parentPath, entry.name);
      const path = `/${relative(folder, file).split(sep).join("/")}`;
      if (!entry.isFile() || !type || path.startsWith("/.")) continue;
      const plain = readFileSync(file);
      const etag = `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;
      const cacheControl = path.startsWith(HASHED) ? FOR_EVER : path === WORKER ? ASK_AGAIN : FOR_AN_HOUR;
      this.byPath.set(path, {
        type,
        cacheControl,
        etag,
        plain,
        br: readIfThere(`${file}.br`),
        gzip: readIfThere(`${file}.gz`),
      });
    }
  }

  /** The answer for a path; undefined if no file has it. Files that a build removed are 404, never a page. */
  answer(
    path: string,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): HttpAnswer | undefined {
    const asset = this.byPath.get(path);
    if (!asset) {
      if (!path.startsWith(HASHED)) return undefined;
      return {
        status: 404,
        headers: { "content-type": "text/plain", "cache-control": "no-store" },
        body: "gone",
      };
    }
    const common = { etag: asset.etag, "cache-control": asset.cacheControl, vary: "accept-encoding" };
    if (headers["if-none-match"] === asset.etag) return { status: 304, headers: common, body: "" };
    const accepted = String(headers["accept-encoding"] ?? "");
    const [encoding, body] =
      asset.br && /\bbr\b/.test(accepted)
        ? ["br", asset.br]
        : asset.gzip && /\bgzip\b/.test(accepted)
          ? ["gzip", asset.gzip]
          : [null, asset.plain];
    const encoded: Record<string, string> = encoding ? { "content-encoding": encoding } : {};
    return {
      status: 200,
      headers: {
        ...common,
        "content-type": asset.type,
        ...encoded,
        ...(asset.type.startsWith("text/html") ? { "content-security-policy": HTML_POLICY } : {}),
      },
      body: body as Buffer,
    };
  }
}

function readIfThere(file: string): Buffer | null {
  return existsSync(file) ? readFileSync(file) : null;
}
