import type { Job } from "../../core/feature.ts";
import { deleteEmptyRooms } from "./room.member.service.ts";

/** Interval of deleting what is left of rooms without members, in milliseconds. */
const DELETE_EVERY_MS = 60_000;

/** Timed work on rooms. */
export const roomJobs: readonly Job[] = [
  { name: "deleteEmptyRooms", everyMs: DELETE_EVERY_MS, run: deleteEmptyRooms },
];
