import { type Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import { formatRoutingReport } from './format-routing-report.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

interface RoutingFlags {
  readonly curve?: readonly number[] | true;
  readonly json?: boolean;
}

const curveSizes = [100, 500, 1_000, 2_600];

export function addEvaluateRoutingCommand(
  evaluate: Command,
  { terminal }: CommandContext,
  environment: Environment,
): void {
  evaluate
    .command('routing')
    .description('measure how servers and tools are found for tasks, without a suite')
    .argument('<folders...>', 'each holds servers.jsonl and queries.jsonl (or queries.dev.jsonl)')
    .option(
      '--curve [sizes]',
      `the same questions among more and more tools of all folders (${curveSizes})`,
      parseSizes,
    )
    .option('--json', 'print one line of JSON')
    .action(async (folders: string[], _: RoutingFlags, command: Command) => {
      // `evaluate` takes the options that both know.
      const { curve, json } = command.optsWithGlobals<RoutingFlags>();
      const { evaluateRouting, openChosenEmbedder, RoutingSetError } = await loadEvaluation();
      const progress = terminal.openProgress();
      try {
        const embedder = await openChosenEmbedder(environment);
        const report = await evaluateRouting({
          folders,
          curve: curve === true ? curveSizes : (curve ?? []),
          embedder,
          openStep: (label, total) => {
            const step = progress.addStep(label, total);
            return (done) => step.update(done);
          },
        }).finally(() => embedder.close());
        progress.close();
        const lines = json ? [JSON.stringify(report)] : formatRoutingReport(report);
        for (const line of lines) terminal.print(line);
      } catch (error) {
        progress.close();
        throw error instanceof RoutingSetError ? new CommandError(error.message) : error;
      }
    });
}

function parseSizes(value: string): number[] {
  const sizes = value.split(',').map(Number);
  if (!sizes.every((size) => Number.isInteger(size) && size >= 10 && size <= 100_000)) {
    throw new InvalidArgumentError(
      'It must be numbers from 10 to 100000 with commas between them.',
    );
  }
  return sizes.toSorted((a, b) => a - b);
}

/** Runs the suite's own router with its models, which neither a packed `lectern` nor an image holds. */
async function loadEvaluation() {
  return import('@lectern/tool-routing/evaluation').catch((cause: unknown) => {
    throw new CommandError('evaluate routing needs a checkout of Lectern: npm run lectern -- …', {
      cause,
    });
  });
}
