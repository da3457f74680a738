import { Field, InputType, Int } from "type-graphql";
import { AnyValue } from "../../core/rest.ts";

/** Whose profile to read; one's own without it. */
@InputType("LegacyUserRef")
export class LegacyUserRef {
  @Field(() => Int, { nullable: true })
  userId?: number;
}

/** Whom to follow. */
@InputType("LegacyFollow")
export class LegacyFollow {
  @Field(() => Int)
  toUserId!: number;
}

/** Whom to follow no longer (type 1), or whose following to end (type 2). */
@InputType("LegacyUnfollow")
export class LegacyUnfollow {
  @Field(() => Int)
  id!: number;
  @Field(() => Int)
  type!: number;
}

/** Whom to block, or no longer. */
@InputType("LegacyDeny")
export class LegacyDeny {
  @Field(() => Int)
  id!: number;
}

/** A page of members. */
@InputType("LegacyUserPage")
export class LegacyUserPage {
  @Field(() => Int, { nullable: true })
  page?: number;
  @Field(() => Int, { nullable: true })
  perPage?: number;
}

/** A page of members, found by name or not. */
@InputType("LegacyUserList")
export class LegacyUserList extends LegacyUserPage {
  @Field(() => AnyValue, { nullable: true, description: "nickname; hot." })
  filter?: unknown;
}

/** Whose relations to list. */
@InputType("LegacyFollowList")
export class LegacyFollowList extends LegacyUserPage {
  @Field(() => AnyValue, {
    nullable: true,
    description: "userId; type: 1 whom they follow, 2 who follows them.",
  })
  filter?: unknown;
}
