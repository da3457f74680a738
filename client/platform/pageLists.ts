/** Lists of pages that the predecessor's clients know (legacy facts 5.10), as data; addresses are paths. */

/**
 * Pages without the usual checks of sign-in and completion: signing in, registering, binding, the personal centre, the
 * invitation and the wallet. What begins like one of those below `/user` is never returned to after a sign-in.
 */
export const EXEMPT_PAGES: readonly string[] = [
  "/user/agreement",
  "/user/login",
  "/user/wx-auth",
  "/user/phone-login",
  "/user/username-login",
  "/user/wx-login",
  "/user/wx-authorization",
  "/user/wx-bind",
  "/user/wx-bind-phone",
  "/user/wx-bind-qrcode",
  "/user/wx-bind-username",
  "/user/wx-select",
  "/user/register",
  "/user/status",
  "/user/supplementary",
  "/user/reset-password",
  "/user/bind-phone",
  "/user/bind-nickname",
  "/user/rebind",
  "/user/wx-rebind-action",
  "/my",
  "/forum/partner-invite",
  "/wallet",
  "/wallet/recharge",
];

/**
 * Pages that the predecessor's clients open to members whose registration is still under review. Data for those clients:
 * here such members read every page that visitors read, and what they cannot do says so where they try it.
 */
export const REVIEW_PAGES: readonly string[] = [
  "/",
  "/user/status",
  "/forum/partner-invite",
  "/user/bind-nickname",
  "/user/supplementary",
  "/user/bind-phone",
];

/** The first list for the mini-program: paths of its pages. */
export const MINI_EXEMPT_PAGES: readonly string[] = [
  "/pages/index/index",
  "/userPages/user/wx-auth/index",
  "/userPages/user/wx-select/index",
  "/userPages/user/bind-phone/index",
  "/userPages/user/bind-nickname/index",
  "/userPages/user/status/index",
  "/userPages/user/wx-bind/index",
  "/userPages/user/wx-authorization/index",
  "/userPages/user/wx-bind-username/index",
  "/userPages/user/wx-bind-phone/index",
  "/userPages/user/supplementary/index",
  "/userPages/user/rebind/index",
  "/userPages/user/wx-rebind-action/index",
  "/userPages/my/index",
  "/userPages/my/edit/find/paypwd/index",
  "/userPages/my/edit/paypwd/index",
  "/subPages/forum/partner-invite/index",
  "/subPages/wallet/recharge/index",
];

/** The second list for the mini-program. */
export const MINI_REVIEW_PAGES: readonly string[] = [
  "/pages/index/index",
  "/indexPages/home/index",
  "/subPages/thread/index",
  "/userPages/user/status/index",
  "/userPages/user/supplementary/index",
  "/userPages/user/bind-phone/index",
  "/subPages/forum/partner-invite/index",
];
