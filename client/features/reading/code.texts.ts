import { defineTexts } from "../../i18n/texts.ts";

/** Texts of blocks of code. */
export const codeTexts = defineTexts({
  copy: { zh: "复制代码", en: "Copy code" },
  copied: { zh: "已复制", en: "Copied" },
  copyFailed: { zh: "没能复制，请手动选择", en: "Could not copy. Select it by hand" },
});
