import { useState } from "react";
import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { ProvidersAdminPageDocument, type ProvidersAdminPageQuery } from "../../gql/graphql.ts";
import {
  useDeleteIdentityProviderMutation,
  useProvidersAdminPageQuery,
  useSaveIdentityProviderMutation,
} from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { definePage } from "../../page.ts";
import { act } from "../../ui/act.ts";
import { IconPlus } from "../../ui/icons.tsx";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/confirm.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import panels from "../../ui/panels.module.css";
import { QueryView } from "../../ui/QueryView.tsx";
import { AdminFrame } from "../admin/AdminFrame.tsx";
import { NEW_PROVIDER, ProviderDialog, type ProviderDraft } from "./ProviderDialog.tsx";
import { providersAdminTexts } from "./providersAdmin.texts.ts";

graphql(`
  query ProvidersAdminPage {
    identityProviders {
      id
      label
      color
      issuer
      clientId
      hasSecret
      scopes
      needsVerifiedEmail
      mayRegister
      isEnabled
    }
    identityCallbackUrl
  }
`);
graphql(`
  mutation SaveIdentityProvider($input: IdentityProviderInput!) {
    saveIdentityProvider(input: $input) {
      id
    }
  }
`);
graphql(`
  mutation DeleteIdentityProvider($providerId: ID!) {
    deleteIdentityProvider(providerId: $providerId)
  }
`);

type Provider = ProvidersAdminPageQuery["identityProviders"][number];

/** `/admin/providers` — OpenID providers that members sign in by. */
function ProvidersAdminPage() {
  const query = useProvidersAdminPageQuery();
  return (
    <AdminFrame page="signInProviders">
      <QueryView query={query}>
        {({ identityProviders, identityCallbackUrl }) => (
          <Providers providers={identityProviders} callback={identityCallbackUrl} onChanged={query.refetch} />
        )}
      </QueryView>
    </AdminFrame>
  );
}

interface ProvidersProps {
  providers: readonly Provider[];
  callback: string;
  onChanged: () => Promise<unknown>;
}

function Providers({ providers, callback, onChanged }: ProvidersProps) {
  const t = useTexts(providersAdminTexts);
  const [editing, setEditing] = useState<Provider | "new" | null>(null);
  const [save] = useSaveIdentityProviderMutation();
  const [remove] = useDeleteIdentityProviderMutation();
  const confirm = useConfirm();

  const store = async ({ clientSecret, ...draft }: ProviderDraft, providerId: string | null) => {
    const input = { ...draft, providerId, clientSecret: clientSecret || null };
    const isDone = await act(
      async () => {
        await save({ variables: { input } });
        await onChanged();
        return true;
      },
      { done: t.saved },
    );
    if (isDone) setEditing(null);
  };
  const discard = async ({ id, label }: Provider) => {
    const question = { title: t.removeOf(label), text: t.removeText, action: t.remove, danger: true };
    if (!(await confirm(question))) return;
    await act(
      async () => {
        await remove({ variables: { providerId: id } });
        await onChanged();
      },
      { done: t.removed },
    );
  };
  const columns: readonly Column<Provider>[] = [
    { key: "label", header: t.label, phone: "title", cell: ({ label }) => <bdi>{label}</bdi> },
    { key: "issuer", header: t.issuer, cell: ({ issuer }) => <bdi>{issuer}</bdi> },
    { key: "state", header: t.isEnabled, cell: ({ isEnabled }) => (isEnabled ? t.on : t.off) },
    {
      key: "actions",
      header: t.actions,
      hideHeader: true,
      actions: true,
      cell: (provider) => (
        <>
          <Button size="sm" aria-label={t.editOf(provider.label)} onClick={() => setEditing(provider)}>
            {t.edit}
          </Button>
          <Button size="sm" variant="subtle" onClick={() => void discard(provider)}>
            {t.remove}
          </Button>
        </>
      ),
    },
  ];
  return (
    <section className={`card ${panels.panel}`} aria-label={t.caption}>
      <div className={panels.head}>
        <p className={panels.quiet}>
          {t.lead} <bdi>{callback}</bdi>
        </p>
        <Button variant="primary" icon={<IconPlus size={16} />} onClick={() => setEditing("new")}>
          {t.add}
        </Button>
      </div>
      <DataTable
        caption={t.caption}
        columns={columns}
        rows={providers}
        empty={<EmptyState title={t.none} text={t.noneText} />}
      />
      {editing && (
        <ProviderDialog
          title={editing === "new" ? t.add : t.editOf(editing.label)}
          provider={editing === "new" ? NEW_PROVIDER : draftOf(editing)}
          hasSecret={editing !== "new" && editing.hasSecret}
          onSave={(draft) => store(draft, editing === "new" ? null : editing.id)}
          onClose={() => setEditing(null)}
        />
      )}
    </section>
  );
}

function draftOf({
  id: _id,
  hasSecret: _hasSecret,
  __typename: _type,
  ...provider
}: Provider): ProviderDraft {
  return { ...provider, clientSecret: "" };
}

/** `/admin/providers` for the table of addresses. */
export const providersPage = definePage({
  Component: ProvidersAdminPage,
  needsLogin: true,
  queries: () => [ask(ProvidersAdminPageDocument, {})],
});
