import { type FormEvent, useRef } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { TopicsPageDocument, type TopicSort } from "../../gql/graphql.ts";
import { useTopicsPageQuery } from "../../gql/hooks.ts";
import { useLocale, useTexts } from "../../i18n/texts.ts";
import { Frame } from "../../layout/Frame.tsx";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Link } from "../../ui/Link.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { compactCount } from "../../i18n/compactCount.ts";
import { recommendedFirst } from "./recommendedFirst.ts";
import classes from "./TopicsPage.module.css";
import { topicTexts } from "./topics.texts.ts";

/** Topics on a page. */
const TOPICS_PER_PAGE = 30;
/** Recommended topics that stand before all others. */
const RECOMMENDED_MAX = 12;
/** Longest part of a name that is searched for, in characters. */
const QUERY_MAX = 20;

graphql(`
  query TopicsPage(
    $query: String
    $sort: TopicSort!
    $first: Int!
    $after: String
    $withRecommended: Boolean!
    $recommended: Int!
  ) {
    recommended: topics(recommended: true, first: $recommended) @include(if: $withRecommended) {
      nodes {
        id
        name
        threadCount
        viewCount
      }
    }
    topics(query: $query, sort: $sort, first: $first, after: $after) {
      nodes {
        id
        name
        threadCount
        viewCount
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

interface TopicsView {
  query: string;
  sort: TopicSort;
  after: string | null;
}

function readTopicsView(search: URLSearchParams): TopicsView {
  return {
    query: (search.get("q") ?? "").trim().replace(/^#|#$/g, "").slice(0, QUERY_MAX),
    sort: search.get("sort") === "newest" ? "NEWEST" : "HOT",
    after: search.get("after"),
  };
}

function topicsVariables({ query, sort, after }: TopicsView) {
  // Who searches, or asks for what is new or for a later page, finds topics in their own order.
  const withRecommended = query === "" && sort === "HOT" && after === null;
  return { query, sort, first: TOPICS_PER_PAGE, after, withRecommended, recommended: RECOMMENDED_MAX };
}

function topicsHref({ query, sort, after }: TopicsView): string {
  const search = new URLSearchParams();
  if (query) search.set("q", query);
  if (sort === "NEWEST") search.set("sort", "newest");
  if (after) search.set("after", after);
  return search.size > 0 ? `/topic?${search}` : "/topic";
}

/** `/topic` — all topics, hottest or newest first, and a way to find one. */
function TopicsPage() {
  const [search] = useSearchParams();
  const view = readTopicsView(search);
  const variables = topicsVariables(view);
  const query = useTopicsPageQuery({ variables });
  const t = useTexts(topicTexts);
  const locale = useLocale();
  const to = (sort: TopicSort): string => topicsHref({ ...view, sort, after: null });

  return (
    <Frame>
      <PageHead
        title={t.title}
        description={t.introduction}
        canonical={view.after ? topicsHref(view) : "/topic"}
      />
      <header className={classes.head}>
        <div>
          <h1>{t.title}</h1>
          <p>{t.introduction}</p>
        </div>
        <TopicSearch key={view.query} view={view} />
      </header>
      <div>
        <Tabs
          tabs={[
            { key: "HOT", label: t.hot, to: to("HOT") },
            { key: "NEWEST", label: t.newest, to: to("NEWEST") },
          ]}
          current={view.sort}
          label={t.orders}
        />
        <QueryView query={query} optional={["recommended"]}>
          {({ topics, recommended }) =>
            topics.nodes.length === 0 ? (
              <div className="card">
                <EmptyState
                  title={view.query ? t.emptyFound : t.emptyTitle}
                  text={view.query ? t.emptyFoundHint : t.introduction}
                  action={
                    <Button variant="primary" to="/thread/post">
                      {t.newThread}
                    </Button>
                  }
                />
              </div>
            ) : (
              <section className={`card ${classes.list}`} aria-label={t.title}>
                <ol className={classes.grid} start={1}>
                  {recommendedFirst(recommended?.nodes ?? [], topics.nodes).map((topic, index) => (
                    <li key={topic.id}>
                      <Link to={`/topic/${topic.id}`}>
                        <strong>
                          <bdi>#{topic.name}</bdi>
                        </strong>
                        {index < (recommended?.nodes.length ?? 0) && (
                          <em className={classes.recommended}>{t.recommended}</em>
                        )}
                        <span>
                          {t.threads(topic.threadCount)}
                          {topic.viewCount > 0 && ` · ${t.views(compactCount(topic.viewCount, locale))}`}
                        </span>
                      </Link>
                    </li>
                  ))}
                </ol>
                <LoadMore
                  query={query}
                  of="topics"
                  variables={{ withRecommended: false }}
                  href={(after) => topicsHref({ ...view, after })}
                />
              </section>
            )
          }
        </QueryView>
      </div>
    </Frame>
  );
}

/** A plain form, so that it works without scripts. */
function TopicSearch({ view }: { view: TopicsView }) {
  const t = useTexts(topicTexts);
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  function submit(event: FormEvent): void {
    event.preventDefault();
    void navigate(topicsHref({ ...view, query: input.current?.value.trim() ?? "", after: null }));
  }
  return (
    <form className={classes.search} role="search" action="/topic" method="get" onSubmit={submit}>
      <input
        ref={input}
        type="search"
        name="q"
        defaultValue={view.query}
        maxLength={QUERY_MAX}
        placeholder={t.searchLabel}
        aria-label={t.searchLabel}
        enterKeyHint="search"
      />
      {view.sort === "NEWEST" && <input type="hidden" name="sort" value="newest" />}
      <Button type="submit">{t.search}</Button>
    </form>
  );
}

/** `/topic` for the table of addresses. */
export const topicsPage = definePage({
  Component: TopicsPage,
  queries: ({ search }) => [ask(TopicsPageDocument, topicsVariables(readTopicsView(search)))],
});
