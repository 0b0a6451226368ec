export const evaluationSets = {
  set: 'Evaluation set',
  choose: 'Choose a set',
  newSetTitle: 'New evaluation set',
  renameTitle: 'Rename the evaluation set',
};
