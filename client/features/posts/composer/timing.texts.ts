import { pauseText } from "../../../i18n/pause.ts";
import { plural } from "../../../i18n/plural.ts";
import { defineTexts } from "../../../i18n/texts.ts";

/** Texts of a composer about locks that come by themselves and pauses between replies. */
export const timingTexts = defineTexts({
  closesAt: {
    zh: (time: string) => `这个帖子将在 ${time} 自动锁定。`,
    en: (time: string) => `This thread will be locked on ${time}.`,
  },
  closesAfter: {
    zh: (days: number, time: string) => `${days} 天没有新回复就会自动锁定，目前是 ${time}。`,
    en: (days: number, time: string) =>
      `This thread will be locked after ${plural(days, "day")} without a reply, on ${time} as it is now.`,
  },
  slow: {
    zh: (seconds: number) => `慢速回复：每人每 ${pauseText.zh(seconds)}可回复一次。`,
    en: (seconds: number) => `Slow mode: members wait ${pauseText.en(seconds)} between two replies.`,
  },
  wait: {
    zh: (time: string) => `你在 ${time} 之后可以再回复。`,
    en: (time: string) => `You can reply again after ${time}.`,
  },
});
