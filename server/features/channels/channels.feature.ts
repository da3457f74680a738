import type { Feature } from "../../core/feature.ts";
import { deliver } from "../../core/outbox.ts";
import { messageSent } from "../messages/message.events.ts";
import { noticesWritten } from "../notifications/notice.events.ts";
import { ChannelAddress } from "./address.entity.ts";
import { Dispatch } from "./dispatch.entity.ts";
import { dispatchMessages, dispatchNotices } from "./dispatch.service.ts";

/** Notices outside the site: e-mail, digests, text messages, WeChat; and what members want where. */
export const channels: Feature = {
  name: "channels",
  entities: [Dispatch, ChannelAddress],
  deliveries: [
    deliver("dispatchNotices", noticesWritten, dispatchNotices, {
      concerns: ({ notices }) => notices.length > 0,
    }),
    deliver("dispatchMessages", messageSent, dispatchMessages),
  ],
};
