import type { FragmentType } from "../../../gql/fragment-masking.ts";
import { useApolloClient } from "@apollo/client/react";
import { type MouseEvent, type ReactNode, useRef } from "react";
import { lateAct } from "../../../ui/lateAct.ts";
import { useRequireLogin } from "../../../session/useStanding.ts";
import { usePage } from "../../../platform/page.ts";
import { RowIconSprite } from "../../../ui/rowIcons.tsx";
import { ThreadCard, type ThreadCard_thread } from "./ThreadCard.tsx";
import classes from "./ThreadList.module.css";
import { useListKeys } from "./useListKeys.ts";

type ThreadRow = FragmentType<typeof ThreadCard_thread> & { id?: string };

interface Props {
  threads: readonly ThreadRow[];
  /** Name of the list for those who do not see it. */
  label: string;
  showCategory?: boolean;
  /** In the order of publication, so that rows say when that was. */
  isByDate?: boolean;
  /** Number of threads at the top that are pinned and need no more than a line. */
  compactCount?: number;
  /** The end of the list, which loads more. */
  more: ReactNode;
  /** Frames the rows of pinned threads. */
  top?: (rows: ReactNode) => ReactNode;
}

/** Threads one below the other; the next page is a link that becomes "load more" where scripts run. */
export function ThreadList(props: Props) {
  const { threads, label, showCategory, isByDate, compactCount = 0, more, top } = props;
  const look = usePage().density === "compact" ? "compact" : "card";
  const section = useRef<HTMLElement>(null);
  const like = useLikes();
  useListKeys(section);
  const rows = threads.map((thread, index) => (
    <ThreadCard
      key={keyOf(thread, index)}
      thread={thread}
      index={index}
      showCategory={showCategory}
      isByDate={isByDate}
      look={index < compactCount ? "line" : look}
    />
  ));
  return (
    // One handler for all rows; the buttons in them have keyboard and name of their own.
    <section ref={section} className={`card ${classes.list}`} aria-label={label} onClick={like}>
      <RowIconSprite />
      {top?.(rows.slice(0, compactCount))}
      {top ? rows.slice(compactCount) : rows}
      {more}
    </section>
  );
}

/** A masked thread still carries its id at run time; the place in the list serves where it does not. */
function keyOf(thread: ThreadRow, index: number): string {
  return thread.id ?? String(index);
}

/** Clicks on the like buttons of a list; what they do is loaded with the first of them. */
function useLikes() {
  const client = useListClient();
  const requireLogin = useRequireLogin();
  return (event: MouseEvent): void => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-like]") : null;
    const like = button?.dataset.like;
    if (!like || !client || !requireLogin(`like:t${like}`)) return;
    void lateAct(() => import("./likeInList.ts").then((m) => m.likeInList(client, like)));
  };
}

/** The server renders lists without Apollo. */
const useListClient = import.meta.env.SSR ? () => null : useApolloClient;
