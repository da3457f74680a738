import type { Feature } from "../../core/feature.ts";
import { Setting } from "./setting.entity.ts";

/** The site's configuration, as stored values with defaults. */
export const settings: Feature = { name: "settings", entities: [Setting] };
