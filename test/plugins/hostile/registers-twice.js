import { jsx } from "react/jsx-runtime";

const record = {
  pluginName: "registers-twice",
  target: "plugin_index",
  hookName: "header_insert_before_hook",
  author: { name: "Eve", email: "eve@example.org" },
  type: "widget",
  appid: "registers-twice",
  platform: ["pc", "h5"],
};
const Line = () => jsx("p", { children: "Registered" });
window.DZQPlugin.register({ ...record, version: "1.0.0", component: Line });
window.DZQPlugin.register({ ...record, version: "1.0.0", component: Line });
window.DZQPlugin.register({ ...record, version: "0.9.0", component: () => jsx("p", { children: "Older" }) });
window.DZQPlugin.register({ ...record, version: "1.0", component: Line });
