import { plural } from "../../../i18n/plural.ts";
import { defineTexts } from "../../../i18n/texts.ts";

/** Texts of what moderators do to a thread in place: lock, move, pin for a time. */
export const threadStaffTexts = defineTexts({
  staff: { zh: "管理", en: "Moderation" },
  lock: { zh: "锁定", en: "Lock" },
  unlock: { zh: "解除锁定", en: "Unlock" },
  lockTitle: { zh: "锁定这个帖子？", en: "Lock this thread?" },
  lockText: {
    zh: "除了版主，其他人不能再回复；帖子仍然可以阅读。",
    en: "Only moderators will be able to reply. Everyone can still read the thread.",
  },
  locked: { zh: "帖子已锁定", en: "Thread locked" },
  unlocked: { zh: "帖子可以回复了", en: "Thread unlocked" },
  timing: { zh: "自动锁定与慢速回复……", en: "Timed lock and slow mode…" },
  linkCards: { zh: "链接卡片……", en: "Link cards…" },
  linkCardsTitle: { zh: "移除链接卡片", en: "Remove a link card" },
  linkCardsText: {
    zh: "移除后，所有帖子和回复里的这个网址都只显示为链接。",
    en: "The address stays a plain link in all threads and replies.",
  },
  removeCard: { zh: "移除", en: "Remove" },
  cardRemoved: { zh: "卡片已移除", en: "Card removed" },
  cardRestored: { zh: "卡片会在几秒后恢复", en: "The card comes back in some seconds" },
  move: { zh: "移动到……", en: "Move to…" },
  moveTitle: { zh: "移动帖子", en: "Move the thread" },
  moveAction: { zh: "移动", en: "Move" },
  category: { zh: "板块", en: "Category" },
  moved: { zh: (name: string) => `已移动到 ${name}`, en: (name: string) => `Moved to ${name}` },
  undo: { zh: "撤销", en: "Undo" },
  undone: { zh: "已撤销", en: "Undone" },
  pinFor: { zh: "限时置顶……", en: "Pin temporarily…" },
  pinTitle: { zh: "限时置顶", en: "Pin temporarily" },
  duration: { zh: "时长", en: "Duration" },
  days: {
    zh: (count: number) => `${count} 天`,
    en: (count: number) => plural(count, "day"),
  },
  pinAction: { zh: "置顶", en: "Pin" },
  pinned: { zh: (day: string) => `已置顶到 ${day}`, en: (day: string) => `Pinned until ${day}` },
});
