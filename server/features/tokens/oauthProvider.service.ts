import { generateKeyPair, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import type Provider from "oidc-provider";
import type { Configuration, JWK } from "oidc-provider";
import type { Context, Services } from "../../core/context.ts";
import { derivedKey } from "../../core/derivedKey.ts";
import { seal, unseal } from "../../core/secrets.ts";
import { TokenArea } from "../../core/tokenAreas.ts";
import { inTransaction } from "../../core/transaction.ts";
import { UserStatus } from "../../core/viewer.ts";
import { insertIgnore } from "../../core/write.ts";
import { digest } from "../auth/sessions/digest.ts";
import { emailOf } from "../notifications/delivery/addresses/email.service.ts";
import { User } from "../users/user.entity.ts";
import { OAuthRecord } from "./oauth.entity.ts";
import { oauthCall, OAuthStore } from "./oauthStore.service.ts";
import { TOKEN_PREFIXES } from "./use.service.ts";

/** Page on which a member answers what an application asks for. */
export const CONSENT_PATH = "/my/authorize";
/** Scopes by the part of the site that they are for; administration is for tokens of the site alone. */
export const AREA_OF_SCOPE: Readonly<Record<string, TokenArea>> = {
  forum: TokenArea.FORUM,
  account: TokenArea.ACCOUNT,
  messages: TokenArea.MESSAGES,
};
/** Scope of applications that also change things. */
export const WRITE_SCOPE = "write";
/** Scope of applications that also know the e-mail address. */
export const EMAIL_SCOPE = "email";

const KEY_BITS = 2_048;
const SECRET_BYTES = 32;
const MINUTE_S = 60;
const DAY_S = 86_400;
const SIGNING_KEY = { kind: "SigningKey", hash: digest("1") };

const providers = new WeakMap<Services, Promise<Provider>>();

/** Gives the authorization server of the forum. To be called, and used, within `runOAuth`. */
export function oauthProvider({ services }: Pick<Context, "services">): Promise<Provider> {
  let provider = providers.get(services);
  if (!provider) {
    provider = makeProvider(services);
    providers.set(services, provider);
    provider.catch(() => providers.delete(services));
  }
  return provider;
}

async function makeProvider(services: Services): Promise<Provider> {
  // Loaded with the first request: most forums have no applications.
  const { default: Provider } = await import("oidc-provider");
  const key = await signingKey(oauthCall().ctx);
  const provider = new Provider(new URL(services.publicUrl).origin, configurationOf(services, key));
  // The route names host and scheme of the site, whatever a client sends.
  provider.proxy = true;
  const { prototype } = provider.AccessToken as unknown as { prototype: { generateTokenId(): string } };
  const resolveFormat = prototype.generateTokenId;
  prototype.generateTokenId = function () {
    resolveFormat.call(this);
    return TOKEN_PREFIXES.OAUTH + randomBytes(SECRET_BYTES).toString("base64url");
  };
  provider.on("server_error", (_, error) =>
    services.log.error({ err: error }, "the authorization server failed"),
  );
  return provider;
}

function configurationOf(services: Services, key: JWK): Configuration {
  const off = { enabled: false };
  return {
    adapter: OAuthStore,
    jwks: { keys: [key] },
    cookies: {
      keys: [derivedKey(services, "oauth cookies").toString("base64url")],
      short: { signed: true, httpOnly: true, sameSite: "lax" },
    },
    routes: {
      authorization: "/oauth/auth",
      token: "/oauth/token",
      userinfo: "/oauth/me",
      revocation: "/oauth/revoke",
      jwks: "/oauth/jwks",
    },
    scopes: ["openid", "profile", EMAIL_SCOPE, "offline_access", ...Object.keys(AREA_OF_SCOPE), WRITE_SCOPE],
    claims: {
      openid: ["sub"],
      profile: ["name", "preferred_username", "picture", "profile"],
      [EMAIL_SCOPE]: ["email", "email_verified"],
    },
    responseTypes: ["code"],
    pkce: { required: () => true },
    clientAuthMethods: ["client_secret_basic", "client_secret_post", "none"],
    features: {
      devInteractions: off,
      rpInitiatedLogout: off,
      resourceIndicators: off,
      pushedAuthorizationRequests: off,
      dPoP: off,
      revocation: { enabled: true },
    },
    ttl: {
      Interaction: 30 * MINUTE_S,
      AuthorizationCode: MINUTE_S,
      AccessToken: 60 * MINUTE_S,
      IdToken: 60 * MINUTE_S,
      RefreshToken: 30 * DAY_S,
      Grant: 365 * DAY_S,
      Session: 30 * MINUTE_S,
    },
    clientBasedCORS: () => true,
    expiresWithSession: () => false,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    rotateRefreshToken: true,
    findAccount: (_ctx, id) => findAccount(services, Number(id)),
    interactions: { url: (_ctx, { uid }) => `${CONSENT_PATH}?request=${uid}` },
    renderError(ctx, out) {
      ctx.status = 303;
      ctx.redirect(`${CONSENT_PATH}?failure=${encodeURIComponent(out.error)}`);
    },
  };
}

/** Finds a member as applications know them. Only members in good standing sign in anywhere. */
async function findAccount({ publicUrl }: Services, id: number) {
  const user = await oauthCall().ctx.db.findOneBy(User, { id });
  if (user?.status !== UserStatus.NORMAL) return undefined;
  const { origin } = new URL(publicUrl);
  return {
    accountId: String(id),
    claims: async (_use: string, scope: string) => ({
      sub: String(id),
      name: user.nickname,
      preferred_username: user.username,
      profile: `${origin}/user/${id}`,
      ...(user.avatarUrl ? { picture: new URL(user.avatarUrl, origin).href } : {}),
      ...(scope.split(" ").includes(EMAIL_SCOPE) ? await emailClaims(id) : {}),
    }),
  };
}

/** Gives the e-mail address that a member has proven; some sites would trust one that is not, whatever is said of it. */
async function emailClaims(id: number): Promise<{ email?: string; email_verified?: boolean }> {
  const stored = await emailOf(oauthCall().ctx, id);
  if (!stored?.email || stored.verifiedAt === null) return {};
  return { email: stored.email, email_verified: true };
}

/** Reads the key that signs ID tokens; the first process makes it. */
async function signingKey(ctx: Context): Promise<JWK> {
  const read = async (): Promise<JWK | null> => {
    const row = await ctx.db.findOneBy(OAuthRecord, SIGNING_KEY);
    return row && (JSON.parse(unseal(ctx.services, row.payload)) as JWK);
  };
  const existing = await read();
  if (existing) return existing;
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: KEY_BITS });
  const jwk = { ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256" };
  const payload = seal(ctx.services, JSON.stringify(jwk));
  await inTransaction(ctx, (ctx) => insertIgnore(ctx, OAuthRecord, [{ ...SIGNING_KEY, payload }]));
  return (await read())!;
}
