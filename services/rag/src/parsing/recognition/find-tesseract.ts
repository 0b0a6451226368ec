import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram } from '../../programs/run-program.ts';

/** Command of Tesseract as plain data, which can be sent to another process. */
export interface TextRecognition {
  /** Absolute path of the program. */
  readonly command: string;
  /** In Tesseract's form: `eng+rus`. */
  readonly languages: string;
}

/** Default languages, as far as they are installed. */
const usualLanguages = ['eng', 'rus', 'ell', 'chi_sim'];
const timeoutMs = 30_000;

/**
 * Looks for Tesseract on the path.
 *
 * @param wanted languages as in `OCR_LANGUAGES`; those that are not installed are left out.
 * @returns undefined if it is not installed, does not answer or has none of the languages.
 */
export async function findTesseract(
  searchPath: string | undefined,
  wanted: string | undefined,
): Promise<TextRecognition | undefined> {
  const command = await findProgram('tesseract', searchPath ?? '');
  if (command === undefined) return undefined;
  const installed = await listLanguages(command);
  const languages = (wanted?.split('+') ?? usualLanguages).filter((name) => installed.has(name));
  return languages.length > 0 ? { command, languages: languages.join('+') } : undefined;
}

async function listLanguages(command: string): Promise<Set<string>> {
  try {
    const { stdout } = await promisify(execFile)(command, ['--list-langs'], { timeout: timeoutMs });
    return new Set(stdout.split('\n').map((line) => line.trim()));
  } catch {
    return new Set();
  }
}
