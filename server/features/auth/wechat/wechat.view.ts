import { Field, GraphQLISODateTime, ObjectType, registerEnumType } from "type-graphql";
import { SessionView } from "../sessions/session.view.ts";

/** Aim of a way through WeChat. */
export enum WechatIntent {
  SIGN_IN = "SIGN_IN",
  BIND = "BIND",
  REBIND = "REBIND",
}
registerEnumType(WechatIntent, {
  name: "WechatIntent",
  description: "What WeChat is asked for; the answer does nothing else.",
  valuesConfig: {
    SIGN_IN: { description: "Signs in, or registers." },
    BIND: { description: "Binds WeChat to the account of the viewer." },
    REBIND: { description: "Binds another WeChat account in place of the one before." },
  },
});

/** Ways in which a browser reaches WeChat. */
@ObjectType("WechatWays", { description: "Ways in which the site signs people in by WeChat." })
export class WechatWays {
  @Field(() => Boolean, {
    description: "By the official account: within WeChat, or by a QR code that WeChat scans.",
  })
  official!: boolean;

  @Field(() => Boolean, { description: "By the page of the open platform, on desks." })
  openPlatform!: boolean;

  @Field(() => Boolean, { description: "A page explains what happens before WeChat is asked." })
  hasLanding!: boolean;

  @Field(() => Boolean, { description: "A local emulator stands in for WeChat; never in production." })
  isEmulated!: boolean;
}

/** Next step after WeChat has named somebody. */
export enum WechatStep {
  SIGN_IN = "SIGN_IN",
  CHOOSE = "CHOOSE",
  CONNECT = "CONNECT",
}
registerEnumType(WechatStep, {
  name: "WechatStep",
  description: "What is left to do after WeChat has said who somebody is.",
  valuesConfig: {
    SIGN_IN: { description: "A member has bound it: `loginByWechat`." },
    CHOOSE: {
      description:
        "Nobody has bound it: `registerByWechat`, or bind an account by `linkWechat` or `linkWechatByPhone`.",
    },
    CONNECT: { description: "The viewer binds it: `connectWechat`." },
  },
});

/** Somebody whom WeChat has named to this browser. */
@ObjectType("PendingWechat", { description: "What WeChat has said about the person at this browser." })
export class PendingWechat {
  @Field(() => WechatStep, { description: "What is left to do." })
  step!: WechatStep;

  @Field(() => WechatIntent, { description: "What WeChat was asked for." })
  intent!: WechatIntent;

  @Field(() => String, { description: "Name at WeChat; may be empty." })
  nickname!: string;

  @Field(() => String, { nullable: true, description: "Name of the member who has bound it." })
  account!: string | null;

  @Field(() => Boolean, { description: "Whether `registerByWechat` makes a member." })
  mayRegister!: boolean;

  @Field(() => Boolean, { description: "Whether `linkWechatByPhone` is possible." })
  mayUsePhone!: boolean;
}

/** State of a QR code. */
export enum WechatScanState {
  OPEN = "OPEN",
  SCANNED = "SCANNED",
  NAMED = "NAMED",
  REFUSED = "REFUSED",
  EXPIRED = "EXPIRED",
}
registerEnumType(WechatScanState, {
  name: "WechatScanState",
  description: "State of a QR code for WeChat.",
  valuesConfig: {
    OPEN: { description: "Nobody has scanned it." },
    SCANNED: { description: "Somebody has scanned it and is asked." },
    NAMED: { description: "They have agreed: `pendingWechat` says what is left to do." },
    REFUSED: { description: "They have refused." },
    EXPIRED: { description: "It took too long, or belongs to another browser." },
  },
});

/** A QR code that is shown. */
@ObjectType("WechatScan", { description: "A QR code by which a phone with WeChat signs this browser in." })
export class WechatScan {
  @Field(() => String, { description: "Text of the QR code: an address of this site." })
  url!: string;

  @Field(() => GraphQLISODateTime, { description: "The code works until then, and once." })
  expiresAt!: Date;
}

/** A QR code that was scanned, as the phone sees it. */
@ObjectType("ScannedCode", { description: "What a scanned QR code asks for." })
export class ScannedCode {
  @Field(() => WechatIntent, { description: "What the other browser wants." })
  intent!: WechatIntent;

  @Field(() => WechatScanState, { description: "State of the code." })
  state!: WechatScanState;

  @Field(() => String, { description: "Program of the browser that shows it." })
  userAgent!: string;

  @Field(() => String, { description: "Network of that browser, without the part that names one machine." })
  place!: string;

  @Field(() => String, { nullable: true, description: "Member of this site who binds WeChat there." })
  account!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Name at WeChat of who has scanned it; null until WeChat has said so to this browser.",
  })
  nickname!: string | null;
}

/** Answer to a sign-in of a mini-program: either a session or a ticket. */
@ObjectType("MiniProgramLogin", { description: "Result of a sign-in of a mini-program." })
export class MiniProgramLogin {
  @Field(() => SessionView, { nullable: true, description: "The session of the member." })
  session!: SessionView | null;

  @Field(() => String, {
    nullable: true,
    description:
      "For who has bound no account: given to `registerByWechat`, `linkWechat` or `linkWechatByPhone`, works once.",
  })
  ticket!: string | null;
}

/** The bound WeChat account, for its owner. */
@ObjectType("BoundWechat", { description: "The WeChat account that signs the viewer in." })
export class BoundWechat {
  @Field(() => String, { description: "Name at WeChat when it was bound; may be empty." })
  nickname!: string;

  @Field(() => GraphQLISODateTime, { description: "When it was bound." })
  createdAt!: Date;
}
