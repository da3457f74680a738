import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { App } from "../../app.ts";
import { Progress } from "../move/progress.ts";
import {
  COMMENTS,
  LENGTH,
  MEMBER,
  POSTS,
  SITE,
  THREAD,
  THREADS,
  type CategoryRow,
  type MemberRow,
  type Page,
  type PostRow,
  type ThreadRow,
  type ThreadText,
} from "./documents.ts";
import { Links } from "./links.ts";
import {
  categoryList,
  escapeLines,
  framed,
  memberList,
  memberText,
  postText,
  threadList,
  threadText,
  turning,
} from "./page.ts";
import { PAGE_LENGTH, pageName, Places } from "./places.ts";
import { STYLE } from "./style.ts";
import { ask, pagesOf } from "./visitor.ts";

/** Members on a page of their list. */
const MEMBERS_PER_PAGE = 200;

interface SiteAnswer {
  readonly site: { name: string; introduction: string; closed: boolean; canViewThreads: boolean };
  readonly categories: readonly CategoryRow[];
}

/** Numbers of a copy. */
export interface Counts {
  threads: number;
  pages: number;
}

/** Writes what visitors read as pages that need no server. One for each copy. */
class HtmlCopy {
  readonly counts: Counts = { threads: 0, pages: 0 };
  private readonly places = new Places();
  private readonly links: Links;

  constructor(
    private readonly app: App,
    private readonly folder: string,
    filesDir: string,
    private readonly answer: SiteAnswer,
    private readonly tell: (line: string) => void,
  ) {
    const all = answer.categories.flatMap((each) => [each, ...(each.children ?? [])]);
    const ids = new Set(all.map(({ id }) => id));
    this.links = new Links(app, folder, filesDir, this.places, (id) => this.ensureMember(id), ids);
  }

  async write(): Promise<void> {
    const { site, categories } = this.answer;
    await this.save("style.css", STYLE);
    if (site.canViewThreads) {
      for await (const { nodes } of this.threads({})) for (const { id } of nodes) await this.noteThread(id);
      const progress = new Progress(this.places.threads, this.tell);
      for (let after = 0; ;) {
        const [next] = this.places.slice("thread", after, 1);
        if (!next) break;
        await this.writeThread(String(next.id));
        progress.add(1, "threads");
        after = next.id;
      }
    }
    for (const category of categories.flatMap((each) => [each, ...(each.children ?? [])]))
      await this.writeCategory(category);
    const hasMembers = await this.writeMembers();
    const content = `<p>${escapeLines(site.introduction)}</p>
${categoryList(categories)}${hasMembers ? '<p><a href="members/index.html">成员</a></p>' : ""}`;
    await this.page("index.html", { title: site.name, content, root: "" });
  }

  close(): void {
    this.places.close();
  }

  private threads(variables: object): AsyncGenerator<Page<ThreadRow>> {
    return pagesOf(async (after) => {
      const data = await ask<{ threads: Page<ThreadRow> }>(this.app, THREADS, { ...variables, after });
      return data && data.threads;
    });
  }

  /** Lists do not say whether a visitor reads the texts that they name. */
  private async noteThread(id: string): Promise<void> {
    const data = await ask<{ thread: { lastNumber: number } | null }>(this.app, LENGTH, { id });
    if (data?.thread) this.places.note("thread", id, data.thread.lastNumber);
  }

  private async writeThread(id: string): Promise<void> {
    const data = await ask<{ thread: ThreadText | null }>(this.app, THREAD, { id });
    if (!data?.thread) return;
    const { title, lastNumber, category } = data.thread;
    const pages = Math.max(1, Math.ceil(lastNumber / PAGE_LENGTH));
    const path = [[`../${pageName("categories", category.id)}`, category.name] as const];
    const text = threadText(data.thread, await this.links.prepare(data.thread));
    for (let page = 1; page <= pages; page++) {
      const turn = turning({ folder: "threads", id, page, hasNext: page < pages });
      const content = `${page === 1 ? text : ""}${await this.replies(id, page)}${turn}`;
      await this.page(pageName("threads", id, page), { title, path, content, root: "../" });
    }
    this.counts.threads++;
  }

