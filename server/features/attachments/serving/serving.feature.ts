import type { Feature } from "../../../core/feature.ts";

/** Access to uploaded files: above threads and replies, which decide it. The HTTP routes lie in server/files. */
export const fileServing: Feature = { name: "attachments/serving" };
