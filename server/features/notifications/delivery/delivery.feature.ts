import type { Feature } from "../../../core/feature.ts";
import { deliver } from "../../../core/outbox.ts";
import { messageSent } from "../../messages/message.events.ts";
import { noticesWritten } from "../inbox/notice.events.ts";
import { ChannelAddress } from "./addresses/address.entity.ts";
import { Dispatch } from "./queue/dispatch.entity.ts";
import { channelsJobs } from "./delivery.jobs.ts";
import { ChannelsResolver, DispatchFieldsResolver, OwnChannelsResolver } from "./delivery.resolver.ts";
import { dispatchMessages, dispatchNotices } from "./queue/dispatch.service.ts";
import { mailSender } from "./senders/mailSender.ts";
import { addSender } from "./senders/sender.ts";
import { smsSender } from "./senders/smsSender.ts";
import { wechatSender } from "./senders/wechatSender.ts";

for (const sender of [mailSender, smsSender, wechatSender]) addSender(sender);

/** Notices outside the site: e-mail, digests, text messages, WeChat; and what members want where. */
export const delivery: Feature = {
  name: "notifications/delivery",
  entities: [Dispatch, ChannelAddress],
  resolvers: [ChannelsResolver, OwnChannelsResolver, DispatchFieldsResolver],
  jobs: channelsJobs,
  deliveries: [
    deliver("dispatchNotices", noticesWritten, dispatchNotices, {
      concerns: ({ notices }) => notices.length > 0,
    }),
    deliver("dispatchMessages", messageSent, dispatchMessages),
  ],
};
