import { defineTexts } from "../../i18n/texts.ts";

/** Texts of applications of others: consent, what was allowed, and their registration. */
export const oauthTexts = defineTexts({
  title: { zh: "授权应用", en: "Allow an application" },
  asks: {
    zh: (name: string) => `「${name}」请求访问你的账号`,
    en: (name: string) => `“${name}” asks for access to your account`,
  },
  as: { zh: "以此账号继续：", en: "Signed in as" },
  may: { zh: "同意后它可以：", en: "It will be able to:" },
  mayKnow: { zh: "知道你是谁：昵称、用户名和头像", en: "see your name and avatar" },
  mayKnowEmail: { zh: "知道你的邮箱地址", en: "see your email address" },
  reads: { zh: "读取：", en: "read: " },
  writes: { zh: "读取，并以你的身份修改：", en: "read and make changes on your behalf: " },
  goesTo: {
    zh: (host: string) => `之后将前往 ${host}。你可以随时在「设置 · 访问令牌」中撤销。`,
    en: (host: string) =>
      `You will be redirected to ${host}. You can revoke access at any time in your settings, under access tokens.`,
  },
  allow: { zh: "同意", en: "Allow" },
  refuse: { zh: "拒绝", en: "Refuse" },
  failed: { zh: "无法授权", en: "This request cannot be granted" },
  failedText: {
    zh: "请求已过期，或应用的设置有误。请回到应用重新开始。",
    en: "The request has expired, or the application is not set up correctly. Please start again from the application.",
  },
  home: { zh: "返回首页", en: "To the home page" },
  allowedTitle: { zh: "已授权的应用", en: "Allowed applications" },
  allowedLead: {
    zh: "你允许这些第三方应用以你的身份访问本站。",
    en: "These third-party applications can use this site on your behalf.",
  },
  onlyKnows: { zh: "只用于登录", en: "Sign-in only" },
  registered: { zh: "第三方应用", en: "Third-party applications" },
  registeredLead: {
    zh: "登记后，其他网站和程序可以请成员授权（OAuth 2.1），或让成员用本站账号登录（OpenID Connect）。",
    en: "Registered sites and programs can ask members for access (OAuth 2.1) or let them sign in with this site (OpenID Connect).",
  },
  discovery: { zh: "发现地址", en: "Discovery" },
  none: { zh: "还没有第三方应用", en: "No applications yet" },
  register: { zh: "登记应用", en: "Register an application" },
  secretTitle: { zh: "应用密钥", en: "Client secret" },
  secretText: {
    zh: "请现在复制并妥善保存，关闭后将无法再次查看。",
    en: "Copy it now and keep it safe: it cannot be shown again.",
  },
  secret: { zh: "密钥", en: "Secret" },
  done: { zh: "应用已登记", en: "Application registered" },
  name: { zh: "名称", en: "Name" },
  nameHint: { zh: "成员授权时会看到", en: "Shown to members when they are asked for access" },
  redirects: { zh: "回调地址", en: "Redirect URIs" },
  redirectsHint: {
    zh: "每行一个，须为 https；本机程序可用 http://127.0.0.1",
    en: "One per line: https, or http://127.0.0.1 for programs on the member’s computer",
  },
  isPublic: { zh: "公开应用", en: "Public application" },
  isPublicHint: {
    zh: "手机或浏览器中的程序无法保守密钥，不发给密钥",
    en: "For programs on phones and in browsers, which cannot keep a secret; they get none",
  },
  needed: { zh: "请填写此项", en: "Please fill this in" },
  clientId: { zh: "应用 ID", en: "Client ID" },
  actions: { zh: "操作", en: "Actions" },
  remove: { zh: "删除", en: "Remove" },
  removeOf: { zh: (name: string) => `删除「${name}」`, en: (name: string) => `Remove “${name}”` },
  removeText: {
    zh: "所有成员对它的授权会立即失效。",
    en: "All access that members granted it ends at once.",
  },
  removed: { zh: "应用已删除", en: "Application removed" },
});
