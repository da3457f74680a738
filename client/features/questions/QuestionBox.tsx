import { type FormEvent, lazy, Suspense, useState } from "react";
import { useLocation } from "react-router-dom";
import { skipToken } from "../../apollo/bind.ts";
import { graphql } from "../../gql/gql.ts";
import type { QuestionBoxQuery } from "../../gql/graphql.ts";
import { useAnswerQuestionMutation, useCreateOrderMutation, useQuestionBoxQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { moneyText } from "../../platform/money.ts";
import { loginAddress, SHARED_VIEWER_ID, useViewer } from "../../session/useViewer.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Html } from "../../ui/Html.tsx";
import { Link } from "../../ui/Link.tsx";
import { MoneyCard } from "../../ui/MoneyCard.tsx";
import type { WaitingOrder } from "../orders/PayBox.tsx";
import { questionTexts } from "./questions.texts.ts";

const PayDialog = lazy(() => import("../orders/PayDialog.tsx").then((m) => ({ default: m.PayDialog })));

graphql(`
  query QuestionBox($id: ID!) {
    thread(id: $id, isRepeated: true) {
      id
      question {
        id
        amountCents
        onlookerCents
        onlookerCount
        state
        viewerCanAnswer
        viewerReadsAnswer
        answerHtml
        answerer {
          id
          nickname
        }
      }
    }
  }
`);
graphql(`
  mutation AnswerQuestion($threadId: ID!, $body: String!) {
    answerQuestion(threadId: $threadId, body: $body) {
      id
      state
      viewerCanAnswer
      viewerReadsAnswer
      answerHtml
    }
  }
`);

type Question = NonNullable<NonNullable<QuestionBoxQuery["thread"]>["question"]>;

/** The question of a thread to one member: who was asked, and the answer, its form or its price. Comes after the page. */
export function QuestionBox({ threadId }: { threadId: string }) {
  const t = useTexts(questionTexts);
  const { viewer } = useViewer();
  const isSettled = viewer === null || viewer.id !== SHARED_VIEWER_ID;
  const query = useQuestionBoxQuery(
    isSettled ? { variables: { id: threadId }, fetchPolicy: "network-only" } : skipToken,
  );
  const question = query.data?.thread?.question;
  if (!question) return null;
  const { answerer, amountCents, state, answerHtml, onlookerCount, viewerCanAnswer } = question;
  const canBuy = state === "ANSWERED" && !question.viewerReadsAnswer;
  const answered = [
    canBuy ? t.locked : t.answered,
    ...(onlookerCount > 0 ? [t.onlookers(onlookerCount)] : []),
  ];
  const facts = {
    OPEN: viewerCanAnswer ? t.yourTurn : t.waiting,
    EXPIRED: t.expired,
    ANSWERED: answered.join(" · "),
  };
  return (
    <MoneyCard
      kind="question"
      label={t.name}
      mark="?"
      title={answerer ? <Link to={`/user/${answerer.id}`}>{t.asked(answerer.nickname)}</Link> : t.name}
      amount={moneyText(amountCents)}
      state={facts[state]}
      action={
        canBuy && <Onlooking threadId={threadId} question={question} onPaid={() => void query.refetch()} />
      }
    >
      {viewerCanAnswer && <AnswerForm threadId={threadId} />}
      {answerHtml && <Html html={answerHtml} />}
    </MoneyCard>
  );
}

function AnswerForm({ threadId }: { threadId: string }) {
  const t = useTexts(questionTexts);
  const [answer] = useAnswerQuestionMutation();
  const { act, isBusy } = useAct();
  const [body, setBody] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || body.trim() === "") return;
    void act(() => answer({ variables: { threadId, body } }), { done: t.sent });
  };
  return (
    <form method="post" onSubmit={submit} noValidate>
      <Field multiline label={t.yourAnswer} hint={t.answerHint} value={body} onValue={setBody} rows={4} />
      <Button type="submit" variant="primary" loading={isBusy} disabled={body.trim() === ""}>
        {t.send}
      </Button>
    </form>
  );
}

interface OnlookingProps {
  threadId: string;
  question: Question;
  onPaid(): void;
}

function Onlooking({ threadId, question: { onlookerCents }, onPaid }: OnlookingProps) {
  const t = useTexts(questionTexts);
  const { viewer } = useViewer();
  const { pathname } = useLocation();
  const [create] = useCreateOrderMutation();
  const { act, isBusy } = useAct();
  const [order, setOrder] = useState<WaitingOrder | null>(null);
  const buy = () =>
    act(async () => {
      const input = { kind: "ONLOOKER" as const, threadId, amountCents: onlookerCents };
      const { data } = await create({ variables: { input } });
      setOrder(data!.createOrder);
    });
  return (
    <>
      {viewer === null ? (
        <Button variant="primary" to={loginAddress(pathname)}>
          {t.signIn}
        </Button>
      ) : (
        <Button variant="primary" loading={isBusy} onClick={() => void buy()}>
          {t.look(moneyText(onlookerCents))}
        </Button>
      )}
      {order && (
        <Suspense fallback={null}>
          <PayDialog
            order={order}
            onClose={() => {
              setOrder(null);
              onPaid();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
