export { type BeirSet, readBeir } from './evaluate/beir.ts';
export { findRightPassage, type LocatedPassage } from './evaluate/find-right-passage.ts';
export { type ProgramOptions, runProgram } from './program.ts';
