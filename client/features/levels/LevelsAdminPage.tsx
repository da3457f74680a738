import { useState } from "react";
import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import {
  type LevelInput,
  LevelsAdminPageDocument,
  type LevelsAdminPageQuery,
  type TryLevelsMutation,
} from "../../gql/graphql.ts";
import { useLevelsAdminPageQuery, useSaveLevelsMutation, useTryLevelsMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { definePage } from "../../page.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { Link } from "../../ui/Link.tsx";
import panels from "../../ui/panels.module.css";
import { QueryView } from "../../ui/QueryView.tsx";
import { Select } from "../../ui/Select.tsx";
import { AdminFrame } from "../admin/AdminFrame.tsx";
import { draftOf, inputsOf, type LevelDraft, LEVELS_MAX, newDraft } from "./levelDraft.ts";
import { LevelFields } from "./LevelFields.tsx";
import classes from "./LevelsAdminPage.module.css";
import { levelsAdminTexts } from "./levelsAdmin.texts.ts";
import { LevelTrialResult } from "./LevelTrialResult.tsx";

graphql(`
  query LevelsAdminPage {
    levels {
      id
      position
      isEnabled
      daysJoined
      daysVisited
      postsRead
      repliesWritten
      likesReceived
      likesGiven
      daysClean
      graceDays
      memberCount
      group {
        id
        name
      }
    }
    groups {
      id
      name
      canBeLevel
    }
  }
`);
graphql(`
  mutation TryLevels($input: TryLevelsInput!) {
    tryLevels(input: $input) {
      memberCount
      token
      levels {
        memberCount
        gainCount
        loseCount
        qualifyingCount
        group {
          id
          name
        }
        gaining {
          id
          nickname
        }
        losing {
          id
          nickname
        }
      }
    }
  }
`);
graphql(`
  mutation SaveLevels($input: SaveLevelsInput!) {
    saveLevels(input: $input) {
      id
    }
  }
`);

type Page = LevelsAdminPageQuery;

/** `/admin/levels` — levels with their rules, which are tried on the members before they are saved. */
function LevelsAdminPage() {
  const query = useLevelsAdminPageQuery();
  return (
    <AdminFrame page="levels">
      <QueryView query={query}>
        {({ levels, groups }) => <Levels levels={levels} groups={groups} refetch={() => query.refetch()} />}
      </QueryView>
    </AdminFrame>
  );
}

/** A trial and the rules that it was made with. */
interface Tried {
  trial: TryLevelsMutation["tryLevels"];
  levels: LevelInput[];
}

interface Props {
  levels: Page["levels"];
  groups: Page["groups"];
  refetch: () => Promise<unknown>;
}

function Levels({ levels, groups, refetch }: Props) {
  const t = useTexts(levelsAdminTexts);
  const [drafts, setDrafts] = useState<readonly LevelDraft[]>(() => levels.map(draftOf));
  const [tried, setTried] = useState<Tried | null>(null);
  const { act, isBusy } = useAct();
  const [attempt] = useTryLevelsMutation();
  const [save] = useSaveLevelsMutation();
  const inputs = inputsOf(drafts);
  const isTried = tried !== null && JSON.stringify(inputs) === JSON.stringify(tried.levels);
  const isSaved = JSON.stringify(inputs) === JSON.stringify(inputsOf(levels.map(draftOf)));
  const tryOut = () =>
    void act(async () => {
      const { data } = await attempt({ variables: { input: { levels: inputs! } } });
      setTried({ trial: data!.tryLevels, levels: inputs! });
    });
  const store = () =>
    void act(
      async () => {
        const { trial, levels: rules } = tried!;
        await save({ variables: { input: { levels: rules, trialToken: trial.token } } });
        setTried(null);
      },
      { done: t.saved, reread: refetch },
    );
  return (
    <section className={`card ${panels.panel}`} aria-label={t.levels}>
      <div className={panels.body}>
        <p className={classes.quiet}>{t.lead}</p>
        <LevelList drafts={drafts} levels={levels} groups={groups} onDrafts={setDrafts} />
        <p className={classes.quiet}>{t.tryHint}</p>
        <div className={panels.row}>
          <Button loading={isBusy} disabled={inputs === null} onClick={tryOut}>
            {t.tryOut}
          </Button>
          <Button variant="primary" loading={isBusy} disabled={!isTried || isSaved} onClick={store}>
            {t.save}
          </Button>
        </div>
        {tried && (
          <LevelTrialResult
            trial={tried.trial}
            enabledIds={
              new Set(tried.levels.filter(({ isEnabled }) => isEnabled).map(({ groupId }) => groupId))
            }
            isStale={!isTried}
          />
        )}
      </div>
    </section>
  );
}

interface ListProps {
  drafts: readonly LevelDraft[];
  levels: Page["levels"];
  groups: Page["groups"];
  onDrafts: (drafts: readonly LevelDraft[]) => void;
}

function LevelList({ drafts, levels, groups, onDrafts }: ListProps) {
  const t = useTexts(levelsAdminTexts);
  const nameOf = (id: string) => groups.find((group) => group.id === id)?.name ?? id;
  const countOf = (id: string) => levels.find(({ group }) => group.id === id)?.memberCount ?? undefined;
  const free = groups.filter(
    ({ id, canBeLevel }) => canBeLevel && !drafts.some(({ groupId }) => groupId === id),
  );
  const replaced = (index: number, draft: LevelDraft) =>
    onDrafts(drafts.map((each, place) => (place === index ? draft : each)));
  const moveUp = (index: number) =>
    onDrafts([...drafts.slice(0, index - 1), drafts[index]!, drafts[index - 1]!, ...drafts.slice(index + 1)]);
  return (
    <>
      {drafts.length === 0 && <p>{t.none}</p>}
      {drafts.map((draft, index) => (
        <LevelFields
          key={draft.groupId}
          draft={draft}
          rank={index + 1}
          name={nameOf(draft.groupId)}
          memberCount={countOf(draft.groupId)}
          onDraft={(changed) => replaced(index, changed)}
          onUp={index === 0 ? undefined : () => moveUp(index)}
          onRemove={() => onDrafts(drafts.filter((each) => each !== draft))}
        />
      ))}
      {drafts.length < LEVELS_MAX && (
        <AddLevel groups={free} onAdd={(groupId) => onDrafts([...drafts, newDraft(groupId)])} />
      )}
    </>
  );
}

function AddLevel({ groups, onAdd }: { groups: Page["groups"]; onAdd: (groupId: string) => void }) {
  const t = useTexts(levelsAdminTexts);
  const [chosen, setChosen] = useState("");
  const groupId = groups.some(({ id }) => id === chosen) ? chosen : (groups[0]?.id ?? "");
  if (groups.length === 0)
    return (
      <p className={classes.quiet}>
        {t.noGroups}{" "}
        <Link className={classes.link} to="/admin/groups">
          {t.toGroups}
        </Link>
      </p>
    );
  return (
    <div className={classes.add}>
      <Select
        label={t.group}
        value={groupId}
        choices={groups.map(({ id, name }) => ({ value: id, label: name }))}
        onValue={setChosen}
      />
      <Button onClick={() => onAdd(groupId)}>{t.add}</Button>
    </div>
  );
}

/** `/admin/levels` for the table of addresses. */
export const levelsAdminPage = definePage({
  Component: LevelsAdminPage,
  needsLogin: true,
  queries: () => [ask(LevelsAdminPageDocument, {})],
});
