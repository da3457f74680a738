import type { ReactNode } from "react";
import { useTexts } from "../../i18n/texts.ts";
import type { ShownPoll } from "./PollCard.tsx";
import { pollTexts } from "./polls.texts.ts";

const WHOLE = 100;

type Option = ShownPoll["options"][number];

/** Share of the voters who voted for an option, in whole percent. */
export function percentOf({ voteCount }: Option, voterCount: number | null | undefined): number {
  return voteCount && voterCount ? Math.round((voteCount / voterCount) * WHOLE) : 0;
}

interface Props {
  poll: ShownPoll;
  option: Option;
  /** Draws the row as the viewer's own choice, or as what won. */
  mark?: "mine" | "winner" | undefined;
  /** Shows the voters of an option of an open poll. */
  onList(optionId: string): void;
  /** Control and text, before the figures. */
  children: ReactNode;
}

/** One row of a poll: an option with its votes, once they are visible, and a bar behind it. */
export function PollOption({ poll, option, mark, onList, children }: Props) {
  const t = useTexts(pollTexts);
  const { voteCount } = option;
  const percent = percentOf(option, poll.voterCount);
  const figures = voteCount == null ? "" : t.share(t.votes(voteCount), percent);
  return (
    <li className="poll-option" data-mark={mark}>
      {voteCount != null && (
        <span
          role="meter"
          className="poll-bar"
          style={{ inlineSize: `${percent}%` }}
          aria-label={option.text}
          aria-valuemin={0}
          aria-valuemax={WHOLE}
          aria-valuenow={percent}
          aria-valuetext={figures}
        />
      )}
      {children}
      {voteCount != null && !poll.isSecret && voteCount > 0 ? (
        <button
          type="button"
          className="poll-figures"
          aria-haspopup="dialog"
          aria-label={`${t.whoVoted(option.text)}${t.colon}${figures}`}
          onClick={() => onList(option.id)}
        >
          <Figures count={voteCount} percent={percent} />
        </button>
      ) : (
        voteCount != null && (
          <span className="poll-figures" aria-hidden="true">
            <Figures count={voteCount} percent={percent} />
          </span>
        )
      )}
    </li>
  );
}

function Figures({ count, percent }: { count: number; percent: number }) {
  return (
    <>
      <b>{percent}%</b> <span>{count}</span>
    </>
  );
}
