import { useCallback, useEffect, useState } from "react";

/** What plugins import as `@luntan/plugin-kit` in the forum (client/plugins/host/kit.ts). */
export function definePlugin(plugin) {
  return plugin;
}

export function useAnswer(server, document, variables = {}) {
  const [answer, setAnswer] = useState({ data: null, error: null, isLoading: true });
  const [count, setCount] = useState(0);
  const question = JSON.stringify(variables);
  useEffect(() => {
    let isCurrent = true;
    const say = (next) => isCurrent && setAnswer({ data: null, error: null, isLoading: false, ...next });
    server.query(document, JSON.parse(question)).then(
      (data) => say({ data }),
      (error) => say({ error }),
    );
    return () => void (isCurrent = false);
  }, [server, document, question, count]);
  return { ...answer, again: useCallback(() => setCount((before) => before + 1), []) };
}
