import { createElement as h, useEffect, useState } from "react";
import { definePlugin } from "@luntan/plugin-kit";

const WORDS = {
  "zh-CN": {
    title: "签到日历",
    checkIn: "今天签到",
    done: "今天已签到",
    signIn: "登录后签到",
    count: (n) => `本月签到 ${n} 天`,
    failed: "签到失败",
  },
  en: {
    title: "Check-in calendar",
    checkIn: "Check in today",
    done: "Checked in today",
    signIn: "Sign in to check in",
    count: (n) => (n === 1 ? "1 day this month" : `${n} days this month`),
    failed: "This did not go through",
  },
};
const DAYS = "query ($id: ID!, $month: String!) { days(memberId: $id, month: $month) }";
const two = (number) => String(number).padStart(2, "0");

/** @type {import("@luntan/plugin-kit").TrustedPlugin} */
const plugin = definePlugin(({ locale }) => {
  const t = WORDS[locale] ?? WORDS.en;
  const today = () => {
    const now = new Date();
    const month = `${now.getFullYear()}-${two(now.getMonth() + 1)}`;
    return { month, day: now.getDate(), text: `${month}-${two(now.getDate())}`, now };
  };

  const useDays = (server, memberId) => {
    const [days, setDays] = useState(null);
    useEffect(() => {
      let isOpen = true;
      if (memberId)
        server.query(DAYS, { id: memberId, month: today().month }).then(
          (answer) => isOpen && setDays(answer.days),
          () => undefined,
        );
      return () => void (isOpen = false);
    }, [server, memberId]);
    return [days, setDays];
  };

  function Calendar({ days }) {
    const { now, day } = today();
    const first = (new Date(now.getFullYear(), now.getMonth(), 1).getDay() + 6) % 7;
    const last = new Date(now.getFullYear(), now.getMonth() + 1, 0).getDate();
    const cells = Array.from({ length: first }, (_, index) => h("span", { key: `before ${index}` }));
    for (let number = 1; number <= last; number++) {
      const isIn = days.includes(number);
      const className = [isIn && "calendar-in", number === day && "calendar-today"].filter(Boolean).join(" ");
      cells.push(h("span", { key: number, className, "data-in": isIn || undefined }, number));
    }
    return h(
      "div",
      { className: "calendar-days", role: "img", "aria-label": `${t.title}: ${t.count(days.length)}` },
      ...cells,
    );
  }

  function month({ renderData, server }) {
    const [days] = useDays(server, renderData.id);
    if (!days) return null;
    return h("section", { className: "calendar" }, h("p", null, t.count(days.length)), h(Calendar, { days }));
  }

  function page({ userInfo, server }) {
    const [days, setDays] = useDays(server, userInfo?.id);
    const [problem, setProblem] = useState("");
    const { day, text } = today();
    const checkIn = async () => {
      try {
        await server.mutate("mutation ($day: String!) { checkIn(day: $day) }", { day: text });
        setDays([...new Set([...(days ?? []), day])]);
        setProblem("");
      } catch (error) {
        setProblem(error.message || t.failed);
      }
    };
    const isIn = days?.includes(day);
    return h(
      "section",
      { className: "calendar card", "aria-label": t.title },
      h("h2", null, t.title),
      userInfo
        ? h(
            "button",
            { type: "button", disabled: !days || isIn, onClick: () => void checkIn() },
            isIn ? t.done : t.checkIn,
          )
        : h("p", null, t.signIn),
      h(Calendar, { days: days ?? [] }),
      problem && h("p", { role: "alert" }, problem),
    );
  }

  return { month, page };
});

export default plugin;
