/**
 * Codegen plugin: one line per operation, `useXxxQuery`, `useXxxLazyQuery` or `useXxxMutation`, bound to the typed
 * document that the client preset writes into graphql.ts.
 */
module.exports.plugin = (_schema, files) => {
  const operations = files
    .flatMap(({ document }) => document.definitions)
    .filter(({ kind, name }) => kind === "OperationDefinition" && name)
    .map(({ operation, name }) => ({ operation, name: name.value, document: `${name.value}Document` }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const lines = operations.flatMap(({ operation, name, document }) =>
    operation === "mutation"
      ? [`export const use${name}Mutation = /* @__PURE__ */ bindMutation(${document});`]
      : [
          `export const use${name}Query = /* @__PURE__ */ bindQuery(${document});`,
          `export const use${name}LazyQuery = /* @__PURE__ */ bindLazyQuery(${document});`,
        ],
  );
  const prepend = [
    `import { bindLazyQuery, bindMutation, bindQuery } from "../apollo/bind.ts";`,
    `import { ${operations.map(({ document }) => document).join(", ")} } from "./graphql.ts";`,
  ];
  return { prepend, content: lines.join("\n") };
};
