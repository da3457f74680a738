/** One thing that differs from what is saved. */
export interface Difference {
  /** Unique among those shown together. */
  key: string;
  /** Name of the thing, as people read it. */
  label: string;
  before: string;
  after: string;
}

/** The values of `after` that differ from those of `before`, in the order of `before`. */
export function differencesOf<T extends object>(
  before: T,
  after: T,
  labelOf: (key: keyof T & string) => string,
  textOf: (value: unknown, key: keyof T & string) => string = String,
): Difference[] {
  return (Object.keys(before) as (keyof T & string)[])
    .filter((key) => before[key] !== after[key])
    .map((key) => ({
      key,
      label: labelOf(key),
      before: textOf(before[key], key),
      after: textOf(after[key], key),
    }));
}
