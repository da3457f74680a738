import { AsyncLocalStorage } from "node:async_hooks";
import type { Adapter, AdapterPayload } from "oidc-provider";
import { IsNull, LessThan } from "typeorm";
import type { Context } from "../../core/context.ts";
import { deleteOldRows } from "../../core/oldRows.ts";
import { seal, unseal, type SealedColumn } from "../../core/secrets.ts";
import { inTransaction } from "../../core/transaction.ts";
import { insert, insertIgnore } from "../../core/write.ts";
import { digest } from "../auth/sessions/digest.ts";
import { OAuthClient, OAuthGrant, OAuthRecord } from "./oauth.entity.ts";
import { AccessTokenSecret } from "./token.entity.ts";
import { removeTokens } from "./token.service.ts";

/** Records that live and end with a grant. */
const OF_GRANTS: ReadonlySet<string> = new Set(["Grant", "AuthorizationCode", "AccessToken", "RefreshToken"]);
/** The browser's session is the forum's; the authorization server keeps none. */
const SESSION = "Session";

/** A request to the authorization server. */
export interface OAuthCall {
  readonly ctx: Context;
  /** True if the application sends its secret in the body, not as `Authorization: Basic`. */
  readonly hasSecretInBody: boolean;
}

const running = new AsyncLocalStorage<OAuthCall>();

/** Runs something of the authorization server, whose store works for this request. */
export function runOAuth<T>(call: OAuthCall, work: () => T): T {
  return running.run(call, work);
}

/** Gives the request that the authorization server works for. */
export function oauthCall(): OAuthCall {
  const call = running.getStore();
  if (!call) throw new Error("The authorization server runs outside of a request.");
  return call;
}

/** Gives up records that no key opens: requests, codes and tokens, and the signing key, which is made anew. */
export const sealedRecords: SealedColumn = {
  table: "oauth_records",
  column: "payload",
  holds: "records of OAuth",
  async discard(ctx, isLost) {
    const lost = (await ctx.db.find(OAuthRecord, { order: { id: "ASC" } })).filter(({ payload }) =>
      isLost(payload),
    );
    for (const { id } of lost) await ctx.db.delete(OAuthRecord, { id });
    return lost.map(({ id }) => `oauthRecord:${id}`);
  },
};

/** The records of the authorization server in the tables of the forum. */
export class OAuthStore implements Adapter {
  constructor(private readonly kind: string) {}

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    if (this.kind === SESSION) return;
    const now = Date.now();
    const expiresAt = expiresIn === undefined ? null : new Date(now + expiresIn * 1_000);
    const grantId = this.grantOf(id, payload);
    await inTransaction(oauthCall().ctx, async (ctx) => {
      const key = { kind: this.kind, hash: digest(id) };
      const values = { grantId, payload: seal(ctx.services, JSON.stringify(payload)), expiresAt };
      if ((await insertIgnore(ctx, OAuthRecord, [{ ...key, ...values }])) === 0)
        await ctx.db.update(OAuthRecord, key, values);
      if (this.kind !== "AccessToken") return;
      const grant = await ctx.db.findOneBy(OAuthGrant, { publicId: grantId! });
      if (!grant) throw await invalidGrant("grant has ended");
      const secret = {
        tokenId: grant.tokenId,
        hash: digest(id),
        createdAt: new Date(now),
        endsAt: expiresAt,
      };
      await insert(ctx, AccessTokenSecret, secret);
    });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const { ctx } = oauthCall();
    if (this.kind === "Client") return findClient(id);
    if (this.kind === SESSION) return undefined;
    const row = await ctx.db.findOneBy(OAuthRecord, { kind: this.kind, hash: digest(id) });
    if (!row || (row.expiresAt && row.expiresAt <= new Date())) return undefined;
    if (row.grantId !== null && !(await ctx.db.existsBy(OAuthGrant, { publicId: row.grantId })))
      return undefined;
    const payload = JSON.parse(unseal(ctx.services, row.payload)) as AdapterPayload;
    return row.consumedAt ? { ...payload, consumed: Math.floor(row.consumedAt.getTime() / 1_000) } : payload;
  }

  findByUid(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  findByUserCode(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  /** Marks a code or a refresh token as used; of two who use it at once, one is refused. */
  async consume(id: string): Promise<void> {
    await inTransaction(oauthCall().ctx, async (ctx) => {
      const key = { kind: this.kind, hash: digest(id), consumedAt: IsNull() };
      const { affected } = await ctx.db.update(OAuthRecord, key, { consumedAt: new Date() });
      if (affected === 0) throw await invalidGrant("already used");
    });
  }

  async destroy(id: string): Promise<void> {
    if (this.kind === SESSION) return;
    await inTransaction(oauthCall().ctx, async (ctx) => {
      await ctx.db.delete(OAuthRecord, { kind: this.kind, hash: digest(id) });
      if (this.kind === "AccessToken") await ctx.db.delete(AccessTokenSecret, { hash: digest(id) });
    });
  }

  async revokeByGrantId(publicId: string): Promise<void> {
    await inTransaction(oauthCall().ctx, async (ctx) => {
      const grants = await ctx.db.findBy(OAuthGrant, { publicId });
      await removeTokens(
        ctx,
        grants.map(({ tokenId: id }) => ({ id })),
      );
      await ctx.db.delete(OAuthRecord, { grantId: publicId });
    });
  }

  private grantOf(id: string, payload: AdapterPayload): string | null {
    if (!OF_GRANTS.has(this.kind)) return null;
    return this.kind === "Grant" ? id : (payload.grantId ?? null);
  }
}

async function invalidGrant(reason: string): Promise<Error> {
  const { errors } = await import("oidc-provider");
  return new errors.InvalidGrant(reason);
}

/** Gives an application as the authorization server knows it. */
async function findClient(publicId: string): Promise<AdapterPayload | undefined> {
  const { ctx, hasSecretInBody } = oauthCall();
  const client = await ctx.db.findOneBy(OAuthClient, { publicId });
  if (!client) return undefined;
  const redirectUris = client.redirectUris.split("\n");
  const common = {
    client_id: publicId,
    client_name: client.name,
    redirect_uris: redirectUris,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
  };
  if (client.secret === "") {
    const isNative = redirectUris.some((uri) => uri.startsWith("http:"));
    const type = isNative ? "native" : "web";
    return { ...common, token_endpoint_auth_method: "none", application_type: type } as AdapterPayload;
  }
  return {
    ...common,
    client_secret: unseal(ctx.services, client.secret),
    token_endpoint_auth_method: hasSecretInBody ? "client_secret_post" : "client_secret_basic",
  } as AdapterPayload;
}

/** Deletes records and secrets that have ended. */
export async function removeEndedRecords(ctx: Context, stopping: AbortSignal): Promise<void> {
  const ended = LessThan(new Date());
  const [expiresAt, endsAt] = [{ expiresAt: ended }, { endsAt: ended }];
  await deleteOldRows(ctx, OAuthRecord, { where: expiresAt, order: { expiresAt: "ASC" } }, stopping);
  await deleteOldRows(ctx, AccessTokenSecret, { where: endsAt, order: { id: "ASC" } }, stopping);
}
