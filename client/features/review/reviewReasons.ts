/** Reasons that moderators give most, in the order of their number keys; the first is none. */
export const REASONS = ["SPAM", "ILLEGAL", "FLOODING", "DUPLICATE"] as const;

/** Key of a reason that is written. */
export const OWN_REASON = "OWN";

/** How long the reason may be, in characters; the server refuses more. */
export const REASON_MAX = 200;
