import { graphql } from "../../gql/gql.ts";
import type { WatchLevel, WatchTarget } from "../../gql/graphql.ts";
import { useSetWatchLevelMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { act } from "../../ui/act.ts";
import { watchButtonTexts } from "./watchButton.texts.ts";
import { watchTexts } from "./watches.texts.ts";

graphql(`
  mutation SetWatchLevel($target: WatchTarget!, $targetId: ID!, $level: WatchLevel!) {
    setWatchLevel(target: $target, targetId: $targetId, level: $level) {
      id
      level
      thread {
        id
        viewerWatchLevel
      }
      category {
        id
        viewerWatchLevel
      }
      member {
        id
        viewerWatchLevel
      }
      topic {
        id
        viewerWatchLevel
      }
    }
  }
`);

/** Levels, the closest first. */
export const WATCH_LEVELS: readonly WatchLevel[] = ["WATCHING", "NORMAL", "MUTED"];

/** The levels of a kind of thing; topics are watched or not. */
export function levelsOf(target: WatchTarget): readonly WatchLevel[] {
  return target === "TOPIC" ? WATCH_LEVELS.filter((level) => level !== "MUTED") : WATCH_LEVELS;
}

/** Gives the act of choosing how closely something is watched; all places that show it agree afterwards. */
export function useWatch(): (
  target: WatchTarget,
  targetId: string,
  level: WatchLevel,
  reread?: () => Promise<unknown>,
) => Promise<boolean> {
  const t = useTexts(watchTexts);
  const levels = useTexts(watchButtonTexts);
  const [setLevel] = useSetWatchLevelMutation();
  return async (target, targetId, level, reread) => {
    const chosen = await act(() => setLevel({ variables: { target, targetId, level } }), {
      done: t.changed(levels[level]),
      key: `watch ${target} ${targetId} ${level}`,
      ...(reread ? { reread } : {}),
    });
    return chosen !== undefined;
  };
}
