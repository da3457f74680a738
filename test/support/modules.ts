import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix, relative } from "node:path";
import ts from "typescript";
import { ROOT } from "./root.ts";

const SOURCES = ["server", "client", "shared", "migrations", "test", "plugins"];
const GENERATED = /^client\/gql\//;
/** Pattern of files that only bundlers make into modules, and of modules that exist only once generated. */
const VIRTUAL = /\.(css|svg|png|json|graphql)(\?.*)?$|\.(mjs|cjs|js)$|\?(raw|url|inline)$/;

const PRINTER = ts.createPrinter({ removeComments: true });

/** One import or re-export. */
export interface Import {
  readonly from: string;
  /** Specifier of the import, as written. */
  readonly name: string;
  /** The file of the project that it means; null for packages and for files that do not exist. */
  readonly to: string | null;
  readonly typeOnly: boolean;
  /** `import()`: loads when it is needed, so it makes no cycle. */
  readonly lazy: boolean;
  /** `export … from`. */
  readonly exported: boolean;
  readonly virtual: boolean;
}

/** A source file of the project. */
export class Module {
  readonly lines: number;
  readonly text: string;
  /** The text without comments. */
  readonly code: string;
  readonly tree: ts.SourceFile;

  constructor(readonly path: string) {
    this.text = readFileSync(join(ROOT, path), "utf8");
    this.lines = this.text.split("\n").length - 1;
    this.tree = ts.createSourceFile(path, this.text, ts.ScriptTarget.Latest, true);
    this.code = PRINTER.printFile(this.tree);
  }

  /** Names of exports that have no docstring; overloads and re-exports do not count. */
  undocumented(): string[] {
    const documented = new Set<string>();
    const bare: string[] = [];
    for (const statement of this.tree.statements) {
      if (!ts.canHaveModifiers(statement) || !ts.getModifiers(statement)?.some(isExport)) continue;
      const names = namesOf(statement);
      if (ts.getJSDocCommentsAndTags(statement).some(ts.isJSDoc))
        names.forEach((name) => documented.add(name));
      else bare.push(...names.filter((name) => !documented.has(name)));
    }
    return bare;
  }

  /** Functions of more than `limit` lines by name, with their lines; those without a name by what they are given to. */
  longFunctions(limit: number): [name: string, lines: number][] {
    const long: [string, number][] = [];
    const lineAt = (position: number): number => this.tree.getLineAndCharacterOfPosition(position).line;
    const visit = (node: ts.Node): void => {
      if (ts.isFunctionLike(node) && "body" in node && node.body) {
        const lines = lineAt(node.end) - lineAt(node.getStart()) + 1;
        if (lines > limit) long.push([functionName(node), lines]);
      }
      ts.forEachChild(node, visit);
    };
    visit(this.tree);
    return long;
  }
}

function functionName(node: ts.SignatureDeclaration): string {
  const parent = node.parent as ts.Node & { name?: ts.Node; expression?: ts.Node };
  return (node.name ?? parent.name ?? parent.expression)?.getText() ?? "function";
}

const isExport = (modifier: ts.Modifier): boolean => modifier.kind === ts.SyntaxKind.ExportKeyword;

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map((each) => each.name.getText());
  const named = statement as ts.Statement & { name?: ts.Node };
  return [named.name?.getText() ?? "default"];
}

function filesBelow(folder: string): string[] {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith(".d.ts"))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .filter((path) => !GENERATED.test(path) && !path.includes("node_modules"));
}

/** Every source file of the project, generated ones left out. */
export const modules: readonly Module[] = SOURCES.flatMap(filesBelow)
  .sort()
  .map((path) => new Module(path));

const known = new Set(modules.map((module) => module.path));

/** The imports of a file, in order. */
export function importsOf(module: Module): Import[] {
  const found: Import[] = [];
  const add = (specifier: ts.Expression | undefined, traits: Partial<Import>) => {
    if (!specifier || !ts.isStringLiteralLike(specifier)) return;
    const name = specifier.text;
    const path = name.startsWith(".") ? posix.join(posix.dirname(module.path), name) : "";
    const generated = GENERATED.test(path);
    found.push({
      from: module.path,
      name,
      to: known.has(path) || generated ? path : null,
      typeOnly: false,
      lazy: false,
      exported: false,
      virtual: generated || VIRTUAL.test(name),
      ...traits,
    });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, { typeOnly: isTypeOnly(node.importClause) });
    else if (ts.isExportDeclaration(node))
      add(node.moduleSpecifier, { typeOnly: node.isTypeOnly, exported: true });
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], { lazy: true });
    }
    ts.forEachChild(node, visit);
  };
  visit(module.tree);
  return found;
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const bindings = clause.namedBindings;
  if (clause.name || !bindings || !ts.isNamedImports(bindings)) return false;
  return bindings.elements.length > 0 && bindings.elements.every((element) => element.isTypeOnly);
}

/** Folders of the features below server/features, in the order of server/features.ts, lower layers first. */
export function featureNames(): string[] {
  const list = modules.find((module) => module.path === "server/features.ts");
  if (!list) return [];
  const folderOf = new Map<string, string>();
  for (const statement of list.tree.statements.filter(ts.isImportDeclaration)) {
    const folder = /features\/(.+)\/[^/]+\.feature\.ts$/.exec(
      (statement.moduleSpecifier as ts.StringLiteral).text,
    )?.[1];
    const bindings = statement.importClause?.namedBindings;
    if (folder && bindings && ts.isNamedImports(bindings))
      folderOf.set(bindings.elements[0]!.name.text, folder);
  }
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isArrayLiteralExpression(node) && names.length === 0) {
      names.push(...node.elements.map((element) => folderOf.get(element.getText()) ?? element.getText()));
    }
    ts.forEachChild(node, visit);
  };
  visit(list.tree);
  return names;
}

/** Cycles as `a → b → a`, each once. */
export function cyclesOf(edges: readonly { from: string; to: string }[]): string[] {
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) next.set(from, [...(next.get(from) ?? []), to]);
  const state = new Map<string, "open" | "done">();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    state.set(file, "open");
    for (const target of next.get(file) ?? []) {
      if (state.get(target) === "open")
        cycles.push([...path.slice(path.indexOf(target)), target].join(" → "));
      else if (!state.has(target)) visit(target, [...path, target]);
    }
    state.set(file, "done");
  };
  for (const file of next.keys()) if (!state.has(file)) visit(file, [file]);
  return cycles;
}
