import type { Feature } from "../../core/feature.ts";

/** WeChat as a provider that names people: apps of the site, the client, and a local emulator. */
export const wechat: Feature = { name: "wechat" };
