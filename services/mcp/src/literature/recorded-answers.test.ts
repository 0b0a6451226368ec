import { describe, expect, it } from '@jest/globals';
import { AppError } from '@lectern/contracts';
import { all, first, plain, readRawPublication } from '../../test/raw-record.ts';
import { listRecordings, missingRecordings, readRecording } from '../../test/recorded-answers.ts';
import { readStudies } from './clinicaltrials/read-studies.ts';
import { readFullTexts } from './pubmed/read-full-texts.ts';
import { readPublications } from './pubmed/read-publications.ts';
import { readSearchAnswer } from './pubmed/read-search-answer.ts';
import { readSpelling } from './pubmed/read-spelling.ts';
import { readSummaries } from './pubmed/read-summaries.ts';

/** Answers to calls that no tool makes. */
const otherCalls =
  /einfo|epost|elink|journals|pubmed_result|esummary3|test_esummary|test_esearchresult\.0|\.yaml$|SOURCE|clinicaltrials-biomcp\/(?!trials_NCT\d+\.json)/;

const describeRecorded = missingRecordings
  ? (describe.skip as (title: string, tests: () => void) => void)
  : describe;
const title = missingRecordings
  ? `recorded answers (skipped: ${missingRecordings})`
  : 'recorded answers';

describe('an answer of ClinicalTrials.gov', () => {
  it('gives a study once, without characters that no database keeps', () => {
    const study = {
      protocolSection: {
        identificationModule: { nctId: 'NCT00000001', briefTitle: 'A\0 title\ud800' },
        statusModule: { overallStatus: 'COMPLETED' },
      },
    };
    const { trials, warnings } = readStudies(JSON.stringify({ studies: [study, study] }));
    expect(trials.map(({ brief_title }) => brief_title)).toEqual(['A title\ufffd']);
    expect(warnings).toEqual([]);
  });
});

interface RawOutcome {
  readonly measure: string;
  readonly timeFrame?: string;
}

interface RawArm {
  readonly label: string;
  readonly type?: string;
  readonly description?: string;
}

const toOutcome = ({ measure, timeFrame }: RawOutcome) => ({
  measure,
  time_frame: timeFrame ?? null,
});

