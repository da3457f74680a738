import { useNavigate, useParams } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { EditThreadPageDocument, type EditThreadPageQuery } from "../../gql/graphql.ts";
import { useEditThreadMutation, useEditThreadPageQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useViewer } from "../../session/useViewer.ts";
import { Frame } from "../../layout/Frame.tsx";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { showToast } from "../../ui/toast.tsx";
import { type DraftContent, EMPTY_DRAFT, type GiftDrafts } from "../drafts/localDraft.ts";
import { isVideo } from "../editor/attachedFile.ts";
import { goodsTexts } from "../goods/goods.texts.ts";
import { type GoodsDraft, goodsPlanOf } from "../goods/goodsDraft.ts";
import { GoodsFields } from "../goods/GoodsFields.tsx";
import { ReasonPicker } from "../moderation/queue/ReasonPicker.tsx";
import { reasonTexts } from "../moderation/queue/reason.texts.ts";
import { useReason } from "../moderation/queue/useReason.ts";
import { CategoryField_category, type CategoryChoice } from "./CategoryField.tsx";
import classes from "./PublishPage.module.css";
import { publishTexts } from "./publish.texts.ts";
import { isForSale, isSoldAnew, saleOf } from "./sale.ts";
import { ThreadForm } from "./ThreadForm.tsx";

graphql(`
  query EditThreadPage($id: ID!) {
    thread(id: $id) {
      id
      title
      body
      priceCents
      freePercent
      attachmentPriceCents
      author {
        id
      }
      category {
        id
      }
      images {
        id
        url
        fileName
        fileSize
        isImage
      }
      attachments {
        id
        url
        fileName
        fileSize
        isImage
        mimeType
        posterUrl
      }
      position {
        longitude
        latitude
        address
        location
      }
      goods {
        title
        url
        priceCents
        shopName
        image {
          id
          url
        }
      }
      viewerCanEdit
    }
    categories {
      ...CategoryField_category
    }
    site {
      viewerCanInsertPay
      viewerCanInsertGoods
    }
  }
`);
graphql(`
  mutation EditThread($input: EditThreadInput!) {
    editThread(input: $input) {
      ...ThreadArticle_thread
      ...ThreadCard_thread
    }
  }
`);

const CENTS_PER_YUAN = 100;

type EditedThread = NonNullable<EditThreadPageQuery["thread"]>;

