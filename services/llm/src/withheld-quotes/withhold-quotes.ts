import type { Citation, ConversationMode, StreamPart, Withheld } from '@lectern/contracts';
import type { Reader } from '../clients/readable-documents.ts';
import type { ApprovalRequest } from '../ports/answer-mode.ts';
import type { FindWithheld, Withholding } from './find-withheld.ts';
import { type Reasons, withholdStatements } from './withhold-statements.ts';

/** Returns whether an answer's text quotes documents. */
const quotesInText: Readonly<Record<ConversationMode, boolean>> = {
  knowledge: false,
  agent: false,
  research: true,
};

/** The conversation's mode and the question. */
export interface Asked {
  readonly mode: ConversationMode;
  readonly question: string;
}

interface Cited {
  readonly answer: string;
  readonly citations: readonly Citation[];
  readonly approval?: ApprovalRequest | undefined;
}

/** Returns turns without quotes and titles of documents that their reader may not read now. */
export async function withholdQuotes<Answer extends Cited & Asked>(
  findWithheld: FindWithheld,
  answers: readonly Answer[],
  reader: Reader,
): Promise<(Answer & { readonly citations: Citation[] })[]> {
  const why = await findWithheld(answers.flatMap(listDocumentIds), reader);
  return answers.map((answer) => ({
    ...answer,
    ...withholdFrom(answer, answer, why),
    ...(answer.approval && { approval: withholdTitles(answer.approval, why) }),
  }));
}

/** Does the same for a part of a turn's stream. Only the text of an ended turn can be checked. */
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
    case 'data-approval': {
      const why = await findWithheld(part.data.document_ids ?? [], reader);
      return { ...part, data: withholdTitles(part.data, why) };
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

function listDocumentIds({
  citations,
  approval,
}: Pick<Cited, 'citations' | 'approval'>): readonly string[] {
  return [...citations.map(({ document_id }) => document_id), ...(approval?.document_ids ?? [])];
}

/** Returns a waiting call without the titles of withheld documents. */
function withholdTitles<Request extends Pick<ApprovalRequest, 'documents' | 'document_ids'>>(
  request: Request,
  why: Withholding,
): Request {
  const { documents, document_ids } = request;
  if (!documents || !document_ids?.some(why)) return request;
  return {
    ...request,
    documents: documents.filter((_, at) => !why(document_ids[at] ?? '')),
    document_ids: document_ids.filter((id) => !why(id)),
  };
}

function withholdFrom(
  { answer, citations }: Cited,
  { mode, question }: Asked,
  why: Withholding,
): { readonly answer: string; readonly citations: Citation[] } {
  const withheld = withholdCitations(citations, why);
  return {
    answer: quotesInText[mode] ? withholdStatements(answer, withheld.reasons, question) : answer,
    citations: withheld.citations,
  };
}

/** Returns citations without the words of withheld documents, and the reasons by number. */
export function withholdCitations(
  citations: readonly Citation[],
  why: Withholding,
): { readonly reasons: Reasons; readonly citations: Citation[] } {
  const reasons: Reasons = new Map(
    citations.flatMap(({ n, document_id }) => {
      const withheld = why(document_id);
      return withheld ? [[n, withheld] as const] : [];
    }),
  );
  return {
    reasons,
    citations: citations.map((citation) => {
      const withheld = reasons.get(citation.n);
      return withheld ? withoutWords(citation, withheld) : citation;
    }),
  };
}

/** Returns the position of a citation without its quote and title. */
export function withoutWords<One extends Pick<Citation, 'quote' | 'title' | 'file_name' | 'url'>>(
  citation: One,
  withheld: Withheld,
): One & { readonly withheld: Withheld } {
  return { ...citation, title: '', file_name: null, url: null, quote: '', withheld };
}
