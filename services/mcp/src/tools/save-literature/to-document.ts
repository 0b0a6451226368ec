import type { AddTextDocuments, Publication, Trial } from '@lectern/contracts';

type TextDocument = AddTextDocuments['documents'][number];

/** Converts a publication to a document with its abstract under headings and facts as metadata. */
export function toPublicationDocument(record: Publication): TextDocument {
  const { pmid, title, journal, abstract } = record;
  const authors = record.authors
    .map(
      ({ last_name, initials, collective_name }) =>
        collective_name ?? [last_name, initials].filter(Boolean).join(' '),
    )
    .join(', ');
  return {
    external_id: `pubmed:${pmid}`,
    title,
    url: record.url,
    text: lines([
      `# ${title}`,
      record.retracted && 'This publication was retracted.',
      `${[authors, journal.title, record.published_text].filter(Boolean).join('. ')}. PMID ${pmid}.`,
      record.doi && `DOI: ${record.doi}`,
      record.nct_ids.length > 0 && `Trials: ${record.nct_ids.join(', ')}`,
      ...abstract.map(({ label, text }) => (label ? `## ${label}\n\n${text}` : text)),
    ]),
    metadata: {
      source: 'pubmed',
      pmid,
      ...(record.published && { published: record.published }),
      ...(record.doi && { doi: record.doi }),
      ...(journal.title && { journal: journal.title }),
      retracted: record.retracted,
    },
  };
}

/** Converts a study to a document. */
export function toTrialDocument(trial: Trial): TextDocument {
  const { nct_id, brief_title } = trial;
  return {
    external_id: `clinicaltrials:${nct_id}`,
    title: brief_title,
    url: trial.url,
    text: lines([
      `# ${brief_title}`,
      trial.official_title,
      `${nct_id}. Status: ${trial.status}. Phases: ${trial.phases.join(', ') || 'none'}.`,
      trial.why_stopped && `Why it stopped: ${trial.why_stopped}`,
      trial.sponsor && `Sponsor: ${trial.sponsor}`,
      `Conditions: ${trial.conditions.join(', ')}`,
      `Interventions: ${trial.interventions.map(({ name }) => name).join(', ')}`,
      trial.enrollment && `Participants: ${trial.enrollment.count}`,
      trial.start_date && `Start: ${trial.start_date}`,
      trial.primary_completion_date && `Primary completion: ${trial.primary_completion_date}`,
      trial.brief_summary && `## Summary\n\n${trial.brief_summary}`,
      section(
        'Arms',
        trial.arms?.map(({ label, description }) => join(': ', label, description)),
      ),
      section('Primary outcomes', trial.primary_outcomes.map(describeOutcome)),
      section('Secondary outcomes', trial.secondary_outcomes?.map(describeOutcome)),
      trial.eligibility?.criteria && `## Eligibility\n\n${trial.eligibility.criteria}`,
      section(
        'Locations',
        trial.locations?.map(({ facility, city, country }) => join(', ', facility, city, country)),
      ),
      section(
        'Publications',
        trial.references.map(({ citation }) => citation),
      ),
    ]),
    metadata: {
      source: 'clinicaltrials',
      nct_id,
      status: trial.status,
      ...(trial.sponsor && { sponsor: trial.sponsor }),
      ...(trial.start_date && { start_date: trial.start_date }),
    },
  };
}

function describeOutcome({ measure, time_frame }: Trial['primary_outcomes'][number]): string {
  return time_frame ? `${measure} (${time_frame})` : measure;
}

/** Returns a list under a heading, nothing for an empty list. */
function section(heading: string, items: readonly string[] = []): string {
  return items.length > 0 ? `## ${heading}\n\n${items.map((item) => `- ${item}`).join('\n')}` : '';
}

function join(separator: string, ...parts: readonly (string | null)[]): string {
  return parts.filter(Boolean).join(separator);
}

function lines(parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter((part) => part).join('\n\n');
}
