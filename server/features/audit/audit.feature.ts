import { AuditEntry, AuditHead } from "../../core/audit.entity.ts";
import type { Feature } from "../../core/feature.ts";
import { AuditResolver } from "./audit.resolver.ts";
import { beginLog } from "./audit.service.ts";

/** Log of the changes of staff, chained by hashes so that tampering shows. */
export const audit: Feature = {
  name: "audit",
  entities: [AuditEntry, AuditHead],
  resolvers: [AuditResolver],
  prepare: beginLog,
};
