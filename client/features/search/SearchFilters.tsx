import { useNavigate } from "react-router-dom";
import { useTexts } from "../../i18n/texts.ts";
import { Link } from "../../ui/Link.tsx";
import { useTyped } from "../../ui/useTyped.ts";
import { dayText } from "../../ui/timeText.ts";
import classes from "./SearchFilters.module.css";
import { searchHref, spanDays, SPANS, type SearchView } from "./searchAddress.ts";
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
  const days = view.span && !Object.hasOwn(SPANS, view.span) ? spanDays(view.span) : null;
  const isThreads = view.tab === "threads";
  const all = categories.flatMap(({ id, name, children = [] }) => [
    { id, name },
    ...children.map((child) => ({ id: child.id, name: `${name} / ${child.name}` })),
  ]);
  return (
    <div className={classes.filters} role="group" aria-label={t.filters}>
      {isThreads && chip(t.relevance, !view.isNewest, { isNewest: false })}
      {isThreads && chip(t.newest, Boolean(view.isNewest), { isNewest: true })}
      <Filter
        label={t.category}
        value={view.categoryId ?? ""}
        choices={[{ id: "", name: t.everyCategory }, ...all]}
        onValue={(value) => void navigate(to({ categoryId: value || null }))}
      />
      <Filter
        label={t.time}
        value={view.span ?? ""}
        choices={[
          { id: "", name: t.anyTime },
          ...Object.keys(SPANS).map((span) => ({ id: span, name: t[span as "week"] })),
          ...(days === null ? [] : [{ id: view.span!, name: t.pastDays(days) }]),
        ]}
        onValue={(value) => void navigate(to({ span: value || null }))}
      />
      {view.writtenFrom &&
        chip(`${t.from(dayText(new Date(view.writtenFrom)))} ×`, true, { writtenFrom: null })}
      {view.writtenBefore &&
        chip(`${t.until(dayText(new Date(view.writtenBefore)))} ×`, true, { writtenBefore: null })}
      {isThreads && chip(t.titleOnly, Boolean(view.titleOnly), { titleOnly: !view.titleOnly })}
      {chip(t.hasPicture, Boolean(view.hasPicture), { hasPicture: !view.hasPicture })}
      {chip(t.solved, Boolean(view.isSolved), { isSolved: !view.isSolved })}
      {view.authorId && chip(`${t.thisAuthor} ×`, true, { authorId: null })}
      {view.threadId && chip(`${t.thisThread} ×`, true, { threadId: null })}
    </div>
  );
}

interface FilterProps {
  label: string;
  value: string;
  choices: readonly SearchedCategory[];
  onValue: (value: string) => void;
}

function Filter({ label, value, choices, onValue }: FilterProps) {
  const ref = useTyped<HTMLSelectElement>(value, (control) => onValue(control.value));
  return (
    <select
      ref={ref}
      className={classes.select}
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onValue(currentTarget.value)}
    >
      {choices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
