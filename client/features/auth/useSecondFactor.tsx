import { type ReactNode, useState } from "react";
import { errorOf } from "../../apollo/errors.ts";
import type { NewSession } from "./followSession.ts";
import { SecondFactorField } from "./SecondFactorField.tsx";

/** The second factor of a form that signs in. */
export interface SecondFactor {
  /** Field of the code; null until the server has asked for it. */
  readonly field: ReactNode;
  /** The server has asked for it. */
  readonly isAsked: boolean;
  /**
   * Signs in with the code; null without one has no second factor.
   * @returns null where the code is yet to be given: its field says so
   */
  enter(login: (code: string | null) => Promise<NewSession>): Promise<NewSession | null>;
  /** Begins anew, for another account. */
  reset(): void;
}

/** Asks for the second factor once the server needs it, and not before: it says so only to who has the first. */
export function useSecondFactor(): SecondFactor {
  const [code, setCode] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);
  return {
    field: code !== null && <SecondFactorField value={code} onValue={setCode} isMissing={isTried} />,
    isAsked: code !== null,
    async enter(login) {
      setTried(true);
      if (code?.trim() === "") return null;
      try {
        return await login(code);
      } catch (error) {
        if (errorOf(error).code !== "SECOND_FACTOR_NEEDED") throw error;
        setCode("");
        setTried(false);
        return null;
      }
    },
    reset: () => setCode(null),
  };
}
