/** Writes structured lines; fields are an allow-list chosen by the caller, never bodies or tokens. */
export interface Logger {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
  /** True if lines of a level are written: asked where making one would cost. */
  isLevelEnabled(level: "info" | "warn" | "error"): boolean;
}
