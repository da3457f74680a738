import { afterAll, beforeAll, expect, test } from "vitest";
import { ENGINE } from "../../support/forum.ts";
import { countsOf, pollOf } from "../../polls/polling.ts";
import { MovedIn, PATIENCE_MS } from "../movedIn.ts";
import { discuzX, PASSWORD } from "./community.ts";

/** Discuz! X lives on a server; SQLite has none. */
const onServer = test.runIf(ENGINE !== "sqlite");

let home: MovedIn;

beforeAll(async () => {
  if (ENGINE !== "sqlite") home = await MovedIn.from(discuzX());
}, PATIENCE_MS);
afterAll(() => home?.end());

onServer("all that the reader gave is in the forum", () => home.expectCounts());

onServer("members of Discuz! X sign in with the passwords of UCenter", async () => {
  await home.expectPassword(1, PASSWORD);
  await home.expectPassword(4, "tidal harbour");
  await home.expectPassword(7, "password");
});

onServer(
  "members of a site in GBK sign in with the passwords that they typed there",
  async () => {
    const gbk = await MovedIn.from(discuzX({ charset: "gbk" }));
    try {
      await gbk.expectPassword(1, PASSWORD);
      await gbk.expectPage(gbk.forum.visitor(), "/thread/100", "<strong>你好</strong>");
    } finally {
      await gbk.end();
    }
  },
  PATIENCE_MS,
);

onServer("threads are at their old numbers, with pictures, polls, files and floors", async () => {
  const visitor = home.forum.visitor();
  await home.expectPage(visitor, "/thread/100", "[求助] A &amp; B", "<strong>你好</strong> &lt;朋友> 🙂");
  await home.expectFloor(visitor, "/thread/100?post=2#p2", "不知道");
  await home.expectFloor(visitor, "/thread/100?post=5#p5", "号没了");
  expect(countsOf(await pollOf(visitor, "102"))).toEqual({ 咖啡: 5, 茶: 3 });
  await home.expectPage(visitor, "/thread/112", "谁知道？", "我知道");
  await home.expectFiles("cat", "avatar");
});

onServer("what was closed stays closed for visitors and members", async () => {
  const closed = [103, 104, 105, 106, 109, 110, 111, 113].map((id) => `/thread/${id}`);
  const visitor = home.forum.visitor();
  const member = await home.member(10);
  const reader = await home.member(5);
  for (const who of [visitor, member]) await home.expectClosed(who, ["/thread/101"]);
  await home.expectPage(reader, "/thread/101", "会员才能看");
  for (const who of [visitor, member, reader]) {
    await home.expectClosed(who, closed);
    await home.expectHidden(
      who,
      /秘密 |等级内容|积分内容|垃圾|待审|找不到家|被屏蔽|我删了|等审核|骂人的话|老乡/,
    );
    for (const file of ["secret", "sold"]) expect((await who.get(await home.fileOf(file))).status).toBe(404);
  }
});

onServer("old addresses lead to what they showed", () =>
  home.expectRedirects({
    "/bbs/forum.php": "/",
    "/bbs/forum.php?mod=viewthread&tid=100": "/thread/100",
    "/bbs/forum.php?mod=viewthread&tid=100&extra=page%3D1&page=2": ["/thread/100?post=5#p5", "号没了"],
    "/bbs/viewthread.php?tid=100&page=2": ["/thread/100?post=5#p5", "号没了"],
    "/bbs/thread-100-1-1.html": "/thread/100",
    "/bbs/thread-100-2-1.html": ["/thread/100?post=5#p5", "号没了"],
    "/bbs/archiver/tid-100.html": "/thread/100",
    "/bbs/archiver/?tid-100.html": "/thread/100",
    "/bbs/archiver/fid-2.html": "/category/2",
    "/bbs/forum.php?mod=redirect&goto=findpost&ptid=100&pid=202": ["/thread/100?post=2#p2", "不知道"],
    "/bbs/redirect.php?goto=findpost&ptid=112&pid=222": ["/thread/112?post=1#p1", "我知道"],
    // The first posts of threads are their texts.
    "/bbs/forum.php?mod=redirect&goto=findpost&ptid=100&pid=200": "/thread/100",
    // It was moved.
    "/bbs/forum.php?mod=viewthread&tid=107": "/thread/100",
    "/bbs/thread-107-1-1.html": "/thread/100",
    "/bbs/forum.php?mod=forumdisplay&fid=2&page=4": "/category/2",
    "/bbs/forumdisplay.php?fid=2": "/category/2",
    "/bbs/forum-2-1.html": "/category/2",
    "/bbs/home.php?mod=space&uid=4&do=thread": "/user/4",
    "/bbs/space-uid-4.html": "/user/4",
    "/bbs/home.php?mod=space&username=ada": "/user/4",
    "/bbs/home.php?mod=space&username=ADA": "/user/8",
    "/bbs/space-username-%E7%8E%8B%E5%B0%8F%E6%98%8E.html": "/user/5",
    // In GBK.
    "/bbs/home.php?mod=space&username=%CD%F5%D0%A1%C3%F7": "/user/5",
    "/bbs/forum.php?mod=attachment&aid=300": "{cat}",
    [`/bbs/forum.php?mod=attachment&aid=${Buffer.from("300|5f4dcc3b|1614830400|4|100").toString("base64")}`]:
      "{cat}",
    "/bbs/data/attachment/forum/202103/04/cat.png": "{cat}",
    "/bbs/uc_server/data/avatar/000/00/00/01_avatar_small.jpg": "{avatar}",
    "/bbs/uc_server/avatar.php?uid=1&size=middle": "{avatar}",
    "/bbs/forum.php?mod=rss&fid=2": "/category/2/rss.xml",
    "/bbs/forum.php?mod=rss": "/rss.xml",
  }),
);

onServer("reading and importing again changes nothing", () => home.expectSecondRunChangesNothing());
