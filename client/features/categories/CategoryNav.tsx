import { type ReactNode, useRef } from "react";
import { Link } from "../../ui/Link.tsx";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { IconLayoutGrid } from "../../ui/icons.tsx";
import { useCurrentInView } from "../../ui/useCurrentInView.ts";
import { CategoryMark } from "./CategoryMark.tsx";
import { categoryTexts } from "./categories.texts.ts";
import classes from "./CategoryNav.module.css";

/** Fields of a category that the list of categories shows. */
export const CategoryNav_category = graphql(`
  fragment CategoryNav_category on Category {
    id
    name
    threadCount
    icon
    displayColor
    pluginData
    children {
      id
      name
      threadCount
      icon
      displayColor
      pluginData
    }
  }
`);

const ICON_PX = 18;

interface Props {
  categories: readonly FragmentType<typeof CategoryNav_category>[];
  /** The category whose page this is; null on the home page. */
  currentId: string | null;
  /** Threads of all categories. */
  total: number;
  /** A tree for a column, or one row that scrolls sideways. */
  look: "tree" | "chips";
}

/** Ways to the categories, with the number of threads in each. Second levels show where one is. */
export function CategoryNav({ categories, currentId, total, look }: Props) {
  const t = useTexts(categoryTexts);
  const parents = readFragment(CategoryNav_category, categories);
  const row = useRef<HTMLUListElement>(null);
  useCurrentInView(row, currentId);
  const isOpen = (parent: (typeof parents)[number]) =>
    parent.id === currentId || parent.children.some((child) => child.id === currentId);

  return (
    <nav className={look === "tree" ? classes.tree : classes.chips} aria-label={t.categories}>
      <ul ref={row}>
        <li>
          <CategoryLink to="/" name={t.all} count={total} isCurrent={currentId === null} />
        </li>
        {parents.map((parent) => (
          <li key={parent.id}>
            <CategoryLink
              to={`/category/${parent.id}`}
              name={parent.name}
              mark={<CategoryMark category={parent} />}
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
                      mark={<CategoryMark category={child} />}
                      count={child.threadCount}
                      isCurrent={child.id === currentId}
                    />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
        <li>
          <Link className={`${classes.link} ${classes.every}`} to="/categories">
            <IconLayoutGrid size={ICON_PX} aria-hidden="true" />
            <span className={classes.name}>{t.every}</span>
          </Link>
        </li>
      </ul>
    </nav>
  );
}

interface LinkProps {
  to: string;
  mark?: ReactNode;
  name: string;
  count: number;
  isCurrent: boolean;
}

function CategoryLink({ to, mark, name, count, isCurrent }: LinkProps) {
  return (
    <Link className={classes.link} to={to} aria-current={isCurrent ? "page" : undefined}>
      {mark}
      <span className={classes.name}>
        <bdi>{name}</bdi>
      </span>
      <span className={classes.count}>{count}</span>
    </Link>
  );
}
