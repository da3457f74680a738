import { type FormEvent, type ReactNode, useId, useState } from "react";
import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import type { ShownPoll } from "./PollCard.tsx";
import { PollOption } from "./PollOption.tsx";
import { PollRanking } from "./PollRanking.tsx";
import { pollTexts } from "./polls.texts.ts";

interface Props {
  poll: ShownPoll;
  /** A vote is being sent. */
  isBusy: boolean;
  onList(optionId: string): void;
  onVote(optionIds: readonly string[]): void;
  /** Leaves the earlier vote as it is; absent where there is none. */
  onCancel: (() => void) | undefined;
  /** Buttons of those who run the poll. */
  staff: ReactNode;
}

/** The ballot of a poll: what is chosen is sent by its button only. */
export function PollBallot({ poll, isBusy, onList, onVote, onCancel, staff }: Props) {
  const t = useTexts(pollTexts);
  const [choice, setChoice] = useState<readonly string[]>(poll.myOptionIds);
  const isSame = choice.join() === poll.myOptionIds.join();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && choice.length > 0 && !isSame) onVote(choice);
  };
  const parts = { poll, choice, onChoice: setChoice, onList };
  return (
    <form method="post" onSubmit={submit} noValidate>
      <fieldset className="poll-ballot">
        <legend className="visually-hidden">{poll.title || t.name}</legend>
        {poll.kind === "RANKED" ? <PollRanking {...parts} /> : <Choices {...parts} />}
      </fieldset>
      {poll.kind === "RANKED" && <p className="poll-note">{t.rankHint}</p>}
      <div className="poll-foot">
        <Button type="submit" variant="primary" loading={isBusy} disabled={choice.length === 0 || isSame}>
          {onCancel ? t.saveChange : t.vote}
        </Button>
        {onCancel && (
          <>
            <Button disabled={isBusy} onClick={onCancel}>
              {t.cancel}
            </Button>
            <Button variant="subtle" disabled={isBusy} onClick={() => onVote([])}>
              {t.takeBack}
            </Button>
          </>
        )}
        {staff}
      </div>
    </form>
  );
}

/** Parts of a ballot that differ by the kind of the poll. */
export interface ChoiceProps {
  poll: ShownPoll;
  /** Ids of the chosen options, in a ranked poll in order of preference. */
  choice: readonly string[];
  onChoice(choice: readonly string[]): void;
  onList(optionId: string): void;
}

/** One option, or several, in the order of the poll. */
function Choices({ poll, choice, onChoice, onList }: ChoiceProps) {
  const name = useId();
  const isSingle = poll.kind === "SINGLE";
  const toggle = (id: string, isChosen: boolean) => {
    if (isSingle) return onChoice([id]);
    onChoice(
      poll.options
        .map((option) => option.id)
        .filter((each) => (each === id ? isChosen : choice.includes(each))),
    );
  };
  return (
    <ul className="poll-options">
      {poll.options.map((option, index) => (
        <PollOption key={option.id} poll={poll} option={option} onList={onList}>
          <label className="poll-choice">
            <span className="poll-control">
              <input
                type={isSingle ? "radio" : "checkbox"}
                name={name}
                value={option.id}
                checked={choice.includes(option.id)}
                data-first={isFirst(option.id, index, choice) ? "" : undefined}
                // A browser that goes back must not restore a choice that the form does not know.
                autoComplete="off"
                onChange={(event) => toggle(option.id, event.currentTarget.checked)}
              />
            </span>
            <bdi className="poll-text">{option.text}</bdi>
          </label>
        </PollOption>
      ))}
    </ul>
  );
}

function isFirst(id: string, index: number, [chosen]: readonly string[]): boolean {
  return chosen === undefined ? index === 0 : id === chosen;
}
