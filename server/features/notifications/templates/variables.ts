import type { NotificationKind } from "./kind.view.ts";
import type { Template } from "./presets.ts";

interface Described {
  readonly zh: string;
  readonly en: string;
  /** Sample that previews show in its place. */
  readonly sample: Template;
}

const same = (text: string): Template => ({ zh: text, en: text });
const SAMPLE_TITLE: Template = { zh: "周末去哪儿徒步", en: "Where to hike this weekend" };

/** Variables that texts may name in braces. */
const VARIABLES = {
  nickname: {
    zh: "收到通知的人的昵称",
    en: "Nickname of the recipient",
    sample: { zh: "小林", en: "Robin" },
  },
  username: { zh: "收到通知的人的用户名", en: "Username of the recipient", sample: same("robin") },
  groupname: {
    zh: "收到通知的人的用户组",
    en: "Group of the recipient",
    sample: { zh: "普通会员", en: "Members" },
  },
  sitename: { zh: "站点名称", en: "Name of the site", sample: { zh: "论坛", en: "The forum" } },
  siteurl: { zh: "站点地址", en: "Address of the site", sample: same("https://forum.example") },
  time: { zh: "发生的时间", en: "When it happened", sample: same("2026-11-21 09:30:00") },
  actors: {
    zh: "做这件事的人，多人时合并",
    en: "Who did it; several are put together",
    sample: { zh: "小雨、阿木", en: "Ada and Bo" },
  },
  times: { zh: "发生的次数", en: "How often it happened", sample: same("2") },
  thing: {
    zh: "帖子或回复，带标题",
    en: "The thread or reply, with its title",
    sample: { zh: `帖子《${SAMPLE_TITLE.zh}》`, en: `thread “${SAMPLE_TITLE.en}”` },
  },
  title: { zh: "帖子的标题", en: "Title of the thread", sample: SAMPLE_TITLE },
  threadid: { zh: "帖子的编号", en: "Number of the thread", sample: same("128") },
  content: {
    zh: "内容的开头，看不到时为空",
    en: "How the text begins; empty where it may not be seen",
    sample: {
      zh: "周六早上八点在北门集合，记得带水和雨衣。",
      en: "We meet at the north gate on Saturday at eight. Bring water and a raincoat.",
    },
  },
  reason: {
    zh: "原因，没有时为“无”",
    en: "The reason, or “none”",
    sample: { zh: "含有广告", en: "It advertises something" },
  },
  because: {
    zh: "“原因：……”，没有原因时为空",
    en: "“Reason: …”, nothing without a reason",
    sample: { zh: "原因：含有广告", en: "Reason: It advertises something" },
  },
  oldgroupname: { zh: "原来的用户组", en: "The group before", sample: { zh: "普通会员", en: "Members" } },
  newgroupname: { zh: "新的用户组", en: "The new group", sample: { zh: "资深会员", en: "Regulars" } },
  amount: { zh: "金额（元）", en: "Amount of money", sample: same("8.80") },
  host: {
    zh: "接收方的主机名",
    en: "Host of the receiver",
    sample: { zh: "hooks.example.org", en: "hooks.example.org" },
  },
  plugin: { zh: "插件的名称", en: "The plugin", sample: { zh: "欢迎语", en: "Welcome" } },
  badges: {
    zh: "获得的徽章，带图标",
    en: "The badges that were earned, with their icons",
    sample: { zh: "🌱 初次发帖", en: "🌱 First thread" },
  },
  level: { zh: "达到的等级", en: "The level that was reached", sample: { zh: "资深会员", en: "Regulars" } },
  search: {
    zh: "保存的搜索，带引号",
    en: "The saved search, in quotation marks",
    sample: { zh: "“SQLite 备份”", en: "“SQLite backup”" },
  },
  results: {
    zh: "新结果的数量，带量词",
    en: "How many new results there are, with the noun",
    sample: { zh: "3 条新结果", en: "3 new results" },
  },
  roomname: {
    zh: "群聊的名称",
    en: "Name of the group chat",
    sample: { zh: "周末徒步", en: "Weekend hikes" },
  },
  reported: {
    zh: "被举报的帖子、回复、成员或消息，看得到标题时带标题",
    en: "The reported thread, reply, member or message, with the title if it may be seen",
    sample: { zh: `帖子《${SAMPLE_TITLE.zh}》`, en: `the thread “${SAMPLE_TITLE.en}”` },
  },
  outcome: {
    zh: "举报的结果，不说明具体措施",
    en: "Whether anything was done, without saying what",
    sample: { zh: "已采取措施", en: "something was done" },
  },
  passkey: { zh: "通行密钥的名称", en: "Name of the passkey", sample: { zh: "我的手机", en: "My phone" } },
} as const satisfies Record<string, Described>;

/** Name of a variable as texts have it in braces. */
export type VariableName = keyof typeof VARIABLES;

/** A variable that a kind of notification offers. */
export interface Variable extends Described {
  readonly name: VariableName;
  /** Names of the predecessor that mean the same, without braces (legacy-facts 4.13). */
  readonly aliases: readonly string[];
}

