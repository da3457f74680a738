import { invalid, type DomainError } from "../../../core/errors.ts";
import type { Sentence } from "../../../core/locale.ts";
import { cleanText, lengthOf } from "../../../core/text.ts";
import { parseReportHost, REPORT_HOSTS_MAX } from "../statistics/reportHosts.ts";
import { SettingKind } from "../setting.entity.ts";

/** Parts of the administration pages that settings belong to. */
export type SettingSection =
  | "site"
  | "register"
  | "agreement"
  | "attachment"
  | "cash"
  | "payment"
  | "login"
  | "cloud"
  | "mail"
  | "function";

const SECRET_MAX = 1000;
const TEXT_MAX = 1000;
const PLACES_MAX = 6;
const CENT_PLACES = 2;
const LIST_MAX = 50;
const JSON_MAX = 10_000;
/** Maximum characters of a wrong host in an error message. */
const HOST_SHOWN_MAX = 80;

/** Values that cannot be chosen yet, with the reason. */
export interface Withheld {
  readonly values: readonly string[];
  readonly zh: string;
  readonly en: string;
}

/** Definition of a setting: kind, default, limits, readers and labels. */
export class Definition {
  readonly choices: readonly string[] = [];
  readonly least: number = -Infinity;
  readonly most: number = Infinity;
  /** Lower limit that smaller numbers are raised to, stored ones too. */
  readonly floor: number = -Infinity;
  /** Most digits behind the point. */
  readonly places: number = PLACES_MAX;
  readonly maxLength: number = TEXT_MAX;
  /** True if everybody may read it; all others are for administrators. */
  readonly isOpen: boolean = false;
  /** True if only legacy clients read it; nothing here depends on it. */
  readonly isKept: boolean = false;
  /** Values that wait for a feature: they are refused, and where one is stored already the default holds. */
  readonly withheld: Withheld | null = null;
  /** Finds what is wrong with a text of a form of its own; null if nothing is. */
  readonly check: (text: string) => Sentence | null = () => null;

  constructor(
    readonly kind: SettingKind,
    readonly section: SettingSection,
    readonly zh: string,
    readonly en: string,
    readonly initial: string,
    more: Partial<
      Pick<
        Definition,
        | "choices"
        | "least"
        | "most"
        | "floor"
        | "places"
        | "maxLength"
        | "isOpen"
        | "isKept"
        | "withheld"
        | "check"
      >
    > = {},
  ) {
    Object.assign(this, more);
  }

  /** True for secrets, which are sealed in the database and shown as asterisks. */
  get isSecret(): boolean {
    return this.kind === SettingKind.SECRET;
  }

  /** Makes it readable by everybody. */
  open(): Definition {
    return this.with({ isOpen: true });
  }

  /** Marks it as read by legacy clients alone; the page of settings says so. */
  legacyOnly(): Definition {
    return this.with({ isKept: true });
  }

  /** Sets the floor that smaller numbers are raised to, stored ones too. */
  raisedTo(floor: number): Definition {
    return this.with({ floor });
  }

  /** Withholds values until the feature exists that they switch on; refusals give the reason. */
  without(values: readonly string[], zh: string, en: string): Definition {
    return this.with({ withheld: { values, zh, en } });
  }

  /** Gives the effective value of a stored one: the default in place of a withheld one, at least the floor. */
  effective(stored: string): string {
    if (this.withheld?.values.includes(stored)) return this.initial;
    return stored !== "" && Number(stored) < this.floor ? String(this.floor) : stored;
  }

  /** Sets the check of a text of a form of its own. */
  checkedBy(check: Definition["check"]): Definition {
    return this.with({ check });
  }

  /** Sets the maximum length, in characters. */
  max(maxLength: number): Definition {
    return this.with({ maxLength });
  }

