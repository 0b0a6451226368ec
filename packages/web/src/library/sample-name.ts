/** The collection into which the documents about Lectern itself go; `npm start` names it so too. */
export const sampleName = 'Lectern documentation';
