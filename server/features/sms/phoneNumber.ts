import { DomainError } from "../../core/errors.ts";

/** Country code of the numbers that the forum takes. */
const COUNTRY = "+86";
const MOBILE = /^(?:\+86|0086|86)?(1[3-9]\d{9})$/;

/**
 * Gives a Chinese mobile number as it is stored, `+8613800000000`. It may be typed with or without the country code, with
 * blanks and hyphens, and in full-width digits, which mean the same (docs/decisions/0267).
 * @throws {DomainError} PHONE_INVALID for anything else.
 */
export function parsePhone(value: string): string {
  const number = MOBILE.exec(value.slice(0, 100).normalize("NFKC").replace(/[\s-]/g, ""))?.[1];
  if (!number) throw new DomainError("PHONE_INVALID", { field: "phone" });
  return COUNTRY + number;
}

/** The number without its country code, as people in China write it. */
export function localPhone(phone: string): string {
  return phone.startsWith(COUNTRY) ? phone.slice(COUNTRY.length) : phone;
}

/** The number with its middle hidden: `138****0000`. */
export function maskPhone(phone: string): string {
  return localPhone(phone).replace(/^(\d{3})\d{4}(\d{4})$/, "$1****$2");
}
