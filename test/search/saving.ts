import type { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import type { Seen } from "../threads/content.ts";

/** Documents of saved searches, and short ways that their stories share. */
const SAVED = `id name query withinDays notifies newThreadCount newReplyCount newCount isBroken createdAt
  filter { categoryId authorId titleOnly hasPicture phrases without writtenFrom writtenBefore }`;
const SAVE = `mutation ($input: SaveSearchInput!) { saveSearch(input: $input) { ${SAVED} } }`;
const UPDATE = `mutation ($input: UpdateSavedSearchInput!) { updateSavedSearch(input: $input) { ${SAVED} } }`;

/** Saves a search. */
export async function save(person: Person, query: string, more: object = {}): Promise<Seen> {
  return (await person.graphql(SAVE, { input: { query, ...more } })).saveSearch;
}

/** Changes a saved search. */
export async function change(person: Person, id: string, changes: object): Promise<Seen> {
  return (await person.graphql(UPDATE, { input: { id, ...changes } })).updateSavedSearch;
}

/** The saved searches of somebody, newest first. */
export async function savedOf(person: Person): Promise<Seen[]> {
  return (await person.graphql(`{ mySavedSearches { ${SAVED} } }`)).mySavedSearches;
}

/** Opens a saved search, so that nothing is new in it. */
export async function open(person: Person, id: string): Promise<Seen> {
  return (await person.graphql(`mutation ($id: ID!) { openSavedSearch(id: $id) { ${SAVED} } }`, { id }))
    .openSavedSearch;
}

/** Deletes a saved search. */
export function drop(person: Person, id: string): Promise<Seen> {
  return person.graphql(`mutation ($id: ID!) { deleteSavedSearch(id: $id) }`, { id });
}

/** Indexes what was written, lets the time of every check come, and checks. */
export async function check(forum: Forum): Promise<void> {
  await forum.searchable();
  await forum.write((ctx) =>
    ctx.db.query(
      "UPDATE saved_searches SET nextCheckAt = '2020-01-01 08:00:00.000', checkedAt = '2020-01-01 08:00:00.000'",
    ),
  );
  await forum.app.clock.runAll(["checkSavedSearches"]);
}

/** A notification of a saved search. */
export interface Found {
  readonly id: string;
  readonly text: string;
  readonly isRead: boolean;
  readonly why: string;
  readonly topic: string;
  readonly savedSearchId: string;
}

/** The notifications of somebody about saved searches, newest first. */
export async function foundOf(forum: Forum, person: Person): Promise<Found[]> {
  await forum.delivered();
  const document = `{ notifications(first: 50) { nodes { id kind text isRead why topic savedSearchId } } }`;
  const { nodes } = (await person.graphql(document)).notifications;
  return (nodes as (Found & { kind: string })[]).filter(({ kind }) => kind === "search.found");
}
