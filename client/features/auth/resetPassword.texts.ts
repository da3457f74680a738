import { defineTexts } from "../../i18n/texts.ts";

/** Texts of replacing a forgotten password. */
export const resetPasswordTexts = defineTexts({
  title: { zh: "重设密码", en: "Set a new password" },
  askLead: {
    zh: "填写用户名或已验证的邮箱，我们会把重设密码的链接发到账号的邮箱。",
    en: "Enter your username or confirmed email address. We will send a link for setting a new password to the account’s address.",
  },
  account: { zh: "用户名或邮箱", en: "Username or email" },
  required: { zh: "请填写此项", en: "Please fill this in" },
  send: { zh: "发送链接", en: "Send link" },
  sentTitle: { zh: "请查收邮件", en: "Check your email" },
  sentText: {
    zh: "如果这个账号存在并且有已验证的邮箱，几分钟内会收到一封带链接的邮件。链接 30 分钟内有效，只能使用一次；也请看看垃圾邮件箱。",
    en: "If the account exists and its address is confirmed, you will receive an email with a link within minutes. The link works once, within 30 minutes. Check your spam folder as well.",
  },
  noMailTitle: { zh: "本站不发送邮件", en: "This site doesn’t send email" },
  noMail: {
    zh: (owner: string) =>
      owner
        ? `密码只能由管理员重设，请通过其他方式联系 ${owner}。`
        : "密码只能由管理员重设，请通过其他方式联系他们。",
    en: (owner: string) =>
      owner
        ? `Only an administrator can reset your password. Please contact ${owner} in another way.`
        : "Only an administrator can reset your password. Please contact one in another way.",
  },
  noAddress: {
    zh: "账号没有已验证的邮箱？请联系管理员重设密码。",
    en: "No confirmed address? An administrator can reset your password for you.",
  },
  setLead: {
    zh: (nickname: string) => `为账号 ${nickname} 设置新密码`,
    en: (nickname: string) => `Account: ${nickname}`,
  },
  newPassword: { zh: "新密码", en: "New password" },
  endsSessions: {
    zh: "设置后，所有设备都会退出登录。",
    en: "All devices will be signed out.",
  },
  byPhone: { zh: "用手机号找回", en: "Use your phone instead" },
  byMail: { zh: "用邮箱找回", en: "Use email instead" },
  phoneLead: {
    zh: "填写账号绑定的手机号，用短信验证码设置新密码。",
    en: "Enter the phone number of your account. We will send a code for setting a new password.",
  },
  set: { zh: "设置新密码", en: "Set password" },
  doneTitle: { zh: "密码已更新", en: "Password set" },
  doneText: {
    zh: "所有设备都已退出登录，请用新密码登录。",
    en: "All devices have been signed out. Sign in with the new password.",
  },
  badTitle: { zh: "链接已失效", en: "The link is no longer valid" },
  badText: {
    zh: "链接只能使用一次，30 分钟内有效；密码改变后，之前的链接也会失效。",
    en: "A link works once, within 30 minutes, and becomes invalid when the password changes.",
  },
  again: { zh: "重新发送", en: "Send again" },
  back: { zh: "返回登录", en: "Back to sign in" },
});
