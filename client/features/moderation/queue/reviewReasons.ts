/** Reasons that moderators give most, in the order of their number keys; the first is none. */
export const REASONS = ["SPAM", "ILLEGAL", "FLOODING", "DUPLICATE"] as const;

/** Reasons that administrators give most for what they decide about members. */
export const MEMBER_REASONS = ["SPAM", "ILLEGAL", "HARASSMENT", "FLOODING", "INCOMPLETE"] as const;

/** Reasons for which a thread takes no more replies. */
export const LOCK_REASONS = ["SETTLED", "OFF_TOPIC", "HEATED"] as const;

/** A reason that need not be written. */
export type ReasonTemplate =
  (typeof REASONS)[number] | (typeof MEMBER_REASONS)[number] | (typeof LOCK_REASONS)[number];

/** Key of a reason that is written. */
export const OWN_REASON = "OWN";

/** Longest reason, in characters; the server refuses more. */
export const REASON_MAX = 200;