const COMMON = ["nickname", "username", "groupname", "sitename", "siteurl", "time"] as const;
const THREAD = ["thing", "title", "threadid"] as const;
const DOING = ["actors", "times", ...THREAD] as const;
const WRITTEN = [...DOING, "content"] as const;
const JUDGED = ["reason", "because"] as const;
const MODERATED = [...THREAD, "content", ...JUDGED] as const;
const GROUPS = ["oldgroupname", "newgroupname"] as const;

/** Variables of each kind beside the common ones. */
const OFFERED: Readonly<Record<NotificationKind, readonly VariableName[]>> = {
  "registered.passed": [],
  "registered.approved": [],
  "registered.unapproved": JUDGED,
  "post.approved": MODERATED,
  "post.unapproved": MODERATED,
  "post.deleted": MODERATED,
  "post.essence": MODERATED,
  "post.sticky": MODERATED,
  "post.update": MODERATED,
  "post.moved": MODERATED,
  "post.solved": MODERATED,
  "post.hidden": MODERATED,
  "badge.awarded": ["badges"],
  "plugin.broken": ["plugin"],
  "webhook.broken": ["host"],
  "money.stopped": [],
  "user.second_factor.removed": [],
  "user.passkey.added": ["passkey"],
  "user.passkey.removed": ["passkey"],
  "invite.accepted": ["actors", "times"],
  "room.invited": ["actors", "times", "roomname"],
  "bookmark.due": THREAD,
  "schedule.published": THREAD,
  "schedule.refused": ["thing", "title", ...JUDGED],
  "level.reached": ["level"],
  "search.found": ["search", "results"],
  "report.handled": ["reported", "outcome"],
  "user.disable": JUDGED,
  "user.normal": JUDGED,
  "user.group": [...GROUPS, ...JUDGED],
  "post.replied": WRITTEN,
  "post.liked": WRITTEN,
  "post.paid": [...DOING, "amount"],
  "post.reminded": WRITTEN,
  "withdraw.noticed": ["amount"],
  "withdraw.withdraw": ["amount", ...JUDGED],
  "divide.income": [...DOING, "amount"],
  "question.asked": [...WRITTEN, "amount"],
  "question.answered": [...WRITTEN, "amount"],
  "question.expired": [...THREAD, "amount"],
  "red_packet.gotten": [...DOING, "amount"],
  "question.rewarded": [...DOING, "amount"],
  "question.rewarded.expired": [...THREAD, "amount"],
  "system.user.group.upgrade": GROUPS,
  "system.user.group.expired": GROUPS,
  "post.published": WRITTEN,
  "wallet.adjusted": ["amount", ...JUDGED],
  "post.tipped": [...DOING, "amount"],
  "user.warned": JUDGED,
  "user.silenced": JUDGED,
  "user.unsilenced": [],
};

/** Names of the predecessor, and which variable each means: the first that a kind offers. */
const ALIASES: Readonly<Record<string, readonly VariableName[]>> = {
  // Who did it, where somebody did; else who it happened to.
  $user_name: ["actors", "username"],
  $nick_name: ["actors", "nickname"],
  $be_user_name: ["nickname"],
  $user_group: ["groupname"],
  $site_name: ["sitename"],
  $site_domain: ["siteurl"],
  $notify_time: ["time"],
  $notification_num: ["times"],
  $thread_title: ["title"],
  $title: ["title"],
  $thread_id: ["threadid"],
  $post_content: ["content"],
  $question_content: ["content"],
  $reason: ["reason"],
  $remark: ["reason"],
  $group_original: ["oldgroupname"],
  $group_change: ["newgroupname"],
  $actual_amount: ["amount"],
  $boss_amount: ["amount"],
  $cash_actual_amount: ["amount"],
  $cash_apply_amount: ["amount"],
  $question_price: ["amount"],
};

const cache = new Map<NotificationKind, readonly Variable[]>();

/** The variables that texts of a kind may name, those of the matter first. */
export function variablesOf(kind: NotificationKind): readonly Variable[] {
  let variables = cache.get(kind);
  if (!variables) {
    const names: readonly VariableName[] = [...OFFERED[kind], ...COMMON];
    const target = ([alias, means]: [string, readonly VariableName[]]): [
      string,
      VariableName | undefined,
    ] => [alias, means.find((name) => names.includes(name))];
    const aliases = Object.entries(ALIASES).map(target);
    variables = names.map((name) => ({
      name,
      ...VARIABLES[name],
      sample: name === "thing" ? sampleThing(kind) : VARIABLES[name].sample,
      aliases: aliases.filter(([, means]) => means === name).map(([alias]) => alias),
    }));
    cache.set(kind, variables);
  }
  return variables;
}

/** Sentences name the thread in different ways; see `thingOf` where notifications are worded. */
function sampleThing(kind: NotificationKind): Template {
  const { zh, en } = SAMPLE_TITLE;
  if (kind === "post.replied") return { zh: `你的帖子《${zh}》`, en: `your thread “${en}”` };
  if (kind === "post.reminded" || kind === "post.published" || kind === "bookmark.due")
    return { zh: `帖子《${zh}》`, en: `the thread “${en}”` };
  return VARIABLES.thing.sample;
}
