const TITLE_MAX = 50;
const CONTENT_MAX = 200;
const NUMBER_MAX = 10_000;
const LINE_MAX = 50;
/** Seats that are tried when others register at the same moment. */
const TRIES_MAX = 20;
const SEATS_WITHOUT_LIMIT = 1_000_000;

export default ({ data, forum, settings, refusal }) => {
  const find = async (threadId) => (await data.find("activities", { where: { threadId } }))[0] ?? null;
  const get = async (threadId) => {
    const activity = await find(threadId);
    if (!activity) throw refusal("没有这个活动 / There is no such activity");
    return activity;
  };
  const numberOf = async (threadId) => (await data.count("registrations", { where: { threadId } }))[0].n;

  async function shown(activity, viewerId) {
    const { threadId, totalNumber, registerUntil, organizerId } = activity;
    const currentNumber = await numberOf(threadId);
    const own =
      viewerId && (await data.find("registrations", { where: { threadId, memberId: viewerId } }))[0];
    return {
      ...activity,
      currentNumber,
      isRegistered: Boolean(own),
      isExpired: Date.parse(registerUntil) < Date.now(),
      isMemberFull: totalNumber > 0 && currentNumber >= totalNumber,
      mine: viewerId !== null && organizerId === viewerId,
      needsWord: Boolean(settings.word),
    };
  }

  /** Only the author of a thread that everybody reads adds an activity to it. */
  async function mustBeAuthor(threadId, viewerId) {
    const { thread } = await forum.query("query ($id: ID!) { thread(id: $id) { author { id } } }", {
      id: threadId,
    });
    if (thread?.author?.id !== viewerId)
      throw refusal("只有楼主可以发起活动 / Only the author adds an activity");
  }

  function checked({
    title,
    content,
    startsAt,
    endsAt = null,
    registerFrom,
    registerUntil,
    totalNumber = 0,
  }) {
    const time = (text, what) => {
      const at = Date.parse(text);
      if (Number.isNaN(at)) throw refusal(`时间有误 / ${what} is no time`);
      return new Date(at).toISOString();
    };
    if (!title.trim() || title.length > TITLE_MAX)
      throw refusal(`标题须为 1 至 ${TITLE_MAX} 字 / The title has 1 to ${TITLE_MAX} characters`);
    if (content.length > CONTENT_MAX)
      throw refusal(`说明最多 ${CONTENT_MAX} 字 / The text has at most ${CONTENT_MAX} characters`);
    if (!Number.isInteger(totalNumber) || totalNumber < 0 || totalNumber > NUMBER_MAX)
      throw refusal(`人数须为 0 至 ${NUMBER_MAX} / Between 0 and ${NUMBER_MAX} people`);
    const start = time(startsAt, "startsAt");
    const end = endsAt === null ? null : time(endsAt, "endsAt");
    if (end !== null && end < start) throw refusal("结束不能早于开始 / It ends before it starts");
    return {
      title: title.trim(),
      content,
      startsAt: start,
      endsAt: end,
      registerFrom: registerFrom ? time(registerFrom, "registerFrom") : new Date().toISOString(),
      registerUntil: registerUntil ? time(registerUntil, "registerUntil") : start,
      totalNumber,
    };
  }

  /** Takes the first free seat; of two at once one takes the next. */
  async function takeSeat({ threadId, totalNumber }, values) {
    for (let attempt = 0; attempt < TRIES_MAX; attempt++) {
      const taken = new Set(
        (await data.find("registrations", { where: { threadId }, limit: 200, order: { seat: "desc" } })).map(
          ({ seat }) => seat,
        ),
      );
      const number = await numberOf(threadId);
      const most = totalNumber || SEATS_WITHOUT_LIMIT;
      if (number >= most) throw refusal("名额已满 / It is full");
      // A cancelled seat is free again, so the count alone does not say which one is.
      let seat = number + 1;
      while (taken.has(seat)) seat = seat >= most ? 1 : seat + 1;
      if ((await data.insert("registrations", { ...values, threadId, seat })) !== null) return;
      const [own] = await data.find("registrations", { where: { threadId, memberId: values.memberId } });
      if (own) throw refusal("已经报名 / You are registered already");
    }
    throw refusal("请重试 / Please try again");
  }

  return {
    query: {
      activity: async ({ threadId }, { viewerId }) => {
        const activity = await find(threadId);
        return activity && shown(activity, viewerId);
      },
      async registrations({ threadId }, { viewerId }) {
        const { organizerId } = await get(threadId);
        if (organizerId !== viewerId)
          throw refusal("只有发起人可以查看名单 / Only the organizer sees the list");
        return data.find("registrations", { where: { threadId }, order: { seat: "asc" } });
      },
    },
    mutation: {
      async save({ input: { threadId, ...input } }, { viewerId }) {
        await mustBeAuthor(threadId, viewerId);
        const values = { ...checked(input), organizerId: viewerId };
        if (await find(threadId)) {
          if ((await numberOf(threadId)) > 0)
            throw refusal("已有人报名，不能修改 / Somebody is registered: it cannot be changed");
          await data.update("activities", { threadId }, values);
        } else await data.insert("activities", { threadId, ...values });
        return shown(await get(threadId), viewerId);
      },
      async register({ threadId, name = "", mobile = "", word = "" }, { viewerId }) {
        const activity = await get(threadId);
        const now = Date.now();
        if (now < Date.parse(activity.registerFrom) || now > Date.parse(activity.registerUntil))
          throw refusal("不在报名时间内 / Registration is not open");
        if (settings.word && word?.trim() !== settings.word) throw refusal("口令不对 / The word is wrong");
        const line = (text) => (text ?? "").trim().slice(0, LINE_MAX);
        const values = {
          memberId: viewerId,
          name: line(name),
          mobile: line(mobile),
          registeredAt: new Date().toISOString(),
        };
        await takeSeat(activity, values);
        return shown(activity, viewerId);
      },
      async cancel({ threadId }, { viewerId }) {
        const activity = await get(threadId);
        if ((await data.delete("registrations", { threadId, memberId: viewerId })) === 0)
          throw refusal("没有报名 / You are not registered");
        return shown(activity, viewerId);
      },
    },
    events: {
      async threadDeleted({ threadId }) {
        await data.together([
          { op: "delete", table: "registrations", where: { threadId } },
          { op: "delete", table: "activities", where: { threadId } },
        ]);
      },
    },
  };
};
