import { useId } from "react";
import type { SignInFieldKind } from "../../gql/graphql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { ChoiceChips } from "../../ui/ChoiceChips.tsx";
import { Field } from "../../ui/Field.tsx";
import type { Answer } from "./answers.ts";
import { AnswerFiles } from "./AnswerFiles.tsx";
import classes from "./SupplementaryPage.module.css";
import { supplementaryTexts } from "./supplementary.texts.ts";

/** A question of the site. */
export interface Question {
  id: string;
  name: string;
  kind: SignInFieldKind;
  fieldsDesc: string;
  required: boolean;
  choices: readonly string[];
}

interface Props {
  question: Question;
  answer: Answer;
  onAnswer: (part: Partial<Answer>) => void;
  /** It needs an answer, and there is none. */
  isMissing: boolean;
  /** Hears of uploads that begin and end. */
  onBusy: (isBusy: boolean) => void;
}

/** The field of one question, by its type. */
export function AnswerField({ question, answer, onAnswer, isMissing, onBusy }: Props) {
  const t = useTexts(supplementaryTexts);
  const { name, kind, fieldsDesc, required, choices } = question;
  const label = required ? name : t.optional(name);
  if (kind === "TEXT" || kind === "TEXTAREA") {
    const common = {
      label,
      hint: fieldsDesc,
      value: answer.text,
      onValue: (text: string) => onAnswer({ text }),
      error: isMissing ? t.required : null,
    };
    return kind === "TEXT" ? <Field {...common} /> : <Field {...common} multiline />;
  }
  const error = isMissing ? (kind === "RADIO" || kind === "CHECKBOX" ? t.choose : t.chooseFile) : null;
  const below = (
    <>
      {fieldsDesc && <p className={classes.hint}>{fieldsDesc}</p>}
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </>
  );
  if (kind === "RADIO")
    return (
      <ChoiceChips
        label={label}
        value={answer.chosen[0] ?? ""}
        chips={choices.map((value) => ({ value, label: value }))}
        onValue={(value) => onAnswer({ chosen: [value] })}
      >
        {below}
      </ChoiceChips>
    );
  if (kind === "CHECKBOX")
    return (
      <Choices label={label} options={choices} answer={answer} onAnswer={onAnswer}>
        {below}
      </Choices>
    );
  return (
    <AnswerFiles
      label={label}
      isPicture={kind === "IMAGE"}
      files={answer.files}
      onFiles={(files) => onAnswer({ files })}
      onBusy={onBusy}
    >
      {below}
    </AnswerFiles>
  );
}

interface ChoicesProps extends Pick<Props, "answer" | "onAnswer"> {
  label: string;
  options: readonly string[];
  children: React.ReactNode;
}

function Choices({ label, options, answer, onAnswer, children }: ChoicesProps) {
  const id = useId();
  return (
    <fieldset className={classes.group} aria-labelledby={id}>
      <legend id={id} className={classes.label}>
        {label}
      </legend>
      {options.map((value) => (
        <Checkbox
          key={value}
          label={value}
          checked={answer.chosen.includes(value)}
          onChecked={(checked) => {
            const others = answer.chosen.filter((each) => each !== value);
            onAnswer({ chosen: checked ? [...others, value] : others });
          }}
        />
      ))}
      {children}
    </fieldset>
  );
}
