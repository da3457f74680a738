import { defineTexts } from "./texts.ts";

/** Words that many widgets share. */
export const commonTexts = defineTexts({
  retry: { zh: "重试", en: "Try again" },
  cancel: { zh: "取消", en: "Cancel" },
  confirm: { zh: "确定", en: "OK" },
  close: { zh: "关闭", en: "Close" },
  save: { zh: "保存", en: "Save" },
  edit: { zh: "编辑", en: "Edit" },
  delete: { zh: "删除", en: "Delete" },
  loading: { zh: "加载中…", en: "Loading…" },
  loadMore: { zh: "加载更多", en: "Load more" },
  allLoaded: { zh: "已经全部加载", en: "You’ve reached the end." },
  working: { zh: "正在处理…", en: "Processing…" },
  somethingFailed: { zh: "出了点问题", en: "Something went wrong" },
  requestId: { zh: "请求编号", en: "Request ID" },
  copy: { zh: "复制", en: "Copy" },
  copied: { zh: "已复制", en: "Copied" },
  previousPage: { zh: "上一页", en: "Previous" },
  nextPage: { zh: "下一页", en: "Next" },
  pages: { zh: "分页", en: "Pages" },
  pageOf: { zh: (page: number) => `第 ${page} 页`, en: (page: number) => `Page ${page}` },
  signIn: { zh: "登录", en: "Sign in" },
  register: { zh: "注册", en: "Register" },
  logInFirst: { zh: "请先登录！", en: "Please log in first!" },
  showPassword: { zh: "显示密码", en: "Show password" },
  hidePassword: { zh: "隐藏密码", en: "Hide password" },
});
