import type { SqlValue } from "../../core/context.ts";
import { cleanLine, limited } from "../../core/text.ts";
import { PLACE_MAX, type PositionInput } from "./thread.input.ts";

/** The columns longitude, latitude, address and location of a thread. */
export function placeOf(position: PositionInput | null | undefined): SqlValue[] {
  if (!position) return [null, null, "", ""];
  const { longitude, latitude, address, location } = position;
  return [
    longitude,
    latitude,
    limited(cleanLine(address, "position.address"), "position.address", PLACE_MAX),
    limited(cleanLine(location, "position.location"), "position.location", PLACE_MAX),
  ];
}
