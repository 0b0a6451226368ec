import { describe, expect, it } from '@jest/globals';
import { readQuestion } from './read-question.ts';

const today = new Date('2026-11-22');

describe('how many and how old the participants are', () => {
  it.each([
    ['Trials of aspirin in about 500 patients', 'in about 500 patients'],
    ['Trials of aspirin with over 100 patients per arm', 'with over 100 patients per arm'],
    ['Trials of aspirin in more than 200 women', 'in more than 200 women'],
    ['Papers on aspirin with more than 500 participants', 'with more than 500 participants'],
    ['Trials of aspirin in adults aged 18-65', 'aged 18-65'],
    ['Trials of aspirin in adults over 60', 'over 60'],
    ['Trials of aspirin in patients older than 70 years', 'older than 70 years'],
    ['Исследования аспирина у больных старше 60 лет', 'старше 60 лет'],
    ['Trials of aspirin in people in their seventies', 'their seventies'],
    ['Trials of aspirin in people in their late seventies', 'their late seventies'],
    ['Trials of aspirin in people in their 60s and 70s', 'their 60s and 70s'],
    ['Trials of aspirin in 70-year-olds', '70-year-olds'],
    ['Trials of aspirin in seventy year olds', 'seventy year olds'],
    ['Trials of aspirin for 65 y/o patients', '65 y/o'],
    ['Trials of aspirin over 65', 'over 65'],
    ['Trials of aspirin for the over-65s', 'the over-65s'],
    ['Trials of aspirin in over-65 patients', 'over-65'],
    ['Trials of aspirin under 18 years', 'under 18 years'],
    ['Trials of aspirin in people above the age of sixty', 'above the age of sixty'],
    ['Trials of aspirin in people older than sixty-five', 'older than sixty-five'],
    ['Trials of aspirin in the seventies age group', 'in the seventies age group'],
    ['Trials of aspirin in the 60-70 age range', 'in the 60-70 age range'],
    ['Trials of aspirin in people at least 18 years old', 'at least 18 years old'],
    ['Trials of aspirin between 18 and 65 years', 'between 18 and 65 years'],
    ['Trials of aspirin in adults 65 and older', '65 and older'],
    ['Trials of aspirin in patients >65', '>65'],
    ['Исследования аспирина, 65 лет и старше', '65 лет и старше'],
    ['Исследования аспирина в возрастной группе 60-70 лет', 'в возрастной группе 60-70 лет'],
  ])('is said to be searched for by neither service: %s', (text, aside) => {
    const { entities, filters, unused } = readQuestion(text, today);
    expect(entities).toMatchObject({ interventions: ['aspirin'], terms: [] });
    expect(filters).toMatchObject({ statuses: [], date_from: null, date_to: null });
    expect(filters).toMatchObject({ min_enrollment: null, max_enrollment: null });
    expect(unused).toContain(aside);
  });

  it.each([
    ['Trials of aspirin with more than 500 participants', 501, null],
    ['Phase 3 aspirin trials with at least 1,000 participants', 1000, null],
    ['Aspirin trials with fewer than 100 patients', null, 99],
    ['Aspirin trials with no more than 60 subjects', null, 60],
    ['Trials of aspirin with over 1000 patients enrolled', 1001, null],
    ['Trials of aspirin enrolling more than 200 people', 201, null],
    ['Trials of aspirin with enrollment > 500', 501, null],
    ['Trials of aspirin with a sample size of at least 40', 40, null],
    ['Trials of aspirin with 300 or more randomized patients', 300, null],
    ['500+ participants, trials of aspirin', 500, null],
    ['Trials of aspirin with 50+ participants', 50, null],
    ['Trials of aspirin with number of participants > 50', 51, null],
    ['Trials of aspirin with number of participants over 50', 51, null],
    ['Trials of aspirin with between 100 and 500 participants', 100, 500],
    ['Trials of aspirin, 100-500 patients', 100, 500],
    ['Trials of aspirin with more than 100 but fewer than 1,000 participants', 101, 999],
    ['Исследования аспирина с участием более 500 пациентов', 501, null],
    ['Исследования аспирина, более 1 000 участников', 1001, null],
    ['Исследования аспирина с числом участников больше 500', 501, null],
    ['Исследования аспирина с участием не менее 300 человек', 300, null],
    ['Исследования аспирина, от 100 до 500 участников', 100, 500],
    ['Исследования аспирина, где менее 50 пациентов', null, 49],
  ])('is a filter of trials: %s', (text, min, max) => {
    const { intent, entities, filters, unused } = readQuestion(text, today);
    expect(intent).toBe('indication_phase_trials');
    expect(entities).toMatchObject({ interventions: ['aspirin'], terms: [] });
    expect(filters).toMatchObject({ min_enrollment: min, max_enrollment: max, date_from: null });
    expect(unused).toEqual([]);
  });

  it.each([
    ['Trials of aspirin with not less than 100 patients', 100, null],
    ['Trials of aspirin with not fewer than 100 patients', 100, null],
    ['Trials of aspirin with not more than 500 patients', null, 500],
    ['Trials of aspirin with not over 500 patients', null, 500],
    ['Исследования аспирина, не свыше 100 пациентов', null, 100],
    ['Trials of aspirin with at least 100, at most 500 patients', 100, 500],
    ['Trials of aspirin with 500 patients or more', 500, null],
    ['Trials of aspirin with over 100 participants', 101, null],
    ['Исследования аспирина, 500 пациентов и более', 500, null],
    ['Trials of aspirin enrolling 20-40 patients', 20, 40],
    ['Phase 3 trials of aspirin with 100-500 patients', 100, 500],
    ['Trials of aspirin with => 300 participants', 300, null],
    ['Исследования аспирина, в которых максимум 50 участников', null, 50],
    ['Исследования аспирина, не менее 100 пациентов, не более 500 пациентов', 100, 500],
    ['Trials of aspirin with more than 500 participants since 2020', 501, null],
    ['Trials of more than 500 participants, aspirin', 501, null],
  ])('is a filter in other plain words: %s', (text, min, max) => {
    const { entities, filters, unused } = readQuestion(text, today);
    expect(entities).toMatchObject({ interventions: ['aspirin'], terms: [] });
    expect(filters).toMatchObject({ min_enrollment: min, max_enrollment: max });
    expect(unused).toEqual([]);
  });

  it.each([
    ['excluding those with fewer than 50', 'excluding those with fewer than 50'],
    ['excluding those with fewer than 50 patients', 'excluding those with fewer than 50 patients'],
    ['not those with more than 50 patients', 'not those with more than 50 patients'],
    ['that do not have more than 50 patients', 'not have more than 50 patients'],
    [
      'ignoring small trials with fewer than 50 people',
      'ignoring small trials with fewer than 50 people',
    ],
    ['without more than 50 patients', 'without more than 50 patients'],
    ['except those with at least 50 patients', 'except those with at least 50 patients'],
    ['кроме исследований с менее 100', 'кроме исследований с менее 100'],
    [
      'не включая исследования с менее 100 пациентов',
      'не включая исследования с менее 100 пациентов',
    ],
    [
      'where those with fewer than 50 patients are excluded',
      'with fewer than 50 patients are excluded',
    ],
    [
      'with fewer than 50 or more than 500 patients',
      'with fewer than 50 or more than 500 patients',
    ],
    ['aged 18-65 participants', 'aged 18-65'],
    ['ages 18 to 65 people', 'ages 18 to 65'],
    ['in 18-65 patients', 'in 18-65 patients'],
    ['18-65 patients', '18-65 patients'],
    ['under 18 patients', 'under 18 patients'],
    ['in over 60 people', 'in over 60 people'],
    [
      'with at least 50 patients in the treatment arm',
      'with at least 50 patients in the treatment arm',
    ],
    ['with 100-200 patients/arm', 'with 100-200 patients/arm'],
    ['with deaths in more than 10 patients', 'in more than 10 patients'],
    ['where more than 10 patients died', 'more than 10 patients died'],
    ['except, of course, with fewer than 100 patients', 'with fewer than 100 patients'],
    ['(hide the ones under 100 participants)', 'under 100 participants'],
    ['but I do not want fewer than 100 patients', 'fewer than 100 patients'],
    ['none with more than 100 participants', 'with more than 100 participants'],
    ['that failed to enroll more than 100 patients', 'more than 100 patients'],
    ['; those with fewer than 50 patients are not interesting', 'with fewer than 50 patients'],
    ['not at least 500 participants', 'not at least 500'],
    ['кроме тех, где менее 100 участников', 'где менее 100 участников'],
    ['за исключением тех, в которых менее 100 участников', 'в которых менее 100 участников'],
    ['но не те, где менее 100 участников', 'где менее 100 участников'],
    ['где не было более 500 участников', 'более 500 участников'],
    ['с менее чем 100 участниками не показывать', 'с менее чем 100 участниками'],
    ['either in phase 3 or with more than 300 participants', 'with more than 300 participants'],
    ['with more than 300 participants or in phase 3', 'with more than 300 participants'],
    ['либо менее 50 пациентов, либо более 500 пациентов', 'менее 50 пациентов'],
    ['with arms of fewer than 50 patients', 'of fewer than 50 patients'],
    ['with a placebo group of up to 50 patients', 'of up to 50 patients'],
    ['with 100 patients or less per arm', 'with 100 patients or less per arm'],
    ['recruiting fewer than 10 participants a month', 'fewer than 10 participants a month'],
    ['with at most 3 patients hospitalized', 'with at most 3 patients hospitalized'],
    ['with fewer than 50 people receiving placebo', 'with fewer than 50 people receiving'],
    ['where each site enrolled fewer than 5 patients', 'enrolled fewer than 5 patients'],
    ['with fewer than 20 participants aged 65 or over', 'with fewer than 20 participants'],
    ['with fewer than 20 participants older than 65', 'with fewer than 20 participants'],
    ['with fewer than 20 participants under 18', 'with fewer than 20 participants'],
    ['with fewer than 20 participants from Russia', 'with fewer than 20 participants'],
    ['with fewer than 20 participants of African descent', 'with fewer than 20 participants'],
    ['in cities with more than 100000 people', 'with more than 100000 people'],
    ['with missing data for fewer than 10 patients', 'fewer than 10 patients'],
    ['with <18 patients', 'with <18 patients'],
    ['у не более 5 пациентов', 'не более 5 пациентов'],
    ['в 3 группах по 100 пациентов и более', '100 пациентов и более'],
    ['от 18 до 65 пациентов', 'от 18 до 65 пациентов'],
    ['not recruiting, with more than 500 participants', 'with more than 500 participants'],
    ['where there are none with more than 500 participants', 'with more than 500 participants'],
  ])('is told where the words are not plain: %s', (words, told) => {
    const { entities, filters, unused } = readQuestion(`Trials of aspirin ${words}`, today);
    expect(entities.interventions).toEqual(['aspirin']);
    expect(filters).toMatchObject({ min_enrollment: null, max_enrollment: null });
    expect(unused.join(', ')).toContain(told);
  });

  it.each([
    ['CKD stage 3-5 patients', 'stage 3-5'],
    ['ECOG 0-1 patients', 'ecog 0-1'],
    ['grade 2-3 patients', 'grade 2-3'],
    ['NYHA class 2-3 patients', 'class 2-3'],
    ['phase 2-3 patients', undefined],
    ['BMI over 30 patients', 'bmi over 30'],
    ['HbA1c above 7 patients', 'hba1c above 7'],
    ['cancer stage no more than 3 patients', 'stage 3'],
    ['Gleason more than 7 patients', 'gleason 7'],
  ])('is no stage and no measure: %s', (words, term) => {
    const { entities, filters, unused } = readQuestion(`Trials of aspirin in ${words}`, today);
    expect(filters).toMatchObject({ min_enrollment: null, max_enrollment: null });
    if (term) expect([...entities.terms, ...unused].join(' ')).toContain(term);
    else expect(filters.phases).toEqual(['PHASE2', 'PHASE3']);
  });

  it('is told where no study can be of both sizes', () => {
    const { filters, unused } = readQuestion(
      'Trials of aspirin with more than 500 participants, fewer than 100 participants',
      today,
    );
    expect(filters).toMatchObject({ min_enrollment: 501, max_enrollment: null });
    expect(unused).toEqual(['fewer than 100 participants']);
  });

  it('is asked of the own documents with the whole question', () => {
    const query = 'Trials of aspirin with more than 500 participants in our documents';
    const { intent, unused } = readQuestion(query, today);
    expect([intent, unused]).toEqual(['hybrid_search', []]);
  });

  it('is no dose', () => {
    const { entities, unused } = readQuestion('Trials of aspirin over 100 mg', today);
    expect([entities.terms, unused]).toEqual([['over 100 mg'], []]);
  });

  it.each([
    ['Trials of omega-3 plus vitamin D', ['omega-3 fatty acids', 'vitamin d'], []],
    ['Trials of PD-1 plus CTLA-4 blockade', [], ['pd-1 plus ctla-4 blockade']],
    ['Trials of PD-1 + aspirin', ['aspirin'], ['pd-1 +']],
    ['Trials of GLP-1 and older drugs', [], ['glp-1 and older drugs']],
    ['Trials of interleukin 2 plus insulin', ['insulin'], ['interleukin 2']],
  ])('are no age where a name ends with them: %s', (text, interventions, terms) => {
    expect(readQuestion(text, today).entities).toMatchObject({ interventions, terms });
  });

  it.each(['65+', '65-plus', 'over 65', '65 and over', '65 plus'])('are an age: %s', (age) => {
    const { entities, unused } = readQuestion(`Trials of aspirin in those ${age}`, today);
    expect([entities.interventions, entities.terms, unused]).toEqual([
      ['aspirin'],
      [],
      expect.arrayContaining([age]),
    ]);
  });

  it.each([
    ['Randomized double-blind placebo-controlled trials of aspirin'],
    ['Industry-sponsored trials of aspirin'],
    ['Trials of aspirin by universities, not by companies'],
  ])('leaves how a study is made out of the words to search for: %s', (text) => {
    const { entities, unused } = readQuestion(text, today);
    expect(entities).toMatchObject({ interventions: ['aspirin'], terms: [] });
    expect(unused).not.toEqual([]);
  });
});

describe('numbers of other registries', () => {
  it.each([
    ['Trial ISRCTN12345678 of aspirin', 'ISRCTN12345678'],
    ['EudraCT 2019-001234-12, aspirin', '2019-001234-12'],
    ['Aspirin, EU CT 2023-503698-40-00', '2023-503698-40-00'],
    ['Aspirin: CTRI/2020/05/025123', 'CTRI/2020/05/025123'],
    ['Aspirin in DRKS00012345', 'DRKS00012345'],
  ])('are words to search for, and no dates: %s', (text, number) => {
    expect(readQuestion(text, today)).toMatchObject({
      intent: 'indication_phase_trials',
      entities: { interventions: ['aspirin'], terms: [number] },
      filters: { date_from: null, date_to: null },
      unused: [],
    });
  });
});
