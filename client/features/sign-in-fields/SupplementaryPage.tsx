import { type FormEvent, useState } from "react";
import { ask } from "../../apollo/answers.ts";
import { errorOf } from "../../apollo/errors.ts";
import { graphql } from "../../gql/gql.ts";
import { SupplementaryPageDocument, type SupplementaryPageQuery } from "../../gql/graphql.ts";
import { useSubmitSignInFieldsMutation, useSupplementaryPageQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { useClock } from "../../platform/clock.tsx";
import { returnToAddress } from "../../platform/savedAddress.ts";
import { STATUS_PATH } from "../../session/useStanding.ts";
import { useViewer } from "../../session/useViewer.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { AnswerField, type Question } from "./AnswerField.tsx";
import { type Answer, answerOf, inputOf, isBlank, NO_ANSWER } from "./answers.ts";
import classes from "./SupplementaryPage.module.css";
import { supplementaryTexts } from "./supplementary.texts.ts";

graphql(`
  query SupplementaryPage($userId: ID!) {
    viewer {
      id
      status
      statusReason
    }
    site {
      asksSignInFields
    }
    signInFields {
      id
      name
      kind
      choices
      fieldsDesc
      required
      state
    }
    signInAnswers(userId: $userId) {
      id
      name
      kind
      text
      chosen
      files {
        id
        name
        url
      }
    }
  }
`);
graphql(`
  mutation SubmitSignInFields($answers: [SignInAnswerInput!]!) {
    submitSignInFields(answers: $answers)
  }
`);

/** `/user/supplementary` — asks new members what the site wants to know, and refused ones to improve their answers. */
function SupplementaryPage() {
  const t = useTexts(supplementaryTexts);
  const { viewer: me } = useViewer();
  const query = useSupplementaryPageQuery({ variables: { userId: me!.id } });
  return (
    <QueryView query={query}>
      {(data) => {
        const status = data.viewer?.status ?? "NORMAL";
        if (status === "UNDER_REVIEW")
          return <Told title={t.reviewedTitle} text={t.reviewedText} to={STATUS_PATH} />;
        const isAsked = status === "FIELDS_MISSING" || (isRefused(status) && data.site.asksSignInFields);
        const questions = questionsOf(data);
        if (isAsked && questions.length > 0)
          return <AnswerForm data={data} questions={questions} isRefused={isRefused(status)} />;
        const isNormal = status === "NORMAL";
        return (
          <Told
            title={t.nothingTitle}
            text={isNormal ? t.nothingText : ""}
            to={isNormal ? "/" : STATUS_PATH}
          />
        );
      }}
    </QueryView>
  );
}

const isRefused = (status: string): boolean => status === "REFUSED" || status === "IGNORED";

function questionsOf({ signInFields }: SupplementaryPageQuery): Question[] {
  return signInFields.filter(({ state }) => state === "ENABLED");
}

function Told({ title, text, to }: { title: string; text: string; to: string }) {
  const t = useTexts(supplementaryTexts);
  return (
    <section className="card">
      <PageHead title={title} noIndex />
      <EmptyState
        isWholePage
        title={title}
        text={text}
        action={
          <Button to={to} variant="primary">
            {t.goOn}
          </Button>
        }
      />
    </section>
  );
}

/** Earlier answers by the ids of the fields: an answer is a copy of a field, known by its name and kind. */
function earlierAnswers({ signInAnswers }: SupplementaryPageQuery, questions: readonly Question[]) {
  const left = [...signInAnswers];
  return new Map(
    questions.map(({ id, name, kind }): [string, Answer] => {
      const index = left.findIndex((answer) => answer.name === name && answer.kind === kind);
      const [earlier] = index < 0 ? [] : left.splice(index, 1);
      return [id, earlier ? answerOf(earlier) : NO_ANSWER];
    }),
  );
}

interface FormProps {
  data: SupplementaryPageQuery;
  questions: readonly Question[];
  isRefused: boolean;
}

function AnswerForm({ data, questions, isRefused }: FormProps) {
  const t = useTexts(supplementaryTexts);
  const { site } = useViewer();
  const [submitAnswers] = useSubmitSignInFieldsMutation();
  const [answers, setAnswers] = useState(() => earlierAnswers(data, questions));
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [uploads, setUploads] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const isReady = useClock().isLive;
  const isMissing = ({ id, kind, required }: Question) => required && isBlank(kind, answers.get(id)!);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isBusy || uploads > 0 || questions.some(isMissing)) return;
    setBusy(true);
    setFailure(null);
    try {
      const input = questions.map(({ id, kind }) => inputOf(id, kind, answers.get(id)!));
      await submitAnswers({ variables: { answers: input } });
      if (isRefused || site.registerNeedsReview) return location.assign(STATUS_PATH);
      returnToAddress(null);
    } catch (error) {
      setFailure(errorOf(error).message);
      setBusy(false);
    }
  };

  const reason = data.viewer?.statusReason;
  return (
    <section className={`card ${classes.card}`}>
      <PageHead title={t.title} noIndex />
      <h1 className={classes.title}>{t.title}</h1>
      <p className={classes.lead}>{isRefused ? t.leadRefused : t.lead}</p>
      {isRefused && reason && (
        <p className={classes.note}>
          <bdi>{t.reason(reason)}</bdi>
        </p>
      )}
      <form method="post" className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        {questions.map((question) => (
          <AnswerField
            key={question.id}
            question={question}
            answer={answers.get(question.id)!}
            isMissing={isTried && isMissing(question)}
            onBusy={(starts) => setUploads((count) => count + (starts ? 1 : -1))}
            onAnswer={(part) =>
              setAnswers((before) => {
                const answer = { ...before.get(question.id)!, ...part };
                return new Map(before).set(question.id, answer);
              })
            }
          />
        ))}
        {!isRefused && site.registerNeedsReview && <p className={classes.hint}>{t.needsReview}</p>}
        {failure && (
          <p className={classes.failure} role="alert">
            {failure}
          </p>
        )}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          fullWidth
          loading={isBusy}
          disabled={!isReady || uploads > 0}
        >
          {t.submit}
        </Button>
      </form>
    </section>
  );
}

/** `/user/supplementary` for the table of addresses. */
export const supplementaryPage = definePage({
  Component: SupplementaryPage,
  needsLogin: true,
  queries: ({ viewerId }) =>
    viewerId === null ? [] : [ask(SupplementaryPageDocument, { userId: viewerId })],
});
