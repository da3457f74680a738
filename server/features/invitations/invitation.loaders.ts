import { In } from "typeorm";
import { defineLoader } from "../../core/loaders.ts";
import { Invitation, InvitationAcceptance } from "./invitation.entity.ts";

/** Acceptances by the member who came, batched. */
export const acceptanceOf = defineLoader<number, InvitationAcceptance>(
  "acceptanceOf",
  async (ctx, userIds) => {
    const acceptances = await ctx.db.findBy(InvitationAcceptance, { userId: In([...userIds]) });
    return new Map(acceptances.map((acceptance) => [acceptance.userId, acceptance]));
  },
);

/** Codes by their ids, batched. */
export const invitationById = defineLoader<number, Invitation>("invitationById", async (ctx, ids) => {
  const invitations = await ctx.db.findBy(Invitation, { id: In([...ids]) });
  return new Map(invitations.map((invitation) => [invitation.id, invitation]));
});
