import type { ReactNode } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { PublishPageDocument } from "../../gql/graphql.ts";
import { usePublishPageQuery, usePublishThreadMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Frame } from "../../layout/Frame.tsx";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { standingTexts } from "../../session/standing.texts.ts";
import { useOffered } from "../../session/useOffered.ts";
import { STATUS_PATH, useStanding } from "../../session/useStanding.ts";
import { useViewer } from "../../session/useViewer.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { showToast } from "../../ui/toast.tsx";
import { CaptchaStatus } from "../captcha/CaptchaStatus.tsx";
import { type Captcha, useCaptcha } from "../captcha/useCaptcha.ts";
import { EMPTY_DRAFT } from "../drafts/localDraft.ts";
import { schedulingTexts } from "../drafts/scheduling.texts.ts";
import { useConfirm } from "../../ui/confirm.tsx";
import { CategoryField_category, type CategoryChoice } from "./CategoryField.tsx";
import { GiftFields, type GiftOffer } from "./GiftFields.tsx";
import { rememberPublished, SAME_TEXT_MS, wasJustPublished } from "./lastPublished.ts";
import { publishTexts } from "./publish.texts.ts";
import { ScheduleButton, ScheduleNotice } from "./ScheduleButton.tsx";
import { ThreadForm } from "./ThreadForm.tsx";
import { type GiftPayment, useGiftPayment } from "./useGiftPayment.tsx";
import type { SendThread } from "./useThreadForm.ts";
import { type ThreadInput, useThreadInput } from "./useThreadInput.ts";
import classes from "./PublishPage.module.css";

graphql(`
  query PublishPage {
    categories {
      ...CategoryField_category
    }
    site {
      viewerCanInsertPay
      viewerCanInsertRedPacket
      viewerCanInsertReward
      viewerCanInsertVote
      viewerCanInsertGoods
      onlookerCents
    }
  }
`);
graphql(`
  mutation PublishThread($input: PublishThreadInput!) {
    publishThread(input: $input) {
      id
      approval
    }
  }
`);

/** Name of the draft of a new thread. */
const DRAFT_KEY = "thread:new";

/** `/thread/post`: a new thread. */
function PublishPage() {
  const query = usePublishPageQuery();
  const t = useTexts(publishTexts);
  return (
    <Frame narrow>
      <PageHead title={t.publishTitle} noIndex />
      <h1 className={classes.title}>{t.publishTitle}</h1>
      <QueryView query={query}>
        {({ categories, site }) => (
          <NewThread
            categories={readFragment(CategoryField_category, categories)}
            maySell={site.viewerCanInsertPay}
            mayGive={{
              poll: site.viewerCanInsertVote,
              goods: site.viewerCanInsertGoods,
              packet: site.viewerCanInsertRedPacket,
              bounty: site.viewerCanInsertReward,
              onlookerCents: site.onlookerCents,
            }}
          />
        )}
      </QueryView>
    </Frame>
  );
}

interface NewThreadProps {
  categories: readonly CategoryChoice[];
  /** Offers a price. */
  maySell: boolean;
  /** Offers polls, and money for those who reply. */
  mayGive: GiftOffer;
}

