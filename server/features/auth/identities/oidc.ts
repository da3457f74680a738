import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type CustomFetch,
} from "openid-client";
import type { Context } from "../../../core/context.ts";
import { callOutside } from "../../../core/outsideCalls.ts";
import { unseal } from "../../../core/secrets.ts";
import type { IdentityProvider } from "./identityProvider.entity.ts";

/** Address to which providers send people back, below that of the site. */
export const CALLBACK_PATH = "/auth/oidc/callback";
/** A call of a provider ends within this time, in milliseconds. */
const CALL_TIMEOUT_MS = 8_000;
/** Longest answer of a provider, in bytes: its keys are the longest. */
const ANSWER_MAX_BYTES = 200_000;

/** Longest claim that is read, in characters: a part of an address would be another address. */
const TEXT_MAX = 255;
/** Longest name that is proposed, in characters: the cookie that holds it is small. */
const NAME_MAX = 60;

/** Values that bind an answer to the request that asked for it. */
export interface FlowChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Claims of a provider about somebody. */
export interface Claims {
  readonly subject: string;
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly name: string;
}

/** Gives the address at a provider where people say who they are. @throws {Error} if the provider does not answer */
export async function authorizationUrl(
  ctx: Context,
  provider: IdentityProvider,
  { state, nonce, verifier }: FlowChecks,
): Promise<string> {
  const url = buildAuthorizationUrl(await configurationOf(ctx, provider), {
    redirect_uri: ctx.services.publicUrl + CALLBACK_PATH,
    scope: provider.scopes,
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  return url.href;
}

/**
 * Exchanges what a provider sent back for its claims: signature, issuer, audience, nonce and state are checked.
 * @param search query of the address that it sent somebody back to
 * @throws {Error} if anything does not fit
 */
export async function readClaims(
  ctx: Context,
  provider: IdentityProvider,
  search: string,
  { state, nonce, verifier }: FlowChecks,
): Promise<Claims> {
  const configuration = await configurationOf(ctx, provider);
  const tokens = await authorizationCodeGrant(
    configuration,
    new URL(ctx.services.publicUrl + CALLBACK_PATH + search),
    { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
  );
  const idToken = tokens.claims()!;
  // Many providers put the address into a second answer alone.
  const more =
    idToken.email === undefined && configuration.serverMetadata().userinfo_endpoint
      ? await fetchUserInfo(configuration, tokens.access_token, idToken.sub)
      : {};
  const claims: Record<string, unknown> = { ...more, ...idToken };
  const text = (value: unknown): string =>
    typeof value === "string" && value.length <= TEXT_MAX ? value : "";
  return {
    subject: idToken.sub,
    email: text(claims["email"]),
    isEmailVerified: claims["email_verified"] === true,
    name: (text(claims["preferred_username"]) || text(claims["name"])).slice(0, NAME_MAX),
  };
}

/** Reads what the provider says about itself, and chooses how the site proves who it is. */
async function configurationOf(ctx: Context, provider: IdentityProvider): Promise<Configuration> {
  const { mayCallInner } = ctx.services;
  const fetchOutside: CustomFetch = async (url, { method, headers, body }) => {
    const answer = await callOutside({
      url,
      method,
      headers: Object.fromEntries(new Headers(headers)),
      body: body === undefined || body === null ? null : String(body as string | URLSearchParams),
      timeoutMs: CALL_TIMEOUT_MS,
      maxBytes: ANSWER_MAX_BYTES,
      mayBeInner: mayCallInner,
    });
    const type = answer.headers["content-type"];
    const hasBody = ![101, 204, 205, 304].includes(answer.status);
    return new Response(hasBody ? new Uint8Array(answer.body) : null, {
      status: answer.status,
      headers: typeof type === "string" ? { "content-type": type } : {},
    });
  };
  const secret = unseal(ctx.services, provider.clientSecret);
  const execute = mayCallInner ? [allowInsecureRequests] : [];
  const server = (
    await discovery(new URL(provider.issuer), provider.clientId, secret, undefined, {
      [customFetch]: fetchOutside,
      execute,
    })
  ).serverMetadata();
  const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const prove = methods.includes("client_secret_basic")
    ? ClientSecretBasic(secret)
    : ClientSecretPost(secret);
  const configuration = new Configuration(server, provider.clientId, secret, prove);
  configuration[customFetch] = fetchOutside;
  for (const apply of execute) apply(configuration);
  // By itself the library trusts the connection and leaves signatures unread.
  enableNonRepudiationChecks(configuration);
  return configuration;
}
