import { connectionType } from "../../core/paging.ts";
import { RedPacketShare } from "./redPacket.entity.ts";

/** A page of claimed shares. */
export const RedPacketShareConnection = connectionType("RedPacketShare", () => RedPacketShare);
