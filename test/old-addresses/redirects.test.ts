import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FormerSource } from "../../server/features/old-addresses/oldAddress.entity.ts";
import {
  findOldAddress,
  recordOldAddresses,
  setFormerForum,
  type RecordedAddress,
} from "../../server/features/old-addresses/oldAddress.service.ts";
import { User } from "../../server/features/users/user.entity.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, reply, type Seen } from "../threads/content.ts";

const DELETE_POST = `mutation ($id: ID!) { deletePost(postId: $id) { id } }`;

/** A forum that a community has moved to, which kept its ids. */
class NewHome {
  private constructor(
    readonly forum: Forum,
    readonly ada: Person,
    readonly bo: Person,
    readonly thread: Seen,
    readonly post: Seen,
    readonly comment: Seen,
    readonly file: { readonly id: string; readonly url: string },
  ) {}

  static async open(source: FormerSource, postsPerPage: number, basePath = ""): Promise<NewHome> {
    const forum = await Forum.open();
    const [ada, bo] = [await forum.member(), await forum.member()];
    const file = await ada.upload("notes.txt", Buffer.from("low tide at six"), "file");
    const categoryId = await forum.categoryId();
    const thread = await publish(ada, { categoryId, attachmentIds: [file.id] });
    const post = await reply(bo, thread.id);
    const comment = await reply(ada, thread.id, { replyToPostId: post.id });
    await forum.write((ctx) => setFormerForum(ctx, { source, postsPerPage, basePath }));
    return new NewHome(forum, ada, bo, thread, post, comment, file);
  }

  /** Opens an address in which names stand for things here. @returns where it leads, or the status */
  async follow(address: string, who = this.forum.visitor()): Promise<string> {
    const { status, headers } = await who.get(this.filled(address));
    if (status === 301) expect(headers["cache-control"]).toBe("private, no-store");
    return status === 301 ? String(headers["location"]) : String(status);
  }

  filled(text: string): string {
    const { thread, post, comment, file, ada } = this;
    const names: Record<string, string> = {
      T: thread.id,
      P: post.id,
      C: comment.id,
      F: file.id,
      FILE: file.url,
      U: String(ada.id),
      NAME: ada.nickname,
      AID: Buffer.from(`${file.id}|5f4dcc3b|1700000000|1|${thread.id}`).toString("base64"),
    };
    return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name]!);
  }

  record(...addresses: RecordedAddress[]): Promise<void> {
    return this.forum.write((ctx) => recordOldAddresses(ctx, addresses));
  }
}