/** `/thread/:id/edit`: changes a thread. What is typed is kept on this device until it is saved. */
function EditThreadPage() {
  const { id } = useParams();
  const query = useEditThreadPageQuery({ variables: { id: id! } });
  const navigate = useNavigate();
  const [edit] = useEditThreadMutation();
  const { viewer } = useViewer();
  const t = useTexts(publishTexts);
  const reasons = useTexts(reasonTexts);
  const goodsWords = useTexts(goodsTexts);
  const { given, picker } = useReason();
  const isOwn = ({ author }: EditedThread) => viewer !== null && author?.id === viewer.id;

  async function submit(thread: EditedThread, content: DraftContent): Promise<(() => void) | null> {
    const { goods } = content.gifts;
    if (goods && !goodsPlanOf(goods)) {
      showToast({ type: "warning", message: goodsWords.incomplete });
      return null;
    }
    const { categoryId, title, body, files, position } = content;
    const before = startOf(thread, isOwn(thread));
    const isSame = (a: readonly { id: string }[], b: readonly { id: string }[]) =>
      a.map((file) => file.id).join() === b.map((file) => file.id).join();
    const input = {
      threadId: thread.id,
      categoryId,
      title,
      body: body.trim(),
      // Absent means unchanged: the thread may have more pictures than this page was told of.
      ...(!isSame(files, before.files) && { attachmentIds: files.map((file) => file.id) }),
      // Null takes it away; who may not set one leaves it as it is.
      ...(position ? { position: placeOf(position) } : thread.position && { position: null }),
      ...(!isSameGoods(goods, before.gifts.goods) && { goods: goods && goodsPlanOf(goods) }),
      ...(isSoldAnew(content, thread) && saleOf(content)),
      ...(!isOwn(thread) && { reason: given }),
    };
    await edit({ variables: { input } });
    showToast({ type: "success", message: t.savedToast });
    return () => void navigate(`/thread/${thread.id}`, { replace: true });
  }

  return (
    <Frame narrow>
      <PageHead title={t.editTitle} noIndex />
      <h1 className={classes.title}>{t.editTitle}</h1>
      <QueryView query={query}>
        {({ thread, categories, site }) =>
          thread.viewerCanEdit ? (
            <ThreadForm
              key={thread.id}
              start={startOf(thread, isOwn(thread))}
              categories={withPresent(readFragment(CategoryField_category, categories), thread.category.id)}
              draftKey={`thread:${thread.id}`}
              isNew={false}
              maySell={isOwn(thread) && (site.viewerCanInsertPay || isForSale(thread))}
              submitLabel={t.save}
              onCancel={() => void navigate(`/thread/${thread.id}`)}
              onSubmit={(content) => submit(thread, content)}
            >
              {({ content: { gifts }, change }) => (
                <>
                  {(site.viewerCanInsertGoods || thread.goods) && (
                    <EditedGoods gifts={gifts} onGifts={(gifts) => change({ gifts })} />
                  )}
                  {!isOwn(thread) && <ReasonPicker {...picker} hint={reasons.authorReads} />}
                </>
              )}
            </ThreadForm>
          ) : (
            <EmptyState
              title={t.notEditableTitle}
              text={t.notEditableHint}
              action={<Button to={`/thread/${thread.id}`}>{t.backToThread}</Button>}
            />
          )
        }
      </QueryView>
    </Frame>
  );
}

function startOf(thread: EditedThread, isOwn: boolean): DraftContent {
  return {
    ...EMPTY_DRAFT,
    categoryId: thread.category.id,
    title: thread.title,
    body: thread.body,
    ...saleOf(thread),
    files: [
      ...thread.images,
      ...thread.attachments.map(({ mimeType, ...file }) => ({
        ...file,
        takesPoster: isOwn && isVideo(mimeType),
      })),
    ],
    position: thread.position ?? null,
    gifts: { ...EMPTY_DRAFT.gifts, goods: goodsDraftOf(thread.goods) },
  };
}

function goodsDraftOf(goods: EditedThread["goods"]): GoodsDraft | null {
  if (!goods) return null;
  const { title, url, priceCents, shopName, image } = goods;
  const price = priceCents == null ? "" : (priceCents / CENTS_PER_YUAN).toFixed(2);
  return { title, url, price, shopName, imageId: image?.id ?? null, imageUrl: image?.url ?? null };
}

/** Fields for the goods of an edited thread. */
function EditedGoods({ gifts, onGifts }: { gifts: GiftDrafts; onGifts(gifts: GiftDrafts): void }) {
  return <GoodsFields value={gifts.goods} onValue={(goods) => onGifts({ ...gifts, goods })} />;
}

const isSameGoods = (one: GoodsDraft | null, other: GoodsDraft | null): boolean =>
  JSON.stringify(one && goodsPlanOf(one)) === JSON.stringify(other && goodsPlanOf(other));

/** Without the mark that the cache puts on what it has read. */
function placeOf({ longitude, latitude, address, location }: NonNullable<DraftContent["position"]>) {
  return { longitude, latitude, address, location };
}

/** The category that the thread stands in stays a choice, also where the viewer may not publish anything new. */
function withPresent(categories: readonly CategoryChoice[], presentId: string) {
  const open = <T extends { id: string; viewerCanPublish: boolean }>(category: T): T =>
    category.id === presentId ? { ...category, viewerCanPublish: true } : category;
  return categories.map((parent) => ({ ...open(parent), children: parent.children.map(open) }));
}

/** `/thread/:id/edit` for the table of addresses. */
export const editThreadPage = definePage({
  Component: EditThreadPage,
  needsLogin: true,
  queries: ({ params }) => [ask(EditThreadPageDocument, { id: params.id! })],
});
