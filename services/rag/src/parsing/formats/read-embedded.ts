import { ParseFailure } from '../parse-failure.ts';
import type { ParsedDocument } from '../parsed-document.ts';
import type { PartSource } from '../zip-archive.ts';
import type { ReadAttached } from './format.ts';
import type { Relation } from './read-relations.ts';

/**
 * Reads the files that are embedded as objects by the readers of their formats, by the id of their
 * relation. Objects that cannot be read are absent.
 */
export async function readEmbeddedFiles(
  zip: PartSource,
  relations: readonly Relation[],
  read: ReadAttached | undefined,
): Promise<Map<string, ParsedDocument>> {
  const documents = new Map<string, ParsedDocument>();
  for (const { id, type, target, isExternal } of relations) {
    if (isExternal || !/^(?:package|oleObject)$/.test(type)) continue;
    const bytes = await zip.read(target);
    try {
      const document = bytes && (await read?.({ bytes, fileName: target }));
      if (document !== undefined) documents.set(id, document);
    } catch (cause) {
      if (!(cause instanceof ParseFailure)) throw cause;
      // This process leaves pictures to another one, which reads the whole file.
      if (cause.code === 'time_limit') throw cause;
    }
  }
  return documents;
}
