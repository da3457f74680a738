import { type KeyboardEvent, useId, useState } from "react";
import { keyOf } from "../../platform/inputMethod.ts";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import type { WatchLevel, WatchRow_WatchFragment, WatchTarget } from "../../gql/graphql.ts";
import { useSetWatchRepliedMutation, useWatchListQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { act } from "../../ui/act.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { IconBell, IconX } from "../../ui/icons.tsx";
import { Link } from "../../ui/Link.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Select } from "../../ui/Select.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { levelsOf, useWatch } from "./useWatch.ts";
import { watchButtonTexts } from "./watchButton.texts.ts";
import { watchTexts } from "./watches.texts.ts";
import classes from "./WatchList.module.css";

graphql(`
  query WatchList($target: WatchTarget!, $after: String) {
    viewer {
      id
      watchesReplied
      watches(target: $target, first: 20, after: $after) {
        nodes {
          id
          target
          targetId
          ...WatchRow_watch
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);
graphql(`
  mutation SetWatchReplied($watch: Boolean!) {
    setWatchReplied(watch: $watch) {
      id
      watchesReplied
    }
  }
`);

const TARGETS: readonly WatchTarget[] = ["THREAD", "CATEGORY", "TOPIC", "MEMBER"];
const STEP: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: TARGETS.length - 1 };

/**
 * Lists what the viewer watches and has muted, by kind: each can be changed and removed. A part of the settings of
 * notifications.
 */
export function WatchList() {
  const t = useTexts(watchTexts);
  const id = useId();
  const [target, setTarget] = useState<WatchTarget>("THREAD");

  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = STEP[keyOf(event)];
    if (by === undefined) return;
    event.preventDefault();
    const next = TARGETS[(TARGETS.indexOf(target) + by) % TARGETS.length]!;
    setTarget(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-target=${next}]`)?.focus();
  };

  return (
    <section className="card" id="watches" aria-labelledby={`${id}title`}>
      <div className={classes.head}>
        <h2 id={`${id}title`}>{t.title}</h2>
        <RepliedSwitch />
      </div>
      <div className={classes.tabs} role="tablist" tabIndex={-1} aria-label={t.title} onKeyDown={move}>
        {TARGETS.map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            id={id + each}
            data-target={each}
            aria-selected={each === target}
            aria-controls={`${id}panel`}
            tabIndex={each === target ? 0 : -1}
            onClick={() => setTarget(each)}
          >
            {t[each]}
          </button>
        ))}
      </div>
      <div className={classes.rows} role="tabpanel" id={`${id}panel`} aria-labelledby={id + target}>
        <Rows key={target} target={target} />
      </div>
    </section>
  );
}

function RepliedSwitch() {
  const t = useTexts(watchTexts);
  const { data } = useWatchListQuery({ variables: { target: "THREAD" } });
  const [choose] = useSetWatchRepliedMutation();
  const viewer = data?.viewer;
  const change = (watch: boolean) => {
    const optimisticResponse = {
      setWatchReplied: { __typename: "User" as const, id: viewer!.id, watchesReplied: watch },
    };
    void act(() => choose({ variables: { watch }, optimisticResponse }));
  };
  return (
    <Switch
      label={t.replied}
      checked={viewer?.watchesReplied ?? false}
      disabled={!viewer}
      onChecked={change}
    />
  );
}

function Rows({ target }: { target: WatchTarget }) {
  const t = useTexts(watchTexts);
  const query = useWatchListQuery({ variables: { target }, fetchPolicy: "cache-and-network" });
  const watch = useWatch();
  const { refetch } = query;
  const set = (row: { target: WatchTarget; targetId: string }, level: WatchLevel) =>
    void watch(row.target, row.targetId, level, level === "NORMAL" ? refetch : undefined);

  return (
    <QueryView query={query}>
      {({ viewer: { watches } }) =>
        !watches || watches.nodes.length === 0 ? (
          <EmptyState icon={<IconBell size={36} stroke={1.4} />} title={t.none} text={t.noneText} />
        ) : (
          <>
            <ul>
              {watches.nodes.map((row) => (
                <WatchRow key={row.id} row={row} onLevel={(level) => set(row, level)} />
              ))}
            </ul>
            <LoadMore query={query} of="viewer.watches" />
          </>
        )
      }
    </QueryView>
  );
}

const WatchRow_watch = graphql(`
  fragment WatchRow_watch on Watch {
    id
    level
    target
    thread {
      id
      title
    }
    category {
      id
      name
    }
    user {
      id
      nickname
    }
    topic {
      id
      name
    }
  }
`);

interface RowProps {
  row: FragmentType<typeof WatchRow_watch>;
  onLevel: (level: WatchLevel) => void;
}

/** Gives the name and the address of what is watched; undefined if it may no longer be seen. */
function placeOf({
  thread,
  category,
  user,
  topic,
}: WatchRow_WatchFragment): { name: string; to: string } | undefined {
  if (thread) return { name: thread.title, to: `/thread/${thread.id}` };
  if (category) return { name: category.name, to: `/category/${category.id}` };
  if (topic) return { name: `#${topic.name}`, to: `/topic/${topic.id}` };
  return user ? { name: user.nickname, to: `/user/${user.id}` } : undefined;
}

function WatchRow({ row: masked, onLevel }: RowProps) {
  const row = readFragment(WatchRow_watch, masked);
  const t = useTexts(watchTexts);
  const levels = useTexts(watchButtonTexts);
  const place = placeOf(row);
  const name = place?.name ?? t.gone;
  return (
    <li className={classes.row}>
      {place ? (
        <Link className={classes.name} to={place.to}>
          {name}
        </Link>
      ) : (
        <span className={`${classes.name} ${classes.gone}`}>{name}</span>
      )}
      {place && (
        <Select
          className={classes.level}
          label={t.levelOf(name)}
          hideLabel
          value={row.level}
          choices={levelsOf(row.target).map((value) => ({ value, label: levels[value] }))}
          onValue={(level) => onLevel(level as WatchLevel)}
        />
      )}
      <button
        type="button"
        className={classes.remove}
        aria-label={t.remove(name)}
        title={t.remove(name)}
        onClick={() => onLevel("NORMAL")}
      >
        <IconX size={18} />
      </button>
    </li>
  );
}
