import { pauseText } from "../../../i18n/pause.ts";
import { defineTexts } from "../../../i18n/texts.ts";

type Who = string | null;

/** Puts who did it before what they did; without a name the sentence says what was done. */
const did = (who: Who, action: string, passive: string): string =>
  who === null ? passive : `${who} ${action}`;
/** Puts who did it behind what was done. */
const by = (action: string, who: Who): string => (who === null ? action : `${action} by ${who}`);

/** Sentences of what was done to a thread; the name is null where nobody did it or may be named. */
export const threadEventTexts = defineTexts({
  events: { zh: "帖子动态", en: "What happened to the thread" },
  moved: {
    zh: (who: Who, from: string, to: string) =>
      did(who, `将帖子从「${from}」移到「${to}」`, `帖子从「${from}」移到「${to}」`),
    en: (who: Who, from: string, to: string) => `${by("Moved", who)} from ${from} to ${to}`,
  },
  movedHere: {
    zh: (who: Who) => did(who, "将帖子移到了这里", "帖子移到了这里"),
    en: (who: Who) => by("Moved here", who),
  },
  movedAway: {
    zh: (who: Who, from: string) => did(who, `将帖子移出了「${from}」`, `帖子移出了「${from}」`),
    en: (who: Who, from: string) => `${by("Moved", who)} out of ${from}`,
  },
  locked: {
    zh: (who: Who, reason: string) =>
      did(who, "锁定了帖子", "帖子被锁定") + (reason === "" ? "" : `：${reason}`),
    en: (who: Who, reason: string) => by("Locked", who) + (reason === "" ? "" : ` because: ${reason}`),
  },
  lockedByItself: {
    zh: (reason: string) => `帖子自动锁定：${reason}`,
    en: (reason: string) => `Locked automatically because ${reason}`,
  },
  opened: {
    zh: (who: Who) => did(who, "重新开放了帖子", "帖子重新开放"),
    en: (who: Who) => by("Opened again", who),
  },
  featured: {
    zh: (who: Who) => did(who, "将帖子设为精华", "帖子被设为精华"),
    en: (who: Who) => by("Featured", who),
  },
  unfeatured: {
    zh: (who: Who) => did(who, "取消了精华", "精华已取消"),
    en: (who: Who) => by("Taken off the featured threads", who),
  },
  pinned: {
    zh: (who: Who, until: Who) =>
      did(who, "置顶了帖子", "帖子被置顶") + (until === null ? "" : `，到 ${until} 为止`),
    en: (who: Who, until: Who) => by("Pinned", who) + (until === null ? "" : ` until ${until}`),
  },
  unpinned: {
    zh: (who: Who) => did(who, "取消了置顶", "置顶已结束"),
    en: (who: Who) => (who === null ? "The pin has ended" : `Unpinned by ${who}`),
  },
  slowModeOn: {
    zh: (who: Who, seconds: number) =>
      `${did(who, "开启了慢速回复", "慢速回复已开启")}：每人每 ${pauseText.zh(seconds)}可回复一次`,
    en: (who: Who, seconds: number) =>
      `${by("Slow mode turned on", who)}: ${pauseText.en(seconds)} between replies`,
  },
  slowModeOff: {
    zh: (who: Who) => did(who, "关闭了慢速回复", "慢速回复已关闭"),
    en: (who: Who) => by("Slow mode turned off", who),
  },
  merged: {
    zh: (who: Who, title: string) => {
      const thread = title === "" ? "另一个帖子" : `帖子《${title}》`;
      return did(who, `将${thread}合并到这里`, `${thread}被合并到这里`);
    },
    en: (who: Who, title: string) =>
      by(`Merged ${title === "" ? "another thread" : `“${title}”`} into this thread`, who),
  },
});
