import { type FormEvent, useState } from "react";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import type { PermissionQuestionQuery } from "../../gql/graphql.ts";
import { usePermissionQuestionLazyQuery, usePermissionSubjectLazyQuery } from "../../gql/hooks.ts";
import { useLocale, useTexts } from "../../i18n/texts.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/toast.tsx";
import panels from "../../ui/panels.module.css";
import { groupsAdminTexts } from "./groupsAdmin.texts.ts";
import classes from "./Permissions.module.css";
import { permissionTexts } from "./permission.texts.ts";
import { PERMISSION_SECTIONS, type PermissionKey } from "./permissionGrid.ts";

graphql(`
  query PermissionSubject($query: String!) {
    users(query: $query, first: 1) {
      nodes {
        id
        nickname
      }
    }
  }
`);
graphql(`
  query PermissionQuestion($permission: String!, $categoryId: ID, $userId: ID!) {
    permissionAnswer(permission: $permission, categoryId: $categoryId, userId: $userId) {
      allowed
      reason
    }
  }
`);

const PermissionQuestion_category = graphql(`
  fragment PermissionQuestion_category on Category {
    id
    name
    children {
      id
      name
    }
  }
`);

interface Props {
  categories: readonly FragmentType<typeof PermissionQuestion_category>[];
}

/** Asks whether a member may do something, and says why or why not. */
export function PermissionQuestion({ categories: masked }: Props) {
  const categories = readFragment(PermissionQuestion_category, masked);
  const t = useTexts(groupsAdminTexts);
  const locale = useLocale();
  const sentences = permissionTexts[locale];
  const [member, setMember] = useState("");
  const [permission, setPermission] = useState<string>("thread.reply");
  const [categoryId, setCategoryId] = useState("");
  const [answer, setAnswer] = useState<
    (PermissionQuestionQuery["permissionAnswer"] & { nickname: string }) | null
  >(null);
  const [find] = usePermissionSubjectLazyQuery();
  const { act, isBusy } = useAct();
  const [question] = usePermissionQuestionLazyQuery({ fetchPolicy: "network-only" });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await act(async () => {
      const { data: matches, error: failure } = await find({ variables: { query: member.trim() } });
      if (!matches) throw failure instanceof Error ? failure : new Error(t.noMember);
      const subject = matches.users.nodes[0];
      if (!subject) return showToast({ type: "warning", message: t.noMember });
      const { data, error } = await question({
        variables: { permission, userId: subject.id, categoryId: categoryId || null },
      });
      if (!data) throw error instanceof Error ? error : new Error(t.noMember);
      setAnswer({ ...data.permissionAnswer, nickname: subject.nickname });
    });
  };

  return (
    <section className={`card ${panels.panel}`} aria-labelledby="why">
      <div className={panels.head}>
        <h2 id="why">{t.why}</h2>
      </div>
      <form className={panels.filters} onSubmit={(event) => void submit(event)}>
        <Field label={t.member} placeholder={t.memberHint} value={member} onValue={setMember} required />
        <Select
          label={t.permission}
          value={permission}
          onValue={setPermission}
          choices={PERMISSION_SECTIONS.flatMap(({ permissions }) =>
            permissions.map((key: PermissionKey) => ({ value: key as string, label: sentences[key] })),
          )}
        />
        <Select
          label={t.category}
          value={categoryId}
          onValue={setCategoryId}
          choices={[
            { value: "", label: t.anywhere },
            ...categories.flatMap((top) => [
              { value: top.id, label: top.name },
              ...top.children.map(({ id, name }) => ({ value: id, label: `${top.name} / ${name}` })),
            ]),
          ]}
        />
        <div className={panels.row}>
          <Button type="submit" loading={isBusy}>
            {t.ask}
          </Button>
        </div>
      </form>
      <p role="status" className={classes.answer}>
        {answer ? (
          <>
            <strong data-allowed={answer.allowed}>
              <bdi>{answer.nickname}</bdi>: {answer.allowed ? t.yes : t.no}
            </strong>{" "}
            {answer.reason}
          </>
        ) : (
          t.whyText
        )}
      </p>
    </section>
  );
}
