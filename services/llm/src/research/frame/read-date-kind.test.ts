import { describe, expect, it } from '@jest/globals';
import { readQuestion } from './read-question.ts';

const today = new Date('2026-11-22');

describe('which date a question means', () => {
  it.each([
    ['Trials of aspirin completed in 2021', 'completion', ['COMPLETED']],
    ['Trials of aspirin completed before 2022 and after 2020', 'completion', ['COMPLETED']],
    ['Trials of aspirin due to complete in 2021', 'completion', []],
    ['Trials of aspirin with primary completion in 2021', 'primary_completion', []],
    ['Trials of aspirin last updated in 2021', 'updated', []],
    ['Trials of aspirin first posted in 2021', 'first_posted', []],
    ['Trials of aspirin registered in 2021', 'first_posted', []],
    ['Trials of aspirin with results posted in 2021', 'results_posted', []],
    ['Trials of aspirin started in 2021', 'start', []],
    ['Completed trials of aspirin that started in 2021', 'start', ['COMPLETED']],
    ['Trials of aspirin in 2021', null, []],
    ['Исследования аспирина, завершённые в 2021 году', 'completion', ['COMPLETED']],
    ['Исследования аспирина, начатые в 2021 году', 'start', []],
    ['Исследования аспирина, обновлённые в 2021 году', 'updated', []],
    ['Исследования аспирина до конца 2021 года', null, []],
  ])('is read from the words: %s', (text, kind, statuses) => {
    const frame = readQuestion(text, today);
    expect(frame.filters).toMatchObject({ date_of: kind, statuses });
    expect(frame.filters.date_to).toBe('2021-12-31');
    expect(frame).toMatchObject({
      entities: { interventions: ['aspirin'], terms: [] },
      unused: [],
    });
  });

  it('is of publications where these are published', () => {
    const text = 'Papers about NCT04280705 published in 2021';
    expect(readQuestion(text, today).filters.date_of).toBe('published');
    const about = 'Papers on aspirin that started in 2021';
    expect(readQuestion(about, today).filters.date_of).toBeNull();
  });

  it('has room for one kind, and names the other', () => {
    const text = 'Trials of aspirin started after 2019 and completed before 2022';
    expect(readQuestion(text, today)).toMatchObject({
      filters: { date_of: 'start', date_from: '2020-01-01', date_to: null },
      unused: ['completed before 2022'],
    });
  });
});
