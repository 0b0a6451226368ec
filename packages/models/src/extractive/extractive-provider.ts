import { z } from 'zod';
import { defineProvider } from '../provider.ts';
import { createExtractiveModel } from './extractive-model.ts';

/** The built-in model, which has no settings. */
export const extractiveProvider = defineProvider(z.object({}), () => createExtractiveModel());
