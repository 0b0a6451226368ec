import type { ResearchExportFormat, ResearchResponse, ResearchTables } from '@lectern/contracts';
import type { Connection } from '../connection/connection.ts';
import { readFailure } from '../connection/read-failure.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Prints a result as the service exports it, and notes what was removed and what is missing. */
export async function showResult(
  { terminal, connection }: { readonly terminal: Terminal; readonly connection: Connection },
  result: ResearchResponse,
  { json }: { readonly json?: boolean },
): Promise<void> {
  if (json) {
    terminal.print(JSON.stringify(result, null, 2));
    return;
  }
  const { removed, warnings, partial, checkpoint_id: id } = result;
  const markdown = await exportRun(connection, id, { format: 'markdown' });
  terminal.print(markdown.trimEnd());
  for (const { text, reason } of removed) terminal.note(`Removed (${reason}): ${text}`);
  for (const { message } of warnings) terminal.note(`Note: ${message}`);
  if (partial) terminal.note(`What is missing comes with: lectern research resume ${id}`);
  terminal.note(`Run ${id}`);
}

/** @throws CommandError for a run that cannot be exported. */
export async function exportRun(
  connection: Connection,
  id: string,
  query: {
    readonly format: ResearchExportFormat;
    readonly table?: keyof ResearchTables | undefined;
  },
): Promise<string> {
  const response = await connection.fetch('exportResearch', { params: { id }, query });
  if (!response.ok) throw await readFailure(response);
  return response.text();
}
