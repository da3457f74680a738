import { Field, InputType, Int } from "type-graphql";

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
