import { Field, GraphQLISODateTime, ID, ObjectType } from "type-graphql";
import { TokenArea } from "../../core/tokenAreas.ts";

/** A registered application without its secret. */
@ObjectType("OAuthApplication", {
  simpleResolvers: true,
  description: "An application of somebody else, which members may allow to act for them.",
})
export class OAuthApplication {
  @Field(() => ID, { description: "Its id." })
  id!: number;

  @Field(() => String, { description: "Name that members see." })
  name!: string;

  @Field(() => String, { description: "Its `client_id`." })
  clientId!: string;

  @Field(() => Boolean, { description: "True for applications without a secret." })
  isPublic!: boolean;

  @Field(() => [String], { description: "Addresses that codes may be sent to." })
  redirectUris!: string[];

  @Field(() => GraphQLISODateTime, { description: "When it was registered." })
  createdAt!: Date;
}

/** A new application with its secret, which is shown this once. */
@ObjectType("IssuedOAuthApplication", { simpleResolvers: true, description: "A new application." })
export class IssuedOAuthApplication {
  @Field(() => OAuthApplication, { description: "The application." })
  application!: OAuthApplication;

  @Field(() => String, {
    nullable: true,
    description: "Its `client_secret`, which is shown this once; null for public ones.",
  })
  secret!: string | null;
}

/** A request of an application that waits for a member's answer. */
@ObjectType("AuthorizationRequest", {
  simpleResolvers: true,
  description: "What an application asks the viewer to allow.",
})
export class AuthorizationRequest {
  @Field(() => String, { description: "Name of the application." })
  name!: string;

  @Field(() => String, { description: "Host that the answer is sent to." })
  host!: string;

  @Field(() => [TokenArea], { description: "Parts of the site that it asks for." })
  areas!: TokenArea[];

  @Field(() => Boolean, { description: "False if it asks to read only." })
  mayWrite!: boolean;

  @Field(() => Boolean, { description: "True if it asks for the viewer's e-mail address." })
  mayKnowEmail!: boolean;
}

/** A consent that the viewer gave. */
@ObjectType("AllowedApplication", {
  simpleResolvers: true,
  description: "An application that the viewer allowed to act for them.",
})
export class AllowedApplication {
  @Field(() => ID, { description: "Id of its token, for `revokeAccessToken`." })
  id!: number;

  @Field(() => String, { description: "Name of the application." })
  name!: string;

  @Field(() => [TokenArea], { description: "Parts of the site that it may use." })
  areas!: TokenArea[];

  @Field(() => Boolean, { description: "False if it reads only." })
  mayWrite!: boolean;

  @Field(() => GraphQLISODateTime, { description: "When it was allowed." })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "Last use, to the minute; null for none.",
  })
  lastUsedAt!: Date | null;
}
