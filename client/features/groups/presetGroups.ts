/** Groups that every forum has; they cannot be deleted. */
const PRESET_IDS: ReadonlySet<string> = new Set(["1", "5", "6", "7", "8", "10"]);
/** Administrators may do everything. */
export const ADMIN_GROUP_ID = "1";
/** Everybody who is not signed in. */
export const GUEST_GROUP_ID = "7";
/** The free trial, which has limits of its own. */
export const TRIAL_GROUP_ID = "8";

/** True for groups that every forum has. */
export function isPreset(id: string): boolean {
  return PRESET_IDS.has(id);
}
