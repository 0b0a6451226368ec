import { describe, expect, it } from '@jest/globals';
import { trialStatusSchema } from '@lectern/contracts';
import { readQuestion } from './read-question.ts';

const today = new Date('2026-11-22');
const nothing = {
  entities: { conditions: [], interventions: ['aspirin'], sponsors: [], terms: [] },
  filters: { phases: [], statuses: [], publication_types: [] },
};

describe('what a question asks against', () => {
  it.each([
    ['but not in children', 'but not in children'],
    ['not in asthma', 'not in asthma'],
    ['not for asthma or stroke', 'not for asthma or stroke'],
    ['without asthma, stroke and migraine', 'without asthma, stroke and migraine'],
    ["that don't involve children", "don't involve children"],
    ['that do not mention asthma', 'do not mention asthma'],
    ['apart from those on stroke', 'apart from those on stroke'],
    ['excluding studies of warfarin', 'excluding studies of warfarin'],
    ['aside from stroke', 'aside from stroke'],
    ['excluding pregnant women', 'excluding pregnant women'],
    ['that exclude patients with asthma', 'exclude patients with asthma'],
    ['in those who do not have asthma', 'do not have asthma'],
    ['where heart failure is excluded', 'heart failure is excluded'],
    ['where asthma is excluded', 'asthma is excluded'],
    ['unrelated to asthma', 'unrelated to asthma'],
    ['instead of heparin', 'instead of heparin'],
    ['but no trials in asthma', 'no trials in asthma'],
    ['NOT covid-19', 'not covid-19'],
    ['not copd', 'not copd'],
    ['and not diabetes', 'and not diabetes'],
    ['AND NOT covid', 'and not covid'],
    ['(not copd)', 'not copd'],
    ['-copd', '-copd'],
    ['but never gestational diabetes', 'never gestational diabetes'],
    ['that isn’t copd', 'isn’t copd'],
    ["that aren't about copd", "aren't about copd"],
    [', not vaping', 'not vaping'],
    ['not warfarin or heparin', 'not warfarin or heparin'],
    ['not copd, bronchiectasis or pneumonia', 'not copd, bronchiectasis or pneumonia'],
    [', copd excluded', 'copd excluded'],
    [', no kids', 'no kids'],
    ['but not lupus nephritis', 'but not lupus nephritis'],
    ['not triple negative breast cancer', 'not triple negative breast cancer'],
    ['sans warfarin', 'sans warfarin'],
    ['excl. copd', 'excl. copd'],
  ])('is no name to search for: Trials of aspirin %s', (words, aside) => {
    expect(readQuestion(`Trials of aspirin ${words}`, today)).toMatchObject({
      ...nothing,
      unused: [aside],
    });
  });

  it.each([
    ['Публикации об аспирине, но не о варфарине', 'но не о варфарине'],
    ['Исследования аспирина, не включающие диабет', 'не включающие диабет'],
    ['Не включай исследования диабета: аспирин', 'не включай исследования диабета'],
    ['Исследования аспирина не при инсульте', 'не при инсульте'],
    ['Исследования аспирина, исключающие инсульт', 'исключающие инсульт'],
    ['Исследования аспирина, где не участвуют дети', 'не участвуют дети'],
    [
      'Исследования аспирина за исключением детей и беременных',
      'за исключением детей и беременных',
    ],
    ['Исследования аспирина, исключены пациенты с инсультом', 'исключены пациенты с инсультом'],
    ['Публикации об аспирине за исключением инсульта', 'за исключением инсульта'],
    ['Исследования аспирина без варфарина и гепарина', 'без варфарина и гепарина'],
    ['Аспирин, не ХОБЛ', 'не хобл'],
    ['Исследования аспирина, а не варфарина', 'а не варфарина'],
    ['Исследования аспирина, ХОБЛ не интересует', 'хобл не интересует'],
    ['Исследования аспирина, не тяжёлой астмы', 'не тяжёлой астмы'],
  ])('is no name to search for: %s', (text, aside) => {
    expect(readQuestion(text, today)).toMatchObject({ ...nothing, unused: [aside] });
  });

  it.each([
    ['excluding Novo Nordisk'],
    ['not sponsored by Novo Nordisk or Eli Lilly'],
    ['sponsored by anyone but Gilead'],
    ['sponsored by someone other than NIAID'],
    ['sponsor is not NIAID'],
    ['not by Pfizer'],
    ['non-Novo Nordisk'],
    ['sponsored by others than Novo Nordisk'],
    ["sponsor isn't Novo Nordisk"],
    ['no Novo Nordisk funding'],
    ['never funded by the National Cancer Institute'],
  ])('is no sponsor: Trials of aspirin, %s', (words) => {
    expect(readQuestion(`Trials of aspirin, ${words}`, today)).toMatchObject({
      ...nothing,
      unused: [words.toLowerCase()],
    });
  });

  it.each([
    ['кроме исследований компании Novo Nordisk'],
    ['спонсор не NIAID'],
    ['спонсором не является Novo Nordisk'],
    ['не от компании Gilead'],
    ['проведённые не компанией Gilead'],
    ['без Pfizer'],
  ])('is no sponsor: Исследования аспирина, %s', (words) => {
    expect(readQuestion(`Исследования аспирина, ${words}`, today)).toMatchObject({
      ...nothing,
      unused: [words.toLowerCase()],
    });
  });

  it.each([
    ['but no phase 3', 'no phase 3'],
    ['of neither phase 1 nor 2', 'neither phase 1 nor 2'],
    ['ни первой, ни второй фазы', 'ни первой, ни второй фазы'],
  ])('is no phase: Trials of aspirin %s', (words, aside) => {
    const frame = readQuestion(`Trials of aspirin ${words}`, today);
    expect(frame).toMatchObject(nothing);
    expect(frame.unused).toContain(aside);
  });

  it.each([
    ["that aren't recruiting", 'RECRUITING'],
    ['not yet completed', 'COMPLETED'],
    ['not completed or terminated', 'COMPLETED TERMINATED'],
    ['excluding completed and withdrawn ones', 'COMPLETED WITHDRAWN'],
    ['except those that are suspended', 'SUSPENDED'],
    ["that aren't running", 'RECRUITING ACTIVE_NOT_RECRUITING ENROLLING_BY_INVITATION'],
    ['that are not ongoing', 'RECRUITING ACTIVE_NOT_RECRUITING ENROLLING_BY_INVITATION'],
    ['не являются завершёнными', 'COMPLETED'],
    ['кроме отозванных', 'WITHDRAWN'],
    ['кроме отозванных и приостановленных', 'WITHDRAWN SUSPENDED'],
    ['набор не идёт', 'RECRUITING'],
  ])('leaves all other statuses: Trials of aspirin %s', (words, denied) => {
    const { filters, entities, unused } = readQuestion(`Trials of aspirin ${words}`, today);
    const left = trialStatusSchema.options.filter((status) => !denied.split(' ').includes(status));
    expect(filters.statuses).toEqual(left);
    expect([entities.terms, unused]).toEqual([[], []]);
  });

  it('leaves of the statuses that are asked for those that are not asked against', () => {
    const { filters, unused } = readQuestion('Ongoing trials of aspirin, not recruiting', today);
    expect(filters.statuses).toEqual(['ACTIVE_NOT_RECRUITING', 'ENROLLING_BY_INVITATION']);
    expect(unused).toEqual([]);
  });

  it.each([
    ['Completed trials of aspirin that are not completed', ['COMPLETED'], 'not completed'],
    ['Publications on aspirin that were not withdrawn', [], 'not withdrawn'],
  ])('is told where it leaves no status, or no study is asked for: %s', (text, left, said) => {
    const { filters, unused } = readQuestion(text, today);
    expect([filters.statuses, unused]).toEqual([left, [said]]);
  });

  it.each([
    ['Publications on aspirin, no reviews', 'no reviews'],
    [
      'Publications on aspirin excluding reviews and case reports',
      'excluding reviews and case reports',
    ],
    ['Publications on aspirin other than meta-analyses', 'other than meta-analyses'],
    ['Публикации об аспирине, не включая обзоры', 'не включая обзоры'],
    ['Публикации об аспирине кроме обзоров и мета-анализов', 'кроме обзоров и мета-анализов'],
  ])('is no type of publication: %s', (text, aside) => {
    expect(readQuestion(text, today)).toMatchObject({
      ...nothing,
      intent: 'recent_pubs_by_topic',
      unused: [aside],
    });
  });

  it.each([
    ['Trials of aspirin not only in asthma', ['aspirin'], ['asthma']],
    ['Trials without heparin and with aspirin', ['aspirin'], []],
    ['Trials of aspirin without asthma and heparin', ['aspirin', 'heparin'], []],
    ['Trials with no evidence of aspirin in asthma', ['aspirin'], ['asthma']],
    ['Why does aspirin not cause asthma?', ['aspirin'], ['asthma']],
    ['Why not aspirin in asthma?', ['aspirin'], ['asthma']],
    ['Is it not asthma?', [], ['asthma']],
    ['Aspirin in not adequately controlled asthma', ['aspirin'], ['asthma']],
    ['Patients not responding to aspirin in asthma', ['aspirin'], ['asthma']],
    ['Почему аспирин не вызывает астму?', ['aspirin'], ['asthma']],
  ])('ends where something is asked for again: %s', (text, interventions, conditions) => {
    expect(readQuestion(text, today).entities).toMatchObject({ interventions, conditions });
  });

  it.each([
    ["that haven't started recruiting", 'NOT_YET_RECRUITING'],
    ['that have never started recruiting', 'NOT_YET_RECRUITING'],
    ['that have stopped recruiting', 'ACTIVE_NOT_RECRUITING'],
    ['that are active, not recruiting or completed', 'ACTIVE_NOT_RECRUITING,COMPLETED'],
  ])('is told from a status that says so: Trials of aspirin %s', (words, statuses) => {
    const { filters, entities, unused } = readQuestion(`Trials of aspirin ${words}`, today);
    expect([filters.statuses.join(), entities.terms, unused]).toEqual([statuses, [], []]);
  });

  it.each([
    ['набор участников ещё не начался', ['NOT_YET_RECRUITING'], []],
    ['с идущим набором', ['RECRUITING'], []],
    ['прекращённые досрочно', ['TERMINATED'], []],
    ['сколько отозвано и почему', ['WITHDRAWN'], []],
    ['сколько прекращено досрочно', ['TERMINATED'], []],
    ['сколько приостановлено', ['SUSPENDED'], []],
  ])('is told from a status that says so: Исследования аспирина, %s', (words, statuses, unused) => {
    const frame = readQuestion(`Исследования аспирина, ${words}`, today);
    expect([frame.filters.statuses, frame.unused]).toEqual([statuses, unused]);
  });

  it.each([
    ['Trials of aspirin except NCT04280705', 'except nct04280705', []],
    ['Other aspirin trials besides NCT04280705', 'besides nct04280705', []],
    ['Исследования аспирина, кроме NCT04972721', 'кроме nct04972721', []],
    [
      'Исследования аспирина помимо исследования NCT04972721',
      'помимо исследования nct04972721',
      [],
    ],
    [
      'Trials of aspirin other than NCT04280705 and NCT04972721',
      'other than nct04280705 and nct04972721',
      [],
    ],
    [
      'Aspirin trials, do not include the trial NCT 04280705',
      'do not include the trial nct 04280705',
      [],
    ],
    ['Aspirin trials where NCT04280705 is excluded', 'nct04280705 is excluded', []],
    ['NCT04972721 but not NCT04280705', 'but not nct04280705', ['NCT04972721']],
    ['Trials without NCT04280705, but with NCT04972721', 'without nct04280705', ['NCT04972721']],
    [
      'Publications on aspirin except PMID 29915538, 33301246',
      'except pmid 29915538, 33301246',
      [],
    ],
    ['Публикации об аспирине, но не PMID 29915538', 'но не pmid 29915538', []],
  ])('is no record to look up: %s', (text, aside, nct_ids) => {
    const { entities, unused } = readQuestion(text, today);
    expect(entities).toMatchObject({ nct_ids, pmids: [], terms: [] });
    expect(entities.interventions).toEqual(nct_ids.length > 0 ? [] : ['aspirin']);
    expect(unused).toEqual([aside]);
  });

  it.each([
    ['Not only NCT04280705 but NCT04972721', ['NCT04280705', 'NCT04972721']],
    ['Trials with or without NCT04280705', ['NCT04280705']],
    ['Compare NCT04280705, not NCT04972721, with NCT03548935', ['NCT04280705', 'NCT03548935']],
    ['Why has NCT04280705 not posted results?', ['NCT04280705']],
  ])('looks up what is asked for: %s', (text, nct_ids) => {
    expect(readQuestion(text, today)).toMatchObject({ entities: { nct_ids } });
  });
});
