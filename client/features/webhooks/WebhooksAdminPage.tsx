import { lazy, Suspense, useState } from "react";
import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { WebhooksAdminPageDocument } from "../../gql/graphql.ts";
import { useWebhooksAdminPageQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { definePage } from "../../page.ts";
import { Button } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { IconDotsVertical, IconPlus } from "../../ui/icons.tsx";
import panels from "../../ui/panels.module.css";
import { QueryView } from "../../ui/QueryView.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { Time } from "../../ui/Time.tsx";
import { useActionMenu } from "../../ui/useActionMenu.tsx";
import { AdminFrame } from "../admin/AdminFrame.tsx";
import { useWebhookActions } from "./useWebhookActions.ts";
import type { WebhookDraft } from "./WebhookDialog.tsx";
import { CHOSEN_EVENTS, chosenOf } from "./webhookEvents.ts";
import { hostOf, type OpenDialog, type WebhookRow } from "./webhookRow.ts";
import classes from "./webhooks.module.css";
import { webhookEventTexts, webhooksTexts } from "./webhooks.texts.ts";

const WebhookDialogs = lazy(() =>
  import("./WebhookDialogs.tsx").then((module) => ({ default: module.WebhookDialogs })),
);

graphql(`
  query WebhooksAdminPage {
    webhooks {
      id
      url
      events
      isEnabled
      offReason
      previousUntil
      failingSince
    }
  }
`);

/** More events than these are counted instead of named. */
const NAMED_EVENTS = 3;

/** `/admin/webhooks` — addresses that are called when something happens. */
function WebhooksAdminPage() {
  const query = useWebhooksAdminPageQuery();
  return (
    <AdminFrame page="webhooks">
      <QueryView query={query}>
        {({ webhooks }) => <Webhooks webhooks={webhooks} onChanged={query.refetch} />}
      </QueryView>
    </AdminFrame>
  );
}

interface Props {
  webhooks: readonly WebhookRow[];
  onChanged: () => Promise<unknown>;
}

function Webhooks({ webhooks, onChanged }: Props) {
  const t = useTexts(webhooksTexts);
  const actions = useWebhookActions(onChanged);
  const { openMenu, menu } = useActionMenu();
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const showSecret = (secret: string | undefined) => secret && setOpen({ kind: "secret", secret });
  const save = async (draft: WebhookDraft) => {
    if (open?.kind !== "edit") showSecret(await actions.create(draft));
    else if (await actions.edit(open.id, draft)) setOpen(null);
  };
  const test = async ({ id }: WebhookRow) => {
    if (await actions.test(id)) setOpen({ kind: "log", id });
  };
  const openMore = (anchor: HTMLElement, webhook: WebhookRow) => {
    const host = hostOf(webhook);
    openMenu(anchor, [
      { key: "edit", label: t.edit, run: () => setOpen({ kind: "edit", id: webhook.id }) },
      {
        key: "rotate",
        label: t.rotate,
        run: () => void actions.rotate(webhook.id, host).then(showSecret),
      },
      { key: "remove", label: t.remove, danger: true, run: () => void actions.remove(webhook.id, host) },
    ]);
  };
  const columns = useColumns({
    onSwitch: ({ id }, isEnabled) => void actions.setEnabled(id, isEnabled),
    onLog: ({ id }) => setOpen({ kind: "log", id }),
    onTest: (webhook) => void test(webhook),
    onMore: openMore,
  });
  return (
    <section className={`card ${panels.panel}`} aria-label={t.caption}>
      <div className={panels.head}>
        <p className={panels.quiet}>
          {t.lead} {/* A document of the server, not a page of the client. */}
          <a href="/developers#webhooks">{t.guide}</a>
        </p>
        <Button variant="primary" icon={<IconPlus size={16} />} onClick={() => setOpen({ kind: "new" })}>
          {t.add}
        </Button>
      </div>
      <DataTable
        caption={t.caption}
        columns={columns}
        rows={webhooks}
        empty={<EmptyState title={t.none} text={t.noneText} />}
      />
      {open && (
        <Suspense fallback={null}>
          <WebhookDialogs open={open} webhooks={webhooks} onSave={save} onClose={() => setOpen(null)} />
        </Suspense>
      )}
      {menu}
    </section>
  );
}

interface RowActions {
  onSwitch: (webhook: WebhookRow, isEnabled: boolean) => void;
  onLog: (webhook: WebhookRow) => void;
  onTest: (webhook: WebhookRow) => void;
  onMore: (anchor: HTMLElement, webhook: WebhookRow) => void;
}

function useColumns({ onSwitch, onLog, onTest, onMore }: RowActions): readonly Column<WebhookRow>[] {
  const t = useTexts(webhooksTexts);
  return [
    { key: "url", header: t.url, phone: "title", cell: (webhook) => <Address webhook={webhook} /> },
    {
      key: "state",
      header: t.state,
      cell: (webhook) => <State webhook={webhook} onSwitch={(isEnabled) => onSwitch(webhook, isEnabled)} />,
    },
    {
      key: "actions",
      header: t.actions,
      hideHeader: true,
      actions: true,
      cell: (webhook) => {
        const host = hostOf(webhook);
        return (
          <>
            <Button size="sm" aria-label={t.logOf(host)} onClick={() => onLog(webhook)}>
              {t.log}
            </Button>
            {webhook.isEnabled && (
              <Button size="sm" aria-label={t.testOf(host)} onClick={() => onTest(webhook)}>
                {t.test}
              </Button>
            )}
            <Button
              size="sm"
              variant="subtle"
              icon={<IconDotsVertical size={16} />}
              aria-label={t.more(host)}
              aria-haspopup="menu"
              onClick={(event) => onMore(event.currentTarget, webhook)}
            />
          </>
        );
      },
    },
  ];
}

/** The address, and below it the events that it is called for. */
function Address({ webhook: { url, events, previousUntil } }: { webhook: WebhookRow }) {
  const t = useTexts(webhooksTexts);
  const names = useTexts(webhookEventTexts);
  const chosen = chosenOf(events);
  const named = () =>
    chosen.length === CHOSEN_EVENTS.length
      ? t.allEvents
      : chosen.length > NAMED_EVENTS
        ? t.eventCount(chosen.length)
        : chosen.map((event) => names[event]).join(" · ");
  return (
    <>
      <bdi className={classes.address}>{url}</bdi>
      <span className={classes.events}>{named()}</span>
      {previousUntil && (
        <span className={classes.events}>
          {t.overlap} <Time value={previousUntil} />
        </span>
      )}
    </>
  );
}

/** Shows whether it is called, else why not, and the way back. */
function State({ webhook, onSwitch }: { webhook: WebhookRow; onSwitch: (isEnabled: boolean) => void }) {
  const t = useTexts(webhooksTexts);
  const { isEnabled, offReason, failingSince } = webhook;
  const host = hostOf(webhook);
  return (
    <div className={classes.state}>
      <Switch
        label={t.switchOf(host)}
        hideLabel
        checked={isEnabled}
        disabled={offReason === "SECRET_LOST"}
        onChecked={onSwitch}
      />
      {isEnabled && !failingSince && <span className={panels.quiet}>{t.works}</span>}
      {offReason === "BY_HAND" && <span className={panels.quiet}>{t.BY_HAND}</span>}
      {isEnabled && failingSince && (
        <span className={classes.broken}>
          {t.failingSince} <Time value={failingSince} />
        </span>
      )}
      {(offReason === "FAILING" || offReason === "SECRET_LOST") && (
        <span className={classes.broken}>{t[offReason]}</span>
      )}
      {offReason === "FAILING" && (
        <Button size="sm" aria-label={t.againOf(host)} onClick={() => onSwitch(true)}>
          {t.again}
        </Button>
      )}
    </div>
  );
}

/** `/admin/webhooks` for the table of addresses. */
export const webhooksAdminPage = definePage({
  Component: WebhooksAdminPage,
  needsLogin: true,
  queries: () => [ask(WebhooksAdminPageDocument, {})],
});
