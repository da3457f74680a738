import { useState } from "react";
import { useTexts } from "../../i18n/texts.ts";
import { moneyTyped } from "../../platform/money.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { publishTexts } from "./publish.texts.ts";
import { PRICE_WRONG, type SaleValue } from "./sale.ts";
import classes from "./ThreadForm.module.css";

/** Highest price of a thread, in cents; the server has the last word. */
const PRICE_MAX_CENTS = 10_000_000;
const CENTS = 100;
/** Price that stands there at first, in cents. */
const PRICE_FIRST_CENTS = 100;
/** Free parts that are offered, in percent. */
const SHARES = [0, 10, 30, 50, 70];

interface Props {
  value: SaleValue;
  onValue(value: SaleValue): void;
}

/** Fields for the price of a thread, in yuan, and for what is sold: all but a free part, or its files alone. */
export function SaleFields({ value, onValue }: Props) {
  const t = useTexts(publishTexts);
  const [isPaid, setPaid] = useState(value.priceCents !== 0 || value.attachmentPriceCents !== 0);
  const [sellsFiles, setSellsFiles] = useState(value.attachmentPriceCents !== 0);
  const [text, setText] = useState(() => {
    const cents = Math.max(value.priceCents, value.attachmentPriceCents);
    return String((cents > 0 ? cents : PRICE_FIRST_CENTS) / CENTS);
  });
  const { freePercent } = value;
  const shares = SHARES.includes(freePercent) ? SHARES : [...SHARES, freePercent].sort((a, b) => a - b);
  const offer = (cents: number, ofFiles: boolean) =>
    onValue({
      priceCents: ofFiles ? 0 : cents,
      freePercent: ofFiles || cents === 0 ? 0 : freePercent,
      attachmentPriceCents: ofFiles ? cents : 0,
    });
  return (
    <div className={classes.sale}>
      <Checkbox
        label={t.paid}
        hint={t.paidHint}
        checked={isPaid}
        onChecked={(checked) => {
          setPaid(checked);
          offer(checked ? priceOf(text) : 0, sellsFiles);
        }}
      />
      {isPaid && (
        <div className={classes.saleFields}>
          <Select
            label={t.sold}
            value={sellsFiles ? "files" : "whole"}
            choices={[
              { value: "whole", label: t.soldWhole },
              { value: "files", label: t.soldFiles },
            ]}
            onValue={(sold) => {
              setSellsFiles(sold === "files");
              offer(priceOf(text), sold === "files");
            }}
          />
          <Field
            label={t.price}
            inputMode="decimal"
            value={text}
            onValue={(typed) => {
              setText(typed);
              offer(priceOf(typed), sellsFiles);
            }}
            error={priceOf(text) === PRICE_WRONG ? t.priceWrong : null}
          />
          {!sellsFiles && (
            <Select
              label={t.freePart}
              value={String(freePercent)}
              choices={shares.map((share) => ({
                value: String(share),
                label: share === 0 ? t.nothingFree : `${share}%`,
              }))}
              onValue={(share) => onValue({ ...value, freePercent: Number(share) })}
            />
          )}
        </div>
      )}
    </div>
  );
}

function priceOf(text: string): number {
  const cents = moneyTyped(text);
  return cents !== null && cents > 0 && cents <= PRICE_MAX_CENTS ? cents : PRICE_WRONG;
}
