import * as React from "react";
import type { ApolloClient } from "@apollo/client";
import { graphql } from "../gql/gql.ts";
import {
  ActivePluginsDocument,
  type ActivePluginsQuery,
  MutatePluginDocument,
  ReportPluginFaultDocument,
} from "../gql/graphql.ts";
import type { Platform } from "../platform/page.ts";
import { withinRouteTimeout } from "../platform/routeLoad.ts";
import type { PluginServer } from "./hooks.ts";
import { reportUse } from "./beacon.ts";
import { PluginQueries } from "./pluginQueries.ts";
import {
  complaintsAbout,
  PADDING,
  type PluginComponent,
  type PluginRecord,
  PluginRegistry,
} from "./registry.ts";
import { SpentTime } from "./spentTime.ts";
import { isWithoutPlugins } from "./zones.ts";

graphql(`
  query ActivePlugins {
    activePlugins {
      id
      name
      appid
      version
      type
      tier
      label
      viewerCanInsert
      authorName
      authorEmail
      capabilities
      settings
      codeUrl
      styleUrl
      reportsUse
      views {
        part
        target
        hookName
        platform
        path
        height
      }
    }
  }
`);
graphql(`
  mutation ReportPluginFault($input: PluginFaultInput!) {
    reportPluginFault(input: $input)
  }
`);

graphql(`
  mutation MutatePlugin($input: PluginCallInput!) {
    mutatePlugin(input: $input)
  }
`);

/** A plugin that the site shows. */
export type ActivePlugin = ActivePluginsQuery["activePlugins"][number];
type View = ActivePlugin["views"][number];

/** Argument of the module of a trusted plugin: the one React of the page. */
export interface TrustedHost {
  readonly React: typeof React;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly locale: string;
}

interface TrustedModule {
  readonly default?: (host: TrustedHost) => Readonly<Record<string, unknown>>;
}

/** Faults that one page reports of one plugin. */
const REPORTS_MAX = 3;

/** The plugins of the page that is open: what the site shows, the registry, and what went wrong. */
export class LoadedPlugins {
  readonly registry: PluginRegistry;
  /** Values that components of one plugin share. */
  readonly stores = new Map<string, Record<string, unknown>>();
  readonly time = new SpentTime();
  private readonly queries: PluginQueries;
  private readonly servers = new Map<string, PluginServer>();
  private readonly plugins = new Map<string, ActivePlugin>();
  private readonly parts = new Map<string, Readonly<Record<string, unknown>>>();
  private readonly reports = new Map<string, number>();
  /** Trusted plugins whose code has come or failed. */
  private readonly settled = new Set<string>();
  private isListed = false;
  /** Records that old bundles have registered themselves, by plugin. */
  private readonly oldRecords = new Map<string, PluginRecord[]>();

  constructor(
    private readonly client: ApolloClient,
    private platform: Platform,
  ) {
    this.registry = new PluginRegistry(platform);
    this.queries = new PluginQueries(client);
  }

  /** Asks which plugins there are, holds their places, and loads the code of those that run in the page. */
  async load(locale: string): Promise<void> {
    const plugins = await this.list();
    this.isListed = true;
    for (const plugin of plugins) {
      this.plugins.set(plugin.name, plugin);
      this.register(plugin);
    }
    const trusted = plugins.filter(
      ({ tier, views }) => tier === "TRUSTED" && views.some((view) => this.isFor(view)),
    );
    if (plugins.length === 0) this.registry.refresh(this.platform);
    if (trusted.length > 0) this.watch();
    await Promise.all(trusted.map((plugin) => this.loadTrusted(plugin, locale)));
    this.time.reportSoon(this.client);
  }

  private async list(): Promise<readonly ActivePlugin[]> {
    try {
      return (await this.client.query({ query: ActivePluginsDocument })).data?.activePlugins ?? [];
    } catch (error) {
      console.error("[plugins] cannot be loaded:", error);
      return [];
    }
  }

