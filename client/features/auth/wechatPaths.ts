/** Sign-in by WeChat. */
export const WECHAT_LOGIN_PATH = "/user/wx-login";
/** Page that does what is left to do after WeChat has named somebody. */
export const WECHAT_SELECT_PATH = "/user/wx-select";
