import { Readable } from "node:stream";
import type { IncomingMessage } from "node:http";
import { Busboy, type BusboyFileStream, type BusboyHeaders } from "@fastify/busboy";
import { DomainError } from "../core/errors.ts";
import { badRequest } from "./incoming.ts";

/** The content type of a form with files. */
const MULTIPART = "multipart/form-data";
const BOUNDARY = /^boundary=(?:[^\s;"]{1,70}|"[^\s;"]{1,70}")$/i;

/** True if a content type is that of a form with files and names its boundary, no quoted parameter before it. */
function isMultipart(contentType: string): boolean {
  const [type, ...parameters] = contentType.split(";").map((part) => part.trim());
  if (type!.toLowerCase() !== MULTIPART) return false;
  const place = parameters.findIndex((parameter) => BOUNDARY.test(parameter));
  return place >= 0 && !parameters.slice(0, place).some((parameter) => parameter.includes('"'));
}

/** One file, and little beside it. */
const MULTIPART_LIMITS = {
  files: 1,
  fields: 10,
  fieldSize: 1_000,
  parts: 20,
  headerPairs: 20,
  headerSize: 8_192,
} as const;

/** Forms without files are texts: as long as the longest, and no more of them than in a query string. */
const TEXTS_LIMITS = { files: 0, fields: 1_000, fieldSize: 400_000, parts: 1_000, headerPairs: 20 } as const;

/** A file while it arrives. */
export interface ArrivingFile {
  /** As the client names it. */
  readonly name: string;
  /** Fails with INVALID_PARAMETER if the request breaks off. */
  readonly bytes: Readable;
  /** The other parts of the form; complete only when the file has been read. */
  fields(): Promise<Readonly<Record<string, string>>>;
}

/** Begins to read a multipart body and gives its first file; null if there is none. */
export function openFile(raw: IncomingMessage): Promise<ArrivingFile | null> {
  return new Promise((resolve, reject) => {
    let arriving: BusboyFileStream | undefined;
    const broken = (): void => {
      arriving?.destroy(new Error("The request breaks off."));
      reject(new DomainError("INVALID_PARAMETER", badRequest(400)));
    };
    if (!isMultipart(raw.headers["content-type"] ?? "")) return resolve(null);
    const parser = new Busboy({ headers: raw.headers as BusboyHeaders, limits: MULTIPART_LIMITS });
    const fields: Record<string, string> = {};
    const ended = new Promise<typeof fields>((done) => parser.once("finish", () => done(fields)));
    parser.on("field", (name, value) => void Object.assign(fields, { [name]: value }));
    parser.once("file", (_field, bytes, name) => {
      // Always heard: it may break off before anybody reads.
      arriving = bytes.on("error", broken);
      const readable = Readable.from(whole(bytes), { objectMode: false });
      resolve({ name: name ?? "", bytes: readable, fields: () => ended });
    });
    parser.once("finish", () => resolve(null));
    parser.on("error", broken);
    raw.once("close", () => raw.readableEnded || broken());
    raw.pipe(parser);
  });
}

/** The bytes of a file; whatever the parser says about a broken one, its sender has made a mistake. */
async function* whole(bytes: BusboyFileStream): AsyncGenerator<Buffer> {
  try {
    yield* bytes as AsyncIterable<Buffer>;
  } catch {
    throw new DomainError("INVALID_PARAMETER", badRequest(400));
  }
}

/** Reads a form without files as a query string. @returns null if the body is none. @throws {DomainError} INVALID_PARAMETER. */
export function readFields(raw: IncomingMessage): Promise<string | null> {
  return new Promise((resolve, reject) => {
    if (!isMultipart(raw.headers["content-type"] ?? "")) return resolve(null);
    const parser = new Busboy({ headers: raw.headers as BusboyHeaders, limits: TEXTS_LIMITS });
    const broken = (): void => reject(new DomainError("INVALID_PARAMETER", badRequest(400)));
    const fields = new URLSearchParams();
    parser.on("field", (name, value) => fields.append(name, value));
    parser.once("finish", () => resolve(fields.toString()));
    parser.on("error", broken);
    raw.once("close", () => raw.readableEnded || broken());
    raw.pipe(parser);
  });
}
