/** Traditional characters with their simplified form: pairs with a blank inside and a bar between two. */
declare module "opencc-js/dict/TSCharacters" {
  const pairs: string;
  export default pairs;
}
