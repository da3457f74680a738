/** Writes a plugin that shows a greeting at a place, with a test that passes. @returns the folder */
export function newPlugin(options: {
  readonly name: string;
  readonly slot: string;
  readonly dir?: string;
  readonly trusted?: boolean;
}): string;
