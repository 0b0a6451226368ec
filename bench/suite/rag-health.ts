import { healthSchema } from '@lectern/contracts';
import { z } from 'zod';

const ragPortOffset = 2;
const ragHealthSchema = healthSchema.extend({ index: z.looseObject({ name: z.string() }) });

/** What the knowledge service tells of its index. */
export async function readRagHealth({
  port,
}: {
  /** Of the gateway. */
  readonly port: number;
}): Promise<z.infer<typeof ragHealthSchema>> {
  const response = await fetch(`http://127.0.0.1:${port + ragPortOffset}/health`);
  return ragHealthSchema.parse(await response.json());
}
