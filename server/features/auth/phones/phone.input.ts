import { Field, InputType, registerEnumType } from "type-graphql";
import { INVITE_CODE } from "../../invitations/invitation.input.ts";
import { ClientKind } from "../sessions/session.entity.ts";

/** Aim of a code that is sent to a phone. */
export enum PhoneCodePurpose {
  SIGN_IN = "SIGN_IN",
  BIND = "BIND",
  PROOF = "PROOF",
  RESET = "RESET",
}
registerEnumType(PhoneCodePurpose, {
  name: "PhoneCodePurpose",
  description: "What a code by text message is for; it does nothing else.",
  valuesConfig: {
    SIGN_IN: { description: "Signs in, or registers where registration is open." },
    BIND: { description: "Binds the number to the account of the viewer." },
    PROOF: { description: "Proves by the number of the account that it is the owner." },
    RESET: { description: "Sets a new password of the account with this number." },
  },
});

const PHONE = "A mobile number of China, with or without +86; digits of any width, blanks and hyphens.";
const CODE = "The six digits of the text message.";
const REQUEST = "What `requestPhoneCode` gave.";

/** A code that was sent to a phone, as it is typed in. */
@InputType("PhoneCodeInput", {
  description: "A code in a text message, with the number that it was sent to.",
})
export class PhoneCodeInput {
  @Field(() => String, { description: REQUEST })
  request!: string;

  @Field(() => String, { description: PHONE })
  phone!: string;

  @Field(() => String, { description: CODE })
  code!: string;
}

/** A sign-in by a code that was sent to a phone. */
@InputType("PhoneLoginInput", { description: "A sign-in by a code in a text message." })
export class PhoneLoginInput extends PhoneCodeInput {
  @Field(() => ClientKind, {
    defaultValue: ClientKind.BROWSER,
    description: "How somebody is signed in: by a cookie, or by a token for a program.",
  })
  client!: ClientKind;

  @Field(() => String, {
    nullable: true,
    description: "Code of the authenticator or a recovery code, for members who have set one up.",
  })
  secondFactor?: string | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description: "Agrees to what the site shows as its terms and privacy policy; asked of new members alone.",
  })
  agreed!: boolean;

  @Field(() => String, { nullable: true, description: INVITE_CODE })
  inviteCode?: string | null;
}

/** A new password by a code that was sent to a phone. */
@InputType("PhoneResetInput", { description: "A new password, proven by a code in a text message." })
export class PhoneResetInput extends PhoneCodeInput {
  @Field(() => String, { description: "The new password." })
  password!: string;
}