/** Old addresses and ours, of each software: {T} is the thread, {P} the reply, {C} a comment on it, {F} the file. */
const PATTERNS: readonly [FormerSource, number, string, readonly (readonly [string, string])[]][] = [
  [
    FormerSource.DISCUZ_Q,
    20,
    "",
    [
      ["/pages/home/index", "/"],
      ["/pages/topic/index?id={T}", "/thread/{T}"],
      ["/topic/index?id={T}", "/thread/{T}"],
      ["/thread/index?id={T}", "/thread/{T}"],
      ["/pages/profile/index?userId={U}", "/user/{U}"],
      ["/topic/topic-detail/3", "/topic/3"],
      ["/pages/topic/index?id=x", "404"],
      ["/pages/elsewhere/index", "404"],
    ],
  ],
  [
    FormerSource.DISCUZ_X,
    10,
    "",
    [
      ["/forum.php", "/"],
      ["/forum.php?mod=viewthread&tid={T}", "/thread/{T}"],
      ["/forum.php?mod=viewthread&tid={T}&extra=page%3D1&page=3", "/thread/{T}?post=20#p20"],
      ["/viewthread.php?tid={T}&page=2", "/thread/{T}?post=10#p10"],
      ["/thread-{T}-1-1.html", "/thread/{T}"],
      ["/thread-{T}-2-1.html", "/thread/{T}?post=10#p10"],
      ["/archiver/tid-{T}.html", "/thread/{T}"],
      ["/archiver/?tid-{T}.html", "/thread/{T}"],
      ["/archiver/?tid-{T}-page-2.html", "/thread/{T}?post=10#p10"],
      ["/archiver/fid-2.html", "/category/2"],
      ["/forum.php?mod=redirect&goto=findpost&ptid={T}&pid={P}", "/thread/{T}?post=1#p1"],
      ["/redirect.php?goto=findpost&ptid={T}&pid={P}", "/thread/{T}?post=1#p1"],
      ["/forum.php?mod=redirect&goto=findpost&ptid={T}&pid={C}", "/thread/comment/{P}#c{C}"],
      ["/forum.php?mod=redirect&goto=findpost&ptid={T}&pid=99999", "/thread/{T}"],
      ["/forum.php?mod=redirect&goto=findpost&pid=99999", "404"],
      ["/forum.php?mod=redirect&tid={T}&goto=lastpost", "/thread/{T}"],
      ["/forum.php?mod=forumdisplay&fid=2&page=4", "/category/2"],
      ["/forumdisplay.php?fid=2", "/category/2"],
      ["/forum-2-1.html", "/category/2"],
      ["/home.php?mod=space&uid={U}&do=thread", "/user/{U}"],
      ["/space-uid-{U}.html", "/user/{U}"],
      ["/home.php?mod=space&username={NAME}", "/user/{U}"],
      ["/space-username-{NAME}.html", "/user/{U}"],
      ["/forum.php?mod=attachment&aid={AID}", "{FILE}"],
      ["/forum.php?mod=attachment&aid={F}", "{FILE}"],
      ["/forum.php?mod=attachment&aid=OTk5OTl8eA", "404"],
      ["/forum.php?mod=rss&fid=2", "/category/2/rss.xml"],
      ["/forum.php?mod=rss", "/rss.xml"],
      ["/forum.php?mod=post&action=newthread", "404"],
      ["/forum.php?mod=viewthread&tid=-1", "404"],
      ["/plugin.php?id=dsu", "404"],
    ],
  ],
  [
    FormerSource.FLARUM,
    20,
    "",
    [
      ["/d/{T}", "/thread/{T}"],
      ["/d/{T}-low-tide", "/thread/{T}"],
      ["/d/{T}-low-tide/1", "/thread/{T}"],
      ["/d/{T}-%E4%BD%8E%E6%BD%AE/31", "/thread/{T}?post=30#p30"],
      ["/u/{NAME}", "/user/{U}"],
      ["/u/{NAME}/discussions", "/user/{U}"],
      ["/u/nobody", "404"],
      ["/all", "/"],
      ["/tags", "/categories"],
      ["/t/tides", "404"],
      ["/atom", "/rss.xml"],
      ["/rss/discussions", "/rss.xml"],
      ["/atom/d/{T}-low-tide", "/thread/{T}/rss.xml"],
    ],
  ],
  [
    FormerSource.PHPBB,
    15,
    "/forum-of-old",
    [
      ["/forum-of-old/index.php", "/"],
      ["/forum-of-old/viewtopic.php?f=2&t={T}", "/thread/{T}"],
      ["/forum-of-old/viewtopic.php?t={T}&start=30&sid=0123abcd", "/thread/{T}?post=30#p30"],
      ["/forum-of-old/viewtopic.php?p={P}", "/thread/{T}?post=1#p1"],
      ["/forum-of-old/viewtopic.php?f=2&t={T}&p=99999", "/thread/{T}"],
      ["/forum-of-old/viewforum.php?f=2&start=25", "/category/2"],
      ["/forum-of-old/memberlist.php?mode=viewprofile&u={U}", "/user/{U}"],
      ["/forum-of-old/memberlist.php?mode=viewprofile&un={NAME}", "/user/{U}"],
      ["/forum-of-old/memberlist.php", "404"],
      ["/forum-of-old/download/file.php?id={F}&mode=view", "{FILE}"],
      ["/forum-of-old/feed.php", "/rss.xml"],
      ["/forum-of-old/feed.php?f=2", "/category/2/rss.xml"],
      ["/forum-of-old/feed.php?t={T}", "/thread/{T}/rss.xml"],
      ["/forum-of-old/app.php/feed", "/rss.xml"],
      ["/forum-of-old/app.php/feed/topic/{T}", "/thread/{T}/rss.xml"],
      ["/forum-of-old/feed/forum/2", "/category/2/rss.xml"],
      ["/viewtopic.php?t={T}", "404"],
      ["/forum-of-older/viewtopic.php?t={T}", "404"],
    ],
  ],
  [
    FormerSource.NODEBB,
    20,
    "",
    [
      ["/topic/{T}/low-tide", "/thread/{T}"],
      ["/topic/{T}/low-tide/1", "/thread/{T}"],
      ["/topic/{T}/low-tide/31", "/thread/{T}?post=30#p30"],
      ["/post/{P}", "/thread/{T}?post=1#p1"],
      ["/post/99999", "404"],
      ["/category/2/tides", "/category/2"],
      ["/uid/{U}", "/user/{U}"],
      ["/user/{NAME}", "/user/{U}"],
      ["/user/{NAME}/topics", "/user/{U}"],
      ["/recent", "/"],
      ["/recent.rss", "/rss.xml"],
      ["/topic/{T}.rss", "/thread/{T}/rss.xml"],
      ["/category/2.rss", "/category/2/rss.xml"],
      ["/groups/tides", "404"],
    ],
  ],
  [
    FormerSource.DISCOURSE,
    20,
    "",
    [
      ["/t/low-tide/{T}", "/thread/{T}"],
      ["/t/{T}", "/thread/{T}"],
      ["/t/low-tide/{T}/31", "/thread/{T}?post=30#p30"],
      ["/t/{T}/31", "/thread/{T}?post=30#p30"],
      ["/t/low-tide/{T}?page=2", "/thread/{T}?post=20#p20"],
      ["/p/{P}", "/thread/{T}?post=1#p1"],
      ["/p/{P}/7", "/thread/{T}?post=1#p1"],
      ["/c/tides/2", "/category/2"],
      ["/c/sea/tides/2", "/category/2"],
      ["/u/{NAME}/summary", "/user/{U}"],
      ["/users/{NAME}", "/user/{U}"],
      ["/latest", "/"],
      ["/latest.rss", "/rss.xml"],
      ["/t/low-tide/{T}.rss", "/thread/{T}/rss.xml"],
      ["/c/tides/2.rss", "/category/2/rss.xml"],
      ["/tag/tides", "404"],
    ],
  ],
];

