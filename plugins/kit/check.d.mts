import type { Manifest } from "./generated/types.d.ts";

export function packageFiles(folder: string): Map<string, Buffer>;
export function readManifest(folder: string): Manifest;
export function problemsOf(manifest: unknown): string[];
export function fitsFrame(manifest: Manifest): boolean;
