/** Keeps tests and benchmarks away from the forum that serves from the program's folder. */
export function refuseOwnSettings(folder: string): void;
