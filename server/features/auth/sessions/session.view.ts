import { Field, GraphQLISODateTime, ID, ObjectType } from "type-graphql";
import { User } from "../../users/user.entity.ts";
import { ClientKind } from "./session.entity.ts";

/** Result of signing in. */
@ObjectType("Session", { simpleResolvers: true })
export class SessionView {
  @Field(() => User)
  viewer!: User;

  @Field(() => String, {
    description: "For browsers the companion of the session cookie; for programs a bearer token of its own.",
  })
  accessToken!: string;

  @Field(() => GraphQLISODateTime)
  expiresAt!: Date;

  @Field(() => Boolean, { description: "The account was to be erased; signing in has called that off." })
  isReopened!: boolean;
}

/** One of the viewer's sign-ins. */
@ObjectType("SessionInfo", { simpleResolvers: true })
export class SessionInfo {
  @Field(() => ID)
  id!: number;

  @Field(() => ClientKind)
  client!: ClientKind;

  @Field(() => String)
  userAgent!: string;

  @Field(() => String, {
    description: "Network that it was opened from, without the part that names one machine; may be empty.",
  })
  place!: string;

  @Field(() => GraphQLISODateTime)
  createdAt!: Date;

  @Field(() => GraphQLISODateTime)
  lastSeenAt!: Date;

  @Field(() => Boolean)
  isCurrent!: boolean;
}
