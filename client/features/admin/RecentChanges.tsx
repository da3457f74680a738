import { type ReactNode, useEffect, useRef } from "react";
import type { QueryResult } from "../../apollo/bind.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { Details } from "../../ui/Details.tsx";
import { Label } from "../../ui/Label.tsx";
import { type Present, QueryView } from "../../ui/QueryView.tsx";
import { Time } from "../../ui/Time.tsx";
import panels from "../../ui/panels.module.css";
import classes from "./RecentChanges.module.css";
import { saveTexts } from "./save.texts.ts";

/** One thing that was done, in the words of its row. */
export interface RecentChange {
  id: string;
  /** Name of the action, in a word. */
  action: string;
  /** To what or how many, and by whom. */
  about: ReactNode;
  /** The button that takes it back, as it is read out. */
  undoLabel: string;
  createdAt: string;
  undoneAt?: string | null;
}

interface Props<D> {
  title: string;
  empty: string;
  /** Reads the list while it is unfolded. */
  query: QueryResult<D>;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** Count of what was done or undone on the page; a new number reads the list anew. */
  changes: number;
  rowsOf: (data: Present<D>) => readonly RecentChange[];
  onUndo: (id: string) => Promise<unknown>;
}

/** Lists what was done lately, read when somebody unfolds it; each can be undone as one. */
export function RecentChanges<D extends object>(props: Props<D>) {
  const { title, empty, query, isOpen, onOpen, changes, rowsOf, onUndo } = props;
  const t = useTexts(saveTexts);
  const latest = useRef(query);
  useEffect(() => {
    latest.current = query;
  });
  useEffect(() => {
    if (changes > 0 && latest.current.data) void latest.current.refetch();
  }, [changes]);
  const list = (data: Present<D>) => {
    const rows = rowsOf(data);
    if (rows.length === 0) return <p className={panels.quiet}>{empty}</p>;
    return (
      <ol>
        {rows.map(({ id, action, about, undoLabel, createdAt, undoneAt }) => (
          <li key={id}>
            <strong>{action}</strong>
            {about}
            <Time value={createdAt} />
            <span className={classes.space} />
            {undoneAt ? (
              <Label>{t.undone}</Label>
            ) : (
              <Button size="sm" aria-label={undoLabel} onClick={() => void onUndo(id)}>
                {t.undo}
              </Button>
            )}
          </li>
        ))}
      </ol>
    );
  };
  return (
    <Details className={`card ${classes.recent}`} summary={title} isOpen={isOpen} onOpen={onOpen}>
      {() => <QueryView query={query}>{list}</QueryView>}
    </Details>
  );
}
