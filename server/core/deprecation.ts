/** Day after which the next release may drop what is deprecated now. */
export const DEPRECATED_UNTIL = "2027-06-30";

/** Writes the reason of something deprecated: what to use instead, and until when it answers at least. */
export function useInstead(name: string): string {
  return `Use ${name}. Answers at least until ${DEPRECATED_UNTIL}.`;
}
