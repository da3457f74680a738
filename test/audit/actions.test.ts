import { expect, test } from "vitest";
import { actionsTexts } from "../../client/features/audit/actions.texts.ts";
import { declaredVerbs } from "../../server/core/verbs.ts";
import "../../server/features.ts";

test("whatever the log can tell has words in both languages, and nothing else has", () => {
  const audited = [...declaredVerbs().values()]
    .filter(({ declaration }) => declaration.audited)
    .map(({ declaration }) => declaration.name);
  for (const texts of Object.values(actionsTexts)) {
    expect(Object.keys(texts).sort()).toEqual(audited.sort());
    for (const words of Object.values(texts)) expect(words).not.toBe("");
  }
});
