import { type ComponentType, isValidElement, type ReactElement } from "react";
import type { Platform } from "../platform/page.ts";
import { TARGETS } from "./hooks.ts";

/** Holds a place before the code has come. */
export const PADDING = "padding";

/** Component of a plugin at one place; props differ by place (hooks.ts). */
export type PluginComponent = ComponentType<never> | ReactElement | typeof PADDING;

/** Record by which a plugin is registered (spec §3). */
export interface PluginRecord {
  readonly pluginName: string;
  readonly version: string;
  readonly target: string | readonly string[];
  readonly hookName: string;
  readonly component: PluginComponent;
  readonly author: { readonly name: string; readonly email: string };
  readonly type: string;
  readonly appid?: string;
  /** Former name of `appid`. */
  readonly app_id?: string;
  readonly platform: readonly string[];
  /** Address below /plugin of a page that is added. */
  readonly path?: string | undefined;
  readonly options?: unknown;
}

/** A plugin that is held at one place. */
export interface HeldPlugin extends PluginRecord {
  readonly target: string;
}

const PLATFORMS: readonly string[] = ["pc", "h5", "mini"];
const VERSION = /^\d{1,3}\.\d{1,3}\.\d{1,3}$/;

/** A rule that a record breaks: errors name what it would be held by, warnings everything else. */
export interface Complaint {
  readonly level: "warn" | "error";
  readonly message: string;
}

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";

/** True for what React renders: an element, or a function, class or wrapped component. */
function isComponent(value: unknown): boolean {
  if (isValidElement(value) || typeof value === "function") return true;
  return typeof value === "object" && value !== null && "$$typeof" in value;
}

/** Lists the rules of the spec (§5) that a record breaks; none if it may be registered. */
export function complaintsAbout(record: Partial<Record<keyof PluginRecord, unknown>>): Complaint[] {
  const { pluginName, version, target, hookName, component, author, type, platform } = record;
  const name = isText(pluginName) ? String(pluginName) : "?";
  const found: Complaint[] = [];
  const complain = (isWrong: boolean, message: string, level: Complaint["level"] = "warn") => {
    if (isWrong) found.push({ level, message: `[plugin ${name}] ${message}` });
  };
  complain(!isText(pluginName), "pluginName must be a non-empty string.");
  complain(
    typeof version !== "string" || !VERSION.test(version),
    "version must be three numbers of 1 to 3 digits, separated by dots.",
  );
  if (target === undefined || target === null || target === "") complain(true, "target is missing.", "error");
  else {
    const targets: unknown[] = Array.isArray(target) ? target : [target];
    complain(targets.length === 0, "target must not be an empty list.");
    for (const each of targets)
      complain(!(TARGETS as readonly unknown[]).includes(each), `target ${String(each)} is unknown.`);
  }
  complain(!isText(hookName), "hookName is missing.", "error");
  complain(
    component !== PADDING && !isComponent(component),
    'component must be a valid element or "padding".',
  );
  complain(!author, "author is required.");
  complain(!type, "type is required.");
  complain(!(record.appid ?? record.app_id), "appid is required.");
  const isList = Array.isArray(platform) && platform.length > 0;
  complain(!isList, "platform must be a non-empty list.");
  complain(
    isList && !platform.some((each) => PLATFORMS.includes(String(each))),
    "platform must include at least one of pc, h5, mini.",
  );
  return found;
}

/** Compares two versions number by number: 1.10.0 is newer than 1.9.0. @returns above 0 if the first is newer */
export function compareVersions(first: string, second: string): number {
  const [one, other] = [first, second].map((each) => each.split(".").map(Number));
  for (let place = 0; place < 3; place++) {
    const difference = (one![place] ?? 0) - (other![place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Plugins by target, hook and name, as pages show them. */
export class PluginRegistry {
  private readonly held = new Map<string, Map<string, HeldPlugin>>();
  private readonly listeners = new Set<() => void>();
  private readonly conflicts = new Set<string>();
  private lists = new Map<string, readonly HeldPlugin[]>();

  constructor(private platform: Platform) {}

  /**
   * Takes a plugin in, at each of its targets. Of two with the same name the higher version stays, of two with the same
   * version the newer.
   * @returns false if it is refused or not for this device; the console says why
   */
  register(record: PluginRecord): boolean {
    if (!this.mayHold(record)) return false;
    for (const target of [record.target].flat()) {
      const place = `${target}@${record.hookName}`;
      const plugins = this.held.get(place) ?? new Map<string, HeldPlugin>();
      const key = keyOf(record);
      const before = plugins.get(key);
      if (before && compareVersions(before.version, record.version) > 0) {
        console.warn(
          `[plugin ${record.pluginName}] version ${before.version} is held; ${record.version} is older.`,
        );
        continue;
      }
      plugins.set(key, { ...record, target });
      this.held.set(place, plugins);
    }
    this.changed();
    return true;
  }

  /** Lists what is held at a place, in the order of registration. The same list until something changes. */
  at(place: string): readonly HeldPlugin[] {
    let list = this.lists.get(place);
    if (!list) {
      list = [...(this.held.get(place)?.values() ?? [])];
      if (place.endsWith("_replace_hook")) this.nameConflict(place, list);
      this.lists.set(place, list);
    }
    return list;
  }

  /** Drops a plugin from all of its places. */
  drop(pluginName: string): void {
    for (const plugins of this.held.values())
      for (const [key, plugin] of plugins) if (plugin.pluginName === pluginName) plugins.delete(key);
    this.changed();
  }

  /** Checks everything that is held again, for another device perhaps, and drops what fails. */
  refresh(platform: Platform): void {
    this.platform = platform;
    for (const plugins of this.held.values())
      for (const [key, plugin] of plugins) if (!this.mayHold(plugin)) plugins.delete(key);
    this.changed();
  }

  /** Calls a function after each change. @returns a function that ends it */
  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private mayHold(record: PluginRecord): boolean {
    const complaints = complaintsAbout(record);
    for (const { level, message } of complaints) console[level](message);
    if (complaints.length > 0) return false;
    if (record.platform.includes(this.platform)) return true;
    console.info(`[plugin ${record.pluginName}] skipped: it is not for ${this.platform}.`);
    return false;
  }

  private nameConflict(place: string, list: readonly HeldPlugin[]): void {
    const [first, second] = list;
    const conflict = `${place}: ${first?.pluginName} and ${second?.pluginName} replace the same; ${first?.pluginName} is shown.`;
    if (!second || this.conflicts.has(conflict)) return;
    this.conflicts.add(conflict);
    console.warn(`[plugins] ${conflict}`);
  }

  private changed(): void {
    this.lists = new Map();
    for (const listener of this.listeners) listener();
  }
}

/** Pages are told apart by their paths, too. */
function keyOf({ pluginName, path }: PluginRecord): string {
  return path ? `${pluginName}:${path}` : pluginName;
}
