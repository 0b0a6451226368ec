/**
 * Returns the text of one picture, with blank lines between paragraphs; empty where there is none.
 *
 * @param image any format that Tesseract reads: PNG, JPEG, TIFF, BMP, GIF, WebP, PNM.
 * @param timeoutMs maximum time.
 * @throws Error when the picture cannot be read or takes too long.
 */
export type RecogniseText = (image: Uint8Array, timeoutMs: number) => Promise<string>;
