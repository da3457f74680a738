import { mayPublish, mustBeMember, no, YES, type Decision, type Viewer } from "../../core/viewer.ts";

/** Rules about writing to members. Policies are pure: no database, no clock, no exceptions. */

/** Facts that decide about writing. */
export interface WritingFacts {
  readonly peerId: number;
  /** The site's switch for private messages. */
  readonly isOpen: boolean;
  readonly blocksPeer: boolean;
  readonly isBlocked: boolean;
  /** The peer takes messages from the viewer, by their own choice. */
  readonly isWelcome: boolean;
  /** The peer moderates something; only known of the peers of silenced viewers. */
  readonly isStaff: boolean;
}

/** Members write private messages by permission, unless the site has switched them off. */
export function canWriteMessages(viewer: Viewer, isOpen: boolean): Decision {
  if (!viewer.isMember) return mustBeMember(viewer);
  return isOpen ? viewer.check("dialog.create") : no("MESSAGES_OFF");
}

/** Members write to others by permission, silenced ones to staff only, unless either blocks the other, the other wants none, or the site has switched it off. */
export function canWriteTo(viewer: Viewer, facts: WritingFacts): Decision {
  if (!viewer.isMember) return mustBeMember(viewer);
  if (viewer.id === facts.peerId) return no("CANNOT_MESSAGE_SELF");
  const writing = canWriteMessages(viewer, facts.isOpen);
  if (!writing.allowed) return writing;
  if (facts.blocksPeer) return no("BLOCKED_BY_YOU");
  if (facts.isBlocked) return no("BLOCKED_YOU");
  // Silenced members may still ask the staff about it.
  if (!facts.isStaff && !mayPublish(viewer).allowed) return mayPublish(viewer);
  return facts.isWelcome ? YES : no("MESSAGES_REFUSED");
}
