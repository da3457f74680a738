import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { useTexts } from "../../i18n/texts.ts";
import { useClock } from "../../platform/clock.tsx";
import { keyOf } from "../../platform/inputMethod.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field, TimeField } from "../../ui/Field.tsx";
import { IconChevronDown, IconChevronUp, IconPlus, IconX } from "../../ui/icons.tsx";
import { Select } from "../../ui/Select.tsx";
import classes from "./PollFields.module.css";
import {
  FIRST_POLL,
  OPTION_MAX,
  isPossibleEnd,
  OPTIONS_MAX,
  OPTIONS_MIN,
  type PollDraft,
  QUESTION_MAX,
  repeatedOptions,
} from "./pollDraft.ts";
import { pollFieldTexts } from "./pollFields.texts.ts";

const ICON_PX = 16;
const KINDS = ["SINGLE", "MULTIPLE", "RANKED"] as const;
const RESULTS = ["ALWAYS", "AFTER_VOTE", "AFTER_END"] as const;

interface Props {
  /** Null for a thread without a poll. */
  value: PollDraft | null;
  onValue(value: PollDraft | null): void;
}

/** Fields for the poll of a new thread. */
export function PollFields({ value, onValue }: Props) {
  const t = useTexts(pollFieldTexts);
  return (
    <div className={classes.poll}>
      <Checkbox
        label={t.add}
        hint={t.addHint}
        checked={value !== null}
        onChecked={(checked) => onValue(checked ? FIRST_POLL : null)}
      />
      {value && <PollDetails value={value} onChange={(patch) => onValue({ ...value, ...patch })} />}
    </div>
  );
}

interface DetailsProps {
  value: PollDraft;
  onChange(patch: Partial<PollDraft>): void;
}

/** Fields of a poll: question, options, and the rules of the vote. */
export function PollDetails({ value, onChange }: DetailsProps) {
  const t = useTexts(pollFieldTexts);
  const picked = <T extends string>(choices: readonly T[], choice: string): T =>
    choices.find((each) => each === choice) ?? choices[0]!;
  return (
    <>
      <Field
        className={classes.question!}
        label={t.question}
        hint={t.questionHint}
        maxLength={QUESTION_MAX}
        autoComplete="off"
        value={value.title}
        onValue={(title) => onChange({ title })}
        onKeyDown={(event) => keyOf(event) === "Enter" && event.preventDefault()}
      />
      <OptionFields options={value.options} onOptions={(options) => onChange({ options })} />
      <div className={classes.fields}>
        <Select
          label={t.kind}
          value={value.kind}
          choices={KINDS.map((kind) => ({ value: kind, label: t[kind] }))}
          onValue={(kind) => onChange({ kind: picked(KINDS, kind) })}
        />
        <Select
          label={t.results}
          value={value.resultsVisible}
          choices={RESULTS.map((time) => ({ value: time, label: t[time] }))}
          onValue={(time) => onChange({ resultsVisible: picked(RESULTS, time) })}
        />
        <EndField value={value.endsAt} onValue={(endsAt) => onChange({ endsAt })} />
      </div>
      <Checkbox
        label={t.secret}
        hint={t.secretHint}
        checked={value.isSecret}
        onChecked={(isSecret) => onChange({ isSecret })}
      />
    </>
  );
}

interface EndProps {
  value: string | null;
  onValue(endsAt: string | null): void;
}

/** The time at which the poll ends. */
function EndField({ value, onValue }: EndProps) {
  const t = useTexts(pollFieldTexts);
  const { now } = useClock();
  const error = isPossibleEnd(value, now) ? null : t.endsAtWrong;
  return <TimeField label={t.endsAt} hint={t.endsAtHint} value={value} onValue={onValue} error={error} />;
}

/** Controls of an option between which the focus goes, in the order in which another takes the place of one that is off. */
type OptionControl = "field" | "up" | "down";

interface OptionFieldsProps {
  options: readonly string[];
  onOptions(options: string[]): void;
}

