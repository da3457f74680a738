import { Readable } from "node:stream";
import type { Services } from "../core/context.ts";
import { exportAccount } from "../features/account-data/export.service.ts";
import { requestContext } from "./requests.ts";
import type { HttpAnswer, HttpRequest } from "./route.ts";

/** Streams the file with all that the forum holds of a member. */
export async function sendExport(services: Services, request: HttpRequest): Promise<HttpAnswer> {
  const ctx = await requestContext(services, request);
  const stop = new AbortController();
  const document = await exportAccount(ctx, stop.signal);
  const body = Readable.from(document, { objectMode: false })
    .on("close", () => stop.abort())
    // The answer has begun, so its reader only sees it break off.
    .on("error", (error) => services.log.error({ error: String(error) }, "an export broke off"));
  const name = `luntan-${ctx.viewer.accountId}.json`;
  return {
    status: 200,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "private, no-store",
    },
    body,
  };
}
