import { useCallback, useEffect, useState } from "react";
import type { PluginServer } from "../hooks.ts";

/** Gives a plugin back as it is; editors check it against its types. */
export function definePlugin<T>(plugin: T): T {
  return plugin;
}

/** Answer of the server part of a plugin. */
export interface PluginAnswer {
  readonly data: Record<string, unknown> | null;
  readonly error: unknown;
  readonly isLoading: boolean;
  /** Asks once more. */
  again(): void;
}

/** Asks the server part when the component has come, and when the question changes. */
export function useAnswer(server: PluginServer, document: string, variables: object = {}): PluginAnswer {
  const [answer, setAnswer] = useState<Omit<PluginAnswer, "again">>({
    data: null,
    error: null,
    isLoading: true,
  });
  const [count, setCount] = useState(0);
  const question = JSON.stringify(variables);
  useEffect(() => {
    let isCurrent = true;
    const say = (next: Omit<PluginAnswer, "again">) => isCurrent && setAnswer(next);
    server.query(document, JSON.parse(question) as object).then(
      (data) => say({ data, error: null, isLoading: false }),
      (error: unknown) => say({ data: null, error, isLoading: false }),
    );
    return () => void (isCurrent = false);
  }, [server, document, question, count]);
  return { ...answer, again: useCallback(() => setCount((before) => before + 1), []) };
}
