import { useEffect, useEffectEvent } from "react";
import { useMentionCandidatesLazyQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { moneyText } from "../../platform/money.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";
import { GIFT_NAME_MAX, GIFT_NUMBER_MAX } from "../drafts/localDraft.ts";
import classes from "../red-packets/RedPacketFields.module.css";
import { answerCents, FIRST_QUESTION, type QuestionDraft } from "./questionDraft.ts";
import { questionTexts } from "./questions.texts.ts";

/** Time without typing after which a nickname is looked up, in milliseconds. */
const LOOK_UP_MS = 250;

interface Props {
  /** Null for a thread that asks nobody. */
  value: QuestionDraft | null;
  /** Price of the site for reading an answer, in cents. */
  onlookerCents: number;
  onValue(value: QuestionDraft | null): void;
}

/** Fields for a question to one member that a new thread asks. */
export function QuestionFields({ value, onlookerCents, onValue }: Props) {
  const t = useTexts(questionTexts);
  return (
    <div className={classes.packet}>
      <Checkbox
        label={t.add}
        hint={t.addHint}
        checked={value !== null}
        onChecked={(checked) => onValue(checked ? FIRST_QUESTION : null)}
      />
      {value && <Details value={value} onlookerCents={onlookerCents} onValue={onValue} />}
    </div>
  );
}

function Details({ value, onlookerCents, onValue }: Props & { value: QuestionDraft }) {
  const t = useTexts(questionTexts);
  const [find] = useMentionCandidatesLazyQuery();
  const nickname = value.nickname.trim();
  const take = useEffectEvent((name: string, userId: string | null) => {
    if (name === nickname && userId !== value.userId) onValue({ ...value, userId });
  });
  useEffect(() => {
    if (nickname === "") return;
    const lookUp = async () => {
      const { data } = await find({ variables: { prefix: nickname } });
      const isSame = (name: string) => name.toLowerCase() === nickname.toLowerCase();
      const found = data?.mentionCandidates.find((user) => isSame(user.nickname));
      take(nickname, found?.id ?? null);
    };
    const timer = setTimeout(() => void lookUp().catch(() => undefined), LOOK_UP_MS);
    return () => clearTimeout(timer);
  }, [nickname, find]);
  const change = (patch: Partial<QuestionDraft>) => onValue({ ...value, ...patch });
  return (
    <>
      <div className={classes.fields}>
        <Field
          label={t.whom}
          autoComplete="off"
          maxLength={GIFT_NAME_MAX}
          value={value.nickname}
          onValue={(name) => change({ nickname: name, userId: null })}
          error={nickname !== "" && value.userId === null ? t.whomWrong : null}
        />
        <Field
          label={t.amount}
          inputMode="decimal"
          autoComplete="off"
          maxLength={GIFT_NUMBER_MAX}
          value={value.amount}
          onValue={(amount) => change({ amount })}
          error={answerCents(value.amount) === null ? t.amountWrong : null}
        />
      </div>
      {onlookerCents > 0 && (
        <Checkbox
          label={t.open(moneyText(onlookerCents))}
          checked={value.hasOnlookers}
          onChecked={(hasOnlookers) => change({ hasOnlookers })}
        />
      )}
    </>
  );
}
