/**
 * The text of one picture, paragraphs set apart by blank lines; empty where there is none.
 *
 * @param image any format that Tesseract reads: PNG, JPEG, TIFF, BMP, GIF, WebP, PNM.
 * @param timeoutMs most that it may take.
 * @throws Error when the picture cannot be read or takes too long.
 */
export type RecogniseText = (image: Uint8Array, timeoutMs: number) => Promise<string>;
