import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import type { AnswerList_AnswerFragment } from "../../../gql/graphql.ts";
import { useTexts } from "../../../i18n/texts.ts";
import classes from "./AnswerList.module.css";
import { membersAdminTexts } from "./membersAdmin.texts.ts";

const AnswerList_answer = graphql(`
  fragment AnswerList_answer on SignInAnswer {
    id
    name
    fieldsExt
  }
`);

/** An answer as people read it: its text, its chosen options, or the names of its files. */
export function answerText({ fieldsExt }: Pick<AnswerList_AnswerFragment, "fieldsExt">): string {
  try {
    const value: unknown = JSON.parse(fieldsExt);
    if (typeof value === "string") return value;
    if (Array.isArray(value)) {
      return (value as { name?: string; url?: string }[])
        .map(({ name, url }) => name ?? url ?? "")
        .join(", ");
    }
    const { options = [] } = (value ?? {}) as { options?: { value: string; checked?: boolean }[] };
    return options
      .filter(({ checked }) => checked)
      .map((option) => option.value)
      .join(", ");
  } catch {
    return fieldsExt;
  }
}

/** Files of an answer that lie on this site; addresses of the predecessor's are shown as text. */
function filesOf({
  fieldsExt,
}: Pick<AnswerList_AnswerFragment, "fieldsExt">): { url: string; name: string }[] {
  try {
    const files: unknown = JSON.parse(fieldsExt);
    if (!Array.isArray(files)) return [];
    return (files as { url?: unknown; name?: unknown }[]).flatMap(({ url, name }) =>
      typeof url === "string" && url.startsWith("/files/") ? { url, name: String(name ?? url) } : [],
    );
  } catch {
    return [];
  }
}

interface Props {
  answers: readonly FragmentType<typeof AnswerList_answer>[];
}

/** Lists a member's answers to the sign-in fields. */
export function AnswerList({ answers: masked }: Props) {
  const answers = readFragment(AnswerList_answer, masked);
  const t = useTexts(membersAdminTexts);
  if (answers.length === 0) return null;
  return (
    <section className={classes.answers} aria-label={t.answers}>
      <h3>{t.answers}</h3>
      <dl>
        {answers.map((answer) => (
          <div key={answer.id}>
            <dt>{answer.name}</dt>
            <dd>
              {filesOf(answer).length > 0
                ? filesOf(answer).map(({ url, name }) => (
                    <a key={url} className={classes.file} href={url} target="_blank" rel="noreferrer">
                      {name}
                    </a>
                  ))
                : answerText(answer) || "–"}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
