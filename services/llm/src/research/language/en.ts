/** The sentences of an answer. Every other language has the same members. */
export const english = {
  trialsRead: (read: number) => `Studies of ClinicalTrials.gov that match and were read: ${read}.`,
  ordered: {
    newest: 'The ones that started last come first.',
    oldest: 'The ones that started first come first.',
    largest: 'The ones with the most participants come first.',
    smallest: 'The ones with the fewest participants come first.',
  },
  publicationsRead: (read: number) => `Publications of PubMed that match and were read: ${read}.`,
  namedTrialsRead: (read: number) =>
    `Studies of ClinicalTrials.gov that are asked for by number and were read: ${read}.`,
  reportedTrialsRead: (read: number) =>
    `Studies of ClinicalTrials.gov that are linked with these publications and were read: ${read}.`,
  namedPublicationsRead: (read: number) =>
    `Publications of PubMed that are asked for by number and were read: ${read}.`,
  linkedPublicationsRead: (read: number) =>
    `Publications of PubMed that the records of these studies name and were read: ${read}.`,
  passagesRead: (read: number) => `Passages of the own documents that were read: ${read}.`,
  quoted: (title: string, sentence: string) => `“${title}”: “${sentence}”`,
  notLookedUp: 'Named in the own documents alone and not looked up:',
  more: (count: number) => `${count} more stand in the table.`,
  searchedInstead: (services: string, pairs: string) =>
    `In ${services} nothing was found as it is written; searched for ${pairs}.`,
  instead: (searched: string, written: string) => `${searched} instead of ${written}`,
  relaxed: (services: string) =>
    `In ${services} no record has all words of the question. The records below have most of them.`,
  inAll: (total: number) => `The service counts ${total} in all.`,
  noTrials: 'No study was found in ClinicalTrials.gov.',
  noneReported:
    'The records of these publications name no study of ClinicalTrials.gov, and no study there names them as its own.',
  noOtherTrials: 'No other study was found in ClinicalTrials.gov.',
  noOtherPublications: 'No other publication was found in PubMed.',
  noPublications: 'No publication was found in PubMed.',
  noPassages: 'Nothing was found in the own documents.',
  unreadPublications: (pmids: readonly string[]) =>
    `Found in PubMed, but their details could not be read in time: ${pmids.map((id) => `PMID ${id}`).join(', ')}.`,
  unknownIds: (ids: readonly string[]) => `There is no record of ${ids.join(', ')}.`,
  nothing: 'Nothing was found that answers this question.',
  missing: (parts: string) => `Missing from this answer: ${parts}`,
  ownDocuments: 'own documents',
  modelText: "the model's text",
  participants: (count: number) => `${count} participants`,
  start: (date: string) => `start ${date}`,
  sponsor: (name: string) => `sponsor ${name}`,
  whyStopped: (reason: string) => `reason: ${reason}`,
  linked: (pmids: readonly string[]) =>
    `publications: ${pmids.map((id) => `PMID ${id}`).join(', ')}`,
  retracted: 'This publication was retracted.',
  disagree: 'The sources disagree; see the table.',
  removed: (count: number) =>
    `Statements removed because no fetched record bears them out: ${count}.`,
  and: ' and ',
  noPhase: 'no phase',
  phase: (number: string) => `Phase ${number}`,
  earlyPhase: (number: string) => `Early Phase ${number}`,
  unknownField: 'not in the record',
  notInRecord: (fields: string) => `Not in the record: ${fields}.`,
  statuses: {
    ACTIVE_NOT_RECRUITING: 'active, not recruiting',
    COMPLETED: 'completed',
    ENROLLING_BY_INVITATION: 'enrolling by invitation',
    NOT_YET_RECRUITING: 'not yet recruiting',
    RECRUITING: 'recruiting',
    SUSPENDED: 'suspended',
    TERMINATED: 'terminated',
    WITHDRAWN: 'withdrawn',
    UNKNOWN: 'unknown',
  } as Readonly<Record<string, string>>,
  /** Fields of a record that is named. */
  fields: {
    status: 'status',
    why_stopped: 'why stopped',
    phases: 'phases',
    sponsor: 'sponsor',
    enrollment: 'enrollment',
    type: 'type',
    design: 'design',
    summary: 'summary',
    conditions: 'conditions',
    interventions: 'interventions',
    collaborators: 'collaborators',
    primary_outcomes: 'primary outcome',
    secondary_outcomes: 'secondary outcomes',
    eligibility: 'eligibility',
    arms: 'arms',
    countries: 'countries',
    locations: 'locations',
    start: 'start',
    primary_completion: 'primary completion',
    completion: 'completion',
    first_posted: 'first posted',
    results_posted: 'results posted',
    updated: 'last update',
    authors: 'authors',
    journal: 'journal',
    published: 'published',
    doi: 'DOI',
    abstract: 'abstract',
    publication_types: 'publication types',
    nct_ids: 'trials',
  },
  /** Headings of the exported tables. */
  tables: {
    trials: 'Trials',
    trialHeads: 'n, NCT, Title, Status, Phases, Sponsor, Participants, Start, Publications'.split(
      ', ',
    ),
    publications: 'Publications',
    publicationHeads: 'n, PMID, Title, Journal, Date, DOI, Trials, Retracted'.split(', '),
    yes: 'yes',
    documents: 'Own documents',
    documentHeads: 'n, Title, Page, Text'.split(', '),
    disagreements: 'Disagreements',
    disagreementHeads: 'About, Source, Says'.split(', '),
    sources: 'Sources',
  },
  /** Translations of what a service says in English; none are needed here. */
  missingReasons: {} as Readonly<Record<string, string>>,
  warnings: {} as Readonly<Record<string, string>>,
  /** Translates the sentence of the warning `searched_instead`, which quotes names. */
  searchedInsteadWarning: (sentence: string) => sentence,
  unsearched: {
    quote: (word: string) => `"${word}"`,
    words: (words: string) => `Not searched for: ${words}.`,
    foreign: (words: string) =>
      `Not searched for: ${words}. PubMed and ClinicalTrials.gov are searched in English: name the topic in English or Latin, or set up a model that reads questions.`,
    trials:
      'ClinicalTrials.gov was not searched: a question about the own documents goes to these and to PubMed. To search for trials, ask about them without the documents, or with the intent trials_with_pubs.',
    noTopic:
      'The question names no topic, so studies of any topic were searched for. Name the topic in the question itself: it is read without any before it.',
    noStudyNumber: (names: string) =>
      `${names}: no study has such a number, which is NCT and eight digits. Check it and ask again.`,
  },
};

export type Sentences = typeof english;
