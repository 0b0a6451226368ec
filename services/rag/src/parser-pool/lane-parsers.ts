import { constrainedMemory } from 'node:process';
import type { Lane } from '../database/tables.ts';
import { defaultParseLimits, findTesseract, type ParseLimits } from '../parsing/index.ts';
import { openParserPool, type ParserPool, type ParserPoolOptions } from './parser-pool.ts';
import { findSandbox } from './sandbox.ts';

type LaneLimits = Pick<ParseLimits, 'timeMs' | 'clockMs' | 'memoryMb'>;

/** As the settings of these names. */
export interface LaneSettings {
  readonly PARSER_PROCESSES: number;
  readonly PARSE_TIMEOUT_MS: number;
  readonly PARSE_MEMORY_MB: number;
  readonly OCR_LANGUAGES?: string | undefined;
}

export interface LaneParsersOptions extends Pick<ParserPoolOptions, 'onWorked'> {
  readonly logger: {
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
  };
  /** Folders where programs are looked for. */
  readonly searchPath?: string | undefined;
}

/** A process of low priority gets about a tenth of a processor beside busy ones. */
const patience = 10;
/**
 * Times as long by the clock as the processor may work: a light file of a busy machine is no heavy
 * one, and who waits for its place still has theirs within seconds.
 */
const lightPatience = 3;
/** Processor time for a file in the light lane. */
export const lightTimeMs = 2_000;
const lightMemoryMb = 384;
/** Less, and no file can be read. */
const minFileMb = 128;
/** Of this process itself, and of the files that wait in its memory. */
const ownMb = 768;

/** A pool for each lane, of as many processes as the memory of the container holds. */
export async function openLaneParsers(
  config: LaneSettings,
  { logger, searchPath, onWorked }: LaneParsersOptions,
  onClose: (close: () => Promise<void>) => void,
): Promise<Record<Lane, ParserPool>> {
  const recognition = await findTesseract(searchPath, config.OCR_LANGUAGES);
  logger.info({ languages: recognition?.languages ?? null }, 'text recognition of pictures');
  logger.info({ sandbox: findSandbox() }, 'what the system lets us put around parsers');
  const wanted = config.PARSER_PROCESSES;
  const { processes: size, heavyMb } = fitMemory(wanted, config, constrainedMemory() / 1024 ** 2);
  if (size < wanted) {
    const fields = { setting: 'PARSER_PROCESSES', wanted, started: size };
    logger.warn(fields, 'fewer parsers than were asked for: the memory holds no more');
  }
  if (heavyMb < config.PARSE_MEMORY_MB) {
    const fields = { setting: 'PARSE_MEMORY_MB', wanted: config.PARSE_MEMORY_MB, given: heavyMb };
    logger.warn(fields, 'files get less memory than was asked for: there is no more');
  }
  const fitting = { ...config, PARSE_MEMORY_MB: heavyMb };
  const open = (lane: Lane) => {
    const parser = openParserPool({
      size,
      limits: { ...defaultParseLimits, ...limitsOf(lane, fitting) },
      isPatient: lane === 'heavy',
      recognition,
      logger,
      ...(onWorked && { onWorked }),
    });
    onClose(() => parser.close());
    return parser;
  };
  return { light: open('light'), heavy: open('heavy') };
}

/** What the parsers get together: no more than the container holds. */
export interface ParserMemory {
  /** Of each lane, one at least. */
  readonly processes: number;
  /** Of a file in the heavy lane: less than asked for where not even one process of each fits. */
  readonly heavyMb: number;
}

/** @param availableMb of the container; 0 where there is no limit. */
export function fitMemory(
  wanted: number,
  { PARSE_MEMORY_MB: heavyMb }: Pick<LaneSettings, 'PARSE_MEMORY_MB'>,
  availableMb: number,
): ParserMemory {
  if (availableMb === 0) return { processes: wanted, heavyMb };
  const forParsersMb = availableMb - ownMb;
  const lightMb = Math.min(lightMemoryMb, heavyMb);
  const processes = Math.min(wanted, Math.floor(forParsersMb / (heavyMb + lightMb)));
  if (processes > 0) return { processes, heavyMb };
  const leftMb = Math.max(forParsersMb - lightMemoryMb, Math.floor(forParsersMb / 2));
  return { processes: 1, heavyMb: Math.min(heavyMb, Math.max(minFileMb, leftMb)) };
}

/** What the light lane cannot read within its bounds is read by the heavy one, within the full ones. */
function limitsOf(lane: Lane, config: LaneSettings): LaneLimits {
  const { PARSE_TIMEOUT_MS, PARSE_MEMORY_MB } = config;
  if (lane === 'heavy') {
    const clockMs = PARSE_TIMEOUT_MS * patience;
    return { timeMs: PARSE_TIMEOUT_MS, clockMs, memoryMb: PARSE_MEMORY_MB };
  }
  const timeMs = Math.min(lightTimeMs, PARSE_TIMEOUT_MS);
  const clockMs = timeMs * lightPatience;
  return { timeMs, clockMs, memoryMb: Math.min(lightMemoryMb, PARSE_MEMORY_MB) };
}
