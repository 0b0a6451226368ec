export const feedback = {
  description: 'Rated answers with their questions and comments.',
  show: 'Rating',
  all: 'All',
  good: 'Good',
  bad: 'Bad',
  goodAnswer: 'good answer',
  badAnswer: 'bad answer',
  none: 'No ratings yet',
  noneText: 'Answers that people rate appear here with their questions.',
  noneOfKind: 'No answers with this rating.',
  wholeAnswer: 'Show full answer',
  beginning: 'Show less',
  somebody: 'former member',
  copyQuestion: 'Copy as a line of an evaluation set',
  toQuestion: 'Add to an evaluation set',
  rightDocumentsText:
    'Documents that the answer cites. Selected ones count as correct in every run of the set.',
  nothingCited:
    'The answer cites no document that you can view. Save the question, then mark the correct answers in Search.',
  saveAndMark: 'Save and mark more in Search',
  questionSaved: 'The question was added to the set.',
};
