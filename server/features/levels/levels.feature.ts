import { DomainError } from "../../core/errors.ts";
import type { Feature } from "../../core/feature.ts";
import type { ErasureHook, GroupHook } from "../../core/hooks.ts";
import { deliver } from "../../core/outbox.ts";
import { inTransaction } from "../../core/transaction.ts";
import { UserStatus } from "../../core/viewer.ts";
import { reportsHandled, reportsReopened } from "../moderation/reports/report.events.ts";
import { ReportVerdict } from "../moderation/reports/report.input.ts";
import { setLevelGroup } from "../users/members/levelGroup.service.ts";
import { userStatusChanged } from "../users/user.events.ts";
import { applyLevels, applyNewLevels } from "./award.service.ts";
import { forgetReports, noteBans, noteUpheldReports } from "./fault.service.ts";
import { Level, UserLevel } from "./level.entity.ts";
import {
  GroupLevelResolver,
  LevelResolver,
  LevelTrialRowResolver,
  UserLevelResolver,
} from "./level.resolver.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Refuses to delete the group of a level. */
const keepLevelGroups: GroupHook = {
  name: "levels.keepLevelGroups",
  async moveMembers(ctx, groupId) {
    if (!(await ctx.db.existsBy(Level, { groupId }))) return 0;
    throw new DomainError("IN_USE", {
      text: {
        zh: "这个用户组是一个等级，请先在等级页面删除等级",
        en: "This group is a level. Remove the level first.",
      },
    });
  },
  returnMembers: () => Promise.resolve(0),
};

const eraseLevel: ErasureHook = {
  name: "levels",
  erase: (ctx, userId) =>
    inTransaction(ctx, async (ctx) => {
      await ctx.db.delete(UserLevel, { userId });
      await setLevelGroup(ctx, [userId], null);
    }),
};

/** Levels that members reach by rules. */
export const levels: Feature = {
  name: "levels",
  entities: [Level, UserLevel],
  resolvers: [LevelResolver, LevelTrialRowResolver, UserLevelResolver, GroupLevelResolver],
  jobs: [
    { name: "applyLevels", everyMs: DAY_MS, onStart: true, run: applyLevels },
    { name: "applyNewLevels", everyMs: MINUTE_MS, run: applyNewLevels },
  ],
  groupHooks: [keepLevelGroups],
  erasureHooks: [eraseLevel],
  deliveries: [
    deliver("noteUpheldReports", reportsHandled, noteUpheldReports, {
      concerns: ({ verdict }) => verdict === ReportVerdict.ACCEPTED,
    }),
    deliver("forgetReopenedReports", reportsReopened, forgetReports),
    deliver("noteBans", userStatusChanged, noteBans, { concerns: ({ to }) => to === UserStatus.BANNED }),
  ],
};
