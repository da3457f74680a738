import { Field, InputType, registerEnumType } from "type-graphql";
import { CAPTCHA_ANSWER } from "../../captcha/captcha.view.ts";
import { INVITE_CODE } from "../../invitations/invitation.input.ts";
import { ClientKind } from "../sessions/session.entity.ts";

registerEnumType(ClientKind, {
  name: "ClientKind",
  description: "How somebody is signed in.",
  valuesConfig: {
    BROWSER: { description: "By an HttpOnly cookie with a companion token." },
    API: { description: "By a token that works on its own for 30 days." },
  },
});

/** A registration. */
@InputType("RegisterInput", { description: "A new account." })
export class RegisterInput {
  @Field(() => String, { description: "Name for signing in; nobody else may have it." })
  username!: string;

  @Field(() => String, {
    description:
      "Eight characters or more, any of them, none of the known passwords; at most 512 bytes of UTF-8 in NFKC.",
  })
  password!: string;

  @Field(() => String, { description: "Name that is shown." })
  nickname!: string;

  @Field(() => String, {
    nullable: true,
    description:
      "Needed where the site asks for it; ignored where it does not. A link that confirms it is mailed.",
  })
  email?: string | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description: "Agrees to what the site shows as its terms and privacy policy; needed where it shows any.",
  })
  agreed!: boolean;

  @Field(() => String, { nullable: true, description: CAPTCHA_ANSWER })
  captcha?: string | null;

  @Field(() => String, { nullable: true, description: INVITE_CODE })
  inviteCode?: string | null;

  @Field(() => ClientKind, {
    defaultValue: ClientKind.BROWSER,
    description: "How the new member is signed in: by a cookie, or by a token for a program.",
  })
  client!: ClientKind;
}

/** A sign-in with user name or e-mail address, and password. */
@InputType("LoginInput", { description: "A sign-in by name and password." })
export class LoginInput {
  @Field(() => String, { description: "User name, or an e-mail address that is confirmed." })
  username!: string;

  @Field(() => String, { description: "In plain text." })
  password!: string;

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

  @Field(() => String, {
    nullable: true,
    description: `Needed after some failures of the account or the address (CAPTCHA_NEEDED). ${CAPTCHA_ANSWER}`,
  })
  captcha?: string | null;
}

/** Registration of the first administrator, with the token that the server printed. */
@InputType("ClaimAdminInput", { description: "The first administrator of a new forum." })
export class ClaimAdminInput extends RegisterInput {
  @Field(() => String, { description: "The code that the server printed when it started." })
  token!: string;
}

/** A registration by a legacy client (legacy-facts 3.1). */
@InputType("LegacyRegistration")
export class LegacyRegistration {
  @Field(() => String)
  username!: string;

  @Field(() => String)
  password!: string;

  @Field(() => String)
  passwordConfirmation!: string;

  @Field(() => String, { nullable: true, description: "The user name without one." })
  nickname?: string;

  @Field(() => String, { nullable: true, description: INVITE_CODE })
  code?: string;

  @Field(() => String, {
    nullable: true,
    description: "Ticket of Tencent's captcha, where the site asks for one.",
  })
  captchaTicket?: string;

  @Field(() => String, { nullable: true, description: "Goes with the ticket." })
  captchaRandStr?: string;
}

/** Names that a legacy client asks about before it registers. */
@InputType("LegacyNames")
export class LegacyNames {
  @Field(() => String, { nullable: true })
  username?: string;

  @Field(() => String, { nullable: true })
  nickname?: string;
}

/** A sign-in of a legacy client. */
@InputType("LegacyLogin")
export class LegacyLogin {
  @Field(() => String)
  username!: string;

  @Field(() => String)
  password!: string;
}
