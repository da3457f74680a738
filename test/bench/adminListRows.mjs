/** Every list of the administration with each of its filters, as its page asks for the first rows. */

const MEMBERS = `query ($query: String, $groupId: ID, $status: UserStatus, $sort: UserSort! = NEWEST, $after: String) {
  users(query: $query, groupId: $groupId, status: $status, sort: $sort, first: 30, after: $after) {
    nodes { id username nickname status createdAt } pageInfo { hasNextPage endCursor }
  }
}`;
const THREADS = `query ($categoryId: ID, $filter: ThreadFilter, $sort: ThreadSort! = NEWEST, $after: String) {
  threads(first: 30, categoryId: $categoryId, filter: $filter, sort: $sort, after: $after) {
    nodes { id title approval author { id nickname } category { id name } } pageInfo { hasNextPage endCursor }
  }
}`;
const QUEUE = `query ($kind: ReviewKind!) {
  reviewQueue(kind: $kind, first: 20) {
    nodes { key stopWords thread { id title } post { id bodyHtml } report { id } claimedUntil } pageInfo { hasNextPage }
  }
}`;
const COUNTS = `{ reviewCounts { threads posts reports members } }`;
const AUDIT = `query ($action: String, $target: String, $actorId: ID) {
  auditLog(action: $action, target: $target, actorId: $actorId, first: 50) {
    nodes { id action target actorName } pageInfo { hasNextPage }
  }
}`;
const TOPICS = `query ($query: String, $sort: TopicSort!) {
  topics(query: $query, sort: $sort, first: 50) { nodes { id name threadCount } pageInfo { hasNextPage } }
}`;
const WORDS = `query ($query: String) { stopWords(query: $query, first: 50) { nodes { id find } pageInfo { hasNextPage } } }`;
const BATCHES = `{ moderationBatches(first: 20) { nodes { id action } pageInfo { hasNextPage } } }`;

const row = (list, filter, query, variables = {}) => ({ list, filter, query, variables });
const members = (filter, variables) => row("members", filter, MEMBERS, variables);
const threads = (filter, variables) => row("content", filter, THREADS, variables);

/** @param known ids that filters name: a small category, a big one, an author, a later cursor's rows */
export function adminLists({ smallCategory, bigCategory, author }) {
  const states = ["pending", "refused", "deleted"];
  const types = ["TEXT", "IMAGE", "ATTACHMENT", "POSITION"];
  const since = "2026-01-01T00:00:00.000Z";
  return [
    members("none"),
    ...["NORMAL", "BANNED", "UNDER_REVIEW", "REFUSED", "IGNORED"].map((status) =>
      members(status, { status }),
    ),
    ...["1", "6", "10"].map((groupId) => members(`group ${groupId}`, { groupId })),
    members("group 6, refused", { groupId: "6", status: "REFUSED" }),
    members("group 10, ignored (none)", { groupId: "10", status: "IGNORED" }),
    ...["LAST_SEEN", "MOST_POSTS"].flatMap((sort) => [
      members(`by ${sort}`, { sort }),
      members(`refused by ${sort}`, { sort, status: "REFUSED" }),
      members(`group 10 by ${sort}`, { sort, groupId: "10" }),
      members(`group 6, ignored by ${sort}`, { sort, groupId: "6", status: "IGNORED" }),
    ]),
    members("search person", { query: "person" }),
    members("search person12345", { query: "person12345" }),
    members("search 网友77", { query: "网友77" }),
    members("search 4711 (id)", { query: "4711" }),
    members("search nobody", { query: "nobody" }),
    members("search person, refused", { query: "person", status: "REFUSED" }),
    members("search person, ignored (none)", { query: "person", status: "IGNORED" }),
    members("search person, group 1", { query: "person", groupId: "1" }),
    threads("none"),
    ...states.map((state) => threads(state, { filter: { [state]: true } })),
    ...states.flatMap((state) => [
      threads(`${state}, small category`, { categoryId: smallCategory, filter: { [state]: true } }),
      threads(`${state}, big category`, { categoryId: bigCategory, filter: { [state]: true } }),
      threads(`${state}, author`, { filter: { [state]: true, authorId: author } }),
      threads(`${state}, from a day on`, { filter: { [state]: true, publishedFrom: since } }),
      threads(`${state}, before a day`, { filter: { [state]: true, publishedBefore: since } }),
      threads(`${state}, attachments`, { filter: { [state]: true, type: "ATTACHMENT" } }),
    ]),
    threads("small category", { categoryId: smallCategory }),
    threads("big category", { categoryId: bigCategory }),
    threads("essence", { filter: { essence: true } }),
    threads("essence, small category", { categoryId: smallCategory, filter: { essence: true } }),
    threads("author", { filter: { authorId: author } }),
    ...types.map((type) => threads(type, { filter: { type } })),
    ...types.map((type) =>
      threads(`${type}, small category`, { categoryId: smallCategory, filter: { type } }),
    ),
    threads("POSITION, essence", { filter: { type: "POSITION", essence: true } }),
    threads("from a day on", { filter: { publishedFrom: since } }),
    threads("before a day", { filter: { publishedBefore: since } }),
    threads("a day without threads", {
      filter: { publishedFrom: "2001-01-01T00:00:00Z", publishedBefore: "2001-01-02T00:00:00Z" },
    }),
    threads("hottest", { sort: "HOT" }),
    threads("last reply", { sort: "LAST_REPLY" }),
    ...["THREAD", "POST", "REPORT"].map((kind) => row("reviews", kind, QUEUE, { kind })),
    row("reviews", "counts", COUNTS),
    row("log", "none", AUDIT),
    row("log", "a rare action", AUDIT, { action: "saveSettings" }),
    row("log", "an action that nobody took", AUDIT, { action: "setUserGroup" }),
    row("log", "one thing", AUDIT, { target: "thread:777" }),
    row("log", "one actor", AUDIT, { actorId: author }),
    row("log", "rare action of one actor", AUDIT, { action: "saveSettings", actorId: author }),
    row("topics", "hottest", TOPICS, { sort: "HOT" }),
    row("topics", "newest", TOPICS, { sort: "NEWEST" }),
    row("topics", "search", TOPICS, { sort: "HOT", query: "话题777" }),
    row("topics", "search that finds nothing", TOPICS, { sort: "HOT", query: "nothing" }),
    row("stop words", "none", WORDS),
    row("stop words", "search", WORDS, { query: "777" }),
    row("stop words", "search that finds nothing", WORDS, { query: "nothing" }),
    row("stop words", "most frequent", `{ stopWordUses { word hits } }`),
    row("batches", "none", BATCHES),
  ];
}
