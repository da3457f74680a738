import type { Services } from "../core/context.ts";
import { DomainError } from "../core/errors.ts";
import { takeWechatCode, WECHAT_CALLBACK_PATH } from "../features/auth/wechat/wechatFlow.service.ts";
import { requestContext } from "./requests.ts";
import type { HttpRequest, Route } from "./route.ts";

/** Page that does what is left to do. */
const NEXT_PATH = "/user/wx-select";
/** Page on which a phone agrees to the QR code of another browser. */
const APPROVE_PATH = "/user/wx-authorization";

/** The address that WeChat sends people back to. It leads on at once, so that no code stays in an address. */
export function wechatRoutes(services: Services): Route[] {
  return [
    {
      method: "GET",
      path: WECHAT_CALLBACK_PATH,
      name: "wechat",
      work: "data",
      async handle(request: HttpRequest) {
        const ctx = await requestContext(services, request);
        let location = NEXT_PATH;
        try {
          await ctx.services.rateLimiter.take("login", ctx.address);
          const scan = await takeWechatCode(ctx, request.search);
          if (scan !== null) location = `${APPROVE_PATH}?scan=${encodeURIComponent(scan)}`;
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
          location += `?failure=${error.code}`;
        }
        const headers = { location, "cache-control": "private, no-store", "referrer-policy": "no-referrer" };
        return { status: 303, headers, body: "" };
      },
    },
  ];
}
