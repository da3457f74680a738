import { Field, GraphQLISODateTime, ID, ObjectType, registerEnumType } from "type-graphql";
import { Group } from "../groups/group.entity.ts";

/** Ways in which a group can be bought. */
export enum UpgradeAction {
  BUY = "BUY",
  RENEW = "RENEW",
  UPGRADE = "UPGRADE",
}
registerEnumType(UpgradeAction, {
  name: "UpgradeAction",
  description: "Ways in which a group can be bought.",
  valuesConfig: {
    BUY: { description: "The viewer is in no paid group." },
    RENEW: { description: "More days, behind those that are left." },
    UPGRADE: { description: "A higher group at once; what is left of the present one goes on afterwards." },
  },
});

/** A group that is for sale. */
@ObjectType("GroupOffer", { simpleResolvers: true, description: "A group that is for sale." })
export class GroupOffer {
  @Field(() => Group, { description: "The group, with its price and its days." })
  group!: Group;

  @Field(() => UpgradeAction, {
    nullable: true,
    description: "How the viewer can buy it; null while they cannot, such as a lower one than their own.",
  })
  viewerAction!: UpgradeAction | null;
}

/** A time in a group that a member has. */
@ObjectType("GroupTime", { simpleResolvers: true, description: "A time in a group that a member has." })
export class GroupTime {
  @Field(() => Group, { description: "The group." })
  group!: Group;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "When it begins; null for the one that the member has now.",
  })
  startsAt!: Date | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: "When it ends; null for good." })
  endsAt!: Date | null;
}

/** Groups that are for sale, and how the viewer stands with them. */
@ObjectType("UpgradeTerms", {
  simpleResolvers: true,
  description: "Groups that are for sale, and how the viewer stands with them.",
})
export class UpgradeTerms {
  @Field(() => ID, { description: "Id of the viewer, whose terms they are." })
  id!: number;

  @Field(() => [GroupOffer], { description: "Groups that are for sale, the lowest first." })
  offers!: GroupOffer[];

  @Field(() => [GroupTime], {
    description: "The group that the viewer has now, and what they bought that comes after it, in its order.",
  })
  times!: GroupTime[];
}
