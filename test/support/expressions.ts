import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { ROOT, trackedFiles } from "./root.ts";

/** A regular expression of the program, where it stands. */
export interface Expression {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** Every regular expression that server and client are written with, literals and `new RegExp("…")` alike. */
export function expressions(): { literals: Expression[]; built: string[] } {
  const [literals, built]: [Expression[], string[]] = [[], []];
  for (const path of trackedFiles()) {
    if (!/^(?:server|client)\/.*\.(?:ts|tsx|mjs|js|cjs)$/.test(path) || path.startsWith("client/gql/"))
      continue;
    const tree = ts.createSourceFile(
      path,
      readFileSync(join(ROOT, path), "utf8"),
      ts.ScriptTarget.Latest,
      true,
    );
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf("/");
        const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
        literals.push({
          place: `${path}:${line}`,
          source: node.text.slice(1, end),
          flags: node.text.slice(end + 1),
        });
      }
      if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === "RegExp")
        built.push(path);
      ts.forEachChild(node, visit);
    };
    visit(tree);
  }
  return { literals, built };
}

/** Pieces that make an expression walk back when they are repeated: its own signs, alone and in pairs, and usual ones. */
export function pumpsFor({ source }: Expression): string[] {
  const own = new Set<string>();
  const bare = source.replace(/\\u\{?([0-9A-Fa-f]{4,5})\}?/g, (_all, hex: string) =>
    String.fromCodePoint(parseInt(hex, 16)),
  );
  for (const sign of bare.replace(/\\[a-zA-Z]/g, "")) own.add(sign);
  const signs = [...own, "a", "0", " ", "\n", "\t", "汉", "\uFE0F"].slice(0, 24);
  const pairs = signs.slice(0, 8).flatMap((one) => signs.slice(0, 8).map((other) => one + other));
  const words = bare.split(/[^A-Za-z<>"=:/!@#-]+/).filter((word) => word.length > 1);
  return [...new Set([...signs, ...pairs, ...words])];
}
