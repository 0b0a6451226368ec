/** A question, and what the recorded answers have for it. */
export interface ResearchDemoQuestion {
  readonly text: string;
  /** Must stand in a table: PMIDs and NCT numbers. */
  readonly records: readonly string[];
  /** The own document that must be quoted. */
  readonly quotes?: RegExp;
}

/** One for each way through the graph, and one that nothing answers. */
export const researchQuestions: readonly ResearchDemoQuestion[] = [
  {
    text: 'Publications on low-dose aspirin for recurrent venous thromboembolism',
    records: ['23121403'],
  },
  { text: 'Completed phase 3 trials of remdesivir for COVID-19', records: ['NCT04280705'] },
  { text: 'Trials and publications on semaglutide', records: ['29915538'] },
  {
    text: 'What does our own remdesivir protocol say about renal function?',
    records: [],
    quotes: /renal function/i,
  },
  { text: "Publications on lecanemab in Alzheimer's disease", records: [] },
];
