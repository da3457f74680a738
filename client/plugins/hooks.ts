import type { Locale } from "../i18n/texts.ts";
import type { Platform } from "../platform/page.ts";

/**
 * Props of plugins, one type per hook: the page that authors read. A component gets `CommonProps` and what its place
 * adds. `server/features/plugins/hookTable.ts` has the same places; a test keeps both alike.
 */

/** Somebody who reads or writes. */
export interface PluginUser {
  readonly id: string;
  readonly nickname: string;
  readonly avatarUrl?: string | null;
}

/** A thread as plugins see it. */
export interface PluginThread {
  readonly id: string;
  readonly title: string;
}

/** A category. */
export interface PluginCategory {
  readonly id: string;
  readonly name: string;
}

/** Way to the server part of the same plugin. */
export interface PluginServer {
  query(document: string, variables?: object): Promise<Record<string, unknown>>;
  mutate(document: string, variables?: object): Promise<Record<string, unknown>>;
}

/** Props of every component. */
export interface CommonProps {
  readonly siteData: {
    readonly platform: Platform;
    readonly webConfig: {
      readonly setSite: {
        readonly siteName: string;
        readonly siteKeywords: string;
        readonly siteIntroduction: string;
        readonly siteFavicon: string | null;
        readonly siteLogo: string | null;
        readonly version: string;
      };
    };
  };
  /** Null for visitors. */
  readonly userInfo: PluginUser | null;
  isLogin(): boolean;
  /** Values that components of one plugin share while the page lives. */
  readonly pluginStore: Readonly<Record<string, unknown>>;
  readonly pluginAction: { set(key: string, value: unknown): void; get(key: string): unknown };
  readonly dzqRouter: { push(path: string): void; replace(path: string): void; back(): void };
  /** Fields that the fragment of the slot asks for; null without one. */
  readonly data: Readonly<Record<string, unknown>> | null;
  /** Asks the plugin's own server part by documents on its own types; rejects with what it says. */
  readonly server: PluginServer;
  /** Values of the plugin's settings. */
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  readonly locale: Locale;
  readonly _pluginInfo: { readonly name: string; readonly version: string };
}

/** Place that adds nothing to what all are given. */
export type NoProps = Record<never, never>;

/** Props of a thread's extension: in lists, and on the page of the thread. */
export interface ThreadExtensionProps {
  readonly threadData: PluginThread;
}

/** Props of extensions of the composer; `insertText` writes at the end of the text. */
export interface PostExtensionProps {
  readonly postData: { readonly title: string; readonly body: string; readonly categoryId: string | null };
  insertText(markdown: string): void;
}

/** Props of extensions of a profile. */
export interface UserExtensionProps {
  readonly renderData: PluginUser;
}

/** Types by place, `target@hookName`. */
export interface HookProps {
  "plugin_system@add_page_hook": { readonly path: string };
  "plugin_index@header_insert_before_hook": NoProps;
  "plugin_index@header_insert_after_hook": NoProps;
  "plugin_index@header_replace_hook": NoProps;
  "plugin_index@tabs_replace_hook": {
    readonly renderData: { readonly categories: readonly PluginCategory[] };
    /** Shows another order or choice of threads. */
    changeFilter(filter: { readonly sort?: string; readonly tab?: string }): void;
  };
  "plugin_index@topping_insert_before_hook": NoProps;
  "plugin_index@topping_insert_after_hook": NoProps;
  "plugin_index@topping_replace_hook": {
    readonly renderData: { readonly sticks: readonly { readonly id: string }[] };
  };
  "plugin_index@left_replace_hook": {
    readonly renderData: { readonly categories: readonly PluginCategory[]; readonly totalThreads: number };
    onNavigationClick(choice: { readonly categoryIds: readonly string[] }): void;
  };
  "plugin_index@right_replace_hook": NoProps;
  "plugin_index@recommend_replace_hook": { readonly recommends: readonly PluginThread[] };
  "plugin_index@qrcode_replace_hook": { readonly url: string };
  "plugin_index@copyright_replace_hook": NoProps;
  "plugin_index@thread_extension_display_hook": ThreadExtensionProps;
  "plugin_detail@thread_extension_display_hook": ThreadExtensionProps;
  "plugin_post@post_extension_entry_hook": PostExtensionProps;
  "plugin_post@post_extension_content_hook": PostExtensionProps;
  "plugin_global@header_replace_hook": {
    readonly renderData: { readonly totalUnread: number };
    onSearch(keyword: string): void;
  };
  "plugin_global@footer_replace_hook": NoProps;
  "plugin_user@user_extension_action_hook": UserExtensionProps;
  "plugin_user@user_extension_left_layout_hook": UserExtensionProps;
}

/** A place where plugins show. */
export type Place = keyof HookProps;

/** Props of a component at a place. */
export type PropsAt<P extends Place> = CommonProps & HookProps[P];

type Bare<P> = P extends `${infer Area}_insert_before_hook`
  ? Area
  : P extends `${infer Area}_insert_after_hook`
    ? Area
    : P extends `${infer Area}_replace_hook`
      ? Area
      : P extends `${infer Area}_hook`
        ? Area
        : never;

/** Part of the page with its places before, instead of and after it: `plugin_index@header`. */
export type Area = Bare<Place>;

type Both<U> = (U extends unknown ? (value: U) => void : never) extends (value: infer I) => void ? I : never;

/** Props of the places of an area, together, and what plugins ask for there: JSON by plugins. */
export type AreaProps<A extends Area> = Both<
  { [P in Place]: Bare<P> extends A ? HookProps[P] : never }[Place]
> & { readonly pluginData?: string | null };

/** Every target of the spec; `plugin_page` has no place yet. */
export const TARGETS = [
  "plugin_system",
  "plugin_index",
  "plugin_detail",
  "plugin_post",
  "plugin_page",
  "plugin_global",
  "plugin_user",
] as const;