/** The options in their order, each with the ways to move and to remove it. */
function OptionFields({ options, onOptions }: OptionFieldsProps) {
  const t = useTexts(pollFieldTexts);
  const list = useRef<HTMLOListElement>(null);
  const [status, setStatus] = useState("");
  const next = useRef<{ index: number; control: OptionControl } | null>(null);
  const repeated = repeatedOptions(options);
  useLayoutEffect(() => {
    const target = next.current;
    next.current = null;
    if (target) focusOption(list.current!, target.index, target.control);
  });

  function add(): void {
    next.current = { index: options.length, control: "field" };
    onOptions([...options, ""]);
  }
  function move(index: number, to: number): void {
    if (to < 0 || to >= options.length) return;
    const moved = [...options];
    moved.splice(to, 0, ...moved.splice(index, 1));
    next.current = { index: to, control: to < index ? "up" : "down" };
    setStatus(t.moved(index + 1, to + 1));
    onOptions(moved);
  }
  function remove(index: number): void {
    next.current = { index: Math.min(index, options.length - 2), control: "field" };
    setStatus(t.removed(index + 1));
    onOptions(options.filter((_, other) => other !== index));
  }
  function press(event: KeyboardEvent<HTMLInputElement>, index: number): void {
    if (keyOf(event) !== "Enter") return;
    // Enter goes on to the next option: nobody publishes by it.
    event.preventDefault();
    if (index < options.length - 1) focusOption(list.current!, index + 1, "field");
    else if (options.length < OPTIONS_MAX) add();
  }

  return (
    <fieldset className={classes.options}>
      <legend className={classes.legend}>{t.options}</legend>
      <ol ref={list} className={classes.list}>
        {options.map((option, index) => (
          // An option has no identity but its place.
          <OptionRow
            key={index}
            text={option}
            index={index}
            count={options.length}
            isRepeated={repeated[index]!}
            onText={(text) => onOptions(options.map((other, at) => (at === index ? text : other)))}
            onPress={(event) => press(event, index)}
            onMove={(to) => move(index, to)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <div className={classes.foot}>
        <Button
          size="sm"
          icon={<IconPlus size={ICON_PX} />}
          disabled={options.length >= OPTIONS_MAX}
          onClick={add}
        >
          {t.addOption}
        </Button>
        <span className={classes.hint}>{t.optionsHint(OPTIONS_MIN, OPTIONS_MAX)}</span>
      </div>
      <p role="status" className="visually-hidden">
        {status}
      </p>
    </fieldset>
  );
}

interface OptionRowProps {
  text: string;
  /** Place among the options, from 0. */
  index: number;
  count: number;
  isRepeated: boolean;
  onText(text: string): void;
  onPress(event: KeyboardEvent<HTMLInputElement>): void;
  onMove(to: number): void;
  onRemove(): void;
}

function OptionRow({ text, index, count, isRepeated, onText, onPress, onMove, onRemove }: OptionRowProps) {
  const t = useTexts(pollFieldTexts);
  const number = index + 1;
  return (
    <li className={classes.option}>
      <Field
        hideLabel
        label={t.option(number)}
        placeholder={t.option(number)}
        autoComplete="off"
        data-control="field"
        value={text}
        onValue={onText}
        onKeyDown={onPress}
        maxLength={OPTION_MAX}
        error={isRepeated ? t.twice : null}
      />
      <IconButton control="up" label={t.up(number)} isOff={index === 0} onPress={() => onMove(index - 1)} />
      <IconButton
        control="down"
        label={t.down(number)}
        isOff={number === count}
        onPress={() => onMove(index + 1)}
      />
      <IconButton
        control="remove"
        label={t.removeOption(number)}
        isOff={count <= OPTIONS_MIN}
        onPress={onRemove}
      />
    </li>
  );
}

function focusOption(list: HTMLElement, index: number, control: OptionControl): void {
  const row = list.children[index];
  const of = (name: OptionControl) => row?.querySelector<HTMLElement>(`[data-control="${name}"]:enabled`);
  (of(control) ?? of("down") ?? of("up") ?? of("field"))?.focus();
}

const ICONS = { up: IconChevronUp, down: IconChevronDown, remove: IconX };

interface IconButtonProps {
  control: keyof typeof ICONS;
  label: string;
  isOff: boolean;
  onPress(): void;
}

function IconButton({ control, label, isOff, onPress }: IconButtonProps) {
  const Icon = ICONS[control];
  return (
    <Button
      variant="subtle"
      className={classes.tool}
      data-control={control}
      aria-label={label}
      title={label}
      disabled={isOff}
      icon={<Icon size={ICON_PX} />}
      onClick={onPress}
    />
  );
}
