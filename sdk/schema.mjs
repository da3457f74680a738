/** Nothing at run time: `@luntan/sdk/schema` has the types of the schema. */
export {};
