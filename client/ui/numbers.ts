const NUMERIC = /^(?:\d+(?:\.\d*)?|\.\d+)$/;

/** Keeps what may be typed into a number field: digits and dots, full-width ones included. */
export function onlyDigitsAndDots(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/。/g, ".")
    .replace(/[^\d.]/g, "");
}

/** Tells if a text of digits and dots is a number. */
export function isNumeric(text: string): boolean {
  return NUMERIC.test(text);
}

/** "007.50" → "7.5"; by its digits, so that long numbers lose none. Undefined if the text is no number. */
export function normalizedNumber(text: string): string | undefined {
  if (!isNumeric(text)) return undefined;
  const [whole = "", fraction = ""] = text.split(".");
  const digits = whole.replace(/^0+(?=\d)/, "") || "0";
  let end = fraction.length;
  while (end > 0 && fraction[end - 1] === "0") end--;
  const rest = fraction.slice(0, end);
  return rest ? `${digits}.${rest}` : digits;
}
