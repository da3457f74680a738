import { useSearchParams } from "react-router-dom";
import type { ReactNode } from "react";
import { ask, type Ask } from "../../../apollo/answers.ts";
import { graphql } from "../../../gql/gql.ts";
import { ProfileThreadsDocument, type ThreadFilter } from "../../../gql/graphql.ts";
import { useProfileThreadsQuery } from "../../../gql/hooks.ts";
import { LoadMore } from "../../../ui/LoadMore.tsx";
import { QueryView } from "../../../ui/QueryView.tsx";
import { ThreadList } from "../../threads/list/ThreadList.tsx";

graphql(`
  query ProfileThreads($filter: ThreadFilter!, $first: Int!, $after: String) {
    threads(filter: $filter, sort: NEWEST, first: $first, after: $after) {
      nodes {
        id
        ...ThreadCard_thread
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

/** Rows of one page of a list. */
export const PAGE_SIZE = 20;

function variablesOf(filter: ThreadFilter, search: URLSearchParams) {
  return { filter, first: PAGE_SIZE, after: search.get("after") };
}

/** The query of the section, for the server. */
export function threadsAsk(filter: ThreadFilter, search: URLSearchParams): Ask {
  return ask(ProfileThreadsDocument, variablesOf(filter, search));
}

/** The address of the next page of a list, for readers without scripts. */
export function nextHref(search: URLSearchParams, after: string): string {
  const next = new URLSearchParams(search);
  next.set("after", after);
  return `?${next.toString()}`;
}

interface Props {
  filter: ThreadFilter;
  label: string;
  empty: ReactNode;
}

/** Threads of a profile: written, kept or liked. */
export function ThreadsSection({ filter, label, empty }: Props) {
  const [search] = useSearchParams();
  const variables = variablesOf(filter, search);
  const query = useProfileThreadsQuery({ variables });
  return (
    <QueryView query={query}>
      {({ threads: { nodes } }) =>
        nodes.length === 0 ? (
          empty
        ) : (
          <>
            <h2 className="visually-hidden">{label}</h2>
            <ThreadList
              threads={nodes}
              label={label}
              more={<LoadMore query={query} of="threads" href={(after) => nextHref(search, after)} />}
            />
          </>
        )
      }
    </QueryView>
  );
}
