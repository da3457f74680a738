/** Tags of outdated pages ("thread:5", "lists"), as processes send them to each other; null for all pages. */
export type StaleTags = readonly string[] | null;

/** Tells the other processes on one database that what they keep in memory is old. */
export interface Invalidations {
  /**
   * Announces, once a change has committed, what it made old here; the others know it within two seconds. Returns at
   * once: announcements are collected, so that members' transactions never wait for each other because of them.
   */
  changed(tags: StaleTags): void;
  /** Calls `handle` when other processes announced something; it may name more than what is old, never less. */
  onForeign(handle: (tags: StaleTags) => void): void;
}
