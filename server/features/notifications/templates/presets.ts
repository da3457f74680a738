import { NotificationChannel, PROVIDER_CHANNELS } from "./channel.view.ts";
import type { NotificationKind } from "./kind.view.ts";
import { variablesOf } from "./variables.ts";

/** A sentence in both languages, with variables in braces. */
export interface Template {
  readonly zh: string;
  readonly en: string;
}

/** Names of the 27 templates of the predecessor (legacy-facts 4.13), and of ours; for who edits them. */
export const TEMPLATE_NAMES: Readonly<Record<NotificationKind, Template>> = {
  "registered.passed": { zh: "新用户注册通知", en: "Welcome" },
  "registered.approved": { zh: "注册审核通过通知", en: "Registration approved" },
  "registered.unapproved": { zh: "注册审核不通过通知", en: "Registration refused" },
  "post.approved": { zh: "内容审核通过通知", en: "Content approved" },
  "post.unapproved": { zh: "内容审核不通过通知", en: "Content refused" },
  "post.deleted": { zh: "内容删除通知", en: "Content deleted" },
  "post.essence": { zh: "内容精华通知", en: "Content featured" },
  "post.sticky": { zh: "内容置顶通知", en: "Content pinned" },
  "post.update": { zh: "内容修改通知", en: "Content edited" },
  "user.disable": { zh: "用户禁用通知", en: "Account banned" },
  "user.normal": { zh: "用户解除禁用通知", en: "Ban lifted" },
  "user.group": { zh: "用户角色调整通知", en: "Group changed" },
  "post.replied": { zh: "内容回复通知", en: "Reply" },
  "post.liked": { zh: "内容点赞通知", en: "Like" },
  "post.paid": { zh: "内容支付通知", en: "Content paid" },
  "post.reminded": { zh: "内容@通知", en: "Mention" },
  "withdraw.noticed": { zh: "提现通知", en: "Withdrawal" },
  "withdraw.withdraw": { zh: "提现失败通知", en: "Withdrawal failed" },
  "divide.income": { zh: "分成收入通知", en: "Share of income" },
  "question.asked": { zh: "问答提问通知", en: "Question asked" },
  "question.answered": { zh: "问答回答通知", en: "Question answered" },
  "question.expired": { zh: "问答过期通知", en: "Question expired" },
  "red_packet.gotten": { zh: "得到红包通知", en: "Red packet received" },
  "question.rewarded": { zh: "悬赏问答通知", en: "Bounty received" },
  "question.rewarded.expired": { zh: "悬赏过期通知", en: "Bounty expired" },
  "system.user.group.upgrade": { zh: "用户组升级通知", en: "Group upgraded" },
  "system.user.group.expired": { zh: "站点续费用户组续费通知", en: "Group expires" },
  "post.published": { zh: "订阅的新帖通知", en: "New thread where you watch" },
  "wallet.adjusted": { zh: "余额调整通知", en: "Balance adjusted" },
  "post.tipped": { zh: "打赏通知", en: "Tip" },
  "user.warned": { zh: "警告通知", en: "Warning" },
  "user.silenced": { zh: "禁言通知", en: "Silenced" },
  "user.unsilenced": { zh: "解除禁言通知", en: "No longer silenced" },
  "post.moved": { zh: "内容移动通知", en: "Content moved" },
  "post.solved": { zh: "回复被采纳通知", en: "Answer accepted" },
  "post.hidden": { zh: "内容因举报隐藏通知", en: "Content hidden after reports" },
  "badge.awarded": { zh: "获得徽章通知", en: "Badge earned" },
  "plugin.broken": { zh: "插件停用通知", en: "Plugin switched off" },
  "webhook.broken": { zh: "Webhook 停用通知", en: "Webhook switched off" },
  "money.stopped": { zh: "账目不平衡通知", en: "Books out of balance" },
  "user.second_factor.removed": { zh: "两步验证关闭通知", en: "Second factor removed" },
  "user.passkey.added": { zh: "添加通行密钥通知", en: "Passkey added" },
  "user.passkey.removed": { zh: "移除通行密钥通知", en: "Passkey removed" },
  "invite.accepted": { zh: "受邀加入通知", en: "Invitation accepted" },
  "room.invited": { zh: "群聊邀请", en: "Invitation to a group chat" },
  "bookmark.due": { zh: "收藏提醒", en: "Bookmark reminder" },
  "schedule.published": { zh: "定时发布成功通知", en: "Scheduled thread published" },
  "schedule.refused": { zh: "定时发布失败通知", en: "Scheduled thread not published" },
  "level.reached": { zh: "等级提升通知", en: "Level reached" },
  "search.found": { zh: "保存的搜索有新结果", en: "New results of a saved search" },
  "report.handled": { zh: "举报处理通知", en: "Outcome of a report" },
};

