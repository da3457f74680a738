import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the steps of signing in by WeChat and of binding it. */
export const wechatPagesTexts = defineTexts({
  title: { zh: "微信登录", en: "WeChat" },
  failed: { zh: "操作未完成", en: "Something went wrong" },
  back: { zh: "返回登录", en: "Back to sign in" },
  PROVIDER_FAILED: {
    zh: "微信暂时没有回应，或者没有确认你的身份。请重试，或换一种方式登录。",
    en: "WeChat did not answer, or did not confirm who you are. Please try again, or sign in another way.",
  },
  IDENTITY_EXPIRED: {
    zh: "已过期、已使用，或者是在另一个浏览器里开始的。请重新开始。",
    en: "The link has expired, was already used, or was opened in a different browser. Please start again.",
  },
  WECHAT_OFF: { zh: "站点未开启微信登录。", en: "This site does not use WeChat." },
  RATE_LIMITED: { zh: "尝试次数过多，请稍后再试。", en: "Too many attempts. Please try again later." },
  as: {
    zh: (name: string) => (name ? `微信账号「${name}」` : "微信账号"),
    en: (name: string) => (name ? `WeChat account “${name}”` : "WeChat account"),
  },
  signIn: { zh: "登录", en: "Sign in" },
  signInAs: { zh: (name: string) => `以 ${name} 登录`, en: (name: string) => `Sign in as ${name}` },
  authTitle: { zh: "微信授权登录", en: "Sign in with WeChat" },
  authLead: {
    zh: "将使用你的微信身份登录本站，并读取昵称。",
    en: "Use your WeChat account to sign in. Your WeChat name is read.",
  },
  choose: { zh: "还没有绑定账号", en: "Not connected yet" },
  chooseLead: {
    zh: (name: string) => `${name ? `微信「${name}」` : "这个微信"}还没有绑定本站账号，请选择：`,
    en: (name: string) =>
      `${name ? `The WeChat account “${name}”` : "This WeChat account"} is bound to nobody here. Please choose:`,
  },
  registerTitle: { zh: "注册新账号", en: "Create a new account" },
  nickname: { zh: "昵称", en: "Display name" },
  nicknameHint: { zh: "其他人看到的名字，最多 15 个字符", en: "Shown to others; at most 15 characters" },
  email: { zh: "邮箱", en: "Email" },
  registerButton: { zh: "注册并登录", en: "Register" },
  noRegister: { zh: "站点目前不开放微信直接注册。", en: "You cannot register with WeChat on this site." },
  haveAccount: { zh: "我已有账号", en: "I have an account" },
  byUsername: { zh: "绑定已有账号", en: "Connect it with your password" },
  byPhone: { zh: "使用手机号绑定或注册", en: "Connect or register by phone" },
  other: { zh: "其他方式", en: "Other ways" },
  linkTitle: { zh: "绑定已有账号", en: "Connect your account" },
  linkLead: {
    zh: "输入账号和密码，以后就可以用微信登录它。",
    en: "Enter its username and password to sign in with WeChat from now on.",
  },
  linkButton: { zh: "绑定并登录", en: "Connect and sign in" },
  account: { zh: "用户名或邮箱", en: "Username or email" },
  password: { zh: "密码", en: "Password" },
  required: { zh: "请填写此项", en: "Please fill this in" },
  phoneTitle: { zh: "绑定手机号", en: "Your phone" },
  phoneLead: {
    zh: "验证手机号后，可以选择绑定已有账号，或注册新账号。",
    en: "After confirming the number, choose the account it belongs to or create a new one.",
  },
  phoneHint: { zh: "中国大陆手机号；验证码会以短信发送。", en: "Mainland China numbers only." },
  sendCode: { zh: "发送验证码", en: "Send code" },
  next: { zh: "下一步", en: "Next" },
  confirmLink: { zh: "确认绑定这个账号", en: "Connect this account" },
  confirmRegister: { zh: "确认注册新账号", en: "Register a new account" },
  connect: { zh: "绑定微信", en: "Connect WeChat" },
  connectLead: {
    zh: (name: string) => `绑定后，${name ? `微信「${name}」` : "这个微信"}可以登录你的账号。`,
    en: (name: string) =>
      `Afterwards ${name ? `the WeChat account “${name}”` : "this WeChat account"} signs you in.`,
  },
  replaceLead: {
    zh: (name: string) =>
      `换绑后，只有${name ? `微信「${name}」` : "新的微信"}可以登录，原来的微信不再可用。`,
    en: (name: string) =>
      `Afterwards ${name ? `the WeChat account “${name}”` : "the new WeChat account"} alone signs you in; the one before does not.`,
  },
  connectButton: { zh: "绑定", en: "Connect" },
  replaceButton: { zh: "换绑", en: "Change" },
  approveTitle: { zh: "确认登录", en: "Sign in on another device?" },
  approveBind: { zh: "确认绑定微信", en: "Connect WeChat?" },
  approveRebind: { zh: "确认换绑微信", en: "Change the connected WeChat account?" },
  approveLead: {
    zh: (device: string, place: string) =>
      `请求来自 ${[device, place].filter(Boolean).join(" · ") || "另一台设备"}`,
    en: (device: string, place: string) =>
      `Asked for by ${[device, place].filter(Boolean).join(" · ") || "another device"}`,
  },
  approveAccount: {
    zh: (name: string) => `要绑定的账号：${name}`,
    en: (name: string) => `Connected account: ${name}`,
  },
  warning: {
    zh: "如果不是你本人打开的二维码，请取消：确认后，对方可以用你的账号。",
    en: "Refuse unless you opened that code yourself: otherwise someone else would get into your account.",
  },
  identify: { zh: "用微信确认身份", en: "Confirm with WeChat" },
  approve: { zh: "确认", en: "Confirm" },
  refuse: { zh: "取消", en: "Refuse" },
  approved: { zh: "已确认", en: "Confirmed" },
  approvedText: { zh: "请回到电脑上继续。", en: "Continue on the other device." },
  refused: { zh: "已取消", en: "Refused" },
  refusedText: { zh: "没有任何改变，可以关闭本页。", en: "Nothing has changed. You can close this page." },
  expired: { zh: "二维码已失效", en: "The code is no longer valid" },
  expiredText: {
    zh: "请在电脑上刷新二维码后重新扫描。",
    en: "Show a new code on the computer and scan it.",
  },
  bindTitle: { zh: "绑定微信", en: "Connect WeChat" },
  bindLead: { zh: "绑定后可以用微信登录这个账号。", en: "You can then sign in to this account with WeChat." },
  rebindTitle: { zh: "换绑微信", en: "Change the connected WeChat account" },
  rebindLead: {
    zh: (name: string) => `当前绑定：${name || "微信账号"}。请用新的微信继续。`,
    en: (name: string) => `Bound now: ${name || "a WeChat account"}. Go on with the new one.`,
  },
  start: { zh: "继续", en: "Continue" },
  boundTitle: { zh: "已绑定微信", en: "WeChat connected" },
  toSettings: { zh: "账号设置", en: "Account settings" },
  unboundTitle: { zh: "还没有绑定微信", en: "No WeChat account is connected" },
  nicknameTitle: { zh: "设置昵称", en: "Choose your name" },
  nicknameLead: {
    zh: "其他人会看到这个名字，以后也可以修改。",
    en: "Shown to others. You can change it later.",
  },
  saveNickname: { zh: "保存", en: "Save" },
  later: { zh: "以后再说", en: "Later" },
});
