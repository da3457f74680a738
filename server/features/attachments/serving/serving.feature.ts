import type { Feature } from "../../../core/feature.ts";

/** Who may read what was uploaded: above threads and replies, since they decide it. The door lies in server/files. */
export const fileServing: Feature = { name: "attachments/serving" };