  /**
   * Converts a value from outside into the text that is stored.
   * @throws {DomainError} INVALID_PARAMETER naming the key.
   */
  normalise(key: string, value: unknown): string {
    const wrong = (zh: string, en: string): DomainError =>
      invalid(key, `${this.zh}${zh}`, `${this.en} (${key}) ${en}`);
    switch (this.kind) {
      case SettingKind.FLAG:
        if ([true, 1, "1", "true"].includes(value as never)) return "1";
        if ([false, 0, "0", "false", ""].includes(value as never)) return "0";
        throw wrong("只能是开或关", "must be on or off.");
      case SettingKind.INTEGER:
      case SettingKind.NUMBER:
        return this.numeric(value, wrong);
      case SettingKind.JSON:
        return jsonText(value, wrong);
      case SettingKind.LIST:
        return listText(value, wrong);
      case SettingKind.HOSTS:
        return hostsText(textOf(value, wrong), wrong);
      case SettingKind.CHOICE: {
        const text = textOf(value, wrong);
        if (!this.choices.includes(text)) {
          throw wrong(`只能是 ${this.choices.join("、")}`, `must be one of ${this.choices.join(", ")}.`);
        }
        return text;
      }
      case SettingKind.TEXT:
      case SettingKind.LONG_TEXT:
      case SettingKind.IMAGE:
      case SettingKind.SECRET: {
        const text = textOf(value, wrong);
        if (lengthOf(text) > this.maxLength)
          throw wrong(`不能超过 ${this.maxLength} 个字符`, `has at most ${this.maxLength} characters.`);
        const mistake = this.check(text);
        if (mistake) throw wrong(mistake.zh, mistake.en);
        return this.kind === SettingKind.LONG_TEXT ? text : text.trim();
      }
    }
  }

  private numeric(value: unknown, wrong: (zh: string, en: string) => DomainError): string {
    const text = typeof value === "number" ? String(value) : typeof value === "string" ? value.trim() : "?";
    // Settings without a default may be empty.
    if (text === "" && this.initial === "") return "";
    const pattern = this.kind === SettingKind.INTEGER ? /^-?\d{1,15}$/ : /^-?\d{1,12}(\.\d{1,6})?$/;
    if (!pattern.test(text)) throw wrong("必须是数字", "must be a number.");
    const [, behind = ""] = text.split(".");
    if (behind.length > this.places)
      throw wrong(`最多 ${this.places} 位小数`, `has at most ${this.places} places.`);
    const number = Number(text);
    if (number < this.least || number > this.most) {
      const most = this.most === Infinity ? "" : this.most;
      throw wrong(`须在 ${this.least} 到 ${most} 之间`, `must be between ${this.least} and ${most}.`);
    }
    return this.effective(String(number));
  }

  private with(more: Partial<Definition>): Definition {
    const {
      kind,
      section,
      zh,
      en,
      initial,
      choices,
      least,
      most,
      floor,
      places,
      maxLength,
      isOpen,
      isKept,
      withheld,
      check,
    } = this;
    const limits = { choices, least, most, floor, places, maxLength, isOpen, isKept, withheld, check };
    return new Definition(kind, section, zh, en, initial, { ...limits, ...more });
  }
}

type Wrong = (zh: string, en: string) => DomainError;

function textOf(value: unknown, wrong: Wrong): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "string") throw wrong("必须是文字", "must be a text.");
  return cleanText(value);
}

function listText(value: unknown, wrong: Wrong): string {
  const items = Array.isArray(value) ? value : String(textOf(value, wrong)).split(",");
  const cleaned = items.map((item) => String(item).trim().toLowerCase()).filter(Boolean);
  const fits = cleaned.length <= LIST_MAX && cleaned.every((item) => /^[a-z\d]{1,10}$/.test(item));
  if (!fits) throw wrong("必须是逗号分隔的列表", "must be a list of short words, separated by commas.");
  return [...new Set(cleaned)].join(",");
}

