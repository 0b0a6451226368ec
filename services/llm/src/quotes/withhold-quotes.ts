import type { Citation, ConversationMode, StreamPart, Withheld } from '@lectern/contracts';
import type { Reader } from '../ports/readable-documents.ts';
import type { FindWithheld, Withholding } from './find-withheld.ts';
import { withholdStatements } from './withhold-statements.ts';

/** Whether an answer's text quotes documents, or says in its own name what it found in them. */
const quotesInText: Readonly<Record<ConversationMode, boolean>> = {
  knowledge: false,
  agent: false,
  research: true,
};

/** The conversation's mode and what was asked. */
export interface Asked {
  readonly mode: ConversationMode;
  readonly question: string;
}

interface Cited {
  readonly answer: string;
  readonly citations: readonly Citation[];
}

/** Turns, without the quotes and titles of documents that their reader may not read now. */
export async function withholdQuotes<Answer extends Cited & Asked>(
  findWithheld: FindWithheld,
  answers: readonly Answer[],
  reader: Reader,
): Promise<(Answer & { readonly citations: Citation[] })[]> {
  const why = await findWithheld(answers.flatMap(listDocumentIds), reader);
  return answers.map((answer) => ({ ...answer, ...withholdFrom(answer, answer, why) }));
}

/** The same of a part of a turn's stream. Text can be told only of a turn that has ended. */
export async function withholdFromPart(
  findWithheld: FindWithheld,
  part: StreamPart,
  { turn, reader }: { readonly turn: Asked & Pick<Cited, 'citations'>; readonly reader: Reader },
): Promise<StreamPart> {
  switch (part.type) {
    case 'source-document': {
      const why = await findWithheld([part.sourceId], reader);
      const { filename: _filename, ...source } = part;
      return why(part.sourceId) ? { ...source, title: '' } : part;
    }
    case 'data-citations': {
      const why = await findWithheld(listDocumentIds(part.data), reader);
      return { ...part, data: { ...part.data, ...withholdFrom(part.data, turn, why) } };
    }
    case 'text-delta': {
      if (!quotesInText[turn.mode]) return part;
      const why = await findWithheld(listDocumentIds(turn), reader);
      const told = { answer: part.delta, citations: turn.citations };
      return { ...part, delta: withholdFrom(told, turn, why).answer };
    }
    default:
      return part;
  }
}

function listDocumentIds({ citations }: Pick<Cited, 'citations'>): readonly string[] {
  return citations.map(({ document_id }) => document_id);
}

function withholdFrom(
  { answer, citations }: Cited,
  { mode, question }: Asked,
  why: Withholding,
): { readonly answer: string; readonly citations: Citation[] } {
  const reasons = new Map(
    citations.flatMap(({ n, document_id }) => {
      const withheld = why(document_id);
      return withheld ? [[n, withheld] as const] : [];
    }),
  );
  return {
    answer: quotesInText[mode] ? withholdStatements(answer, reasons, question) : answer,
    citations: citations.map((citation) => {
      const withheld = reasons.get(citation.n);
      return withheld ? withoutWords(citation, withheld) : citation;
    }),
  };
}

/** Where the quote stands, without what the document says and is called. */
export function withoutWords<One extends Pick<Citation, 'quote' | 'title' | 'file_name' | 'url'>>(
  citation: One,
  withheld: Withheld,
): One & { readonly withheld: Withheld } {
  return { ...citation, title: '', file_name: null, url: null, quote: '', withheld };
}
