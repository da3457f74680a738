import { defineLoader } from "../../../core/loaders.ts";
import { countMembers } from "./groupMembers.sql.ts";

/** Members of groups by the id of the group, counted together. */
export const memberCountOf = defineLoader<number, number>("memberCountOf", countMembers);
