import type { Feature } from "../../core/feature.ts";
import { Entitlement } from "./entitlement.entity.ts";

/** Rights of members to what others have to buy, whatever they come from. */
export const entitlements: Feature = { name: "entitlements", entities: [Entitlement] };
