/** Address of the sign-in by phone. */
export const PHONE_LOGIN_PATH = "/user/phone-login";
