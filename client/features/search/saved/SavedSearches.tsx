import { useMySavedSearchesQuery } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Link } from "../../../ui/Link.tsx";
import startClasses from "../SearchStart.module.css";
import classes from "./saved.module.css";
import { savedTexts } from "./saved.texts.ts";
import { SAVED_LIST, savedHref } from "./savedSearches.ts";

/** The viewer's saved searches on the page before a search, each with the number of its new results. */
export function SavedSearches() {
  const t = useTexts(savedTexts);
  const searches = useMySavedSearchesQuery().data?.mySavedSearches ?? [];
  if (searches.length === 0) return null;
  return (
    <section className={`card ${startClasses.part}`} aria-labelledby="saved">
      <header>
        <h2 id="saved">{t.title}</h2>
        <Button size="sm" variant="subtle" to={SAVED_LIST}>
          {t.manage}
        </Button>
      </header>
      <ul className={classes.searches}>
        {searches.map((search) => (
          <li key={search.id}>
            <Link to={savedHref(search)}>
              <bdi>{search.name}</bdi>
              <Badge count={search.newCount} label={t.newResults(search.newCount)} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
