import type { Feature } from "../../../core/feature.ts";
import { UserRemark } from "./remark.entity.ts";
import { RemarkResolver, UserRemarksResolver } from "./remark.resolver.ts";

/** Warnings to members, and notes about them that staff alone reads. */
export const remarks: Feature = {
  name: "moderation/remarks",
  entities: [UserRemark],
  resolvers: [RemarkResolver, UserRemarksResolver],
};
