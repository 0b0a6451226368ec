/** The build generates these modules from docs/sample-collection.json, see vite.config.ts. */
declare module 'virtual:sample-collection' {
  export const name: string;
  export const description: string;
}

declare module 'virtual:sample-documents' {
  export const files: readonly { readonly name: string; readonly text: string }[];
}
