import { expect, it } from '@jest/globals';
import { readQuestion } from './read-question.ts';

const today = new Date('2026-11-22');

it.each([
  ['Is remdesivir safe? See PMID 32445440.', ['remdesivir'], []],
  ['Безопасен ли ремдесивир? См. PMID 32445440.', ['remdesivir'], []],
  ['trials similar to NCT04280705 with tocilizumab', ['tocilizumab'], []],
  ['Похожие на NCT04280705 исследования с тоцилизумабом', ['tocilizumab'], []],
  ['Similar trials to NCT04280705 with tocilizumab', ['tocilizumab'], []],
  ['Phase 3 trials of remdesivir, e.g. NCT04280705', ['remdesivir'], []],
  ['Papers like those in PMID 29915538 on liraglutide', ['liraglutide'], []],
  ['NCT04280705 and remdesivir in elderly patients', ['remdesivir'], ['elderly']],
  ['Does PMID 32445440 contradict other papers on remdesivir?', ['remdesivir'], ['contradict']],
  [
    'Gut microbiota diversity and mood, see PMID 32445440',
    [],
    ['gut microbiota diversity and mood'],
  ],
  ['remdesivir PMID 32445440', ['remdesivir'], []],
  [
    'What is the status of NCT04280705 and are there publications on semaglutide?',
    ['semaglutide'],
    [],
  ],
  [
    'Завершено ли исследование NCT04280705 и есть ли публикации о семаглутиде?',
    ['semaglutide'],
    [],
  ],
])('searches for a topic beside the record that is named: %s', (text, interventions, terms) => {
  const { entities } = readQuestion(text, today);
  expect(entities).toMatchObject({ interventions, terms });
  expect(entities.nct_ids.length + entities.pmids.length).toBe(1);
});

it.each([
  'What does PMID 32445440 say about remdesivir?',
  'What dose of remdesivir did NCT04280705 use?',
  'Is NCT04280705 a phase 2 trial of remdesivir?',
  'Did remdesivir shorten recovery in the trial NCT04280705?',
  'NCT04280705: какая доза ремдесивира?',
  'What did NCT04280705 find? Was remdesivir safe?',
  'How many got remdesivir in NCT04280705 and what did they report?',
  'Сколько человек получили ремдесивир в исследовании NCT04280705?',
  'Was remdesivir safe in NCT04280705 and are there publications on it?',
  'Безопасен ли ремдесивир в NCT04280705 и есть ли публикации о нём?',
])('asks for nothing but the record that a question is about: %s', (text) => {
  const { entities } = readQuestion(text, today);
  expect(entities).toMatchObject({ interventions: [], conditions: [], terms: [] });
  expect(entities.nct_ids.length + entities.pmids.length).toBe(1);
});

it('keeps the sponsor and the filters that a question asks of a study, to be told from its record', () => {
  const frame = readQuestion(
    'Is NCT04280705 a phase 2 trial sponsored by Gilead, recruiting?',
    today,
  );
  expect(frame).toMatchObject({
    entities: { nct_ids: ['NCT04280705'], sponsors: ['Gilead'] },
    filters: { phases: ['PHASE2'], statuses: ['RECRUITING'] },
  });
});

it.each([
  ['Lumiravir trials and publications in Marlow fever including PMID 990000003', ['lumiravir']],
  ['Publications on PMID 990000003 and lumiravir', ['lumiravir']],
  ['What does PMID 990000003 say about lumiravir?', []],
  ['PMID 990000003 and PMID 990000001: what are they about?', []],
])('keeps the topic that is named beside a publication: %s', (text, interventions) => {
  const { entities } = readQuestion(text, today);
  expect(entities.interventions).toEqual(interventions);
  expect(entities.pmids).toContain('990000003');
});
