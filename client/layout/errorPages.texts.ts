import { defineTexts } from "../i18n/texts.ts";

/** Texts of the pages that stand in for the whole site. */
export const errorPageTexts = defineTexts({
  asking: { zh: "正在检查服务器…", en: "Checking the server…" },
  well: { zh: "服务器已恢复正常，可以继续浏览。", en: "We’re back online." },
  ill: { zh: "服务器暂时没有响应。", en: "The server is not responding at the moment." },
  closedTitle: { zh: "站点已关闭", en: "The site is closed" },
  closedText: { zh: "请稍后再来看看。", en: "Please come back later." },
  adminSignIn: { zh: "管理员登录", en: "Sign in as an administrator" },
});
