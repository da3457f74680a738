/** Kinds of dispatches that are not of notifications. */

/** A private message. */
export const MESSAGE_KIND = "message";
/** What a member missed. */
export const DIGEST_KIND = "digest";
/** Asks to prove an address. */
export const VERIFY_KIND = "email.verify";

/** Most mails to one member within 24 hours (landscape A07.3). */
export const MAILS_PER_DAY = 100;
