import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { statusOf } from "../../core/httpStatus.ts";
import type { HttpAnswer, HttpRequest } from "../route.ts";
import type { StreamHub } from "./hub.ts";

const ID = /^\d{1,15}$/;
const PLAIN = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" } as const;

/** The message after which a browser wants to hear: what it says itself after an interruption, else its address. */
function placeOf({ headers, search }: HttpRequest): number | null {
  const last = String(headers["last-event-id"] ?? new URLSearchParams(search).get("after") ?? "");
  return ID.test(last) ? Number(last) : null;
}

/** Opens the stream of a signed-in browser: `GET /events`, as server-sent events. */
export async function openStream(
  hub: StreamHub,
  request: HttpRequest,
  context: () => Promise<Context>,
): Promise<HttpAnswer> {
  let ctx: Context;
  try {
    ctx = await context();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const wait = error.details.retryAfterSeconds;
    const again: Record<string, string> = wait === undefined ? {} : { "retry-after": String(wait) };
    return { status: statusOf(error), headers: { ...PLAIN, ...again }, body: error.code };
  }
  const { viewer, sessionId } = ctx;
  // 204 tells a browser not to come back.
  if (!viewer.isMember || sessionId === null) return { status: 204, headers: PLAIN, body: "" };
  const { address } = request;
  const room = hub.hasRoom(viewer.id, address);
  if (room !== "yes")
    return { status: room === "site" ? 503 : 429, headers: PLAIN, body: "too many streams" };
  const owner = { userId: viewer.id, sessionId, address };
  const after = placeOf(request);
  return {
    status: 200,
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "private, no-store, no-transform",
      "x-accel-buffering": "no",
    },
    body: {
      keepOpen: (sink) => {
        const close = hub.open(owner, after, sink);
        void hub.verify(viewer.id);
        return close;
      },
    },
  };
}
