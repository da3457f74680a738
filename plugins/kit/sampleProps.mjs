/** What plugins are given in previews and tests: the props of every place, as a page of a small forum has them. */

const ADA = { id: "1", nickname: "Ada", avatarUrl: null };
const THREAD = { id: "5", title: "Moon over the harbour" };
const CATEGORIES = [
  { id: "1", name: "Talk" },
  { id: "2", name: "Help" },
];
const nothing = () => undefined;
const thread = { threadData: THREAD };
const post = {
  postData: { title: "Moon over the harbour", body: "It was **bright**.", categoryId: "1" },
  insertText: nothing,
};
const user = { renderData: ADA };

/** What a place adds to the common props; a place that is not here adds nothing. */
const PROPS_BY_PLACE = {
  "plugin_system@add_page_hook": { path: "/example" },
  "plugin_index@tabs_replace_hook": { renderData: { categories: CATEGORIES }, changeFilter: nothing },
  "plugin_index@topping_replace_hook": { renderData: { sticks: [{ id: THREAD.id }] } },
  "plugin_index@left_replace_hook": {
    renderData: { categories: CATEGORIES, totalThreads: 12 },
    onNavigationClick: nothing,
  },
  "plugin_index@recommend_replace_hook": { recommends: [THREAD] },
  "plugin_index@qrcode_replace_hook": { url: "https://forum.example/" },
  "plugin_index@thread_extension_display_hook": thread,
  "plugin_index@search_extension_display_hook": {
    hitData: { id: THREAD.id, kind: "THREAD" },
    message: "moon",
    onSearch: nothing,
  },
  "plugin_detail@thread_extension_display_hook": thread,
  "plugin_detail@post_extension_display_hook": { postData: { id: "8", number: 2 } },
  "plugin_post@post_extension_entry_hook": post,
  "plugin_post@post_extension_content_hook": post,
  "plugin_global@header_replace_hook": { renderData: { totalUnread: 3 }, onSearch: nothing },
  "plugin_user@user_extension_action_hook": user,
  "plugin_user@user_extension_left_layout_hook": user,
};

/** Gives the values of a plugin's settings before anybody has changed them. */
export function initialSettings({ settings = [] }) {
  return Object.fromEntries(settings.map(({ key, initial = "" }) => [key, initial]));
}

/** Makes the props of a place. */
export function sampleProps(manifest, place, { platform = "pc", locale = "en", userInfo = ADA } = {}) {
  const store = {};
  return {
    siteData: {
      platform,
      webConfig: {
        setSite: {
          siteName: "Example forum",
          siteKeywords: "",
          siteIntroduction: "",
          siteFavicon: null,
          siteLogo: null,
          version: "0.1.0",
        },
      },
    },
    userInfo,
    isLogin: () => userInfo !== null,
    pluginStore: store,
    pluginAction: { set: (key, value) => void (store[key] = value), get: (key) => store[key] },
    dzqRouter: { push: nothing, replace: nothing, back: nothing },
    server: { query: async () => ({}), mutate: async () => ({}) },
    data: null,
    viewerCanInsert: true,
    settings: initialSettings(manifest),
    locale,
    _pluginInfo: { name: manifest.pluginName, version: manifest.version },
    ...PROPS_BY_PLACE[place],
  };
}

/** Makes the state that a frame is told, with what its manifest asks for. */
export function sampleState(manifest, place, { platform = "pc", locale = "en", colorScheme = "light" } = {}) {
  const asks = (capability) => (manifest.capabilities ?? []).includes(capability);
  const { siteData, settings, path, data } = sampleProps(manifest, place, { platform, locale });
  return {
    place,
    locale,
    platform,
    colorScheme,
    siteName: siteData.webConfig.setSite.siteName,
    settings,
    path,
    data,
    ...(asks("viewer") && { viewer: ADA }),
    ...(asks("thread") && { thread: place.startsWith("plugin_detail@") ? THREAD : null }),
    ...(asks("user") && { user: place.startsWith("plugin_user@") ? ADA : null }),
  };
}
