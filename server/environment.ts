import { readFileSync } from "node:fs";

type Variables = Readonly<Record<string, string | undefined>>;

/** Variables whose value may lie in a file, which the variable with `_FILE` behind its name leads to. */
const SECRETS = [
  "DATABASE_URL",
  "DB_PASSWORD",
  "ADMIN_PASSWORD",
  "METRICS_TOKEN",
  "LUNTAN_BACKUP_PASSPHRASE",
] as const;
/** Parts of the address of the database. */
const DB_PARTS = ["DB_HOST", "DB_PORT", "DB_USER", "DB_PASSWORD", "DB_NAME"] as const;
const DEFAULT_DB_PORT = "3306";

/**
 * Completes environment variables: secrets come from files, and the address of the database from its parts (`DB_HOST`,
 * `DB_PORT`, `DB_USER`, `DB_PASSWORD`, `DB_NAME`), in which no character needs an escape. Empty variables count as unset.
 * @returns the variables, and a sentence for each problem
 */
export function completeEnvironment(variables: Variables): { variables: Variables; problems: string[] } {
  const complete = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));
  const problems: string[] = [];
  for (const name of SECRETS) {
    const path = complete[`${name}_FILE`];
    if (path === undefined) continue;
    if (complete[name] !== undefined) problems.push(`${name}: set it or ${name}_FILE, not both`);
    else if (!readSecret(complete, name, path))
      problems.push(`${name}_FILE: ${path} holds no first line to read`);
  }
  if (problems.length === 0) problems.push(...joinDatabase(complete));
  return { variables: complete, problems };
}

/** Sets a variable to the first line of a file. @returns false if there is none */
function readSecret(variables: Record<string, string | undefined>, name: string, path: string): boolean {
  try {
    const [line = ""] = readFileSync(path, "utf8").split(/\r?\n/, 1);
    if (line !== "") variables[name] = line;
    return line !== "";
  } catch {
    return false;
  }
}

/** Writes the address of the database from its parts, where there are any. */
function joinDatabase(variables: Record<string, string | undefined>): string[] {
  const {
    DB_HOST: host,
    DB_PORT: port = DEFAULT_DB_PORT,
    DB_USER: user,
    DB_PASSWORD: password = "",
    DB_NAME: name,
  } = variables;
  if (DB_PARTS.every((part) => variables[part] === undefined)) return [];
  if (variables["DATABASE_URL"] !== undefined)
    return ["DATABASE_URL: set it or DB_HOST, DB_USER and DB_NAME, not both"];
  if (!host || !user || !name) return ["DB_HOST, DB_USER and DB_NAME go together"];
  const account = [user, password].map(encodeURIComponent).join(":");
  variables["DATABASE_URL"] = `mysql://${account}@${host}:${port}/${encodeURIComponent(name)}`;
  return [];
}