  private async replies(id: string, page: number): Promise<string> {
    const from = (page - 1) * PAGE_LENGTH + 1;
    const data = await ask<{ thread: { posts: { nodes: PostRow[] } } | null }>(this.app, POSTS, { id, from });
    const texts: string[] = [];
    for (const post of data?.thread?.posts.nodes ?? []) {
      // Behind a gap the list goes on with replies of the next page.
      if (post.number !== null && post.number >= from + PAGE_LENGTH) break;
      texts.push(postText(post, await this.links.prepare(post), await this.comments(post)));
    }
    return texts.join("\n");
  }

  private async comments({ id, commentCount = 0, firstComments = [] }: PostRow): Promise<string> {
    const texts: string[] = [];
    const write = async (comment: PostRow) =>
      void texts.push(postText(comment, await this.links.prepare(comment)));
    if (firstComments.length >= commentCount) for (const comment of firstComments) await write(comment);
    else
      for await (const { nodes } of pagesOf(async (after) => {
        const data = await ask<{ post: { comments: Page<PostRow> } }>(this.app, COMMENTS, { id, after });
        return data && data.post.comments;
      }))
        for (const comment of nodes) await write(comment);
    return texts.join("\n");
  }

  private async writeCategory({ id, name, description }: CategoryRow): Promise<void> {
    let page = 0;
    const isThere = (thread: string) => this.places.valueOf("thread", thread) !== null;
    for await (const { nodes, pageInfo } of this.threads({ categoryId: id })) {
      page++;
      const turn = turning({ folder: "categories", id, page, hasNext: pageInfo.hasNextPage });
      const content = `<p>${escapeLines(description)}</p>${threadList(nodes, isThere)}${turn}`;
      await this.page(pageName("categories", id, page), { title: name, content, root: "../" });
    }
    if (page === 0)
      await this.page(pageName("categories", id), {
        title: name,
        content: threadList([], isThere),
        root: "../",
      });
  }

  /** Writes the page of a member unless it is there. @returns false if visitors do not read it */
  private async ensureMember(id: string): Promise<boolean> {
    const noted = this.places.valueOf("member", id);
    if (noted !== null) return noted === 1;
    const data = await ask<{ user: MemberRow | null }>(this.app, MEMBER, { id });
    this.places.note("member", id, data?.user ? 1 : 0, data?.user?.nickname);
    if (!data?.user) return false;
    const avatar = await this.links.fileHref(data.user.avatarUrl);
    const content = memberText(data.user, avatar, await this.threadsOf(id));
    await this.page(pageName("members", id), { title: data.user.nickname, content, root: "../" });
    return true;
  }

  /** Lists the newest threads of a member, as many as a page of a list has. */
  private async threadsOf(authorId: string): Promise<string> {
    const data = await ask<{ threads: Page<ThreadRow> }>(this.app, THREADS, { authorId, after: null });
    return threadList(data?.threads.nodes ?? [], (id) => this.places.valueOf("thread", id) !== null);
  }

  private async writeMembers(): Promise<boolean> {
    let after = 0;
    for (let page = 1; ; page++) {
      const members = this.places.slice("member", after, MEMBERS_PER_PAGE + 1);
      if (members.length === 0) return page > 1;
      const own = members.slice(0, MEMBERS_PER_PAGE);
      const hasNext = members.length > own.length;
      const content = memberList(own) + turning({ folder: "members", id: "index", page, hasNext });
      await this.page(pageName("members", "index", page), { title: "成员", content, root: "../" });
      if (!hasNext) return true;
      after = own.at(-1)!.id;
    }
  }

  private async page(name: string, frame: Omit<Parameters<typeof framed>[0], "site">): Promise<void> {
    this.counts.pages++;
    await this.save(name, framed({ ...frame, site: this.answer.site.name }));
  }

  private async save(name: string, text: string): Promise<void> {
    const location = join(this.folder, name);
    await mkdir(dirname(location), { recursive: true });
    await writeFile(location, text);
  }
}

/**
 * Writes what visitors of a forum read into a folder, as pages that need no server and no script.
 * @param filesDir folder of the stored files of the forum
 * @throws {Error} if visitors read nothing at all
 */
export async function copyHtml(
  app: App,
  folder: string,
  filesDir: string,
  tell: (line: string) => void,
): Promise<Counts> {
  const answer = await ask<SiteAnswer>(app, SITE);
  if (!answer || answer.site.closed)
    throw new Error("Visitors read nothing of this forum, since it is closed: there is nothing to copy.");
  const copy = new HtmlCopy(app, folder, filesDir, answer, tell);
  try {
    await copy.write();
    return copy.counts;
  } finally {
    copy.close();
  }
}
