import { type Answer, ask, type Ask } from "../../../apollo/answers.ts";
import { graphql } from "../../../gql/gql.ts";
import {
  MySavedSearchesDocument,
  type MySavedSearchesQuery,
  type SaveSearchInput,
} from "../../../gql/graphql.ts";
import { searchFilter, searchHref, type SearchView, spanDays, SPANS } from "../searchAddress.ts";

graphql(`
  query MySavedSearches {
    mySavedSearches {
      id
      name
      query
      withinDays
      notifies
      newThreadCount
      newReplyCount
      newCount
      isBroken
      createdAt
      filter {
        categoryId
        authorId
        threadId
        writtenFrom
        writtenBefore
        titleOnly
        hasPicture
        hasFile
        hasPoll
        isPaid
        hasBounty
        hasRedPacket
        solved
        phrases
        without
      }
    }
  }
`);
graphql(`
  mutation SaveSearch($input: SaveSearchInput!) {
    saveSearch(input: $input) {
      id
      name
      notifies
    }
  }
`);
graphql(`
  mutation UpdateSavedSearch($input: UpdateSavedSearchInput!) {
    updateSavedSearch(input: $input) {
      id
      name
      notifies
    }
  }
`);
graphql(`
  mutation DeleteSavedSearch($id: ID!) {
    deleteSavedSearch(id: $id)
  }
`);
graphql(`
  mutation OpenSavedSearch($id: ID!) {
    openSavedSearch(id: $id) {
      id
      newThreadCount
      newReplyCount
      newCount
    }
  }
`);

/** A saved search of the viewer. */
export type Saved = MySavedSearchesQuery["mySavedSearches"][number];

/** Longest name of a saved search, in characters. */
export const SAVED_NAME_MAX = 100;
/** Address of the viewer's list. */
export const SAVED_LIST = "/my?tab=searches";

/** The query of the viewer's saved searches, for the server. */
export const savedAsk: Ask = ask(MySavedSearchesDocument, {});

/** Writes what only programs save, and the page has no switch for, as operators in the text. */
function wordsOf({ query, filter }: Saved): string {
  const { phrases, without, hasFile, hasPoll, isPaid, hasBounty, hasRedPacket } = filter;
  const quoted = (phrase: string): string => `"${phrase.replaceAll('"', " ").trim()}"`;
  const marks = { file: hasFile, poll: hasPoll, paid: isPaid, bounty: hasBounty, redpacket: hasRedPacket };
  return [
    query,
    ...(phrases ?? []).map(quoted),
    ...(without ?? []).map((phrase) => `-${quoted(phrase)}`),
    ...Object.entries(marks).flatMap(([mark, isWanted]) => (isWanted === true ? [`has:${mark}`] : [])),
  ]
    .filter(Boolean)
    .join(" ");
}

/** Gives the search of a saved one as addresses have it: the newest first, where there is something new. */
function viewOf(saved: Saved): SearchView {
  const { filter, withinDays, newThreadCount, newReplyCount } = saved;
  const { categoryId, authorId, threadId, writtenFrom, writtenBefore, titleOnly, hasPicture, solved } =
    filter;
  const span = Object.keys(SPANS).find((name) => SPANS[name] === withinDays);
  return {
    keyword: wordsOf(saved),
    tab: newThreadCount === 0 && newReplyCount > 0 ? "replies" : "threads",
    after: null,
    isNewest: true,
    categoryId,
    authorId,
    threadId,
    span: span ?? (withinDays ? String(withinDays) : null),
    writtenFrom: writtenFrom ?? null,
    writtenBefore: writtenBefore ?? null,
    titleOnly: titleOnly === true,
    hasPicture: hasPicture === true,
    isSolved: solved === true,
  };
}

/** Address of the results of a saved search. */
export function savedHref(saved: Saved): string {
  return searchHref(viewOf(saved));
}

/** Address of the results of a saved search; that of the start page of search if it is gone. */
export function savedPlace({ mySavedSearches }: MySavedSearchesQuery, id: string): string {
  const saved = mySavedSearches.find((each) => each.id === id);
  return saved ? savedHref(saved) : "/search";
}

/** Reads the same from the answers to the queries of a page; null without one. */
export function savedPlaceIn(answers: readonly Answer[], id: string | null): string | null {
  const answer = answers.find(({ name }) => name === "MySavedSearches");
  return id !== null && answer?.data ? savedPlace(answer.data as MySavedSearchesQuery, id) : null;
}

/** Finds the saved search that a page shows, in whatever order and tab. */
export function savedOf(list: readonly Saved[], view: SearchView): Saved | undefined {
  const plain = (each: SearchView) => searchHref({ ...each, tab: "threads", isNewest: false, after: null });
  return list.find((saved) => plain(viewOf(saved)) === plain(view));
}

/** Gives what the server stores of the search of a page. */
export function saveInputOf(view: SearchView): Pick<SaveSearchInput, "query" | "filter" | "withinDays"> {
  const filter = searchFilter({ ...view, span: null }, 0);
  return { query: view.keyword, filter, withinDays: spanDays(view.span ?? "") };
}
