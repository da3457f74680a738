import { afterAll, beforeAll, expect, test } from "vitest";
import { countsOf, pollOf, vote } from "../../polls/polling.ts";
import { ENGINE } from "../../support/forum.ts";
import { MovedIn, PATIENCE_MS } from "../movedIn.ts";
import { PHPBB, PHPBB_ON_SERVER } from "./community.ts";
import { HASHES } from "./rows.ts";

let home: MovedIn;

beforeAll(async () => {
  home = await MovedIn.from(ENGINE === "sqlite" ? PHPBB : PHPBB_ON_SERVER);
}, PATIENCE_MS);
afterAll(() => home?.end());

test("all that the reader gave is in the forum", () => home.expectCounts());

test("members of phpBB sign in with the passwords of all its times", async () => {
  for (const [id, [password]] of Object.entries(HASHES)) await home.expectPassword(Number(id), password);
});

test("a member whose name had blanks signs in with it as before", async () => {
  const [password] = HASHES[10]!;
  const username = "A name that is much longer than fifteen characters";
  await home.expectSignIn(10, username, password);
  await expect(home.expectSignIn(10, "Nobody of that name", password)).rejects.toThrow();
});

test("topics are at their old numbers, with files, polls and floors", async () => {
  const visitor = home.forum.visitor();
  await home.expectPage(visitor, "/thread/100", "Cats &amp; dogs &lt;3", "plan.pdf", "a.png");
  await home.expectFloor(visitor, "/thread/100?post=1#p1", "early");
  await home.expectFloor(visitor, "/thread/100?post=2#p2", "Yes");
  await home.expectFloor(visitor, "/thread/100?post=3#p3", "It is");
  await home.expectPage(visitor, "/thread/102", "Tea &amp; cake?", "Tea | milk");
  await home.expectFiles("picture", "plan", "avatar");
});

test("polls go on: who voted keeps the vote, and others vote until the end", async () => {
  expect(countsOf(await pollOf(home.forum.visitor(), "102"))).toEqual({ "Tea | milk": 3, Cake: 5 });
  const member = await home.member(4);
  expect(countsOf(await vote(member, "102", "Tea | milk"))).toEqual({ "Tea | milk": 4, Cake: 4 });
  const other = await home.member(10);
  expect(countsOf(await vote(other, "102", "Cake"))).toEqual({ "Tea | milk": 4, Cake: 5 });
  expect((await pollOf(other, "107")).viewerCanVote).toBe(false);
});

test("what was closed stays closed for visitors and members; the club enters its rooms", async () => {
  const closed = [103, 104, 105, 108].map((id) => `/thread/${id}`);
  for (const who of [home.forum.visitor(), await home.member(10)]) {
    await home.expectClosed(who, closed);
    await home.expectHidden(
      who,
      /club only|>(?:not yet|no more|deep|waits|away)<|no forum|no topic|closed |s\.txt/,
    );
  }
  const inClub = await home.member(4);
  await home.expectPage(inClub, "/thread/103", "club only");
  await home.expectClosed(inClub, ["/thread/104", "/thread/108"]);
});

test("old addresses lead to what they showed", () =>
  home.expectRedirects({
    "/bbs/index.php": "/",
    "/bbs/viewtopic.php?t=100": "/thread/100",
    "/bbs/viewtopic.php?f=11&t=100&sid=0123456789abcdef": "/thread/100",
    "/bbs/viewtopic.php?f=11&t=100&start=2": ["/thread/100?post=2#p2", "Yes"],
    "/bbs/viewtopic.php?p=1001": ["/thread/100?post=2#p2", "Yes"],
    "/bbs/viewtopic.php?f=11&t=100&p=1002": ["/thread/100?post=3#p3", "It is"],
    // The first posts of topics are the texts of their threads.
    "/bbs/viewtopic.php?p=1000": "/thread/100",
    "/bbs/viewtopic.php?f=11&t=102&p=1010": "/thread/102",
    // It was moved.
    "/bbs/viewtopic.php?f=12&t=101": "/thread/100",
    "/bbs/viewforum.php?f=11&start=25": "/category/11",
    "/bbs/memberlist.php?mode=viewprofile&u=3": "/user/3",
    "/bbs/memberlist.php?mode=viewprofile&un=Ada": "/user/3",
    "/bbs/memberlist.php?mode=viewprofile&un=Tom+%26+Ann": "/user/5",
    "/bbs/download/file.php?id=2": "{plan}",
    "/bbs/download/file.php?id=2&mode=view": "{plan}",
    "/bbs/download/file.php?avatar=3_1614830400.png": "{avatar}",
    "/bbs/feed.php": "/rss.xml",
    "/bbs/feed.php?f=11": "/category/11/rss.xml",
    "/bbs/feed.php?f=11&t=100": "/thread/100/rss.xml",
    "/bbs/app.php/feed/topic/100": "/thread/100/rss.xml",
    "/bbs/app.php/feed/forum/11": "/category/11/rss.xml",
  }));

test("reading and importing again changes nothing", () => home.expectSecondRunChangesNothing());