test.each(PATTERNS)(
  "addresses of %s lead to the same things here, for good",
  async (source, perPage, base, pairs) => {
    const home = await NewHome.open(source, perPage, base);
    try {
      const arrivals: [string, string][] = [];
      for (const [address] of pairs) arrivals.push([address, await home.follow(address)]);
      expect(arrivals).toEqual(pairs.map(([address, target]) => [address, home.filled(target)]));
    } finally {
      await home.forum.close();
    }
  },
);

describe("a community that came from Discuz! X", () => {
  let home: NewHome;
  beforeAll(async () => void (home = await NewHome.open(FormerSource.DISCUZ_X, 10)));
  afterAll(() => home.forum.close());
  const post = "/forum.php?mod=redirect&goto=findpost&pid={P}";

  test("keeps the pages of its new forum as they are, whatever is recorded for them", async () => {
    await home.record(
      { url: `/thread/${home.thread.id}`, target: "/elsewhere" },
      { url: "/", target: "/elsewhere" },
    );
    expect(await home.follow("/thread/{T}")).toBe("200");
    expect(await home.follow("/")).toBe("200");
  });

  test("has addresses of which nothing can be computed: slugs, names in GBK, first posts, whole ones", async () => {
    await home.record(
      { url: "https://old.example/tides/", target: "/category/2" },
      { url: "https://old.example/home.php?mod=space&username=%D1%A7%C9%FA", target: "/user/7" },
      { url: "/forum.php?mod=redirect&goto=findpost&pid=77&ptid=5", target: "/thread/5" },
      { url: "/thread-9-1-1.html", target: "/thread/1009" },
      { url: "/assets/uploads/files/tide.png", target: "/files/2026/tide.png" },
    );
    expect(await home.follow("/tides")).toBe("/category/2");
    expect(await home.follow("/tides/?utm_source=mail")).toBe("/category/2");
    expect(await home.follow("/home.php?mod=space&username=%D1%A7%C9%FA")).toBe("/user/7");
    expect(await home.follow("/home.php?username=%E5%AD%A6%E7%94%9F&mod=space")).toBe("/user/7");
    expect(await home.follow("/forum.php?ptid=5&pid=77&goto=findpost&mod=redirect&fromuid=3")).toBe(
      "/thread/5",
    );
    expect(await home.follow("/thread-9-1-1.html")).toBe("/thread/1009");
    expect(await home.follow("/assets/uploads/files/tide.png")).toBe("/files/2026/tide.png");
    await home.record({ url: "/tides", target: "/category/3" });
    expect(await home.follow("/tides")).toBe("/category/3");
  });

  test.each([
    "//elsewhere.example/",
    "https://elsewhere.example/",
    "/\\elsewhere.example",
    "/a\r\nx: y",
    "/学",
    "",
  ])("is led nowhere else: %j is no target", async (target) => {
    await expect(home.record({ url: "/x", target })).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  });

  test("finds an address with one statement by key", async () => {
    const ctx = home.forum.app.context();
    await home.follow("/wp-login.php");
    const statements = await home.forum.statementsOf(() => findOldAddress(ctx, "/wp-login.php"));
    expect(statements).toEqual([expect.stringMatching(/FROM .old_addresses./)]);
  });

  test("answers nonsense as any forum does", async () => {
    for (const address of [
      "/home.php?username=%ff%ff",
      "/home.php?username=%",
      "/forum.php?mod=%ff&tid=1",
      `/thread-${"9".repeat(30)}-1-1.html`,
    ])
      expect([address, await home.follow(address)]).toEqual([address, "404"]);
  });

  test("has members whose names are in GBK within a path; other bytes are refused as elsewhere", async () => {
    const { id } = await home.forum.member();
    await home.forum.write((ctx) => ctx.db.update(User, { id }, { nickname: "学生", nicknameKey: "学生" }));
    const target = `/user/${id}`;
    expect(await home.follow("/space-username-%D1%A7%C9%FA.html")).toBe(target);
    expect(await home.follow("/space-username-%D1%A7%C9%FA.html?do=thread")).toBe(target);
    expect(await home.follow("/space-username-%E5%AD%A6%E7%94%9F.html")).toBe(target);
    expect(await home.follow("/space-username-%D1%A7.html")).toBe("404");
    for (const broken of ["%ff%ff", "%D1%A7%C9", "%D1%A7%zz", "%D1%A7%C9%FA%"])
      expect([broken, await home.follow(`/space-username-${broken}.html`)]).toEqual([broken, "400"]);
    for (const elsewhere of ["/%D1%A7%C9%FA", "/user/%D1%A7%C9%FA", "/files/%D1%A7%C9%FA.png", "/thread/%zz"])
      expect([elsewhere, await home.follow(elsewhere)]).toEqual([elsewhere, "400"]);
  });

  test("shows with a redirect nothing that the visitor may not see", async () => {
    await home.bo.graphql(DELETE_POST, { id: home.post.id });
    expect(await home.follow(post)).toBe("404");
    expect(await home.follow(post, await home.forum.moderator())).toBe(home.filled("/thread/{T}?post=1#p1"));
    const stranger = await home.ada.upload("draft.txt", Buffer.from("not yet"), "file");
    const address = `/forum.php?mod=attachment&aid=${stranger.id}`;
    expect(await home.follow(address)).toBe("404");
    expect(await home.follow(address, home.ada)).toBe(stranger.url);
  });

  test("does not show who signs in by which name", async () => {
    const username = "only-for-sign-in";
    await home.forum.write((ctx) =>
      ctx.db.query("UPDATE users SET username = ?, usernameKey = ? WHERE id = ?", [
        username,
        username,
        home.bo.id,
      ]),
    );
    expect(await home.follow(`/space-username-${username}.html`)).toBe("404");
    expect(await home.follow(`/space-username-${home.bo.nickname}.html`)).toBe(`/user/${home.bo.id}`);
  });
});

test("a forum that nobody moved to asks nothing of the database for an address that it does not have", async () => {
  const forum = await Forum.open();
  try {
    const ctx = forum.app.context();
    await findOldAddress(ctx, "/");
    expect(await forum.statementsOf(() => findOldAddress(ctx, "/thread-1-1-1.html"))).toEqual([]);
    expect((await forum.visitor().get("/thread-1-1-1.html")).status).toBe(404);
  } finally {
    await forum.close();
  }
});
