import type { DocumentBuilder } from '../document-builder.ts';
import { ParseFailure } from '../parse-failure.ts';
import type { AttachedFile, ReadAttached } from './format.ts';

/**
 * Writes an attached file under a heading with its name, by the reader of its format; a file that
 * cannot be read is named in a warning.
 * @param level of the heading.
 */
export async function writeAttachment(
  builder: DocumentBuilder,
  file: AttachedFile,
  { read, level }: { read: ReadAttached | undefined; level: number },
): Promise<void> {
  const shown = file.fileName || `a part of the type ${file.declaredMimeType ?? 'unknown'}`;
  try {
    const document = await read?.(file);
    if (document === undefined) throw new ParseFailure('unsupported_format', '');
    if (file.fileName !== '') builder.heading(Math.min(level, 6), file.fileName);
    builder.append(document, { below: level, place: shown });
  } catch (cause) {
    if (!(cause instanceof ParseFailure)) throw cause;
    const isPlain = cause.code === 'unsupported_format' || cause.code === 'no_text';
    const reason = isPlain ? '' : ` ${cause.message}`;
    builder.warn('attachment_skipped', `An attachment was not read: ${shown}.${reason}`);
  }
}
