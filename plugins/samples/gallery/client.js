import { createElement as h } from "react";
import { definePlugin } from "@luntan/plugin-kit";

/** Parts of the manifest with the places where they show. */
const PLACES = {
  page: "plugin_system@add_page_hook",
  indexBefore: "plugin_index@header_insert_before_hook",
  indexBanner: "plugin_index@header_replace_hook",
  indexAfter: "plugin_index@header_insert_after_hook",
  tabs: "plugin_index@tabs_replace_hook",
  pinnedBefore: "plugin_index@topping_insert_before_hook",
  pinned: "plugin_index@topping_replace_hook",
  pinnedAfter: "plugin_index@topping_insert_after_hook",
  left: "plugin_index@left_replace_hook",
  right: "plugin_index@right_replace_hook",
  recommend: "plugin_index@recommend_replace_hook",
  qrcode: "plugin_index@qrcode_replace_hook",
  copyright: "plugin_index@copyright_replace_hook",
  row: "plugin_index@thread_extension_display_hook",
  hit: "plugin_index@search_extension_display_hook",
  detail: "plugin_detail@thread_extension_display_hook",
  reply: "plugin_detail@post_extension_display_hook",
  entry: "plugin_post@post_extension_entry_hook",
  content: "plugin_post@post_extension_content_hook",
  header: "plugin_global@header_replace_hook",
  footer: "plugin_global@footer_replace_hook",
  profileAction: "plugin_user@user_extension_action_hook",
  profileFacts: "plugin_user@user_extension_left_layout_hook",
};
const COLOR = /^#[0-9a-f]{6}$/i;

/** Makes the component of a place: its name, and what stands there without plugins. */
const framed = (place) =>
  function Framed({ children, settings }) {
    const style = COLOR.test(settings.color) ? { "--gallery-color": settings.color } : undefined;
    return h(
      "div",
      { className: "gallery", "data-hook": place, style },
      h("code", { className: "gallery-name" }, place),
      children || null,
    );
  };

/** @type {import("@luntan/plugin-kit").TrustedPlugin} */
const plugin = definePlugin(() =>
  Object.fromEntries(Object.entries(PLACES).map(([part, place]) => [part, framed(place)])),
);

export default plugin;
