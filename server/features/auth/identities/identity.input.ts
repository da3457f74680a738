import { Field, ID, InputType } from "type-graphql";
import { INVITE_CODE } from "../../invitations/invitation.input.ts";

/** A provider as administrators set it up. */
@InputType("IdentityProviderInput", { description: "An OpenID provider." })
export class IdentityProviderInput {
  @Field(() => ID, { nullable: true, description: "Absent for a new one." })
  providerId?: string | null;

  @Field(() => String, { description: "Name on its button, up to 30 characters." })
  label!: string;

  @Field(() => String, {
    defaultValue: "",
    description: "Colour of its button, `#1a5fb4`; empty for a plain one.",
  })
  color!: string;

  @Field(() => String, { description: "Address of the issuer." })
  issuer!: string;

  @Field(() => String, { description: "Id of this site at the provider." })
  clientId!: string;

  @Field(() => String, { nullable: true, description: "Secret of this site; absent keeps the one before." })
  clientSecret?: string | null;

  @Field(() => String, { defaultValue: "openid profile email", description: "Scopes, separated by blanks." })
  scopes!: string;

  @Field(() => Boolean, {
    defaultValue: true,
    description: "Asks for an address that the provider has verified.",
  })
  needsVerifiedEmail!: boolean;

  @Field(() => Boolean, { defaultValue: true, description: "People without an account register by it." })
  mayRegister!: boolean;

  @Field(() => Boolean, { defaultValue: true, description: "Whether it is offered." })
  isEnabled!: boolean;
}

/** Names of a member who registers by a provider. */
@InputType("IdentityRegisterInput", { description: "A registration by a provider." })
export class IdentityRegisterInput {
  @Field(() => String, { description: "Name to sign in with." })
  username!: string;

  @Field(() => String, { description: "Name that others see." })
  nickname!: string;

  @Field(() => Boolean, { defaultValue: false, description: "Agrees to what the site shows as its terms." })
  agreed!: boolean;

  @Field(() => String, { nullable: true, description: INVITE_CODE })
  inviteCode?: string | null;
}

/** Proof of who owns the account that has the same address. */
@InputType("IdentityLinkInput", {
  description: "Proves the ownership of the account that a provider is connected to.",
})
export class IdentityLinkInput {
  @Field(() => String, { description: "Password of the account." })
  password!: string;

  @Field(() => String, { nullable: true, description: "Code of the authenticator, where there is one." })
  secondFactor?: string | null;
}
