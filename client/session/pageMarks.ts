import type { ApolloClient } from "@apollo/client";
import { changesSent } from "../apollo/httpLink.ts";
import { graphql } from "../gql/gql.ts";
import { PageMarksDocument } from "../gql/graphql.ts";
import type { MarkedIds } from "./personalFields.ts";

graphql(`
  query PageMarks($threadIds: [ID!]!, $postIds: [ID!]!, $categoryIds: [ID!]!) {
    viewer {
      id
      nickname
      avatarUrl
      status
      silence {
        message
      }
      isNew
      listDensity
    }
    pageMarks(threadIds: $threadIds, postIds: $postIds, categoryIds: $categoryIds) {
      threads {
        id
        viewerHasLiked
        viewerReaction
        viewerHasFavorited
        viewerWatchLevel
        viewerLastReadNumber
        viewerUnreadCount
        viewerCanEdit
        viewerCanAcceptAnswer
        viewerCanDelete
      }
      posts {
        id
        viewerHasLiked
        viewerReaction
        viewerCanEdit
        viewerCanDelete
      }
      categories {
        id
        viewerWatchLevel
      }
    }
  }
`);

/** The question is asked again after this, then after twice as long each time, in milliseconds. */
const RETRY_FIRST_MS = 2_000;
const RETRY_MAX_MS = 60_000;

/**
 * Asks what of a shared page is the member's own, and shows it once the page has been taken over. Until then the page
 * stands as it is for all with the same permissions; if the line is cut, the question is asked again until it is
 * answered. An answer that a change may have overtaken is not used.
 * @param takenOver resolves when the page has been taken over
 */
export async function bringMarks(
  client: ApolloClient,
  variables: MarkedIds,
  takenOver: Promise<void>,
): Promise<void> {
  for (let waitMs = RETRY_FIRST_MS; ;) {
    const changes = changesSent();
    const data = await client.query({ query: PageMarksDocument, variables, fetchPolicy: "no-cache" }).then(
      (answer) => answer.data,
      () => undefined,
    );
    await takenOver;
    if (!data) {
      await online(waitMs);
      waitMs = Math.min(RETRY_MAX_MS, waitMs * 2);
    } else if (changes === changesSent()) {
      client.writeQuery({ query: PageMarksDocument, variables, data });
      return;
    }
  }
}

/** Waits for a time, or for the line to come back. */
function online(waitMs: number): Promise<void> {
  return new Promise((done) => {
    const end = (): void => {
      clearTimeout(timer);
      removeEventListener("online", end);
      done();
    };
    const timer = setTimeout(end, waitMs);
    addEventListener("online", end);
  });
}
