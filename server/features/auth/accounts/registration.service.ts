import type { Context } from "../../../core/context.ts";
import { getDefaultGroup } from "../../groups/group.service.ts";
import { noteAcceptance, takeInvitation } from "../../invitations/acceptance.service.ts";
import { UserStatus } from "../../../core/viewer.ts";
import { getSettings, type Settings } from "../../settings/setting.service.ts";
import { FieldStatus, SignInField } from "../../sign-in-fields/field.entity.ts";
import type { CheckedName } from "../../users/name.ts";
import type { User } from "../../users/user.entity.ts";
import { createUser } from "../../users/user.service.ts";

const DAY_MS = 86_400_000;

/** Somebody who registers, in whatever way; names have been checked. */
export interface NewMember {
  readonly username: CheckedName;
  readonly nickname: CheckedName;
  readonly passwordHash: string;
  /** Code of an invitation, as it was given. */
  readonly inviteCode: string | null | undefined;
}

/**
 * Creates a member in the caller's transaction: the one place by which people register, so that invitations count, lead to
 * their group, and freeze the terms of their inviter in all ways of registering.
 * @emits userRegistered, userFollowed, notificationRaised
 * @throws {DomainError} INVITATION_NEEDED, INVITATION_INVALID; USERNAME_TAKEN, NICKNAME_TAKEN.
 */
export async function createMember(ctx: Context, newMember: NewMember): Promise<User> {
  const { inviteCode, ...names } = newMember;
  const admission = await takeInvitation(ctx, inviteCode);
  const group = admission?.group ?? (await getDefaultGroup(ctx));
  const user = await createUser(ctx, {
    ...names,
    groupId: group.id,
    groupExpiresAt: group.isPaid ? new Date(ctx.now.getTime() + group.days * DAY_MS) : null,
    status: await statusOfNew(ctx, await getSettings(ctx)),
    isNew: true,
  });
  if (admission) await noteAcceptance(ctx, user.id, admission);
  return user;
}

/** Gives the status of a new member: first the sign-in fields, then the review, each if the site has it (legacy-facts 5.8). */
async function statusOfNew(ctx: Context, settings: Settings): Promise<UserStatus> {
  const status = FieldStatus.ENABLED;
  // A switch without a field would shut newcomers out until somebody notices.
  if (settings.open_ext_fields === "1" && (await ctx.db.existsBy(SignInField, { status })))
    return UserStatus.FIELDS_MISSING;
  return settings.register_validate === "1" ? UserStatus.UNDER_REVIEW : UserStatus.NORMAL;
}
