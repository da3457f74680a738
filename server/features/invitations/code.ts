import { randomInt } from "node:crypto";
import { CODE_MAX } from "./invitation.entity.ts";

/** Letters and digits that nobody mistakes for one another. */
const LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ";
const SIGNS = `${LETTERS}23456789`;
/** Characters of a code: 58 bits. */
const CODE_LENGTH = 12;
const NUMBER = /^[1-9]\d{0,15}$/;
const CODE = /^[A-Z][A-Z2-9]*$/;

/** Makes a code; it begins with a letter, so that it never is the number of a member. */
export function newCode(): string {
  let code = LETTERS[randomInt(LETTERS.length)]!;
  while (code.length < CODE_LENGTH) code += SIGNS[randomInt(SIGNS.length)]!;
  return code;
}

/** A code as somebody gives it. */
export type GivenCode = { readonly inviterId: number } | { readonly code: string };

/** Reads a code in any width and case, with blanks and hyphens; null if it can be none. */
export function readCode(given: string): GivenCode | null {
  if (given.length > 4 * CODE_MAX) return null;
  const text = given.normalize("NFKC").replace(/[\s-]/g, "").toUpperCase();
  if (NUMBER.test(text)) {
    const inviterId = Number(text);
    return Number.isSafeInteger(inviterId) ? { inviterId } : null;
  }
  return CODE.test(text) && text.length <= CODE_MAX ? { code: text } : null;
}
