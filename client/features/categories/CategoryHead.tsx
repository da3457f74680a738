import { compactCount } from "../../i18n/compactCount.ts";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { useLocale, useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { IconEdit } from "../../ui/icons.tsx";
import { Link } from "../../ui/Link.tsx";
import { useViewer } from "../../session/useViewer.ts";
import { WatchButton } from "../watches/WatchButton.tsx";
import { categoryColor, CategoryMark } from "./CategoryMark.tsx";
import classes from "./CategoryHead.module.css";
import { categoryTexts } from "./categories.texts.ts";

/** Fields of a category that the head of its page shows. */
export const CategoryHead_category = graphql(`
  fragment CategoryHead_category on Category {
    id
    name
    description
    icon
    displayColor
    threadCount
    viewerCanPublish
    viewerWatchLevel
    children {
      id
      name
      icon
      displayColor
      threadCount
    }
  }
`);

const ICON_PX = 17;

/** The head of a category's page: what it is, how much is in it, the ways to write and to be told, and what lies below. */
export function CategoryHead({ category: masked }: { category: FragmentType<typeof CategoryHead_category> }) {
  const category = readFragment(CategoryHead_category, masked);
  const t = useTexts(categoryTexts);
  const locale = useLocale();
  const { viewer } = useViewer();
  const { id, name, description, children } = category;
  const count = children.reduce((sum, child) => sum + child.threadCount, category.threadCount);
  return (
    <header className={`card ${classes.head}`} style={categoryColor(category.displayColor)}>
      <CategoryMark category={category} size="large" />
      <div className={classes.words}>
        <h1>
          <bdi>{name}</bdi>
        </h1>
        {description && (
          <p>
            <bdi>{description}</bdi>
          </p>
        )}
        <p className={classes.count}>{t.threads(compactCount(count, locale))}</p>
      </div>
      <div className={classes.actions}>
        <WatchButton target="CATEGORY" targetId={id} level={category.viewerWatchLevel} />
        {(category.viewerCanPublish || !viewer) && (
          <Button
            variant="primary"
            to={`/thread/post?category=${id}`}
            icon={<IconEdit size={ICON_PX} aria-hidden="true" />}
          >
            {t.publishHere}
          </Button>
        )}
      </div>
      {children.length > 0 && (
        <nav className={classes.children} aria-label={t.within}>
          {children.map((child) => (
            <Link key={child.id} to={`/category/${child.id}`}>
              <CategoryMark category={child} />
              <bdi>{child.name}</bdi>
              <small>{compactCount(child.threadCount, locale)}</small>
            </Link>
          ))}
        </nav>
      )}
    </header>
  );
}
