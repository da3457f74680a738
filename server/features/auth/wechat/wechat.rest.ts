import { DomainError } from "../../../core/errors.ts";
import { route, type RestRoutes } from "../../../core/rest.ts";
import { LegacyMiniProgramLogin, loginMiniProgramForLegacy } from "./legacyMiniProgram.ts";

/** Calls of flows that old clients draw themselves: QR codes, and pages within WeChat; those of the site take their place. */
const ON_THE_SITE = [
  "GET /api/v3/users/pc/wechat/h5.genqrcode",
  "GET /api/v3/users/pc/wechat/h5.login",
  "GET /api/v3/users/pc/wechat/h5.bind",
  "GET /api/v3/users/pc/wechat/miniprogram.genqrcode",
  "GET /api/v3/users/pc/wechat/miniprogram.login",
  "GET /api/v3/users/pc/wechat/miniprogram.bind",
  "GET /api/v3/users/pc/wechat.rebind.genqrcode",
  "GET /api/v3/users/pc/wechat.rebind.poll",
  "GET /api/v3/users/mobilebrowser/wechat.poster.genqrcode",
  "GET /api/v3/users/mobilebrowser/wechat/miniprogram.genscheme",
  "GET /api/v3/users/mobilebrowser/wechat/miniprogram.genbindscheme",
  "GET /api/v3/users/mobilebrowser/wechat/miniprogram.genparamscheme",
  "GET /api/v3/users/wechat/h5.oauth",
  "GET /api/v3/users/wechat/h5.login",
  "GET /api/v3/users/wechat/h5.bind",
  "GET /api/v3/users/wechat/h5.rebind",
  "GET /api/v3/users/wechat/transition/username.autobind",
  "POST /api/v3/users/wechat/transition/sms.bind",
  "POST /api/v3/users/wechat/miniprogram.bind",
  "POST /api/v3/users/wechat/miniprogram.rebind",
  "GET /api/v3/offiaccount/jssdk",
] as const;

/** Answers as the predecessor does while WeChat is off. @throws {DomainError} WECHAT_OFF always */
function refuse(): Promise<never> {
  const text = {
    zh: "请在网站上使用微信登录，或用手机号、用户名登录",
    en: "Please use WeChat on the site, or sign in by phone or username.",
  };
  return Promise.reject(new DomainError("WECHAT_OFF", { text }));
}

/** REST routes of WeChat for legacy clients (legacy-facts 3.1): the sign-in of the mini-program; the rest is refused. */
export const wechatRest: RestRoutes = {
  "POST /api/v3/users/wechat/miniprogram.login": route(LegacyMiniProgramLogin, loginMiniProgramForLegacy, {
    always: true,
    codes: [-2001, -4009, -7032],
  }),
  ...Object.fromEntries(
    ON_THE_SITE.map((name) => [
      name,
      route(null, refuse, { always: true, codes: [-2001], about: "Not offered." }),
    ]),
  ),
};
