import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { act, createCategory, publish, reply } from "../threads/content.ts";

/** Pages of visitors come from memory, and still say what is so. */
let forum: Forum;
let admin: Person;
let ada: Person;
let categoryId: string;
beforeAll(async () => {
  forum = await Forum.open({ env: { PAGE_CACHE: "1" } });
  [admin, ada] = [await forum.admin(), await forum.member()];
  categoryId = await forum.categoryId();
});
afterAll(() => forum.close());
// The cache measures ages by the monotonic clock, which stands still here unless a story moves it.
beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

const read = async (path: string, person = forum.visitor()) => (await person.get(path)).text;
/** A visitor with the cookie of a session that has ended: gets what visitors get, but made anew. */
const uncached = (path: string) => read(path, forum.visitor().with({ sid: "ended" }));
const statementsFor = async (path: string) => (await forum.statementsOf(() => read(path))).length;

test("a page is made once, however many ask for it at once and later", async () => {
  const { id } = await publish(ada, { categoryId, title: "Asked for by all" });
  const pages: string[] = [];
  const once = await forum.statementsOf(async () => {
    pages.push(...(await Promise.all(Array.from({ length: 20 }, () => read(`/thread/${id}`)))));
  });
  expect(new Set(pages).size).toBe(1);
  expect(pages[0]).toContain("Asked for by all");
  expect(once.length).toBeLessThanOrEqual(10);
  expect(await statementsFor(`/thread/${id}`)).toBe(0);
});

test("where a visitor came from makes no page of its own", async () => {
  const { id } = await publish(ada, { categoryId, title: "Shared everywhere" });
  await read(`/thread/${id}?page=1`);
  expect(await statementsFor(`/thread/${id}?utm_source=mail&page=1&fbclid=abc`)).toBe(0);
  expect(await statementsFor(`/thread/${id}?page=1&sort=x`)).toBeGreaterThan(0);
});

test("a reply is on its thread's page at once and leaves other threads in memory", async () => {
  const [tea, coffee] = [
    await publish(ada, { categoryId, title: "Tea" }),
    await publish(ada, { categoryId, title: "Coffee" }),
  ];
  await Promise.all([read(`/thread/${tea.id}`), read(`/thread/${coffee.id}`)]);
  await reply(admin, tea.id, { body: "Green, please" });

  expect(await read(`/thread/${tea.id}`)).toContain("Green, please");
  expect(await statementsFor(`/thread/${coffee.id}`)).toBe(0);
});

test("a new thread is on lists two seconds later at the latest; until then they are not made anew", async () => {
  await read("/");
  await publish(ada, { categoryId, title: "Fresh bread" });
  vi.advanceTimersByTime(1_900);
  expect(await statementsFor("/")).toBe(0);
  vi.advanceTimersByTime(200);
  expect(await read("/")).toContain("Fresh bread");
});

test("while a list is made anew others get the old one, unless it is too old", async () => {
  await read("/?sort=LATEST");
  await publish(ada, { categoryId, title: "Bread rolls" });
  vi.advanceTimersByTime(2_100);
  const [first, second] = await Promise.all([read("/?sort=LATEST"), read("/?sort=LATEST")]);
  expect([first.includes("Bread rolls"), second.includes("Bread rolls")]).toEqual([true, false]);

  await publish(ada, { categoryId, title: "Bread crumbs" });
  vi.advanceTimersByTime(10_000);
  const both = await Promise.all([read("/?sort=LATEST"), read("/?sort=LATEST")]);
  expect(both.every((page) => page.includes("Bread crumbs"))).toBe(true);
});

test("who asks after a change does not get a page that was begun before it", async () => {
  const { id } = await publish(ada, { categoryId, title: "Old title" });
  const early = read(`/thread/${id}`);
  await ada.graphql(`mutation ($input: EditThreadInput!) { editThread(input: $input) { id } }`, {
    input: { threadId: id, title: "New title" },
  });
  expect(await read(`/thread/${id}`)).toContain("New title");
  await early;
  expect(await read(`/thread/${id}`)).toContain("New title");
});

const GRANT = `mutation ($permissions: [String!]!) { setGroupPermissions(groupId: "7", permissions: $permissions) }`;
const SETTINGS = `mutation ($entries: [SettingInput!]!) { saveSettings(entries: $entries) { id } }`;
const close = (value: "0" | "1") => admin.graphql(SETTINGS, { entries: [{ key: "site_close", value }] });

test.each([
  [
    "visitors may no longer see threads",
    () => admin.graphql(GRANT, { permissions: [] }),
    () => admin.graphql(GRANT, { permissions: ["viewThreads", "thread.viewPosts", "user.view"] }),
  ],
  ["the site is closed", () => close("1"), () => close("0")],
])("once %s, no page from memory shows them", async (_, shut, open) => {
  const { id } = await publish(ada, { categoryId, title: "Not for everybody" });
  const paths = [`/thread/${id}`, `/category/${categoryId}`, `/user/${ada.id}`];
  for (const path of paths) expect(await read(path)).toContain("Not for everybody");
  await shut();
  for (const path of paths) expect(await read(path)).not.toContain("Not for everybody");
  await open();
  for (const path of paths) expect(await read(path)).toContain("Not for everybody");
});

