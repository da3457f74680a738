import { defineEvent } from "../../core/events.ts";
import type { MemberStatus } from "../../core/viewer.ts";

/** A member was banned, let back in, or their registration was decided about. */
export const memberStatusChanged = defineEvent<{
  userId: number;
  before: MemberStatus;
  after: MemberStatus;
  reason: string;
}>("memberStatusChanged");
