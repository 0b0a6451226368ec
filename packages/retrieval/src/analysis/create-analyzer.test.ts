import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createAnalyzer } from './create-analyzer.ts';

const analyzer = createAnalyzer();
const documentTerms = (text: string) => analyzer.analyzeDocument(text);
const queryTerms = (text: string) => analyzer.analyzeQuery(text).map(({ term }) => term);

/** Returns true if each term of the query is among the document's. */
function finds(query: string, document: string): boolean {
  const indexed = new Set(documentTerms(document));
  const terms = queryTerms(query);
  return terms.length > 0 && terms.every((term) => indexed.has(term));
}

describe('createAnalyzer', () => {
  it.each([
    ['another form of an English word', 'stemming words', 'The word was stemmed.'],
    ['another form of a Russian word', 'коллекции документов', 'Документ в коллекциях'],
    ['Russian ё written as е', 'елка', 'Зелёная ёлка'],
    ['full-width and ligature forms', 'file ABC', 'ﬁle ＡＢＣ'],
    ['accents left out', 'resume Muller', 'Résumé, Müller'],
    ['upper case', 'STRASSE', 'Straße'],
    ['a possessive', 'newton', 'Newton’s laws'],
    ['an apostrophe left out', 'dont panic', "don't panic"],
    ['a French elision', 'homme', "l'homme"],
    ['a hyphen compound by its parts', 'speed', 'high-speed aircraft'],
    ['a registry number', 'nct01234567', 'Trial NCT01234567 began.'],
    ['a decimal number', '3.14', 'pi is 3.14.'],
    ['thousands marks', '10000', 'about 10,000 rows'],
    ['a version', 'v1.2.3', 'Released v1.2.3 today'],
    ['an identifier', 'foo_bar', 'call foo_bar()'],
    ['part of an identifier', 'bar', 'call foo_bar()'],
    ['Chinese inside a sentence', '黑豹队', '黑豹队的防守丢了多少分'],
    ['one Chinese character', '猫', '我的猫很大'],
    ['Japanese', '東京', '東京タワーへ行く'],
    ['Korean with a particle', '한국', '한국은 나라이다'],
    ['Thai', 'โลก', 'สวัสดีชาวโลก'],
    ['Chinese beside English', 'lance 数据库', 'Lance是一个数据库'],
    ['a soft hyphen in the document', 'knowledge', 'know\u00adledge'],
    ['Arabic without vowel marks', 'كتاب', 'كِتَاب'],
  ])('finds %s', (_case, query, document) => {
    expect(finds(query, document)).toBe(true);
  });

  it.each([
    ['HER2+', ['HER2+ patients', 'HER2- patients', 'HER2 patients']],
    ['Rh-', ['Rh- donors', 'Rh+ donors']],
    ['C#', ['in C# by', 'in C++ by', 'in C by']],
    ['C', ['in C by', 'in C# by']],
    ['−80 °C', ['at -80 °C', 'at 80 °C']],
    ['80 °C', ['at 80 °C', 'at –80 °C']],
    ['.NET', ['.NET 9', 'ASP.NET Core']],
    ['universe', ['the universe', 'the university']],
    ['market', ['the market', 'for marketing']],
    ['cœur', ['du cœur', 'du coeur']],
    ['IL6', ['IL-6 rises', 'IL-1 rises']],
    ['SARS-CoV-2', ['by SARS CoV 2', 'by SARS CoV 1, 2']],
    ['TNF-α', ['of TNFα', 'of TNF and alpha']],
    ['燈塔', ['老燈塔', '老灯塔']],
    ['PD 1', ['PD-1 here', 'PD-L1 here']],
    ['< 40 °C', ['at < 40 °C', 'at ≥ 40 °C', 'at 40 °C', 'at > 40 °C']],
    ['>5', ['where n > 5', 'where n < 5', 'where n is 5']],
    ['< -80', ['kept at < -80 °C', 'kept at > -80 °C', 'kept at < 80 °C']],
    ['<= 1,000', ['up to ≤ 1000', 'over >= 1000']],
    ['40 °C', ['at 40 °C', 'at 50 °C']],
    ['A grade', ['eggs of grade A', 'eggs of grade B']],
    ['grade B', ['B grade eggs', 'grade A eggs']],
    ['IT department', ['the IT department', 'the department, as it is']],
    ['minutes of 14 May 2024', ['on 14 May 2024', 'on 14 March 2024, and may']],
    ['14 may 2024', ['on 14 May 2024', 'on 14 March 2024, and may']],
    ['vitamin a deficiency', ['deficiency of vitamin A', 'a deficiency of vitamin D']],
  ])('ranks what is written as %s first, and finds its other forms', (query, documents) => {
    const weights = new Map(analyzer.indexQuery(query).map(({ term, weight }) => [term, weight]));
    const scores = documents.map((text) =>
      [...new Set(analyzer.indexDocument(text))].reduce(
        (sum, term) => sum + (weights.get(term) ?? 0),
        0,
      ),
    );
    for (const other of scores.slice(1)) expect(scores[0]).toBeGreaterThan(other);
  });

  it.each([
    ['IL6', 'IL-6 IL 6 IL6'],
    ['AB-1200', 'AB1200 AB-1200'],
    ['SARS-CoV-2', 'SARSCoV2'],
    ['SARS-CoV-2', 'SARS CoV 2'],
    ['sars cov 2', 'SARS-CoV-2'],
    ['TNFα', 'TNF-α TNF alpha'],
    ['TNF alpha', 'TNFα'],
    ['NFκB', 'NF-kappa B'],
    ['XR77B', 'XR 77/B'],
    ['XR-77/B', 'XR77B'],
    ['EN1092-1', 'DIN EN 1092-1'],
    ['cooperative', 'co-operative'],
    ['wi-fi', 'wifi'],
    ['+4722334455', '+47 22 33 44 55'],
    ['22334455', '+47 22 33 44 55'],
    ['NO93 8601 1117 947', 'NO9386011117947'],
    ['9783161484100', '978-3-16-148410-0'],
    ['20240312', '2024-03-12'],
    ['צהל', 'צה״ל'],
    ['צה"ל', 'צהל'],
    ['燈塔', '灯塔'],
    ['灯', '燈'],
    ['3750', '3.750,50'],
    ['3.750,50', '3,750.5'],
    ['1 000 000', '1,000,000'],
    ['12.5', '12,50'],
    ['2024', '٢٠٢٤'],
    ['diyarbakir', 'DİYARBAKIR'],
    ['lodz', 'Łódź'],
    ['olkaelderen', 'Ølkælderen'],
    ['Mueller', 'Müller'],
    ['שלום', 'שָׁלוֹם'],
    ['كتاب', 'الكتاب'],
  ])('indexes %s and %s alike', (query, document) => {
    const weights = new Map(analyzer.indexQuery(query).map(({ term, weight }) => [term, weight]));
    expect(analyzer.indexDocument(document).some((term) => (weights.get(term) ?? 0) >= 0.5)).toBe(
      true,
    );
  });

  it.each([
    ['HER2-', 'HER2+'],
    ['C++', 'C and C#'],
    ['-80', '80'],
    ['80', '-80'],
    ['< 40', '≥ 40'],
    ['> 5', '5'],
    ['AB-1200', 'AB-1300 and CD1200'],
    ['TNF-α', 'TNF-β'],
    ['5 μm', '5 mum'],
  ])('compares %s and %s as different', (question, text) => {
    expect(finds(question, text)).toBe(false);
    expect(finds(question, question)).toBe(true);
  });

  it('finds words of a German text by a query too short to tell its language', () => {
    expect(finds('Häuser', 'Die Häuser sind in den Städten und wir haben keine')).toBe(true);
  });

  it('finds another form of a German word when query and text show their language', () => {
    const text = 'Das Haus ist in der Stadt, und wir haben keine Zeit für die Reise';
    expect(documentTerms(text)).toContain('haus');
    expect(queryTerms('Wo sind die Häuser und wie viele?')).toContain('haus');
  });

  it('leaves stop words out of a query', () => {
    expect(queryTerms('What is the heat of a slab?')).toEqual(['heat', 'slab']);
    expect(queryTerms('Сколько мешков было у Джареда?')).toHaveLength(2);
  });

  it('keeps a query of nothing but stop words, and finds it', () => {
    expect(finds('to be or not to be', 'To be, or not to be: that is the question')).toBe(true);
  });

  it('indexes a stop word once and other words as often as they occur', () => {
    expect(documentTerms('the wing and the wing')).toEqual(['the', 'wing', 'and', 'wing']);
  });

  it('weighs a query word more when it is repeated, but less than it is repeated', () => {
    expect(analyzer.analyzeQuery('wing drag wing flow wing')).toEqual([
      { term: 'wing', weight: 2 },
      { term: 'drag', weight: 1 },
      { term: 'flow', weight: 1 },
    ]);
  });

  it('gives no terms for text without letters and digits', () => {
    expect(analyzer.analyzeQuery(' ¿?! … ')).toEqual([]);
    expect(documentTerms('')).toEqual([]);
  });

  it('bounds the number of query terms and the length of a term', () => {
    const query = Array.from({ length: 500 }, (_, index) => `word${index}`).join(' ');
    expect(analyzer.analyzeQuery(query)).toHaveLength(64);
    expect(documentTerms('x'.repeat(10_000))[0]).toHaveLength(64);
  });

  it('gives terms without white space, each query term once with a weight above 0', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const terms = analyzer.analyzeQuery(text);
        expect(new Set(terms.map(({ term }) => term)).size).toBe(terms.length);
        for (const { weight } of terms) expect(weight).toBeGreaterThan(0);
        for (const term of [...documentTerms(text), ...terms.map((each) => each.term)]) {
          expect(term).toMatch(/^\S+$/u);
        }
      }),
    );
  });

  it('finds any word of a text by that word alone', () => {
    const words = fc.array(fc.stringMatching(/^[a-zéüа-я0-9]{2,12}$/), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(words, (list) => {
        const document = list.join(' ');
        for (const word of list) {
          const indexed = new Set(documentTerms(document));
          expect(queryTerms(word).some((term) => indexed.has(term))).toBe(true);
        }
      }),
    );
  });

  it('analyses a megabyte of text in well under a second of CPU', () => {
    const text = 'The boundary layer of a heated slab in supersonic flow. '.repeat(19_000);
    const before = process.cpuUsage();
    documentTerms(text);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });
});
