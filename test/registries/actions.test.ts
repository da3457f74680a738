import { expect, test } from "vitest";
import { actionsTexts } from "../../client/features/audit/actions.texts.ts";
import { sentenceOf } from "../../client/features/audit/sentence.ts";
import { changeTexts, sentenceTexts, targetTexts } from "../../client/features/audit/sentences.texts.ts";
import { declaredVerbs } from "../../server/core/verbs.ts";
import "../../server/features.ts";

const audited = (): string[] =>
  [...declaredVerbs().values()]
    .filter(({ declaration }) => declaration.audited)
    .map(({ declaration }) => declaration.name)
    .sort();

test("whatever the log can tell has words in both languages, and nothing else has", () => {
  for (const texts of Object.values(actionsTexts)) {
    expect(Object.keys(texts).sort()).toEqual(audited());
    for (const words of Object.values(texts)) expect(words).not.toBe("");
  }
});

test("whatever the log can tell has a sentence in both languages, and nothing else has", () => {
  for (const texts of Object.values(sentenceTexts)) {
    const actions = Object.keys(texts).filter((key) => !key.includes(":"));
    expect(actions.sort()).toEqual(audited());
    for (const key of Object.keys(texts)) expect(audited()).toContain(key.split(":")[0]);
  }
});

const words = (locale: "zh-CN" | "en") => ({
  actions: sentenceTexts[locale],
  changes: changeTexts[locale],
  targets: targetTexts[locale],
});
const status = (from: string, to: object) => ({
  before: JSON.stringify({ status: from }),
  after: JSON.stringify(to),
});

test.each([
  [
    {
      action: "setUserStatus",
      target: "user:30",
      targetName: "lanternfish",
      ...status("NORMAL", { status: "BANNED" }),
    },
    "封禁了 lanternfish（正常 → 已封禁）",
    "banned lanternfish (normal → banned)",
  ],
  [
    {
      action: "banUser",
      target: "user:30",
      targetName: "lanternfish",
      ...status("NORMAL", { status: "BANNED", until: "2026-12-01T00:00:00.000Z" }),
    },
    "封禁了 lanternfish（正常 → 已封禁，至 2026-12-01）",
    "banned lanternfish (normal → banned, until 2026-12-01)",
  ],
  [
    {
      action: "setThreadLocked",
      target: "thread:5",
      targetName: "Tea",
      before: `{"locked":false}`,
      after: `{"locked":true}`,
    },
    "锁定了 《Tea》",
    "locked “Tea”",
  ],
  [
    {
      action: "mergeThreads",
      target: "thread:5",
      targetName: "Tea",
      before: `{"title":"Tea"}`,
      after: `{"intoThreadId":7,"intoTitle":"Green tea"}`,
    },
    "把 《Tea》 合并到了《Green tea》",
    "merged “Tea” into “Green tea”",
  ],
  [
    {
      action: "splitThread",
      target: "thread:5",
      targetName: "Tea",
      before: `{"title":"Tea"}`,
      after: `{"newThreadId":8,"newTitle":"Coffee","numbers":[3,4]}`,
    },
    "把 《Tea》 的 2 层拆分为《Coffee》",
    "split 2 floors of “Tea” off as “Coffee”",
  ],
  [
    {
      action: "moderateThreads",
      target: "thread:5",
      targetName: "Tea",
      before: `{"categoryId":1,"isSticky":false}`,
      after: `{"categoryId":2,"isSticky":false}`,
    },
    "移动了 《Tea》",
    "moved “Tea”",
  ],
  [
    {
      action: "deletePost",
      target: "post:9",
      targetName: "Tea",
      before: `{"deletedAt":null}`,
      after: `{"deletedAt":"x"}`,
    },
    "删除了 《Tea》中的回复",
    "deleted a reply in “Tea”",
  ],
  [{ action: "warnUser", target: "user:7", targetName: null }, "警告了 7", "warned 7"],
])("%j is told as a sentence", (act, zh, en) => {
  const told = (locale: "zh-CN" | "en", states: (text: string) => string): string => {
    const sentence = sentenceOf(act, words(locale));
    return sentence.text + (sentence.states && states(sentence.states));
  };
  expect(told("zh-CN", (text) => `（${text}）`)).toBe(zh);
  expect(told("en", (text) => ` (${text})`)).toBe(en);
});
