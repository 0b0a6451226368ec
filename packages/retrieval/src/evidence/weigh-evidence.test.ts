import { describe, expect, it } from '@jest/globals';
import { createAnalyzer } from '../analysis/create-analyzer.ts';
import type { EvidenceSource } from './score-units.ts';
import { supportsAnswer, weighEvidence } from './weigh-evidence.ts';

const analyzer = createAnalyzer();

const weigh = (question: string, ...sources: EvidenceSource[]) =>
  weighEvidence(analyzer, { question, query: question }, sources);

const pump: EvidenceSource = {
  title: 'Pump manual',
  text: 'The pump weighs 12 kg. The filter of the pump is changed every 90 days. Oil is not needed.',
};
const cats: EvidenceSource = { title: 'Cats', text: 'Cats sleep for most of the day.' };
const invoice: EvidenceSource = {
  title: 'Invoice 17',
  text: 'Parts\t2,100\nSales Tax\t278.46\nGRAND TOTAL\t5,738',
};

describe('weighEvidence', () => {
  it.each([
    ['a sentence of a collection of two', 'How often is the filter of the pump changed?'],
    ['a row of a table', 'How much is the sales tax on invoice 17?'],
    ['a rare fact', 'How much does the pump weigh?'],
    ['a topic of the own documents', 'What do our documents say about the filter of the pump?'],
  ])('finds enough for %s', (_what, question) => {
    expect(supportsAnswer(weigh(question, pump, invoice, cats))).toBe(true);
  });

  it.each([
    ['Wann werden die Fenster geputzt?', 'Putzplan', 'Fenster: putzen im Mai.'],
    ['Vilka skor används i verkstaden?', 'Verkstad', 'Använd skyddsskor.'],
  ])('compares %s with a short text in its language', (question, title, text) => {
    expect(supportsAnswer(weigh(question, { title, text }))).toBe(true);
  });

  it.each([
    ['a subject that is not there', 'Which bacterium causes Lyme disease?'],
    ['words that mean nothing', 'qwertzuiop asdfghjkl?'],
    ['no words', '?!'],
    ['a topic that the own documents do not have', 'What do our documents say about Lyme disease?'],
  ])('finds too little for %s', (_what, question) => {
    expect(supportsAnswer(weigh(question, pump, invoice, cats))).toBe(false);
  });

  it.each([
    ['a command', '```sh\nlectern ask "How often is the filter of the pump changed?"\n```'],
    [
      'a request',
      `curl /api/ask -d '{"question": "How often is the filter of the pump changed?"}'`,
    ],
    ['an example', 'Ask for example “How often is the filter of the pump changed?” and wait.'],
  ])('does not take the same question in %s for its answer', (_what, sample) => {
    const text = `Questions are asked from a terminal.\n\n${sample}\n\nAnswers have citations.`;
    const readme = { title: 'README', text };
    const question = 'How often is the filter of the pump changed?';
    expect(supportsAnswer(weigh(question, readme, cats))).toBe(false);
    expect(supportsAnswer(weigh(question, readme, pump))).toBe(true);
  });

  const korean: EvidenceSource = {
    title: '펌프 설명서',
    text: '유압 펌프의 필터는 90일마다 교체합니다. 최대 압력은 250바입니다. 제조사는 서울에 있는 한국유압입니다.',
  };
  const russian: EvidenceSource = {
    title: 'Руководство по насосу',
    text: 'Фильтр насоса меняют каждые 90 дней. Гарантийный срок составляет 2 года. Изготовитель — завод в Туле.',
  };
  const article: EvidenceSource = {
    title: 'Всеобщая декларация прав человека',
    text: 'Все люди рождаются свободными и равными. Они наделены разумом и совестью.',
  };

  it.each([
    ['제조사는 어디에 있습니까?', korean],
    ['필터는 얼마나 자주 교체하나요?', korean],
    ['Где находится изготовитель?', russian],
    ['Каков гарантийный срок на насос?', russian],
    ['Чем наделены люди по первой статье Всеобщей декларации прав человека?', article],
  ])('finds enough for %s', (question, source) => {
    expect(supportsAnswer(weigh(question, source, cats))).toBe(true);
  });

  it.each(['프랑스의 수도는 어디입니까?', '커피 머신은 어떻게 청소합니까?'])(
    'finds too little for %s',
    (question) => expect(supportsAnswer(weigh(question, korean, cats))).toBe(false),
  );

  it('does not answer what another document is asked for', () => {
    const question = 'According to the lease of the Rotterdam warehouse, what is not needed?';
    expect(supportsAnswer(weigh(question, pump, cats))).toBe(false);
  });

  it('finds enough for a section that is asked for by its number, and no other', () => {
    const lease = { title: 'Lease', text: '4.1 Rent is due in May.\n\n4.2 One cat may be kept.' };
    expect(supportsAnswer(weigh('What does clause 4.2 say?', lease))).toBe(true);
    expect(supportsAnswer(weigh('What does clause 7.3 say?', lease))).toBe(false);
  });

  it('judges a new topic in a conversation by the question alone', () => {
    const question = 'How often is the filter of the pump changed?';
    const query = `Which bacterium causes Lyme disease? ${question}`;
    const evidence = weighEvidence(analyzer, { question, query }, [pump, cats]);
    expect(evidence).toBe(weigh(question, pump, cats));
  });

  it('judges a follow-up with the question before it', () => {
    const question = 'How often is it changed?';
    const query = `Where is the filter of the pump? ${question}`;
    const evidence = weighEvidence(analyzer, { question, query }, [pump, cats]);
    expect(evidence).toBeGreaterThanOrEqual(weigh(question, pump, cats));
  });

  it('finds the answer under the question itself', () => {
    const text = 'How often is the filter of the pump changed?\n\nIt is changed every 90 days.';
    const faq = { title: 'Questions', text };
    expect(supportsAnswer(weigh('How often is the filter of the pump changed?', faq))).toBe(true);
  });

  it('is less sure where no source has a name of the question', () => {
    const ferry = { title: 'Ferries', text: 'The ferry to Rum sails on Tuesday at noon.' };
    const sure = weigh('When does the ferry to Rum sail?', ferry);
    expect(weigh('When does the ferry to eigg sail?', ferry)).toBeLessThan(sure);
    expect(weigh('When does the ferry to Eigg sail?', ferry)).toBeLessThan(
      weigh('When does the ferry to eigg sail?', ferry),
    );
  });

  it('finds nothing without sources', () => {
    expect(weigh('How often is the filter changed?')).toBe(0);
    expect(weigh('How often is the filter changed?', { title: '', text: '' })).toBe(0);
  });

  it('is less sure of a twin without the sentence that answers', () => {
    const question = 'How often is the filter of the pump changed?';
    const twin = { ...pump, text: pump.text.replace(/The filter[^.]*\. /, '') };
    expect(weigh(question, pump, cats)).toBeGreaterThan(weigh(question, twin, cats));
  });

  it('does not depend on how many sources say the same', () => {
    const question = 'How often is the filter of the pump changed?';
    const manuals = Array.from({ length: 6 }, (_, at) => ({ ...pump, title: `Manual ${at}` }));
    expect(supportsAnswer(weigh(question, ...manuals))).toBe(true);
  });
});
