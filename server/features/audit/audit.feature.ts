import type { Feature } from "../../core/feature.ts";
import { AuditEntry, AuditHead } from "./audit.entity.ts";
import { AuditResolver } from "./audit.resolver.ts";
import { beginLog } from "./audit.service.ts";

/** What staff did, in an order that cannot be changed unnoticed. */
export const audit: Feature = {
  name: "audit",
  entities: [AuditEntry, AuditHead],
  resolvers: [AuditResolver],
  prepare: beginLog,
};
