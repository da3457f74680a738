const LINE = /^\s*(?:投票|Poll)[:：]\s*(.+)$/im;
const OPTIONS_MAX = 10;
const OPTION_MAX = 80;
const THREADS_MAX = 50;

/** Takes each option once, without blanks around it. */
function cleaned(options) {
  const texts = options.map((option) => option.trim().replaceAll("\\", ""));
  return [...new Set(texts.filter((option) => option !== ""))];
}

/** Reads the options of the poll in a text; null without one. */
function optionsIn(text) {
  const line = LINE.exec(text)?.[1];
  return line ? cleaned(line.split("/")) : null;
}

export default ({ data, forum, refusal }) => {
  async function pollsOf(threadIds, viewerId) {
    const ids = threadIds.slice(0, THREADS_MAX);
    if (ids.length === 0) return [];
    const [options, counts, own] = await data.together([
      { op: "find", table: "options", where: { threadId: ids }, order: { place: "asc" } },
      { op: "count", table: "votes", where: { threadId: ids }, by: "optionId" },
      { op: "find", table: "votes", where: { threadId: ids, voterId: viewerId ?? "0" } },
    ]);
    const votes = new Map(counts.map(({ key, n }) => [String(key), n]));
    const mine = new Map(own.map(({ threadId, optionId }) => [threadId, String(optionId)]));
    return ids.flatMap((threadId) => {
      const list = options
        .filter((option) => option.threadId === String(threadId))
        .map(({ id, text }) => ({ id, text, votes: votes.get(id) ?? 0 }));
      const total = list.reduce((sum, option) => sum + option.votes, 0);
      return list.length > 0
        ? [{ threadId, options: list, total, mine: mine.get(String(threadId)) ?? null }]
        : [];
    });
  }

  function checkOptions(options) {
    const fits = options.length >= 2 && options.length <= OPTIONS_MAX;
    if (!fits || options.some(({ length }) => length > OPTION_MAX))
      throw refusal(`投票须有 2 至 ${OPTIONS_MAX} 个选项 / A poll has 2 to ${OPTIONS_MAX} options`);
  }

  /** Refuses a bad poll, and one of somebody who may not start any; writes its line with each option once. */
  function checkText({ body }, { canInsert }) {
    const options = optionsIn(body ?? "");
    if (!options) return null;
    if (!canInsert) throw refusal("你所在的用户组不能发起投票 / Your group may not start polls");
    checkOptions(options);
    const line = LINE.exec(body)[1];
    return { body: body.replace(line, () => options.join(" / ")) };
  }

  return {
    query: { polls: ({ threadIds }, { viewerId }) => pollsOf(threadIds, viewerId) },
    mutation: {
      async vote({ optionId }, { viewerId }) {
        const [option] = await data.find("options", { where: { id: optionId } });
        if (!option) throw refusal("没有这个选项 / There is no such option");
        const { threadId } = option;
        // Who may not read the thread does not vote in it.
        await forum.query("query ($id: ID!) { thread(id: $id) { id } }", { id: threadId });
        const id = await data.insert("votes", { threadId, optionId: Number(optionId), voterId: viewerId });
        if (id === null) throw refusal("已经投过票 / You have voted already");
        return (await pollsOf([threadId], viewerId))[0];
      },
      /** Adds a poll to a thread that is there already. */
      async start({ threadId, options: given }, { viewerId }) {
        const { thread } = await forum.query("query ($id: ID!) { thread(id: $id) { author { id } } }", {
          id: threadId,
        });
        if (thread?.author?.id !== viewerId)
          throw refusal("只有楼主可以发起投票 / Only the author starts a poll");
        const options = cleaned(given);
        checkOptions(options);
        // Of two at once one has the first place.
        const operations = options.map((text, place) => ({
          op: "insert",
          table: "options",
          values: { threadId, place, text },
        }));
        if ((await data.insert("options", operations[0].values)) === null)
          throw refusal("已有投票 / There is a poll already");
        await data.together(operations.slice(1));
        return (await pollsOf([threadId], viewerId))[0];
      },
    },
    before: {
      publishThread: checkText,
      async editThread(edit, asking) {
        const [poll] = await pollsOf([edit.threadId], null);
        if (!poll || edit.body === undefined) return poll ? null : checkText(edit, asking);
        const texts = poll.options.map(({ text }) => text);
        const options = optionsIn(edit.body);
        if (options && options.join("/") !== texts.join("/"))
          throw refusal("投票的选项不能修改 / The options of a poll stay as they are");
        return null;
      },
    },
    events: {
      async threadPublished({ threadId }) {
        const { thread } = await forum.query("query ($id: ID!) { thread(id: $id) { body } }", {
          id: threadId,
        });
        const options = optionsIn(thread?.body ?? "") ?? [];
        for (const [place, text] of options.slice(0, OPTIONS_MAX).entries())
          await data.insert("options", { threadId, place, text });
      },
      async threadDeleted({ threadId }) {
        await data.together([
          { op: "delete", table: "votes", where: { threadId } },
          { op: "delete", table: "options", where: { threadId } },
        ]);
      },
    },
  };
};
