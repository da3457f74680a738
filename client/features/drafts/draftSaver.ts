import { mergeDrafts } from "./mergeDrafts.ts";
import {
  type DraftContent,
  isEmptyDraft,
  type LocalDraft,
  readLocalDraft,
  removeLocalDraft,
  writeLocalDraft,
} from "./localDraft.ts";

/** How long after a keystroke the copy on this device is written, in milliseconds; the promise is 1 s. */
export const LOCAL_SAVE_MS = 400;
/** Pause in typing after which the copy on the server is written, in milliseconds. */
export const SERVER_SAVE_MS = 2_000;
/** Longest time that continuous typing may keep the server waiting, in milliseconds; the promise is 5 s. */
export const SERVER_SAVE_MAX_MS = 4_500;
/** Pause before another attempt when the server did not answer, in milliseconds. */
export const SERVER_RETRY_MS = 10_000;

/** What the writer is told about their draft. */
export type DraftState =
  | { kind: "idle" }
  | { kind: "saving" }
  | { kind: "local" }
  | { kind: "saved"; at: number }
  | { kind: "conflict"; theirs: StoredDraft }
  | { kind: "signedOut" };

/** What the server says after it has saved. */
export interface SavedDraft {
  id: string;
  version: number;
}

/** A draft as the server keeps it. */
export interface StoredDraft extends SavedDraft {
  content: DraftContent;
}

/** How a saver reaches the server; `problem` sorts what may go wrong there. */
export interface DraftServer {
  /** @param isLeaving the page goes away: what is sent must outlive it */
  save(
    content: DraftContent,
    known: { id: string | null; version: number | null },
    isLeaving: boolean,
  ): Promise<SavedDraft>;
  /** What the server has now; null if it is gone. */
  load(id: string | null): Promise<StoredDraft | null>;
  remove(id: string): Promise<void>;
  problem(error: unknown): "conflict" | "signedOut" | "gone" | "other";
}

/** Saves one draft: to this device within a second, to the server within five. */
export interface DraftSaver {
  /** Called for every change; cheap. */
  change(content: DraftContent): void;
  /** Writes the local copy now. */
  flushLocal(): void;
  /** Writes both copies now, for a page that is about to go away or out of sight. */
  leave(): void;
  /** Waits until the server has what was typed, or cannot be reached. */
  flush(): Promise<void>;
  /** Continues a draft that the server already has. */
  adopt(stored: StoredDraft): void;
  /** Goes on with another draft, or with none. What was written until now has to be saved before. */
  begin(stored: StoredDraft | null): void;
  /** Ends a conflict: what somebody chose takes the place of what the server has. */
  resolve(chosen: DraftContent, theirs: StoredDraft): void;
  /** Forgets both copies; the server's is gone already where it became a thread or a reply. */
  discard(isPublished?: boolean): Promise<void>;
  /** Stops the clocks; what is typed stays on this device. */
  stop(): void;
  readonly serverId: string | null;
}

/**
 * Makes the saver of one draft.
 *
 * @param server null for what only this device keeps
 * @param onState told whenever the writer should be
 * @param onMerged told what another window has added, which then belongs to the text
 */
