import { randomBytes } from "node:crypto";
import { In, IsNull, MoreThan, Not } from "typeorm";
import { noteChange, noteNothing, type AuditChange } from "../../core/audit.ts";
import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { isOffered, permissionNamed } from "../../core/permissions.ts";
import { cleanLine, lengthOf } from "../../core/text.ts";
import { TokenArea } from "../../core/tokenAreas.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { allow, mustBeAdmin } from "../../core/viewer.ts";
import { insert } from "../../core/write.ts";
import { digest } from "../auth/sessions/digest.ts";
import { requireProof } from "../auth/sessions/proof.service.ts";
import { Category } from "../categories/category.entity.ts";
import { lockMember } from "../users/members/member.service.ts";
import { User } from "../users/user.entity.ts";
import { checkRanges } from "./addressRanges.ts";
import { OAuthGrant } from "./oauth.entity.ts";
import { AccessToken, AccessTokenSecret, TOKEN_NAME_MAX, TokenKind } from "./token.entity.ts";
import { tokensEnded } from "./token.events.ts";
import type { AccessTokenInput, ApplicationTokenInput } from "./token.input.ts";
import type { AccessTokenView, IssuedToken } from "./token.view.ts";
import { listOf, TOKEN_PREFIXES } from "./use.service.ts";

/** Tokens that a member, and that the site, may have. */
export const TOKENS_MAX = 50;
const SECRET_BYTES = 32;
const HOUR_MS = 3_600_000;
/** Longest time for which a replaced secret still works, in hours. */
export const OVERLAP_HOURS_MAX = 168;

/** Lists the viewer's own tokens, newest first. @throws {DomainError} LOGIN_REQUIRED */
export async function listOwnTokens(ctx: Context): Promise<AccessTokenView[]> {
  if (!ctx.viewer.isSignedIn) throw new DomainError("LOGIN_REQUIRED");
  return listTokens(ctx, { kind: TokenKind.PERSONAL, userId: ctx.viewer.accountId });
}

/** Lists the tokens of applications, newest first. @throws {DomainError} FORBIDDEN for all but administrators. */
export async function listApplicationTokens(ctx: Context): Promise<AccessTokenView[]> {
  allow(mustBeAdmin(ctx.viewer));
  return listTokens(ctx, { kind: TokenKind.APPLICATION });
}

async function listTokens(
  ctx: Context,
  where: { kind: TokenKind; userId?: number },
): Promise<AccessTokenView[]> {
  const tokens = await ctx.db.find(AccessToken, { where, order: { id: "DESC" }, take: TOKENS_MAX });
  return viewsOf(ctx, tokens);
}

async function viewsOf(ctx: Context, tokens: readonly AccessToken[]): Promise<AccessTokenView[]> {
  const replaced = await ctx.db.find(AccessTokenSecret, {
    where: { tokenId: In(tokens.map(({ id }) => id)), endsAt: MoreThan(ctx.now) },
    order: { endsAt: "ASC" },
  });
  const ends = new Map(replaced.map(({ tokenId, endsAt }) => [tokenId, endsAt]));
  return tokens.map((token) => ({
    ...token,
    areas: listOf(token.areas) as TokenArea[],
    permissions: token.permissions === null ? null : listOf(token.permissions),
    categoryIds: token.categoryIds === null ? null : listOf(token.categoryIds).map(Number),
    addressRanges: listOf(token.addressRanges),
    overlapEndsAt: ends.get(token.id) ?? null,
  }));
}

/**
 * Makes a token of the viewer for a program of theirs.
 * @throws {DomainError} PROOF_NEEDED; INVALID_PARAMETER; FORBIDDEN for members who have too many.
 */
export const createAccessToken = verb({
  name: "createAccessToken",
  who: "member",
  rate: "session",
  async run(ctx: Context, input: AccessTokenInput): Promise<IssuedToken> {
    await requireProof(ctx);
    return issue(ctx, TokenKind.PERSONAL, ctx.viewer.id, input);
  },
});

/**
 * Makes a token of the site for an application, which acts as the member that is named.
 * @throws {DomainError} FORBIDDEN; PROOF_NEEDED; INVALID_PARAMETER; NOT_FOUND for the member.
 */
export const createApplicationToken = verb({
  name: "createApplicationToken",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context, input: ApplicationTokenInput): Promise<IssuedToken> {
    await requireProof(ctx);
    const userId = parseId(input.userId, "userId");
    // Nobody's letters and settings are read in their name by somebody else.
    const isPrivate = input.areas.some((area) => area === TokenArea.ACCOUNT || area === TokenArea.MESSAGES);
    if (isPrivate && userId !== ctx.viewer.id)
      throw invalid(
        "areas",
        "代表他人的应用令牌不能包含账号与私信",
        "A token that acts as somebody else is not for their account and messages.",
      );
    if (!(await ctx.db.existsBy(User, { id: userId })))
      throw new DomainError("NOT_FOUND", { field: "userId" });
    return issue(ctx, TokenKind.APPLICATION, userId, input);
  },
});

