import { describe, expect, it } from '@jest/globals';
import { createRawPdf } from '../../__fixtures__/raw-pdf.ts';
import { createSamplePdf, type SamplePage } from '../../__fixtures__/sample-pdf.ts';
import { defaultParseLimits } from '../../parse-limits.ts';
import { parsePdf } from './parse-pdf.ts';

const parse = (bytes: Buffer) =>
  parsePdf({ bytes, fileName: 'sample.pdf', limits: defaultParseLimits });

async function write(draw: (page: SamplePage) => void): Promise<string> {
  return (await parse(await createSamplePdf([draw]))).text;
}

/** Writes text at a place of a content stream. */
const at = (x: number, y: number, text: string, size = 11) =>
  `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm ${text.startsWith('[') ? `${text} TJ` : text.includes(' Tj') ? text : `(${text}) Tj`} ET\n`;

describe('parsePdf: raised and lowered text', () => {
  const raised = (text: string) => `/F1 7 Tf 4 Ts (${text}) Tj 0 Ts /F1 11 Tf`;

  it('tells powers from calls of notes', async () => {
    const content = [
      at(
        60,
        740,
        `(Dilute to 6 x 10) Tj ${raised('8')} ( spores on 14 m) Tj ${raised('2')} (.) Tj`,
      ),
      at(
        60,
        720,
        `(The fee of 170) Tj ${raised('3')} ( euro, as reported) Tj ${raised('4,5')} (.) Tj`,
      ),
      at(60, 100, '3 Students pay a third.', 8),
    ].join('');
    const { text } = await parse(createRawPdf({ content }));
    expect(text).toContain('Dilute to 6 x 10^8 spores on 14 m^2.');
    expect(text).toContain('The fee of 170 [note 3] euro, as reported [note 4,5].');
  });

  it('takes no text of the usual size that stands apart for a lowered one', async () => {
    const content = `${at(60, 700, 'v = ')}${at(90, 706, 'a + b')}${at(130, 700, 'holds.')}`;
    expect((await parse(createRawPdf({ content }))).text).toBe('v = a + b holds.');
  });

  it('leaves ordinals and formulas of substances as words', async () => {
    const lowered = '/F1 7 Tf -2 Ts (2) Tj 0 Ts /F1 11 Tf';
    const content = at(
      60,
      740,
      `(On May 21) Tj ${raised('st ')} (we drank H) Tj ${lowered} (O.) Tj`,
    );
    expect((await parse(createRawPdf({ content }))).text).toBe('On May 21st we drank H2O.');
  });
});

