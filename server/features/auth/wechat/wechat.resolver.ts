import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { continueAs } from "../sessions/continueAs.service.ts";
import { SessionView } from "../sessions/session.view.ts";
import { findOwnWechat, connectWechat, removeWechat } from "./ownWechat.service.ts";
import {
  MiniProgramLoginInput,
  WechatLinkInput,
  WechatPhoneInput,
  WechatRegisterInput,
} from "./wechat.input.ts";
import {
  BoundWechat,
  MiniProgramLogin,
  PendingWechat,
  ScannedCode,
  WechatIntent,
  WechatScan,
  WechatScanState,
  WechatWays,
} from "./wechat.view.ts";
import { beginWechat, readWechatWays } from "./wechatFlow.service.ts";
import { findPendingWechat, linkWechat, loginByMiniProgram, loginByWechat } from "./wechatLogin.service.ts";
import { linkWechatByPhone, registerByWechat } from "./wechatRegister.service.ts";
import { answerWechatScan, openWechatScan, readScannedCode, readScanState } from "./wechatScan.service.ts";

const SCAN = "What the QR code holds in `scan`.";

/** GraphQL door to sign-ins by WeChat. */
@Resolver()
export class WechatResolver {
  @Query(() => WechatWays, { description: "Ways in which the site signs people in by WeChat." })
  wechatWays(@Ctx() ctx: Context) {
    return readWechatWays(ctx);
  }

  @Query(() => PendingWechat, { description: "What is left to do after WeChat has named this person." })
  pendingWechat(@Ctx() ctx: Context) {
    return findPendingWechat(ctx);
  }

  @Query(() => WechatScanState, { description: "State of the QR code that this browser shows." })
  wechatScanState(@Ctx() ctx: Context) {
    return readScanState(ctx);
  }

  @Query(() => ScannedCode, { description: "What a scanned QR code asks for." })
  scannedCode(@Ctx() ctx: Context, @Arg("scan", () => String, { description: SCAN }) scan: string) {
    return readScannedCode(ctx, scan);
  }

  @Query(() => BoundWechat, { nullable: true, description: "The WeChat account that signs the viewer in." })
  boundWechat(@Ctx() ctx: Context) {
    return findOwnWechat(ctx);
  }

  @Mutation(() => String, { description: "Begins a way through WeChat; gives the address there." })
  beginWechat(
    @Ctx() ctx: Context,
    @Arg("intent", () => WechatIntent, { description: "What WeChat is asked for." }) intent: WechatIntent,
    @Arg("openPlatform", () => Boolean, {
      defaultValue: false,
      description: "By the page of the open platform, on desks; else by the official account, within WeChat.",
    })
    openPlatform: boolean,
    @Arg("scan", () => String, {
      nullable: true,
      description: "Content of the QR code that this phone has scanned.",
    })
    scan?: string | null,
  ) {
    return beginWechat(ctx, { intent, openPlatform, scan: scan ?? null });
  }

  @Mutation(() => WechatScan, { description: "Makes a QR code by which a phone signs this browser in." })
  openWechatScan(
    @Ctx() ctx: Context,
    @Arg("intent", () => WechatIntent, { description: "What WeChat is asked for." }) intent: WechatIntent,
  ) {
    return openWechatScan(ctx, intent);
  }

  @Mutation(() => Boolean, { description: "Agrees to the QR code of another browser, or refuses it." })
  answerWechatScan(
    @Ctx() ctx: Context,
    @Arg("scan", () => String, { description: SCAN }) scan: string,
    @Arg("isApproved", () => Boolean, { description: "Agrees." }) isApproved: boolean,
  ) {
    return answerWechatScan(ctx, { scan, isApproved });
  }

  @Mutation(() => SessionView, { description: "Signs in whose WeChat account was named to this browser." })
  async loginByWechat(
    @Ctx() ctx: Context,
    @Arg("secondFactor", () => String, {
      nullable: true,
      description: "Code of the authenticator or a recovery code, where there is one.",
    })
    secondFactor?: string,
  ) {
    return continueAs(ctx, await loginByWechat(ctx, secondFactor));
  }

  @Mutation(() => SessionView, { description: "Registers whom WeChat has named." })
  async registerByWechat(
    @Ctx() ctx: Context,
    @Arg("input", () => WechatRegisterInput, { description: "All that is written, in one object." })
    input: WechatRegisterInput,
  ) {
    return continueAs(ctx, await registerByWechat(ctx, input));
  }

  @Mutation(() => SessionView, { description: "Binds WeChat to an account by its password, and signs in." })
  async linkWechat(
    @Ctx() ctx: Context,
    @Arg("input", () => WechatLinkInput, { description: "All that is written, in one object." })
    input: WechatLinkInput,
  ) {
    return continueAs(ctx, await linkWechat(ctx, input));
  }

  @Mutation(() => SessionView, {
    description:
      "Binds WeChat by a code that was sent to a phone, and signs in; who does it chooses the account.",
  })
  async linkWechatByPhone(
    @Ctx() ctx: Context,
    @Arg("input", () => WechatPhoneInput, { description: "All that is written, in one object." })
    input: WechatPhoneInput,
  ) {
    return continueAs(ctx, await linkWechatByPhone(ctx, input));
  }

  @Mutation(() => MiniProgramLogin, { description: "Signs in by a code of `wx.login` in a mini-program." })
  async loginByMiniProgram(
    @Ctx() ctx: Context,
    @Arg("input", () => MiniProgramLoginInput, { description: "All that is written, in one object." })
    input: MiniProgramLoginInput,
  ) {
    const result = await loginByMiniProgram(ctx, input);
    if ("ticket" in result) return { session: null, ticket: result.ticket };
    return { session: await continueAs(ctx, result), ticket: null };
  }

  @Mutation(() => Boolean, {
    description: "Binds whom WeChat has named to the viewer's account, or in place of the one before.",
  })
  connectWechat(@Ctx() ctx: Context) {
    return connectWechat(ctx, undefined);
  }

  @Mutation(() => Boolean, { description: "Unbinds WeChat from the viewer's account." })
  removeWechat(@Ctx() ctx: Context) {
    return removeWechat(ctx, undefined);
  }
}
