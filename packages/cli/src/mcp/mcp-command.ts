import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { bridgeStdio, type Stdio } from './bridge-stdio.ts';

export function addMcpCommand(program: Command, context: CommandContext, stdio: Stdio): void {
  program
    .command('mcp')
    .description("offer the suite's tools, resources and prompts to a local MCP client over stdio")
    .action(async () => {
      const connection = await context.connect();
      context.terminal.note(`lectern mcp: passing messages on to ${connection.url}/mcp`);
      await bridgeStdio({ connection, terminal: context.terminal, stdio });
    });
}
