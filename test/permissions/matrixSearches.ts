import type { Row } from "./matrix.ts";
import type { Role } from "./scene.ts";

const LOGIN = { guest: "LOGIN_REQUIRED" } as const;
const NOT_FOUND: Partial<Record<Role, string>> = {
  ...LOGIN,
  limited: "NOT_FOUND",
  member: "NOT_FOUND",
  author: "NOT_FOUND",
  moderator: "NOT_FOUND",
  admin: "NOT_FOUND",
};

/** Searches, and the list of one's own saved ones. */
export const SEARCH_QUERIES: Readonly<Record<string, Row>> = {
  search: { document: `{ search(query: "Canary") { nodes { snippet } } }` },
  searchCounts: { document: `{ searchCounts(query: "Canary") { threads replies members topics } }` },
  searchParts: { document: `{ searchParts(query: "author:Canary") { operator value isKnown rest } }` },
  mySavedSearches: {
    document: `{ mySavedSearches { id name query newCount filter { titleOnly } } }`,
    refused: LOGIN,
  },
};

/** Mutations of one's own saved searches; nobody has the named one. */
export const SEARCH_MUTATIONS: Readonly<Record<string, Row>> = {
  saveSearch: { document: `mutation { saveSearch(input: {query: "tea"}) { id } }`, refused: LOGIN },
  updateSavedSearch: {
    document: `mutation { updateSavedSearch(input: {id: 999999, name: "Tea"}) { id } }`,
    refused: NOT_FOUND,
  },
  deleteSavedSearch: { document: `mutation { deleteSavedSearch(id: 999999) }`, refused: NOT_FOUND },
  openSavedSearch: { document: `mutation { openSavedSearch(id: 999999) { id } }`, refused: NOT_FOUND },
};