  /** True if everything that shows at a place has come, or will not. */
  isSettledAt(place: string): boolean {
    return (
      this.isListed &&
      [...this.plugins.values()].every(
        ({ name, tier, views }) =>
          tier === "FRAMED" ||
          this.settled.has(name) ||
          !views.some((view) => `${view.target}@${view.hookName}` === place && this.isFor(view)),
      )
    );
  }

  /** Gives the way to the server part of a plugin; the same until the page goes. */
  serverOf(plugin: string): PluginServer {
    const made = this.servers.get(plugin) ?? this.makeServer(plugin);
    this.servers.set(plugin, made);
    return made;
  }

  private makeServer(plugin: string): PluginServer {
    const input = (document: string, variables?: object) => ({
      input: { plugin, document, variables: variables && JSON.stringify(variables) },
    });
    const read = (text: string | undefined) => JSON.parse(text ?? "{}") as Record<string, unknown>;
    return {
      query: async (document, variables) => read(await this.queries.ask(input(document, variables).input)),
      mutate: async (document, variables) => {
        const options = { variables: input(document, variables), fetchPolicy: "no-cache" } as const;
        const { data } = await this.client.mutate({ mutation: MutatePluginDocument, ...options });
        return read(data?.mutatePlugin);
      },
    };
  }

  /** Finds a plugin by its name in code. */
  named(name: string): ActivePlugin | undefined {
    return this.plugins.get(name);
  }

  /** Finds where a plugin says that it shows. */
  viewOf(name: string, place: string, path: string | undefined): View | undefined {
    return this.plugins
      .get(name)
      ?.views.find(
        (view) => `${view.target}@${view.hookName}` === place && (view.path ?? undefined) === path,
      );
  }

  /** Follows the window from one layout to the other. */
  follow(platform: Platform): void {
    if (platform === this.platform) return;
    this.platform = platform;
    this.registry.refresh(platform);
    for (const plugin of this.plugins.values()) this.register(plugin);
  }

  /** Tells the console and the site of a fault. */
  report(name: string, place: string, error: unknown): void {
    console.error(`[plugin ${name}] failed at ${place}:`, error);
    const plugin = this.plugins.get(name);
    const count = (this.reports.get(name) ?? 0) + 1;
    this.reports.set(name, count);
    if (!plugin || count > REPORTS_MAX) return;
    const { message, stack } = wordsOf(error);
    const input = { pluginId: plugin.id, version: plugin.version, place, message, stack };
    this.client.mutate({ mutation: ReportPluginFaultDocument, variables: { input } }).catch(() => undefined);
  }

  private isFor({ platform }: View): boolean {
    return platform.includes(this.platform);
  }

  /** Registers what there is of a plugin: its components, or what holds their places. */
  private register(plugin: ActivePlugin): void {
    const parts = this.parts.get(plugin.name);
    const own = this.oldRecords.get(plugin.name);
    if (own) {
      for (const record of own) this.registry.register(record);
      return;
    }
    for (const { part, target, hookName, platform, path } of plugin.views) {
      const isHeld = this.registry.register({
        pluginName: plugin.name,
        version: plugin.version,
        target,
        hookName,
        component: (plugin.tier === "FRAMED" ? PADDING : (parts?.[part] ?? PADDING)) as PluginComponent,
        author: { name: plugin.authorName, email: plugin.authorEmail },
        type: plugin.type,
        appid: plugin.appid,
        platform,
        path: path ?? undefined,
      });
      if (isHeld && plugin.reportsUse) reportUse(plugin, { target, hookName, platform, path });
    }
  }

  private async loadTrusted(plugin: ActivePlugin, locale: string): Promise<void> {
    const { id, name, codeUrl, styleUrl, settings } = plugin;
    const began = performance.now();
    try {
      if (styleUrl) addStyles(styleUrl);
      this.offerToOldBundles();
      const module = await withinRouteTimeout(
        codeUrl,
        () => import(/* @vite-ignore */ codeUrl) as Promise<TrustedModule>,
      );
      if (this.oldRecords.has(name)) {
        this.settled.add(name);
        this.registry.refresh(this.platform);
        return;
      }
      const parts =
        oldPartsOf(plugin) ??
        module.default?.({ React, settings: JSON.parse(settings) as Record<string, unknown>, locale });
      if (!parts) throw new Error("client.js has no function as its default export.");
      this.parts.set(name, parts);
      this.time.loaded(id, performance.now() - began);
      this.settled.add(name);
      for (const { part } of plugin.views)
        if (!Object.hasOwn(parts, part)) throw new Error(`client.js gives no ${part}.`);
      this.register(plugin);
    } catch (error) {
      this.settled.add(name);
      this.registry.drop(name);
      const [{ target, hookName }] = plugin.views as [View];
      this.report(name, `${target}@${hookName}`, error);
    }
  }

