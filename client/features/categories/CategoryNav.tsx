import { Link } from "../../ui/Link.tsx";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { categoryTexts } from "./categories.texts.ts";
import classes from "./CategoryNav.module.css";

/** Fields of a category that the list of categories shows. */
export const CategoryNav_category = graphql(`
  fragment CategoryNav_category on Category {
    id
    name
    description
    threadCount
    children {
      id
      name
      threadCount
    }
  }
`);

interface Props {
  categories: readonly FragmentType<typeof CategoryNav_category>[];
  /** The category whose page this is; null on the home page. */
  currentId: string | null;
  /** Threads of all categories. */
  total: number;
  /** A tree for a column, or one row that scrolls sideways. */
  look: "tree" | "chips";
}

/** Ways to the categories, with the number of threads in each. */
export function CategoryNav({ categories, currentId, total, look }: Props) {
  const t = useTexts(categoryTexts);
  const parents = readFragment(CategoryNav_category, categories);
  const isOpen = (parent: (typeof parents)[number]) =>
    look === "tree" || parent.id === currentId || parent.children.some((child) => child.id === currentId);

  return (
    <nav className={look === "tree" ? classes.tree : classes.chips} aria-label={t.categories}>
      <ul>
        <li>
          <CategoryLink to="/" name={t.all} count={total} isCurrent={currentId === null} />
        </li>
        {parents.map((parent) => (
          <li key={parent.id}>
            <CategoryLink
              to={`/category/${parent.id}`}
              name={parent.name}
              count={parent.children.reduce((sum, child) => sum + child.threadCount, parent.threadCount)}
              isCurrent={parent.id === currentId}
            />
            {parent.children.length > 0 && isOpen(parent) && (
              <ul>
                {parent.children.map((child) => (
                  <li key={child.id}>
                    <CategoryLink
                      to={`/category/${child.id}`}
                      name={child.name}
                      count={child.threadCount}
                      isCurrent={child.id === currentId}
                    />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface LinkProps {
  to: string;
  name: string;
  count: number;
  isCurrent: boolean;
}

function CategoryLink({ to, name, count, isCurrent }: LinkProps) {
  return (
    <Link className={classes.link} to={to} aria-current={isCurrent ? "page" : undefined}>
      <span className={classes.name}>{name}</span>
      <span className={classes.count}>{count}</span>
    </Link>
  );
}
