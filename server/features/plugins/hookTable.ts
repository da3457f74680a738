/**
 * Every place where plugins show, by target: the hooks of legacy-facts 7.3, and those of replies and of search (spec §2). `client/plugins/hooks.ts` has the types of what
 * each is given; a test keeps both alike.
 */
export const HOOKS_BY_TARGET: Readonly<Record<string, readonly string[]>> = {
  plugin_system: ["add_page_hook"],
  plugin_index: [
    "header_insert_before_hook",
    "header_insert_after_hook",
    "header_replace_hook",
    "tabs_replace_hook",
    "topping_insert_before_hook",
    "topping_insert_after_hook",
    "topping_replace_hook",
    "left_replace_hook",
    "right_replace_hook",
    "recommend_replace_hook",
    "qrcode_replace_hook",
    "copyright_replace_hook",
    "thread_extension_display_hook",
    "search_extension_display_hook",
  ],
  plugin_detail: ["thread_extension_display_hook", "post_extension_display_hook"],
  plugin_post: ["post_extension_entry_hook", "post_extension_content_hook"],
  plugin_page: [],
  plugin_global: ["header_replace_hook", "footer_replace_hook"],
  plugin_user: ["user_extension_action_hook", "user_extension_left_layout_hook"],
};

/** Places that a frame can fill: none that repeats in rows, and none whose part of the page works with the rest of it. */
const FOR_FRAMES: ReadonlySet<string> = new Set([
  "plugin_system@add_page_hook",
  "plugin_index@header_insert_before_hook",
  "plugin_index@header_insert_after_hook",
  "plugin_index@topping_insert_before_hook",
  "plugin_index@topping_insert_after_hook",
  "plugin_index@right_replace_hook",
  "plugin_index@recommend_replace_hook",
  "plugin_index@qrcode_replace_hook",
  "plugin_index@copyright_replace_hook",
  "plugin_detail@thread_extension_display_hook",
  "plugin_user@user_extension_left_layout_hook",
]);

/** The hook of pages that plugins add. */
export const ADD_PAGE = "plugin_system@add_page_hook";

/** True if a target is known. */
export function isTarget(target: string): boolean {
  return Object.hasOwn(HOOKS_BY_TARGET, target);
}

/** True if a target has a hook; places are written `target@hookName`. */
export function isPlace(target: string, hookName: string): boolean {
  return isTarget(target) && HOOKS_BY_TARGET[target]!.includes(hookName);
}

/** True if a frame may show at a place. */
export function isForFrames(place: string): boolean {
  return FOR_FRAMES.has(place);
}

/** True if a place takes the part of the page that stands there: two plugins cannot both have it. */
export function isReplacement(place: string): boolean {
  return place.endsWith("_replace_hook");
}
