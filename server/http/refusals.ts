import { STATUS_CODES, type IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import { parseCookies } from "../core/cookies.ts";
import { DomainError } from "../core/errors.ts";
import { chooseLocale, DEFAULT_LOCALE } from "../core/locale.ts";
import { badRequest } from "./incoming.ts";

/** The parts of a request that its refusal needs. */
export interface RefusedRequest {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
}

/** Writes the body of a refusal in the language of the request. */
export function errorBody(error: DomainError, { headers, id }: RefusedRequest): object {
  const locale = chooseLocale(parseCookies(headers.cookie)["locale"], headers["accept-language"]);
  const message = error.textIn(locale);
  const extensions = { code: error.code, legacyCode: error.legacyCode, requestId: id };
  // One shape for programs that look for `error`, and the GraphQL shape for those that look for `errors`.
  return { error: { ...extensions, message }, errors: [{ message, extensions }] };
}

/** Answers bytes that are no HTTP, too long or too slow, before there is a request that a route could refuse. */
export function refuseUnread(
  error: Error & { code?: string },
  socket: Socket,
  common: Readonly<Record<string, string>>,
): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const status =
    error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : error.code === "HPE_HEADER_OVERFLOW" ? 431 : 400;
  const problem = new DomainError("INVALID_PARAMETER", badRequest(status));
  const message = problem.textIn(DEFAULT_LOCALE);
  const extensions = { code: problem.code, legacyCode: problem.legacyCode };
  const body = JSON.stringify({ error: { ...extensions, message }, errors: [{ message, extensions }] });
  const headers = {
    ...common,
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
  socket.destroySoon();
}
