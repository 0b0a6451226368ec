import type { Metrics } from '@lectern/service';
import type { Database } from '../database/tables.ts';
import { findLeftovers } from './leftovers-record.ts';

/** Exposes the last count of leftovers and its age. */
export function observeLeftovers(metrics: Metrics, database: Database): void {
  metrics.gauge({
    name: 'lectern_leftovers',
    help: 'Deleted data that still exists after a day, by kind.',
    labels: ['kind'],
    collect: async (gauge) => {
      gauge.reset();
      const found = await findLeftovers(database).catch(() => undefined);
      for (const [kind, count] of Object.entries(found?.counts ?? {})) gauge.set({ kind }, count);
    },
  });
  metrics.gauge({
    name: 'lectern_leftovers_age_seconds',
    help: 'Time since leftovers were last counted.',
    collect: async (gauge) => {
      gauge.reset();
      const found = await findLeftovers(database).catch(() => undefined);
      if (found) gauge.set((Date.now() - Date.parse(found.counted_at)) / 1000);
    },
  });
}
