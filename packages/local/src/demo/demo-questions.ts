import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of the demo, with a question that one page of it answers. */
export interface DemoFile {
  readonly path: string;
  readonly question?: DemoQuestion;
}

export interface DemoQuestion {
  readonly text: string;
  /** The page, from 1, that a citation must name. */
  readonly page: number;
  /** Words that the answer must hold. */
  readonly answer: RegExp;
}

const committedFolder = fileURLToPath(new URL('files', import.meta.url));

/** Files of this repository. */
export const committedFiles: readonly DemoFile[] = [
  {
    path: join(committedFolder, 'weather-station-manual.pdf'),
    question: {
      text: 'How often must the backup battery of the weather station be replaced?',
      page: 2,
      answer: /eighteen months/i,
    },
  },
  { path: join(committedFolder, 'opening-hours.csv') },
  { path: join(committedFolder, 'visitor-rules.md') },
];

/** Files of the test data, which a checkout may lack. */
export function listDataFiles(dataFolder: string): readonly DemoFile[] {
  const documents = join(dataFolder, 'documents');
  return [
    {
      path: join(documents, 'pdf/redp5110_sampled.pdf'),
      question: {
        text: 'By how many percent did the average cost of a data breach increase globally in 2013?',
        page: 5,
        answer: /15\s?%/,
      },
    },
    { path: join(documents, 'docx/word_sample.docx') },
    { path: join(documents, 'html/wiki_duck.html') },
    { path: join(documents, 'markdown/docling-README.md') },
  ];
}
