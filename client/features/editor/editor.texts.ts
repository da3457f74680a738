import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the editor of longer texts. */
export const editorTexts = defineTexts({
  bold: { zh: "粗体", en: "Bold" },
  italic: { zh: "斜体", en: "Italic" },
  strike: { zh: "删除线", en: "Strikethrough" },
  taskList: { zh: "任务列表", en: "Task list" },
  table: { zh: "表格", en: "Table" },
  topic: { zh: "插入话题", en: "Add a topic" },
  undo: { zh: "撤销", en: "Undo" },
  redo: { zh: "重做", en: "Redo" },
  emoji: { zh: "表情", en: "Emoji" },
  emojiSearch: { zh: "搜索表情", en: "Search emoji" },
  emojiFound: { zh: "搜索结果", en: "Results" },
  emojiRecent: { zh: "最近使用", en: "Used last" },
  emojiNone: { zh: "没有找到", en: "Nothing found" },
  counter: {
    zh: (length: number, max: number) => `已写 ${length} 字，最多 ${max} 字`,
    en: (length: number, max: number) => `${length} of at most ${max} characters`,
  },
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
