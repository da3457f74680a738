import type { Row } from "./matrix.ts";
import type { Role, Scene } from "./scene.ts";

const LOGIN = { guest: "LOGIN_REQUIRED" } as const;
const thread = (scene: Scene): object => ({ id: scene.threadId });

/** One outcome for everybody who is signed in. */
function ofMembers(code: string): Partial<Record<Role, string>> {
  return { limited: code, member: code, author: code, moderator: code, admin: code };
}

/** Queries of one's own bookmarks. */
export const BOOKMARK_QUERIES: Readonly<Record<string, Row>> = {
  bookmarks: { document: `{ bookmarks { nodes { id note thread { title } } } }`, refused: LOGIN },
  bookmark: {
    document: `query ($id: ID!) { bookmark(threadId: $id) { note } }`,
    variables: thread,
    refused: LOGIN,
  },
  bookmarkFolders: { document: `{ bookmarkFolders { id name bookmarkCount } }`, refused: LOGIN },
};

/** Mutations of one's own bookmarks. */
export const BOOKMARK_MUTATIONS: Readonly<Record<string, Row>> = {
  setThreadFavorite: {
    document: `mutation ($id: ID!) { setThreadFavorite(threadId: $id, favorite: true) { id } }`,
    variables: thread,
    refused: { ...LOGIN, limited: "FORBIDDEN" },
  },
  setBookmark: {
    document: `mutation ($id: ID!) { setBookmark(input: {threadId: $id, note: "Mine"}) { id } }`,
    variables: thread,
    refused: { ...LOGIN, limited: "FORBIDDEN" },
  },
  removeBookmark: {
    document: `mutation ($id: ID!) { removeBookmark(threadId: $id) { note } }`,
    variables: thread,
    refused: LOGIN,
  },
  createBookmarkFolder: {
    document: `mutation { createBookmarkFolder(name: "Mine") { id } }`,
    refused: LOGIN,
  },
  renameBookmarkFolder: {
    document: `mutation { renameBookmarkFolder(folderId: 999999, name: "Mine") { id } }`,
    refused: { ...ofMembers("NOT_FOUND"), ...LOGIN },
  },
  deleteBookmarkFolder: {
    document: `mutation { deleteBookmarkFolder(folderId: 999999) }`,
    refused: LOGIN,
  },
  orderBookmarkFolders: {
    document: `mutation { orderBookmarkFolders(folderIds: [999999]) { id } }`,
    refused: { ...ofMembers("INVALID_PARAMETER"), ...LOGIN },
  },
};
