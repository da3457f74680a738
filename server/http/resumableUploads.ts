import { ReadableStream } from "node:stream/web";
import type { FileStore } from "@tus/file-store";
import { MemoryLocker, Metadata, Server, TUS_RESUMABLE, type ServerOptions } from "@tus/server";
import type { Context, Services } from "../core/context.ts";
import { cannotStore } from "../core/diskFaults.ts";
import { DomainError, invalid } from "../core/errors.ts";
import { statusOf } from "../core/httpStatus.ts";
import {
  beginUpload,
  cancelUpload,
  continueUpload,
  finishUpload,
  noSuchUpload,
} from "../features/attachments/resumable/resumable.service.ts";
import { openStore } from "../features/attachments/resumable/store.ts";
import { requestContext } from "./requests.ts";
import type { HttpAnswer, HttpRequest, Route } from "./route.ts";
import { uploaded, uploadRefused } from "./upload.ts";

/** Address of uploads in pieces, by the tus protocol 1.0 (https://tus.io/protocols/resumable-upload). */
const RESUMABLE_PATH = "/uploads/resumable";
/** Header of the request within the process that names the upload in the store: it begins with the member. */
const KEY_HEADER = "x-upload-key";
/** Headers of clients that the protocol reads; all others stay outside. */
const READ_HEADERS = [
  "tus-resumable",
  "upload-length",
  "upload-metadata",
  "upload-offset",
  "content-type",
  "content-length",
] as const;
/** Headers of answers that the protocol writes. */
const WRITTEN_HEADERS = [
  "tus-resumable",
  "tus-version",
  "tus-extension",
  "tus-max-size",
  "upload-offset",
  "upload-length",
  "upload-expires",
  "upload-metadata",
  "location",
] as const;
const PRIVATE = { "cache-control": "private, no-store" } as const;

/** The protocol with the store of one forum. */
interface Tus {
  readonly store: FileStore;
  readonly server: Server;
}

/** Lists the addresses of uploads that go on after a broken line. */
export function resumableRoutes(services: Services): Route[] {
  let tus: Promise<Tus> | null = null;
  // Opened by the first upload. A folder that cannot be made now may be makeable later.
  const open = (): Promise<Tus> =>
    (tus ??= openTus(services.filesDir).catch((error: unknown) => {
      tus = null;
      throw error;
    }));
  const route = (path: string, handle: (call: Call) => Promise<HttpAnswer>): Route => ({
    method: "RESUMABLE",
    path,
    name: "resumable-uploads",
    work: "upload",
    streams: true,
    handle: (request) => answering(services, request, open, handle),
  });
  return [route(RESUMABLE_PATH, begin), route(`${RESUMABLE_PATH}/:id`, reach)];
}

async function openTus(filesDir: string): Promise<Tus> {
  const store = await openStore(filesDir);
  const options: ServerOptions & { datastore: FileStore } = {
    path: RESUMABLE_PATH,
    datastore: store,
    locker: new MemoryLocker(),
    relativeLocation: true,
    namingFunction: (request) => request.headers.get(KEY_HEADER)!,
    getFileIdFromRequest: (request) => request.headers.get(KEY_HEADER)!,
    generateUrl: (_request, { path, id }) => `${path}/${id.split("/").at(-1)!}`,
  };
  return { store, server: new Server(options) };
}

/** A request with all that its handler needs. */
interface Call {
  readonly ctx: Context;
  readonly request: HttpRequest;
  readonly tus: Tus;
}

/** Answers refusals in the form of uploads. */
async function answering(
  services: Services,
  request: HttpRequest,
  open: () => Promise<Tus>,
  handle: (call: Call) => Promise<HttpAnswer>,
): Promise<HttpAnswer> {
  try {
    const ctx = await requestContext(services, request);
    return await handle({ ctx, request, tus: await open() });
  } catch (error) {
    const { headers, ...refusal } = uploadRefused(request, error, statusIn, services.log);
    return { ...refusal, headers: { ...headers, "tus-resumable": TUS_RESUMABLE } };
  }
}

/** `POST`: begins an upload. `OPTIONS`: says what the protocol can do here. */
async function begin({ ctx, request, tus }: Call): Promise<HttpAnswer> {
  if (request.method === "OPTIONS") return answerOf(await tus.server.handleWeb(requestFor(request, "")));
  if (request.method !== "POST") throw noSuchUpload();
  const facts = metadataOf(request);
  const length = request.headers["upload-length"];
  const answer = await beginUpload(ctx, {
    kind: facts["kind"] ?? "",
    name: facts["filename"] ?? "",
    size: typeof length === "string" && /^\d+$/.test(length) ? Number(length) : Number.NaN,
    create: (_id, key) => tus.server.handleWeb(requestFor(request, key)),
  });
  return answerOf(answer);
}

/** `HEAD` and `PATCH`: goes on. `DELETE`: removes. `POST`, beyond the protocol: makes an attachment of it. */
async function reach({ ctx, request, tus }: Call): Promise<HttpAnswer> {
  const id = request.path.slice(RESUMABLE_PATH.length + 1);
  if (request.method === "POST") return uploaded(await finishUpload(ctx, tus.store, id));
  if (request.method === "OPTIONS") return answerOf(await tus.server.handleWeb(requestFor(request, "")));
  const work = (key: string): Promise<Response> => tus.server.handleWeb(requestFor(request, key));
  return answerOf(await (request.method === "DELETE" ? cancelUpload : continueUpload)(ctx, { id, work }));
}

function metadataOf({ headers }: HttpRequest): Record<string, string | null> {
  try {
    return Metadata.parse(String(headers["upload-metadata"] ?? ""));
  } catch {
    throw invalid("filename", "Upload-Metadata 格式错误", "Upload-Metadata is malformed.");
  }
}

/** Makes the request that the protocol reads. Its body is a stream: of a refused request it is not read. */
function requestFor(request: HttpRequest, key: string): Request {
  const headers = new Headers({ [KEY_HEADER]: key });
  for (const name of READ_HEADERS) {
    const value = request.headers[name];
    if (typeof value === "string") headers.set(name, value);
  }
  const hasBody = request.method === "PATCH";
  if (!hasBody) headers.delete("content-type");
  const body = hasBody
    ? (ReadableStream.from(request.openBody().iterator({ destroyOnReturn: false })) as BodyInit)
    : null;
  const init = { method: request.method, headers, body, ...(hasBody ? { duplex: "half" } : {}) };
  return new Request(`http://localhost${RESUMABLE_PATH}`, init);
}

/** Gives an answer of the protocol; refusals in the form of all others. */
async function answerOf(response: Response): Promise<HttpAnswer> {
  if (response.status >= 400) throw refusalOf(response.status, (await response.text()).trim());
  const headers: Record<string, string> = { ...PRIVATE };
  for (const name of WRITTEN_HEADERS) {
    const value = response.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  return { status: response.status, headers, body: "" };
}

/** Refusal by the protocol, with its own HTTP status: clients decide by it whether to go on. */
class ProtocolError extends DomainError {
  constructor(
    readonly status: number,
    reason: string,
  ) {
    super("INVALID_PARAMETER", {
      field: "file",
      text: { zh: `续传请求无效：${reason}`, en: `The request does not fit the upload: ${reason}` },
    });
  }
}

function statusIn(error: DomainError): number {
  return error instanceof ProtocolError ? error.status : statusOf(error);
}

function refusalOf(status: number, reason: string): DomainError {
  if (status === 404 || status === 410) return noSuchUpload();
  return status >= 500 ? cannotStore() : new ProtocolError(status, reason);
}
