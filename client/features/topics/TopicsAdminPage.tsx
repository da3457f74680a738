import { type FormEvent, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { TopicsAdminPageDocument, type TopicState } from "../../gql/graphql.ts";
import { useTopicsAdminPageQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { definePage } from "../../page.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { AdminFrame } from "../admin/AdminFrame.tsx";
import panels from "../../ui/panels.module.css";
import { type Undo, useUndo } from "../admin/useUndo.tsx";
import { TopicsAdminTable } from "./TopicsAdminTable.tsx";
import { topicsAdminTexts } from "./topicsAdmin.texts.ts";

graphql(`
  query TopicsAdminPage($query: String, $state: TopicState!, $after: String) {
    managedTopics(query: $query, state: $state, first: 50, after: $after) {
      nodes {
        id
        ...TopicsAdminTable_topic
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const STATES: readonly TopicState[] = ["LIVE", "RECOMMENDED", "MERGED", "DELETED"];

function variablesOf(search: URLSearchParams) {
  const state = STATES.find((each) => each === search.get("state")) ?? "LIVE";
  return { query: search.get("query")?.trim() || null, state, after: null };
}

function hrefOf(state: TopicState, word: string): string {
  const search = new URLSearchParams();
  if (state !== "LIVE") search.set("state", state);
  if (word.trim()) search.set("query", word.trim());
  return search.size > 0 ? `/admin/topics?${search}` : "/admin/topics";
}

/** `/admin/topics` — topics that texts name as `#name#`: recommends, merges and deletes them. */
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
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const variables = variablesOf(search);
  const [word, setWord] = useState(variables.query ?? "");
  const query = useTopicsAdminPageQuery({ variables });
  const { offer, bar } = useUndo();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void navigate(hrefOf(variables.state, word));
  };
  const changed = async (undo: Undo | null) => {
    await query.refetch();
    offer(undo && (() => undo().then(() => query.refetch())));
  };
  return (
    <>
      <section className={`card ${panels.panel}`} aria-label={t.topics}>
        <div className={panels.head}>
          <Tabs
            label={t.states}
            current={variables.state}
            tabs={STATES.map((state) => ({ key: state, label: t[state], to: hrefOf(state, "") }))}
          />
          <form className={panels.row} onSubmit={submit} role="search">
            <Field label={t.find} hideLabel placeholder={t.find} value={word} onValue={setWord} />
            <Button type="submit">{t.search}</Button>
          </form>
        </div>
        <QueryView query={query}>
          {({ managedTopics: { nodes } }) => (
            <TopicsAdminTable
              topics={nodes}
              onChanged={changed}
              more={<LoadMore query={query} of="managedTopics" />}
            />
          )}
        </QueryView>
      </section>
      {bar}
    </>
  );
}

/** `/admin/topics` for the table of addresses. */
export const topicsAdminPage = definePage({
  Component: TopicsAdminPage,
  needsLogin: true,
  queries: ({ search }) => [ask(TopicsAdminPageDocument, variablesOf(search))],
});
