import {
  Document,
  ExternalHyperlink,
  HeadingLevel,
  type INumberingOptions,
  LevelFormat,
  Packer,
  Paragraph,
  TextRun,
} from 'docx';
import { toDocxBlocks } from './docx-blocks.ts';
import { toXmlText } from './docx-inline.ts';
import type { Footnote, Manuscript } from './manuscript.ts';

const numbering: INumberingOptions = {
  config: [
    {
      reference: 'numbers',
      levels: Array.from({ length: 9 }, (_, level) => ({
        level,
        format: LevelFormat.DECIMAL,
        text: `%${level + 1}.`,
        style: { paragraph: { indent: { left: 720 * (level + 1), hanging: 360 } } },
      })),
    },
  ],
};

/** Creates a Word document with footnotes. It blocks the event loop, so it runs in a worker. */
export async function toDocx({ title, turns, footnotes }: Manuscript): Promise<Uint8Array> {
  let lists = 0;
  const notes = {
    count: footnotes.length,
    nextList: () => {
      lists += 1;
      return lists;
    },
  };
  const document = new Document({
    title: toXmlText(title),
    creator: 'Lectern',
    numbering,
    footnotes: Object.fromEntries(
      footnotes.map((footnote, index) => [index + 1, { children: [toNote(footnote)] }]),
    ),
    sections: [
      {
        children: [
          new Paragraph({ heading: HeadingLevel.TITLE, children: [plain(title)] }),
          ...turns.flatMap(({ heading, question, answer }) => [
            new Paragraph({ heading: HeadingLevel.HEADING_2, children: [plain(heading)] }),
            ...(question?.split('\n') ?? []).map(
              (line) => new Paragraph({ indent: { left: 360 }, children: [plain(line)] }),
            ),
            ...toDocxBlocks(answer, notes),
          ]),
        ],
      },
    ],
  });
  return new Uint8Array(await Packer.toArrayBuffer(document));
}

function plain(text: string): TextRun {
  return new TextRun(toXmlText(text));
}

function toNote({ text, url }: Footnote): Paragraph {
  const link = url !== null && /^https?:/i.test(url) ? toXmlText(url) : undefined;
  return new Paragraph({
    children: [
      plain(` ${text} `),
      ...(link
        ? [
            new ExternalHyperlink({
              link,
              children: [new TextRun({ text: link, style: 'Hyperlink' })],
            }),
          ]
        : []),
    ],
  });
}
