import { eraseRows } from "../../../core/erasure.ts";
import type { Feature } from "../../../core/feature.ts";
import { wechatJobs } from "./wechat.jobs.ts";
import { wechatRest } from "./wechat.rest.ts";
import { WechatResolver } from "./wechat.resolver.ts";
import { WechatAccount } from "./wechatAccount.entity.ts";
import { WechatTicket } from "./wechatTicket.entity.ts";

/** Signing in by WeChat, and the WeChat account of a member. */
export const wechatSignIn: Feature = {
  name: "auth/wechat",
  entities: [WechatAccount, WechatTicket],
  resolvers: [WechatResolver],
  rest: wechatRest,
  jobs: wechatJobs,
  erasureHooks: [eraseRows("auth/wechat", WechatAccount, WechatTicket as new () => { userId: number })],
};
