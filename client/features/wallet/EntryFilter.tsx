import { useNavigate, useSearchParams } from "react-router-dom";
import { useTexts } from "../../i18n/texts.ts";
import { useClock } from "../../platform/clock.tsx";
import { Select } from "../../ui/Select.tsx";
import classes from "./Wallet.module.css";
import { walletTexts } from "./wallet.texts.ts";
import { filterOf, KINDS, monthsUntil } from "./walletFilter.ts";

/** Chooses the kind and the month of a list of movements; the address says both. */
export function EntryFilter({ path }: { path: string }) {
  const t = useTexts(walletTexts);
  const { now } = useClock();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { kind, month } = filterOf(search);
  const choose = (name: "kind" | "month", value: string) => {
    const next = new URLSearchParams(search);
    if (value) next.set(name, value);
    else next.delete(name);
    void navigate(next.size > 0 ? `${path}?${next}` : path, { replace: true });
  };
  return (
    <div className={classes.filter}>
      <Select
        label={t.kind}
        hideLabel
        value={kind ?? ""}
        choices={[{ value: "", label: t.anyKind }, ...KINDS.map((value) => ({ value, label: t[value] }))]}
        onValue={(value) => choose("kind", value)}
      />
      <Select
        label={t.month}
        hideLabel
        value={month ?? ""}
        choices={[
          { value: "", label: t.anyMonth },
          ...monthsUntil(new Date(now), month).map((value) => ({ value, label: value })),
        ]}
        onValue={(value) => choose("month", value)}
      />
    </div>
  );
}
