import { createElement } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { TARGETS } from "../../client/plugins/hooks.ts";
import {
  compareVersions,
  PADDING,
  type PluginRecord,
  PluginRegistry,
} from "../../client/plugins/registry.ts";
import { isWithoutPlugins } from "../../client/plugins/zones.ts";

/** The rules by which plugins are registered (spec §5), with every message. */
const Line = () => null;
const record: PluginRecord = {
  pluginName: "line",
  version: "1.0.0",
  target: "plugin_index",
  hookName: "header_insert_before_hook",
  component: Line,
  author: { name: "Ada", email: "ada@example.org" },
  type: "widget",
  appid: "line",
  platform: ["pc", "h5"],
};
const PLACE = "plugin_index@header_insert_before_hook";

const lines: string[] = [];
beforeEach(() => {
  lines.length = 0;
  for (const level of ["info", "warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation((text) => void lines.push(`${level}: ${String(text)}`));
});
afterEach(() => void vi.restoreAllMocks());

const registered = (change: object, registry = new PluginRegistry("pc")) => {
  const taken = registry.register({ ...record, ...change } as PluginRecord);
  expect(registry.at(PLACE).length > 0).toBe(taken);
  return taken;
};

describe("a record is refused", () => {
  const version = "warn: [plugin line] version must be three numbers of 1 to 3 digits, separated by dots.";
  const component = 'warn: [plugin line] component must be a valid element or "padding".';
  const platform = "warn: [plugin line] platform must be a non-empty list.";
  test.each<[object, string]>([
    [{ pluginName: "" }, "warn: [plugin ?] pluginName must be a non-empty string."],
    [{ pluginName: undefined }, "warn: [plugin ?] pluginName must be a non-empty string."],
    [{ version: "1.0" }, version],
    [{ version: "1.0.0.0" }, version],
    [{ version: "1000.0.0" }, version],
    [{ version: "1.a.0" }, version],
    [{ version: "" }, version],
    [{ version: 100 }, version],
    [{ target: "plugin_moon" }, "warn: [plugin line] target plugin_moon is unknown."],
    [{ target: ["plugin_index", "plugin_moon"] }, "warn: [plugin line] target plugin_moon is unknown."],
    [{ target: [] }, "warn: [plugin line] target must not be an empty list."],
    [{ target: "" }, "error: [plugin line] target is missing."],
    [{ target: undefined }, "error: [plugin line] target is missing."],
    [{ hookName: "" }, "error: [plugin line] hookName is missing."],
    [{ hookName: undefined }, "error: [plugin line] hookName is missing."],
    [{ component: undefined }, component],
    [{ component: "div" }, component],
    [{ component: {} }, component],
    [{ author: undefined }, "warn: [plugin line] author is required."],
    [{ type: "" }, "warn: [plugin line] type is required."],
    [{ appid: undefined }, "warn: [plugin line] appid is required."],
    [{ platform: [] }, platform],
    [{ platform: "pc" }, platform],
    [{ platform: ["watch"] }, "warn: [plugin line] platform must include at least one of pc, h5, mini."],
    [{ platform: ["h5", "mini"] }, "info: [plugin line] skipped: it is not for pc."],
  ])("%j: %s", (change, message) => {
    expect(registered(change)).toBe(false);
    expect(lines).toEqual([message]);
  });
});

test.each<[string, object]>([
  ["a function", { component: Line }],
  ["an element", { component: createElement("p") }],
  ["what holds the place", { component: PADDING }],
  ["an app id by its former name", { appid: undefined, app_id: "line" }],
  ["every target", { target: TARGETS }],
])("a record with %s is taken", (_what, change) => {
  expect(registered(change)).toBe(true);
  expect(lines).toEqual([]);
});

test.each([
  ["1.10.0", "1.9.0"],
  ["1.0.10", "1.0.9"],
  ["2.0.0", "1.999.999"],
])("%s is newer than %s, and stays when the older one is registered again", (newer, older) => {
  expect(compareVersions(newer, older)).toBeGreaterThan(0);
  const registry = new PluginRegistry("pc");
  for (const version of [newer, older]) registry.register({ ...record, version });
  expect(registry.at(PLACE).map(({ version }) => version)).toEqual([newer]);
  expect(lines).toEqual([`warn: [plugin line] version ${newer} is held; ${older} is older.`]);
});

test("of the same version the newer registration stays: the code takes the place that was held for it", () => {
  const registry = new PluginRegistry("pc");
  registry.register({ ...record, component: PADDING });
  registry.register(record);
  expect(registry.at(PLACE).map(({ component }) => component)).toEqual([Line]);
});

test("what is held is checked again when the window becomes a phone's", () => {
  const registry = new PluginRegistry("pc");
  registry.register(record);
  registry.register({ ...record, pluginName: "desk", appid: "desk", platform: ["pc"] });
  registry.refresh("h5");
  expect(registry.at(PLACE).map(({ pluginName }) => pluginName)).toEqual(["line"]);
  expect(lines).toEqual(["info: [plugin desk] skipped: it is not for h5."]);
});

test("two that replace the same are named, once", () => {
  const registry = new PluginRegistry("pc");
  const hookName = "right_replace_hook";
  for (const pluginName of ["one", "two"])
    registry.register({ ...record, pluginName, appid: pluginName, hookName });
  const place = "plugin_index@right_replace_hook";
  for (let look = 0; look < 2; look++) registry.at(place);
  expect(lines).toEqual([`warn: [plugins] ${place}: one and two replace the same; one is shown.`]);
});

test("pages of one plugin are told apart by their paths", () => {
  const registry = new PluginRegistry("pc");
  const page = { ...record, target: "plugin_system", hookName: "add_page_hook" };
  for (const path of ["/a", "/b"]) registry.register({ ...page, path });
  expect(registry.at("plugin_system@add_page_hook").map(({ path }) => path)).toEqual(["/a", "/b"]);
});

test.each([
  ["/admin/plugins", true],
  ["/Admin", true],
  ["/wallet/recharge", true],
  ["/user/username-login", true],
  ["/user/5x", true],
  ["/my/settings", true],
  ["/forum/partner-invite", true],
  ["/setup", true],
  ["/", false],
  ["/thread/5", false],
  ["/user/5", false],
  ["/my", false],
  ["/plugin/calendar", false],
])("%s is without plugins: %s", (path, expected) => expect(isWithoutPlugins(path)).toBe(expected));
