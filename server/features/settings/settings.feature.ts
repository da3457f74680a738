import type { Feature } from "../../core/feature.ts";
import { sealedSettings } from "./lostSecrets.service.ts";
import { Setting, SettingChange, SettingSave } from "./setting.entity.ts";
import { SettingResolver } from "./setting.resolver.ts";
import { settingsRest } from "./settings.rest.ts";

/** The site's configuration: a catalogue of settings, their values, and the history of changes. */
export const settings: Feature = {
  name: "settings",
  entities: [Setting, SettingSave, SettingChange],
  resolvers: [SettingResolver],
  rest: settingsRest,
  sealed: [sealedSettings],
};
