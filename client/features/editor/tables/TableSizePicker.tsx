import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { keyOf } from "../../../platform/inputMethod.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { tableTexts } from "./table.texts.ts";
import classes from "./TableSizePicker.module.css";

/** Most rows and columns that the picker offers; the bar of the table adds more. */
const SIZE_MAX = 8;
const SIZES = Array.from({ length: SIZE_MAX }, (_, index) => index + 1);
/** Rows and columns by which the arrow keys change the size. */
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

interface Props {
  onPick(rows: number, columns: number): void;
  onClose(): void;
}

/** Asks for the size of a table by a grid: pointed at, tapped, or gone through with the arrow keys. */
export function TableSizePicker({ onPick, onClose }: Props) {
  const t = useTexts(tableTexts);
  const [[rows, columns], setSize] = useState<readonly [number, number]>([3, 3]);
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => {
    grid.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus({ preventScroll: true });
  }, [rows, columns]);

  const limited = (value: number) => Math.min(SIZE_MAX, Math.max(1, value));
  const press = (event: KeyboardEvent) => {
    const step = STEPS[keyOf(event)];
    if (step) setSize([limited(rows + step[0]), limited(columns + step[1])]);
    else if (keyOf(event) === "Escape") onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={classes.picker} role="dialog" aria-label={t.size} onKeyDown={press}>
      <div ref={grid} className={classes.grid}>
        {SIZES.map((row) =>
          SIZES.map((column) => (
            <button
              key={`${row} ${column}`}
              type="button"
              data-chosen={(row <= rows && column <= columns) || undefined}
              tabIndex={row === rows && column === columns ? 0 : -1}
              aria-label={t.sized(row, column)}
              // A pointer that rests where the grid opens means nothing.
              onPointerMove={(event) => (event.movementX || event.movementY) && setSize([row, column])}
              onClick={() => onPick(row, column)}
            />
          )),
        )}
      </div>
      <p className={classes.size} aria-hidden="true">
        {t.sized(rows, columns)}
      </p>
    </div>
  );
}
