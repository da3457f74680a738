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
