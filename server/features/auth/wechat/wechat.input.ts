import { Field, InputType, registerEnumType } from "type-graphql";
import { INVITE_CODE } from "../../invitations/invitation.input.ts";

const TICKET = "For mini-programs: the ticket that `loginByMiniProgram` gave. Browsers have it in a cookie.";

/** A member who registers by WeChat. */
@InputType("WechatRegisterInput", { description: "A registration by WeChat." })
export class WechatRegisterInput {
  @Field(() => String, { nullable: true, description: "Name that others see; absent for one that is made." })
  nickname?: string | null;

  @Field(() => String, { nullable: true, description: "E-mail address, where the site asks for one." })
  email?: string | null;

  @Field(() => Boolean, { defaultValue: false, description: "Agrees to what the site shows as its terms." })
  agreed!: boolean;

  @Field(() => String, { nullable: true, description: INVITE_CODE })
  inviteCode?: string | null;

  @Field(() => String, { nullable: true, description: TICKET })
  ticket?: string | null;
}

/** Proof of who owns the account that WeChat is bound to. */
@InputType("WechatLinkInput", { description: "Binds WeChat to an account by its name and password." })
export class WechatLinkInput {
  @Field(() => String, { description: "User name or proven e-mail address." })
  username!: string;

  @Field(() => String, { description: "Password of the account." })
  password!: string;

  @Field(() => String, { nullable: true, description: "Code of the authenticator, where there is one." })
  secondFactor?: string | null;

  @Field(() => String, { nullable: true, description: TICKET })
  ticket?: string | null;
}

/** Choice of who gives a phone number to WeChat. */
export enum WechatPhoneChoice {
  LINK = "LINK",
  REGISTER = "REGISTER",
}
registerEnumType(WechatPhoneChoice, {
  name: "WechatPhoneChoice",
  description: "What is to become of a WeChat account and a phone number.",
  valuesConfig: {
    LINK: { description: "Binds WeChat to the account that has the number." },
    REGISTER: { description: "Makes a new account with both." },
  },
});

/** A phone number that is given to a WeChat account. */
@InputType("WechatPhoneInput", { description: "Binds WeChat by a code that was sent to a phone." })
export class WechatPhoneInput {
  @Field(() => String, { description: "What `requestPhoneCode` gave." })
  request!: string;

  @Field(() => String, { description: "A mobile number of China." })
  phone!: string;

  @Field(() => String, { description: "The six digits of the text message." })
  code!: string;

  @Field(() => WechatPhoneChoice, {
    nullable: true,
    description: "Without it the answer is WECHAT_LINK_NEEDED or WECHAT_REGISTER_NEEDED, which names it.",
  })
  choice?: WechatPhoneChoice | null;

  @Field(() => Boolean, { defaultValue: false, description: "Agrees to what the site shows as its terms." })
  agreed!: boolean;

  @Field(() => String, { nullable: true, description: INVITE_CODE })
  inviteCode?: string | null;

  @Field(() => String, { nullable: true, description: "Code of the authenticator, where there is one." })
  secondFactor?: string | null;

  @Field(() => String, { nullable: true, description: TICKET })
  ticket?: string | null;
}

/** A sign-in of a mini-program. */
@InputType("MiniProgramLoginInput", { description: "A sign-in by a code of `wx.login`." })
export class MiniProgramLoginInput {
  @Field(() => String, { description: "The code, which works once." })
  code!: string;

  @Field(() => String, { nullable: true, description: "Code of the authenticator, where there is one." })
  secondFactor?: string | null;
}
