import { z } from "zod";
import { FORMER_SOFTWARE, KINDS, type Kind } from "./records.ts";
import { id, text } from "./values.ts";

/** Name of the format. */
export const FORMAT = "luntan-neutral";
/** Version of the format; a program reads its own only. */
export const FORMAT_VERSION = 1;
/** Programs from which a community can come. */
export const SOFTWARE = ["luntan", ...FORMER_SOFTWARE] as const;

/** A program from which a community can come. */
export type Software = (typeof SOFTWARE)[number];

const SUM = z.strictObject({
  records: z.int().nonnegative(),
  sha256: z.string().regex(/^[\da-f]{64}$/),
});

/** Schema of `manifest.json`, which is written last: a folder without it is not complete. */
export const MANIFEST = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSION),
  createdAt: z.iso.datetime({ precision: 3 }),
  source: z.strictObject({
    software: z.enum(SOFTWARE),
    version: z.string().max(100),
    /** Address of the forum, without a slash at the end; empty where nobody knows it. */
    address: z.string().max(255),
  }),
  /** The member of whom this is the export; missing in that of a forum. */
  member: z.strictObject({ id, username: text(100).min(1) }).optional(),
  records: z.strictObject(
    Object.fromEntries(KINDS.map((kind) => [kind, SUM])) as { [K in Kind]: typeof SUM },
  ),
});

/** Contents of `manifest.json`. */
export type Manifest = z.infer<typeof MANIFEST>;
/** Forum from which a folder came. */
export type Source = Manifest["source"];
