import { useLayoutEffect, useRef, useState } from "react";
import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { IconChevronDown, IconChevronUp, IconPlus, IconX } from "../../ui/icons.tsx";
import type { ChoiceProps } from "./PollBallot.tsx";
import { pollTexts } from "./polls.texts.ts";

const ICON_PX = 16;
const ICONS = { add: IconPlus, up: IconChevronUp, down: IconChevronDown, remove: IconX };

type Control = keyof typeof ICONS;

/** The options in the viewer's order, with buttons that move them: by keyboard, mouse and touch alike. */
export function PollRanking({ poll, choice, onChoice }: ChoiceProps) {
  const t = useTexts(pollTexts);
  const list = useRef<HTMLUListElement>(null);
  const [status, setStatus] = useState("");
  const next = useRef<{ id: string; control: Control } | null>(null);
  // A row that has moved has lost the focus.
  useLayoutEffect(() => {
    if (next.current) focusOption(list.current!, next.current.id, next.current.control);
    next.current = null;
  });
  const textOf = (id: string) => poll.options.find((option) => option.id === id)?.text ?? "";
  const rest = poll.options.filter(({ id }) => !choice.includes(id));

  function place(id: string, index: number, control: Control): void {
    const others = choice.filter((each) => each !== id);
    const ranked = [...others.slice(0, index), id, ...others.slice(index)];
    next.current = { id, control };
    setStatus(t.placed(textOf(id), index + 1, ranked.length));
    onChoice(ranked);
  }
  function remove(id: string): void {
    next.current = { id, control: "add" };
    setStatus(t.unplaced(textOf(id)));
    onChoice(choice.filter((each) => each !== id));
  }

  return (
    <>
      <ul ref={list} className="poll-options">
        {choice.map((id, index) => (
          <li key={id} className="poll-option" data-option={id} data-mark="mine">
            <span className="poll-control">
              <span className="poll-own">{index + 1}</span>
            </span>
            <bdi className="poll-text">{textOf(id)}</bdi>
            <Tool
              control="up"
              label={t.up(textOf(id))}
              isOff={index === 0}
              onPress={() => place(id, index - 1, "up")}
            />
            <Tool
              control="down"
              label={t.down(textOf(id))}
              isOff={index === choice.length - 1}
              isFirst={index === 0 && choice.length > 1}
              onPress={() => place(id, index + 1, "down")}
            />
            <Tool
              control="remove"
              label={t.remove(textOf(id))}
              isFirst={choice.length === 1}
              onPress={() => remove(id)}
            />
          </li>
        ))}
        {rest.map(({ id, text }, index) => (
          <li key={id} className="poll-option" data-option={id}>
            <span className="poll-control" />
            <bdi className="poll-text">{text}</bdi>
            <Tool
              control="add"
              label={t.add(text)}
              words={t.addShort}
              isFirst={index === 0 && choice.length === 0}
              onPress={() => place(id, choice.length, "up")}
            />
          </li>
        ))}
      </ul>
      <p role="status" className="visually-hidden">
        {status}
      </p>
    </>
  );
}

/** Focuses a button of an option, or another one where it is off. */
function focusOption(list: HTMLElement, id: string, control: Control): void {
  const row = [...list.children].find((each) => (each as HTMLElement).dataset["option"] === id);
  const of = (name: Control) => row?.querySelector<HTMLElement>(`[data-control="${name}"]:enabled`);
  (of(control) ?? of("up") ?? of("down") ?? of("remove") ?? of("add"))?.focus();
}

interface ToolProps {
  control: Control;
  label: string;
  words?: string;
  isOff?: boolean;
  /** The focus goes here when the ballot opens. */
  isFirst?: boolean;
  onPress(): void;
}

function Tool({ control, label, words, isOff = false, isFirst = false, onPress }: ToolProps) {
  const Icon = ICONS[control];
  return (
    <Button
      variant="subtle"
      size="sm"
      className={words ? "poll-add" : "poll-tool"}
      data-control={control}
      data-first={isFirst ? "" : undefined}
      aria-label={label}
      title={label}
      disabled={isOff}
      icon={<Icon size={ICON_PX} />}
      onClick={onPress}
    >
      {words}
    </Button>
  );
}
