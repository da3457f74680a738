import type { Readable } from "node:stream";
import type { DomainError } from "../core/errors.ts";
import type { Work } from "./admission.ts";
import type { ArrivingFile } from "./arrivingFile.ts";
import type { OpenAnswer } from "./openAnswer.ts";
import type { Incoming } from "./requests.ts";

/** A request as routes see it; only `server.ts` knows Fastify. */
export interface HttpRequest extends Incoming {
  readonly method: string;
  /** Undecoded path. */
  readonly path: string;
  /** Query string with its question mark, or empty. */
  readonly search: string;
  readonly body: unknown;
  /**
   * Begins to read a multipart body and gives its first file.
   * @returns null if there is none
   */
  openFile(): Promise<ArrivingFile | null>;
  /** Body as it arrives, for routes that take it as a stream. */
  openBody(): Readable;
  /** Reads a multipart body without files, names with their values; null if there is none. */
  readFields(): Promise<string | null>;
}

/** An answer of a route. A stream is sent as it comes. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | NodeJS.ReadableStream | OpenAnswer;
}

/** One address and its handler. */
export interface Route {
  /** READ is GET and HEAD; the handler leaves the body of HEAD empty. RESUMABLE are the methods of resumable uploads. */
  readonly method: "GET" | "READ" | "POST" | "RESUMABLE" | "ANY";
  /** Fastify's pattern, `/files/*`; "*" is every other address. */
  readonly path: string;
  /** Name in metrics and logs. */
  readonly name: string;
  /** Takes the body as a stream instead of parsed. */
  readonly streams?: boolean;
  /** Takes JSON and forms as the text that arrived: a signature covers its bytes. */
  readonly isRaw?: boolean;
  /**
   * Kind of work that its requests count as. "own": the handler asks for admission itself, for part of its requests;
   * "none": it is always answered.
   */
  readonly work: Work | "own" | "none";
  /** Longest body, if not BODY_MAX_BYTES. */
  readonly maxBytes?: number;
  /** Writes a refusal that came before the handler, if not in the common form; null keeps the common form. */
  refuse?(
    error: DomainError,
    request: Pick<HttpRequest, "headers" | "cookies" | "requestId">,
  ): HttpAnswer | null;
  handle(request: HttpRequest): Promise<HttpAnswer>;
}
