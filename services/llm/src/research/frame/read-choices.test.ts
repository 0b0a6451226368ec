import { describe, expect, it } from '@jest/globals';
import { readQuestion } from './read-question.ts';

const today = new Date('2026-11-22');
const read = (text: string) => readQuestion(text, today);

describe('names that share a word', () => {
  it.each([
    ['Trials in breast or lung cancer', ['breast cancer OR lung cancer']],
    ['Trials in breast, lung or colon cancer', ['breast cancer OR lung cancer OR colon cancer']],
    ['Papers on breast and lung cancer', ['breast cancer', 'lung cancer']],
    [
      'Papers on acute or chronic kidney disease',
      ['chronic kidney disease OR acute kidney disease'],
    ],
    ['Papers on type 1 or 2 diabetes', ['type 1 diabetes OR type 2 diabetes']],
    ['Trials of aspirin in women or lung cancer', ['lung cancer']],
    ['Исследования рака груди или лёгкого', ['breast cancer OR lung cancer']],
    [
      'Исследования рака молочной железы, печени или яичников',
      ['breast cancer OR liver cancer OR ovarian cancer'],
    ],
    ['Статьи о диабете 1 или 2 типа', ['type 1 diabetes OR type 2 diabetes']],
    ['Статьи о раке груди или депрессии', ['breast cancer OR depression']],
  ])('are each read with it: %s', (text, conditions) => {
    expect(read(text).entities.conditions).toEqual(conditions);
  });
});

describe('what may be there or not', () => {
  it.each([
    ['Metformin with or without insulin in type 2 diabetes', 'with or without insulin'],
    [
      'Metformin alone or in combination with insulin in type 2 diabetes',
      'alone or in combination with insulin',
    ],
    ['Metformin regardless of prior insulin in type 2 diabetes', 'regardless of prior insulin'],
    ['Metformin with insulin or without in type 2 diabetes', 'with insulin or without'],
    ['Метформин с инсулином или без него при диабете 2 типа', 'с инсулином или без него'],
    ['Метформин с или без инсулина при диабете 2 типа', 'с или без инсулина'],
    [
      'Метформин отдельно или в сочетании с инсулином при диабете 2 типа',
      'отдельно или в сочетании с инсулином',
    ],
  ])('is not searched for, and told: %s', (text, said) => {
    expect(read(text)).toMatchObject({
      entities: { interventions: ['metformin'], conditions: ['type 2 diabetes'], terms: [] },
      unused: [said],
    });
  });

  it('asks for studies with results and without alike', () => {
    expect(read('Trials of metformin with or without results')).toMatchObject({
      filters: { has_results: null },
      unused: ['with or without results'],
    });
  });

  it('is no search for one that must be there', () => {
    expect(read('Metformin with insulin in type 2 diabetes').entities.interventions).toEqual([
      'metformin',
      'insulin',
    ]);
  });
});

