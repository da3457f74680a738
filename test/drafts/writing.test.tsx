import { expect, test, vi } from "vitest";
import { BODY_LIMIT, COUNTER_FROM, lengthOfBody } from "../../client/features/editor/BodyCounter.tsx";
import { isRichable } from "../../client/features/editor/editing.ts";
import { findEmojis, loadEmojis } from "../../client/features/editor/emojis.ts";
import { type DraftContent, EMPTY_DRAFT } from "../../client/features/drafts/localDraft.ts";
import { mergeDrafts } from "../../client/features/drafts/mergeDrafts.ts";
import { inTextOrder, pendingMark, withoutPending } from "../../client/features/editor/pendingMarks.ts";
import { SHRINK_EDGE_PX, shrunkSize } from "../../client/features/editor/shrink.ts";
import { queryIn, written } from "../../client/features/editor/suggesting.ts";
import { createUploadQueue, UPLOADS_AT_ONCE } from "../../client/features/editor/uploadQueue.ts";
import { SUGGESTION_DELAY_MS } from "../../client/features/editor/useSuggestions.tsx";
import { keywordsOf } from "../../client/platform/keywords.ts";
import { SIMILAR_DELAY_MS } from "../../client/features/publishing/SimilarThreads.tsx";
import type { Uploaded } from "../../client/apollo/uploaded.ts";

test("the numbers of writing", () => {
  expect([SUGGESTION_DELAY_MS, SIMILAR_DELAY_MS, BODY_LIMIT, COUNTER_FROM]).toEqual([150, 250, 50_000, 0.8]);
});

test.each([
  ["hi @wen", { kind: "mention", prefix: "wen", from: 3, to: 7 }],
  ["你好@文", { kind: "mention", prefix: "文", from: 2, to: 4 }],
  ["＠文", { kind: "mention", prefix: "文", from: 0, to: 2 }],
  ["聊聊 #咖啡", { kind: "topic", prefix: "咖啡", from: 3, to: 6 }],
  ["＃咖", { kind: "topic", prefix: "咖", from: 0, to: 2 }],
  ["@", null],
  ["# Heading", null],
  ["ada@example", null],
  ["/path#part", null],
  ["@wen ", null],
  ["#咖啡#", null],
])("behind %j the editor completes %j", (before, query) => {
  expect(queryIn(before, before.length)).toEqual(query);
});

test("names are written in narrow signs", () => {
  const chosen = { id: "42", name: "文_1" };
  expect([written("mention", chosen), written("topic", { ...chosen, name: "咖啡" })]).toEqual([
    "[@文\\_1](/user/42) ",
    "#咖啡# ",
  ]);
});

test("places of pictures on their way are never kept", () => {
  const mark = pendingMark("7", "my [best].png");
  expect(withoutPending(`before\n${mark}\nafter ![a](/files/a/b.png)`)).toBe(
    "before\nafter ![a](/files/a/b.png)",
  );
});

test("files are named in the order of the text, others behind them", () => {
  const file = (id: string) => ({ id, url: `/files/${id}.png`, fileName: id, fileSize: 1, isImage: true });
  const order = inTextOrder([file("x"), file("a"), file("b")], "![](/files/b.png) ![](/files/a.png)");
  expect(order.map(({ id }) => id)).toEqual(["b", "a", "x"]);
});

test.each([
  [4_000, 3_000, SHRINK_EDGE_PX, 1_920],
  [800, 600, 800, 600],
  [1_080, 9_000, 1_080, 9_000],
])("a picture of %i × %i is sent as %i × %i", (width, height, sentWidth, sentHeight) => {
  expect(shrunkSize(width, height)).toEqual({ width: sentWidth, height: sentHeight });
});

test.each([
  ["- [ ] task\n- [x] done", true],
  ["| a | b |\n| --- | --- |\n| 1 | 2 |", true],
  ["a <b>bold</b> word", false],
  ["`<b>` in code", true],
  ["note[^1]\n\n[^1]: here", false],
])("%j can be edited as it looks: %s", (markdown, isRich) => {
  expect(isRichable(markdown)).toBe(isRich);
});

test("emoji, not units, are counted near the limit", () => {
  expect(lengthOfBody("😀".repeat(30_000))).toBe(30_000);
});

test("words that tell something are looked for", () => {
  expect(keywordsOf("咖啡")).toBe("");
  expect(keywordsOf("How to brew espresso")).toBe("espresso brew");
});

test("emoji are found by their names in both languages", async () => {
  const [zh, en] = [await loadEmojis("zh"), await loadEmojis("en")];
  expect(zh[0]!.emojis.length).toBeGreaterThan(100);
  expect(zh.some(({ key }) => key === "component")).toBe(false);
  expect(findEmojis(en, "red heart", 3).map(({ unicode }) => unicode)).toContain("❤️");
  expect(findEmojis(zh, "红心", 9).length).toBeGreaterThan(0);
});

const draft = (body: string, more: Partial<DraftContent> = {}): DraftContent => ({
  ...EMPTY_DRAFT,
  body,
  ...more,
});

