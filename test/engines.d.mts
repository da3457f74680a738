/** Lists the files with tests that run on every engine, in alphabetical order. */
export function chosenFiles(root: string): string[];
/** Tells if a test file runs whole on every engine, whatever its statements are. */
export function needsEngines(root: string, file: string): boolean;
/** Gives the tests that run on every engine by file; "all" where the whole file does. */
export function chosenTests(root: string): Readonly<Record<string, "all" | readonly string[]>>;
