import { useForm } from "@mantine/form";
import { useState } from "react";
import { Link } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { readFragment } from "../../gql/fragment-masking.ts";
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
import panels from "../../ui/panels.module.css";
import { SaveBar } from "../admin/SaveBar.tsx";
import { draftsOf, fieldDifferences, type FieldDraft, FieldDrafts_field, inputsOf } from "./fieldDrafts.ts";
import { FieldEditor } from "./FieldEditor.tsx";
import { signInFieldsTexts } from "./signInFields.texts.ts";

graphql(`
  query SignInFieldsPage {
    signInFields {
      ...FieldDrafts_field
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

/** `/admin/sign-in-fields` — edits the questions for new members. */
function SignInFieldsAdminPage() {
  const query = useSignInFieldsPageQuery();
  return (
    <AdminFrame page="signInFields">
      <QueryView query={query}>
        {({ signInFields }) => (
          <Editor
            saved={draftsOf(readFragment(FieldDrafts_field, signInFields))}
            refetch={() => query.refetch()}
          />
        )}
      </QueryView>
    </AdminFrame>
  );
}

interface EditorProps {
  saved: readonly FieldDraft[];
  refetch: () => Promise<unknown>;
}

function Editor({ saved, refetch }: EditorProps) {
  const t = useTexts(signInFieldsTexts);
  const form = useFieldsForm(saved);
  const drafts = form.values.fields;
  const [previous, setPrevious] = useState<readonly FieldDraft[] | null>(null);
  const [save] = useSaveSignInFieldsMutation();
  const differences = fieldDifferences(saved, drafts, { ...t, kindName: (kind) => t[kind] });

  const store = async (next: readonly FieldDraft[]) => {
    await save({ variables: { fields: inputsOf(saved, next) } });
    const { data } = (await refetch()) as { data?: SignInFieldsPageQuery };
    form.setValues({ fields: draftsOf(readFragment(FieldDrafts_field, data?.signInFields ?? [])) });
  };
  const saveDrafts = async () => {
    // Marks the fields; the refusal itself is the server's, and the bar tells it.
    void form.validate();
    await store(drafts);
    setPrevious(saved);
  };
  const undo = async (fields: readonly FieldDraft[]) => {
    // What was deleted meanwhile comes back as a new field.
    const savedIds = new Set(saved.map(({ id }) => id));
    await store(fields.map((field) => (savedIds.has(field.id) ? field : { ...field, id: null })));
    setPrevious(null);
  };

  return (
    <>
      <p className={panels.quiet}>
        {t.intro}{" "}
        <Link to="/admin/settings?section=register&key=default.open_ext_fields">{t.toSettings}</Link>
      </p>
      <section className={`card ${panels.panel}`} aria-labelledby="fields">
        <div className={panels.head}>
          <h2 id="fields">{t.count(drafts.length)}</h2>
          <Button icon={<IconPlus size={16} />} onClick={() => form.insertListItem("fields", newField())}>
            {t.add}
          </Button>
        </div>
        {drafts.length === 0 ? <EmptyState title={t.nothing} /> : <FieldList form={form} />}
      </section>
      <SaveBar
        differences={differences}
        onDiscard={() => form.setValues({ fields: [...saved] })}
        onSave={saveDrafts}
        onUndo={previous && (() => undo(previous))}
      />
    </>
  );
}

/** The form of all fields, which asks that each has a name. */
function useFieldsForm(saved: readonly FieldDraft[]) {
  const t = useTexts(signInFieldsTexts);
  return useForm<{ fields: FieldDraft[] }>({
    initialValues: { fields: [...saved] },
    validate: { fields: { name: (name: string) => (name.trim() === "" ? t.nameNeeded : null) } },
  });
}

function FieldList({ form }: { form: ReturnType<typeof useFieldsForm> }) {
  const drafts = form.values.fields;
  const change = (index: number, part: Partial<FieldDraft>) => {
    if (part.name !== undefined) form.clearFieldError(`fields.${index}.name`);
    form.setFieldValue(`fields.${index}`, { ...drafts[index]!, ...part });
  };
  return (
    <ol>
      {drafts.map((draft, index) => (
        <FieldEditor
          key={draft.key}
          draft={draft}
          nameError={(form.errors[`fields.${index}.name`] as string | undefined) ?? null}
          isFirst={index === 0}
          isLast={index === drafts.length - 1}
          onChange={(part) => change(index, part)}
          onMove={(step) => form.reorderListItem("fields", { from: index, to: index + step })}
          onRemove={() => form.removeListItem("fields", index)}
        />
      ))}
    </ol>
  );
}

function newField(): FieldDraft {
  return {
    key: `new-${uniqueKey()}`,
    id: null,
    name: "",
    kind: "TEXT",
    description: "",
    options: [],
    required: true,
    enabled: true,
  };
}

/** `/admin/sign-in-fields` for the table of addresses. */
export const signInFieldsAdminPage = definePage({
  Component: SignInFieldsAdminPage,
  needsLogin: true,
  queries: () => [ask(SignInFieldsPageDocument, {})],
});
