import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router-dom";
import { graphql } from "../../../gql/gql.ts";
import { useSplitThreadMutation } from "../../../gql/hooks.ts";
import { commonTexts } from "../../../i18n/common.texts.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/Button.tsx";
import { ChoiceChips } from "../../../ui/ChoiceChips.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Sheet } from "../../../ui/Sheet.tsx";
import { reasonTexts } from "../queue/reason.texts.ts";
import { ReasonPicker } from "../queue/ReasonPicker.tsx";
import { useReason } from "../queue/useReason.ts";
import { readFloorNumbers } from "./floorNumbers.ts";
import classes from "./merging.module.css";
import { mergingTexts } from "./merging.texts.ts";

graphql(`
  mutation SplitThread($input: SplitThreadInput!) {
    splitThread(input: $input) {
      id
    }
  }
`);

/** Longest title, as the server says. */
const TITLE_MAX = 100;

type Way = "from" | "chosen";

interface Props {
  threadId: string;
  /** The reply at which the reader is. */
  number: number;
  onClose(): void;
}

/** Makes replies a thread of their own: all from one on, or those that are named. */
export function SplitDialog({ threadId, number, onClose }: Props) {
  const t = useTexts(mergingTexts);
  const reasons = useTexts(reasonTexts);
  const common = useTexts(commonTexts);
  const navigate = useNavigate();
  const [way, setWay] = useState<Way>("from");
  const [from, setFrom] = useState(String(number));
  const [typed, setTyped] = useState("");
  const [title, setTitle] = useState("");
  const { given, picker } = useReason("", []);
  const { act, isBusy } = useAct();
  const [split] = useSplitThreadMutation();
  const numbers = readFloorNumbers(typed);
  const fromNumber = /^[1-9]\d{0,8}$/.test(from) ? Number(from) : null;
  const isReady = title.trim() !== "" && (way === "from" ? fromNumber !== null : numbers !== null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    const which = way === "from" ? { fromNumber } : { numbers };
    void act(
      async () => {
        const { data } = await split({ variables: { input: { threadId, title, ...which, reason: given } } });
        onClose();
        void navigate(`/thread/${data!.splitThread.id}`);
      },
      { done: t.splitDone },
    );
  };
  return (
    <Sheet title={t.splitTitle} size="medium" onClose={onClose}>
      <form className={classes.form} onSubmit={submit}>
        <p className={classes.text}>{t.splitText}</p>
        <ChoiceChips
          label={t.which}
          value={way}
          onValue={(value) => setWay(value as Way)}
          chips={[
            { value: "from", label: t.fromHere },
            { value: "chosen", label: t.chosen },
          ]}
        />
        {way === "from" ? (
          <Field label={t.fromNumber} inputMode="numeric" value={from} onValue={setFrom} />
        ) : (
          <Field
            label={t.numbers}
            hint={t.numbersHint}
            error={typed !== "" && numbers === null ? t.numbersWrong : null}
            value={typed}
            onValue={setTyped}
          />
        )}
        <Field label={t.newTitle} counterMax={TITLE_MAX} value={title} onValue={setTitle} data-autofocus />
        <ReasonPicker {...picker} hint={reasons.authorReads} />
        <div className={classes.buttons}>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" loading={isBusy} disabled={!isReady}>
            {t.splitAction}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
