import { plural } from "../../../i18n/plural.ts";
import { defineTexts } from "../../../i18n/texts.ts";

/** Texts of batches: actions on several threads, and the states that they change. */
export const batchTexts = defineTexts({
  live: { zh: "已发布", en: "Published" },
  pending: { zh: "待审核", en: "Waiting" },
  hidden: { zh: "已隐藏", en: "Hidden" },
  deleted: { zh: "回收站", en: "Recycle bin" },
  sticky: { zh: "置顶", en: "Pinned" },
  essence: { zh: "精华", en: "Featured" },
  selected: { zh: (count: number) => `已选 ${count} 个`, en: (count: number) => `${count} selected` },
  MOVE: { zh: "移动到……", en: "Move to…" },
  PIN: { zh: "置顶", en: "Pin" },
  UNPIN: { zh: "取消置顶", en: "Unpin" },
  FEATURE: { zh: "加精", en: "Feature" },
  UNFEATURE: { zh: "取消精华", en: "No longer feature" },
  HIDE: { zh: "隐藏", en: "Hide" },
  SHOW: { zh: "通过", en: "Approve" },
  DELETE: { zh: "删除", en: "Delete" },
  RESTORE: { zh: "恢复", en: "Restore" },
  SILENCE: { zh: "禁言", en: "Silence" },
  undoSilence: {
    zh: (name: string) => `撤销对 ${name} 的禁言`,
    en: (name: string) => `Undo the silence of ${name}`,
  },
  BAN: { zh: "封禁", en: "Ban" },
  replies: {
    zh: (count: number) => `${count} 条回复`,
    en: (count: number) => plural(count, "reply", "replies"),
  },
  undoBan: { zh: (name: string) => `撤销：封禁 ${name}`, en: (name: string) => `Undo: ban of ${name}` },
  notSticky: { zh: "未置顶", en: "Not pinned" },
  notEssence: { zh: "非精华", en: "Not featured" },
  batchTitle: {
    zh: (action: string, count: number) => `${action} · ${count} 个帖子`,
    en: (action: string, count: number) => `${action} · ${plural(count, "thread")}`,
  },
  recent: { zh: "最近的批量操作", en: "Latest batches" },
  noBatches: { zh: "还没有批量操作", en: "Nothing was done to several threads yet" },
  threads: {
    zh: (count: number) => `${count} 个帖子`,
    en: (count: number) => plural(count, "thread"),
  },
  undoOf: {
    zh: (action: string, count: number) => `撤销：${action} · ${count} 个帖子`,
    en: (action: string, count: number) => `Undo: ${action} · ${plural(count, "thread")}`,
  },
});
