import { Field, InputType, Int } from "type-graphql";
import { AnyValue } from "../../core/rest.ts";

/** Reference to a profile; the own one without an id. */
@InputType("LegacyUserRef")
export class LegacyUserRef {
  @Field(() => Int, { nullable: true })
  userId?: number;
}

/** Reference to a member to follow. */
@InputType("LegacyFollow")
export class LegacyFollow {
  @Field(() => Int)
  toUserId!: number;
}

/** Reference to a member to unfollow (type 1), or to a fan to remove (type 2). */
@InputType("LegacyUnfollow")
export class LegacyUnfollow {
  @Field(() => Int)
  id!: number;
  @Field(() => Int)
  type!: number;
}

/** Reference to a member to block or unblock. */
@InputType("LegacyDeny")
export class LegacyDeny {
  @Field(() => Int)
  id!: number;
}

/** Request for a page of members. */
@InputType("LegacyUserPage")
export class LegacyUserPage {
  @Field(() => Int, { nullable: true })
  page?: number;
  @Field(() => Int, { nullable: true })
  perPage?: number;
}

/** Request for a page of members, by name or not. */
@InputType("LegacyUserList")
export class LegacyUserList extends LegacyUserPage {
  @Field(() => AnyValue, { nullable: true, description: "nickname; hot." })
  filter?: unknown;
}

/** Request for a page of relations. */
@InputType("LegacyFollowList")
export class LegacyFollowList extends LegacyUserPage {
  @Field(() => AnyValue, {
    nullable: true,
    description: "userId; type: 1 whom they follow, 2 who follows them.",
  })
  filter?: unknown;
}
