const SENTENCE_MAX = 300;

/** Gives the sentence that the page shows of an error: what a driver says of its statement stays inside. */
export function sentenceOf(error: unknown): string {
  const {
    message = "",
    code,
    sqlMessage,
    driverError,
  } = error as {
    message?: string;
    code?: string;
    sqlMessage?: string;
    driverError?: { code?: string };
  };
  if (sqlMessage !== undefined || driverError !== undefined)
    return `A database has refused a statement (${code ?? driverError?.code ?? "unknown"}).`;
  const [line = ""] = message.split("\n");
  return line.slice(0, SENTENCE_MAX) || "Something went wrong that nobody expected.";
}
