import { type FormEvent, useRef } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { skipToken } from "../../apollo/bind.ts";
import { graphql } from "../../gql/gql.ts";
import { SearchPageDocument, type SearchKind, type SearchPageQuery } from "../../gql/graphql.ts";
import { useSearchPageQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Frame } from "../../layout/Frame.tsx";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { MoreLink } from "../threads/MoreLink.tsx";
import { SearchHit } from "./SearchHit.tsx";
import classes from "./SearchPage.module.css";
import { searchTexts } from "./search.texts.ts";

/** Hits on a page. */
const HITS_PER_PAGE = 20;
/** Longest text that is searched for, in characters. */
const KEYWORD_MAX = 100;

graphql(`
  query SearchPage($query: String!, $kind: SearchKind!, $first: Int!, $after: String) {
    search(query: $query, kind: $kind, first: $first, after: $after) {
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

const KINDS: Readonly<Record<string, SearchKind>> = { threads: "THREAD", replies: "POST", members: "USER" };

interface SearchView {
  keyword: string;
  /** Name of the tab: threads, replies, members. */
  tab: string;
  after: string | null;
}

function readSearchView(search: URLSearchParams): SearchView {
  const tab = search.get("kind") ?? "";
  const keyword = (search.get("keyword") ?? "").trim().slice(0, KEYWORD_MAX);
  return { keyword, tab: tab in KINDS ? tab : "threads", after: search.get("after") };
}

function searchVariables({ keyword, tab, after }: SearchView) {
  return { query: keyword, kind: KINDS[tab]!, first: HITS_PER_PAGE, after };
}

function searchHref({ keyword, tab, after }: SearchView): string {
  const search = new URLSearchParams({ keyword });
  if (tab !== "threads") search.set("kind", tab);
  if (after) search.set("after", after);
  return `/search?${search}`;
}

/** `/search?keyword=`: threads, replies or members, with what was found marked. */
function SearchPage() {
  const [search] = useSearchParams();
  const view = readSearchView(search);
  const variables = searchVariables(view);
  const query = useSearchPageQuery(view.keyword ? { variables } : skipToken);
  const t = useTexts(searchTexts);
  const names: Readonly<Record<string, string>> = {
    threads: t.threads,
    replies: t.replies,
    members: t.members,
  };
  const tabs = Object.keys(KINDS).map((key) => ({
    key,
    label: names[key]!,
    to: searchHref({ ...view, tab: key, after: null }),
  }));

  return (
    <Frame narrow>
      <PageHead title={view.keyword ? t.titleFor(view.keyword) : t.title} noIndex />
      <h1 className="visually-hidden">{view.keyword ? t.titleFor(view.keyword) : t.title}</h1>
      <SearchForm key={view.keyword} view={view} />
      {view.keyword === "" ? (
        <EmptyState title={t.askTitle} text={t.askHint} />
      ) : (
        <div>
          <Tabs tabs={tabs} current={view.tab} label={t.kinds} />
          <QueryView query={query}>
            {({ search: found }) =>
              found.edges.length === 0 ? (
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
                  {found.pageInfo.hasNextPage && (
                    <MoreLink
                      href={searchHref({ ...view, after: found.pageInfo.endCursor ?? null })}
                      onMore={() =>
                        query.fetchMore({
                          variables: { ...variables, after: found.pageInfo.endCursor },
                          updateQuery: (before, { fetchMoreResult }) => appended(before, fetchMoreResult),
                        })
                      }
                    />
                  )}
                </section>
              )
            }
          </QueryView>
        </div>
      )}
    </Frame>
  );
}

function appended(before: SearchPageQuery, next: SearchPageQuery): SearchPageQuery {
  return { ...before, search: { ...next.search, edges: [...before.search.edges, ...next.search.edges] } };
}

/** The field of the page itself: the header's is small on phones. A plain form, so that it works without scripts. */
function SearchForm({ view }: { view: SearchView }) {
  const t = useTexts(searchTexts);
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  function submit(event: FormEvent): void {
    event.preventDefault();
    const keyword = input.current?.value.trim() ?? "";
    if (keyword) void navigate(searchHref({ ...view, keyword, after: null }));
  }
  return (
    <form className={classes.form} role="search" action="/search" method="get" onSubmit={submit}>
      <input
        ref={input}
        type="search"
        name="keyword"
        defaultValue={view.keyword}
        maxLength={KEYWORD_MAX}
        placeholder={t.placeholder}
        aria-label={t.placeholder}
        enterKeyHint="search"
      />
      {view.tab !== "threads" && <input type="hidden" name="kind" value={view.tab} />}
      <Button type="submit" variant="primary">
        {t.search}
      </Button>
    </form>
  );
}

/** `/search` for the table of addresses. */
export const searchPage = definePage({
  Component: SearchPage,
  queries({ search }) {
    const view = readSearchView(search);
    return view.keyword ? [ask(SearchPageDocument, searchVariables(view))] : [];
  },
});
