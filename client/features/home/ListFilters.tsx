import { type RefObject, useEffect, useRef } from "react";
import { keyOf } from "../../platform/inputMethod.ts";
import type { ThreadType } from "../../gql/graphql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useViewer } from "../../session/useViewer.ts";
import { IconFilter } from "../../ui/icons.tsx";
import { Link } from "../../ui/Link.tsx";
import { type Tab, Tabs } from "../../ui/Tabs.tsx";
import { DensityButton } from "./DensityButton.tsx";
import classes from "./ListFilters.module.css";
import { homeHref, SORTS, type HomeView } from "./homeAddress.ts";
import { homeTexts } from "./home.texts.ts";

interface Props {
  categoryId: string | null;
  view: HomeView;
}

const ICON_PX = 17;

/**
 * The one row above a list: which list and in which order, what it is narrowed to, and its looks. Links, so that they
 * work without scripts.
 */
export function ListFilters({ categoryId, view }: Props) {
  const t = useTexts(homeTexts);
  const { viewer } = useViewer();
  const to = (change: Partial<HomeView>): string => homeHref(categoryId, { ...view, after: null, ...change });
  const orders: Tab[] = SORTS.map((sort) => ({
    key: sort,
    label: t[sort],
    to: to({ tab: view.tab === "essence" ? "essence" : "all", sort }),
  }));
  const lists = (viewer ? (["unread", "followed", "recommended"] as const) : (["recommended"] as const)).map(
    (tab): Tab => ({ key: tab, label: t[tab], to: to({ tab, sort: "reply" }) }),
  );
  const isOrdered = view.tab === "all" || view.tab === "essence";
  return (
    <div className={classes.row}>
      <div className={classes.tabs}>
        <Tabs tabs={[...orders, ...lists]} current={isOrdered ? view.sort : view.tab} label={t.lists} />
      </div>
      <Narrowing view={view} to={to} />
      <DensityButton />
    </div>
  );
}

interface NarrowingProps {
  view: HomeView;
  to: (change: Partial<HomeView>) => string;
}

/** Choices that narrow a list, behind a button that opens without scripts as well. */
function Narrowing({ view, to }: NarrowingProps) {
  const t = useTexts(homeTexts);
  const details = useRef<HTMLDetailsElement>(null);
  useClosing(details, JSON.stringify(view));
  const types: readonly { type: ThreadType; label: string }[] = [
    { type: "IMAGE", label: t.pictures },
    { type: "ATTACHMENT", label: t.attachments },
    { type: "TEXT", label: t.text },
  ];
  const isEssence = view.tab === "essence";
  const names = [
    ...(isEssence ? [t.essence] : []),
    ...types.filter(({ type }) => type === view.type).map(({ label }) => label),
  ];
  const choice = (key: string, label: string, isChosen: boolean, change: Partial<HomeView>) => (
    <li key={key}>
      <Link to={to(change)} aria-current={isChosen ? "true" : undefined} keepScroll>
        {label}
      </Link>
    </li>
  );
  return (
    <details ref={details} className={classes.filter}>
      <summary data-active={names.length > 0 || undefined}>
        <IconFilter size={ICON_PX} aria-hidden="true" />
        <span className={classes.name}>{names.length > 0 ? names.join(" · ") : t.filter}</span>
      </summary>
      <ul className={classes.choices} aria-label={t.filter}>
        {choice("any", t.anyType, names.length === 0, { type: null, tab: isEssence ? "all" : view.tab })}
        {choice("essence", t.essence, isEssence, { tab: isEssence ? "all" : "essence" })}
        {types.map(({ type, label }) => {
          const isChosen = view.type === type;
          return choice(type, label, isChosen, { type: isChosen ? null : type });
        })}
      </ul>
    </details>
  );
}

/** Closes what is open with Escape, with a press elsewhere, and when another list is shown. */
function useClosing(details: RefObject<HTMLDetailsElement | null>, list: string): void {
  useEffect(() => details.current?.removeAttribute("open"), [details, list]);
  useEffect(() => {
    const close = (event: Event): void => {
      const open = details.current?.open ? details.current : null;
      if (!open) return;
      const isKey = event instanceof KeyboardEvent;
      if (isKey ? keyOf(event) !== "Escape" : open.contains(event.target as Node)) return;
      open.removeAttribute("open");
      if (isKey) open.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("keydown", close);
    };
  }, [details]);
}
