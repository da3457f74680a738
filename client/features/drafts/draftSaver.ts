import { mergeDrafts } from "./mergeDrafts.ts";
import {
  type DraftContent,
  isEmptyDraft,
  type LocalDraft,
  readLocalDraft,
  removeLocalDraft,
  writeLocalDraft,
} from "./localDraft.ts";

/** Delay from a keystroke to writing the copy on this device, in milliseconds; the promise is 1 s. */
export const LOCAL_SAVE_MS = 400;
/** Pause in typing after which the copy on the server is written, in milliseconds. */
export const SERVER_SAVE_MS = 2_000;
/** Longest time that continuous typing may keep the server waiting, in milliseconds; the promise is 5 s. */
export const SERVER_SAVE_MAX_MS = 4_500;
/** Pause before another attempt when the server did not answer, in milliseconds. */
export const SERVER_RETRY_MS = 10_000;

/** State of a draft, as the writer sees it. */
export type DraftState =
  | { kind: "idle" }
  | { kind: "saving" }
  | { kind: "local" }
  | { kind: "saved"; at: number }
  | { kind: "conflict"; theirs: StoredDraft }
  | { kind: "signedOut" };

/** The server's answer to a save. */
export interface SavedDraft {
  id: string;
  version: number;
}

/** A draft as the server keeps it. */
export interface StoredDraft extends SavedDraft {
  content: DraftContent;
  /** It will be published by itself. */
  isScheduled: boolean;
}

/** The way of a saver to the server; `problem` sorts failures. */
export interface DraftServer {
  /** @param isLeaving the page goes away: what is sent must outlive it */
  save(
    content: DraftContent,
    copy: { id: string | null; version: number | null },
    isLeaving: boolean,
  ): Promise<SavedDraft>;
  /** Reads the draft that the server has now; null if it is gone. */
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
  /** Forgets both copies; the server deleted the one of `publishedId` when it became a thread or a reply. */
  discard(publishedId?: string | null): Promise<void>;
  /** Stops the clocks; what is typed stays on this device. */
  stop(): void;
  readonly serverId: string | null;
}

/**
 * Makes the saver of one draft.
 *
 * @param server null for what only this device keeps
 * @param onState called with each state that the writer should see
 * @param onMerged called with what another window has added, which then belongs to the text
 */
export function createDraftSaver(
  key: string,
  server: DraftServer | null,
  onState: (state: DraftState) => void,
  onMerged: (content: DraftContent) => void = () => undefined,
): DraftSaver {
  return new Saver(key, server, onState, onMerged);
}

/** The copy on the server as this device last saw it. */
interface ServerCopy {
  id: string | null;
  version: number | null;
}

const NO_COPY: ServerCopy = { id: null, version: null };

