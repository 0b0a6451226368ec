import { AppError, type Warning } from '@lectern/contracts';
import { z } from 'zod';
import { cleanOutsideValue } from '../../calls/clean-outside-value.ts';
import { unreadableAnswer } from '../answers/answer-error.ts';
import {
  childrenOf,
  find,
  findAll,
  parseXml,
  textOf,
  type XmlElement,
} from '../answers/xml-element.ts';
import { pubmed } from './service-name.ts';

/** Result of `esearch`. */
export interface SearchAnswer {
  readonly total: number;
  readonly ids: readonly string[];
  readonly queryTranslation: string | null;
  readonly warnings: readonly Warning[];
}

const wordsSchema = z.array(z.string()).default([]);
const resultSchema = z.object({
  ERROR: z.string().optional(),
  count: z.string().regex(/^\d+$/).optional(),
  idlist: z.array(z.string().regex(/^\d+$/)).default([]),
  querytranslation: z.string().optional(),
  errorlist: z.object({ phrasesnotfound: wordsSchema, fieldsnotfound: wordsSchema }).optional(),
});
const answerSchema = z.object({ esearchresult: resultSchema });

/**
 * Parses an answer of `esearch` in JSON or XML. Failures have HTTP status 200.
 * @throws AppError `invalid_request` for a page after the last one, `service_unavailable` for other
 * failures.
 */
export function readSearchAnswer(text: string): SearchAnswer {
  const result = text.trimStart().startsWith('<') ? fromXml(text) : fromJson(text);
  if (result.ERROR !== undefined) throw toSearchError(result.ERROR);
  if (result.count === undefined) throw unreadableAnswer(pubmed, 'a search without a count');
  const notFound = [
    ...(result.errorlist?.phrasesnotfound ?? []),
    ...(result.errorlist?.fieldsnotfound ?? []),
  ];
  return {
    total: Number(result.count),
    ids: result.idlist,
    queryTranslation: result.querytranslation || null,
    warnings: notFound.map((phrase) => ({
      code: 'phrase_not_found',
      message: `PubMed knows no "${phrase}"; it was left out.`,
    })),
  };
}

function toSearchError(message: string): AppError {
  if (message.includes('retstart')) {
    return new AppError('invalid_request', 'offset: PubMed answers with its first 9,999 records', {
      details: { field: 'offset' },
    });
  }
  return new AppError('service_unavailable', undefined, {
    cause: new Error('PubMed reported an error inside a successful answer'),
  });
}

function fromJson(text: string): z.output<typeof resultSchema> {
  const answer = answerSchema.safeParse(parseJson(text));
  if (!answer.success) throw unreadableAnswer(pubmed, 'not a search', answer.error);
  return answer.data.esearchresult;
}

/** Some error messages contain line ends that JSON does not allow. */
function parseJson(text: string): unknown {
  try {
    return cleanOutsideValue(JSON.parse(text));
  } catch {
    try {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is wrong with it
      return cleanOutsideValue(JSON.parse(text.replaceAll(/[\u0000-\u001f]/g, ' ')));
    } catch (error) {
      throw unreadableAnswer(pubmed, 'neither JSON nor XML', error);
    }
  }
}

function fromXml(text: string): z.output<typeof resultSchema> {
  const root = parseXml(pubmed, text);
  if (root.name !== 'eSearchResult') throw unreadableAnswer(pubmed, 'not a search');
  const texts = (name: string): string[] => findAll(root, name).map(textOf);
  const optional = (element: XmlElement | undefined) => (element ? textOf(element) : undefined);
  return resultSchema.parse({
    ERROR: optional(find(root, 'ERROR')),
    count: optional(find(root, 'Count')),
    idlist: childrenOf(find(root, 'IdList'), 'Id').map(textOf),
    querytranslation: optional(find(root, 'QueryTranslation')),
    errorlist: {
      phrasesnotfound: texts('PhraseNotFound'),
      fieldsnotfound: texts('FieldNotFound'),
    },
  });
}
