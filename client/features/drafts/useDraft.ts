import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useBrowserClient } from "../../apollo/browserClient.ts";
import { errorOf } from "../../apollo/errors.ts";
import { graphql } from "../../gql/gql.ts";
import { StoredDraftDocument, StoredDraftsDocument } from "../../gql/graphql.ts";
import { useDiscardDraftMutation, useSaveDraftMutation } from "../../gql/hooks.ts";
import { createDraftSaver, type DraftSaver, type DraftServer, type DraftState } from "./draftSaver.ts";
import { type DraftContent, isEmptyDraft, readLocalDraft } from "./localDraft.ts";
import { withoutPending } from "../editor/pendingMarks.ts";
import { type DraftSchedule, type FoundDraft, foundDraft } from "./storedDraft.ts";

graphql(`
  mutation SaveDraft($input: SaveDraftInput!) {
    saveDraft(input: $input) {
      id
      version
    }
  }
`);

graphql(`
  mutation DiscardDraft($id: ID!) {
    deleteDraft(id: $id)
  }
`);

graphql(`
  query StoredDrafts {
    drafts {
      id
      threadId
      publishAt
    }
  }
`);

graphql(`
  query StoredDraft($id: ID, $threadId: ID) {
    draft(id: $id, threadId: $threadId) {
      ...StoredDraft_draft
    }
  }
`);

/** Tells which draft it is. */
export interface DraftOptions {
  /** Name of the copy on this device; holds the member's id, so that two people at one machine do not meet. */
  key: string;
  /** The thread that is answered; null for a new thread. */
  threadId: string | null;
  /** False for what only this device keeps: changes to what is already published. */
  isOnServer: boolean;
  /** A draft to go on with, instead of the one that was worked on last. */
  openId?: string | null;
  /** Called when there is something to go on with: what was unfinished, and what another window has added. */
  onRestore(content: DraftContent): void;
}

/** A draft that saves itself. */
export interface Draft {
  state: DraftState;
  /** True once unfinished text has been put back. */
  isRestored: boolean;
  /** Time at which it will be published, or the reason why it was not; null for what was never scheduled. */
  schedule: DraftSchedule | null;
  change(content: DraftContent): void;
  /** Writes both copies now. */
  flush(): Promise<void>;
  /** Writes the copy on this device now: before leaving for the sign-in page. */
  flushLocal(): void;
  /** Forgets it; the server deleted the copy of `publishedId` when it was published. */
  discard(publishedId?: string | null): Promise<void>;
  /** Saves what there is and goes on with another draft, or with an empty page. @returns false if it is gone */
  open(id: string | null, empty: DraftContent): Promise<boolean>;
  /** Ends a conflict with what somebody chose. */
  resolve(chosen: DraftContent): void;
  /** Id of the copy on the server, for `draftId` of what is published. */
  serverId(): string | null;
}

type Find = (variables: { id?: string; threadId?: string }) => Promise<FoundDraft | null>;

/** The ways to the drafts that the server keeps. */
interface StoredDrafts {
  find: Find;
  /** Finds the new thread that was worked on last and does not wait for its time. */
  findLast(): Promise<FoundDraft | null>;
  serverOf(threadId: string | null): DraftServer;
}

