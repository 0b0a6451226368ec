import { ConfigError } from '@lectern/service';
import { BundleError } from './bundle-error.ts';

/** Returns a sentence for failures that an operator can fix; undefined for bugs. */
export function describeFailure(error: unknown): string | undefined {
  if (error instanceof BundleError || error instanceof ConfigError) return error.message;
  if (!(error instanceof Error)) return undefined;
  if ('syscall' in error) return `${error.message}.`;
  if ('severity' in error) return `PostgreSQL says: ${error.message}.`;
  return undefined;
}
