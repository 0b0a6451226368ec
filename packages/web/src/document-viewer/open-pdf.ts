import { GlobalWorkerOptions, getDocument } from 'pdfjs-dist';
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { addressOf } from '../api/address-of.ts';

declare const __PDF_FILES__: string;

GlobalWorkerOptions.workerSrc = workerAddress;

/** Opens the original of a document. The caller destroys it. */
export function openPdf(documentId: string) {
  return getDocument({
    url: addressOf('getDocumentFile', { id: documentId }),
    cMapUrl: `${__PDF_FILES__}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${__PDF_FILES__}standard_fonts/`,
    wasmUrl: `${__PDF_FILES__}wasm/`,
    // The page's policy blocks WebAssembly; the same decoders exist as scripts.
    useWasm: false,
  });
}
