import { useTexts } from "../../i18n/texts.ts";
import type { ShownPoll } from "./PollCard.tsx";
import { pollTexts } from "./polls.texts.ts";

interface Props {
  rounds: NonNullable<ShownPoll["rounds"]>;
  poll: ShownPoll;
}

/** The counts of a ranked poll, one after the other, behind a line that opens them. */
export function PollRounds({ rounds, poll }: Props) {
  const t = useTexts(pollTexts);
  const { options } = poll;
  const winnerIds = poll.winnerIds ?? [];
  const textOf = (id: string) => options.find((option) => option.id === id)?.text ?? "";
  const names = winnerIds.map(textOf).join(t.and);
  return (
    <details className="poll-rounds">
      <summary>{t.counting}</summary>
      <p>{t.countingRule}</p>
      <ol>
        {rounds.map(({ optionIds, voteCounts, eliminatedIds }, index) => (
          <li key={index}>
            <b>{t.round(index + 1)}</b>
            <ul>
              {optionIds.map((id, at) => (
                <li key={id}>
                  <bdi>{textOf(id)}</bdi> {t.votes(voteCounts[at] ?? 0)}
                  {eliminatedIds.includes(id) && <span className="poll-leaves"> {t.leaves}</span>}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {names && <p>{winnerIds.length > 1 ? t.tie(names) : t.wins(names)}</p>}
    </details>
  );
}
