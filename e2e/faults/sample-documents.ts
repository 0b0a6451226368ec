import type { TextDocument } from '@lectern/contracts';
import type { NamedFile } from '../suite/api.ts';
import { hasDocuments, readCorpus, readDocumentFile, readManifest } from '../suite/data-folder.ts';
import { type Random, shuffle } from './random.ts';

/** Documents to ingest while processes die. */
export interface SampleDocuments {
  /** Real files of many formats, some of which must fail. */
  readonly files: readonly NamedFile[];
  /** Plain text, which nothing but a fault can make fail. */
  readonly texts: readonly NamedFile[];
  /** The same as JSON: they travel in one job of many. */
  readonly jsonTexts: readonly TextDocument[];
}

/** Large files take longer than the whole test may. */
const maxFileBytes = 300_000;
const fileShare = 0.5;
const paragraphsPerText = 12;

/** As many documents as wanted, all different. Without the data folder, texts alone. */
export async function createSampleDocuments(
  count: number,
  random: Random,
): Promise<SampleDocuments> {
  const files = await pickFiles(Math.floor(count * fileShare), random);
  const corpus = [...(await readCorpus('cranfield')), ...(await readCorpus('xquad/ru'))];
  const paragraphs = shuffle(corpus.length > 0 ? corpus : inventParagraphs(random), random);
  const texts = Array.from({ length: count - files.length }, (_, number) => {
    const from = (number * paragraphsPerText) % Math.max(1, paragraphs.length - paragraphsPerText);
    const body = paragraphs.slice(from, from + paragraphsPerText).join('\n\n');
    return { name: `sample-${number}`, text: `Sample number ${number}.\n\n${body}\n` };
  });
  const half = Math.ceil(texts.length / 2);
  return {
    files,
    texts: texts.slice(0, half).map(({ name, text }) => ({
      name: `${name}.txt`,
      bytes: new TextEncoder().encode(text),
    })),
    jsonTexts: texts
      .slice(half)
      .map(({ name, text }) => ({ external_id: name, title: name, text })),
  };
}

async function pickFiles(count: number, random: Random): Promise<NamedFile[]> {
  if (!hasDocuments) return [];
  const rows = (await readManifest()).filter(({ bytes }) => bytes <= maxFileBytes);
  return Promise.all(
    shuffle(rows, random)
      .slice(0, count)
      .map(({ file }) => readDocumentFile(file)),
  );
}

const invented = 400;
const wordsPerParagraph = 120;
const syllables = ['ka', 'lo', 'mi', 'ne', 'ru', 'sta', 'ter', 'vo', 'wen', 'zu'];

function inventParagraphs(random: Random): string[] {
  const word = () =>
    Array.from({ length: 3 }, () => syllables[Math.floor(random() * syllables.length)]).join('');
  return Array.from(
    { length: invented },
    () => `${Array.from({ length: wordsPerParagraph }, word).join(' ')}.`,
  );
}
