import type { Plugin } from "vite";

export default function compileServer(): Promise<void>;
export function compiledServer(): Plugin;
