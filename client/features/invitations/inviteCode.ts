import { store, stored, unstore } from "../../platform/storage.ts";

const KEY = "inviteCode";
/** Time for which a browser remembers a code, in milliseconds: seven days, as long as codes usually work. */
const REMEMBERED_MS = 604_800_000;

/** Name of the code in addresses, as links of the predecessor have it. */
export const INVITE_PARAMETER = "inviteCode";

/** Remembers a code until its bearer has registered, in whatever way, also by a provider elsewhere. */
export function rememberInvite(code: string): void {
  store(KEY, code, REMEMBERED_MS);
}

/** Gives the code that this browser remembers; empty if there is none. */
export function rememberedInvite(): string {
  const code = stored<unknown>(KEY);
  return typeof code === "string" ? code : "";
}

/** Forgets the code: it was used, or is not wanted. */
export function forgetInvite(): void {
  unstore(KEY);
}
