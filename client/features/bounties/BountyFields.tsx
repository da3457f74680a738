import { GIFT_NUMBER_MAX } from "../drafts/localDraft.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import classes from "../red-packets/RedPacketFields.module.css";
import { bountyTexts } from "./bounties.texts.ts";
import { BOUNTY_DAYS, type BountyDraft, bountyPlanOf, FIRST_BOUNTY } from "./bountyDraft.ts";

interface Props {
  /** Null for a thread without a bounty. */
  value: BountyDraft | null;
  onValue(value: BountyDraft | null): void;
}

/** Fields for a bounty that is offered with a new thread. */
export function BountyFields({ value, onValue }: Props) {
  const t = useTexts(bountyTexts);
  const change = (patch: Partial<BountyDraft>) => onValue({ ...(value ?? FIRST_BOUNTY), ...patch });
  return (
    <div className={classes.packet}>
      <Checkbox
        label={t.add}
        hint={t.addHint}
        checked={value !== null}
        onChecked={(checked) => onValue(checked ? FIRST_BOUNTY : null)}
      />
      {value && (
        <div className={classes.fields}>
          <Field
            label={t.total}
            inputMode="decimal"
            autoComplete="off"
            maxLength={GIFT_NUMBER_MAX}
            value={value.amount}
            onValue={(amount) => change({ amount })}
            error={bountyPlanOf(value) === null ? t.amountWrong : null}
          />
          <Select
            label={t.lasts}
            value={String(value.days)}
            choices={BOUNTY_DAYS.map((days) => ({ value: String(days), label: t.days(days) }))}
            onValue={(days) => change({ days: Number(days) })}
          />
          <Select
            label={t.atEnd}
            value={value.rest}
            choices={(["RETURN", "SHARE"] as const).map((rest) => ({ value: rest, label: t[rest] }))}
            onValue={(rest) => change({ rest: rest === "SHARE" ? rest : "RETURN" })}
          />
        </div>
      )}
    </div>
  );
}
