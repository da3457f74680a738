import { Field, Float, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { Cents } from "../../core/money.ts";
import { connectionType } from "../../core/paging.ts";
import { Invitation } from "./invitation.entity.ts";

/** States of a code. */
export enum InvitationState {
  OPEN = "OPEN",
  USED_UP = "USED_UP",
  EXPIRED = "EXPIRED",
  REVOKED = "REVOKED",
}
registerEnumType(InvitationState, {
  name: "InvitationState",
  description: "States of a code that lets people in.",
  valuesConfig: {
    OPEN: { description: "Works." },
    USED_UP: { description: "As many members have come by it as it lets in." },
    EXPIRED: { description: "Its time is over." },
    REVOKED: { description: "Was taken back." },
  },
});

/** Gives the state of a code at a time. */
export function stateOfInvitation(
  { revokedAt, expiresAt, maxUses, useCount }: Invitation,
  now: Date,
): InvitationState {
  if (revokedAt !== null) return InvitationState.REVOKED;
  if (maxUses !== null && useCount >= maxUses) return InvitationState.USED_UP;
  return expiresAt !== null && expiresAt <= now ? InvitationState.EXPIRED : InvitationState.OPEN;
}

/** A page of codes. */
export const InvitationConnection = connectionType("Invitation", () => Invitation);

/** A code that works, as it looks to who was given it. */
@ObjectType("InvitationPreview", {
  simpleResolvers: true,
  description: "A code that works, as it looks to who was given it.",
})
export class InvitationPreview {
  @Field(() => String, { description: "The code as it is stored." })
  code!: string;

  @Field(() => String, {
    nullable: true,
    description: "Who invites; null for the site itself, and where the viewer may not see members.",
  })
  inviterName!: string | null;

  /** Picture of who invites, a path of this site; null where nobody is named. */
  inviterAvatar!: string | null;

  @Field(() => String, { nullable: true, description: "Group that it leads to, if it names one." })
  groupName!: string | null;

  @Field(() => Boolean, { description: "Who comes by it need not pay for joining." })
  isOfficial!: boolean;
}

/** The invitations of a member in figures. */
@ObjectType("InvitationOverview", {
  simpleResolvers: true,
  description: "The invitations of the viewer in figures.",
})
export class InvitationOverview {
  @Field(() => String, { description: "Path of the viewer's own link, which names them as the inviter." })
  path!: string;

  @Field(() => Boolean, {
    description: "New members need a code that was made; the own link does not let them in.",
  })
  needsCode!: boolean;

  @Field(() => Boolean, { description: "The viewer may make codes, and shares in the income." })
  viewerCanCreate!: boolean;

  @Field(() => Int, { description: "Members who came by the viewer." })
  inviteeCount!: number;

  @Field(() => Cents, { description: "What the viewer has earned by them, in cents." })
  earnedCents!: number;

  @Field(() => Float, { description: "Share of who comes from now on, in percent; 0 for none." })
  sharePercent!: number;

  @Field(() => Boolean, { description: "It is taken of what they pay for joining." })
  sharesJoining!: boolean;

  @Field(() => Boolean, { description: "It is taken of what they earn." })
  sharesIncome!: boolean;
}

/** A member who came by an invitation. */
@ObjectType("Invitee", { simpleResolvers: true, description: "A member who came by an invitation." })
export class Invitee {
  @Field(() => ID, { description: "Id of the member." })
  id!: number;

  @Field(() => GraphQLISODateTime, { description: "When they came." })
  acceptedAt!: Date;

  @Field(() => Float, { description: "The inviter's share, fixed when they came, in percent; 0 for none." })
  sharePercent!: number;

  @Field(() => Boolean, { description: "It is taken of what they pay for joining." })
  sharesJoining!: boolean;

  @Field(() => Boolean, { description: "It is taken of what they earn." })
  sharesIncome!: boolean;

  @Field(() => Cents, { description: "What the inviter has earned by them, in cents." })
  earnedCents!: number;
}

/** The invitation by which a member came. */
@ObjectType("InvitationOrigin", {
  simpleResolvers: true,
  description: "The invitation by which a member came, with the terms of then. For administrators.",
})
export class InvitationOrigin {
  /** The member who invited. */
  inviterId!: number;

  @Field(() => String, { nullable: true, description: "The code; null for the number of the inviter." })
  code!: string | null;

  @Field(() => GraphQLISODateTime, { description: "When the member came." })
  acceptedAt!: Date;

  @Field(() => Float, { description: "The inviter's share in percent; 0 for none." })
  sharePercent!: number;

  @Field(() => Boolean, { description: "It is taken of what the member pays for joining." })
  sharesJoining!: boolean;

  @Field(() => Boolean, { description: "It is taken of what the member earns." })
  sharesIncome!: boolean;
}

/** A page of who came. */
export const InviteeConnection = connectionType("Invitee", () => Invitee);
