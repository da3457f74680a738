/** Lists the files that run on every engine, in alphabetical order. */
export function chosenFiles(root: string): string[];
/** Tells if a test file runs on every engine, whatever its statements are. */
export function needsEngines(root: string, file: string): boolean;