describeRecorded(title, () => {
  const files = missingRecordings ? [] : listRecordings();
  const textsOf = (pattern: RegExp) =>
    files
      .filter((file) => pattern.test(file) && !otherCalls.test(file))
      .map((file) => ({ file, text: readRecording(file) }));

  it('are all accounted for', () => {
    const read = files.filter((file) => !otherCalls.test(file));
    expect(files).toHaveLength(67);
    expect(read).toHaveLength(30);
  });

  it('of efetch give every record of PubMed with every field', () => {
    const sets = textsOf(/pubmed[12]\.xml|pubmedarticle_\d+\.0\.xml|test_efetch\.0\.xml/);
    const read = sets.flatMap(({ text }) => readPublications(text));
    const raw = sets.flatMap(
      ({ text }) => text.match(/<PubmedArticle>[\s\S]*?<\/PubmedArticle>/g) ?? [],
    );
    expect(sets).toHaveLength(8);
    expect(read).toHaveLength(10);
    expect(read).toEqual(raw.map(readRawPublication));
    expect(read.filter(({ abstract }) => abstract.some(({ label }) => label))).toHaveLength(2);
  });

  it('of efetch without a record give none', () => {
    const [answer] = textsOf(/unknown_pmid/);
    expect(readPublications(answer?.text ?? '')).toEqual([]);
  });

  it('that are no XML are refused', () => {
    const [page] = textsOf(/pubmed3\.html/);
    expect(() => readPublications(page?.text ?? '')).toThrow(AppError);
  });

  it('of PubMed Central give open texts by section', () => {
    const sets = textsOf(/efetch_pmc|PMC3299399\.0/);
    expect(sets).toHaveLength(2);
    for (const { text } of sets) {
      const [article] = readFullTexts(text);
      expect(article?.pmid).toBe(first(text, 'article-id', 'pub-id-type="pmid"'));
      expect(article?.text.pmcid).toBe(`PMC${first(text, 'article-id', 'pub-id-type="pmc"')}`);
      const body = all(text, 'body')[0] ?? '';
      const outside = body.replaceAll(
        /<(fig|table-wrap|boxed-text|disp-quote)[ >][\s\S]*?<\/\1>/g,
        '',
      );
      const paragraphs = all(outside, 'p').map(plain).filter(Boolean);
      const given = article?.text.sections.map((section) => section.text).join('\n\n') ?? '';
      expect(paragraphs.filter((paragraph) => !given.includes(paragraph))).toEqual([]);
    }
    expect(readFullTexts(sets[1]?.text ?? '')[0]?.text.sections.length).toBeGreaterThan(3);
  });

  it('of esearch give count, ids and translation, in XML and JSON', () => {
    const searches = textsOf(
      /esearch\d\.xml|test_esearch\.0|test_esearchresult\.1|_200\.json|ydenberg|zero_hits/,
    ).filter(({ file }) => !file.startsWith('clinicaltrials'));
    expect(searches).toHaveLength(12);
    for (const { file, text } of searches) {
      const answer = readSearchAnswer(text);
      const isXml = file.endsWith('.xml');
      const count = isXml ? first(text, 'Count') : /"count":"(\d+)"/.exec(text)?.[1];
      const list = isXml ? all(text, 'IdList')[0] : /"idlist":\[([^\]]*)\]/.exec(text)?.[1];
      expect([file, String(answer.total)]).toEqual([file, count]);
      expect(answer.ids).toEqual(list?.match(/\d+/g) ?? []);
    }
    const total = searches.reduce((sum, { text }) => sum + readSearchAnswer(text).ids.length, 0);
    expect(total).toBe(224);
    const nothing = searches.find(({ file }) => file.includes('esearch8'));
    expect(readSearchAnswer(nothing?.text ?? '').warnings).toMatchObject([
      { code: 'phrase_not_found', message: expect.stringContaining('abcXYZ') },
    ]);
  });

  it('of esearch that failed inside HTTP 200 are failures, also where they are no JSON', () => {
    const codes = textsOf(/_error_/).map(({ text }) => {
      try {
        readSearchAnswer(text);
        return 'none';
      } catch (error) {
        expect((error as AppError).message).not.toContain('REQUEST-ECHO');
        return (error as AppError).code;
      }
    });
    expect(codes).toEqual(['service_unavailable', 'invalid_request']);
  });

  it('of esummary give short records', () => {
    const [answer] = textsOf(/esummary1/);
    expect(readSummaries(answer?.text ?? '')).toEqual([
      {
        pmid: '11850928',
        title: 'Zirconium granuloma following treatment of rhus dermatitis.',
        journal: 'Archives of dermatology',
        published_text: '1965 Aug',
        authors: ['LoPresti PJ', 'Hambrick GW Jr'],
        doi: null,
      },
      expect.objectContaining({ pmid: '11482001', published_text: '2001 Jun' }),
    ]);
  });

  it('of espell give the better word', () => {
    const [answer] = textsOf(/espell/);
    expect(readSpelling(answer?.text ?? '')).toBe('biopython');
  });

  it('of ClinicalTrials.gov give every study with every field', () => {
    const pages = textsOf(/^clinicaltrials.*\.json$/);
    // biome-ignore lint/suspicious/noExplicitAny: read by path, whatever is there
    const raw: any[] = pages.flatMap(({ text }) => JSON.parse(text).studies);
    const read = pages.flatMap(({ text }) => readStudies(text).trials);
    expect(read).toHaveLength(4);
    expect(pages.map(({ text }) => readStudies(text).nextPageToken)).toEqual(
      pages.map(({ text }) => JSON.parse(text).nextPageToken),
    );
    expect(read).toEqual(
      raw.map(({ protocolSection: p, hasResults }) => ({
        nct_id: p.identificationModule.nctId,
        brief_title: p.identificationModule.briefTitle,
        official_title: p.identificationModule.officialTitle ?? null,
        acronym: p.identificationModule.acronym ?? null,
        status: p.statusModule.overallStatus,
        why_stopped: p.statusModule.whyStopped ?? null,
        study_type: p.designModule.studyType,
        design: {
          allocation: p.designModule.designInfo?.allocation ?? null,
          model: p.designModule.designInfo?.interventionModel ?? null,
          masking: p.designModule.designInfo?.maskingInfo?.masking ?? null,
          primary_purpose: p.designModule.designInfo?.primaryPurpose ?? null,
        },
        phases: p.designModule.phases ?? [],
        start_date: p.statusModule.startDateStruct.date,
        primary_completion_date: p.statusModule.primaryCompletionDateStruct.date,
        completion_date: p.statusModule.completionDateStruct?.date ?? null,
        last_update: p.statusModule.lastUpdatePostDateStruct?.date ?? null,
        first_posted: p.statusModule.studyFirstPostDateStruct?.date ?? null,
        results_posted: p.statusModule.resultsFirstPostDateStruct?.date ?? null,
        sponsor: p.sponsorCollaboratorsModule.leadSponsor.name,
        collaborators: (p.sponsorCollaboratorsModule.collaborators ?? []).map(
          ({ name }: { name: string }) => name,
        ),
        conditions: p.conditionsModule.conditions,
        keywords: p.conditionsModule.keywords ?? [],
        interventions: p.armsInterventionsModule.interventions.map(
          ({ type = null, name }: { type?: string | null; name: string }) => ({ type, name }),
        ),
        arms: (p.armsInterventionsModule.armGroups ?? []).map(
          ({ label, type, description }: RawArm) => ({
            label,
            type: type ?? null,
            description: description?.replaceAll(/\\([<>^])/g, '$1') ?? null,
          }),
        ),
        enrollment: {
          count: p.designModule.enrollmentInfo.count,
          type: p.designModule.enrollmentInfo.type ?? null,
        },
        primary_outcomes: p.outcomesModule.primaryOutcomes.map(toOutcome),
        secondary_outcomes: (p.outcomesModule.secondaryOutcomes ?? []).map(toOutcome),
        eligibility: p.eligibilityModule
          ? {
              criteria:
                p.eligibilityModule.eligibilityCriteria?.replaceAll(/\\([<>^])/g, '$1') ?? null,
              sex: p.eligibilityModule.sex ?? null,
              minimum_age: p.eligibilityModule.minimumAge ?? null,
              maximum_age: p.eligibilityModule.maximumAge ?? null,
            }
          : null,
        brief_summary: p.descriptionModule.briefSummary,
        countries: [
          ...new Set(
            (p.contactsLocationsModule?.locations ?? []).map(
              ({ country }: { country: string }) => country,
            ),
          ),
        ].sort(),
        locations: (p.contactsLocationsModule?.locations ?? [])
          .slice(0, 100)
          .map(
            ({ facility = null, city = null, country = null }: Record<string, string | null>) => ({
              facility,
              city,
              country,
            }),
          ),
        has_results: hasResults,
        references: (p.referencesModule?.references ?? []).map(
          (reference: { pmid: string; type: string; citation: string }) => ({ ...reference }),
        ),
        url: `https://clinicaltrials.gov/study/${p.identificationModule.nctId}`,
      })),
    );
  });
});
