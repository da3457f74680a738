import { lazy, Suspense, useState } from "react";
import { useBrowserClient } from "../../apollo/browserClient.ts";
import { graphql } from "../../gql/gql.ts";
import { PollVotersDocument } from "../../gql/graphql.ts";
import { useClosePollMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { csvOf } from "../../platform/csv.ts";
import { saveFile } from "../../platform/saveFile.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/confirm.tsx";
import type { ShownPoll } from "./PollCard.tsx";
import { pollTexts } from "./polls.texts.ts";

const EditPollSheet = lazy(() => import("./EditPollSheet.tsx").then((m) => ({ default: m.EditPollSheet })));

graphql(`
  mutation ClosePoll($threadId: ID!) {
    closePoll(threadId: $threadId) {
      ...PollCard_poll
    }
  }
`);

/** True in the card that the server draws, which hears no clicks until the browser draws another in its place. */
const IS_STANDING = import.meta.env.SSR;
/** Voters that are asked for at once. */
const EXPORTED_VOTERS = 100;

interface Props {
  threadId: string;
  poll: ShownPoll;
}

/** Buttons for the author of a poll and moderators: they change it, end it, and keep its votes as a file. */
export function PollStaff({ threadId, poll }: Props) {
  const t = useTexts(pollTexts);
  const [isEditing, setEditing] = useState(false);
  const confirm = useConfirm();
  const [close] = useClosePollMutation();
  const { act, isBusy } = useAct();
  const exporting = useExport(threadId, poll);
  const end = async () => {
    if (!(await confirm({ title: t.endTitle, text: t.endText, action: t.end, danger: true }))) return;
    await act(() => close({ variables: { threadId } }), { done: t.endedToast });
  };
  return (
    <div className="poll-staff">
      {poll.viewerCanEdit && (
        <Button size="sm" disabled={IS_STANDING} onClick={() => setEditing(true)}>
          {t.edit}
        </Button>
      )}
      {poll.viewerCanClose && (
        <Button size="sm" disabled={IS_STANDING} loading={isBusy} onClick={() => void end()}>
          {t.end}
        </Button>
      )}
      {Boolean(poll.voterCount) && (
        <Button size="sm" disabled={IS_STANDING} loading={exporting.isBusy} onClick={exporting.run}>
          {t.exportVotes}
        </Button>
      )}
      {isEditing && (
        <Suspense fallback={null}>
          <EditPollSheet threadId={threadId} poll={poll} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Writes the votes into a file: the totals, and of an open poll who voted for what. */
function useExport(threadId: string, { isSecret, options }: ShownPoll) {
  const t = useTexts(pollTexts);
  const client = useBrowserClient();
  const { act, isBusy } = useAct();
  const textOf = (id: string) => options.find((option) => option.id === id)?.text ?? "";

  async function votes(): Promise<string[][]> {
    const rows: string[][] = [[], [t.columnVoter, t.columnOption, t.columnTime]];
    const variables = { threadId, first: EXPORTED_VOTERS, after: null as string | null };
    do {
      const { data } = await client.query({ query: PollVotersDocument, variables, fetchPolicy: "no-cache" });
      const { nodes, pageInfo } = data!.pollVoters;
      for (const { user, optionIds, votedAt } of nodes)
        rows.push([user?.nickname ?? t.erased, optionIds.map(textOf).join(" > "), votedAt]);
      variables.after = pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null;
    } while (variables.after !== null);
    return rows;
  }

  const run = () =>
    void act(async () => {
      const totals = options.map(({ text, voteCount }) => [text, String(voteCount ?? "")]);
      const rows = [[t.columnOption, t.columnVotes], ...totals, ...(isSecret ? [] : await votes())];
      saveFile(new Blob([csvOf(rows)], { type: "text/csv;charset=utf-8" }), `poll-${threadId}.csv`);
    });
  return { run, isBusy };
}
