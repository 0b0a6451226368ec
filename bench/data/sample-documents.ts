import type { TextDocument } from '@lectern/contracts';
import { createRandom, pick } from './random.ts';

export interface SampleOptions {
  readonly documents: number;
  readonly paragraphs: number;
  readonly seed: number;
}

const sentencesPerParagraph = 5;
const runStep = 3;
const minTextLength = 200;

/** Documents made of real paragraphs: runs of sentences taken at random from real texts. */
export function sampleDocuments(
  texts: readonly string[],
  { documents, paragraphs, seed }: SampleOptions,
): TextDocument[] {
  const random = createRandom(seed);
  const split = texts.filter((text) => text.length >= minTextLength).map(splitSentences);
  return Array.from({ length: documents }, (_, number) => ({
    external_id: `sample-${number}`,
    title: headingOf(pick(split, random)),
    text: Array.from({ length: paragraphs }, () => sampleParagraph(split, random)).join('\n\n'),
  }));
}

/** Runs of sentences that follow each other, text by text; each begins in the middle of the last. */
export function* readRuns(texts: readonly string[]): Generator<readonly string[]> {
  for (const text of texts) {
    if (text.length < minTextLength) continue;
    const sentences = splitSentences(text);
    const places = Math.ceil(Math.max(1, sentences.length - sentencesPerParagraph + 1) / runStep);
    yield Array.from({ length: places }, (_, place) =>
      sentences.slice(place * runStep, place * runStep + sentencesPerParagraph).join(' '),
    );
  }
}

function sampleParagraph(split: readonly string[][], random: () => number): string {
  const sentences = pick(split, random);
  const from = Math.floor(random() * Math.max(1, sentences.length - sentencesPerParagraph + 1));
  return sentences.slice(from, from + sentencesPerParagraph).join(' ');
}

function headingOf(sentences: readonly string[]): string {
  return (sentences[0] ?? '').slice(0, 80);
}

function splitSentences(text: string): string[] {
  return text
    .split(/(?<=[.!?。！？])\s*/u)
    .map((sentence) => sentence.replaceAll(/\s+/g, ' ').trim())
    .filter((sentence) => sentence !== '');
}
