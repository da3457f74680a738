import { useState } from "react";
import { Link } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { SignInFieldsPageDocument, type SignInFieldsPageQuery } from "../../gql/graphql.ts";
import { useSaveSignInFieldsMutation, useSignInFieldsPageQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { definePage } from "../../page.ts";
import { uniqueKey } from "../../platform/uniqueKey.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { IconPlus } from "../../ui/icons.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { AdminFrame } from "../admin/AdminFrame.tsx";
import panels from "../admin/panels.module.css";
import { SaveBar } from "../admin/SaveBar.tsx";
import { draftsOf, fieldDifferences, type FieldDraft, inputsOf } from "./fieldDrafts.ts";
import { FieldEditor } from "./FieldEditor.tsx";
import { signInFieldsTexts } from "./signInFields.texts.ts";

graphql(`
  query SignInFieldsPage {
    signInFields {
      id
      name
      type
      fieldsExt
      fieldsDesc
      sort
      status
      required
    }
  }
`);
graphql(`
  mutation SaveSignInFields($fields: [SignInFieldInput!]!) {
    saveSignInFields(fields: $fields) {
      id
    }
  }
`);

/** `/admin/sign-in-fields` — what new members are asked. */
function SignInFieldsAdminPage() {
  const query = useSignInFieldsPageQuery();
  return (
    <AdminFrame page="signInFields">
      <QueryView query={query}>
        {({ signInFields }) => <Editor saved={draftsOf(signInFields)} refetch={() => query.refetch()} />}
      </QueryView>
    </AdminFrame>
  );
}

function Editor({ saved, refetch }: { saved: readonly FieldDraft[]; refetch: () => Promise<unknown> }) {
  const t = useTexts(signInFieldsTexts);
  const [drafts, setDrafts] = useState<readonly FieldDraft[]>(saved);
  const [isTried, setTried] = useState(false);
  const [previous, setPrevious] = useState<readonly FieldDraft[] | null>(null);
  const [save] = useSaveSignInFieldsMutation();

  const typeName = (type: number) => t[`type${type}` as "type0"];
  const differences = fieldDifferences(saved, drafts, { ...t, typeName });
  const store = async (next: readonly FieldDraft[], from: readonly FieldDraft[]) => {
    await save({ variables: { fields: inputsOf(from, next) } });
    const { data } = (await refetch()) as { data?: SignInFieldsPageQuery };
    setDrafts(draftsOf(data?.signInFields ?? []));
  };
  const change = (key: string, part: Partial<FieldDraft>) =>
    setDrafts(drafts.map((draft) => (draft.key === key ? { ...draft, ...part } : draft)));
  const move = (index: number, step: 1 | -1) => {
    const next = [...drafts];
    const [moved] = next.splice(index, 1);
    next.splice(index + step, 0, moved!);
    setDrafts(next);
  };
  const add = () =>
    setDrafts([
      ...drafts,
      {
        key: `new-${uniqueKey()}`,
        id: null,
        name: "",
        type: 0,
        description: "",
        options: [],
        required: true,
        enabled: true,
      },
    ]);

  return (
    <>
      <p className={panels.quiet}>
        {t.intro}{" "}
        <Link to="/admin/settings?section=register&key=default.open_ext_fields">{t.toSettings}</Link>
      </p>
      <section className={`card ${panels.panel}`} aria-labelledby="fields">
        <div className={panels.head}>
          <h2 id="fields">{t.count(drafts.length)}</h2>
          <Button icon={<IconPlus size={16} />} onClick={add}>
            {t.add}
          </Button>
        </div>
        {drafts.length === 0 ? (
          <EmptyState title={t.nothing} />
        ) : (
          <ol>
            {drafts.map((draft, index) => (
              <FieldEditor
                key={draft.key}
                draft={draft}
                isTried={isTried}
                isFirst={index === 0}
                isLast={index === drafts.length - 1}
                onChange={(part) => change(draft.key, part)}
                onMove={(step) => move(index, step)}
                onRemove={() => setDrafts(drafts.filter(({ key }) => key !== draft.key))}
              />
            ))}
          </ol>
        )}
      </section>
      <SaveBar
        differences={differences}
        onDiscard={() => setDrafts(saved)}
        onSave={async () => {
          setTried(true);
          await store(drafts, saved);
          setTried(false);
          setPrevious(saved);
        }}
        onUndo={
          previous &&
          (async () => {
            // What was deleted meanwhile comes back as a new field.
            const known = new Set(saved.map(({ id }) => id));
            await store(
              previous.map((field) => (known.has(field.id) ? field : { ...field, id: null })),
              saved,
            );
            setPrevious(null);
          })
        }
      />
    </>
  );
}

/** `/admin/sign-in-fields` for the table of addresses. */
export const signInFieldsAdminPage = definePage({
  Component: SignInFieldsAdminPage,
  needsLogin: true,
  queries: () => [ask(SignInFieldsPageDocument, {})],
});