async function issue(
  ctx: Context,
  kind: TokenKind,
  userId: number,
  input: AccessTokenInput,
): Promise<IssuedToken> {
  const checked = { ...checkScope(input), ...(await checkCategories(ctx, input)) };
  return inTransaction(ctx, async (ctx) => {
    await lockMember(ctx, ctx.viewer.id);
    const where = kind === TokenKind.PERSONAL ? { kind, userId } : { kind };
    if ((await ctx.db.countBy(AccessToken, where)) >= TOKENS_MAX)
      throw new DomainError("FORBIDDEN", {
        text: { zh: `最多 ${TOKENS_MAX} 个令牌`, en: `There may be at most ${TOKENS_MAX} tokens.` },
      });
    const id = await insert(ctx, AccessToken, {
      ...checked,
      kind,
      userId,
      createdById: ctx.viewer.id,
      createdAt: ctx.now,
      lastUsedAt: null,
    });
    const secret = await addSecret(ctx, id, kind);
    noteChange(ctx, { target: `token:${id}`, after: { name: checked.name, userId, areas: checked.areas } });
    return issued(ctx, id, secret);
  });
}

async function addSecret(ctx: Context, tokenId: number, kind: TokenKind): Promise<string> {
  const secret = TOKEN_PREFIXES[kind] + randomBytes(SECRET_BYTES).toString("base64url");
  await insert(ctx, AccessTokenSecret, { tokenId, hash: digest(secret), createdAt: ctx.now, endsAt: null });
  return secret;
}

async function issued(ctx: Context, id: number, secret: string): Promise<IssuedToken> {
  const [token] = await viewsOf(ctx, [await ctx.db.findOneByOrFail(AccessToken, { id })]);
  return { token: token!, secret };
}

type Scope = Pick<AccessToken, "name" | "mayWrite" | "areas" | "permissions" | "addressRanges" | "expiresAt">;

function checkScope(input: AccessTokenInput): Scope {
  const { mayWrite, areas, permissions, categoryIds, addressRanges, expiresAt = null } = input;
  const name = cleanLine(input.name);
  if (name === "" || lengthOf(name) > TOKEN_NAME_MAX)
    throw invalid(
      "name",
      `请填写名称，最多 ${TOKEN_NAME_MAX} 个字符`,
      `A name is needed, with at most ${TOKEN_NAME_MAX} characters.`,
    );
  if (areas.length === 0)
    throw invalid("areas", "请至少选择一个范围", "A token has to be for at least one part of the site.");
  if (areas.includes(TokenArea.ADMINISTRATION) && (permissions || categoryIds))
    throw invalid(
      "areas",
      "管理令牌不能再限定权限或分类",
      "A token for administration has all permissions in all categories.",
    );
  const keys = permissions?.map((key) => {
    const permission = permissionNamed(key);
    if (permission === null || !isOffered(permission))
      throw invalid(
        "permissions",
        `没有权限 ${key.slice(0, 50)}`,
        `There is no permission ${key.slice(0, 50)}.`,
      );
    return permission;
  });
  return {
    name,
    mayWrite,
    areas: [...new Set(areas)].join(","),
    permissions: keys ? [...new Set(keys)].join(",") : null,
    addressRanges: checkRanges(addressRanges).join(","),
    expiresAt,
  };
}

/** Ids of categories that exist, and a time to come. @throws {DomainError} INVALID_PARAMETER */
async function checkCategories(
  ctx: Context,
  { categoryIds, expiresAt }: AccessTokenInput,
): Promise<Pick<AccessToken, "categoryIds">> {
  if (expiresAt && expiresAt <= ctx.now)
    throw invalid("expiresAt", "到期时间须在将来", "It has to expire in the future.");
  if (!categoryIds) return { categoryIds: null };
  const ids = [...new Set(categoryIds.map((id) => parseId(id, "categoryIds")))];
  const count = ids.length > 200 ? -1 : await ctx.db.countBy(Category, { id: In(ids) });
  if (count !== ids.length || count === 0)
    throw invalid("categoryIds", "有分类不存在", "There is no such category.");
  return { categoryIds: ids.join(",") };
}

/** Input of `rotateAccessToken`. */
export interface Rotation {
  readonly tokenId: string;
  /** Hours for which the secret before works as well. */
  readonly overlapHours: number;
}

/**
 * Gives a token a new secret; the present one works for some hours more, older ones end at once.
 *
 * @emits tokensEnded
 * @throws {DomainError} NOT_FOUND for tokens of others; PROOF_NEEDED; INVALID_PARAMETER.
 */
