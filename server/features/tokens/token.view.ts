import { Field, GraphQLISODateTime, ID, ObjectType, registerEnumType } from "type-graphql";
import { TokenArea } from "../../core/tokenAreas.ts";
import { TokenKind } from "./token.entity.ts";

registerEnumType(TokenArea, {
  name: "TokenArea",
  description: "A part of the site that tokens may be for.",
  valuesConfig: {
    FORUM: {
      description: "Threads, replies, categories, topics, members, moderation: as permissions allow.",
    },
    ACCOUNT: { description: "The own profile, follows, watches and notifications." },
    MESSAGES: { description: "Private messages." },
    ADMINISTRATION: { description: "What only administrators may." },
  },
});
registerEnumType(TokenKind, {
  name: "TokenKind",
  description: "Whose token it is.",
  valuesConfig: {
    PERSONAL: { description: "Made by a member for programs of their own." },
    APPLICATION: { description: "Made by administrators for an application of the site." },
    OAUTH: { description: "Allowed by a member to an application of somebody else." },
  },
});

/** A token without its secret. */
@ObjectType("AccessToken", {
  simpleResolvers: true,
  description: "A token that programs send as `Authorization: Bearer …`.",
})
export class AccessTokenView {
  @Field(() => ID, { description: "Its id." })
  id!: number;

  @Field(() => TokenKind, { description: "Whose token it is." })
  kind!: TokenKind;

  @Field(() => String, { description: "Name to know it by." })
  name!: string;

  @Field(() => Boolean, { description: "False for tokens that only read." })
  mayWrite!: boolean;

  @Field(() => [TokenArea], { description: "Parts of the site that it is for." })
  areas!: TokenArea[];

  @Field(() => [String], { nullable: true, description: "Permission keys that it has; null for all." })
  permissions!: string[] | null;

  @Field(() => [ID], { nullable: true, description: "Categories that it is for; null for all." })
  categoryIds!: number[] | null;

  @Field(() => [String], { description: "Networks that it may be used from; none for all." })
  addressRanges!: string[];

  @Field(() => GraphQLISODateTime, { description: "When it was made." })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { nullable: true, description: "When it expires; null for never." })
  expiresAt!: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "Last use, to the minute; null for none.",
  })
  lastUsedAt!: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "Until when the secret before the last rotation works as well; null if there is none.",
  })
  overlapEndsAt!: Date | null;

  /** Not a field: see `user` in the resolver. */
  userId!: number;
}

/** A token with its secret, which is shown this once. */
@ObjectType("IssuedToken", { simpleResolvers: true, description: "A token with its new secret." })
export class IssuedToken {
  @Field(() => AccessTokenView, { description: "The token." })
  token!: AccessTokenView;

  @Field(() => String, { description: "Its secret; the site stores no copy and shows it this once." })
  secret!: string;
}
