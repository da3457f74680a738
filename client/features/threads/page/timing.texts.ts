import { pauseText } from "../../../i18n/pause.ts";
import { plural } from "../../../i18n/plural.ts";
import { defineTexts } from "../../../i18n/texts.ts";

/** Texts of the dialog that plans when a thread is locked, and slows its replies down. */
export const timingTexts = defineTexts({
  title: { zh: "自动锁定与慢速回复", en: "Timed lock and slow mode" },
  lock: { zh: "自动锁定", en: "Lock automatically" },
  none: { zh: "不锁定", en: "Never" },
  time: { zh: "到指定时间", en: "At a time" },
  days: { zh: "没有新回复时", en: "Without replies" },
  zone: { zh: (zone: string) => `时区：${zone}`, en: (zone: string) => `Time zone: ${zone}` },
  wrongTime: { zh: "请选择未来一年之内的时间", en: "Choose a time within the next year" },
  withoutReply: { zh: "多久没有新回复", en: "Time without a reply" },
  dayCount: { zh: (days: number) => `${days} 天`, en: (days: number) => plural(days, "day") },
  isLocked: { zh: "帖子已经锁定。", en: "This thread is locked already." },
  slowMode: { zh: "慢速回复：每人两次回复的间隔", en: "Slow mode: time between two replies of a member" },
  pause: {
    zh: (seconds: number) => (seconds === 0 ? "不限制" : pauseText.zh(seconds)),
    en: (seconds: number) => (seconds === 0 ? "None" : pauseText.en(seconds)),
  },
  save: { zh: "保存", en: "Save" },
  saved: { zh: "已保存", en: "Saved" },
});
