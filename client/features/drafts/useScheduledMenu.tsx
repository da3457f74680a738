import { lazy, type ReactNode, Suspense, useState } from "react";
import { useNavigate } from "react-router-dom";
import { graphql } from "../../gql/gql.ts";
import { usePublishScheduledMutation, useRescheduleMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { act, useAct } from "../../ui/act.ts";
import { useConfirm } from "../../ui/confirm.tsx";
import { IconClock, IconDots, IconEdit, IconSend, IconTrash } from "../../ui/icons.tsx";
import { offered } from "../../ui/menuParts.tsx";
import type { Toast } from "../../ui/toast.tsx";
import { useActionMenu } from "../../ui/useActionMenu.tsx";
import { schedulingTexts } from "./scheduling.texts.ts";
import { useTimeText } from "./useTimeText.ts";

graphql(`
  mutation Reschedule($id: ID!, $publishAt: DateTimeISO) {
    rescheduleThread(id: $id, publishAt: $publishAt) {
      id
      version
      publishAt
    }
  }
`);
graphql(`
  mutation PublishScheduled($id: ID!) {
    publishScheduledThread(id: $id) {
      id
      approval
    }
  }
`);

const ScheduleDialog = lazy(() =>
  import("./ScheduleDialog.tsx").then((module) => ({ default: module.ScheduleDialog })),
);

const ICON_PX = 16;
/** Time for which the way to the published thread is offered, in milliseconds. */
const VIEW_MS = 6_000;

/** A draft of a list that was scheduled. */
interface Scheduled {
  id: string;
  /** Words that name it. */
  name: string;
  /** Its time; null if it was refused then. */
  publishAt: string | null;
}

/** The menu of scheduled drafts in a list. */
export interface ScheduledMenu {
  /** Opens the menu of one of them. */
  open(anchor: HTMLElement, draft: Scheduled): void;
  /** The menu, to put on the page. */
  readonly menu: ReactNode;
  /** The dialog of another time; null while it is closed. */
  readonly dialog: ReactNode;
}

interface Options {
  /** Reads the list again. */
  reread(): Promise<unknown>;
  onDelete(id: string): void;
}

/** Gives the menu of scheduled drafts: another time, back to a draft, publish now, delete. */
export function useScheduledMenu({ reread, onDelete }: Options): ScheduledMenu {
  const t = useTexts(schedulingTexts);
  const [timed, setTimed] = useState<Scheduled | null>(null);
  const { openMenu, menu } = useActionMenu();
  const publishNow = usePublishNow(reread);
  const [reschedule] = useRescheduleMutation();

  const takeBack = ({ id }: Scheduled) =>
    void act(() => reschedule({ variables: { id, publishAt: null } }), {
      done: t.isDraft,
      reread,
      key: `reschedule ${id}`,
    });
  return {
    open: (anchor, draft) =>
      openMenu(
        anchor,
        offered([
          {
            key: "time",
            label: t.anotherTime,
            icon: <IconClock size={ICON_PX} />,
            run: () => setTimed(draft),
          },
          {
            key: "draft",
            label: t.backToDraft,
            icon: <IconEdit size={ICON_PX} />,
            isOffered: draft.publishAt !== null,
            run: () => takeBack(draft),
          },
          {
            key: "publish",
            label: t.publishNow,
            icon: <IconSend size={ICON_PX} />,
            run: () => void publishNow(draft),
          },
          {
            key: "delete",
            label: t.delete,
            icon: <IconTrash size={ICON_PX} />,
            danger: true,
            run: () => onDelete(draft.id),
          },
        ]),
      ),
    menu,
    dialog: timed && <AnotherTime draft={timed} reread={reread} onClose={() => setTimed(null)} />,
  };
}

/** Button that opens the menu of a scheduled draft. */
export function ScheduledMenuButton(props: { menu: ScheduledMenu; draft: Scheduled; className?: string }) {
  const { menu, draft, className } = props;
  const t = useTexts(schedulingTexts);
  return (
    <button
      type="button"
      className={className}
      aria-label={t.more(draft.name)}
      aria-haspopup="menu"
      onClick={(event) => menu.open(event.currentTarget, draft)}
    >
      <IconDots size={18} />
    </button>
  );
}

interface TimeProps {
  draft: Scheduled;
  reread(): Promise<unknown>;
  onClose(): void;
}

function AnotherTime({ draft: { id, publishAt: before }, reread, onClose }: TimeProps) {
  const t = useTexts(schedulingTexts);
  const timeText = useTimeText();
  const [error, setError] = useState<string | null>(null);
  const { act: run, isBusy } = useAct();
  const [reschedule] = useRescheduleMutation();
  const save = (publishAt: string) =>
    void run(
      async () => {
        await reschedule({ variables: { id, publishAt } });
        onClose();
      },
      {
        done: t.scheduled(timeText(publishAt)),
        reread,
        failed({ field, message }) {
          if (!field?.includes("publishAt")) return undefined;
          setError(message);
          return true;
        },
      },
    );
  return (
    <Suspense fallback={null}>
      <ScheduleDialog
        before={before}
        error={error}
        isBusy={isBusy}
        onTime={save}
        onChange={() => setError(null)}
        onClose={onClose}
      />
    </Suspense>
  );
}

/** Publishes a scheduled draft at once, after a question. */
function usePublishNow(reread: () => Promise<unknown>): (draft: Scheduled) => Promise<void> {
  const t = useTexts(schedulingTexts);
  const confirm = useConfirm();
  const navigate = useNavigate();
  const [publish] = usePublishScheduledMutation();
  return async ({ id, name }) => {
    if (!(await confirm({ title: t.publishNowTitle(name), action: t.publishNow }))) return;
    const send = () =>
      publish({
        variables: { id },
        context: { draftKey: `scheduled:${id}` },
        // Lists that were read before do not know the new thread.
        update: (cache) => void cache.evict({ fieldName: "threads" }),
      });
    await act(send, {
      done: ({ data }): Toast | undefined => {
        if (!data) return undefined;
        const { id: threadId, approval } = data.publishScheduledThread;
        const message = approval === "APPROVED" ? t.published : t.publishedPending;
        const view = { label: t.view, run: () => void navigate(`/thread/${threadId}`) };
        return { type: "success", message, durationMs: VIEW_MS, action: view };
      },
      reread,
      key: `publishScheduled ${id}`,
    });
  };
}
