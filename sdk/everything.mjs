const PAGE_SIZE = 100;
/** Later than every change, so that the feed gives only the cursor of its end. */
const NEVER = "9999-12-31T00:00:00Z";
/** Lists of the snapshot, in their order. */
const SNAPSHOT_LISTS = ["threads", "posts"];
const GONE = new Set(["HIDDEN", "DELETED"]);
/** Refusals of a thread that was deleted, hidden or moved away while its replies were read. */
const NOT_READABLE = new Set(["NOT_FOUND", "FORBIDDEN", "LOGIN_REQUIRED"]);

/**
 * A copy of the forum as an async iterator that can be resumed: the end of the feed is kept first, then all lists are
 * read, then the feed from there on, so that what happens meanwhile comes too, some of it twice.
 */
export class Everything {
  #client;
  #options;
  #place;
  #feed = null;

  constructor(client, options = {}) {
    this.#client = client;
    this.#options = options;
    this.#place = options.from ?? null;
  }

  /** A cursor of the feed, behind the snapshot; within it the list, that cursor, and the place in the list. */
  get cursor() {
    return this.#feed ? this.#feed.cursor : this.#place;
  }

  async *[Symbol.asyncIterator]() {
    this.#feed = null;
    this.#place ??= `${SNAPSHOT_LISTS[0]} ${await this.#endOfFeed()} `;
    const [list, end, after] = this.#place.split(" ");
    const begun = SNAPSHOT_LISTS.indexOf(list);
    if (begun >= 0) {
      for (const name of SNAPSHOT_LISTS.slice(begun))
        yield* this.#snapshot(name, end, name === list && after ? after : null);
    }
    this.#place = begun >= 0 ? end : this.#place;
    yield* this.#changes();
  }

  async #endOfFeed() {
    const { categoryId, signal } = this.#options;
    const document = `query ($since: DateTimeISO, $categoryId: ID) {
      changes(since: $since, categoryId: $categoryId, first: 1) { pageInfo { endCursor } }
    }`;
    const { changes } = await this.#client.request(document, { since: NEVER, categoryId }, { signal });
    return changes.pageInfo.endCursor;
  }

  async *#snapshot(list, end, begin) {
    const { categoryId, first = PAGE_SIZE, signal } = this.#options;
    const isThreads = list === "threads";
    const document = `query ($after: String, $categoryId: ID, $first: Int!) {
      list: ${list}(${isThreads ? "sort: NEWEST, filter: { complete: true }, " : ""}after: $after, categoryId: $categoryId, first: $first) {
        edges { cursor node { ${isThreads ? this.#threadFields() : this.#postFields()} } }
        pageInfo { hasNextPage endCursor }
      }
    }`;
    for (let after = begin; ;) {
      this.#place = `${list} ${end} ${after ?? ""}`;
      const { list: page } = await this.#client.request(document, { after, categoryId, first }, { signal });
      for (const { cursor, node } of page.edges) {
        yield isThreads ? itemOfThread(node) : itemOfPost(node);
        this.#place = `${list} ${end} ${cursor}`;
      }
      const { hasNextPage, endCursor } = page.pageInfo;
      if (!hasNextPage || endCursor === after) return;
      after = endCursor;
    }
  }

  async *#changes() {
    const { categoryId, first, follow, pollMs, signal } = this.#options;
    const fields = `thread { ${this.#threadFields()} } post { ${this.#postFields()} }`;
    const options = { after: this.#place, categoryId, first, follow, pollMs, signal, fields };
    this.#feed = this.#client.changes(options);
    for await (const { kind, at, threadId, postId, thread, post } of this.#feed) {
      const isGone = GONE.has(kind);
      const isThread = postId === null;
      yield {
        kind,
        at,
        threadId,
        postId,
        thread: isThread && !isGone ? thread : null,
        post: isThread || isGone ? null : post,
      };
      // A thread that becomes visible is one change; its replies have none of their own.
      if (isThread && thread?.postCount > 0 && (kind === "CREATED" || kind === "RESTORED"))
        yield* this.#repliesOf(threadId);
    }
  }

  async *#repliesOf(threadId) {
    const replies = `query ($id: ID!, $first: Int!, $after: String) {
      thread(id: $id) { posts(first: $first, after: $after) {
        nodes { isDeleted commentCount ${this.#postFields()} } pageInfo { hasNextPage endCursor }
      } }
    }`;
    const comments = `query ($id: ID!, $first: Int!, $after: String) {
      post(id: $id) { comments(first: $first, after: $after) {
        nodes { isDeleted ${this.#postFields()} } pageInfo { hasNextPage endCursor }
      } }
    }`;
    const { first, signal } = this.#options;
    const readable = ({ isDeleted, approval }) => !isDeleted && approval === "APPROVED";
    try {
      for await (const reply of this.#client.pages(replies, { id: threadId }, { first, signal })) {
        if (readable(reply)) yield itemOfPost(reply);
        if (reply.commentCount === 0) continue;
        for await (const comment of this.#client.pages(comments, { id: reply.id }, { first, signal }))
          if (readable(comment)) yield itemOfPost(comment);
      }
    } catch (error) {
      if (!NOT_READABLE.has(error.code)) throw error;
    }
  }

  #threadFields() {
    return `id createdAt postCount ${this.#options.thread ?? ""}`;
  }

  #postFields() {
    return `id threadId createdAt approval ${this.#options.post ?? ""}`;
  }
}

const itemOfThread = (thread) => ({
  kind: "CREATED",
  at: thread.createdAt,
  threadId: thread.id,
  postId: null,
  thread,
  post: null,
});

const itemOfPost = (post) => ({
  kind: "CREATED",
  at: post.createdAt,
  threadId: post.threadId,
  postId: post.id,
  thread: null,
  post,
});
