import { z } from "zod";

/** Id of a record. */
export const id = z.int().positive().max(Number.MAX_SAFE_INTEGER);
/** A number that is not below zero. */
export const count = z.int().nonnegative();
/** An amount of money in cents. */
export const cents = z.int().min(-1_000_000_000_000).max(1_000_000_000_000);
/** An amount of money in cents that is not below zero. */
export const price = cents.nonnegative();
/** A time in UTC with milliseconds. */
export const time = z.iso.datetime({ precision: 3 });
/** A text of so many UTF-16 units at most; half of a character would be stored as another one. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => value.isWellFormed(), "contains half of a character");
/** A text of so many characters at most, each of one or two UTF-16 units. */
export const characters = (max: number) =>
  text(2 * max).refine((value) => [...value].length <= max, `has more than ${max} characters`);
/** Address of a stored file below `files/`, as `isStoredPath` allows it: no dots that lead elsewhere. */
export const path = z
  .string()
  .max(100)
  .regex(/^[a-z\d]+(?:\/[\w-]+)+\.[a-z\d]{1,8}$/);
/** Longest body in UTF-16 units: 49,999 characters, and room for those of two units. */
export const body = text(100_000);
