import type { Feature } from "../../core/feature.ts";
import { FormerForum, OldAddress } from "./oldAddress.entity.ts";

/** Redirects from the addresses of the forum that a community came from. */
export const oldAddresses: Feature = { name: "old-addresses", entities: [OldAddress, FormerForum] };
