import { graphql } from "../../../gql/gql.ts";
import type {
  NotificationChannel,
  NotificationDeliveriesQuery,
  NotificationDispatchState,
} from "../../../gql/graphql.ts";
import { useNotificationDeliveriesQuery, useRetryNotificationDispatchMutation } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { useNavigate, useSearchParams } from "react-router-dom";
import { act } from "../../../ui/act.ts";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadMore } from "../../../ui/LoadMore.tsx";
import { QueryView } from "../../../ui/QueryView.tsx";
import { Select } from "../../../ui/Select.tsx";
import { Time } from "../../../ui/Time.tsx";
import panels from "../../admin/panels.module.css";
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

/** What the address asks of the log. */
export function deliveryVariables(search: URLSearchParams) {
  const state = STATES.find((each) => each === search.get("state")) ?? null;
  const channel: NotificationChannel | null = CHANNELS.find((each) => each === search.get("channel")) ?? null;
  return { state, channel, after: null };
}

/** What left the site, and what became of it; never what it said. */
export function DeliveryLog({ names }: { names: ReadonlyMap<string, string> }) {
  const t = useTexts(deliveryTexts);
  const words = useTexts(notificationTemplateTexts);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const variables = deliveryVariables(search);
  const query = useNotificationDeliveriesQuery({ variables });
  const go = (state: string | null, channel: string | null) =>
    void navigate(logAddress(state, channel), { replace: true });
  return (
    <section className={`card ${panels.panel}`} aria-label={t.log}>
      <div className={panels.filters}>
        <Select
          label={t.state}
          value={variables.state ?? ""}
          onValue={(state) => go(state, variables.channel)}
          choices={[{ value: "", label: t.all }, ...STATES.map((value) => ({ value, label: t[value] }))]}
        />
        <Select
          label={t.channel}
          value={variables.channel ?? ""}
          onValue={(channel) => go(variables.state, channel)}
          choices={[
            { value: "", label: t.all },
            ...CHANNELS.filter((value) => value !== "SITE").map((value) => ({ value, label: words[value] })),
          ]}
        />
      </div>
      <QueryView query={query}>
        {({ notificationDispatches: { nodes } }) =>
          nodes.length === 0 ? (
            <EmptyState title={t.nothing} text={t.nothingText} />
          ) : (
            <>
              <div className={panels.scroll}>
                <table className={`${panels.table} ${panels.stack}`}>
                  <thead>
                    <tr>
                      <th scope="col">{t.recipient}</th>
                      <th scope="col">{t.notification}</th>
                      <th scope="col">{t.channel}</th>
                      <th scope="col">{t.state}</th>
                      <th scope="col">{t.due}</th>
                      <th scope="col">
                        <span className="visually-hidden">{t.retry}</span>
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {nodes.map((dispatch) => (
                      <Row key={dispatch.id} dispatch={dispatch} name={names.get(dispatch.kind)} />
                    ))}
                  </tbody>
                </table>
              </div>
              <LoadMore query={query} of="notificationDispatches" />
            </>
          )
        }
      </QueryView>
    </section>
  );
}

type Dispatch = NotificationDeliveriesQuery["notificationDispatches"]["nodes"][number];

const LOOKS: Partial<Record<NotificationDispatchState, string | undefined>> = {
  FAILED: panels.danger,
  SUPPRESSED: panels.warning,
};

function Row({ dispatch, name }: { dispatch: Dispatch; name: string | undefined }) {
  const t = useTexts(deliveryTexts);
  const words = useTexts(notificationTemplateTexts);
  const [retry] = useRetryNotificationDispatchMutation();
  const { id, kind, channel, state, attempts, dueAt, doneAt, error, address, recipient } = dispatch;
  const again = () => act(() => retry({ variables: { id } }), { done: t.retried });
  return (
    <tr>
      <td>
        <bdi>{recipient?.nickname}</bdi> <span className={panels.quiet}>{address}</span>
      </td>
      <td>{name ?? kind}</td>
      <td>{words[channel]}</td>
      <td>
        <span className={`${panels.badge} ${LOOKS[state] ?? ""}`}>{t[state]}</span>{" "}
        <span className={panels.quiet}>
          {error}
          {attempts > 1 ? ` ${t.attempts(attempts)}` : ""}
        </span>
      </td>
      <td className={panels.nowrap}>
        <Time value={doneAt ?? dueAt} />
      </td>
      <td>
        {state === "FAILED" && (
          <Button size="sm" onClick={() => void again()}>
            {t.retry}
          </Button>
        )}
      </td>
    </tr>
  );
}
