import { IsNull } from "typeorm";
import type { Feature } from "../../core/feature.ts";
import { inTransaction } from "../../core/transaction.ts";
import { Invitation, InvitationAcceptance } from "./invitation.entity.ts";
import {
  InvitationOriginResolver,
  InvitationResolver,
  InviteeResolver,
  UserOriginResolver,
} from "./invitation.resolver.ts";
import { invitationsRest } from "./invitations.rest.ts";

/** Codes and links by which people come, who came, and the terms on which their inviters share in the income. */
export const invitations: Feature = {
  name: "invitations",
  entities: [Invitation, InvitationAcceptance],
  resolvers: [InvitationResolver, InviteeResolver, UserOriginResolver, InvitationOriginResolver],
  rest: invitationsRest,
  groupHooks: [
    {
      name: "invitations.leaveGroups",
      // Codes that led to a deleted group lead to the default group, also once it is restored.
      async moveMembers(ctx, groupId) {
        await ctx.db.update(Invitation, { groupId }, { groupId: null });
        return 0;
      },
      returnMembers: () => Promise.resolve(0),
    },
  ],
  erasureHooks: [
    {
      name: "invitations",
      // Who came by whom stays: the books name both.
      erase: (ctx, userId) =>
        inTransaction(ctx, async (ctx) => {
          await ctx.db.update(Invitation, { userId, revokedAt: IsNull() }, { revokedAt: ctx.now });
        }),
    },
  ],
};
