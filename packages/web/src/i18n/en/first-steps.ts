import { plural } from './plural.ts';

export const firstSteps = {
  title: 'Three steps to your first answer',
  text: 'You can do them in any order. This page goes away by itself.',
  left: (count: number) => `Set up Lectern: ${plural(count, 'step', 'steps')} left`,
  done: 'done',
  documents: 'Add documents',
  documentsText: 'PDF, Office files, web pages, mail, notes and more.',
  chooseFiles: 'Choose files',
  orDrop: 'Or drop files here',
  model: 'Connect a model',
  modelText:
    'Without one, answers quote your documents. A model also writes summaries and comparisons.',
  connectModel: 'Connect by address',
  question: 'Ask a question',
  questionText: 'The answer cites its sources.',
  ask: 'Ask',
};
