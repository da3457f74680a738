import type { Context } from "../../core/context.ts";
import { amountText } from "../../core/money.ts";
import { legacyAddress } from "../../core/rest.ts";
import { readUpgradeTerms } from "./offer.service.ts";
import { UpgradeAction } from "./upgrade.view.ts";

/** The predecessor's numbers for the button of an offer (legacy-facts 5.6). */
const BUTTONS = { [UpgradeAction.RENEW]: 1, [UpgradeAction.UPGRADE]: 2, [UpgradeAction.BUY]: 2 } as const;

/** Lists the groups that are for sale (legacy-facts 5.6). */
export async function listUpgradesForLegacy(ctx: Context): Promise<object[]> {
  const { offers } = await readUpgradeTerms(ctx);
  return offers.map(({ group, viewerAction }) => ({
    groupId: group.id,
    name: group.name,
    color: group.color,
    icon: legacyAddress(ctx, group.icon),
    fee: amountText(group.fee),
    amount: amountText(group.fee),
    level: group.level,
    days: group.days,
    description: group.description,
    notice: group.notice,
    button: viewerAction === null ? 0 : BUTTONS[viewerAction],
  }));
}
