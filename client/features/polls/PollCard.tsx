import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { skipToken } from "../../apollo/bind.ts";
import { readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import type { PollCard_PollFragment, PollCardQuery } from "../../gql/graphql.ts";
import { usePollCardQuery, useVoteInPollMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useClock } from "../../platform/clock.tsx";
import { loginAddress, useViewer } from "../../session/useViewer.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { dateText } from "../../ui/timeText.ts";
import { useLive } from "../red-packets/useLive.ts";
import { PollBallot } from "./PollBallot.tsx";
import { PollResults } from "./PollResults.tsx";
import { pollTexts } from "./polls.texts.ts";
import { restUntil } from "./pollTime.ts";

const PollStaff = lazy(() => import("./PollStaff.tsx").then((m) => ({ default: m.PollStaff })));
const VotersSheet = lazy(() => import("./VotersSheet.tsx").then((m) => ({ default: m.VotersSheet })));

/** Fields of a poll that its card shows. */
export const PollCard_poll = graphql(`
  fragment PollCard_poll on Poll {
    id
    title
    kind
    isSecret
    resultsVisible
    endsAt
    isOpen
    voterCount
    myOptionIds
    viewerCanVote
    viewerCanClose
    viewerCanEdit
    winnerIds
    options {
      id
      text
      voteCount
    }
    rounds {
      optionIds
      voteCounts
      eliminatedIds
    }
  }
`);
graphql(`
  query PollCard($id: ID!) {
    thread(id: $id, isRepeated: true) {
      id
      viewerCanEdit
      author {
        id
      }
      poll {
        ...PollCard_poll
      }
    }
  }
`);
graphql(`
  mutation VoteInPoll($input: VoteInPollInput!) {
    voteInPoll(input: $input) {
      ...PollCard_poll
    }
  }
`);

/** A poll as its card shows it. */
export type ShownPoll = PollCard_PollFragment;

/** The poll of a thread: its ballot, or what was voted. The server shows it as to somebody who may not vote. */
export function PollCard({ threadId }: { threadId: string }) {
  const { isShared } = useViewer();
  const query = usePollCardQuery(
    isShared && !import.meta.env.SSR
      ? skipToken
      : { variables: { id: threadId }, fetchPolicy: "network-only" },
  );
  const { thread } = query.data ?? {};
  if (!thread?.poll) return null;
  return <LoadedCard thread={thread} refetch={query.refetch} />;
}

interface LoadedProps {
  thread: NonNullable<PollCardQuery["thread"]>;
  refetch(): Promise<unknown>;
}

function LoadedCard({ thread, refetch }: LoadedProps) {
  const t = useTexts(pollTexts);
  const { viewer } = useViewer();
  const threadId = thread.id;
  const poll = readFragment(PollCard_poll, thread.poll!);
  useLive(refetch, poll.isOpen, 0);
  const { root, isChanging, setChanging, isBusy, vote } = useVoting(threadId, refetch);
  useLayoutEffect(() => replaceStanding(root.current!), [root]);
  const [listed, setListed] = useState<string | null>(null);
  const mayVote = poll.viewerCanVote && !import.meta.env.SSR;
  const hasVoted = poll.myOptionIds.length > 0;
  const isBallot = poll.isOpen && mayVote && (isChanging || !hasVoted);
  const option = poll.options.find(({ id }) => id === listed);
  const runsPoll = thread.viewerCanEdit || (viewer !== null && thread.author?.id === viewer.id);
  const staff = runsPoll && (
    <Suspense fallback={null}>
      <PollStaff threadId={threadId} poll={poll} />
    </Suspense>
  );

  return (
    <section ref={root} className="poll-card" aria-label={poll.title || t.name} tabIndex={-1}>
      <header className="poll-head">
        <h2 className="poll-title">{poll.title ? <bdi>{poll.title}</bdi> : t.name}</h2>
        <Facts poll={poll} />
      </header>
      {isBallot ? (
        <PollBallot
          // A vote that came from elsewhere is the one that is changed.
          key={poll.myOptionIds.join()}
          poll={poll}
          isBusy={isBusy}
          onList={setListed}
          onVote={(optionIds) => void vote(optionIds)}
          onCancel={isChanging ? () => setChanging(false) : undefined}
          staff={staff}
        />
      ) : (
        <PollResults poll={poll} onList={setListed}>
          {(poll.isOpen || runsPoll) && (
            <>
              {poll.isOpen && hasVoted && mayVote && (
                <Button data-change="" onClick={() => setChanging(true)}>
                  {t.change}
                </Button>
              )}
              {poll.isOpen && viewer === null && <SignIn />}
              {staff}
            </>
          )}
        </PollResults>
      )}
      <noscript>
        <p className="poll-note">{t.noScript}</p>
      </noscript>
      <Suspense fallback={null}>
        {option && <VotersSheet threadId={threadId} option={option} onClose={() => setListed(null)} />}
      </Suspense>
    </section>
  );
}

/** Removes the card that the server has drawn, and opens what was opened in it. */
function replaceStanding(card: HTMLElement): void {
  const place = card.parentElement!;
  const wasOpen = place.querySelector("details[open]") !== null;
  for (const other of [...place.children]) if (other !== card) other.remove();
  const details = card.querySelector("details");
  if (wasOpen && details) details.open = true;
}

/** Tells the kind of a poll, how many have taken part, and how long it lasts. */
function Facts({ poll }: { poll: ShownPoll }) {
  const t = useTexts(pollTexts);
  const end = useEnd(poll);
  const isHidden = poll.voterCount == null;
  const hidden = poll.resultsVisible === "AFTER_END" ? t.hiddenUntilEnd : t.hiddenUntilVote;
  return (
    <p className="poll-facts">
      <span>{t[poll.kind]}</span>
      <span>{poll.isSecret ? t.secret : t.open}</span>
      <span>{isHidden ? hidden : t.voters(poll.voterCount!)}</span>
      {end && <span role="status">{end}</span>}
    </p>
  );
}

/** Tells when a poll ends, or that it has; null if nothing ends it yet. */
function useEnd({ endsAt, isOpen }: ShownPoll): string | null {
  const t = useTexts(pollTexts);
  const { now, isLive } = useClock();
  const rest = endsAt ? restUntil(endsAt, now) : null;
  if (!isOpen) return endsAt && Date.parse(endsAt) <= now + CLOCKS_MS ? t.ended : t.paused;
  if (!endsAt) return null;
  // The clock of this device may be ahead; the server says when it is over.
  if (!rest) return t.endsIn(t.minutes(1));
  if (rest.unit === "days" && rest.count > LONG_DAYS)
    return t.endsAt(dateText(new Date(endsAt), now, isLive));
  return t.endsIn(t[rest.unit](rest.count));
}

/** Days from which the end of a poll is shown as a date. */
const LONG_DAYS = 30;
/** Clocks of devices differ so much, in milliseconds, and that of the page moves by minutes. */
const CLOCKS_MS = 120_000;

function SignIn() {
  const t = useTexts(pollTexts);
  const { pathname } = useLocation();
  return (
    <Button variant="primary" to={loginAddress(pathname, "vote")}>
      {t.signIn}
    </Button>
  );
}

/** Sends votes, and leads the focus to what takes the place of the ballot. */
function useVoting(threadId: string, refetch: () => Promise<unknown>) {
  const t = useTexts(pollTexts);
  const root = useRef<HTMLElement>(null);
  const [isChanging, setChanging] = useState(false);
  const [send] = useVoteInPollMutation();
  const { act, isBusy } = useAct();
  const votes = useRef(0);
  const [sent, setSent] = useState(0);
  useEffect(() => {
    if (sent > 0) (root.current?.querySelector<HTMLElement>("[data-change]") ?? root.current)?.focus();
  }, [sent]);
  useEffect(() => {
    if (isChanging) root.current?.querySelector<HTMLElement>("[data-first]")?.focus();
  }, [isChanging]);
  const vote = (optionIds: readonly string[]) =>
    act(
      async () => {
        await send({ variables: { input: { threadId, optionIds: [...optionIds] } } });
        setChanging(false);
        setSent((votes.current += 1));
      },
      {
        done: optionIds.length > 0 ? t.voted : t.takenBack,
        failed: () => {
          // The poll may have ended, or changed, since it was read.
          void refetch().catch(() => undefined);
          return undefined;
        },
      },
    );
  return { root, isChanging, setChanging, isBusy, vote };
}
