import { defineTexts } from "../i18n/texts.ts";

/** Texts of the pages that stand in for a page or for the whole site. */
export const errorPageTexts = defineTexts({
  asking: { zh: "正在检查服务器…", en: "Checking the server…" },
  well: { zh: "服务器已恢复正常，可以继续浏览。", en: "We’re back online." },
  ill: { zh: "服务器暂时没有响应。", en: "The server is not responding at the moment." },
  closedTitle: { zh: "站点已关闭", en: "The site is closed" },
  closedText: { zh: "请稍后再来看看。", en: "Please come back later." },
  adminSignIn: { zh: "管理员登录", en: "Sign in as an administrator" },
  notFoundTitle: { zh: "没有找到资源", en: "No resource found" },
  notFoundText: {
    zh: "你要访问的页面可能已被删除、已更改名称或暂时不可用",
    en: "The page you want to visit may have been deleted, renamed or is temporarily unavailable",
  },
  backToPrevious: { zh: "返回上一页", en: "Back to previous page" },
});
