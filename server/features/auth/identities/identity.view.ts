import { Field, GraphQLISODateTime, ID, ObjectType, registerEnumType } from "type-graphql";

/** A provider as a button shows it. */
@ObjectType("SignInProvider", { description: "A provider to sign in by." })
export class SignInProvider {
  @Field(() => ID, { description: "Its id." })
  id!: number;

  @Field(() => String, { description: "Name on its button." })
  label!: string;

  @Field(() => String, { description: "Colour of its button; empty for a plain one." })
  color!: string;
}

/** A provider as administrators see it: its secret stays hidden. */
@ObjectType("IdentityProvider", { description: "An OpenID provider as it is set up; for administrators." })
export class IdentityProviderView extends SignInProvider {
  @Field(() => String, { description: "Address of the issuer." })
  issuer!: string;

  @Field(() => String, { description: "Id of this site at the provider." })
  clientId!: string;

  @Field(() => Boolean, { description: "Whether a secret is stored; it is shown to nobody." })
  hasSecret!: boolean;

  @Field(() => String, { description: "Scopes, separated by blanks." })
  scopes!: string;

  @Field(() => Boolean, { description: "Asks for an address that the provider has verified." })
  needsVerifiedEmail!: boolean;

  @Field(() => Boolean, { description: "People without an account register by it." })
  mayRegister!: boolean;

  @Field(() => Boolean, { description: "Whether it is offered." })
  isEnabled!: boolean;
}

/** Next step of a sign-in that came back from a provider. */
export enum IdentityStep {
  SIGN_IN = "SIGN_IN",
  LINK = "LINK",
  REGISTER = "REGISTER",
  CONNECT = "CONNECT",
}
registerEnumType(IdentityStep, {
  name: "IdentityStep",
  description: "What is left to do after a provider has said who somebody is.",
  valuesConfig: {
    SIGN_IN: { description: "A member is connected: `loginByIdentity`." },
    LINK: { description: "A member has the same address and proves it: `linkIdentity`." },
    REGISTER: { description: "Nobody has it: `registerByIdentity`." },
    CONNECT: { description: "The viewer connects it: `connectIdentity`." },
  },
});

/** Somebody whom a provider has named to this browser. */
@ObjectType("PendingIdentity", { description: "What a provider has said about the person at this browser." })
export class PendingIdentity {
  @Field(() => IdentityStep, { description: "What is left to do." })
  step!: IdentityStep;

  @Field(() => String, { description: "Name of the provider." })
  label!: string;

  @Field(() => String, { description: "Address at the provider; may be empty." })
  email!: string;

  @Field(() => String, { description: "Name at the provider, as a proposal; may be empty." })
  name!: string;
}

/** A connected account, for its owner. */
@ObjectType("ConnectedIdentity", { description: "An account at a provider that signs the viewer in." })
export class ConnectedIdentity {
  @Field(() => ID, { description: "Its id." })
  id!: number;

  @Field(() => SignInProvider, { description: "The provider." })
  provider!: SignInProvider;

  @Field(() => String, { description: "Address there when it was connected; may be empty." })
  email!: string;

  @Field(() => GraphQLISODateTime, { description: "When it was connected." })
  createdAt!: Date;
}