/** The form, or the reason why there is none. */
function NewThread({ categories, maySell, mayGive }: NewThreadProps) {
  const { site, viewer } = useViewer();
  const standing = useStanding() ?? viewer?.silence?.message ?? null;
  const { why } = useTexts(standingTexts);
  const [search] = useSearchParams();
  const t = useTexts(publishTexts);
  const later = useTexts(schedulingTexts);
  const payment = useGiftPayment();
  const offered = {
    poll: mayGive.poll,
    goods: mayGive.goods,
    packet: useOffered("RED_PACKETS") && mayGive.packet,
    bounty: useOffered("BOUNTIES") && mayGive.bounty,
    onlookerCents: mayGive.onlookerCents,
  };
  const captcha = useCaptcha("PUBLISH");
  const input = useThreadInput(maySell, offered);
  const submit = usePublishing({ payment, captcha, input });
  const open = categories.flatMap((category) => [category, ...category.children]);

  if (standing !== null) {
    const action = (
      <Button variant="primary" to={STATUS_PATH}>
        {why}
      </Button>
    );
    return <NotAllowed text={standing} action={action} />;
  }
  if (!site.viewerCanPublish || !open.some((category) => category.viewerCanPublish)) {
    return <NotAllowed text={t.notAllowedHint} action={<Button to="/">{t.backHome}</Button>} />;
  }
  const asked = open.find(({ id, viewerCanPublish }) => viewerCanPublish && id === search.get("category"));
  return (
    <>
      <ThreadForm
        start={{ ...EMPTY_DRAFT, body: topicIn(search), categoryId: asked?.id ?? null }}
        categories={categories}
        draftKey={DRAFT_KEY}
        isNew
        maySell={maySell}
        openId={search.get("draft")}
        submitLabel={({ draft }) => (draft.schedule?.publishAt ? later.publishNow : t.submit)}
        onSubmit={submit}
        notice={({ draft }) => draft.schedule && <ScheduleNotice draft={draft} schedule={draft.schedule} />}
        otherWays={(form) => <ScheduleButton form={form} input={input} captcha={captcha} />}
      >
        {({ content, change, draft }) => (
          <>
            <GiftFields
              // What needs a payment cannot be added to what waits for its time.
              offered={draft.schedule?.publishAt ? { ...offered, packet: false, bounty: false } : offered}
              value={content.gifts}
              onValue={(gifts) => change({ gifts })}
            />
            <CaptchaStatus captcha={captcha} />
          </>
        )}
      </ThreadForm>
      {payment.dialog}
    </>
  );
}

function NotAllowed({ text, action }: { text: string; action: ReactNode }) {
  const t = useTexts(publishTexts);
  return (
    <div className="card">
      <EmptyState title={t.notAllowedTitle} text={text} action={action} />
    </div>
  );
}

interface Parts {
  readonly captcha: Captcha;
  readonly payment: GiftPayment;
  readonly input: ThreadInput;
}

/** Publishes what the form holds, asks before the same text goes out twice, and leads to the new thread. */
function usePublishing({ payment, captcha, input }: Parts): SendThread {
  const { viewer } = useViewer();
  const navigate = useNavigate();
  const draftKey = `${viewer?.id ?? "-"}:${DRAFT_KEY}`;
  const [publish] = usePublishThreadMutation();
  const confirm = useConfirm();
  const t = useTexts(publishTexts);

  return async (content, draftId) => {
    const body = content.body.trim();
    if (wasJustPublished(body)) {
      const text = t.sameText(SAME_TEXT_MS / 60_000);
      if (!(await confirm({ title: t.sameTitle, text, action: t.sameAction }))) return null;
    }
    if (!input.isReady(content)) return null;
    const paid = await payment.payFor(input.giftsOf(content));
    if (!paid) return null;
    const proof = await captcha.take();
    // Lists that were read before do not know the new thread, and name its draft.
    const { data, extensions } = await publish({
      variables: { input: { ...input.of(content, draftId), ...paid, captcha: proof } },
      context: { draftKey },
      update: (cache) => {
        cache.evict({ fieldName: "threads" });
        cache.evict({ fieldName: "drafts" });
      },
    });
    const { id, approval } = data!.publishThread;
    rememberPublished(body);
    const message = approval === "APPROVED" ? t.published : t.publishedPending;
    showToast({ type: "success", message: extensions?.isRepeated ? t.publishedBefore : message });
    return () => void navigate(`/thread/${id}`, { replace: true });
  };
}

/** The topic of `?topic=`, as a text begins with it. */
function topicIn(search: URLSearchParams): string {
  const name = (search.get("topic") ?? "").replaceAll("#", "").trim();
  return name === "" ? "" : `#${name}# `;
}

/** `/thread/post` for the table of addresses. */
export const publishPage = definePage({
  Component: PublishPage,
  needsLogin: true,
  queries: () => [ask(PublishPageDocument, {})],
});
