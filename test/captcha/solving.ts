import { solveChallenge, type Challenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { Person } from "../support/person.ts";

const ASK = `query ($purpose: CaptchaPurpose!) { captchaChallenge(purpose: $purpose) }`;

/** Asks for a challenge; null if none is asked for. */
export async function challengeFor(person: Person, purpose: string): Promise<string | null> {
  return (await person.graphql(ASK, { purpose })).captchaChallenge as string | null;
}

/** Solves a challenge as a browser does; `change` spoils the answer. */
export async function solved(
  challenge: string,
  change: (answer: {
    challenge: Challenge;
    solution: { counter: number; derivedKey: string };
  }) => void = () => undefined,
): Promise<string> {
  const parsed = JSON.parse(challenge) as Challenge;
  const solution = (await solveChallenge({ challenge: parsed, deriveKey }))!;
  const answer = { challenge: parsed, solution };
  change(answer);
  return Buffer.from(JSON.stringify(answer)).toString("base64");
}

/** Gets a challenge and solves it. */
export async function pass(person: Person, purpose: string): Promise<string> {
  return solved((await challengeFor(person, purpose))!);
}
