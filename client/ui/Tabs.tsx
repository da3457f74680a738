import { useRef } from "react";
import classes from "./Tabs.module.css";
import { Link } from "./Link.tsx";
import { useCurrentInView } from "./useCurrentInView.ts";

/** One tab: an address and what it is called. */
export interface Tab {
  key: string;
  label: string;
  to: string;
  count?: number;
}

interface Props {
  tabs: readonly Tab[];
  /** Key of the present tab. */
  current: string;
  /** Subject of the tabs, for those who hear the page. */
  label: string;
}

/**
 * Tabs that are links: each state has an address. Scrolls sideways where there is no room, so that the present one shows.
 * Plain, since it paints first on home, and Mantine's tabs need scripts to be reached by keyboard (docs/decisions/0213).
 */
export function Tabs({ tabs, current, label }: Props) {
  const list = useRef<HTMLElement>(null);
  useCurrentInView(list, current);
  return (
    <nav ref={list} className={classes.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.key}
          to={tab.to}
          className={classes.tab}
          aria-current={tab.key === current ? "page" : undefined}
          keepScroll
        >
          {tab.label}
          {tab.count !== undefined && <span className={classes.count}>{tab.count}</span>}
        </Link>
      ))}
    </nav>
  );
}
