import { defineTexts } from "../../../i18n/texts.ts";

/** Texts of merging and splitting threads. */
export const mergingTexts = defineTexts({
  merge: { zh: "合并到……", en: "Merge into…" },
  mergeTitle: { zh: "合并帖子", en: "Merge the thread" },
  mergeText: {
    zh: "正文和全部回复会排到目标帖子的最后，旧链接会跳到新的位置。合并不能撤销。",
    en: "The text and all replies go behind those of the other thread; old links lead to them. This cannot be undone.",
  },
  target: { zh: "目标帖子", en: "Target thread" },
  targetHint: { zh: "输入标题，或粘贴帖子链接", en: "Type a title, or paste the address of a thread" },
  targets: { zh: "找到的帖子", en: "Threads found" },
  noTarget: { zh: "没有找到可以合并的帖子", en: "No thread matches" },
  mergeAction: { zh: "合并", en: "Merge" },
  merged: { zh: "帖子已合并", en: "The threads are one now" },
  split: { zh: "拆分……", en: "Split…" },
  splitHere: { zh: "从这里拆分……", en: "Split from here…" },
  splitTitle: { zh: "拆分帖子", en: "Split the thread" },
  splitText: {
    zh: "选中的第一条可见回复会成为新帖的正文，旧链接会跳到新的位置。拆分不能撤销。",
    en: "The first chosen reply that can be read becomes the text of a new thread; old links lead there. This cannot be undone.",
  },
  which: { zh: "拆分哪些楼层", en: "Replies to split off" },
  fromHere: { zh: "从某层开始的全部回复", en: "All from one on" },
  chosen: { zh: "指定楼层", en: "Chosen ones" },
  fromNumber: { zh: "从第几层开始", en: "From reply" },
  numbers: { zh: "楼层", en: "Replies" },
  numbersHint: { zh: "例如 3, 5-8", en: "For example 3, 5-8" },
  numbersWrong: {
    zh: "请填写楼层号，例如 3, 5-8，最多 200 层",
    en: "Write numbers of replies such as 3, 5-8, at most 200",
  },
  newTitle: { zh: "新帖标题", en: "Title of the new thread" },
  splitAction: { zh: "拆分", en: "Split" },
  splitDone: { zh: "已拆分为新帖", en: "The replies are a thread of their own now" },
});
