import { defineTexts } from "../i18n/texts.ts";

/** Texts and formats of the calendar of a date field; formats are those of dayjs. */
export const dateFieldTexts = defineTexts({
  placeholder: { zh: "年-月-日", en: "YYYY-MM-DD" },
  calendar: { zh: "日历", en: "Calendar" },
  clear: { zh: "清除日期", en: "Clear the date" },
  dayFormat: { zh: "YYYY年M月D日", en: "D MMMM YYYY" },
  monthFormat: { zh: "YYYY年M月", en: "MMMM YYYY" },
  yearFormat: { zh: "YYYY年", en: "YYYY" },
  monthLevelControl: { zh: "选择月份", en: "Choose a month" },
  yearLevelControl: { zh: "选择年份", en: "Choose a year" },
  previousMonth: { zh: "上个月", en: "Previous month" },
  nextMonth: { zh: "下个月", en: "Next month" },
  previousYear: { zh: "上一年", en: "Previous year" },
  nextYear: { zh: "下一年", en: "Next year" },
  previousDecade: { zh: "前十年", en: "Previous decade" },
  nextDecade: { zh: "后十年", en: "Next decade" },
});
