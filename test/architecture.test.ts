import { readFileSync } from "node:fs";
import { basename, dirname, posix } from "node:path";
import { describe, expect, test } from "vitest";
import { CLIENT_FEATURES, clientFeatureOf } from "./support/clientOrder.ts";
import { cyclesOf, featureNames, importsOf, modules, type Import } from "./support/modules.ts";
import { ROOT, trackedFiles } from "./support/root.ts";

/**
 * The rules of the house are a test. Every violation is printed as `from → to`.
 */

const all: readonly Import[] = modules.flatMap(importsOf);
const own = all.filter((edge) => edge.to !== null) as readonly (Import & { to: string })[];
const show = (edges: readonly Import[]): string[] =>
  edges.map(({ from, to, name }) => `${from} → ${to ?? name}`);

/** Kinds of files within a server feature, and the kinds (of the same feature) that each may import. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  entity: ["entity", "input"],
  view: ["entity", "view", "input"],
  input: ["entity", "input", "view"],
  policy: ["entity", "input", "view", "policy"],
  events: ["entity"],
  // Raw statements that TypeORM cannot say, or that were measured to matter; each file says why.
  sql: ["entity", "sql"],
  loaders: ["entity", "view", "loaders", "sql"],
  service: ["entity", "view", "input", "policy", "events", "loaders", "sql", "service", "helper"],
  resolver: ["entity", "view", "input", "policy", "loaders", "service", "resolver", "helper"],
  rest: ["entity", "view", "input", "service", "helper"],
  jobs: ["service"],
  feature: [
    "entity",
    "view",
    "input",
    "policy",
    "events",
    "loaders",
    "service",
    "resolver",
    "rest",
    "jobs",
    "helper",
  ],
  // A named piece of a service that is neither a verb nor a table, such as password.ts.
  helper: ["entity", "view", "input", "policy", "events", "loaders", "sql", "helper", "service"],
};
/** Writes into another folder's table: the head of the audit log is core's, since every transaction writes it. */
const SHARED_TABLES = ["audit → server/core: AuditHead"];
/** Files of a feature that lie side by side; above that, sub-folders by topic are clearer. */
const FILES_IN_FOLDER_MAX = 25;
/** Helpers of the core that put statements together for `.sql.ts` files. */
const SQL_HELPERS: readonly string[] = ["server/core/sql.ts", "server/core/write.ts"];
/** Lines of a function; one that does not hold in them hides two. */
const FUNCTION_LINES_MAX = 80;
/** Kinds that other features never import. */
const DOORS = ["resolver", "rest", "jobs", "feature"];
/** Kinds that any feature may name, whatever the order: foreign keys and subscriptions point where the data does. */
const NAMED_BY_ALL = ["entity", "events"];

/** Folders below server/features that have a contents page. A feature's other sub-folders belong to it. */
const FEATURES: ReadonlySet<string> = new Set(
  modules.flatMap(({ path }) => /^server\/features\/(.+)\/[^/]+\.feature\.ts$/.exec(path)?.[1] ?? []),
);

/** The feature of a file: the nearest folder above it that has a contents page, else the first folder. */
function featureOf(file: string): string | null {
  const path = /^server\/features\/(.+)\/[^/]+$/.exec(file)?.[1];
  if (!path) return null;
  const folders = path.split("/");
  for (let depth = folders.length; depth > 0; depth--) {
    const folder = folders.slice(0, depth).join("/");
    if (FEATURES.has(folder)) return folder;
  }
  return folders[0]!;
}

function kindOf(file: string): string {
  const parts = basename(file).replace(/\.ts$/, "").split(".");
  return parts.length === 1 ? "helper" : parts.at(-1)!;
}

