import { cleanLine, limited } from "../../../core/text.ts";
import { PLACE_MAX, type PositionInput } from "../../drafts/position.input.ts";
import type { Thread } from "../thread.entity.ts";

/** The columns longitude, latitude, address and location of a thread. */
export function placeOf(
  position: PositionInput | null | undefined,
): Pick<Thread, "longitude" | "latitude" | "address" | "location"> {
  if (!position) return { longitude: null, latitude: null, address: "", location: "" };
  const { longitude, latitude, address, location } = position;
  return {
    longitude,
    latitude,
    address: limited(cleanLine(address), "position.address", PLACE_MAX),
    location: limited(cleanLine(location), "position.location", PLACE_MAX),
  };
}
