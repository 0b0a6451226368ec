import { describe, expect, it } from '@jest/globals';
import { publication } from '../../../../test/research-records.ts';
import { findWrongType } from './find-wrong-type.ts';

const held = `${publication.title} GLP-1 in type 2 diabetes, NYHA class II-III, stages I-III.`;

describe('types, stages, grades and classes', () => {
  it.each([
    ['It was given for type 1 diabetes.', 'type 1'],
    ['Для диабета 1 типа.', 'типа 1'],
    ['Для диабета 1-го типа.', 'типа 1'],
    ['В классе IV.', 'классе 4'],
    ['In NYHA class IV patients.', 'class 4'],
    ['Tumours of stage 4.', 'stage 4'],
    ['Types 1 and 2 diabetes.', 'types 1'],
  ])('that the record has others of are wrong: %s', (claim, wrong) => {
    expect(findWrongType(claim, held)).toBe(wrong);
  });

  it.each([
    'It was given for type 2 diabetes.',
    'It was given for Type II diabetes.',
    'Для диабета 2 типа, 2-го типа.',
    'In NYHA class II to III patients.',
    'Tumours of stage 1 or II.',
    'Grade 4 events of two types.',
    'This type 12 of it, class 1.5 and type A.',
  ])('of the record, or of none that it names, are not: %s', (claim) => {
    expect(findWrongType(claim, held)).toBeUndefined();
  });
});
