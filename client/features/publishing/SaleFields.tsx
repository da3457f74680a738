import { useState } from "react";
import { useTexts } from "../../i18n/texts.ts";
import { moneyTyped } from "../../platform/money.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { publishTexts } from "./publish.texts.ts";
import classes from "./ThreadForm.module.css";

/** Highest price of a thread, in cents; the server has the last word. */
const PRICE_MAX_CENTS = 10_000_000;
const CENTS = 100;
/** Price that stands there at first, in cents. */
const PRICE_FIRST_CENTS = 100;
/** Free parts that are offered, in percent. */
const SHARES = [0, 10, 30, 50, 70];

/** Stands for a price that was typed and is none: the thread must not go out for free. */
export const PRICE_WRONG = -1;

/** Price of a thread and the part that everybody reads. */
export interface SaleValue {
  readonly priceCents: number;
  readonly freePercent: number;
}

interface Props {
  value: SaleValue;
  onValue(value: SaleValue): void;
}

/** Fields for the price of a thread, in yuan, and the part that everybody reads. */
export function SaleFields({ value, onValue }: Props) {
  const t = useTexts(publishTexts);
  const [isPaid, setPaid] = useState(value.priceCents !== 0);
  const [text, setText] = useState(() =>
    String((value.priceCents > 0 ? value.priceCents : PRICE_FIRST_CENTS) / CENTS),
  );
  const { freePercent } = value;
  const shares = SHARES.includes(freePercent) ? SHARES : [...SHARES, freePercent].sort((a, b) => a - b);
  return (
    <div className={classes.sale}>
      <Checkbox
        label={t.paid}
        hint={t.paidHint}
        checked={isPaid}
        onChecked={(checked) => {
          setPaid(checked);
          onValue({ freePercent: checked ? freePercent : 0, priceCents: checked ? priceOf(text) : 0 });
        }}
      />
      {isPaid && (
        <div className={classes.saleFields}>
          <Field
            label={t.price}
            inputMode="decimal"
            value={text}
            onValue={(typed) => {
              setText(typed);
              onValue({ freePercent, priceCents: priceOf(typed) });
            }}
            error={priceOf(text) === PRICE_WRONG ? t.priceWrong : null}
          />
          <Select
            label={t.freePart}
            value={String(freePercent)}
            choices={shares.map((share) => ({
              value: String(share),
              label: share === 0 ? t.nothingFree : `${share}%`,
            }))}
            onValue={(share) => onValue({ priceCents: value.priceCents, freePercent: Number(share) })}
          />
        </div>
      )}
    </div>
  );
}

function priceOf(text: string): number {
  const cents = moneyTyped(text);
  return cents !== null && cents > 0 && cents <= PRICE_MAX_CENTS ? cents : PRICE_WRONG;
}
