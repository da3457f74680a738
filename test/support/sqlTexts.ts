import { posix } from "node:path";
import ts from "typescript";
import { modules, type Module } from "./modules.ts";

/**
 * SQL texts of the sources, read without running them. Constants, lists of names, functions of the project and what
 * they are called with are followed; what only a run can know is `UNKNOWN`.
 */

/** Value of an expression: possible texts, a list, an object, a function; null if only a run can know. */
type Value =
  | { readonly texts: readonly string[] }
  | { readonly items: readonly Value[] }
  | { readonly props: ReadonlyMap<string, Value> }
  | { readonly body: ts.FunctionLikeDeclaration; readonly bound: Bound }
  | null;
type Bound = ReadonlyMap<ts.Node, Value>;

/** An SQL text and its place. */
export interface SqlText {
  /** `path:line` */
  readonly at: string;
  readonly sql: string;
}

/** Sign that stands for a piece that only a run can know. */
export const UNKNOWN = "…";

const NONE: Bound = new Map();
/** Expressions within expressions that are followed; beyond it a value counts as unknown. */
const DEPTH_MAX = 40;
/** Texts of one expression; more are variants of the same names. */
const TEXTS_MAX = 200;
const VERBS = /\b(SELECT|INSERT|REPLACE|UPDATE|DELETE|CREATE|ALTER|DROP|WITH|SET)\b/;
const STATEMENT = new RegExp(`^\\s*\\(?${VERBS.source}`);
const SIGNS = /[=<>?(`*]|\w\.\w|\b[A-Z]{2,}\b/;
/** Methods that take a piece of SQL: those of TypeORM's query builder. */
const CLAUSES =
  /^(where|andWhere|orWhere|select|addSelect|orderBy|addOrderBy|groupBy|addGroupBy|having|leftJoin|innerJoin|query)$/;
const SAME_LIST = /^(filter|slice|sort|reverse|toSorted|toReversed|flat|values)$/;
const SAME_TEXT = /^(trim|trimStart|trimEnd|replace|replaceAll|toString|toLowerCase|slice)$/;

/** A parsed file. */
export type Source = Pick<Module, "path" | "tree">;

/** Collects the SQL texts of files. */
export function sqlTextsOf(files: readonly Source[]): SqlText[] {
  return files.flatMap((source) => new Reader(source).collect());
}

class Reader {
  private readonly texts: SqlText[] = [];

  constructor(private readonly module: Source) {}

  collect(): SqlText[] {
    this.visit(this.module.tree);
    return this.texts;
  }

  private visit(node: ts.Node): void {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isLiteralTypeNode(node)) return;
    if (isErrorOf(node)) return;
    if (isText(node) && this.mayBeSql(node)) {
      for (const sql of textsOf(evaluate(node, NONE, 0))) if (this.isSql(node, sql)) this.add(node, sql);
      // Texts within its gaps stand for themselves only in what has been put together.
      return;
    }
    ts.forEachChild(node, (child) => this.visit(child));
  }

  private add(node: ts.Node, sql: string): void {
    const { line } = this.module.tree.getLineAndCharacterOfPosition(node.getStart());
    this.texts.push({ at: `${this.module.path}:${line + 1}`, sql });
  }

  /** False for most texts of the program, so that they are not worked out. */
  private mayBeSql(node: ts.Node): boolean {
    return this.module.path.endsWith(".sql.ts") || isClause(node) || VERBS.test(node.getText());
  }

  private isSql(node: ts.Node, sql: string): boolean {
    if (STATEMENT.test(sql)) return true;
    // A name alone counts where it is put into a statement; a sentence for people has no sign of SQL.
    if (!/\s/.test(sql.trim()) || !SIGNS.test(sql)) return false;
    return this.module.path.endsWith(".sql.ts") || isClause(node);
  }
}

function isClause({ parent: call }: ts.Node): boolean {
  return (
    ts.isCallExpression(call) &&
    ts.isPropertyAccessExpression(call.expression) &&
    CLAUSES.test(call.expression.name.text)
  );
}

function isText(node: ts.Node): node is ts.Expression {
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return true;
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken;
}

/** Sentences for people are no SQL. */
function isErrorOf(node: ts.Node): boolean {
  return ts.isNewExpression(node) && /Error$/.test(node.expression.getText());
}

function evaluate(node: ts.Node | undefined, bound: Bound, depth: number): Value {
  if (!node || depth > DEPTH_MAX) return null;
  const inner = (child: ts.Node | undefined): Value => evaluate(child, bound, depth + 1);
  if (ts.isStringLiteralLike(node)) return { texts: [node.text] };
  if (ts.isTemplateExpression(node)) {
    const parts = node.templateSpans.flatMap((span) => [
      textsOf(inner(span.expression)),
      [span.literal.text],
    ]);
    return { texts: together([[node.head.text], ...parts]) };
  }
  if (isWrapping(node)) return inner(node.expression);
  if (ts.isConditionalExpression(node)) return either([inner(node.whenTrue), inner(node.whenFalse)]);
  if (ts.isBinaryExpression(node)) {
    const sides = [inner(node.left), inner(node.right)];
    if (node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return either(sides);
    return { texts: together(sides.map(textsOf)) };
  }
  if (ts.isArrayLiteralExpression(node))
    return { items: node.elements.flatMap((each) => itemsOf(each, inner)) };
  if (ts.isObjectLiteralExpression(node)) return { props: propsOf(node, inner) };
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return { body: node, bound };
  if (ts.isIdentifier(node)) return lookUp(node, bound, depth + 1);
  if (ts.isPropertyAccessExpression(node)) return memberOf(inner(node.expression), node.name.text);
  if (ts.isElementAccessExpression(node)) return memberOf(inner(node.expression), null);
  if (ts.isCallExpression(node)) return callOf(node, bound, depth + 1);
  return null;
}

function isWrapping(node: ts.Node): node is ts.Node & { expression: ts.Expression } {
  return (
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isAwaitExpression(node)
  );
}

function itemsOf(element: ts.Expression, inner: (node: ts.Node) => Value): readonly Value[] {
  if (!ts.isSpreadElement(element)) return [inner(element)];
  const list = inner(element.expression);
  return list && "items" in list ? list.items : [null];
}

function propsOf(
  node: ts.ObjectLiteralExpression,
  inner: (node: ts.Node | undefined) => Value,
): Map<string, Value> {
  const props = new Map<string, Value>();
  for (const each of node.properties) {
    if (ts.isPropertyAssignment(each)) props.set(nameOf(each.name), inner(each.initializer));
    else if (ts.isShorthandPropertyAssignment(each)) props.set(each.name.text, inner(each.name));
    else if (ts.isMethodDeclaration(each)) props.set(nameOf(each.name), { body: each, bound: NONE });
    else if (ts.isSpreadAssignment(each)) {
      const other = inner(each.expression);
      if (other && "props" in other) for (const [name, value] of other.props) props.set(name, value);
    }
  }
  return props;
}

const nameOf = (name: ts.PropertyName): string =>
  ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : name.getText();

/** A member by its name; any member without one. */
function memberOf(value: Value, name: string | null): Value {
  if (!value) return null;
  if ("props" in value)
    return name !== null ? (value.props.get(name) ?? null) : either([...value.props.values()]);
  return "items" in value && name === null ? either(value.items) : null;
}

/** One of several values: all their texts, or the first that is known. */
function either(values: readonly Value[]): Value {
  const known = values.filter((value) => value !== null);
  const texts = known.flatMap((value) => ("texts" in value ? value.texts : []));
  if (texts.length > 0) return { texts: [...new Set(texts)].slice(0, TEXTS_MAX) };
  const items = known.flatMap((value) => ("items" in value ? value.items : []));
  if (items.length > 0) return { items };
  return known[0] ?? null;
}

/** Puts parts with several possible texts together, so that each text of each part occurs. */
function together(parts: readonly (readonly string[])[]): string[] {
  const count = Math.max(...parts.map((texts) => texts.length));
  return Array.from({ length: count }, (_, index) =>
    parts.map((texts) => texts[index % texts.length]).join(""),
  );
}

function textsOf(value: Value): readonly string[] {
  return value && "texts" in value && value.texts.length > 0 ? value.texts : [UNKNOWN];
}

function callOf(node: ts.CallExpression, bound: Bound, depth: number): Value {
  const args = (): Value[] => node.arguments.map((each) => evaluate(each, bound, depth));
  const callee = node.expression;
  if (ts.isPropertyAccessExpression(callee)) {
    const method = callee.name.text;
    if (callee.expression.getText() === "Object") return objectCall(method, args()[0] ?? null);
    const owner = evaluate(callee.expression, bound, depth);
    const member = memberOf(owner, method);
    if (member && "body" in member) return apply(member, args(), depth);
    return methodOf(owner, method, args(), depth);
  }
  const called = evaluate(callee, bound, depth);
  return called && "body" in called ? apply(called, args(), depth) : null;
}

function objectCall(method: string, of: Value): Value {
  if (!of || !("props" in of)) return null;
  const entries = [...of.props].map(([name, value]): [Value, Value] => [{ texts: [name] }, value]);
  if (method === "keys") return { items: entries.map(([name]) => name) };
  if (method === "values") return { items: entries.map(([, value]) => value) };
  return method === "entries" ? { items: entries.map((items) => ({ items })) } : of;
}

function methodOf(owner: Value, method: string, args: readonly Value[], depth: number): Value {
  const items = owner && "items" in owner ? owner.items : [null];
  const [first = null] = args;
  if (method === "join") {
    const separator = textsOf(first);
    const parts = items.flatMap((item, index) => [...(index > 0 ? [separator] : []), textsOf(item)]);
    return { texts: together(parts.length > 0 ? parts : [[""]]) };
  }
  if ((method === "map" || method === "flatMap") && first && "body" in first) {
    const mapped = items.map((item) => apply(first, [item], depth));
    if (method === "map") return { items: mapped };
    return { items: mapped.flatMap((value) => (value && "items" in value ? value.items : [value])) };
  }
  if (method === "concat")
    return { items: [owner, ...args].flatMap((each) => (each && "items" in each ? each.items : [each])) };
  if (SAME_LIST.test(method) && owner && "items" in owner) return owner;
  return SAME_TEXT.test(method) && owner && "texts" in owner ? owner : null;
}

/** Gives the values that a function may return for these arguments. */
function apply(called: Extract<Value, { body: unknown }>, args: readonly Value[], depth: number): Value {
  const bound = new Map(called.bound);
  called.body.parameters.forEach((parameter, index) => {
    const arg = args[index] ?? evaluate(parameter.initializer, NONE, depth);
    bindTo(parameter.name, arg, bound);
  });
  const { body } = called.body;
  if (!body) return null;
  if (!ts.isBlock(body)) return evaluate(body, bound, depth);
  return either(returnsOf(body).map((each) => evaluate(each, bound, depth)));
}

function bindTo(name: ts.BindingName, value: Value, bound: Map<ts.Node, Value>): void {
  if (ts.isIdentifier(name)) return void bound.set(name, value);
  name.elements.forEach((element, index) => {
    if (!ts.isBindingElement(element)) return;
    const key = element.propertyName ?? element.name;
    const part = ts.isObjectBindingPattern(name)
      ? memberOf(value, key.getText())
      : value && "items" in value
        ? (value.items[index] ?? null)
        : null;
    bindTo(element.name, part, bound);
  });
}

function returnsOf(body: ts.Block): ts.Expression[] {
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression);
    ts.forEachChild(node, visit);
  };
  visit(body);
  return found;
}

/** The value of a name: a parameter, a constant, a function or an import. */
function lookUp(name: ts.Identifier, bound: Bound, depth: number): Value {
  for (let scope: ts.Node = name.parent; scope; scope = scope.parent) {
    if (ts.isFunctionLike(scope)) {
      for (const parameter of scope.parameters)
        if (namesIn(parameter.name).includes(name.text))
          return parameterOf(scope, parameter, name.text, bound, depth);
    }
    if (ts.isBlock(scope) || ts.isSourceFile(scope)) {
      const value = declaredIn(scope, name.text, bound, depth);
      if (value !== undefined) return value;
    }
  }
  return null;
}

/** A parameter is what it was bound to, else what the project calls its function with. */
function parameterOf(
  owner: ts.SignatureDeclaration,
  parameter: ts.ParameterDeclaration,
  name: string,
  bound: Bound,
  depth: number,
): Value {
  for (const [node, value] of bound) {
    const holder = ts.findAncestor(node, (each) => each === parameter);
    if (holder && (node as ts.Identifier).text === name) return value;
  }
  if (!ts.isFunctionDeclaration(owner) || !owner.name) return null;
  const known = argumentsOf.get(parameter);
  if (known !== undefined) return partOf(parameter.name, known, name);
  argumentsOf.set(parameter, null);
  const at = owner.parameters.indexOf(parameter);
  const calls = callsByName().get(owner.name.text) ?? [];
  const values = calls.map((call) => evaluate(call.arguments[at], NONE, depth + DEPTH_MAX / 4));
  const value = either(values);
  argumentsOf.set(parameter, value);
  return partOf(parameter.name, value, name);
}

/** Values that the project gives for parameters; null while they are looked for, so that recursion ends. */
const argumentsOf = new Map<ts.ParameterDeclaration, Value>();

/** The value that a name gets where a binding takes a value apart. */
function partOf(binding: ts.BindingName, value: Value, name: string): Value {
  const parts = new Map<ts.Node, Value>();
  bindTo(binding, value, parts);
  return [...parts].find(([node]) => (node as ts.Identifier).text === name)?.[1] ?? null;
}

/** Statements of a scope by the names that they declare. */
const declarations = new WeakMap<ts.Node, Map<string, ts.Node>>();
/** Values of what stands at the top of a file; null while they are worked out. */
const topValues = new Map<ts.Node, Map<string, Value>>();

function declarationsOf(scope: ts.Block | ts.SourceFile): Map<string, ts.Node> {
  let names = declarations.get(scope);
  if (names) return names;
  declarations.set(scope, (names = new Map()));
  for (const statement of scope.statements) {
    if ((ts.isFunctionDeclaration(statement) || ts.isEnumDeclaration(statement)) && statement.name)
      names.set(statement.name.text, statement);
    if (ts.isVariableStatement(statement)) {
      for (const each of statement.declarationList.declarations)
        for (const name of namesIn(each.name)) names.set(name, each);
    }
    const bindings = ts.isImportDeclaration(statement) && statement.importClause?.namedBindings;
    if (bindings && ts.isNamedImports(bindings))
      for (const each of bindings.elements) names.set(each.name.text, each);
  }
  return names;
}

const namesIn = (binding: ts.BindingName): string[] =>
  ts.isIdentifier(binding)
    ? [binding.text]
    : binding.elements.flatMap((each) => (ts.isBindingElement(each) ? namesIn(each.name) : []));

/** Gives the value of a name in a scope; undefined if it is not declared there. */
function declaredIn(
  scope: ts.Block | ts.SourceFile,
  name: string,
  bound: Bound,
  depth: number,
): Value | undefined {
  const declaration = declarationsOf(scope).get(name);
  if (!declaration) return undefined;
  if (!ts.isSourceFile(scope)) return valueOf(declaration, name, bound, depth);
  const values = topValues.get(scope) ?? new Map<string, Value>();
  topValues.set(scope, values);
  if (!values.has(name)) {
    values.set(name, null);
    values.set(name, valueOf(declaration, name, NONE, 0));
  }
  return values.get(name);
}

function valueOf(declaration: ts.Node, name: string, bound: Bound, depth: number): Value {
  if (ts.isFunctionDeclaration(declaration)) return { body: declaration, bound: NONE };
  if (ts.isEnumDeclaration(declaration)) return { props: membersOf(declaration) };
  if (ts.isVariableDeclaration(declaration))
    return partOf(declaration.name, evaluate(declaration.initializer, bound, depth), name);
  return ts.isImportSpecifier(declaration) ? exportOf(declaration, depth) : null;
}

function membersOf(node: ts.EnumDeclaration): Map<string, Value> {
  return new Map(node.members.map((each) => [nameOf(each.name), evaluate(each.initializer, NONE, 0)]));
}

const byPath = new Map(modules.map((module) => [module.path, module]));

function exportOf(specifier: ts.ImportSpecifier, depth: number): Value {
  const { moduleSpecifier } = specifier.parent.parent.parent;
  const folder = posix.dirname(specifier.getSourceFile().fileName);
  const module = byPath.get(posix.join(folder, (moduleSpecifier as ts.StringLiteral).text));
  const name = (specifier.propertyName ?? specifier.name).text;
  return (module && declaredIn(module.tree, name, NONE, depth)) ?? null;
}

let calls: Map<string, ts.CallExpression[]> | null = null;

/** The calls of the server by the name of the function. */
function callsByName(): Map<string, ts.CallExpression[]> {
  if (calls) return calls;
  const found = new Map<string, ts.CallExpression[]>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression))
      found.set(node.expression.text, [...(found.get(node.expression.text) ?? []), node]);
    ts.forEachChild(node, visit);
  };
  for (const module of modules) if (/^(server|migrations)\//.test(module.path)) visit(module.tree);
  return (calls = found);
}
