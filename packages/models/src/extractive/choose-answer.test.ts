import { describe, expect, it } from '@jest/globals';
import { createAnalyzer } from '@lectern/retrieval/analysis';
import type { ExtractiveSource } from '../language-model.ts';
import { chooseAnswer } from './choose-answer.ts';

const analyzer = createAnalyzer();

function ask(question: string, ...sources: ExtractiveSource[]) {
  return chooseAnswer(analyzer, { question, query: question }, sources).map(
    ({ text, source }) => `${text} [${source}]`,
  );
}

const library: ExtractiveSource = {
  title: 'Library rules',
  text: 'Books may be borrowed for three weeks. A loan can be extended twice. Readers who return a book late pay 20 cents a day. The library opens at nine.',
};
const canteen: ExtractiveSource = {
  title: 'Canteen',
  text: 'The canteen opens at eleven. Lunch costs six euros.',
};

describe('chooseAnswer', () => {
  it('takes the sentence that answers, from whichever source', () => {
    expect(ask('How much does lunch cost?', library, canteen)).toEqual([
      'Lunch costs six euros. [2]',
    ]);
    expect(ask('When does the library open?', library, canteen)).toEqual([
      'The library opens at nine. [1]',
    ]);
  });

  it.each([
    [
      'Кто открыл радий?',
      'Радий открыла Мария Кюри в 1898 году. Он светится в темноте.',
      'Радий открыла Мария Кюри в 1898 году. [1]',
    ],
    ['长江流入哪个海？', '长江是中国最长的河流。长江流入东海。', '长江流入东海。 [1]'],
    [
      'Where can I find my invoices?',
      '**How do I sign in?**\n\nBy mail.\n\n**Where do I find my invoices?**\n\nUnder Account.',
      'Under Account. [1]',
    ],
    [
      'In which version was the printer dialog removed?',
      '# Changes\n\n## 4.1.3\n\n- Faster start.\n- Removed the printer dialog.\n\n## 4.0.0\n\n- New icons.',
      '4.1.3 [1]',
    ],
    [
      'Was steht in § 14?',
      '## § 4 Wahl\n\nDer Vorstand wird gewählt.\n\n## § 14 Ende\n\nVier Fünftel entscheiden.',
      'Vier Fünftel entscheiden. [1]',
    ],
    [
      'Что сказано в пункте 2.2?',
      '2.1. Продавец доставляет товар.\n2.2. Покупатель платит вперёд.',
      '2.2. Покупатель платит вперёд. [1]',
    ],
    [
      'Wann wurde die Brücke eröffnet?',
      'Die Brücke ist lang. Die Brücke wurde 1937 eröffnet.',
      'Die Brücke wurde 1937 eröffnet. [1]',
    ],
  ])('answers %s', (question, text, answer) => {
    expect(ask(question, { title: '', text })[0]).toBe(answer);
  });

  it.each([
    ['See the [loan form](docs/loan.md "Form") for loans.', 'See the loan form for loans. [1]'],
    [
      'Loans: [the form](http://evil.example/a) and [another](<http://evil.example/b_(c)>).',
      'Loans: the form (http://evil.example/a) and another (http://evil.example/b_(c)). [1]',
    ],
    ['Loans: [www](javascript:alert(1)) [13](/x).', 'Loans: www 13. [1]'],
    [
      'Loans are at [http://library.example](http://library.example).',
      'Loans are at http://library.example. [1]',
    ],
  ])('makes no link of %s', (text, answer) => {
    expect(ask('Where is the form for loans?', { title: '', text })).toEqual([answer]);
  });

  it('takes the text below a heading that only repeats the question', () => {
    const text =
      '# Handbook\n\n## Staff\n\nTrials last a month. Cars park free.\n\n## Trips\n\nA car is lent.';
    expect(ask('What is the handbook about?', { title: 'Handbook', text })).toEqual([
      'Trials last a month. [1]',
      'Cars park free. [1]',
    ]);
    const guide = '# Guide of the allotment\n\nPlots are watered before nine.';
    expect(ask('Summarise the guide of the allotment', { title: '', text: guide })).toEqual([
      'Plots are watered before nine. [1]',
    ]);
    expect(ask('Is there a handbook?', { title: '', text: '# Handbook' })).toEqual([
      'Handbook [1]',
    ]);
  });

  it('takes well under a second for a link that never ends', () => {
    const text = `Loans: [the form](${' '.repeat(40_000)}`;
    const before = process.cpuUsage();
    ask('Where is the form for loans?', { title: '', text });
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });

  describe.each([
    [
      'Markdown',
      '| Berry | Sugar (g) | Vitamin C (mg) |\n|---|---|---|\n| Strawberry | 4.9 | 59 |\n| Blueberry | 10 | 9.7 |\n| Raspberry | 4.4 | 26 |',
    ],
    [
      'a sheet',
      'Berry | Sugar (g) | Vitamin C (mg)\n\nBerry: Strawberry | Sugar (g): 4.9 | Vitamin C (mg): 59\nBerry: Blueberry | Sugar (g): 10 | Vitamin C (mg): 9.7\nBerry: Raspberry | Sugar (g): 4.4 | Vitamin C (mg): 26',
    ],
    [
      'a PDF',
      'Berry\tSugar (g)\tVitamin C (mg)\nStrawberry\t4.9\t59\nBlueberry\t10\t9.7\nRaspberry\t4.4\t26',
    ],
    [
      'a page with an empty corner',
      ' | Sugar (g) | Vitamin C (mg)\nStrawberry | 4.9 | 59\nBlueberry | 10 | 9.7\nRaspberry | 4.4 | 26',
    ],
  ])('from a table of %s', (_format, text) => {
    const table = { title: 'Berries', text };

    it.each([
      ['How much vitamin C has the blueberry?', 'Blueberry', 'Vitamin C (mg): 9.7'],
      ['How much sugar has the strawberry?', 'Strawberry', 'Sugar (g): 4.9'],
    ])('tells row and column: %s', (question, row, cell) => {
      const [first] = ask(question, library, table);
      expect(first).toContain(row);
      expect(first).toContain(cell);
      expect(first).toMatch(/\[2\]$/);
    });
  });

  it('answers a question about one thing from no document of another one of its kind', () => {
    const aurora = {
      title: 'Aurora pump manual',
      text: 'The filter is changed every three months.',
    };
    const borealis = { title: 'Borealis pump manual', text: 'The filter lies behind the lid.' };
    const question = 'How often is the filter of the Borealis changed?';
    expect(ask(question, aurora, borealis).join()).not.toContain('three months');
    expect(ask('How often is the filter of the Aurora changed?', borealis, aurora)[0]).toContain(
      'three months',
    );
    const both = { ...aurora, text: `${aurora.text} This also holds for the Borealis.` };
    expect(ask(question, both, borealis)[0]).toContain('three months');
  });

  it.each([
    ['What is the rated pull of winch W9?', 'Rated pull: 5.6 t [1]'],
    ['How long is the rope of the W9?', 'Rope length: 120 m [1]'],
    ['What is the rated pull of winch W7?', 'Rated pull: 3.2 t [1]'],
  ])('answers %s from the section with its name', (question, answer) => {
    const text =
      '# Winch W7\n\n## Limits\n\nRated pull: 3.2 t\nRope length: 80 m\n\n# Winch W9\n\n## Limits\n\nRated pull: 5.6 t\nRope length: 120 m';
    for (const title of ['Winches', 'Winches > Winch W7 > Limits']) {
      expect(ask(question, { title, text })[0]).toBe(answer);
    }
  });

  it('answers with the section whose heading is asked for', () => {
    const text =
      '# Pump P3\n\n## Replacing the filter\n\n1. Switch the pump off.\n2. Unscrew the lid.\n\n## Faults\n\n| Code | Remedy |\n|---|---|\n| E02 | Open the valve |\n| E07 | Replace the filter |';
    const question = 'How do I replace the filter?';
    const [first] = chooseAnswer(analyzer, { question, query: question }, [{ title: '', text }]);
    expect(first?.items?.join()).toContain('Switch the pump off.');
  });

  it('tells a value of JSON with its path, not the whole record', () => {
    const settings = {
      title: 'config.json',
      text: 'server.host: example.org\nserver.port: 8443\nlogging.level: debug',
    };
    expect(ask('What is the port of the server?', settings)[0]).toBe('server.port: 8443 [1]');
  });

  it('says first what a thing is where that is asked', () => {
    const used = {
      title: 'Access control',
      text: 'Now that you have created the row permission and the two column masks, it must be activated.',
    };
    const others = Array.from({ length: 5 }, (_, at) => ({
      title: `Chapter ${at}`,
      text: 'The column mask is enabled on the table.',
    }));
    const defined = {
      title: 'Terms',
      text: 'A column mask is a database object that hides values of one column.',
    };
    expect(ask('What is meant by a column mask?', used, ...others, defined)[0]).toContain(
      'a database object',
    );
  });

  it('reads running text between pipes sentence by sentence', () => {
    const page = {
      title: 'Calendar',
      text: 'Calendar | Same as before. Most people know little of the details of the calendar. The year has twelve months of thirty days and five holidays between them. It is useful only for telling when the summer feast is held and when the snows come back.',
    };
    expect(ask('How many months has the year?', page)[0]).toBe(
      'The year has twelve months of thirty days and five holidays between them. [1]',
    );
  });

  it('looks in the document that a question names, not for the words that name it', () => {
    const codex = {
      title: 'Codex',
      text: 'The codex of the dragon age tells of two divines. A divine is addressed as Most Holy. Dragons are rare.',
    };
    const question = 'In the dragon age codex, how is a divine addressed?';
    expect(ask(question, codex)[0]).toBe('A divine is addressed as Most Holy. [1]');
  });

  it('answers nothing when the sources do not', () => {
    expect(ask('Who won the chess championship in 1972?', library, canteen)).toEqual([]);
    expect(ask('谁写了这本小说？', { title: '', text: '长江流入东海。' })).toEqual([]);
    expect(ask('?!', library)).toEqual([]);
    expect(ask('When does the library open?')).toEqual([]);
  });

  it('answers a follow-up whose own words stand nowhere, by what it leans on', () => {
    const estimate = {
      title: 'Estimate',
      text: 'Insured\tGabriel Diaz\nColor\tWhite\nMileage\t41',
    };
    const question = 'What colour is it?';
    const query = `Who is insured on the estimate? Gabriel Diaz. ${question}`;
    const answer = chooseAnswer(analyzer, { question, query }, [estimate]);
    expect(answer.map(({ text }) => text).join(' ')).toContain('White');
  });

  describe('a follow-up keeps to what the question before was about', () => {
    const articles = {
      title: 'Articles',
      text: '| Article | Name | Price (EUR) | Stock | Supplier |\n|---|---|---|---|---|\n| V-4001 | Relief valve | 41.5 | 19 | Bosch |\n| V-4002 | Check valve | 22 | 33 | Hengst |\n| F-2001 | Filter | 8 | 240 | Hengst |\n| P-1002 | Pump | 310 | 4 | Bosch |',
    };
    const machines = {
      title: 'Machines',
      text: 'Machine\tBuilt\tPower (kW)\tOperator\nPress H-3\t2011\t30\tIvan Petrenko\nMill M-1\t2015\t22\tAnna Berg\nLathe L-2\t2019\t11\tOtto Klein\nGrinder G-4\t2020\t15\tEva Lang',
    };
    const estimate = {
      title: 'Estimate',
      text: 'Body Supplies\t30\nPaint Supplies\t60\nParts\t2,100',
    };

    it.each([
      [
        ['What does the relief valve V-4001 cost?', 'And how many of them are in stock?'],
        'Stock: 19',
      ],
      [['What does the relief valve V-4001 cost?', 'Who supplies it?'], 'Supplier: Bosch'],
      [['What does the relief valve cost?', 'And how many of them are in stock?'], 'Stock: 19'],
      [['When was the press H-3 built?', 'Who operates it?'], 'Ivan Petrenko'],
      [['When was the press built?', 'Who operates it?'], 'Ivan Petrenko'],
      [['When was the press H-3 built?', 'And the lathe?'], '2019'],
      [['What does V-4001 cost?', 'And V-4002?', 'Who supplies it?'], 'Supplier: Hengst'],
    ])('%s', (questions, cell) => {
      const query = questions.map((one, at) => (at ? one : `${one} It is told here.`)).join(' ');
      const question = questions.at(-1) ?? '';
      const answer = chooseAnswer(analyzer, { question, query }, [articles, estimate, machines]);
      expect(answer).toHaveLength(1);
      expect(answer[0]?.text).toContain(cell);
    });
  });

  it('says the same thing once', () => {
    const copy = { title: 'Copy', text: library.text };
    expect(ask('How long may books be borrowed?', library, copy)).toHaveLength(1);
  });

  it('keeps a sentence that says more than the fragment before it', () => {
    const text =
      '/* Column masks */\n\nA column mask is a database object that manifests a rule for one column.';
    const answer = ask('What is meant by a column mask?', { title: '', text }).join(' ');
    expect(answer).toContain('database object');
  });

  it('puts the sentence before in front of one that leans on it', () => {
    const text =
      'Marie Curie was born in Warsaw. She received the Nobel Prize in Physics in 1903. Snow fell.';
    expect(ask('Which Nobel Prize was received in 1903?', { title: '', text })).toEqual([
      'Marie Curie was born in Warsaw. [1]',
      'She received the Nobel Prize in Physics in 1903. [1]',
    ]);
  });

  it('leaves marks of footnotes and targets of links out', () => {
    const text =
      '[drake]: https://example.org/drake\nDiving ducks make up the tribe Aythyini.[12][13] They dive.';
    expect(ask('Which tribe do diving ducks make up?', { title: '', text })[0]).toBe(
      'Diving ducks make up the tribe Aythyini. [1]',
    );
  });

  it('does not take brackets of a source for citations', () => {
    const text = 'The method halves the error on this task [12].';
    expect(ask('What does the method do to the error?', { title: '', text })).toEqual([
      'The method halves the error on this task (12). [1]',
    ]);
  });
});
