import { defineTexts } from "../i18n/texts.ts";

/** Texts of the sheet that says what keys do. */
export const shortcutSheetTexts = defineTexts({
  title: { zh: "键盘快捷键", en: "Keyboard shortcuts" },
  then: { zh: "然后", en: "then" },
  or: { zh: "或", en: "or" },
  enabled: { zh: "启用快捷键", en: "Use keyboard shortcuts" },
  enabledHint: {
    zh: "输入文字时快捷键不起作用。关闭后可从账号菜单或页脚重新打开此页。",
    en: "Shortcuts are inactive while you type. When turned off, you can still open this page from the account menu or the footer.",
  },
});
