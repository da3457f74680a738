import type { ReactNode } from "react";
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
  /** Second level; none on the second level itself. */
  readonly children?: readonly PluginCategory[];
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
  /**
   * Fields that the fragment of the slot asks for; null without one. At places that show all categories a fragment on
   * `Category` gives an object by their ids; elsewhere it is of the category whose page it is, and null on the home page.
   */
  readonly data: Readonly<Record<string, unknown>> | null;
  /** Asks the plugin's own server part by documents on its own types; rejects with what it says. */
  readonly server: PluginServer;
  /**
   * False if `server.js` names mutations that need the permission `plugin.NAME.canInsert` and the viewer's group has it not;
   * true for plugins that ask for none.
   */
  readonly viewerCanInsert: boolean;
  /** Values of the plugin's settings. */
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  readonly locale: Locale;
  readonly _pluginInfo: { readonly name: string; readonly version: string };
  /** In a browser, where a component replaces a part of the page: that part, for components that only add to it. */
  readonly children?: ReactNode;
}

/** Place that adds nothing to what all are given. */
export type NoProps = Record<never, never>;

/** Props of a thread's extension: in lists, and on the page of the thread. */
export interface ThreadExtensionProps {
  readonly threadData: PluginThread;
}

/** Props of a reply's extension. */
export interface ReplyExtensionProps {
  /** `number` is its place in the thread; null for comments. */
  readonly postData: { readonly id: string; readonly number: number | null };
}

/** Props of an extension of what a search has found; `message` is the text that was searched for. */
export interface SearchExtensionProps {
  /** The thread, reply, topic or member with this id. */
  readonly hitData: { readonly id: string; readonly kind: "THREAD" | "POST" | "TOPIC" | "USER" };
  readonly message: string;
  /** Searches for another text. */
  onSearch(keyword: string): void;
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

/**
 * Types by place, `target@hookName`, each with what it is, the pages that have it, and its devices: `npm run codegen` makes
 * a page per hook of it in docs/hooks.
 */
export interface HookProps {
  /**
   * A page of its own, between header and footer.
   * @page `/plugin` and the path of the slot
   */
  "plugin_system@add_page_hook": { readonly path: string };
  /**
   * Above the banner of the home page.
   * @page `/` and `/category/:id`
   */
  "plugin_index@header_insert_before_hook": NoProps;
  /**
   * Below the banner of the home page.
   * @page `/` and `/category/:id`
   */
  "plugin_index@header_insert_after_hook": NoProps;
  /**
   * In place of the banner of the home page; there is a place without a banner, too.
   * @page `/` and `/category/:id`
   */
  "plugin_index@header_replace_hook": NoProps;
  /**
   * In place of the row above the list that chooses its order and which threads it has.
   * @page `/` and `/category/:id`
   */
  "plugin_index@tabs_replace_hook": {
    readonly renderData: { readonly categories: readonly PluginCategory[] };
    /** Shows another order or choice of threads. */
    changeFilter(filter: { readonly sort?: string; readonly tab?: string }): void;
  };
  /**
   * Above the pinned threads.
   * @page `/` and `/category/:id`, on the first page of the list
   */
  "plugin_index@topping_insert_before_hook": NoProps;
  /**
   * Below the pinned threads.
   * @page `/` and `/category/:id`, on the first page of the list
   */
  "plugin_index@topping_insert_after_hook": NoProps;
  /**
   * In place of the pinned threads.
   * @page `/` and `/category/:id`, on the first page of the list
   */
  "plugin_index@topping_replace_hook": {
    readonly renderData: { readonly sticks: readonly { readonly id: string }[] };
  };
  /**
   * In place of the tree of categories left of the list.
   * @page `/` and `/category/:id`
   * @device pc: windows from 1160 px on
   */
  "plugin_index@left_replace_hook": {
    readonly renderData: { readonly categories: readonly PluginCategory[]; readonly totalThreads: number };
    onNavigationClick(choice: { readonly categoryIds: readonly string[] }): void;
  };
  /**
   * In place of the column beside the list, which stands below it where the window is narrow.
   * @page `/` and `/category/:id`
   */
  "plugin_index@right_replace_hook": NoProps;
  /**
   * In place of the recommended threads in the column beside the list.
   * @page `/` and `/category/:id`
   */
  "plugin_index@recommend_replace_hook": { readonly recommends: readonly PluginThread[] };
  /**
   * In the column beside the list, for a code that leads phones to the site. Nothing stands there without plugins.
   * @page `/` and `/category/:id`
   */
  "plugin_index@qrcode_replace_hook": { readonly url: string };
  /**
   * In place of the line with year and name of the site in the footer.
   * @page all pages
   */
  "plugin_index@copyright_replace_hook": NoProps;
  /**
   * In each thread of a list, below how it begins.
   * @page every list of threads
   */
  "plugin_index@thread_extension_display_hook": ThreadExtensionProps;
  /**
   * In each result of a search, below what was found.
   * @page `/search`
   */
  "plugin_index@search_extension_display_hook": SearchExtensionProps;
  /**
   * Below the text of a thread.
   * @page `/thread/:id`
   */
  "plugin_detail@thread_extension_display_hook": ThreadExtensionProps;
  /**
   * Below the text of each reply.
   * @page `/thread/:id` and `/thread/comment/:id`
   */
  "plugin_detail@post_extension_display_hook": ReplyExtensionProps;
  /**
   * Below the text in the form of a thread: a way in to what the plugin adds.
   * @page `/thread/post` and `/thread/:id/edit`
   */
  "plugin_post@post_extension_entry_hook": PostExtensionProps;
  /**
   * Below the ways in: what the plugin has added.
   * @page `/thread/post` and `/thread/:id/edit`
   */
  "plugin_post@post_extension_content_hook": PostExtensionProps;
  /**
   * In place of the header.
   * @page all pages
   */
  "plugin_global@header_replace_hook": {
    readonly renderData: { readonly totalUnread: number };
    onSearch(keyword: string): void;
  };
  /**
   * In place of the footer.
   * @page all pages
   */
  "plugin_global@footer_replace_hook": NoProps;
  /**
   * Beside the buttons of a profile.
   * @page `/user/:id`
   */
  "plugin_user@user_extension_action_hook": UserExtensionProps;
  /**
   * Below the facts of a profile.
   * @page `/user/:id` and `/my`
   */
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

/**
 * Props of the places of an area, together, and what plugins ask for there: JSON by plugins, and of the category whose page
 * it is by places and plugins.
 */
export type AreaProps<A extends Area> = Both<
  { [P in Place]: Bare<P> extends A ? HookProps[P] : never }[Place]
> & { readonly pluginData?: string | null; readonly categoryData?: string | null };

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
