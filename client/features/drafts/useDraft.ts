import { useApolloClient } from "@apollo/client/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { errorOf } from "../../apollo/errors.ts";
import { graphql } from "../../gql/gql.ts";
import { StoredDraftDocument, StoredDraftsDocument } from "../../gql/graphql.ts";
import { useDiscardDraftMutation, useSaveDraftMutation } from "../../gql/hooks.ts";
import { createDraftSaver, type DraftSaver, type DraftServer, type DraftState } from "./draftSaver.ts";
import { type DraftContent, isEmptyDraft, readLocalDraft } from "./localDraft.ts";
import { withoutPending } from "../editor/pendingMarks.ts";
import { type FoundDraft, foundDraft } from "./storedDraft.ts";

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

/** The server renders without a client; drafts are read in the browser alone. */
const useBrowserClient = import.meta.env.SSR ? () => null : useApolloClient;

/** Which draft it is. */
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
  change(content: DraftContent): void;
  /** Writes both copies now. */
  flush(): Promise<void>;
  /** Writes the copy on this device now: before leaving for the sign-in page. */
  flushLocal(): void;
  /** Forgets it; the server's copy is gone already where it was published. */
  discard(isPublished?: boolean): Promise<void>;
  /** Saves what there is and goes on with another draft, or with an empty page. @returns false if it is gone */
  open(id: string | null, empty: DraftContent): Promise<boolean>;
  /** Ends a conflict with what somebody chose. */
  resolve(chosen: DraftContent): void;
  /** Id of the copy on the server, for `draftId` of what is published. */
  serverId(): string | null;
}

/**
 * Keeps what somebody writes: on this device within `LOCAL_SAVE_MS`, on the server within
 * `SERVER_SAVE_MAX_MS` and whenever the page goes out of sight, and brings it back on return. Text that was typed before
 * the stored draft arrived is never overwritten.
 */
export function useDraft({ key, threadId, isOnServer, openId = null, onRestore }: DraftOptions): Draft {
  const [saveDraft] = useSaveDraftMutation();
  const [discardDraft] = useDiscardDraftMutation();
  const client = useBrowserClient();
  const [state, setState] = useState<DraftState>({ kind: "idle" });
  const [isRestored, setRestored] = useState(false);
  const saver = useRef<DraftSaver | null>(null);
  const latest = useRef<DraftContent | null>(null);
  const restore = useRef(onRestore);
  const firstId = useRef(openId);
  useEffect(() => {
    restore.current = onRestore;
  });

  const find = useCallback(
    async (variables: { id?: string; threadId?: string }): Promise<FoundDraft | null> => {
      // Asked anew each time: what another window has saved is the reason for asking.
      const { data } = await client!.query({
        query: StoredDraftDocument,
        variables,
        fetchPolicy: "no-cache",
      });
      return data?.draft ? foundDraft(data.draft) : null;
    },
    [client],
  );

  useEffect(() => {
    let isGone = false;
    const server: DraftServer = {
      async save({ categoryId, title, body, isAnonymous, files }, { id, version }, keepalive) {
        const attachmentIds = files.map((file) => file.id);
        const input = { id, version, threadId, categoryId, title, body, isAnonymous, attachmentIds };
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
    };
    const own = createDraftSaver(
      key,
      isOnServer ? server : null,
      (next) => !isGone && setState(next),
      (merged) => {
        latest.current = merged;
        if (!isGone) restore.current(merged);
      },
    );
    saver.current = own;

    /** Puts unfinished text back unless somebody has begun to type meanwhile. */
    function offer(content: DraftContent, isNewerThanServer: boolean): void {
      if (isGone || latest.current || isEmptyDraft(content)) return;
      restore.current(content);
      setRestored(true);
      if (isNewerThanServer) own.change(content);
    }

    /** The draft that was asked for, the answer to a thread, or the thread that was worked on last. */
    async function findStored(): Promise<FoundDraft | null> {
      if (firstId.current) return find({ id: firstId.current });
      if (threadId !== null) return find({ threadId });
      const { data } = await client!.query({ query: StoredDraftsDocument, fetchPolicy: "no-cache" });
      const last = data?.drafts.find((draft) => draft.threadId == null);
      return last ? find({ id: last.id }) : null;
    }

    async function load(): Promise<void> {
      let local = readLocalDraft(key);
      if (!isOnServer) return local ? offer(local.content, false) : undefined;
      // What this device holds belongs to another draft: it goes to the server before it makes room.
      if (firstId.current && local && local.serverId !== firstId.current) {
        if (!local.isSynced) {
          own.change(local.content);
          await own.flush();
        }
        own.begin(null);
        local = null;
      }
      const stored = await findStored().catch(() => null);
      if (isGone) return;
      const isOther = local !== null && local.serverId !== null && local.serverId !== stored?.id;
      if (
        stored &&
        !isOther &&
        (!local || local.serverVersion === null || stored.version > local.serverVersion)
      ) {
        // The server was written from elsewhere. What this device alone holds goes on as the newer text.
        own.adopt(stored);
        const isLocalNewer = local && !local.isSynced && local.savedAt > stored.updatedAt;
        if (isLocalNewer) return offer(local!.content, true);
        return offer({ ...stored.content, position: local?.content.position ?? null }, false);
      }
      if (local) offer(local.content, !local.isSynced);
    }
    void load();

    const leave = () => own.leave();
    const hide = () => document.visibilityState === "hidden" && own.leave();
    window.addEventListener("pagehide", leave);
    window.addEventListener("blur", leave);
    document.addEventListener("visibilitychange", hide);
    return () => {
      isGone = true;
      window.removeEventListener("pagehide", leave);
      window.removeEventListener("blur", leave);
      document.removeEventListener("visibilitychange", hide);
      void own.flush().finally(() => own.stop());
      saver.current = null;
      latest.current = null;
    };
  }, [saveDraft, discardDraft, find, client, key, threadId, isOnServer]);

  return {
    state,
    isRestored,
    change: useCallback((content) => {
      // Pictures that are still on their way have no place in what is kept.
      const kept = { ...content, body: withoutPending(content.body) };
      latest.current = kept;
      saver.current?.change(kept);
    }, []),
    flush: useCallback(async () => saver.current?.flush(), []),
    flushLocal: useCallback(() => saver.current?.flushLocal(), []),
    discard: useCallback(async (isPublished) => {
      latest.current = null;
      setRestored(false);
      await saver.current?.discard(isPublished);
    }, []),
    open: useCallback(
      async (id, empty) => {
        await saver.current?.flush();
        const stored = id === null ? null : await find({ id });
        if (id !== null && !stored) return false;
        saver.current?.begin(stored);
        latest.current = stored?.content ?? null;
        setRestored(false);
        restore.current(stored?.content ?? empty);
        return true;
      },
      [find],
    ),
    resolve: useCallback(
      (chosen) => {
        if (state.kind !== "conflict") return;
        saver.current?.resolve(chosen, state.theirs);
        latest.current = chosen;
        restore.current(chosen);
      },
      [state],
    ),
    serverId: useCallback(() => saver.current?.serverId ?? null, []),
  };
}