function hostsText(value: string, wrong: Wrong): string {
  const hosts = value
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((entry) => {
      const host = parseReportHost(entry);
      if (host === null) {
        const excerpt = entry.slice(0, HOST_SHOWN_MAX);
        throw wrong(
          `中的“${excerpt}”不是可用的主机，例如 https://hm.baidu.com`,
          `holds "${excerpt}", which is no host like https://hm.baidu.com.`,
        );
      }
      return host;
    });
  if (hosts.length > REPORT_HOSTS_MAX)
    throw wrong(`最多 ${REPORT_HOSTS_MAX} 个`, `has at most ${REPORT_HOSTS_MAX} hosts.`);
  return [...new Set(hosts)].join(" ");
}

function jsonText(value: unknown, wrong: Wrong): string {
  let parsed = value;
  if (typeof value === "string") {
    try {
      parsed = JSON.parse(value || "[]") as unknown;
    } catch {
      throw wrong("格式错误", "is not valid JSON.");
    }
  }
  if (parsed === null || typeof parsed !== "object") throw wrong("格式错误", "must be a list or an object.");
  const text = JSON.stringify(parsed);
  if (text.length > JSON_MAX) throw wrong("内容过长", "is too long.");
  return text;
}

/** One line of text. */
export const text = (section: SettingSection, zh: string, en: string, initial = ""): Definition =>
  new Definition(SettingKind.TEXT, section, zh, en, initial);
/** Text of several lines. */
export const longText = (section: SettingSection, zh: string, en: string, initial = ""): Definition =>
  new Definition(SettingKind.LONG_TEXT, section, zh, en, initial);
/** On ("1") or off ("0"). */
export const flag = (section: SettingSection, zh: string, en: string, initial: "0" | "1"): Definition =>
  new Definition(SettingKind.FLAG, section, zh, en, initial);
/** A whole number within limits; empty where that is the default. */
export function integer(
  section: SettingSection,
  zh: string,
  en: string,
  initial: string,
  least: number,
  most = Infinity,
): Definition {
  return new Definition(SettingKind.INTEGER, section, zh, en, initial, { least, most });
}
/** A number within limits; empty where that is the default. */
export function number(
  section: SettingSection,
  zh: string,
  en: string,
  initial: string,
  least: number,
  most = Infinity,
): Definition {
  return new Definition(SettingKind.NUMBER, section, zh, en, initial, { least, most });
}
/** An amount of money in yuan, to the cent; empty where that is the default. */
export function amount(
  section: SettingSection,
  zh: string,
  en: string,
  initial: string,
  least: number,
  most = Infinity,
): Definition {
  return new Definition(SettingKind.NUMBER, section, zh, en, initial, { least, most, places: CENT_PLACES });
}
/** One of a few words. */
export function choice(
  section: SettingSection,
  zh: string,
  en: string,
  choices: readonly string[],
  initial: string,
): Definition {
  return new Definition(SettingKind.CHOICE, section, zh, en, initial, { choices });
}
/** Short words separated by commas, in lower case. */
export const list = (section: SettingSection, zh: string, en: string, initial: string): Definition =>
  new Definition(SettingKind.LIST, section, zh, en, initial);
/** Hosts of https, separated by blanks. */
export const hosts = (section: SettingSection, zh: string, en: string, initial = ""): Definition =>
  new Definition(SettingKind.HOSTS, section, zh, en, initial);
/** A list or object as JSON. */
export const json = (section: SettingSection, zh: string, en: string, initial: string): Definition =>
  new Definition(SettingKind.JSON, section, zh, en, initial);
/** A switch for each platform. */
export const switches = (zh: string, en: string): Definition =>
  json(
    "function",
    zh,
    en,
    '[{"key":1,"desc":"PC","value":true},{"key":2,"desc":"H5","value":true},{"key":3,"desc":"小程序","value":true}]',
  ).open();
/** A picture of the site: its address below /files, set by uploading it. */
export const image = (section: SettingSection, zh: string, en: string): Definition =>
  new Definition(SettingKind.IMAGE, section, zh, en, "", { maxLength: 255 });
/** A secret, which only the program reads in full. */
export const secret = (section: SettingSection, zh: string, en: string): Definition =>
  new Definition(SettingKind.SECRET, section, zh, en, "", { maxLength: SECRET_MAX });
