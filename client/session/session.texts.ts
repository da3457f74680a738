import { defineTexts } from "../i18n/texts.ts";

/** Texts of the session itself. */
export const sessionLossTexts = defineTexts({
  signInAgain: {
    zh: "登录已过期，请重新登录；你写的内容已保存为草稿",
    en: "Your session has expired. Please sign in again; your text is saved as a draft.",
  },
});

const kindsZh = { DIGIT: "数字", LOWER: "小写字母", SYMBOL: "符号", UPPER: "大写字母" } as const;
const kindsEn = {
  DIGIT: "a digit",
  LOWER: "a lower-case letter",
  SYMBOL: "a symbol",
  UPPER: "an upper-case letter",
} as const;
type Kind = keyof typeof kindsZh;

/** Texts of a field for a new password. */
export const newPasswordTexts = defineTexts({
  rule: {
    zh: (least: number, kinds: readonly Kind[]) =>
      `至少 ${least} 个字符${kinds.length > 0 ? `，须包含${kinds.map((kind) => kindsZh[kind]).join("、")}` : ""}。任何字符都可以，包括空格；不能是常见密码，也不能由名称组成。`,
    en: (least: number, kinds: readonly Kind[]) =>
      `At least ${least} characters${kinds.length > 0 ? `, among them ${kinds.map((kind) => kindsEn[kind]).join(" and ")}` : ""}. Spaces are fine; avoid common passwords and your name.`,
  },
  missing: {
    zh: (count: number) => `还差 ${count} 个字符`,
    en: (count: number) =>
      count === 1 ? "One more character is needed" : `${count} more characters are needed`,
  },
});
