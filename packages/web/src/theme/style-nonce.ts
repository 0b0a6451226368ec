/** The page's policy lets in style elements that carry this value, new with each load. */
export const styleNonce =
  document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.content ?? '';

// Read by the package that stops the page from scrolling behind a dialog.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
