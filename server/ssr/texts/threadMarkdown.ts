import { inLocale, type Locale, type Sentence } from "../../core/locale.ts";
import { inLine, quoted } from "./memberText.ts";

const AUTHOR = "author { __typename id nickname }";
const FILES = "attachments { fileName url }";

/** A page of a thread with all that its Markdown says; reading it counts no view, since programs do. */
export const THREAD_TEXT_QUERY = `
  query ThreadText($id: ID!, $first: Int!, $sort: PostSort!, $fromNumber: Int, $after: String) {
    thread(id: $id, isRepeated: true) {
      __typename id title body createdAt editedAt isDeleted approval lockedAt lockReason priceCents viewerReadsAll
      postCount lastNumber solutionNumber ${AUTHOR} category { id name } ${FILES}
      poll { title options { text voteCount } } goods { title url priceCents shopName }
      posts(first: $first, sort: $sort, fromNumber: $fromNumber, after: $after) {
        nodes {
          __typename id number body createdAt editedAt isDeleted approval commentCount ${AUTHOR} ${FILES}
          firstComments { __typename id body createdAt isDeleted approval ${AUTHOR} }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
  }`;

interface Written {
  readonly id: string;
  readonly body: string;
  readonly createdAt: Date | string;
  readonly isDeleted: boolean;
  readonly approval: string;
  /** Null where the author is not named. */
  readonly author: { readonly id: string; readonly nickname: string } | null;
}

interface WithFiles {
  readonly editedAt: Date | string | null;
  readonly attachments: readonly { readonly fileName: string; readonly url: string }[];
}

/** A reply as `THREAD_TEXT_QUERY` reads it. */
export interface PostText extends Written, WithFiles {
  readonly number: number | null;
  readonly commentCount: number;
  readonly firstComments: readonly Written[];
}

