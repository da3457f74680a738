import { afterAll, beforeAll, expect, test } from "vitest";
import { countsOf, pollOf, vote } from "../../polls/polling.ts";
import { ENGINE } from "../../support/forum.ts";
import { MovedIn, PATIENCE_MS } from "../movedIn.ts";
import { FLARUM, FLARUM_ON_SERVER, PASSWORD } from "./community.ts";

let home: MovedIn;

beforeAll(async () => {
  home = await MovedIn.from(ENGINE === "sqlite" ? FLARUM : FLARUM_ON_SERVER);
}, PATIENCE_MS);
afterAll(() => home?.end());

test("all that the reader gave is in the forum", () => home.expectCounts());

test("members of Flarum sign in with the passwords of before", async () => {
  await home.expectPassword(2, PASSWORD);
  await home.expectPassword(3, "password");
});

test("discussions are at their old numbers, with pictures, polls, files and floors", async () => {
  const visitor = home.forum.visitor();
  await home.expectPage(visitor, "/thread/100", "<strong>Hi</strong>", "Sparrow", "my plan.pdf");
  await home.expectFloor(visitor, "/thread/100?post=2#p2", "第一个回复");
  await home.expectFloor(visitor, "/thread/100?post=5#p5", "Of a deleted author");
  await home.expectFiles("picture b", "plan", "avatar");
  await home.expectPage(visitor, "/thread/110", "loose");
});

test("polls go on: who voted keeps the vote, and others vote", async () => {
  const visitor = home.forum.visitor();
  expect(countsOf(await pollOf(visitor, "100"))).toEqual({ "猫 | cat": null, 狗: null });
  const ada = await home.member(2);
  expect(countsOf(await pollOf(ada, "100"))).toEqual({ "猫 | cat": 3, 狗: 1 });
  expect(countsOf(await vote(ada, "100", "狗"))).toEqual({ "猫 | cat": 2, 狗: 2 });
  const other = await home.member(6);
  expect(countsOf(await vote(other, "100", "狗"))).toEqual({ "猫 | cat": 2, 狗: 3 });
  // Its results come with its end.
  expect(countsOf(await pollOf(other, "110"))).toMatchObject({ Short: null, Third: null });
  expect((await pollOf(other, "110")).myOptionIds).toHaveLength(2);
});

test("what was closed stays closed for visitors and members; the club enters its rooms", async () => {
  const closed = [101, 102, 103, 105, 106, 107, 108, 111].map((id) => `/thread/${id}`);
  for (const who of [home.forum.visitor(), await home.member(6)]) {
    await home.expectClosed(who, closed);
    await home.expectHidden(
      who,
      /(?:club|staff|private|cellar|safe) secret|deleted text|taken back|waiting|hidden reply|whisper|77077077/,
    );
  }
  const inClub = await home.member(3);
  await home.expectPage(inClub, "/thread/101", "club secret");
  await home.expectPage(inClub, "/thread/106", "cellar secret");
  await home.expectClosed(inClub, ["/thread/102", "/thread/107"]);
});

test("old addresses lead to what they showed", () =>
  home.expectRedirects({
    "/forum/all": "/",
    "/forum/tags": "/categories",
    "/forum/d/100": "/thread/100",
    "/forum/d/100-welcome": "/thread/100",
    "/forum/d/100-%E6%AC%A2%E8%BF%8E/1": "/thread/100",
    "/forum/d/100-welcome/3": ["/thread/100?post=2#p2", "第一个回复"],
    "/forum/d/100/4": ["/thread/100?post=3#p3", "yes"],
    "/forum/d/100-welcome/10": ["/thread/100?post=9#p9", "the text"],
    "/forum/u/ada": "/user/2",
    "/forum/u/ada/discussions": "/user/2",
    "/forum/u/bob": "/user/3",
    "/forum/t/child": "/category/2",
    "/forum/t/travel-2": "/topic/4",
    "/forum/assets/files/2021/b.png": "{picture b}",
    "/forum/assets/avatars/a.png": "{avatar}",
    "/forum/atom": "/rss.xml",
    "/forum/rss/discussions": "/rss.xml",
    "/forum/atom/d/100-welcome": "/thread/100/rss.xml",
  }));

test("reading and importing again changes nothing", () => home.expectSecondRunChangesNothing());
