import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { CategoriesAdminPageDocument } from "../../gql/graphql.ts";
import { useCategoriesAdminPageQuery } from "../../gql/hooks.ts";
import { definePage } from "../../page.ts";
import { QueryView } from "../../ui/QueryView.tsx";
import { AdminFrame } from "../admin/AdminFrame.tsx";
import { CategoriesEditor } from "./CategoriesEditor.tsx";

graphql(`
  query CategoriesAdminPage {
    categories {
      ...CategoriesEditor_category
    }
  }
`);

/** `/admin/categories` — the places for threads. */
function CategoriesAdminPage() {
  const query = useCategoriesAdminPageQuery();
  return (
    <AdminFrame page="categories">
      <QueryView query={query}>
        {({ categories }) => <CategoriesEditor categories={categories} onChange={() => query.refetch()} />}
      </QueryView>
    </AdminFrame>
  );
}

/** `/admin/categories` for the table of addresses. */
export const categoriesAdminPage = definePage({
  Component: CategoriesAdminPage,
  needsLogin: true,
  queries: () => [ask(CategoriesAdminPageDocument, {})],
});
