import { createElement as h, useEffect, useState } from "react";
import { definePlugin } from "@luntan/plugin-kit";

const WORDS = {
  "zh-CN": {
    title: "投票",
    votes: (n) => `${n} 票`,
    vote: (text) => `投给「${text}」`,
    add: "添加投票",
    options: "选项（每行一个）",
    insert: "插入投票",
    signIn: "登录后投票",
    failed: "投票失败",
  },
  en: {
    title: "Poll",
    votes: (n) => (n === 1 ? "1 vote" : `${n} votes`),
    vote: (text) => `Vote for “${text}”`,
    add: "Add a poll",
    options: "Options, one in each line",
    insert: "Insert the poll",
    signIn: "Sign in to vote",
    failed: "The vote did not go through",
  },
};
const POLL = "threadId options { id text votes } total mine";
const OPTIONS_MAX = 10;

/** @type {import("@luntan/plugin-kit").TrustedPlugin} */
const plugin = definePlugin(({ locale }) => {
  const t = WORDS[locale] ?? WORDS.en;
  /** Threads of which rows ask in the same moment: one request for all of them. */
  let waiting = null;
  const pollOf = (server, threadId) => {
    if (!waiting) {
      const ids = new Set();
      const polls = new Promise((resolve) => setTimeout(resolve)).then(() => {
        waiting = null;
        return server.query(`query ($ids: [ID!]!) { polls(threadIds: $ids) { ${POLL} } }`, { ids: [...ids] });
      });
      waiting = { ids, polls };
    }
    waiting.ids.add(threadId);
    return waiting.polls.then(
      ({ polls }) => (polls ?? []).find((poll) => poll.threadId === threadId) ?? null,
    );
  };
  const usePoll = (server, threadId) => {
    const [poll, setPoll] = useState(null);
    useEffect(() => {
      let isOpen = true;
      pollOf(server, threadId).then(
        (found) => isOpen && setPoll(found),
        () => undefined,
      );
      return () => void (isOpen = false);
    }, [server, threadId]);
    return [poll, setPoll];
  };

  function poll({ threadData, data, userInfo, viewerCanInsert, server, isLogin }) {
    const [shown, setShown] = usePoll(server, threadData.id);
    const [problem, setProblem] = useState("");
    const [isBusy, setBusy] = useState(false);
    const start = async (options) => {
      try {
        const document = `mutation ($id: ID!, $options: [String!]!) { start(threadId: $id, options: $options) { ${POLL} } }`;
        setShown((await server.mutate(document, { id: threadData.id, options })).start);
        setProblem("");
      } catch (error) {
        setProblem(error.message || t.failed);
      }
    };
    if (!shown) {
      const mayStart = viewerCanInsert && userInfo !== null && data?.author?.id === userInfo.id;
      if (!mayStart) return null;
      return h(
        "div",
        null,
        h(Form, { onOptions: (options) => void start(options) }),
        problem && h("p", { role: "alert" }, problem),
      );
    }
    const vote = async (id) => {
      setBusy(true);
      try {
        const answer = await server.mutate(`mutation ($id: ID!) { vote(optionId: $id) { ${POLL} } }`, { id });
        setShown(answer.vote);
        setProblem("");
      } catch (error) {
        setProblem(error.message || t.failed);
      }
      setBusy(false);
    };
    const mayVote = isLogin() && shown.mine === null;
    return h(
      "section",
      { className: "poll", "aria-label": t.title },
      h("strong", null, `${t.title} · ${t.votes(shown.total)}`),
      ...shown.options.map(({ id, text, votes }) => {
        const share = shown.total > 0 ? Math.round((votes / shown.total) * 100) : 0;
        return h(
          "div",
          { key: id, className: "poll-option", style: { "--share": `${share}%` } },
          mayVote
            ? h(
                "button",
                {
                  type: "button",
                  "aria-label": t.vote(text),
                  disabled: isBusy,
                  onClick: () => void vote(id),
                },
                text,
              )
            : h("span", null, shown.mine === id ? `✓ ${text}` : text),
          h("span", null, `${t.votes(votes)} · ${share}%`),
        );
      }),
      !isLogin() && h("p", null, t.signIn),
      problem && h("p", { role: "alert" }, problem),
    );
  }

  function mark({ threadData, server }) {
    const [shown] = usePoll(server, threadData.id);
    return shown && h("span", { className: "poll-mark" }, `${t.title} · ${t.votes(shown.total)}`);
  }

  /** Asks for the options of a poll. */
  function Form({ onOptions }) {
    const [isOpen, setOpen] = useState(false);
    const [text, setText] = useState("");
    const options = text
      .split("\n")
      .map((line) => line.trim().replaceAll("/", "-"))
      .filter(Boolean);
    const insert = () => {
      onOptions(options);
      setOpen(false);
      setText("");
    };
    if (!isOpen)
      return h("button", { type: "button", className: "poll-add", onClick: () => setOpen(true) }, t.add);
    return h(
      "div",
      { className: "poll" },
      h(
        "label",
        null,
        t.options,
        h("textarea", { rows: 4, value: text, onChange: (event) => setText(event.target.value) }),
      ),
      h(
        "button",
        {
          type: "button",
          className: "poll-add",
          disabled: options.length < 2 || options.length > OPTIONS_MAX,
          onClick: insert,
        },
        t.insert,
      ),
    );
  }

  function composer({ insertText, viewerCanInsert }) {
    const onOptions = (options) => insertText(`\n\n${t.title}：${options.join(" / ")}\n`);
    return viewerCanInsert ? h(Form, { onOptions }) : null;
  }

  return { poll, mark, composer };
});

export default plugin;
