/** Made of docs/sample-collection.json by the build, see vite.config.ts. */
declare module 'virtual:sample-collection' {
  export const name: string;
  export const description: string;
}

declare module 'virtual:sample-documents' {
  export const files: readonly { readonly name: string; readonly text: string }[];
}
