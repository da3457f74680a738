import { useEffect, useRef, useState } from "react";
import { graphql } from "../../gql/gql.ts";
import type { CaptchaPurpose } from "../../gql/graphql.ts";
import { useCaptchaChallengeLazyQuery } from "../../gql/hooks.ts";

graphql(`
  query CaptchaChallenge($purpose: CaptchaPurpose!) {
    captchaChallenge(purpose: $purpose)
  }
`);

/** Time for which an answer is good, in milliseconds: less than the server's five minutes. */
const FRESH_MS = 240_000;

/** Progress of a captcha; `none` where nothing is asked. */
export type CaptchaState = "none" | "working" | "done" | "waiting" | "failed";

/** An answer, and when it was made. */
interface Answer {
  readonly madeAt: number;
  readonly text: Promise<string | null>;
}

/** The captcha of a form, which browsers solve by themselves. */
export interface Captcha {
  readonly state: CaptchaState;
  /** Gives the answer to send, once; null where nothing is asked. @throws if it cannot be solved */
  take(): Promise<string | null>;
  /** Tries again what failed. */
  retry(): void;
}

/** Options of a captcha. */
interface CaptchaOptions {
  /** Solved when it is taken, not beforehand: for forms that seldom need one. */
  isLazy?: boolean;
}

/** Solves the captcha of an action beforehand, if the site asks for one; a new one each time that it is sent. */
export function useCaptcha(purpose: CaptchaPurpose, options: CaptchaOptions = {}): Captcha {
  const { isLazy = false } = options;
  // Each challenge is worth one answer: a second one must not come out of the cache.
  const [ask] = useCaptchaChallengeLazyQuery({ fetchPolicy: "no-cache", nextFetchPolicy: "no-cache" });
  const [state, setState] = useState<CaptchaState>("none");
  const answer = useRef<Answer | null>(null);

  const work = async (): Promise<string | null> => {
    try {
      const { data, error } = await ask({ variables: { purpose } });
      if (error) throw error as Error;
      const challenge = data?.captchaChallenge ?? null;
      if (challenge === null) {
        setState("none");
        return null;
      }
      setState("working");
      const text = await (await import("./solve.ts")).solve(challenge);
      setState("done");
      return text;
    } catch (error) {
      answer.current = null;
      setState("failed");
      throw error;
    }
  };
  const begin = (): Answer => {
    const begun = { madeAt: Date.now(), text: work() };
    // Who sends the form hears of a failure; before that the state tells.
    begun.text.catch(() => undefined);
    answer.current = begun;
    return begun;
  };

  useEffect(() => {
    if (isLazy) return undefined;
    // The form is drawn first.
    const timer = setTimeout(begin, 0);
    return () => clearTimeout(timer);
    // Once for each form.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [purpose, isLazy]);

  return {
    state,
    async take() {
      const current = answer.current;
      const isFresh = current !== null && Date.now() - current.madeAt < FRESH_MS;
      const text = await (isFresh ? current : begin()).text;
      answer.current = null;
      setState((before) => (before === "done" ? "waiting" : before));
      return text;
    },
    retry: () => void begin(),
  };
}
