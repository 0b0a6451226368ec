import { describe, expect, it } from '@jest/globals';
import { createAnalyzer } from '@lectern/retrieval/analysis';
import { publication, trial } from '../../../test/research-records.ts';
import { checkStatements } from './check-statements.ts';
import { listUnfetched } from './identifiers.ts';
import { listSources } from './record-source.ts';

const reported = {
  ...publication,
  abstract: [
    ...publication.abstract,
    { label: 'CONCLUSIONS', text: 'Lumiravir speeds recovery in these adults.' },
  ],
};
const inChildren = {
  ...publication,
  pmid: '990000002',
  title: 'Lumiravir in children with Marlow fever: no benefit in a randomised trial.',
  authors: [{ last_name: 'Иванова', fore_name: null, initials: 'М', collective_name: null }],
  abstract: [
    {
      label: null,
      text: 'Lumiravir did not reduce the time to recovery compared with placebo.',
    },
  ],
};
const large = {
  ...trial,
  nct_id: 'NCT99000009',
  brief_title: 'Adaptive Treatment',
  sponsor: 'National Institute of Allergy and Infectious Diseases (NIAID)',
  enrollment: { count: 1062, type: 'ACTUAL' as const },
  primary_outcomes: [{ measure: 'Time to Recovery', time_frame: null }],
};
const found = listSources({
  rag_results: null,
  ctgov_results: { trials: [trial], total: 1, not_found: [] },
  pubmed_results: { pmids: ['990000001'], total: 1, publications: [reported], not_found: [] },
});
const others = listSources({
  rag_results: null,
  ctgov_results: { trials: [large], total: 1, not_found: [] },
  pubmed_results: {
    pmids: ['990000002', '990000003'],
    total: 2,
    publications: [
      inChildren,
      { ...publication, pmid: '990000003', retracted: true, abstract: [] },
    ],
    not_found: [],
  },
});
const sources = [...found, ...others.map((source) => ({ ...source, n: source.n + found.length }))];
const analyzer = createAnalyzer();
const check = (text: string) =>
  checkStatements(text, {
    analyzer,
    sources,
    counts: new Set(),
    asked: new Set(['NCT88888888']),
    question: 'Is Lumiravir sponsored by Novartis?',
    isComposed: false,
  });

const review = {
  ...publication,
  pmid: '990000004',
  abstract: [{ label: null, text: 'This review is about nine trials of lumiravir.' }],
};
const withReview = [
  ...sources,
  ...listSources({
    rag_results: null,
    ctgov_results: null,
    pubmed_results: { pmids: ['990000004'], total: 1, publications: [review], not_found: [] },
  }).map((source) => ({ ...source, n: 6 })),
];
const countOf = (text: string) =>
  checkStatements(text, {
    analyzer,
    sources: withReview,
    counts: new Set(),
    recordCounts: { trial: new Set([12]), publication: new Set([3]) },
    asked: new Set(),
    question: '',
    isComposed: false,
  }).removed[0]?.reason;

