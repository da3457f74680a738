import type { WatchLevel, WatchTarget } from "../../gql/graphql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { ActionMenu } from "../../ui/ActionMenu.tsx";
import { levelsOf, useWatch } from "./useWatch.ts";
import { watchTexts } from "./watches.texts.ts";

interface Props {
  anchor: HTMLElement;
  target: WatchTarget;
  targetId: string;
  level: WatchLevel;
  onClose(): void;
}

const WORD = { THREAD: "thread", CATEGORY: "category", MEMBER: "member", TOPIC: "topic" } as const;

/** The levels of one thing, with what each means; beside the button that opened it. */
export function WatchMenu({ anchor, target, targetId, level, onClose }: Props) {
  const t = useTexts(watchTexts);
  const watch = useWatch();
  const items = levelsOf(target).map((each) => ({
    key: each,
    label: t[`${WORD[target]}${each}` as keyof typeof t] as string,
    checked: each === level,
    run: () => void watch(target, targetId, each),
  }));
  return <ActionMenu anchor={anchor} items={items} onClose={onClose} />;
}
