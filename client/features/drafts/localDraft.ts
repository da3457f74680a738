import type {
  DraftBountyInput,
  DraftGoodsInput,
  DraftPollInput,
  DraftQuestionInput,
  DraftRedPacketInput,
} from "../../gql/graphql.ts";
import type { AttachedFile } from "../editor/attachedFile.ts";

/** Geographic position attached to a draft. */
export interface DraftPosition {
  longitude: number;
  latitude: number;
  address: string;
  location: string;
}

/** Most characters of a number of a gift; a draft that holds more is not taken by the server. */
export const GIFT_NUMBER_MAX = 20;
/** Most characters of a name of a gift. */
export const GIFT_NAME_MAX = 100;

/** Money and poll that a new thread is to come with, as they are typed; null for what it does not come with. */
export interface GiftDrafts {
  redPacket: Readonly<DraftRedPacketInput> | null;
  bounty: Readonly<DraftBountyInput> | null;
  question: Readonly<DraftQuestionInput & { userId: string | null }> | null;
  poll: Readonly<DraftPollInput & { endsAt: string | null }> | null;
  goods: Readonly<DraftGoodsInput & { imageId: string | null; imageUrl: string | null }> | null;
}

/** Everything that can be lost while somebody writes. */
export interface DraftContent {
  categoryId: string | null;
  title: string;
  body: string;
  isAnonymous: boolean;
  /** Price of reading all of it, in cents; 0 for a free thread. */
  priceCents: number;
  /** Part that everybody reads, in percent. */
  freePercent: number;
  /** Price of its files while the text is free, in cents; 0 for none. */
  attachmentPriceCents: number;
  files: AttachedFile[];
  position: DraftPosition | null;
  /** Money and poll that a new thread is to come with. */
  gifts: GiftDrafts;
}

/** The copy on this device, with what is known of the copy on the server. */
export interface LocalDraft {
  content: DraftContent;
  /** Milliseconds since 1970. */
  savedAt: number;
  /** The server holds exactly this text. */
  isSynced: boolean;
  serverId: string | null;
  serverVersion: number | null;
  /** It waits for its time among the drafts; the form goes on with it only if it is asked to. */
  isScheduled?: boolean;
  /** Content of the server's copy at the last contact: the common ancestor of both sides of a conflict. */
  base?: DraftContent | null;
}

/** A draft with nothing in it. */
export const EMPTY_DRAFT: DraftContent = {
  categoryId: null,
  title: "",
  body: "",
  isAnonymous: false,
  priceCents: 0,
  freePercent: 0,
  attachmentPriceCents: 0,
  files: [],
  position: null,
  gifts: { redPacket: null, bounty: null, question: null, poll: null, goods: null },
};

const PREFIX = "luntan_draft:";
/** Prefix of earlier versions: drafts under it are still read, and move to the new prefix when they are saved. */
const OLD_PREFIX = "luntan:draft:";

/** True if there is nothing in the draft that somebody would miss. */
export function isEmptyDraft(content: DraftContent): boolean {
  return content.title.trim() === "" && content.body.trim() === "" && content.files.length === 0;
}

/** Reads the copy on this device; null if there is none or it cannot be read. */
export function readLocalDraft(key: string): LocalDraft | null {
  try {
    const text = localStorage.getItem(PREFIX + key) ?? localStorage.getItem(OLD_PREFIX + key);
    if (!text) return null;
    const draft = JSON.parse(text) as LocalDraft;
    const gifts = { ...EMPTY_DRAFT.gifts, ...draft.content.gifts };
    return { ...draft, content: { ...EMPTY_DRAFT, ...draft.content, gifts } };
  } catch {
    return null;
  }
}

/** Keeps the copy on this device. A full or forbidden storage is no reason to stop anybody from writing. */
export function writeLocalDraft(key: string, draft: LocalDraft): boolean {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(draft));
    localStorage.removeItem(OLD_PREFIX + key);
    return true;
  } catch {
    return false;
  }
}

/** Forgets the copy on this device. */
export function removeLocalDraft(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
    localStorage.removeItem(OLD_PREFIX + key);
  } catch {
    // Storage that cannot be written holds nothing to forget.
  }
}
