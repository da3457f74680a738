import { problem } from "../problems.ts";

/** Values of databases of other programs as the neutral format writes them. */

const LOCAL = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d):(\d\d)(?:\.\d{1,6})?)?$/;
const DECIMAL = /^(-?)(\d{1,13})(?:\.(\d{1,10}))?$/;
const OFFSETS_MAX = 20_000;
const MINUTE_MS = 60_000;

function isZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en-US", { timeZone: zone }));
  } catch {
    return false;
  }
}

/** Times that a site wrote in its own zone, without saying so. */
export class LocalTimes {
  private readonly format: Intl.DateTimeFormat;
  /** Offsets by hour: asking the calendar costs much more than reading a row. */
  private readonly offsets = new Map<string, number>();

  /** @throws {Problem} for a zone that nobody knows */
  constructor(zone: string) {
    if (!isZone(zone)) throw problem("ZONE_WRONG", zone);
    this.format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  }

  /** Gives a time in UTC; null for no time, which zero dates are. */
  utc(value: unknown): string | null {
    const match = typeof value === "string" ? LOCAL.exec(value) : null;
    if (!match) return null;
    const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0));
    const wall = Date.UTC(year!, month! - 1, day, hour, minute, second);
    const isDay = month! >= 1 && day! >= 1 && new Date(wall).getUTCDate() === day;
    if (year! < 1970 || !isDay || hour! > 23) return null;
    return new Date(wall - this.offsetAt(wall) * MINUTE_MS).toISOString();
  }

  /** Gives the offset of the zone from UTC at a time, as databases write it: `+08:00`. */
  offsetText(time: Date): string {
    const minutes = this.minutesAt(time.getTime());
    const absolute = Math.abs(minutes);
    const [hour, minute] = [Math.floor(absolute / 60), absolute % 60].map((n) => String(n).padStart(2, "0"));
    return `${minutes < 0 ? "-" : "+"}${hour}:${minute}`;
  }

  /** Minutes between UTC and a time on the wall. The second look is for the hours beside a change of the clock. */
  private offsetAt(wall: number): number {
    const key = new Date(wall).toISOString().slice(0, 13);
    let offset = this.offsets.get(key);
    if (offset === undefined) {
      offset = this.minutesAt(wall - this.minutesAt(wall) * MINUTE_MS);
      if (this.offsets.size >= OFFSETS_MAX) this.offsets.clear();
      this.offsets.set(key, offset);
    }
    return offset;
  }

  private minutesAt(time: number): number {
    const name = this.format.formatToParts(time).find(({ type }) => type === "timeZoneName")!.value;
    const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
    return sign === undefined ? 0 : (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  }
}

/** Gives the cents of a decimal text; null for what is no amount of whole cents. */
export function centsOf(value: unknown): number | null {
  const match = DECIMAL.exec(String(value ?? "0"));
  if (!match) return null;
  const [, sign, whole, places = ""] = match;
  if (/[1-9]/.test(places.slice(2))) return null;
  const cents = Number(whole! + places.slice(0, 2).padEnd(2, "0"));
  return Number.isSafeInteger(cents) ? (sign && cents > 0 ? -cents : cents) : null;
}

/** Gives a whole number of a column; 0 for none. */
export function wholeOf(value: unknown): number {
  const number = typeof value === "boolean" ? Number(value) : Math.trunc(Number(value ?? 0));
  return Number.isSafeInteger(number) ? number : 0;
}

/** Gives the id of a column; null for none. */
export function idOf(value: unknown): number | null {
  const id = wholeOf(value);
  return id > 0 ? id : null;
}

/** Gives the text of a column; "" for none. */
export function textOf(value: unknown): string {
  return value === null || value === undefined ? "" : String(value);
}

/** Cuts a text to so many UTF-16 units, never within a character. */
export function cut(text: string, units: number): string {
  if (text.length <= units) return text;
  const last = text.charCodeAt(units - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? units - 1 : units);
}

/** Gives the value of a JSON text; undefined if it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
