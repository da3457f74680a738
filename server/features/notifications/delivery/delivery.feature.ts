import { eraseRows } from "../../../core/erasure.ts";
import type { Feature } from "../../../core/feature.ts";
import { deliver } from "../../../core/outbox.ts";
import { emailGiven } from "../../auth/accounts/account.events.ts";
import { messageSent } from "../../messages/message.events.ts";
import { roomMessageSent } from "../../rooms/room.events.ts";
import { notificationsWritten } from "../inbox/notification.events.ts";
import { ChannelAddress } from "./addresses/address.entity.ts";
import { proposeEmails } from "./addresses/email.service.ts";
import { Dispatch } from "./queue/dispatch.entity.ts";
import { channelsJobs } from "./delivery.jobs.ts";
import { ChannelsResolver, DispatchFieldsResolver, OwnChannelsResolver } from "./delivery.resolver.ts";
import { dispatchMessages, dispatchNotifications, dispatchRoomMessages } from "./queue/dispatch.service.ts";
import { mailSender } from "./senders/mailSender.ts";
import { addSender } from "./senders/sender.ts";
import { smsSender } from "./senders/smsSender.ts";
import { wechatSender } from "./senders/wechatSender.ts";
import { addAccountMail } from "./messages/accountMail.ts";
import { verificationMail } from "./messages/verification.service.ts";

for (const sender of [mailSender, smsSender, wechatSender]) addSender(sender);
addAccountMail(verificationMail);

/** Notifications outside the site: e-mail, digests, text messages, WeChat; and what members want where. */
export const delivery: Feature = {
  name: "notifications/delivery",
  entities: [Dispatch, ChannelAddress],
  resolvers: [ChannelsResolver, OwnChannelsResolver, DispatchFieldsResolver],
  jobs: channelsJobs,
  erasureHooks: [eraseRows("notifications/delivery", Dispatch, ChannelAddress)],
  deliveries: [
    deliver("dispatchNotifications", notificationsWritten, dispatchNotifications, {
      concerns: ({ notifications }) => notifications.length > 0,
    }),
    deliver("proposeEmails", emailGiven, proposeEmails),
    deliver("dispatchMessages", messageSent, dispatchMessages),
    deliver("dispatchRoomMessages", roomMessageSent, dispatchRoomMessages, {
      concerns: ({ recipientIds }) => recipientIds.length > 0,
    }),
  ],
};
