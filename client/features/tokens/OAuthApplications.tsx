import { lazy, Suspense, useState } from "react";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import type { OAuthApplications_ApplicationFragment } from "../../gql/graphql.ts";
import { useCreateOAuthApplicationMutation, useDeleteOAuthApplicationMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useProven } from "../../session/useProven.tsx";
import { act } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/confirm.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { IconPlus } from "../../ui/icons.tsx";
import panels from "../../ui/panels.module.css";
import type { ApplicationDraft } from "./OAuthDialog.tsx";
import { oauthTexts } from "./oauth.texts.ts";
import classes from "./tokens.module.css";

const OAuthDialog = lazy(() => import("./OAuthDialog.tsx").then((m) => ({ default: m.OAuthDialog })));
const TokenSecret = lazy(() => import("./TokenSecret.tsx").then((m) => ({ default: m.TokenSecret })));

const OAuthApplications_application = graphql(`
  fragment OAuthApplications_application on OAuthApplication {
    id
    name
    clientId
    isPublic
    redirectUris
  }
`);
graphql(`
  mutation CreateOAuthApplication($input: OAuthApplicationInput!) {
    createOAuthApplication(input: $input) {
      secret
    }
  }
`);
graphql(`
  mutation DeleteOAuthApplication($applicationId: ID!) {
    deleteOAuthApplication(applicationId: $applicationId)
  }
`);

interface Props {
  applications: readonly FragmentType<typeof OAuthApplications_application>[];
  onChanged: () => Promise<unknown>;
}

/** Registered applications of others. */
export function OAuthApplications({ applications, onChanged }: Props) {
  const t = useTexts(oauthTexts);
  const confirm = useConfirm();
  const [proven, proof] = useProven();
  const [create] = useCreateOAuthApplicationMutation();
  const [remove] = useDeleteOAuthApplicationMutation();
  const [isAsking, setAsking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const rows = applications.map((each) => readFragment(OAuthApplications_application, each));
  const save = (draft: ApplicationDraft) =>
    act(
      async () => {
        const redirectUris = draft.redirects.split("\n");
        const input = { name: draft.name, redirectUris, isPublic: draft.isPublic };
        const { data } = await proven(() => create({ variables: { input } }));
        setAsking(false);
        setSecret(data!.createOAuthApplication.secret ?? null);
      },
      { done: t.done, reread: onChanged },
    );
  const drop = async ({ id, name }: OAuthApplications_ApplicationFragment) => {
    const question = { title: t.removeOf(name), text: t.removeText, action: t.remove, danger: true };
    if (!(await confirm(question))) return;
    await act(() => remove({ variables: { applicationId: id } }), {
      done: t.removed,
      reread: onChanged,
      key: `deleteOAuthApplication ${id}`,
    });
  };
  const columns = useColumns(drop);
  return (
    <section className={`card ${panels.panel} ${classes.more}`} aria-label={t.registered}>
      <div className={panels.head}>
        <p className={panels.quiet}>{t.registeredLead}</p>
        <Button icon={<IconPlus size={16} />} onClick={() => setAsking(true)}>
          {t.register}
        </Button>
      </div>
      <DataTable caption={t.registered} columns={columns} rows={rows} empty={<EmptyState title={t.none} />} />
      <p className={classes.discovery}>
        {t.discovery} <code>/.well-known/openid-configuration</code>
      </p>
      <Suspense fallback={null}>
        {isAsking && <OAuthDialog onSave={save} onClose={() => setAsking(false)} />}
        {secret !== null && (
          <TokenSecret
            secret={secret}
            words={{ title: t.secretTitle, text: t.secretText, label: t.secret }}
            onClose={() => setSecret(null)}
          />
        )}
        {proof}
      </Suspense>
    </section>
  );
}

type Row = OAuthApplications_ApplicationFragment;

function useColumns(drop: (row: Row) => Promise<void>): readonly Column<Row>[] {
  const t = useTexts(oauthTexts);
  return [
    { key: "name", header: t.name, phone: "title", cell: ({ name }) => <bdi>{name}</bdi> },
    { key: "clientId", header: t.clientId, cell: ({ clientId }) => <code>{clientId}</code> },
    { key: "redirects", header: t.redirects, cell: ({ redirectUris }) => redirectUris.join(" ") },
    {
      key: "actions",
      header: t.actions,
      hideHeader: true,
      actions: true,
      cell: (row) => (
        <Button size="sm" variant="subtle" aria-label={t.removeOf(row.name)} onClick={() => void drop(row)}>
          {t.remove}
        </Button>
      ),
    },
  ];
}
