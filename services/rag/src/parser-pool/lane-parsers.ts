import { constrainedMemory } from 'node:process';
import type { Lane } from '../database/tables.ts';
import { defaultParseLimits, findTesseract, type ParseLimits } from '../parsing/index.ts';
import { openParserPool, type ParserPool, type ParserPoolOptions } from './parser-pool.ts';
import { findSandbox } from './sandbox.ts';
import { TextRecogniser } from './text-recogniser.ts';

type LaneLimits = Pick<ParseLimits, 'timeMs' | 'clockMs' | 'memoryMb'>;

/** Settings of the same names. */
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
  /** Folders that are searched for programs. */
  readonly searchPath?: string | undefined;
}

/** A process of low priority gets about a tenth of a processor beside busy ones. */
const patience = 10;
/**
 * Maximum ratio of wall-clock to processor time: a light file on a busy machine is not heavy, and a
 * slot becomes free within seconds.
 */
const lightPatience = 3;
/** Processor time for a file in the light lane. */
export const lightTimeMs = 2_000;
const lightMemoryMb = 384;
/** With less memory no file can be parsed. */
const minFileMb = 128;
/** Parsers that share a process that recognises text, and their share of its memory. */
const parsersForRecogniser = 2;
const recogniserMb = 512 / parsersForRecogniser;
/** Memory of this process itself, and of the files that wait in it. */
const ownMb = 768;

/** Opens a pool for each lane, with as many processes as the container's memory allows. */
export async function openLaneParsers(
  config: LaneSettings,
  { logger, searchPath, onWorked }: LaneParsersOptions,
  onClose: (close: () => Promise<void>) => void,
): Promise<Record<Lane, ParserPool>> {
  logger.info({ sandbox: findSandbox() }, 'parser sandbox');
  const wanted = config.PARSER_PROCESSES;
  const { processes: size, heavyMb } = fitMemory(wanted, config, constrainedMemory() / 1024 ** 2);
  if (size < wanted) {
    const fields = { setting: 'PARSER_PROCESSES', wanted, started: size };
    logger.warn(fields, 'fewer parsers than configured: too little memory');
  }
  if (heavyMb < config.PARSE_MEMORY_MB) {
    const fields = { setting: 'PARSE_MEMORY_MB', wanted: config.PARSE_MEMORY_MB, given: heavyMb };
    logger.warn(fields, 'files get less memory than configured: too little memory');
  }
  const recogniser = await openRecogniser(config, { logger, searchPath, size }, onClose);
  const fitting = { ...config, PARSE_MEMORY_MB: heavyMb };
  const open = (lane: Lane) => {
    const parser = openParserPool({
      size,
      limits: { ...defaultParseLimits, ...limitsOf(lane, fitting) },
      isPatient: lane === 'heavy',
      ...(lane === 'heavy' ? { recogniser } : { defersPictures: recogniser !== undefined }),
      logger,
      ...(onWorked && { onWorked }),
    });
    onClose(() => parser.close());
    return parser;
  };
  return { light: open('light'), heavy: open('heavy') };
}

/** Returns undefined where text recognition is off. */
async function openRecogniser(
  { OCR_LANGUAGES: languages }: LaneSettings,
  { logger, searchPath, size }: LaneParsersOptions & { readonly size: number },
  onClose: (close: () => Promise<void>) => void,
): Promise<TextRecogniser | undefined> {
  if (languages === 'none') return undefined;
  const tesseract = await findTesseract(searchPath, languages);
  logger.info({ tesseract: tesseract?.languages ?? null }, 'text recognition of pictures');
  const recogniser = new TextRecogniser({
    size: Math.ceil(size / parsersForRecogniser),
    tesseract,
  });
  onClose(async () => recogniser.close());
  return recogniser;
}

/** Memory of the parsers, limited by the container's. */
export interface ParserMemory {
  /** Processes of each lane, at least one. */
  readonly processes: number;
  /**
   * Memory for a file in the heavy lane; less than configured if not even one process of each lane
   * fits.
   */
  readonly heavyMb: number;
}

/**
 * Fits the parsers into the memory.
 * @param availableMb memory of the container; 0 without a limit.
 */
export function fitMemory(
  wanted: number,
  { PARSE_MEMORY_MB: heavyMb }: Pick<LaneSettings, 'PARSE_MEMORY_MB'>,
  availableMb: number,
): ParserMemory {
  if (availableMb === 0) return { processes: wanted, heavyMb };
  const forParsersMb = availableMb - ownMb;
  const lightMb = Math.min(lightMemoryMb, heavyMb);
  const processes = Math.min(wanted, Math.floor(forParsersMb / (heavyMb + lightMb + recogniserMb)));
  if (processes > 0) return { processes, heavyMb };
  const leftMb = Math.max(forParsersMb - lightMemoryMb, Math.floor(forParsersMb / 2));
  return { processes: 1, heavyMb: Math.min(heavyMb, Math.max(minFileMb, leftMb)) };
}

/**
 * Returns the limits of a lane. Files that exceed those of the light lane are parsed in the heavy
 * one.
 */
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
