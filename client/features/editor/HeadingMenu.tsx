import { type KeyboardEvent, useEffect, useRef } from "react";
import { keyOf } from "../../platform/inputMethod.ts";
import { useTexts } from "../../i18n/texts.ts";
import { type ActiveState, HEADING_LEVELS, type HeadingCommand } from "./editing.ts";
import { editorTexts } from "./editor.texts.ts";
import classes from "./HeadingMenu.module.css";

interface Props {
  active: ReadonlySet<ActiveState>;
  onPick(command: HeadingCommand): void;
  onClose(): void;
}

/** Offers ordinary text and four steps of headings, each as large as it will be. */
export function HeadingMenu({ active, onPick, onClose }: Props) {
  const t = useTexts(editorTexts);
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    menu.current?.querySelector<HTMLElement>("[aria-checked='true']")?.focus({ preventScroll: true });
  }, []);

  const current = HEADING_LEVELS.find((level) => active.has(`heading${level}`));
  const press = (event: KeyboardEvent) => {
    const items = [...menu.current!.querySelectorAll("button")];
    const at = items.indexOf(document.activeElement as HTMLButtonElement);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: items.length - 1,
    };
    const next = steps[keyOf(event)];
    if (next !== undefined) items.at(next % items.length)?.focus();
    else if (keyOf(event) === "Escape" || keyOf(event) === "Tab") onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const item = (command: HeadingCommand, label: string, isCurrent: boolean) => (
    <button
      key={command}
      type="button"
      role="menuitemradio"
      aria-checked={isCurrent}
      data-step={command}
      tabIndex={-1}
      onClick={() => onPick(command)}
    >
      {label}
    </button>
  );
  return (
    <div
      ref={menu}
      className={classes.menu}
      role="menu"
      aria-label={t.heading}
      tabIndex={-1}
      onKeyDown={press}
    >
      {item("paragraph", t.plainText, current === undefined)}
      {HEADING_LEVELS.map((level) => item(`heading${level}`, t.headingLevel(level), current === level))}
    </div>
  );
}
