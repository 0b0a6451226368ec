import { z } from 'zod';

/** Ids of collections, documents, chunks and conversations. */
export const idSchema = z.uuid();

/** ISO 8601 in UTC. */
export const timestampSchema = z.iso.datetime();
