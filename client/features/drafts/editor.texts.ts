import { defineTexts } from "../../i18n/texts.ts";

/** What the editor of longer texts says. */
export const editorTexts = defineTexts({
  bold: { zh: "粗体", en: "Bold" },
  italic: { zh: "斜体", en: "Italic" },
  heading: { zh: "标题", en: "Heading" },
  bulletList: { zh: "无序列表", en: "List" },
  orderedList: { zh: "有序列表", en: "Numbered list" },
  quote: { zh: "引用", en: "Quote" },
  code: { zh: "代码", en: "Code" },
  link: { zh: "链接", en: "Link" },
  linkAddress: { zh: "链接地址", en: "Address of the link" },
  picture: { zh: "图片", en: "Picture" },
  attachment: { zh: "附件", en: "File" },
  mention: { zh: "提到某人", en: "Mention someone" },
  toolbar: { zh: "格式", en: "Formatting" },
  source: { zh: "源码", en: "Source" },
  rich: { zh: "所见即所得", en: "Rich text" },
  sourceOnly: {
    zh: "内容里有可视编辑器不支持的格式，请在源码中编辑",
    en: "The text uses formatting that the rich editor does not know. Edit it as source",
  },
});
