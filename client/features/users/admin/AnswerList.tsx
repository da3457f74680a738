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
    text
    chosen
    files {
      name
      url
    }
  }
`);

/** An answer as people read it: its text, its chosen options, or the names of its files. */
function answerText({ text, chosen, files }: AnswerList_AnswerFragment): string {
  return text ?? [...chosen, ...files.map(({ name }) => name)].join(", ");
}

/** Files of an answer that lie on this site; addresses of the predecessor's are shown as text. */
function filesOf({ files }: AnswerList_AnswerFragment): AnswerList_AnswerFragment["files"] {
  return files.filter(({ url }) => url.startsWith("/files/"));
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
