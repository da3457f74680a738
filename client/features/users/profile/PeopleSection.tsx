import type { ReactNode } from "react";
import { useSearchParams } from "react-router-dom";
import { ask, type Ask } from "../../../apollo/answers.ts";
import { graphql } from "../../../gql/gql.ts";
import {
  BlockedPeopleDocument,
  RelatedPeopleDocument,
  type UserConnectionKind,
} from "../../../gql/graphql.ts";
import { useBlockedPeopleQuery, useRelatedPeopleQuery } from "../../../gql/hooks.ts";
import { LoadMore } from "../../../ui/LoadMore.tsx";
import { QueryView } from "../../../ui/QueryView.tsx";
import { nextHref, PAGE_SIZE } from "./ThreadsSection.tsx";
import { UserRow } from "../UserRow.tsx";

graphql(`
  query RelatedPeople($userId: ID!, $kind: UserConnectionKind!, $first: Int!, $after: String) {
    user(id: $userId) {
      id
      relations(kind: $kind, first: $first, after: $after) {
        nodes {
          id
          ...UserRow_user
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);
graphql(`
  query BlockedPeople($first: Int!, $after: String) {
    blockedUsers(first: $first, after: $after) {
      nodes {
        id
        ...UserRow_user
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

interface RelatedProps {
  userId: string;
  kind: UserConnectionKind;
  empty: ReactNode;
}

function pageOf(search: URLSearchParams) {
  return { first: PAGE_SIZE, after: search.get("after") };
}

/** The query of `RelatedPeople`, for the server. */
export function relatedAsk(userId: string, kind: UserConnectionKind, search: URLSearchParams): Ask {
  return ask(RelatedPeopleDocument, { userId, kind, ...pageOf(search) });
}

/** Lists the members that a member follows, or those who follow them. */
export function RelatedPeople({ userId, kind, empty }: RelatedProps) {
  const [search] = useSearchParams();
  const variables = { userId, kind, ...pageOf(search) };
  const query = useRelatedPeopleQuery({ variables });
  return (
    <QueryView query={query}>
      {({ user }) => {
        const { nodes } = user.relations;
        if (nodes.length === 0) return empty;
        return (
          <>
            <ul>
              {nodes.map((person) => (
                <UserRow key={person.id} user={person} />
              ))}
            </ul>
            <LoadMore query={query} of="user.relations" href={(after) => nextHref(search, after)} />
          </>
        );
      }}
    </QueryView>
  );
}

/** The query of `BlockedPeople`, for the server. */
export function blockedAsk(search: URLSearchParams): Ask {
  return ask(BlockedPeopleDocument, pageOf(search));
}

/** Lists the members that the viewer blocks. */
export function BlockedPeople({ empty }: { empty: ReactNode }) {
  const [search] = useSearchParams();
  const variables = pageOf(search);
  const query = useBlockedPeopleQuery({ variables });
  return (
    <QueryView query={query}>
      {({ blockedUsers: { nodes } }) => {
        if (nodes.length === 0) return empty;
        return (
          <>
            <ul>
              {nodes.map((person) => (
                <UserRow key={person.id} user={person} withBlock />
              ))}
            </ul>
            <LoadMore query={query} of="blockedUsers" href={(after) => nextHref(search, after)} />
          </>
        );
      }}
    </QueryView>
  );
}