export function createDraftSaver(
  key: string,
  server: DraftServer | null,
  onState: (state: DraftState) => void,
  onMerged: (content: DraftContent) => void = () => undefined,
): DraftSaver {
  const before = readLocalDraft(key);
  let known = { id: before?.serverId ?? null, version: before?.serverVersion ?? null };
  let base = before?.base ?? null;
  let content: DraftContent | null = null;
  let isSynced = true;
  let isRefused = false;
  let waitingSince: number | null = null;
  let sending: Promise<void> | null = null;
  let localTimer: ReturnType<typeof setTimeout> | undefined;
  let serverTimer: ReturnType<typeof setTimeout> | undefined;

  function writeLocal(): void {
    clearTimeout(localTimer);
    localTimer = undefined;
    if (!content) return;
    if (isEmptyDraft(content) && known.id === null) return removeLocalDraft(key);
    const draft: LocalDraft = {
      content,
      savedAt: Date.now(),
      isSynced,
      serverId: known.id,
      serverVersion: known.version,
      base,
    };
    const isKept = writeLocalDraft(key, draft);
    if (isKept && !server && !isEmptyDraft(content)) onState({ kind: "saved", at: draft.savedAt });
  }

  function sendIn(ms: number): void {
    clearTimeout(serverTimer);
    serverTimer = setTimeout(() => void send(), Math.max(0, ms));
  }

  function send(isLeaving = false): Promise<void> {
    // One save at a time: two on the way at once would refuse each other's version.
    sending ??= sendOnce(isLeaving).finally(() => {
      sending = null;
      if (!isSynced && !isRefused && serverTimer === undefined) sendIn(SERVER_SAVE_MS);
    });
    return sending;
  }

  async function sendOnce(isLeaving: boolean): Promise<void> {
    clearTimeout(serverTimer);
    serverTimer = undefined;
    waitingSince = null;
    if (!server || !content || isSynced || isRefused) return;
    if (isEmptyDraft(content) && known.id === null) return;
    const sent = content;
    onState({ kind: "saving" });
    try {
      known = await server.save(sent, known, isLeaving);
      base = sent;
      isSynced = content === sent;
      writeLocal();
      onState({ kind: "saved", at: Date.now() });
    } catch (error) {
      const problem = server.problem(error);
      if (problem === "conflict") return reconcile();
      isRefused = problem === "signedOut";
      // Discarded or published elsewhere: what is written here becomes a draft of its own.
      if (problem === "gone") known = { id: null, version: null };
      writeLocal();
      onState(problem === "other" || problem === "gone" ? { kind: "local" } : { kind: problem });
      if (!isRefused) sendIn(problem === "gone" ? SERVER_SAVE_MS : SERVER_RETRY_MS);
    }
  }

  /** Somebody wrote elsewhere: what does not touch is joined at once, for everything else the writer is asked. */
  async function reconcile(): Promise<void> {
    let theirs: StoredDraft | null;
    try {
      theirs = await server!.load(known.id);
    } catch {
      onState({ kind: "local" });
      return sendIn(SERVER_RETRY_MS);
    }
    if (!content) return;
    // Nothing newer than what was refused: asking again at once would go on for ever.
    if (theirs && known.id === theirs.id && theirs.version <= (known.version ?? 0)) {
      onState({ kind: "local" });
      return sendIn(SERVER_RETRY_MS);
    }
    if (!theirs) {
      known = { id: null, version: null };
      return sendIn(SERVER_SAVE_MS);
    }
    const merged = mergeDrafts(base, content, theirs.content);
    if (!merged) {
      isRefused = true;
      writeLocal();
      return onState({ kind: "conflict", theirs });
    }
    settle(merged, theirs);
    onMerged(merged);
  }

  function settle(next: DraftContent, theirs: StoredDraft): void {
    known = { id: theirs.id, version: theirs.version };
    base = theirs.content;
    isRefused = false;
    isSynced = false;
    content = next;
    writeLocal();
    sendIn(0);
  }

  return {
    change(next) {
      content = next;
      isSynced = false;
      localTimer ??= setTimeout(writeLocal, LOCAL_SAVE_MS);
      if (!server || isRefused) return;
      waitingSince ??= Date.now();
      sendIn(Math.min(SERVER_SAVE_MS, waitingSince + SERVER_SAVE_MAX_MS - Date.now()));
    },
    flushLocal: writeLocal,
    leave() {
      writeLocal();
      if (!isSynced && !isRefused) void send(true);
    },
    resolve: settle,
    async flush() {
      writeLocal();
      await send();
      if (!isSynced && !isRefused) await send();
    },
    adopt({ id, version, content: stored }) {
      known = { id, version };
      base = stored;
      isRefused = false;
    },
    begin(stored) {
      this.stop();
      content = stored?.content ?? null;
      known = stored ? { id: stored.id, version: stored.version } : { id: null, version: null };
      base = content;
      isSynced = true;
      isRefused = false;
      if (stored) writeLocal();
      else removeLocalDraft(key);
      onState({ kind: "idle" });
    },
    async discard(isPublished = false) {
      this.stop();
      content = null;
      isSynced = true;
      await sending;
      removeLocalDraft(key);
      if (server && known.id !== null && !isPublished) await server.remove(known.id);
      known = { id: null, version: null };
      base = null;
      isRefused = false;
      onState({ kind: "idle" });
    },
    stop() {
      clearTimeout(localTimer);
      clearTimeout(serverTimer);
      localTimer = serverTimer = undefined;
    },
    get serverId() {
      return known.id;
    },
  };
}
