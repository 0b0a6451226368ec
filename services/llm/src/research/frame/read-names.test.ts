import { describe, expect, it } from '@jest/globals';
import { readQuestion } from './read-question.ts';

const today = new Date('2026-11-22');

describe('names and words of a question', () => {
  it.each([
    [
      'Phase 4 trials of apixaban in atrial fibrillation',
      ['atrial fibrillation'],
      ['apixaban'],
      [],
    ],
    ['Is there a guideline on atrial fibrillation?', ['atrial fibrillation'], [], []],
    ['Апиксабан при фибрилляции предсердий', ['atrial fibrillation'], ['apixaban'], []],
    ['metformin in PCOS', ['pcos'], ['metformin'], []],
    ['Исследования рака молочной железы в России', ['breast cancer'], [], ['russia']],
    ['Испытания аспирина у детей', [], ['aspirin'], ['children']],
  ])('knows conditions, medicines and who is studied: %s', (text, conditions, names, terms) => {
    expect(readQuestion(text, today)).toMatchObject({
      entities: { conditions, interventions: names, terms },
      unused: [],
    });
  });

  it.each([
    ['тоцилизумаба', 'tocilizumab'],
    ['цетуксимаба', 'cetuximab'],
    ['сацитузумаба', 'sacituzumab'],
    ['секукинумаба', 'secukinumab'],
    ['паклитаксела', 'paclitaxel'],
  ])('writes names of medicines as the services do: %s', (russian, name) => {
    const { entities } = readQuestion(`Исследования ${russian}`, today);
    expect(entities.interventions).toEqual([name]);
  });

  it('reads sponsors that Russian names', () => {
    const question = 'Исследования рака молочной железы, спонсор — Новартис';
    expect(readQuestion(question, today)).toMatchObject({
      entities: { sponsors: ['Novartis'] },
      unused: [],
    });
    const inflected = 'Исследования семаглутида, спонсируемые Novo Nordisk';
    expect(readQuestion(inflected, today)).toMatchObject({
      entities: { sponsors: ['Novo Nordisk'] },
      unused: [],
    });
  });

  it.each([
    ['PMID 299155381234', [], ['299155381234']],
    ['PMID 99999999999 and PMID 29915538', ['29915538'], ['99999999999']],
    ['PMID 29915538, 3330124612', ['29915538'], ['3330124612']],
  ])('takes no part of a number for a publication: %s', (text, pmids, unused) => {
    const frame = readQuestion(text, today);
    const nothing = { conditions: [], interventions: [], sponsors: [], terms: [], nct_ids: [] };
    expect(frame).toMatchObject({
      intent: 'recent_pubs_by_topic',
      entities: { ...nothing, pmids },
      unused,
    });
  });

  it.each([
    ['recent publications on metformin and aging', ['aging'], []],
    ['Papers about cognitive decline and metformin', ['cognitive decline'], []],
    ['metformin for weight loss', ['weight loss'], []],
    ['Is metformin safe in early pregnancy?', ['early pregnancy'], ['safe']],
    [
      'metformin vs placebo in elderly women with LDL 190',
      ['elderly women', 'ldl 190'],
      ['placebo'],
    ],
    ['Trials of metformin versus placebo', [], ['placebo']],
    ['Метформин против плацебо', [], ['placebo']],
    ['Публикации про метформин и старение', [], ['старение']],
    ['Papers on metformin and its linked trials', [], []],
    ['Papers on metformin and asthma', [], []],
    ['Our documents and published papers on metformin and kidneys', [], ['kidneys']],
    ['What do our documents say of metformin and kidneys?', [], []],
  ])('searches for every word of the topic or names it: %s', (text, terms, unused) => {
    expect(readQuestion(text, today)).toMatchObject({
      entities: { interventions: ['metformin'], terms },
      unused,
    });
  });

  it.each([
    [
      'vascular endothelial growth factor inhibitors in macular degeneration',
      ['vascular endothelial growth factor inhibitors'],
      ['macular degeneration'],
      [],
    ],
    [
      'aspirin and selective serotonin reuptake inhibitors',
      ['selective serotonin reuptake inhibitors', 'aspirin'],
      [],
      [],
    ],
    [
      'tumor necrosis factor alpha inhibitors in arthritis',
      ['tumor necrosis factor alpha inhibitors'],
      ['arthritis'],
      [],
    ],
    [
      'calcitonin gene related peptide receptor antagonists for migraine',
      ['calcitonin gene related peptide receptor antagonists'],
      ['migraine'],
      [],
    ],
    ['CDK4/6 inhibitors in breast cancer', ['cdk4/6 inhibitors'], ['breast cancer'], []],
    [
      'lung cancer immune checkpoint inhibitors',
      ['immune checkpoint inhibitors'],
      ['lung cancer'],
      [],
    ],
    ['COPD PDE4 inhibitors', ['pde4 inhibitors'], ['copd'], []],
    ['weight loss GLP-1 receptor agonists', ['glp-1 receptor agonists'], [], ['weight loss']],
    ['cardiovascular events PCSK9 inhibitors', ['pcsk9 inhibitors'], [], ['cardiovascular events']],
    [
      'ACE inhibitors, beta blockers and calcium channel blockers',
      ['ace inhibitors', 'beta blockers', 'calcium channel blockers'],
      [],
      [],
    ],
    [
      'vascular endothelial growth factor or tyrosine kinase inhibitors',
      ['vascular endothelial growth factor inhibitors OR tyrosine kinase inhibitors'],
      [],
      [],
    ],
    ['asthma patients on long acting beta agonists', ['long acting beta agonists'], ['asthma'], []],
    ['breast cancer vaccines', ['vaccines'], ['breast cancer'], []],
  ])(
    'reads the whole name of a class and nothing beside it: %s',
    (text, names, diseases, terms) => {
      const { interventions, conditions, ...entities } = readQuestion(text, today).entities;
      expect([interventions, conditions, entities.terms]).toEqual([names, diseases, terms]);
    },
  );

  it.each([
    ['manual therapy for asthma', ['manual therapy']],
    ['papers on manual lymphatic drainage', ['manual lymphatic drainage']],
    ['working memory in asthma papers', ['working memory']],
    ['status epilepticus papers', ['status epilepticus']],
    ['skin prick tests in asthma', ['skin prick tests']],
    ['self-help for asthma', ['self-help']],
    ['What does the manual say about asthma? Papers', []],
    ['Is the library of any help with asthma?', []],
    ['Is metformin working in asthma?', []],
  ])('keeps words of every question where they tell a topic with others: %s', (text, terms) => {
    const { entities, unused } = readQuestion(text, today);
    expect([entities.terms, unused]).toEqual([terms, []]);
  });

  it('reads groups of medicines as interventions, and who is treated as a word that is left aside', () => {
    expect(readQuestion('statins in patients with dementia', today)).toMatchObject({
      intent: 'recent_pubs_by_topic',
      entities: { interventions: ['statins'], conditions: ['dementia'], terms: [] },
      unused: ['patients'],
    });
  });
});
