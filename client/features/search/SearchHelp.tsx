import { lazy, type ReactNode, Suspense, useId, useState } from "react";
import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import classes from "./SearchFilters.module.css";
import { searchTexts } from "./search.texts.ts";

const SearchTips = lazy(() => import("./SearchTips.tsx").then((m) => ({ default: m.SearchTips })));

/** Button that shows which operators a search knows, beside others of the page; the list comes when it is opened. */
export function SearchHelp({ children }: { children?: ReactNode }) {
  const t = useTexts(searchTexts);
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={classes.help}>
      <div className={classes.buttons}>
        {children}
        <Button
          size="sm"
          variant="subtle"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {t.help}
        </Button>
      </div>
      <div id={id} hidden={!isOpen} className={classes.tips}>
        {isOpen && (
          <Suspense fallback={null}>
            <SearchTips />
          </Suspense>
        )}
      </div>
    </div>
  );
}
