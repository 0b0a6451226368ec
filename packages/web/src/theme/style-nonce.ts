/** The content policy allows style elements with this nonce, which changes with each load. */
export const styleNonce =
  document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.content ?? '';

// Read by the library that locks scrolling behind a dialog.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
