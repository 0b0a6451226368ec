import { describe, expect, it } from '@jest/globals';
import { readQuestion } from './read-question.ts';
import { warnOfNoTopic } from './warn-of-no-topic.ts';

const today = new Date('2026-11-22');
const read = (query: string) => readQuestion(query, today);

describe('questions as people outside ask them', () => {
  it.each([
    'Obesity trials by any sponsor but Novo Nordisk',
    'Trials in obesity from all companies but Novo Nordisk',
  ])('does not ask for the one sponsor that is not wanted: %s', (query) => {
    const { entities, unused } = read(query);
    expect(entities).toMatchObject({ conditions: ['obesity'], sponsors: [], terms: [] });
    expect(unused.join()).toContain('but novo nordisk');
  });

  it.each([
    ["Novo Nordisk's observational studies in obesity", ['observational']],
    ["Remdesivir's trials in COVID-19", []],
  ])('searches for no ending of a name: %s', (query, terms) => {
    expect(read(query).entities.terms).toEqual(terms);
  });

  it.each([
    ['Papers on asthma published in the seventies', '1970-01-01', '1979-12-31'],
    ['Papers on asthma since the nineties', '1990-01-01', null],
    ['Статьи об астме в восьмидесятых годах', '1980-01-01', '1989-12-31'],
    ['Papers on asthma in the late eighties', '1980-01-01', '1989-12-31'],
    ['Papers on asthma from the early seventies', '1970-01-01', '1979-12-31'],
    ['Papers on asthma since the early seventies', '1970-01-01', null],
    ['Papers on asthma from the seventies on', '1970-01-01', null],
    ['Papers on asthma from the seventies to the late eighties', '1970-01-01', '1989-12-31'],
    ['Papers on asthma in the seventies and eighties', '1970-01-01', '1989-12-31'],
    ['Papers on asthma before the nineties', null, '1989-12-31'],
    ['Papers on asthma after the 1970s', '1980-01-01', null],
    ['Papers on asthma from the late 2010s', '2010-01-01', '2019-12-31'],
    ['Papers on asthma in the 1990s or later', '1990-01-01', null],
    ['Papers on asthma, not from the seventies', null, null],
    ['Статьи об астме до девяностых годов', null, '1989-12-31'],
    ['Статьи об астме до конца семидесятых', null, '1979-12-31'],
    ['Статьи об астме с начала семидесятых', '1970-01-01', null],
    ['Papers on asthma in the seventies age group', null, null],
    ['Papers on asthma in people in their seventies and eighties', null, null],
    ['Papers on asthma in people in their seventies', null, null],
    ['Papers on depression in people in their late seventies', null, null],
    ['Papers on depression in women in her mid-eighties', null, null],
    ['Статьи о депрессии в возрасте до семидесятых лет', null, null],
    ['Статьи о депрессии в восьмидесятых годах жизни', null, null],
  ])('reads a decade in words: %s', (query, from, to) => {
    expect(read(query).filters).toMatchObject({ date_from: from, date_to: to });
  });

  it.each([
    ['from early 2012', '2012-01-01', '2012-12-31'],
    ['from mid-2012', '2012-01-01', '2012-12-31'],
    ['from late 2015 to mid-2018', '2015-01-01', '2018-12-31'],
    ['from late 2015 on', '2015-01-01', null],
    ['from the end of 2015', '2015-01-01', null],
    ['since early 2012', '2012-01-01', null],
    ['after early 2012', '2012-01-01', null],
    ['after late 2012', '2013-01-01', null],
    ['before early 2012', null, '2011-12-31'],
    ['before the end of 2012', null, '2012-12-31'],
    ['up to late 2012', null, '2012-12-31'],
    ['pre-2000', null, '1999-12-31'],
    ['post 2015', '2016-01-01', null],
    ['from the first half of the eighties', '1980-01-01', '1989-12-31'],
    ['in early March 2012', '2012-03-01', '2012-03-31'],
    ['с конца 2015 по начало 2018', '2015-01-01', '2018-12-31'],
    ['до начала 2012 года', null, '2011-12-31'],
  ])('reads a part of a period as the whole of it: Asthma papers %s', (said, from, to) => {
    const { entities, filters } = read(`Asthma papers ${said}`);
    expect(filters).toMatchObject({ date_from: from, date_to: to });
    expect(entities.terms).toEqual([]);
  });

  it.each([
    ['Trials of metformin plus exercise starting in 2025', '2025-12-31'],
    ['Trials of metformin, starting in 2025', null],
    ['Papers on metformin starting in 2025', null],
  ])('reads what starts in a year as of that year alone: %s', (query, to) => {
    expect(read(query).filters).toMatchObject({ date_from: '2025-01-01', date_to: to });
  });

  it.each([
    ['Tell me about PubMed 88888888', ['88888888']],
    ['PubMed ID: 32445440', ['32445440']],
    ['PubMed 2020 papers on asthma', []],
    ['PubMed #20230115', ['20230115']],
    ['PubMed ID 20230115', ['20230115']],
    ['PubMed 20231315', ['20231315']],
    ['PubMed 20230115 asthma', []],
  ])('reads a number of PubMed: %s', (query, pmids) => {
    expect(read(query).entities.pmids).toEqual(pmids);
  });

  it.each(['Идёт ли набор в исследования астмы?', 'Ведётся ли сейчас набор в исследования астмы?'])(
    'reads a question for recruitment: %s',
    (query) => {
      const { filters, unused } = read(query);
      expect([filters.statuses, unused]).toEqual([['RECRUITING'], []]);
    },
  );

  it('takes the kind of records of what is asked against for none that is asked for', () => {
    const { intent } = read('Aspirin in venous thromboembolism, but not mouse studies');
    expect(intent).toBe('recent_pubs_by_topic');
    const { intent: asked } = read('Aspirin studies, but not mouse studies');
    expect(asked).toBe('indication_phase_trials');
  });

  it.each([
    ['How many people take part in the SELECT-LIFE trial?', ['select-life']],
    ['Trials of remdesivir in New York', ['new york']],
  ])('searches for the topic alone: %s', (query, terms) => {
    expect(read(query).entities.terms).toEqual(terms);
  });

  it.each([
    'Metformin trials, hide withdrawn ones',
    'Hide withdrawn trials of metformin',
    'Metformin trials and drop the withdrawn ones',
    'Metformin trials and remove withdrawn ones',
    'Metformin trials and drop withdrawn',
    'Ignore withdrawn trials of metformin',
    'Исследования метформина, убери отозванные',
  ])('leaves out what is to be hidden: %s', (query) => {
    const { entities, filters } = read(query);
    expect(entities).toMatchObject({ interventions: ['metformin'], terms: [] });
    expect(filters.statuses).not.toContain('WITHDRAWN');
    expect(filters.statuses).toContain('COMPLETED');
  });

  it('searches for such words where they tell nobody what to do', () => {
    const { entities } = read('Papers on a drop in blood pressure and removal of stones');
    expect(entities.terms.join()).toContain('drop in blood pressure');
    const { entities: foot, unused } = read('Botulinum toxin and drop foot studies');
    expect([foot.terms, unused]).toEqual([['drop foot'], []]);
  });

  it.each([
    ['What is new in the vacation policy?', 'hybrid_search', true],
    ['Что нового в правилах отпуска?', 'hybrid_search', true],
    ['What is new in asthma?', 'recent_pubs_by_topic', false],
    ['What is new on the human phenotype ontology?', 'recent_pubs_by_topic', false],
  ])('asks the own documents of what a house has: %s', (query, intent, include_publications) => {
    expect(read(query)).toMatchObject({ intent, filters: { include_publications } });
  });

  it('says that studies of any topic were searched for only where any were', () => {
    const frame = read('Completed trials');
    expect(warnOfNoTopic(frame, '')).toMatchObject([{ code: 'no_topic' }]);
    const filters = { ...frame.filters, statuses: [] };
    expect(warnOfNoTopic({ ...frame, filters }, '')).toEqual([]);
  });
});
