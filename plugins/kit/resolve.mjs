/** Finds for plugins what the import map of the forum gives them, wherever their folder lies. */

const HOST = {
  "@apollo/client": new URL("./host/apollo.mjs", import.meta.url).href,
  "@apollo/client/react": new URL("./host/apolloReact.mjs", import.meta.url).href,
  "@luntan/plugin-kit": new URL("./index.mjs", import.meta.url).href,
};
const REACT = /^react(-dom)?(\/|$)/;

export async function resolve(specifier, context, next) {
  // What packages import is theirs, but there is one React.
  const isOfPackage = context.parentURL?.includes("/node_modules/") ?? false;
  if (Object.hasOwn(HOST, specifier) && !isOfPackage) return { url: HOST[specifier], shortCircuit: true };
  return next(specifier, REACT.test(specifier) ? { ...context, parentURL: import.meta.url } : context);
}
