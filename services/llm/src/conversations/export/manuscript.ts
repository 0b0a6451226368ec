import { type Sentences, sentencesFor } from '@lectern/answering';
import type { Citation, Conversation, Message } from '@lectern/contracts';
import { toTitle } from '../title.ts';
import { plainMarkup } from './plain-markup.ts';

/** A branch of a conversation as a text with footnotes. */
export interface Manuscript {
  readonly title: string;
  readonly turns: readonly ManuscriptTurn[];
  /** Numbered from 1 in this order. */
  readonly footnotes: readonly Footnote[];
}

export interface ManuscriptTurn {
  /** The question on one line. */
  readonly heading: string;
  /** The question, where the heading does not contain all of it. */
  readonly question: string | undefined;
  /** Markdown, in which `[^n]` is a reference to a footnote. */
  readonly answer: string;
}

export interface Footnote {
  readonly text: string;
  readonly url: string | null;
}

/** Numbers the sources of all answers consecutively. A sentence replaces a missing answer. */
export function writeManuscript(
  { title, mode }: Pick<Conversation, 'title' | 'mode'>,
  messages: readonly Message[],
): Manuscript {
  // Answers of research contain no mark-up of a model, and their links lead to records that were
  // found.
  const toPlain = mode === 'research' ? (answer: string) => answer : plainMarkup;
  const footnotes: Footnote[] = [];
  const turns: ManuscriptTurn[] = [];
  let question = '';
  for (const message of messages) {
    if (message.role === 'user') {
      question = message.content;
      continue;
    }
    const sentences = sentencesFor(question);
    const places = new Map<number, number>();
    for (const citation of message.citations) {
      footnotes.push(toFootnote(citation, sentences));
      places.set(citation.n, footnotes.length);
    }
    const heading = toTitle(question);
    turns.push({
      heading,
      question: heading === question.trim() ? undefined : question,
      answer: message.content.trim()
        ? toPlain(message.content).replaceAll(/\[(\d{1,4})\]/g, (marker, n: string) => {
            const place = places.get(Number(n));
            return place === undefined ? marker : `[^${place}]`;
          })
        : sentences.unanswered,
    });
  }
  return { title, turns, footnotes };
}

function toFootnote(citation: Citation, sentences: Sentences): Footnote {
  const { onPage, unsupported } = sentences;
  const { title, page, quote, supported, url, withheld } = citation;
  if (withheld) return { text: sentences.withheld[withheld], url: null };
  const place = page === null ? title : `${title}, ${onPage(page)}`;
  const text = `${place}: “${quote.replaceAll(/\s+/g, ' ').trim()}”`;
  return { text: supported ? text : `${text} ${unsupported}`, url };
}
