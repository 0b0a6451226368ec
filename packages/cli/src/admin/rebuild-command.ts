import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';

const pollMs = 500;

export function addRebuildCommand(admin: Command, context: CommandContext): void {
  admin
    .command('rebuild-index')
    .description('fill the search index again from the documents; searches are refused meanwhile')
    .action(async () => {
      const connection = await context.connect();
      let state = await connection.call('rebuildIndex');
      const progress = context.terminal.openProgress();
      try {
        const step = progress.addStep('documents', state.documents_total);
        while (state.running) {
          await delay(pollMs);
          state = await connection.call('getRebuild');
          step.update(state.documents_done, `of ${state.documents_total}`);
        }
      } finally {
        progress.close();
      }
      context.terminal.print(`The index holds ${state.documents_total} documents again.`);
    });
}
