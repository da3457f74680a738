import type { ReactNode } from "react";
import { useTexts } from "../../i18n/texts.ts";
import { IconCheck } from "../../ui/icons.tsx";
import type { ShownPoll } from "./PollCard.tsx";
import { PollOption } from "./PollOption.tsx";
import { PollRounds } from "./PollRounds.tsx";
import { pollTexts } from "./polls.texts.ts";

const ICON_PX = 18;

interface Props {
  poll: ShownPoll;
  onList(optionId: string): void;
  /** Buttons below; null for a poll that nobody can do anything with. */
  children: ReactNode;
}

/** The options as they were voted for, with the viewer's own vote and what won. */
export function PollResults({ poll, onList, children }: Props) {
  const t = useTexts(pollTexts);
  const { kind, isOpen, options, myOptionIds } = poll;
  const winnerIds = poll.winnerIds ?? [];
  return (
    <>
      <ul className="poll-options">
        {options.map((option) => {
          const place = myOptionIds.indexOf(option.id) + 1;
          const isWinner = !isOpen && winnerIds.includes(option.id);
          const mine = kind === "RANKED" ? t.myPlace(place) : t.mine;
          return (
            <PollOption
              key={option.id}
              poll={poll}
              option={option}
              mark={isWinner ? "winner" : place > 0 ? "mine" : undefined}
              onList={onList}
            >
              <span className="poll-control">
                {place > 0 && (
                  <span className="poll-own" role="img" aria-label={mine} title={mine}>
                    {kind === "RANKED" ? place : <IconCheck size={ICON_PX} />}
                  </span>
                )}
              </span>
              <span className="poll-text">
                <bdi>{option.text}</bdi>
                {isWinner && <span className="poll-winner">{winnerIds.length > 1 ? t.tied : t.winner}</span>}
              </span>
            </PollOption>
          );
        })}
      </ul>
      {kind === "RANKED" && <p className="poll-note">{rankedNote(poll, t)}</p>}
      {poll.rounds && poll.voterCount !== 0 && <PollRounds rounds={poll.rounds} poll={poll} />}
      {children && <div className="poll-foot">{children}</div>}
    </>
  );
}

function rankedNote({ voterCount }: ShownPoll, t: { rankHint: string; firstChoices: string }): string {
  return voterCount == null ? t.rankHint : t.firstChoices;
}