/** Gives the ways to the server; the same object as long as the page stands. */
function useStoredDrafts(): StoredDrafts {
  const [saveDraft] = useSaveDraftMutation();
  const [discardDraft] = useDiscardDraftMutation();
  const client = useBrowserClient();
  return useMemo(() => {
    // Asked anew each time: what another window has saved is the reason for asking.
    const fetchPolicy = "no-cache";
    const find: Find = async (variables) => {
      const { data } = await client.query({ query: StoredDraftDocument, variables, fetchPolicy });
      return data?.draft ? foundDraft(data.draft) : null;
    };
    return {
      find,
      async findLast() {
        const { data } = await client.query({ query: StoredDraftsDocument, fetchPolicy });
        const last = data?.drafts.find((draft) => draft.threadId == null && draft.publishAt == null);
        return last ? find({ id: last.id }) : null;
      },
      serverOf: (threadId) => ({
        async save({ files, ...content }, { id, version }, keepalive) {
          const attachmentIds = files.map((file) => file.id);
          // What is typed as a price and is none yet is kept on this device alone.
          const priceCents = Math.max(0, content.priceCents);
          const attachmentPriceCents = Math.max(0, content.attachmentPriceCents);
          const prices = { priceCents, attachmentPriceCents };
          const input = { id, version, threadId, ...content, ...prices, attachmentIds };
          const { data } = await saveDraft({ variables: { input }, context: { keepalive } });
          return data!.saveDraft;
        },
        load: (id) => find(id === null ? { threadId: threadId! } : { id }),
        async remove(id) {
          await discardDraft({ variables: { id } }).catch(() => undefined);
        },
        problem(error) {
          const { code } = errorOf(error);
          if (code === "CONFLICT") return "conflict";
          if (code === "NOT_FOUND") return "gone";
          return code === "INVALID_TOKEN" || code === "LOGIN_REQUIRED" ? "signedOut" : "other";
        },
      }),
    };
  }, [client, saveDraft, discardDraft]);
}

interface Unfinished {
  content: DraftContent;
  /** The server does not have it yet. */
  isNewerThanServer: boolean;
  schedule: DraftSchedule | null;
}

type Start = Pick<DraftOptions, "key" | "threadId" | "isOnServer"> & { openId: string | null };

/** Finds what to go on with: the newer one of the copies on this device and on the server; null if there is none. */
async function findUnfinished(
  { key, threadId, isOnServer, openId }: Start,
  saver: DraftSaver,
  { find, findLast }: StoredDrafts,
): Promise<Unfinished | null> {
  let local = readLocalDraft(key);
  if (!isOnServer) return local && { content: local.content, isNewerThanServer: false, schedule: null };
  // What this device holds belongs to another draft, or waits for its time: it goes to the server before it makes room.
  if (local && (openId ? local.serverId !== openId : local.isScheduled)) {
    if (!local.isSynced) {
      saver.change(local.content);
      await saver.flush();
    }
    saver.begin(null);
    local = null;
  }
  const search = openId ? find({ id: openId }) : threadId !== null ? find({ threadId }) : findLast();
  const stored = await search.catch(() => null);
  const isOther = local !== null && local.serverId !== null && local.serverId !== stored?.id;
  const schedule = stored && !isOther ? stored.schedule : null;
  const isNewer = !local || local.serverVersion === null || (stored?.version ?? 0) > local.serverVersion;
  if (stored && !isOther && isNewer) {
    // The server was written from elsewhere. What this device alone holds goes on as the newer text.
    saver.adopt(stored);
    const isLocalNewer = local && !local.isSynced && local.savedAt > stored.updatedAt;
    if (local && isLocalNewer) return { content: local.content, isNewerThanServer: true, schedule };
    return { content: stored.content, isNewerThanServer: false, schedule };
  }
  return local && { content: local.content, isNewerThanServer: !local.isSynced, schedule };
}

/** Saves whenever the page goes out of sight. @returns stops that */
function saveOnLeaving(saver: DraftSaver): () => void {
  const leave = () => saver.leave();
  const hide = () => document.visibilityState === "hidden" && saver.leave();
  window.addEventListener("pagehide", leave);
  window.addEventListener("blur", leave);
  document.addEventListener("visibilitychange", hide);
  return () => {
    window.removeEventListener("pagehide", leave);
    window.removeEventListener("blur", leave);
    document.removeEventListener("visibilitychange", hide);
  };
}

/**
 * Saves what somebody writes: on this device within `LOCAL_SAVE_MS`, on the server within
 * `SERVER_SAVE_MAX_MS` and whenever the page goes out of sight, and brings it back on return. Text that was typed before
 * the stored draft arrived is never overwritten.
 */
