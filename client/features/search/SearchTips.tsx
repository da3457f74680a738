import { useTexts } from "../../i18n/texts.ts";
import classes from "./SearchFilters.module.css";
import { searchTipsTexts } from "./searchTips.texts.ts";

const TIPS = ["phrase", "without", "author", "in", "title", "dates", "has"] as const;

/** The operators of a search with examples. */
export function SearchTips() {
  const t = useTexts(searchTipsTexts);
  return (
    <dl className="card">
      {TIPS.map((tip) => (
        <div key={tip} className={classes.tip}>
          <dt>{t[tip]}</dt>
          <dd>{t[`${tip}Means`]}</dd>
        </div>
      ))}
    </dl>
  );
}
