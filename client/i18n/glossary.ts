import type { Locale } from "./texts.ts";

/** One thing of the forum, by the one name that it has in each language, and names that it no longer has. */
interface Term {
  readonly zh: string;
  readonly en: string;
  /** Names that no text of a screen uses. */
  readonly refused: Readonly<Record<Locale, readonly string[]>>;
}

/**
 * The words of the screens: one thing, one word. A word that has two senses (关注 a person, 分类 as a kind of anything) is
 * refused only together with what it once stood for.
 */
export const GLOSSARY: readonly Term[] = [
  {
    zh: "板块",
    en: "category",
    refused: { "zh-CN": ["版块", "这个分类", "请选择分类", "全部分类"], en: ["sub-forum", "Forums"] },
  },
  { zh: "账号", en: "account", refused: { "zh-CN": ["账户", "帐号", "帐户"], en: [] } },
  { zh: "帖子", en: "thread", refused: { "zh-CN": ["主题"], en: [] } },
  { zh: "外观", en: "theme", refused: { "zh-CN": ["主题：", "主题模式"], en: [] } },
  {
    zh: "发帖",
    en: "new thread",
    refused: { "zh-CN": ["发布主题", "发布帖子", "发表"], en: ["Publish a thread"] },
  },
  {
    zh: "订阅",
    en: "watch",
    refused: { "zh-CN": ["关注的内容", "关注了这个", "关注列表"], en: [] },
  },
  { zh: "关注", en: "follow", refused: { "zh-CN": [], en: ["Fans", "fans"] } },
  { zh: "隐藏", en: "hide", refused: { "zh-CN": ["下架"], en: [] } },
  { zh: "拒绝", en: "refuse", refused: { "zh-CN": ["不予通过", "已忽略"], en: ["Passed over"] } },
  {
    zh: "恢复默认",
    en: "reset",
    refused: { "zh-CN": ["恢复预设"], en: ["Back to the preset", "Back to the default"] },
  },
  { zh: "回复", en: "reply", refused: { "zh-CN": ["评论"], en: [] } },
  { zh: "你", en: "you", refused: { "zh-CN": ["您"], en: [] } },
  { zh: "通知", en: "notification", refused: { "zh-CN": [], en: ["Notice", "notice"] } },
  { zh: "消息中心", en: "inbox", refused: { "zh-CN": [], en: ["Message centre"] } },
  { zh: "个人中心", en: "your profile", refused: { "zh-CN": [], en: ["Personal centre"] } },
  { zh: "永久", en: "permanent", refused: { "zh-CN": [], en: ["For good"] } },
  { zh: "收藏", en: "bookmark", refused: { "zh-CN": [], en: ["Favourite", "favourite"] } },
  { zh: "搜索", en: "search", refused: { "zh-CN": [], en: ["Find "] } },
];
