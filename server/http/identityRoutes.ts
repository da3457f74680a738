import type { Services } from "../core/context.ts";
import { DomainError } from "../core/errors.ts";
import { takeIdentity } from "../features/auth/identities/identityFlow.service.ts";
import { CALLBACK_PATH } from "../features/auth/identities/oidc.ts";
import type { HttpRequest, Route } from "./route.ts";
import { requestContext } from "./requests.ts";

/** Page that does what is left to do. */
const NEXT_PATH = "/user/identity";

/** The address that sign-in providers send people back to. It leads on at once, so that no code stays in an address. */
export function identityRoutes(services: Services): Route[] {
  return [
    {
      method: "GET",
      path: CALLBACK_PATH,
      name: "identity",
      work: "data",
      async handle(request: HttpRequest) {
        const ctx = await requestContext(services, request);
        let failure = "";
        try {
          await ctx.services.rateLimiter.take("login", ctx.address);
          await takeIdentity(ctx, request.search);
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
          failure = `?failure=${error.code}`;
        }
        const location = NEXT_PATH + failure;
        const headers = { location, "cache-control": "private, no-store", "referrer-policy": "no-referrer" };
        return { status: 303, headers, body: "" };
      },
    },
  ];
}