  /** Offers what old bundles look for: React, and the table in which they put themselves, or register. */
  private offerToOldBundles(): void {
    const page = window as { React?: typeof React; DZQPlugin?: object };
    page.React ??= React;
    page.DZQPlugin ??= {
      register: (record: PluginRecord) => {
        if (complaintsAbout(record).length === 0 && !this.isNamed(record)) {
          const place = `${[record.target].flat().join(", ")}@${record.hookName}`;
          console.warn(
            `[plugin ${record.pluginName}] its manifest does not name ${place}: it shows nothing.`,
          );
          return false;
        }
        const isHeld = this.registry.register(record);
        const records = this.oldRecords.get(record.pluginName) ?? [];
        if (isHeld) this.oldRecords.set(record.pluginName, [...records, record]);
        return isHeld;
      },
    };
  }

  /** True if the manifest of an enabled plugin names one of the places of a record: pages look only there. */
  private isNamed({ pluginName, target, hookName }: PluginRecord): boolean {
    const views = this.plugins.get(pluginName)?.views ?? [];
    return views.some((view) => view.hookName === hookName && [target].flat().includes(view.target));
  }

  /** Hears of faults outside of rendering, such as in events, and leaves no trusted code on pages that show none. */
  private watch(): void {
    const heard = (error: unknown, file = ""): void => {
      const source = `${file} ${error instanceof Error ? (error.stack ?? "") : ""}`;
      const name = /\/plugin-files\/([a-z0-9-]+)\//.exec(source)?.[1];
      const view = name === undefined ? undefined : this.plugins.get(name)?.views[0];
      if (name !== undefined && view) this.report(name, `${view.target}@${view.hookName}`, error);
    };
    addEventListener("error", ({ error, filename }) => heard(error, filename));
    addEventListener("unhandledrejection", ({ reason }) => heard(reason));
    const { navigation } = window as { navigation?: EventTarget };
    navigation?.addEventListener("currententrychange", leaveCode);
  }
}

/** Plugins of the predecessor by name: bundles that put a component there instead of exporting it (legacy-facts 7.1). */
type OldBundles = Record<string, { readonly default?: unknown } | undefined>;

/** Gives the component of an old bundle for each part of its manifest; undefined for a module of today. */
function oldPartsOf({ name, appid, views }: ActivePlugin): Readonly<Record<string, unknown>> | undefined {
  const bundles = (window as { DZQPlugin?: OldBundles }).DZQPlugin ?? {};
  const component = (bundles[name] ?? bundles[appid])?.default;
  return component ? Object.fromEntries(views.map(({ part }) => [part, component])) : undefined;
}

/** Loads a page that shows no plugins anew, so that no code of theirs runs in it. */
export function leaveCode(): void {
  if (isWithoutPlugins(location.pathname)) location.reload();
}

function wordsOf(error: unknown): { message: string; stack: string } {
  const { message, stack } = (typeof error === "object" && error !== null ? error : {}) as Partial<Error>;
  return { message: (message ?? String(error)).slice(0, 300), stack: (stack ?? "").slice(0, 2_000) };
}

function addStyles(href: string): void {
  // The server's page may have it already.
  if (document.querySelector(`link[href="${href}"]`)) return;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
}

let current: LoadedPlugins | undefined;

/** Gives the plugins of the page; the first call loads them. */
export function loadedPlugins(client: ApolloClient, platform: Platform, locale: string): LoadedPlugins {
  if (!current) {
    const plugins = new LoadedPlugins(client, platform);
    current = plugins;
    void plugins.load(locale);
  }
  return current;
}
