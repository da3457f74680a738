import { IsNull, LessThan, MoreThan, Or, type FindOptionsWhere } from "typeorm";
import { noteChange } from "../../core/audit.ts";
import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { nameOfField } from "../../core/fieldNames.ts";
import { parseId } from "../../core/ids.ts";
import { load, preload } from "../../core/loaders.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../core/paging.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { allow, mustBeAdmin, mustBeMember } from "../../core/viewer.ts";
import { insert, lockById } from "../../core/write.ts";
import { PresetGroup } from "../groups/group.entity.ts";
import { groupsById } from "../groups/group.service.ts";
import { getSettings } from "../settings/setting.service.ts";
import { lockMember } from "../users/members/member.service.ts";
import { userById } from "../users/user.loaders.ts";
import { getUser } from "../users/user.service.ts";
import { needsInvitation, termsOf } from "./acceptance.service.ts";
import { newCode } from "./code.ts";
import { Invitation, InvitationAcceptance } from "./invitation.entity.ts";
import { DAYS_MAX, USES_MAX, type CreateInvitationInput } from "./invitation.input.ts";
import { acceptanceOf, invitationById } from "./invitation.loaders.ts";
import { sumEarned, sumEarnedBy } from "./invitation.sql.ts";
import type { InvitationOrigin, InvitationOverview, Invitee } from "./invitation.view.ts";

const DAY_MS = 86_400_000;
/** Codes that a member may have open at a time. */
const OPEN_MAX = 50;
/** Groups that no code leads to. */
const CLOSED_GROUPS: ReadonlySet<number> = new Set([
  PresetGroup.ADMIN,
  PresetGroup.BANNED,
  PresetGroup.UNPAID,
  PresetGroup.GUEST,
]);

/** The path of a link with a code; on a paid site that of the page on joining. */
export async function invitationPath(ctx: Context, code: string): Promise<string> {
  const { site_mode } = await getSettings(ctx);
  return `${site_mode === "pay" ? "/forum/partner-invite" : "/invite"}?inviteCode=${code}`;
}

/**
 * Makes a code. Members make codes with an end; administrators also such without one, for a group, and for the site.
 * @throws {DomainError} FORBIDDEN without `other.canInviteUserScale`, and for what only administrators may say;
 *   INVALID_PARAMETER for uses, days and groups that cannot be; IN_USE with 50 codes open already.
 */
export const createInvitation = verb({
  name: "createInvitation",
  who: { permission: "other.canInviteUserScale" },
  rate: "edit",
  audited: true,
  async run(ctx: Context, input: CreateInvitationInput): Promise<Invitation> {
    const { isOfficial } = input;
    const maxUses = checkLimit("maxUses", input.maxUses, USES_MAX);
    const days = checkLimit("days", input.days, DAYS_MAX);
    const groupId = input.groupId == null ? null : parseId(input.groupId, "groupId");
    if (isOfficial || groupId !== null || maxUses === null || days === null) allow(mustBeAdmin(ctx.viewer));
    if (groupId !== null && (CLOSED_GROUPS.has(groupId) || !(await groupsById(ctx)).has(groupId)))
      throw invalid("groupId", "不能邀请加入这个用户组", "Nobody can be invited into this group.");
    return inTransaction(ctx, async (ctx) => {
      const userId = ctx.viewer.id;
      if (!ctx.viewer.isAdmin) await refuseTooMany(ctx, userId);
      const code = newCode();
      const expiresAt = days === null ? null : new Date(ctx.now.getTime() + days * DAY_MS);
      const values = { code, userId, groupId, isOfficial, maxUses, expiresAt };
      const id = await insert(ctx, Invitation, {
        ...values,
        useCount: 0,
        createdAt: ctx.now,
        revokedAt: null,
      });
      // A code that works is no matter for the log.
      noteChange(ctx, { target: `invitation:${id}`, after: { groupId, isOfficial, maxUses, expiresAt } });
      return ctx.db.findOneByOrFail(Invitation, { id });
    });
  },
});

function checkLimit(field: string, value: number | null | undefined, most: number): number | null {
  if (value == null) return null;
  if (Number.isSafeInteger(value) && value >= 1 && value <= most) return value;
  const name = nameOfField(field);
  throw invalid(field, `${name.zh}须在 1 到 ${most} 之间`, `${name.en} is between 1 and ${most}.`);
}

async function refuseTooMany(ctx: Context, userId: number): Promise<void> {
  await lockMember(ctx, userId);
  const expiresAt = Or(IsNull(), MoreThan(ctx.now));
  const codes = await ctx.db.findBy(Invitation, { userId, revokedAt: IsNull(), expiresAt });
  const open = codes.filter(({ maxUses, useCount }) => maxUses === null || useCount < maxUses);
  if (open.length < OPEN_MAX) return;
  throw new DomainError("IN_USE", {
    text: {
      zh: `最多同时保留 ${OPEN_MAX} 个有效的邀请码`,
      en: `At most ${OPEN_MAX} codes can be open at a time.`,
    },
  });
}

/**
 * Revokes a code: nobody comes by it any more. Who has come stays.
 * @throws {DomainError} NOT_FOUND for unknown codes and those of others, except for administrators.
 */
