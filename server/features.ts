import type { Feature } from "./core/feature.ts";
import { groups } from "./features/groups/groups.feature.ts";
import { session } from "./features/session/session.feature.ts";
import { settings } from "./features/settings/settings.feature.ts";
import { site } from "./features/site/site.feature.ts";
import { users } from "./features/users/users.feature.ts";

/** Every feature, lower layers first: a feature uses only those above it in this list. */
export const features: readonly Feature[] = [settings, groups, users, session, site];
