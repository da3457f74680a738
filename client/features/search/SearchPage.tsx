import { useEffect } from "react";
import { Navigate, useSearchParams } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { skipToken } from "../../apollo/bind.ts";
import { errorOf } from "../../apollo/errors.ts";
import { graphql } from "../../gql/gql.ts";
import { SearchPageDocument, SearchPartsDocument } from "../../gql/graphql.ts";
import { useMySavedSearchesQuery, useSearchPageQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Frame } from "../../layout/Frame.tsx";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { usePage } from "../../platform/page.ts";
import { useViewer } from "../../session/useViewer.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { SaveSearch } from "./saved/SaveSearch.tsx";
import { savedAsk, savedPlace, savedPlaceIn } from "./saved/savedSearches.ts";
import { rememberSearch } from "./recentSearches.ts";
import { hasOperators, KINDS, readSearchView, searchHref, searchVariables } from "./searchAddress.ts";
import { SearchFilters } from "./SearchFilters.tsx";
import { SearchForm } from "./SearchForm.tsx";
import { SearchHelp } from "./SearchHelp.tsx";
import { SearchParts } from "./SearchParts.tsx";
import { useHitCounts } from "./useHitCounts.ts";
import { SearchHit } from "./SearchHit.tsx";
import classes from "./SearchPage.module.css";
import { SearchStart, searchStartAsk } from "./SearchStart.tsx";
import { searchTexts } from "./search.texts.ts";

graphql(`
  query SearchPage(
    $query: String!
    $kind: SearchKind!
    $first: Int!
    $after: String
    $sort: SearchSort!
    $filter: SearchFilter
  ) {
    categories {
      id
      name
      children {
        id
        name
      }
    }
    search(query: $query, kind: $kind, first: $first, after: $after, sort: $sort, filter: $filter) {
      edges {
        cursor
        node {
          ...SearchHit_hit
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

/** Name of an address's part that names a saved search instead of words: notifications lead there. */
const SAVED = "saved";

/** `/search`: the results of a search, of a saved one by its id, or what there is before one. */
function SearchPage() {
  const [search] = useSearchParams();
  const { viewer } = useViewer();
  const saved = search.get(SAVED);
  return viewer && saved !== null ? <SavedSearch id={saved} /> : <Results />;
}

/** Leads to the results of a saved search; to the start if it is gone. */
function SavedSearch({ id }: { id: string }) {
  const query = useMySavedSearchesQuery();
  return (
    <Frame narrow>
      <QueryView query={query}>{(data) => <Navigate to={savedPlace(data, id)} replace />}</QueryView>
    </Frame>
  );
}

/** `/search?keyword=`: threads, replies or members, with what was found marked. */
function Results() {
  const [search] = useSearchParams();
  const { viewer } = useViewer();
  const view = readSearchView(search);
  const { now, platform } = usePage();
  const variables = searchVariables(view, now);
  const query = useSearchPageQuery(view.keyword ? { variables } : skipToken);
  const t = useTexts(searchTexts);
  const counts = useHitCounts(view.keyword, variables.filter);
  useEffect(() => rememberSearch(view.keyword), [view.keyword]);
  const names: Readonly<Record<string, string>> = {
    threads: t.threads,
    replies: t.replies,
    topics: t.topics,
    members: t.members,
  };
  const tabs = Object.keys(KINDS).map((key) => ({
    key,
    label: names[key]!,
    to: searchHref({ ...view, tab: key, after: null }),
    count: counts?.[key as keyof typeof counts] as number | undefined,
  }));
  const failure = query.error ? errorOf(query.error) : null;
  const isNarrowed = view.tab === "threads" || view.tab === "replies";

  return (
    <Frame narrow>
      <PageHead title={view.keyword ? t.titleFor(view.keyword) : t.title} noIndex />
      <h1 className="visually-hidden">{view.keyword ? t.titleFor(view.keyword) : t.title}</h1>
      {platform === "h5" && <SearchForm key={view.keyword} view={view} />}
      {view.keyword === "" ? (
        <SearchStart />
      ) : (
        <div>
          <Tabs tabs={tabs} current={view.tab} label={t.kinds} />
          <SearchHelp>{viewer && <SaveSearch view={view} />}</SearchHelp>
          {hasOperators(view.keyword) && <SearchParts view={view} />}
          {failure?.field === "query" ? (
            <p className={classes.refusal} role="alert">
              {failure.message}
            </p>
          ) : (
            <QueryView query={query}>
              {({ search: found, categories }) => (
                <>
                  {isNarrowed && <SearchFilters view={view} categories={categories} />}
                  {found.edges.length === 0 && !found.pageInfo.hasNextPage ? (
                    <EmptyState
                      title={t.emptyTitle}
                      text={t.emptyHint}
                      action={<Button to="/thread/post">{t.publishInstead}</Button>}
                    />
                  ) : (
                    <section className={`card ${classes.hits}`} aria-label={names[view.tab]}>
                      {found.edges.map(({ cursor, node }) => (
                        <SearchHit key={cursor} hit={node} keyword={view.keyword} />
                      ))}
                      <LoadMore query={query} of="search" href={(after) => searchHref({ ...view, after })} />
                    </section>
                  )}
                </>
              )}
            </QueryView>
          )}
        </div>
      )}
    </Frame>
  );
}

/** `/search` for the table of addresses. */
export const searchPage = definePage({
  Component: SearchPage,
  queries({ search, now, viewerId }) {
    const own = viewerId === null ? [] : [savedAsk];
    if (viewerId !== null && search.has(SAVED)) return own;
    const view = readSearchView(search);
    if (!view.keyword) return [searchStartAsk, ...own];
    const hits = ask(SearchPageDocument, searchVariables(view, now));
    const parts = hasOperators(view.keyword) ? [ask(SearchPartsDocument, { query: view.keyword })] : [];
    return [hits, ...parts, ...own];
  },
  instead: import.meta.env.SSR
    ? ({ search }, answers) => savedPlaceIn(answers, search.get(SAVED))
    : undefined,
});
