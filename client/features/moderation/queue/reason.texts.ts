import { defineTexts } from "../../../i18n/texts.ts";

/** Texts of the reason that staff gives for what it does to others. */
export const reasonTexts = defineTexts({
  reason: { zh: "理由", en: "Reason" },
  noReason: { zh: "不写理由", en: "No reason" },
  ownReason: { zh: "自己写……", en: "In my own words…" },
  writeReason: { zh: "写明理由", en: "The reason in your words" },
  authorReads: { zh: "作者会在通知里读到它", en: "The author reads it in a notification" },
  memberReads: { zh: "成员会在通知里读到它", en: "The member reads it in a notification" },
  SPAM: { zh: "广告垃圾", en: "Spam or advertising" },
  ILLEGAL: { zh: "违规内容", en: "Illegal content" },
  FLOODING: { zh: "恶意灌水", en: "Flooding" },
  DUPLICATE: { zh: "重复发帖", en: "Posted twice" },
  HARASSMENT: { zh: "骚扰他人", en: "Harassment" },
  INCOMPLETE: { zh: "注册资料不完整", en: "Incomplete registration" },
  SETTLED: { zh: "问题已经解决", en: "It is settled" },
  OFF_TOPIC: { zh: "讨论已跑题", en: "It went off topic" },
  HEATED: { zh: "讨论过于激烈", en: "It became too heated" },
  readersRead: { zh: "读者会在帖子里看到它", en: "Readers see it in the thread" },
  OTHER: { zh: "其他理由", en: "Something else" },
});
