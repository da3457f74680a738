import type { Feature } from "../../core/feature.ts";
import { deliver } from "../../core/outbox.ts";
import { messageSent } from "../messages/message.events.ts";
import { noticesWritten } from "../notifications/notice.events.ts";
import { ChannelAddress } from "./address.entity.ts";
import { Dispatch } from "./dispatch.entity.ts";
import { channelsJobs } from "./channels.jobs.ts";
import { ChannelsResolver, DispatchFieldsResolver, OwnChannelsResolver } from "./channels.resolver.ts";
import { dispatchMessages, dispatchNotices } from "./dispatch.service.ts";
import { mailSender } from "./mailSender.ts";
import { addSender } from "./sender.ts";
import { smsSender } from "./smsSender.ts";
import { wechatSender } from "./wechatSender.ts";

for (const sender of [mailSender, smsSender, wechatSender]) addSender(sender);

/** Notices outside the site: e-mail, digests, text messages, WeChat; and what members want where. */
export const channels: Feature = {
  name: "channels",
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
