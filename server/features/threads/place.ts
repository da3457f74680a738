import type { SqlValue } from "../../core/context.ts";
import { cleanLine } from "../../core/text.ts";
import type { PositionInput } from "./thread.input.ts";

/** The columns longitude, latitude, address and location of a thread. */
export function placeOf(position: PositionInput | null | undefined): SqlValue[] {
  if (!position) return [null, null, "", ""];
  const { longitude, latitude, address, location } = position;
  return [
    longitude,
    latitude,
    cleanLine(address, "position.address"),
    cleanLine(location, "position.location"),
  ];
}
