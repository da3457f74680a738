import { Field, GraphQLISODateTime, ID, ObjectType } from "type-graphql";
import { User } from "../../users/user.entity.ts";
import { ClientKind } from "./session.entity.ts";

/** Result of signing in. */
@ObjectType("Session", { simpleResolvers: true, description: "A sign-in that succeeded." })
export class SessionView {
  @Field(() => User, { description: "Who is signed in." })
  viewer!: User;

  @Field(() => String, {
    description: "For browsers the companion of the session cookie; for programs a bearer token of its own.",
  })
  accessToken!: string;

  @Field(() => GraphQLISODateTime, { description: "When it ends unless it is used; that of a token stays." })
  expiresAt!: Date;

  @Field(() => Boolean, { description: "The account was to be erased; signing in has called that off." })
  isReopened!: boolean;
}

/** One of the viewer's sign-ins. */
@ObjectType("SessionInfo", { simpleResolvers: true, description: "A place where the viewer is signed in." })
export class SessionInfo {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  id!: number;

  @Field(() => ClientKind, { description: "How it signs in." })
  client!: ClientKind;

  @Field(() => String, { description: "What the browser or program calls itself." })
  userAgent!: string;

  @Field(() => String, {
    description: "Network that it was opened from, without the part that names one machine; may be empty.",
  })
  place!: string;

  @Field(() => GraphQLISODateTime, { description: "When it was signed in." })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { description: "When it was used last, to the minute or so." })
  lastSeenAt!: Date;

  @Field(() => Boolean, { description: "True for the session of this request." })
  isCurrent!: boolean;
}
