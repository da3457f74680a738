/** Puts recommended items before the rest, each once, up to a maximum. */
export function recommendedFirst<T extends { id: string }>(
  recommended: readonly T[],
  rest: readonly T[],
  most = Infinity,
): T[] {
  const known = new Set(recommended.map(({ id }) => id));
  return [...recommended, ...rest.filter(({ id }) => !known.has(id))].slice(0, most);
}
