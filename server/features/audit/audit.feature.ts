import { AuditEntry, AuditHead } from "../../core/audit.entity.ts";
import type { Feature } from "../../core/feature.ts";
import { AuditResolver } from "./audit.resolver.ts";
import { beginLog } from "./audit.service.ts";

/** What staff did, in an order that cannot be changed unnoticed. */
export const audit: Feature = {
  name: "audit",
  entities: [AuditEntry, AuditHead],
  resolvers: [AuditResolver],
  prepare: beginLog,
};