/** Preset texts of each kind; `{thing}` is a thread or a reply in one. */
export const TEMPLATES: Readonly<Record<NotificationKind, Template>> = {
  "registered.passed": {
    zh: "{nickname}，欢迎加入 {sitename}，祝你在这里玩得开心。",
    en: "Welcome to {sitename}, {nickname}. Have a good time here.",
  },
  "registered.approved": {
    zh: "你的注册申请已通过审核。",
    en: "Your registration has been approved.",
  },
  "registered.unapproved": {
    zh: "你的注册申请未通过审核。{because}",
    en: "Your registration has been refused. {because}",
  },
  "post.approved": { zh: "你的{thing}已通过审核。", en: "Your {thing} has been approved." },
  "post.unapproved": { zh: "你的{thing}未通过审核。{because}", en: "Your {thing} was refused. {because}" },
  "post.deleted": { zh: "你的{thing}已被删除。{because}", en: "Your {thing} was deleted. {because}" },
  "post.essence": { zh: "你的{thing}被设为精华。", en: "Your {thing} was featured as a highlight." },
  "post.sticky": { zh: "你的{thing}已被置顶。", en: "Your {thing} was pinned." },
  "post.update": {
    zh: "你的{thing}被管理人员修改。{because}",
    en: "Your {thing} was edited by the staff. {because}",
  },
  "post.moved": {
    zh: "你的{thing}被管理人员移到了这里。{because}",
    en: "Your {thing} was moved here by the staff. {because}",
  },
  "post.hidden": {
    zh: "你的{thing}被多次举报，已暂时隐藏，等待版主处理。",
    en: "Members reported your {thing}. It is hidden until a moderator has looked at it.",
  },
  "post.solved": { zh: "你的{thing}被采纳为答案。", en: "Your {thing} was accepted as the answer." },
  "plugin.broken": {
    zh: "插件「{plugin}」十分钟内多次出错，已自动停用。",
    en: "The plugin “{plugin}” failed several times within ten minutes and was switched off.",
  },
  "webhook.broken": {
    zh: "发往 {host} 的 Webhook 连续三天失败，已自动停用。",
    en: "The webhook to {host} failed for three days and was switched off.",
  },
  "money.stopped": {
    zh: "对账发现账目不平衡，资金转出已停止。详情见后台的“资金明细”。",
    en: "The books do not balance, so no money leaves the site. See Funds in the administration.",
  },
  "badge.awarded": { zh: "你获得了徽章：{badges}", en: "You earned a badge: {badges}" },
  "user.second_factor.removed": {
    zh: "管理人员关闭了你的两步验证，所有设备已退出。如果不是你要求的，请联系管理员。",
    en: "The staff removed your second factor and ended all your sessions.",
  },
  "user.passkey.added": {
    zh: "你的账号添加了通行密钥“{passkey}”。如果不是你本人操作，请在设置中移除它。",
    en: "The passkey “{passkey}” was added. If that was not you, remove it in the settings.",
  },
  "user.passkey.removed": {
    zh: "你的账号移除了通行密钥“{passkey}”。如果不是你本人操作，请立即修改密码。",
    en: "The passkey “{passkey}” was removed. If that was not you, change your password.",
  },
  "invite.accepted": {
    zh: "{actors} 受你邀请加入了 {sitename}",
    en: "{actors} joined {sitename} by your invitation",
  },
  "level.reached": { zh: "你达到了等级「{level}」", en: "You reached the level “{level}”" },
  "search.found": { zh: "{search}有 {results}", en: "{results} for {search}" },
  "report.handled": {
    zh: "你对{reported}的举报已处理：{outcome}。",
    en: "Your report of {reported} was looked at: {outcome}.",
  },
  "room.invited": {
    zh: "{actors}邀请你加入群聊“{roomname}”。",
    en: "{actors} invited you to the group chat “{roomname}”.",
  },
  "bookmark.due": {
    zh: "你设置的提醒时间到了：{thing}",
    en: "You asked to be reminded of {thing}",
  },
  "schedule.published": { zh: "你定时发布的{thing}已发布。", en: "Your scheduled {thing} was published." },
  "schedule.refused": {
    zh: "你定时发布的{thing}未能发布，已存回草稿。{because}",
    en: "Your scheduled {thing} was not published; it is a draft again. {because}",
  },
  "user.disable": { zh: "你的账号已被禁用。{because}", en: "Your account was banned. {because}" },
  "user.warned": { zh: "管理人员向你发出警告。{because}", en: "The staff has warned you. {because}" },
  "user.silenced": {
    zh: "你已被禁言，可以浏览，但不能发布内容。{because}",
    en: "You were silenced: you can read, but not publish anything. {because}",
  },
  "user.unsilenced": {
    zh: "你的禁言已解除，可以发布内容了。",
    en: "You are no longer silenced and can publish again.",
  },
  "user.normal": { zh: "你的账号已解除禁用。", en: "Your account is no longer banned." },
  "user.group": {
    zh: "你的用户组由“{oldgroupname}”变更为“{newgroupname}”。{because}",
    en: "Your group changed from “{oldgroupname}” to “{newgroupname}”. {because}",
  },
  "post.replied": { zh: "{actors} 回复了{thing}", en: "{actors} replied to {thing}" },
  "post.liked": { zh: "{actors} 赞了你的{thing}", en: "{actors} liked your {thing}" },
  "post.paid": { zh: "{actors} 支付了{thing}，金额 {amount} 元", en: "{actors} paid {amount} for {thing}" },
  "post.reminded": { zh: "{actors} 在{thing}中提到了你", en: "{actors} mentioned you in {thing}" },
  "withdraw.noticed": {
    zh: "你的提现 {amount} 元已处理。",
    en: "Your withdrawal of {amount} has been processed.",
  },
  "withdraw.withdraw": {
    zh: "你的提现 {amount} 元失败。{because}",
    en: "Your withdrawal of {amount} failed. {because}",
  },
  "divide.income": { zh: "你获得分成收入 {amount} 元。", en: "You earned a share of {amount}." },
  "question.asked": { zh: "{actors} 向你提问：{thing}", en: "{actors} asked you a question: {thing}" },
  "question.answered": {
    zh: "{actors} 回答了你的提问：{thing}",
    en: "{actors} answered your question: {thing}",
  },
  "question.expired": {
    zh: "你的提问已过期，{amount} 元已退回：{thing}",
    en: "Your question expired and {amount} was returned: {thing}",
  },
  "red_packet.gotten": {
    zh: "你在{thing}中得到红包 {amount} 元。",
    en: "You received a red packet of {amount} in {thing}.",
  },
  "question.rewarded": {
    zh: "你在{thing}中获得悬赏 {amount} 元。",
    en: "You received a bounty of {amount} in {thing}.",
  },
  "question.rewarded.expired": {
    zh: "{thing}的悬赏已过期，{amount} 元已退回。",
    en: "The bounty of {thing} expired and {amount} was returned.",
  },
  "system.user.group.upgrade": {
    zh: "你的用户组已升级为“{newgroupname}”。",
    en: "You were upgraded to the group “{newgroupname}”.",
  },
  "system.user.group.expired": {
    zh: "你的用户组“{oldgroupname}”即将到期，请及时续费。",
    en: "Your group “{oldgroupname}” is about to expire.",
  },
  "post.published": { zh: "{actors} 发布了{thing}", en: "{actors} published {thing}" },
  "post.tipped": {
    zh: "{actors} 打赏了{thing}，你得到 {amount} 元",
    en: "{actors} tipped you {amount} for {thing}",
  },
  "wallet.adjusted": {
    zh: "管理员调整了你的钱包余额：{amount} 元。{because}",
    en: "The administrators changed your balance by {amount}. {because}",
  },
};

