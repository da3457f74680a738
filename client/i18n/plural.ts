/** Writes a count with its English noun: "1 reply", "12 replies"; a shortened count such as "1.2k" is never one. */
export function plural(count: number | string, one: string, many = `${one}s`): string {
  return `${count} ${String(count) === "1" ? one : many}`;
}
