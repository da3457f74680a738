import { plural } from "../../../i18n/plural.ts";
import { defineTexts } from "../../../i18n/texts.ts";

/** Texts of group chats in the list of chats. */
export const roomListTexts = defineTexts({
  newRoom: { zh: "发起群聊", en: "New group chat" },
  room: { zh: "群聊", en: "Group chat" },
  muted: { zh: "已静音", en: "Muted" },
  quiet: {
    zh: (count: number) => `${count} 条未读，已静音`,
    en: (count: number) => `${count} unread, muted`,
  },
  invitedYou: {
    zh: (name: string) => `${name} 邀请你加入群聊`,
    en: (name: string) => `${name} invited you to this group chat`,
  },
  invitation: { zh: "邀请你加入群聊", en: "Invitation to a group chat" },
  isInvitation: { zh: "1 个邀请", en: "1 invitation" },
  nothingYet: { zh: "还没有消息", en: "No messages yet" },
  fromBlocked: { zh: "[已屏蔽成员的消息]", en: "[Message from a blocked member]" },
  by: { zh: (name: string) => `${name}：`, en: (name: string) => `${name}: ` },
});

/** Sentences about events in a group chat; names come with the blank before or behind them. */
export const roomEventTexts = defineTexts({
  /** The viewer as the one who acts … */
  you: { zh: "你", en: "You " },
  /** … and as the one who is acted upon. */
  youObject: { zh: "你", en: "you" },
  /** Blank in front of that word. */
  youGap: { zh: "", en: " " },
  somebody: { zh: "有人", en: "somebody" },
  comma: { zh: "、", en: ", " },
  CREATED: { zh: (who: string) => `${who}创建了群聊`, en: (who: string) => `${who}created the group chat` },
  INVITED: {
    zh: (who: string, whom: string) => `${who}邀请了${whom}`,
    en: (who: string, whom: string) => `${who}invited${whom}`,
  },
  JOINED: { zh: (who: string) => `${who}加入了群聊`, en: (who: string) => `${who}joined` },
  LEFT: { zh: (who: string) => `${who}退出了群聊`, en: (who: string) => `${who}left` },
  REMOVED: {
    zh: (who: string, whom: string) => `${who}移除了${whom}`,
    en: (who: string, whom: string) => `${who}removed${whom}`,
  },
  RENAMED: {
    zh: (who: string, name: string) => `${who}把群聊改名为“${name}”`,
    en: (who: string, name: string) => `${who}named the group chat “${name}”`,
  },
  OWNER: { zh: (who: string) => `${who}成为新群主`, en: (who: string) => `${who}is the owner now` },
  OWNER_YOU: { zh: "你成为新群主", en: "You are the owner now" },
});

/** Texts of a group chat. */
export const roomTexts = defineTexts({
  members: { zh: (count: number) => `${count} 位成员`, en: (count: number) => plural(count, "member") },
  showMembers: { zh: "查看成员", en: "Members" },
  mute: { zh: "消息免打扰", en: "Mute" },
  unmute: { zh: "取消免打扰", en: "Unmute" },
  muted: { zh: "已静音", en: "Muted" },
  rename: { zh: "修改群名", en: "Rename" },
  leave: { zh: "退出群聊", en: "Leave group chat" },
  leaveQuestion: { zh: "退出这个群聊？", en: "Leave this group chat?" },
  leaveText: {
    zh: "之后你不能再看到这里的消息，除非有人再次邀请你。",
    en: "You can no longer read its messages, unless somebody invites you again.",
  },
  leaveOwnerText: {
    zh: "加入时间最早的成员会成为群主。你不能再看到这里的消息。",
    en: "The member who joined first becomes the owner. You can no longer read its messages.",
  },
  leaveLastText: {
    zh: "你是最后一位成员，群聊和所有消息会被删除。",
    en: "You are the last member: the group chat and its messages are deleted.",
  },
  left: { zh: "已退出群聊", en: "You left the group chat" },
  gone: { zh: "你已不在这个群聊中", en: "You are not in this group chat any more" },
  empty: { zh: "还没有消息", en: "No messages yet" },
  emptyText: { zh: "写下第一条消息吧。", en: "Write the first message." },
  readBy: {
    zh: (count: number, total: number) => `${count}/${total} 人已读`,
    en: (count: number, total: number) => `Read by ${count} of ${total}`,
  },
  readers: { zh: "已读成员", en: "Read by" },
});