describe("server", () => {
  test("the core knows no feature and no door", () => {
    const wrong = own.filter(
      ({ from, to }) => from.startsWith("server/core/") && !/^(server\/core|shared)\//.test(to),
    );
    expect(show(wrong)).toEqual([]);
  });

  test("layers import downwards only: main → transfer → app → http → { graphql, rest, mcp, ssr, jobs, database } → core", () => {
    const level = (file: string): number => {
      if (/^server\/(cli\/|main\.ts)/.test(file)) return 7;
      // What moves in and out: the command line starts it.
      if (file.startsWith("server/transfer/")) return 6;
      if (file === "server/app.ts") return 5;
      if (/^server\/http\/(routes|server|requests|metrics)\.ts$/.test(file)) return 4;
      if (file === "server/features.ts") return 3;
      if (/^server\/(graphql|rest|mcp|ssr|jobs|database)\//.test(file)) return 2;
      return file.startsWith("server/core/") ? 1 : 0;
    };
    const layered = own.filter(({ from, to }) => level(from) > 0 && level(to) > 0);
    // Endpoints answer HTTP requests, so they name their types.
    const wrong = layered.filter(({ from, to, typeOnly }) => level(to) > level(from) && !typeOnly);
    expect(show(wrong)).toEqual([]);
  });

  test("a feature imports only itself, the core, features listed above it, and entities and events of any", () => {
    const order = featureNames();
    const wrong = own.filter(({ from, to }) => {
      const feature = featureOf(from);
      if (!feature || to.startsWith("server/core/")) return false;
      const other = featureOf(to);
      if (other !== null && NAMED_BY_ALL.includes(kindOf(to))) return false;
      return other === null || (other !== feature && !(order.indexOf(other) < order.indexOf(feature)));
    });
    expect(show(wrong)).toEqual([]);
  });

  test("every feature folder is listed in server/features.ts and has a contents page", () => {
    const folders = new Set(modules.map((file) => featureOf(file.path)).filter((name) => name !== null));
    expect([...folders].sort()).toEqual([...featureNames()].sort());
    const without = [...folders].filter(
      (name) => !modules.some((file) => file.path === `server/features/${name}/${basename(name)}.feature.ts`),
    );
    expect(without).toEqual([]);
  });

  test("features consist of the known kinds of files, in folders of at most 25", () => {
    const files = modules.map((file) => file.path).filter((path) => featureOf(path) !== null);
    const wrong = files.filter(
      (path) => !(kindOf(path) in KINDS) || path.split("/").length > 6 || path.endsWith(".tsx"),
    );
    expect(wrong).toEqual([]);
    const sizes = new Map<string, number>();
    for (const folder of files.map(dirname)) sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
    expect([...sizes].filter(([, size]) => size > FILES_IN_FOLDER_MAX)).toEqual([]);
  });

  test("within a feature, kinds import only the kinds below them", () => {
    const wrong = own.filter(
      ({ from, to, typeOnly }) =>
        featureOf(from) !== null &&
        featureOf(from) === featureOf(to) &&
        !typeOnly &&
        !KINDS[kindOf(from)]?.includes(kindOf(to)),
    );
    expect(show(wrong)).toEqual([]);
  });

  test("features lock rows and branch by engine in .sql.ts files alone", () => {
    const rawWrite = /["'`]\s*(INSERT|UPDATE|DELETE FROM|REPLACE INTO)\s|\bFOR UPDATE\b/;
    const byEngine = /\bengine\s*[!=]==?\s*["'](mysql|sqlite)["']/;
    const wrong = modules.filter(
      ({ path, code }) =>
        featureOf(path) !== null && kindOf(path) !== "sql" && (rawWrite.test(code) || byEngine.test(code)),
    );
    expect(wrong.map((file) => file.path)).toEqual([]);
  });

  test("SQL stands in .sql.ts files, the database, the command line and the core's own helpers alone", () => {
    const statement = /["'`(]\s*(SELECT|INSERT (INTO|IGNORE|OR)|UPDATE|DELETE FROM|REPLACE INTO)\s/;
    const runs =
      /import \{[^}]*\b(rows|rowsEach|row|run|select|selectEach|selectOne)\b[^}]*\} from "[^"]*\/sql\.ts"/;
    const wrong = modules.filter(
      ({ path, code }) =>
        path.startsWith("server/") &&
        !path.endsWith(".sql.ts") &&
        !/^server\/(database|cli|transfer)\//.test(path) &&
        !SQL_HELPERS.includes(path) &&
        (statement.test(code) || runs.test(code)),
    );
    expect(wrong.map((file) => file.path)).toEqual([]);
  });

  test("a table is written by the feature that declares it", () => {
    const ownerOf = new Map<string, string>();
    for (const { path, code } of modules.filter((file) => file.path.endsWith(".entity.ts")))
      for (const [, table, entity] of code.matchAll(/@Entity\(\s*["'`](\w+)["'`][^]*?export class (\w+)/g))
        for (const name of [table!, entity!]) ownerOf.set(name, featureOf(path) ?? dirname(path));
    expect(ownerOf.size).toBeGreaterThan(100);
    const writes = [
      /\b(?:db|manager)\s*\.\s*(?:insert|update|upsert|increment|decrement|delete|save|remove)\(\s*(\w+)/g,
      /\b(?:insert|insertAll|insertIgnore|addTo)\(\s*ctx,\s*(\w+)/g,
      /(?:INSERT (?:IGNORE |OR IGNORE |\$\{\w+\} )?INTO|REPLACE INTO|UPDATE(?: IGNORE| OR IGNORE)?|DELETE FROM)\s+[`\\]*([a-z_]+)\b/g,
    ];
    const foreign = modules
      .filter(({ path }) => featureOf(path) !== null)
      .flatMap(({ path, code }) =>
        writes.flatMap((write) =>
          [...code.matchAll(write)].map(([, name]) => [featureOf(path)!, ownerOf.get(name!), name!] as const),
        ),
      )
      .filter(([feature, owner]) => owner !== undefined && owner !== feature)
      .map(([feature, owner, name]) => `${feature} → ${owner}: ${name}`);
    expect([...new Set(foreign)].sort()).toEqual(SHARED_TABLES);
  });

  test("doors of a feature are imported by nobody but its contents page and the app's wiring", () => {
    const wrong = own.filter(
      ({ from, to }) =>
        featureOf(to) !== null &&
        featureOf(from) !== null &&
        featureOf(from) !== featureOf(to) &&
        DOORS.includes(kindOf(to)),
    );
    expect(show(wrong)).toEqual([]);
  });

  test("policies are pure: core and entities only, no await, no clock, no chance", () => {
    const policies = modules.filter((file) => file.path.endsWith(".policy.ts"));
    const reaching = policies.flatMap(importsOf).filter(({ to, name, typeOnly }) => {
      if (typeOnly) return false;
      return to === null
        ? true
        : !to.startsWith("server/core/") && !/\.(entity|input|view|policy)\.ts$/.test(to) && name !== "";
    });
    expect(show(reaching)).toEqual([]);
    const impure = policies.filter((file) =>
      /\bawait\b|\basync\b|Date\.now|new Date\(\)|Math\.random/.test(file.code),
    );
    expect(impure.map((file) => file.path)).toEqual([]);
  });

  test("only server/http/server.ts knows Fastify; the parser of forms stands beside it", () => {
    const wrong = all.filter(({ from, name, typeOnly }) => {
      return (
        from.startsWith("server/") &&
        /^(@fastify\/|fastify)/.test(name) &&
        !(name === "@fastify/busboy" && from === "server/http/arrivingFile.ts") &&
        from !== "server/http/server.ts" &&
        !typeOnly
      );
    });
    expect(show(wrong)).toEqual([]);
  });

  test("only server/config.ts and the command line read the environment", () => {
    const readers = modules.filter(
      (file) => /^(server|client|migrations)\//.test(file.path) && /process\s*\.\s*env/.test(file.code),
    );
    const wrong = readers.filter(
      ({ path }) => path !== "server/config.ts" && !path.startsWith("server/cli/"),
    );
    expect(wrong.map((file) => file.path)).toEqual([]);
  });
});

describe("client", () => {
  const LEVELS: readonly (readonly [RegExp, number])[] = [
    [/^client\/(main|entry-server|App|routes|firstRoutes|pageMatch)\.tsx?$/, 6],
    [/^client\/features\//, 5],
    [/^client\/layout\//, 4],
    [/^client\/plugins\//, 3],
    [/^client\/apollo\//, 2],
    [/^client\/ui\//, 2],
    // Where the token lies is the browser's business; who the viewer is, is asked by queries.
    [/^client\/session\/token\.ts$/, 1],
    [/^client\/session\//, 3],
    [/^client\/(i18n|platform|gql)\//, 1],
    [/^client\/theme\.ts$/, 1],
  ];
  const level = (file: string): number => LEVELS.find(([pattern]) => pattern.test(file))?.[1] ?? 0;

  test("client and server share nothing but schema.graphql and shared/, which imports neither", () => {
    const wrong = own.filter(
      ({ from, to }) =>
        (from.startsWith("client/") && /^(server|migrations|test)\//.test(to)) ||
        (/^(server|migrations)\//.test(from) && /^(client|test)\//.test(to)) ||
        (from.startsWith("shared/") && !to.startsWith("shared/")),
    );
    expect(show(wrong)).toEqual([]);
  });

  test("ui knows no domain: nothing of features, layout, plugins or operations", () => {
    const wrong = own.filter(
      ({ from, to }) =>
        from.startsWith("client/ui/") && /^client\/(features|layout|plugins|gql|routes)/.test(to),
    );
    expect(show(wrong)).toEqual([]);
  });

  test("layers import downwards only: routes → pages → layout → plugins → { ui, apollo } → { i18n, platform, gql }", () => {
    const wrong = own.filter(
      ({ from, to, lazy, typeOnly }) => level(from) > 0 && level(to) > level(from) && !lazy && !typeOnly,
    );
    // Pages are framed by the layout, and the layout shows what features offer (menus, badges).
    const layoutToFeature = (edge: Import & { to: string }) =>
      edge.from.startsWith("client/layout/") && edge.to.startsWith("client/features/");
    expect(show(wrong.filter((edge) => !layoutToFeature(edge)))).toEqual([]);
  });

  test("the type of an answer is read beside its document; other files declare fragments", () => {
    const wrong = modules
      .filter(({ path }) => path.startsWith("client/"))
      .flatMap(({ path, code }) => {
        const imports = [...code.matchAll(/\{([^}]*)\} from "[./]+gql\/graphql\.ts"/g)]
          .map(([, names]) => names)
          .join();
        return (
          [...imports.matchAll(/\b(\w+)(?:Query|Mutation)\b/g)]
            .map(([, name]) => name!)
            // Viewer and site are the frame of every page.
            .filter((name) => name !== "Shell" && !new RegExp(`(query|mutation) ${name}\\b`).test(code))
            .map((name) => `${path} → ${name}`)
        );
      });
    expect(wrong).toEqual([]);
  });
});

describe("features of the client", () => {
  /** Imports from one feature into another, lazy ones and style sheets included. */
  const between = all.flatMap(({ from, to, name }) => {
    const target = to ?? (/^\.{1,2}\/.*\.css$/.test(name) ? posix.join(posix.dirname(from), name) : null);
    const [source, other] = [clientFeatureOf(from), target === null ? null : clientFeatureOf(target)];
    return source && other && source !== other ? [{ edge: `${from} → ${target}`, source, other }] : [];
  });
  const rank = (feature: string): number => CLIENT_FEATURES.indexOf(feature);

  test("a feature imports only itself and features listed above it, also where it loads late", () => {
    const wrong = between.filter(({ source, other }) => rank(other) >= rank(source));
    expect(wrong.map(({ edge }) => edge)).toEqual([]);
  });

  test("every folder of a feature is listed, and every listed folder exists", () => {
    const folders = modules.map(({ path }) => clientFeatureOf(path)).filter((name) => name !== null);
    expect([...new Set(folders)].sort()).toEqual([...CLIENT_FEATURES].sort());
  });

  test("no two features import each other, whichever of their folders do", () => {
    const outer = (feature: string) => feature.split("/")[0]!;
    const pairs = new Set(between.map(({ source, other }) => `${outer(source)} → ${outer(other)}`));
    const mutual = [...pairs].filter((pair) => {
      const [source, other] = pair.split(" → ");
      return source! < other! && pairs.has(`${other} → ${source}`);
    });
    expect(mutual).toEqual([]);
  });
});

describe("everywhere", () => {
  test("a cycle is found and printed", () => {
    const edges = ["a b", "b c", "c b", "d d"].map((pair) => ({ from: pair[0]!, to: pair[2]! }));
    expect(cyclesOf(edges)).toEqual(["b → c → b", "d → d"]);
  });

  test("no cycles among modules", () => {
    expect(cyclesOf(own.filter(({ lazy, typeOnly }) => !lazy && !typeOnly))).toEqual([]);
  });

  test("no barrels: index.ts only in migrations, and nothing is exported again", () => {
    const indexes = modules
      .map((file) => file.path)
      .filter((path) => /(^|\/)index\.tsx?$/.test(path) && path !== "migrations/index.ts");
    expect(indexes).toEqual([]);
    expect(show(all.filter(({ exported, to }) => exported && to !== null))).toEqual([]);
  });

  test("imports within the project name files with their extension", () => {
    const wrong = all.filter(({ name, to, virtual }) => name.startsWith(".") && to === null && !virtual);
    expect(show(wrong)).toEqual([]);
  });

  test("files have at most 400 lines, tests at most 500", () => {
    const limit = (path: string) => (path.startsWith("test/") ? 500 : 400);
    const long = modules.filter((file) => file.lines > limit(file.path));
    expect(long.map((file) => `${file.path}: ${file.lines} lines`)).toEqual([]);
  });

  test("functions have at most 80 lines", () => {
    const sources = modules.filter((file) => /^(server|client|shared|migrations)\//.test(file.path));
    const long = sources.flatMap((file) =>
      file.longFunctions(FUNCTION_LINES_MAX).map(([name, lines]) => `${file.path}: ${name}: ${lines} lines`),
    );
    expect(long).toEqual([]);
  });

  test("every export has a docstring", () => {
    const documented = modules.filter((file) => /^(server|client|shared)\//.test(file.path));
    const bare = documented.flatMap((file) => file.undocumented().map((name) => `${file.path}: ${name}`));
    expect(bare).toEqual([]);
  });

  test("docstrings begin with a verb or a noun, not with a question word", () => {
    const question =
      /\/\*\*\s+(?:\*\s+)?(?:(?:What|Who|How|Where|When|Which)(?:ever)?|Whether|Whose|Whom)\b[^\n]*/g;
    const wrong = modules.flatMap(({ path, text }) =>
      [...text.matchAll(question)].map(([docstring]) => `${path}: ${docstring}`),
    );
    expect(wrong).toEqual([]);
  });

  test("no default exports outside of what tools read", () => {
    const wrong = modules.filter(
      (file) =>
        /^(server|client|shared|migrations)\//.test(file.path) && /^export default\b/m.test(file.code),
    );
    expect(wrong.map((file) => file.path)).toEqual([]);
  });

  test("nothing in the project names a machine's folders or a package registry", () => {
    // Put together here, so that this file does not match itself.
    const folders = ["work", "farm", "root", "home"].map((name) => `/${name}/[a-z]`).join("|");
    const forbidden = new RegExp(`(^|[\\s"'\`(=:])(${folders})|registry\\.npm${"js"}|deb\\.${"debian"}`, "m");
    const wrong = trackedFiles()
      .filter((path) => !/\.(png|jpe?g|webp|ico|woff2?)$/.test(path) && path !== "package-lock.json")
      .filter((path) => forbidden.test(readFileSync(`${ROOT}/${path}`, "utf8")));
    expect(wrong).toEqual([]);
  });

  test("the lockfile names no registry", () => {
    expect(/"resolved"\s*:/.test(readFileSync(`${ROOT}/package-lock.json`, "utf8"))).toBe(false);
  });

  test("each kind of test lies where its suite looks for it", () => {
    const tests = modules.map((file) => file.path).filter((path) => /\.(test|spec)\./.test(path));
    const wrong = tests.filter((path) => !path.startsWith("test/") || dirname(path) === "test/support");
    expect(wrong).toEqual([]);
  });
});
