/** Content of a thread as old clients send it. */
export interface LegacyWriting {
  readonly content?: unknown;
  readonly payPassword?: unknown;
}

/**
 * Finds a part of a thread by its kind, such as `106` for a red packet (legacy-facts 4.6).
 * @returns its body; null if there is no such part
 */
export function legacyPartIn(
  { content }: LegacyWriting,
  kind: string,
): Readonly<Record<string, unknown>> | null {
  const { indexes } = (content !== null && typeof content === "object" ? content : {}) as {
    indexes?: unknown;
  };
  if (indexes === null || typeof indexes !== "object") return null;
  const parts = Object.entries(indexes) as [string, { tomId?: unknown; body?: unknown } | null | undefined][];
  const part = parts.find(([key, each]) => each != null && String(each.tomId ?? key) === kind);
  if (!part) return null;
  const body = part[1]?.body;
  return body !== null && typeof body === "object" ? (body as Record<string, unknown>) : {};
}