/** A thread as `THREAD_TEXT_QUERY` reads it. */
export interface ThreadText extends Written, WithFiles {
  readonly title: string;
  readonly lockedAt: Date | string | null;
  readonly lockReason: string | null;
  readonly priceCents: number;
  readonly viewerReadsAll: boolean;
  readonly postCount: number;
  readonly lastNumber: number;
  readonly solutionNumber: number | null;
  readonly category: { readonly id: string; readonly name: string };
  readonly poll: {
    readonly title: string;
    readonly options: readonly { readonly text: string; readonly voteCount: number | null }[];
  } | null;
  readonly goods: {
    readonly title: string;
    readonly url: string;
    readonly priceCents: number | null;
    readonly shopName: string;
  } | null;
  readonly posts: {
    readonly nodes: readonly PostText[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
}

/** The way in which a thread is written. */
export interface TextOptions {
  readonly publicUrl: string;
  readonly locale: Locale;
  /** False for pages after the first one, which begin with replies. */
  readonly hasText: boolean;
  /** Address of what follows; null at the end. */
  readonly next: string | null;
}

const WORDS = {
  author: { zh: "作者", en: "Author" },
  anonymous: { zh: "匿名", en: "anonymous" },
  category: { zh: "板块", en: "Category" },
  published: { zh: "发布于", en: "Published" },
  edited: { zh: "编辑于", en: "edited" },
  address: { zh: "地址", en: "Address" },
  replies: { zh: "回复数", en: "Replies" },
  locked: { zh: "已关闭回复", en: "Closed to replies" },
  deleted: { zh: "已删除", en: "deleted" },
  pending: { zh: "未通过审核", en: "not approved" },
  accepted: { zh: "已采纳", en: "accepted answer" },
  priced: {
    zh: "以上只是部分内容，其余内容需要购买，价格（分）",
    en: "This is a part: the rest has a price, in cents",
  },
  files: { zh: "附件", en: "Files" },
  poll: { zh: "投票", en: "Poll" },
  goods: { zh: "商品", en: "Goods" },
  priceOfGoods: { zh: "价格（分）", en: "price in cents" },
  votes: { zh: "票", en: "votes" },
  comments: { zh: "条评论，仅列出最早的", en: "comments; these are the first" },
  next: { zh: "下一页", en: "Next page" },
} satisfies Record<string, Sentence>;

/**
 * Writes a page of a thread as Markdown. What members wrote comes as quotations, names and titles come escaped: nobody
 * can write a reply of somebody else, or anything that is not marked as theirs.
 */
export function threadMarkdown(thread: ThreadText, options: TextOptions): string {
  return new ThreadWriter(options).write(thread);
}

class ThreadWriter {
  constructor(private readonly options: TextOptions) {}

  write(thread: ThreadText): string {
    const { hasText, next } = this.options;
    const parts = [
      `# ${inLine(thread.title)}`,
      this.head(thread).join("\n"),
      ...(hasText ? this.text(thread) : []),
      ...thread.posts.nodes.flatMap((post) => this.post(post, thread.solutionNumber)),
      next === null ? "" : `${this.word("next")}: <${next}>`,
    ];
    return `${parts.filter(Boolean).join("\n\n")}\n`;
  }

  private head(thread: ThreadText): string[] {
    const { publicUrl } = this.options;
    const { id, category, lockedAt, lockReason, postCount } = thread;
    const line = (name: keyof typeof WORDS, value: string): string => `- ${this.word(name)}: ${value}`;
    return [
      line("author", this.author(thread)),
      line("category", `[${inLine(category.name)}](${publicUrl}/category/${category.id})`),
      line("published", this.dates(thread)),
      line("address", `<${publicUrl}/thread/${id}>`),
      line("replies", String(postCount)),
      ...(lockedAt === null ? [] : [line("locked", inLine(lockReason ?? "") || timeOf(lockedAt))]),
      ...this.states(thread).map((state) => `- ${state}`),
    ];
  }

  private text(thread: ThreadText): string[] {
    const { body, poll, priceCents, viewerReadsAll } = thread;
    return [
      body.trim() && quoted(body),
      viewerReadsAll || priceCents === 0 ? "" : `*${this.word("priced")}: ${priceCents}*`,
      this.files(thread),
      poll
        ? [
            `**${this.word("poll")}** ${inLine(poll.title)}`.trim(),
            "",
            ...poll.options.map(
              ({ text, voteCount }) =>
                `- ${inLine(text)}${voteCount === null ? "" : ` (${voteCount} ${this.word("votes")})`}`,
            ),
          ].join("\n")
        : "",
      this.goods(thread),
    ];
  }

  private post(post: PostText, solutionNumber: number | null): string[] {
    const isAccepted = post.number !== null && post.number === solutionNumber;
    const states = [...(isAccepted ? [this.word("accepted")] : []), ...this.states(post)];
    const { commentCount, firstComments } = post;
    const isPart = commentCount > firstComments.length;
    return [
      `## ${[`#${post.number ?? ""}`, this.author(post), this.dates(post), ...states].join(" · ")}`,
      post.body.trim() && quoted(post.body),
      this.files(post),
      isPart ? `*${commentCount} ${this.word("comments")}*` : "",
      firstComments.map((comment) => this.comment(comment)).join("\n"),
    ];
  }

  private comment(comment: Written): string {
    const line = [this.author(comment), timeOf(comment.createdAt), ...this.states(comment)].join(" · ");
    return comment.body.trim() ? `- ${line}\n\n${quoted(comment.body, "  ")}\n` : `- ${line}`;
  }

  private author({ author }: Written): string {
    if (!author) return this.word("anonymous");
    return `[${inLine(author.nickname)}](${this.options.publicUrl}/user/${author.id})`;
  }

  private dates({ createdAt, editedAt }: Written & WithFiles): string {
    return timeOf(createdAt) + (editedAt === null ? "" : ` (${this.word("edited")} ${timeOf(editedAt)})`);
  }

  private states({ isDeleted, approval }: Written): string[] {
    return [
      ...(isDeleted ? [this.word("deleted")] : []),
      ...(approval === "APPROVED" ? [] : [this.word("pending")]),
    ];
  }

  private files({ attachments }: WithFiles): string {
    if (attachments.length === 0) return "";
    const { publicUrl } = this.options;
    const links = attachments.map(
      ({ fileName, url }) => `- [${inLine(fileName)}](<${new URL(url, publicUrl).href}>)`,
    );
    return [`**${this.word("files")}**`, "", ...links].join("\n");
  }

  private goods({ goods }: ThreadText): string {
    if (!goods) return "";
    const { title, url, priceCents, shopName } = goods;
    const price = priceCents === null ? "" : `${this.word("priceOfGoods")}: ${priceCents}`;
    const facts = [inLine(shopName), price].filter(Boolean).join(", ");
    const link = `[${inLine(title)}](<${new URL(url).href}>)`;
    return [`**${this.word("goods")}** ${link}`, facts && `(${facts})`].filter(Boolean).join(" ");
  }

  private word(name: keyof typeof WORDS): string {
    return inLocale(WORDS[name], this.options.locale);
  }
}

/** Writes a time as ISO 8601 in UTC, to the second. */
export function timeOf(time: Date | string): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}
