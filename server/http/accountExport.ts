import type { Services } from "../core/context.ts";
import { exportAccount } from "../features/account-data/export.service.ts";
import { memberArchive } from "../transfer/member/archive.ts";
import { requestContext } from "./requests.ts";
import type { HttpAnswer, HttpRequest } from "./route.ts";

/** Streams the archive with all that the forum holds of a member. */
export async function sendExport(services: Services, request: HttpRequest): Promise<HttpAnswer> {
  const ctx = await requestContext(services, request);
  const stop = new AbortController();
  const { member, otherData } = await exportAccount(ctx, stop.signal);
  const body = memberArchive(ctx, { member, otherData }, stop.signal)
    .on("close", () => stop.abort())
    // The answer has begun, so its reader only sees it break off.
    .on("error", (error) => services.log.error({ error: String(error) }, "an export broke off"));
  return {
    status: 200,
    headers: {
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="luntan-${member.id}.zip"`,
      "cache-control": "private, no-store",
    },
    body,
  };
}
