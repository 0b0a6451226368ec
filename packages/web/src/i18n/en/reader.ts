export const reader = {
  find: 'Find in document',
  match: (at: number, of: number) => `${at} of ${of}`,
  noMatch: 'No matches',
  previousMatch: 'Previous match',
  nextMatch: 'Next match',
  closeFind: 'Close search',
  more: 'More reader options',
  fitWidth: 'Fit width',
  fitPage: 'Fit page',
  rotate: 'Rotate',
  thumbnails: 'Page thumbnails',
  print: 'Print',
  printFailed: 'The document could not be printed.',
  tooLongToPrint: (pages: number) =>
    `Documents of more than ${pages} pages cannot be printed here. Print the original file instead.`,
};
