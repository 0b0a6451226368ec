import {
  AppError,
  type ConversationExportFormat,
  type Message,
  type ResearchResponse,
} from '@lectern/contracts';
import { listDocumentEntries, listRecordEntries } from '../../bibtex/record-entries.ts';
import type { Reader } from '../../clients/readable-documents.ts';
import type { Owner } from '../../ports/owner.ts';
import type { FindWithheld } from '../../withheld-quotes/find-withheld.ts';
import type { Conversations } from '../conversations.ts';
import { withholdFromMessages } from '../withhold-from-messages.ts';
import { writeManuscript } from './manuscript.ts';
import { toMarkdown } from './to-markdown.ts';
import { writeDocx } from './write-docx.ts';

export interface ExportDependencies {
  readonly conversations: Conversations;
  readonly findWithheld: FindWithheld;
  /** Results of research, by the message that reports them. */
  readonly findRuns: (owner: Owner, messageIds: readonly string[]) => Promise<RunsByMessage>;
}

/** Part and format of an export. */
export interface WantedExport {
  readonly id: string;
  readonly format: ConversationExportFormat;
  /** A message of the requested branch. Default: the newest branch. */
  readonly branch: string | undefined;
  /** An answer that is exported alone, with its question. */
  readonly answer: string | undefined;
}

export interface ExportReader extends Reader {
  readonly owner: Owner;
  /** Aborted when the caller is gone. */
  readonly signal: AbortSignal;
}

/** A file for download. */
export interface ExportedConversation {
  readonly type: string;
  /** Title of the conversation with an extension. */
  readonly fileName: string;
  readonly content: string | Uint8Array;
}

const pageSize = 200;
/** Maximum size of an export, which is held in memory several times. */
const maxMessages = 5_000;
const maxCharacters = 32_000_000;
const maxNameLength = 100;

/**
 * Exports a branch of a conversation, or one of its answers.
 *
 * @throws AppError `conversation_not_found`, `message_not_found` for an unknown branch or answer,
 *   `too_large`, and the errors of `writeDocx`.
 */
export async function exportConversation(
  { conversations, findWithheld, findRuns }: ExportDependencies,
  reader: ExportReader,
  { id, format, branch, answer }: WantedExport,
): Promise<ExportedConversation> {
  const { owner, signal } = reader;
  const conversation = await conversations.get(owner, id);
  const stored = await listAll(conversations, reader, { id, branch: answer ?? branch });
  const wanted = answer === undefined ? stored : pickAnswer(stored, answer);
  const messages = await withholdFromMessages(findWithheld, wanted, reader);
  const name = toFileName(conversation.title);
  switch (format) {
    case 'json':
      return {
        type: 'application/json; charset=utf-8',
        fileName: `${name}.json`,
        content: `${JSON.stringify({ conversation, messages }, null, 2)}\n`,
      };
    case 'markdown':
      return {
        type: 'text/markdown; charset=utf-8',
        fileName: `${name}.md`,
        content: toMarkdown(writeManuscript(conversation, messages)),
      };
    case 'bibtex':
      return {
        type: 'application/x-bibtex; charset=utf-8',
        fileName: `${name}.bib`,
        content: toBibtex(messages, await findRuns(owner, listAnswers(messages))),
      };
    case 'docx':
      return {
        type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        fileName: `${name}.docx`,
        content: await writeDocx(writeManuscript(conversation, messages), signal),
      };
  }
}

/** Replaces what some systems forbid in a file's name. */
function toFileName(title: string): string {
  const name = title.replaceAll(/[\p{C}\s<>:"/\\|?*]+/gu, ' ').slice(0, maxNameLength);
  return name.toWellFormed().replaceAll(/^[ .]+|[ .\uFFFD]+$/g, '') || 'conversation';
}

function listAnswers(messages: readonly Message[]): readonly string[] {
  return messages.flatMap(({ id, role }) => (role === 'assistant' ? id : []));
}

function pickAnswer(messages: readonly Message[], id: string): readonly Message[] {
  const at = messages.findIndex((message) => message.role === 'assistant' && message.id === id);
  if (at < 0) throw new AppError('message_not_found');
  return messages.slice(Math.max(0, at - 1), at + 1);
}

async function listAll(
  conversations: Conversations,
  { owner, signal }: ExportReader,
  { id, branch }: Pick<WantedExport, 'id' | 'branch'>,
): Promise<readonly Message[]> {
  const messages: Message[] = [];
  let characters = 0;
  let cursor: string | undefined;
  do {
    signal.throwIfAborted();
    const page = await conversations.listMessages(owner, id, { limit: pageSize, cursor, branch });
    messages.push(...page.messages);
    characters += JSON.stringify(page.messages).length;
    if (messages.length > maxMessages || characters > maxCharacters) {
      throw new AppError('too_large', 'The conversation is too long to be exported as one file.');
    }
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return messages;
}

/** Results of research, by the message that reports them. */
type RunsByMessage = ReadonlyMap<string, ResearchResponse>;

/** Returns one entry per record of research and per cited document, in order of first mention. */
function toBibtex(messages: readonly Message[], runs: RunsByMessage): string {
  const records = messages.flatMap(({ id }) => {
    const run = runs.get(id);
    return run ? [...listRecordEntries(run.tables)] : [];
  });
  const question = messages.find(({ role }) => role === 'user')?.content ?? '';
  const citations = messages.flatMap((message) => message.citations);
  const entries = new Map([...records, ...listDocumentEntries(citations, question)]);
  return [...entries.values()].join('\n');
}
