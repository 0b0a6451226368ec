import { spawn } from 'node:child_process';
import { text as readText } from 'node:stream/consumers';
import type { TextRecognition } from './find-tesseract.ts';

/**
 * The text of one picture, paragraphs set apart by blank lines; empty where there is none.
 *
 * @param image any format that Tesseract reads: PNG, JPEG, TIFF, BMP, GIF, WebP, PNM.
 * @param timeoutMs the program is killed after this time.
 * @throws Error when the picture cannot be read or takes too long.
 */
export async function recogniseText(
  { command, languages }: TextRecognition,
  image: Uint8Array,
  timeoutMs: number,
): Promise<string> {
  const child = spawn(command, ['-', '-', '-l', languages, '--psm', '1'], {
    env: { OMP_THREAD_LIMIT: '1' },
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: Math.max(1, Math.ceil(timeoutMs)),
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`Tesseract ended with ${signal ?? code}.`));
    });
  });
  child.stdin.on('error', () => {});
  child.stdin.end(image);
  const [text] = await Promise.all([readText(child.stdout), ended]);
  return text.replaceAll('\f', '').trim();
}