describe('parsePdf: what a reader sees', () => {
  it('writes letters in place of radicals and joined forms', async () => {
    const forms = '/Span<</ActualText<FEFF2F422F24FEFBFEE1>>>BDC';
    const content = `${forms} ${at(60, 740, 'xy')}EMC`;
    expect((await parse(createRawPdf({ content }))).text).toBe('\u6587\u5927\u0644\u0627\u0645');
  });

  it('leaves out hidden layers, and says so', async () => {
    const { text, warnings } = await parse(
      createRawPdf({
        content: `${at(60, 740, 'Seen.')}/OC /L1 BDC ${at(60, 720, 'Hidden.')}EMC /OC /L2 BDC ${at(60, 700, 'Shown.')}EMC`,
        catalog: '/OCProperties<</OCGs[6 0 R 7 0 R]/D<</OFF[6 0 R]>>>>',
        page: '/Annots[<</Subtype/FreeText/Rect[60 600 300 620]/Contents(Off)/OC 6 0 R>>]',
        resources: '/Properties<</L1 6 0 R/L2 7 0 R>>',
        objects: ['<</Type/OCG/Name(Old)>>', '<</Type/OCG/Name(New)>>'],
      }),
    );
    expect(text).toBe('Seen.\n\nShown.');
    expect(warnings).toEqual([
      { code: 'layers_skipped', message: 'Hidden layers were left out, on pages 1.' },
    ]);
  });

  it('reads the replacement text of glyphs that say something else', async () => {
    const content = at(
      60,
      740,
      '(By the ) Tj /Span <</ActualText (Kr\\374ger)>> BDC (Kr ger) Tj EMC ( works: ) Tj /Span /P1 BDC (X) Tj EMC',
    );
    const resources = '/Properties<</P1 <</ActualText (approved)>>>>';
    expect((await parse(createRawPdf({ content, resources }))).text).toBe(
      'By the Kr\u00fcger works: approved',
    );
    const tagged = createRawPdf({
      content: `/P <</MCID 0>> BDC ${at(60, 740, 'Kr')}EMC /P <</MCID 1>> BDC ${at(75, 740, 'ger')}EMC ${at(60, 700, 'Works')}`,
      catalog: '/StructTreeRoot 6 0 R/MarkInfo<</Marked true>>',
      page: '/StructParents 0',
      objects: [
        '<</Type/StructTreeRoot/K 7 0 R/ParentTree<</Nums[0[7 0 R 7 0 R]]>>>>',
        '<</Type/StructElem/S/Span/P 6 0 R/Pg 3 0 R/K[0 1]/ActualText(Kr\\374ger)>>',
      ],
    });
    expect((await parse(tagged)).text).toBe('Kr\u00fcger\n\nWorks');
  });

  it('reads text once that is printed twice to be bold', async () => {
    const content = `${at(60, 740, 'Fire drill')}${at(60.4, 740, 'Fire drill')}${at(60, 700, 'Fire drill')}`;
    expect((await parse(createRawPdf({ content }))).text).toBe('Fire drill\n\nFire drill');
  });

  it('joins letters that stand in places of equal width', async () => {
    const places = [...'HARBOUR'].map((letter, index) => at(60 + 14 * index, 700, letter)).join('');
    expect((await parse(createRawPdf({ content: places }))).text).toBe('HARBOUR');
    const year = at(60, 700, 'R U L E S   2 0 2 4');
    expect((await parse(createRawPdf({ content: year }))).text).toBe('RULES 2024');
  });

  it('joins letters that are set apart, not letters with written spaces', async () => {
    const spaced = await parse(
      createRawPdf({ content: at(60, 740, '6 Tc (HARBOUR RULES) Tj 0 Tc') }),
    );
    expect(spaced.text).toBe('HARBOUR RULES');
    const wide = await parse(
      createRawPdf({ content: at(60, 740, '9 Tc (HARBOUR RULES) Tj 0 Tc') }),
    );
    expect(wide.text).toBe('HARBOUR RULES');
    const offsets = '[(T) -200 (H) -200 (E) -500 (E) -200 (N) -200 (D)]';
    expect((await parse(createRawPdf({ content: at(60, 740, offsets) }))).text).toBe('THE END');
    const written = await parse(createRawPdf({ content: at(60, 740, 'A B C D E') }));
    expect(written.text).toBe('A B C D E');
  });
});

describe('parsePdf: forms and annotations', () => {
  it('writes values beside their labels', async () => {
    const field = (rest: string) => `<</Type/Annot/Subtype/Widget ${rest}>>`;
    const { text, warnings } = await parse(
      createRawPdf({
        content: `${at(60, 740, 'Name:')}${at(60, 720, 'Insured:')}${at(60, 700, 'End of the form')}`,
        catalog: '/AcroForm<</Fields[6 0 R 7 0 R 8 0 R]>>',
        page: '/Annots[6 0 R 7 0 R 8 0 R 9 0 R]',
        objects: [
          field('/FT/Tx/T(boat)/V(Grey Gull)/Rect[150 736 300 754]'),
          field(
            '/FT/Btn/T(insured)/V/Yes/AS/Yes/AP<</N<</Yes 4 0 R/Off 4 0 R>>>>/Rect[150 718 164 732]',
          ),
          field('/FT/Ch/Ff 131072/T(pier)/TU(Pier)/V(d)/Opt[[(d)(Pier D)]]/Rect[150 600 300 618]'),
          '<</Type/Annot/Subtype/Text/T(Ann)/Contents(Please check.)/Rect[20 20 40 40]>>',
        ],
      }),
    );
    expect(text.split(/\n+/)).toEqual([
      'Name:\tGrey Gull',
      'Insured:\t\u2612',
      'End of the form',
      'Pier: Pier D',
      '[comment by Ann: Please check.]',
    ]);
    expect(warnings).toEqual([]);
  });

  it('writes the target of a link behind its text, unless the text shows it', async () => {
    const link = (rect: string, target: string) =>
      `<</Type/Annot/Subtype/Link/Rect[${rect}]${target}>>`;
    const uri = (address: string) => `/A<</S/URI/URI(${address})>>`;
    const { text } = await parse(
      createRawPdf({
        content: `${at(60, 740, 'Please fill in the form for moorings, or call. See the old')}${at(60, 726, 'rules of the port.')}${at(60, 700, 'News: example.org/news')}`,
        page: '/Annots[6 0 R 7 0 R 8 0 R 9 0 R 10 0 R]',
        objects: [
          link('139 737 163 752', uri('https://example.org/form-7')),
          link('244 737 263 752', uri('mailto:port@example.org')),
          link('60 723 85 737', '/Dest[3 0 R/Fit]'),
          link('60 697 200 712', uri('https://example.org/news')),
          link('60 723 85 737', uri('https://example.org/rules')),
        ],
      }),
    );
    expect(text).toBe(
      'Please fill in the form (https://example.org/form-7) for moorings, or call (port@example.org). See the old rules (https://example.org/rules) of the port.\n\nNews: example.org/news',
    );
  });
});

