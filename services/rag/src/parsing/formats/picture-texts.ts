import { performance } from 'node:perf_hooks';
import type { DocumentBuilder } from '../document-builder.ts';
import { ParseFailure } from '../parse-failure.ts';
import type { ParsedDocument } from '../parsed-document.ts';
import type { PartSource } from '../zip-archive.ts';
import type { FormatInput } from './format.ts';

/** A picture within a document, read when its turn comes. */
export interface PictureSource {
  /** Address by which the document shows it. */
  readonly key: string;
  /** Name for warnings; the key by default. */
  readonly name?: string;
  readonly read: () => Promise<Buffer | undefined>;
}

/** Maximum pictures of one document, and share of its time, for which text is recognised. */
const maxPictures = 150;
const clockShare = 0.5;

const recognised = 'text_recognised';

/** Recognised text of the pictures within a document. */
export class PictureTexts {
  readonly #texts = new Map<string, { readonly name: string; readonly document: ParsedDocument }>();
  readonly #problems = new Map<string, string>();
  readonly #written = new Set<string>();

  /** Recognises the text of pictures one after the other until the time for them is over. */
  static async read(
    sources: Iterable<PictureSource>,
    { limits, recognise, readAttached }: Pick<FormatInput, 'limits' | 'recognise' | 'readAttached'>,
  ): Promise<PictureTexts> {
    const texts = new PictureTexts();
    if (recognise === undefined || readAttached === undefined) return texts;
    const endsAt = performance.now() + limits.clockMs * clockShare;
    let count = 0;
    for (const { key, name = key, read } of sources) {
      const clockMs = endsAt - performance.now();
      count += 1;
      try {
        if (clockMs <= 0 || count > maxPictures) {
          throw new ParseFailure('too_large', 'There are too many pictures.');
        }
        const bytes = await read();
        if (bytes === undefined) continue;
        const document = await readAttached({ bytes, fileName: name, clockMs });
        if (!document.mimeType.startsWith('image/')) {
          throw new ParseFailure('unsupported_format', 'This file type is not supported.');
        }
        texts.#texts.set(key, { name, document: withoutHeadings(document) });
      } catch (cause) {
        if (!(cause instanceof ParseFailure)) throw cause;
        // This process leaves pictures to another one, which reads the whole file.
        if (cause.code === 'time_limit') throw cause;
        if (cause.code === 'no_text' && !cause.hasUnreadText) continue;
        texts.#problems.set(key, `The text of a picture was not read: ${name}. ${cause.message}`);
      }
    }
    return texts;
  }

  /** Recognises the text of parts of a container, whose key is their name. */
  static readParts(
    zip: PartSource,
    names: readonly string[],
    input: Parameters<typeof PictureTexts.read>[1],
  ): Promise<PictureTexts> {
    const parts = new Set(names);
    return PictureTexts.read(
      [...parts].map((key) => ({ key, read: () => zip.read(key) })),
      input,
    );
  }

  has(key: string): boolean {
    return this.#texts.has(key);
  }

  /** Writes the text of a picture where it is shown first, or names a picture that was not read. */
  write(key: string, builder: Pick<DocumentBuilder, 'append' | 'warn'>): void {
    const problem = this.#problems.get(key);
    if (problem !== undefined) builder.warn('picture_not_read', problem);
    const text = this.#texts.get(key);
    if (text === undefined || this.#written.has(key)) return;
    this.#written.add(key);
    const { name, document } = text;
    const warnings = document.warnings.filter(({ code }) => code !== recognised);
    builder.append({ ...document, warnings }, { below: 0, place: name });
    const own = document.warnings.find(({ code }) => code === recognised);
    if (own !== undefined) builder.warn(own.code, own.message);
  }
}

/** Large letters in a picture are no heading of the document around it. */
function withoutHeadings(document: ParsedDocument): ParsedDocument {
  const blocks = document.blocks.map(({ level, ...block }) =>
    block.kind === 'heading'
      ? { ...block, kind: 'paragraph' as const }
      : { ...block, ...(level !== undefined && { level }) },
  );
  return { ...document, blocks };
}
