import { graphql } from "../../gql/gql.ts";
import type { WebhookLogQuery } from "../../gql/graphql.ts";
import { useReplayWebhookCallMutation, useWebhookLogQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { act } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Label } from "../../ui/Label.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import panels from "../../ui/panels.module.css";
import { QueryView } from "../../ui/QueryView.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import { Time } from "../../ui/Time.tsx";
import { fullTimeText } from "../../ui/timeText.ts";
import classes from "./webhooks.module.css";
import { webhooksTexts } from "./webhooks.texts.ts";

graphql(`
  query WebhookLog($webhookId: ID!, $after: String) {
    webhookCalls(webhookId: $webhookId, first: 20, after: $after) {
      nodes {
        id
        eventId
        event
        payload
        state
        attempts
        status
        problem
        createdAt
        dueAt
        calledAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);
graphql(`
  mutation ReplayWebhookCall($callId: ID!) {
    replayWebhookCall(callId: $callId) {
      id
      state
      attempts
      createdAt
      dueAt
    }
  }
`);

/** Time between two looks while a call is about to be made, in milliseconds. */
const POLL_MS = 2_000;
/** A call that is due within this time is about to be made. It covers the lease of a call that is being made. */
const SOON_MS = 90_000;
const TONES = { WAITING: "warning", DONE: "success", GIVEN_UP: "danger" } as const;

type Call = WebhookLogQuery["webhookCalls"]["nodes"][number];

interface Props {
  webhookId: string;
  title: string;
  /** False while the webhook is off: then nothing that waits is made. */
  isCalled: boolean;
  onClose: () => void;
}

/** The calls of a webhook, newest first, and sending them again. */
export function WebhookLog({ webhookId, title, isCalled, onClose }: Props) {
  const t = useTexts(webhooksTexts);
  const first = useWebhookLogQuery({
    variables: { webhookId },
    fetchPolicy: "cache-and-network",
  });
  const calls = first.data?.webhookCalls.nodes ?? [];
  const isAboutToCall = isCalled && calls.some(isDueSoon);
  return (
    <Sheet title={title} size="large" onClose={onClose}>
      {isAboutToCall && <Poll webhookId={webhookId} />}
      <QueryView query={first}>
        {({ webhookCalls: { nodes } }) =>
          nodes.length === 0 ? (
            <EmptyState title={t.noCalls} text={t.noCallsText} />
          ) : (
            <>
              <ol className={classes.calls}>
                {nodes.map((call) => (
                  <CallRow key={call.id} call={call} onReplayed={first.refetch} />
                ))}
              </ol>
              <LoadMore query={first} of="webhookCalls" />
            </>
          )
        }
      </QueryView>
    </Sheet>
  );
}

function isDueSoon({ state, attempts, dueAt }: Call): boolean {
  if (state !== "WAITING") return false;
  return attempts === 0 || new Date(dueAt).getTime() - Date.now() < SOON_MS;
}

/** Reads the newest calls again and again while it is there. */
function Poll({ webhookId }: { webhookId: string }) {
  useWebhookLogQuery({ variables: { webhookId }, pollInterval: POLL_MS });
  return null;
}

function CallRow({ call, onReplayed }: { call: Call; onReplayed: () => Promise<unknown> }) {
  const t = useTexts(webhooksTexts);
  const [replay] = useReplayWebhookCallMutation();
  const { id, event, state, attempts, status, problem, payload } = call;
  const sendAgain = () =>
    act(() => replay({ variables: { callId: id } }), {
      done: t.replayed,
      reread: onReplayed,
      key: `replayWebhookCall ${id}`,
    });
  return (
    <li className={classes.call}>
      <div className={classes.line}>
        <code>{event}</code>
        <Label tone={TONES[state]}>{t[state]}</Label>
        <span className={panels.quiet}>
          <Time value={call.calledAt ?? call.createdAt} />
        </span>
        {state !== "WAITING" && (
          <Button
            size="sm"
            className={classes.end}
            aria-label={t.replayOf(event)}
            onClick={() => void sendAgain()}
          >
            {t.replay}
          </Button>
        )}
      </div>
      <p className={panels.quiet}>
        {[problem || (status === null ? "" : `HTTP ${status}`), t.attempts(attempts)]
          .filter(Boolean)
          .join(" · ")}
        {state === "WAITING" && attempts > 0 && ` · ${t.next} ${fullTimeText(new Date(call.dueAt))}`}
      </p>
      <details className={classes.payload}>
        <summary>{t.payload}</summary>
        <pre className={panels.pre}>{readable(payload)}</pre>
      </details>
    </li>
  );
}

/** JSON over several lines. */
function readable(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2);
}