/** Template of a kind on a channel. */
export interface NotificationTemplate {
  readonly enabled: boolean;
  readonly title: Template;
  readonly body: Template;
  /** Name of the template at the provider of short messages or WeChat; empty if none was entered. */
  readonly providerTemplateId: string;
  /** Delay before it is sent, in seconds; on the site always 0. */
  readonly delaySeconds: number;
}

const around = (text: Template, before: string, after: string): Template => ({
  zh: `${before}${text.zh}${after}`,
  en: `${before}${text.en}${after}`,
});

/** Gives the preset of a kind on a channel. Mails also show what was written; a provider's template has to be entered first. */
export function presetOf(kind: NotificationKind, channel: NotificationChannel): NotificationTemplate {
  const text = TEMPLATES[kind];
  const enabled = !PROVIDER_CHANNELS.has(channel);
  const common = {
    enabled,
    title: TEMPLATE_NAMES[kind],
    body: text,
    providerTemplateId: "",
    delaySeconds: 0,
  };
  if (channel === NotificationChannel.PUSH)
    return { ...common, title: { zh: "{sitename}", en: "{sitename}" } };
  if (channel !== NotificationChannel.EMAIL) return common;
  const showsContent = variablesOf(kind).some(({ name }) => name === "content");
  return {
    ...common,
    title: around(text, "[{sitename}] ", ""),
    body: showsContent ? around(text, "", "\n\n{content}") : text,
  };
}
