import { useSessionStorage } from '@mantine/hooks';
import { z } from 'zod';
import { searchFormKey, searchWordsKey } from '../evaluation-sets/marking.ts';
import { wholeScope } from '../library/scope.ts';
import { defaultSettings } from './search-options.ts';

const scopeSchema = z.object({
  collectionIds: z.array(z.string()).readonly(),
  documents: z.array(z.object({ id: z.string(), title: z.string() })).readonly(),
});
const conditionSchema = z.object({
  field: z.string(),
  op: z.enum(['eq', 'ne', 'in', 'gt', 'gte', 'lt', 'lte', 'exists']),
  value: z.string(),
});
const settingsSchema = z.object({
  mode: z.enum(['hybrid', 'dense', 'keyword']),
  fusion: z.enum(['default', 'rrf', 'relative']),
  weight: z.number().min(0).max(1).optional(),
  rerank: z.boolean(),
  recency: z.number().min(0).max(1),
  limit: z.number().int().min(1).max(200),
});
const formSchema = z.object({
  scope: scopeSchema,
  conditions: z.array(conditionSchema).max(20).readonly(),
  settings: settingsSchema,
  /** Settings of the second search. */
  others: settingsSchema,
  hasTrace: z.boolean(),
  compares: z.boolean(),
  /** True for results grouped by document. */
  isGrouped: z.boolean().default(false),
});

/** The form of a search besides its query. */
export type SearchForm = z.infer<typeof formSchema>;

export const newForm: SearchForm = {
  scope: wholeScope,
  conditions: [],
  settings: defaultSettings,
  others: { ...defaultSettings, mode: 'keyword' },
  hasTrace: true,
  compares: false,
  isGrouped: false,
};

/** Reads the form of the last search in this tab; invalid data counts as none. */
export function readForm(stored: string | undefined): SearchForm {
  return formSchema.catch(newForm).parse(parse(stored));
}

export function readWords(stored: string | undefined): string {
  return z.string().max(2_000).catch('').parse(parse(stored));
}

function parse(stored: string | undefined): unknown {
  try {
    return JSON.parse(stored ?? '');
  } catch {
    return undefined;
  }
}

export function useStoredWords() {
  return useSessionStorage({
    key: searchWordsKey,
    defaultValue: '',
    deserialize: readWords,
    getInitialValueInEffect: false,
  });
}

export function useStoredForm() {
  const [form, setForm] = useSessionStorage({
    key: searchFormKey,
    defaultValue: newForm,
    deserialize: readForm,
    getInitialValueInEffect: false,
  });
  const change = (part: Partial<SearchForm>) => setForm((now) => ({ ...now, ...part }));
  return [form, change] as const;
}
