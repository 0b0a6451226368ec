import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DocumentBuilder } from '../../document-builder.ts';
import { readRtf } from './read-rtf.ts';

function read(source: string) {
  const builder = new DocumentBuilder({ maxTextChars: 1_000_000 });
  readRtf(Buffer.from(source, 'latin1'), builder);
  const document = builder.finish('application/rtf');
  const characters = [...document.text];
  return {
    title: document.title,
    metadata: document.metadata,
    warnings: document.warnings.map(({ message }) => message),
    blocks: document.blocks.map(
      ({ kind, start, end }) => `${kind}: ${characters.slice(start, end).join('')}`,
    ),
  };
}

describe('readRtf', () => {
  it('reads headings by style name and by outline level', () => {
    const { blocks } = read(
      String.raw`{\rtf1{\stylesheet{\s1 heading 2;}{\s2\outlinelevel0 Kapitel;}}` +
        String.raw`\pard\s1 Pumps\par\pard\s2 Filters\par\pard Text.\par}`,
    );
    expect(blocks).toEqual(['heading: Pumps', 'heading: Filters', 'paragraph: Text.']);
  });

  it('reads its author and dates', () => {
    const { metadata } = read(
      String.raw`{\rtf1{\info{\author Ann Lee}{\creatim\yr2019\mo3\dy12\hr9}{\revtim\yr2020\mo11\dy2}}Text.\par}`,
    );
    expect(metadata).toEqual({ author: 'Ann Lee', created: '2019-03-12', modified: '2020-11-02' });
  });

  it('decodes bytes by the font, and Unicode with its fallback left out', () => {
    const { blocks } = read(
      String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset204 B;}{\f2\fcharset128 C;}}` +
        String.raw`\f0 caf\'e9 {\f1 \'cc\'e8\'f0} {\f2 \'93\'8c\'8b\'9e} \u8364?5 {\uc2\u8364\'80xy}\par}`,
    );
    expect(blocks).toEqual(['paragraph: café Мир 東京 €5 €y']);
  });

  it('reads tables row by row, and lists with their markers', () => {
    const { blocks } = read(
      String.raw`{\rtf1\trowd\intbl Part\cell Price\cell\row\trowd\intbl Filter\cell 12\cell\row` +
        String.raw`\pard{\listtext\bullet\tab}First\par\pard\ilvl1{\listtext 2.\tab}Second\par}`,
    );
    expect(blocks).toEqual([
      'table: Part | Price\nFilter | 12',
      'list_item: - First',
      'list_item: 2. Second',
    ]);
  });

  it('takes the title in Unicode, and leaves out what is not the text', () => {
    const { title, blocks } = read(
      String.raw`{\rtf1{\info{\upr{\title ??}{\*\ud{\title \u26481?\u20140?}}}{\company X}}` +
        String.raw`{\header Page}{\*\unknown hidden}{\pict\bin5 {{{}}0a0b}{\v secret}` +
        String.raw`{\field{\*\fldinst HYPERLINK "x"}{\fldrslt a link}}\par}`,
    );
    expect(title).toBe('東京');
    expect(blocks).toEqual(['paragraph: a link']);
  });

  it('reads text in Unicode in place of that for old readers, and code pages of DOS', () => {
    const { blocks } = read(
      String.raw`{\rtf1\pca Gr\'81n {\upr{Plan ??}{\*\ud{Plan \u26481?\u20140?}}}{\upr{\footnote old}{\*\ud{\footnote new}}}.\par}`,
    );
    expect(blocks).toEqual(['paragraph: Grün Plan 東京 [note 1].', 'paragraph: [note 1] new']);
  });

  it('puts notes behind their paragraph', () => {
    const { blocks } = read(String.raw`{\rtf1 Text{\footnote A note.\par} goes on.\par}`);
    expect(blocks).toEqual(['paragraph: Text [note 1] goes on.', 'paragraph: [note 1] A note.']);
  });

  it('keeps raised text, symbols, links, forms and formulas apart', () => {
    const { blocks } = read(
      String.raw`{\rtf1{\fonttbl{\f0 Arial;}{\f1\fcharset2 Symbol;}}10{\super 7} H{\sub 2}O {\f1 m}g\par ` +
        String.raw`See {\field{\*\fldinst{HYPERLINK "https://example.org/g"}}{\fldrslt the guide}}.\par ` +
        String.raw`{\field{\*\fldinst FORMCHECKBOX {\*\ffdata{\fftype1\ffres1{\*\ffname C}}}}{\fldrslt}} yes ` +
        String.raw`{\field{\*\fldinst FORMDROPDOWN {\*\ffdata{\fftype2\ffres1{\*\ffl Eye}{\*\ffl Heart}}}}{\fldrslt}}\par ` +
        String.raw`k = {\mmath{\*\moMath{\mf{\mnum{\mr 1}}{\mden{\mr 24}}}}}\par}`,
    );
    expect(blocks).toEqual([
      'paragraph: 10^7 H2O μg',
      'paragraph: See the guide (https://example.org/g).',
      'paragraph: ☒ yes Heart',
      'paragraph: k = 1/24',
    ]);
  });

  it('leaves out what is deleted, hidden or beside the text, and names it', () => {
    const { blocks, warnings } = read(
      String.raw`{\rtf1{\header Draft\par}The fee is {\deleted 900}{\revised 450} euro{\v secret}.\par` +
        String.raw`{\deleted Old.\par}{\*\annotation Why?}{\pict 0a}` +
        String.raw`{\*\shppict{\pict{\*\picprop{\sp{\sn wzDescription}{\sv A mill}}}0a}}\par}`,
    );
    expect(blocks).toEqual(['paragraph: The fee is 450 euro.', 'paragraph: [picture: A mill]']);
    expect(warnings).toEqual([
      'The page header was left out: “Draft”.',
      'Text that is marked as deleted was left out: “900”.',
      'Hidden text was left out: “secret”.',
      'A comment was left out: “Why?”.',
      'Text that is marked as deleted was left out: “Old.”.',
      'Pictures without a description: 1.',
    ]);
  });

  it('reads form fields that stand in their instruction', () => {
    const { blocks } = read(
      String.raw`{\rtf1 {\field{\*\fldinst FORMCHECKBOX {\*\formfield{\fftype1\ffres25\ffdefres1}}}{\fldrslt}} agrees ` +
        String.raw`{\field{\*\fldinst FORMCHECKBOX {\*\formfield{\fftype1\ffres0}}}{\fldrslt}} refuses ` +
        String.raw`{\field{\*\fldinst FORMDROPDOWN {\*\formfield{\fftype2\ffres1{\*\ffl Red}{\*\ffl Green}}}}{\fldrslt}}\par}`,
    );
    expect(blocks).toEqual(['paragraph: ☒ agrees ☐ refuses Green']);
  });

  it('repeats a merged cell in the rows that it spans', () => {
    const { blocks } = read(
      String.raw`{\rtf1\trowd\clvmgf\cellx1\cellx2\intbl Blue\cell Monday\cell\row` +
        String.raw`\trowd\clvmrg\cellx1\cellx2\intbl\cell Tuesday\cell\row\pard}`,
    );
    expect(blocks).toEqual(['table: Blue | Monday\nBlue | Tuesday']);
  });

  it('reads the text of a shape once', () => {
    const shape = '{\\shp{\\*\\shpinst{\\shptxt Box 7\\par}}{\\shprslt Box 7\\par}}';
    const { blocks } = read(`{\\rtf1 Before\\par ${shape} After\\par}`);
    expect(blocks).toEqual(['paragraph: Before', 'paragraph: Box 7', 'paragraph: After']);
  });

  it('refuses groups without end', () => {
    expect(() => read(`{\\rtf1${'{'.repeat(100_000)}`)).toThrow(/nested too deep/);
  });

  it('ends on any input', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '\\',
      "\\'",
      "\\'8",
      '\\u',
      '\\bin9',
      '\\row',
      '\\cell',
      '\\par',
      '\\*',
      'ab',
      '-1',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        read(`{\\rtf1 text\\par ${pieces.join('')}`);
      }),
    );
  });
});
