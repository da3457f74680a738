import { randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";
import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { parseId } from "../../../core/ids.ts";
import { verb } from "../../../core/verbs.ts";
import { requireProof } from "../sessions/proof.service.ts";
import { findTicket, newTicketId, storeTicket } from "./identityTicket.ts";
import { authorizationUrl, readClaims } from "./oidc.ts";
import { getEnabledProvider } from "./provider.service.ts";

/**
 * Begins a sign-in by a provider, in this browser alone.
 * @returns the address at the provider
 * @throws {DomainError} NOT_FOUND; PROVIDER_FAILED if it does not answer; RATE_LIMITED.
 */
export const beginIdentityLogin = verb({
  name: "beginIdentityLogin",
  who: "anyone",
  rate: "login",
  withoutCompanion: true,
  whileClosed: true,
  beforeJoining: true,
  anyStanding: true,
  run: (ctx: Context, providerId: string): Promise<string> => begin(ctx, providerId, null),
});

/**
 * Begins to connect an account at a provider with that of the viewer.
 * @returns the address at the provider
 * @throws {DomainError} PROOF_NEEDED; NOT_FOUND; PROVIDER_FAILED; RATE_LIMITED.
 */
export const beginIdentityConnection = verb({
  name: "beginIdentityConnection",
  who: "member",
  rate: "session",
  anyStanding: true,
  async run(ctx: Context, providerId: string): Promise<string> {
    await requireProof(ctx);
    return begin(ctx, providerId, ctx.viewer.accountId);
  },
});

async function begin(ctx: Context, providerId: string, userId: number | null): Promise<string> {
  const provider = await getEnabledProvider(ctx, parseId(providerId, "providerId"));
  const checks = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
  const url = await authorizationUrl(ctx, provider, checks).catch((error: unknown) => failed(ctx, error));
  storeTicket(ctx, { kind: "flow", providerId: provider.id, checks, userId });
  return url;
}

/**
 * Takes what a provider sent somebody back with. Nobody is signed in yet: the page does what is left to do.
 * @param search query of the address that they came back to
 * @throws {DomainError} IDENTITY_EXPIRED for a browser that has not begun it; PROVIDER_FAILED; NOT_FOUND.
 */
export async function takeIdentity(ctx: Context, search: string): Promise<void> {
  const flow = findTicket(ctx, "flow");
  if (!flow) throw new DomainError("IDENTITY_EXPIRED");
  const { providerId, checks, userId } = flow;
  const provider = await getEnabledProvider(ctx, providerId);
  const claims = await readClaims(ctx, provider, search, checks).catch((error: unknown) =>
    failed(ctx, error),
  );
  if (claims.subject.length > 255) throw new DomainError("PROVIDER_FAILED");
  storeTicket(ctx, { kind: "ticket", id: newTicketId(), providerId, claims, userId });
}

/** Logs what went wrong with a provider and says no more of it. */
function failed(ctx: Context, error: unknown): never {
  const { name, code } = error as { name?: string; code?: string };
  ctx.services.log.warn({ requestId: ctx.requestId, error: name, code }, "sign-in provider failed");
  throw new DomainError("PROVIDER_FAILED");
}
