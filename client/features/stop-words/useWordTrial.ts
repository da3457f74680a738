import { useEffect, useRef, useState } from "react";
import { graphql } from "../../gql/gql.ts";
import type { StopWordTrialKind, TryStopWordsMutation } from "../../gql/graphql.ts";
import { useTryStopWordsMutation } from "../../gql/hooks.ts";
import { tellFailure } from "../../ui/act.ts";

graphql(`
  mutation TryStopWords($input: StopWordTrialInput!) {
    tryStopWords(input: $input) {
      looked
      lastId
      words
      dropped
      findings {
        word
        action
        field
        count
        texts
        examples {
          before
          found
          after
          threadId
          postId
          number
          userId
        }
      }
    }
  }
`);

/** Texts of one step: short enough that it can be stopped at any time. */
export const STEP = 250;
/** Examples of one word. */
const EXAMPLES_MAX = 3;

/** Effect of one word in one kind of field. */
export type Finding = TryStopWordsMutation["tryStopWords"]["findings"][number];

/** Progress of a trial. */
export interface Trial {
  readonly state: "idle" | "running" | "stopped" | "done";
  /** Texts looked at, and how many are to be. */
  readonly looked: number;
  readonly wanted: number;
  readonly words: number;
  readonly dropped: number;
  readonly findings: readonly Finding[];
}

const NOTHING: Trial = { state: "idle", looked: 0, wanted: 0, words: 0, dropped: 0, findings: [] };

/** Adds the findings of one more step to those before, most frequent first. */
export function merged(earlier: readonly Finding[], more: readonly Finding[]): Finding[] {
  const byKey = new Map(earlier.map((finding) => [`${finding.field} ${finding.word}`, finding]));
  for (const finding of more) {
    const key = `${finding.field} ${finding.word}`;
    const before = byKey.get(key);
    byKey.set(
      key,
      before
        ? {
            ...before,
            count: before.count + finding.count,
            texts: before.texts + finding.texts,
            examples: [...before.examples, ...finding.examples].slice(0, EXAMPLES_MAX),
          }
        : finding,
    );
  }
  return [...byKey.values()].sort((a, b) => b.count - a.count);
}

/** Tries words on what members wrote, step by step, until all is looked at or somebody stops it. */
export function useWordTrial(lines: readonly string[] | null) {
  const [trial, setTrial] = useState(NOTHING);
  const [step] = useTryStopWordsMutation();
  const turn = useRef(0);
  useEffect(() => () => void turn.current++, []);

  const start = async (kinds: readonly StopWordTrialKind[], last: number) => {
    const mine = ++turn.current;
    let now: Trial = { ...NOTHING, state: "running", wanted: last * kinds.length };
    setTrial(now);
    try {
      for (const kind of kinds) {
        let left = last;
        let below: string | null = null;
        do {
          const first: number = Math.min(STEP, left);
          const input = { kind, below, first, lines: lines ? [...lines] : null };
          const { data } = await step({ variables: { input } });
          if (mine !== turn.current) return;
          const answer: TryStopWordsMutation["tryStopWords"] = data!.tryStopWords;
          left -= answer.looked;
          below = answer.lastId ?? null;
          now = {
            ...now,
            looked: now.looked + answer.looked,
            // A forum that has fewer is done sooner.
            wanted: below === null ? now.wanted - left : now.wanted,
            words: answer.words,
            dropped: answer.dropped,
            findings: merged(now.findings, answer.findings),
          };
          setTrial(now);
        } while (below !== null && left > 0);
      }
      setTrial({ ...now, state: "done" });
    } catch (error) {
      if (mine !== turn.current) return;
      setTrial({ ...now, state: "stopped" });
      tellFailure(error, () => void start(kinds, last));
    }
  };
  const stop = () => {
    turn.current++;
    setTrial((now) => ({ ...now, state: "stopped" }));
  };
  return { trial, start, stop };
}
