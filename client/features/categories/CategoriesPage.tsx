import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { CategoriesPageDocument, type CategoriesPageQuery } from "../../gql/graphql.ts";
import { useCategoriesPageQuery } from "../../gql/hooks.ts";
import { compactCount } from "../../i18n/compactCount.ts";
import { useLocale, useTexts } from "../../i18n/texts.ts";
import { Frame } from "../../layout/Frame.tsx";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Link } from "../../ui/Link.tsx";
import { type Present, QueryView } from "../../ui/QueryView.tsx";
import { categoryColor, CategoryMark } from "./CategoryMark.tsx";
import classes from "./CategoriesPage.module.css";
import { categoryTexts } from "./categories.texts.ts";

graphql(`
  query CategoriesPage {
    categories {
      id
      name
      description
      icon
      displayColor
      threadCount
      children {
        id
        name
        description
        icon
        displayColor
        threadCount
      }
    }
  }
`);

type Category = Present<CategoriesPageQuery>["categories"][number];

/** `/categories`: all categories with what they are for. */
function CategoriesPage() {
  const query = useCategoriesPageQuery();
  const t = useTexts(categoryTexts);
  return (
    <Frame>
      <PageHead title={t.every} canonical="/categories" />
      <header>
        <h1>{t.every}</h1>
        <p className={classes.introduction}>{t.introduction}</p>
      </header>
      <QueryView query={query}>
        {({ categories }) =>
          categories.length === 0 ? (
            <div className="card">
              <EmptyState title={t.nothingTitle} text={t.nothingText} />
            </div>
          ) : (
            <ul className={classes.grid}>
              {categories.map((category) => (
                <CategoryCard key={category.id} category={category} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </Frame>
  );
}

function CategoryCard({ category }: { category: Category }) {
  const t = useTexts(categoryTexts);
  const locale = useLocale();
  const { id, name, description, children } = category;
  const count = children.reduce((sum, child) => sum + child.threadCount, category.threadCount);
  return (
    <li className={`card ${classes.category}`} style={categoryColor(category.displayColor)}>
      <header>
        <CategoryMark category={category} size="large" />
        <div>
          <h2>
            <Link to={`/category/${id}`}>
              <bdi>{name}</bdi>
            </Link>
          </h2>
          <p className={classes.count}>{t.threads(compactCount(count, locale))}</p>
        </div>
      </header>
      {description && (
        <p className={classes.description}>
          <bdi>{description}</bdi>
        </p>
      )}
      {children.length > 0 && (
        <ul className={classes.children}>
          {children.map((child) => (
            <li key={child.id}>
              <Link to={`/category/${child.id}`} title={child.description || undefined}>
                <CategoryMark category={child} />
                <bdi>{child.name}</bdi>
                <small>{compactCount(child.threadCount, locale)}</small>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** `/categories` for the table of addresses. */
export const categoriesPage = definePage({
  Component: CategoriesPage,
  queries: () => [ask(CategoriesPageDocument, {})],
});