describe('parsePdf: lines', () => {
  const lines = (texts: readonly string[]) => (page: SamplePage) => {
    for (const [row, text] of texts.entries()) page.write(text, { x: 72, y: 100 + row * 14 });
  };

  it('keeps the hyphens of words, drops those of line ends', async () => {
    const text = await write(
      lines([
        'The handbook of the clinic names COVID-',
        '19 in the winter of 2019-',
        '2021, the Rolls-',
        'Royce of my mother-in-',
        'law, a long-term plan and the hand-',
        'book of every long-',
        'term ward, and the co-opera-',
        'tion or operation of all, the X-',
        'ray among them, in 1998–',
        '2004.',
      ]),
    );
    expect(text).toContain(
      'COVID-19 in the winter of 2019-2021, the Rolls-Royce of my mother-in-law',
    );
    expect(text).toContain(
      'the handbook of every long-term ward, and the co-operation or operation of all, the X-ray among them, in 1998–2004.',
    );
  });

  it('joins a word at a soft hyphen', async () => {
    const codes = '1 beginbfchar <2D> <00AD> endbfchar';
    const { text } = await parse(
      createRawPdf({
        content: ['The dia-', 'gram of the harbour and its port.']
          .map((line, row) => at(60, 740 - row * 14, line).replace('/F1', '/F2'))
          .join(''),
        resources: '/Font<</F1 5 0 R/F2 6 0 R>>',
        objects: [
          '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/ToUnicode 7 0 R>>',
          `<</Length ${codes.length}>>stream\n${codes}\nendstream`,
        ],
      }),
    );
    expect(text).toBe('The diagram of the harbour and its port.');
  });

  it('keeps all hyphens of a text that breaks no words', async () => {
    const text = await write(
      lines([
        'A wind-',
        'blasted moor and a well-',
        'known, self-',
        'made man of long-',
        'term plans: well-known, self-made, long-term.',
      ]),
    );
    expect(text).toContain(
      'A wind-blasted moor and a well-known, self-made man of long-term plans',
    );
  });

  it('reads columns that are written line by line one after the other', async () => {
    const text = await write((page) => {
      const left = [
        'The council looked at the yearly',
        'accounts of the library and noted',
        'that the fund was almost empty',
        'after the flood.',
      ];
      const right = [
        'The members want to raise the',
        'card fee by seven percent, and to',
        'sell the old printing press.',
      ];
      for (const [row, line] of left.entries()) {
        page.write(line, { x: 60, y: 100 + row * 14 });
        if (right[row]) page.write(right[row], { x: 330, y: 100 + row * 14 });
      }
    });
    expect(text).toContain('noted that the fund was almost empty after the flood.');
    expect(text).toContain(
      'raise the card fee by seven percent, and to sell the old printing press.',
    );
  });

  it('keeps line numbers out of the text', async () => {
    const text = await write((page) => {
      for (let row = 1; row <= 8; row += 1) {
        page.write(String(row), { x: 40, y: 100 + row * 16 });
        page.write(`the witness says in line ${'abcdefgh'[row - 1]} that the gate was open`, {
          x: 72,
          y: 100 + row * 16,
        });
      }
    });
    expect(text).toContain('in line a that the gate was open the witness says in line b that');
  });
});
