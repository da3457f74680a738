import { graphql, LIST, REPLY, SEARCH, THREAD, UNREAD } from "./documents.mjs";

/** Requests of one row at most; they are taken in turn. */
const REQUESTS = 1500;
/** Pages of the cached row: few enough to be all in the cache after the warm-up. */
const CACHED_PAGES = 50;
/** Replies below which a thread does not fill a page, and above which it is not a usual one. */
const [FULL_PAGE, LONG] = [20, 1000];

/** A list of 40 compact rows takes at most 1.4 times as long as one of 20 cards. */
const COMPACT_MUST = 0.715;

/** A browser on a desktop computer, so that every page is rendered for one. */
const BROWSER = {
  "User-Agent":
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  Accept: "text/html,application/xhtml+xml",
};

/** What browsers take besides plain pages. */
const COMPRESSED = { "Accept-Encoding": "gzip, deflate, br" };

/** A source of chance that gives the same numbers in every run. */
export function chance(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

function some(list, count, random) {
  return Array.from({ length: count }, () => list[Math.floor(random() * list.length)]);
}

/** What the requests name: threads, categories, words, and members who are signed in. */
export async function readSubjects(engine) {
  const random = chance(99);
  const full = "SELECT id FROM threads WHERE lastNumber >= ? AND lastNumber < ? AND visible = 1 ORDER BY id";
  const threads = (await engine.query(full, [FULL_PAGE, LONG])).map(({ id }) => id);
  const leaves = await engine.query("SELECT id FROM categories WHERE parentId IS NOT NULL ORDER BY id");
  const [long] = await engine.query("SELECT id, lastNumber FROM threads ORDER BY lastNumber DESC LIMIT 1");
  const [few] = await engine.query(
    "SELECT id FROM threads WHERE lastNumber BETWEEN 1 AND 3 ORDER BY id LIMIT 1",
  );
  const [{ last }] = await engine.query("SELECT MAX(id) AS last FROM posts");
  const ids = Array.from({ length: 3000 }, () => Math.floor(random() * last));
  const marks = ids.map(() => "?").join();
  const bodies = (
    await engine.query(`SELECT body FROM posts WHERE threadId <> ? AND id IN (${marks}) ORDER BY id`, [
      long.id,
      ...ids,
    ])
  ).map(({ body }) => body);
  const words = bodies.flatMap((body) => {
    const pairs = body.match(/\p{Script=Han}{2}/gu) ?? [];
    return pairs.length > 0 ? [pairs[Math.floor(random() * pairs.length)]] : [];
  });
  return {
    threads: some(threads, REQUESTS, random),
    categories: [0, ...leaves.map(({ id }) => id)],
    long,
    few: few.id,
    bodies,
    words: words.slice(0, REQUESTS),
    members: await engine.signIn(),
    browsers: await engine.openBrowsers(),
    admin: await engine.signInAdministrator(),
  };
}

/** Asks for a page as a visitor's browser does, but without compression. */
export function page(path) {
  return { path, headers: BROWSER };
}

/** Asks for a page as a browser does; a member's carries the cookie of a session. */
export function compressedPage(path, more = {}) {
  return { path, headers: { ...BROWSER, ...COMPRESSED, ...more } };
}

/**
 * The rows of the contract. `ask` makes the requests for the program, `limit` those for the bare server, `against` those
 * for the program itself where one of its rates limits another; `answers` tells from a first answer whether the program
 * does what is measured; `must` is a number, or one for each engine.
 */
export const ROWS = [
  {
    key: "thread-html",
    title: "thread page HTML, visitor, page cache off",
    ask: ({ threads }) => threads.map((id) => page(`/thread/${id}`)),
    limit: ({ threads }) => threads.map((id) => ({ path: `/react?id=${id}` })),
    onSqlite: true,
    answers: (body) => body.includes('id="p20"') || body.includes("id=p20"),
    must: 0.17,
    goal: 0.25,
  },
  {
    key: "list-html",
    title: "thread list HTML, visitor, page cache off",
    ask: ({ categories }) => categories.map((id) => page(id ? `/category/${id}` : "/")),
    limit: ({ threads }) => threads.map((id) => ({ path: `/react?id=${id}` })),
    onSqlite: true,
    answers: (body) => body.split('href="/thread/').length > 20,
    must: 0.15,
    goal: 0.25,
  },
  {
    key: "compact-list",
    title: "compact list of 40, visitor, beside cards of 20, page cache off",
    ask: ({ categories }) =>
      categories.map((id) => compressedPage(id ? `/category/${id}` : "/", { cookie: "density=compact" })),
    against: ({ categories }) => categories.map((id) => compressedPage(id ? `/category/${id}` : "/")),
    answers: (body) => body.split('href="/thread/').length > 40,
    must: COMPACT_MUST,
    goal: 1,
  },
  {
    key: "cached-html",
    title: "thread page HTML, visitor, cached and compressed",
    cache: true,
    ask: ({ threads }) => threads.slice(0, CACHED_PAGES).map((id) => compressedPage(`/thread/${id}`)),
    limit: (_subjects, size) => [{ path: `/body?size=${Math.round(size)}` }],
    answers: (body) => body.includes("p20"),
    must: 0.7,
    goal: 0.8,
  },
  {
    key: "signed-in-thread",
    title: "thread page HTML, signed in, beside a visitor's from the cache",
    cache: true,
    ask: ({ threads, browsers }) =>
      threads
        .slice(0, CACHED_PAGES)
        .flatMap((id, index) =>
          [0, 1, 2, 3].map((turn) =>
            compressedPage(`/thread/${id}`, { cookie: browsers[(4 * index + turn) % browsers.length] }),
          ),
        ),
    against: ({ threads }) => threads.slice(0, CACHED_PAGES).map((id) => compressedPage(`/thread/${id}`)),
    answers: (body) => body.includes("p20") && body.includes('"marks":'),
    must: 0.5,
    goal: 0.7,
  },
  {
    key: "graphql-thread",
    title: "GraphQL: thread with 20 posts and authors",
    ask: ({ threads }) => threads.map((id) => graphql(THREAD, { id: String(id) })),
    limit: ({ threads }) => threads.map((id) => ({ path: `/thread?id=${id}` })),
    answers: (body) => JSON.parse(body).data.thread.posts.nodes.length === 20,
    must: 0.18,
    goal: 0.3,
  },
  {
    key: "graphql-list",
    title: "GraphQL: list of 20 with authors and categories",
    ask: ({ categories }) => categories.map((id) => graphql(LIST, { categoryId: id ? String(id) : null })),
    limit: ({ categories }) => categories.map((id) => ({ path: `/list?category=${id}` })),
    answers: (body) => JSON.parse(body).data.threads.nodes.length === 20,
    must: 0.3,
    goal: 0.4,
  },
  {
    key: "unread-poll",
    title: "unread poll through GraphQL, signed in",
    crowd: true,
    ask: ({ crowd }) => crowd.map(({ headers }) => graphql(UNREAD, {}, headers)),
    limit: ({ crowd }) => crowd.map(({ id }) => ({ path: `/unread?id=${id}` })),
    answers: (body) => JSON.parse(body).data.unreadCounts.total > 0,
    must: 0.15,
    goal: 0.3,
  },
  {
    key: "unread-legacy",
    title: "unread poll through the legacy door, signed in",
    crowd: true,
    ask: ({ crowd }) => crowd.map(({ headers }) => ({ path: "/api/unreadnotification.v2", headers })),
    limit: ({ crowd }) => crowd.map(({ id }) => ({ path: `/unread?id=${id}` })),
    answers: (body) => JSON.parse(body).Data.unreadNotifications > 0,
    must: 0.15,
    goal: 0.3,
  },
  {
    key: "reply",
    title: "reply through GraphQL, signed in",
    writes: true,
    ask: ({ threads, bodies, members }) =>
      threads.map((id, index) => {
        const input = { threadId: String(id), body: bodies[index % bodies.length] };
        return graphql(REPLY, { input }, members[index % members.length]);
      }),
    inserts: true,
    answers: (body) => JSON.parse(body).data.replyToThread.number > FULL_PAGE,
    must: { sqlite: 0.2, mariadb: 0.1 },
    goal: 0.3,
  },
  {
    key: "search",
    title: "search, two Han characters",
    ask: ({ words }) =>
      words.map((query, index) => graphql(SEARCH, { query, kind: index % 2 ? "POST" : "THREAD" })),
    answers: (body) => Array.isArray(JSON.parse(body).data.search.nodes),
    p95: true,
    must: 60,
    goal: 20,
  },
];
