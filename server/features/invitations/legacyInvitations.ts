import type { Context } from "../../core/context.ts";
import { load, preload } from "../../core/loaders.ts";
import { amountText } from "../../core/money.ts";
import { legacyAddress, LegacyPage, legacyPage, legacyTime } from "../../core/rest.ts";
import { allow, mustBeMember } from "../../core/viewer.ts";
import { getGroup } from "../groups/group.service.ts";
import { userById } from "../users/user.loaders.ts";
import { getUser } from "../users/user.service.ts";
import { previewInvitation } from "./acceptance.service.ts";
import { InvitationAcceptance } from "./invitation.entity.ts";
import type { LegacyInviteCode, LegacyInvitees, LegacyInviteLink } from "./invitation.input.ts";
import { createInvitation } from "./invitation.service.ts";
import { sumEarned, sumEarnedBy } from "./invitation.sql.ts";

/**
 * Gives the code of the viewer's link: their number; for a group a code of an administrator for one member and
 * seven days (legacy-facts 3.8, 5.2).
 */
export async function inviteLinkForLegacy(ctx: Context, { group }: LegacyInviteLink): Promise<object> {
  allow(mustBeMember(ctx.viewer));
  const { id: userId } = ctx.viewer;
  if (group === undefined || group === null) return { userId, code: String(userId) };
  const input = { maxUses: 1, days: 7, groupId: String(group), isOfficial: true };
  return { userId, code: (await createInvitation(ctx, input)).code };
}

/** Shows who invites by a code; nobody where it does not work, which clients ask without one as well. */
export async function readInviteForLegacy(ctx: Context, { code = "" }: LegacyInviteCode): Promise<object> {
  const preview = code === "" ? null : await previewInvitation(ctx, code);
  if (!preview) return [];
  const { inviterName, inviterAvatar, groupName } = preview;
  return {
    code: preview.code,
    user: { nickname: inviterName ?? "", avatar: legacyAddress(ctx, inviterAvatar) },
    group: { name: groupName ?? "" },
  };
}

/** Lists who came by the viewer, with what they brought (legacy-facts 3.8). */
export async function listInviteesForLegacy(ctx: Context, input: LegacyInvitees): Promise<LegacyPage> {
  allow(mustBeMember(ctx.viewer));
  const request = legacyPage(input);
  const { id: inviterId } = ctx.viewer;
  const user = await getUser(ctx, inviterId);
  const totalInviteUsers = await ctx.db.countBy(InvitationAcceptance, { inviterId });
  const acceptances = await ctx.db.find(InvitationAcceptance, {
    where: { inviterId },
    order: { userId: "DESC" },
    take: request.perPage,
    skip: (request.page - 1) * request.perPage,
  });
  const ids = acceptances.map((each) => each.userId);
  await preload(ctx, userById, ids);
  const earned = await sumEarnedBy(ctx, inviterId, ids);
  const inviteUsersList: object[] = [];
  for (const { userId, createdAt } of acceptances) {
    const invitee = (await load(ctx, userById, userId))!;
    inviteUsersList.push({
      pid: inviterId,
      userId,
      nickname: invitee.nickname,
      avatar: legacyAddress(ctx, invitee.avatarUrl),
      joinedAt: legacyTime(createdAt),
      bounty: amountText(earned.get(userId) ?? 0),
    });
  }
  const data = {
    userId: inviterId,
    nickname: user.nickname,
    avatar: legacyAddress(ctx, user.avatarUrl),
    groupName: (await getGroup(ctx, user.groupId)).name,
    totalInviteUsers,
    totalInviteBounties: amountText(await sumEarned(ctx, inviterId)),
    inviteUsersList,
  };
  return new LegacyPage(data, request, inviteUsersList.length, totalInviteUsers);
}
