import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the settings of one's account. */
export const settingsTexts = defineTexts({
  title: { zh: "设置", en: "Settings" },
  sections: { zh: "设置板块", en: "Sections" },
  account: { zh: "账号", en: "Account" },
  appearance: { zh: "外观", en: "Appearance" },
  privacy: { zh: "隐私", en: "Privacy" },
  notifications: { zh: "通知", en: "Notifications" },
  devices: { zh: "登录设备", en: "Devices" },
  tokens: { zh: "访问令牌", en: "Access tokens" },
  data: { zh: "数据与注销", en: "Data" },

  username: { zh: "用户名", en: "Username" },
  usernameHint: {
    zh: (left: number) => `用于登录，其他人看不到。还可以修改 ${left} 次。`,
    en: (left: number) =>
      `Used to sign in; nobody else sees it. You can change it ${left === 1 ? "one more time" : `${left} more times`}.`,
  },
  usernameFixed: {
    zh: "用于登录，其他人看不到。修改次数已用完。",
    en: "Used to sign in; nobody else sees it. It can no longer be changed.",
  },
  newUsername: { zh: "新用户名", en: "New username" },
  change: { zh: "修改", en: "Change" },
  usernameChanged: { zh: "用户名已修改", en: "Username changed" },

  email: { zh: "邮箱", en: "Email" },
  emailNoMail: {
    zh: "本站不发送邮件，因此不需要邮箱。",
    en: "This site doesn’t send email, so no address is needed.",
  },

  password: { zh: "密码", en: "Password" },
  newPassword: { zh: "新密码", en: "New password" },
  passwordNote: { zh: "修改后其他设备都会退出登录。", en: "All your other devices will be signed out." },
  changePassword: { zh: "修改密码", en: "Change password" },
  passwordChanged: {
    zh: "密码已修改，其他设备已退出登录",
    en: "Password changed; your other devices were signed out",
  },
  required: { zh: "请填写此项", en: "Please fill this in" },

  theme: { zh: "配色", en: "Colours" },
  language: { zh: "语言", en: "Language" },
  textSize: { zh: "正文字号", en: "Text size" },
  normal: { zh: "标准", en: "Normal" },
  large: { zh: "大", en: "Large" },
  larger: { zh: "特大", en: "Larger" },
  sample: {
    zh: "帖子和回复的正文会以这个字号显示。",
    en: "Threads and replies are shown at this size.",
  },
  deviceOnly: { zh: "只在这台设备上生效。", en: "Applies to this device only." },

  messagesFrom: { zh: "谁可以给我发私信", en: "Who can message me" },
  followsFrom: { zh: "谁可以看到我的关注和粉丝", en: "Who can see who I follow and my followers" },
  EVERYONE: { zh: "所有人", en: "Everyone" },
  FOLLOWED: { zh: "我关注的人", en: "People I follow" },
  NOBODY: { zh: "只有我自己", en: "Nobody" },
  NOBODY_WRITES: { zh: "不接收私信", en: "Nobody" },
  privacyNote: {
    zh: "管理员始终可以联系你。屏蔽的人不受这里影响，始终不能给你发私信。",
    en: "Administrators can always contact you. People you block can never message you.",
  },
  saved: { zh: "已保存", en: "Saved" },

  exportTitle: { zh: "导出我的数据", en: "Export my data" },
  exportText: {
    zh: "一个 ZIP 压缩包，包含账号资料、帖子、回复、私信、收藏、关注和上传的文件等全部内容。",
    en: "A ZIP archive with all your data: profile, threads, replies, messages, bookmarks, follows, files and more.",
  },
  exportAction: { zh: "下载", en: "Download" },
  closeTitle: { zh: "注销账号", en: "Close account" },
  closeText: {
    zh: "注销后立即退出所有设备。14 天内重新登录即可恢复；14 天后个人资料会被删除，已发布的内容以“已注销”的名义保留，且无法恢复。",
    en: "You are signed out everywhere at once. Signing in within 14 days restores the account. After that your personal data is erased and cannot be recovered; what you published stays under a neutral name.",
  },
  closeAction: { zh: "注销账号", en: "Close account" },
  closeQuestion: { zh: "确定注销账号吗？", en: "Close your account?" },
  closed: {
    zh: (day: string) => `账号将在 ${day} 删除，在此之前登录即可恢复`,
    en: (day: string) => `Your account will be erased on ${day}; sign in before then to keep it`,
  },
  reopened: {
    zh: "欢迎回来，账号已恢复，不会被删除。",
    en: "Welcome back. Your account is restored and will not be erased.",
  },

  place: { zh: "网络", en: "Network" },
  lastSeen: { zh: "最近活动", en: "Last active" },
  since: { zh: "登录于", en: "Signed in" },
  thisDevice: { zh: "当前设备", en: "This device" },
  unknownDevice: { zh: "未知设备", en: "Unknown device" },
  apiClient: { zh: "程序访问", en: "Program" },
  revoke: { zh: "退出", en: "Sign out" },
  revokeQuestion: { zh: "退出这台设备的登录？", en: "Sign out this device?" },
  revoked: { zh: "已退出", en: "Signed out" },
  revokeOthers: { zh: "退出其他所有设备", en: "Sign out all other devices" },
  revokeOthersQuestion: { zh: "退出其他所有设备的登录？", en: "Sign out all other devices?" },
  onlyThis: { zh: "没有其他设备登录。", en: "No other devices are signed in." },
});