export const revokeInvitation = verb({
  name: "revokeInvitation",
  who: "member",
  rate: "edit",
  audited: true,
  idempotent: true,
  run(ctx: Context, id: number): Promise<Invitation> {
    return inTransaction(ctx, async (ctx) => {
      const invitation = await lockById(ctx, Invitation, id);
      if (!invitation || (invitation.userId !== ctx.viewer.id && !ctx.viewer.isAdmin))
        throw new DomainError("NOT_FOUND");
      if (invitation.revokedAt === null) {
        await ctx.db.update(Invitation, { id }, { revokedAt: ctx.now });
        noteChange(ctx, { target: `invitation:${id}`, after: { revokedAt: ctx.now } });
      }
      return ctx.db.findOneByOrFail(Invitation, { id });
    });
  },
});

/** Reads the viewer's invitations in figures. @throws {DomainError} LOGIN_REQUIRED. */
export async function readInvitationOverview(ctx: Context): Promise<InvitationOverview> {
  allow(mustBeMember(ctx.viewer));
  const { id: inviterId } = ctx.viewer;
  const { sharePercent, isSubordinate, isCommission } = await termsOf(ctx, await getUser(ctx, inviterId));
  return {
    path: await invitationPath(ctx, String(inviterId)),
    needsCode: await needsInvitation(ctx),
    viewerCanCreate: ctx.viewer.may("other.canInviteUserScale"),
    inviteeCount: await ctx.db.countBy(InvitationAcceptance, { inviterId }),
    earnedCents: await sumEarned(ctx, inviterId),
    sharePercent,
    sharesJoining: sharePercent > 0 && isSubordinate,
    sharesIncome: sharePercent > 0 && isCommission,
  };
}

/** Lists the codes that the viewer has made, newest first. @throws {DomainError} LOGIN_REQUIRED. */
export function listOwnInvitations(ctx: Context, page: PageRequest): Promise<Connection<Invitation>> {
  allow(mustBeMember(ctx.viewer));
  return list(ctx, { userId: ctx.viewer.id }, page);
}

/** Lists the codes of all members, newest first. @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators. */
export async function listInvitations(ctx: Context, page: PageRequest): Promise<Connection<Invitation>> {
  allow(mustBeAdmin(ctx.viewer));
  const invitations = await list(ctx, {}, page);
  await preload(
    ctx,
    userById,
    invitations.nodes.map(({ userId }) => userId),
  );
  return invitations;
}

async function list(
  ctx: Context,
  where: FindOptionsWhere<Invitation>,
  page: PageRequest,
): Promise<Connection<Invitation>> {
  const first = checkFirst(page.first);
  const before = page.after ? Number(decodeCursor("invitations", page.after, ["number"])[0]) : null;
  const invitations = await ctx.db.find(Invitation, {
    where: before === null ? where : { ...where, id: LessThan(before) },
    order: { id: "DESC" },
    take: first + 1,
  });
  return pageOf(invitations, first, ({ id }) => encodeCursor("invitations", [id]), before !== null);
}

/**
 * Lists who came by a member, the newest first: the viewer, or anybody for administrators.
 * @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN.
 */
export async function listInvitees(
  ctx: Context,
  userId: number | undefined,
  page: PageRequest,
): Promise<Connection<Invitee>> {
  allow(mustBeMember(ctx.viewer));
  const inviterId = userId ?? ctx.viewer.id;
  if (inviterId !== ctx.viewer.id) allow(mustBeAdmin(ctx.viewer));
  const first = checkFirst(page.first);
  const before = page.after ? Number(decodeCursor("invitees", page.after, ["number"])[0]) : null;
  // Members are numbered in the order in which they came.
  const acceptances = await ctx.db.find(InvitationAcceptance, {
    where: { inviterId, ...(before !== null && { userId: LessThan(before) }) },
    order: { userId: "DESC" },
    take: first + 1,
  });
  const ids = acceptances.map((acceptance) => acceptance.userId);
  await preload(ctx, userById, ids);
  const earned = await sumEarnedBy(ctx, inviterId, ids);
  const invitees = acceptances.map((each) => inviteeOf(each, earned.get(each.userId) ?? 0));
  return pageOf(invitees, first, ({ id }) => encodeCursor("invitees", [id]), before !== null);
}

/** Finds the invitation by which a member came; null for none, and for all but administrators. */
export async function findOrigin(ctx: Context, userId: number): Promise<InvitationOrigin | null> {
  if (!ctx.viewer.isAdmin) return null;
  const acceptance = await load(ctx, acceptanceOf, userId);
  if (!acceptance) return null;
  const { inviterId, invitationId } = acceptance;
  const invitation = invitationId === null ? null : await load(ctx, invitationById, invitationId);
  return {
    inviterId,
    code: invitation?.code ?? null,
    acceptedAt: acceptance.createdAt,
    ...sharesOf(acceptance),
  };
}

/** Terms of an inviter in words: a share of nothing is taken of nothing. */
function sharesOf({ sharePercent, isSubordinate, isCommission }: InvitationAcceptance) {
  const isShared = sharePercent > 0;
  return { sharePercent, sharesJoining: isShared && isSubordinate, sharesIncome: isShared && isCommission };
}

function inviteeOf(acceptance: InvitationAcceptance, earnedCents: number): Invitee {
  const { userId, createdAt } = acceptance;
  return { id: userId, acceptedAt: createdAt, ...sharesOf(acceptance), earnedCents };
}
