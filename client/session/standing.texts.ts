import { defineTexts } from "../i18n/texts.ts";

/** Why a member can read and nothing else, in a sentence for each standing. */
export const standingTexts = defineTexts({
  UNDER_REVIEW: {
    zh: "你的注册正在等待审核，通过后才能参与",
    en: "Your registration is waiting for review. You can take part once it is approved.",
  },
  REFUSED: {
    zh: "你的注册没有通过审核，不能参与",
    en: "Your registration was refused. You cannot take part.",
  },
  IGNORED: {
    zh: "你的注册申请没有被受理，不能参与",
    en: "Your registration was not considered. You cannot take part.",
  },
  BANNED: { zh: "你的账号已被禁用，不能参与", en: "Your account is banned. You cannot take part." },
  FIELDS_MISSING: {
    zh: "你的注册信息还不完整，不能参与",
    en: "Your registration is not complete. You cannot take part.",
  },
  fillIn: { zh: "去填写", en: "Complete it" },
  why: { zh: "查看详情", en: "Details" },
});
