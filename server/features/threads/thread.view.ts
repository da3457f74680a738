import { connectionType } from "../../core/paging.ts";
import { Thread } from "./thread.entity.ts";

/** Threads by pages. */
export const ThreadConnection = connectionType("Thread", () => Thread);
