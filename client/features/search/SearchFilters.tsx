import { useNavigate } from "react-router-dom";
import { useTexts } from "../../i18n/texts.ts";
import { Link } from "../../ui/Link.tsx";
import classes from "./SearchFilters.module.css";
import { searchHref, SPANS, type SearchView } from "./searchAddress.ts";
import { searchTexts } from "./search.texts.ts";

/** A category that a search may be narrowed to. */
export interface SearchedCategory {
  id: string;
  name: string;
  children?: readonly SearchedCategory[];
}

interface Props {
  view: SearchView;
  categories: readonly SearchedCategory[];
}

/** Order of the results and what they are narrowed to; all of it stands in the address. */
export function SearchFilters({ view, categories }: Props) {
  const t = useTexts(searchTexts);
  const navigate = useNavigate();
  const to = (change: Partial<SearchView>): string => searchHref({ ...view, after: null, ...change });
  const chip = (label: string, isChosen: boolean, change: Partial<SearchView>) => (
    <Link className={classes.chip} to={to(change)} aria-current={isChosen ? "true" : undefined} keepScroll>
      {label}
    </Link>
  );
  const isThreads = view.tab === "threads";
  const all = categories.flatMap(({ id, name, children = [] }) => [
    { id, name },
    ...children.map((child) => ({ id: child.id, name: `${name} / ${child.name}` })),
  ]);
  return (
    <div className={classes.filters} role="group" aria-label={t.filters}>
      {isThreads && chip(t.relevance, !view.isNewest, { isNewest: false })}
      {isThreads && chip(t.newest, Boolean(view.isNewest), { isNewest: true })}
      <select
        className={classes.select}
        aria-label={t.category}
        value={view.categoryId ?? ""}
        onChange={({ currentTarget }) => void navigate(to({ categoryId: currentTarget.value || null }))}
      >
        <option value="">{t.everyCategory}</option>
        {all.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <select
        className={classes.select}
        aria-label={t.time}
        value={view.span ?? ""}
        onChange={({ currentTarget }) => void navigate(to({ span: currentTarget.value || null }))}
      >
        <option value="">{t.anyTime}</option>
        {Object.keys(SPANS).map((span) => (
          <option key={span} value={span}>
            {t[span as "week"]}
          </option>
        ))}
      </select>
      {isThreads && chip(t.titleOnly, Boolean(view.titleOnly), { titleOnly: !view.titleOnly })}
      {chip(t.hasPicture, Boolean(view.hasPicture), { hasPicture: !view.hasPicture })}
      {chip(t.solved, Boolean(view.isSolved), { isSolved: !view.isSolved })}
      {view.authorId && chip(`${t.thisAuthor} ×`, true, { authorId: null })}
      {view.threadId && chip(`${t.thisThread} ×`, true, { threadId: null })}
    </div>
  );
}
