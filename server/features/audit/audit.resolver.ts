import { Arg, Ctx, ID, Int, Query, Resolver } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { parseOptionalId } from "../../core/ids.ts";
import { connectionType } from "../../core/paging.ts";
import { listAuditLog, verifyAuditLog } from "./audit.service.ts";
import { AuditEntryView, AuditVerification } from "./audit.view.ts";

/** Pages of the log. */
export const AuditEntryConnection = connectionType("AuditEntry", () => AuditEntryView);

/** GraphQL queries of the log. */
@Resolver()
export class AuditResolver {
  @Query(() => AuditEntryConnection, {
    description: "What administrators and moderators did, newest first; for those who may read the log.",
  })
  auditLog(
    @Ctx() ctx: Context,
    @Arg("first", () => Int, { defaultValue: 20 }) first: number,
    @Arg("after", () => String, { nullable: true }) after?: string,
    @Arg("actorId", () => ID, { nullable: true, description: "Only what this member did." }) actorId?: string,
    @Arg("action", () => String, {
      nullable: true,
      description: "Only this action, by the name of its mutation.",
    })
    action?: string,
    @Arg("target", () => String, {
      nullable: true,
      description: "Only what was done to this thing, such as thread:5.",
    })
    target?: string,
  ) {
    const filter = { actorId: parseOptionalId(actorId, "actorId"), action, target };
    return listAuditLog(ctx, filter, { first, after });
  }

  @Query(() => AuditVerification, { description: "Checks every link of the log." })
  auditVerification(@Ctx() ctx: Context) {
    return verifyAuditLog(ctx);
  }
}
