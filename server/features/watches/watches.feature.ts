import type { Feature } from "../../core/feature.ts";
import { Watch, WatchChoice } from "./watch.entity.ts";

/** How closely members watch threads, categories and each other; `watching` changes it. */
export const watches: Feature = { name: "watches", entities: [Watch, WatchChoice] };
