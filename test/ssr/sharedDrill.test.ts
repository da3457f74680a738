import { print } from "graphql";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { operationName } from "../../client/apollo/answers.ts";
import { PageMarksDocument } from "../../client/gql/graphql.ts";
import type { MarkedIds } from "../../client/session/personalFields.ts";
import { CompiledDocuments } from "../../server/graphql/compiledDocuments.ts";
import { SHARED_MEMBER_ID } from "../../server/ssr/sharedViewer.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { act, publish, reply } from "../threads/content.ts";

/**
 * A page that members share and the answer to the question of what is theirs are together what the member would get
 * from a page of their own, whatever was written meanwhile.
 */
let forum: Forum;
beforeAll(async () => {
  forum = await Forum.open({ env: { PAGE_CACHE: "1" } });
});
afterAll(() => forum.close());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Counters without an event of their own are as old as the page, for members as for visitors (decision 0240). */
const LATE: ReadonlySet<string> = new Set(
  "threadCount postCount likedCount fansCount followCount viewCount countThreads countPosts countUsers".split(
    " ",
  ),
);
/** Likes age the page of a thread, which is made anew two seconds later. */
const LATE_ON_THREADS: ReadonlySet<string> = new Set([...LATE, "likeCount", "favoriteCount"]);
const STEPS = 90;
const DRILL_TIMEOUT_MS = 240_000;

test(
  "whatever is written, a shared page with what is theirs is the page of the member, and nothing hidden is in it",
  async () => {
    // The cache measures ages by the monotonic clock, which stands still here unless a step moves it.
    vi.useFakeTimers({ toFake: ["performance"] });
    const drill = await Drill.open();
    for (let step = 0; step < STEPS; step++) await drill.step(step);
    // Most pages were shared, and each way to a page of one's own was taken.
    expect(drill.compared).toBeGreaterThan(STEPS);
    expect(drill.own).toBeGreaterThan(STEPS / 6);
  },
  DRILL_TIMEOUT_MS,
);

type Data = Record<string, unknown>;

/** Notes the data that pages are made of, by address, for shared pages and for those of one member. */
class Recorder {
  private readonly shared = new Map<string, Data[]>();
  private current: { isShared: boolean; name: string; data: Data }[] = [];

  constructor() {
    const inUse = CompiledDocuments.prototype.execute;
    const { current } = this;
    vi.spyOn(CompiledDocuments.prototype, "execute").mockImplementation(async function (
      this: CompiledDocuments,
      ctx,
      document,
      variables,
    ) {
      const result = await inUse.call(this, ctx, document, variables);
      const data = JSON.parse(JSON.stringify(result.data ?? null)) as Data;
      current.push({ isShared: ctx.viewer.isShared, name: operationName(document), data });
      return result;
    });
  }

  /** Opens a page. @returns its text, whether it is shared, and its data, also if it was finished before */
  async open(person: Person, path: string): Promise<{ text: string; isShared: boolean; data: Data[] }> {
    this.current.length = 0;
    const { text } = await person.get(path);
    const isShared = text.includes('"marks":{');
    const key = `${person.groupId} ${path}`;
    // It may have been rendered, kept for others, and be another page for this member.
    const made = this.dataOf(true);
    if (made.length > 0) this.shared.set(key, made);
    return { text, isShared, data: isShared ? this.shared.get(key)! : this.dataOf(false) };
  }

  private dataOf(isShared: boolean): Data[] {
    return this.current
      .filter((answer) => answer.isShared === isShared)
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .map((answer) => answer.data);
  }
}

interface Marks {
  viewer: Data;
  pageMarks: { threads: Data[]; posts: Data[]; categories: Data[] };
}

/** Puts what is theirs in the place of what is nobody's, as the browser's cache does by type and id. */
function withMarks(shared: Data[], { viewer, pageMarks }: Marks): Data[] {
  const { threads, posts, categories } = pageMarks;
  const byKey = new Map<string, Data>();
  for (const [type, rows] of Object.entries({ Thread: threads, Post: posts, Category: categories }))
    for (const row of rows) byKey.set(`${type} ${String(row["id"])}`, row);
  byKey.set(`User ${SHARED_MEMBER_ID}`, viewer);
  const merge = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(merge);
    if (typeof value !== "object" || value === null) return value;
    const merged: Data = {};
    const { __typename: type, id } = value as Data;
    const theirs = byKey.get(`${String(type)} ${String(id)}`) ?? {};
    for (const [name, inner] of Object.entries(value))
      merged[name] = name in theirs ? theirs[name] : merge(inner);
    return merged;
  };
  return shared.map((data) => merge(data) as Data);
}

