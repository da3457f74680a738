import { useEffect, useEffectEvent, useRef, useState } from "react";
import { graphql } from "../../gql/gql.ts";
import type { CaptchaPurpose } from "../../gql/graphql.ts";
import { useCaptchaChallengeLazyQuery } from "../../gql/hooks.ts";
import { useLocale, useTexts } from "../../i18n/texts.ts";
import { captchaTexts } from "./captcha.texts.ts";

graphql(`
  query CaptchaChallenge($purpose: CaptchaPurpose!) {
    captchaChallenge(purpose: $purpose)
  }
`);

/** Time for which an answer is good, in milliseconds: less than the server's five minutes. */
const FRESH_MS = 240_000;

/** Progress of a captcha; `none` where nothing is asked, `puzzle` where one opens as the form is sent. */
export type CaptchaState = "none" | "working" | "done" | "waiting" | "failed" | "puzzle";

/** Challenge of a vendor whose puzzle people solve themselves. */
type Puzzle = { readonly provider: "TENCENT"; readonly appId: string };

/** An answer, and when it was made. */
interface Answer {
  readonly madeAt: number;
  readonly text: Promise<string | null>;
}

/** The captcha of a form: browsers solve it by themselves, or a vendor's puzzle opens as the form is sent. */
export interface Captcha {
  readonly state: CaptchaState;
  /** Gives the answer to send, once; null where nothing is asked. @throws if it cannot be solved, or is given up */
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
  const locale = useLocale();
  const t = useTexts(captchaTexts);

  /** @param isSent true as the form is sent: puzzles open then, and not before */
  const work = async (isSent: boolean): Promise<string | null> => {
    try {
      const { data, error } = await ask({ variables: { purpose } });
      if (error) throw error as Error;
      const challenge = data?.captchaChallenge ?? null;
      if (challenge === null) {
        setState("none");
        return null;
      }
      const puzzle = puzzleOf(challenge);
      if (puzzle) {
        setState("puzzle");
        if (!isSent) return null;
        const { openTencent } = await import("./tencent.ts");
        return await openTencent(puzzle.appId, locale, t);
      }
      setState("working");
      const text = await (await import("./solve.ts")).solve(challenge);
      setState("done");
      return text;
    } catch (error) {
      answer.current = null;
      setState((before) => (before === "puzzle" ? before : "failed"));
      throw error;
    }
  };
  const begin = (isSent: boolean): Answer => {
    const begun = { madeAt: Date.now(), text: work(isSent) };
    // Who sends the form hears of a failure; before that the state tells.
    begun.text.catch(() => undefined);
    answer.current = begun;
    return begun;
  };

  // Once for each form and purpose.
  const prepare = useEffectEvent((_purpose: CaptchaPurpose) => void begin(false));
  useEffect(() => {
    if (isLazy) return undefined;
    // The form is drawn first.
    const timer = setTimeout(() => prepare(purpose), 0);
    return () => clearTimeout(timer);
  }, [purpose, isLazy]);

  return {
    state,
    async take() {
      const current = answer.current;
      const isFresh = state !== "puzzle" && current !== null && Date.now() - current.madeAt < FRESH_MS;
      const text = await (isFresh ? current : begin(true)).text;
      answer.current = null;
      setState((before) => (before === "done" ? "waiting" : before));
      return text;
    },
    retry: () => void begin(false),
  };
}

/** Reads the challenge of a vendor; null for one that browsers solve. */
function puzzleOf(challenge: string): Puzzle | null {
  const parsed = JSON.parse(challenge) as Partial<Puzzle>;
  return parsed.provider === "TENCENT" ? (parsed as Puzzle) : null;
}
