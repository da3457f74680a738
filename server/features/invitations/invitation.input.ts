import { Field, ID, InputType, Int } from "type-graphql";

/** Most members that one code lets in. */
export const USES_MAX = 1000;
/** Most days that a code works. */
export const DAYS_MAX = 365;

/** Description of the code that comes with a registration. */
export const INVITE_CODE =
  "Code of an invitation, or the number of the member who invites. Needed where the site asks for a code.";

/** A code to be made. */
@InputType("CreateInvitationInput", { description: "A code that lets people in." })
export class CreateInvitationInput {
  @Field(() => Int, {
    nullable: true,
    defaultValue: 1,
    description: `Members that it lets in, from 1 to ${USES_MAX}; null for any number, which only administrators may say.`,
  })
  maxUses?: number | null;

  @Field(() => Int, {
    nullable: true,
    defaultValue: 7,
    description: `Days that it works, from 1 to ${DAYS_MAX}; null for good, which only administrators may say.`,
  })
  days?: number | null;

  @Field(() => ID, {
    nullable: true,
    description: "The group that people join by it; only for administrators. Absent for the default group.",
  })
  groupId?: string | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description: "For the site: who comes by it need not pay for joining. Only for administrators.",
  })
  isOfficial!: boolean;
}

/** Request of a legacy client for a link. */
@InputType("LegacyInviteLink")
export class LegacyInviteLink {
  @Field(() => Int, { nullable: true })
  group?: number;
}

/** A code that a legacy client was opened with. */
@InputType("LegacyInviteCode")
export class LegacyInviteCode {
  @Field(() => String, { nullable: true })
  code?: string;
}

/** Request of a legacy client for a page of who came. */
@InputType("LegacyInvitees")
export class LegacyInvitees {
  @Field(() => Int, { nullable: true })
  page?: number;
  @Field(() => Int, { nullable: true })
  perPage?: number;
}