class Saver implements DraftSaver {
  private copy: ServerCopy;
  private base: DraftContent | null;
  private content: DraftContent | null = null;
  private isSynced = true;
  private isScheduled: boolean;
  /** The server refuses until somebody signs in or ends a conflict. */
  private isRefused = false;
  private waitingSince: number | null = null;
  private sending: Promise<void> | null = null;
  private localTimer: ReturnType<typeof setTimeout> | undefined;
  private serverTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly key: string,
    private readonly server: DraftServer | null,
    private readonly onState: (state: DraftState) => void,
    private readonly onMerged: (content: DraftContent) => void,
  ) {
    const local = readLocalDraft(key);
    this.copy = { id: local?.serverId ?? null, version: local?.serverVersion ?? null };
    this.base = local?.base ?? null;
    this.isScheduled = local?.isScheduled ?? false;
  }

  get serverId(): string | null {
    return this.copy.id;
  }

  change(content: DraftContent): void {
    this.content = content;
    this.isSynced = false;
    this.localTimer ??= setTimeout(() => this.flushLocal(), LOCAL_SAVE_MS);
    if (!this.server || this.isRefused) return;
    this.waitingSince ??= Date.now();
    this.sendIn(Math.min(SERVER_SAVE_MS, this.waitingSince + SERVER_SAVE_MAX_MS - Date.now()));
  }

  flushLocal(): void {
    clearTimeout(this.localTimer);
    this.localTimer = undefined;
    const { content, isSynced, isScheduled, base } = this;
    const { id: serverId, version: serverVersion } = this.copy;
    if (!content) return;
    if (isEmptyDraft(content) && serverId === null) return removeLocalDraft(this.key);
    const savedAt = Date.now();
    const draft: LocalDraft = { content, savedAt, isSynced, serverId, serverVersion, isScheduled, base };
    const isWritten = writeLocalDraft(this.key, draft);
    if (isWritten && !this.server && !isEmptyDraft(content)) this.onState({ kind: "saved", at: savedAt });
  }

  leave(): void {
    this.flushLocal();
    if (!this.isSynced && !this.isRefused) void this.send(true);
  }

  async flush(): Promise<void> {
    this.flushLocal();
    await this.send();
    if (!this.isSynced && !this.isRefused) await this.send();
  }

  adopt({ id, version, content, isScheduled }: StoredDraft): void {
    this.copy = { id, version };
    this.isScheduled = isScheduled;
    this.base = content;
    this.isRefused = false;
  }

  begin(stored: StoredDraft | null): void {
    this.stop();
    this.content = stored?.content ?? null;
    this.copy = stored ? { id: stored.id, version: stored.version } : NO_COPY;
    this.isScheduled = stored?.isScheduled ?? false;
    this.base = this.content;
    this.isSynced = true;
    this.isRefused = false;
    if (stored) this.flushLocal();
    else removeLocalDraft(this.key);
    this.onState({ kind: "idle" });
  }

  resolve(chosen: DraftContent, theirs: StoredDraft): void {
    this.adopt(theirs);
    this.isSynced = false;
    this.content = chosen;
    this.flushLocal();
    this.sendIn(0);
  }

  async discard(publishedId: string | null = null): Promise<void> {
    this.stop();
    this.content = null;
    this.isSynced = true;
    await this.sending;
    removeLocalDraft(this.key);
    const { id } = this.copy;
    // A save that was on its way while the text was published has made a copy that publishing did not know.
    if (this.server && id !== null && id !== publishedId) await this.server.remove(id);
    this.copy = NO_COPY;
    this.isScheduled = false;
    this.base = null;
    this.isRefused = false;
    this.onState({ kind: "idle" });
  }

  stop(): void {
    clearTimeout(this.localTimer);
    clearTimeout(this.serverTimer);
    this.localTimer = this.serverTimer = undefined;
  }

  private sendIn(ms: number): void {
    clearTimeout(this.serverTimer);
    this.serverTimer = setTimeout(() => void this.send(), Math.max(0, ms));
  }

  private send(isLeaving = false): Promise<void> {
    // One save at a time: two on the way at once would refuse each other's version.
    this.sending ??= this.sendOnce(isLeaving).finally(() => {
      this.sending = null;
      if (!this.isSynced && !this.isRefused && this.serverTimer === undefined) this.sendIn(SERVER_SAVE_MS);
    });
    return this.sending;
  }

  private async sendOnce(isLeaving: boolean): Promise<void> {
    clearTimeout(this.serverTimer);
    this.serverTimer = undefined;
    this.waitingSince = null;
    const { server, content } = this;
    if (!server || !content || this.isSynced || this.isRefused) return;
    if (isEmptyDraft(content) && this.copy.id === null) return;
    this.onState({ kind: "saving" });
    try {
      this.copy = await server.save(content, this.copy, isLeaving);
      this.base = content;
      this.isSynced = this.content === content;
      this.flushLocal();
      this.onState({ kind: "saved", at: Date.now() });
    } catch (error) {
      const problem = server.problem(error);
      if (problem === "conflict") return this.reconcile(server);
      this.isRefused = problem === "signedOut";
      // Discarded or published elsewhere: what is written here becomes a draft of its own.
      if (problem === "gone") this.startAgain();
      this.flushLocal();
      this.onState({ kind: problem === "signedOut" ? "signedOut" : "local" });
      if (!this.isRefused) this.sendIn(problem === "gone" ? SERVER_SAVE_MS : SERVER_RETRY_MS);
    }
  }

  /** The server has no copy any more: the next save makes a plain draft. */
  private startAgain(): void {
    this.copy = NO_COPY;
    this.isScheduled = false;
  }

  /** Somebody wrote elsewhere: what does not touch is joined at once, for everything else the writer is asked. */
  private async reconcile(server: DraftServer): Promise<void> {
    const theirs = await server.load(this.copy.id).catch(() => undefined);
    if (theirs !== undefined && !this.content) return;
    // Nothing newer than what was refused: asking again at once would go on for ever.
    const isOld = theirs && this.copy.id === theirs.id && theirs.version <= (this.copy.version ?? 0);
    if (theirs === undefined || isOld) {
      this.onState({ kind: "local" });
      return this.sendIn(SERVER_RETRY_MS);
    }
    if (!theirs) {
      this.startAgain();
      return this.sendIn(SERVER_SAVE_MS);
    }
    const merged = mergeDrafts(this.base, this.content!, theirs.content);
    if (merged) {
      this.resolve(merged, theirs);
      return this.onMerged(merged);
    }
    this.isRefused = true;
    this.flushLocal();
    this.onState({ kind: "conflict", theirs });
  }
}
