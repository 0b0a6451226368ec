/** Maximum values of each list of names and ids in a frame. */
export const maxFrameValues = {
  conditions: 20,
  interventions: 20,
  sponsors: 20,
  terms: 20,
  nct_ids: 50,
  pmids: 50,
  excluded: 20,
} as const;

/** Maximum words of a question that a frame lists as not searched for. */
export const maxUnusedWords = 20;

/** Maximum characters of a name, a term or a word that is not searched for. */
export const maxFrameWordLength = 200;

/** Maximum studies that one question finds. */
export const maxResearchTrials = 20;

/** Maximum publications that one question reads. */
export const maxResearchPublications = 20;
