/** Greatest amount that the server takes, in cents. */
const AMOUNT_MAX_CENTS = 1_000_000_000;
const DECIMAL = /^([+-]?)(\d{1,8})(?:\.(\d{1,2}))?$/;

/** An amount of cents as people read it: `¥1,234.50`, `−¥0.05`; with a plus if the sign matters. */
export function moneyText(cents: number, { signed = false } = {}): string {
  const size = Math.abs(cents);
  const whole = grouped(Math.trunc(size / 100));
  const sign = cents < 0 ? "−" : signed && cents > 0 ? "+" : "";
  return `${sign}¥${whole}.${String(size % 100).padStart(2, "0")}`;
}

/** Cents of an amount that somebody typed: `12`, `12.3`, `-12.34`; null for everything else, and for nothing at all. */
export function moneyTyped(text: string): number | null {
  const [, sign, whole, places = ""] = DECIMAL.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  const cents = Number(whole + places.padEnd(2, "0"));
  if (cents === 0 || cents > AMOUNT_MAX_CENTS) return null;
  return sign === "-" ? -cents : cents;
}

/** A whole number with a comma before every three digits. */
function grouped(whole: number): string {
  if (whole < 1_000) return String(whole);
  return `${grouped(Math.trunc(whole / 1_000))},${String(whole % 1_000).padStart(3, "0")}`;
}
