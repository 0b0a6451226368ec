import type { Manifest } from './archive/archive-format.ts';

/** Receives progress sentences. */
export type Report = (sentence: string) => void;

const everyMs = 5_000;

/** Reports the progress of a long step, at most every five seconds. */
export function createProgress(report: Report): (describe: () => string) => void {
  let last = Date.now();
  return (describe) => {
    if (Date.now() - last < everyMs) return;
    last = Date.now();
    report(describe());
  };
}

/** `2 organisations, 5 people, …` */
export function describeContents({ tables, blobs }: Manifest): string {
  const rowsOf = (name: string) => tables.find((table) => table.name === name)?.rows ?? 0;
  const counts = [
    ['organisations', rowsOf('auth.organization')],
    ['people', rowsOf('auth.user')],
    ['API keys', rowsOf('auth.apikey')],
    ['collections', rowsOf('rag.collections')],
    ['documents', rowsOf('rag.documents')],
    ['passages', rowsOf('rag.chunks')],
    ['conversations', rowsOf('llm.conversations')],
  ] as const;
  const parts = counts.map(([name, count]) => `${count} ${name}`);
  return `${parts.join(', ')}, ${blobs.count} files (${describeBytes(blobs.bytes)})`;
}

export function describeBytes(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  return megabytes < 1 ? `${Math.ceil(bytes / 1000)} kB` : `${megabytes.toFixed(1)} MB`;
}