describe('words of which any will do', () => {
  it.each([
    ['Papers on pinworms or lice', ['pinworms OR lice'], []],
    ['Papers on spinal or general anesthesia', ['spinal anesthesia OR general anesthesia'], []],
    ['Papers on asthma in welders or miners', ['welders OR miners'], []],
  ])('are asked for as alternatives, or it is told: %s', (text, terms, unused) => {
    const { entities, ...frame } = read(text);
    expect(entities.terms).toEqual(terms);
    expect(frame.unused).toEqual(unused);
  });

  it.each([
    ['Papers on asthma or sarcoidlike lesions', ['asthma OR sarcoidlike lesions'], []],
    ['Papers on vaping or asthma', ['asthma OR vaping'], []],
    ['Papers on vaping or asthma or wheezers', ['asthma OR vaping OR wheezers'], []],
    ['Papers on asthma or vaping or depression', ['asthma OR depression OR vaping'], []],
    ['Papers on asthma, lung cancer or vaping', ['asthma OR lung cancer OR vaping'], []],
    ['Trials of remdesivir or xylofrantin in asthma', ['asthma'], ['remdesivir OR xylofrantin']],
    ['Trials of xylofrantin or remdesivir for asthma', ['asthma'], ['remdesivir OR xylofrantin']],
    ['Исследования ремдесивира или xylofrantin', [], ['remdesivir OR xylofrantin']],
  ])('are alternatives to a name: %s', (text, conditions, interventions) => {
    expect(read(text)).toMatchObject({
      entities: { conditions, interventions, terms: [] },
      unused: [],
    });
  });

  it('are told beside names of two kinds, which one search cannot ask for as alternatives', () => {
    expect(read('Papers on aspirin or vaping or asthma')).toMatchObject({
      entities: { conditions: ['asthma'], interventions: ['aspirin'], terms: ['vaping'] },
      unused: ['or'],
    });
  });

  it.each([
    ['Trials of Pfizer or Novartis in asthma', ['Pfizer OR Novartis'], []],
    ['Trials by Pfizer, or by Novartis, in asthma', ['Pfizer OR Novartis'], []],
    ['Trials of Pfizer and Novartis in asthma', ['Pfizer'], ['and novartis']],
  ])('are sponsors too: %s', (text, sponsors, unused) => {
    const { entities, ...frame } = read(text);
    expect(entities.sponsors).toEqual(sponsors);
    expect(frame.unused).toEqual(unused);
  });
});

describe('names of which any will do', () => {
  it.each([
    ['Phase 3 trials of remdesivir or semaglutide', ['remdesivir OR semaglutide'], [], []],
    ['Исследования ремдесивира или семаглутида', ['remdesivir OR semaglutide'], [], []],
    ['Aspirin, heparin or warfarin in stroke', ['aspirin OR heparin OR warfarin'], ['stroke'], []],
    ['Aspirin in stroke or in type 2 diabetes', ['aspirin'], ['stroke OR type 2 diabetes'], []],
    ['Trials of aspirin with heparin and/or warfarin', ['aspirin', 'heparin OR warfarin'], [], []],
    ['Papers on lung cancer or kidney disease', [], ['lung cancer OR kidney disease'], []],
    ['Trials of aspirin or placebo', ['aspirin'], [], ['placebo']],
    ['Trials of aspirin and heparin', ['aspirin', 'heparin'], [], []],
    ['Trials of aspirin or of stroke', ['aspirin'], ['stroke'], ['or']],
  ])('asks for any of alternatives: %s', (text, interventions, conditions, unused) => {
    const { entities, ...frame } = readQuestion(text, today);
    expect([...entities.interventions].sort()).toEqual([...interventions].sort());
    expect(entities).toMatchObject({ conditions, terms: [] });
    expect(frame.unused).toEqual(unused);
  });

  it('reads alternatives that one name has no room for as names of their own', () => {
    const [one, other] = ['a'.repeat(150), 'b'.repeat(150)].map((name) => `${name}mab`);
    const { entities } = readQuestion(`Trials of ${one} or ${other}`, today);
    expect(entities.interventions).toEqual([one, other]);
  });

  it.each([
    ['sponsored by Novo Nordisk or Eli Lilly', ['Novo Nordisk OR Eli Lilly'], []],
    ['by Novo Nordisk and Pfizer', ['Novo Nordisk'], ['and pfizer']],
  ])(
    'asks for any sponsor of several, and names one that must be there too: Trials of aspirin %s',
    (words, sponsors, unused) => {
      expect(readQuestion(`Trials of aspirin ${words}`, today)).toMatchObject({
        entities: { interventions: ['aspirin'], sponsors, terms: [] },
        unused,
      });
    },
  );

  it('reads words that ask for likeness and lead nowhere without trying every way to part them', () => {
    const started = performance.now();
    readQuestion(`Trials similar to ${'the  '.repeat(26)}rest`, today);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
