import "@mantine/core/styles/NavLink.layer.css";
import { NavLink } from "@mantine/core";
import { NavLink as RouterLink, useLocation } from "react-router-dom";
import { useReviewCountsQuery } from "../../gql/hooks.ts";
import { useLocale, useTexts } from "../../i18n/texts.ts";
import { useClock } from "../../platform/clock.tsx";
import { useViewer } from "../../session/useViewer.ts";
import classes from "./AdminNav.module.css";
import {
  ADMIN_PAGES,
  type AdminPage,
  adminPageName,
  type AdminSection,
  FOR_REVIEWERS,
} from "./adminPages.ts";
import { adminPageIcon } from "./adminPageIcon.tsx";
import { showApiNotes, useApiNotes } from "./apiNotes.ts";
import { adminShellTexts } from "./adminShell.texts.ts";

/** Counts what waits for a decision, by the page on which it is taken. */
function useWaiting(): Readonly<Record<string, number>> {
  const { site } = useViewer();
  // The shield in the header asks for the same, and keeps it fresh.
  const isLive = useClock().isLive;
  const { data } = useReviewCountsQuery({ skip: !isLive || !site.viewerCanReview });
  if (!data) return {};
  const { threads, posts, reports, members } = data.reviewCounts;
  return { review: threads + posts + reports, members };
}

/** A number behind the name of a page; nothing for none. */
function countOf(count: number | undefined, label: (count: number) => string) {
  if (!count) return undefined;
  return (
    <span className={classes.count}>
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{label(count)}</span>
    </span>
  );
}

const SECTIONS: readonly AdminSection[] = ["daily", "people", "money", "site", "tools"];
/** Groups that few need every day: closed until somebody opens them, or is on one of their pages. */
const FOLDED: ReadonlySet<AdminSection> = new Set(["tools"]);

/** The parts of the administration in five groups. */
export function AdminNav({ onChoose }: { onChoose?: () => void }) {
  const t = useTexts(adminShellTexts);
  const { pathname } = useLocation();
  const { site } = useViewer();
  const hasNotes = useApiNotes();
  const waiting = useWaiting();
  const visible = ADMIN_PAGES.filter(({ key }) => site.viewerCanAdminister || FOR_REVIEWERS.has(key));

  return (
    <nav className={classes.nav} aria-label={t.administration}>
      {SECTIONS.map((section) => {
        const pages = visible.filter((page) => page.section === section);
        if (pages.length === 0) return null;
        const links = <PageLinks pages={pages} waiting={waiting} onChoose={onChoose} />;
        if (!FOLDED.has(section))
          return (
            <section key={section}>
              <h2>{t[section]}</h2>
              {links}
            </section>
          );
        return (
          <details key={section} open={pages.some(({ path }) => path === pathname)}>
            <summary>
              <h2>{t[section]}</h2>
            </summary>
            {links}
          </details>
        );
      })}
      {site.viewerCanAdminister && (
        <button
          type="button"
          className={classes.notes}
          aria-pressed={hasNotes}
          onClick={() => showApiNotes(!hasNotes)}
        >
          {hasNotes ? t.hideApiNotes : t.showApiNotes}
        </button>
      )}
    </nav>
  );
}

interface LinksProps {
  pages: readonly AdminPage[];
  /** Decisions that wait, by page. */
  waiting: Readonly<Record<string, number>>;
  onChoose?: () => void;
}

function PageLinks({ pages, waiting, onChoose }: LinksProps) {
  const t = useTexts(adminShellTexts);
  const locale = useLocale();
  return (
    <ul>
      {pages.map((page) => (
        <li key={page.key}>
          <NavLink
            component={RouterLink}
            to={page.path}
            end={page.path === "/admin"}
            className={classes.link!}
            classNames={{ section: classes.icon!, label: classes.label! }}
            leftSection={adminPageIcon(page.key)}
            label={adminPageName(page, locale)}
            rightSection={countOf(waiting[page.key], t.waiting)}
            onClick={onChoose}
          />
        </li>
      ))}
    </ul>
  );
}