interface Written {
  id: string;
  threadId: string;
  author: Person;
  words: string[];
  /** Seen by its author and moderators alone, or by nobody. */
  hidden: boolean;
}

/** Random writes beside members of several permission sets; the same in every run. */
class Drill {
  compared = 0;
  own = 0;
  private state = 20_261_123;
  private words = 0;
  private readonly threads: Written[] = [];
  private readonly posts: Written[] = [];
  private readonly recorder = new Recorder();
  private touched = "";

  private constructor(
    private readonly admin: Person,
    private readonly people: readonly Person[],
    private readonly limitedGroup: number,
    private readonly category: string,
  ) {}

  static async open(): Promise<Drill> {
    const plain = await forum.member("thread.allowAnonymous", "thread.hideOwnThreadOrPost");
    const others = await Promise.all(Array.from({ length: 4 }, () => forum.join(plain.groupId)));
    const limitedGroup = await forum.group(READING);
    const limited = await Promise.all([forum.join(limitedGroup), forum.join(limitedGroup)]);
    const people = [plain, ...others, ...limited];
    return new Drill(await forum.admin(), people, limitedGroup, await forum.categoryId());
  }

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
    if (step < 6) await this.publish();
    else if (step < 14) await this.reply();
    else await this.write();
    const readers = [this.one(this.people), this.one(this.people)];
    for (const reader of readers) {
      for (const id of new Set([this.touched, this.one(this.threads).id]))
        if (id) await this.compare(reader, `/thread/${id}`);
      await this.lookForHidden(reader, "/");
    }
    vi.advanceTimersByTime(6_000);
    for (const path of ["/", `/category/${this.category}`]) await this.compare(readers[0]!, path);
  }

  /** Writers of the drill are those whose group may write. */
  private get writer(): Person {
    return this.one(this.people.slice(0, 5));
  }

  private async publish(): Promise<void> {
    const [author, words] = [this.writer, [this.word(), this.word()]];
    const isAnonymous = this.random(5) === 0;
    const input = { categoryId: this.category, title: words[0], body: words[1], isAnonymous };
    const { id } = await publish(author, input);
    this.threads.push({ id, threadId: id, author, words, hidden: false });
    this.touched = id;
  }

  private async reply(): Promise<void> {
    const thread = this.one(this.threads);
    this.touched = thread.id;
    if (thread.hidden) return;
    const [author, body] = [this.writer, this.word()];
    const answered = this.posts.filter((post) => post.threadId === thread.id && !post.hidden);
    const replyToPostId = this.random(3) === 0 ? this.one(answered)?.id : undefined;
    try {
      const { id } = await reply(author, thread.id, { body, replyToPostId });
      this.posts.push({ id, threadId: thread.id, author, words: [body], hidden: false });
    } catch (error) {
      expect((error as { code: string }).code).toBe("BLOCKED_YOU");
    }
  }

  private async write(): Promise<void> {
    const [thread, post, person] = [this.one(this.threads), this.one(this.posts), this.writer];
    const yes = this.random(3) > 0;
    this.touched = thread.id;
    const ask = (document: string, variables: object) => person.graphql(document, variables);
    const kind = this.random(14);
    if (kind === 0) return this.publish();
    if (kind <= 2) return this.reply();
    if (kind === 3 && !thread.hidden)
      await act(person, "setThreadLiked", { threadId: thread.id, liked: yes });
    else if (kind === 4 && !thread.hidden)
      await act(person, "setThreadFavorite", { threadId: thread.id, favorite: yes });
    else if (kind === 5 && !post.hidden && !this.threadOf(post).hidden) {
      this.touched = post.threadId;
      await act(person, "setPostLiked", { postId: post.id, liked: yes });
    } else if (kind === 6 && !thread.hidden)
      await ask(`mutation ($id: ID!, $n: Int!) { markThreadRead(threadId: $id, number: $n) { id } }`, {
        id: thread.id,
        n: this.random(3),
      });
    else if (kind === 7 && !thread.hidden)
      await ask(
        `mutation ($id: ID!, $l: WatchLevel!) { setWatchLevel(target: THREAD, targetId: $id, level: $l) { level } }`,
        {
          id: thread.id,
          l: this.one(["WATCHING", "NORMAL", "MUTED"]),
        },
      );
    else if (kind === 8) await this.hide(post, yes, "Post");
    else if (kind === 9) await this.hide(thread, yes, "Thread");
    else if (kind === 10) {
      const other = this.one(this.people.filter((each) => each !== person));
      await ask(`mutation ($id: ID!) { ${yes ? "unblockUser" : "blockUser"}(userId: $id) { id } }`, {
        id: other.id,
      });
    } else if (kind === 11) {
      const permissions = yes ? [...READING, "thread.likePosts", "thread.reply"] : READING;
      await this.admin.graphql(
        `mutation ($id: ID!, $permissions: [String!]!) { setGroupPermissions(groupId: $id, permissions: $permissions) }`,
        { id: this.limitedGroup, permissions },
      );
    } else if (kind === 12) {
      const nickname = this.word();
      await ask(`mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { id } }`, {
        input: { nickname },
      });
    } else await this.ban(person);
  }

  private threadOf(post: Written): Written {
    return this.threads.find(({ id }) => id === post.threadId)!;
  }

  /** Deletes what is shown, in the author's name or a moderator's, or has it wait; brings back what is hidden. */
  private async hide(written: Written, isOwn: boolean, type: "Post" | "Thread"): Promise<void> {
    this.touched = written.threadId;
    const name = type === "Post" ? "postId" : "threadId";
    const values = { [name]: written.id };
    if (type === "Post" && this.threadOf(written).hidden) return;
    if (written.hidden) {
      await act(this.admin, `set${type}Approval`, { ...values, approval: "APPROVED" }).catch(() => undefined);
      await act(this.admin, `restore${type}`, values).catch(() => undefined);
    } else if (this.random(2)) await act(isOwn ? written.author : this.admin, `delete${type}`, values);
    else await act(this.admin, `set${type}Approval`, { ...values, approval: "PENDING" });
    written.hidden = !written.hidden;
  }

  /** A member who is banned reads as a visitor does, and is let in again. */
  private async ban(person: Person): Promise<void> {
    const set = (status: number) =>
      forum.write((ctx) => ctx.db.query("UPDATE users SET status = ? WHERE id = ?", [status, person.id]));
    await set(1);
    expect((await this.recorder.open(person, "/")).isShared).toBe(false);
    await set(0);
  }

  private async lookForHidden(reader: Person, path: string): Promise<string[]> {
    const { text } = await this.recorder.open(reader, path);
    const words = [...new Set(text.match(/word\d+x/g))];
    const isHidden = (each: Written): boolean => each.hidden && each.author !== reader;
    const hidden = [
      ...this.threads.filter(isHidden),
      ...this.posts.filter((post) => isHidden(post) || isHidden(this.threadOf(post))),
    ];
    const leaked = hidden.flatMap((each) => each.words).filter((word) => words.includes(word));
    expect(leaked, `hidden on ${path}`).toEqual([]);
    return words;
  }

  /** Compares the page that a member gets, completed as the browser does, with one that is made for them alone. */
  private async compare(reader: Person, path: string): Promise<void> {
    await this.lookForHidden(reader, path);
    const given = await this.recorder.open(reader, path);
    if (!given.isShared) return void this.own++;
    this.compared++;
    const [, state] = /<script type="application\/json" id="state">(.*?)<\/script>/.exec(given.text)!;
    const { marks } = JSON.parse(state!) as { marks: MarkedIds };
    const theirs = (await reader.graphql(print(PageMarksDocument), marks)) as Marks;
    const whole = await this.recorder.open(reader, `${path}?scripts=off`);
    const late = path.startsWith("/thread/") ? LATE_ON_THREADS : LATE;
    const shown = (data: Data[]) =>
      JSON.parse(JSON.stringify(data, (name, value: unknown) => (late.has(name) ? 0 : value))) as unknown;
    expect(shown(withMarks(given.data, theirs)), `${path} of ${reader.id}`).toEqual(shown(whole.data));
  }
}

const READING = ["viewThreads", "thread.viewPosts", "user.view"];