describe('checkStatements', () => {
  it.each([
    'The trial NCT99000001 is a completed phase 3 study with 418 participants [1].',
    'It started on 3 May 2021 [1].',
    'Recovery took 6 days with lumiravir and 9 with placebo [2].',
    'Published in March 2023 as PMID 990000001 [2].',
    'A phase III trial was reported [2].',
    'It started on May 3, 2021, and its primary completion was in Oct 2022 [1].',
    'Исследование начато 3 мая 2021 года, фаза 3 [1].',
    'It lasted from six to nine days [2].',
    'The paper titled Lumiravir for adults with Marlow fever was published in 2023 [2].',
    'Its title is Lumiravir for Adults With Marlow Fever: A Randomised Phase 3 Trial [2].',
    'PMID 990000001, Lumiravir for adults with Marlow fever: a randomised phase 3 trial (J, 2023) [2].',
    '**Lumiravir in Adults With Marlow Fever** (NCT99000001) is completed [1].',
    'Adults with Marlow fever took lumiravir in the trial (NCT99000001) [1].',
    'The study, Lumiravir in Marlow fever, is completed [1].',
    'It is ‘Lumiravir for adults … a randomised phase 3 trial’ [2].',
    'Исследование «Lumiravir in Adults With Marlow Fever» завершено [1].',
    'Исследование под названием Lumiravir in Adults With Marlow Fever завершено [1].',
    'Adults recovered within 6 days on lumiravir (PMID 990000001): 9 with placebo [2].',
    'PMID 990000001: Lumiravir speeds recovery [2].',
    '**Lumiravir speeds recovery in these adults**: 6 days [2].',
    'In the study, Lumiravir speeds the recovery, which took 6 days [2].',
    'Лумиравир у взрослых с лихорадкой Марлоу (NCT99000001) [1].',
    'The trial is not sponsored by Novartis [1].',
    'The Phase III trial treated Marlow fever in Lumiravir groups [1].',
    'Исследование в Норвегии завершено [1].',
    'The study was not withdrawn [1].',
    'It started in May 2021 [1].',
    'In May 2021 it started, and in October 2022 its primary completion was reached [1].',
    'Исследование начато в мае 2021 года [1].',
    'It was a randomized trial of lumiravir [2].',
    'Recovery was faster with lumiravir in these adults: 6 days [2].',
    'On placebo it took 9 days [2].',
    'It ran from May 2021 to October 2022 [1].',
    'It enrolled 1,062 participants [3].',
    'There was no benefit in children [4].',
    'Лумиравир не сократил время выздоровления у детей по сравнению с плацебо [4].',
    'The interventional study enrolled adults with Marlow fever [1].',
    'Публикация отозвана [5].',
    'Основной исход — время до выздоровления [3].',
    'Спонсор: National Institute of Allergy and Infectious Diseases [3].',
  ])('keeps what the record says: %s', (text) => {
    const kept = check(text.replace('in March 2023', 'on 14 March 2023'));
    expect(kept.removed).toEqual([]);
  });

  it.each([
    ['NCT12345678 was completed [1].', 'identifier NCT12345678'],
    ['It was sponsored by Pfizer [1].', 'name Pfizer'],
    ['The trial was conducted in Japan and Canada [1].', 'name Japan'],
    ['Спонсором был Pfizer [1].', 'name Pfizer'],
    ['PMID 31234567 reports it [2].', 'identifier 31234567'],
    ['PMID 990000001 reports it [1].', 'identifier 990000001'],
    ['It enrolled 900 participants [1].', 'number 900'],
    ['It started in June 2021 [1].', 'date June 2021'],
    ['It started on 2021-05-04 [1].', 'date 2021-05-04'],
    ['This is a phase 2 study [1].', 'phase 2'],
    ['The study is recruiting [1].', 'status recruiting'],
    ['Its title is "Lumiravir cures every known fever" [2].', 'title'],
    ['The paper titled Lumiravir cures every known fever appeared in 2023 [2].', 'title'],
    ['The paper entitled Lumiravir for adults with Marlow disease appeared [2].', 'title'],
    ['Its title is Recovery took 6 days with lumiravir [2].', 'title'],
    ['Статья под названием Lumiravir cures every fever вышла в 2023 году [2].', 'title'],
    ['PMID 990000001, Oral antivirals against tropical fevers (J, 2023) [2].', 'title'],
    ['PMID 990000001: Lumiravir for adults with septic shock [2].', 'title'],
    ['Oral antivirals against tropical fevers (PMID 990000001) appeared in 2023 [2].', 'title'],
    ['*Oral antivirals against tropical fevers* appeared in 2023 [2].', 'title'],
    ['The study, Oral antivirals against tropical fevers, is completed [1].', 'title'],
    ['It is the Oral Antivirals Against Tropical Fevers Study [1].', 'title'],
    ['Lumiravir for adults with Marlow encephalitis appeared in 2023 [2].', 'title'],
    ['It is ‘Lumiravir cures every known fever’ [2].', 'title'],
    ['It is "Lumiravir for adults … with known encephalitis" [2].', 'title'],
    ['PMID 99000000 reports it [2].', 'identifier 99000000'],
    ['PMID 3 reports it [2].', 'identifier 3'],
    ['It is in PMC1234567 [2].', 'identifier PMC1234567'],
    ['See 10.1000/invented.7 [2].', 'identifier 10.1000/INVENTED.7'],
    ['It started on June 3, 2021 [1].', 'date June 3, 2021'],
    ['Исследование начато 3 июня 2021 года [1].', 'date 3 июня 2021 года'],
    ['It started on 3 June [1].', 'date 3 June'],
    ['These were phases 1 and 3 [1].', 'phase 1'],
    ['Это вторая часть II фазы [1].', 'phase 2'],
    ['The study is recruiting, as published [1][2].', 'status recruiting'],
    ['It lasted 7 days in 18% [1].', 'number 7'],
    ['It had eleven arms, or twelve [1].', 'number 11'],
    ['The study was not completed [1].', 'status not completed'],
    ['The study has not been completed [1].', 'status not completed'],
    ['Исследование не завершено [1].', 'status not completed'],
    ['The trial was not randomised [2].', 'denial of =random'],
    ["Recovery wasn't shorter with lumiravir [2].", 'denial of =shorter'],
    ['Lumiravir does not speed recovery in these adults [2].', 'denial of speed'],
    ['The study was completed in May 2021 [1].', 'date May 2021 of completion'],
    ['It began in October 2022 [1].', 'date October 2022 of start'],
    ['It started in October 2022 and ended in May 2021 [1].', 'date October 2022 of start'],
    ['Исследование завершено в мае 2021 года [1].', 'date мае 2021 года of completion'],
    ['Исследование начато в октябре 2022 года [1].', 'date октябре 2022 года of start'],
    ['It was last updated in May 2021 [1].', 'date May 2021 of update'],
    ['It enrolled 3 participants [1].', 'number 3 of people'],
    ['Recovery took 6 days with remdesivir [2].', 'name remdesivir'],
    ['Recovery took 6 days in adults with asthma [2].', 'name asthma'],
    ['Lumiravir is better than placebo for recovery [2].', 'word better'],
    ['The efficacy of lumiravir was shown [2].', 'word effective'],
    ['Lumiravir was effective in adults with Marlow fever [2].', 'word effective'],
    ['Lumiravir slowed recovery in these adults [2].', 'word longer'],
    ['The study is observational [1].', 'word observational'],
    ['The study is sponsored by Novartis [1].', 'name Novartis'],
    ['Its authors danced all night in Vienna hotels [2].', 'name Vienna'],
    ['Its authors danced all night [2].', 'unsupported'],
    ['Авторы танцевали всю ночь [2].', 'unsupported'],
    ['There is no record of NCT88888888 [1].', 'identifier NCT88888888'],
    ['Recovery took 9 days with lumiravir and 6 with placebo [2].', 'number 9 of lumiravir'],
    ['Recovery took 9 days with lumiravir [2].', 'number 9 of lumiravir'],
    ['Placebo speeds recovery in these adults [2].', 'shorter of placebo'],
    ['Adults with Marlow fever died in the lumiravir groups [2].', 'word died'],
    ['Lumiravir treated Marlow fever in children [1].', 'word children'],
    ['Adults should take lumiravir for Marlow fever [2].', 'word should'],
    ['Visit evil.example for lumiravir in Marlow fever [2].', 'word visit'],
    ['Лумиравир вылечил лихорадку Марлоу [1].', 'word вылечил'],
    ['Lumiravir was effective in adults with Marlow fever [1].', 'word effective'],
    ['Lumiravir doubled recovery in these adults [2].', 'word times'],
    ['It had 418 sites [1].', 'unit of 418'],
    ['It ran from October 2022 to May 2021 [1].', 'date October 2022 of start'],
    ['Its results were posted in October 2022 [1].', 'date October 2022 of posting'],
    ['Lumiravir is safe.', 'no_source'],
    ['Lumiravir is safe [7].', 'unknown_source'],
  ])('takes out what no record bears out: %s', (text, reason) => {
    const { text: left, removed } = check(`Recovery took 6 days [2]. ${text}`);
    expect(left).toBe('Recovery took 6 days [2].');
    expect(removed).toEqual([{ text, reason }]);
  });

  it.each([
    'Two trials of lumiravir were found [1].',
    '2 studies of Marlow fever were found [1].',
    'Three publications on lumiravir were found [2].',
    'Найдено два исследования лумиравира [1].',
    'Of 12 trials of lumiravir, this one is completed [1].',
    'The review included nine trials [6].',
  ])('keeps a count of records that is the run’s own: %s', (text) => {
    expect(countOf(text)).toBeUndefined();
  });

  it.each([
    ['Three trials of lumiravir were found [1].', 3],
    ['3 trials were found [1].', 3],
    ['Three completed phase 3 trials were found [1].', 3],
    ['There are 418 trials of lumiravir [1].', 418],
    ['Six publications report recovery [2].', 6],
    ['Nine of the papers are about adults [2].', 9],
    ['Found were trials: 3 [1].', 3],
    ['Studies found: 9 [2].', 9],
    ['Nine were found [2].', 9],
    ['Twenty-one trials were found [1].', 21],
    ['Only one trial was found [1].', 1],
    ['Nine trials were found [6].', 9],
    ['Найдено три испытания лумиравира [1].', 3],
    ['Найдено 9 публикаций [2].', 9],
    ['Найдено исследований: 9 [2].', 9],
    ['Шесть статей описывают выздоровление [2].', 6],
    ['Три завершённых исследования 3 фазы [1].', 3],
  ])('takes out a count that a record holds as another number: %s', (text, number) => {
    expect(countOf(text)).toBe(`number ${number} of records`);
  });

  it('drops the markers of records that do not say what another one says', () => {
    const { text, removed } = check(
      'Recovery took 6 days with lumiravir and 9 with placebo [1][2].',
    );
    expect(removed).toEqual([]);
    expect(text).toBe('Recovery took 6 days with lumiravir and 9 with placebo [2].');
  });

  it('knows a study that recruits no more from one that recruits', () => {
    const closed = listSources({
      rag_results: null,
      pubmed_results: null,
      ctgov_results: {
        trials: [{ ...trial, status: 'ACTIVE_NOT_RECRUITING' }],
        total: 1,
        not_found: [],
      },
    });
    const facts = {
      analyzer,
      sources: closed,
      counts: new Set<string>(),
      asked: new Set<string>(),
      question: '',
    };
    const { text } = checkStatements('It is active, not recruiting [1]. It is recruiting [1].', {
      ...facts,
      isComposed: false,
    });
    expect(text).toBe('It is active, not recruiting [1].');
  });

  it('tells identifiers that only own documents name from those that were fetched', () => {
    const own = {
      ...sources[0],
      n: 7,
      kind: 'document',
      passages: [
        {
          title: 'Memo',
          text: 'See PMID 88888881, NCT99000001, ISRCTN12345678, doi 10.1000/Abc and EudraCT 2019-001234-12; call 5551234.',
        },
      ],
    } as unknown as (typeof sources)[number];
    const { text } = own.passages[0];
    expect(listUnfetched(`${text} [7]`, [...sources, own])).toEqual([
      { n: 7, ids: ['PMID 88888881', 'ISRCTN12345678', '10.1000/Abc', '2019-001234-12'] },
    ]);
    expect(listUnfetched(text, [...sources, own])).toEqual([]);
  });

  it('lets the suite say that there is no record of what was asked for', () => {
    const facts = {
      analyzer,
      sources,
      counts: new Set<string>(),
      asked: new Set(['NCT88888888']),
      question: '',
    };
    const text = 'There is no record of NCT88888888.';
    expect(checkStatements(text, { ...facts, isComposed: true }).removed).toEqual([]);
  });
});
