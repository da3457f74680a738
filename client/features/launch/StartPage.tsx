import type { ReactNode } from "react";
import { useSearchParams } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { StartPageDocument } from "../../gql/graphql.ts";
import { useStartPageQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { definePage } from "../../page.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { Link } from "../../ui/Link.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { AdminFrame } from "../admin/AdminFrame.tsx";
import { type EditedSetting, EditedSetting_setting } from "../settings/editedSetting.ts";
import { useSettingsDraft } from "../settings/useSettingsDraft.ts";
import { BRAND_KEYS, BrandForm } from "./BrandForm.tsx";
import { CategoriesStep } from "./CategoriesStep.tsx";
import { InviteStep } from "./InviteStep.tsx";
import { JOINING_KEYS, JoiningStep } from "./JoiningStep.tsx";
import classes from "./Launch.module.css";
import { launchTexts } from "./launch.texts.ts";

graphql(`
  query StartPage {
    settings {
      key
      ...EditedSetting_setting
    }
    categories {
      ...CategoriesStep_category
    }
  }
`);

const STEPS = [1, 2, 3, 4] as const;
type Step = (typeof STEPS)[number];

const hrefOf = (step: number): string => `/admin/start?step=${step}`;

/** Pages load anew between steps, so that each shows the name and colour that the one before has stored. */
const goTo = (address: string): void => location.assign(address);

/** `/admin/start` — the first steps of an owner: looks, categories, joining and mail, and the way to invite. */
function StartPage() {
  const t = useTexts(launchTexts);
  const [search] = useSearchParams();
  const step = STEPS.find((each) => String(each) === search.get("step")) ?? 1;
  return (
    <AdminFrame page="brand" title={t.startTitle}>
      <nav aria-label={t.steps} className={classes.steps}>
        <ol>
          {STEPS.map((each) => (
            <li key={each} data-done={each < step || undefined}>
              <Link to={hrefOf(each)} aria-current={each === step ? "step" : undefined}>
                <span>{each}</span>
                {t[`step${each}`]}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <Loaded step={step} />
    </AdminFrame>
  );
}

function Loaded({ step }: { step: Step }) {
  const t = useTexts(launchTexts);
  const query = useStartPageQuery();
  return (
    <QueryView query={query}>
      {({ settings, categories }) => {
        const only = (keys: readonly string[]) =>
          readFragment(
            EditedSetting_setting,
            settings.filter(({ key }) => keys.includes(key)),
          );
        const refetch = () => query.refetch();
        if (step === 1) return <BrandStep settings={only(BRAND_KEYS)} refetch={refetch} />;
        if (step === 2) {
          const next = () => goTo(hrefOf(3));
          return (
            <Panel step={2} lead={t.templatesLead}>
              <CategoriesStep categories={categories} onDone={next}>
                {(save) => <StepFoot step={2} onSave={save} />}
              </CategoriesStep>
            </Panel>
          );
        }
        if (step === 3) return <JoinStep settings={only(JOINING_KEYS)} refetch={refetch} />;
        return (
          <Panel step={4} lead={t.inviteLead} foot={<InviteFoot />}>
            <InviteStep />
          </Panel>
        );
      }}
    </QueryView>
  );
}

interface StepProps {
  settings: readonly EditedSetting[];
  refetch: () => Promise<unknown>;
}

function BrandStep({ settings, refetch }: StepProps) {
  const draft = useSettingsDraft(settings, refetch);
  const save = async () => {
    if (draft.differences.length > 0) await draft.store();
    goTo(hrefOf(2));
  };
  return (
    <Panel step={1} foot={<StepFoot step={1} onSave={save} />}>
      <BrandForm settings={settings} draft={draft} />
    </Panel>
  );
}

function JoinStep({ settings, refetch }: StepProps) {
  const t = useTexts(launchTexts);
  const draft = useSettingsDraft(settings, refetch);
  const store = async () => {
    if (draft.differences.length > 0) await draft.store();
  };
  const save = async () => {
    await store();
    goTo(hrefOf(4));
  };
  return (
    <Panel step={3} lead={t.joiningLead} foot={<StepFoot step={3} onSave={save} />}>
      <JoiningStep settings={settings} draft={draft} onStore={store} />
    </Panel>
  );
}

interface PanelProps {
  step: Step;
  lead?: string;
  foot?: ReactNode;
  children: ReactNode;
}

function Panel({ step, lead, foot, children }: PanelProps) {
  const t = useTexts(launchTexts);
  return (
    <section className={`card ${classes.panel}`} aria-label={t[`step${step}`]}>
      <h2>{t[`step${step}`]}</h2>
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
      {foot}
    </section>
  );
}

function StepFoot({ step, onSave }: { step: number; onSave: () => Promise<unknown> }) {
  const t = useTexts(launchTexts);
  const { act, isBusy } = useAct();
  return (
    <div className={classes.foot}>
      {step > 1 && (
        <Button variant="subtle" to={hrefOf(step - 1)}>
          {t.back}
        </Button>
      )}
      <span className={classes.gap} />
      <Button variant="subtle" to={hrefOf(step + 1)}>
        {t.skip}
      </Button>
      <Button variant="primary" loading={isBusy} onClick={() => void act(onSave)}>
        {t.next}
      </Button>
    </div>
  );
}

function InviteFoot() {
  const t = useTexts(launchTexts);
  return (
    <div className={classes.foot}>
      <Button variant="subtle" to={hrefOf(3)}>
        {t.back}
      </Button>
      <span className={classes.gap} />
      <Button to="/admin">{t.toDashboard}</Button>
      <Button variant="primary" to="/">
        {t.finish}
      </Button>
    </div>
  );
}

/** `/admin/start` for the table of addresses. */
export const startPage = definePage({
  Component: StartPage,
  needsLogin: true,
  queries: () => [ask(StartPageDocument, {})],
});