export function useDraft({ key, threadId, isOnServer, openId = null, onRestore }: DraftOptions): Draft {
  const drafts = useStoredDrafts();
  const [state, setState] = useState<DraftState>({ kind: "idle" });
  const [isRestored, setRestored] = useState(false);
  const [schedule, setSchedule] = useState<DraftSchedule | null>(null);
  const saver = useRef<DraftSaver | null>(null);
  const latest = useRef<DraftContent | null>(null);
  const restore = useRef(onRestore);
  const firstId = useRef(openId);
  useEffect(() => {
    restore.current = onRestore;
  });

  useEffect(() => {
    let isGone = false;
    const own = createDraftSaver(
      key,
      isOnServer ? drafts.serverOf(threadId) : null,
      (next) => !isGone && setState(next),
      (merged) => {
        latest.current = merged;
        if (!isGone) restore.current(merged);
      },
    );
    saver.current = own;
    const start = { key, threadId, isOnServer, openId: firstId.current };
    void findUnfinished(start, own, drafts).then((unfinished) => {
      // Unless somebody has begun to type meanwhile.
      if (isGone || latest.current || !unfinished || isEmptyDraft(unfinished.content)) return;
      restore.current(unfinished.content);
      setRestored(true);
      setSchedule(unfinished.schedule);
      if (unfinished.isNewerThanServer) own.change(unfinished.content);
    });
    const stopSaving = saveOnLeaving(own);
    return () => {
      isGone = true;
      stopSaving();
      void own.flush().finally(() => own.stop());
      saver.current = null;
      latest.current = null;
    };
  }, [drafts, key, threadId, isOnServer]);

  const ways = useDraftWays({
    saverRef: saver,
    latestRef: latest,
    restoreRef: restore,
    setRestored,
    setSchedule,
    find: drafts.find,
  });
  const resolve = useCallback(
    (chosen: DraftContent) => {
      if (state.kind !== "conflict") return;
      saver.current?.resolve(chosen, state.theirs);
      latest.current = chosen;
      restore.current(chosen);
    },
    [state],
  );
  return { state, isRestored, schedule, resolve, ...ways };
}

interface Refs {
  saverRef: RefObject<DraftSaver | null>;
  latestRef: RefObject<DraftContent | null>;
  restoreRef: RefObject<DraftOptions["onRestore"]>;
  setRestored(isRestored: boolean): void;
  setSchedule(schedule: DraftSchedule | null): void;
  find: Find;
}

/** The functions of a draft; the same ones as long as the page stands. */
function useDraftWays({ saverRef, latestRef, restoreRef, setRestored, setSchedule, find }: Refs) {
  return useMemo(
    (): Omit<Draft, "state" | "isRestored" | "schedule" | "resolve"> => ({
      change(content) {
        // Pictures that are still on their way have no place in what is kept.
        const arrived = { ...content, body: withoutPending(content.body) };
        latestRef.current = arrived;
        saverRef.current?.change(arrived);
      },
      flush: async () => saverRef.current?.flush(),
      flushLocal: () => saverRef.current?.flushLocal(),
      async discard(publishedId) {
        latestRef.current = null;
        setRestored(false);
        setSchedule(null);
        await saverRef.current?.discard(publishedId);
      },
      async open(id, empty) {
        await saverRef.current?.flush();
        const stored = id === null ? null : await find({ id });
        if (id !== null && !stored) return false;
        saverRef.current?.begin(stored);
        latestRef.current = stored?.content ?? null;
        setRestored(false);
        setSchedule(stored?.schedule ?? null);
        restoreRef.current(stored?.content ?? empty);
        return true;
      },
      serverId: () => saverRef.current?.serverId ?? null,
    }),
    [saverRef, latestRef, restoreRef, setRestored, setSchedule, find],
  );
}
