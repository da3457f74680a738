import { no, YES, type Decision } from "../../core/viewer.ts";
import { WatchLevel } from "./watch.entity.ts";

/** Permissions for watching members. Policies are pure: no database, no clock, no exceptions. */

/** The facts that decisions about watching a member look at. */
export interface MemberFacts {
  readonly level: WatchLevel;
  readonly isSelf: boolean;
  readonly blocksMember: boolean;
  readonly isBlocked: boolean;
}

/** Nobody watches themselves, nor whom they block, nor who blocks them; muting is always possible. */
export function canWatchMember({ level, isSelf, blocksMember, isBlocked }: MemberFacts): Decision {
  if (isSelf) return no("INVALID_PARAMETER");
  if (level !== WatchLevel.WATCHING) return YES;
  if (blocksMember) return no("BLOCKED_BY_YOU");
  return isBlocked ? no("BLOCKED_YOU") : YES;
}
