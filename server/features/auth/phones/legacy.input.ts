import { Field, InputType } from "type-graphql";

/** A request of an old client for a code by text message. */
@InputType("LegacySmsRequest")
export class LegacySmsRequest {
  @Field(() => String, { nullable: true, description: "Not needed for verify and reset_pay_pwd." })
  mobile?: string;
  @Field(() => String, { description: "login, bind, rebind, reset_pwd, reset_pay_pwd or verify." })
  type!: string;
  @Field(() => String, { nullable: true })
  captchaTicket?: string;
  @Field(() => String, { nullable: true })
  captchaRandStr?: string;
}

/** A code by text message, typed into an old client. */
@InputType("LegacySmsCode")
export class LegacySmsCode {
  @Field(() => String)
  mobile!: string;
  @Field(() => String)
  code!: string;
}

/** A sign-in of an old client by text message. */
@InputType("LegacySmsLogin")
export class LegacySmsLogin extends LegacySmsCode {
  @Field(() => String, { nullable: true })
  inviteCode?: string;
}

/** A new password of an account, by a code to its number. */
@InputType("LegacySmsPassword")
export class LegacySmsPassword extends LegacySmsCode {
  @Field(() => String)
  password!: string;
}

/** A new pay password, by a code to the number of the account. */
@InputType("LegacySmsPayPassword")
export class LegacySmsPayPassword extends LegacySmsCode {
  @Field(() => String)
  payPassword!: string;
  @Field(() => String, { nullable: true })
  payPasswordConfirmation?: string;
}
