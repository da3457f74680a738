import type { Locale } from "../../i18n/texts.ts";

/** Parts of the administration, in the order of its navigation. */
export const ADMIN_PAGES = [
  {
    key: "overview",
    path: "/admin",
    section: "daily",
    name: { zh: "概况", en: "Overview" },
    words: "数据 统计 图表 dashboard charts statistics to-do",
    operation: "statistics",
    sample: "{ statistics(unit: DAY) { from threads posts members activeMembers } }",
  },
  {
    key: "review",
    path: "/admin/review",
    section: "daily",
    name: { zh: "审核", en: "Review" },
    words: "待审 举报 通过 拒绝 queue reports approve moderation",
    operation: "decideReview",
    sample:
      'mutation { decideReview(input: { key: "t1", decision: APPROVE, reason: "" }) }\n# { reviewQueue(kind: THREAD) { nodes { key thread { title } } } }',
  },
  {
    key: "content",
    path: "/admin/content",
    section: "daily",
    name: { zh: "内容", en: "Content" },
    words: "帖子 置顶 精华 移动 删除 回收站 threads pin move recycle bin batch",
    operation: "moderateThreads",
    sample:
      'mutation { moderateThreads(input: { threadIds: ["1", "2"], action: PIN }) { id } }\n# { moderationBatches { nodes { id action threadCount undoneAt } } }',
  },
  {
    key: "topics",
    path: "/admin/topics",
    section: "daily",
    name: { zh: "话题", en: "Topics" },
    words: "标签 推荐 合并 删除 hashtag tags recommend merge delete",
    operation: "mergeTopic",
    sample: 'mutation { mergeTopic(topicId: "2", intoId: "1") { mergedInto { name } } }',
  },
  {
    key: "searches",
    path: "/admin/searches",
    section: "daily",
    name: { zh: "无结果的搜索", en: "Searches without a result" },
    words: "搜索 关键词 没有结果 search keywords zero results",
    operation: "fruitlessSearches",
    sample: "{ fruitlessSearches { words askerCount lastDay } }",
  },
  {
    key: "log",
    path: "/admin/log",
    section: "daily",
    name: { zh: "操作日志", en: "Operation log" },
    words: "审计 历史 记录 audit history",
    operation: "auditLog",
    sample: "{ auditLog(first: 20) { nodes { createdAt actorName action target reason } } }",
  },
  {
    key: "members",
    path: "/admin/members",
    section: "people",
    name: { zh: "成员", en: "Members" },
    words: "用户 封禁 注册审核 重置密码 登录设备 users ban review registration password sessions",
    operation: "users",
    sample: '{ users(query: "a") { nodes { id nickname status group { name } } } }',
  },
  {
    key: "groups",
    path: "/admin/groups",
    section: "people",
    name: { zh: "用户组与权限", en: "Groups and permissions" },
    words: "角色 付费 颜色 默认 权限 roles paid colour permission",
    operation: "setGroupPermissions",
    sample: 'mutation { setGroupPermissions(groupId: "10", permissions: ["viewThreads"]) }',
  },
  {
    key: "levels",
    path: "/admin/levels",
    section: "people",
    name: { zh: "等级", en: "Levels" },
    words: "信任 升级 降级 规则 自动 试算 trust promotion demotion rules automatic trial",
    operation: "tryLevels",
    sample:
      'mutation { tryLevels(input: { levels: [{ groupId: "11", isEnabled: true, daysJoined: 7, daysVisited: 5, postsRead: 50, repliesWritten: 5, likesReceived: 1, likesGiven: 1, daysClean: 7, graceDays: 14 }] }) { token levels { group { name } gainCount loseCount } } }\n# { levels { id position group { name } memberCount } }',
  },
  {
    key: "badges",
    path: "/admin/badges",
    section: "people",
    name: { zh: "徽章", en: "Badges" },
    words: "荣誉 勋章 奖励 签到 门槛 award medal reward check-in streak threshold",
    operation: "saveBadge",
    sample:
      'mutation { saveBadge(input: { badgeId: "1", nameZh: "有名有姓", nameEn: "Introduced", threshold: 1, isEnabled: true }) { id } }\n# { badges { id nameEn counter threshold isEnabled holderCount } }',
  },
  {
    key: "invitations",
    path: "/admin/invitations",
    section: "people",
    name: { zh: "邀请码", en: "Invitations" },
    words: "邀请 注册 链接 二维码 分成 下线 invite code link referral downline commission",
    operation: "createInvitation",
    sample:
      "mutation { createInvitation(input: { maxUses: 10, days: 30, isOfficial: true }) { code path } }\n# { invitations { nodes { code state useCount inviter { nickname } } } }",
  },
  {
    key: "finance",
    path: "/admin/finance",
    section: "money",
    name: { zh: "财务统计", en: "Finance" },
    words: "收入 利润 提现 分成 图表 报表 财务 对账 income profit revenue royalty chart report",
    operation: "finance",
    sample:
      "{ finance { incomeCents profitCents withdrawnCents } financeSteps(unit: MONTH) { from profitCents } financeEntries(figure: PROFIT) { nodes { reference amountCents } } }",
  },
  {
    key: "funds",
    path: "/admin/funds",
    section: "money",
    name: { zh: "资金明细", en: "Funds" },
    words: "钱包 余额 冻结 调整 流水 对账 wallet balance money ledger adjust",
    operation: "adjustWallet",
    sample:
      'mutation { adjustWallet(input: { userId: "2", amountCents: 500, reason: "Prize" }) { balanceCents } }\n# { fundEntries { nodes { user { nickname } kind balanceChangeCents memo createdAt } } }',
  },
  {
    key: "orders",
    path: "/admin/orders",
    section: "money",
    name: { zh: "订单", en: "Orders" },
    words:
      "购买 付费 支付 买家 待支付 充值 支付宝 微信支付 退款 渠道 purchase payment paid buyer top-up alipay wechat stripe refund",
    operation: "orders",
    sample:
      "{ orders(state: PAID) { nodes { id amountCents state buyer { nickname } thread { title } } } }\n# { payments(state: PAID) { nodes { id number provider amountCents problem user { nickname } } } }",
  },
  {
    key: "withdrawals",
    path: "/admin/withdrawals",
    section: "money",
    name: { zh: "提现", en: "Withdrawals" },
    words: "提现 打款 审核 手续费 导出 withdraw payout cash review fee export",
    operation: "decideWithdrawal",
    sample:
      'mutation { decideWithdrawal(input: { id: "1", decision: APPROVE }) { state } }\n# { allWithdrawals(state: PENDING) { nodes { id amountCents receiveAccount user { nickname } } } }',
  },
  {
    key: "brand",
    path: "/admin/brand",
    section: "site",
    name: { zh: "品牌", en: "Brand" },
    words: "名称 简介 logo 图标 主色 颜色 开张 向导 name introduction favicon accent colour setup",
    operation: "accentPreview",
    sample: '{ accentPreview(color: "#0b7a43") { isLegible nearest } }',
  },
  {
    key: "categories",
    path: "/admin/categories",
    section: "site",
    name: { zh: "板块", en: "Categories" },
    words: "板块 分类 排序 forums boards order",
    operation: "updateCategory",
    sample: 'mutation { updateCategory(id: "1", input: { name: "Tea" }) { id name } }',
  },
  {
    key: "settings",
    path: "/admin/settings",
    section: "site",
    name: { zh: "设置", en: "Settings" },
    words: "站点 名称 logo 关闭 备案 统计代码 注册 登录 附件 水印 协议 支付 site name closed attachment",
    operation: "saveSettings",
    sample: 'mutation { saveSettings(entries: [{ key: "site_name", value: "Tea" }]) { id } }',
  },
  {
    key: "signInProviders",
    path: "/admin/providers",
    section: "site",
    name: { zh: "登录方式", en: "Sign-in providers" },
    words: "第三方登录 单点登录 企业账号 oidc openid oauth sso provider login",
    operation: "saveIdentityProvider",
    sample:
      'mutation { saveIdentityProvider(input: { label: "Example", issuer: "https://accounts.example.com", clientId: "forum", clientSecret: "…" }) { id } }\n# { identityProviders { id label issuer isEnabled } }',
  },
  {
    key: "signInFields",
    path: "/admin/sign-in-fields",
    section: "site",
    name: { zh: "注册扩展信息", en: "Sign-in fields" },
    words: "注册 登录 字段 资料 registration questions form",
    operation: "saveSignInFields",
    sample:
      'mutation { saveSignInFields(fields: [{ name: "City", kind: TEXT, sort: 0, required: true }]) { id } }',
  },
  {
    key: "stopWords",
    path: "/admin/stop-words",
    section: "site",
    name: { zh: "敏感词", en: "Stop words" },
    words: "内容过滤 屏蔽词 导入 导出 banned words filter import export",
    operation: "importStopWords",
    sample: 'mutation { importStopWords(lines: ["casino={BANNED}"]) { created updated unique } }',
  },
  {
    key: "notificationTemplates",
    path: "/admin/notification-templates",
    section: "site",
    name: { zh: "通知模板", en: "Notifications" },
    words: "通知 模板 站内 邮件 推送 短信 微信 投递 templates notifications e-mail push sms wechat delivery",
    operation: "saveNotificationTemplates",
    sample:
      'mutation { saveNotificationTemplates(input: [{ kind: "post.liked", channel: SITE, body: { en: "{actors} liked {title}" } }]) { id } }',
  },
  {
    key: "plugins",
    path: "/admin/plugins",
    section: "site",
    name: { zh: "插件", en: "Plugins" },
    words: "扩展 组件 安装 上传 停用 extension install upload widget",
    operation: "setPluginEnabled",
    sample:
      'mutation { setPluginEnabled(pluginId: "1", isEnabled: true) { id isEnabled } }\n# { plugins { id name version tier isEnabled health { count } } }',
  },
  {
    key: "import",
    path: "/admin/import",
    section: "tools",
    name: { zh: "迁入社区", en: "Moving in" },
    words:
      "导入 迁移 搬家 试运行 报告 import migrate discuz flarum phpbb nodebb discourse dry run report move",
    operation: "importPage",
    sample: "{ importPage { obstacle sources { source } run { phase step counts { name count } } } }",
  },
  {
    key: "tokens",
    path: "/admin/tokens",
    section: "tools",
    name: { zh: "应用令牌", en: "Application tokens" },
    words: "接口 令牌 程序 机器人 密钥 api token bot application integration",
    operation: "createApplicationToken",
    sample:
      'mutation { createApplicationToken(input: { name: "Importer", areas: [FORUM], mayWrite: true, userId: "2" }) { secret } }\n# { applicationTokens { id name areas lastUsedAt user { nickname } } }',
  },
  {
    key: "webhooks",
    path: "/admin/webhooks",
    section: "tools",
    name: { zh: "Webhook", en: "Webhooks" },
    words: "回调 推送 事件 集成 签名 投递 callback events integration signature delivery",
    operation: "createWebhook",
    sample:
      'mutation { createWebhook(url: "https://hooks.example.org/forum", events: [THREAD_CREATED]) { secret } }\n# { webhooks { id url events isEnabled failingSince } }',
  },
] as const satisfies readonly AdminPageRow[];

interface AdminPageRow {
  key: string;
  path: string;
  section: AdminSection;
  name: { zh: string; en: string };
  /** Further words by which the search finds it. */
  words: string;
  /** The GraphQL operation that does the same, and how it is asked. */
  operation: string;
  sample: string;
}

/** Headings of the navigation. */
export type AdminSection = "daily" | "people" | "money" | "site" | "tools";
/** A part of the administration. */
export type AdminPage = (typeof ADMIN_PAGES)[number];
/** Name of a part of the administration. */
export type AdminPageKey = AdminPage["key"];

/** The part of a key. */
export function adminPage(key: AdminPageKey): AdminPage {
  return ADMIN_PAGES.find((page) => page.key === key)!;
}

/** Name of a part. */
export function adminPageName({ name }: Pick<AdminPage, "name">, locale: Locale): string {
  return locale === "en" ? name.en : name.zh;
}

/** Parts that moderators see as well; all others are for administrators alone. */
export const FOR_REVIEWERS: ReadonlySet<AdminPageKey> = new Set(["review"]);
