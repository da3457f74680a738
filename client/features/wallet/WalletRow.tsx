import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { moneyText } from "../../platform/money.ts";
import { Time } from "../../ui/Time.tsx";
import classes from "./Wallet.module.css";
import { walletTexts } from "./wallet.texts.ts";

const WalletRow_entry = graphql(`
  fragment WalletRow_entry on WalletEntry {
    id
    kind
    memo
    balanceChangeCents
    frozenChangeCents
    createdAt
  }
`);

/** One movement: what it was, why, and what it changed. */
export function WalletRow({ entry: masked }: { entry: FragmentType<typeof WalletRow_entry> }) {
  const entry = readFragment(WalletRow_entry, masked);
  const t = useTexts(walletTexts);
  const { kind, memo, balanceChangeCents, frozenChangeCents } = entry;
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <span className={classes.kind}>{t[kind]}</span>
        <span className={classes.why}>{memo ? <bdi>{memo}</bdi> : t[`what${kind}`]}</span>
        <Time value={entry.createdAt} className={classes.when!} />
      </div>
      <div className={classes.change}>
        {(balanceChangeCents !== 0 || frozenChangeCents === 0) && (
          <span className={balanceChangeCents > 0 ? classes.plus : classes.minus}>
            {moneyText(balanceChangeCents, { signed: true })}
          </span>
        )}
        {frozenChangeCents !== 0 && (
          <span className={classes.frozenChange}>
            {t.frozenChange(moneyText(frozenChangeCents, { signed: true }))}
          </span>
        )}
      </div>
    </li>
  );
}
