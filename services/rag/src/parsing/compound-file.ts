import { ParseFailure } from './parse-failure.ts';

const signature = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const endOfChain = 0xfffffffe;
const entryBytes = 128;

export function isCompoundFile(bytes: Buffer): boolean {
  return bytes.subarray(0, 8).equals(signature);
}

interface Entry {
  readonly name: string;
  readonly start: number;
  readonly size: number;
}

/**
 * The streams of a compound file (the container of older Office files), by name. Chains that loop
 * or leave the file are refused.
 * @throws ParseFailure `unreadable`.
 */
export class CompoundFile {
  readonly #bytes: Buffer;
  readonly #sectorBytes: number;
  readonly #miniCutoff: number;
  readonly #table: Uint32Array;
  readonly #miniTable: Uint32Array;
  readonly #miniStream: Buffer;
  readonly #entries: readonly Entry[];
  /** Names of what stands at the top: streams, and storages with streams of their own. */
  readonly rootNames: readonly string[];

  constructor(bytes: Buffer) {
    if (!isCompoundFile(bytes) || bytes.length < 512) throw damaged();
    this.#bytes = bytes;
    this.#sectorBytes = 1 << bytes.readUInt16LE(30);
    if (this.#sectorBytes !== 512 && this.#sectorBytes !== 4096) throw damaged();
    this.#miniCutoff = bytes.readUInt32LE(56);
    this.#table = this.#readTable();
    const directory = this.#readChain(bytes.readUInt32LE(48));
    this.#entries = readEntries(directory);
    const root = this.#entries[0];
    if (root === undefined) throw damaged();
    this.rootNames = readRootNames(directory);
    this.#miniStream = this.#readChain(root.start).subarray(0, root.size);
    this.#miniTable = asNumbers(this.#readChain(bytes.readUInt32LE(60)));
  }

  get names(): string[] {
    return this.#entries.map((entry) => entry.name);
  }

  /** The bytes of the first stream of this name. */
  find(name: string): Buffer | undefined {
    const entry = this.#entries.find((candidate) => candidate.name === name);
    if (entry === undefined) return undefined;
    const bytes =
      entry.size < this.#miniCutoff
        ? this.#readMiniChain(entry.start)
        : this.#readChain(entry.start);
    return bytes.subarray(0, entry.size);
  }

  #readTable(): Uint32Array {
    const sectors: number[] = [];
    for (let at = 0; at < 109; at += 1) sectors.push(this.#bytes.readUInt32LE(76 + at * 4));
    let next = this.#bytes.readUInt32LE(68);
    const maxSteps = this.#bytes.length / this.#sectorBytes;
    for (let steps = 0; next < endOfChain && steps <= maxSteps; steps += 1) {
      const numbers = asNumbers(this.#sector(next));
      sectors.push(...numbers.subarray(0, -1));
      next = numbers.at(-1) as number;
    }
    const used = sectors.filter((sector) => sector < endOfChain);
    return asNumbers(Buffer.concat(used.map((sector) => this.#sector(sector))));
  }

  #sector(number: number): Buffer {
    const start = (number + 1) * this.#sectorBytes;
    if (start >= this.#bytes.length) throw damaged();
    return this.#bytes.subarray(start, start + this.#sectorBytes);
  }

  #readChain(start: number): Buffer {
    return readChain(start, this.#table, (sector) => this.#sector(sector));
  }

  #readMiniChain(start: number): Buffer {
    const mini = 64;
    return readChain(start, this.#miniTable, (sector) =>
      this.#miniStream.subarray(sector * mini, (sector + 1) * mini),
    );
  }
}

function readChain(start: number, table: Uint32Array, read: (sector: number) => Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let sector = start; sector < endOfChain; sector = table[sector] ?? endOfChain) {
    if (parts.length > table.length) throw damaged();
    parts.push(read(sector));
  }
  return Buffer.concat(parts);
}

function readEntries(directory: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at + entryBytes <= directory.length; at += entryBytes) {
    const nameBytes = Math.min(directory.readUInt16LE(at + 64), 64);
    const isUsed = directory[at + 66] !== 0 && nameBytes >= 2;
    if (!isUsed) continue;
    entries.push({
      name: directory.toString('utf16le', at, at + nameBytes - 2),
      start: directory.readUInt32LE(at + 116),
      size: directory.readUInt32LE(at + 120),
    });
  }
  return entries;
}

/** The members of the root: a binary tree of entries by their places in the directory. */
function readRootNames(directory: Buffer): string[] {
  const names: string[] = [];
  const maxNames = directory.length / entryBytes;
  const waiting = [directory.readUInt32LE(76)];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (place >= maxNames || names.length > maxNames) continue;
    const at = place * entryBytes;
    const nameBytes = Math.min(Math.max(directory.readUInt16LE(at + 64), 2), 64);
    names.push(directory.toString('utf16le', at, at + nameBytes - 2));
    waiting.push(directory.readUInt32LE(at + 68), directory.readUInt32LE(at + 72));
  }
  return names;
}

function asNumbers(bytes: Buffer): Uint32Array {
  const numbers = new Uint32Array(bytes.length >> 2);
  for (let at = 0; at < numbers.length; at += 1) numbers[at] = bytes.readUInt32LE(at * 4);
  return numbers;
}

function damaged(): ParseFailure {
  return new ParseFailure('unreadable', 'The file is damaged: its container cannot be read.');
}
