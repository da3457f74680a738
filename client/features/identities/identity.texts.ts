import { defineTexts } from "../../i18n/texts.ts";

/** Texts of sign-ins that come back from a provider. */
export const identityTexts = defineTexts({
  title: { zh: "第三方登录", en: "Signing in" },
  failed: { zh: "登录未完成", en: "You are not signed in" },
  back: { zh: "返回登录", en: "Back to sign in" },
  PROVIDER_FAILED: {
    zh: "登录服务暂时没有回应，或者没有确认你的身份。请重试，或换一种方式登录。",
    en: "The provider did not answer, or did not confirm who you are. Please try again, or sign in another way.",
  },
  IDENTITY_EXPIRED: {
    zh: "登录已过期，或者是在另一个浏览器里开始的。请重新开始。",
    en: "The link has expired or was opened in a different browser. Please start again.",
  },
  NOT_FOUND: { zh: "这种登录方式已停用。", en: "This sign-in method is turned off." },
  RATE_LIMITED: { zh: "尝试次数过多，请稍后再试。", en: "Too many attempts. Please try again later." },
  as: {
    zh: (label: string, email: string) => `${label} 账号 ${email}`.trim(),
    en: (label: string, email: string) => `${label} account ${email}`.trim(),
  },
  signIn: { zh: "登录", en: "Sign in" },
  link: { zh: "连接已有账号", en: "Connect your account" },
  linkLead: {
    zh: (label: string, email: string) =>
      `已有账号使用 ${email}。输入这个账号的密码，以后就可以用 ${label} 登录；没有密码的账号，请先用原来的方式登录，再到设置里连接。`,
    en: (label: string, email: string) =>
      `An account with ${email} already exists. Enter its password to connect ${label} and sign in with it from now on. If it has no password, sign in as usual and connect it in your settings.`,
  },
  linkButton: { zh: "连接并登录", en: "Connect and sign in" },
  password: { zh: "账号密码", en: "Your account’s password" },
  register: { zh: "完成注册", en: "Choose your name" },
  registerButton: { zh: "注册", en: "Register" },
  username: { zh: "用户名", en: "Username" },
  nickname: { zh: "昵称", en: "Display name" },
  required: { zh: "请填写此项", en: "Please fill this in" },
  closed: { zh: "暂未开放注册", en: "Registration is closed" },
  closedHint: {
    zh: "没有账号连接到这个登录方式，站点目前也不开放注册。",
    en: "No account is connected to it, and registration is closed.",
  },
  connect: { zh: "连接账号", en: "Connect account" },
  connectButton: { zh: "连接", en: "Connect" },
});
