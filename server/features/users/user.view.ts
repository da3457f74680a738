import { connectionType } from "../../core/paging.ts";
import { User } from "./user.entity.ts";

/** Users by pages. */
export const UserConnection = connectionType("User", () => User);
