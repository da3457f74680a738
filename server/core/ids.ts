import { DomainError } from "./errors.ts";

const ID = /^[1-9]\d{0,15}$/;

/**
 * Reads an id as it arrives from outside: a decimal integer from 1 to 2^53 − 1.
 * @throws {DomainError} INVALID_PARAMETER naming the field for anything else ("1abc", "1e0", 0, 2^53 …).
 */
export function parseId(value: string | number, field = "id"): number {
  const text = String(value);
  const id = ID.test(text) ? Number(text) : NaN;
  if (!Number.isSafeInteger(id)) {
    throw new DomainError("INVALID_PARAMETER", {
      field,
      text: { zh: `${field} 不是有效的编号`, en: `${field} is not a valid id.` },
    });
  }
  return id;
}

/** `parseId` for an optional value; null and undefined stay undefined. */
export function parseOptionalId(value: string | number | null | undefined, field = "id"): number | undefined {
  return value === null || value === undefined ? undefined : parseId(value, field);
}
