import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { examineSuite } from './examine-suite.ts';

export function addDoctorCommand(admin: Command, context: CommandContext): void {
  admin
    .command('doctor')
    .description('look at every part of a suite and say what is wrong')
    .option('--json', 'print the findings as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const findings = await examineSuite(await context.connect(), context.version);
      if (findings.some(({ level }) => level === 'fail')) context.fail();
      if (json) {
        context.terminal.print(JSON.stringify({ findings }, null, 2));
        return;
      }
      for (const { level, subject, message } of findings) {
        context.terminal.print(`${level.padEnd(4)}  ${subject.padEnd(10)} ${message}`);
      }
    });
}
