import { writeQuery } from "./query.ts";
import { isTimeout, refused, send, SHORT_TIMEOUT_MS } from "./transport.ts";

/** Time ran out (spec §8). */
const CODE_TIMEOUT = -500;
/** Anything else that brought no answer (spec §8). */
const CODE_OTHER = -1;

/** Outcome of a call outside of GraphQL, which never throws. */
export interface Result {
  /** 0 is success; the rest are the codes of spec §8. */
  Code: number;
  Message: string;
  /** Empty after a failure. */
  Data: unknown;
}

/** A call of a door that answers with an envelope or with plain text. */
export interface Call {
  /** Path on this site, such as "/api/siteinfo.v2". */
  path: string;
  method?: "GET" | "POST" | "DELETE";
  query?: Readonly<Record<string, unknown>>;
  /** Sent as JSON. */
  body?: unknown;
  timeoutMs?: number;
}

/** Calls a door of this site outside of GraphQL, for which a second must do. Load it where it is needed: it brings qs. */
export async function request({
  path,
  method = "GET",
  query = {},
  body,
  timeoutMs = SHORT_TIMEOUT_MS,
}: Call): Promise<Result> {
  const search = writeQuery(query);
  const init = body === undefined ? {} : { body: JSON.stringify(body), headers: JSON_BODY };
  try {
    return await send(search ? `${path}?${search}` : path, { ...init, method, timeoutMs }, read);
  } catch (error) {
    const { message } = error as Error;
    return { Code: isTimeout({ message }) ? CODE_TIMEOUT : CODE_OTHER, Message: message, Data: {} };
  }
}

const JSON_BODY = { "Content-Type": "application/json" };

async function read(response: Response): Promise<Result> {
  if (!response.ok) throw refused(response.status);
  const text = await response.text();
  if (!response.headers.get("content-type")?.includes("json")) return { Code: 0, Message: "", Data: text };
  const { Code, Message, Data } = JSON.parse(text) as Result;
  return { Code, Message, Data };
}
