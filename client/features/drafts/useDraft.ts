import { useCallback, useEffect, useRef, useState } from "react";
import { errorOf } from "../../apollo/errors.ts";
import { readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import type { StoredDraft_DraftFragment } from "../../gql/graphql.ts";
import {
  useDiscardDraftMutation,
  useSaveDraftMutation,
  useStoredDraftLazyQuery,
  useStoredDraftsLazyQuery,
} from "../../gql/hooks.ts";
import { createDraftSaver, type DraftSaver, type DraftServer, type DraftState } from "./draftSaver.ts";
import { type DraftContent, EMPTY_DRAFT, isEmptyDraft, readLocalDraft } from "./localDraft.ts";

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

const StoredDraft_draft = graphql(`
  fragment StoredDraft_draft on Draft {
    id
    threadId
    categoryId
    title
    body
    isAnonymous
    version
    updatedAt
  }
`);

graphql(`
  query StoredDrafts {
    drafts {
      ...StoredDraft_draft
    }
  }
`);

graphql(`
  query StoredDraft($threadId: ID!) {
    draft(threadId: $threadId) {
      ...StoredDraft_draft
    }
  }
`);

/** Which draft it is. */
export interface DraftOptions {
  /** Name of the copy on this device; holds the member's id, so that two people at one machine do not meet. */
  key: string;
  /** The thread that is answered; null for a new thread. */
  threadId: string | null;
  /** False for what only this device keeps: changes to what is already published. */
  isOnServer: boolean;
  /** Called once, when there is something to go on with. */
  onRestore(content: DraftContent): void;
}

/** A draft that saves itself. */
export interface Draft {
  state: DraftState;
  /** True once unfinished text has been put back. */
  isRestored: boolean;
  change(content: DraftContent): void;
  /** Writes both copies now. */
  flush(): Promise<void>;
  /** Writes the copy on this device now: before leaving for the sign-in page. */
  flushLocal(): void;
  /** Forgets it; the server's copy is gone already where it was published. */
  discard(isPublished?: boolean): Promise<void>;
  /** Id of the copy on the server, for `draftId` of what is published. */
  serverId(): string | null;
}

/**
 * Keeps what somebody writes: on this device within `LOCAL_SAVE_MS`, on the server within
 * `SERVER_SAVE_MAX_MS`, and brings it back on return. Text that was typed before the stored draft
 * arrived is never overwritten.
 */
export function useDraft({ key, threadId, isOnServer, onRestore }: DraftOptions): Draft {
  const [saveDraft] = useSaveDraftMutation();
  const [discardDraft] = useDiscardDraftMutation();
  const [findDraft] = useStoredDraftLazyQuery({ fetchPolicy: "network-only" });
  const [listDrafts] = useStoredDraftsLazyQuery({ fetchPolicy: "network-only" });
  const [state, setState] = useState<DraftState>({ kind: "idle" });
  const [isRestored, setRestored] = useState(false);
  const saver = useRef<DraftSaver | null>(null);
  const latest = useRef<DraftContent | null>(null);
  const restore = useRef(onRestore);
  useEffect(() => {
    restore.current = onRestore;
  });

  useEffect(() => {
    let isGone = false;
    const server: DraftServer = {
      async save({ categoryId, title, body, isAnonymous }, { id, version }) {
        const input = { id, version, threadId, categoryId, title, body, isAnonymous };
        const { data } = await saveDraft({ variables: { input } });
        return data!.saveDraft;
      },
      async remove(id) {
        await discardDraft({ variables: { id } }).catch(() => undefined);
      },
      problem(error) {
        const { code } = errorOf(error);
        if (code === "CONFLICT") return "conflict";
        if (code === "NOT_FOUND") return "gone";
        return code === "INVALID_TOKEN" || code === "LOGIN_REQUIRED" ? "signedOut" : "other";
      },
    };
    const own = createDraftSaver(key, isOnServer ? server : null, (next) => !isGone && setState(next));
    saver.current = own;

    /** Puts unfinished text back unless somebody has begun to type meanwhile. */
    function offer(content: DraftContent, isNewerThanServer: boolean): void {
      if (isGone || latest.current || isEmptyDraft(content)) return;
      restore.current(content);
      setRestored(true);
      if (isNewerThanServer) own.change(content);
    }

    /** The answer to a thread, or the thread that was worked on last. */
    async function findStored(): Promise<StoredDraft_DraftFragment | null> {
      if (threadId !== null) {
        const { data } = await findDraft({ variables: { threadId } });
        return readFragment(StoredDraft_draft, data?.draft ?? null);
      }
      const { data } = await listDrafts();
      const drafts = readFragment(StoredDraft_draft, data?.drafts ?? []);
      return drafts.find((stored) => stored.threadId == null) ?? null;
    }

    async function load(): Promise<void> {
      const local = readLocalDraft(key);
      if (!isOnServer) return local ? offer(local.content, false) : undefined;
      const stored = await findStored().catch(() => null);
      if (isGone) return;
      if (stored && (!local || local.serverVersion === null || stored.version > local.serverVersion)) {
        // The server was written from elsewhere. What this device alone holds goes on as the newer text.
        own.adopt(stored);
        const { categoryId, title, body, isAnonymous } = stored;
        const isLocalNewer = local && !local.isSynced && local.savedAt > Date.parse(stored.updatedAt);
        if (isLocalNewer) return offer(local.content, true);
        const text = { categoryId: categoryId ?? null, title, body, isAnonymous };
        return offer({ ...EMPTY_DRAFT, ...(local?.content ?? {}), ...text }, false);
      }
      if (local) offer(local.content, !local.isSynced);
    }
    void load();

    const leave = () => own.flushLocal();
    const hide = () => document.visibilityState === "hidden" && own.flushLocal();
    window.addEventListener("pagehide", leave);
    document.addEventListener("visibilitychange", hide);
    return () => {
      isGone = true;
      window.removeEventListener("pagehide", leave);
      document.removeEventListener("visibilitychange", hide);
      void own.flush().finally(() => own.stop());
      saver.current = null;
      latest.current = null;
    };
  }, [saveDraft, discardDraft, findDraft, listDrafts, key, threadId, isOnServer]);

  return {
    state,
    isRestored,
    change: useCallback((content) => {
      latest.current = content;
      saver.current?.change(content);
    }, []),
    flush: useCallback(async () => saver.current?.flush(), []),
    flushLocal: useCallback(() => saver.current?.flushLocal(), []),
    discard: useCallback(async (isPublished) => {
      latest.current = null;
      setRestored(false);
      await saver.current?.discard(isPublished);
    }, []),
    serverId: useCallback(() => saver.current?.serverId ?? null, []),
  };
}
