import { useTexts } from "../../i18n/texts.ts";
import { Input } from "../../ui/Input.tsx";
import { callRates, RATE_KINDS, RATE_WINDOW_S, type CallRate, type RateKind } from "./callRates.ts";
import { settingsTexts } from "./settings.texts.ts";
import classes from "./Settings.module.css";

/** Limits of the calls of old clients: how many within a time, and how long it is closed beyond them. */
export function CallRates(props: { label: string; value: string; onValue: (value: string) => void }) {
  const t = useTexts(settingsTexts);
  const rates = callRates(props.value)!;
  const change = (kind: RateKind, patch: Partial<CallRate>): void =>
    props.onValue(JSON.stringify({ ...rates, [kind]: { ...rates[kind], ...patch } }));
  return (
    <div role="group" aria-label={props.label} className={classes.rates}>
      {RATE_KINDS.map((kind) => {
        const name = kind === "get" ? t.readingCalls : t.otherCalls;
        return [
          <span key={`${kind} name`}>{name}</span>,
          <Input
            key={`${kind} calls`}
            mode="number"
            aria-label={t.callsOf(name)}
            value={String(rates[kind].freq)}
            onValue={(text) => change(kind, { freq: Number(text) })}
          />,
          <span key={`${kind} within`}>{t.callsWithin(RATE_WINDOW_S[kind])}</span>,
          <Input
            key={`${kind} closed`}
            mode="number"
            aria-label={t.closedOf(name)}
            value={String(rates[kind].forbidden)}
            onValue={(text) => change(kind, { forbidden: Number(text) })}
          />,
          <span key={`${kind} seconds`}>{t.secondsClosed}</span>,
        ];
      })}
    </div>
  );
}
