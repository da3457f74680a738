import { parse } from "graphql";

const USER = "id nickname avatarUrl";
const FILE = "{ fileName isImage url }";
const FILES = `attachments ${FILE}`;
const POST = `id number bodyHtml createdAt isDeleted likeCount author { ${USER} } replyTo { id nickname } ${FILES}`;

/** The site, and its categories. */
export const SITE = parse(`{
  site { name introduction closed canViewThreads }
  categories { id name description threadCount children { id name description threadCount } }
}`);

/** A page of threads, newest first. */
export const THREADS = parse(`query ($categoryId: ID, $authorId: ID, $after: String) {
  threads(first: 100, sort: NEWEST, categoryId: $categoryId, after: $after, filter: { authorId: $authorId }) {
    nodes { id title createdAt postCount isSticky isEssence author { ${USER} } category { name } }
    pageInfo { hasNextPage endCursor }
  }
}`);

/** The length of a thread; null where visitors do not read it. */
export const LENGTH = parse(`query ($id: ID!) { thread(id: $id, isRepeated: true) { id lastNumber } }`);

/** A thread. */
export const THREAD = parse(`query ($id: ID!) {
  thread(id: $id, isRepeated: true) {
    id title bodyHtml createdAt postCount likeCount lastNumber viewerReadsAll
    author { ${USER} } category { id name } images ${FILE} ${FILES}
  }
}`);

/** A page of the replies of a thread. */
export const POSTS = parse(`query ($id: ID!, $from: Int!) {
  thread(id: $id, isRepeated: true) {
    posts(first: 100, fromNumber: $from) { nodes { ${POST} commentCount firstComments { ${POST} } } }
  }
}`);

/** A page of the comments on a reply. */
export const COMMENTS = parse(`query ($id: ID!, $after: String) {
  post(id: $id) { comments(first: 100, after: $after) { nodes { ${POST} } pageInfo { hasNextPage endCursor } } }
}`);

/** A member. */
export const MEMBER = parse(`query ($id: ID!) {
  user(id: $id) { ${USER} signature createdAt threadCount postCount likedCount group { name } }
}`);

/** A member as pages name them. */
export interface UserRow {
  readonly id: string;
  readonly nickname: string;
  readonly avatarUrl: string | null;
}
/** A file of a text. */
export interface FileRow {
  readonly fileName: string;
  readonly isImage: boolean;
  readonly url: string;
}
/** A category with those within it. */
export interface CategoryRow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly threadCount: number;
  readonly children?: readonly CategoryRow[];
}
/** A thread in a list. */
export interface ThreadRow {
  readonly id: string;
  readonly title: string;
  readonly createdAt: string | Date;
  readonly postCount: number;
  readonly isSticky: boolean;
  readonly isEssence: boolean;
  readonly author: UserRow | null;
  readonly category: { readonly name: string };
}
/** A text with who wrote it. */
export interface TextRow {
  readonly id: string;
  readonly bodyHtml: string;
  readonly createdAt: string | Date;
  readonly likeCount: number;
  readonly author: UserRow | null;
  /** Pictures of a thread. */
  readonly images?: readonly FileRow[];
  /** Other files of a thread, all of a reply. */
  readonly attachments: readonly FileRow[];
}
/** A thread with its text. */
export interface ThreadText extends TextRow {
  readonly title: string;
  readonly postCount: number;
  readonly lastNumber: number;
  readonly viewerReadsAll: boolean;
  readonly category: { readonly id: string; readonly name: string };
}
/** A reply, or a comment on one. */
export interface PostRow extends TextRow {
  readonly number: number | null;
  readonly isDeleted: boolean;
  readonly replyTo: { readonly id: string; readonly nickname: string } | null;
  readonly commentCount?: number;
  readonly firstComments?: readonly PostRow[];
}
/** A member with their profile. */
export interface MemberRow extends UserRow {
  readonly signature: string;
  readonly createdAt: string | Date;
  readonly threadCount: number;
  readonly postCount: number;
  readonly likedCount: number;
  readonly group: { readonly name: string };
}
/** A page of a list. */
export interface Page<T> {
  readonly nodes: readonly T[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}
