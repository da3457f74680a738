/** What the benchmark asks through GraphQL; the limits answer with the same fields by hand-written SQL. */

/** A thread with 20 replies and the authors of all. */
export const THREAD = `query Thread($id: ID!) {
  thread(id: $id) {
    id title createdAt postCount
    author { id nickname avatarUrl }
    posts(first: 20) {
      nodes { id number bodyHtml createdAt likeCount author { id nickname avatarUrl } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;

/** A page of 20 replies that begins at a number. */
export const PAGE = `query Page($id: ID!, $from: Int!) {
  thread(id: $id) {
    id title postCount
    posts(first: 20, fromNumber: $from) {
      nodes { id number bodyHtml createdAt likeCount author { id nickname avatarUrl } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;

/** 20 threads with their authors and categories. */
export const LIST = `query List($categoryId: ID) {
  threads(first: 20, categoryId: $categoryId) {
    nodes {
      id title excerpt postCount viewCount createdAt lastPostedAt
      author { id nickname avatarUrl }
      category { id name }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

/** A reply. */
export const REPLY = `mutation Reply($input: ReplyToThreadInput!) {
  replyToThread(input: $input) { id number bodyHtml createdAt author { id nickname } }
}`;

/** A page of found threads or replies. */
export const SEARCH = `query Search($query: String!, $kind: SearchKind!) {
  search(query: $query, kind: $kind, first: 20) {
    nodes { kind snippet thread { id title } post { id number } }
    pageInfo { hasNextPage endCursor }
  }
}`;

/** What is unread, as every open window asks once a minute. */
export const UNREAD = `query UnreadCounts {
  unreadCounts { total dialogMessage account financial thread }
}`;

/** A GraphQL request for the load generator. */
export function graphql(query, variables, headers = {}) {
  return { path: "/graphql", headers, body: JSON.stringify({ query, variables }) };
}
