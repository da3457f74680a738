import { connectionType } from "../../core/paging.ts";
import { Dialog, Message } from "./message.entity.ts";

/** Dialogs by pages. */
export const DialogConnection = connectionType("Dialog", () => Dialog);
/** Messages by pages. */
export const MessageConnection = connectionType("Message", () => Message);