test("two windows that changed different places are joined", () => {
  const base = draft("one\ntwo\nthree", { title: "T" });
  const mine = draft("ONE\ntwo\nthree", { title: "T" });
  const theirs = draft("one\ntwo\nthree\nfour", { title: "Other", categoryId: "3" });
  expect(mergeDrafts(base, mine, theirs)).toMatchObject({
    body: "ONE\ntwo\nthree\nfour",
    title: "Other",
    categoryId: "3",
  });
});

test.each([
  ["the same line", draft("a\nb"), draft("a\nmine"), draft("a\ntheirs")],
  ["one end", draft("a"), draft("a\nmine"), draft("a\ntheirs")],
  ["everything, with nothing known before", null, draft("mine"), draft("theirs")],
])("two windows that changed %s ask their writer", (_what, base, mine, theirs) => {
  expect(mergeDrafts(base, mine, theirs)).toBeNull();
});

test("money that either window typed is joined by its parts, and asked for where both typed the same part", () => {
  const bounty = (amount: string) => ({ amount, days: 7, rest: "RETURN" as const });
  const question = { nickname: "bo", userId: null, amount: "5", hasOnlookers: true };
  const gifts = (more: Partial<DraftContent["gifts"]>) =>
    draft("x", { gifts: { ...EMPTY_DRAFT.gifts, ...more } });
  const base = gifts({ bounty: bounty("1") });
  const mine = gifts({ bounty: bounty("2") });
  const merged = mergeDrafts(base, mine, gifts({ bounty: bounty("1"), question }));
  expect(merged?.gifts).toEqual({ ...EMPTY_DRAFT.gifts, bounty: bounty("2"), question });
  expect(mergeDrafts(base, mine, gifts({ bounty: bounty("3") }))).toBeNull();
});

test("files that either window added stay, and what either removed goes", () => {
  const file = (id: string) => ({ id, url: `/files/${id}.png`, fileName: id, fileSize: 1, isImage: true });
  const base = draft("x", { files: [file("1"), file("2")] });
  const merged = mergeDrafts(
    base,
    draft("x", { files: [file("1"), file("3")] }),
    draft("x", { files: [file("1"), file("2"), file("4")] }),
  );
  expect(merged!.files.map(({ id }) => id)).toEqual(["1", "3", "4"]);
});

test("uploads take turns, fail alone, are tried again, and are cancelled", async () => {
  const waiting: { name: string; settle(ok: boolean): void; cancelled: AbortSignal }[] = [];
  const arrived: string[] = [];
  const queue = createUploadQueue(
    (file, _upload, onProgress, cancelled) =>
      new Promise<Uploaded>((resolve, reject) => {
        onProgress(0.5);
        const settle = (ok: boolean) =>
          ok ? resolve({ fileName: file.name } as Uploaded) : reject(new Error("cut"));
        waiting.push({ name: file.name, settle, cancelled });
      }),
    (error) => (error as Error).message,
  );
  queue.handOver({ onArrived: ({ name }) => void arrived.push(name), onRefused: () => undefined });
  for (const name of ["1", "2", "3", "4"]) queue.add(new File(["x"], name), false);

  expect(waiting.map(({ name }) => name)).toEqual(["1", "2", "3"]);
  expect(UPLOADS_AT_ONCE).toBe(3);
  expect(queue.all().map(({ percent }) => percent)).toEqual([50, 50, 50, 0]);
  waiting[0]!.settle(false);
  await vi.waitFor(() => expect(waiting).toHaveLength(4));
  expect(queue.all()[0]).toMatchObject({ name: "1", error: "cut" });

  waiting[1]!.settle(true);
  await vi.waitFor(() => expect(arrived).toEqual(["2"]));
  queue.retry(queue.all()[0]!.key);
  await vi.waitFor(() => expect(waiting).toHaveLength(5));
  expect(queue.all()[0]).toMatchObject({ name: "1", error: null, percent: 50 });
  const third = queue.all().find(({ name }) => name === "3")!;
  queue.remove(third.key);
  expect(waiting[2]!.cancelled.aborted).toBe(true);
  waiting[2]!.settle(true);
  waiting[4]!.settle(true);
  await vi.waitFor(() => expect(arrived).toEqual(["2", "1"]));
  expect(queue.all().map(({ name }) => name)).toEqual(["4"]);
});

test("a picture that is refused leaves its place, one that was cut off waits for another attempt", async () => {
  const refused: string[] = [];
  const queue = createUploadQueue(
    (file) => Promise.reject(new Error(file.name)),
    (error) => (error as Error).message,
    (error) => (error as Error).message === "cut",
  );
  queue.handOver({
    onArrived: () => undefined,
    onRefused: ({ name }, reason) => void refused.push(name, reason),
  });
  for (const name of ["cut", "refused"]) queue.add(new File(["x"], name, { type: "image/png" }), true);

  await vi.waitFor(() => expect(refused).toEqual(["refused", "refused"]));
  expect(queue.all()).toMatchObject([{ name: "cut", error: "cut" }]);
});
