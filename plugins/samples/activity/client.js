import { createElement as h, Fragment, useEffect, useState } from "react";
import { definePlugin } from "@luntan/plugin-kit";

const WORDS = {
  "zh-CN": {
    label: "活动",
    add: "发起活动",
    title: "活动名称",
    content: "活动说明",
    starts: "开始时间",
    number: "人数上限（0 为不限）",
    save: "保存",
    register: "报名",
    cancel: "取消报名",
    full: "名额已满",
    expired: "报名已截止",
    signIn: "登录后报名",
    name: "姓名",
    mobile: "电话",
    word: "口令",
    export: "导出名单",
    people: (n, of) => (of > 0 ? `${n} / ${of} 人` : `${n} 人`),
  },
  en: {
    label: "Activity",
    add: "Add an activity",
    title: "Title of the activity",
    content: "What it is about",
    starts: "Starts",
    number: "Most people (0: any number)",
    save: "Save",
    register: "Register",
    cancel: "Cancel the registration",
    full: "It is full",
    expired: "Registration has ended",
    signIn: "Sign in to register",
    name: "Name",
    mobile: "Telephone",
    word: "Word",
    export: "Export the list",
    people: (n, of) => (of > 0 ? `${n} of ${of} people` : n === 1 ? "1 person" : `${n} people`),
  },
};
const FIELDS =
  "id threadId title content startsAt registerUntil totalNumber currentNumber isRegistered isExpired isMemberFull mine needsWord";

/** Makes a table that spreadsheets open; what they would take for a formula is text. */
function csvOf(rows) {
  const cell = (value) => {
    const text = String(value ?? "");
    const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return `"${safe.replaceAll('"', '""')}"`;
  };
  return `\ufeff${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

/** @type {import("@luntan/plugin-kit").TrustedPlugin} */
const plugin = definePlugin(({ locale }) => {
  const t = WORDS[locale] ?? WORDS.en;
  const field = (label, value, onChange, type = "text") =>
    h("label", null, label, h("input", { type, value, onChange: (event) => onChange(event.target.value) }));

  function Form({ threadId, server, onSaved, onProblem }) {
    const [title, setTitle] = useState("");
    const [content, setContent] = useState("");
    const [startsAt, setStartsAt] = useState("");
    const [number, setNumber] = useState("0");
    const save = async (event) => {
      event.preventDefault();
      const start = new Date(startsAt);
      const input = {
        threadId,
        title,
        content,
        startsAt: Number.isNaN(start.getTime()) ? "" : start.toISOString(),
        totalNumber: Number(number) || 0,
      };
      try {
        onSaved(
          (
            await server.mutate(`mutation ($input: ActivityInput!) { save(input: $input) { ${FIELDS} } }`, {
              input,
            })
          ).save,
        );
      } catch (error) {
        onProblem(error.message);
      }
    };
    return h(
      "form",
      { className: "activity-form", onSubmit: (event) => void save(event) },
      field(t.title, title, setTitle),
      field(t.content, content, setContent),
      field(t.starts, startsAt, setStartsAt, "datetime-local"),
      field(t.number, number, setNumber, "number"),
      h("button", { type: "submit" }, t.save),
    );
  }

  function Card({ shown, server, isLogin, onChanged, onProblem }) {
    const [name, setName] = useState("");
    const [mobile, setMobile] = useState("");
    const [word, setWord] = useState("");
    const { threadId } = shown;
    const change = async (document, variables = {}) => {
      try {
        onChanged(Object.values(await server.mutate(document, { id: threadId, ...variables }))[0]);
      } catch (error) {
        onProblem(error.message);
      }
    };
    const register = () =>
      change(
        `mutation ($id: ID!, $name: String, $mobile: String, $word: String) { register(threadId: $id, name: $name, mobile: $mobile, word: $word) { ${FIELDS} } }`,
        { name, mobile, word },
      );
    const cancel = () => change(`mutation ($id: ID!) { cancel(threadId: $id) { ${FIELDS} } }`);
    const exportList = async () => {
      const { registrations } = await server.query(
        "query ($id: ID!) { registrations(threadId: $id) { memberId name mobile registeredAt } }",
        { id: threadId },
      );
      const rows = registrations.map(({ memberId, name, mobile, registeredAt }) => [
        memberId,
        name,
        mobile,
        registeredAt,
      ]);
      const file = new Blob([csvOf([["id", t.name, t.mobile, t.register], ...rows])], { type: "text/csv" });
      const link = Object.assign(document.createElement("a"), {
        href: URL.createObjectURL(file),
        download: `activity-${threadId}.csv`,
      });
      link.click();
      URL.revokeObjectURL(link.href);
    };
    const state = !isLogin() ? t.signIn : shown.isExpired ? t.expired : shown.isMemberFull ? t.full : null;
    return h(
      Fragment,
      null,
      h("strong", null, shown.title),
      shown.content && h("p", null, shown.content),
      h(
        "p",
        null,
        new Date(shown.startsAt).toLocaleString(locale),
        " · ",
        t.people(shown.currentNumber, shown.totalNumber),
      ),
      shown.isRegistered
        ? h("button", { type: "button", onClick: () => void cancel() }, t.cancel)
        : state
          ? h("p", null, state)
          : h(
              "div",
              { className: "activity-form" },
              field(t.name, name, setName),
              field(t.mobile, mobile, setMobile),
              shown.needsWord && field(t.word, word, setWord),
              h("button", { type: "button", onClick: () => void register() }, t.register),
            ),
      shown.mine && h("button", { type: "button", onClick: () => void exportList() }, t.export),
    );
  }

  function activity({ threadData, data, userInfo, server, isLogin }) {
    const [shown, setShown] = useState(null);
    const [isOpen, setOpen] = useState(false);
    const [problem, setProblem] = useState("");
    useEffect(() => {
      let isHere = true;
      server.query(`query ($id: ID!) { activity(threadId: $id) { ${FIELDS} } }`, { id: threadData.id }).then(
        (answer) => isHere && setShown(answer.activity ?? null),
        () => undefined,
      );
      return () => void (isHere = false);
    }, [server, threadData.id]);
    const changed = (next) => {
      setShown(next);
      setProblem("");
    };
    const isAuthor = userInfo !== null && data?.author?.id === userInfo.id;
    if (!shown && !isAuthor) return null;
    const parts = { server, onProblem: setProblem };
    return h(
      "section",
      { className: "activity", "aria-label": t.label },
      shown
        ? h(Card, { ...parts, shown, isLogin, onChanged: changed })
        : isOpen
          ? h(Form, { ...parts, threadId: threadData.id, onSaved: changed })
          : h("button", { type: "button", onClick: () => setOpen(true) }, t.add),
      problem && h("p", { role: "alert" }, problem),
    );
  }

  return { activity };
});

export default plugin;
