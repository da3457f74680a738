import { useEffect, useState } from "react";
import { NavigationType, useNavigationType } from "react-router-dom";
import type { ThreadFilter } from "../../gql/graphql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useClock } from "../../platform/clock.tsx";
import { lateAct } from "../../ui/lateAct.ts";
import classes from "./NewThreadsBar.module.css";
import { homeTexts } from "./home.texts.ts";
import { useNewThreads } from "./useNewThreads.ts";

/** More are not counted. */
const COUNT_MAX = 99;

/** Time at which each list was read, in milliseconds; after going back new threads count from then on. */
const readTimes = new Map<string, number>();

interface Props {
  /** Name of the list; another list is another bar. */
  list: string;
  categoryId: string | null;
  filter: ThreadFilter;
  /** Reads the list anew. */
  onShow: () => Promise<unknown>;
}

/** Above a list: how many new threads there are, and the way to them. The list itself waits until it is asked. */
export function NewThreadsBar({ list, categoryId, filter, onShow }: Props) {
  const [since, setSince] = useReadTime(list);
  const [isBusy, setBusy] = useState(false);
  const count = useNewThreads({ since, categoryId, filter });
  const t = useTexts(homeTexts);

  async function show(): Promise<void> {
    const now = Date.now();
    setBusy(true);
    // The bar stays if that fails.
    await lateAct(async () => {
      await onShow();
      setSince(now);
      window.scrollTo(0, 0);
    });
    setBusy(false);
  }

  return (
    <div role="status" className={classes.place}>
      {count > 0 && (
        <button className={classes.bar} type="button" aria-busy={isBusy} onClick={() => void show()}>
          {t.newThreads(count > COUNT_MAX ? `${COUNT_MAX}+` : String(count))}
        </button>
      )}
    </div>
  );
}

function useReadTime(list: string) {
  // What came with the page is as old as the page.
  const { now, isLive } = useClock();
  const isBack = useNavigationType() === NavigationType.Pop;
  const [since, setSince] = useState(
    () => (isBack ? readTimes.get(list) : undefined) ?? (isLive ? Date.now() : now),
  );
  useEffect(() => void readTimes.set(list, since), [list, since]);
  return [since, setSince] as const;
}
