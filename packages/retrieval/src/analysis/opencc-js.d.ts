declare module 'opencc-js/dict/TSCharacters' {
  /** `key value` pairs, separated by `|`. */
  const pairs: string;
  // biome-ignore lint/style/noDefaultExport: the module has no other
  export default pairs;
}
