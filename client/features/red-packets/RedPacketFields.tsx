import { GIFT_NUMBER_MAX } from "../drafts/localDraft.ts";
import { useTexts } from "../../i18n/texts.ts";
import { moneyText } from "../../platform/money.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { FIRST_PACKET, type PacketDraft, planOf } from "./packetDraft.ts";
import { redPacketTexts } from "./redPackets.texts.ts";
import classes from "./RedPacketFields.module.css";

interface Props {
  /** Null for a thread without a red packet. */
  value: PacketDraft | null;
  onValue(value: PacketDraft | null): void;
}

/** Fields for a red packet that is given with a new thread. */
export function RedPacketFields({ value, onValue }: Props) {
  const t = useTexts(redPacketTexts);
  return (
    <div className={classes.packet}>
      <Checkbox
        label={t.add}
        hint={t.addHint}
        checked={value !== null}
        onChecked={(checked) => onValue(checked ? FIRST_PACKET : null)}
      />
      {value && <Details value={value} onValue={onValue} />}
    </div>
  );
}

function Details({ value, onValue }: { value: PacketDraft; onValue(value: PacketDraft): void }) {
  const t = useTexts(redPacketTexts);
  const plan = planOf(value);
  const change = (patch: Partial<PacketDraft>) => onValue({ ...value, ...patch });
  const amountFault = plan === "amount" ? t.amountWrong : plan === "tooFew" ? t.tooFew : null;
  return (
    <>
      <div className={classes.fields}>
        <Select
          label={t.rule}
          value={value.rule}
          choices={(["FIXED", "RANDOM"] as const).map((rule) => ({ value: rule, label: t[rule] }))}
          onValue={(rule) => change({ rule: rule === "RANDOM" ? rule : "FIXED" })}
        />
        <Field
          label={value.rule === "FIXED" ? t.each : t.whole}
          inputMode="decimal"
          autoComplete="off"
          maxLength={GIFT_NUMBER_MAX}
          value={value.amount}
          onValue={(amount) => change({ amount })}
          error={amountFault}
        />
        <Field
          label={t.count}
          inputMode="numeric"
          autoComplete="off"
          maxLength={GIFT_NUMBER_MAX}
          value={value.count}
          onValue={(count) => change({ count })}
          error={plan === "count" ? t.countWrong : null}
        />
        <Select
          label={t.condition}
          value={value.claimBy}
          choices={(["REPLY", "LIKES"] as const).map((claimBy) => ({ value: claimBy, label: t[claimBy] }))}
          onValue={(claimBy) => change({ claimBy: claimBy === "LIKES" ? claimBy : "REPLY" })}
        />
        {value.claimBy === "LIKES" && (
          <Field
            label={t.likes}
            inputMode="numeric"
            autoComplete="off"
            maxLength={GIFT_NUMBER_MAX}
            value={value.likes}
            onValue={(likes) => change({ likes })}
            error={plan === "likes" ? t.likesWrong : null}
          />
        )}
      </div>
      {typeof plan === "object" && <p className={classes.total}>{t.total(moneyText(plan.amountCents))}</p>}
    </>
  );
}
