import { randomBytes } from "node:crypto";
import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { TokenArea } from "../../core/tokenAreas.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { insert } from "../../core/write.ts";
import { lockMember } from "../users/members/member.service.ts";
import { OAuthClient, OAuthGrant } from "./oauth.entity.ts";
import type { AllowedApplication, AuthorizationRequest } from "./oauth.view.ts";
import { AREA_OF_SCOPE, EMAIL_SCOPE, oauthProvider, WRITE_SCOPE } from "./oauthProvider.service.ts";
import { runOAuth } from "./oauthStore.service.ts";
import { AccessToken, TokenKind } from "./token.entity.ts";
import { removeTokens, TOKENS_MAX } from "./token.service.ts";
import { listOf } from "./use.service.ts";

const GRANT_BYTES = 20;

interface Waiting {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
}

/** Reads what an application asks for. @throws {DomainError} LOGIN_REQUIRED; NOT_FOUND for what ended or never was. */
export async function getAuthorizationRequest(ctx: Context, id: string): Promise<AuthorizationRequest> {
  if (!ctx.viewer.isSignedIn) throw new DomainError("LOGIN_REQUIRED");
  return runOAuth({ ctx, hasSecretInBody: false }, async () => {
    const { client, redirectUri, scopes } = await getWaiting(ctx, id);
    return {
      name: client.name,
      host: new URL(redirectUri).host,
      areas: areasOf(scopes),
      mayWrite: scopes.includes(WRITE_SCOPE),
      mayKnowEmail: scopes.includes(EMAIL_SCOPE),
    };
  });
}

async function getInteraction(ctx: Context, id: string) {
  const provider = await oauthProvider(ctx);
  const interaction = await provider.Interaction.find(id);
  if (!interaction) throw new DomainError("NOT_FOUND");
  return { provider, interaction };
}

async function getWaiting(
  ctx: Context,
  id: string,
): Promise<Waiting & Awaited<ReturnType<typeof getInteraction>>> {
  const found = await getInteraction(ctx, id);
  const { params } = found.interaction;
  const client = await ctx.db.findOneBy(OAuthClient, { publicId: String(params["client_id"]) });
  if (!client) throw new DomainError("NOT_FOUND");
  const scopes = [...new Set(String(params["scope"] ?? "").split(" "))].filter((scope) => scope !== "");
  return { ...found, client, redirectUri: String(params["redirect_uri"]), scopes };
}

function areasOf(scopes: readonly string[]): TokenArea[] {
  return Object.entries(AREA_OF_SCOPE).flatMap(([scope, area]) => (scopes.includes(scope) ? [area] : []));
}

/** Input of `answerAuthorizationRequest`. */
export interface Answer {
  readonly id: string;
  readonly isAllowed: boolean;
}

/**
 * Allows an application what it asks for, or refuses it. The answer counts in the browser of this member alone.
 * @returns the address to go on at
 * @throws {DomainError} NOT_FOUND for what ended or never was.
 */
export const answerAuthorizationRequest = verb({
  name: "answerAuthorizationRequest",
  who: "member",
  rate: "session",
  run: (ctx: Context, { id, isAllowed }: Answer): Promise<string> =>
    runOAuth({ ctx, hasSecretInBody: false }, async () => {
      const { provider, interaction, client, scopes } = await getWaiting(ctx, id);
      const accountId = String(ctx.viewer.id);
      if (isAllowed) {
        const grantId = await addGrant(ctx, client, scopes);
        const grant = new provider.Grant({ accountId, clientId: client.publicId });
        grant.jti = grantId;
        grant.addOIDCScope(scopes.join(" "));
        await grant.save();
        interaction.result = { login: { accountId, remember: false }, consent: { grantId } };
      } else {
        interaction.result = { login: { accountId, remember: false }, error: "access_denied" };
      }
      await interaction.persist();
      return interaction.returnTo;
    }),
});

/** Writes a consent: a token that has no secrets yet. The oldest ones end when there are too many. */
function addGrant(ctx: Context, client: OAuthClient, scopes: readonly string[]): Promise<string> {
  return inTransaction(ctx, async (ctx) => {
    await lockMember(ctx, ctx.viewer.id);
    const where = { kind: TokenKind.OAUTH, userId: ctx.viewer.id };
    const existing = await ctx.db.find(AccessToken, { select: { id: true }, where, order: { id: "DESC" } });
    await removeTokens(ctx, existing.slice(TOKENS_MAX - 1));
    const tokenId = await insert(ctx, AccessToken, {
      ...where,
      createdById: ctx.viewer.id,
      name: client.name,
      mayWrite: scopes.includes(WRITE_SCOPE),
      areas: areasOf(scopes).join(","),
      permissions: null,
      categoryIds: null,
      addressRanges: "",
      createdAt: ctx.now,
      expiresAt: null,
      lastUsedAt: null,
    });
    const publicId = randomBytes(GRANT_BYTES).toString("hex");
    await insert(ctx, OAuthGrant, { publicId, tokenId, clientId: client.id });
    return publicId;
  });
}

/**
 * Keeps an answer to the member who gave it: whoever began a request cannot make somebody else answer it for them.
 * @throws {DomainError} FORBIDDEN
 */
export async function requireOwnAnswer(ctx: Context, id: string): Promise<void> {
  const provider = await oauthProvider(ctx);
  const accountId = (await provider.Interaction.find(id))?.result?.login?.accountId;
  if (accountId !== undefined && accountId !== String(ctx.viewer.accountId))
    throw new DomainError("FORBIDDEN");
}

/** Lists what the viewer allowed, newest first. @throws {DomainError} LOGIN_REQUIRED */
export async function listAllowedApplications(ctx: Context): Promise<AllowedApplication[]> {
  if (!ctx.viewer.isSignedIn) throw new DomainError("LOGIN_REQUIRED");
  const where = { kind: TokenKind.OAUTH, userId: ctx.viewer.accountId };
  const tokens = await ctx.db.find(AccessToken, { where, order: { id: "DESC" }, take: TOKENS_MAX });
  return tokens.map((token) => ({ ...token, areas: listOf(token.areas) as TokenArea[] }));
}
