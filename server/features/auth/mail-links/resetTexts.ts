import type { Locale } from "../../../core/locale.ts";

/** Words of the mail that leads to a new password. */
interface ResetTexts {
  readonly title: (site: string) => string;
  readonly text: (site: string, minutes: number) => string;
  readonly ignore: string;
  readonly open: string;
  readonly why: string;
}

const ZH: ResetTexts = {
  title: (site) => `[${site}] 重设密码`,
  text: (site, minutes) =>
    `请打开下面的链接，为你在 ${site} 的账号设置新密码。链接 ${minutes} 分钟内有效，只能使用一次。`,
  ignore: "如果这不是你本人的操作，请忽略这封邮件，密码不会改变。",
  open: "设置新密码",
  why: "有人为你的账号申请重设密码",
};

const EN: ResetTexts = {
  title: (site) => `[${site}] Set a new password`,
  text: (site, minutes) =>
    `Open this link to set a new password for your account of ${site}. It works once, within ${minutes} minutes.`,
  ignore: "If it was not you, ignore this mail: your password stays as it is.",
  open: "Set a new password",
  why: "somebody asked for a new password of your account",
};

/** The words of the mail in a language. */
export function resetTexts(locale: Locale): ResetTexts {
  return locale === "en" ? EN : ZH;
}
