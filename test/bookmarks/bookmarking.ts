import type { Person } from "../support/person.ts";
import type { Seen } from "../threads/content.ts";

/** Documents of bookmarks, and short ways that their stories share. */
const BOOKMARK = "id note remindAt folder { id name } thread { id title favoriteCount viewerHasFavorited }";
const SET = `mutation ($input: SetBookmarkInput!) { setBookmark(input: $input) { ${BOOKMARK} } }`;
const REMOVE = `mutation ($id: ID!) { removeBookmark(threadId: $id) { ${BOOKMARK} } }`;
const LIST = `query ($filter: BookmarkFilter, $first: Int! = 20, $after: String) {
  bookmarks(filter: $filter, first: $first, after: $after) { nodes { ${BOOKMARK} } pageInfo { hasNextPage endCursor } } }`;
const FOLDERS = "{ bookmarkFolders { id name bookmarkCount } }";
const CREATE = `mutation ($name: String!) { createBookmarkFolder(name: $name) { id name bookmarkCount } }`;

const HOUR_MS = 3_600_000;

/** A time so many hours from now. */
export const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();

/** Bookmarks a thread, or changes its bookmark. */
export async function mark(person: Person, threadId: string, input: object = {}): Promise<Seen> {
  return (await person.graphql(SET, { input: { threadId, ...input } })).setBookmark;
}

/** Removes a bookmark. */
export async function unmark(person: Person, id: string): Promise<Seen> {
  return (await person.graphql(REMOVE, { id })).removeBookmark;
}

/** A page of the bookmarks of somebody. */
export async function bookmarksOf(person: Person, filter?: object, page: object = {}): Promise<Seen> {
  return (await person.graphql(LIST, { filter, ...page })).bookmarks;
}

/** The folders of somebody. */
export async function foldersOf(person: Person): Promise<Seen> {
  return (await person.graphql(FOLDERS)).bookmarkFolders;
}

/** Adds a folder. @returns its id */
export async function addFolder(person: Person, name: string): Promise<string> {
  return (await person.graphql(CREATE, { name })).createBookmarkFolder.id as string;
}
