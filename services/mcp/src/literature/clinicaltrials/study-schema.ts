import { z } from 'zod';

const dateSchema = z.object({ date: z.string() }).optional();
const textsSchema = z.array(z.string()).optional();
export const outcomeSchema = z.object({ measure: z.string(), timeFrame: z.string().optional() });
const locationSchema = z.object({
  facility: z.string().optional(),
  city: z.string().optional(),
  country: z.string().optional(),
});

/** The used parts of a study. Every module but the first two may be absent. */
export const studySchema = z.object({
  protocolSection: z.object({
    identificationModule: z.object({
      nctId: z.string().regex(/^NCT\d{8}$/),
      briefTitle: z.string().optional(),
      officialTitle: z.string().optional(),
      acronym: z.string().optional(),
    }),
    statusModule: z.object({
      overallStatus: z.string(),
      whyStopped: z.string().optional(),
      startDateStruct: dateSchema,
      primaryCompletionDateStruct: dateSchema,
      completionDateStruct: dateSchema,
      lastUpdatePostDateStruct: dateSchema,
      studyFirstPostDateStruct: dateSchema,
      resultsFirstPostDateStruct: dateSchema,
    }),
    sponsorCollaboratorsModule: z
      .object({
        leadSponsor: z.object({ name: z.string().optional() }).optional(),
        collaborators: z.array(z.object({ name: z.string().optional() })).optional(),
      })
      .optional(),
    descriptionModule: z.object({ briefSummary: z.string().optional() }).optional(),
    conditionsModule: z.object({ conditions: textsSchema, keywords: textsSchema }).optional(),
    designModule: z
      .object({
        studyType: z.string().optional(),
        phases: textsSchema,
        designInfo: z
          .object({
            allocation: z.string().optional(),
            interventionModel: z.string().optional(),
            observationalModel: z.string().optional(),
            primaryPurpose: z.string().optional(),
            maskingInfo: z.object({ masking: z.string().optional() }).optional(),
          })
          .optional(),
        enrollmentInfo: z
          .object({ count: z.number().int().optional(), type: z.string().optional() })
          .optional(),
      })
      .optional(),
    armsInterventionsModule: z
      .object({
        interventions: z
          .array(z.object({ type: z.string().optional(), name: z.string() }))
          .optional(),
        armGroups: z
          .array(
            z.object({
              label: z.string(),
              type: z.string().optional(),
              description: z.string().optional(),
            }),
          )
          .optional(),
      })
      .optional(),
    outcomesModule: z
      .object({
        primaryOutcomes: z.array(outcomeSchema).optional(),
        secondaryOutcomes: z.array(outcomeSchema).optional(),
      })
      .optional(),
    eligibilityModule: z
      .object({
        eligibilityCriteria: z.string().optional(),
        sex: z.string().optional(),
        minimumAge: z.string().optional(),
        maximumAge: z.string().optional(),
      })
      .optional(),
    contactsLocationsModule: z.object({ locations: z.array(locationSchema).optional() }).optional(),
    referencesModule: z
      .object({
        references: z
          .array(
            z.object({
              pmid: z.string().optional(),
              type: z.string().optional(),
              citation: z.string().optional(),
            }),
          )
          .optional(),
      })
      .optional(),
  }),
  hasResults: z.boolean().optional(),
});
export type Study = z.output<typeof studySchema>;