export const rotateAccessToken = verb({
  name: "rotateAccessToken",
  who: "member",
  rate: "session",
  audited: true,
  async run(ctx: Context, { tokenId, overlapHours }: Rotation): Promise<IssuedToken> {
    if (!Number.isInteger(overlapHours) || overlapHours < 0 || overlapHours > OVERLAP_HOURS_MAX)
      throw invalid(
        "overlapHours",
        `重叠时间为 0 至 ${OVERLAP_HOURS_MAX} 小时`,
        `The overlap takes 0 to ${OVERLAP_HOURS_MAX} hours.`,
      );
    const { id, kind } = await getManaged(ctx, tokenId);
    if (kind === TokenKind.OAUTH) throw new DomainError("NOT_FOUND");
    await requireProof(ctx);
    return inTransaction(ctx, async (ctx) => {
      await lockMember(ctx, ctx.viewer.id);
      await ctx.db.delete(AccessTokenSecret, { tokenId: id, endsAt: Not(IsNull()) });
      const endsAt = new Date(ctx.now.getTime() + overlapHours * HOUR_MS);
      if (overlapHours === 0) await ctx.db.delete(AccessTokenSecret, { tokenId: id });
      else await ctx.db.update(AccessTokenSecret, { tokenId: id }, { endsAt });
      const secret = await addSecret(ctx, id, kind);
      note(ctx, kind, { target: `token:${id}`, after: { overlapHours } });
      ctx.emit(tokensEnded({ tokenIds: [id] }));
      return issued(ctx, id, secret);
    });
  },
});

/** Ends a token at once. @emits tokensEnded @throws {DomainError} NOT_FOUND for tokens of others and unknown ones. */
export const revokeAccessToken = verb({
  name: "revokeAccessToken",
  who: "member",
  rate: "session",
  audited: true,
  anyStanding: true,
  async run(ctx: Context, tokenId: string): Promise<boolean> {
    const { id, name, kind } = await getManaged(ctx, tokenId);
    await inTransaction(ctx, async (ctx) => {
      await ctx.db.delete(AccessTokenSecret, { tokenId: id });
      await ctx.db.delete(OAuthGrant, { tokenId: id });
      const { affected } = await ctx.db.delete(AccessToken, { id });
      if (affected === 0) throw new DomainError("NOT_FOUND");
      note(ctx, kind, { target: `token:${id}`, before: { name } });
      ctx.emit(tokensEnded({ tokenIds: [id] }));
    });
    return true;
  },
});

/** Notes a change of a token of the site; members' own are their affair. */
function note(ctx: Context, kind: TokenKind, change: AuditChange): void {
  if (kind === TokenKind.APPLICATION) noteChange(ctx, change);
  else noteNothing(ctx);
}

/** Finds a token that the viewer manages: their own, and as an administrator those of applications. */
async function getManaged(ctx: Context, tokenId: string): Promise<AccessToken> {
  const token = await ctx.db.findOneBy(AccessToken, { id: parseId(tokenId, "tokenId") });
  const isOwn = token && token.kind !== TokenKind.APPLICATION && token.userId === ctx.viewer.accountId;
  const isOfSite = token?.kind === TokenKind.APPLICATION && ctx.viewer.isAdmin;
  if (!token || !(isOwn || isOfSite)) throw new DomainError("NOT_FOUND");
  return token;
}

/** Deletes the tokens that act as a member, or that they made, in the caller's transaction. */
export async function removeTokensOf(ctx: Context, userId: number): Promise<void> {
  const tokens = await ctx.db.find(AccessToken, {
    select: { id: true },
    where: [{ userId }, { createdById: userId }],
  });
  await removeTokens(ctx, tokens);
}

/** Deletes the personal tokens of members and what they allowed, in the caller's transaction: their sessions all ended. */
export async function removePersonalTokens(ctx: Context, userIds: readonly number[]): Promise<void> {
  const tokens = await ctx.db.find(AccessToken, {
    select: { id: true },
    where: { userId: In(userIds), kind: Not(TokenKind.APPLICATION) },
  });
  await removeTokens(ctx, tokens);
}

/** Deletes tokens with their secrets, in the caller's transaction. @emits tokensEnded */
export async function removeTokens(ctx: Context, tokens: readonly Pick<AccessToken, "id">[]): Promise<void> {
  const ids = tokens.map(({ id }) => id);
  if (ids.length === 0) return;
  await ctx.db.delete(AccessTokenSecret, { tokenId: In(ids) });
  await ctx.db.delete(OAuthGrant, { tokenId: In(ids) });
  await ctx.db.delete(AccessToken, { id: In(ids) });
  ctx.emit(tokensEnded({ tokenIds: ids }));
}
