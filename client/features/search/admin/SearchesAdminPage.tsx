import { ask } from "../../../apollo/answers.ts";
import { graphql } from "../../../gql/gql.ts";
import { SearchesAdminPageDocument, type SearchesAdminPageQuery } from "../../../gql/graphql.ts";
import { useSearchesAdminPageQuery } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { definePage } from "../../../page.ts";
import { type Column, DataTable } from "../../../ui/DataTable.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Link } from "../../../ui/Link.tsx";
import { QueryView } from "../../../ui/QueryView.tsx";
import panels from "../../../ui/panels.module.css";
import { AdminFrame } from "../../admin/AdminFrame.tsx";
import { searchHref } from "../searchAddress.ts";
import { searchesAdminTexts } from "./searchesAdmin.texts.ts";

graphql(`
  query SearchesAdminPage {
    fruitlessSearches {
      words
      askerCount
      lastDay
    }
  }
`);

type Row = SearchesAdminPageQuery["fruitlessSearches"][number];

/** `/admin/searches` — texts that people searched for without finding anything. */
function SearchesAdminPage() {
  return (
    <AdminFrame page="searches">
      <Searches />
    </AdminFrame>
  );
}

function Searches() {
  const t = useTexts(searchesAdminTexts);
  const query = useSearchesAdminPageQuery();
  const columns: readonly Column<Row>[] = [
    {
      key: "words",
      header: t.words,
      phone: "title",
      cell: ({ words }) => (
        <Link to={searchHref({ keyword: words, tab: "threads", after: null })}>{words}</Link>
      ),
    },
    {
      key: "people",
      header: t.people,
      numeric: true,
      phone: "labelled",
      cell: ({ askerCount }) => askerCount,
    },
    { key: "lastDay", header: t.lastDay, nowrap: true, phone: "labelled", cell: ({ lastDay }) => lastDay },
  ];
  return (
    <section className={`card ${panels.panel}`} aria-label={t.searches}>
      <p>{t.about}</p>
      <QueryView query={query}>
        {({ fruitlessSearches: rows }) => (
          <DataTable
            caption={t.searches}
            columns={columns}
            rows={rows}
            keyOf={({ words }) => words}
            empty={<EmptyState title={t.nothing} />}
          />
        )}
      </QueryView>
    </section>
  );
}

/** `/admin/searches` for the table of addresses. */
export const searchesAdminPage = definePage({
  Component: SearchesAdminPage,
  queries: () => [ask(SearchesAdminPageDocument, {})],
  needsLogin: true,
});
