import { type FormEvent, useState } from "react";
import { useNavigate, useSearchParams } from "../../platform/router.tsx";
import { ask } from "../../apollo/answers.ts";
import { appendPage } from "../../apollo/append.ts";
import { graphql } from "../../gql/gql.ts";
import { TopicsAdminPageDocument } from "../../gql/graphql.ts";
import { useTopicsAdminPageQuery } from "../../gql/hooks.ts";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { definePage } from "../../page.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Field } from "../../ui/Field.tsx";
import { Link } from "../../ui/Link.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Time } from "../../ui/Time.tsx";
import { AdminFrame } from "../admin/AdminFrame.tsx";
import panels from "../admin/panels.module.css";
import { topicsAdminTexts } from "./topicsAdmin.texts.ts";

graphql(`
  query TopicsAdminPage($query: String, $after: String) {
    topics(query: $query, sort: HOT, first: 50, after: $after) {
      nodes {
        id
        name
        threadCount
        viewCount
        createdAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

function variablesOf(search: URLSearchParams) {
  return { query: search.get("query")?.trim() || null, after: null };
}

/** `/admin/topics` — what texts name as `#name#`, with how much is written about it. */
function TopicsAdminPage() {
  const [search] = useSearchParams();
  return (
    <AdminFrame page="topics">
      <Topics key={search.toString()} />
    </AdminFrame>
  );
}

function Topics() {
  const t = useTexts(topicsAdminTexts);
  const common = useTexts(commonTexts);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const variables = variablesOf(search);
  const [word, setWord] = useState(variables.query ?? "");
  const query = useTopicsAdminPageQuery({ variables });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void navigate(word.trim() ? `/admin/topics?query=${encodeURIComponent(word.trim())}` : "/admin/topics");
  };
  return (
    <section className={`card ${panels.panel}`} aria-label={t.topics}>
      <form className={panels.head} onSubmit={submit} role="search">
        <Field label={t.find} hideLabel placeholder={t.find} value={word} onValue={setWord} />
        <Button type="submit">{t.search}</Button>
      </form>
      <QueryView query={query}>
        {({ topics: { nodes, pageInfo } }) =>
          nodes.length === 0 ? (
            <EmptyState title={t.nothing} />
          ) : (
            <>
              <div className={panels.scroll}>
                <table className={panels.table}>
                  <thead>
                    <tr>
                      <th scope="col">{t.name}</th>
                      <th scope="col" className={panels.number}>
                        {t.threads}
                      </th>
                      <th scope="col" className={panels.number}>
                        {t.views}
                      </th>
                      <th scope="col">{t.created}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {nodes.map((topic) => (
                      <tr key={topic.id}>
                        <td>
                          <Link to={`/topic/${topic.id}`}>#{topic.name}</Link>
                        </td>
                        <td className={panels.number}>{topic.threadCount}</td>
                        <td className={panels.number}>{topic.viewCount}</td>
                        <td className={`${panels.quiet} ${panels.nowrap}`}>
                          <Time value={topic.createdAt} />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              {pageInfo.hasNextPage && (
                <div className={panels.more}>
                  <Button
                    onClick={() =>
                      void query.fetchMore({
                        variables: { ...variables, after: pageInfo.endCursor ?? null },
                        updateQuery: (known, { fetchMoreResult }) => ({
                          topics: appendPage(known.topics, fetchMoreResult.topics),
                        }),
                      })
                    }
                  >
                    {common.loadMore}
                  </Button>
                </div>
              )}
            </>
          )
        }
      </QueryView>
    </section>
  );
}

/** `/admin/topics` for the table of addresses. */
export const topicsAdminPage = definePage({
  Component: TopicsAdminPage,
  needsLogin: true,
  queries: ({ search }) => [ask(TopicsAdminPageDocument, variablesOf(search))],
});
