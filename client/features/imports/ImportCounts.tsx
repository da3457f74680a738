import { useLocale, useTexts } from "../../i18n/texts.ts";
import { importNamesTexts } from "./importNames.texts.ts";
import classes from "./imports.module.css";

interface Props {
  counts: readonly { name: string; count: number }[];
}

/** Numbers with their names, in columns. */
export function ImportCounts({ counts }: Props) {
  const names: Readonly<Record<string, string>> = useTexts(importNamesTexts);
  const numbers = new Intl.NumberFormat(useLocale());
  return (
    <dl className={classes.counts}>
      {counts.map(({ name, count }) => (
        <div key={name}>
          <dt>{names[name] ?? name}</dt>
          <dd>{numbers.format(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
