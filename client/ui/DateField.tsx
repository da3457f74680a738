import "@mantine/core/styles/Input.layer.css";
import "@mantine/dates/styles.layer.css";
import "dayjs/locale/zh-cn";
import { DateInput } from "@mantine/dates";
import dayjs from "dayjs";
import { useState } from "react";
import { keyOf } from "../platform/inputMethod.ts";
import { useLocale, useTexts } from "../i18n/texts.ts";
import { usePage } from "../platform/page.ts";
import classes from "./DateField.module.css";
import { dateFieldTexts } from "./dateField.texts.ts";
import { IconCalendar } from "./icons.tsx";
import { MantineScope } from "./MantineScope.tsx";
import { useTyped } from "./useTyped.ts";

/** Format of a value, and of the text in the field. */
const DAY_FORMAT = "YYYY-MM-DD";
const TYPED_DAY = /^\s*(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?\s*$/;
/** While somebody types, the 3 of "2026-02-3" may still become a 30. */
const IS_COMPLETE = /(\d\d|日)\s*$/;
const ICON_PX = 16;

/** Reads a typed day; null if it does not exist. */
function dayOf(text: string): string | null {
  const [, year, month, day] = TYPED_DAY.exec(text) ?? [];
  if (!year || !month || !day) return null;
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  // The calendar rolls the 31st of a shorter month over into the next.
  return dayjs(iso).format(DAY_FORMAT) === iso ? iso : null;
}

interface Props {
  label: string;
  hint?: string;
  /** Day as `YYYY-MM-DD`; empty for none. */
  value: string;
  onValue: (value: string) => void;
}

/**
 * A day, typed or chosen: Mantine's DateInput, in both languages. Loads with the pages that use it; phones show the
 * calendar without a keyboard over it.
 */
export function DateField({ label, hint, value, onValue }: Props) {
  const t = useTexts(dateFieldTexts);
  const locale = useLocale();
  const { platform } = usePage();
  const [isOpen, setOpen] = useState(false);
  // A day of one digit is taken when the field is left or sent.
  const settle = (text: string) => {
    const day = dayOf(text);
    if (day && day !== value) onValue(day);
  };
  const typed = useTyped<HTMLInputElement>(value, (control) => settle(control.value));
  const dayjsLocale = locale === "zh-CN" ? "zh-cn" : "en";
  return (
    <MantineScope>
      <DateInput
        ref={typed}
        label={label}
        description={hint}
        inputWrapperOrder={["label", "input", "description", "error"]}
        placeholder={t.placeholder}
        inputMode={platform === "h5" ? "none" : undefined}
        value={value || null}
        onChange={(day) => onValue(day ?? "")}
        valueFormat={DAY_FORMAT}
        dateParser={(text) => (IS_COMPLETE.test(text) ? dayOf(text) : null)}
        onBlur={(event) => settle(event.currentTarget.value)}
        onKeyDown={(event) => keyOf(event) === "Enter" && settle(event.currentTarget.value)}
        clearable
        clearButtonProps={{ "aria-label": t.clear }}
        rightSection={value === "" && <IconCalendar size={ICON_PX} aria-hidden="true" />}
        rightSectionPointerEvents={value === "" ? "none" : "all"}
        // Escape closes the calendar first, and the dialog around it next.
        data-mantine-stop-propagation={isOpen || undefined}
        popoverProps={{
          transitionProps: { duration: 0 },
          attributes: { dropdown: { role: "dialog", "aria-label": t.calendar } },
          onOpen: () => setOpen(true),
          onClose: () => setOpen(false),
        }}
        locale={dayjsLocale}
        highlightToday
        monthLabelFormat={t.monthFormat}
        yearLabelFormat={t.yearFormat}
        getDayAriaLabel={(day) => dayjs(day).locale(dayjsLocale).format(t.dayFormat)}
        ariaLabels={t}
        classNames={{ day: classes.day, levelsGroup: classes.calendar }}
      />
    </MantineScope>
  );
}
