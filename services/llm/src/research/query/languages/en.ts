import type { QueryVocabulary } from './vocabulary.ts';

export const english: QueryVocabulary = {
  locale: 'en',
  publications: [
    'publication*',
    'published',
    'paper*',
    'article*',
    'literature',
    'journal*',
    'pubmed',
    'evidence',
  ],
  publicationTypes: ['meta-analys*', 'metaanalys*', 'review*', 'case report*'],
  trials: ['clinical trial*', 'trial*', 'study', 'studies', 'clinicaltrials.gov'],
  owners: ['our own', 'our', 'my', 'own', 'internal', 'in-house', 'uploaded'],
  documents: [
    'document*',
    'file*',
    'protocol*',
    'guideline*',
    'guide*',
    'note*',
    'handbook*',
    'manual*',
    'memo*',
    'report*',
    'policy',
    'policies',
    'sop*',
    'knowledge base',
  ],
  statuses: {
    NOT_YET_RECRUITING: ['not yet recruiting'],
    ENROLLING_BY_INVITATION: ['enrolling by invitation'],
    ACTIVE_NOT_RECRUITING: ['active, not recruiting', 'active not recruiting'],
    RECRUITING: ['recruiting'],
    COMPLETED: ['completed'],
    SUSPENDED: ['suspended'],
    TERMINATED: ['terminated'],
    WITHDRAWN: ['withdrawn'],
    UNKNOWN: ['unknown status', 'status unknown'],
  },
  negations: ['not', 'no', 'no longer', 'without', 'except', 'excluding'],
  phase: ['phase*'],
  earlyPhase: ['early phase 1', 'early phase I', 'phase 0'],
  orders: {
    newest: ['newest first', 'newest', 'latest', 'most recent', 'recent', 'last'],
    oldest: ['oldest first', 'oldest', 'earliest'],
    largest: ['largest first', 'largest', 'biggest'],
    smallest: ['smallest first', 'smallest'],
  },
  similar: ['similar to', 'like'],
  conjunctions: ['and', 'or', 'to'],
  numbers: 'one two three four five six seven eight nine ten'.split(' ').map((word) => [word]),
  dates: {
    since: ['since', 'since the beginning of', 'since early', 'from', 'starting in', 'as of'],
    after: ['after', 'later than'],
    before: ['before', 'earlier than', 'prior to'],
    until: ['until', 'till', 'through', 'up to', 'to'],
    during: ['in', 'of', 'during', 'for'],
    between: ['between', 'from'],
    year: ['year'],
    last: ['in the last', 'over the last', 'the last', 'last', 'in the past', 'the past', 'past'],
    current: ['this'],
    units: {
      day: ['day', 'days'],
      week: ['week', 'weeks'],
      month: ['month', 'months'],
      year: ['year', 'years'],
    },
  },
  // PubMed's own list of stop words, and the words that address the person who is asked.
  stopWords: `a about again all almost also although always among an and another any are as at be
    because been before being between both but by can could did do does done due during each either
    enough especially etc for found from further had has have having here how however i if in into
    is it its itself just made mainly make may might most mostly must nearly neither no nor obtained
    of often on our overall perhaps quite rather really regarding seem seen several should show
    showed shown shows significantly since so some such than that the their theirs them then there
    therefore these they this those through thus to upon use used using various very was we were
    what when which while with within without would who whose whom where why you your my me please
    list find give tell report reports reported compare summarise
    summarize describe explain say says anything something still yet first`.split(/\s+/),
};
