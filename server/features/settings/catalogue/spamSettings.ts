import { flag, integer } from "./settingKinds.ts";

/** Rules by which content of new members and reported content waits for a moderator. */
export const SPAM_SETTINGS = {
  first_texts_held: integer(
    "function",
    "新成员前几篇内容先审后发",
    "First texts that wait for review",
    "0",
    0,
    100,
  ),
  spam_signs: flag("function", "垃圾内容识别", "Signs of spam are looked for", "0"),
  spam_hold_score: integer("function", "垃圾内容送审分数", "Score of signs that holds a text", "60", 0, 100),
  spam_new_texts: integer(
    "function",
    "少于几篇内容算新成员",
    "Texts below which members are new",
    "10",
    1,
    1000,
  ),
  spam_new_days: integer("function", "注册几天内算新成员", "Days during which members are new", "14", 1, 365),
  report_hide_score: integer(
    "function",
    "举报自动隐藏分数",
    "Score of reports that hides content",
    "0",
    0,
    1000,
  ),
};
