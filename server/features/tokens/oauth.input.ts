import { Field, InputType } from "type-graphql";

/** Input of `createOAuthApplication`. */
@InputType("OAuthApplicationInput", { description: "An application of somebody else." })
export class OAuthApplicationInput {
  @Field(() => String, { description: "Name that members see, up to 60 characters." })
  name!: string;

  @Field(() => [String], {
    description: "Addresses that codes may be sent to: https, or http on loopback; 1 to 10.",
  })
  redirectUris!: string[];

  @Field(() => Boolean, {
    defaultValue: false,
    description: "True for applications that cannot keep a secret, such as those on phones and in browsers.",
  })
  isPublic!: boolean;
}
