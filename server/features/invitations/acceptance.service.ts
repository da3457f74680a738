import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { load } from "../../core/loaders.ts";
import { UserStatus } from "../../core/viewer.ts";
import { insert, lockWhere } from "../../core/write.ts";
import { addSitePeriod } from "../entitlements/entitlement.service.ts";
import { PresetGroup, type Group } from "../groups/group.entity.ts";
import { getDefaultGroup, getGroup, grantsOfMembers, groupsById } from "../groups/group.service.ts";
import { notificationRaised } from "../notifications/inbox/notification.events.ts";
import { getSettings } from "../settings/setting.service.ts";
import { befriend } from "../users/relations/relation.service.ts";
import type { User } from "../users/user.entity.ts";
import { userById } from "../users/user.loaders.ts";
import { canReceiveMoney, canViewUser, standingOf } from "../users/user.policy.ts";
import { readCode } from "./code.ts";
import { Invitation, InvitationAcceptance } from "./invitation.entity.ts";
import { InvitationState, stateOfInvitation, type InvitationPreview } from "./invitation.view.ts";

/** A code that works. */
export interface Admission {
  readonly inviter: User;
  /** Null for the number of the inviter. */
  readonly invitation: Invitation | null;
  /** Group that it leads to; null for the default group. */
  readonly group: Group | null;
}

/** Terms of an inviter, as the group gives them. */
export interface InviterTerms {
  readonly sharePercent: number;
  readonly isSubordinate: boolean;
  readonly isCommission: boolean;
}

const NO_TERMS: InviterTerms = { sharePercent: 0, isSubordinate: false, isCommission: false };

/** True if new members need a code that was made for them. */
export async function needsInvitation(ctx: Context): Promise<boolean> {
  return (await getSettings(ctx)).register_invitation === "1";
}

/** The refusal of a code that does not work, whatever the reason. */
function notValid(): DomainError {
  return new DomainError("INVITATION_INVALID", { field: "inviteCode" });
}

/**
 * Takes a code in the transaction of a registration, and counts its use. A code with uses is locked, so that of those
 * who come together as many get in as it says. Without a code, null.
 * @throws {DomainError} INVITATION_NEEDED where the site asks for a code that was made, also for the number of a member;
 *   INVITATION_INVALID for codes that are unknown, used up, expired or revoked, and of members who are shut out.
 */
export async function takeInvitation(
  ctx: Context,
  given: string | null | undefined,
): Promise<Admission | null> {
  const needed = (await needsInvitation(ctx))
    ? new DomainError("INVITATION_NEEDED", { field: "inviteCode" })
    : null;
  if (!given?.trim()) {
    if (needed) throw needed;
    return null;
  }
  const code = readCode(given);
  if (!code) throw notValid();
  if ("inviterId" in code) {
    if (needed) throw needed;
    return (await admissionOfNumber(ctx, code.inviterId)) ?? fail();
  }
  const [invitation] = await lockWhere(ctx, Invitation, { code: code.code });
  const admission = (await admissionOf(ctx, invitation ?? null)) ?? fail();
  await ctx.db.increment(Invitation, { id: invitation!.id }, "useCount", 1);
  return admission;
}

function fail(): never {
  throw notValid();
}

async function admissionOfNumber(ctx: Context, inviterId: number): Promise<Admission | null> {
  const inviter = await load(ctx, userById, inviterId);
  return inviter && mayInvite(ctx, inviter) ? { inviter, invitation: null, group: null } : null;
}

async function admissionOf(ctx: Context, invitation: Invitation | null): Promise<Admission | null> {
  if (!invitation || stateOfInvitation(invitation, ctx.now) !== InvitationState.OPEN) return null;
  const inviter = await load(ctx, userById, invitation.userId);
  if (!inviter || (!invitation.isOfficial && !mayInvite(ctx, inviter))) return null;
  const group =
    invitation.groupId === null ? null : ((await groupsById(ctx)).get(invitation.groupId) ?? null);
  return { inviter, invitation, group };
}

/** True for members in good standing. */
function mayInvite(ctx: Context, inviter: User): boolean {
  return canReceiveMoney(inviter, ctx.now) && standingOf(inviter, ctx.now) === UserStatus.NORMAL;
}

/**
 * Notes in the transaction of a registration who invited the new member, with the terms of now; both follow each other,
 * and the inviter hears of it (legacy-facts 5.1, 5.2).
 * @emits userFollowed, notificationRaised
 */
export async function noteAcceptance(ctx: Context, userId: number, admission: Admission): Promise<void> {
  const { inviter, invitation } = admission;
  await insert(ctx, InvitationAcceptance, {
    userId,
    inviterId: inviter.id,
    invitationId: invitation?.id ?? null,
    ...(await termsOf(ctx, inviter)),
    createdAt: ctx.now,
  });
  if (invitation?.isOfficial) await addSitePeriod(ctx, userId, null, `invitation:${invitation.id}`);
  await befriend(ctx, userId, inviter.id);
  const nothing = { threadId: null, postId: null, data: {} };
  ctx.emit(notificationRaised({ userId: inviter.id, kind: "invite.accepted", actorId: userId, ...nothing }));
}

/** Gives the terms that a member invites on now: those of their group, if it lets them share in the income. */
export async function termsOf(ctx: Context, inviter: User): Promise<InviterTerms> {
  const hasEnded = inviter.groupExpiresAt !== null && inviter.groupExpiresAt <= ctx.now;
  const group = hasEnded ? await getDefaultGroup(ctx) : await getGroup(ctx, inviter.groupId);
  const isAllowed =
    group.id === PresetGroup.ADMIN || (await grantsOfMembers(ctx, group.id)).has("other.canInviteUserScale");
  if (!isAllowed) return NO_TERMS;
  const { scale: sharePercent, isSubordinate, isCommission } = group;
  return { sharePercent, isSubordinate, isCommission };
}

/** Shows a code to who was given it; null if it does not work, or is not enough on this site. */
export async function previewInvitation(ctx: Context, given: string): Promise<InvitationPreview | null> {
  const code = readCode(given);
  if (!code) return null;
  const isNumber = "inviterId" in code;
  if (isNumber && (await needsInvitation(ctx))) return null;
  const admission = isNumber
    ? await admissionOfNumber(ctx, code.inviterId)
    : await admissionOf(ctx, await ctx.db.findOneBy(Invitation, { code: code.code }));
  if (!admission) return null;
  const { inviter, invitation, group } = admission;
  // Numbers can be counted up: they name members only to who may see members.
  const isNamed = isNumber ? canViewUser(ctx.viewer, inviter.id).allowed : !invitation!.isOfficial;
  return {
    code: isNumber ? String(code.inviterId) : code.code,
    inviterName: isNamed ? inviter.nickname : null,
    inviterAvatar: isNamed ? inviter.avatarUrl : null,
    groupName: group?.name ?? null,
    isOfficial: invitation?.isOfficial ?? false,
  };
}
