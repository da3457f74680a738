import type { RecordOf } from "../format/records.ts";

/** Fields of a group that no other program has, or that a reader gives only to some groups. */
export const PLAIN_GROUP = {
  color: "",
  icon: "",
  isDisplay: false,
  isDefault: false,
  type: "",
  isPaid: false,
  isForSale: false,
  feeCents: 0,
  days: 0,
  level: 0,
  scale: 0,
  isSubordinate: false,
  isCommission: false,
  description: "",
  notice: "",
  timeRange: 0,
  contentRange: 0,
} satisfies Partial<RecordOf<"groups">>;
