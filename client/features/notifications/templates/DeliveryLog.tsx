import { graphql } from "../../../gql/gql.ts";
import type {
  NotificationChannel,
  NotificationDeliveriesQuery,
  NotificationDispatchState,
} from "../../../gql/graphql.ts";
import { useNotificationDeliveriesQuery, useRetryNotificationDispatchMutation } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { useNavigate, useSearchParams } from "react-router-dom";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/Button.tsx";
import { type Column, DataTable } from "../../../ui/DataTable.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Label } from "../../../ui/Label.tsx";
import { LoadMore } from "../../../ui/LoadMore.tsx";
import { QueryView } from "../../../ui/QueryView.tsx";
import { Select } from "../../../ui/Select.tsx";
import { Time } from "../../../ui/Time.tsx";
import panels from "../../../ui/panels.module.css";
import { deliveryTexts } from "./delivery.texts.ts";
import { notificationTemplateTexts } from "./notificationTemplates.texts.ts";
import { logAddress } from "./templateAddress.ts";
import { CHANNELS } from "./templateDraft.ts";

graphql(`
  query NotificationDeliveries(
    $state: NotificationDispatchState
    $channel: NotificationChannel
    $after: String
  ) {
    notificationDispatches(state: $state, channel: $channel, first: 50, after: $after) {
      nodes {
        id
        kind
        channel
        state
        attempts
        dueAt
        doneAt
        error
        address
        recipient {
          id
          nickname
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);
graphql(`
  mutation RetryNotificationDispatch($id: ID!) {
    retryNotificationDispatch(id: $id) {
      id
      state
      dueAt
      error
    }
  }
`);

const STATES: readonly NotificationDispatchState[] = ["PENDING", "SENT", "CANCELLED", "FAILED", "SUPPRESSED"];

/** Variables of the log's query, from the address. */
export function deliveryVariables(search: URLSearchParams) {
  const state = STATES.find((each) => each === search.get("state")) ?? null;
  const channel: NotificationChannel | null = CHANNELS.find((each) => each === search.get("channel")) ?? null;
  return { state, channel, after: null };
}

type Dispatch = NotificationDeliveriesQuery["notificationDispatches"]["nodes"][number];

const TONES: Partial<Record<NotificationDispatchState, "danger" | "warning">> = {
  FAILED: "danger",
  SUPPRESSED: "warning",
};

/** Log of what left the site and what became of it; never what it said. */
export function DeliveryLog({ names }: { names: ReadonlyMap<string, string> }) {
  const t = useTexts(deliveryTexts);
  const [search] = useSearchParams();
  const query = useNotificationDeliveriesQuery({ variables: deliveryVariables(search) });
  const columns = useColumns(names);
  return (
    <section className={`card ${panels.panel}`} aria-label={t.log}>
      <Filters />
      <QueryView query={query}>
        {({ notificationDispatches: { nodes } }) => (
          <DataTable
            caption={t.log}
            columns={columns}
            rows={nodes}
            empty={<EmptyState title={t.nothing} text={t.nothingText} />}
            more={<LoadMore query={query} of="notificationDispatches" />}
          />
        )}
      </QueryView>
    </section>
  );
}

function Filters() {
  const t = useTexts(deliveryTexts);
  const words = useTexts(notificationTemplateTexts);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { state, channel } = deliveryVariables(search);
  const go = (nextState: string | null, nextChannel: string | null) =>
    void navigate(logAddress(nextState, nextChannel), { replace: true });
  return (
    <div className={panels.filters}>
      <Select
        label={t.state}
        value={state ?? ""}
        onValue={(value) => go(value, channel)}
        choices={[{ value: "", label: t.all }, ...STATES.map((value) => ({ value, label: t[value] }))]}
      />
      <Select
        label={t.channel}
        value={channel ?? ""}
        onValue={(value) => go(state, value)}
        choices={[
          { value: "", label: t.all },
          ...CHANNELS.filter((value) => value !== "SITE").map((value) => ({ value, label: words[value] })),
        ]}
      />
    </div>
  );
}

function useColumns(names: ReadonlyMap<string, string>): readonly Column<Dispatch>[] {
  const t = useTexts(deliveryTexts);
  const words = useTexts(notificationTemplateTexts);
  return [
    {
      key: "recipient",
      header: t.recipient,
      phone: "title",
      cell: ({ recipient, address }) => (
        <>
          <bdi>{recipient?.nickname}</bdi> <span className={panels.quiet}>{address}</span>
        </>
      ),
    },
    { key: "notification", header: t.notification, cell: ({ kind }) => names.get(kind) ?? kind },
    { key: "channel", header: t.channel, cell: ({ channel }) => words[channel] },
    {
      key: "state",
      header: t.state,
      cell: ({ state, error, attempts }) => (
        <>
          <Label tone={TONES[state] ?? "accent"}>{t[state]}</Label>{" "}
          <span className={panels.quiet}>
            {error}
            {attempts > 1 ? ` ${t.attempts(attempts)}` : ""}
          </span>
        </>
      ),
    },
    {
      key: "due",
      header: t.due,
      nowrap: true,
      cell: ({ doneAt, dueAt }) => <Time value={doneAt ?? dueAt} />,
    },
    {
      key: "retry",
      header: t.retry,
      hideHeader: true,
      actions: true,
      cell: ({ id, state }) => state === "FAILED" && <RetryButton id={id} />,
    },
  ];
}

function RetryButton({ id }: { id: string }) {
  const t = useTexts(deliveryTexts);
  const { act, isBusy } = useAct();
  const [retry] = useRetryNotificationDispatchMutation();
  return (
    <Button
      size="sm"
      loading={isBusy}
      onClick={() => void act(() => retry({ variables: { id } }), { done: t.retried })}
    >
      {t.retry}
    </Button>
  );
}
