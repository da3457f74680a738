import { Field, ObjectType } from "type-graphql";

/** An authenticator that is being set up. */
@ObjectType("SecondFactorSetup", {
  simpleResolvers: true,
  description: "What an authenticator needs; shown once.",
})
export class SecondFactorSetup {
  @Field(() => String, { description: "The secret in base32, to be typed in." })
  secret!: string;

  @Field(() => String, { description: "The same as an `otpauth:` address, for programs that open it." })
  uri!: string;
}
