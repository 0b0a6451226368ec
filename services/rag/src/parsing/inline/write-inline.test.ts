import { describe, expect, it } from '@jest/globals';
import { readXmlTree } from '../xml-tree.ts';
import type { Inline } from './inline.ts';
import { InlineBuilder } from './inline-builder.ts';
import { readMathMl, readOmml } from './math.ts';
import { writeInline } from './write-inline.ts';

const raised = (text: string): Inline => ({ kind: 'raised', content: [text] });
const lowered = (text: string): Inline => ({ kind: 'lowered', content: [text] });

describe('writeInline', () => {
  it.each<[string, Inline[]]>([
    ['10^-6 mol', ['10', raised('\u22126'), ' mol']],
    ['10^7 5', ['10', raised('7'), '5']],
    ['x^(n + 1)', ['x', raised('n + 1')]],
    ['the 2nd of May', ['the 2', raised('nd'), ' of May']],
    ['40*, 20 °C', ['40', raised('*'), ', 20 ', raised('o'), 'C']],
    ['H2O and x_i, 10_2', ['H', lowered('2'), 'O and x', lowered('i'), ', 10', lowered('2')]],
    [
      'CO2, Al2O3, (OH)2',
      ['CO', lowered('2'), ', Al', lowered('2'), 'O', lowered('3'), ', (OH)', lowered('2')],
    ],
    ['x_5, log_10 7, FEV1', ['x', lowered('5'), ', log', lowered('10'), '7, FEV', lowered('1')]],
    [
      '1 1/2 cups, 3/4',
      ['1', raised('1'), '⁄', lowered('2'), ' cups, ', raised('3'), '/', lowered('4')],
    ],
    ['½ and 5 1/2 in', ['½ and 5', raised('1'), '\u20442 in']],
    [
      '√49 5, √49·5',
      [
        { kind: 'root', content: ['49'], degree: [] },
        '5, ',
        { kind: 'root', content: ['49'], degree: [] },
        '·5',
      ],
    ],
    ['500 [note 1] euro', ['500', { kind: 'note_mark', mark: '1' }, ' euro']],
    ['k = 2 1/24 t', ['k = 2', { kind: 'fraction', numerator: ['1'], denominator: ['24'] }, 't']],
    [
      '√16, ∛(x+1)',
      [
        { kind: 'root', content: ['16'], degree: [] },
        ', ',
        { kind: 'root', content: ['x+1'], degree: ['3'] },
      ],
    ],
    [
      'the guide (https://example.org/g-1)',
      [{ kind: 'link', content: ['the guide'], target: 'https://example.org/g-1' }],
    ],
    ['example.org', [{ kind: 'link', content: ['example.org'], target: 'https://example.org/' }]],
    ['☒ yes', [{ kind: 'check_box', isTicked: true }, ' yes']],
    ['[picture: A mill]', [{ kind: 'picture', description: 'A mill' }]],
    ['東京 (とうきょう)', ['東京', { kind: 'guide', content: ['とうきょう'] }]],
  ])('writes %s', (text, content) => {
    expect(writeInline(content)).toBe(text);
  });
});

describe('InlineBuilder', () => {
  it('nests pieces and joins equal neighbours', () => {
    const builder = new InlineBuilder();
    builder.add('10');
    builder.addScript('raised', '-');
    builder.addScript('raised', '6');
    builder.open((content) => ({ kind: 'link', content, target: 'https://example.org' }));
    builder.add(' of');
    builder.add(' it');
    builder.close();
    expect(builder.take()).toBe('10^-6 of it (https://example.org)');
    expect(builder.isEmpty).toBe(true);
  });
});

const ofOmml = (xml: string) => writeInline(readOmml(readXmlTree(Buffer.from(xml))));
const ofMathMl = (xml: string) => writeInline(readMathMl(readXmlTree(Buffer.from(xml))));
const run = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
const e = (xml: string) => `<m:e>${xml}</m:e>`;

describe('readOmml', () => {
  it.each([
    ['(x+7)/18', `<m:f><m:num>${run('x+7')}</m:num><m:den>${run('18')}</m:den></m:f>`],
    ['∛27', `<m:rad><m:deg>${run('3')}</m:deg>${e(run('27'))}</m:rad>`],
    ['(a+b)^2', `<m:sSup>${e(`<m:d>${e(run('a+b'))}</m:d>`)}<m:sup>${run('2')}</m:sup></m:sSup>`],
    [
      '(1/2)^n',
      `<m:sSup>${e(`<m:f><m:num>${run('1')}</m:num><m:den>${run('2')}</m:den></m:f>`)}<m:sup>${run('n')}</m:sup></m:sSup>`,
    ],
    [
      '∑_(i=1)^n x_i',
      `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${run('i=1')}</m:sub><m:sup>${run('n')}</m:sup>${e(`<m:sSub>${e(run('x'))}<m:sub>${run('i')}</m:sub></m:sSub>`)}</m:nary>`,
    ],
    [
      '[1, 2; 3, 4]',
      `<m:m><m:mr>${e(run('1'))}${e(run('2'))}</m:mr><m:mr>${e(run('3'))}${e(run('4'))}</m:mr></m:m>`,
    ],
    ['x̅', `<m:bar>${e(run('x'))}</m:bar>`],
  ])('reads %s', (text, xml) => {
    expect(ofOmml(`<m:oMath>${xml}</m:oMath>`)).toBe(text);
  });
});

describe('readMathMl', () => {
  it.each([
    ['E=mc^2', '<mrow><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></mrow>'],
    ['1/24', '<math:mfrac><math:mn>1</math:mn><math:mn>24</math:mn></math:mfrac>'],
    ['√(x+1)', '<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt>'],
    ['10^-9', '<msup><mn>10</mn><mrow><mo>−</mo><mn>9</mn></mrow></msup>'],
    ['√49·5', '<msqrt><mn>49</mn></msqrt><mo>&#x2062;</mo><mn>5</mn>'],
    ['2x·3', '<mn>2</mn><mo>\u2062</mo><mi>x</mi><mo>·</mo><mn>3</mn>'],
    [
      ' _92^238U3',
      '<mmultiscripts><mi>U</mi><mn>3</mn><none/><mprescripts/><mn>92</mn><mn>238</mn></mmultiscripts>',
    ],
    ['x_i', '<semantics><msub><mi>x</mi><mi>i</mi></msub><annotation>x_i</annotation></semantics>'],
  ])('reads %s', (text, xml) => {
    expect(ofMathMl(`<math>${xml}</math>`)).toBe(text);
  });
});
