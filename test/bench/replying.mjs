import { graphql, REPLY } from "./documents.mjs";

/**
 * Writes so many replies a second until it is stopped; gives how many were written per second.
 * @param onWritten gets the id of each reply as soon as it is acknowledged
 */
export function keepReplying(port, { threads, bodies, members }, replies, onWritten = () => undefined) {
  const began = performance.now();
  let [turn, written, isOver] = [0, 0, false];
  const errors = [];
  const running = new Set();
  const reply = async () => {
    const index = turn++;
    const input = { threadId: String(threads[index % threads.length]), body: bodies[index % bodies.length] };
    const { path, headers, body } = graphql(REPLY, { input }, members[index % members.length]);
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body,
    });
    const said = await answer.json();
    if (said.errors) return void errors.push(said.errors[0].message);
    onWritten(said.data.replyToThread.id);
    if (!isOver) written++;
  };
  // By the clock, since timers of a busy machine come late.
  const timer = setInterval(() => {
    while (turn < ((performance.now() - began) / 1000) * replies) {
      const each = reply().catch((error) => errors.push(String(error)));
      running.add(each);
      void each.finally(() => running.delete(each));
    }
  }, 10);
  return async () => {
    clearInterval(timer);
    isOver = true;
    const perSecond = written / ((performance.now() - began) / 1000);
    await Promise.all(running);
    if (errors.length > 0) throw new Error(`${errors.length} replies were refused: ${errors[0]}`);
    return perSecond;
  };
}
