import type { Locale } from "../../../core/locale.ts";

/** Words of the mail that brings a code. */
interface CodeTexts {
  readonly title: (site: string, code: string) => string;
  readonly text: (site: string, code: string, minutes: number) => string;
  readonly ignore: string;
  readonly open: string;
  readonly why: string;
}

const ZH: CodeTexts = {
  title: (site, code) => `[${site}] 登录验证码 ${code}`,
  text: (site, code, minutes) => `你在 ${site} 的登录验证码是 ${code}，${minutes} 分钟内有效，只能使用一次。`,
  ignore: "不要把验证码告诉任何人。如果这不是你本人的操作，请忽略这封邮件。",
  open: "打开网站",
  why: "有人申请用验证码登录你的账号",
};

const EN: CodeTexts = {
  title: (site, code) => `[${site}] ${code} is your code`,
  text: (site, code, minutes) =>
    `Your code for signing in to ${site} is ${code}. It works once, within ${minutes} minutes.`,
  ignore: "Give it to nobody. If it was not you who asked for it, ignore this mail.",
  open: "Open the site",
  why: "somebody asked for a code to sign in to your account",
};

/** The words of the mail in a language. */
export function codeTexts(locale: Locale): CodeTexts {
  return locale === "en" ? EN : ZH;
}
