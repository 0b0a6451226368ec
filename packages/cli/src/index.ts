export { type ProgramOptions, runProgram } from './program.ts';
