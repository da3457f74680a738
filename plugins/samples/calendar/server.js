const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;
const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
/** Days by which the calendar of a member may be before or behind that of the server. */
const APART_MS = 26 * 3_600_000;

/** Months that are stored, this one included. */
const STORED_MONTHS = 13;

function firstStoredMonth() {
  const now = new Date();
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1 - STORED_MONTHS, 1));
  return first.toISOString().slice(0, 7);
}

export default ({ data, refusal }) => ({
  jobs: {
    /** Forgets what nobody looks at any more. */
    async forget() {
      const first = firstStoredMonth();
      for (;;) {
        const rows = await data.find("days", { order: { month: "asc" }, limit: 200 });
        const old = rows.filter(({ month }) => month < first).map(({ id }) => id);
        if (old.length > 0) await data.delete("days", { id: old });
        if (old.length < 200) return;
      }
    },
  },
  query: {
    async days({ memberId, month }) {
      if (!MONTH.test(month)) throw refusal("月份有误 / This is no month");
      const rows = await data.find("days", { where: { memberId, month }, order: { day: "asc" } });
      return rows.map(({ day }) => day);
    },
  },
  mutation: {
    async checkIn({ day }, { viewerId }) {
      const isNear =
        DAY.test(day) && Math.abs(Date.parse(`${day}T12:00:00Z`) - Date.now()) < APART_MS + 12 * 3_600_000;
      if (!isNear) throw refusal("只能签到今天 / Only today can be checked in");
      const values = { memberId: viewerId, month: day.slice(0, 7), day: Number(day.slice(8)) };
      return (await data.insert("days", values)) !== null;
    },
  },
});
