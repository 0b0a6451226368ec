/** Splits a list of words and phrases at its commas. */
export const list = (words: string): readonly string[] => words.split(', ');

/**
 * The closed words by which a question is read without a model. A trailing `*` stands for any ending;
 * a phrase is matched with any white space. Every other language has the same members.
 */
export const english = {
  locale: 'en',
  publications: list(
    'publication*, published, paper*, article*, literature, journal*, pubmed, evidence',
  ),
  /** Words for publications that are searched for as well: PubMed knows them as publication types. */
  publicationTypes: list('meta-analys*, metaanalys*, review*, case report*'),
  trials: list('clinical trial*, trial*, study, studies, clinicaltrials.gov'),
  /** Words that precede a word of `documents` where the own documents are meant. */
  owners: list('our own, our, my, own, internal, in-house, uploaded'),
  documents: list(
    'document*, file*, protocol*, guideline*, guide*, note*, handbook*, manual*, memo*, report*, policy, policies, sop*, knowledge base',
  ),
  /** Statuses of ClinicalTrials.gov. */
  statuses: {
    NOT_YET_RECRUITING: list('not yet recruiting'),
    ENROLLING_BY_INVITATION: list('enrolling by invitation'),
    ACTIVE_NOT_RECRUITING: ['active, not recruiting', 'active not recruiting'] as readonly string[],
    RECRUITING: list('recruiting'),
    COMPLETED: list('completed'),
    SUSPENDED: list('suspended'),
    TERMINATED: list('terminated'),
    WITHDRAWN: list('withdrawn'),
    UNKNOWN: list('unknown status, status unknown'),
  },
  /** A status behind one of these is not read. */
  negations: list('not, no, no longer, without, except, excluding'),
  phase: list('phase*'),
  earlyPhase: list('early phase 1, early phase I, phase 0'),
  orders: {
    newest: list('newest first, newest, latest, most recent, recent, last'),
    oldest: list('oldest first, oldest, earliest'),
    largest: list('largest first, largest, biggest'),
    smallest: list('smallest first, smallest'),
  },
  conjunctions: list('and, or, to'),
  /** Words for 1, 2, 3, … */
  numbers: list('one, two, three, four, five, six, seven, eight, nine, ten').map((words) =>
    words.split('/'),
  ),
  dates: {
    /** First day, inclusive. */
    since: list('since, since the beginning of, since early, from, starting in, as of'),
    /** First day, exclusive. */
    after: list('after, later than'),
    /** Last day, exclusive. */
    before: list('before, earlier than, prior to'),
    /** Last day, inclusive. */
    until: list('until, till, through, up to, to'),
    during: list('in, of, during, for'),
    between: list('between, from'),
    year: list('year'),
    last: list('in the last, over the last, the last, last, in the past, the past, past'),
    current: list('this'),
    units: {
      day: list('day, days'),
      week: list('week, weeks'),
      month: list('month, months'),
      year: list('year, years'),
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

export type QueryVocabulary = typeof english;