/** Texts of an invitation to a group chat. */
export const roomInvitationTexts = defineTexts({
  by: {
    zh: (name: string) => `${name} 邀请你加入这个群聊`,
    en: (name: string) => `${name} invited you to this group chat`,
  },
  unknown: { zh: "你被邀请加入这个群聊", en: "You are invited to this group chat" },
  about: {
    zh: (count: number, owner: string) => `${count} 位成员 · 群主：${owner}`,
    en: (count: number, owner: string) => `${plural(count, "member")} · Owner: ${owner}`,
  },
  note: {
    zh: "加入后你能看到之后的消息；之前的消息不会显示。",
    en: "You will see messages from the moment you join, not earlier ones.",
  },
  join: { zh: "加入", en: "Join" },
  decline: { zh: "拒绝", en: "Decline" },
  declined: { zh: "已拒绝邀请", en: "Invitation declined" },
});

/** Texts of the members and of the dialogs that change a group chat. */
export const roomMemberTexts = defineTexts({
  title: { zh: "群成员", en: "Members" },
  owner: { zh: "群主", en: "Owner" },
  invited: { zh: "已邀请", en: "Invited" },
  you: { zh: "（你）", en: " (you)" },
  actions: { zh: (name: string) => `管理 ${name}`, en: (name: string) => `Manage ${name}` },
  give: { zh: "设为群主", en: "Make owner" },
  giveQuestion: {
    zh: (name: string) => `把群主转让给 ${name}？`,
    en: (name: string) => `Make ${name} the owner?`,
  },
  giveText: {
    zh: "之后只有对方能改群名、移除成员和转让群主。",
    en: "Only they can then rename the group chat, remove members and pass it on.",
  },
  remove: { zh: "移出群聊", en: "Remove" },
  withdraw: { zh: "撤回邀请", en: "Withdraw invitation" },
  removeQuestion: { zh: (name: string) => `把 ${name} 移出群聊？`, en: (name: string) => `Remove ${name}?` },
  removeText: {
    zh: "对方不能再看到这里的消息。",
    en: "They can no longer read the messages of this group chat.",
  },
  invite: { zh: "邀请成员", en: "Invite members" },
  inviteAction: { zh: "邀请", en: "Invite" },
  invitedDone: { zh: "已发出邀请", en: "Invited" },
  full: { zh: "成员已满 50 人", en: "The group chat has 50 members and is full." },
  newTitle: { zh: "发起群聊", en: "New group chat" },
  name: { zh: "群名", en: "Name" },
  create: { zh: "创建", en: "Create" },
  renameTitle: { zh: "修改群名", en: "Rename group chat" },
  find: { zh: "按昵称查找成员", en: "Search members by name" },
  findHint: { zh: "输入昵称开头的几个字", en: "Type the beginning of a name" },
  chosen: { zh: "已选成员", en: "Chosen members" },
  unchoose: {
    zh: (name: string) => `取消选择 ${name}`,
    en: (name: string) => `Remove ${name} from the choice`,
  },
  added: { zh: (name: string) => `已选择 ${name}`, en: (name: string) => `${name} chosen` },
  alreadyIn: { zh: (name: string) => `${name} 已在群聊中`, en: (name: string) => `${name} is already here` },
  peopleNeeded: { zh: "请至少选择一位成员", en: "Choose at least one member." },
  nameNeeded: { zh: "请输入群名", en: "Enter a name." },
});
