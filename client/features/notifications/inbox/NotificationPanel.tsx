import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { keyOf } from "../../../platform/inputMethod.ts";
import { graphql } from "../../../gql/gql.ts";
import type { NotificationFilter } from "../../../gql/graphql.ts";
import { useNotificationPanelQuery } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { IconBell, IconChecks, IconSettings } from "../../../ui/icons.tsx";
import { Link } from "../../../ui/Link.tsx";
import { QueryView } from "../../../ui/QueryView.tsx";
import { onServerEvent } from "../../unread/serverEvents.ts";
import { useUnreadCounts } from "../../unread/unreadCounts.ts";
import { NOTIFICATION_SETTINGS } from "../settings/notificationAnchors.ts";
import { NotificationRow } from "./NotificationRow.tsx";
import classes from "./NotificationPanel.module.css";
import { panelTexts } from "./panel.texts.ts";
import { useNotificationActions } from "./useNotificationActions.ts";

graphql(`
  query NotificationPanel($filter: NotificationFilter) {
    notifications(filter: $filter, first: 15) {
      nodes {
        id
        isRead
        ...NotificationRow_notification
      }
    }
  }
`);

type View = "ALL" | NotificationFilter;
const VIEWS: readonly View[] = ["ALL", "UNREAD", "MENTIONS"];

interface Props {
  /** The bell, which the panel stands below and the focus returns to. */
  bell: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Newest notifications of all lists below the bell: everything, unread ones, or mentions. */
export function NotificationPanel({ bell, onClose }: Props) {
  const t = useTexts(panelTexts);
  const [view, setView] = useState<View>("ALL");
  const panel = useRef<HTMLDivElement>(null);
  const counts = useUnreadCounts();
  const unread = counts.total - counts.dialogMessage;
  const filter = view === "ALL" ? null : view;
  const query = useNotificationPanelQuery({ variables: { filter }, fetchPolicy: "cache-and-network" });
  const { refetch } = query;
  const reread = () => void refetch().catch(() => undefined);
  const { mark, unmark } = useNotificationActions(reread);
  useClosing(panel, bell, onClose);
  useEffect(
    () => onServerEvent(({ kind }) => kind === "counts" && void refetch().catch(() => undefined)),
    [refetch],
  );

  return (
    <div
      ref={panel}
      className={`card ${classes.panel}`}
      role="dialog"
      aria-label={t.title}
      tabIndex={-1}
      // Whoever follows a link has seen what they wanted.
      onClick={(event) => (event.target as Element).closest("a[href]") && onClose()}
    >
      <div className={classes.head}>
        <h2>{t.title}</h2>
        <Button
          size="sm"
          variant="subtle"
          icon={<IconChecks size={18} />}
          disabled={unread <= 0}
          onClick={() => void mark({})}
        >
          {t.markAll}
        </Button>
        <Link to={NOTIFICATION_SETTINGS} className={classes.tool} aria-label={t.choices} title={t.choices}>
          <IconSettings size={18} />
        </Link>
      </div>
      <Views current={view} onChoose={setView} />
      <div className={classes.list}>
        <QueryView query={query}>
          {({ notifications: { nodes } }) =>
            nodes.length === 0 ? (
              <EmptyState icon={<IconBell size={36} stroke={1.4} />} title={t[`none${view}`]} text="" />
            ) : (
              <ul>
                {nodes.map((each) => (
                  <NotificationRow
                    key={each.id}
                    notification={each}
                    onMark={() => void (each.isRead ? unmark({ ids: [each.id] }) : mark({ ids: [each.id] }))}
                    onOpen={() => void (each.isRead || mark({ ids: [each.id] }))}
                  />
                ))}
              </ul>
            )
          }
        </QueryView>
      </div>
      <Link to="/message" className={classes.all}>
        {t.seeAll}
      </Link>
    </div>
  );
}

/** Tabs by buttons: the panel has no address of its own. Arrow keys move between them. */
function Views({ current, onChoose }: { current: View; onChoose: (view: View) => void }) {
  const t = useTexts(panelTexts);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[keyOf(event)];
    if (!step) return;
    event.preventDefault();
    const next = (VIEWS.indexOf(current) + step + VIEWS.length) % VIEWS.length;
    onChoose(VIEWS[next]!);
    event.currentTarget.querySelectorAll("button")[next]?.focus();
  };
  return (
    <div className={classes.views} role="group" aria-label={t.views} onKeyDown={move}>
      {VIEWS.map((view) => (
        <button key={view} type="button" aria-pressed={view === current} onClick={() => onChoose(view)}>
          {t[view]}
        </button>
      ))}
    </div>
  );
}

/** Takes the focus, and closes by Escape, by a press outside, and when the focus leaves. */
function useClosing(
  panel: RefObject<HTMLDivElement | null>,
  bell: RefObject<HTMLElement | null>,
  close: () => void,
): void {
  useEffect(() => {
    const element = panel.current!;
    element.focus({ preventScroll: true });
    const isInside = (target: EventTarget | null): boolean =>
      target instanceof Node && (element.contains(target) || bell.current!.contains(target));
    const pressed = (event: Event): void => {
      if (!isInside(event.target)) close();
    };
    const keyed = (event: globalThis.KeyboardEvent): void => {
      if (keyOf(event) !== "Escape" || event.defaultPrevented) return;
      close();
      bell.current?.focus();
    };
    const left = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget && !isInside(relatedTarget)) close();
    };
    document.addEventListener("pointerdown", pressed);
    document.addEventListener("keydown", keyed);
    element.addEventListener("focusout", left);
    return () => {
      document.removeEventListener("pointerdown", pressed);
      document.removeEventListener("keydown", keyed);
      element.removeEventListener("focusout", left);
    };
  }, [panel, bell, close]);
}
