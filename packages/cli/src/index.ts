export { type BeirSet, readBeir } from './evaluate/beir.ts';
export { type ProgramOptions, runProgram } from './program.ts';