test("a page is the same in every encoding, and Brotli comes once many ask for it", async () => {
  const { id } = await publish(ada, { categoryId, title: "Compressed" });
  const path = `/thread/${id}`;
  const raw = (accept: string) =>
    forum.app.inject({ url: path, headers: { "accept-language": "en", "accept-encoding": accept } });
  const first = await raw("gzip, deflate, br");
  expect(first.headers["content-encoding"]).toBe("gzip");
  const plain = await read(path);
  expect(gunzipSync(first.rawPayload).toString()).toBe(plain);

  const better = await vi.waitUntil(async () => {
    const answer = await raw("gzip, deflate, br");
    return answer.headers["content-encoding"] === "br" && answer;
  });
  expect(brotliDecompressSync(better.rawPayload).toString()).toBe(plain);
  expect(better.rawPayload.length).toBeLessThan(first.rawPayload.length);
  expect((await raw("br;q=0, gzip;q=0.5")).headers["content-encoding"]).toBe("gzip");
  expect((await raw("identity")).headers["content-encoding"]).toBeUndefined();
  expect((await raw("gzip;q=0")).headers["content-encoding"]).toBeUndefined();

  const etag = String(better.headers["etag"]);
  const again = await forum.app.inject({
    url: path,
    headers: { "accept-language": "en", "if-none-match": etag },
  });
  expect(again.statusCode).toBe(304);
});

const STEPS = 60;
/** Some ten pages are rendered per step. */
const DRILL_TIMEOUT_MS = 120_000;

/** Words of the drill, each written once, so that a page shows which texts it holds. */
const wordsIn = (html: string) => [...new Set(html.match(/word\d+x/g))].sort();

test(
  "whatever is written, pages from memory say what a new one would, and nothing hidden",
  async () => {
    const drill = new Drill(await createCategory(admin, "Drill"));
    for (let step = 0; step < STEPS; step++) await drill.step(step);
  },
  DRILL_TIMEOUT_MS,
);

/** Random writes beside readers of several looks; the same in every run. */
class Drill {
  private state = 20_261_122;
  private words = 0;
  private readonly threads: { id: string; words: string[]; hidden: boolean }[] = [];
  private readonly posts: { id: string; threadId: string; words: string[]; hidden: boolean }[] = [];
  /** Words of lists that were made anew, with the time. */
  private readonly lists = new Map<string, { at: number; words: string }[]>();

  constructor(private readonly category: string) {}

  private random(below: number): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.state / 4_294_967_296) * below);
  }

  private one<T>(list: readonly T[]): T {
    return list[this.random(list.length)]!;
  }

  private word(): string {
    return `word${++this.words}x`;
  }

  async step(step: number): Promise<void> {
    await this.write(step < 8 ? 0 : this.random(9));
    await this.look();
    vi.advanceTimersByTime(this.random(900));
  }

  private async write(kind: number): Promise<void> {
    const thread = this.one(this.threads);
    this.touched = thread?.id ?? "";
    if (kind <= 1) {
      const [title, body] = [this.word(), this.word()];
      const { id } = await publish(ada, { categoryId: this.category, title, body });
      this.threads.push({ id, words: [title, body], hidden: false });
    } else if (kind <= 3) {
      if (thread!.hidden) return;
      const body = this.word();
      const { id } = await reply(admin, thread!.id, { body });
      this.posts.push({ id, threadId: thread!.id, words: [body], hidden: false });
    } else if (kind === 4) {
      await act(admin, thread!.hidden ? "restoreThread" : "deleteThread", { threadId: thread!.id });
      thread!.hidden = !thread!.hidden;
    } else if (kind === 5) {
      const hidden = this.posts.filter((post) => post.hidden);
      const post = this.one(hidden.length > 1 ? hidden : this.posts);
      if (!post) return;
      this.touched = post.threadId;
      await act(admin, post.hidden ? "restorePost" : "deletePost", { postId: post.id });
      post.hidden = !post.hidden;
    } else if (kind === 6) {
      if (thread!.hidden) return;
      const title = this.word();
      await ada.graphql(`mutation ($input: EditThreadInput!) { editThread(input: $input) { id } }`, {
        input: { threadId: thread!.id, title },
      });
      this.gone.add(thread!.words[0]!);
      thread!.words[0] = title;
    } else if (kind === 7) {
      const nickname = this.word();
      await ada.graphql(`mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { id } }`, {
        input: { nickname },
      });
      if (this.nickname) this.gone.add(this.nickname);
      this.nickname = nickname;
    } else {
      const approval = thread!.hidden ? "APPROVED" : this.one(["APPROVED", "IGNORED"]);
      if (thread!.hidden) return;
      await act(admin, "setThreadApproval", { threadId: thread!.id, approval });
      thread!.hidden = approval !== "APPROVED";
    }
  }

  /** The thread of the last write. */
  private touched = "";
  /** Texts that an edit took away. */
  private readonly gone = new Set<string>();
  private nickname = "";

  private async look(): Promise<void> {
    const visitor = forum.visitor();
    if (this.random(2)) visitor.with({ platform: "h5" });
    if (this.random(2)) visitor.with({ locale: "zh-CN" });
    const hidden = new Set([
      ...this.gone,
      ...[...this.threads, ...this.posts].flatMap((each) => (each.hidden ? each.words : [])),
    ]);
    for (const path of ["/", `/category/${this.category}`, `/user/${ada.id}`]) {
      const versions = this.lists.get(path) ?? [];
      this.lists.set(path, versions);
      versions.push({ at: performance.now(), words: wordsIn(await uncached(path)).join() });
      const words = wordsIn(await read(path, visitor));
      expect(
        words.filter((word) => hidden.has(word)),
        `hidden on ${path}`,
      ).toEqual([]);
      const allowed = versions.filter(({ at }, index) => {
        const until = versions[index + 1]?.at ?? Infinity;
        return until >= performance.now() - 5_000 && at <= performance.now();
      });
      expect(
        allowed.map((version) => version.words),
        path,
      ).toContain(words.join());
    }
    for (const id of new Set([this.touched, this.one(this.threads).id])) {
      if (!id) continue;
      const path = `/thread/${id}`;
      expect(wordsIn(await read(path, visitor)), path).toEqual(wordsIn(await uncached(path)));
    }
  }
}
