import { plural } from "../../../i18n/plural.ts";
import { defineTexts } from "../../../i18n/texts.ts";

/** Texts of what staff does about a member, from wherever they meet them. */
export const memberTexts = defineTexts({
  staff: { zh: "管理", en: "Moderation" },
  ban: { zh: "封禁作者", en: "Ban the author" },
  banMember: { zh: "封禁", en: "Ban" },
  warn: { zh: "警告作者", en: "Warn the author" },
  warnMember: { zh: "警告", en: "Warn" },
  notes: { zh: "成员备注", en: "Notes on the member" },
  level: { zh: "成员等级", en: "Level of the member" },
  banTitle: { zh: (name: string) => `封禁 ${name}`, en: (name: string) => `Ban ${name}` },
  duration: { zh: "时长", en: "Duration" },
  days: {
    zh: (count: number) => `${count} 天`,
    en: (count: number) => plural(count, "day"),
  },
  permanent: { zh: "永久", en: "Permanent" },
  withContent: {
    zh: (count: number) => `同时删除 ${count} 条内容`,
    en: (count: number) => `Also delete ${plural(count, "post")}`,
  },
  contentHint: {
    zh: "帖子和回复，最多 500 条；匿名内容除外。可以和封禁一起撤销。",
    en: "At most 500 threads and replies, excluding anonymous ones. Undoing the ban restores them.",
  },
  noContent: { zh: "没有可以一起删除的内容", en: "There is nothing to delete" },
  banned: { zh: (name: string) => `已封禁 ${name}`, en: (name: string) => `${name} is banned` },
  bannedWith: {
    zh: (name: string, count: number) => `已封禁 ${name}，删除了 ${count} 条内容`,
    en: (name: string, count: number) => `${name} is banned, ${plural(count, "post")} deleted`,
  },
  undo: { zh: "撤销", en: "Undo" },
  undone: { zh: "已撤销", en: "Undone" },
  isBanned: { zh: "这位成员已被封禁", en: "This member is banned" },
  isBannedUntil: {
    zh: (day: string) => `这位成员已被封禁，至 ${day}`,
    en: (day: string) => `This member is banned until ${day}`,
  },
  lift: { zh: "解除封禁", en: "Lift the ban" },
  lifted: {
    zh: (name: string) => `已解除对 ${name} 的封禁`,
    en: (name: string) => `The ban of ${name} was lifted`,
  },
  silence: { zh: "禁言作者", en: "Silence the author" },
  silenceMember: { zh: "禁言", en: "Silence" },
  silenceTitle: { zh: (name: string) => `禁言 ${name}`, en: (name: string) => `Silence ${name}` },
  silenceText: {
    zh: "成员可以浏览、点赞、投票和购买，但不能发布任何内容，私信只能发给管理人员。成员会看到理由和期限。",
    en: "The member can read, like, vote and buy, but publish nothing, and send private messages to staff only. They see the reason and the end.",
  },
  silenced: { zh: (name: string) => `已禁言 ${name}`, en: (name: string) => `${name} is silenced` },
  isSilenced: { zh: "这位成员已被禁言", en: "This member is silenced" },
  isSilencedUntil: {
    zh: (day: string) => `这位成员已被禁言，至 ${day}`,
    en: (day: string) => `This member is silenced until ${day}`,
  },
  isAbove: {
    zh: "只有管理员可以禁言管理人员",
    en: "Only administrators can silence staff",
  },
  liftSilence: { zh: "解除禁言", en: "End the silence" },
  silenceLifted: {
    zh: (name: string) => `已解除对 ${name} 的禁言`,
    en: (name: string) => `The silence of ${name} was ended`,
  },
  warnTitle: { zh: (name: string) => `警告 ${name}`, en: (name: string) => `Warn ${name}` },
  warnText: {
    zh: "成员会收到通知；警告会计数，只有管理人员看得到。",
    en: "The member is notified. Only staff can see the number of warnings.",
  },
  warned: { zh: (name: string) => `已警告 ${name}`, en: (name: string) => `${name} was warned` },
  notesTitle: { zh: (name: string) => `关于 ${name} 的备注`, en: (name: string) => `Notes on ${name}` },
  notesText: { zh: "只有管理人员看得到。", en: "Only staff can see them." },
  noNotes: { zh: "还没有警告和备注", en: "No warnings and no notes yet" },
  newNote: { zh: "新备注", en: "New note" },
  addNote: { zh: "添加备注", en: "Add the note" },
  noteAdded: { zh: "已添加备注", en: "The note was added" },
  removed: { zh: "已移除", en: "Removed" },
  remove: { zh: "移除", en: "Remove" },
  WARNING: { zh: "警告", en: "Warning" },
  NOTE: { zh: "备注", en: "Note" },
  summary: {
    zh: (warnings: number, notes: number) => `警告 ${warnings} · 备注 ${notes}`,
    en: (warnings: number, notes: number) => `${plural(warnings, "warning")} · ${plural(notes, "note")}`,
  },
});
