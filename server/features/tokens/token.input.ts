import { Field, GraphQLISODateTime, ID, InputType } from "type-graphql";
import { TokenArea } from "../../core/tokenAreas.ts";

/** Input of `createAccessToken`. */
@InputType("AccessTokenInput", { description: "A token to make, with what it may." })
export class AccessTokenInput {
  @Field(() => String, { description: "Name to know it by, up to 60 characters." })
  name!: string;

  @Field(() => Boolean, { defaultValue: false, description: "True for tokens that also change things." })
  mayWrite!: boolean;

  @Field(() => [TokenArea], { description: "Parts of the site that it is for." })
  areas!: TokenArea[];

  @Field(() => [String], {
    nullable: true,
    description:
      "Permission keys that it has of those of its member; null for all. For administration it has all of them.",
  })
  permissions?: string[] | null;

  @Field(() => [ID], {
    nullable: true,
    description: "Categories in which it has the permissions that hold per category; null for all.",
  })
  categoryIds?: string[] | null;

  @Field(() => [String], {
    defaultValue: [],
    description: "Networks that it may be used from, such as `203.0.113.0/24`; none for all.",
  })
  addressRanges!: string[];

  @Field(() => GraphQLISODateTime, { nullable: true, description: "When it expires; null for never." })
  expiresAt?: Date | null;
}

/** Input of `createApplicationToken`. */
@InputType("ApplicationTokenInput", { description: "A token of the site for an application." })
export class ApplicationTokenInput extends AccessTokenInput {
  @Field(() => ID, { description: "Member that it acts as, such as an account of its own." })
  userId!: string;
}
